//! Reductions of one matrix over both axes, put together again: every value is wanted in the
//! matrix's layout and in both of its slices.

use crate::generate::builder::{Builder, of};
use crate::generate::facts::Known;
use crate::generate::memory::Content;
use crate::program::ValueId;
use crate::program::ops::{Predicate, Reduce, ReduceOp};

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let matrix = b.some_matrix(Content::Small)?;
    if b.facts(matrix)?.undef {
        return None;
    }
    let down = b.reduced(matrix, 0)?;
    let across = b.reduced(matrix, 1)?;
    let (down, across) = (b.varied(down, 2), b.varied(across, 2));
    match b.choice.index(5) {
        0 => {
            b.keep(down);
            b.keep(across);
        }
        1 => {
            let row = b.expand(down, 0)?;
            let result = b.mix(matrix, row)?;
            let again = b.reduced(result, 1)?;
            b.keep(again);
            b.keep(across);
        }
        2 => {
            let (row, column) = (b.expand(down, 0)?, b.expand(across, 1)?);
            let outer = b.mix(row, column)?;
            let result = b.mix(outer, matrix)?;
            b.keep_defined(result)?;
        }
        3 => extremes(b, matrix, [down, across])?,
        _ => totals(b, matrix, [down, across])?,
    }
    Some(())
}

/// How many of the largest there are in each row or column: where the matrix equals its maximum.
fn extremes(b: &mut Builder<'_, '_>, matrix: ValueId, [down, across]: [ValueId; 2]) -> Option<()> {
    let op = b.choice.pick(&[ReduceOp::Max, ReduceOp::Min]);
    let axis = b.choice.index(2);
    let top = b.emit(Reduce { op, value: matrix, axis: Some(axis), keep_dims: true })?;
    let wide = b.convert(matrix, b.dtype(top)?)?;
    let flags = b.compare(Predicate::Eq, wide, of(top))?;
    let flags = b.cast(flags, crate::tensor::DType::I32)?;
    let count = b.reduced(flags, axis)?;
    b.keep(count);
    b.keep(if axis == 0 { across } else { down });
    Some(())
}

/// The whole matrix reduced both ways, and what goes with it.
fn totals(b: &mut Builder<'_, '_>, matrix: ValueId, [down, across]: [ValueId; 2]) -> Option<()> {
    let total = b.reduced(down, 0)?;
    let other = b.reduced(across, 0)?;
    let column = b.expand(across, 1)?;
    let result = b.mix(column, total)?;
    let result = b.mix(result, other)?;
    let result = b.mix(result, matrix)?;
    b.keep_defined(result)
}
