//! Statements of the kernel in another order. Nothing orders the memory accesses of a launch, so only
//! values do, and returns.

use std::collections::BTreeSet;

use super::Edit;
use crate::program::{Stmt, ValueId};

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let body = std::mem::take(&mut edit.program().body);
    let mut done: Vec<Stmt> = Vec::with_capacity(body.len());
    let mut moved = false;
    for part in body.chunk_by(|before, after| !is_return(before) && !is_return(after)) {
        moved |= shuffle(edit, part.to_vec(), &mut done);
    }
    edit.program().body = done;
    moved.then_some(())
}

fn is_return(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::ReturnIf(_))
}

/// Takes any statement whose operands are there, until none is left.
fn shuffle(edit: &mut Edit<'_, '_, '_>, mut left: Vec<Stmt>, done: &mut Vec<Stmt>) -> bool {
    let mut moved = false;
    while !left.is_empty() {
        let mut missing: BTreeSet<ValueId> = BTreeSet::new();
        left.iter().for_each(|stmt| stmt.defines(&mut missing));
        let ready = |stmt: &Stmt| {
            let mut read = BTreeSet::new();
            stmt.reads(&mut read);
            read.is_disjoint(&missing)
        };
        let ready: Vec<usize> = (0..left.len()).filter(|at| ready(&left[*at])).collect();
        let at = edit.choice.pick(&ready);
        moved |= at != 0;
        done.push(left.remove(at));
    }
    moved
}
