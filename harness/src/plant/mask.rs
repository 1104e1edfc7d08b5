//! Masks that are lost or mistaken.

use super::scope::{alternatives, visible};
use super::{Change, Edit, each};
use crate::mlir::Module;

/// A store without its mask; a load without mask and `other`.
pub(super) fn drop_masks(module: &Module) -> Vec<Edit> {
    let mut edits = each(module, "tt.store", |_, op| match op.operand("mask") {
        Some(mask) => {
            vec![(Change::Operands("mask", vec![]), format!("no mask %{}", module.name(mask)))]
        }
        None => vec![],
    });
    edits.extend(each(module, "tt.load", |_, op| match (op.operand("ptr"), op.operand("mask")) {
        (Some(pointer), Some(mask)) => {
            vec![(Change::AllOperands(vec![pointer]), format!("no mask %{}", module.name(mask)))]
        }
        _ => vec![],
    }));
    edits
}

/// Another mask of the same type.
pub(super) fn swap_masks(module: &Module) -> Vec<Edit> {
    let visible = visible(module);
    let mut edits = Vec::new();
    for name in ["tt.load", "tt.store"] {
        edits.extend(each(module, name, |at, op| {
            let Some(mask) = op.operand("mask") else { return vec![] };
            alternatives(module, &visible, at, mask, 2)
                .into_iter()
                .map(|other| {
                    let what = format!("mask %{} for %{}", module.name(other), module.name(mask));
                    (Change::Operands("mask", vec![other]), what)
                })
                .collect()
        }));
    }
    edits
}

/// An asynchronous copy without its mask: the pipeliner issues copies of iterations that do not come,
/// and must predicate them.
pub(super) fn drop_copy_masks(module: &Module) -> Vec<Edit> {
    each(module, "ttg.async_copy_global_to_local", |_, op| {
        match (op.operand("src"), op.operand("result"), op.operand("mask")) {
            (Some(source), Some(target), Some(mask)) => {
                let change = Change::AllOperands(vec![source, target]);
                vec![(change, format!("no mask %{}", module.name(mask)))]
            }
            _ => vec![],
        }
    })
}
