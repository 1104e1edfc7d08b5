//! What operations and statements leave, where an example is not enough.

use tritonsmith::evaluate::{evaluate, reference};
use tritonsmith::program::ops::{
    ArgReduce, Binary, BinaryOp, Caching, Cast, Clamp, Extreme, Full, Function, Math, Predicate,
    Rand, Store, Where,
};
use tritonsmith::program::{
    Call, Carried, For, If, Merged, Op, Operand, Returned, Stmt, Type, Undefined, ValueId,
};
use tritonsmith::render;
use tritonsmith::tensor::{DType, Exact};
use tritonsmith::testcase::{Argument, Fill, Mode};

use crate::support::Builder;
use crate::{RAMP, run};

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

/// What an operation makes of NaN, infinity, 1 and 0 of 32 bits: the bits, where they are not open.
fn of_floats(dtype: DType, op: impl Fn(ValueId) -> Op) -> Vec<Option<u64>> {
    let mut builder = Builder::new();
    let elements = vec![(0, 0x7fc0_0000), (1, 0x7f80_0000), (2, 0x3f80_0000)];
    let fill = Fill::Sparse { elements, scale: 0 };
    let input = builder.pointer("a", DType::I32, 4, fill);
    let out = builder.pointer("out", dtype, 4, Fill::Unwritten);
    let range = builder.arange(4);
    let word = builder.load(input, range);
    let float = builder.bitcast(word, DType::F32);
    let value = builder.op(op(float));
    builder.store(out, range, value);
    let mut case = builder.case("floats", [1, 1, 1]);
    case.mode = Mode::Bounded;
    let known = reference(&case).unwrap();
    let out = &known.buffers[1];
    (0..4).map(|at| (!out.is_open(at)).then(|| out.bits(at))).collect()
}

#[test]
fn what_nothing_says_of_a_nan_and_of_an_infinity_is_open() {
    let casts = |dtype: DType, bitcast: bool| {
        of_floats(dtype, |value| Cast { value, dtype, bitcast }.into())
    };
    let [infinite, one] = [f32::INFINITY, 1.0].map(|value| Some(u64::from(value.to_bits())));
    assert_eq!(casts(DType::I32, true), [None, infinite, one, Some(0)]);
    // That it is NaN is known, and no other format saturates.
    assert_eq!(casts(DType::F16, false), [0x7e00, 0x7c00, 0x3c00, 0].map(Some));
    assert_eq!(casts(DType::F8E5M2, false), [Some(0x7e), None, Some(0x3c), Some(0)]);
    assert_eq!(casts(DType::F8E4M3, false), [Some(0x7f), None, Some(0x38), Some(0)]);
}

#[test]
fn which_bound_a_nan_is_clamped_to_is_open() {
    let clamped = of_floats(DType::F32, |value| Clamp { value, low: -1.0, high: 1.0 }.into());
    let one = Some(u64::from(1f32.to_bits()));
    assert_eq!(clamped, [None, one, one, Some(0)]);
}
