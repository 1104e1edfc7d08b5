//! Addresses with hints that are true: `tl.multiple_of`, `tl.max_contiguous`, `tl.max_constancy` on
//! starts of instances, on ranges that follow, and on quotients of them.

use crate::generate::builder::{Builder, of};
use crate::generate::memory::Content;
use crate::program::ValueId;
use crate::program::ops::{BinaryOp, Hint};

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let [rows, columns] = b.any_shape();
    // Lengths that are no power of two leave less to say.
    let width = (columns as i128) * i128::from(b.choice.pick(&[1i64, 1, 3, 5]));
    let instance = b.instance()?;
    let start = b.with_int(BinaryOp::Mul, instance, width)?;
    let start = if b.choice.chance(60) { divisible(b, start, width)? } else { start };
    let range = b.arange(columns)?;
    let line = b.binary(BinaryOp::Add, range, of(start))?;
    let line = follows(b, line, columns, width)?;
    let down = b.arange(rows)?;
    let stride = b.choice.pick(&[1024i128, 96, 48, 100]);
    let down = b.with_int(BinaryOp::Mul, down, stride)?;
    let (down, across) = (b.expand(down, 1)?, b.expand(line, 0)?);
    let mut offset = b.binary(BinaryOp::Add, down, of(across))?;
    if b.choice.chance(50) {
        offset = matrix(b, offset, columns, power(stride).min(power(width)))?;
    } else if b.choice.chance(40) {
        offset = constant(b, offset, columns, power(stride).min(power(width)))?;
    }
    let dtype = b.any_dtype();
    let loaded = b.load(dtype, offset, None, Content::Identity)?;
    let result = b.varied(loaded, 2);
    b.keep_defined(result)
}

/// The largest power of two that divides a number.
fn power(number: i128) -> u32 {
    1 << number.trailing_zeros().min(10)
}

/// A length of groups: at most as long as the range.
fn group(b: &mut Builder<'_, '_>, longest: u32) -> u32 {
    let shorter = b.choice.pick(&[0u32, 0, 1, 2]);
    (longest >> shorter).max(1)
}

fn divisible(b: &mut Builder<'_, '_>, value: ValueId, of: i128) -> Option<ValueId> {
    let multiple = group(b, power(of));
    let (contiguous, constant) = (vec![], vec![]);
    b.emit(Hint { value, multiple: vec![multiple], contiguous, constant })
}

/// A range that begins at a multiple of `width`.
fn follows(b: &mut Builder<'_, '_>, value: ValueId, length: usize, width: i128) -> Option<ValueId> {
    let run = group(b, length as u32);
    let multiple = if b.choice.chance(70) { vec![run.min(power(width))] } else { vec![] };
    b.emit(Hint { value, multiple, contiguous: vec![run], constant: vec![] })
}

/// As `follows`, for rows that begin at multiples of `aligned`.
fn matrix(
    b: &mut Builder<'_, '_>,
    value: ValueId,
    columns: usize,
    aligned: u32,
) -> Option<ValueId> {
    let run = group(b, columns as u32);
    let multiple = if b.choice.chance(70) { vec![1, run.min(aligned)] } else { vec![] };
    b.emit(Hint { value, multiple, contiguous: vec![1, run], constant: vec![] })
}

/// The quotient by a power of two, of which as many neighbours are equal.
fn constant(
    b: &mut Builder<'_, '_>,
    value: ValueId,
    columns: usize,
    aligned: u32,
) -> Option<ValueId> {
    let longest = (columns as u32).min(aligned);
    let same = group(b, longest);
    let value = b.with_int(BinaryOp::FloorDiv, value, i128::from(same))?;
    let (multiple, contiguous) = (vec![], vec![]);
    b.emit(Hint { value, multiple, contiguous, constant: vec![1, same] })
}
