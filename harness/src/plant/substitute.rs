//! An operand is taken from elsewhere: the shape of Triton #10646, where a conversion that was erased
//! gave its place to another one.

use super::scope::{alternatives, visible};
use super::{Change, Edit, each};
use crate::mlir::Module;

/// How many other values stand in for one operand.
const ALTERNATIVES: usize = 3;

fn group(module: &Module, name: &str, group: &'static str) -> Vec<Edit> {
    let visible = visible(module);
    each(module, name, |at, op| {
        let Some(value) = op.operand(group) else { return vec![] };
        alternatives(module, &visible, at, value, ALTERNATIVES)
            .into_iter()
            .map(|other| {
                let what =
                    format!("%{} for %{} as {group}", module.name(other), module.name(value));
                (Change::Operands(group, vec![other]), what)
            })
            .collect()
    })
}

/// Another value of the same type as the offset of an address.
pub(super) fn offsets(module: &Module) -> Vec<Edit> {
    group(module, "tt.addptr", "offset")
}

/// Another value of the same type in a layout conversion, broadcast or expansion.
pub(super) fn conversions(module: &Module) -> Vec<Edit> {
    let mut edits = group(module, "ttg.convert_layout", "src");
    edits.extend(group(module, "tt.broadcast", "src"));
    edits.extend(group(module, "tt.expand_dims", "src"));
    edits
}

/// Another value of the same type in a store.
pub(super) fn stored_values(module: &Module) -> Vec<Edit> {
    group(module, "tt.store", "value")
}
