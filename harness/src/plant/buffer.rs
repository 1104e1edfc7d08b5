//! The wrong stage of a buffer: the pipeliner's index of the buffer to fill taken for that of the
//! buffer to read, or one that is not carried on.

use super::scope::{alternatives, visible};
use super::{Change, Edit, each, indexed};
use crate::mlir::{Module, Operation, Type, ValueId};

const INDEX: &str = "ttg.memdesc_index";

/// Operations that read or write a buffer, and the operand that is it.
const USERS: &[(&str, &str)] = &[
    ("ttg.local_load", "src"),
    ("ttg.local_store", "dst"),
    ("ttg.async_copy_global_to_local", "result"),
    ("ttng.async_tma_copy_global_to_local", "result"),
];

/// Another index of a buffer with as many stages.
pub(super) fn indices(module: &Module) -> Vec<Edit> {
    let visible = visible(module);
    let stages = |op: &Operation| module.ty(op.operand("src")?).shape().first().copied();
    let all = indexed(module);
    let uses: Vec<(ValueId, Option<i64>)> = all
        .iter()
        .filter(|(_, op)| op.name.as_str() == INDEX)
        .filter_map(|(_, op)| Some((op.operand("index")?, stages(op))))
        .collect();
    each(module, INDEX, |at, op| {
        let (Some(index), own) = (op.operand("index"), stages(op)) else { return vec![] };
        if own == Some(1) {
            return vec![];
        }
        let others = alternatives(module, &visible, at, index, usize::MAX);
        let fits = |other: &ValueId| uses.contains(&(*other, own));
        others
            .into_iter()
            .filter(fits)
            .take(2)
            .map(|other| {
                let what = format!("%{} for %{}", module.name(other), module.name(index));
                (Change::Operands("index", vec![other]), what)
            })
            .collect()
    })
}

/// Another buffer of the same type, which must be one stage of several.
pub(super) fn buffers(module: &Module) -> Vec<Edit> {
    let visible = visible(module);
    let mut edits = Vec::new();
    for (name, group) in USERS {
        edits.extend(each(module, name, |at, op| {
            let Some(buffer) = op.operand(group) else { return vec![] };
            if !matches!(module.ty(buffer), Type::MemDesc(_)) {
                return vec![];
            }
            alternatives(module, &visible, at, buffer, 2)
                .into_iter()
                .map(|other| {
                    let names = (module.name(other), module.name(buffer));
                    let what = format!("%{} for %{} as {group}", names.0, names.1);
                    (Change::Operands(group, vec![other]), what)
                })
                .collect()
        }));
    }
    edits
}
