//! What is claimed of approximate functions: the intervals of the bounded domain
//! (`tensor/bounds.rs`), which oracles rely on, and for functions that it does not have those of the
//! PTX ISA's table of each instruction.

use super::operands::format;
use crate::ptx::decode::FloatOp;
use crate::ptx::types::Type;
use crate::tensor::{Approx, Bounded, Domain, FloatBinary, FloatFormat, FloatUnary, Status};

/// What was found of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// It is as claimed.
    Agrees,
    /// It is not.
    Differs,
    /// Nothing is claimed.
    Open,
}

/// Up to here the error of `sin.approx` and `cos.approx` was measured.
const TRIGONOMETRIC: f64 = 100.0;

/// Up to here it is at most 2^-14.7; beyond, the instruction set guarantees nothing (PTX ISA, `sin`,
/// `cos`).
const PERIODS: f64 = 100.0 * std::f64::consts::PI;

/// Larger divisors give 0, or NaN of an infinity, with `div.approx` (PTX ISA, `div`: 2^126 < |b| <
/// 2^128).
const DIVISOR: f64 = 8.507_059_173_023_462e37;

/// Judges one element of a result. `operands` are elements too. A function with `ftz` takes subnormal
/// operands for zero, and `full` is what `div.full` says.
pub(super) fn judge(
    (op, ftz, full): (FloatOp, bool, bool),
    ty: Type,
    operands: &[u64],
    found: u64,
) -> Judgement {
    let Some(format) = format(ty) else { return Judgement::Open };
    let value = |bits: &u64| {
        let value = format.from_bits(*bits);
        if ftz { flush(format, value) } else { value }
    };
    let values: Vec<f64> = operands.iter().map(value).collect();
    match claimed((op, full), format, &values) {
        Some((value, error)) => within(value, error, format.from_bits(found)),
        None => Judgement::Open,
    }
}

/// Whether a value lies in an interval. A zero that is certain has a sign.
pub(super) fn within(value: f64, error: f64, found: f64) -> Judgement {
    if !error.is_finite() {
        return Judgement::Open;
    }
    let signs = value != 0.0
        || error != 0.0
        || found.is_nan()
        || value.is_sign_negative() == found.is_sign_negative();
    let holds = value.is_nan() && found.is_nan()
        || value == found
        || value.is_finite() && (value - found).abs() <= error;
    if holds && signs { Judgement::Agrees } else { Judgement::Differs }
}

fn flush(format: FloatFormat, value: f64) -> f64 {
    let is_subnormal = value.abs() < 2f64.powi(format.min_exponent());
    if is_subnormal { 0.0f64.copysign(value) } else { value }
}

/// The true value, and how far a result may be from it.
fn claimed(
    (op, full): (FloatOp, bool),
    format: FloatFormat,
    operands: &[f64],
) -> Option<(f64, f64)> {
    let x = operands[0];
    let unary = |op| {
        let operand = [Bounded::constant(x)];
        interval(Bounded::unary(op, format, &operand, &mut Status::default())[0])
    };
    let quotient = |a: f64, b: f64| {
        let (a, b) = ([Bounded::constant(a)], [Bounded::constant(b)]);
        let quotient = Bounded::binary(FloatBinary::Div, format, &a, &b, &mut Status::default())[0];
        interval(quotient)
    };
    if format != FloatFormat::F32 {
        return tabled(op, format, x);
    }
    let far = (-14.7f64).exp2();
    match op {
        FloatOp::Div if !full && operands[1].is_finite() && operands[1].abs() > DIVISOR => {
            // A zero of either sign.
            Some((0.0 * x, f64::MIN_POSITIVE))
        }
        FloatOp::Div => quotient(x, operands[1]),
        FloatOp::Rcp => quotient(1.0, x),
        FloatOp::Sin | FloatOp::Cos if x.is_finite() && x.abs() > PERIODS => None,
        FloatOp::Sin if x.is_finite() && x.abs() > TRIGONOMETRIC => Some((x.sin(), far)),
        FloatOp::Cos if x.is_finite() && x.abs() > TRIGONOMETRIC => Some((x.cos(), far)),
        FloatOp::Sin => unary(FloatUnary::Sin),
        FloatOp::Cos => unary(FloatUnary::Cos),
        FloatOp::Sqrt => unary(FloatUnary::Sqrt),
        FloatOp::Rsqrt => unary(FloatUnary::Rsqrt),
        FloatOp::Lg2 => unary(FloatUnary::Log2),
        FloatOp::Ex2 => unary(FloatUnary::Exp2),
        _ => tabled(op, format, x),
    }
}

