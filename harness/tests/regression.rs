//! Lit tests made of small outputs, judged by the real FileCheck of the default toolchain.

#![allow(clippy::unwrap_used, reason = "tests")]

use tritonsmith::campaign::regression::{FileCheck, labels, of_good, regression, telling_apart};
use tritonsmith::oracle::FindingKind;
use tritonsmith::report::{Bad, Good, Minimal, Numbers, Reach, Record, Side, Sides};
use tritonsmith::toolchain::{Home, Toolchain, ToolchainId};
use tritonsmith::validate::lit::runs;

const GOOD: &str = r##"#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#linear = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [], warp = [], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80"} {
  tt.func public @k(%arg0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i32>, %arg2: i32) attributes {noinline = false} {
    %c3_i32 = arith.constant 3 : i32
    %cst = arith.constant dense<5> : tensor<128xi32, #blocked>
    %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
    %1 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #blocked>
    %2 = tt.addptr %1, %0 : tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>
    %3 = tt.load %2 : tensor<128x!tt.ptr<i32>, #blocked>
    %4:2 = scf.for %arg3 = %c3_i32 to %arg2 step %c3_i32 iter_args(%arg4 = %3, %arg5 = %cst) -> (tensor<128xi32, #blocked>, tensor<128xi32, #blocked>)  : i32 {
      %8 = arith.subi %arg4, %arg5 : tensor<128xi32, #blocked>
      scf.yield %8, %arg5 : tensor<128xi32, #blocked>, tensor<128xi32, #blocked>
    }
    %5 = arith.muli %4#0, %cst : tensor<128xi32, #blocked>
    %6 = tt.splat %arg1 : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #blocked>
    %7 = tt.addptr %6, %0 : tensor<128x!tt.ptr<i32>, #blocked>, tensor<128xi32, #blocked>
    tt.store %7, %5 : tensor<128x!tt.ptr<i32>, #blocked>
    tt.return
  }
}
"##;

fn tool() -> FileCheck {
    let home = Home::from_environment().unwrap();
    let id = ToolchainId::default();
    let toolchain = Toolchain::ensure(&home, &id, &mut |_: &str| ()).unwrap();
    let own = FileCheck::find(&home, Some(&toolchain)).unwrap();
    assert_eq!(own, FileCheck::find(&home, None).unwrap());
    own
}

fn passes(tool: &FileCheck, checks: &str, text: &str) -> bool {
    tool.run(checks, text, None).unwrap().passes
}

/// The good text with one thing changed.
fn changed(from: &str, to: &str) -> String {
    assert_eq!(GOOD.matches(from).count(), 1, "{from}");
    GOOD.replace(from, to)
}

/// The same text with other names of values, aliases and numbers.
fn renamed() -> String {
    GOOD.replace("%arg", "%x_").replace("%cst", "%five").replace("#blocked", "#other")
}

/// A store that must not be there.
const SECOND: &str = "    tt.store %7, %3 : tensor<128x!tt.ptr<i32>, #blocked>\n";

/// What a wrong pass could make of it.
fn wrong() -> Vec<String> {
    vec![
        changed("arith.subi %arg4, %arg5", "arith.subi %arg5, %arg4"),
        changed("dense<5>", "dense<50>"),
        changed("arith.constant 3 :", "arith.constant 33 :"),
        changed("    %5 = arith.muli %4#0, %cst : tensor<128xi32, #blocked>\n", ""),
        changed("muli %4#0", "muli %4#1"),
        changed("tt.splat %arg0", "tt.splat %arg1"),
        changed("tt.store %7, %5", "tt.store %2, %5"),
        changed("end = 128", "end = 64"),
        // Only the layouts tell these from the right one.
        changed("order = [0]", "order = [1]"),
        changed(
            "tt.load %2 : tensor<128x!tt.ptr<i32>, #blocked>",
            "tt.load %2 : tensor<128x!tt.ptr<i32>, #linear>",
        ),
        // Only what stands between does.
        changed("    tt.return\n", &format!("{SECOND}    tt.return\n")),
        changed("    tt.store", "    ttg.barrier local\n    tt.store"),
    ]
}

