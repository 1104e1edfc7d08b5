//! Floating-point arithmetic in formats below `f64`, and what needs no rounding in any format.
//!
//! Every operand is exact in an `f64`, and so is every product; sums, quotients and roots are
//! rounded to odd there, so that the only rounding that counts is the one to the format.

use super::element::{BF16, Element, F16, F32, F64, Number};
use super::round::{Style, to_odd, two_sum};
use super::{AluState, Ports, double};
use crate::ptx::decode::{Float, FloatOp, Rounding};
use crate::ptx::types::Type;

pub(super) fn execute(op: &Float, ports: &mut Ports<'_>, state: &mut AluState) -> bool {
    use FloatOp::{Abs, Copysign, Max, Min, Neg};
    let Some(style) = style(op) else { return false };
    match op.ty {
        Type::F16 | Type::F16x2 => with::<F16>(op, style, ports, state),
        Type::Bf16 | Type::Bf16x2 => with::<BF16>(op, style, ports, state),
        Type::F32 | Type::F32x2 => with::<F32>(op, style, ports, state),
        Type::F64 if matches!(op.op, Min | Max | Neg | Abs | Copysign) => {
            with::<F64>(op, style, ports, state)
        }
        Type::F64 => double::execute(op, style.rounding, ports, state),
        _ => false,
    }
}

/// `.oob` asks for NaNs with a meaning of their own, which arithmetic here does not make.
fn style(op: &Float) -> Option<Style> {
    let style = Style::new(op.rounding, op.ftz).filter(|_| !op.oob)?;
    Some(Style { saturate: op.saturate, relu: op.relu, ..style })
}

fn with<T: Number>(op: &Float, style: Style, ports: &mut Ports<'_>, state: &mut AluState) -> bool {
    let unit = Unit { style, packed: op.ty.is_packed() };
    let approximate = op.approx || op.full;
    match op.op {
        FloatOp::Neg | FloatOp::Abs | FloatOp::Copysign => {
            state.rounded |= unit.signs::<T>(op.op, ports);
        }
        FloatOp::Min | FloatOp::Max => state.rounded |= unit.extremum::<T>(op, ports),
        FloatOp::Div if approximate => state.approximate |= unit.quotient::<T>(op.full, ports),
        FloatOp::Mul => {
            let inexact = unit.arithmetic::<T>(op.op, ports);
            state.rounded |= inexact;
            // May be contracted with a sum.
            state.approximate |= inexact && op.rounding.is_none();
        }
        FloatOp::Add | FloatOp::Sub | FloatOp::Fma | FloatOp::Div => {
            state.rounded |= unit.arithmetic::<T>(op.op, ports);
        }
        FloatOp::Rcp | FloatOp::Sqrt if !approximate => {
            state.rounded |= unit.arithmetic::<T>(op.op, ports);
        }
        _ => state.approximate |= unit.function::<T>(op.op, ports),
    }
    true
}

/// How operands are read and results written.
struct Unit {
    style: Style,
    packed: bool,
}

impl Unit {
    /// Each element for itself; whether the function raised its flag in an active lane.
    #[inline(always)]
    fn elements<T: Element, const N: usize>(
        &self,
        ports: &mut Ports<'_>,
        function: impl Fn([u64; N]) -> (u64, bool),
    ) -> bool {
        if !self.packed {
            return ports.map_flagged(function);
        }
        ports.map_flagged(|x: [u64; N]| {
            let (low, low_flag) = function(x);
            let (high, high_flag) = function(x.map(|bits| bits.wrapping_shr(T::SLOT)));
            (low | high.wrapping_shl(T::SLOT), low_flag || high_flag)
        })
    }

    /// The operands, and whether one was flushed.
    #[inline(always)]
    fn operands<T: Number, const N: usize>(&self, bits: [u64; N]) -> ([f64; N], bool) {
        let values = bits.map(T::decode);
        if !self.style.ftz {
            return (values, false);
        }
        (values.map(T::flush), values.iter().any(|value| T::is_flushed(*value)))
    }

