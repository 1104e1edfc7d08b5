//! Row indices that are negative on the way: `(i - 64) // 32 + 8`, shifts, remainders by tensors.
//! Division truncates, so a contiguous range has one group more around zero
//! (triton-lang/triton#7749), and a remainder by a tensor has no constant alignment (#11544).

use crate::generate::builder::{Builder, of};
use crate::generate::memory::Content;
use crate::program::ops::{BinaryOp, Predicate};
use crate::program::{Operand, ValueId};

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let shape = b.any_shape();
    let flat = b.choice.chance(40);
    let length = if flat { shape[0] * shape[1] } else { shape[0] };
    let lane = if flat { b.coordinate(&[length], 0)? } else { b.coordinate(&shape, 0)? };
    let back = b.choice.pick(&[length as i64 / 2, 1, 64, 3, length as i64]);
    let start = b.with_int(BinaryOp::Sub, lane, i128::from(back))?;
    let row = index(b, lane, start)?;
    let offset = if flat {
        row
    } else {
        let width = b.number(&[shape[1] as i64, 16, 100]);
        let scaled = b.binary(BinaryOp::Mul, row, width)?;
        let column = b.coordinate(&shape, 1)?;
        b.binary(BinaryOp::Add, scaled, of(column))?
    };
    let mask = if b.config.masks && b.choice.chance(40) {
        let bound = b.choice.pick(&[0i64, -1, 1, 2]);
        b.compare(Predicate::Ge, row, Operand::Int(i128::from(bound)))
    } else {
        None
    };
    let dtype = b.any_dtype();
    let loaded = b.load(dtype, offset, mask, Content::Identity)?;
    let result = b.varied(loaded, 2);
    let result = if b.choice.chance(30) { b.mix(result, row)? } else { result };
    b.keep_defined(result)
}

fn index(b: &mut Builder<'_, '_>, lane: ValueId, start: ValueId) -> Option<ValueId> {
    let by = b.choice.pick(&[32i64, 2, 4, 8, 16, 3, 5, 24]);
    let shift = b.choice.pick(&[1i64, 2, 3, 4, 5]);
    match b.choice.index(5) {
        0 => b.with_int(BinaryOp::FloorDiv, start, i128::from(by)),
        1 => b.with_int(BinaryOp::Shr, start, i128::from(shift)),
        2 => b.with_int(BinaryOp::Rem, start, i128::from(by)),
        3 => {
            // `lane % (2 << (lane // 16))`, kept below the width of a shift.
            let group = b.with_int(BinaryOp::FloorDiv, lane, 16)?;
            let group = b.with_int(BinaryOp::Min, group, 6)?;
            let two = b.full(&b.shape(group), Operand::Int(2), crate::tensor::DType::I32)?;
            let modulus = b.binary(BinaryOp::Shl, two, of(group))?;
            b.binary(BinaryOp::Rem, lane, of(modulus))
        }
        _ => {
            let scaled = b.with_int(BinaryOp::Mul, start, i128::from(by))?;
            b.with_int(BinaryOp::FloorDiv, scaled, i128::from(shift + 2))
        }
    }
}
