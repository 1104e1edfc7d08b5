//! Waits that wait for too little: a pipeliner that miscounts the groups in flight, a clean-up that
//! takes two waits for one.

use super::{Change, Edit, each};
use crate::mlir::{Attribute, Module, Operation};

const WAIT: &str = "ttg.async_wait";
const PRODUCT_WAIT: &str = "ttng.warp_group_dot_wait";

/// The attribute with one more in flight.
fn one_more(op: &Operation, name: &'static str) -> Vec<(Change, String)> {
    let Some(Attribute::Integer(old, ty)) = op.attribute(name) else { return vec![] };
    let more = Attribute::Integer(old + 1, ty.clone());
    vec![(Change::Attribute(name, more), format!("{name} {} for {old}", old + 1))]
}

/// A wait for copies that is gone.
pub(super) fn removed(module: &Module) -> Vec<Edit> {
    each(module, WAIT, |_, op| {
        token_for(op).map(|c| (c, "no wait".to_owned())).into_iter().collect()
    })
}

/// A wait that leaves one group of copies more in flight.
pub(super) fn raised(module: &Module) -> Vec<Edit> {
    each(module, WAIT, |_, op| one_more(op, "num"))
}

/// Copies that are not closed into a group of their own, so that every later wait counts wrong.
pub(super) fn uncommitted(module: &Module) -> Vec<Edit> {
    let what = || "the group stays open".to_owned();
    each(module, "ttg.async_commit_group", |_, op| {
        token_for(op).map(|c| (c, what())).into_iter().collect()
    })
}

/// Removes an operation that makes a token of tokens; the first one stands in for the new one.
fn token_for(op: &Operation) -> Option<Change> {
    let token = *op.operands.first()?;
    Some(Change::Remove(vec![token; op.results.len()]))
}

/// A wait for matrix products that is gone: their results are used, and their factors are
/// overwritten, while they run.
pub(super) fn product_removed(module: &Module) -> Vec<Edit> {
    each(module, PRODUCT_WAIT, |_, op| match op.operands.len() == op.results.len() {
        true => vec![(Change::Remove(op.operands.clone()), "no wait".to_owned())],
        false => vec![],
    })
}

/// A wait that leaves one product more in flight.
pub(super) fn product_raised(module: &Module) -> Vec<Edit> {
    each(module, PRODUCT_WAIT, |_, op| one_more(op, "pendings"))
}
