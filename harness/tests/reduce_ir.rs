//! Modules made smaller under predicates over their text: no compiler is asked but in the last test.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;
use std::time::Duration;

use tritonsmith::compile::{FailureKind, Job, PassJob, Target, Worker, WorkerOptions};
use tritonsmith::mlir::{Module, Operation, ValueId};
use tritonsmith::reduce::ir::{self, Ir};
use tritonsmith::reduce::{Budget, Journal, Search};
use tritonsmith::toolchain::{Home, Toolchain};

const TWO_USES: &str = include_str!("../../corpora/known/triton-11682.mlir");
const ROWS: &str = include_str!("filetests/mlir/cases/rows_bad.mlir");
const ROWS_BEFORE: &str = include_str!("filetests/mlir/cases/rows_before.mlir");
const BUDGET: Budget = Budget { attempts: 2000, time: Duration::from_secs(600) };

/// The smallest module for which a predicate holds, and how many were asked about.
fn reduced(text: &str, journal: Journal, holds: impl Fn(&Module) -> bool) -> (Ir, usize) {
    let start = Ir::parse(text).unwrap();
    assert!(holds(start.module()), "the predicate does not hold at the start");
    let mut asked = 0;
    let ask = |candidates: &[Ir]| -> Vec<Option<bool>> {
        asked += candidates.len();
        candidates.iter().map(|candidate| Some(holds(candidate.module()))).collect()
    };
    let mut search = Search::new(start, 2, BUDGET, journal, ask);
    ir::module(&mut search);
    let best = search.into_best();
    assert!(holds(best.module()));
    assert_eq!(Ir::parse(best.text()).unwrap().text(), best.text());
    (best, asked)
}

fn lines(ir: &Ir) -> usize {
    ir.text().lines().count()
}

/// Operations of that name.
fn named<'m>(module: &'m Module, name: &str) -> Vec<&'m Operation> {
    let mut found = Vec::new();
    module.walk(&mut |op| {
        if op.name.as_str() == name {
            found.push(op);
        }
    });
    found
}

/// A loop that sums rows of what it loads.
fn sums_rows_in_a_loop(module: &Module) -> bool {
    named(module, "scf.for").into_iter().any(|op| {
        let body = &op.regions[0].blocks[0].ops;
        let loaded: Vec<ValueId> = body
            .iter()
            .filter(|op| op.name.as_str() == "tt.load")
            .flat_map(|op| op.results.clone())
            .collect();
        body.iter().any(|op| op.name.as_str() == "tt.reduce" && loaded.contains(&op.operands[0]))
    })
}

/// A load from an address that a quotient is in.
fn divides_for_an_address(module: &Module) -> bool {
    let mut quotients = BTreeSet::new();
    let mut found = false;
    module.walk(&mut |op| {
        let name = op.name.as_str();
        let used = op.operands.iter().any(|value| quotients.contains(value));
        found |= name == "tt.load" && used;
        if name == "arith.divsi" || (used && !name.starts_with("scf.")) {
            quotients.extend(op.results.iter().copied());
        }
    });
    found
}

#[test]
fn a_loop_that_sums_rows_is_as_small_as_one_by_hand() {
    let (best, asked) = reduced(TWO_USES, Journal::default(), sums_rows_in_a_loop);
    assert!(lines(&best) <= 22, "{}", best.text());
    assert!(asked <= 600, "{asked}");
}

#[test]
fn a_wrong_address_is_as_small_as_one_by_hand() {
    let (best, asked) = reduced(ROWS, Journal::default(), divides_for_an_address);
    assert!(lines(&best) <= 16, "{}", best.text());
    assert!(asked <= 600, "{asked}");
    assert!(best.text().contains("@f("), "{}", best.text());
}

#[test]
fn a_masked_store_after_a_loop() {
    let (best, _) = reduced(ROWS_BEFORE, Journal::default(), |module| {
        let carries = named(module, "scf.for").iter().any(|op| !op.results.is_empty());
        let masked = named(module, "tt.store").iter().any(|op| op.operand("mask").is_some());
        carries && masked
    });
    assert!(lines(&best) <= 18, "{}", best.text());
    assert!(!best.text().contains("tt.divisibility"), "{}", best.text());
}

#[test]
fn a_journal_leads_to_the_same_end_without_asking() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let run = || reduced(TWO_USES, Journal::open(&path).unwrap(), sums_rows_in_a_loop);
    let (first, asked) = run();
    let (again, none) = run();
    assert_eq!(first.text(), again.text());
    assert!(asked > 0 && none == 0, "{asked}, then {none}");
}

const CALL: &str = "\
module {
  tt.func private @inner(%a: i32, %b: i32) -> i32 attributes {noinline = true} {
    %q = arith.divsi %a, %b : i32
    tt.return %q : i32
  }
  tt.func private @other() {
    tt.return
  }
  tt.func public @outer(%p: !tt.ptr<i32>, %x: i32) {
    %c = arith.constant 3 : i32
    %y = tt.call @inner(%x, %c) : (i32, i32) -> i32
    tt.store %p, %y : !tt.ptr<i32>
    tt.return
  }
}
";

#[test]
fn callees_are_put_in_the_place_of_their_calls() {
    let divides = |op: &Operation| {
        let mut found = (false, false);
        op.walk(&mut |op| {
            found.0 |= op.name.as_str() == "tt.store";
            found.1 |= ["arith.divsi", "tt.call"].contains(&op.name.as_str());
        });
        found == (true, true)
    };
    let (best, _) = reduced(CALL, Journal::default(), |module| {
        !named(module, "arith.divsi").is_empty() && module.functions().into_iter().any(divides)
    });
    assert_eq!(best.module().functions().len(), 1, "{}", best.text());
    assert!(named(best.module(), "tt.call").is_empty(), "{}", best.text());
}

#[test]
#[ignore = "needs triton 3.8.0"]
fn an_assertion_of_a_pass_in_25_lines() {
    let home = Home::from_environment().unwrap();
    let mut progress = |line: &str| eprintln!("{line}");
    let id = "triton==3.8.0".parse().unwrap();
    let toolchain = Toolchain::ensure(&home, &id, &mut progress).unwrap();
    let mut worker = Worker::start(&toolchain, WorkerOptions::default()).unwrap();
    let pass = "tritongpu-optimize-thread-locality";
    let mut asserts = |ir: &Ir| {
        let job = Job::RunPasses(PassJob {
            text: ir.text().to_owned(),
            passes: vec![pass.to_owned()],
            target: Target::cuda(80),
        });
        let failure = worker.run(&job).unwrap().failure;
        failure.is_some_and(|failure| {
            failure.kind == FailureKind::Assertion && failure.pass.as_deref() == Some(pass)
        })
    };
    let start = Ir::parse(TWO_USES).unwrap();
    assert!(asserts(&start));
    let ask = |candidates: &[Ir]| candidates.iter().map(|ir| Some(asserts(ir))).collect::<Vec<_>>();
    let budget = Budget { attempts: 600, ..BUDGET };
    let mut search = Search::new(start, 2, budget, Journal::default(), ask);
    ir::module(&mut search);
    let best = search.into_best();
    eprintln!("{}", best.text());
    assert!(lines(&best) <= 25, "{}", best.text());
}
