//! Statements in a branch that is always taken, or beside one that never is.

use super::Edit;
use crate::program::ops::Full;
use crate::program::{If, Merged, Operand, Stmt, ValueId};

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let (start, end, live) = edit.run()?;
    let truth = edit.choice.chance(50);
    let mut dead = Vec::new();
    let mut merged: Vec<Merged> = Vec::new();
    for inner in live {
        let other = stand_in(edit, inner, &mut dead)?;
        let value = edit.fresh();
        let (then, otherwise) = if truth { (inner, other) } else { (other, inner) };
        merged.push(Merged { value, then, otherwise });
        edit.rename_from(end, inner, value);
    }
    let (flag, condition) = edit.opaque(truth);
    let body = &mut edit.program().body;
    let alive: Vec<Stmt> = body.drain(start..end).collect();
    let (then, otherwise) = if truth { (alive, dead) } else { (dead, alive) };
    body.insert(start, Stmt::If(If { condition, then, otherwise, merged }));
    body.splice(start..start, flag);
    Some(())
}

/// Something of the type of a value that is never used; there is none for pointers, and no release makes a
/// tile of one float of 8 bits.
fn stand_in(edit: &mut Edit<'_, '_, '_>, of: ValueId, into: &mut Vec<Stmt>) -> Option<ValueId> {
    let ty = edit.types.get(of).ok()?.clone();
    let dtype =
        ty.dtype().filter(|dtype| dtype.bits() > 1 && !dtype.is_fp8() && !ty.is_scalar())?;
    let number = if dtype.is_float() { Operand::Float(1.0) } else { Operand::Int(1) };
    let value = edit.fresh();
    let op = Full { shape: ty.shape, value: number, dtype }.into();
    into.push(Stmt::Let { value, op });
    Some(value)
}
