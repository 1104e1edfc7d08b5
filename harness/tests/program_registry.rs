//! Every variant of every operation has a name of its own and an example that types, renders and
//! evaluates; and every rule of well-definedness has a kernel that breaks it.

#![allow(missing_docs, unused_crate_dependencies)]
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::collections::BTreeSet;

use support::Builder;
use tritonsmith::evaluate::{Expected, evaluate, reference};
use tritonsmith::program::ops::{
    AddPtr, Along, Arange, ArgReduce, Atomic, AtomicOp, Binary, BinaryOp, BlockAxis, BlockLoad,
    BlockPointer, BlockStore, BroadcastTo, Caching, Cast, Clamp, Combine, Compare, CumProd, CumSum,
    DescriptorLoad, DescriptorStore, Digest, Dot, DotScaled, Downcast, ExpandDims, Extreme, Flip,
    Fma, Format, Full, Function, Gather, Hint, Histogram, Interleave, Join, Load, Math, Monoid,
    NumPrograms, Ordering, Padding, Permute, Philox, Precision, Predicate, ProgramId, Rand, Reduce,
    ReduceOp, Reshape, Scaled, Sort, Source, Split, Store, Swizzle, TopK, Unary, UnaryOp,
    Unordered, Where, Window,
};
use tritonsmith::program::{
    Call, Carried, For, If, Matrix, Merged, Op, Operand, Operation, Returned, Stmt, Type,
    Undefined, ValueId,
};
use tritonsmith::render;
use tritonsmith::tensor::{DType, Exact};
use tritonsmith::testcase::{Argument, Fill, Mode, TestCase};

const RAMP: Fill = Fill::Ramp { low: 1, stride: 1, modulus: 64, scale: 0 };