fn interval(approx: Approx) -> Option<(f64, f64)> {
    approx.error().is_finite().then_some((approx.value(), approx.error()))
}

/// Functions that the bounded domain does not have in this format. What a subnormal result loses, or
/// that it may be zero, comes on top of the ISA's bounds.
fn tabled(op: FloatOp, format: FloatFormat, x: f64) -> Option<(f64, f64)> {
    use FloatFormat::{BF16, F16, F32, F64};
    let (value, relative, absolute) = match (op, format) {
        // PTX ISA, `tanh`: relative error 2^-11; absolute 2^-10.987 and 2^-8.
        (FloatOp::Tanh, F32) => (x.tanh(), -11.0, f64::NEG_INFINITY),
        (FloatOp::Tanh, F16) => (x.tanh(), f64::NEG_INFINITY, -10.987),
        (FloatOp::Tanh, BF16) => (x.tanh(), f64::NEG_INFINITY, -8.0),
        // PTX ISA, `ex2`: relative error 2^-9.9 and 2^-7.
        (FloatOp::Ex2, F16) => (x.exp2(), -9.9, f64::NEG_INFINITY),
        (FloatOp::Ex2, BF16) => (x.exp2(), -7.0, f64::NEG_INFINITY),
        // PTX ISA, `rcp.approx.ftz.f64`: a gross approximation from the upper 32 bits, of which the
        // upper 20 bits of the fraction count.
        (FloatOp::Rcp, F64) => (1.0 / x, -19.0, f64::NEG_INFINITY),
        (FloatOp::Rsqrt, F64) => (1.0 / x.sqrt(), -19.0, f64::NEG_INFINITY),
        _ => return None,
    };
    if value.is_nan() {
        return Some((value, 0.0));
    }
    if value.abs() > format.max_finite() {
        return None;
    }
    let least = 2f64.powi(format.min_exponent());
    let error = relative.exp2() * value.abs() + absolute.exp2();
    let near_zero = if value.abs() - error < least { least } else { 0.0 };
    Some((value, error + near_zero))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single(op: FloatOp, operands: &[f32], found: f32) -> Judgement {
        let bits: Vec<u64> = operands.iter().map(|value| u64::from(value.to_bits())).collect();
        judge((op, false, false), Type::F32, &bits, u64::from(found.to_bits()))
    }

    #[test]
    fn near_results_agree_and_others_differ() {
        let third = 1f32 / 3.0;
        for (op, operands) in [(FloatOp::Div, &[1.0, 3.0][..]), (FloatOp::Rcp, &[3.0])] {
            assert_eq!(single(op, operands, third.next_up()), Judgement::Agrees);
            assert_eq!(single(op, operands, third * 1.00001), Judgement::Differs);
            assert_eq!(single(op, operands, f32::NAN), Judgement::Differs);
        }
        assert_eq!(single(FloatOp::Ex2, &[0.5], 2f32.sqrt()), Judgement::Agrees);
        assert_eq!(single(FloatOp::Ex2, &[0.5], 1.4141), Judgement::Differs);
        assert_eq!(single(FloatOp::Tanh, &[0.5], 0.4621), Judgement::Agrees);
        assert_eq!(single(FloatOp::Tanh, &[0.5], 0.46), Judgement::Differs);
        assert_eq!(single(FloatOp::Sin, &[1e9], 7.0), Judgement::Open);
        assert_eq!(single(FloatOp::Cos, &[300.0], 300f32.cos()), Judgement::Agrees);
        assert_eq!(single(FloatOp::Cos, &[300.0], 300f32.cos() + 1e-4), Judgement::Differs);
        let large = 2f32.powi(127);
        assert_eq!(single(FloatOp::Div, &[-1.0, large], 0.0), Judgement::Agrees);
        assert_eq!(single(FloatOp::Div, &[large, large], 1.0), Judgement::Differs);
        assert_eq!(single(FloatOp::Div, &[f32::INFINITY, large], f32::NAN), Judgement::Agrees);
        assert_eq!(single(FloatOp::Sqrt, &[-1.0], f32::NAN), Judgement::Agrees);
        assert_eq!(single(FloatOp::Sqrt, &[-1.0], 0.0), Judgement::Differs);
    }

    #[test]
    fn a_certain_zero_has_a_sign() {
        assert_eq!(within(0.0, 0.0, -0.0), Judgement::Differs);
        assert_eq!(within(-0.0, 0.0, -0.0), Judgement::Agrees);
        assert_eq!(within(0.0, 1.0, -0.5), Judgement::Agrees);
        assert_eq!(within(f64::INFINITY, 0.0, f64::INFINITY), Judgement::Agrees);
    }
}
