//! Elements that change places: pairs that are joined and split, gathered, sorted, flipped, counted.

use crate::generate::builder::Builder;
use crate::generate::facts::Known;
use crate::generate::memory::Content;
use crate::program::ValueId;
use crate::program::ops::{
    ArgReduce, BinaryOp, Extreme, Flip, Gather, Histogram, Interleave, Join, Sort, Split, TopK,
};
use crate::tensor::DType;

/// Elements of a row that is sorted, and of all rows: a sort is compiled to many operations.
const SORTED: (usize, usize) = (32, 512);

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let value = b.some_matrix(Content::Identity)?;
    let value = b.varied(value, 1);
    let result = match b.choice.index(11) {
        7 | 8 | 10 => extreme(b, value)?,
        0 | 1 => paired(b, value)?,
        2 | 3 => gathered(b, value)?,
        4 | 9 => sorted(b, value)?,
        5 => {
            let axis = b.shape(value).len().checked_sub(1)?;
            b.emit(Flip { value, axis })?
        }
        _ => counted(b, value)?,
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
    if b.choice.chance(25) {
        return b.emit(Interleave { first, second });
    }
    let value = b.emit(Join { first, second })?;
    match b.choice.index(3) {
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

/// In rows that are not too long.
fn sorted(b: &mut Builder<'_, '_>, value: ValueId) -> Option<ValueId> {
    let shape = b.shape(value);
    let (numel, last) = (shape.iter().product::<usize>(), *shape.last()?);
    if numel > SORTED.1 {
        return None;
    }
    let value = match last > SORTED.0 {
        true => b.reshape(value, &[numel / SORTED.0, SORTED.0])?,
        false => value,
    };
    if b.choice.chance(45) && b.shape(value).last() > Some(&1) {
        let value = match b.dtype(value)? {
            dtype if dtype.bits() >= 32 => value,
            dtype if dtype.is_float() => b.convert(value, DType::F32)?,
            _ => b.convert(value, DType::I32)?,
        };
        let length = *b.shape(value).last()?;
        let count = b.choice.pick(&[2usize, 4, 8, 16]).min(length);
        return b.emit(TopK { value, count });
    }
    let descending = b.choice.chance(40);
    b.emit(Sort { value, descending })
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

/// How often small numbers occur.
fn counted(b: &mut Builder<'_, '_>, value: ValueId) -> Option<ValueId> {
    let value = b.convert(value, DType::I32)?;
    let numel = b.shape(value).iter().product();
    let value = b.reshape(value, &[numel])?;
    let bins = b.choice.pick(&[16usize, 2, 4, 8, 32, 64]);
    let value = b.with_int(BinaryOp::And, value, bins as i128 - 1)?;
    b.emit(Histogram { value, bins })
}
