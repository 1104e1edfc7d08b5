//! Every rule of well-definedness, and a kernel that breaks it.

use tritonsmith::evaluate::{Expected, evaluate};
use tritonsmith::program::ops::{
    AddPtr, Atomic, AtomicOp, BinaryOp, Caching, Dot, Full, Gather, Hint, Load, Ordering,
    Precision, Predicate, Sort,
};
use tritonsmith::program::{Op, Operand, Stmt, Undefined, ValueId};
use tritonsmith::tensor::{DType, Exact};

use crate::examples::scaled_product;
use crate::support::Builder;
use crate::{RAMP, run};

fn reason(grid: u32, write: impl Fn(&mut Builder, ValueId, ValueId, ValueId)) -> &'static str {
    run(grid, write).expect_err("this is not well defined").reason
}

#[test]
fn broken_rules_are_reported() {
    let far = |b: &mut Builder, a: ValueId, out: ValueId, range: ValueId| {
        let offset = b.binary(BinaryOp::Mul, range, 5i128);
        let value = b.load(a, offset);
        b.store(out, range, value);
    };
    assert_eq!(reason(1, far), "access out of bounds");
    let overlap = |b: &mut Builder, _: ValueId, out: ValueId, range: ValueId| {
        let half = b.binary(BinaryOp::FloorDiv, range, 2i128);
        b.store(out, half, range);
    };
    assert_eq!(reason(1, overlap), "an element is stored to twice");
    let reads = |b: &mut Builder, _: ValueId, out: ValueId, range: ValueId| {
        b.load(out, range);
        b.store(out, range, range);
    };
    assert_eq!(reason(1, reads), "an element is loaded and stored to");
    let zero = |b: &mut Builder, _: ValueId, out: ValueId, range: ValueId| {
        let value = b.binary(BinaryOp::FloorDiv, 7i128, range);
        b.store(out, range, value);
    };
    assert_eq!(reason(1, zero), "division by zero");
    let shift = |b: &mut Builder, _: ValueId, out: ValueId, range: ValueId| {
        let amount = b.binary(BinaryOp::Mul, range, 3i128);
        let value = b.binary(BinaryOp::Shl, range, amount);
        b.store(out, range, value);
    };
    assert_eq!(reason(1, shift), "shift past the width");
    let gathered = |b: &mut Builder, _: ValueId, _: ValueId, range: ValueId| {
        let index = b.binary(BinaryOp::Add, range, 1i128);
        b.op(Gather { value: range, index, axis: 0 });
    };
    assert_eq!(reason(1, gathered), "a gather out of bounds");
    let rounded = |b: &mut Builder, _: ValueId, _: ValueId, range: ValueId| {
        let float = b.cast(range, DType::F32);
        b.binary(BinaryOp::Div, float, 3.0);
    };
    assert_eq!(reason(1, rounded), "a result is rounded");
}

/// Multiples of a number, divided by it.
fn quotients(dtype: DType, divisor: f64) -> Result<Expected<Exact>, Undefined> {
    run(1, |b, _, _, range| {
        let number = b.cast(range, dtype);
        let multiple = b.binary(BinaryOp::Mul, number, divisor);
        b.binary(BinaryOp::Div, multiple, divisor);
    })
}

#[test]
fn representable_quotients_are_exact_only_where_the_division_is() {
    assert_eq!(quotients(DType::F32, 3.0).unwrap_err().reason, "a result is rounded");
    assert!(quotients(DType::F32, 4.0).is_ok());
    assert!(quotients(DType::F64, 3.0).is_ok());
}

/// A product of two matrices that are the same everywhere, and what it is added to.
fn product(value: f64, acc: f64, precision: Precision) -> Result<Expected<Exact>, Undefined> {
    run(1, |b, _, _, _| {
        let full = |value: f64, dtype: DType| {
            Op::from(Full { shape: vec![16, 16], value: Operand::Float(value), dtype })
        };
        let (factor, acc) = (b.op(full(value, DType::F32)), b.op(full(acc, DType::F32)));
        b.op(Dot { left: factor, right: factor, acc: Some(acc), precision, out_dtype: DType::F32 });
    })
}