#[test]
fn checks_tell_every_wrong_output_and_no_renamed_one() {
    let tool = tool();
    for bad in wrong() {
        let checks = telling_apart(&tool, GOOD, GOOD, &bad).unwrap();
        assert!(passes(&tool, &checks, GOOD), "{checks}");
        assert!(!passes(&tool, &checks, &bad), "{checks}\n{bad}");
        assert!(passes(&tool, &checks, &renamed()), "{checks}");
        assert!(checks.lines().count() <= 9, "{checks}");
        assert!(checks.contains("// CHECK-LABEL: tt.func public @k(\n"), "{checks}");
    }
    let bad = &wrong()[0];
    let twice = [(); 2].map(|()| telling_apart(&tool, GOOD, GOOD, bad).unwrap());
    assert_eq!(twice[0], twice[1]);
}

#[test]
fn what_the_pass_must_keep_is_preferred_to_what_it_writes_otherwise() {
    let tool = tool();
    // The right output is written in another way; the wrong one is, and stores elsewhere.
    let line = "    %5 = arith.muli %4#0, %cst : tensor<128xi32, #blocked>\n";
    let other = "    %9 = arith.addi %4#0, %cst : tensor<128xi32, #blocked>\n";
    let good = changed(line, &format!("{other}{line}"));
    let bad = changed("tt.splat %arg1", "tt.splat %arg0");
    let checks = telling_apart(&tool, GOOD, &good, &bad).unwrap();
    assert!(checks.contains("tt.splat %[[ARG1]]") && !checks.contains("addi"), "{checks}");
    assert!(passes(&tool, &checks, &good) && !passes(&tool, &checks, &bad), "{checks}");
}

#[test]
fn texts_that_differ_in_names_only_are_not_told_apart() {
    let error = telling_apart(&tool(), GOOD, GOOD, &renamed()).unwrap_err().to_string();
    assert!(error.contains("no CHECK lines"), "{error}");
}

#[test]
fn without_a_wrong_output_checks_are_of_what_is_new() {
    let tool = tool();
    let before = changed("muli %4#0", "addi %4#0");
    let checks = of_good(&tool, &before, GOOD).unwrap();
    assert!(passes(&tool, &checks, GOOD) && !passes(&tool, &checks, &before), "{checks}");
    assert_eq!(checks.lines().count(), 2, "{checks}");
    // A pass that changes nothing.
    let checks = of_good(&tool, GOOD, GOOD).unwrap();
    assert!(passes(&tool, &checks, GOOD) && passes(&tool, &checks, &renamed()), "{checks}");
    assert!(checks.lines().count() <= 10 && checks.contains("CHECK: tt.store"), "{checks}");
}

#[test]
fn checks_with_another_prefix_and_senseless_ones() {
    let tool = tool();
    let checked = tool.run("// A: one\n// B: two\n", "two\n", Some("B")).unwrap();
    assert!(checked.passes && checked.message.is_empty());
    let checked = tool.run("// A: one\n", "two\n", Some("A")).unwrap();
    assert!(!checked.passes && checked.message.contains("expected string not found"));
    assert!(!checked.message.contains("/tmp"), "{}", checked.message);
    assert!(tool.run("// nothing\n", "two\n", None).is_err());
    assert!(FileCheck::at("/nowhere".as_ref()).run("// CHECK: a\n", "a\n", None).is_err());
}

