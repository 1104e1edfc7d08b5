//! An example of every variant of every operation, in one kernel.

use std::collections::BTreeSet;

use tritonsmith::evaluate::evaluate;
use tritonsmith::program::ops::{
    AddPtr, Along, Arange, ArgReduce, Atomic, AtomicOp, Binary, BinaryOp, BlockAxis, BlockLoad,
    BlockPointer, BlockStore, BroadcastTo, Caching, Cast, Clamp, Combine, Compare, CumProd, CumSum,
    DescriptorLoad, DescriptorStore, Digest, Dot, DotScaled, Downcast, ExpandDims, Extreme, Flip,
    Fma, Format, Full, Gather, Hint, Histogram, Interleave, Join, Load, Monoid, NumPrograms,
    Ordering, Padding, Permute, Philox, Precision, Predicate, ProgramId, Rand, Reduce, ReduceOp,
    Reshape, Scaled, Sort, Source, Split, Store, Swizzle, TopK, Unary, UnaryOp, Unordered, Where,
    Window,
};
use tritonsmith::program::{Matrix, Op, Operand, Operation, Stmt, Undefined, ValueId};
use tritonsmith::render;
use tritonsmith::tensor::{DType, Exact};
use tritonsmith::testcase::{Fill, TestCase};

use crate::RAMP;
use crate::support::Builder;

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
pub(crate) fn scaled_product(builder: &mut Builder, scale: i128) -> DotScaled {
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
