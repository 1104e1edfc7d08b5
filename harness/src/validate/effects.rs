//! The refinement rule for what a function does beside loads and stores: atomic operations, results,
//! contents of the views that it was given, prints.

use std::collections::BTreeMap;

use super::difference::{DifferenceKind, OpPlace, Seen};
use super::refine::{Judged, Pair, Ran, cell, element, lanes, place, show};
use crate::mlir::{AccessKind, Event};
use crate::tensor::{Cell, Domain, Kind, Tile};

/// One lane of an atomic operation.
struct Operand<D: Domain> {
    /// `add`, `cas`, ...
    name: String,
    value: Cell<D>,
    /// What a compare-and-swap compares with.
    compare: Option<Cell<D>>,
    kind: Kind,
    op: OpPlace,
}

impl<D: Domain> Operand<D> {
    fn seen(&self) -> Seen {
        let compare = self.compare.as_ref().map_or(String::new(), |c| format!(" if {}", show(c)));
        let value = format!("{} {}{compare}", self.name, show(&self.value));
        Seen { value, op: Some(self.op.clone()) }
    }

    fn undef(&self) -> bool {
        self.value.undef || self.compare.as_ref().is_some_and(|cell| cell.undef)
    }
}

/// The operands of the atomic operations at each address.
fn operands<D: Domain>(ran: &Ran<'_, D>) -> BTreeMap<i64, Vec<Operand<D>>> {
    let mut found: BTreeMap<i64, Vec<Operand<D>>> = BTreeMap::new();
    for access in ran.accesses(AccessKind::Atomic) {
        let (name, compare) = match &access.atomic {
            Some(atomic) => (atomic.name.clone(), atomic.compare.as_ref()),
            None => (String::new(), None),
        };
        for (lane, address) in lanes(access) {
            found.entry(address).or_default().push(Operand {
                name: name.clone(),
                value: cell(&access.values, lane),
                compare: compare.map(|tile| cell(tile, lane)),
                kind: access.element,
                op: ran.op(access, lane),
            });
        }
    }
    found
}

impl<D: Domain> Pair<'_, D> {
    fn replaces(&self, old: &Operand<D>, new: &Operand<D>) -> bool {
        let compared = match (&old.compare, &new.compare) {
            (Some(a), Some(b)) => !self.differs(old.kind, a, b),
            (None, None) => true,
            _ => false,
        };
        old.name == new.name
            && old.kind.bits() == new.kind.bits()
            && compared
            && !self.differs(old.kind, &old.value, &new.value)
    }

    /// Atomic operations are equal as multisets, address by address.
    pub(super) fn atomics(&self) -> Judged {
        let (before, mut after) = (operands(&self.before), operands(&self.after));
        let memory = &self.before.execution.memory;
        let nothing = || Seen { value: "no atomic operation".to_owned(), op: None };
        for (address, mut olds) in before {
            let mut left = after.remove(&address).unwrap_or_default();
            // What is defined is matched first: what is not takes any that is left.
            olds.sort_by_key(Operand::undef);
            for old in &olds {
                let Some(found) = left.iter().position(|new| self.replaces(old, new)) else {
                    let after = left.first().map_or_else(nothing, Operand::seen);
                    let place = place(memory, address);
                    return self.fail(DifferenceKind::Atomic, place, old.seen(), after);
                };
                left.remove(found);
            }
            if let Some(extra) = left.first() {
                let place = place(memory, address);
                return self.fail(DifferenceKind::Atomic, place, nothing(), extra.seen());
            }
        }
        match after.first_key_value() {
            Some((address, extra)) => {
                let place = place(memory, *address);
                self.fail(DifferenceKind::Atomic, place, nothing(), extra[0].seen())
            }
            None => Ok(()),
        }
    }

    /// The first lane in which a tile may not take the place of another.
    fn wrong_lane(&self, kind: Option<Kind>, a: &Tile<D>, b: &Tile<D>) -> Option<usize> {
        if a.shape() != b.shape() || a.is_float() != b.is_float() {
            return Some(0);
        }
        let kind = kind.unwrap_or(Kind::Int(64));
        (0..a.len()).find(|lane| self.differs(kind, &cell(a, *lane), &cell(b, *lane)))
    }

    /// Tiles that must be equal, each with its name and kind.
    fn tiles(
        &self,
        kind: DifferenceKind,
        before: &[(String, Option<Kind>, &Tile<D>)],
        after: &[&Tile<D>],
    ) -> Judged {
        if before.len() != after.len() {
            let seen = |count: usize| Seen { value: format!("{count} values"), op: None };
            return self.fail(kind, "values".into(), seen(before.len()), seen(after.len()));
        }
        for ((name, element_kind, a), b) in before.iter().zip(after) {
            let Some(lane) = self.wrong_lane(*element_kind, a, b) else { continue };
            let place = format!("{name}, element {:?}", element(a.shape(), lane));
            let seen = |tile: &Tile<D>| match lane < tile.len() && a.shape() == b.shape() {
                true => Seen { value: show(&cell(tile, lane)), op: None },
                false => Seen { value: format!("a tile {:?}", tile.shape()), op: None },
            };
            return self.fail(kind, place, seen(a), seen(b));
        }
        Ok(())
    }

    /// What the function returns.
    pub(super) fn returned(&self) -> Judged {
        let (before, after) = (&self.before.execution.results, &self.after.execution.results);
        let kind = |at: usize| self.results.get(at).copied().flatten();
        let named = |(at, tile)| (format!("result {at}"), kind(at), tile);
        let before: Vec<_> = before.iter().enumerate().map(named).collect();
        self.tiles(DifferenceKind::Result, &before, &after.iter().collect::<Vec<_>>())
    }

    /// What the views hold that were given as arguments.
    pub(super) fn views(&self) -> Judged {
        let (before, after) = (&self.before.execution.views, &self.after.execution.views);
        let named = |(at, tile)| (format!("arg{at}"), self.arguments.get(at).copied(), tile);
        let before: Vec<_> = before.iter().map(|(at, tile)| named((*at, tile))).collect();
        let after: Vec<_> = after.iter().map(|(_, tile)| tile).collect();
        self.tiles(DifferenceKind::View, &before, &after)
    }

    /// Texts and values that are printed, in order.
    pub(super) fn prints(&self) -> Judged {
        let (before, after) = (&self.before.execution.events, &self.after.execution.events);
        for at in 0..before.len().max(after.len()) {
            let (a, b) = (before.get(at), after.get(at));
            let (told, other) = (told(a), told(b));
            if told != other {
                let seen = |value| Seen { value, op: None };
                return self.fail(
                    DifferenceKind::Print,
                    format!("print {at}"),
                    seen(told),
                    seen(other),
                );
            }
            let (Some(Event::Print { values: a, kinds, .. }), Some(Event::Print { values: b, .. })) =
                (a, b)
            else {
                continue;
            };
            let named = |(i, tile)| (format!("print {at}, value {i}"), kinds.get(i).copied(), tile);
            let a: Vec<_> = a.iter().enumerate().map(named).collect();
            self.tiles(DifferenceKind::Print, &a, &b.iter().collect::<Vec<_>>())?;
        }
        Ok(())
    }
}

/// A print without its values.
fn told<D: Domain>(event: Option<&Event<D>>) -> String {
    match event {
        Some(Event::Print { prefix, values, style, .. }) => {
            format!("{prefix:?}, {} values, {style}", values.len())
        }
        None => "nothing".to_owned(),
    }
}
