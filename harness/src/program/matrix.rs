//! What a tensor descriptor that is made where the kernel is launched says of its matrix, and of the
//! windows of it that the kernel loads and stores.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::check::{TypeError, ensure};
use super::{Elem, Type};
use crate::tensor::DType;

/// What addresses, strides and starts of windows must be a multiple of, in bytes: `cuTensorMapEncodeTiled`
/// of the CUDA driver asks for it, and Triton's `TensorDescriptor` asserts it.
pub(super) const UNIT: usize = 16;

/// The longest side of a window: what `cuTensorMapEncodeTiled` takes as `boxDim`.
const LONGEST: usize = 256;

/// A row-major matrix, as `TensorDescriptor(base, shape, [stride, 1], block)` describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    /// The element type.
    pub dtype: DType,
    /// Rows and columns.
    pub shape: [u32; 2],
    /// Elements from one row to the next, a multiple of 16 bytes and no fewer than a row has.
    pub stride: u32,
    /// Rows and columns of a window; a row has at least 16 bytes.
    pub block: [usize; 2],
}

impl Matrix {
    /// Elements that strides and starts of windows are multiples of, and that a window has in a row.
    pub fn unit(dtype: DType) -> usize {
        UNIT.div_ceil(dtype.bytes())
    }

    /// The elements that its rows take, with what lies between them.
    pub fn len(&self) -> usize {
        (self.shape[0] as usize).saturating_mul(self.stride as usize)
    }

    /// Whether it has no elements; [`Matrix::check`] refuses that.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a descriptor may start so many elements off a multiple of 256 bytes.
    pub fn may_start(&self, misalign: u32) -> bool {
        (misalign as usize * self.dtype.bytes()).is_multiple_of(UNIT)
    }

    /// The type of a parameter that takes the descriptor.
    pub fn ty(&self) -> Type {
        Type { elem: Elem::Descriptor(*self), shape: vec![] }
    }

    /// Checks what a descriptor of it must keep.
    ///
    /// # Errors
    /// If Triton or the driver takes no such descriptor.
    pub fn check(&self) -> Result<(), TypeError> {
        let Matrix { dtype, shape: [rows, columns], stride, block } = *self;
        let counts = [rows, columns, stride];
        let numbers = counts.iter().all(|&n| n > 0 && i32::try_from(n).is_ok());
        let rows_apart = (stride as usize * dtype.bytes()).is_multiple_of(UNIT);
        let sides = block.iter().all(|&side| side.is_power_of_two() && side <= LONGEST);
        let fits = dtype != DType::I1
            && numbers
            && rows_apart
            && columns <= stride
            && sides
            && block[1] * dtype.bytes() >= UNIT;
        ensure(fits, || format!("no GPU takes a descriptor of {self}"))
    }
}

impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Matrix { dtype, shape, stride, block } = self;
        write!(f, "windows {block:?} of {dtype}{shape:?} with rows {stride} apart")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_that_no_gpu_takes_are_refused() {
        let matrix = Matrix { dtype: DType::F16, shape: [3, 24], stride: 24, block: [2, 8] };
        assert_eq!((Matrix::unit(DType::F16), Matrix::unit(DType::F64)), (8, 2));
        assert_eq!((matrix.check(), matrix.len()), (Ok(()), 72));
        assert!(matrix.may_start(0) && matrix.may_start(8) && !matrix.may_start(4));
        assert!(Matrix { stride: 16, ..matrix }.check().is_err());
        assert!(Matrix { stride: 28, ..matrix }.check().is_err());
        assert!(Matrix { shape: [0, 24], ..matrix }.check().is_err());
        assert!(Matrix { shape: [1 << 31, 24], ..matrix }.check().is_err());
        assert!(Matrix { block: [2, 4], ..matrix }.check().is_err());
        assert!(Matrix { block: [3, 8], ..matrix }.check().is_err());
        assert!(Matrix { block: [512, 8], ..matrix }.check().is_err());
        assert!(Matrix { dtype: DType::I1, block: [2, 16], ..matrix }.check().is_err());
    }
}