#[test]
fn a_product_must_be_exact_in_a_matrix_unit() {
    assert!(product(3.0, 0.5, Precision::Tf32).is_ok());
    // 24 bits are not enough for the sum, 11 not for a factor in tf32.
    let order = product(3.0, 16_777_216.0, Precision::Ieee).unwrap_err();
    assert_eq!(order.reason, "a dot depends on its order");
    assert!(product(2049.0, 0.0, Precision::Ieee).is_err_and(|e| e.reason.contains("order")));
    let cut = product(2049.0, 0.0, Precision::Tf32).unwrap_err();
    assert_eq!(cut.reason, "a factor of a dot is rounded");
    assert!(product(513.0, 0.0, Precision::Ieee).is_ok());
}

#[test]
fn scales_must_keep_factors_exact() {
    let scaled = |scale: i128| {
        let product = |b: &mut Builder, _: ValueId, _: ValueId, _: ValueId| {
            let product = scaled_product(b, scale);
            b.op(product);
        };
        run(1, product).err().map(|error| error.reason)
    };
    assert_eq!(scaled(127), None);
    assert_eq!(scaled(255), Some("a scale of a dot is out of range"));
    assert_eq!(scaled(113), Some("a factor of a dot is rounded"));
}

#[test]
fn hints_must_be_true() {
    let hint = |multiple: Vec<u32>, contiguous: Vec<u32>, constant: Vec<u32>| {
        let given = |b: &mut Builder, _: ValueId, _: ValueId, range: ValueId| {
            let value = b.binary(BinaryOp::Add, range, 4i128);
            let (multiple, contiguous) = (multiple.clone(), contiguous.clone());
            b.op(Hint { value, multiple, contiguous, constant: constant.clone() });
        };
        run(1, given).err().map(|error| error.reason)
    };
    assert_eq!(hint(vec![4], vec![8], vec![]), None);
    assert_eq!(hint(vec![], vec![16], vec![]), None);
    assert_eq!(hint(vec![8], vec![8], vec![]), Some("a hint of divisibility is false"));
    assert_eq!(hint(vec![2], vec![], vec![]), Some("a hint of divisibility is false"));
    assert_eq!(hint(vec![], vec![], vec![2]), Some("a hint of constancy is false"));
    let jumps = |b: &mut Builder, _: ValueId, _: ValueId, range: ValueId| {
        let value = b.binary(BinaryOp::Mul, range, 2i128);
        let (multiple, constant) = (vec![], vec![]);
        b.op(Hint { value, multiple, contiguous: vec![2], constant });
    };
    assert_eq!(reason(1, jumps), "a hint of contiguity is false");
}

#[test]
fn unspecified_values_must_not_decide() {
    // `out` is unwritten, so what is loaded from its upper half is unspecified.
    let unspecified = |b: &mut Builder, out: ValueId, range: ValueId| {
        let upper = b.binary(BinaryOp::Add, range, 32i128);
        b.load(out, upper)
    };
    let address = |b: &mut Builder, a: ValueId, out: ValueId, range: ValueId| {
        let offset = unspecified(b, out, range);
        b.load(a, offset);
    };
    assert_eq!(reason(1, address), "an address is an unspecified value");
    let mask = |b: &mut Builder, a: ValueId, out: ValueId, range: ValueId| {
        let value = unspecified(b, out, range);
        let mask = b.compare(Predicate::Gt, value, 0i128);
        let pointer = b.op(AddPtr { pointer: a, offset: Operand::Value(range) });
        b.op(Load { pointer, mask: Some(mask), other: None, caching: Caching::Usual });
    };
    assert_eq!(reason(1, mask), "a mask is an unspecified value");
    let divisor = |b: &mut Builder, _: ValueId, out: ValueId, range: ValueId| {
        let value = unspecified(b, out, range);
        b.binary(BinaryOp::Rem, range, value);
    };
    assert_eq!(reason(1, divisor), "division by an unspecified value");
    let sorted = |b: &mut Builder, _: ValueId, out: ValueId, range: ValueId| {
        let value = unspecified(b, out, range);
        b.op(Sort { value, descending: false });
    };
    assert_eq!(reason(1, sorted), "a sort of an unspecified value");
    let index = |b: &mut Builder, _: ValueId, out: ValueId, range: ValueId| {
        let index = unspecified(b, out, range);
        b.op(Gather { value: range, index, axis: 0 });
    };
    assert_eq!(reason(1, index), "a gather by an unspecified index");
    let stored = |b: &mut Builder, _: ValueId, out: ValueId, range: ValueId| {
        let value = unspecified(b, out, range);
        b.store(out, range, value);
    };
    let expected = run(1, stored).unwrap();
    assert!(expected.buffers[1].bits()[..16].iter().all(Option::is_none));
    assert!(expected.buffers[1].written[..16].iter().all(|written| *written));
}

