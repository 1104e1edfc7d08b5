//! Barriers that are waited for wrongly: a phase bit that does not toggle with the stage, a byte count
//! that leaves out one of two copies.

use super::{Change, Edit, each};
use crate::mlir::{Attribute, Module};

const WAIT: &str = "ttng.wait_barrier";

/// The other parity: a wait that returns at once, or never.
pub(super) fn parities(module: &Module) -> Vec<Edit> {
    each(module, WAIT, |_, _| vec![(Change::Flip("phase"), "the other parity".to_owned())])
}

/// Half or twice the bytes that the copies bring.
pub(super) fn sizes(module: &Module) -> Vec<Edit> {
    each(module, "ttng.barrier_expect", |_, op| {
        let Some(Attribute::Integer(old, ty)) = op.attribute("size") else { return vec![] };
        [old / 2, old * 2]
            .into_iter()
            .filter(|new| new != old)
            .map(|new| {
                let size = Attribute::Integer(new, ty.clone());
                (Change::Attribute("size", size), format!("{new} bytes for {old}"))
            })
            .collect()
    })
}

/// No wait.
pub(super) fn removed(module: &Module) -> Vec<Edit> {
    each(module, WAIT, |_, _| vec![(Change::Remove(vec![]), "no wait".to_owned())])
}
