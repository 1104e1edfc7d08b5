//! Vectors whose tail is masked off, the way most kernels end: `offset < n` with `n` at run time,
//! divisible by 16 or not, and the buffer exactly `n` long.

use crate::generate::builder::{Builder, of};
use crate::generate::interval::Interval;
use crate::generate::memory::Content;
use crate::program::Operand;
use crate::program::ops::{BinaryOp, Predicate};

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let length = (b.tile[0] * b.tile[1]).min(1024);
    let lane = b.coordinate(&[length], 0)?;
    let start = b.tile_start(length as i128)?;
    let offset = b.binary(BinaryOp::Add, lane, of(start))?;
    let most = b.index_range(offset)?.high + 1;
    let less = most - most.min(i128::from(b.choice.between(0, 40)));
    let (limit, rounded) = (less.max(1) as i64, (less.max(16) / 16 * 16) as i64);
    let (bound, limit) = match b.scalar(&[limit, rounded, 1]) {
        Some(id) => (of(id), b.range(id)?.high),
        None => (Operand::Int(i128::from(limit)), i128::from(limit)),
    };
    let mask = b.compare(Predicate::Lt, offset, bound)?;
    let within = Interval::new(0, limit - 1);
    let dtype = b.any_dtype();
    let content = b.choice.pick(&[Content::Identity, Content::Extreme, Content::Small]);
    let first = b.load_within(dtype, offset, within, Some(mask), content)?;
    let mut value = b.varied(first, 3);
    if b.choice.chance(50) {
        let dtype = b.any_dtype();
        let second = b.load_within(dtype, offset, within, Some(mask), Content::Small)?;
        value = b.mix(value, second)?;
    }
    if b.choice.chance(30) {
        let sum = b.reduced(value, 0)?;
        b.keep(sum);
    }
    b.keep_defined(value)
}
