//! Running sums and products along either axis, alone, of one another, or accumulated in a loop, with
//! what follows from them.

use crate::generate::builder::{Builder, of};
use crate::generate::memory::Content;
use crate::program::ValueId;
use crate::program::ops::{BinaryOp, CumProd, CumSum};
use crate::tensor::DType;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let shape = b.any_shape();
    let value = b.matrix(shape, Content::Small)?;
    let value = b.varied(value, 1);
    let sums = running(b, value)?;
    let result = match b.choice.index(3) {
        0 => running(b, sums).unwrap_or(sums),
        1 => {
            // What each element adds, got back.
            let dtype = b.dtype(sums)?;
            let value = b.convert(value, dtype)?;
            b.binary(BinaryOp::Sub, sums, of(value)).unwrap_or(sums)
        }
        _ => sums,
    };
    let result = b.varied(result, 1);
    b.keep_defined(result)
}

/// The running sum, in a type that every release sums to itself.
fn running(b: &mut Builder<'_, '_>, value: ValueId) -> Option<ValueId> {
    let dtype = b.dtype(value)?;
    let wide = match dtype {
        _ if CumSum::takes(dtype) => dtype,
        _ if dtype.is_float() => DType::F32,
        _ => DType::I32,
    };
    let value = b.convert(value, wide)?;
    let axis = b.choice.index(b.shape(value).len());
    let reverse = b.choice.chance(30);
    if b.choice.chance(65)
        && let Some(product) = b.emit(CumProd { value, axis, reverse })
    {
        return Some(product);
    }
    b.emit(CumSum { value, axis, reverse })
}