/// One example of each variant, in a kernel of 16 elements.
fn examples(builder: &mut Builder) -> Vec<String> {
    let pointer = builder.pointer("a", DType::I32, 64, RAMP);
    let range = builder.arange(16);
    let int = builder.load(pointer, range);
    let float = builder.cast(int, DType::F32);
    let flag = builder.compare(Predicate::Lt, int, 5i128);
    let square = builder.op(Reshape { value: int, shape: vec![4, 4] });
    let pairs = builder.op(Reshape { value: int, shape: vec![8, 2] });
    let pointers = builder.op(AddPtr { pointer, offset: Operand::Value(range) });
    let (left, literal) = (Operand::Value(int), Operand::Int(3));
    let two = Operand::Float(2.0);
    let matrix = builder.op(Full { shape: vec![16, 16], value: two, dtype: DType::F16 });
    let mut ops: Vec<Op> = vec![
        Full { shape: vec![4], value: literal, dtype: DType::I8 }.into(),
        Arange { start: 0, end: 8 }.into(),
        ProgramId { axis: 0 }.into(),
        NumPrograms { axis: 1 }.into(),
        Cast { value: int, dtype: DType::F64, bitcast: false }.into(),
        Cast { value: int, dtype: DType::F32, bitcast: true }.into(),
        Where { condition: flag, then: int, otherwise: range }.into(),
        ExpandDims { value: int, axis: 1 }.into(),
        BroadcastTo { value: square, shape: vec![4, 4] }.into(),
        Reshape { value: int, shape: vec![2, 8] }.into(),
        Reshape { value: square, shape: vec![16] }.into(),
        Permute { value: square, axes: vec![1, 0] }.into(),
        Dot {
            left: matrix,
            right: matrix,
            acc: None,
            precision: Precision::Ieee,
            out_dtype: DType::F32,
        }
        .into(),
        Fma { left: float, right: float, addend: float }.into(),
        CumSum { value: int, axis: 0, reverse: true }.into(),
        CumProd { value: int, axis: 0, reverse: false }.into(),
        Clamp { value: float, low: 2.0, high: 7.5 }.into(),
        Downcast { value: float, dtype: DType::F16, toward_zero: false }.into(),
        Downcast { value: float, dtype: DType::BF16, toward_zero: true }.into(),
        Philox { seed: Operand::Int(-5), counters: vec![int], rounds: 10, result: 3 }.into(),
        Philox { seed: Operand::Int(5), counters: vec![int; 4], rounds: 7, result: 0 }.into(),
        Rand { seed: Operand::Int(5), offset: int, rounds: 10, bits: true }.into(),
        scaled_product(builder, 128).into(),
        Swizzle { row: range, column: range, size: [16, 16], group: 3, second: true }.into(),
        TopK { value: int, count: 4 }.into(),
        Interleave { first: int, second: range }.into(),
        Join { first: int, second: range }.into(),
        Split { value: pairs, second: true }.into(),
        Gather { value: int, index: range, axis: 0 }.into(),
        Sort { value: int, descending: true }.into(),
        Flip { value: int, axis: 0 }.into(),
        Histogram { value: int, bins: 64 }.into(),
        AddPtr { pointer, offset: literal }.into(),
        Load { pointer: pointers, mask: None, other: None, caching: Caching::Usual }.into(),
        Load { pointer: pointers, mask: Some(flag), other: None, caching: Caching::Usual }.into(),
        Load { pointer: pointers, mask: Some(flag), other: Some(literal), caching: Caching::Usual }
            .into(),
    ];
    for op in BinaryOp::ALL {
        let left = if op == BinaryOp::Div { Operand::Value(float) } else { left };
        let right = if op == BinaryOp::Div { Operand::Float(2.0) } else { literal };
        ops.push(Binary { op, left, right }.into());
    }
    for op in [UnaryOp::Neg, UnaryOp::Not, UnaryOp::Abs] {
        ops.push(Unary { op, value: int }.into());
    }
    for predicate in Predicate::ALL {
        ops.push(Compare { predicate, left: int, right: literal }.into());
    }
    for op in ReduceOp::ALL {
        ops.push(Reduce { op, value: square, axis: Some(1), keep_dims: false }.into());
    }
    ops.extend(combinations(int, float));
    ops.extend(extremes(int));
    ops.extend(hints(range));
    for source in Source::ALL {
        let values = if source == Source::Cat { vec![int, range] } else { vec![square] };
        ops.push(Unordered { values, source, digest: Digest::Reduce(ReduceOp::Sum) }.into());
    }
    let mut names: Vec<String> = ops.iter().map(Op::name).collect();
    for op in ops {
        assert!(op.operands().iter().all(|id| builder.types.get(*id).is_ok()));
        let mut mapped = op.clone();
        mapped.map_operands(&mut |id| ValueId(id.0 + 100));
        let ids: Vec<ValueId> = op.operands().iter().map(|id| ValueId(id.0 + 100)).collect();
        assert_eq!(mapped.operands(), ids);
        builder.op(op);
    }
    writes(builder, &mut names, range);
    let out = builder.pointer("out", DType::I32, 64, Fill::Unwritten);
    let pointers = builder.op(AddPtr { pointer: out, offset: Operand::Value(range) });
    for (offset, mask) in [(0, None), (16, Some(flag))] {
        let pointer = builder.op(AddPtr { pointer: pointers, offset: Operand::Int(offset) });
        let store = Op::from(Store { pointer, value: int, mask, caching: Caching::Usual });
        names.push(store.name());
        builder.push(Stmt::Do(store));
    }
    names
}

/// A product of 16 by 32 and 32 by 16 elements; the left ones are scaled by 2^(scale - 127).
fn scaled_product(builder: &mut Builder, scale: i128) -> DotScaled {
    let mut full = |shape: [usize; 2], value: Operand, dtype: DType| {
        builder.op(Full { shape: shape.to_vec(), value, dtype })
    };
    let half = Operand::Float(0.5);
    let (left, right) = (full([16, 32], half, DType::F16), full([32, 16], half, DType::F16));
    let scale = Some(full([16, 1], Operand::Int(scale), DType::U8));
    let format = Format::Fp16;
    let (left, right) =
        (Scaled { value: left, scale, format }, Scaled { value: right, scale: None, format });
    DotScaled { left, right, acc: None, fast_math: false }
}

