//! `arith` on integers and floats, `ub`, and the arithmetic of `tt`.

use crate::tensor::{
    Domain, FloatBinary, FloatPredicate, FloatUnary, IntBinary, IntPredicate, Kind, Status, Tile,
    approximate_quotient, compare_float, compare_int, float_binary, float_unary, fma, int_binary,
    resize_int, select, zero_extend,
};

use super::super::attribute::Attribute;
use super::super::ir::Operation;
use super::super::types::Type;
use super::compile::{Compiler, aligned, malformed, unsupported};
use super::constant::{constant, kind, shape};
use super::machine::{Outcome, Slot, Value, tile};
use super::{Built, Family};

#[rustfmt::skip]
pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("arith.addi", |c, op| integer(c, op, IntBinary::Add)),
        ("arith.subi", |c, op| integer(c, op, IntBinary::Sub)),
        ("arith.muli", |c, op| integer(c, op, IntBinary::Mul)),
        ("arith.divsi", |c, op| integer(c, op, IntBinary::DivS)),
        ("arith.divui", |c, op| integer(c, op, IntBinary::DivU)),
        ("arith.remsi", |c, op| integer(c, op, IntBinary::RemS)),
        ("arith.remui", |c, op| integer(c, op, IntBinary::RemU)),
        ("arith.andi", |c, op| integer(c, op, IntBinary::And)),
        ("arith.ori", |c, op| integer(c, op, IntBinary::Or)),
        ("arith.xori", |c, op| integer(c, op, IntBinary::Xor)),
        ("arith.shli", |c, op| integer(c, op, IntBinary::Shl)),
        ("arith.shrsi", |c, op| integer(c, op, IntBinary::ShrS)),
        ("arith.shrui", |c, op| integer(c, op, IntBinary::ShrU)),
        ("arith.minsi", |c, op| integer(c, op, IntBinary::MinS)),
        ("arith.maxsi", |c, op| integer(c, op, IntBinary::MaxS)),
        ("arith.minui", |c, op| integer(c, op, IntBinary::MinU)),
        ("arith.maxui", |c, op| integer(c, op, IntBinary::MaxU)),
        ("tt.mulhiui", |c, op| integer(c, op, IntBinary::MulHiU)),
        ("arith.addf", |c, op| float(c, op, FloatBinary::Add)),
        ("arith.subf", |c, op| float(c, op, FloatBinary::Sub)),
        ("arith.mulf", |c, op| float(c, op, FloatBinary::Mul)),
        ("arith.divf", |c, op| float(c, op, FloatBinary::Div)),
        ("arith.remf", |c, op| float(c, op, FloatBinary::Rem)),
        ("tt.precise_divf", |c, op| float(c, op, FloatBinary::Div)),
        ("tt.approx_divf", inexact_quotient),
        ("arith.minnumf", |c, op| float(c, op, FloatBinary::MinNum)),
        ("arith.maxnumf", |c, op| float(c, op, FloatBinary::MaxNum)),
        ("arith.minimumf", |c, op| float(c, op, FloatBinary::Minimum)),
        ("arith.maximumf", |c, op| float(c, op, FloatBinary::Maximum)),
        ("arith.negf", |c, op| float_one(c, op, FloatUnary::Neg)),
        ("tt.clampf", clamp),
        ("arith.cmpi", compare_ints),
        ("arith.cmpf", compare_floats),
        ("arith.select", select_lanes),
        ("arith.constant", constant_value),
        ("ub.poison", poison),
        ("math.fma", fused),
    ]
}

/// A unary float operation.
pub(super) fn float_one<D: Domain>(
    c: &mut Compiler<'_, D>,
    op: &Operation,
    function: FloatUnary,
) -> Built<D> {
    c.alike(op)?;
    match c.result_kind(op)? {
        Kind::Float(format) => {
            c.unary(op, move |a, status| float_unary(function, format, a, status))
        }
        Kind::Int(_) => Err(malformed(op, "wants floats")),
    }
}

fn float<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation, function: FloatBinary) -> Built<D> {
    c.alike(op)?;
    match c.result_kind(op)? {
        Kind::Float(format) => {
            c.binary(op, move |a, b, status| float_binary(function, format, a, b, status))
        }
        Kind::Int(_) => Err(malformed(op, "wants floats")),
    }
}

/// Division that may be off by 2 ulp even where the quotient is representable.
fn inexact_quotient<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    c.alike(op)?;
    let Kind::Float(format) = c.result_kind(op)? else {
        return Err(malformed(op, "wants floats"));
    };
    c.binary(op, move |x, y, status| approximate_quotient(format, x, y, status))
}

/// `overflow<nsw, nuw>`
#[derive(Clone, Copy)]
struct Overflow {
    signed: bool,
    unsigned: bool,
}

