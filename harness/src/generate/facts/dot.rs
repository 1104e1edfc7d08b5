//! Products of matrices.

use super::{Facts, Known, align};
use crate::generate::interval::Interval;
use crate::program::ops::{Dot, Precision};
use crate::tensor::DType;

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
    let (wild, inexact) = (any(|facts| facts.wild), rounded || any(|facts| facts.inexact));
    let zero = Facts { wild, inexact: inexact || wild, ..zero };
    let sum = Facts { exponent: a.exponent + b.exponent, ..zero };
    let sum = Facts { range: a.range.mul(b.range)?.mul(inner)?.union(zero.range), ..sum };
    let (x, y, exponent) = align(sum, acc)?;
    let most = i128::try_from(x.magnitude().checked_add(y.magnitude())?).ok()?;
    let all = Facts { range: Interval::new(-most, most), exponent, ..zero };
    let all = all.in_type(known, result)?;
    Facts { range: x.add(y)?, exponent, inexact: all.inexact, ..zero }.in_type(known, result)
}
