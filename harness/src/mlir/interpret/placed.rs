//! Text in which buffers have addresses: the stage `ttgir-alloc`. Brings the accesses of operations
//! to [`Placement`](super::placement::Placement).

use crate::tensor::Domain;

use super::super::attribute::Attribute;
use super::super::ir::{Module, Operation};
use super::clock::Event;
use super::code::Step;
use super::compile::Compiler;
use super::machine::{Machine, Outcome};
use super::order::User;
use super::placement::{Purpose, Touch};
use super::result::RaceKind;
use super::view::View;
use super::{Built, Family};

/// The attribute of a module whose barriers have been placed; who runs the passes sets it.
const BARRIERS: &str = "tritonsmith.barriers";

/// What a text says about shared memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Placed {
    /// Buffers have no addresses.
    #[default]
    No,
    /// Buffers have addresses, barriers are not placed.
    Buffers,
    /// Both.
    Barriers,
}

impl Placed {
    pub(super) fn of(module: &Module) -> Self {
        let mut found = Placed::No;
        module.walk(&mut |op| {
            if op.attribute("allocation.offset").is_some() {
                found = Placed::Buffers;
            }
        });
        match module.attribute(BARRIERS) {
            Some(Attribute::Bool(true)) => Placed::Barriers,
            Some(value) if value.as_integer().is_some_and(|value| value != 0) => Placed::Barriers,
            _ => found,
        }
    }
}

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("ttg.barrier", barrier),
        ("gpu.barrier", sync),
        ("ttng.cluster_arrive", sync),
        ("ttng.cluster_barrier", sync),
        ("ttng.cluster_wait", sync),
    ]
}

/// A barrier of the warps; one that does not name shared memory does not order it.
fn barrier<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let spaces = op.attribute("addrSpace").map(ToString::to_string).unwrap_or_default();
    let local = spaces.split('|').any(|space| matches!(space, "local" | "all"));
    match local {
        true => sync(c, op),
        false => Ok(Box::new(|_, _| Ok(()))),
    }
}

fn sync<D: Domain>(_: &mut Compiler<'_, D>, _: &Operation) -> Built<D> {
    Ok(Box::new(|machine, _| {
        machine.sync();
        Ok(())
    }))
}

/// Operations that bring a barrier of their own, before what they do.
const SYNCHRONIZING: [&str; 7] = [
    "ttng.arrive_barrier",
    "ttng.barrier_expect",
    "ttng.tc_gen5_commit",
    "tt.atomic_rmw",
    "tt.atomic_cas",
    "ttg.warp_specialize",
    "tt.call",
];

/// Operations whose scratch memory is used by one warp, or by others than the warps of a partition.
const APART: [&str; 3] = ["ttng.tensormap_create", "ttg.warp_specialize", "tt.call"];

/// The step of an operation, with the barrier and the scratch memory that it has beside its operands.
pub(super) fn placed<D: Domain>(op: &Operation, warps: i64, step: Step<D>) -> Step<D> {
    let name = op.name.as_str();
    let number = |name: &str| {
        let value = op.attribute(name).and_then(Attribute::as_integer)?;
        usize::try_from(value).ok()
    };
    // A wait of more than one warp group ends with a barrier, unless it says that it does not.
    let group =
        name == "ttng.warp_group_dot_wait" && op.attribute("warpGroupLocal").is_none() && warps > 4;
    let synchronizes = group || SYNCHRONIZING.contains(&name);
    let offset = number("allocation.offset");
    let scratch = offset.zip(number("allocation.size")).filter(|(_, size)| *size > 0);
    let apart = APART.contains(&name);
    let base = offset.filter(|_| name == "tt.call").unwrap_or(0);
    if !synchronizes && scratch.is_none() {
        return step;
    }
    Box::new(move |machine, frame| {
        if synchronizes {
            machine.sync();
        }
        if let Some((offset, size)) = scratch {
            machine.scratch(offset, size, apart)?;
        }
        machine.base += base;
        step(machine, frame)?;
        machine.base -= base;
        if synchronizes {
            machine.sync();
        }
        Ok(())
    })
}

