//! Random numbers that a seed and counters make: as data, as masks, and as indices.

use crate::generate::builder::{Builder, of};
use crate::generate::facts::Known;
use crate::generate::memory::Content;
use crate::program::ops::{BinaryOp, Philox, Predicate, Rand};
use crate::program::{Operand, ValueId};
use crate::tensor::DType;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let shape = b.any_shape();
    if b.rounds() && b.choice.chance(75) {
        return uniform(b, shape);
    }
    let counters = counters(b, shape)?;
    let seed = seed(b);
    let rounds = b.choice.pick(&[10u32, 7, 1, 3]);
    let taken = if b.choice.chance(40) { 2 } else { 1 };
    let first = b.choice.index(4);
    for at in 0..taken {
        let result = (first + at) % 4;
        let op = Philox { seed, counters: counters.clone(), rounds, result };
        let number = b.emit(op)?;
        let value = used(b, number, shape)?;
        b.keep_defined(value);
    }
    Some(())
}

/// Floats from 0 to 1, or their bits.
fn uniform(b: &mut Builder<'_, '_>, shape: [usize; 2]) -> Option<()> {
    let offset = b.tile_offset(shape)?;
    let offset = b.broadcast(offset, &shape)?;
    let dtype = if b.config.unsigned && b.choice.chance(20) { DType::U32 } else { DType::I32 };
    let (offset, seed) = (b.convert(offset, dtype)?, seed(b));
    let rounds = b.choice.pick(&[10u32, 7, 1, 3]);
    let bits = b.choice.chance(30);
    let number = b.emit(Rand { seed, offset, rounds, bits })?;
    let value = if !bits && b.choice.chance(40) {
        // Some elements dropped by chance.
        let value = b.matrix_of(DType::F32, shape, Content::Small)?;
        let zero = b.full(&shape, Operand::Float(0.0), DType::F32)?;
        let kept = b.compare(Predicate::Lt, number, Operand::Float(0.75))?;
        b.select(kept, value, zero)?
    } else {
        b.varied(number, 2)
    };
    b.keep_defined(value)
}

/// One tile of 32 bits, or four tiles.
fn counters(b: &mut Builder<'_, '_>, shape: [usize; 2]) -> Option<Vec<ValueId>> {
    let offset = b.tile_offset(shape)?;
    let offset = b.broadcast(offset, &shape)?;
    if b.choice.chance(60) {
        let dtype = if b.config.unsigned && b.choice.chance(20) { DType::U32 } else { DType::I32 };
        return Some(vec![b.convert(offset, dtype)?]);
    }
    let wide = b.config.wide && b.choice.chance(40);
    let dtype = if wide { DType::I64 } else { DType::I32 };
    let mut counters = vec![b.convert(offset, dtype)?];
    while counters.len() < 4 {
        let before = counters[counters.len() - 1];
        let next = match b.choice.index(3) {
            0 => b.with_int(BinaryOp::Mul, before, 0)?,
            1 => b.with_int(BinaryOp::Xor, before, 0x55)?,
            _ => before,
        };
        counters.push(next);
    }
    Some(counters)
}

fn seed(b: &mut Builder<'_, '_>) -> Operand {
    let scalars = b.candidates(|ty, facts| {
        ty.is_scalar() && matches!(ty.dtype(), Some(DType::I32 | DType::I64)) && !facts.undef
    });
    if !scalars.is_empty() && b.choice.chance(40) {
        return of(b.choice.pick(&scalars));
    }
    let seeds = [0, 1, 12345, -1, i64::MAX as i128, 1 << 32, i64::MIN as i128];
    Operand::Int(b.choice.pick(&seeds))
}

fn used(b: &mut Builder<'_, '_>, number: ValueId, shape: [usize; 2]) -> Option<ValueId> {
    match b.choice.index(4) {
        0 => {
            let limit = 1i128 << (b.dtype(number)?.bits() - 1);
            let flag = b.compare(Predicate::Lt, number, Operand::Int(limit))?;
            let value = b.matrix(shape, Content::Small)?;
            let other = b.vary(value);
            let same = b.shape(other) == b.shape(value) && b.dtype(other) == b.dtype(value);
            b.select(flag, value, if same { other } else { value })
        }
        1 => {
            let index = b.with_int(BinaryOp::And, number, 255)?;
            let index = b.convert(index, DType::I32)?;
            let dtype = b.any_dtype();
            b.load(dtype, index, None, Content::Identity)
        }
        2 => {
            let axis = b.choice.index(2);
            b.reduced(number, axis)
        }
        _ => Some(b.varied(number, 2)),
    }
}
