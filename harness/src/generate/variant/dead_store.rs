//! A store of something else to where a value is stored, in no lane.

use super::Edit;
use crate::program::ops::{BroadcastTo, Op, Store};
use crate::program::{Stmt, Type};

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let stores = edit.case.program.body.iter().enumerate();
    let stores: Vec<(usize, Store)> = stores
        .filter_map(|(at, stmt)| match stmt {
            Stmt::Do(Op::Store(store)) => Some((at, store.clone())),
            _ => None,
        })
        .collect();
    if stores.is_empty() {
        return None;
    }
    let (at, store) = edit.choice.pick_ref(&stores).clone();
    let pointer: Type = edit.types.get(store.pointer).ok()?.clone();
    let (mut added, flag) = edit.opaque(false);
    let mask = if pointer.is_scalar() {
        flag
    } else {
        let value = edit.fresh();
        let op = BroadcastTo { value: flag, shape: pointer.shape }.into();
        added.push(Stmt::Let { value, op });
        value
    };
    added.push(Stmt::Do(Store { mask: Some(mask), ..store }.into()));
    let at = at + edit.choice.index(2);
    edit.program().body.splice(at..at, added);
    Some(())
}
