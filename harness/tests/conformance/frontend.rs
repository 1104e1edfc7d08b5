//! The typing rule of every operation against Triton's front end: each statement is followed by an
//! assertion on the element type and the shape of its result.

use serde_json::json;
use tritonsmith::program::ops::{
    AddPtr, Arange, Binary, BinaryOp, BroadcastTo, Caching, Cast, Compare, ExpandDims, Full, Load,
    NumPrograms, Permute, Predicate, ProgramId, Reduce, ReduceOp, Reshape, Store, Unary, UnaryOp,
    Where,
};
use tritonsmith::program::{Elem, Matrix, Op, Operand, Operation, ParamKind, Type, ValueId};
use tritonsmith::tensor::DType;
use tritonsmith::testcase::{Argument, Fill};

use super::operations::TYPES;
use crate::support::{Builder, python};

/// Every operation that `infer` accepts on tiles and scalars of `dtype`.
fn kernel(dtype: DType) -> Builder {
    let mut builder = Builder::new();
    let pointer = builder.pointer("p", dtype, 64, Fill::Unwritten);
    let pointer32 = builder.pointer("q", DType::I32, 64, Fill::Unwritten);
    let long = builder.scalar("long", DType::I64, Argument::Int(1));
    builder.constexpr("BLOCK", 16);
    let range = builder.op(Arange { start: 0, end: 16 });
    builder.op(ProgramId { axis: 0 });
    builder.op(NumPrograms { axis: 2 });
    let flags = builder.compare(Predicate::Lt, range, 9i128);
    let tile = builder.load(pointer, range);
    let base = builder.op(AddPtr { pointer, offset: Operand::Value(long) });
    let scalar =
        builder.op(Load { pointer: base, mask: None, other: None, caching: Caching::Usual });
    let square = builder.op(Reshape { value: tile, shape: vec![4, 4] });
    let column = builder.op(Reshape { value: tile, shape: vec![16, 1] });
    let literals = match dtype.int_range() {
        Some((low, high)) => vec![Operand::Int(low), Operand::Int(high), Operand::Int(1)],
        None => vec![Operand::Float(-0.5), Operand::Float(1e-40), Operand::Float(3.0)],
    };
    elementwise(&mut builder, tile, &[scalar], &literals);
    elementwise(&mut builder, scalar, &[], &literals);
    elementwise(&mut builder, square, &[scalar], &[]);
    let wide = builder.op(Reshape { value: square, shape: vec![1, 16] });
    for op in BinaryOp::ALL {
        builder.try_op(Binary { op, left: Operand::Value(column), right: Operand::Value(wide) });
    }
    for condition in [flags, tile, scalar] {
        builder.try_op(Where { condition, then: tile, otherwise: scalar });
        builder.try_op(Where { condition, then: base, otherwise: base });
    }
    shapes(&mut builder, &[tile, square, column, scalar]);
    for literal in literals {
        builder.try_op(Full { shape: vec![2, 8], value: literal, dtype });
        let pointers = builder.op(AddPtr { pointer, offset: Operand::Value(range) });
        builder.try_op(Load {
            pointer: pointers,
            mask: Some(flags),
            other: Some(literal),
            caching: Caching::Usual,
        });
    }
    let pointers = builder.op(AddPtr { pointer: pointer32, offset: Operand::Int(-3) });
    builder.op(AddPtr { pointer: pointers, offset: Operand::Value(range) });
    let pointers = builder.op(AddPtr { pointer, offset: Operand::Value(range) });
    for value in [tile, scalar] {
        let store = Store { pointer: pointers, value, mask: Some(flags), caching: Caching::Usual };
        assert_eq!(store.infer(&builder.types), Ok(None));
        builder.push(tritonsmith::program::Stmt::Do(Op::Store(store)));
    }
    builder
}

