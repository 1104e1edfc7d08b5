//! Translation validation: one planted difference of each kind must be found, and what a pass may
//! do must stay equal.

#![allow(clippy::unwrap_used, reason = "tests")]

use tritonsmith::validate::{
    Asynchrony, DifferenceKind, FunctionReport, Settings, Text, Verdict, overall, validate,
};

const BASE: &str = include_str!("filetests/tv/base.mlir");
const COPY: &str = include_str!("filetests/tv/async_copy.mlir");
const BULK: &str = include_str!("filetests/tv/bulk.mlir");

fn compare(before: &str, after: &str) -> Vec<FunctionReport> {
    let text = |name, text| Text::parse(name, text).unwrap();
    validate(&text("before", before), &text("after", after), &Settings::default())
}

/// The text with one piece replaced, which must be there once.
fn edit(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from}");
    text.replace(from, to)
}

fn planted(text: &str, from: &str, to: &str) -> DifferenceKind {
    let reports = compare(text, &edit(text, from, to));
    let found = reports.iter().find(|report| report.verdict == Verdict::Different);
    let found = found.unwrap_or_else(|| panic!("{from} -> {to}: {reports:#?}"));
    found.first_difference.as_ref().unwrap().kind
}

const STORE: &str = "    tt.store %3, %sum : tensor<16x!tt.ptr<f32>>\n";
const ATOMIC: &str =
    "    %5 = tt.atomic_rmw add, acq_rel, gpu, %4, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32\n";
const PRINT: &str = "tt.print \"n \" ";

#[test]
fn a_planted_difference_of_each_kind_is_found() {
    use DifferenceKind::*;
    let extra = format!("    tt.store %1, %sum : tensor<16x!tt.ptr<f32>>\n{STORE}");
    let fault = format!(
        "    %far = arith.constant 9000000000000 : i64\n    %p = tt.addptr %out, %far : \
         !tt.ptr<f32>, i64\n    %q = tt.load %p : !tt.ptr<f32>\n{STORE}"
    );
    let undefined = format!("    %q = arith.divsi %c1, %n : i32\n{STORE}");
    let assertion =
        format!("    %q = arith.cmpi sgt, %n, %c3 : i32\n    tt.assert %q, \"n\" : i1\n{STORE}");
    let hang = format!(
        "    %many = arith.constant 100000000 : i32\n    scf.for %i = %c0 to %many step %c1 : i32 {{\n      \
         %q = arith.addi %i, %c1 : i32\n    }}\n{STORE}"
    );
    let plants = [
        (Store, "arith.addf", "arith.subf"),
        (Store, "%c0 to %c3", "%c1 to %c3"),
        (Store, STORE, ""),
        (Store, STORE, &extra),
        (Atomic, "%4, %c1, %true", "%4, %c3, %true"),
        (Atomic, ATOMIC, ""),
        (Result, "arith.addi %x, %0", "arith.subi %x, %0"),
        (Print, PRINT, "tt.print \"m \" "),
        (Fault, STORE, &fault),
        (UndefinedBehaviour, STORE, &undefined),
        (Assertion, STORE, &assertion),
        (Hang, STORE, &hang),
    ];
    for (kind, from, to) in &plants {
        assert_eq!(planted(BASE, from, to), *kind, "{from} -> {to}");
    }
    let (from, to) = ("%1 = tt.addptr %0, %range :", "%1 = tt.addptr %0, %shifted :");
    let shifted = edit(
        BASE,
        "    %0 = tt.splat %x",
        "    %shifted = arith.addi %range, %bound : tensor<16xi32>\n    %0 = tt.splat %x",
    );
    let reports = compare(BASE, &edit(&shifted, from, to));
    let difference = reports[0].first_difference.as_ref().unwrap();
    assert_eq!(difference.kind, Load, "{difference}");
}

#[test]
fn asynchronous_copies_must_be_waited_for() {
    assert_eq!(overall(&compare(COPY, COPY)), Verdict::Equal);
    assert_eq!(planted(COPY, "{num = 0 : i32}", "{num = 1 : i32}"), DifferenceKind::Race);
}

/// Copies that land at once need no wait: that way of execution is for comparison alone.
#[test]
fn eager_copies_need_no_wait() {
    let text = |text: &str| Text::parse("", text).unwrap();
    let after = text(&edit(COPY, "{num = 0 : i32}", "{num = 1 : i32}"));
    let settings = Settings { asynchrony: Asynchrony::Eager, ..Settings::default() };
    assert_eq!(overall(&validate(&text(COPY), &after, &settings)), Verdict::Equal);
}

