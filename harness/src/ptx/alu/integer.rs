//! Integer arithmetic, logic and shifts.

use super::width::Width;
use super::{AluState, Ports, bits, multiply};
use crate::ptx::decode::{Integer, IntegerOp, LogicOp};
use crate::ptx::types::Type;

pub(super) fn execute(op: &Integer, ports: &mut Ports<'_>, state: &mut AluState) -> bool {
    match *op {
        Integer::Arithmetic { op, ty, relu: true, .. } => return rectified(op, ty, ports),
        Integer::Arithmetic { op, ty, saturate: false, .. } => arithmetic(op, ty, ports),
        Integer::Arithmetic { op, ty, saturate: true, .. } => return saturated(op, ty, ports),
        Integer::Carry { subtract, carry_in, carry_out, ty } => {
            let chain = Chain { subtract, carry_in, carry_out };
            chain.execute(Width::of(ty), ports, state);
        }
        Integer::Multiply { .. } | Integer::Multiply24 { .. } => {
            return multiply::execute(op, ports, state);
        }
        Integer::Logic { op, ty } => logic(op, Width::of(ty), ports),
        Integer::Shift { left, ty } => shift(left, Width::of(ty), ports),
        Integer::AbsoluteDifference { ty } => {
            let width = Width::of(ty);
            ports.map(|[a, b, c]| {
                let distance = width.number(a).abs_diff(width.number(b)) as u64;
                width.wrap(c.wrapping_add(distance))
            });
        }
        _ => return bits::execute(op, ports),
    }
    true
}

/// Each half of a packed type for itself; the function's result is zero above its element.
#[inline(always)]
fn elements<const N: usize>(ports: &mut Ports<'_>, ty: Type, function: impl Fn([u64; N]) -> u64) {
    if ty.is_packed() {
        ports.map(|x: [u64; N]| function(x) | (function(x.map(|value| value >> 16)) << 16));
    } else {
        ports.map(function);
    }
}

fn arithmetic(op: IntegerOp, ty: Type, ports: &mut Ports<'_>) {
    let width = Width::of(ty);
    match (op, width.is_signed()) {
        (IntegerOp::Add, _) => elements(ports, ty, |[a, b]| width.wrap(a.wrapping_add(b))),
        (IntegerOp::Sub, _) => elements(ports, ty, |[a, b]| width.wrap(a.wrapping_sub(b))),
        (IntegerOp::Min, true) => {
            elements(ports, ty, |[a, b]| width.wrap(width.signed(a).min(width.signed(b)) as u64));
        }
        (IntegerOp::Min, false) => {
            elements(ports, ty, |[a, b]| width.wrap(a).min(width.wrap(b)));
        }
        (IntegerOp::Max, true) => {
            elements(ports, ty, |[a, b]| width.wrap(width.signed(a).max(width.signed(b)) as u64));
        }
        (IntegerOp::Max, false) => {
            elements(ports, ty, |[a, b]| width.wrap(a).max(width.wrap(b)));
        }
        (IntegerOp::Abs, _) => {
            elements(ports, ty, |[a]| width.wrap(width.signed(a).wrapping_abs() as u64));
        }
        (IntegerOp::Neg, _) => elements(ports, ty, |[a]| width.wrap(a.wrapping_neg())),
        (IntegerOp::Div, true) => elements(ports, ty, |[a, b]| match width.signed(b) {
            0 => width.wrap(u64::MAX),
            divisor => width.wrap(width.signed(a).wrapping_div(divisor) as u64),
        }),
        (IntegerOp::Div, false) => elements(ports, ty, |[a, b]| {
            width.wrap(a).checked_div(width.wrap(b)).unwrap_or(width.wrap(u64::MAX))
        }),
        (IntegerOp::Rem, true) => elements(ports, ty, |[a, b]| match width.signed(b) {
            0 => width.wrap(a),
            divisor => width.wrap(width.signed(a).wrapping_rem(divisor) as u64),
        }),
        (IntegerOp::Rem, false) => elements(ports, ty, |[a, b]| {
            width.wrap(a).checked_rem(width.wrap(b)).unwrap_or(width.wrap(a))
        }),
    }
}

/// `.relu`: the extremum, or 0 if that is negative.
fn rectified(op: IntegerOp, ty: Type, ports: &mut Ports<'_>) -> bool {
    let width = Width::of(ty);
    match op {
        IntegerOp::Min => {
            elements(ports, ty, |[a, b]| width.signed(a).min(width.signed(b)).max(0) as u64)
        }
        IntegerOp::Max => {
            elements(ports, ty, |[a, b]| width.signed(a).max(width.signed(b)).max(0) as u64)
        }
        _ => return false,
    }
    true
}

fn saturated(op: IntegerOp, ty: Type, ports: &mut Ports<'_>) -> bool {
    let width = Width::of(ty);
    match op {
        IntegerOp::Add => {
            elements(ports, ty, |[a, b]| width.wrap(width.clamp(width.number(a) + width.number(b))))
        }
        IntegerOp::Sub => {
            elements(ports, ty, |[a, b]| width.wrap(width.clamp(width.number(a) - width.number(b))))
        }
        _ => return false,
    }
    true
}

/// A sum or a difference with the carry flag.
struct Chain {
    subtract: bool,
    carry_in: bool,
    carry_out: bool,
}

impl Chain {
    fn execute(&self, width: Width, ports: &mut Ports<'_>, state: &mut AluState) {
        let mut carry = if self.carry_in { state.carry } else { 0 };
        if self.subtract {
            ports.map_carry(&mut carry, |[a, b], borrow| width.subtract(a, b, borrow));
        } else {
            ports.map_carry(&mut carry, |[a, b], carry| width.add(a, b, carry));
        }
        if self.carry_out {
            let active = ports.active;
            state.carry = (state.carry & !active) | (carry & active);
        }
    }
}

fn logic(op: LogicOp, width: Width, ports: &mut Ports<'_>) {
    match op {
        LogicOp::And => ports.map(|[a, b]| width.wrap(a & b)),
        LogicOp::Or => ports.map(|[a, b]| width.wrap(a | b)),
        LogicOp::Xor => ports.map(|[a, b]| width.wrap(a ^ b)),
        LogicOp::Not => ports.map(|[a]| width.wrap(!a)),
        LogicOp::Cnot => ports.map(|[a]| u64::from(width.wrap(a) == 0)),
    }
}

/// The amount is 32 bits of whatever width the type has.
fn shift(left: bool, width: Width, ports: &mut Ports<'_>) {
    if left {
        ports.map(|[a, amount]| width.wrap(a.checked_shl(amount as u32).unwrap_or(0)));
    } else if width.is_signed() {
        ports.map(|[a, amount]| width.wrap((width.signed(a) >> (amount as u32).min(63)) as u64));
    } else {
        ports.map(|[a, amount]| width.wrap(a).checked_shr(amount as u32).unwrap_or(0));
    }
}
