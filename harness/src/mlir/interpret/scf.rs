//! `scf`: structured control flow.

use crate::tensor::{Domain, Kind, sign_extend, zero_extend};

use super::super::ir::Operation;
use super::code::Left;
use super::compile::{Compiler, malformed};
use super::machine::{Frame, Slot, Value, tile};
use super::{Built, ExecutionError, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("scf.for", for_loop),
        ("scf.if", conditional),
        ("scf.while", while_loop),
        ("scf.execute_region", execute),
    ]
}

/// Puts a region's values into the results.
fn put<D: Domain>(frame: &mut Frame<D>, results: &[Slot], values: Vec<Value<D>>) {
    for (slot, value) in results.iter().zip(values) {
        frame[*slot] = value;
    }
}

fn for_loop<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let Kind::Int(bits) = c.operand_kind(op, 0)? else {
        return Err(malformed(op, "wants integer bounds"));
    };
    let unsigned = op.attribute("unsignedCmp").is_some();
    let arguments = c.entry(op, 0);
    c.passed(op, op.group("init"), arguments.get(1..).unwrap_or_default())?;
    c.passed(op, op.group("init"), &op.results)?;
    c.ends_with(op, 0, &op.results)?;
    c.one_kind(op, &op.operands[..op.operands.len().min(3)])?;
    let bounds = [c.operand(op, 0)?, c.operand(op, 1)?, c.operand(op, 2)?];
    let inits = c.slots(op.group("init"));
    let results = c.slots(&op.results);
    let body = c.code(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        let mut values = [0i128; 3];
        for (value, slot) in values.iter_mut().zip(bounds) {
            let bound = machine.decision(tile(frame, slot)?, "a loop bound")?;
            *value = match unsigned {
                true => i128::from(zero_extend(bound, bits)),
                false => i128::from(bound),
            };
        }
        let [mut induction, upper, step] = values;
        if step <= 0 {
            return machine.undefined("the loop's step is not positive");
        }
        let end = if unsigned { 1i128 << bits } else { 1i128 << (bits - 1) };
        let mut carried: Vec<Value<D>> = inits.iter().map(|slot| frame[*slot].clone()).collect();
        while induction < upper {
            let index = crate::tensor::Tile::int(sign_extend(induction as i64, bits));
            let arguments = std::iter::once(Value::Tile(index)).chain(carried);
            carried = body.values(machine, frame, arguments)?;
            induction += step;
            machine.wraps |= induction >= end;
        }
        put(frame, &results, carried);
        Ok(())
    }))
}

fn conditional<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let condition = c.operand(op, 0)?;
    c.ends_with(op, 0, &op.results)?;
    c.ends_with(op, 1, &op.results)?;
    let results = c.slots(&op.results);
    let then = c.code(op, 0)?;
    let has_else = op.regions.get(1).is_some_and(|region| !region.blocks.is_empty());
    let other = if has_else { Some(c.code(op, 1)?) } else { None };
    Ok(Box::new(move |machine, frame| {
        let yes = machine.decision(tile(frame, condition)?, "a condition")? != 0;
        let values = match (yes, &other) {
            (true, _) => then.values(machine, frame, [])?,
            (false, Some(other)) => other.values(machine, frame, [])?,
            (false, None) => Vec::new(),
        };
        put(frame, &results, values);
        Ok(())
    }))
}

fn while_loop<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    c.passed(op, &op.operands, c.entry(op, 0))?;
    c.ends_with(op, 0, c.entry(op, 1))?;
    c.passed(op, c.entry(op, 1), &op.results)?;
    c.ends_with(op, 1, c.entry(op, 0))?;
    let inits = c.slots(&op.operands);
    let results = c.slots(&op.results);
    let (before, after) = (c.code(op, 0)?, c.code(op, 1)?);
    Ok(Box::new(move |machine, frame| {
        let mut carried: Vec<Value<D>> = inits.iter().map(|slot| frame[*slot].clone()).collect();
        loop {
            let Left::Condition(again, values) = before.run(machine, frame, carried)? else {
                return Err(ExecutionError::Malformed("a while loop without condition".into()));
            };
            if !again {
                put(frame, &results, values);
                return Ok(());
            }
            carried = after.values(machine, frame, values)?;
        }
    }))
}

fn execute<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let results = c.slots(&op.results);
    let body = c.code(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        let values = body.values(machine, frame, [])?;
        put(frame, &results, values);
        Ok(())
    }))
}
