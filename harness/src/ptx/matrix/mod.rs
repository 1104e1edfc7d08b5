//! Matrix instructions of a warp or a warp group, and tensor copies, as pure functions on bits.
//!
//! They take decoded operands, registers as [`Lanes`] and shared memory as [`Bytes`], and return
//! new registers or write bytes. They must not know instructions' operands, scheduling, barriers or
//! groups: when an asynchronous one reads and lands is the caller's business. For the caller:
//!
//! - [`load_matrices`] is `ldmatrix`, [`store_matrices`] `stmatrix`, [`transpose_matrix`]
//!   `movmatrix`;
//! - [`multiply`] is `mma.sync`, [`group_multiply`] `wgmma.mma_async`;
//! - [`TensorMap`] is what a tensor copy's map says ([`TensorMap::encode`], [`TensorMap::decode`]
//!   and [`replace_field`] work on the 128 bytes of a map in memory, in a layout of our own, since
//!   the real one is not public; 128 zero bytes are what `tensormap.replace` starts from);
//! - [`BoxCopy`] names the elements of one tensor copy: [`load_box`] is `cp.async.bulk.tensor` into
//!   shared memory and [`store_box`] out of it, reductions too.
//!
//! A product's result is one that the ISA allows; whether another order or precision of the sums
//! could have given another one is returned as [`Sums`].

mod elements;
mod group;
mod layout;
mod multiply;
mod reduce;
mod rows;
mod sums;
mod tensor_copy;
mod tensor_map;
#[cfg(test)]
mod testing;

pub(super) use super::lanes::Lanes;
pub(super) use elements::decode;
pub(super) use group::{GroupFactor, GroupProduct, group_multiply};
pub(super) use layout::{
    accumulator_place, accumulator_registers, accumulator_slot, factor, factor_registers,
};
pub(super) use multiply::{Product, multiply};
pub(super) use rows::{load_matrices, store_matrices, transpose_matrix};
pub(super) use sums::Sums;
pub(super) use tensor_copy::{BoxCopy, GlobalBytes, load_box, store_box};
pub(super) use tensor_map::replace_field;
pub use tensor_map::{ElementType, Fill, Swizzle, TENSOR_MAP_BYTES, TensorMap};

/// Shared memory as matrix instructions see it: 32-bit shared addresses, little-endian values.
///
/// The implementation checks bounds, unwritten bytes and races for whoever it was made for.
pub(super) trait Bytes {
    /// Why an access cannot be.
    type Error;

    /// `size` bytes (1, 2, 4 or 8) from a multiple of `size` on.
    ///
    /// # Errors
    ///
    /// Out of bounds, unwritten, or whatever else the memory checks.
    fn load(&mut self, address: u32, size: usize) -> Result<u64, Self::Error>;

    /// Writes the low `size` bytes (1, 2, 4 or 8) of `value`.
    ///
    /// # Errors
    ///
    /// As [`Bytes::load`].
    fn store(&mut self, address: u32, size: usize, value: u64) -> Result<(), Self::Error>;
}

/// Why a matrix instruction cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MatrixError<E> {
    /// A form that is not modelled, and which.
    Unsupported(String),
    /// The program breaks a rule of the instruction: behaviour is undefined.
    Invalid(String),
    /// What the memory said.
    Memory(E),
}

impl<E> From<E> for MatrixError<E> {
    fn from(error: E) -> Self {
        Self::Memory(error)
    }
}
