//! Arithmetic: what an instruction makes of the values of one lane, for the 32 lanes of a warp.
//!
//! Takes decoded instructions and bits, gives bits. Knows nothing of registers, memory, or which
//! lane does what. Where the instruction set leaves a choice, one allowed result is given:
//! - approximate functions give the rounded result of the exact function, and that is told;
//! - a NaN that arithmetic makes is the canonical one; conversions that move bits keep it;
//! - a quotient by zero, which the instruction set does not specify, is all ones, and the remainder
//!   the dividend.

mod bits;
mod convert;
mod double;
mod element;
mod float;
mod integer;
mod multiply;
mod round;
mod select;
#[cfg(test)]
mod tests;
mod width;

use super::lanes::{ALL, Lanes, WARP, mask_of};
use super::program::Opcode;

/// What arithmetic keeps besides registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AluState {
    /// The carry flag, a bit a lane.
    pub(super) carry: u32,
    /// A result was given for which the instruction set allows others too.
    pub(super) approximate: bool,
    /// A result was rounded, or flushed to zero.
    pub(super) rounded: bool,
}

/// Executes an instruction in the `active` lanes; what the other lanes of `out` hold then means nothing.
///
/// `sources` are the instruction's source operands in order: a negated predicate comes negated, an
/// immediate comes in every lane. Bits above a source's type count for nothing. `out` has a value a
/// destination: a `setp` with a pair `p|q` has two, also where one of them is thrown away. Results
/// are zero above their type, but a conversion to a signed integer is sign-extended to 64 bits,
/// because its register may be wider: whoever stores it cuts it to the register's width.
///
/// False: not an instruction of these families, or a form that is not executed; then nothing was
/// done.
pub(super) fn alu(
    op: &Opcode,
    sources: &[&Lanes],
    out: &mut [Lanes],
    active: u32,
    state: &mut AluState,
) -> bool {
    let mut ports = Ports { sources, out, active };
    match op {
        Opcode::Integer(op) => integer::execute(op, &mut ports, state),
        Opcode::Float(op) => float::execute(op, &mut ports, state),
        Opcode::Select(op) => select::execute(op, &mut ports),
        Opcode::Convert(op) => convert::execute(op, &mut ports, state),
        _ => false,
    }
}

/// Where an instruction reads and writes.
struct Ports<'a> {
    sources: &'a [&'a Lanes],
    out: &'a mut [Lanes],
    active: u32,
}

impl Ports<'_> {
    /// Writes the function of the first `N` sources. It must not panic for values of lanes that
    /// take no part: all lanes are computed, because that is faster than asking first.
    #[inline(always)]
    fn map<const N: usize>(&mut self, function: impl Fn([u64; N]) -> u64) {
        let sources: [&Lanes; N] = std::array::from_fn(|at| self.sources[at]);
        for (lane, value) in self.out[0].iter_mut().enumerate() {
            *value = function(std::array::from_fn(|at| sources[at][lane]));
        }
    }

    /// The same for a function that also raises a flag: whether an active lane did.
    #[inline(always)]
    fn map_flagged<const N: usize>(&mut self, function: impl Fn([u64; N]) -> (u64, bool)) -> bool {
        let sources: [&Lanes; N] = std::array::from_fn(|at| self.sources[at]);
        let mut flags = [0; WARP];
        for (lane, (value, flag)) in self.out[0].iter_mut().zip(&mut flags).enumerate() {
            let (result, is_raised) = function(std::array::from_fn(|at| sources[at][lane]));
            *value = result;
            *flag = u64::from(is_raised);
        }
        if self.active == ALL {
            return flags.iter().fold(0, |any, flag| any | flag) != 0;
        }
        mask_of(&flags) & self.active != 0
    }

    /// The same with the carry flag, which comes as 0 or 1 and goes as a bool.
    #[inline(always)]
    fn map_carry<const N: usize>(
        &mut self,
        carry: &mut u32,
        function: impl Fn([u64; N], u64) -> (u64, bool),
    ) {
        let sources: [&Lanes; N] = std::array::from_fn(|at| self.sources[at]);
        let mut flags = 0u32;
        for (lane, slot) in self.out[0].iter_mut().enumerate() {
            let carry_in = u64::from((*carry >> lane) & 1);
            let (value, flag) = function(std::array::from_fn(|at| sources[at][lane]), carry_in);
            flags |= u32::from(flag) << lane;
            *slot = value;
        }
        *carry = (*carry & !self.active) | (flags & self.active);
    }
}
