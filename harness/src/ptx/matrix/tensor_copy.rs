//! Tensor copies: a box between a tensor in global memory and shared memory.
//!
//! A box lies in shared memory with its innermost dimension first. Its rows are dense; if they are
//! swizzled, each starts a new permuted row, even a shorter one (measured on an H200), and units of
//! 16 bytes are permuted by address. Elements out of bounds are filled when read and left out when
//! written. Tile mode, gather and scatter of four rows are modelled; `im2col`, interleaving and
//! steps are not.

use super::group::swizzled;
use super::reduce::{combine, fill_bits, refine};
use super::sums::Sums;
use super::tensor_map::{Swizzle, TensorMap};
use super::{Bytes, MatrixError};
use crate::ptx::decode::ReduceOp;

const UNIT: u32 = 16;

/// More bytes than any block has.
const MAX_SHARED: u32 = 1 << 18;

/// Global memory as tensor copies see it.
pub(in crate::ptx) trait GlobalBytes {
    /// Why an access cannot be.
    type Error;

    /// `size` bytes (1, 2, 4 or 8) from a multiple of `size` on.
    ///
    /// # Errors
    ///
    /// Out of bounds, or whatever else the memory checks.
    fn load(&mut self, address: u64, size: usize) -> Result<u64, Self::Error>;

    /// Writes the low `size` bytes of `value`.
    ///
    /// # Errors
    ///
    /// As [`GlobalBytes::load`].
    fn store(&mut self, address: u64, size: usize, value: u64) -> Result<(), Self::Error>;
}

/// Which box of which tensor.
#[derive(Clone, Copy, Debug)]
pub(in crate::ptx) struct BoxCopy<'a> {
    /// The tensor.
    pub(in crate::ptx) map: &'a TensorMap,
    /// Where the box starts, innermost dimension first; with `gather` the column and four rows.
    pub(in crate::ptx) coordinates: &'a [i32],
    /// `tile::gather4` or `tile::scatter4`.
    pub(in crate::ptx) gather: bool,
}

impl BoxCopy<'_> {
    /// What an mbarrier is told: the bytes of all elements, those out of bounds too, and no gaps.
    pub(in crate::ptx) fn bytes(&self) -> u32 {
        self.rows().saturating_mul(self.row_bytes())
    }

    /// Bytes of shared memory in which the box lies, gaps after shorter rows too.
    pub(in crate::ptx) fn span(&self) -> u32 {
        self.rows().saturating_mul(self.pitch())
    }

    fn row_bytes(&self) -> u32 {
        self.map.box_dims[0].saturating_mul(self.map.element.bytes())
    }

    /// Bytes from one row to the next in shared memory.
    fn pitch(&self) -> u32 {
        match self.map.swizzle {
            Swizzle::None => self.row_bytes(),
            swizzle => swizzle.units() * UNIT,
        }
    }

    fn rows(&self) -> u32 {
        if self.gather {
            4
        } else {
            self.map.box_dims[1..].iter().fold(1u32, |rows, size| rows.saturating_mul(*size))
        }
    }

    /// Address of the element of column 0 in row `row` of the box; `None` out of bounds.
    fn row_address(&self, row: u32) -> Option<u64> {
        let map = self.map;
        let mut address = map.address;
        let mut rest = row;
        for dimension in 1..map.dims.len() {
            let coordinate = if self.gather {
                i64::from(self.coordinates[1 + row as usize])
            } else {
                let inside = rest % map.box_dims[dimension];
                rest /= map.box_dims[dimension];
                i64::from(self.coordinates[dimension]) + i64::from(inside)
            };
            let coordinate = u32::try_from(coordinate).ok()?;
            (coordinate < map.dims[dimension]).then_some(())?;
            let offset = u64::from(coordinate).wrapping_mul(map.strides[dimension - 1]);
            address = address.wrapping_add(offset);
        }
        Some(address)
    }

    /// Whether a column of the box is inside the tensor, and which column of the tensor it is.
    fn column(&self, column: u32) -> Option<u64> {
        let column = i64::from(self.coordinates[0]) + i64::from(column);
        u32::try_from(column).ok().filter(|column| *column < self.map.dims[0]).map(u64::from)
    }

    /// What the hardware and the driver demand, and what is not modelled.
    fn check<E>(&self, shared: u32) -> Result<(), MatrixError<E>> {
        let map = self.map;
        let invalid = |what: String| Err(MatrixError::Invalid(format!("tensor copy {what}")));
        if map.steps.iter().any(|step| *step != 1) {
            let reason = "tensor copy with steps between elements".to_owned();
            return Err(MatrixError::Unsupported(reason));
        }
        let rank = if self.gather { 5 } else { map.dims.len() };
        if self.coordinates.len() != rank || (self.gather && map.dims.len() != 2) {
            return invalid(format!("of {} coordinates", self.coordinates.len()));
        }
        let is_possible = |size: &u32| (1..=256).contains(size);
        if !map.box_dims.iter().all(is_possible) || self.span() > MAX_SHARED {
            return invalid(format!("of a box of {:?}", map.box_dims));
        }
        if self.gather && map.box_dims[1] != 1 {
            return invalid("of four rows with a box of several".to_owned());
        }
        if !map.address.is_multiple_of(16) || map.strides.iter().any(|s| !s.is_multiple_of(16)) {
            return invalid("of a tensor whose rows are not aligned to 16 bytes".to_owned());
        }
        if !shared.is_multiple_of(128) || !self.row_bytes().is_multiple_of(UNIT) {
            return invalid(format!("of rows of {} bytes at {shared:#x}", self.row_bytes()));
        }
        if self.row_bytes() > self.pitch() {
            return invalid("of rows that are longer than their swizzle".to_owned());
        }
        Ok(())
    }

    /// Calls `each` with the shared address, the global address unless it is out of bounds, and the
    /// size of every piece of the box: eight bytes where all of them are in bounds and aligned,
    /// otherwise one element.
    fn pieces<E>(
        &self,
        shared: u32,
        mut each: impl FnMut(u32, Option<u64>, u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let bytes = self.map.element.bytes();
        let per = 8 / bytes;
        for row in 0..self.rows() {
            let start = self.row_address(row);
            let place = |column: u32| -> Option<u64> {
                Some(start?.wrapping_add(self.column(column)? * u64::from(bytes)))
            };
            for first in (0..self.map.box_dims[0]).step_by(per as usize) {
                let at = shared.wrapping_add(row * self.pitch() + first * bytes);
                let at = swizzled(at, self.map.swizzle.units());
                let whole = place(first).filter(|address| address.is_multiple_of(8));
                if whole.is_some() && self.column(first + per - 1).is_some() {
                    each(at, whole, 8)?;
                    continue;
                }
                for index in 0..per {
                    each(at + index * bytes, place(first + index), bytes)?;
                }
            }
        }
        Ok(())
    }
}

