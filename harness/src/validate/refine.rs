//! The refinement rule: what two runs of a function on one input may differ in, and what not.
//!
//! Per element: what was undefined may be anything. Loads after are a subset of those before,
//! stores are equal, atomic operations are equal as multisets. Floats are compared bit for bit where
//! the run before rounded nothing, else not at all.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::difference::{Difference, DifferenceKind, OpPlace, Seen, WrongLoad};
use super::input::Shown;
use super::text::Text;
use crate::mlir::{Access, AccessKind, Event, Execution};
use crate::tensor::{Cell, Domain, Kind, Memory, Number, Tile};

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
}

/// Lanes of an access that take part, with their addresses.
fn lanes<D: Domain>(access: &Access<D>) -> impl Iterator<Item = (usize, i64)> {
    let mask = access.mask.as_ref().map(Tile::ints);
    let all = access.addresses.ints().iter().copied().enumerate();
    all.filter(move |(lane, _)| mask.is_none_or(|mask| mask[*lane] != 0))
}

fn element(shape: &[usize], lane: usize) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    let mut rest = lane;
    for (index, size) in index.iter_mut().zip(shape).rev() {
        *index = rest % size.max(&1);
        rest /= size.max(&1);
    }
    index
}

/// An address by argument and offset.
fn place<D: Domain>(memory: &Memory<D>, address: i64) -> String {
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

fn show<D: Domain>(cell: &Cell<D>) -> String {
    match (cell.undef, cell.number) {
        (true, _) => "an undefined value".to_owned(),
        (false, Number::Int(value)) => value.to_string(),
        (false, Number::Float(value)) => format!("{value:?}"),
    }
}

fn cell<D: Domain>(tile: &Tile<D>, lane: usize) -> Cell<D> {
    Cell { number: tile.number(lane), undef: tile.undef().is_some_and(|flags| flags[lane]) }
}

/// A value to compare by: NaNs are one value.
fn key<D: Domain>(cell: &Cell<D>, kind: Kind) -> Option<u64> {
    if let (Number::Float(_), Kind::Float(format)) = (cell.number, kind) {
        let bits = cell.number.bits(kind)?;
        return Some(if format.from_bits(bits).is_nan() { u64::MAX } else { bits });
    }
    cell.number.bits(kind)
}

impl<D: Domain> Ran<'_, D> {
    fn accesses(&self, kind: AccessKind) -> impl Iterator<Item = &Access<D>> {
        self.execution.accesses.iter().filter(move |access| access.kind == kind)
    }

    fn op(&self, access: &Access<D>, lane: usize) -> OpPlace {
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

/// An operand, its operation and the function of that.
type Atomic<D> = (Cell<D>, OpPlace, &'static str);

impl<D: Domain> Pair<'_, D> {
    /// The first difference.
    pub(super) fn judge(&self) -> Result<(), Box<Difference>> {
        self.loads()?;
        self.atomics()?;
        self.stores()?;
        self.returned()?;
        self.prints()
    }

    fn rounded(&self) -> bool {
        self.before.execution.inexact
    }

    /// Whether a value may not take the place of another.
    fn differs(&self, kind: Kind, before: &Cell<D>, after: &Cell<D>) -> bool {
        if before.undef || (self.rounded() && matches!(kind, Kind::Float(_))) {
            return false;
        }
        after.undef || key(before, kind) != key(after, kind)
    }

    fn fail(
        &self,
        kind: DifferenceKind,
        place: String,
        before: Seen,
        after: Seen,
    ) -> Result<(), Box<Difference>> {
        let cause = self.wrong_load();
        let input = self.input.clone();
        Err(Box::new(Difference { kind, input, place, before, after, cause }))
    }

    fn loads(&self) -> Result<(), Box<Difference>> {
        let before = self.before.accesses(AccessKind::Load).flat_map(|access| lanes(access));
        let known: HashSet<i64> = before.map(|(_, address)| address).collect();
        for access in self.after.accesses(AccessKind::Load) {
            let Some((lane, address)) = lanes(access).find(|(_, at)| !known.contains(at)) else {
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

    fn stores(&self) -> Result<(), Box<Difference>> {
        let (before, after) = (&self.before.execution.memory, &self.after.execution.memory);
        for (old, new) in before.unbounded().iter().zip(after.unbounded()) {
            let indices: BTreeSet<i64> =
                old.stored().keys().chain(new.stored().keys()).copied().collect();
            for index in indices {
                let (a, b) = (old.stored().get(&index), new.stored().get(&index));
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

    /// The operands of the atomic operations at each address, with their functions.
    fn operands(ran: &Ran<'_, D>) -> BTreeMap<i64, Vec<Atomic<D>>> {
        let mut found: BTreeMap<i64, Vec<Atomic<D>>> = BTreeMap::new();
        for access in ran.accesses(AccessKind::Atomic) {
            for (lane, address) in lanes(access) {
                let operand = (cell(&access.values, lane), ran.op(access, lane), access.function);
                found.entry(address).or_default().push(operand);
            }
        }
        found
    }

    fn atomics(&self) -> Result<(), Box<Difference>> {
        let (before, mut after) = (Self::operands(&self.before), Self::operands(&self.after));
        let memory = &self.before.execution.memory;
        let nothing = || Seen { value: "no atomic operation".to_owned(), op: None };
        let seen = |(cell, op, _): &Atomic<D>| Seen { value: show(cell), op: Some(op.clone()) };
        for (address, mut operands) in before {
            let mut left = after.remove(&address).unwrap_or_default();
            // What is defined is matched first: what is not takes any that is left.
            operands.sort_by_key(|(cell, ..)| cell.undef);
            for old in &operands {
                let kind =
                    memory.unbounded().iter().find(|r| r.base.abs_diff(address as u64) < 1 << 43);
                let kind = kind.map_or(Kind::Int(64), |region| region.kind);
                let same = |new: &Atomic<D>| old.2 == new.2 && !self.differs(kind, &old.0, &new.0);
                let found = left.iter().position(same);
                let Some(found) = found else {
                    let after = left.first().map_or_else(nothing, seen);
                    let place = place(memory, address);
                    return self.fail(DifferenceKind::Atomic, place, seen(old), after);
                };
                left.remove(found);
            }
            if let Some(extra) = left.first() {
                let place = place(memory, address);
                return self.fail(DifferenceKind::Atomic, place, nothing(), seen(extra));
            }
        }
        match after.first_key_value() {
            Some((address, extra)) => {
                let place = place(memory, *address);
                self.fail(DifferenceKind::Atomic, place, nothing(), seen(&extra[0]))
            }
            None => Ok(()),
        }
    }

    /// The first lane in which a tile may not take the place of another.
    fn wrong_lane(&self, kind: Option<Kind>, a: &Tile<D>, b: &Tile<D>) -> Option<usize> {
        if a.len() != b.len() || a.is_float() != b.is_float() {
            return Some(0);
        }
        let kind = kind.unwrap_or(Kind::Int(64));
        (0..a.len()).find(|lane| self.differs(kind, &cell(a, *lane), &cell(b, *lane)))
    }

    fn returned(&self) -> Result<(), Box<Difference>> {
        let results = |ran: &Ran<'_, D>| ran.execution.results.clone();
        let (before, after) = (results(&self.before), results(&self.after));
        for (at, (a, b)) in before.iter().zip(&after).enumerate() {
            let kind = self.results.get(at).copied().flatten();
            let Some(lane) = self.wrong_lane(kind, a, b) else { continue };
            let place = format!("result {at}, element {:?}", element(a.shape(), lane));
            let seen = |tile: &Tile<D>| Seen { value: show(&cell(tile, lane)), op: None };
            return self.fail(DifferenceKind::Result, place, seen(a), seen(b));
        }
        Ok(())
    }

    /// Texts that are printed; values of floats are not looked at, their formats are not known.
    fn prints(&self) -> Result<(), Box<Difference>> {
        let (before, after) = (&self.before.execution.events, &self.after.execution.events);
        for at in 0..before.len().max(after.len()) {
            let told = |event: Option<&Event<D>>| match event {
                Some(Event::Print { prefix, values, .. }) => {
                    format!("{prefix:?}, {} values", values.len())
                }
                None => "nothing".to_owned(),
            };
            let (a, b) = (told(before.get(at)), told(after.get(at)));
            if a != b {
                let place = format!("print {at}");
                let seen = |value| Seen { value, op: None };
                return self.fail(DifferenceKind::Print, place, seen(a), seen(b));
            }
        }
        Ok(())
    }
}
