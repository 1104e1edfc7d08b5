//! Barriers in shared memory: arrivals, announced bytes, phases.
//!
//! Strict asynchrony: what a barrier waits for lands when its wait is executed and not before.

use crate::tensor::Domain;

use super::super::ir::Operation;
use super::compile::Compiler;
use super::machine::{Frame, Machine, Outcome, Slot, tile, view};
use super::shared::{Flight, View};
use super::tt_program::nothing;
use super::{Built, ExecutionError, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("ttng.init_barrier", initialize),
        ("ttng.inval_barrier", nothing),
        ("ttng.barrier_expect", expect),
        ("ttng.arrive_barrier", arrive),
        ("ttng.wait_barrier", wait),
    ]
}

/// A barrier in shared memory.
pub(super) struct Barrier<D: Domain> {
    count: i64,
    pending: i64,
    /// Bytes that the phase still waits for.
    bytes: i64,
    /// Phases that are complete.
    phase: i64,
    pub(super) copies: Vec<(Flight<D>, i64)>,
}

impl<D: Domain> Barrier<D> {
    fn complete(&mut self) {
        if self.pending <= 0 && self.bytes <= 0 && self.count > 0 {
            self.phase += 1;
            self.pending = self.count;
            self.bytes = 0;
        }
    }
}

impl<D: Domain> Machine<'_, D> {
    /// The barrier in a view.
    pub(super) fn barrier(&mut self, view: &View) -> Outcome<&mut Barrier<D>> {
        let site = self.site();
        let key = (view.allocation, view.offset);
        self.shared.barriers.get_mut(&key).ok_or(ExecutionError::Undefined {
            reason: "this barrier is not initialized".into(),
            site,
        })
    }

    /// One or more arrivals at a barrier.
    pub(super) fn arrive(&mut self, view: &View, count: i64) -> Outcome {
        let barrier = self.barrier(view)?;
        barrier.pending -= count;
        barrier.complete();
        Ok(())
    }

    /// Waits for the phase of a parity; what the barrier waits for lands now.
    fn wait(&mut self, view: &View, parity: i64) -> Outcome {
        let barrier = self.barrier(view)?;
        if barrier.phase & 1 != parity & 1 {
            return Ok(());
        }
        let copies = std::mem::take(&mut barrier.copies);
        for (flight, bytes) in copies {
            self.shared.land(flight);
            self.barrier(view)?.bytes -= bytes;
        }
        let barrier = self.barrier(view)?;
        barrier.complete();
        match barrier.phase & 1 != parity & 1 {
            true => Ok(()),
            false => Err(ExecutionError::Deadlock(self.site())),
        }
    }

    /// Whether an optional predicate holds.
    pub(super) fn holds(&self, frame: &Frame<D>, predicate: Option<Slot>) -> Outcome<bool> {
        match predicate {
            Some(slot) => Ok(self.decision(tile(frame, slot)?, "a predicate")? != 0),
            None => Ok(true),
        }
    }
}

fn initialize<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (place, count) = (c.operand(op, 0)?, c.integer(op, "count")?);
    Ok(Box::new(move |machine, frame| {
        let place = view(frame, place)?;
        let barrier = Barrier { count, pending: count, ..fresh() };
        machine.shared.barriers.insert((place.allocation, place.offset), barrier);
        Ok(())
    }))
}

fn fresh<D: Domain>() -> Barrier<D> {
    Barrier { count: 0, pending: 0, bytes: 0, phase: 0, copies: Vec::new() }
}

/// Announces bytes and arrives.
fn expect<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (place, size) = (c.operand(op, 0)?, c.integer(op, "size")?);
    let predicate = c.optional(op, "pred");
    Ok(Box::new(move |machine, frame| {
        if !machine.holds(frame, predicate)? {
            return Ok(());
        }
        let place = view(frame, place)?;
        machine.barrier(&place)?.bytes += size;
        machine.arrive(&place, 1)
    }))
}

fn arrive<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (place, count) = (c.operand(op, 0)?, c.integer(op, "count")?);
    let predicate = c.optional(op, "pred");
    Ok(Box::new(move |machine, frame| match machine.holds(frame, predicate)? {
        true => machine.arrive(&*view(frame, place)?, count),
        false => Ok(()),
    }))
}

fn wait<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (place, parity) = (c.operand(op, 0)?, c.operand(op, 1)?);
    let predicate = c.optional(op, "pred");
    Ok(Box::new(move |machine, frame| {
        if !machine.holds(frame, predicate)? {
            return Ok(());
        }
        let parity = machine.decision(tile(frame, parity)?, "a barrier's phase")?;
        machine.wait(&*view(frame, place)?, parity)
    }))
}
