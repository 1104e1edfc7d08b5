//! What the instances of a launch access. Loads see memory as it was before the launch, stores go
//! to a copy of their own, because nothing orders a load and a store of one launch: an element that
//! is stored to is stored to once and is never loaded.

use super::atomics::{Atomics, Element};
use crate::program::Undefined;
use crate::program::ops::AtomicAccess;
use crate::tensor::{Buffer, BufferId, Domain, Fault, Kind, Memory, Place, Tile};

/// What a run of instances, in order, did to memory.
pub(super) struct Accesses<'a, D: Domain> {
    before: &'a Memory<D>,
    buffers: Vec<Access<D>>,
    atomics: Atomics<D>,
    /// The first element that was stored to twice.
    pub(super) stored_twice: Option<Place>,
}

/// What happened to one buffer.
enum Access<D: Domain> {
    /// The kernel has no store to it, so loads need no record.
    ReadOnly,
    /// Which elements were loaded, if any, and what was stored, if anything.
    Tracked { loaded: Option<Vec<bool>>, stored: Option<Box<Buffer<D>>> },
}

impl<'a, D: Domain> Accesses<'a, D> {
    /// `stored` tells, for each buffer, whether the kernel has a store to it.
    pub(super) fn new(before: &'a Memory<D>, stored: &[bool]) -> Self {
        let access = |&tracked: &bool| match tracked {
            true => Access::Tracked { loaded: None, stored: None },
            false => Access::ReadOnly,
        };
        Accesses {
            before,
            buffers: stored.iter().map(access).collect(),
            atomics: Atomics::default(),
            stored_twice: None,
        }
    }

    pub(super) fn load(
        &mut self,
        kind: Kind,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
        other: Option<&Tile<D>>,
    ) -> Result<Tile<D>, Undefined> {
        check_operands(addresses, mask)?;
        let tile = self.before.load(kind, addresses, mask, other).map_err(undefined)?;
        self.record_load(kind, addresses, mask)?;
        Ok(tile)
    }

    fn record_load(
        &mut self,
        kind: Kind,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
    ) -> Result<(), Undefined> {
        let (before, buffers) = (self.before, &mut self.buffers);
        let (lanes, flags) = (addresses.ints(), mask.map(Tile::ints));
        if let Some(span) = before.span(kind, lanes, flags) {
            if let Access::Tracked { loaded, .. } = &mut buffers[span.buffer.0] {
                let length = before.buffer(span.buffer).len();
                let loaded = loaded.get_or_insert_with(|| vec![false; length]);
                span.each(lanes, flags, |index, _| loaded[index] = true);
            }
            return Ok(());
        }
        let record = |place: Place, _| {
            if let Access::Tracked { loaded, .. } = &mut buffers[place.buffer.0] {
                let length = before.buffer(place.buffer).len();
                loaded.get_or_insert_with(|| vec![false; length])[place.index] = true;
            }
        };
        before.places(kind, addresses, mask, record).map_err(undefined)
    }

    pub(super) fn store(
        &mut self,
        kind: Kind,
        addresses: &Tile<D>,
        values: &Tile<D>,
        mask: Option<&Tile<D>>,
    ) -> Result<(), Undefined> {
        check_operands(addresses, mask)?;
        let (before, buffers) = (self.before, &mut self.buffers);
        let (lanes, flags) = (addresses.ints(), mask.map(Tile::ints));
        if let Some(span) = before.span(kind, lanes, flags)
            && let Access::Tracked { stored, .. } = &mut buffers[span.buffer.0]
        {
            let stored = stored.get_or_insert_with(|| Box::new(before.buffer(span.buffer).clone()));
            let (twice, known) = stored.put_all(span, kind, lanes, flags, values);
            let twice = twice.map(|index| Place { buffer: span.buffer, index });
            self.stored_twice = [self.stored_twice, twice].into_iter().flatten().min();
            return if known { Ok(()) } else { Err(Undefined::new("unknown bits are stored")) };
        }
        let (mut twice, mut stray, mut unknown) = (self.stored_twice, false, false);
        let store = |place: Place, lane: usize| {
            let Access::Tracked { stored, .. } = &mut buffers[place.buffer.0] else {
                stray = true;
                return;
            };
            let buffer =
                stored.get_or_insert_with(|| Box::new(before.buffer(place.buffer).clone()));
            if buffer.written()[place.index] {
                twice = Some(twice.map_or(place, |other| other.min(place)));
            }
            unknown |= !buffer.put(place.index, kind, values, lane);
        };
        before.places(kind, addresses, mask, store).map_err(undefined)?;
        self.stored_twice = twice;
        if stray || unknown {
            let reason =
                if stray { "a store leaves its buffer" } else { "unknown bits are stored" };
            return Err(Undefined::new(reason));
        }
        Ok(())
    }

