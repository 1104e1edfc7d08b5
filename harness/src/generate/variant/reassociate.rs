//! Chains of integer additions and products, grouped another way: both wrap.

use std::collections::BTreeMap;

use super::Edit;
use crate::program::ops::{Binary, BinaryOp, Op};
use crate::program::{Operand, Stmt, ValueId};

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let mut inner: BTreeMap<ValueId, Binary> = BTreeMap::new();
    let mut chains: Vec<(usize, Binary, Binary)> = Vec::new();
    for (at, stmt) in edit.case.program.body.iter().enumerate() {
        let Stmt::Let { value, op: Op::Binary(op) } = stmt else { continue };
        let dtype = edit.types.get(*value).ok().and_then(|ty| ty.dtype());
        if !dtype.is_some_and(|dtype| dtype.is_int()) {
            continue;
        }
        if !matches!(op.op, BinaryOp::Add | BinaryOp::Mul | BinaryOp::Xor) {
            continue;
        }
        let left = op.left.value().and_then(|id| inner.get(&id));
        if let Some(left) = left.filter(|left| left.op == op.op) {
            chains.push((at, left.clone(), op.clone()));
        }
        inner.insert(*value, op.clone());
    }
    if chains.is_empty() {
        return None;
    }
    // (a + b) + c as a + (b + c), of which one must be a value.
    let (at, left, right) = edit.choice.pick_ref(&chains).clone();
    let tail = Binary { op: right.op, left: left.right, right: right.right };
    tail.left.value().or(tail.right.value())?;
    let whole = edit.fresh();
    let op = Op::from(Binary { op: right.op, left: left.left, right: Operand::Value(whole) });
    let body = &mut edit.program().body;
    if let Stmt::Let { op: old, .. } = &mut body[at] {
        *old = op;
    }
    body.insert(at, Stmt::Let { value: whole, op: tail.into() });
    edit.case.program.check().ok().map(drop)
}
