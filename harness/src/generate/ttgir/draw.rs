//! Draws shapes and layouts that are legal for a target.

use super::layout::{Blocked, Layout, Linear, Mma};
use crate::generate::choice::Choice;
use crate::tensor::DType;

/// Lanes of a warp, as a power of two.
const LANE_BITS: u32 = 5;
/// Layouts that are drawn until one fits; then it is a blocked one.
const TRIES: usize = 10;
/// The instruction of a tensor core before Hopper.
const AMPERE: [u32; 2] = [16, 8];
/// Bits of K that a Hopper instruction takes of each row.
const HOPPER_ROW: u32 = 256;
/// Warps that Hopper's instructions take together.
const WARP_GROUP: u32 = 4;
/// Bits of a register.
const REGISTER: u32 = 32;

/// What a layout is for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Machine {
    /// NVIDIA compute capability.
    pub(super) capability: u32,
    /// Warps of a program; a power of two.
    pub(super) warps: u32,
}

impl Machine {
    /// Whether it has the tensor cores of Hopper, and barriers in shared memory.
    pub(super) fn is_hopper(self) -> bool {
        self.capability >= 90
    }

    fn warp_bits(self) -> u32 {
        self.warps.ilog2()
    }
}

/// A power of two, as the product of so many sizes.
pub(super) fn spread(choice: &mut Choice<'_, '_>, bits: u32, rank: usize) -> Vec<u32> {
    let mut sizes = vec![1; rank];
    for _ in 0..bits {
        let at = choice.index(rank);
        sizes[at] *= 2;
    }
    sizes
}

/// The numbers below `count` in any order.
pub(super) fn permutation(choice: &mut Choice<'_, '_>, count: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (0..count).collect();
    let mut all = Vec::new();
    while !left.is_empty() {
        let at = choice.index(left.len());
        all.push(left.remove(at));
    }
    all
}

/// The shape of a tensor of 8 to `2^most` elements.
pub(super) fn shape(choice: &mut Choice<'_, '_>, rank: usize, most: u32) -> Vec<u32> {
    let bits = choice.between(3, i64::from(most)) as u32;
    spread(choice, bits, rank)
}

/// A blocked layout: it may be larger than the tensor, or smaller.
pub(super) fn blocked(choice: &mut Choice<'_, '_>, machine: Machine, rank: usize) -> Blocked {
    let bits = choice.between(0, 3) as u32;
    let per_thread = spread(choice, bits, rank);
    let lanes = spread(choice, LANE_BITS, rank);
    let warps = spread(choice, machine.warp_bits(), rank);
    let order = permutation(choice, rank).into_iter().map(|axis| axis as u32).collect();
    Blocked { per_thread, lanes, warps, order }
}

/// A linear layout of exactly that shape: every bit of an element's position is one of a register's, a
/// lane's or a warp's number, and some of those replicate.
pub(super) fn linear(choice: &mut Choice<'_, '_>, machine: Machine, shape: &[u32]) -> Linear {
    let unit = |axis: usize, bit: u32| {
        let mut basis = vec![0; shape.len()];
        basis[axis] = 1 << bit;
        basis
    };
    let bits = shape.iter().enumerate().flat_map(|(axis, size)| {
        let bit = move |bit| (axis, bit);
        (0..size.ilog2()).map(bit)
    });
    let bits: Vec<_> = bits.collect();
    let order = permutation(choice, bits.len());
    let mut left: Vec<_> = order.into_iter().map(|at| unit(bits[at].0, bits[at].1)).collect();
    let lane = taken(choice, &mut left, LANE_BITS, shape.len());
    let warp = taken(choice, &mut left, machine.warp_bits(), shape.len());
    Linear { register: left, lane, warp }
}

/// Some of the bases that are left, or ones that replicate.
fn taken(
    choice: &mut Choice<'_, '_>,
    left: &mut Vec<Vec<u32>>,
    count: u32,
    rank: usize,
) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    for _ in 0..count {
        let basis = if choice.chance(15) { None } else { left.pop() };
        all.push(basis.unwrap_or_else(|| vec![0; rank]));
    }
    all
}

