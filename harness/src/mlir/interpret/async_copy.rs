//! `cp.async`: copies by the threads, in groups.

use crate::tensor::Domain;

use super::super::ir::Operation;
use super::compile::{Compiler, malformed};
use super::machine::{Value, tile, view};
use super::order::User;
use super::tt_memory::pointee;
use super::{Built, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("ttg.async_copy_global_to_local", copy),
        ("ttg.async_commit_group", commit),
        ("ttg.async_wait", wait),
    ]
}

fn copy<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let kind = pointee(c, op, 0)?;
    c.transfer(op, op.operand("other"), op.operand("result"))?;
    c.one_shape(op, &op.operands)?;
    if c.operand_kind(op, 1)? != kind {
        return Err(malformed(op, "mixes element types"));
    }
    let (pointer, target) = (c.operand(op, 0)?, c.operand(op, 1)?);
    let (mask, other) = (c.optional(op, "mask"), c.optional(op, "other"));
    let result = c.result(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        let mask = mask.map(|slot| tile(frame, slot)).transpose()?;
        let other = other.map(|slot| tile(frame, slot)).transpose()?;
        let values = machine.load_tile(kind, tile(frame, pointer)?, mask, other)?;
        machine.pause()?;
        let event = machine.launch();
        machine.write_as(&*view(frame, target)?, &values, User::Copy, event)?;
        machine.order.copy(machine.agent, event);
        frame[result] = Value::Token;
        Ok(())
    }))
}

fn commit<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let result = c.result(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        machine.order.close_group(machine.agent);
        frame[result] = Value::Token;
        Ok(())
    }))
}

/// All groups but the last `num` land.
fn wait<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let left = usize::try_from(c.integer(op, "num")?).unwrap_or(0);
    let result = c.result(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        let ended = machine.order.end_groups(machine.agent, left);
        machine.waited(&ended);
        frame[result] = Value::Token;
        Ok(())
    }))
}