/// `cp.async.bulk.tensor` into shared memory: the box at `to`.
///
/// # Errors
///
/// What is not modelled, what the instruction forbids, what either memory says.
pub(in crate::ptx) fn load_box<B: Bytes, G: GlobalBytes<Error = B::Error>>(
    copy: &BoxCopy,
    to: u32,
    global: &mut G,
    shared: &mut B,
) -> Result<Sums, MatrixError<B::Error>> {
    copy.check::<B::Error>(to)?;
    let element = copy.map.element;
    let fill = fill_bits(element, copy.map.fill).ok_or_else(|| {
        let reason = format!("tensor copy that fills {element:?} with NaN");
        MatrixError::<B::Error>::Unsupported(reason)
    })?;
    let mut sums = Sums::default();
    copy.pieces(to, |at, from, size| -> Result<(), B::Error> {
        let value = match from {
            Some(from) => refine(element, global.load(from, size as usize)?, size, &mut sums),
            None => fill,
        };
        shared.store(at, size as usize, value)
    })?;
    Ok(sums)
}

/// `cp.async.bulk.tensor` out of shared memory: the box at `from`; with `reduce`,
/// `cp.reduce.async.bulk.tensor`, which combines each element with the one that is there.
///
/// # Errors
///
/// As [`load_box`].
pub(in crate::ptx) fn store_box<B: Bytes, G: GlobalBytes<Error = B::Error>>(
    copy: &BoxCopy,
    from: u32,
    reduce: Option<ReduceOp>,
    global: &mut G,
    shared: &mut B,
) -> Result<Sums, MatrixError<B::Error>> {
    copy.check::<B::Error>(from)?;
    let element = copy.map.element;
    let mut sums = Sums::default();
    let unsupported = |op: ReduceOp| -> MatrixError<B::Error> {
        MatrixError::Unsupported(format!("tensor reduction {op:?} of {element:?}"))
    };
    copy.pieces(from, |at, to, size| -> Result<(), MatrixError<B::Error>> {
        let Some(to) = to else { return Ok(()) };
        let mut value = shared.load(at, size as usize)?;
        if let Some(op) = reduce {
            let old = global.load(to, size as usize)?;
            value =
                combine(op, element, old, value, size, &mut sums).ok_or_else(|| unsupported(op))?;
        }
        global.store(to, size as usize, value)?;
        Ok(())
    })?;
    Ok(sums)
}

#[cfg(test)]
mod tests;