/// The layout of a result of Ampere's tensor core.
fn ampere(choice: &mut Choice<'_, '_>, machine: Machine) -> Layout {
    let warps = spread(choice, machine.warp_bits(), 2);
    Layout::Mma(Mma { version: 2, warps, shape: AMPERE.to_vec() })
}

/// That of Hopper's: groups of four warps work on 64 rows.
fn hopper(choice: &mut Choice<'_, '_>, machine: Machine, shape: &[u32], dtype: DType) -> Layout {
    let groups = (machine.warps / WARP_GROUP).ilog2();
    let mut warps = spread(choice, groups, 2);
    warps[0] *= WARP_GROUP;
    let columns: Vec<u32> = [8, 16, 32, 64].into_iter().filter(|n| *n <= shape[1]).collect();
    let shape = vec![AMPERE[0], choice.pick(&columns), HOPPER_ROW / dtype.bits()];
    Layout::Mma(Mma { version: 3, warps, shape })
}

fn takes_hopper(machine: Machine, dtype: DType) -> bool {
    let whole = machine.warps.is_multiple_of(WARP_GROUP);
    machine.is_hopper() && whole && [8, 16, 32].contains(&dtype.bits())
}

/// An operand of a product by a tensor core.
fn operand(
    choice: &mut Choice<'_, '_>,
    machine: Machine,
    shape: &[u32],
    dtype: DType,
) -> Option<Layout> {
    if !(8..=REGISTER).contains(&dtype.bits()) {
        return None;
    }
    let width = REGISTER / dtype.bits();
    let index = choice.index(2);
    let smallest = shape.iter().min().copied().unwrap_or(0);
    if smallest < 8 * width || index == 0 && shape[0] < AMPERE[0] {
        return None;
    }
    let registers = index == 0 && takes_hopper(machine, dtype);
    let parent = match registers && choice.chance(40) {
        true => hopper(choice, machine, shape, dtype),
        false => ampere(choice, machine),
    };
    Some(Layout::Operand { index, parent: Box::new(parent), width })
}

/// A layout of any kind, `operands` of products among them only if asked for: they are converted to and
/// from, and little else is done in them.
pub(super) fn layout(
    choice: &mut Choice<'_, '_>,
    machine: Machine,
    shape: &[u32],
    dtype: DType,
    operands: bool,
) -> Layout {
    let rank = shape.len();
    let tensor_core = rank == 2 && shape[0] >= AMPERE[0] && shape[1] >= AMPERE[1];
    for _ in 0..TRIES {
        let found = match choice.index(10) {
            0 | 1 => Some(Layout::Blocked(blocked(choice, machine, rank))),
            2 | 3 => Some(Layout::Linear(linear(choice, machine, shape))),
            4 if rank == 1 && choice.chance(30) => {
                let dim = choice.index(2);
                Some(Layout::slice(dim, ampere(choice, machine)))
            }
            4 if rank < 3 => {
                let dim = choice.index(rank + 1);
                Some(Layout::slice(dim, Layout::Blocked(blocked(choice, machine, rank + 1))))
            }
            5 if tensor_core => Some(ampere(choice, machine)),
            6 if tensor_core && takes_hopper(machine, dtype) => {
                Some(hopper(choice, machine, shape, dtype))
            }
            7 | 8 if operands && tensor_core => operand(choice, machine, shape, dtype),
            9 if operands && rank == 2 && dtype != DType::I1 => {
                let index = choice.index(2);
                let parent = Box::new(Layout::Blocked(blocked(choice, machine, 2)));
                Some(Layout::Operand { index, parent, width: 0 })
            }
            _ => None,
        };
        if let Some(layout) = found {
            return layout;
        }
    }
    Layout::Blocked(blocked(choice, machine, rank))
}
