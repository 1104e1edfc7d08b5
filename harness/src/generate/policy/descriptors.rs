//! Windows of a matrix that are loaded and stored through tensor descriptors, at its edges too, in and
//! out of loops that are pipelined.

use crate::generate::builder::Builder;
use crate::generate::control::Iteration;
use crate::generate::memory::Content;
use crate::program::ValueId;
use crate::program::ops::{BinaryOp, ReduceOp};
use crate::tensor::DType;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let all: Vec<DType> = b.dtypes.iter().copied().filter(|dtype| *dtype != DType::I1).collect();
    let dtype = b.choice.pick(&all);
    let block = block(b, dtype);
    if b.config.loops && b.loops.is_empty() && b.choice.chance(50) {
        return summed(b, dtype, block);
    }
    let row = b.instance()?;
    let value = b.window(dtype, block, row, Content::Identity)?;
    let value = b.varied(value, 2);
    if b.shape(value) == block && b.choice.chance(60) {
        return b.store_window(value);
    }
    b.keep_defined(value)
}

/// At least 16 bytes in a row, and no more than 256 elements along an axis.
fn block(b: &mut Builder<'_, '_>, dtype: DType) -> [usize; 2] {
    let least = 16 / dtype.bytes();
    let rows = b.choice.pick(&[8usize, 16, 32, 64, 1, 2]);
    let columns = b.choice.pick(&[16usize, 32, 64, 128]).max(least);
    let most = b.config.max_tile as usize;
    [rows.min((most / columns).max(1)), columns.min(most.max(least))]
}

/// One window after the other, added up.
fn summed(b: &mut Builder<'_, '_>, dtype: DType, block: [usize; 2]) -> Option<()> {
    let sum = match dtype {
        DType::F16 | DType::BF16 => DType::F32,
        DType::F32 | DType::F64 | DType::I32 | DType::I64 | DType::U32 | DType::U64 => dtype,
        _ => DType::I32,
    };
    let reduced = b.config.reductions && b.choice.chance(40);
    let shape: &[usize] = if reduced { &block[..1] } else { &block };
    let carry = b.accumulator(shape, sum)?;
    let after = b.repeat(&[carry], |b, iteration| {
        let next = step(b, iteration, dtype, block, reduced).and_then(|value| {
            let value = b.convert(value, sum)?;
            b.accumulate(iteration.inside[0], value, carry, iteration.trips)
        });
        vec![next.unwrap_or(iteration.inside[0])]
    })?;
    let result = b.varied(after[0], 1);
    if b.shape(result) == block && b.choice.chance(50) {
        return b.store_window(result);
    }
    b.keep_defined(result)
}

fn step(
    b: &mut Builder<'_, '_>,
    iteration: &Iteration,
    dtype: DType,
    block: [usize; 2],
    reduced: bool,
) -> Option<ValueId> {
    let row = if b.choice.chance(50) { iteration.index } else { b.instance()? };
    let value = b.window(dtype, block, row, Content::Small)?;
    let value = if b.choice.chance(30) {
        b.binary(BinaryOp::Mul, value, crate::generate::builder::of(value))?
    } else {
        value
    };
    if reduced { b.reduce(ReduceOp::Sum, value, 1) } else { Some(value) }
}
