//! Values that only one block uses, computed in that block, and loads done again in it: nothing orders
//! them.

use super::Edit;
use super::place::{Counts, blocks, count, inner_blocks, is_number, results};
use crate::program::{Op, Operation, Stmt, ValueId};

/// A block in a statement.
#[derive(Clone, Copy)]
struct Target {
    /// The number of the block around it.
    number: usize,
    /// The place of the statement.
    at: usize,
    /// Which of its blocks.
    inner: usize,
}

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let mut total = Counts::new();
    edit.case.program.body.iter().for_each(|stmt| count(stmt, &mut total));
    let (mut targets, mut again): (Vec<Target>, Vec<(Target, usize)>) = (Vec::new(), Vec::new());
    for (number, block) in blocks(&edit.case.program.body).into_iter().enumerate() {
        for (at, stmt) in block.iter().enumerate() {
            for (inner, used) in reads(stmt).iter().enumerate() {
                let target = Target { number, at, inner };
                let sinks = |stmt: &Stmt| !is_number(stmt) && sinks(stmt, used, &total);
                if block[..at].iter().any(sinks) {
                    targets.push(target);
                }
                let loads = (0..at).filter(|from| is_load(&block[*from], used));
                again.extend(loads.map(|from| (target, from)));
            }
        }
    }
    if !again.is_empty() && (targets.is_empty() || edit.choice.chance(50)) {
        let (target, from) = edit.choice.pick(&again);
        load_again(edit, target, from)?;
    } else if targets.is_empty() {
        return None;
    } else {
        let target = edit.choice.pick(&targets);
        sink(edit, target, &total)?;
    }
    // A function out of line takes scalars only.
    edit.case.program.check().ok().map(drop)
}

/// What each block of a statement reads.
fn reads(stmt: &Stmt) -> Vec<Counts> {
    let block = |(block, results): (&[Stmt], Vec<ValueId>)| {
        let mut used = Counts::new();
        block.iter().for_each(|stmt| count(stmt, &mut used));
        for id in results {
            *used.entry(id).or_default() += 1;
        }
        used
    };
    stmt.blocks().into_iter().zip(results(stmt)).map(block).collect()
}

fn is_load(stmt: &Stmt, used: &Counts) -> bool {
    matches!(stmt, Stmt::Let { value, op: Op::Load(_) } if used.contains_key(value))
}

/// Does a load once more at the front of the block, for what the block does with it.
fn load_again(edit: &mut Edit<'_, '_, '_>, target: Target, from: usize) -> Option<()> {
    let again = edit.fresh();
    let block = edit.block(target.number)?;
    let Stmt::Let { value, op } = block[from].clone() else { return None };
    let inner = inner_blocks(&mut block[target.at]).swap_remove(target.inner);
    for stmt in inner.iter_mut() {
        stmt.map_reads(&mut |id| if id == value { again } else { id });
    }
    inner.insert(0, Stmt::Let { value: again, op });
    Some(())
}

/// Whether a statement defines what is read, and read nowhere else, and has no effect.
fn sinks(stmt: &Stmt, used: &Counts, total: &Counts) -> bool {
    match stmt {
        Stmt::Let { value, op } if op.writes_to().is_none() => {
            used.contains_key(value) && used.get(value) == total.get(value)
        }
        _ => false,
    }
}

/// Moves statements, the last first, so that what only they read may follow.
fn sink(edit: &mut Edit<'_, '_, '_>, target: Target, total: &Counts) -> Option<()> {
    let mut block = std::mem::take(edit.block(target.number)?);
    let mut used = reads(&block[target.at]).swap_remove(target.inner);
    let mut moved: Vec<Stmt> = Vec::new();
    for from in (0..target.at).rev() {
        let stays = !moved.is_empty() && edit.choice.chance(20);
        if !stays && sinks(&block[from], &used, total) {
            let stmt = block.remove(from);
            count(&stmt, &mut used);
            moved.push(stmt);
        }
    }
    moved.reverse();
    let stmt = &mut block[target.at - moved.len()];
    inner_blocks(stmt).swap_remove(target.inner).splice(0..0, moved);
    *edit.block(target.number)? = block;
    Some(())
}
