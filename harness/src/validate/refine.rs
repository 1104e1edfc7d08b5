//! The refinement rule: what two runs of a function on one input may differ in, and what not.
//!
//! Per element: what was undefined may be anything. Loads after are a subset of those before, byte by
//! byte, stores are equal; the other effects are in `effects.rs`. In the exact domain floats are
//! compared bit for bit where the run before rounded nothing, else not at all; in the others by what
//! the domain says. What a domain does not know is neither equal nor different: it leaves the pair
//! open.

use std::cell::Cell as Flag;
use std::collections::{BTreeMap, HashSet};

use super::difference::{Difference, DifferenceKind, OpPlace, Seen, WrongLoad};
use super::input::Shown;
use super::text::Text;
use crate::mlir::{Access, AccessKind, Execution};
use crate::tensor::{Agreement, Cell, Domain, Kind, Memory, Number, Tile};

/// The first difference, where there is one.
pub(super) type Judged = Result<(), Box<Difference>>;

/// One run with the text that was run.
pub(super) struct Ran<'a, D: Domain> {
    pub(super) text: &'a Text,
    pub(super) execution: &'a Execution<D>,
}

/// Two runs on one input.
pub(super) struct Pair<'a, D: Domain> {
    pub(super) input: &'a Shown,
    pub(super) before: Ran<'a, D>,
    pub(super) after: Ran<'a, D>,
    /// What the function's results are.
    pub(super) results: &'a [Option<Kind>],
    /// What the function's arguments are.
    pub(super) arguments: &'a [Kind],
    /// Set where the domain could not say whether two values are the same.
    pub(super) open: Flag<bool>,
    /// Floats that were compared, and how many of them coarsely.
    pub(super) compared: Flag<(usize, usize)>,
}

/// Lanes of an access that take part, with their addresses.
pub(super) fn lanes<D: Domain>(access: &Access<D>) -> impl Iterator<Item = (usize, i64)> {
    access.lanes()
}

pub(super) fn element(shape: &[usize], lane: usize) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    let mut rest = lane;
    for (index, size) in index.iter_mut().zip(shape).rev() {
        *index = rest % size.max(&1);
        rest /= size.max(&1);
    }
    index
}

/// An address by argument and offset.
pub(super) fn place<D: Domain>(memory: &Memory<D>, address: i64) -> String {
    let regions = memory.unbounded().iter();
    let near =
        regions.min_by_key(|region| (region.base as i64).wrapping_sub(address).unsigned_abs());
    let Some(region) = near else { return format!("{address:#x}") };
    let (bytes, offset) = (region.kind.bytes() as i64, address.wrapping_sub(region.base as i64));
    let element = offset.div_euclid(bytes);
    match offset.rem_euclid(bytes) {
        0 => format!("{}[{element}] ({} {offset:+} bytes)", region.name, region.name),
        _ => format!("{} {offset:+} bytes", region.name),
    }
}

pub(super) fn show<D: Domain>(cell: &Cell<D>) -> String {
    match (cell.undef, cell.number) {
        (true, _) => "an undefined value".to_owned(),
        (false, Number::Int(value)) => value.to_string(),
        (false, Number::Float(value)) => format!("{value:?}"),
    }
}

pub(super) fn cell<D: Domain>(tile: &Tile<D>, lane: usize) -> Cell<D> {
    Cell { number: tile.number(lane), undef: tile.undef().is_some_and(|flags| flags[lane]) }
}

impl<D: Domain> Ran<'_, D> {
    pub(super) fn accesses(&self, kind: AccessKind) -> impl Iterator<Item = &Access<D>> {
        self.execution.accesses.iter().filter(move |access| access.kind == kind)
    }

    pub(super) fn op(&self, access: &Access<D>, lane: usize) -> OpPlace {
        let element = element(access.addresses.shape(), lane);
        OpPlace::new(self.text, &access.site, element)
    }

    /// The operation that last changed the element at this address.
    fn writer(&self, address: i64) -> Option<OpPlace> {
        let changes = self.execution.accesses.iter().rev().filter(|a| a.kind != AccessKind::Load);
        let mut found = changes.filter_map(|access| {
            let lane = lanes(access).filter(|(_, at)| *at == address).last()?.0;
            Some(self.op(access, lane))
        });
        found.next()
    }
}

