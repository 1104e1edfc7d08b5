//! Flags that are loaded, computed with, reduced, and stored as flags.

use crate::generate::builder::{Builder, of};
use crate::generate::memory::Content;
use crate::program::ValueId;
use crate::program::ops::{Along, BinaryOp, Combine, Monoid, Predicate};
use crate::tensor::DType;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let shape = b.any_shape();
    let offset = b.tile_offset(shape)?;
    let loaded = b.load(DType::I1, offset, None, Content::Identity)?;
    let other = other(b, shape, offset)?;
    use BinaryOp::{Add, And, Max, Min, Mul, Or, Sub, Xor};
    let op = b.choice.pick(&[And, Or, Xor, Add, Mul, Sub, Min, Max]);
    let mut flags = b.binary(op, loaded, of(other))?;
    for _ in 0..b.choice.between(0, 2) {
        let varied = b.vary(flags);
        flags = if b.dtype(varied)? == DType::I1 { varied } else { flags };
    }
    let result = match b.choice.index(4) {
        0 => {
            let (axis, part) = (b.choice.index(2), [Monoid::And, Monoid::Or, Monoid::Xor]);
            let parts = vec![b.choice.pick(&part)];
            let reduced = b.config.reductions && b.choice.chance(60);
            let along = if reduced { Along::Reduce(Some(axis)) } else { Along::Scan(axis) };
            b.emit(Combine { values: vec![flags], parts, along, result: 0 })?
        }
        1 if b.config.masks => {
            let dtype = b.any_dtype();
            b.load(dtype, offset, Some(flags), Content::Identity)?
        }
        2 => {
            let (first, second) = (b.matrix(shape, Content::Small)?, b.any_dtype());
            let second = b.convert(first, second)?;
            let second = b.convert(second, b.dtype(first)?)?;
            b.select(flags, first, second)?
        }
        _ => flags,
    };
    b.keep_defined(flags);
    b.keep_defined(result)
}

/// Flags of the same shape: loaded or compared.
fn other(b: &mut Builder<'_, '_>, shape: [usize; 2], offset: ValueId) -> Option<ValueId> {
    if b.choice.chance(40) {
        let offset = b.with_int(BinaryOp::Add, offset, 1)?;
        return b.load(DType::I1, offset, None, Content::Identity);
    }
    let value = b.matrix(shape, Content::Small)?;
    let bound = b.literal(b.dtype(value)?);
    let predicate = b.choice.pick(&Predicate::ALL);
    b.compare(predicate, value, bound)
}