fn integer<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation, function: IntBinary) -> Built<D> {
    c.alike(op)?;
    let Kind::Int(bits) = c.result_kind(op)? else {
        return Err(malformed(op, "wants integers"));
    };
    if op.attribute("exact").is_some() {
        return Err(unsupported("an exact shift"));
    }
    let flags = op.attribute("overflowFlags").and_then(Attribute::as_str).unwrap_or("");
    let overflow = Overflow { signed: flags.contains("nsw"), unsigned: flags.contains("nuw") };
    if !overflow.signed && !overflow.unsigned {
        return c.binary(op, move |a, b, status| int_binary(function, bits, a, b, status));
    }
    c.binary(op, move |a, b, status| {
        let lanes = overflowing(function, bits, a, b, overflow);
        int_binary(function, bits, a, b, status).with_undef(lanes)
    })
}

/// Lanes whose result does not fit, which the operation promises not to happen: they are poison.
fn overflowing<D: Domain>(
    function: IntBinary,
    bits: u32,
    a: &Tile<D>,
    b: &Tile<D>,
    overflow: Overflow,
) -> Vec<usize> {
    let apply = |x: i128, y: i128| match function {
        IntBinary::Add => x.checked_add(y),
        IntBinary::Sub => x.checked_sub(y),
        IntBinary::Mul => x.checked_mul(y),
        IntBinary::Shl if (0..64).contains(&y) => x.checked_mul(1 << y),
        _ => None,
    };
    let (low, high) = (-(1i128 << (bits - 1)), 1i128 << (bits - 1));
    let bad = |x: i64, y: i64| {
        let amount = |y: i64| match function {
            IntBinary::Shl => i128::from(zero_extend(y, bits)),
            _ => i128::from(y),
        };
        let signed = apply(i128::from(x), amount(y));
        let natural = |v: i64| i128::from(zero_extend(v, bits));
        let unsigned = apply(natural(x), natural(y));
        overflow.signed && signed.is_none_or(|v| v < low || v >= high)
            || overflow.unsigned && unsigned.is_none_or(|v| v < 0 || v >= 2 * high)
    };
    let pairs = a.ints().iter().zip(b.ints()).enumerate();
    pairs.filter(|(_, (x, y))| bad(**x, **y)).map(|(lane, _)| lane).collect()
}

/// `min(max(x, low), high)`; a NaN in `x` gives `low` unless it is to be kept.
fn clamp<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    c.alike(op)?;
    let Kind::Float(format) = c.result_kind(op)? else {
        return Err(malformed(op, "wants floats"));
    };
    let keeps_nan = op.attribute("propagateNan").and_then(Attribute::as_str) == Some("all");
    let (least, most) = match keeps_nan {
        true => (FloatBinary::Minimum, FloatBinary::Maximum),
        false => (FloatBinary::MinNum, FloatBinary::MaxNum),
    };
    let (x, low, high) = (c.operand(op, 0)?, c.operand(op, 1)?, c.operand(op, 2)?);
    let result = c.result(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        let all = aligned(&[tile(frame, x)?, tile(frame, low)?, tile(frame, high)?]);
        let mut status = Status::default();
        let raised = float_binary(most, format, &all[0], &all[1], &mut status);
        let value = float_binary(least, format, &raised, &all[2], &mut status);
        machine.settle(&status)?;
        frame[result] = Value::Tile(value);
        Ok(())
    }))
}

fn int_predicate(op: &Operation) -> Outcome<IntPredicate> {
    use IntPredicate::{Eq, GeS, GeU, GtS, GtU, LeS, LeU, LtS, LtU, Ne};
    const NAMES: [(&str, IntPredicate); 10] = [
        ("eq", Eq),
        ("ne", Ne),
        ("slt", LtS),
        ("sle", LeS),
        ("sgt", GtS),
        ("sge", GeS),
        ("ult", LtU),
        ("ule", LeU),
        ("ugt", GtU),
        ("uge", GeU),
    ];
    predicate(op, &NAMES)
}

fn predicate<P: Copy>(op: &Operation, names: &[(&str, P)]) -> Outcome<P> {
    let found = match op.attribute("predicate") {
        // The generic form has the case's number.
        Some(Attribute::Integer(number, _)) => {
            usize::try_from(*number).ok().and_then(|number| names.get(number))
        }
        Some(value) => names.iter().find(|(name, _)| value.as_str() == Some(name)),
        None => None,
    };
    found.map(|(_, value)| *value).ok_or_else(|| unsupported("this comparison"))
}

/// What a comparison gives.
fn flags<D: Domain>(c: &Compiler<'_, D>, op: &Operation) -> Outcome {
    match c.result_kind(op)? {
        Kind::Int(1) => Ok(()),
        _ => Err(malformed(op, "gives no flags")),
    }
}

fn compare_ints<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    c.elementwise(op)?;
    flags(c, op)?;
    let Kind::Int(bits) = c.operand_kind(op, 0)? else {
        return Err(malformed(op, "wants integers"));
    };
    let predicate = int_predicate(op)?;
    c.binary(op, move |a, b, _| compare_int(predicate, bits, a, b))
}

