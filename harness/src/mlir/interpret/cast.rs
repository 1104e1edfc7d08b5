//! Conversions between element types.

use crate::tensor::{
    Domain, Kind, convert_float, float_to_int, int_to_float, reinterpret, resize_int,
};

use super::super::attribute::Attribute;
use super::super::ir::Operation;
use super::compile::{Compiler, malformed, unsupported};
use super::{Built, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("arith.extsi", |c, op| resize(c, op, true)),
        ("arith.extui", |c, op| resize(c, op, false)),
        ("arith.trunci", |c, op| resize(c, op, true)),
        ("arith.index_cast", |c, op| resize(c, op, true)),
        ("arith.index_castui", |c, op| resize(c, op, false)),
        ("tt.ptr_to_int", |c, op| resize(c, op, false)),
        ("tt.int_to_ptr", |c, op| resize(c, op, false)),
        ("arith.extf", float_to_float),
        ("arith.truncf", float_to_float),
        ("tt.fp_to_fp", float_to_float),
        ("arith.sitofp", |c, op| from_int(c, op, true)),
        ("arith.uitofp", |c, op| from_int(c, op, false)),
        ("arith.fptosi", |c, op| to_int(c, op, true)),
        ("arith.fptoui", |c, op| to_int(c, op, false)),
        ("arith.bitcast", bitcast),
        ("tt.bitcast", bitcast),
    ]
}

fn kinds<D: Domain>(
    c: &Compiler<'_, D>,
    op: &Operation,
) -> Result<(Kind, Kind), super::ExecutionError> {
    c.elementwise(op)?;
    Ok((c.operand_kind(op, 0)?, c.result_kind(op)?))
}

fn resize<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation, signed: bool) -> Built<D> {
    let flags = op.attribute("overflowFlags").is_some() || op.attribute("nneg").is_some();
    match kinds(c, op)? {
        _ if flags => Err(unsupported(&format!("{} with flags", op.name.as_str()))),
        (Kind::Int(from), Kind::Int(to)) => {
            c.unary(op, move |a, _| resize_int(a, from, to, signed))
        }
        _ => Err(malformed(op, "wants integers")),
    }
}

fn float_to_float<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let rounding = op.attribute("rounding").or(op.attribute("roundingmode"));
    let rounding = rounding.and_then(Attribute::as_str);
    // Where nothing is rounded all of them are one, and where something is that is told.
    let exact = D::EXACT && rounding == Some("rtz");
    if !exact && !matches!(rounding, None | Some("rtne" | "to_nearest_even")) {
        return Err(unsupported("rounding other than to nearest"));
    }
    match kinds(c, op)? {
        (Kind::Float(_), Kind::Float(to)) => {
            c.unary(op, move |a, status| convert_float(to, a, status))
        }
        _ => Err(malformed(op, "wants floats")),
    }
}

fn from_int<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation, signed: bool) -> Built<D> {
    match kinds(c, op)? {
        (Kind::Int(from), Kind::Float(to)) => {
            let unsigned = (!signed).then_some(from);
            c.unary(op, move |a, status| int_to_float(to, a, unsigned, status))
        }
        _ => Err(malformed(op, "wants an integer and a float")),
    }
}

fn to_int<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation, signed: bool) -> Built<D> {
    match kinds(c, op)? {
        (Kind::Float(_), Kind::Int(to)) => {
            c.unary(op, move |a, status| float_to_int(a, to, signed, status))
        }
        _ => Err(malformed(op, "wants a float and an integer")),
    }
}

fn bitcast<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (from, to) = kinds(c, op)?;
    if from.bits() != to.bits() {
        return Err(malformed(op, "changes the width"));
    }
    c.unary(op, move |a, status| reinterpret(a, from, to, status))
}
