//! Elements that change places or are counted.

use super::{Facts, Known, defined, usable};
use crate::generate::interval::Interval;
use crate::program::ops::{Gather, Histogram, Sort};

pub(super) fn gather(known: &impl Known, op: &Gather) -> Option<Facts> {
    let (index, ty) = (known.facts(op.index)?, known.ty(op.value)?);
    let reach = Interval::new(0, ty.shape[op.axis] as i128 - 1);
    usable(known, op.value).filter(|_| !index.undef && index.range.within(reach))
}

pub(super) fn sort(known: &impl Known, op: &Sort) -> Option<Facts> {
    let facts = defined(known, op.value)?;
    Some(Facts { undef: facts.negative_zero, ..facts })
}

pub(super) fn histogram(known: &impl Known, op: &Histogram) -> Option<Facts> {
    let (facts, ty) = (defined(known, op.value)?, known.ty(op.value)?);
    let bins = Interval::new(0, op.bins as i128 - 1);
    let counts = Facts::of(Interval::new(0, ty.numel() as i128));
    facts.range.within(bins).then_some(counts)
}
