//! `wgmma.mma_async`: D = A * B + D of four warps, B and perhaps A in shared memory.
//!
//! A matrix in shared memory is given by a descriptor (PTX ISA, "Matrix Descriptor Format"): start,
//! two strides, a swizzle. It is made of units of 16 bytes along its contiguous index, which is the
//! inner index (K-major) or, for 16-bit types, the outer one (MN-major). Sparse products are not
//! modelled.

use super::elements::{decode, is_cut, width};
use super::layout::{
    accumulator_place, accumulator_registers, accumulator_slot, factor, factor_registers,
};
use super::sums::{Adder, Factor, Sums};
use super::{Bytes, Lanes, MatrixError};
use crate::ptx::decode::MatrixShape;
use crate::ptx::types::Type;

const UNIT: u32 = 16;
const WARPS: usize = 4;
const ROWS_OF_WARP: usize = 16;

/// The form of a `wgmma.mma_async`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ptx) struct GroupProduct {
    /// The shape.
    pub(in crate::ptx) shape: MatrixShape,
    /// Type of D.
    pub(in crate::ptx) d: Type,
    /// Type of A.
    pub(in crate::ptx) a: Type,
    /// Type of B.
    pub(in crate::ptx) b: Type,
    /// `.satfinite`
    pub(in crate::ptx) satfinite: bool,
    /// `scale-d`: D is added; otherwise it is not read.
    pub(in crate::ptx) accumulate: bool,
    /// `imm-scale-a` is -1.
    pub(in crate::ptx) negate_a: bool,
    /// `imm-scale-b` is -1.
    pub(in crate::ptx) negate_b: bool,
    /// `imm-trans-a`: A is M-major.
    pub(in crate::ptx) transpose_a: bool,
    /// `imm-trans-b`: B is N-major.
    pub(in crate::ptx) transpose_b: bool,
}

