//! Asynchronous bulk copies between global and shared memory, and the fence that they need.

use crate::tensor::{Domain, Tile, zero_extend};

use super::super::ir::Operation;
use super::clock::Event;
use super::compile::{Compiler, malformed, unsupported};
use super::machine::{Frame, Machine, Outcome, Slot, view};
use super::order::User;
use super::tma::{Descriptor, block_shape, descriptor, reduction};
use super::tma_gather::Rows;
use super::{Built, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("ttng.async_tma_copy_global_to_local", copy_in),
        ("ttng.async_tma_copy_local_to_global", copy_out),
        ("ttng.async_tma_gather", gather_in),
        ("ttng.async_tma_scatter", scatter_out),
        ("ttng.async_tma_reduce", reduce_out),
        ("ttng.async_tma_store_wait", wait),
        ("ttng.fence_async_shared", fence),
    ]
}

fn needed<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation, name: &str) -> Outcome<Slot> {
    c.optional(op, name).ok_or_else(|| malformed(op, "lacks an operand"))
}

/// Where a copy into shared memory goes, and the barrier that it tells.
#[derive(Clone, Copy)]
struct Landing {
    target: Slot,
    barrier: Slot,
    predicate: Slot,
}

impl Landing {
    fn new<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Outcome<Self> {
        Ok(Landing {
            target: needed(c, op, "result")?,
            barrier: needed(c, op, "barrier")?,
            predicate: needed(c, op, "pred")?,
        })
    }

    /// Lets values fly. Their bytes are counted at once: the phase that they complete is no earlier
    /// than that of the announcement, and who does not wait for it does not know that they are there.
    fn fly<D: Domain>(
        self,
        machine: &mut Machine<'_, D>,
        frame: &Frame<D>,
        values: &Tile<D>,
        bytes: i64,
    ) -> Outcome {
        let (target, barrier) = (view(frame, self.target)?, view(frame, self.barrier)?);
        if target.len() != values.len() {
            return Err(unsupported("a copy of another size than its target"));
        }
        machine.barrier(&barrier)?;
        let event = machine.launch();
        machine.write_as(&target, values, User::Bulk, event)?;
        let mut told = machine.order.release(machine.agent);
        if let Event::Flight(flight) = event {
            told.end(flight);
        }
        machine.landed(&barrier, bytes, &told)
    }
}

fn copy_in<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    // A multicast changes no value: one program instance stands for all blocks of its cluster.
    if !op.group("offsets").is_empty() {
        return Err(unsupported("an im2col copy"));
    }
    let block = block_shape(c, op)?;
    let coordinates = c.slots(op.group("coord"));
    let (source, landing) = (needed(c, op, "desc")?, Landing::new(c, op)?);
    Ok(Box::new(move |machine, frame| {
        if !machine.holds(frame, Some(landing.predicate))? {
            return Ok(());
        }
        machine.pause()?;
        let at = machine.coordinates(frame, &coordinates)?;
        let source = descriptor(frame, source)?;
        let values = machine.read_block(&source, &at, &block)?;
        let bytes = (values.len() * source.kind.bytes()) as i64;
        landing.fly(machine, frame, &values, bytes)
    }))
}

fn gather_in<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let shape = op.operand("result").map(|value| c.shape(value)).transpose()?;
    let rows = Rows::new(c, op, shape.unwrap_or_default())?;
    let landing = Landing::new(c, op)?;
    Ok(Box::new(move |machine, frame| {
        if !machine.holds(frame, Some(landing.predicate))? {
            return Ok(());
        }
        machine.pause()?;
        let values = rows.load(machine, frame)?;
        let bytes = (values.len() * descriptor(frame, rows.descriptor)?.kind.bytes()) as i64;
        landing.fly(machine, frame, &values, bytes)
    }))
}

impl<D: Domain> Machine<'_, D> {
    /// What a bulk store reads; it reads until its wait.
    fn bulk_read(&mut self, frame: &Frame<D>, source: Slot) -> Outcome<Tile<D>> {
        self.pause()?;
        let event = self.launch();
        let values = self.read_as(&*view(frame, source)?, User::Store, event)?;
        let site = self.site();
        self.order.store(self.agent, event, site);
        Ok(values)
    }
}

fn copy_out<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let coordinates = c.slots(op.group("coord"));
    let block = block_shape(c, op)?;
    let (target, source) = (needed(c, op, "desc")?, needed(c, op, "src")?);
    Ok(Box::new(move |machine, frame| {
        let at = machine.coordinates(frame, &coordinates)?;
        let target: std::sync::Arc<Descriptor<D>> = descriptor(frame, target)?;
        let values = machine.bulk_read(frame, source)?.reshape(&block);
        let (addresses, mask) = target.block(&at, &block, |_| true)?;
        machine.store_tile(target.kind, &addresses, &values, Some(&mask))
    }))
}

fn scatter_out<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let shape = op.operand("src").map(|value| c.shape(value)).transpose()?;
    let rows = Rows::new(c, op, shape.unwrap_or_default())?;
    let source = needed(c, op, "src")?;
    Ok(Box::new(move |machine, frame| {
        let values = machine.bulk_read(frame, source)?;
        rows.store(machine, frame, &values)
    }))
}

fn reduce_out<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let coordinates = c.slots(op.group("coord"));
    let block = block_shape(c, op)?;
    let (target, source) = (needed(c, op, "desc")?, needed(c, op, "src")?);
    let reduction = reduction(op, c.operand_kind(op, 0)?)?;
    Ok(Box::new(move |machine, frame| {
        let at = machine.coordinates(frame, &coordinates)?;
        let values = machine.bulk_read(frame, source)?.reshape(&block);
        machine.reduce_block(&*descriptor(frame, target)?, &at, &values, reduction)
    }))
}

/// All stores but the last `pendings` have read what they store.
fn wait<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let left = zero_extend(c.integer(op, "pendings")?, 32) as usize;
    Ok(Box::new(move |machine, _| {
        let ended = machine.order.end_stores(machine.agent, left);
        machine.waited(&ended);
        Ok(())
    }))
}

fn fence<D: Domain>(_: &mut Compiler<'_, D>, _: &Operation) -> Built<D> {
    Ok(Box::new(|machine, _| {
        machine.fence();
        Ok(())
    }))
}