    /// Rounds the exact results of a function; whether one was not exact.
    #[inline(always)]
    fn rounded<T: Number, const N: usize>(
        &self,
        ports: &mut Ports<'_>,
        function: impl Fn([f64; N]) -> f64,
    ) -> bool {
        if self.style == Style::PLAIN {
            self.rounded_as::<T, N, true>(ports, function)
        } else {
            self.rounded_as::<T, N, false>(ports, function)
        }
    }

    /// The same for the plain style and for others: a style that the compiler knows leaves no test
    /// in the loop over lanes.
    #[inline(always)]
    fn rounded_as<T: Number, const N: usize, const PLAIN: bool>(
        &self,
        ports: &mut Ports<'_>,
        function: impl Fn([f64; N]) -> f64,
    ) -> bool {
        self.elements::<T, N>(ports, |bits| {
            let style = if PLAIN { Style::PLAIN } else { self.style };
            let (operands, flushed) = Unit { style, ..*self }.operands::<T, N>(bits);
            let (result, inexact) = T::encode(function(operands), style);
            (result, inexact || flushed)
        })
    }

    fn arithmetic<T: Number>(&self, op: FloatOp, ports: &mut Ports<'_>) -> bool {
        let down = self.style.rounding == Rounding::Down;
        match op {
            FloatOp::Add => self.rounded::<T, 2>(ports, |[a, b]| sum(a, b, down)),
            FloatOp::Sub => self.rounded::<T, 2>(ports, |[a, b]| sum(a, -b, down)),
            FloatOp::Mul => self.rounded::<T, 2>(ports, |[a, b]| a * b),
            FloatOp::Fma => self.rounded::<T, 3>(ports, |[a, b, c]| sum(a * b, c, down)),
            FloatOp::Rcp => self.rounded::<T, 1>(ports, |[a]| quotient(1.0, a)),
            FloatOp::Sqrt => self.rounded::<T, 1>(ports, |[a]| {
                let root = a.sqrt();
                to_odd(root, (-root).mul_add(root, a))
            }),
            _ => self.rounded::<T, 2>(ports, |[a, b]| quotient(a, b)),
        }
    }

    /// The flag says where the instruction set allows other results too: zeros, infinities and
    /// NaNs have one result.
    fn function<T: Number>(&self, op: FloatOp, ports: &mut Ports<'_>) -> bool {
        match op {
            FloatOp::Rcp => self.approximated::<T>(ports, |a| 1.0 / a),
            FloatOp::Sqrt => self.approximated::<T>(ports, f64::sqrt),
            FloatOp::Rsqrt => self.approximated::<T>(ports, |a| 1.0 / a.sqrt()),
            FloatOp::Sin => self.approximated::<T>(ports, f64::sin),
            FloatOp::Cos => self.approximated::<T>(ports, f64::cos),
            FloatOp::Lg2 => self.approximated::<T>(ports, f64::log2),
            FloatOp::Ex2 => self.approximated::<T>(ports, f64::exp2),
            _ => self.approximated::<T>(ports, f64::tanh),
        }
    }

    #[inline(always)]
    fn approximated<T: Number>(
        &self,
        ports: &mut Ports<'_>,
        function: impl Fn(f64) -> f64,
    ) -> bool {
        self.elements::<T, 1>(ports, |bits| {
            let ([operand], flushed) = self.operands::<T, 1>(bits);
            let (result, _) = T::encode(function(operand), self.style);
            (result, flushed || operand.is_finite() && operand != 0.0)
        })
    }