/// Where A is.
#[derive(Clone, Copy, Debug)]
pub(in crate::ptx) enum GroupFactor<'a> {
    /// In the registers of each warp.
    Registers([&'a [Lanes]; WARPS]),
    /// In shared memory, by its descriptor.
    Descriptor(u64),
}

/// D = A * B, plus D with `accumulate`. `d` has the registers of each warp, all of which are
/// written.
///
/// # Errors
///
/// A form or a descriptor that is not modelled, what the memory says.
pub(in crate::ptx) fn group_multiply<B: Bytes>(
    product: &GroupProduct,
    a: GroupFactor,
    b: u64,
    memory: &mut B,
    d: &mut [Vec<Lanes>; WARPS],
) -> Result<Sums, MatrixError<B::Error>> {
    let adder = check(product, a, d)
        .ok_or_else(|| MatrixError::<B::Error>::Unsupported(format!("wgmma {product:?}")))?;
    let MatrixShape { m, n, k } = product.shape;
    let (m, n, k) = (m as usize, n as usize, k as usize);
    let mut sums = Sums::default();
    let left: Vec<f64> = match a {
        GroupFactor::Registers(warps) => warps
            .iter()
            .flat_map(|warp| factor(product.a, ROWS_OF_WARP, k, warp, &mut sums))
            .collect(),
        GroupFactor::Descriptor(bits) => {
            let place = Descriptor::new::<B::Error>(bits, product.transpose_a)?;
            place.read(product.a, m, memory, &mut sums)?
        }
    };
    let place = Descriptor::new::<B::Error>(b, product.transpose_b)?;
    let right = place.read(product.b, n, memory, &mut sums)?;
    let left = Factor::new(k, signed(left, product.negate_a));
    let right = Factor::new(k, signed(right, product.negate_b));
    for (warp, registers) in d.iter_mut().enumerate() {
        let old = product.accumulate.then(|| registers.clone());
        registers.fill([0; 32]);
        for index in 0..ROWS_OF_WARP * n / 32 {
            let (register, shift) = accumulator_slot(product.d, index);
            for lane in 0..32 {
                let (row, column) = accumulator_place(ROWS_OF_WARP, lane, index);
                let addend = old.as_ref().map(|old| old[register][lane] >> shift);
                let row = ROWS_OF_WARP * warp + row;
                let entry = adder.entry((&left, row), (&right, column), addend, &mut sums);
                registers[register][lane] |= entry << shift;
            }
        }
    }
    Ok(sums)
}

/// The adder, if the form is one that is modelled and has that many registers.
fn check(product: &GroupProduct, a: GroupFactor, d: &[Vec<Lanes>; WARPS]) -> Option<Adder> {
    let MatrixShape { m, n, k } = product.shape;
    // The inner index always has two units.
    let depth = 2 * 8 * UNIT as usize / width(product.a)?;
    let is_known = m == 64
        && n.is_multiple_of(8)
        && (8..=256).contains(&n)
        && k as usize == depth
        && width(product.a)? <= 32
        && width(product.a)? >= 8;
    is_known.then_some(())?;
    let sums = accumulator_registers(product.d, ROWS_OF_WARP, n as usize);
    d.iter().all(|registers| registers.len() == sums).then_some(())?;
    if let GroupFactor::Registers(warps) = a {
        let count = factor_registers(product.a, ROWS_OF_WARP, depth)?;
        warps.iter().all(|registers| registers.len() == count).then_some(())?;
    }
    let is_wide = width(product.a)? == 16;
    (is_wide || !(product.transpose_a || product.transpose_b)).then_some(())?;
    Adder::new(product.a, product.b, product.d, product.satfinite)
}

fn signed(mut values: Vec<f64>, negate: bool) -> Vec<f64> {
    if negate {
        values.iter_mut().for_each(|value| *value = -*value);
    }
    values
}

/// A decoded matrix descriptor.
struct Descriptor {
    start: u32,
    /// The leading dimension's stride in bytes.
    leading: u32,
    /// The stride dimension's in bytes.
    stride: u32,
    /// Units of a swizzled row: 8, 4, 2, or 1 without a swizzle.
    units: u32,
    /// The contiguous index is the outer one.
    is_outer_major: bool,
}

impl Descriptor {
    fn new<E>(bits: u64, is_outer_major: bool) -> Result<Self, MatrixError<E>> {
        let field = |at: u32| ((bits >> at) & 0x3fff) as u32 * UNIT;
        if (bits >> 49) & 7 != 0 {
            let reason = "a matrix descriptor with a base offset".to_owned();
            return Err(MatrixError::Unsupported(reason));
        }
        let units = [1, 8, 4, 2][(bits >> 62) as usize];
        Ok(Self { start: field(0), leading: field(16), stride: field(32), units, is_outer_major })
    }

    /// The rows along the inner index of a matrix with `outer` of them.
    fn read<B: Bytes>(
        &self,
        ty: Type,
        outer: usize,
        memory: &mut B,
        sums: &mut Sums,
    ) -> Result<Vec<f64>, MatrixError<B::Error>> {
        let bits = width(ty).expect("invariant: the adder knows the type");
        let per = 8 * UNIT as usize / bits;
        let depth = 2 * per;
        let mut values = vec![0.0; outer * depth];
        // Lines across the units, and units along the contiguous index.
        let (lines, units) = if self.is_outer_major { (depth, outer / per) } else { (outer, 2) };
        for line in 0..lines {
            for unit in 0..units {
                let address = self.address(line as u32, unit as u32);
                for (element, raw) in elements(address, bits, memory)?.into_iter().enumerate() {
                    let along = unit * per + element;
                    let at = if self.is_outer_major {
                        along * depth + line
                    } else {
                        line * depth + along
                    };
                    sums.rounded |= is_cut(ty, raw);
                    values[at] = decode(ty, raw);
                }
            }
        }
        Ok(values)
    }

    /// Where a unit lies. Lines come in groups of eight.
    fn address(&self, line: u32, unit: u32) -> u32 {
        let (group, line) = (line / 8, line % 8);
        let offset = match (self.is_outer_major, self.units) {
            (true, 1) => unit * self.stride + group * self.leading,
            (true, units) => {
                unit % units * UNIT + unit / units * self.leading + group * self.stride
            }
            (false, 1) => unit * self.leading + group * self.stride,
            (false, _) => unit * UNIT + group * self.stride,
        };
        swizzled(self.start.wrapping_add(offset + line * self.units * UNIT), self.units)
    }
}

/// The address after a swizzle over rows of `units` units: bits of the line are added to the number
/// of the unit without carry. The pattern belongs to the address, whatever starts there.
pub(super) fn swizzled(address: u32, units: u32) -> u32 {
    address ^ (((address >> 7) & (units - 1)) << 4)
}

/// The elements of a unit, each with others above it.
fn elements<B: Bytes>(
    address: u32,
    bits: usize,
    memory: &mut B,
) -> Result<Vec<u64>, MatrixError<B::Error>> {
    let mut raw = Vec::with_capacity(8 * UNIT as usize / bits);
    for half in 0..2 {
        let word = memory.load(address + 8 * half, 8)?;
        raw.extend((0..64 / bits).map(|element| word >> (element * bits)));
    }
    Ok(raw)
}

#[cfg(test)]
mod tests;