/// What writes to buffers of its own.
fn writes(builder: &mut Builder, names: &mut Vec<String>, value: ValueId) {
    for op in AtomicOp::ALL {
        let name = format!("atomic_{}", op.word());
        let shared = builder.pointer(&name, DType::I32, 16, RAMP);
        let pointer = builder.op(AddPtr { pointer: shared, offset: Operand::Value(value) });
        let compare = (op == AtomicOp::Cas).then_some(value);
        let ordering = Ordering::AcqRel;
        let atomic = Atomic { op, pointer, compare, value, mask: None, ordering, old: true };
        names.push(atomic.name());
        builder.op(atomic);
    }
    let matrix = builder.pointer("matrix", DType::I32, 64, Fill::Unwritten);
    // What is stored has rows of whole chunks of 16 bytes.
    let window = |pointer, columns| Window {
        pointer,
        host: false,
        shape: [Operand::Int(3), Operand::Int(columns)],
        stride: 8,
        block: [4, 8],
        offsets: [Operand::Int(1), Operand::Int(0)],
    };
    let from = builder.pointer("source", DType::I32, 64, RAMP);
    let load = DescriptorLoad(window(from, 6));
    names.push(load.name());
    let value = builder.op(load);
    let store = Op::from(DescriptorStore { window: window(matrix, 4), value });
    names.push(store.name());
    builder.push(Stmt::Do(store));
    passed(builder, names);
    blocks(builder, names, from);
}

/// Windows of matrices whose descriptors are passed.
fn passed(builder: &mut Builder, names: &mut Vec<String>) {
    let described = Matrix { dtype: DType::I32, shape: [3, 6], stride: 8, block: [4, 8] };
    let from = builder.descriptor("described", described, 24, RAMP);
    let stored = Matrix { shape: [3, 8], ..described };
    let to = builder.descriptor("stored", stored, 24, Fill::Unwritten);
    let load = DescriptorLoad(Window::of_host(from, &described, [1, -4].map(Operand::Int)));
    names.push(load.name());
    let value = builder.op(load);
    let window = Window::of_host(to, &stored, [1, 0].map(Operand::Int));
    let store = Op::from(DescriptorStore { window, value });
    names.push(store.name());
    builder.push(Stmt::Do(store));
}

/// A block of 4 by 8 that is loaded and stored transposed, from beyond the edges of a matrix.
fn blocks(builder: &mut Builder, names: &mut Vec<String>, from: ValueId) {
    let axis = |length: i128, stride: i128, offset: i128, block: usize| {
        let [length, stride, offset] = [length, stride, offset].map(Operand::Int);
        BlockAxis { length, stride, offset, block, checked: true }
    };
    let block = |pointer, strides: [i128; 2]| BlockPointer {
        pointer,
        axes: vec![axis(6, strides[0], 3, 4), axis(8, strides[1], -2, 8)],
        order: vec![1, 0],
        advances: vec![vec![Operand::Int(1), Operand::Int(-1)]],
    };
    let load = BlockLoad { block: block(from, [8, 1]), padding: Padding::Zero };
    names.push(load.name());
    let value = builder.op(load);
    let moved = builder.pointer("moved", DType::I32, 64, Fill::Unwritten);
    let store = Op::from(BlockStore { block: block(moved, [1, 6]), value });
    names.push(store.name());
    builder.push(Stmt::Do(store));
}

/// Where an extreme element is, or that and the element.
fn extremes(value: ValueId) -> Vec<Op> {
    let extreme = |greatest: bool, told: Extreme| {
        let (tie_break_left, keep_dims) = (greatest, !greatest);
        ArgReduce { greatest, value, axis: 0, tie_break_left, keep_dims, told }.into()
    };
    let each = |greatest| [Extreme::Index, Extreme::PairValue].map(|told| extreme(greatest, told));
    [true, false].into_iter().flat_map(each).collect()
}

