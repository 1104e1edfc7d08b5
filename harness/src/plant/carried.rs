//! Loops that run too often or not often enough, or carry the wrong value.

use super::{Change, Edit, each, indexed};
use crate::mlir::{Module, Operation, ValueId};

/// One iteration more or less, at either end.
pub(super) fn bounds(module: &Module) -> Vec<Edit> {
    each(module, "scf.for", |_, _| {
        [("upper", 1), ("upper", -1), ("lower", 1)]
            .into_iter()
            .map(|(group, amount)| {
                (Change::Add(group, amount), format!("{group} bound {amount:+}"))
            })
            .collect()
    })
}

/// The loops of a module, each with its body's arguments for carried values and its `scf.yield`.
fn loops(module: &Module) -> Vec<(Vec<ValueId>, usize, &Operation)> {
    let all = indexed(module);
    let index_of = |wanted: &Operation| {
        all.iter().find(|(_, op)| std::ptr::eq(*op, wanted)).map(|(index, _)| *index)
    };
    let one = |(_, op): &(usize, &'_ Operation)| {
        let block = op.regions.first()?.entry()?;
        let end = block.ops.last()?;
        Some((block.arguments.get(1..)?.to_vec(), index_of(end)?))
    };
    let mut found = Vec::new();
    for entry in all.iter().filter(|(_, op)| op.name.as_str() == "scf.for") {
        if let Some((arguments, at)) = one(entry) {
            found.push((arguments, at, all[at].1));
        }
    }
    found
}

/// A loop that yields what it was given instead of what it computed.
pub(super) fn stale(module: &Module) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (arguments, at, end) in loops(module) {
        for (position, (&argument, &next)) in arguments.iter().zip(&end.operands).enumerate() {
            if argument != next && module.ty(argument) == module.ty(next) {
                let mut operands = end.operands.clone();
                operands[position] = argument;
                let what = format!("yields %{} again", module.name(argument));
                edits.push(Edit { at, change: Change::AllOperands(operands), what });
            }
        }
    }
    edits
}

/// A loop that yields two values of one type in each other's place.
pub(super) fn swaps(module: &Module) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (_, at, end) in loops(module) {
        for right in 1..end.operands.len() {
            for left in 0..right {
                let (a, b) = (end.operands[left], end.operands[right]);
                if a != b && module.ty(a) == module.ty(b) {
                    let mut operands = end.operands.clone();
                    operands.swap(left, right);
                    let what = format!("%{} and %{} exchanged", module.name(a), module.name(b));
                    edits.push(Edit { at, change: Change::AllOperands(operands), what });
                }
            }
        }
    }
    edits
}
