//! Operands that an operation can do without: masks, what stands for masked elements, tokens.

use super::{Ir, Search, edit};
use crate::mlir::{Arity, Module, OpName};

/// Operands that may be left out: the operation and the last of such groups that is there, because a
/// group is told by its place where the text has no word for it.
fn optional_ones(module: &Module) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    for (at, site) in edit::sites(module).iter().enumerate() {
        let OpName::Known(spec) = &site.op.name else { continue };
        let spec: &'static _ = *spec;
        let there =
            spec.operands.iter().rev().find(|group| {
                group.arity == Arity::Optional && !site.op.group(group.name).is_empty()
            });
        found.extend(there.map(|group| (at, group.name)));
    }
    found
}

/// Leaves operands out.
pub(super) fn optional(search: &mut Search<'_, Ir>) -> bool {
    search.fewer(
        |ir| optional_ones(ir.module()).len(),
        |ir, run| {
            ir.with(|module| {
                for (at, group) in &optional_ones(module)[run] {
                    edit::edit(module, *at, &mut |op| op.set_group(group, &[]).then_some(()))?;
                }
                Some(())
            })
        },
    )
}