    pub(super) fn atomic(
        &mut self,
        access: AtomicAccess<D>,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
    ) -> Result<Tile<D>, Undefined> {
        check_operands(addresses, mask)?;
        let kind = access.dtype.kind();
        let old = self.before.load(kind, addresses, mask, None).map_err(undefined)?;
        let mut places = Vec::new();
        let note = |place: Place, lane: usize| places.push((place, lane));
        self.before.places(kind, addresses, mask, note).map_err(undefined)?;
        let tracked =
            |place: &Place| matches!(self.buffers[place.buffer.0], Access::Tracked { .. });
        if !places.iter().all(|(place, _)| tracked(place)) {
            return Err(Undefined::new("a store leaves its buffer"));
        }
        self.atomics.note(access, &places);
        Ok(old)
    }

    /// Adds what later instances did.
    pub(super) fn merge(&mut self, later: Self) {
        self.atomics.merge(later.atomics);
        let mut twice = [self.stored_twice, later.stored_twice].into_iter().flatten().min();
        for (id, (mine, theirs)) in self.buffers.iter_mut().zip(later.buffers).enumerate() {
            let (
                Access::Tracked { loaded, stored },
                Access::Tracked { loaded: more_loaded, stored: more_stored },
            ) = (mine, theirs)
            else {
                continue;
            };
            match (loaded.as_mut(), more_loaded) {
                (Some(loaded), Some(more)) => {
                    loaded.iter_mut().zip(more).for_each(|(flag, other)| *flag |= other);
                }
                (None, more) => *loaded = more,
                (Some(_), None) => {}
            }
            match (stored.as_mut(), more_stored) {
                (Some(stored), Some(more)) => {
                    if let Some(index) = stored.merge(&more) {
                        let place = Place { buffer: BufferId(id), index };
                        twice = Some(twice.map_or(place, |other| other.min(place)));
                    }
                }
                (None, more) => *stored = more,
                (Some(_), None) => {}
            }
        }
        self.stored_twice = twice;
    }

    /// The buffers after the launch.
    ///
    /// # Errors
    /// If an element was stored to twice, or stored to and loaded.
    pub(super) fn finish(mut self) -> Result<Vec<Buffer<D>>, Undefined> {
        let before = self.before;
        for Element { place, kind, value } in self.atomics.results(before)? {
            let Access::Tracked { stored, .. } = &mut self.buffers[place.buffer.0] else {
                unreachable!("atomics go to buffers that the kernel stores to");
            };
            // An exchange that finds another value looks at the element all the same.
            if stored.as_ref().is_some_and(|stored| stored.written()[place.index]) {
                self.stored_twice = [self.stored_twice, Some(place)].into_iter().flatten().min();
            }
            let Some(value) = value else { continue };
            let stored =
                stored.get_or_insert_with(|| Box::new(before.buffer(place.buffer).clone()));
            if !stored.put(place.index, kind, &value, 0) {
                return Err(Undefined::new("unknown bits are stored"));
            }
        }
        let at = |place: Place| format!("{}[{}]", before.buffer(place.buffer).name, place.index);
        if let Some(place) = self.stored_twice {
            return Err(Undefined::at("an element is stored to twice", at(place)));
        }
        let mut after = Vec::with_capacity(self.buffers.len());
        for (id, access) in self.buffers.into_iter().enumerate() {
            let buffer = BufferId(id);
            let (loaded, stored) = match access {
                Access::ReadOnly => (None, None),
                Access::Tracked { loaded, stored } => (loaded, stored),
            };
            if let (Some(loaded), Some(stored)) = (&loaded, &stored) {
                let mut both = loaded.iter().zip(stored.written());
                if let Some(index) = both.position(|(loaded, stored)| *loaded && *stored) {
                    let place = at(Place { buffer, index });
                    return Err(Undefined::at("an element is loaded and stored to", place));
                }
            }
            after.push(stored.map_or_else(|| before.buffer(buffer).clone(), |stored| *stored));
        }
        Ok(after)
    }
}

/// Addresses of lanes that are accessed, and masks, must be specified values.
fn check_operands<D: Domain>(addresses: &Tile<D>, mask: Option<&Tile<D>>) -> Result<(), Undefined> {
    if mask.is_some_and(Tile::any_undef) {
        return Err(Undefined::new("a mask is an unspecified value"));
    }
    let Some(undef) = addresses.undef() else { return Ok(()) };
    let mask = mask.map(Tile::ints);
    let accessed = |lane: usize| mask.is_none_or(|mask| mask[lane] != 0);
    match undef.iter().enumerate().any(|(lane, undef)| *undef && accessed(lane)) {
        true => Err(Undefined::new("an address is an unspecified value")),
        false => Ok(()),
    }
}

fn undefined(fault: Fault) -> Undefined {
    let reason = match fault {
        Fault::OutOfBounds(_) => "access out of bounds",
        Fault::Misaligned(_) => "misaligned access",
        Fault::Reinterpreted { .. } => "access of another width",
    };
    Undefined::at(reason, fault)
}
