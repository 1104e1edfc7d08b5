//! Tries everything that takes structure away, where the most is expected first.
//!
//! An edit that takes half of the kernel is worth more than one that takes nearly all of it, which
//! rarely works, and than one that takes a single statement. An edit that takes what another one
//! took in vain, and more, has to wait.

use std::collections::BTreeSet;

use super::{Effort, control, operands, recondition, statements};
use crate::program::{Op, Operation, Stmt, ValueId};
use crate::reduce::Search;
use crate::testcase::TestCase;

/// An edited case, not yet made valid.
pub(super) struct Edit {
    /// Tells what is done, so that it is not tried twice in a sweep.
    pub(super) key: String,
    pub(super) case: TestCase,
}

/// An edit that makes a valid, smaller case.
struct Cut {
    key: String,
    case: TestCase,
    /// What is expected of it where nothing is known.
    worth: u64,
    /// The values that it takes away.
    values: BTreeSet<ValueId>,
}

/// What failed in a sweep.
#[derive(Default)]
struct Failed {
    keys: BTreeSet<String>,
    values: Vec<BTreeSet<ValueId>>,
}

/// How many cuts are asked about before the order is thought over again: the search asks them at
/// once if it is as wide.
const ROW: usize = 2;

/// Cuts until no cut works that was not tried before.
pub(super) fn pass(search: &mut Search<'_, TestCase>, effort: Effort) -> bool {
    let mut failed = Failed::default();
    let mut any = false;
    while !search.is_over() {
        let cuts = cuts(search.best(), effort, &failed);
        if !try_all(search, cuts, &mut failed) {
            break;
        }
        any = true;
    }
    any
}

fn try_all(search: &mut Search<'_, TestCase>, mut cuts: Vec<Cut>, failed: &mut Failed) -> bool {
    while !cuts.is_empty() && !search.is_over() {
        let mut row = Vec::new();
        while row.len() < ROW && !cuts.is_empty() {
            let best = best_of(&cuts, failed);
            row.push(cuts.remove(best));
        }
        let found = search.first(row.iter().map(|cut| cut.case.clone()));
        for cut in row {
            if found && cut.case == *search.best() {
                break;
            }
            failed.keys.insert(cut.key);
            failed.values.push(cut.values);
        }
        if found {
            return true;
        }
    }
    false
}

/// The position of the cut to try next; the first of equals.
fn best_of(cuts: &[Cut], failed: &Failed) -> usize {
    let worth = |cut: &Cut| {
        let vain = failed.values.iter().filter(|values| values.is_subset(&cut.values)).count();
        cut.worth >> vain.min(16)
    };
    let mut best = (0, 0);
    for (at, cut) in cuts.iter().enumerate() {
        let worth = worth(cut);
        if worth > best.1 {
            best = (at, worth);
        }
    }
    best.0
}

fn cuts(best: &TestCase, effort: Effort, failed: &Failed) -> Vec<Cut> {
    let (weight, values) = (weight(best), defined(best));
    let mut edits = control::edits(best);
    edits.extend(operands::edits(best));
    edits.extend(statements::edits(best, effort));
    let mut cuts: Vec<Cut> = Vec::new();
    for Edit { key, case } in edits {
        if failed.keys.contains(&key) {
            continue;
        }
        let Some(case) = recondition(case) else { continue };
        let gain = weight.saturating_sub(self::weight(&case));
        if gain == 0 || cuts.iter().any(|cut| cut.case == case) {
            continue;
        }
        let worth = gain * (weight + 1 - gain) * (1 << 16);
        let taken = values.difference(&defined(&case)).copied().collect();
        cuts.push(Cut { key, case, worth, values: taken });
    }
    cuts
}

/// How much there is of a case. A number is less than another statement, a block more.
fn weight(case: &TestCase) -> u64 {
    let mut weight = 6 * case.program.params.len() as u64;
    for stmt in &case.program.body {
        stmt.visit(&mut |stmt| {
            weight += match stmt {
                Stmt::Let { op: Op::Full(_), .. } => 4,
                Stmt::Let { op, .. } | Stmt::Do(op) => 8 + op.operands().len() as u64,
                Stmt::ReturnIf(_) => 9,
                Stmt::For(node) => 40 + 4 * node.carried.len() as u64,
                Stmt::If(node) => 30 + 4 * node.merged.len() as u64,
                Stmt::Call(node) => 30 + 4 * node.results.len() as u64,
            };
        });
    }
    weight
}

/// All values of a case.
fn defined(case: &TestCase) -> BTreeSet<ValueId> {
    let mut values: BTreeSet<ValueId> =
        case.program.params.iter().map(|param| param.value).collect();
    for stmt in &case.program.body {
        stmt.visit(&mut |stmt| stmt.defines(&mut values));
    }
    values
}
