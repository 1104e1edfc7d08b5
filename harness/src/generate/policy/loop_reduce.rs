//! Loop-carried accumulators that are updated by reductions of loaded matrices, and read inside the
//! loop, after it, or twice (triton-lang/triton#11836, #11186 and #11682 in `OptimizeThreadLocality`).

use crate::generate::builder::Builder;
use crate::generate::builder::of;
use crate::generate::control::{Carry, Iteration};
use crate::generate::memory::Content;
use crate::program::ValueId;
use crate::program::ops::{BinaryOp, ReduceOp};
use crate::tensor::DType;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    if !b.loops.is_empty() {
        return None;
    }
    let mut shape = b.any_shape();
    if b.choice.chance(60) {
        // Long enough for a thread to hold more than one element of a row.
        shape = [shape[0].min(16), b.choice.pick(&[64, 128, 256, 32])];
    }
    let plain = b.choice.chance(55);
    let axis = if plain { 1 } else { b.choice.index(2) };
    let dtype = accumulator_dtype(b);
    let first = b.accumulator(&[shape[1 - axis]], dtype)?;
    let mut carries = vec![first];
    if b.choice.chance(25) {
        let other = b.accumulator(&[shape[axis]], dtype)?;
        carries.push(other);
    }
    let known = carries.clone();
    let after = b.repeat(&carries, move |b, iteration| {
        body(b, iteration, &known, shape, axis, plain).unwrap_or_default()
    })?;
    let results: Vec<ValueId> = after;
    if b.choice.chance(40) {
        let square = b.binary(BinaryOp::Mul, results[0], of(results[0]));
        square.into_iter().for_each(|value| b.keep(value));
    }
    for value in results {
        let value = b.varied(value, 1);
        b.keep(value);
    }
    Some(())
}

/// Wide enough for sums to be exact.
fn accumulator_dtype(b: &mut Builder<'_, '_>) -> DType {
    // `OptimizeThreadLocality` looks at float accumulators only.
    let dtype = match b.any_dtype() {
        _ if b.config.floats && b.choice.chance(50) => DType::F32,
        dtype => dtype,
    };
    match dtype {
        DType::F32 | DType::F64 | DType::I32 | DType::I64 | DType::U32 | DType::U64 => dtype,
        DType::F16 | DType::BF16 => DType::F32,
        _ => DType::I32,
    }
}

fn body(
    b: &mut Builder<'_, '_>,
    iteration: &Iteration,
    carries: &[Carry],
    shape: [usize; 2],
    axis: usize,
    plain: bool,
) -> Option<Vec<ValueId>> {
    let dtype = b.dtype(iteration.inside[0])?;
    let content = if dtype == DType::F32 { Content::Small } else { Content::Identity };
    let matrix =
        if plain { b.matrix_of(dtype, shape, content)? } else { b.matrix(shape, content)? };
    let matrix = if !plain && b.choice.chance(40) { b.vary(matrix) } else { matrix };
    if b.choice.chance(35) {
        // The accumulator as it is before the update.
        let read = b.choice.pick(&iteration.inside);
        let _ = b.store(read);
    }
    let mut next = vec![];
    for (at, inside) in iteration.inside.iter().enumerate() {
        let axis = if at == 0 { axis } else { 1 - axis };
        let updated = if plain && at == 0 {
            let sum = b.reduce(ReduceOp::Sum, matrix, axis);
            sum.and_then(|sum| b.accumulate(*inside, sum, carries[at], iteration.trips))
        } else {
            update(b, *inside, matrix, axis, carries[at], iteration.trips)
        };
        next.push(updated.unwrap_or(*inside));
    }
    if !plain && b.choice.chance(30) {
        let read = b.choice.pick(&next);
        let _ = b.store(read);
    }
    Some(next)
}

fn update(
    b: &mut Builder<'_, '_>,
    inside: ValueId,
    matrix: ValueId,
    axis: usize,
    carry: Carry,
    trips: i128,
) -> Option<ValueId> {
    let wanted = b.dtype(inside)?;
    let value = b.convert(matrix, wanted)?;
    let plain = b.choice.chance(70).then(|| b.reduce(ReduceOp::Sum, value, axis)).flatten();
    let sum = match plain {
        Some(sum) => sum,
        None => b.reduced(value, axis)?,
    };
    let sum = b.convert(sum, wanted)?;
    match b.choice.index(6) {
        3 => b.binary(BinaryOp::Max, inside, of(sum)),
        4 if wanted.is_int() => b.binary(BinaryOp::Xor, inside, of(sum)),
        _ => b.accumulate(inside, sum, carry, trips),
    }
}
