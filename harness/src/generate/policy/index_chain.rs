//! Index chains of `%`, `//`, `*` and `+` around numbers that are no powers of two, feeding load
//! addresses and masks, as in triton-lang/triton#10646, where an erased layout conversion was
//! reused to build an address and `row % 192` became `(row / 192) * 128`.

use crate::generate::builder::{Builder, of};
use crate::generate::memory::Content;
use crate::program::ops::{BinaryOp, Predicate};
use crate::program::{Operand, ValueId};

/// Numbers that rows are split by.
const SPLITS: [i64; 12] = [192, 3, 5, 6, 7, 12, 24, 48, 96, 10, 13, 2];

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let shape = b.any_shape();
    let lane = b.coordinate(&shape, 0)?;
    let column = b.coordinate(&shape, 1)?;
    let scale = b.choice.pick(&[shape[0] as i64, 64, 100, 37]);
    let start = b.tile_start(i128::from(scale))?;
    let row = b.binary(BinaryOp::Add, lane, of(start))?;
    let split = b.number(&SPLITS);
    let quotient = b.binary(BinaryOp::FloorDiv, row, split)?;
    let remainder = b.binary(BinaryOp::Rem, row, split)?;
    let width = b.number(&[128, shape[1] as i64, 192, 100, 16]);
    let first = addressed(b, remainder, width, column, quotient)?;
    let second = match b.choice.index(3) {
        0 => addressed(b, quotient, width, column, remainder)?,
        1 => {
            let far = b.binary(BinaryOp::Mul, quotient, width)?;
            let row = b.binary(BinaryOp::Add, far, of(remainder))?;
            addressed(b, row, width, column, remainder)?
        }
        _ => b.broadcast(row, &shape)?,
    };
    let result = b.mix(first, second)?;
    let result = b.varied(result, 2);
    if b.choice.chance(35) {
        let axis = b.choice.index(2);
        let sums = b.reduced(result, axis)?;
        b.keep(sums);
        return Some(());
    }
    b.keep_defined(result)
}

/// Loads at `row * width + column`, under a mask that is made of the same values.
fn addressed(
    b: &mut Builder<'_, '_>,
    row: ValueId,
    width: Operand,
    column: ValueId,
    partner: ValueId,
) -> Option<ValueId> {
    let scaled = b.binary(BinaryOp::Mul, row, width)?;
    let offset = b.binary(BinaryOp::Add, scaled, of(column))?;
    let mask = if b.config.masks && b.choice.chance(45) {
        let subject = b.choice.pick(&[row, partner]);
        let range = b.index_range(subject)?;
        let bound = b.choice.between(range.low as i64, (range.high as i64).saturating_add(1));
        b.compare(Predicate::Lt, subject, Operand::Int(i128::from(bound)))
    } else {
        None
    };
    let dtype = b.any_dtype();
    b.load(dtype, offset, mask, Content::Identity)
}
