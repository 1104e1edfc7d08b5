//! Elements that are sorted, turned around, counted.

use crate::generate::builder::Builder;
use crate::generate::memory::Content;
use crate::program::ValueId;
use crate::program::ops::{BinaryOp, Flip, Histogram, Sort, TopK};
use crate::tensor::DType;

/// Elements of a row that is sorted, and of all rows: a sort is compiled to many operations.
pub(in crate::generate) const SORTED: (usize, usize) = (32, 512);

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let value = b.some_matrix(Content::Identity)?;
    let value = b.varied(value, 1);
    let result = match b.choice.index(100) {
        0..22 => sorted(b, value)?,
        22..56 => greatest(b, value)?,
        56..67 => {
            let axis = b.shape(value).len().checked_sub(1)?;
            let value = if b.shape(value)[axis] > 1 { value } else { rows(b, value)? };
            let axis = b.shape(value).len() - 1;
            b.emit(Flip { value, axis })?
        }
        _ => counted(b, value)?,
    };
    let result = b.varied(result, 1);
    b.keep_defined(result)
}

/// The value in rows of two elements at least that are not too long; another one if it is too large.
fn rows(b: &mut Builder<'_, '_>, value: ValueId) -> Option<ValueId> {
    let shape = b.shape(value);
    let (numel, last) = (shape.iter().product::<usize>(), *shape.last()?);
    if numel > SORTED.1 || numel < 2 {
        let shape = b.choice.pick(&[[4usize, 16], [1, 32], [16, 8], [8, 2]]);
        return b.matrix(shape, Content::Identity);
    }
    if (2..=SORTED.0).contains(&last) {
        return Some(value);
    }
    let length = numel.min(SORTED.0);
    b.reshape(value, &[numel / length, length])
}

fn sorted(b: &mut Builder<'_, '_>, value: ValueId) -> Option<ValueId> {
    let value = rows(b, value)?;
    let descending = b.choice.chance(40);
    b.emit(Sort { value, descending })
}

fn greatest(b: &mut Builder<'_, '_>, value: ValueId) -> Option<ValueId> {
    let value = rows(b, value)?;
    let value = match b.dtype(value)? {
        dtype if dtype.bits() >= 32 => value,
        dtype if dtype.is_float() => b.convert(value, DType::F32)?,
        _ => b.convert(value, DType::I32)?,
    };
    let length = *b.shape(value).last()?;
    let count = b.choice.pick(&[2usize, 4, 8, 16]).min(length);
    b.emit(TopK { value, count })
}

/// How often small numbers occur.
fn counted(b: &mut Builder<'_, '_>, value: ValueId) -> Option<ValueId> {
    let value = b.convert(value, DType::I32)?;
    let numel = b.shape(value).iter().product();
    let value = b.reshape(value, &[numel])?;
    let bins = b.choice.pick(&[16usize, 2, 4, 8, 32, 64]);
    // Some are beyond the bins, and are not counted.
    let value = match b.choice.chance(60) {
        true => b.with_int(BinaryOp::And, value, bins as i128 - 1)?,
        false => b.with_int(BinaryOp::Rem, value, bins as i128 + 1)?,
    };
    b.emit(Histogram { value, bins })
}
