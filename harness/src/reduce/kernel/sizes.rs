//! Makes tiles smaller: one length of a dimension becomes another wherever it occurs.

use std::collections::BTreeSet;

use super::recondition;
use crate::program::edit::resize;
use crate::reduce::Search;
use crate::testcase::TestCase;

/// Lengths of this and below are as good as another.
const SMALL: usize = 16;

/// One length, or all that are greater than [`SMALL`], or all, and what they become.
type Change = (Option<usize>, usize);

pub(super) fn pass(search: &mut Search<'_, TestCase>) -> bool {
    let mut failed: BTreeSet<Change> = BTreeSet::new();
    let mut any = false;
    while !search.is_over() {
        let mut changes = changes(search.best());
        changes.retain(|change| !failed.contains(change));
        let case = search.best().clone();
        let resized: Vec<(Change, TestCase)> = changes
            .into_iter()
            .filter_map(|change| Some((change, resized(&case, change)?)))
            .collect();
        if !search.first(resized.iter().map(|(_, case)| case.clone())) {
            break;
        }
        any = true;
        let tried = resized.iter().take_while(|(_, case)| case != search.best());
        failed.extend(tried.map(|(change, _)| *change));
    }
    any
}

/// What may be tried: all at once, then one by one, long ones first.
fn changes(case: &TestCase) -> Vec<Change> {
    let Ok(types) = case.program.check() else { return Vec::new() };
    let lengths: BTreeSet<usize> =
        types.iter().flat_map(|(_, ty)| ty.shape.iter().copied()).collect();
    let mut all = Vec::new();
    let many = lengths.iter().filter(|length| **length > 1).count() > 1;
    if many {
        all.extend([(None, SMALL), (None, 2)]);
    }
    for length in lengths.into_iter().rev() {
        let mut to = vec![1, 4, SMALL, length / 2];
        to.retain(|to| *to > 0 && *to < length);
        to.dedup();
        all.extend(to.into_iter().map(|to| (Some(length), to)));
    }
    all
}

/// Without a length, 2 halves all, and [`SMALL`] is the greatest that stays.
fn resized(case: &TestCase, (from, to): Change) -> Option<TestCase> {
    let mut case = case.clone();
    resize(&mut case.program, &|length| match from {
        Some(from) if from == length => to,
        Some(_) => length,
        None if to == SMALL => length.min(SMALL),
        None => (length / to).max(1),
    })?;
    recondition(case)
}
