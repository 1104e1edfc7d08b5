//! Elements that change places or are counted.

use super::{Facts, Known, defined, usable};
use crate::generate::interval::Interval;
use crate::program::ValueId;
use crate::program::ops::{Gather, Histogram, Op, Operation};
use crate::tensor::DType;

/// Whether no operand is a float of 8 bits, with which nothing is computed, or the operation only
/// moves, converts or scales it.
pub(super) fn takes_its_operands(known: &impl Known, op: &Op) -> bool {
    let moves = matches!(
        op,
        Op::ExpandDims(_)
            | Op::BroadcastTo(_)
            | Op::Reshape(_)
            | Op::Permute(_)
            | Op::Join(_)
            | Op::Split(_)
            | Op::Interleave(_)
            | Op::Flip(_)
            | Op::Gather(_)
            | Op::Where(_)
            | Op::Cast(_)
            | Op::DotScaled(_)
    );
    let is_fp8 = |id: ValueId| known.ty(id).and_then(|ty| ty.dtype()).is_some_and(DType::is_fp8);
    moves || !op.operands().into_iter().any(is_fp8)
}

pub(super) fn gather(known: &impl Known, op: &Gather) -> Option<Facts> {
    let (index, ty) = (known.facts(op.index)?, known.ty(op.value)?);
    let reach = Interval::new(0, ty.shape[op.axis] as i128 - 1);
    usable(known, op.value).filter(|_| !index.undef && index.range.within(reach))
}

pub(super) fn sort(known: &impl Known, value: ValueId) -> Option<Facts> {
    let facts = defined(known, value)?;
    Some(Facts { undef: facts.negative_zero, ..facts })
}

pub(super) fn histogram(known: &impl Known, op: &Histogram) -> Option<Facts> {
    defined(known, op.value)?;
    let counted = known.ty(op.value)?.numel();
    Some(Facts::of(Interval::new(0, counted as i128)))
}
