//! Cases in which every value is stored: which values those are, and that the cases are well defined.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::Builder;
use tritonsmith::evaluate::{evaluate, reference};
use tritonsmith::generate::{Config, from_seed};
use tritonsmith::program::ops::{BinaryOp, Predicate};
use tritonsmith::program::{Call, For, If, Merged, Operand, Returned, Stmt, Type};
use tritonsmith::tensor::{DType, Exact};
use tritonsmith::testcase::{Fill, TestCase};

/// Flags are added in a function, which a branch calls, from the iteration `from` of a loop on.
fn nested(from: i128) -> TestCase {
    let mut builder = Builder::new();
    let ramp = Fill::Ramp { low: 0, stride: 1, modulus: 2, scale: 0 };
    let input = builder.pointer("flags", DType::I1, 16, ramp);
    let out = builder.pointer("out", DType::I1, 64, Fill::Unwritten);
    let lanes = builder.arange(16);
    let flags = builder.load(input, lanes);
    let index = builder.define(Type::scalar(DType::I32));
    builder.open();
    let condition = builder.compare(Predicate::Ge, index, from);
    builder.open();
    builder.open();
    let inner = builder.binary(BinaryOp::Add, flags, flags);
    let body = builder.close();
    let ty = builder.ty(inner);
    let value = builder.define(ty.clone());
    builder.push(Stmt::Call(Call {
        noinline: false,
        body,
        results: vec![Returned { value, inner }],
    }));
    let then = builder.close();
    let sum = builder.define(ty);
    let merged = vec![Merged { value: sum, then: value, otherwise: flags }];
    builder.push(Stmt::If(If { condition, then, otherwise: vec![], merged }));
    let start = builder.binary(BinaryOp::Mul, index, 16i128);
    let offset = builder.binary(BinaryOp::Add, lanes, start);
    builder.store(out, offset, sum);
    let body = builder.close();
    builder.push(Stmt::For(For {
        index,
        start: Operand::Int(1),
        end: Operand::Int(3),
        step: Operand::Int(1),
        num_stages: None,
        unroll: None,
        is_static: false,
        hints: vec![],
        is_while: false,
        carried: vec![],
        body,
    }));
    builder.case("nested", [1, 1, 1])
}

/// What the probe of a value holds, and which elements of it are stored.
fn held(case: &TestCase, value: &str) -> (Vec<Option<u64>>, Vec<bool>) {
    let (probed, probes) = case.probed().unwrap();
    let probe = probes.iter().find(|probe| probe.value == value).unwrap();
    let expected = evaluate::<Exact>(&probed).unwrap();
    let buffer = expected.buffers.iter().find(|buffer| buffer.name == probe.buffer).unwrap();
    (buffer.bits(), buffer.written.clone())
}

#[test]
fn values_in_loops_branches_and_functions_are_stored_once() {
    let case = nested(1);
    let (_, probes) = case.probed().unwrap();
    let at = |value: &str| probes.iter().position(|probe| probe.value == value).unwrap();
    let order = ["load.plain i1", "compare.ge i1", "binary.add i1", "call i1", "if i1"].map(at);
    assert!(order.is_sorted(), "{order:?}");
    assert_eq!(held(&case, "binary.add i1"), (vec![Some(0); 16], vec![true; 16]));
    // The first iteration is that of number 1.
    assert_eq!(held(&case, "binary.mul i32").0, [Some(16)]);
}

#[test]
fn a_branch_that_is_not_taken_stores_nothing() {
    let case = nested(2);
    assert_eq!(held(&case, "binary.add i1").1, [false; 16]);
    assert_eq!(held(&case, "if i1").1, [true; 16]);
}

#[test]
fn generated_kernels_are_well_defined_with_probes() {
    let (mut kernels, mut probed, mut inner) = (0, 0, 0);
    for index in 0..150 {
        let case = from_seed(5, index, &Config::default());
        if reference(&case).is_err() {
            continue;
        }
        kernels += 1;
        let Some((with, probes)) = case.probed() else { continue };
        let evaluated = reference(&with);
        assert!(evaluated.is_ok(), "{}: {:?}", case.name, evaluated.err());
        probed += 1;
        let outside: usize = case.program.body.iter().filter(|s| s.blocks().is_empty()).count();
        inner += usize::from(probes.len() > outside);
    }
    assert!(kernels >= 140 && probed * 10 >= kernels * 9, "{probed} of {kernels}");
    assert!(inner > 0, "no loop, branch or function has a probe");
}
