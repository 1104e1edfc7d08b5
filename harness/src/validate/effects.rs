//! The refinement rule for what a function does beside loads and stores: atomic operations, results,
//! contents of the views that it was given, prints.

use std::collections::BTreeMap;

use super::difference::{DifferenceKind, OpPlace, Seen};
use super::refine::{Judged, Pair, Ran, cell, element, lanes, place, show};
use crate::mlir::{AccessKind, Event, MemoryOrder};
use crate::tensor::{Agreement, Cell, Domain, Kind, Tile};

/// One lane of an atomic operation.
struct Operand<D: Domain> {
    /// `add`, `cas`, ...
    name: String,
    value: Cell<D>,
    /// What a compare-and-swap compares with.
    compare: Option<Cell<D>>,
    /// What other accesses it orders; a stronger one may take its place.
    order: MemoryOrder,
    kind: Kind,
    op: OpPlace,
}

impl<D: Domain> Operand<D> {
    fn seen(&self) -> Seen {
        let compare = self.compare.as_ref().map_or(String::new(), |c| format!(" if {}", show(c)));
        let value = format!("{} {} {}{compare}", self.name, self.order, show(&self.value));
        Seen { value, op: Some(self.op.clone()) }
    }
}

/// The operands of the atomic operations at each address.
fn operands<D: Domain>(ran: &Ran<'_, D>) -> BTreeMap<i64, Vec<Operand<D>>> {
    let mut found: BTreeMap<i64, Vec<Operand<D>>> = BTreeMap::new();
    for access in ran.accesses(AccessKind::Atomic) {
        let (name, compare, order) = match &access.atomic {
            Some(atomic) => (atomic.name.clone(), atomic.compare.as_ref(), atomic.order),
            None => (String::new(), None, MemoryOrder::default()),
        };
        for (lane, address) in lanes(access) {
            found.entry(address).or_default().push(Operand {
                name: name.clone(),
                value: cell(&access.values, lane),
                compare: compare.map(|tile| cell(tile, lane)),
                order,
                kind: access.element,
                op: ran.op(access, lane),
            });
        }
    }
    found
}

impl<D: Domain> Pair<'_, D> {
    /// What is known of an operation in the place of another.
    fn replaces(&self, old: &Operand<D>, new: &Operand<D>) -> Agreement {
        let compared = match (&old.compare, &new.compare) {
            (Some(a), Some(b)) => self.agreement(old.kind, a, b),
            (None, None) => Agreement::Same,
            _ => Agreement::Differs,
        };
        let weaker = !new.order.covers(old.order);
        if old.name != new.name || old.kind.bits() != new.kind.bits() || weaker {
            return Agreement::Differs;
        }
        match (compared, self.agreement(old.kind, &old.value, &new.value)) {
            (Agreement::Same, value) => value,
            (compared, Agreement::Same) => compared,
            (Agreement::Differs, _) | (_, Agreement::Differs) => Agreement::Differs,
            (compared, _) => compared,
        }
    }

    /// Atomic operations are equal as multisets, address by address.
    pub(super) fn atomics(&self) -> Judged {
        let (before, mut after) = (operands(&self.before), operands(&self.after));
        let memory = &self.before.execution.memory;
        let nothing = || Seen { value: "no atomic operation".to_owned(), op: None };
        for (address, olds) in before {
            let news = after.remove(&address).unwrap_or_default();
            let pairs = pairs(olds.len(), news.len(), |a, b| self.replaces(&olds[a], &news[b]));
            let lonely = |taken: &[Option<usize>]| taken.iter().position(Option::is_none);
            let (old, new) = (lonely(&pairs.of_old), lonely(&pairs.of_new));
            if old.is_some() || new.is_some() {
                let before = old.map_or_else(nothing, |at| olds[at].seen());
                let after = new.map_or_else(nothing, |at| news[at].seen());
                return self.fail(DifferenceKind::Atomic, place(memory, address), before, after);
            }
            for (old, new) in olds.iter().zip(pairs.of_old.iter().flatten()) {
                self.differs(old.kind, &old.value, &news[*new].value);
                if let (Some(a), Some(b)) = (&old.compare, &news[*new].compare) {
                    self.differs(old.kind, a, b);
                }
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

/// Which of the old takes which of the new, and the other way round.
struct Pairs {
    of_old: Vec<Option<usize>>,
    of_new: Vec<Option<usize>>,
}

/// As many pairs as there can be (augmenting paths), those that surely agree first.
fn pairs(olds: usize, news: usize, agreement: impl Fn(usize, usize) -> Agreement) -> Pairs {
    let mut pairs = Pairs { of_old: vec![None; olds], of_new: vec![None; news] };
    let sure = |a, b| agreement(a, b) == Agreement::Same;
    let possible = |a, b| agreement(a, b) != Agreement::Differs;
    for fits in [&sure as &dyn Fn(usize, usize) -> bool, &possible] {
        for old in 0..olds {
            if pairs.of_old[old].is_none() {
                augment(&mut pairs, old, fits, &mut vec![false; news]);
            }
        }
    }
    pairs
}

/// Finds a partner, if need be by finding another one for whose partner it is.
fn augment(
    pairs: &mut Pairs,
    old: usize,
    fits: &dyn Fn(usize, usize) -> bool,
    seen: &mut [bool],
) -> bool {
    let news = seen.len();
    // Most keep their place.
    for new in (0..news).map(|step| (old + step) % news) {
        if seen[new] || !fits(old, new) {
            continue;
        }
        seen[new] = true;
        let free = match pairs.of_new[new] {
            None => true,
            Some(other) => augment(pairs, other, fits, seen),
        };
        if free {
            (pairs.of_old[old], pairs.of_new[new]) = (Some(new), Some(old));
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_where_the_first_choice_is_wrong() {
        // 0 may take either, 1 only the first.
        let agreement = |old: usize, new: usize| match (old, new) {
            (0, _) | (1, 0) => Agreement::Coarse,
            _ => Agreement::Differs,
        };
        assert_eq!(pairs(2, 2, agreement).of_old, [Some(1), Some(0)]);
        assert_eq!(pairs(2, 1, agreement).of_old.iter().flatten().count(), 1);
        // What is sure goes before what is not.
        let sure = |old: usize, new: usize| match old == new {
            true => Agreement::Unknown,
            false => Agreement::Same,
        };
        assert_eq!(pairs(2, 2, sure).of_old, [Some(1), Some(0)]);
        assert_eq!(pairs(0, 2, sure).of_new, [None, None]);
    }
}