impl<D: Domain> Pair<'_, D> {
    /// The first difference.
    pub(super) fn judge(&self) -> Judged {
        self.loads()?;
        self.atomics()?;
        self.stores()?;
        self.views()?;
        self.returned()?;
        self.prints()
    }

    /// Whether floats say nothing because they were rounded, which only the exact domain minds.
    fn rounded(&self) -> bool {
        D::EXACT && self.before.execution.inexact
    }

    /// Why the comparison says too little to count: a value that the domain does not know, or more than
    /// a quarter of the floats known only coarsely. A few are always near zero by cancellation.
    pub(super) fn too_little(&self) -> Option<&'static str> {
        let (all, coarse) = self.compared.get();
        match self.open.get() {
            true => Some("a value that the numeric domain does not know"),
            false if 4 * coarse > all => Some("bounds that say little of the values"),
            false => None,
        }
    }

    /// What is known of a value in the place of another.
    pub(super) fn agreement(&self, kind: Kind, before: &Cell<D>, after: &Cell<D>) -> Agreement {
        if before.undef || (self.rounded() && matches!(kind, Kind::Float(_))) {
            return Agreement::Same;
        }
        if after.undef {
            return Agreement::Differs;
        }
        match (before.number, after.number, kind) {
            (Number::Float(a), Number::Float(b), Kind::Float(format)) => D::agreement(format, a, b),
            _ => match (before.number.bits(kind), after.number.bits(kind)) {
                (Some(a), Some(b)) if a == b => Agreement::Same,
                (Some(_), Some(_)) => Agreement::Differs,
                _ => Agreement::Unknown,
            },
        }
    }

    /// Whether a value may not take the place of another; notes what the domain does not know.
    pub(super) fn differs(&self, kind: Kind, before: &Cell<D>, after: &Cell<D>) -> bool {
        let agreement = self.agreement(kind, before, after);
        if matches!((before.number, after.number), (Number::Float(_), Number::Float(_))) {
            let (all, coarse) = self.compared.get();
            let coarse = coarse + usize::from(agreement == Agreement::Coarse);
            self.compared.set((all + 1, coarse));
        }
        if agreement == Agreement::Unknown {
            self.open.set(true);
        }
        agreement == Agreement::Differs
    }

    pub(super) fn fail(
        &self,
        kind: DifferenceKind,
        place: String,
        before: Seen,
        after: Seen,
    ) -> Judged {
        let cause = self.wrong_load();
        let input = self.input.clone();
        Err(Box::new(Difference { kind, input, place, before, after, cause }))
    }

    /// Every byte that is loaded after was loaded before.
    fn loads(&self) -> Judged {
        let bytes = |access: &Access<D>, address: i64| {
            (0..access.element.bytes() as i64).map(move |byte| address.wrapping_add(byte))
        };
        let size = |access: &Access<D>| access.element.bytes();
        // Made for the first load that has no equal before.
        let mut known: Option<HashSet<(i64, usize)>> = None;
        let elements = || {
            let before = self.before.accesses(AccessKind::Load);
            before.flat_map(|access| lanes(access).map(|lane| (lane.1, size(access)))).collect()
        };
        // Bytes are looked at where an element of that size was not loaded there.
        let mut each: Option<HashSet<i64>> = None;
        let all = || {
            let before = self.before.accesses(AccessKind::Load);
            let lanes = before.flat_map(|access| lanes(access).map(move |lane| (access, lane.1)));
            lanes.flat_map(|(access, address)| bytes(access, address)).collect()
        };
        // Most loads have one that is the same before.
        let same = |a: &Access<D>, b: &Access<D>| {
            let masks = (a.mask.as_ref().map(Tile::ints), b.mask.as_ref().map(Tile::ints));
            a.element == b.element && a.addresses.ints() == b.addresses.ints() && masks.0 == masks.1
        };
        for access in self.after.accesses(AccessKind::Load) {
            if self.before.accesses(AccessKind::Load).any(|before| same(before, access)) {
                continue;
            }
            let mut loaded = |at: i64| {
                known.get_or_insert_with(elements).contains(&(at, size(access))) || {
                    let each = each.get_or_insert_with(all);
                    bytes(access, at).all(|byte| each.contains(&byte))
                }
            };
            let Some((lane, address)) = lanes(access).find(|(_, at)| !loaded(*at)) else {
                continue;
            };
            let place = place(&self.after.execution.memory, address);
            let before = Seen { value: "not loaded".to_owned(), op: None };
            let after = Seen { value: "loaded".to_owned(), op: Some(self.after.op(access, lane)) };
            return self.fail(DifferenceKind::Load, place, before, after);
        }
        Ok(())
    }

    /// Loads are paired in order; the first pair of one shape with different addresses.
    fn wrong_load(&self) -> Option<WrongLoad> {
        let count = |access: &Access<D>| lanes(access).next().is_some();
        let mut before = self.before.accesses(AccessKind::Load).filter(|a| count(a));
        for after in self.after.accesses(AccessKind::Load).filter(|a| count(a)) {
            let before = before.next()?;
            if before.addresses.len() != after.addresses.len() {
                return None;
            }
            let old: BTreeMap<usize, i64> = lanes(before).collect();
            let wrong = lanes(after).find(|(lane, at)| old.get(lane).is_some_and(|old| old != at));
            let Some((lane, found)) = wrong else { continue };
            let memory = &self.after.execution.memory;
            return Some(WrongLoad {
                element: element(after.addresses.shape(), lane),
                expected: place(memory, old[&lane]),
                found: place(memory, found),
                before: self.before.op(before, lane),
                after: self.after.op(after, lane),
            });
        }
        None
    }

    fn stores(&self) -> Judged {
        let (before, after) = (&self.before.execution.memory, &self.after.execution.memory);
        for (old, new) in before.unbounded().iter().zip(after.unbounded()) {
            for (index, a, b) in both(old.stored(), new.stored()) {
                let wrong = match (a, b) {
                    (Some(a), Some(b)) => self.differs(old.kind, a, b),
                    // To leave an element alone is one of the things that may become of it.
                    (Some(a), None) => !a.undef,
                    (None, Some(_)) => true,
                    (None, None) => false,
                };
                if !wrong {
                    continue;
                }
                let bytes = old.kind.bytes() as i64;
                let address = (old.base as i64).wrapping_add(index.wrapping_mul(bytes));
                let value = |cell: Option<&Cell<D>>| cell.map_or("not stored".to_owned(), show);
                let seen =
                    |cell, ran: &Ran<'_, D>| Seen { value: value(cell), op: ran.writer(address) };
                let (a, b) = (seen(a, &self.before), seen(b, &self.after));
                return self.fail(DifferenceKind::Store, place(before, address), a, b);
            }
        }
        Ok(())
    }
}

/// The elements of two memories, by index.
fn both<'a, D: Domain>(
    a: &'a BTreeMap<i64, Cell<D>>,
    b: &'a BTreeMap<i64, Cell<D>>,
) -> impl Iterator<Item = (i64, Option<&'a Cell<D>>, Option<&'a Cell<D>>)> {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    std::iter::from_fn(move || {
        let index = match (a.peek(), b.peek()) {
            (Some((x, _)), Some((y, _))) => **x.min(y),
            (Some((index, _)), None) | (None, Some((index, _))) => **index,
            (None, None) => return None,
        };
        let a = a.next_if(|(at, _)| **at == index).map(|(_, cell)| cell);
        let b = b.next_if(|(at, _)| **at == index).map(|(_, cell)| cell);
        Some((index, a, b))
    })
}
