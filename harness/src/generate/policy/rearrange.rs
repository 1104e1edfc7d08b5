//! Elements that change places: pairs that are joined and split, elements that are gathered, and where
//! the least and the greatest are.

use crate::generate::builder::Builder;
use crate::generate::facts::Known;
use crate::generate::memory::Content;
use crate::program::ValueId;
use crate::program::ops::{ArgReduce, BinaryOp, Extreme, Gather, Interleave, Join, Split};
use crate::tensor::DType;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let value = b.some_matrix(Content::Identity)?;
    let value = b.varied(value, 1);
    let result = match b.choice.index(3) {
        0 => extreme(b, value)?,
        1 => paired(b, value)?,
        _ => gathered(b, value)?,
    };
    let result = b.varied(result, 1);
    b.keep_defined(result)
}

/// Joined with another of its kind, and interleaved, turned, or split again.
fn paired(b: &mut Builder<'_, '_>, first: ValueId) -> Option<ValueId> {
    let (dtype, shape) = (b.dtype(first)?, b.shape(first));
    let other = b.some_matrix(Content::Identity)?;
    let other = if b.shape(other) == shape { b.convert(other, dtype)? } else { b.vary(first) };
    let second = if b.ty(other) == b.ty(first) { other } else { first };
    if b.choice.chance(55) {
        return b.emit(Interleave { first, second });
    }
    let value = b.emit(Join { first, second })?;
    match b.choice.index(5) {
        0 => {
            let (last, rest) = shape.split_last()?;
            let flat: Vec<usize> = rest.iter().copied().chain([2 * last]).collect();
            b.reshape(value, &flat)
        }
        1 => {
            let rank = shape.len();
            let axes: Vec<usize> = [rank].into_iter().chain(0..rank).collect();
            b.permute(value, &axes)
        }
        _ => {
            let varied = b.vary(value);
            let value = if b.shape(varied).last() == Some(&2) { varied } else { value };
            let second = b.choice.chance(50);
            b.emit(Split { value, second })
        }
    }
}

/// By indices that were loaded or computed.
fn gathered(b: &mut Builder<'_, '_>, value: ValueId) -> Option<ValueId> {
    let shape: [usize; 2] = b.shape(value).try_into().ok()?;
    let axis = b.choice.index(2);
    let mut wanted = shape;
    if b.choice.chance(30) {
        // More or fewer than there are.
        wanted[axis] = b.choice.pick(&[2 * shape[axis], (shape[axis] / 2).max(1)]);
    }
    let offset = b.tile_offset(wanted)?;
    let index = match b.choice.chance(50) {
        true => b.load(DType::I32, offset, None, Content::Identity)?,
        false => b.convert(offset, DType::I32)?,
    };
    let index = b.with_int(BinaryOp::And, index, shape[axis] as i128 - 1)?;
    let index = b.broadcast(index, &wanted)?;
    b.emit(Gather { value, index, axis })
}

/// Where the least or the greatest of each row is, or that element itself.
fn extreme(b: &mut Builder<'_, '_>, value: ValueId) -> Option<ValueId> {
    let axis = b.choice.index(b.shape(value).len());
    let (greatest, tie_break_left) = (b.choice.chance(50), !b.choice.chance(20));
    let keep_dims = b.choice.chance(30);
    let both = b.choice.chance(55);
    let told = if both { Extreme::PairIndex } else { Extreme::Index };
    let op = ArgReduce { greatest, value, axis, tie_break_left, keep_dims, told };
    if both && let Some(value) = b.emit(ArgReduce { told: Extreme::PairValue, ..op.clone() }) {
        b.keep_defined(value);
    }
    let index = b.emit(op)?;
    if !tie_break_left || !b.choice.chance(50) {
        return Some(index);
    }
    let index = if keep_dims { index } else { b.expand(index, axis)? };
    b.emit(Gather { value, index, axis })
}
