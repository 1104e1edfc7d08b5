//! Blackwell's tensor memory and its matrix product, in their simple forms.
//!
//! A product is computed where it stands. It may end at any time until a barrier that it, or a later
//! commit, arrives at tells its end; whoever uses its memory without waiting for that is in a race.

use crate::tensor::{Domain, FloatFormat, Kind, Status};

use super::super::ir::Operation;
use super::super::types::Type;
use super::compile::{Compiler, malformed, unsupported};
use super::dot::{Product, factor_as, zeros};
use super::machine::{Frame, Machine, Outcome, Slot, Value, tile, view};
use super::order::User;
use super::shared;
use super::tt_program::nothing;
use super::{Built, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("ttng.tmem_alloc", shared::allocate),
        ("ttng.tmem_load", load),
        ("ttng.tmem_store", store),
        ("ttng.tmem_wait", nothing),
        ("ttng.tc_gen5_mma", multiply),
        ("ttng.tc_gen5_commit", commit),
    ]
}

fn load<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let reduced = op.results.iter().skip(1).any(|r| *c.module.ty(*r) != Type::AsyncToken);
    if reduced {
        return Err(unsupported("ttng.tmem_load with a reduction"));
    }
    shared::load(c, op)
}

fn store<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (target, source) = (c.optional(op, "dst"), c.optional(op, "src"));
    let (Some(target), Some(source)) = (target, source) else {
        return Err(malformed(op, "lacks an operand"));
    };
    c.transfer(op, op.operand("src"), op.operand("dst"))?;
    let predicate = c.optional(op, "pred");
    let results = c.slots(&op.results);
    Ok(Box::new(move |machine, frame| {
        if machine.holds(frame, predicate)? {
            machine.write_view(&*view(frame, target)?, tile(frame, source)?)?;
        }
        results.iter().for_each(|slot| frame[*slot] = Value::Token);
        Ok(())
    }))
}

fn multiply<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    if op.attribute("two_ctas").is_some() || op.attribute("multicast").is_some() {
        return Err(unsupported("ttng.tc_gen5_mma over two CTAs"));
    }
    let kind = c.operand_kind(op, 2)?;
    let tf32 = c.operand_kind(op, 0)? == Kind::Float(FloatFormat::F32);
    let product = Product {
        result: kind,
        factors: super::dot::narrower(c.operand_kind(op, 0)?, c.operand_kind(op, 1)?),
        tf32,
    };
    let slots = [c.operand(op, 0)?, c.operand(op, 1)?, c.operand(op, 2)?];
    let (use_d, predicate) = (c.optional(op, "useD"), c.optional(op, "pred"));
    let barriers = c.slots(op.group("barriers"));
    let predicates = c.slots(op.group("barrier_preds"));
    let results = c.slots(&op.results);
    let flies = op.attribute("is_async").is_some() || !barriers.is_empty();
    Ok(Box::new(move |machine, frame| {
        results.iter().for_each(|slot| frame[*slot] = Value::Token);
        if !machine.holds(frame, predicate)? {
            return Ok(());
        }
        machine.pause()?;
        let event = if flies { machine.launch() } else { machine.order.now(machine.agent) };
        let a = factor_as(machine, frame, slots[0], User::Tensor, event)?;
        let b = factor_as(machine, frame, slots[1], User::Tensor, event)?;
        let target = view(frame, slots[2])?;
        let start = match machine.holds(frame, use_d)? {
            true => machine.read_as(&target, User::Tensor, event)?,
            false => zeros(&target.shape, kind),
        };
        let mut status = Status::default();
        let value = product.compute(&a, &b, &start, &mut status)?;
        machine.settle(&status)?;
        machine.write_as(&target, &value, User::Tensor, event)?;
        machine.order.tensor(machine.agent, event);
        for (barrier, predicate) in barriers.iter().zip(&predicates) {
            if machine.holds(frame, Some(*predicate))? {
                machine.commit(frame, *barrier)?;
            }
        }
        Ok(())
    }))
}

impl<D: Domain> Machine<'_, D> {
    /// An arrival that tells the end of all products so far.
    fn commit(&mut self, frame: &Frame<D>, barrier: Slot) -> Outcome {
        let told = self.order.commit(self.agent);
        self.arrive(&*view(frame, barrier)?, 1, &told)
    }
}

fn commit<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let barrier = c.operand(op, 0)?;
    let predicate = c.optional(op, "pred");
    Ok(Box::new(move |machine, frame| match machine.holds(frame, predicate)? {
        true => {
            machine.pause()?;
            machine.commit(frame, barrier)
        }
        false => Ok(()),
    }))
}
