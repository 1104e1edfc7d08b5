//! Floats of 8 bits: loaded, moved, converted to wider ones, computed with there, and stored again.

use crate::generate::builder::Builder;
use crate::generate::facts::Known;
use crate::generate::memory::Content;
use crate::program::ValueId;
use crate::program::ops::{Cast, Flip, Join, Split};
use crate::tensor::DType;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let shape = b.any_shape();
    let small = b.choice.pick(&[DType::F8E4M3, DType::F8E5M2]);
    let content = b.choice.pick(&[Content::Small, Content::Identity]);
    let mut value = b.matrix_of(small, shape, content)?;
    for _ in 0..b.choice.between(0, 2) {
        value = moved(b, value).unwrap_or(value);
    }
    let wide = if b.config.narrow {
        b.choice.pick(&[DType::F32, DType::F16, DType::BF16])
    } else {
        DType::F32
    };
    let number = b.emit(Cast { value, dtype: wide, bitcast: false })?;
    let number = b.varied(number, 2);
    let back = b.choice.pick(&[small, DType::F8E5M2]);
    let stored = if b.dtype(number)?.is_float() { b.cast(number, back) } else { None };
    match stored {
        Some(stored) => {
            let stored = moved(b, stored).unwrap_or(stored);
            b.keep_defined(stored)
        }
        None => b.keep_defined(number),
    }?;
    if b.choice.chance(40) {
        let axis = b.choice.index(b.shape(number).len().max(1));
        let sum = b.reduced(number, axis)?;
        b.keep(sum);
    }
    if b.choice.chance(30) && !b.facts(value)?.undef {
        let bits = b.emit(Cast { value, dtype: DType::I8, bitcast: true })?;
        b.keep_defined(bits)?;
    }
    Some(())
}

/// The elements in other places.
fn moved(b: &mut Builder<'_, '_>, value: ValueId) -> Option<ValueId> {
    let shape = b.shape(value);
    match b.choice.index(4) {
        0 if shape.len() == 2 => b.permute(value, &[1, 0]),
        1 => {
            let numel = shape.iter().product::<usize>();
            let first = 1usize << b.choice.between(0, i64::from(numel.trailing_zeros()));
            b.reshape(value, &[first, numel / first])
        }
        2 => {
            let pairs = b.emit(Join { first: value, second: value })?;
            let second = b.choice.chance(50);
            b.emit(Split { value: pairs, second })
        }
        _ => b.emit(Flip { value, axis: shape.len().checked_sub(1)? }),
    }
}
