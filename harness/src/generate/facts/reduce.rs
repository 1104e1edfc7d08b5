//! Reductions and scans.

use super::{Facts, Known, defined};
use crate::generate::interval::Interval;
use crate::program::ops::{ArgReduce, CumSum, Digest, Extreme, Reduce, ReduceOp, Unordered};
use crate::tensor::DType;

pub(super) fn reduce(known: &impl Known, op: &Reduce, result: DType) -> Option<Facts> {
    let ty = known.ty(op.value)?;
    let count = op.axis.map_or(ty.numel(), |axis| ty.shape[axis]);
    folded(known, op.op, known.facts(op.value)?, count as i128, result)
}

pub(super) fn arg_reduce(known: &impl Known, op: &ArgReduce) -> Option<Facts> {
    let value = defined(known, op.value)?;
    let length = known.ty(op.value)?.shape[op.axis];
    let index = Facts::of(Interval::new(0, length as i128 - 1));
    Some(match op.told {
        Extreme::PairValue => Facts { undef: value.negative_zero, ..value },
        _ => Facts { undef: !op.tie_break_left, ..index },
    })
}

/// Whatever the order of the elements.
pub(super) fn unordered(known: &impl Known, op: &Unordered, result: DType) -> Option<Facts> {
    let mut facts = defined(known, *op.values.first()?)?;
    let mut count = 0;
    for id in &op.values {
        facts = facts.union(defined(known, *id)?)?;
        count += known.ty(*id)?.numel() as i128;
    }
    match op.digest {
        Digest::Reduce(reduction) => folded(known, reduction, facts, count, result),
        Digest::Histogram(bins) => {
            let fits = facts.range.within(Interval::new(0, bins as i128 - 1));
            fits.then_some(Facts::of(Interval::new(0, count)))
        }
    }
}

pub(super) fn cumsum(known: &impl Known, op: &CumSum, result: DType) -> Option<Facts> {
    let count = known.ty(op.value)?.shape[op.axis] as i128;
    let a = known.facts(op.value)?;
    let last = folded(known, ReduceOp::Sum, a, count, result)?;
    last.union(Facts { undef: last.undef, ..a })
}

/// A reduction of `count` elements.
pub(super) fn folded(
    known: &impl Known,
    op: ReduceOp,
    a: Facts,
    count: i128,
    result: DType,
) -> Option<Facts> {
    if a.raw || a.undef {
        return None;
    }
    match op {
        ReduceOp::Sum => {
            let times = Interval::point(count);
            let facts = Facts { range: a.range.mul(times)?, ..a };
            if result.is_int() {
                return if facts.fits(result) { Some(facts) } else { Facts::any(result) };
            }
            // A sum of nothing but -0.0 is left open by the language.
            let inexact = a.inexact || a.wild;
            Facts { undef: a.negative_zero && !inexact, inexact, ..facts }.in_type(known, result)
        }
        ReduceOp::Min | ReduceOp::Max => {
            let inexact = a.inexact || a.wild;
            Facts { undef: a.negative_zero && !inexact, inexact, ..a }.in_type(known, result)
        }
        ReduceOp::XorSum | ReduceOp::Or => {
            a.range.bits(a.range).map(Facts::of).or_else(|| Facts::any(result))
        }
    }
}
