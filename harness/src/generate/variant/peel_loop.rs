//! The first iteration of a loop in front of it, as plain statements.

use super::Edit;
use super::copy::{Names, rename};
use super::split_loop::{first_and_step, trips};
use crate::program::ops::Full;
use crate::program::{Operand, Stmt};
use crate::tensor::DType;

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let runs = |stmt: &Stmt| matches!(stmt, Stmt::For(node) if trips(node) > Some(0));
    let loops = edit.places(runs);
    if loops.is_empty() {
        return None;
    }
    let (number, at) = edit.choice.pick(&loops);
    let Stmt::For(mut node) = edit.block(number)?[at].clone() else { return None };
    let (start, step) = first_and_step(&node)?;
    i32::try_from(start + step).ok()?;
    let (mut body, copied) = edit.copy(&node.body);
    let index = edit.fresh();
    let mut outer: Names = node.carried.iter().map(|c| (c.inside, c.init)).collect();
    outer.insert(node.index, index);
    rename(&mut body, &outer);
    for carried in &mut node.carried {
        let next = copied.get(&carried.next).or_else(|| outer.get(&carried.next));
        carried.init = next.copied().unwrap_or(carried.next);
    }
    node.start = Operand::Int(start + step);
    // The front end would unroll the rest to what it unrolls the whole to.
    node.is_static &= edit.choice.chance(20);
    let op = Full { shape: vec![], value: Operand::Int(start), dtype: DType::I32 }.into();
    let mut parts = vec![Stmt::Let { value: index, op }];
    parts.extend(body);
    parts.push(Stmt::For(node));
    edit.block(number)?.splice(at..=at, parts);
    edit.case.program.check().ok().map(drop)
}