fn compare_floats<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    c.elementwise(op)?;
    flags(c, op)?;
    if matches!(c.operand_kind(op, 0)?, Kind::Int(_)) {
        return Err(malformed(op, "wants floats"));
    }
    use FloatPredicate::{Oeq, Oge, Ogt, Ole, Olt, One, Ord, Ueq, Uge, Ugt, Ule, Ult, Une, Uno};
    const NAMES: [(&str, Option<FloatPredicate>); 16] = [
        ("false", None),
        ("oeq", Some(Oeq)),
        ("ogt", Some(Ogt)),
        ("oge", Some(Oge)),
        ("olt", Some(Olt)),
        ("ole", Some(Ole)),
        ("one", Some(One)),
        ("ord", Some(Ord)),
        ("ueq", Some(Ueq)),
        ("ugt", Some(Ugt)),
        ("uge", Some(Uge)),
        ("ult", Some(Ult)),
        ("ule", Some(Ule)),
        ("une", Some(Une)),
        ("uno", Some(Uno)),
        ("true", None),
    ];
    let mut predicate =
        predicate(op, &NAMES)?.ok_or_else(|| unsupported("a constant comparison"))?;
    if op.operands.first() == op.operands.get(1) {
        // A value and itself, whatever the domain knows of it.
        predicate = match predicate {
            Oeq | Oge | Ole => Ord,
            Une | Ugt | Ult => Uno,
            other => other,
        };
    }
    c.binary(op, move |a, b, status| compare_float(predicate, a, b, status))
}

fn select_lanes<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    c.passed(op, op.operands.get(1..2).unwrap_or_default(), &op.results)?;
    c.passed(op, op.operands.get(2..3).unwrap_or_default(), &op.results)?;
    if c.operand_kind(op, 0)? != Kind::Int(1) {
        return Err(malformed(op, "wants a flag"));
    }
    let (condition, yes, no) = (c.operand(op, 0)?, c.operand(op, 1)?, c.operand(op, 2)?);
    if !c.shape(op.operands[0])?.is_empty() {
        c.one_shape(op, &op.operands)?;
    }
    let result = c.result(op, 0)?;
    Ok(Box::new(move |_, frame| {
        let whole = |slot: Slot| !matches!(frame[slot], Value::Tile(_));
        if let Value::Tile(flag) = &frame[condition]
            && flag.shape().is_empty()
            && (whole(yes) || whole(no))
        {
            // Views, descriptors and results of products in flight are chosen whole.
            frame[result] = match flag.int_scalar() {
                Some(0) => frame[no].clone(),
                Some(_) => frame[yes].clone(),
                // Undefined: what uses it finds nothing, which is no verdict.
                None => Value::Nothing,
            };
            return Ok(());
        }
        let (flags, yes, no) = (tile(frame, condition)?, tile(frame, yes)?, tile(frame, no)?);
        let value = if flags.shape() == yes.shape() && yes.shape() == no.shape() {
            select(flags, yes, no)
        } else {
            let all = aligned(&[flags, yes, no]);
            select(&all[0], &all[1], &all[2])
        };
        frame[result] = Value::Tile(value);
        Ok(())
    }))
}

fn constant_value<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let value = op.attribute("value").ok_or_else(|| malformed(op, "lacks its value"))?;
    let result = *op.results.first().ok_or_else(|| malformed(op, "lacks a result"))?;
    let value = constant(value, c.module.ty(result))?;
    c.constant(op, value)
}

fn poison<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let result = *op.results.first().ok_or_else(|| malformed(op, "lacks a result"))?;
    let ty = c.module.ty(result).clone();
    if matches!(ty, Type::AsyncToken) {
        return c.preset(op, Value::Token);
    }
    if matches!(ty, Type::MemDesc(_) | Type::TensorDesc(_)) {
        // May be passed on; what uses it finds nothing, which is no verdict.
        return c.preset(op, Value::Nothing);
    }
    let shape = shape(&ty)?;
    let value = match kind(ty.element())? {
        Kind::Int(_) => Tile::splat_int(&shape, 0),
        Kind::Float(_) => Tile::splat_float(&shape, D::constant(0.0)),
    };
    let lanes = 0..value.len();
    c.constant(op, value.with_undef(lanes))
}

fn fused<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    c.alike(op)?;
    let Kind::Float(format) = c.result_kind(op)? else {
        return Err(malformed(op, "wants floats"));
    };
    let (x, y, z) = (c.operand(op, 0)?, c.operand(op, 1)?, c.operand(op, 2)?);
    let result = c.result(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        let all = aligned(&[tile(frame, x)?, tile(frame, y)?, tile(frame, z)?]);
        let mut status = Status::default();
        let value = fma(format, &all[0], &all[1], &all[2], &mut status);
        machine.settle(&status)?;
        frame[result] = Value::Tile(value);
        Ok(())
    }))
}

/// `|x|` of integers; the smallest one is its own.
pub(super) fn absolute<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    c.alike(op)?;
    let Kind::Int(bits) = c.result_kind(op)? else {
        return Err(malformed(op, "wants integers"));
    };
    c.unary(op, move |a, _| {
        let values = a.ints().iter().map(|value| value.wrapping_abs()).collect();
        let tile = Tile::from_ints(a.shape(), values);
        resize_int(&tile, bits, bits, true).with_undef_flags(a.undef().map(<[bool]>::to_vec))
    })
}
