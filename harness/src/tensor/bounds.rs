//! How far the target's float operations may be from the true result: the only table of tolerances.
//!
//! An entry bounds every instruction sequence that Triton may choose for an operation: precise or
//! approximate, contracted or not. Sources: the PTX ISA's table of each instruction, and exhaustive
//! measurement on an H200 over all normal single-precision operands (for quotients over 2^32 pairs),
//! against double precision. Entries are rounded up to the next power of two, so they are at least what
//! the ISA allows and 1.2 times what was measured.

use super::{FloatBinary, FloatFormat, FloatUnary};

/// `|result - true value| <= relative * |true value| + absolute`
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tolerance {
    pub(super) relative: f64,
    pub(super) absolute: f64,
}

/// 2 to a power.
pub(super) fn power(exponent: i32) -> f64 {
    2f64.powi(exponent)
}

/// Half a unit in the last place, relative to the value.
pub(super) fn unit(format: FloatFormat) -> f64 {
    power(-(format.precision() as i32))
}

/// Half of the smallest subnormal value: what rounding loses there.
pub(super) fn tiny(format: FloatFormat) -> f64 {
    // The one of f64 has no half.
    let exponent = format.min_exponent() - format.precision() as i32;
    power(exponent.max(-1074))
}

/// One rounding to nearest: add, subtract, multiply, fused or not, and conversions.
pub(super) fn rounding(format: FloatFormat) -> Tolerance {
    Tolerance { relative: unit(format), absolute: tiny(format) }
}

/// What an approximate single-precision operation may be off by, and then one rounding to the format
/// of its result, if that is a narrower one.
fn approximate(format: FloatFormat, relative: f64, absolute: f64) -> Tolerance {
    match format {
        // The device's library: 2 ulp or less (CUDA's table of double-precision functions); what our
        // own double arithmetic loses is of that size too.
        FloatFormat::F64 => Tolerance { relative: power(-50), absolute: power(-1060) },
        FloatFormat::F32 => Tolerance { relative, absolute: absolute + flushed() },
        _ => {
            let rounding = rounding(format);
            Tolerance {
                relative: relative + 2.0 * rounding.relative,
                absolute: absolute + flushed() + rounding.absolute,
            }
        }
    }
}

/// Approximate instructions may flush subnormal results, and `.ftz` forms do.
fn flushed() -> f64 {
    power(FloatFormat::F32.min_exponent())
}

/// A binary operation that rounds.
pub(super) fn binary(op: FloatBinary, format: FloatFormat) -> Tolerance {
    match op {
        // `div.full.f32`: 2 ulp over the full range (PTX ISA); measured 2^-22.67.
        FloatBinary::Div => approximate(format, power(-22), 0.0),
        _ => rounding(format),
    }
}

/// A unary operation at an operand of magnitude `x`.
pub(super) fn unary(op: FloatUnary, format: FloatFormat, x: f64) -> Tolerance {
    if (op, format) == (FloatUnary::Erf, FloatFormat::F64) {
        // Our own series is good to 1e-14.
        return Tolerance { relative: power(-43), absolute: power(-43) };
    }
    let x = x.abs().max(1.0);
    let (relative, absolute) = match op {
        // `sqrt.approx.f32`: 2^-23 (PTX ISA); measured 2^-23.25.
        FloatUnary::Sqrt => (power(-23), 0.0),
        // `rsqrt.approx.f32`: 2^-22.9 (PTX ISA); measured 2^-22.94.
        FloatUnary::Rsqrt => (power(-22), 0.0),
        // `ex2.approx.f32`: 2 ulp (PTX ISA); measured 2^-22.71.
        FloatUnary::Exp2 => (power(-22), 0.0),
        // The operand times log2(e), rounded, into `ex2.approx.f32`: what the product loses grows with
        // it. Measured 2^-22.44 times the operand's magnitude.
        FloatUnary::Exp => (power(-22) * x, 0.0),
        // `lg2.approx.f32`: 2^-22, absolute near one and relative elsewhere (PTX ISA).
        FloatUnary::Log2 => (power(-22), power(-22)),
        // That times ln(2), or the device's library, measured 2^-23.57.
        FloatUnary::Log => (power(-21), power(-22)),
        // `sin.approx.f32`, `cos.approx.f32`: 2^-20.5 for operands below pi (PTX ISA); measured 2^-20.6
        // there and 2^-21.4 times the operand's magnitude up to 100. The library's are better.
        FloatUnary::Sin | FloatUnary::Cos => (0.0, power(-20) * x),
        // The device's library: 2 ulp (CUDA's table of single-precision functions); measured 2^-22.26
        // and 2^-23.49.
        FloatUnary::Tanh | FloatUnary::Erf => (power(-21), power(-23)),
        // Exact in every format.
        FloatUnary::Neg
        | FloatUnary::Abs
        | FloatUnary::Floor
        | FloatUnary::Ceil
        | FloatUnary::Round
        | FloatUnary::Trunc => return Tolerance { relative: 0.0, absolute: 0.0 },
    };
    approximate(format, relative, absolute)
}

/// What a step of a matrix instruction loses, relative to the sum of magnitudes: it aligns its addends
/// to the largest and truncates. Measured on an H200: 2^-23 for 16-bit factors and tf32, 2^-13 for the
/// 8-bit ones on sm_90. A sequence of fused multiply-adds loses less.
pub(super) fn matrix_step(format: FloatFormat, factors: FloatFormat) -> f64 {
    let step = match factors {
        FloatFormat::F8E4M3 | FloatFormat::F8E5M2 => power(-13),
        FloatFormat::F64 => power(-52),
        _ => power(-23),
    };
    step.max(unit(format))
}

/// What a factor loses when it is cut to the 10 bits of tf32's fraction: truncated or rounded.
pub(super) const TF32: f64 = 1.0 / 1024.0;
