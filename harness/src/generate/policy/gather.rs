//! Addresses that were loaded: permutation tables, and indices that are computed from data.

use crate::generate::builder::{Builder, of};
use crate::generate::memory::Content;
use crate::program::ops::BinaryOp;
use crate::tensor::DType;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let shape = b.any_shape();
    let lane = b.coordinate(&shape, 0)?;
    let start = b.tile_start(shape[0] as i128)?;
    let row = b.binary(BinaryOp::Add, lane, of(start))?;
    let table = b.load(DType::I32, row, None, Content::Identity)?;
    let modulus = b.number(&[64, 24, 100, 7]);
    let index = b.binary(BinaryOp::Rem, table, modulus)?;
    let index = if b.choice.chance(30) { b.vary(index) } else { index };
    let index = b.cast(index, DType::I32)?;
    let column = b.coordinate(&shape, 1)?;
    let index = b.in_reach(index, 512)?;
    let offset = b.offset_of(index, column, shape)?;
    let dtype = b.any_dtype();
    let mask = b.some_mask(offset);
    let value = b.load(dtype, offset, mask, Content::Identity)?;
    let value = b.varied(value, 1);
    if b.choice.chance(30) {
        let axis = b.choice.index(2);
        let sum = b.reduced(value, axis)?;
        b.keep(sum);
    }
    b.keep_defined(value)
}
