//! The wrong operation, the wrong signedness, the wrong order of operands.

use super::{Change, Edit, indexed};
use crate::mlir::Module;

const SIGNEDNESS: &[(&str, &str)] = &[
    ("arith.divsi", "arith.divui"),
    ("arith.remsi", "arith.remui"),
    ("arith.shrsi", "arith.shrui"),
    ("arith.extsi", "arith.extui"),
    ("arith.maxsi", "arith.maxui"),
    ("arith.minsi", "arith.minui"),
    ("arith.sitofp", "arith.uitofp"),
    ("arith.divui", "arith.divsi"),
    ("arith.remui", "arith.remsi"),
    ("arith.shrui", "arith.shrsi"),
    ("arith.extui", "arith.extsi"),
    ("arith.maxui", "arith.maxsi"),
    ("arith.minui", "arith.minsi"),
    ("arith.uitofp", "arith.sitofp"),
];

const OPERATIONS: &[(&str, &str)] = &[
    ("arith.remsi", "arith.divsi"),
    ("arith.divsi", "arith.remsi"),
    ("arith.addi", "arith.subi"),
    ("arith.subi", "arith.addi"),
    ("arith.muli", "arith.addi"),
    ("arith.andi", "arith.ori"),
    ("arith.ori", "arith.andi"),
    ("arith.xori", "arith.andi"),
    ("arith.addf", "arith.subf"),
    ("arith.subf", "arith.addf"),
    ("arith.mulf", "arith.addf"),
    ("arith.minsi", "arith.maxsi"),
    ("arith.maxsi", "arith.minsi"),
    ("arith.minnumf", "arith.maxnumf"),
    ("arith.maxnumf", "arith.minnumf"),
];

const ORDERED: &[&str] =
    &["arith.subi", "arith.subf", "arith.divsi", "arith.divui", "arith.remsi", "arith.remui"];

fn renamed(module: &Module, table: &[(&str, &'static str)]) -> Vec<Edit> {
    let edits = indexed(module).into_iter().filter_map(|(at, op)| {
        let (old, new) = table.iter().find(|(old, _)| *old == op.name.as_str())?;
        Some(Edit { at, change: Change::Rename(new), what: format!("{new} for {old}") })
    });
    edits.collect()
}

/// Unsigned for signed, and the other way.
pub(super) fn signedness(module: &Module) -> Vec<Edit> {
    renamed(module, SIGNEDNESS)
}

/// Another operation on the same operands.
pub(super) fn operations(module: &Module) -> Vec<Edit> {
    renamed(module, OPERATIONS)
}

/// `b - a` for `a - b`, and the like.
pub(super) fn swap_operands(module: &Module) -> Vec<Edit> {
    let edits = indexed(module).into_iter().filter_map(|(at, op)| match op.operands[..] {
        [a, b] if a != b && ORDERED.contains(&op.name.as_str()) => {
            let change = Change::AllOperands(vec![b, a]);
            Some(Edit { at, change, what: format!("operands of {} exchanged", op.name.as_str()) })
        }
        _ => None,
    });
    edits.collect()
}
