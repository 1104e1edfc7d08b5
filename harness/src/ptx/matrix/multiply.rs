//! `mma.sync`: D = A * B + C of one warp, all in registers.
//!
//! Takes fragments, returns a fragment. Sparse, block-scaled and one-bit products, and the four
//! small ones of Volta's `m8n8k4`, are not modelled.

use super::Lanes;
use super::layout::{
    accumulator_place, accumulator_registers, accumulator_slot, factor, factor_registers,
};
use super::sums::{Adder, Factor, Sums};
use crate::ptx::decode::{MatrixShape, MulLayout};
use crate::ptx::types::Type;

/// The form of a `mma.sync`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ptx) struct Product {
    /// The shape.
    pub(in crate::ptx) shape: MatrixShape,
    /// Layout of A.
    pub(in crate::ptx) a_layout: MulLayout,
    /// Layout of B.
    pub(in crate::ptx) b_layout: MulLayout,
    /// Type of D.
    pub(in crate::ptx) d: Type,
    /// Type of A.
    pub(in crate::ptx) a: Type,
    /// Type of B.
    pub(in crate::ptx) b: Type,
    /// Type of C.
    pub(in crate::ptx) c: Type,
    /// `.satfinite`
    pub(in crate::ptx) satfinite: bool,
}

/// D = A * B + C. Every lane of `d` is written.
///
/// # Errors
///
/// A form that is not modelled, by name.
pub(in crate::ptx) fn multiply(
    product: &Product,
    a: &[Lanes],
    b: &[Lanes],
    c: &[Lanes],
    d: &mut [Lanes],
) -> Result<Sums, String> {
    let adder = check(product, [a.len(), b.len(), c.len(), d.len()])
        .ok_or_else(|| format!("mma {product:?}"))?;
    let MatrixShape { m, n, k } = product.shape;
    let (m, n, k) = (m as usize, n as usize, k as usize);
    let mut sums = Sums::default();
    let left = Factor::new(k, factor(product.a, m, k, a, &mut sums));
    let right = Factor::new(k, factor(product.b, n, k, b, &mut sums));
    for lane in 0..32 {
        let mut words = [0u64; 4];
        for index in 0..m * n / 32 {
            let (row, column) = accumulator_place(m, lane, index);
            let (register, shift) = accumulator_slot(product.d, index);
            let addend = Some(c[register][lane] >> shift);
            let entry = adder.entry((&left, row), (&right, column), addend, &mut sums);
            words[register] |= entry << shift;
        }
        for (register, word) in d.iter_mut().zip(words) {
            register[lane] = word;
        }
    }
    Ok(sums)
}

/// The adder, if the form is one that is modelled and has that many registers.
fn check(product: &Product, registers: [usize; 4]) -> Option<Adder> {
    use Type::{Bf16, E4m3, E5m2, F16, F64, S4, S8, Tf32, U4, U8};
    let MatrixShape { m, n, k } = product.shape;
    let depths: &[u32] = match (m, product.a) {
        (16, F16 | Bf16) => &[8, 16],
        (16, Tf32) => &[4, 8],
        (8, F64) => &[4],
        (16, F64) => &[4, 8, 16],
        (8, S8 | U8) => &[16],
        (16, S8 | U8 | E4m3 | E5m2) => &[16, 32],
        (8, S4 | U4) => &[32],
        (16, S4 | U4) => &[32, 64],
        _ => &[],
    };
    let is_known = n == 8
        && depths.contains(&k)
        && product.c == product.d
        && product.a_layout == MulLayout::Row
        && product.b_layout == MulLayout::Column;
    is_known.then_some(())?;
    let (m, n, k) = (m as usize, n as usize, k as usize);
    let sums = accumulator_registers(product.d, m, n);
    let expected =
        [factor_registers(product.a, m, k)?, factor_registers(product.b, n, k)?, sums, sums];
    (registers == expected).then_some(())?;
    Some(Adder::new(product.a, product.b, product.d, product.satfinite)?.of_warp())
}

#[cfg(test)]
mod tests;
