//! Buffers at their addresses: what the allocation and the barriers of the compiler must keep apart.
//!
//! Takes accesses as bytes of shared memory, gives races. Two rules:
//! - what a buffer holds was written by it: if another wrote there since, the two overlap;
//! - the warps of a partition run apart: between two accesses to one byte, of which one writes, there
//!   is a barrier after the first (and after the wait, if the first was asynchronous).
//!
//! The second rule asks for no barrier that the compiler's own analysis would leave out: accesses to
//! different slots or slices of one buffer, and the single thread that sets up barriers.

use std::collections::BTreeMap;

use super::clock::Event;
use super::result::RaceKind;
use super::view::Footprint;

/// What an access is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Data,
    /// One thread makes or ends a barrier.
    Setup,
    /// All threads wait at a barrier.
    Wait,
}

/// An access to bytes of shared memory by all warps of a partition, or one of them.
#[derive(Clone, Debug)]
pub(super) struct Touch {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) write: bool,
    pub(super) purpose: Purpose,
    pub(super) agent: usize,
    /// The buffer and what of it is touched; none for the scratch memory of an operation.
    pub(super) buffer: Option<(usize, Footprint)>,
    /// The end of an asynchronous access, until it is waited for.
    pub(super) flight: Option<Event>,
}

impl Touch {
    fn meets(&self, other: &Touch) -> bool {
        if !(self.write || other.write) {
            return false;
        }
        match (&self.buffer, &other.buffer) {
            (Some((a, place)), Some((b, other))) if a == b => place.overlaps(other),
            _ => self.start < other.end && other.start < self.end,
        }
    }
}

/// Who wrote a byte last: a buffer, or an operation's scratch memory.
type Owner = Option<usize>;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Placement {
    /// Start -> end and owner, apart from each other.
    owners: BTreeMap<usize, (usize, Owner)>,
    touches: Vec<Touch>,
    /// Accesses that were checked for a barrier.
    pub(super) checked: u64,
}

impl Placement {
    /// Checks an access against those before it, and keeps it if `keep` says so.
    pub(super) fn touch(&mut self, new: Touch, keep: bool) -> Result<(), (RaceKind, &'static str)> {
        self.checked += 1;
        let setup = |touch: &Touch| touch.purpose == Purpose::Setup;
        let hit = |old: &Touch| {
            old.agent == new.agent
                && old.flight.is_none()
                && !(setup(old) && setup(&new))
                && old.meets(&new)
        };
        if self.touches.iter().any(hit) {
            return Err((RaceKind::Barrier, "shared memory is used by several warps in no order"));
        }
        // An access that is covered adds nothing.
        let covered = |old: &Touch| {
            old.agent == new.agent
                && old.flight == new.flight
                && (old.write, old.purpose) == (new.write, new.purpose)
                && (&old.buffer, old.start, old.end) == (&new.buffer, new.start, new.end)
        };
        if keep && !self.touches.iter().any(covered) {
            self.touches.push(new);
        }
        Ok(())
    }

    /// A barrier: what the partition did before is ordered before what it does next.
    pub(super) fn sync(&mut self, agent: usize) {
        self.touches.retain(|touch| touch.agent != agent || touch.flight.is_some());
    }

    /// Each warp knows that its part of these flights has ended, and nothing of the other warps'.
    pub(super) fn land(&mut self, flights: &[usize]) {
        for touch in &mut self.touches {
            if let Some(Event::Flight(flight)) = touch.flight
                && flights.contains(&flight)
            {
                touch.flight = None;
            }
        }
    }

    /// A write: these bytes are the owner's.
    pub(super) fn own(&mut self, start: usize, end: usize, owner: Owner) {
        let mut cut = Vec::new();
        for (from, (to, other)) in self.owners.range(..end) {
            if *to > start {
                cut.push((*from, *to, *other));
            }
        }
        for (from, to, other) in cut {
            self.owners.remove(&from);
            if from < start {
                self.owners.insert(from, (start, other));
            }
            if to > end {
                self.owners.insert(end, (to, other));
            }
        }
        self.owners.insert(start, (end, owner));
    }

    /// The bytes of a range that another wrote last.
    pub(super) fn foreign(&self, start: usize, end: usize, owner: Owner) -> Vec<(usize, usize)> {
        let parts =
            self.owners.range(..end).filter(|(_, (to, other))| *to > start && *other != owner);
        parts.map(|(from, (to, _))| ((*from).max(start), (*to).min(end))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(start: usize, end: usize, write: bool) -> Touch {
        let (purpose, buffer) = (Purpose::Data, None);
        Touch { start, end, write, purpose, agent: 0, buffer, flight: None }
    }

    #[test]
    fn a_barrier_parts_accesses() {
        let mut placement = Placement::default();
        placement.touch(touch(0, 16, true), true).unwrap();
        placement.touch(touch(16, 32, true), true).unwrap();
        assert!(placement.touch(touch(8, 12, false), true).is_err());
        placement.sync(0);
        placement.touch(touch(8, 12, false), true).unwrap();
        placement.touch(touch(0, 16, false), true).unwrap();
        assert!(placement.touch(touch(0, 4, true), true).is_err());
        // Another partition is ordered by other means.
        placement.touch(Touch { agent: 1, ..touch(0, 4, true) }, true).unwrap();
    }

    #[test]
    fn a_wait_is_not_a_barrier() {
        let mut placement = Placement::default();
        let copy = Touch { flight: Some(Event::Flight(3)), ..touch(0, 16, true) };
        placement.touch(copy, true).unwrap();
        placement.sync(0);
        placement.land(&[3]);
        assert!(placement.touch(touch(0, 16, false), true).is_err());
        placement.sync(0);
        placement.touch(touch(0, 16, false), true).unwrap();
    }

    #[test]
    fn bytes_belong_to_who_wrote_them_last() {
        let mut placement = Placement::default();
        placement.own(0, 32, Some(0));
        placement.own(8, 16, Some(1));
        assert_eq!(placement.foreign(0, 32, Some(0)), [(8, 16)]);
        assert_eq!(placement.foreign(0, 10, Some(1)), [(0, 8)]);
        placement.own(4, 20, None);
        assert_eq!(placement.foreign(0, 32, Some(0)), [(4, 20)]);
        placement.own(0, 32, Some(0));
        assert!(placement.foreign(0, 32, Some(0)).is_empty());
    }
}
