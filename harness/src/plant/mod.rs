//! Plants faults into IR text, to test the oracles.
//!
//! An *operator* knows one kind of compiler fault and lists every *edit* that would commit it in a
//! module. A *plant* is one edit: a text that is still valid IR but says something else. Whether its
//! output really changes is not decided here.
//!
//! To add an operator: write its file and add one line to [`OPERATORS`].

mod apply;
mod axis;
mod carried;
mod compare;
mod constant;
mod mask;
mod operation;
mod other;
mod scope;
mod select;
mod substitute;

use crate::mlir::{Attribute, Module, Operation, ValueId};

pub use apply::{PlantError, apply};

/// One kind of fault.
pub struct Operator {
    /// Its name, as plants are called after it.
    pub name: &'static str,
    /// Every edit that commits the fault in a module.
    pub edits: fn(&Module) -> Vec<Edit>,
}

/// All operators.
pub const OPERATORS: &[Operator] = &[
    Operator { name: "swap-offset", edits: substitute::offsets },
    Operator { name: "swap-conversion", edits: substitute::conversions },
    Operator { name: "swap-stored-value", edits: substitute::stored_values },
    Operator { name: "drop-mask", edits: mask::drop_masks },
    Operator { name: "swap-mask", edits: mask::swap_masks },
    Operator { name: "wrong-other", edits: other::wrong_others },
    Operator { name: "change-constant", edits: constant::change_constants },
    Operator { name: "swap-select", edits: select::swap_arms },
    Operator { name: "wrong-signedness", edits: operation::signedness },
    Operator { name: "wrong-operation", edits: operation::operations },
    Operator { name: "swap-operands", edits: operation::swap_operands },
    Operator { name: "wrong-compare", edits: compare::wrong_predicates },
    Operator { name: "wrong-axis", edits: axis::wrong_axes },
    Operator { name: "loop-bound", edits: carried::bounds },
    Operator { name: "stale-carried", edits: carried::stale },
    Operator { name: "swap-carried", edits: carried::swaps },
    Operator { name: "wrong-program-id", edits: axis::program_ids },
];

/// One change of one operation.
#[derive(Clone, Debug)]
pub struct Edit {
    /// Index of the operation in the order of [`Module::walk`].
    pub at: usize,
    /// What changes.
    pub change: Change,
    /// For a person.
    pub what: String,
}

/// What changes in an operation.
#[derive(Clone, Debug)]
pub enum Change {
    /// The operands of a group.
    Operands(&'static str, Vec<ValueId>),
    /// All operands, by position.
    AllOperands(Vec<ValueId>),
    /// An attribute.
    Attribute(&'static str, Attribute),
    /// The operation's name; operands and types stay.
    Rename(&'static str),
    /// A group's only operand becomes `operand + amount` (for integers or tiles of them).
    Add(&'static str, i64),
    /// A group's only operand becomes a constant that equals this integer.
    Constant(&'static str, i64),
    /// A group's only operand goes through a row-major reshape, and an attribute changes with it.
    Reshape(&'static str, Vec<i64>, &'static str, Attribute),
}

/// All operations with their index.
fn indexed(module: &Module) -> Vec<(usize, &Operation)> {
    let mut found = Vec::new();
    module.walk(&mut |op| found.push((found.len(), op)));
    found
}

/// The edits that `edit` makes of operations called `name`.
fn each(
    module: &Module,
    name: &str,
    mut edit: impl FnMut(usize, &Operation) -> Vec<(Change, String)>,
) -> Vec<Edit> {
    indexed(module)
        .into_iter()
        .filter(|(_, op)| op.name.as_str() == name)
        .flat_map(|(at, op)| {
            edit(at, op).into_iter().map(move |(change, what)| Edit { at, change, what })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = include_str!("example.mlir");

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = OPERATORS.iter().map(|operator| operator.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), OPERATORS.len());
    }

    #[test]
    fn every_operator_changes_the_example_into_valid_text() {
        let module = crate::mlir::parse(MODULE).unwrap();
        let clean = crate::mlir::print(&module).unwrap();
        for operator in OPERATORS {
            let edits = (operator.edits)(&module);
            assert!(!edits.is_empty(), "{} finds nothing", operator.name);
            for edit in edits {
                let planted = apply(&module, &edit).unwrap();
                assert_ne!(planted, clean, "{}: {edit:?}", operator.name);
                crate::mlir::parse(&planted).unwrap();
            }
        }
    }
}
