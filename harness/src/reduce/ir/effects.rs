//! Which operations do more than compute their results.

use crate::mlir::{Attribute, Operation};

/// Operations of `tt` with effects.
const TT: &[&str] = &[
    "tt.store",
    "tt.atomic_load",
    "tt.atomic_store",
    "tt.atomic_poll",
    "tt.atomic_rmw",
    "tt.atomic_cas",
    "tt.descriptor_store",
    "tt.descriptor_reduce",
    "tt.descriptor_scatter",
    "tt.call",
    "tt.print",
    "tt.assert",
    "tt.func",
    "tt.grid_dependency_wait",
    "tt.grid_dependency_launch_dependents",
];

/// Operations of the other dialects of Triton without effects: most of them have some.
const PURE: &[&str] = &[
    "ttg.convert_layout",
    "ttg.fp4_to_fp",
    "ttg.global_scratch_alloc",
    "ttg.local_alloc",
    "ttg.local_gather",
    "ttg.local_load",
    "ttg.predicate_stage",
    "ttg.warp_id",
    "ttng.tmem_load",
    "ttng.tmem_subslice",
    "ttng.warp_group_dot",
    "ttng.warp_group_dot_wait",
];

/// Whether an operation ends its block.
pub(super) fn is_terminator(op: &Operation) -> bool {
    let name = op.name.as_str();
    let last = name.rsplit('.').next().unwrap_or(name);
    matches!(
        last,
        "return" | "yield" | "warp_yield" | "warp_return" | "br" | "cond_br" | "condition"
    )
}

/// Whether an operation, or one in it, has an effect.
pub(super) fn has_effects(op: &Operation) -> bool {
    let mut found = false;
    op.walk(&mut |inner| found |= has_own_effect(inner));
    found
}

fn has_own_effect(op: &Operation) -> bool {
    let name = op.name.as_str();
    let (dialect, _) = name.split_once('.').unwrap_or(("", name));
    match dialect {
        _ if is_terminator(op) => false,
        "arith" | "math" | "ub" | "scf" => false,
        // Functions in assembly or of a library say whether they are pure.
        "tt" if matches!(name, "tt.elementwise_inline_asm" | "tt.extern_elementwise") => {
            op.attribute("pure") != Some(&Attribute::Bool(true))
        }
        "tt" => TT.contains(&name),
        _ => !PURE.contains(&name) && !name.starts_with("ttg.memdesc_"),
    }
}
