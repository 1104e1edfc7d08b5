//! A loop in two: what is carried goes from the first to the second.

use super::Edit;
use crate::program::ops::{Binary, BinaryOp};
use crate::program::{For, Operand, Stmt};

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let fits = |stmt: &Stmt| matches!(stmt, Stmt::For(node) if first_and_step(node).is_some());
    let loops = edit.places(fits);
    if loops.is_empty() {
        return None;
    }
    let (number, at) = edit.choice.pick(&loops);
    let Stmt::For(mut second) = edit.block(number)?[at].clone() else { return None };
    let (start, step) = first_and_step(&second)?;
    // How often a loop to a run-time end runs is not known.
    let most = trips(&second).map_or(4, |trips| trips - 1).max(1);
    let most = i64::try_from(most).ok()?;
    let middle = start + step * i128::from(edit.choice.between(1, most));
    i32::try_from(middle).ok()?;
    let (mut copies, _) = edit.copy(&[Stmt::For(second.clone())]);
    let Some(Stmt::For(mut first)) = copies.pop() else { return None };
    let mut parts = Vec::new();
    first.end = match second.end {
        Operand::Int(end) => Operand::Int(end.min(middle)),
        end => {
            let value = edit.fresh();
            let op = Binary { op: BinaryOp::Min, left: end, right: Operand::Int(middle) }.into();
            parts.push(Stmt::Let { value, op });
            Operand::Value(value)
        }
    };
    second.start = Operand::Int(middle);
    // The front end unrolls both to what one is unrolled to.
    second.is_static &= edit.choice.chance(20);
    for (before, after) in first.carried.iter().zip(&mut second.carried) {
        after.init = before.after;
    }
    parts.extend([Stmt::For(first), Stmt::For(second)]);
    edit.block(number)?.splice(at..=at, parts);
    edit.case.program.check().ok().map(drop)
}

/// Where a loop starts and its step, if both are Python ints.
pub(super) fn first_and_step(node: &For) -> Option<(i128, i128)> {
    match (node.start, node.step) {
        (Operand::Int(start), Operand::Int(step)) if step > 0 => Some((start, step)),
        _ => None,
    }
}

/// How often a loop runs, if all its bounds are Python ints.
pub(super) fn trips(node: &For) -> Option<i128> {
    let (start, step) = first_and_step(node)?;
    match node.end {
        Operand::Int(end) => Some((end - start + step - 1).max(0) / step),
        _ => None,
    }
}
