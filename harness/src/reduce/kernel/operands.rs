//! Leaves out operands: masks, what stands in masked lanes, accumulators, moves of block pointers;
//! and puts numbers where values are constants.

use super::sweep::Edit;
use crate::program::edit::{numbers, visit_mut};
use crate::program::ops::Padding;
use crate::program::{Op, Operand, Operation, Stmt, ValueId};
use crate::testcase::TestCase;

/// Changes an operation; `false` where there is nothing to change.
type Change = fn(&mut Op) -> bool;

/// What can be left out of an operation.
const CHANGES: &[(&str, Change)] = &[
    ("mask", unmasked),
    ("other", without_other),
    ("sum", without_sum),
    ("move", unmoved),
    ("edge", unchecked),
];

fn unmasked(op: &mut Op) -> bool {
    match op {
        Op::Load(op) => {
            op.other = None;
            op.mask.take().is_some()
        }
        Op::Store(op) => op.mask.take().is_some(),
        Op::Atomic(op) => op.mask.take().is_some(),
        _ => false,
    }
}

fn without_other(op: &mut Op) -> bool {
    match op {
        Op::Load(op) => op.other.take().is_some(),
        _ => false,
    }
}

fn without_sum(op: &mut Op) -> bool {
    match op {
        Op::Dot(op) => op.acc.take().is_some(),
        Op::DotScaled(op) => op.acc.take().is_some(),
        _ => false,
    }
}

fn unmoved(op: &mut Op) -> bool {
    match op {
        Op::BlockLoad(op) => op.block.advances.pop().is_some(),
        Op::BlockStore(op) => op.block.advances.pop().is_some(),
        _ => false,
    }
}

/// A block without edges, which reads no length of the tensor then.
fn unchecked(op: &mut Op) -> bool {
    let block = match op {
        Op::BlockLoad(op) => {
            op.padding = Padding::Unspecified;
            &mut op.block
        }
        Op::BlockStore(op) => &mut op.block,
        _ => return false,
    };
    for axis in &mut block.axes {
        axis.checked = false;
        // It means nothing where nothing is checked.
        axis.length = Operand::Int(1);
    }
    true
}

pub(super) fn edits(case: &TestCase) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut stmts: Vec<&Stmt> = Vec::new();
    case.program.body.iter().for_each(|stmt| stmt.visit(&mut |stmt| stmts.push(stmt)));
    for (at, stmt) in stmts.into_iter().enumerate() {
        let (Stmt::Let { op, .. } | Stmt::Do(op)) = stmt else { continue };
        for (name, change) in CHANGES {
            let mut changed = op.clone();
            if change(&mut changed) {
                let key = format!("{name} {stmt:?}");
                edits.push(Edit { key, case: with_op(case, at, &changed) });
            }
        }
        if let (Stmt::Let { value, .. }, Op::Full(full)) = (stmt, op) {
            let key = format!("{} in place", value.0);
            edits.push(Edit { key, case: in_place(case, *value, full.value) });
        }
    }
    edits
}

fn with_op(case: &TestCase, wanted: usize, new: &Op) -> TestCase {
    let mut case = case.clone();
    let mut at = 0;
    visit_mut(&mut case.program.body, &mut |stmt| {
        if at == wanted
            && let Stmt::Let { op, .. } | Stmt::Do(op) = stmt
        {
            *op = new.clone();
        }
        at += 1;
    });
    case
}

/// The number itself wherever it may stand for the value.
fn in_place(case: &TestCase, id: ValueId, number: Operand) -> TestCase {
    let mut case = case.clone();
    let put = |operand: &mut Operand| {
        if operand.value() == Some(id) {
            *operand = number;
        }
    };
    visit_mut(&mut case.program.body, &mut |stmt| match stmt {
        Stmt::Let { op, .. } | Stmt::Do(op) => {
            let before = op.clone();
            numbers(op).into_iter().for_each(put);
            // An operator has one operand at least that has a type.
            if matches!(op, Op::Binary(_)) && op.operands().is_empty() {
                *op = before;
            }
        }
        Stmt::For(node) => {
            [&mut node.start, &mut node.end, &mut node.step].into_iter().for_each(put);
        }
        Stmt::If(_) | Stmt::Call(_) | Stmt::ReturnIf(_) => {}
    });
    case
}
