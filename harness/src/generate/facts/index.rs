//! Places, hints about them, and random numbers.

use super::{Facts, Known, defined};
use crate::generate::interval::Interval;
use crate::program::ops::{Hint, Philox, Swizzle};
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
