//! Leaves out stores and other statements that are there for what they do to memory.

use std::ops::Range;

use super::recondition;
use crate::program::Stmt;
use crate::program::edit::inner_blocks;
use crate::reduce::Search;
use crate::testcase::TestCase;

/// Leaves out runs of effects, long ones first. One store stays: a kernel without any is refused.
pub(super) fn pass(search: &mut Search<'_, TestCase>) -> bool {
    if count(search.best()) < 2 {
        return false;
    }
    search.fewer(count, |case, run| {
        let mut case = case.clone();
        leave_out(&mut case.program.body, &run, &mut 0);
        recondition(case)
    })
}

fn count(case: &TestCase) -> usize {
    let mut count = 0;
    for stmt in &case.program.body {
        stmt.visit(&mut |stmt| count += usize::from(matches!(stmt, Stmt::Do(_))));
    }
    count
}

/// Leaves out the effects with these numbers; `at` is the number of the next.
fn leave_out(body: &mut Vec<Stmt>, run: &Range<usize>, at: &mut usize) {
    body.retain_mut(|stmt| {
        inner_blocks(stmt).into_iter().for_each(|block| leave_out(block, run, at));
        if !matches!(stmt, Stmt::Do(_)) {
            return true;
        }
        *at += 1;
        !run.contains(&(*at - 1))
    });
}
