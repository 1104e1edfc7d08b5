//! Integer products, with a sum.

use super::width::Width;
use super::{AluState, Ports};
use crate::ptx::decode::{Half, Integer};

/// What happens to a product.
struct Sum {
    add: bool,
    carry_in: bool,
    carry_out: bool,
    saturate: bool,
    /// Of the result.
    width: Width,
}

pub(super) fn execute(op: &Integer, ports: &mut Ports<'_>, state: &mut AluState) -> bool {
    match *op {
        Integer::Multiply { half, add, carry_in, carry_out, saturate, ty } => {
            let factor = Width::of(ty);
            let width = if half == Half::Wide { factor.doubled() } else { factor };
            let sum = Sum { add, carry_in, carry_out, saturate, width };
            sum.is_known() && multiply(half, factor, &sum, ports, state)
        }
        Integer::Multiply24 { high, add, saturate, ty } => {
            let width = Width::of(ty);
            let sum = Sum { add, carry_in: false, carry_out: false, saturate, width };
            if !sum.is_known() || width.bits() != 32 {
                return false;
            }
            let from = if high { 16 } else { 0 };
            if width.is_signed() {
                let low = |value: u64| ((value << 40) as i64) >> 40;
                sum.of(ports, state, |a, b| ((low(a) * low(b)) >> from) as u64);
            } else {
                let low = |value: u64| value & 0xff_ffff;
                sum.of(ports, state, |a, b| (low(a) * low(b)) >> from);
            }
            true
        }
        _ => false,
    }
}

fn multiply(
    half: Half,
    factor: Width,
    sum: &Sum,
    ports: &mut Ports<'_>,
    state: &mut AluState,
) -> bool {
    let bits = factor.bits();
    match (half, bits, factor.is_signed()) {
        (Half::Low, ..) => sum.of(ports, state, |a, b| a.wrapping_mul(b)),
        (Half::Wide, ..=32, true) => {
            sum.of(ports, state, |a, b| (factor.signed(a) * factor.signed(b)) as u64);
        }
        (Half::Wide, ..=32, false) => {
            sum.of(ports, state, |a, b| factor.wrap(a) * factor.wrap(b));
        }
        (Half::High, ..=32, true) => {
            sum.of(ports, state, |a, b| ((factor.signed(a) * factor.signed(b)) >> bits) as u64);
        }
        (Half::High, ..=32, false) => {
            sum.of(ports, state, |a, b| (factor.wrap(a) * factor.wrap(b)) >> bits);
        }
        (Half::High, _, true) => sum
            .of(ports, state, |a, b| ((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64),
        (Half::High, _, false) => {
            sum.of(ports, state, |a, b| ((u128::from(a) * u128::from(b)) >> 64) as u64);
        }
        (Half::Wide, ..) => return false,
    }
    true
}

impl Sum {
    /// Saturation exists for signed sums of 32 bits.
    fn is_known(&self) -> bool {
        !self.saturate || self.add && self.width.is_signed() && self.width.bits() == 32
    }

    #[inline(always)]
    fn of(&self, ports: &mut Ports<'_>, state: &mut AluState, product: impl Fn(u64, u64) -> u64) {
        let width = self.width;
        if !self.add {
            ports.map(|[a, b]| width.wrap(product(a, b)));
        } else if self.saturate {
            ports.map(|[a, b, c]| {
                width.wrap(width.clamp(width.number(product(a, b)) + width.number(c)))
            });
        } else if self.carry_in || self.carry_out {
            let mut carry = if self.carry_in { state.carry } else { 0 };
            ports.map_carry(&mut carry, |[a, b, c], carry| width.add(product(a, b), c, carry));
            if self.carry_out {
                let active = ports.active;
                state.carry = (state.carry & !active) | (carry & active);
            }
        } else {
            ports.map(|[a, b, c]| width.wrap(product(a, b).wrapping_add(c)));
        }
    }
}
