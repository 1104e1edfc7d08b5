//! Elementwise arithmetic on mixed types: casts, wrap-around, shifts, flags, extremes.

use crate::generate::builder::{Builder, of};
use crate::generate::memory::Content;
use crate::program::ops::{BinaryOp, Predicate};
use crate::program::{Operand, ValueId};
use crate::tensor::DType;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let shape = b.any_shape();
    let flat = b.choice.chance(30);
    let content = b.choice.pick(&[Content::Extreme, Content::Small, Content::Extreme]);
    let a = operand(b, shape, flat, content)?;
    let other = operand(b, shape, flat, Content::Small)?;
    let a = b.varied(a, 4);
    let other = b.varied(other, 3);
    let mixed = b.mix(a, other)?;
    let result = match b.choice.index(4) {
        0 => mixed,
        1 => divided(b, mixed, other)?,
        2 => {
            let bound = b.literal(b.dtype(a)?);
            let predicate = b.choice.pick(&Predicate::ALL);
            let flag = b.compare(predicate, a, bound)?;
            let flag = b.vary(flag);
            let flag = if b.dtype(flag)? == DType::I1 {
                flag
            } else {
                b.compare(Predicate::Ne, flag, Operand::Int(0))?
            };
            let negated = b.vary(mixed);
            let negated = b.convert(negated, b.dtype(mixed)?)?;
            b.select(flag, mixed, negated)?
        }
        _ => b.varied(mixed, 4),
    };
    b.keep_defined(result)
}

fn operand(
    b: &mut Builder<'_, '_>,
    shape: [usize; 2],
    flat: bool,
    content: Content,
) -> Option<ValueId> {
    if !flat {
        return b.matrix(shape, content);
    }
    let length = (shape[0] * shape[1]).min(1024);
    let lane = b.coordinate(&[length], 0)?;
    let start = b.tile_start(length as i128)?;
    let offset = b.binary(BinaryOp::Add, lane, of(start))?;
    let dtype = b.any_dtype();
    b.load(dtype, offset, None, content)
}

/// Quotients and remainders by values that are made positive first.
fn divided(b: &mut Builder<'_, '_>, value: ValueId, by: ValueId) -> Option<ValueId> {
    let dtype = b.dtype(value)?;
    if !dtype.is_int() {
        return Some(value);
    }
    let by = b.convert(by, dtype)?;
    let by = b.with_int(BinaryOp::And, by, 15)?;
    let by = b.with_int(BinaryOp::Or, by, 1)?;
    // `or` keeps it from being 0, but not to the facts.
    let by = b.with_int(BinaryOp::Max, by, 1)?;
    let op = b.choice.pick(&[BinaryOp::FloorDiv, BinaryOp::Rem]);
    b.binary(op, value, of(by))
}
