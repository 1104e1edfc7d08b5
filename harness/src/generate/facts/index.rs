//! Places, hints about them, and random numbers.

use super::{Facts, Known, defined};
use crate::generate::interval::Interval;
use crate::program::ops::{Hint, Philox, Rand, Swizzle};
use crate::tensor::DType;

/// Whether a hint is true is for whoever gives it; the evaluator checks it.
pub(super) fn hint(known: &impl Known, op: &Hint) -> Option<Facts> {
    defined(known, op.value)
}

pub(super) fn swizzle(known: &impl Known, op: &Swizzle) -> Option<Facts> {
    let [rows, columns] = op.size.map(|length| Interval::new(0, i128::from(length) - 1));
    let inside = |value, range| defined(known, value).is_some_and(|f| f.range.within(range));
    let fits = inside(op.row, rows) && inside(op.column, columns);
    fits.then_some(Facts::of(if op.second { columns } else { rows }))
}

/// Any number: nothing is known of random ones.
pub(super) fn philox(known: &impl Known, op: &Philox, result: DType) -> Option<Facts> {
    let mut read = op.seed.value().into_iter().chain(op.counters.iter().copied());
    read.all(|id| defined(known, id).is_some()).then(|| Facts::any(result)).flatten()
}

/// From 0 to 1, and as bits what is between theirs. Exact kernels must not round, which it does.
pub(super) fn rand(known: &impl Known, op: &Rand) -> Option<Facts> {
    let mut read = op.seed.value().into_iter().chain([op.offset]);
    let usable = known.rounds() && read.all(|id| defined(known, id).is_some());
    let bits = Facts::of(Interval::new(0, i128::from(1f32.to_bits())));
    let number = Facts { exponent: -16, inexact: true, ..Facts::of(Interval::new(0, 1 << 16)) };
    usable.then_some(if op.bits { bits } else { number })
}