/// Hints that are true of numbers that follow each other from 0.
fn hints(value: ValueId) -> Vec<Op> {
    let hint = |multiple: &[u32], contiguous: &[u32], constant: &[u32]| {
        let [multiple, contiguous, constant] =
            [multiple, contiguous, constant].map(<[u32]>::to_vec);
        Hint { value, multiple, contiguous, constant }.into()
    };
    vec![hint(&[8], &[8], &[]), hint(&[], &[16], &[1]), hint(&[], &[], &[1])]
}

/// A reduction or a scan by each function, and one by several.
fn combinations(int: ValueId, float: ValueId) -> Vec<Op> {
    let one = |part: Monoid| {
        let along = if part.commutes() { Along::Reduce(Some(0)) } else { Along::Scan(0) };
        let value = if part == Monoid::Fill { float } else { int };
        Combine { values: vec![value; part.arity()], parts: vec![part], along, result: 0 }
    };
    let mut ops: Vec<Op> = Monoid::ALL.iter().map(|part| one(*part).into()).collect();
    let parts = vec![Monoid::Add, Monoid::Greater];
    let (values, along) = (vec![int, float], Along::ScanBack(0));
    ops.push(Combine { values, parts, along, result: 1 }.into());
    ops
}

#[test]
fn every_variant_types_renders_and_evaluates() {
    let mut builder = Builder::new();
    let names = examples(&mut builder);
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    let case = builder.case("examples", [2, 1, 1]);
    // Both instances exchange the same elements, and look at what was there.
    let error = evaluate::<Exact>(&case).unwrap_err();
    assert_eq!(error, Undefined::at("an atomic depends on the order", "atomic_add[0]"));
    let expected = evaluate::<Exact>(&TestCase { grid: [1, 1, 1], ..case.clone() }).unwrap();
    let out = expected.buffers.iter().find(|buffer| buffer.name == "out").unwrap();
    assert_eq!(out.bits()[..17], (1..=16).chain([1]).map(Some).collect::<Vec<_>>());
    assert_eq!((out.bits()[20], out.written[19], out.written[20]), (None, true, false));
    // Rows 1 and 2 from column -4 on: what is beyond the edges is zero, and rows beyond are not stored.
    let stored = expected.buffers.iter().find(|buffer| buffer.name == "stored").unwrap();
    let rows = [0, 0, 0, 0, 9, 10, 11, 12].into_iter().chain([0, 0, 0, 0, 17, 18, 19, 20]);
    for (cell, value) in (8..24).zip(rows) {
        assert_eq!((stored.bits()[cell], stored.written[cell]), (Some(value), true), "{cell}");
    }
    assert_eq!(stored.written.iter().filter(|written| **written).count(), 16);
    let module = render::module(&case);
    assert!(module.contains("tl.sum(") && module.contains(" = described.load([1, (-4)])\n"));
    assert!(module.contains("ts.descriptor(\"stored\", [3, 8], [8, 1], [4, 8])"), "{module}");
    let again = TestCase::parse(&case.to_json(), "case").unwrap();
    assert_eq!(again, case);
}