fn minimal(good: Option<&str>, bad: Bad) -> Minimal {
    let side = |value: &str| Side { value: value.to_owned(), line: None };
    Minimal {
        record: Record {
            id: "mismatch-12ab".into(),
            kind: FindingKind::Mismatch,
            signature: "mismatch | p".into(),
            pass: Some("tritongpu-pipeline{num-stages=3}".into()),
            case: "case.json".into(),
            known: None,
            name: "s1-k3".into(),
            detail: "out[3] holds a[17], expected a[3]".into(),
            toolchain: "triton==3.8.0".into(),
            target: "cuda:90".into(),
            until: "ttgir".into(),
            sightings: 1,
            replay: "tritonsmith replay mismatch-12ab".into(),
            change: None,
            classes: None,
            origin: None,
        },
        short: None,
        pass: Some("tritongpu-pipeline{num-stages=3}".into()),
        before: Some(changed("muli %4#0, %cst", "muli %cst, %4#0")),
        good: good.map(|text| Good { toolchain: "triton==3.9.0".into(), text: text.to_owned() }),
        bad: Some(bad),
        sides: Some(Sides {
            what: "wrong store".into(),
            place: "%arg1[3]".into(),
            input: "input 0".into(),
            before: side("5"),
            after: side("7"),
            load: None,
        }),
        script: None,
        needs_gpu: false,
        toolchains: Vec::new(),
        numbers: Numbers::default(),
        reach: Reach::Ir,
        layer: None,
        flaky: None,
        cut_short: false,
    }
}

#[test]
fn a_file_has_the_command_the_property_the_checks_and_the_module() {
    let tool = tool();
    let bad = Bad::Text(changed("muli %4#0", "muli %4#1"));
    let test = regression(&tool, &minimal(Some(GOOD), bad.clone())).unwrap();
    let command = "triton-opt %s -split-input-file -tritongpu-pipeline=num-stages=3";
    let property = "// wrong store: %arg1[3] must be 5, and is 7 after the pass.";
    let head = format!("// RUN: {command} | FileCheck %s\n\n{property}\n\n// CHECK");
    assert!(test.starts_with(&head), "{test}");
    assert_eq!(runs(&test)[0].passes, Ok(vec!["tritongpu-pipeline{num-stages=3}".to_owned()]));
    assert!(!test.contains("XFAIL") && !test.contains("IR only"), "{test}");
    assert!(test.contains("\nmodule attributes {") && test.ends_with("  }\n}\n"), "{test}");

    // Nothing is known that does it right.
    let test = regression(&tool, &minimal(None, bad)).unwrap();
    assert!(
        test.contains("FileCheck %s\n// XFAIL: *\n\n// wrong store: %arg1[3] must be 5"),
        "{test}"
    );
    assert!(test.contains("No right output is known"), "{test}");
}

#[test]
fn the_file_of_a_crash_has_its_message_and_no_path() {
    let crash = Bad::Crash("/some/build/lib/Pipeline.cpp:12: Assertion `a > b' failed.".to_owned());
    let test = regression(&tool(), &minimal(Some(GOOD), crash)).unwrap();
    assert!(test.contains("// The pass must not fail."), "{test}");
    assert!(test.contains("Pipeline.cpp:12:") && !test.contains("/some"), "{test}");
    assert!(test.contains("// CHECK: arith.muli"), "{test}");
}

/// What a pass that is fixed makes of it is not known: any output that still has the function is right.
#[test]
fn the_test_of_a_crash_without_a_right_output_passes_once_there_is_one() {
    let tool = tool();
    assert_eq!(labels(GOOD).unwrap(), "// CHECK-LABEL: @k(\n");
    assert!(labels("module {\n}\n").is_err());
    let crash = Bad::Crash("Pipeline.cpp:12: Assertion `a > b' failed.".to_owned());
    let test = regression(&tool, &minimal(None, crash)).unwrap();
    assert!(test.contains("// XFAIL: *\n") && test.contains("No right output is known"), "{test}");
    assert_eq!(test.matches("CHECK").count(), 1, "{test}");
    let rewritten = changed("arith.muli %4#0, %cst", "arith.shli %4#0, %cst");
    let lowered = GOOD.replace("tt.func public @k(", "llvm.func @k(");
    assert!(passes(&tool, &test, &rewritten) && passes(&tool, &test, &lowered), "{test}");
    assert!(!passes(&tool, &test, "module {\n}\n"), "{test}");
}
