//! Elements in an order that nobody knows, of which sums, extremes and counts are made.

use crate::generate::builder::Builder;
use crate::generate::facts::Known;
use crate::generate::memory::Content;
use crate::program::ValueId;
use crate::program::ops::{BinaryOp, Digest, ReduceOp, Source, Unordered};
use crate::tensor::DType;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let source = b.choice.pick(&Source::ALL);
    let digest = match b.choice.index(6) {
        0 => Digest::Histogram(b.choice.pick(&[16usize, 8, 32])),
        1 => Digest::Reduce(ReduceOp::Max),
        2 => Digest::Reduce(ReduceOp::Min),
        3 => Digest::Reduce(ReduceOp::XorSum),
        _ => Digest::Reduce(ReduceOp::Sum),
    };
    let first = operand(b, source, digest)?;
    let mut values = vec![first];
    if source == Source::Cat {
        let other = b.vary(first);
        let same = b.ty(other) == b.ty(first) && fits(b, other, digest);
        values.push(if same { other } else { first });
    }
    let result = b.emit(Unordered { values, source, digest })?;
    let result = if b.shape(result).is_empty() && b.choice.chance(50) {
        let matrix = b.some_matrix(Content::Small)?;
        b.mix(matrix, result)?
    } else {
        result
    };
    b.keep_defined(result)
}

fn fits(b: &Builder<'_, '_>, value: ValueId, digest: Digest) -> bool {
    let Some(facts) = b.facts(value).filter(|facts| !facts.undef) else { return false };
    match digest {
        Digest::Histogram(bins) => facts.range.low >= 0 && facts.range.high < bins as i128,
        Digest::Reduce(_) => true,
    }
}

fn operand(b: &mut Builder<'_, '_>, source: Source, digest: Digest) -> Option<ValueId> {
    let mut value = b.some_matrix(Content::Small)?;
    if let Digest::Histogram(bins) = digest {
        value = b.convert(value, DType::I32)?;
        value = b.with_int(BinaryOp::And, value, bins as i128 - 1)?;
    } else if b.dtype(value)?.bits() < 32 && b.dtype(value)?.is_float() {
        value = b.convert(value, DType::F32)?;
    }
    if source != Source::Cat {
        return Some(value);
    }
    let count = b.shape(value).iter().product();
    b.reshape(value, &[count])
}