impl<D: Domain> Machine<'_, D> {
    /// A barrier of the partition's warps.
    pub(super) fn sync(&mut self) {
        if self.executable.placed() != Placed::No {
            self.placement.sync(self.agent);
        }
    }

    /// Flights that the warps have waited for.
    pub(super) fn waited(&mut self, flights: &[usize]) {
        if self.executable.placed() != Placed::No {
            self.placement.land(flights);
        }
    }

    /// Scratch memory of an operation: written, parted by a barrier of the operation's own, read.
    fn scratch(&mut self, offset: usize, size: usize, apart: bool) -> Outcome {
        let (start, end) = (self.base + offset, self.base + offset + size);
        self.placement.own(start, end, None);
        if apart {
            return Ok(());
        }
        let (agent, purpose, buffer) = (self.agent, Purpose::Data, None);
        let write = Touch { start, end, write: true, purpose, agent, buffer, flight: None };
        self.check_touch(write.clone(), false)?;
        self.placement.sync(agent);
        self.check_touch(Touch { write: false, ..write }, true)
    }

    fn check_touch(&mut self, touch: Touch, keep: bool) -> Outcome {
        // One warp is in order with itself.
        if self.executable.placed() != Placed::Barriers || self.warps == 1 {
            return Ok(());
        }
        match self.placement.touch(touch, keep) {
            Ok(()) => Ok(()),
            Err((kind, reason)) => self.race(kind, reason),
        }
    }

    /// An access to a view that lies at `start`, in elements of `size` bytes.
    pub(super) fn place(
        &mut self,
        view: &View,
        (start, size): (usize, usize),
        access: (User, Event, bool),
    ) -> Outcome {
        let (user, event, write) = access;
        let place = view.footprint();
        let (from, to) = (start + place.start * size, start + place.end * size);
        let flight = match (user, event) {
            (User::Threads, _) | (_, Event::Step { .. }) => None,
            (_, event) => Some(event),
        };
        // Whoever waits for the barrier of these is ordered after them, warp by warp.
        let told = matches!(user, User::Bulk | User::Tensor);
        let buffer = Some((view.allocation, place));
        let (agent, purpose) = (self.agent, Purpose::Data);
        let touch = Touch { start: from, end: to, write, purpose, agent, buffer, flight };
        self.check_touch(touch, !told)?;
        if write {
            self.placement.own(from, to, Some(view.allocation));
            return Ok(());
        }
        let foreign = self.placement.foreign(from, to, Some(view.allocation));
        let lost = foreign.iter().any(|(from, to)| {
            let elements = (from - start) / size..(to - start).div_ceil(size);
            self.shared.any_defined(view.allocation, elements)
        });
        match lost {
            true => self.race(RaceKind::Overlap, "another buffer has overwritten what is read"),
            false => Ok(()),
        }
    }

    /// An access to the barrier in a view.
    pub(super) fn place_barrier(&mut self, view: &View, purpose: Purpose) -> Outcome {
        let Some((start, size)) = self.shared.address(view.allocation) else { return Ok(()) };
        let (from, to) = (start + view.offset * size, start + (view.offset + 1) * size);
        let (agent, write) = (self.agent, purpose == Purpose::Setup);
        let buffer = Some((view.allocation, view.footprint()));
        let touch = Touch { start: from, end: to, write, purpose, agent, buffer, flight: None };
        self.check_touch(touch, true)?;
        if write {
            self.placement.own(from, to, Some(view.allocation));
        } else if !self.placement.foreign(from, to, Some(view.allocation)).is_empty() {
            return self.race(RaceKind::Overlap, "another buffer has overwritten a barrier");
        }
        Ok(())
    }
}