/// A kernel over an input of 1 to 64 and two outputs; `write` gets the inputs' pointer, the outputs'
/// pointer and 0..16.
fn run(
    grid: u32,
    write: impl Fn(&mut Builder, ValueId, ValueId, ValueId),
) -> Result<Expected<Exact>, Undefined> {
    let mut builder = Builder::new();
    let input = builder.pointer("a", DType::I32, 64, RAMP);
    let out = builder.pointer("out", DType::I32, 64, Fill::Unwritten);
    let range = builder.arange(16);
    write(&mut builder, input, out, range);
    evaluate(&builder.case("rules", [grid, 1, 1]))
}

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
fn random_floats_are_known_within_a_bound() {
    let mut builder = Builder::new();
    let out = builder.pointer("out", DType::F32, 16, Fill::Unwritten);
    let offset = builder.arange(16);
    let value = builder.op(Rand { seed: Operand::Int(5), offset, rounds: 10, bits: false });
    builder.store(out, offset, value);
    let mut case = builder.case("random", [1, 1, 1]);
    assert_eq!(evaluate::<Exact>(&case).unwrap_err().reason, "a result is rounded");
    case.mode = Mode::Bounded;
    let known = reference(&case).unwrap();
    // What Triton's interpreter gives.
    let due = [0x3eef_a25f, 0x3f31_c6f7, 0x3d94_b510, 0x3f28_ebd3u64];
    for (at, bits) in due.into_iter().enumerate() {
        assert!(known.buffers[0].holds(at, bits));
        assert!(!known.buffers[0].holds(at, bits + 64));
    }
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

/// The greatest of 16 zeros, of which the first `negative` are -0.0, as bits; and where it is.
fn greatest_zero(negative: i128, tie_break_left: bool) -> [Option<u64>; 2] {
    let mut builder = Builder::new();
    let out = builder.pointer("out", DType::F32, 1, Fill::Unwritten);
    let place = builder.pointer("place", DType::I32, 1, Fill::Unwritten);
    let range = builder.arange(16);
    let first = builder.compare(Predicate::Lt, range, negative);
    let [then, otherwise] = [-0.0, 0.0].map(|zero| {
        let value = Operand::Float(zero);
        builder.op(Full { shape: vec![16], value, dtype: DType::F32 })
    });
    let value = builder.op(Where { condition: first, then, otherwise });
    let told = [(out, Extreme::PairValue), (place, Extreme::PairIndex)];
    for (pointer, told) in told {
        let (greatest, axis, keep_dims) = (true, 0, false);
        let op = ArgReduce { greatest, value, axis, tie_break_left, keep_dims, told };
        let value = builder.op(op);
        builder
            .push(Stmt::Do(Store { pointer, value, mask: None, caching: Caching::Usual }.into()));
    }
    let expected = evaluate::<Exact>(&builder.case("zeros", [1, 1, 1])).unwrap();
    [0, 1].map(|at: usize| expected.buffers[at].bits()[0])
}

#[test]
fn the_greatest_of_zeros_of_both_signs_is_open_and_where_it_is_is_not() {
    let negative_zero = Some(u64::from((-0.0f32).to_bits()));
    assert_eq!(greatest_zero(5, true), [None, Some(0)]);
    assert_eq!(greatest_zero(5, false), [None, None]);
    assert_eq!(greatest_zero(0, true), [Some(0), Some(0)]);
    assert_eq!(greatest_zero(0, false), [Some(0), None], "equal elements are one value");
    assert_eq!(greatest_zero(16, true), [negative_zero, Some(0)]);
}

#[test]
fn functions_evaluate_within_a_bound() {
    let mut builder = Builder::new();
    let input = builder.pointer("a", DType::F32, 16, RAMP);
    let out = builder.pointer("out", DType::F32, 256, Fill::Unwritten);
    let range = builder.arange(16);
    let value = builder.load(input, range);
    for (row, function) in Function::ALL.into_iter().enumerate() {
        let result = builder.op(Math { function, value });
        let place = builder.binary(BinaryOp::Add, range, 16 * row as i128);
        builder.store(out, place, result);
    }
    let mut case = builder.case("functions", [1, 1, 1]);
    assert_eq!(evaluate::<Exact>(&case).unwrap_err().reason, "a result is rounded");
    case.mode = Mode::Bounded;
    let known = reference(&case).unwrap();
    let x = 3f64;
    for (row, function) in Function::ALL.into_iter().enumerate() {
        let due = match function {
            Function::Exp => x.exp(),
            Function::Exp2 => x.exp2(),
            Function::Log => x.ln(),
            Function::Log2 => x.log2(),
            Function::Sin => x.sin(),
            Function::Cos => x.cos(),
            Function::Sqrt | Function::SqrtRn => x.sqrt(),
            Function::Rsqrt => 1.0 / x.sqrt(),
            Function::Erf => 0.999_977_909_503_001_4,
            Function::Floor | Function::Ceil => x,
            Function::Sigmoid => 1.0 / (1.0 + (-x).exp()),
        };
        let at = 16 * row + 2;
        let bits = |value: f64| u64::from((value as f32).to_bits());
        let buffer = &known.buffers[1];
        assert!(buffer.holds(at, bits(due)), "{function:?}");
        assert!(!buffer.holds(at, bits(due * 1.001 + 1e-3)), "{function:?}");
    }
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
fn functions_are_what_their_bodies_are() {
    let mut builder = Builder::new();
    let out = builder.pointer("out", DType::I32, 64, Fill::Unwritten);
    let pid = builder.program_id(0);
    let (inner, value) =
        (builder.define(Type::scalar(DType::I32)), builder.define(Type::scalar(DType::I32)));
    let op = Binary { op: BinaryOp::Mul, left: Operand::Value(pid), right: Operand::Int(3) };
    let body = vec![Stmt::Let { value: inner, op: op.into() }];
    let results = vec![Returned { value, inner }];
    let late = builder.compare(Predicate::Ge, pid, 2i128);
    builder.push(Stmt::ReturnIf(late));
    builder.push(Stmt::Call(Call { noinline: true, body, results }));
    builder.store(out, pid, value);
    let case = builder.case("calls", [4, 1, 1]);
    let expected = evaluate::<Exact>(&case).unwrap();
    assert_eq!(expected.buffers[0].bits()[..2], [0, 3].map(Some));
    assert_eq!(expected.buffers[0].written[..4], [true, true, false, false]);
    let text = render::module(&case);
    assert!(text.contains("@triton.jit(noinline=True)\ndef kernel_helper0("), "{text}");
}

#[test]
fn loops_carry_values_that_trade_places() {
    let swap = |b: &mut Builder, _: ValueId, out: ValueId, range: ValueId| {
        let one = b.full(&[16], 1i128, DType::I32);
        let ty = b.ty(range);
        let index = b.define(Type::scalar(DType::I32));
        let [x, y, x_after, y_after] = [0; 4].map(|_| b.define(ty.clone()));
        let carried = vec![
            Carried { init: range, inside: x, next: y, after: x_after },
            Carried { init: one, inside: y, next: x, after: y_after },
        ];
        b.push(Stmt::For(For {
            index,
            start: Operand::Int(0),
            end: Operand::Int(3),
            step: Operand::Int(1),
            num_stages: None,
            unroll: None,
            is_static: false,
            hints: vec![],
            is_while: false,
            carried,
            body: vec![],
        }));
        b.store(out, range, y_after);
    };
    let expected = run(1, swap).unwrap();
    assert_eq!(expected.buffers[1].bits()[..3], [Some(0), Some(1), Some(2)]);
    let endless = |b: &mut Builder, _: ValueId, _: ValueId, _: ValueId| {
        let index = b.define(Type::scalar(DType::I32));
        b.push(Stmt::For(For {
            index,
            start: Operand::Int(0),
            end: Operand::Int(i32::MAX.into()),
            step: Operand::Int(1),
            num_stages: None,
            unroll: None,
            is_static: false,
            hints: vec![],
            is_while: false,
            carried: vec![],
            body: vec![],
        }));
    };
    assert_eq!(run(1, endless).unwrap_err(), Undefined::limit("step limit"));
}

#[test]
fn branches_merge_and_scalars_bind() {
    let mut builder = Builder::new();
    let out = builder.pointer("out", DType::I64, 4, Fill::Unwritten);
    let limit = builder.scalar("limit", DType::I64, Argument::Int(2));
    let pid = builder.program_id(0);
    let wide = builder.cast(pid, DType::I64);
    let condition = builder.compare(Predicate::Lt, wide, limit);
    let value = builder.define(Type::scalar(DType::I64));
    builder.push(Stmt::If(If {
        condition,
        then: vec![],
        otherwise: vec![],
        merged: vec![Merged { value, then: wide, otherwise: limit }],
    }));
    builder.store(out, pid, value);
    let case = builder.case("branch", [4, 1, 1]);
    let expected = evaluate::<Exact>(&case).unwrap();
    assert_eq!(expected.buffers[0].bits(), [0, 1, 2, 2].map(Some));
    let text = render::module(&case);
    assert!(text.contains("limit: \"i64\""), "{text}");
}
