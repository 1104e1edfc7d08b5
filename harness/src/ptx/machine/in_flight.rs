//! The sums of a product of a warp group between the product and the wait for its group.
//!
//! Takes an instruction that is about to be executed, and stops it if it uses sums that need not be there
//! yet: of a group that is closed and not waited for. Must not know values.
//!
//! PTX leaves more undefined: every access to the sums or to the registers of A before
//! `wgmma.wait_group`, but as sums of the next product, and every product on registers that were accessed
//! after the last `wgmma.fence`. But a register of PTX is a name. ptxas (12.9) chooses the places of values,
//! and it waits and fences on its own where one is used, so that what Triton emits is right on a GPU. Read
//! in 212 kernels of 3.3.1, 3.6.0, 3.8.0 and 3.9.0 for `sm_90a`, and therefore no finding:
//! - sums that are read while their group is open, and added up elsewhere: all products of 8-bit floats
//!   with `max_num_imprecise_acc`. ptxas waits (its notes C7514 and C7517);
//! - copies of sums, whole or in halves: LLVM takes sums of `f16` apart before the wait, and in 3.3.1 makes
//!   words of the halves. A copy must not be used before the wait either;
//! - registers of A that are written before the wait: loops of 3.6 and 3.9 with a product in flight. ptxas
//!   takes other places for the new values, and says nothing;
//! - sums that are written between the fence and the product: LLVM puts moves there. ptxas moves the fence,
//!   and where there is none it puts one (C7519).
//!
//! So a copy over what is in flight is none either: nothing reads what the product would leave there.

use super::code::{Step, Value};
use super::matrix::items;
use super::stop::Stop;
use super::warp::{Frame, Warp};
use crate::ptx::decode::{Matrix, Memory};
use crate::ptx::program::Opcode;

/// Marks the sums of a product that belongs to a group.
pub(super) fn begin(warp: &mut Warp, sums: &Value, group: u32) {
    let frame = warp.frame();
    frame.in_flight.resize(frame.registers.len(), 0);
    mark(frame, sums, group);
}

/// So many groups have been waited for.
pub(super) fn end(warp: &mut Warp, done: u32) {
    // The functions that called this one too.
    for frame in &mut warp.frames {
        let marks = &mut frame.in_flight;
        for mark in marks.iter_mut().filter(|mark| **mark <= done) {
            *mark = 0;
        }
        if marks.iter().all(|mark| *mark == 0) {
            marks.clear();
        }
    }
}

/// Passes the marks of a copy on, and looks at what anything else uses. To be called where something is
/// in flight.
pub(super) fn check(warp: &mut Warp, step: &Step, active: u32) -> Result<(), Stop> {
    let open = warp.products + 1;
    let is_whole = active == warp.live();
    let frame = warp.frame();
    if let Some((to, from)) = copied(step) {
        // Of two halves the group that is waited for last.
        let of = |value: &Value| items(value).iter().map(|item| group(frame, item)).max();
        // Lanes that take no part keep what they have.
        let kept = if is_whole { None } else { of(to) };
        let group = of(from).max(kept).unwrap_or(0);
        mark(frame, to, group);
        return Ok(());
    }
    let (used, allowed) = match step.op {
        // Its own sums may be those of a product before, its factor may not.
        Opcode::Matrix(Matrix::GroupMultiply { .. }) => {
            (step.values.get(1..).unwrap_or_default(), None)
        }
        _ => (&step.values[..], Some(open)),
    };
    let is_early = |value: &Value| {
        let group = group(frame, value);
        group != 0 && Some(group) != allowed
    };
    if used.iter().any(|value| any(value, &is_early)) {
        let what = "a register of an asynchronous product is used before wgmma.wait_group";
        return Err(Stop::undefined(what));
    }
    Ok(())
}

/// Where a copy goes, and from where: a move, or a change of an integer's width.
fn copied(step: &Step) -> Option<(&Value, &Value)> {
    let is_copy = match &step.op {
        Opcode::Memory(Memory::Move { .. }) => true,
        Opcode::Convert(how) => how.to.is_integer() && how.from.is_integer(),
        _ => false,
    };
    match &step.values[..] {
        [to, from] if is_copy => Some((to, from)),
        _ => None,
    }
}

/// The group that writes a register; 0 if there is none.
fn group(frame: &Frame, value: &Value) -> u32 {
    match value {
        Value::Register(register) => frame.in_flight[*register as usize],
        Value::Pair(first, second) => {
            let halves = [first, second].into_iter().flatten();
            halves.map(|register| frame.in_flight[*register as usize]).max().unwrap_or(0)
        }
        _ => 0,
    }
}

fn mark(frame: &mut Frame, to: &Value, group: u32) {
    for item in items(to) {
        if let Value::Register(register) = item {
            frame.in_flight[*register as usize] = group;
        }
    }
}

/// Whether one of the values that an operand is made of is such.
fn any(value: &Value, test: &dyn Fn(&Value) -> bool) -> bool {
    match value {
        Value::Vector(items) => items.iter().any(|item| any(item, test)),
        Value::Address { base, .. } => any(base, test),
        Value::Tensor { map, coordinates } => {
            any(map, test) || coordinates.iter().any(|item| any(item, test))
        }
        other => test(other),
    }
}
