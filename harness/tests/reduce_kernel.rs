//! The reducer of kernels on generated ones, with predicates that need no toolchain: the case still
//! has some operation, and is well defined.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::cell::Cell;
use std::time::Duration;

use rayon::prelude::*;
use support::Builder;
use tritonsmith::evaluate::reference;
use tritonsmith::generate::{Config, Numerics, from_seed};
use tritonsmith::program::ops::BinaryOp;
use tritonsmith::program::{Carried, For, Operand, Stmt, Type, operations};
use tritonsmith::reduce::kernel::{kernel, recondition, statements};
use tritonsmith::reduce::{Budget, Journal, Search};
use tritonsmith::tensor::DType;
use tritonsmith::testcase::{Argument, Fill, TestCase};

const SEED: u64 = 77;
const CASES: usize = 30;
/// What a large kernel is.
const LARGE: usize = 25;
const BUDGET: Budget = Budget { attempts: 2000, time: Duration::from_secs(3600) };

fn large(count: usize) -> Vec<TestCase> {
    let config = Config { numerics: Numerics::Mixed, ..Config::default() };
    let cases = (0..).map(|index| from_seed(SEED, index, &config));
    cases.filter(|case| statements(case) >= LARGE).take(count).collect()
}

/// One of the operations of the kernel.
fn wanted(case: &TestCase, number: usize) -> String {
    let names: Vec<String> = operations(&case.program.body).into_iter().collect();
    names[number * 7 % names.len()].clone()
}

fn is_sound(case: &TestCase) -> bool {
    case.check().is_ok() && reference(case).is_ok()
}

/// The result, and how many candidates were asked about.
fn reduced(start: &TestCase, wanted: &str, journal: Journal) -> (TestCase, usize) {
    let asked = Cell::new(0);
    let holds = |case: &TestCase| {
        operations(&case.program.body).contains(wanted) && reference(case).is_ok()
    };
    let ask = |candidates: &[TestCase]| {
        asked.set(asked.get() + candidates.len());
        candidates.par_iter().map(|case| Some(holds(case))).collect()
    };
    let mut search = Search::new(start.clone(), 2, BUDGET, journal, ask)
        .on_accepted(|case| assert!(is_sound(case), "{}", case.to_json()));
    kernel(&mut search);
    let best = search.into_best();
    (best, asked.get())
}

fn median(mut numbers: Vec<usize>) -> usize {
    numbers.sort_unstable();
    numbers[numbers.len() / 2]
}

#[test]
fn what_is_valid_stays_valid() {
    for case in large(CASES) {
        let pruned = recondition(case.clone()).unwrap_or_else(|| panic!("{}", case.name));
        assert!(is_sound(&pruned), "{}", case.name);
        assert_eq!(recondition(pruned.clone()), Some(pruned), "{}", case.name);
    }
}

#[test]
fn kernels_become_small() {
    let (mut sizes, mut asks) = (Vec::new(), Vec::new());
    for (number, case) in large(CASES).iter().enumerate() {
        let wanted = wanted(case, number);
        let (best, asked) = reduced(case, &wanted, Journal::default());
        assert!(operations(&best.program.body).contains(&wanted), "{}", case.name);
        let (before, after) = (statements(case), statements(&best));
        println!("{} {wanted}: {before} to {after}, {asked} asked", case.name);
        assert!(after <= before && best.program.name == "kernel", "{}", case.name);
        sizes.push(after);
        asks.push(asked);
    }
    let (size, asked) = (median(sizes), median(asks));
    assert!(size <= 12, "{size} statements in the median");
    assert!(asked <= 300, "{asked} candidates in the median");
}

#[test]
fn a_journal_leads_to_the_same_kernel() {
    let folder = tempfile::tempdir().unwrap();
    for (number, case) in large(3).iter().enumerate() {
        let path = folder.path().join(format!("{number}.jsonl"));
        let wanted = wanted(case, number);
        let (one, asked) = reduced(case, &wanted, Journal::open(&path).unwrap());
        // Killed half-way.
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() / 2]).unwrap();
        let (other, again) = reduced(case, &wanted, Journal::open(&path).unwrap());
        assert_eq!(one, other, "{}", case.name);
        assert!(again < asked || asked == 0, "{again} of {asked}");
        let (_, third) = reduced(case, &wanted, Journal::open(&path).unwrap());
        assert_eq!(third, 0, "{}", case.name);
    }
}

/// Sums of products in a loop to a run-time end.
fn example() -> TestCase {
    let mut b = Builder::new();
    let fill = Fill::Ramp { low: 3, stride: 5, modulus: 61, scale: 0 };
    let input = b.pointer("x", DType::F32, 64, fill);
    let out = b.pointer("y", DType::F32, 64, Fill::Unwritten);
    let end = b.scalar("count", DType::I32, Argument::Int(3));
    let index = b.arange(32);
    let loaded = b.load(input, index);
    let init = b.full(&[32], 0.0, DType::F32);
    let tile = b.ty(init);
    let (step, inside) = (b.define(Type::scalar(DType::I32)), b.define(tile.clone()));
    b.open();
    let product = b.binary(BinaryOp::Mul, loaded, 2.0);
    let next = b.binary(BinaryOp::Add, inside, product);
    let body = b.close();
    let after = b.define(tile);
    b.push(Stmt::For(For {
        index: step,
        start: Operand::Int(0),
        end: Operand::Value(end),
        step: Operand::Int(1),
        num_stages: Some(3),
        unroll: None,
        is_static: false,
        hints: vec![],
        is_while: false,
        carried: vec![Carried { init, inside, next, after }],
        body,
    }));
    b.store(out, index, after);
    b.case("example", [1, 1, 1])
}

#[test]
fn a_loop_becomes_its_body() {
    let (best, _) = reduced(&example(), "binary.mul", Journal::default());
    assert!(!operations(&best.program.body).contains("for"), "{}", best.to_json());
    assert!(statements(&best) <= 6, "{}", best.to_json());
    let names: Vec<&str> = best.program.params.iter().map(|param| param.name.as_str()).collect();
    assert_eq!(names, ["out"]);
    assert_eq!((best.options.num_warps, best.arguments.len()), (1, 1));
    let (looped, _) = reduced(&example(), "for", Journal::default());
    assert!(operations(&looped.program.body).contains("for"), "{}", looped.to_json());
    assert!(statements(&looped) <= 6, "{}", looped.to_json());
}
