//! What a block computes of values from outside, computed in front of it, whether the block runs or
//! not. So only operations move that give something for any operands.

use std::collections::BTreeSet;

use super::Edit;
use super::place::{blocks, inner_blocks, is_number, results};
use crate::program::ops::{Binary, BinaryOp};
use crate::program::{Op, Operand, Operation, Stmt, Types, ValueId};

/// A block in a statement, and what can leave it.
#[derive(Clone)]
struct Source {
    /// The number of the block around it.
    number: usize,
    /// The place of the statement.
    at: usize,
    /// Which of its blocks.
    inner: usize,
    /// The places in it of what can leave it. Each reads nothing of the block but what those
    /// before it define.
    free: Vec<usize>,
}

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let mut sources: Vec<Source> = Vec::new();
    let mut conditional: Vec<Source> = Vec::new();
    for (number, block) in blocks(&edit.case.program.body).into_iter().enumerate() {
        for (at, stmt) in block.iter().enumerate() {
            for inner in 0..stmt.blocks().len() {
                let free = free(stmt, inner, &edit.types);
                if free.iter().all(|from| is_number(&stmt.blocks()[inner][*from])) {
                    continue;
                }
                let source = Source { number, at, inner, free };
                if matches!(stmt, Stmt::If(_)) {
                    conditional.push(source.clone());
                }
                sources.push(source);
            }
        }
    }
    // Compilers move what is invariant out of loops in any case.
    if !conditional.is_empty() && edit.choice.chance(70) {
        sources = conditional;
    }
    if sources.is_empty() {
        return None;
    }
    let source = edit.choice.pick_ref(&sources).clone();
    hoist(edit, source)?;
    // A function out of line takes scalars only.
    edit.case.program.check().ok().map(drop)
}

fn free(stmt: &Stmt, inner: usize, types: &Types) -> Vec<usize> {
    let (block, results) = (stmt.blocks()[inner], results(stmt).swap_remove(inner));
    let mut own: BTreeSet<ValueId> = BTreeSet::new();
    block.iter().for_each(|stmt| stmt.defines(&mut own));
    if let Stmt::For(node) = stmt {
        own.insert(node.index);
        own.extend(node.carried.iter().map(|carried| carried.inside));
    }
    let mut free = Vec::new();
    for (at, inner) in block.iter().enumerate() {
        let Stmt::Let { value, op } = inner else { continue };
        // A function returns only what it defines.
        let returned = matches!(stmt, Stmt::Call(_)) && results.contains(value);
        let outer = op.operands().iter().all(|id| !own.contains(id));
        if outer && !returned && is_total(op, types) {
            own.remove(value);
            free.push(at);
        }
    }
    free
}

/// Whether it has a meaning for any operands, in every numeric domain.
fn is_total(op: &Op, types: &Types) -> bool {
    let rounds = |id: &ValueId| match types.get(*id) {
        Ok(ty) => ty.dtype().is_some_and(|dtype| dtype.is_float()),
        Err(_) => true,
    };
    let whole = || !op.operands().iter().any(rounds);
    match op {
        Op::Full(_) | Op::Arange(_) | Op::ProgramId(_) | Op::NumPrograms(_) => true,
        Op::ExpandDims(_) | Op::BroadcastTo(_) | Op::Reshape(_) | Op::Permute(_) => true,
        Op::Where(_) | Op::AddPtr(_) => true,
        Op::Unary(_) | Op::Compare(_) => whole(),
        Op::Binary(op) => whole() && wraps(op),
        Op::Cast(cast) => whole() && cast.dtype.is_int() && !cast.bitcast,
        _ => false,
    }
}

/// Whether no integers are too large, or zero where they must not be.
fn wraps(op: &Binary) -> bool {
    use BinaryOp::*;
    match (op.op, op.right) {
        (Add | Sub | Mul | And | Or | Xor | Min | Max | MulHi, _) => true,
        (FloorDiv | Rem, Operand::Int(by)) => by > 0,
        (Shl | Shr, Operand::Int(by)) => (0..8).contains(&by),
        _ => false,
    }
}

/// Moves statements to a place in the block around, where what they read is defined.
fn hoist(edit: &mut Edit<'_, '_, '_>, source: Source) -> Option<()> {
    let mut block = std::mem::take(edit.block(source.number)?);
    let is_loop = matches!(block[source.at], Stmt::For(_));
    let inner = inner_blocks(&mut block[source.at]).swap_remove(source.inner);
    let first = source.free.iter().position(|from| !is_number(&inner[*from])).unwrap_or(0);
    let length = first + 1 + edit.choice.index(source.free.len() - first);
    let leaving = source.free[..length].iter().rev();
    let mut moved: Vec<Stmt> = leaving.map(|from| inner.remove(*from)).collect();
    moved.reverse();
    let mut read = BTreeSet::new();
    moved.iter().for_each(|stmt| stmt.reads(&mut read));
    let defines = |stmt: &Stmt| {
        let mut defined = BTreeSet::new();
        stmt.defines(&mut defined);
        !defined.is_disjoint(&read)
    };
    let earliest = block[..source.at].iter().rposition(defines).map_or(0, |at| at + 1);
    // Compilers move it to right before the loop themselves.
    let latest = if is_loop { source.at.saturating_sub(1) } else { source.at };
    let to = edit.choice.between(earliest as i64, latest as i64) as usize;
    block.splice(to..to, moved);
    *edit.block(source.number)? = block;
    Some(())
}