fn elementwise(builder: &mut Builder, value: ValueId, others: &[ValueId], literals: &[Operand]) {
    let mut operands: Vec<Operand> = others.iter().map(|&id| Operand::Value(id)).collect();
    operands.push(Operand::Value(value));
    operands.extend(literals);
    for right in operands {
        for op in BinaryOp::ALL {
            // The front end refuses, or warns of, what is undefined on sight.
            let shifts = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
            if shifts && !matches!(right, Operand::Value(_) | Operand::Int(1)) {
                continue;
            }
            builder.try_op(Binary { op, left: Operand::Value(value), right });
            builder.try_op(Binary { op, left: right, right: Operand::Value(value) });
        }
        for predicate in Predicate::ALL {
            builder.try_op(Compare { predicate, left: value, right });
        }
    }
    for op in [UnaryOp::Neg, UnaryOp::Not, UnaryOp::Abs] {
        builder.try_op(Unary { op, value });
    }
    for dtype in DType::all() {
        for bitcast in [false, true] {
            builder.try_op(Cast { value, dtype, bitcast });
        }
    }
}

fn shapes(builder: &mut Builder, values: &[ValueId]) {
    for &value in values {
        for axis in 0..3 {
            builder.try_op(ExpandDims { value, axis });
            for op in ReduceOp::ALL {
                builder.try_op(Reduce { op, value, axis: Some(axis), keep_dims: false });
                builder.try_op(Reduce { op, value, axis: Some(axis), keep_dims: true });
            }
        }
        for op in ReduceOp::ALL {
            builder.try_op(Reduce { op, value, axis: None, keep_dims: false });
        }
        for shape in [vec![16], vec![16, 8], vec![2, 8], vec![4, 4], vec![2, 2, 4], vec![1, 16]] {
            builder.try_op(BroadcastTo { value, shape: shape.clone() });
            builder.try_op(Reshape { value, shape });
        }
        builder.try_op(Permute { value, axes: vec![1, 0] });
        builder.try_op(Permute { value, axes: vec![0, 1] });
        builder.try_op(Permute { value, axes: vec![0] });
    }
}

fn assertion(name: &str, ty: &Type) -> String {
    let dtype = match ty.elem {
        Elem::Num(dtype) => format!("tl.{}", dtype.triton_name()),
        Elem::Ptr(dtype) => format!("tl.pointer_type(tl.{})", dtype.triton_name()),
        Elem::Descriptor(_) => unreachable!("no statement makes one"),
    };
    let rank = ty.shape.len();
    let mut lines =
        format!("    tl.static_assert({name}.dtype == {dtype}, \"{name} is no {ty}\")\n");
    lines += &format!("    tl.static_assert(len({name}.shape) == {rank}, \"{name} is no {ty}\")\n");
    for (axis, length) in ty.shape.iter().enumerate() {
        lines += &format!(
            "    tl.static_assert({name}.shape[{axis}] == {length}, \"{name} is no {ty}\")\n"
        );
    }
    lines
}

#[test]
fn types_are_those_of_the_front_end() {
    let mut kernels = Vec::new();
    for dtype in TYPES {
        let builder = kernel(dtype);
        let types = builder.types.clone();
        let case = builder.case("types", [1, 1, 1]);
        let mut source = String::new();
        for line in tritonsmith::render::module(&case).lines() {
            source += line;
            source.push('\n');
            let name = line.trim().split(" = ").next().unwrap_or_default();
            let id = name.strip_prefix('v').and_then(|id| id.parse().ok());
            if let Some(id) = id {
                source += &assertion(name, types.get(ValueId(id)).unwrap());
            }
        }
        let (mut signature, mut constants) = (Vec::new(), serde_json::Map::new());
        for param in &case.program.params {
            let kind = match param.kind {
                ParamKind::Pointer(dtype) => format!("*{dtype}"),
                ParamKind::Scalar(dtype) => dtype.to_string(),
                ParamKind::Descriptor(Matrix { dtype, block, .. }) => {
                    format!("tensordesc<{dtype}{block:?}>")
                }
                ParamKind::Constexpr(value) => {
                    constants.insert(param.name.clone(), json!(value));
                    "constexpr".into()
                }
            };
            signature.push(json!([param.name, kind]));
        }
        kernels.push(json!({"source": source, "signature": signature, "constants": constants}));
    }
    let answer = python::run(include_str!("frontend.py"), &json!({"kernels": kernels}));
    for (dtype, error) in TYPES.iter().zip(answer["errors"].as_array().unwrap()) {
        assert!(error.is_null(), "{dtype}: {}", error.as_str().unwrap());
    }
}
