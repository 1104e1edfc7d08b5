//! Reductions and scans by functions of the user.

use super::reduce::folded;
use super::{Facts, Known, align, usable};
use crate::generate::interval::Interval;
use crate::program::ops::{Combine, Monoid, ReduceOp};
use crate::tensor::DType;

pub(super) fn combine(known: &impl Known, op: &Combine) -> Option<Facts> {
    let taken = |id| usable(known, id).filter(|facts| !facts.undef && !facts.wild);
    let facts: Option<Vec<Facts>> = op.values.iter().map(|id| taken(*id)).collect();
    let types: Option<Vec<DType>> = op.values.iter().map(|id| known.ty(*id)?.dtype()).collect();
    let (facts, types) = (facts?, types?);
    let count = op.count(&known.ty(op.values[0])?.shape) as i128;
    let mut results = Vec::with_capacity(facts.len());
    // All of them must be defined, whichever is taken.
    for (first, part) in op.parts() {
        let range = first..first + part.arity();
        results.extend(of_part(known, part, &facts[range.clone()], &types[range], count)?);
    }
    results.get(op.result).copied()
}

fn of_part(
    known: &impl Known,
    part: Monoid,
    a: &[Facts],
    types: &[DType],
    count: i128,
) -> Option<Vec<Facts>> {
    if !part.rounds() && !a.iter().all(|facts| facts.decides()) {
        return None;
    }
    let any = |at: usize| Facts::any(types[at]);
    let extreme = Facts { undef: a[0].negative_zero, ..a[0] };
    Some(match part {
        Monoid::Add => vec![sum(known, a[0], types[0], count)?],
        Monoid::Mul => vec![product(a[0], types[0])?],
        Monoid::Min | Monoid::Max | Monoid::Lesser | Monoid::Greater => vec![extreme],
        Monoid::And | Monoid::Or | Monoid::Xor => vec![bits(a[0], types[0])?],
        Monoid::AddMod(modulus) | Monoid::MulMod(modulus) => {
            let room = Interval::new(0, part.room(types[0]).into());
            let high = a[0].range.high.max(i128::from(modulus) - 1);
            vec![a[0].range.within(room).then_some(Facts::of(Interval::new(0, high)))?]
        }
        Monoid::Least | Monoid::Greatest => vec![extreme, a[1]],
        Monoid::GreatestCount => {
            let some = a[1].union(Facts::of(Interval::point(0)))?;
            vec![extreme, sum(known, some, types[1], count)?]
        }
        Monoid::Fill => vec![a[0]],
        Monoid::Segmented => vec![bits(a[0], types[0])?, sum(known, a[1], types[1], count)?],
        Monoid::Complex | Monoid::Affine => vec![any(0)?, any(1)?],
        Monoid::Matrix => vec![any(0)?, any(1)?, any(2)?, any(3)?],
        Monoid::Welford => moments(known, [a[0], a[1], a[2]], types[0], count)?,
    })
}

/// The mean is among the values. The sum of squares is largest where half of the weight is at either
/// end (Popoviciu). Weights are counts, whose sum is exact.
fn moments(
    known: &impl Known,
    [mean, squares, weight]: [Facts; 3],
    dtype: DType,
    count: i128,
) -> Option<Vec<Facts>> {
    let times = Interval::point(count);
    let weight = Facts { range: weight.range.mul(times)?, ..weight };
    let counts = weight.range.low > 0 && weight.exponent == 0 && weight.fits(dtype);
    if !known.rounds() || !counts {
        return None;
    }
    let width = mean.range.high.checked_sub(mean.range.low)?;
    let most = width.checked_mul(width)?.checked_mul(weight.range.high)? / 4 + 1;
    let spread = Facts { exponent: 2 * mean.exponent, ..Facts::of(Interval::new(0, most)) };
    let given = Facts { range: squares.range.mul(times)?, ..squares };
    let (x, y, exponent) = align(spread, given)?;
    let spread = Facts { range: x.add(y)?, exponent, ..spread };
    let rounded =
        |facts: Facts| Facts { inexact: true, negative_zero: false, ..facts }.in_type(known, dtype);
    Some(vec![rounded(mean)?, rounded(spread)?, weight])
}

/// Of one to `count` elements, none of them rounded.
fn sum(known: &impl Known, a: Facts, dtype: DType, count: i128) -> Option<Facts> {
    let last = folded(known, ReduceOp::Sum, a, count, dtype).filter(|sum| !sum.inexact)?;
    last.union(Facts { undef: last.undef, ..a })
}

/// Floats are exact where the factors are -1, 0 and 1.
pub(super) fn product(a: Facts, dtype: DType) -> Option<Facts> {
    let unit = Interval::new(if a.range.low < 0 { -1 } else { 0 }, 1);
    let small = a.range.within(unit) && a.exponent == 0;
    let negative_zero = a.negative_zero || dtype.is_float() && a.range.low < 0;
    let facts = small.then_some(Facts { range: unit, negative_zero, ..a });
    facts.filter(|facts| facts.fits(dtype)).or_else(|| Facts::any(dtype))
}

fn bits(a: Facts, dtype: DType) -> Option<Facts> {
    a.range.bits(a.range).map(Facts::of).or_else(|| Facts::any(dtype))
}
