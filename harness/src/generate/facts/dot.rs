//! Products of matrices.

use super::{Facts, Known, align, defined};
use crate::generate::interval::Interval;
use crate::program::ops::{Dot, DotScaled, Precision, Scaled};
use crate::tensor::{DType, FloatFormat};

/// A matrix unit adds in any order, so the sum of all magnitudes must stay exact.
pub(super) fn dot(known: &impl Known, op: &Dot, result: DType) -> Option<Facts> {
    let (a, b) = (known.facts(op.left)?, known.facts(op.right)?);
    let zero = Facts::of(Interval::point(0));
    let acc = op.acc.map_or(Some(zero), |acc| known.facts(acc))?;
    let factors = known.ty(op.left)?;
    let inner = Interval::point(*factors.shape.last()? as i128);
    let cut = factors.dtype()? == DType::F32 && op.precision == Precision::Tf32;
    let unusable = |facts: Facts| facts.undef || facts.raw;
    let rounded = cut && !(a.fits(DType::F16) && b.fits(DType::F16));
    let open = rounded || acc.negative_zero;
    if unusable(a) || unusable(b) || unusable(acc) || open && !known.rounds() {
        return None;
    }
    let any = |flag: fn(&Facts) -> bool| [a, b, acc].iter().any(flag);
    // Of products of 8-bit floats a matrix unit keeps 13 bits, so that the evaluator has a bound.
    let rounded = rounded || known.rounds() && factors.dtype()?.is_fp8();
    let (wild, inexact) = (any(|facts| facts.wild), rounded || any(|facts| facts.inexact));
    sums(known, [a, b, acc], inner, Facts { wild, inexact: inexact || wild, ..zero }, result)
}

/// So many products and `acc`; `zero` is an empty sum with the flags of all.
fn sums(
    known: &impl Known,
    [a, b, acc]: [Facts; 3],
    inner: Interval,
    zero: Facts,
    result: DType,
) -> Option<Facts> {
    let sum = Facts { exponent: a.exponent + b.exponent, ..zero };
    let sum = Facts { range: a.range.mul(b.range)?.mul(inner)?.union(zero.range), ..sum };
    let (x, y, exponent) = align(sum, acc)?;
    let most = i128::try_from(x.magnitude().checked_add(y.magnitude())?).ok()?;
    let all = Facts { range: Interval::new(-most, most), exponent, ..zero };
    let all = all.in_type(known, result)?;
    // And of other products 23.
    let kept = result == DType::F64 || result.is_int() || most <= 1 << 23;
    let inexact = all.inexact || known.rounds() && !kept;
    Facts { range: x.add(y)?, exponent, inexact, ..zero }.in_type(known, result)
}

/// As `dot`, of factors that the compiler scales before it multiplies them.
pub(super) fn dot_scaled(known: &impl Known, op: &DotScaled) -> Option<Facts> {
    let (a, b) = (scaled(known, &op.left)?, scaled(known, &op.right)?);
    let zero = Facts::of(Interval::point(0));
    let acc = op.acc.map_or(Some(zero), |acc| known.facts(acc))?;
    if acc.undef || acc.raw || acc.negative_zero && !known.rounds() {
        return None;
    }
    let length = *known.ty(op.left.value)?.shape.last()? * op.left.format.packed();
    // As products of 8-bit floats.
    let inexact = acc.inexact || acc.wild || known.rounds();
    let flags = Facts { wild: acc.wild, inexact, ..zero };
    sums(known, [a, b, acc], Interval::point(length as i128), flags, DType::F32)
}

/// A factor times its scales, where both it and the product are exact in `bf16` and `f16`.
fn scaled(known: &impl Known, side: &Scaled) -> Option<Facts> {
    let (value, dtype) = (defined(known, side.value)?, known.ty(side.value)?.dtype()?);
    let value = match side.format.dtype().and_then(DType::format) {
        _ if dtype.is_float() => value,
        Some(format) => of_bits(value.range, format)?,
        // Halves from -6 to 6, whatever the bits.
        None => Facts { exponent: -1, ..Facts::of(Interval::new(-12, 12)) },
    };
    let scale = match side.scale {
        Some(scale) => defined(known, scale)?.range,
        None => Interval::point(127),
    };
    let (low, high) = (i64::try_from(scale.low).ok()?, i64::try_from(scale.high).ok()?);
    if !DotScaled::SCALES.contains(&low) || !DotScaled::SCALES.contains(&high) {
        return None;
    }
    let by = |scale: i64| Facts { exponent: value.exponent + scale as i32 - 127, ..value };
    let fits = |facts: Facts| facts.fits(DType::F16) && facts.fits(DType::BF16);
    let grown = Interval::new(1, 1 << (high - low));
    (fits(value) && fits(by(low)) && fits(by(high)))
        .then_some(Facts { range: value.range.mul(grown)?, ..by(low) })
}

/// The floats of these bits, as multiples of what the last bit of the least is worth.
fn of_bits(bits: Interval, format: FloatFormat) -> Option<Facts> {
    let most = i128::from(format.to_bits(format.max_finite()));
    if !bits.within(Interval::new(0, most)) {
        return None;
    }
    let fraction = format.precision() as i32 - 1;
    let field = (bits.low >> fraction) as i32;
    let exponent = field.max(1) - 1 + format.min_exponent() - fraction;
    let units = |bits: i128| (format.from_bits(bits as u64) / 2f64.powi(exponent)) as i128;
    let range = Interval::new(units(bits.low), units(bits.high));
    Some(Facts { exponent, ..Facts::of(range) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_multiples_of_the_last_one() {
        let facts = of_bits(Interval::new(0x30, 0x40), FloatFormat::F8E4M3).unwrap();
        assert_eq!((facts.range, facts.exponent), (Interval::new(8, 32), -4));
        let facts = of_bits(Interval::new(0x38, 0x3f), FloatFormat::F8E5M2).unwrap();
        assert_eq!((facts.range, facts.exponent), (Interval::new(4, 14), -3));
        let facts = of_bits(Interval::new(0, 1), FloatFormat::F8E5M2).unwrap();
        assert_eq!((facts.range, facts.exponent), (Interval::new(0, 1), -16));
        assert_eq!(of_bits(Interval::new(0, 0x7f), FloatFormat::F8E4M3), None);
    }
}
