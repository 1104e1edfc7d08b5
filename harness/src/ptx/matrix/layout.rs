//! Which lane holds which element: the register fragments of matrix products.
//!
//! `mma` and `wgmma` share them. Four lanes share a row; a factor's registers hold neighbours along
//! the inner index, and an accumulator's two neighbours of a row (PTX ISA, "Matrix Fragments for
//! mma"). A matrix of 16 rows alternates between its upper and its lower eight.

use super::Lanes;
use super::elements::{decode, is_cut, width};
use super::sums::Sums;
use crate::ptx::types::Type;

/// Bits of a register of a factor's fragment.
fn register_bits(ty: Type) -> usize {
    if ty == Type::F64 { 64 } else { 32 }
}

/// How many registers a factor of `outer` rows and `depth` columns has in each lane.
pub(in crate::ptx) fn factor_registers(ty: Type, outer: usize, depth: usize) -> Option<usize> {
    Some(outer * depth * width(ty)? / 32 / register_bits(ty))
}

/// The rows along the inner index of a factor of 8 or 16 of them: A, or B transposed.
///
/// `registers` are as many as [`factor_registers`] says.
pub(in crate::ptx) fn factor(
    ty: Type,
    outer: usize,
    depth: usize,
    registers: &[Lanes],
    sums: &mut Sums,
) -> Vec<f64> {
    let bits = width(ty).expect("invariant: the adder knows the type");
    let per = register_bits(ty) / bits;
    let halves = outer / 8;
    let mut values = vec![0.0; outer * depth];
    for (register, lanes) in registers.iter().enumerate() {
        for (lane, &word) in lanes.iter().enumerate() {
            let row = lane / 4 + 8 * (register % halves);
            let column = (lane % 4 + 4 * (register / halves)) * per;
            for element in 0..per {
                let raw = word >> (element * bits);
                sums.rounded |= is_cut(ty, raw);
                values[row * depth + column + element] = decode(ty, raw);
            }
        }
    }
    values
}

/// How many registers an accumulator of `rows` (8 or 16) and `columns` has in each lane.
pub(in crate::ptx) fn accumulator_registers(ty: Type, rows: usize, columns: usize) -> usize {
    let elements = rows * columns / 32;
    if ty == Type::F16 { elements / 2 } else { elements }
}

/// The place (register, bit) of a lane's element number `index` of an accumulator.
pub(in crate::ptx) fn accumulator_slot(ty: Type, index: usize) -> (usize, usize) {
    if ty == Type::F16 { (index / 2, index % 2 * 16) } else { (index, 0) }
}

/// The (row, column) of a lane's element number `index` of an accumulator of 8 or 16 rows.
pub(in crate::ptx) fn accumulator_place(rows: usize, lane: usize, index: usize) -> (usize, usize) {
    let halves = rows / 8;
    let row = lane / 4 + 8 * (index / 2 % halves);
    (row, 8 * (index / (2 * halves)) + lane % 4 * 2 + index % 2)
}
