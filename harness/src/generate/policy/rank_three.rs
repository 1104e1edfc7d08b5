//! Broadcast, multiply, reduce: products of matrices spelled out in three dimensions, over every
//! axis (triton-lang/triton#10574 and #9831 turned such chains into dots of less precision).

use crate::generate::builder::Builder;
use crate::generate::builder::of;
use crate::generate::memory::Content;
use crate::program::ops::BinaryOp;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let side = |n: usize| n.min(16);
    let [m, k] = b.any_shape().map(side);
    let n = b.choice.pick(&[8usize, 1, 2, 4, 16]);
    // The axis that each factor lacks, and the one that is reduced, are drawn apart.
    let left = b.matrix([m, k], Content::Small)?;
    let right = b.matrix([k, n], Content::Small)?;
    let right = b.convert(right, b.dtype(left)?)?;
    let (left, right) = (b.expand(left, 2)?, b.expand(right, 0)?);
    let shape = [m, k, n];
    let product = if b.choice.chance(50) {
        let (left, right) = (b.broadcast(left, &shape)?, b.broadcast(right, &shape)?);
        b.binary(BinaryOp::Mul, left, of(right))?
    } else {
        b.binary(BinaryOp::Mul, left, of(right))?
    };
    let axis = b.choice.pick(&[1usize, 1, 0, 2]);
    let sum = b.reduced(product, axis)?;
    if b.choice.chance(40) {
        let axis = b.choice.index(2);
        let total = b.reduced(sum, axis)?;
        b.keep(total);
    }
    let sum = b.varied(sum, 2);
    b.keep_defined(sum)
}
