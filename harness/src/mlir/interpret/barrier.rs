//! Barriers in shared memory: arrivals, announced bytes, phases, and what arrivals tell.
//!
//! A wait returns once the phase of its parity has completed; what was told by the arrivals of all
//! completed phases is then known.

use crate::tensor::Domain;

use super::super::ir::Operation;
use super::clock::Clock;
use super::compile::Compiler;
use super::machine::{Frame, Machine, Outcome, Slot, tile, view};
use super::placement::Purpose;
use super::view::View;
use super::{Built, ExecutionError, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("ttng.init_barrier", initialize),
        ("ttng.inval_barrier", invalidate),
        ("ttng.barrier_expect", expect),
        ("ttng.arrive_barrier", arrive),
        ("ttng.wait_barrier", wait),
    ]
}

/// A barrier in shared memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Barrier {
    count: i64,
    pending: i64,
    /// Bytes that the phase still waits for.
    bytes: i64,
    /// Phases that are complete.
    phase: i64,
    /// What the arrivals of the phase tell so far.
    arriving: Clock,
    /// What the arrivals of complete phases told.
    told: Clock,
}

/// Where a barrier is.
pub(super) type Place = (usize, usize);

impl Barrier {
    /// Completes the phase if nothing is missing.
    fn complete(&mut self, lenient: bool) {
        let landed = if lenient { self.bytes <= 0 } else { self.bytes == 0 };
        if self.pending <= 0 && landed {
            self.phase += 1;
            self.pending = self.count;
            self.bytes = 0;
            self.told.join(&std::mem::take(&mut self.arriving));
        }
    }

    /// Whether a wait for this parity returns.
    pub(super) fn passes(&self, parity: i64) -> bool {
        self.phase & 1 != parity & 1
    }
}

impl<D: Domain> Machine<'_, D> {
    /// The barrier in a view.
    pub(super) fn barrier(&mut self, view: &View) -> Outcome<&mut Barrier> {
        let site = self.site();
        let place = (view.allocation, view.offset);
        self.shared.barriers.get_mut(&place).ok_or(ExecutionError::Undefined {
            reason: "this barrier is not initialized".into(),
            site,
        })
    }

    /// One or more arrivals at a barrier, which tell what `told` says.
    pub(super) fn arrive(&mut self, view: &View, count: i64, told: &Clock) -> Outcome {
        let lenient = self.executable.is_clustered();
        let barrier = self.barrier(view)?;
        if count > barrier.pending && !lenient {
            return self.undefined("more arrivals than the barrier waits for");
        }
        barrier.pending -= count;
        barrier.arriving.join(told);
        barrier.complete(lenient);
        Ok(())
    }

    /// Bytes of a copy land, and with them what it tells.
    pub(super) fn landed(&mut self, view: &View, bytes: i64, told: &Clock) -> Outcome {
        let lenient = self.executable.is_clustered();
        let barrier = self.barrier(view)?;
        barrier.bytes -= bytes;
        barrier.arriving.join(told);
        barrier.complete(lenient);
        Ok(())
    }

    /// Waits for the phase of a parity.
    fn wait(&mut self, view: &View, parity: i64) -> Outcome {
        self.pause()?;
        self.barrier(view)?;
        self.place_barrier(view, Purpose::Wait)?;
        let place = (view.allocation, view.offset);
        self.block(place, parity)?;
        let told = self.barrier(view)?.told.clone();
        self.order.acquire(self.agent, &told);
        Ok(())
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
        if count <= 0 {
            return machine.undefined("a barrier that waits for no arrival");
        }
        machine.place_barrier(&place, Purpose::Setup)?;
        let barrier = Barrier { count, pending: count, ..Barrier::default() };
        machine.shared.barriers.insert((place.allocation, place.offset), barrier);
        Ok(())
    }))
}

/// From here on it is memory, not a barrier.
fn invalidate<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let place = c.operand(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        let place = view(frame, place)?;
        machine.barrier(&place)?;
        machine.place_barrier(&place, Purpose::Setup)?;
        machine.shared.barriers.remove(&(place.allocation, place.offset));
        Ok(())
    }))
}

/// Announces bytes and arrives.
fn expect<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (place, size) = (c.operand(op, 0)?, c.integer(op, "size")?);
    let predicate = c.optional(op, "pred");
    Ok(Box::new(move |machine, frame| {
        if !machine.holds(frame, predicate)? {
            return Ok(());
        }
        machine.pause()?;
        let place = view(frame, place)?;
        machine.barrier(&place)?.bytes += size;
        let told = machine.order.release(machine.agent);
        machine.arrive(&place, 1, &told)
    }))
}

fn arrive<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (place, count) = (c.operand(op, 0)?, c.integer(op, "count")?);
    let predicate = c.optional(op, "pred");
    Ok(Box::new(move |machine, frame| match machine.holds(frame, predicate)? {
        true => {
            machine.pause()?;
            let told = machine.order.release(machine.agent);
            machine.arrive(&*view(frame, place)?, count, &told)
        }
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