#[test]
fn bulk_stores_and_reductions_are_ordered_and_fenced() {
    use DifferenceKind::*;
    assert_eq!(overall(&compare(BULK, BULK)), Verdict::Equal);
    let fence = "    ttng.fence_async_shared {bCluster = false}\n";
    assert_eq!(planted(BULK, fence, ""), MissingFence);
    // Where there was no fence before, none is asked for.
    let unfenced = edit(BULK, fence, "");
    assert_eq!(overall(&compare(&unfenced, &unfenced)), Verdict::Equal);
    let wait = "    ttng.async_tma_store_wait {pendings = 0 : i32}\n";
    assert_eq!(planted(BULK, wait, ""), Race);
    // The last wait: nothing is overwritten, but the function ends.
    let last = "    ttng.async_tma_store_wait {pendings = 0 : i32, read_only}\n";
    assert_eq!(planted(BULK, last, ""), Race);
    assert_eq!(planted(BULK, "descriptor_reduce add", "descriptor_reduce or"), Atomic);
}

#[test]
fn what_a_pass_may_do_stays_equal() {
    let other = "    %zero = arith.constant dense<0.0> : tensor<16xf32>\n    %a = tt.load %1, %mask, %zero : ";
    let unrolled = "    %s1 = arith.addf %a, %a : tensor<16xf32>\n    %s2 = arith.addf %s1, %a : tensor<16xf32>\n    %sum = arith.addf %s2, %a : tensor<16xf32>\n    %2 = tt.splat %out";
    let loop_start = BASE.find("    %sum = scf.for").unwrap();
    let loop_end = BASE.find("    %2 = tt.splat %out").unwrap();
    let flat = edit(
        &(BASE[..loop_start].to_owned() + &BASE[loop_end..]),
        "    %2 = tt.splat %out",
        unrolled,
    );
    let reassociated = edit(BASE, "arith.addf %carried, %a", "arith.addf %a, %carried");
    let twice = edit(BASE, STORE, &format!("{STORE}{STORE}"));
    // Lanes that are undefined before may become anything.
    let specified = edit(BASE, "    %a = tt.load %1, %mask : ", other);
    let masked = edit(BASE, "tt.store %3, %sum", "tt.store %3, %sum, %mask");
    for after in [BASE, &masked, &flat, &reassociated, &twice, &specified] {
        let reports = compare(BASE, after);
        assert_eq!(overall(&reports), Verdict::Equal, "{reports:#?}");
        assert!(reports[0].reason.starts_with("equal (exact, "), "{}", reports[0].reason);
    }
    // But not the other way round.
    let reports = compare(&specified, BASE);
    assert_eq!(reports[0].verdict, Verdict::Different, "{reports:#?}");
}

#[test]
fn limits_are_inconclusive() {
    let cases = [
        ("arith.addf %carried, %a", "math.exp %carried", "floats are rounded"),
        (PRINT, "\"foreign.op\"() : () -> ()\n    tt.print \"n \" ", "foreign.op"),
        (STORE, &format!("    %q = arith.divsi %c1, %c0 : i32\n{STORE}"), "only 0 inputs survive"),
    ];
    for (from, to, reason) in cases {
        let text = edit(BASE, from, to);
        let reports = compare(&text, &text);
        assert_eq!(reports[0].verdict, Verdict::Inconclusive, "{reports:#?}");
        assert!(reports[0].reason.contains(reason), "{}", reports[0].reason);
        assert_eq!(reports[1].verdict, Verdict::Equal);
    }
    let renamed = compare(BASE, &edit(BASE, "@g(", "@h("));
    assert_eq!(renamed[1].reason, "the function is gone");
    let changed = compare(BASE, &edit(BASE, "%n: i32)", "%n: i32, %m: i32)"));
    assert_eq!(changed[0].reason, "its signature changes");
    assert_eq!(overall(&[]), Verdict::Inconclusive);
}

#[test]
fn the_wrong_row_is_told() {
    let before = include_str!("filetests/mlir/cases/rows_before.mlir");
    let good = compare(before, include_str!("filetests/mlir/cases/rows_good.mlir"));
    assert_eq!(good[0].reason, "equal (exact, 64 inputs)");
    let bad = compare(before, include_str!("filetests/mlir/cases/rows_bad.mlir"));
    let difference = bad[0].first_difference.as_ref().unwrap();
    let load = difference.cause.as_ref().unwrap();
    assert_eq!(
        (load.element.as_slice(), load.after.op.as_str(), load.after.line),
        (&[1, 0][..], "tt.load", 48)
    );
    assert_eq!(load.expected, "arg0[1] (arg0 +4 bytes)");
    assert_eq!(load.found, "arg0[0] (arg0 +0 bytes)");
    assert!(load.after.text.starts_with("%39 = tt.load %38"), "{}", load.after.text);
}