/// Atomics of one kind at `offsets` of a buffer that holds 1 to 64.
fn atomics(op: AtomicOp, old: bool, divisor: i128) -> Result<Expected<Exact>, Undefined> {
    let mut builder = Builder::new();
    let shared = builder.pointer("shared", DType::I32, 64, RAMP);
    let range = builder.arange(16);
    let offset = builder.binary(BinaryOp::FloorDiv, range, divisor);
    let pointer = builder.op(AddPtr { pointer: shared, offset: Operand::Value(offset) });
    let ordering = Ordering::Relaxed;
    let compare = (op == AtomicOp::Cas).then(|| builder.full(&[16], 3i128, DType::I32));
    let atomic = Atomic { op, pointer, compare, value: range, mask: None, ordering, old };
    if old {
        builder.op(atomic);
    } else {
        builder.push(Stmt::Do(atomic.into()));
    }
    evaluate(&builder.case("atomics", [1, 1, 1]))
}

#[test]
fn atomics_meet_in_no_order() {
    let bits = |op, divisor| atomics(op, false, divisor).unwrap().buffers[0].bits();
    assert_eq!(bits(AtomicOp::Add, 4)[..5], [1 + 6, 2 + 22, 3 + 38, 4 + 54, 5].map(Some));
    assert_eq!(bits(AtomicOp::Max, 8)[..3], [7, 15, 3].map(Some));
    assert_eq!(bits(AtomicOp::Cas, 1)[..4], [1, 2, 2, 4].map(Some));
    // What does not equal is not written to.
    let swapped = atomics(AtomicOp::Cas, false, 1).unwrap();
    assert_eq!(swapped.buffers[0].written[..4], [false, false, true, false]);
    assert_eq!(bits(AtomicOp::Xchg, 1)[..3], [0, 1, 2].map(Some));
    for (op, old) in [(AtomicOp::Add, true), (AtomicOp::Xchg, false), (AtomicOp::Cas, true)] {
        let error = atomics(op, old, 2).unwrap_err();
        assert_eq!(error.reason, "an atomic depends on the order");
        assert!(atomics(op, old, 1).is_ok());
    }
}

#[test]
fn an_exchange_that_finds_another_value_is_in_no_order_with_a_store() {
    let exchanged = |stored_at: i128| {
        let mut builder = Builder::new();
        let shared = builder.pointer("shared", DType::I32, 64, RAMP);
        let range = builder.arange(16);
        let pointer = builder.op(AddPtr { pointer: shared, offset: Operand::Value(range) });
        let compare = Some(builder.full(&[16], 100i128, DType::I32));
        let (op, ordering) = (AtomicOp::Cas, Ordering::Relaxed);
        let atomic =
            Atomic { op, pointer, compare, value: range, mask: None, ordering, old: false };
        builder.push(Stmt::Do(atomic.into()));
        let offset = builder.binary(BinaryOp::Add, range, stored_at);
        builder.store(shared, offset, range);
        evaluate::<Exact>(&builder.case("exchange", [1, 1, 1]))
    };
    assert_eq!(exchanged(15).unwrap_err().reason, "an element is stored to twice");
    let apart = exchanged(16).unwrap();
    assert_eq!(apart.buffers[0].written[14..18], [false, false, true, true]);
}