    /// An approximate quotient. `.full` by a power of two is the rounded quotient wherever that is
    /// normal: measured on an H200 for all such divisors and all dividends.
    fn quotient<T: Number>(&self, full: bool, ports: &mut Ports<'_>) -> bool {
        self.elements::<T, 2>(ports, |bits| {
            let ([a, b], flushed) = self.operands::<T, 2>(bits);
            let exact = if full { quotient(a, b) } else { by_reciprocal(a, b) };
            let (result, _) = T::encode(exact, self.style);
            let value = T::decode(result);
            let is_power = b.to_bits() << 12 == 0 && b != 0.0 && b.is_finite();
            let is_normal = value != 0.0 && !T::is_flushed(value);
            let one_result = a.is_nan()
                || b.is_nan()
                || full && (is_power && is_normal || a == 0.0 && b != 0.0 && b.is_finite());
            (result, flushed || !one_result)
        })
    }

    /// The lesser or the greater; -0 is less than +0.
    fn extremum<T: Number>(&self, op: &Float, ports: &mut Ports<'_>) -> bool {
        let (greater, nan, xor) = (op.op == FloatOp::Max, op.nan, op.xorsign_abs);
        self.elements::<T, 2>(ports, |bits| {
            let ([a, b], flushed) = self.operands::<T, 2>(bits);
            let sign = if (bits[0] ^ bits[1]) & T::SIGN == 0 { 1.0f64 } else { -1.0 };
            let chosen = if xor {
                choose(a.abs(), b.abs(), greater, nan).copysign(sign)
            } else {
                choose(a, b, greater, nan)
            };
            let (result, _) = T::encode(chosen, self.style);
            (result, flushed)
        })
    }

    /// Changes of the sign bit alone, also of a NaN.
    fn signs<T: Number>(&self, op: FloatOp, ports: &mut Ports<'_>) -> bool {
        let flushed = |bits: u64| {
            let is_flushed = self.style.ftz && T::is_flushed(T::decode(bits));
            (bits & if is_flushed { T::SIGN } else { T::BITS }, is_flushed)
        };
        match op {
            FloatOp::Neg => self.elements::<T, 1>(ports, |[a]| {
                let (bits, flag) = flushed(a);
                (bits ^ T::SIGN, flag)
            }),
            FloatOp::Abs => self.elements::<T, 1>(ports, |[a]| {
                let (bits, flag) = flushed(a);
                (bits & !T::SIGN, flag)
            }),
            _ => self.elements::<T, 2>(ports, |[sign, value]| {
                ((value & T::BITS & !T::SIGN) | (sign & T::SIGN), false)
            }),
        }
    }
}

#[inline(always)]
fn choose(a: f64, b: f64, greater: bool, nan: bool) -> f64 {
    if a.is_nan() || b.is_nan() {
        let other = if a.is_nan() { b } else { a };
        return if nan { f64::NAN } else { other };
    }
    let a_is_less = a < b || a == b && a.is_sign_negative();
    if a_is_less != greater { a } else { b }
}

/// A sum, rounded to odd. One that is zero, of operands with different signs, is +0; rounding down
/// it is -0.
#[inline(always)]
fn sum(a: f64, b: f64, down: bool) -> f64 {
    let (sum, error) = two_sum(a, b);
    if down && sum == 0.0 && (a.is_sign_negative() || b.is_sign_negative()) {
        return -0.0;
    }
    to_odd(sum, error)
}

/// The quotient that `div.approx` approximates: the reciprocal of a large divisor is zero (PTX ISA,
/// `div`: for 2^126 < |b| < 2^128 the result is 0, or NaN of an infinity).
#[inline(always)]
fn by_reciprocal(a: f64, b: f64) -> f64 {
    const LARGE: f64 = 8.507_059_173_023_462e37;
    if b.abs() > LARGE { a * 0.0f64.copysign(b) } else { quotient(a, b) }
}

/// A quotient, rounded to odd: the remainder says on which side the exact one lies.
#[inline(always)]
fn quotient(a: f64, b: f64) -> f64 {
    let quotient = a / b;
    let remainder = (-quotient).mul_add(b, a);
    to_odd(quotient, if b < 0.0 { -remainder } else { remainder })
}
