//! Program instance, calls, prints.

use crate::tensor::{Domain, Tile};

use super::super::attribute::Attribute;
use super::super::ir::Operation;
use super::compile::{Compiler, unsupported};
use super::machine::{Outcome, Value, tile};
use super::result::Event;
use super::{Built, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("tt.get_program_id", program_id),
        ("tt.get_num_programs", program_count),
        ("tt.call", call),
        ("tt.print", print),
        ("ttng.fence_mbarrier_init_release_cluster", nothing),
        ("tt.grid_dependency_wait", nothing),
        ("tt.grid_dependency_launch_dependents", nothing),
    ]
}

/// One sequence of operations stands for all threads, so that there is nothing to wait for.
pub(super) fn nothing<D: Domain>(_: &mut Compiler<'_, D>, _: &Operation) -> Built<D> {
    Ok(Box::new(|_, _| Ok(())))
}

fn axis(op: &Operation) -> Outcome<usize> {
    match op.attribute("axis") {
        Some(Attribute::Integer(axis @ 0..=2, _)) => Ok(*axis as usize),
        Some(value) => match value.as_str() {
            Some("x") => Ok(0),
            Some("y") => Ok(1),
            Some("z") => Ok(2),
            _ => Err(unsupported("this axis")),
        },
        None => Err(unsupported("this axis")),
    }
}

fn program_id<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (axis, result) = (axis(op)?, c.result(op, 0)?);
    Ok(Box::new(move |machine, frame| {
        frame[result] = Value::Tile(Tile::int(machine.program[axis]));
        Ok(())
    }))
}

fn program_count<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (axis, result) = (axis(op)?, c.result(op, 0)?);
    Ok(Box::new(move |machine, frame| {
        frame[result] = Value::Tile(Tile::int(machine.options.grid[axis]));
        Ok(())
    }))
}

fn call<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let callee = c.callee(op)?;
    let (operands, results) = (c.slots(&op.operands), c.slots(&op.results));
    Ok(Box::new(move |machine, frame| {
        let arguments = operands.iter().map(|slot| frame[*slot].clone()).collect();
        let values = machine.call(callee, arguments)?;
        for (slot, value) in results.iter().zip(values) {
            frame[*slot] = value;
        }
        Ok(())
    }))
}

fn print<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let operands = c.slots(&op.operands);
    let kinds = op.operands.iter().map(|value| c.kind(*value)).collect::<Outcome<Vec<_>>>()?;
    let said = |name: &str| op.attribute(name).map(ToString::to_string).unwrap_or_default();
    let style = format!("hex {}, signed {}", said("hex"), said("isSigned"));
    let prefix = op.attribute("prefix").and_then(Attribute::as_str).unwrap_or("").to_owned();
    Ok(Box::new(move |machine, frame| {
        let values = operands.iter().map(|slot| tile(frame, *slot).cloned());
        let values = values.collect::<Outcome<Vec<_>>>()?;
        let site = machine.site();
        let (prefix, kinds, style) = (prefix.clone(), kinds.clone(), style.clone());
        machine.events.push(Event::Print { prefix, values, kinds, style, site });
        Ok(())
    }))
}
