//! Plants faults into IR text, to test the oracles. Those in PTX are a module of their own, [`ptx`].
//!
//! An *operator* knows one kind of compiler fault and lists every *edit* that would commit it in a
//! module. A *plant* is one edit: a text that is still valid IR but says something else. Whether its
//! output really changes is not decided here.
//!
//! To add an operator: write its file and add one line to [`OPERATORS`], or to [`LOWERED`] if what it
//! breaks is only there once a kernel is lowered to buffers, copies and barriers.

mod apply;
mod axis;
mod barrier;
mod buffer;
mod carried;
mod compare;
mod constant;
mod factor;
mod mask;
mod operation;
mod other;
pub mod ptx;
mod redundant;
mod scope;
mod select;
mod substitute;
mod wait;

use crate::mlir::{Attribute, Module, Operation, ValueId};

pub use apply::{PlantError, apply};
pub use redundant::redundant;

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

/// Operators on what lowered IR alone has: buffers in shared memory, asynchronous copies and products,
/// barriers. Apart from [`OPERATORS`], whose plants in the frozen corpus are labelled by number.
pub const LOWERED: &[Operator] = &[
    Operator { name: "remove-wait", edits: wait::removed },
    Operator { name: "raise-wait", edits: wait::raised },
    Operator { name: "drop-commit", edits: wait::uncommitted },
    Operator { name: "remove-product-wait", edits: wait::product_removed },
    Operator { name: "raise-product-wait", edits: wait::product_raised },
    Operator { name: "swap-buffer-index", edits: buffer::indices },
    Operator { name: "wrong-buffer", edits: buffer::buffers },
    Operator { name: "wrong-parity", edits: barrier::parities },
    Operator { name: "wrong-expected-bytes", edits: barrier::sizes },
    Operator { name: "remove-barrier-wait", edits: barrier::removed },
    Operator { name: "drop-copy-mask", edits: mask::drop_copy_masks },
    Operator { name: "swap-factor", edits: factor::swapped },
    Operator { name: "wrong-transposition", edits: factor::transposed },
    Operator { name: "swap-accumulator", edits: factor::restarted },
];

/// Operators whose fault is one of *time*: the values are right where everything asynchronous happens
/// to be quick. No execution that is not told of time can label their plants: [`redundant`] does.
pub const OF_TIME: &[&str] = &[
    "remove-wait",
    "raise-wait",
    "drop-commit",
    "remove-product-wait",
    "raise-product-wait",
    "swap-buffer-index",
    "wrong-buffer",
    "wrong-parity",
    "wrong-expected-bytes",
    "remove-barrier-wait",
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
    /// A group's only operand becomes `operand ^ 1`.
    Flip(&'static str),
    /// The operation goes; these values take the place of its results.
    Remove(Vec<ValueId>),
    /// A group's only operand becomes a constant that equals this integer.
    Constant(&'static str, i64),
    /// A group's only operand goes through a row-major reshape, and an attribute changes with it.
    Reshape(&'static str, Vec<i64>, &'static str, Attribute),
}

/// The name of the operation that an edit changes.
pub fn operation<'a>(module: &'a Module, edit: &Edit) -> &'a str {
    indexed(module).get(edit.at).map_or("", |(_, op)| op.name.as_str())
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
        let all = OPERATORS.iter().chain(LOWERED);
        let mut names: Vec<_> = all.map(|operator| operator.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), OPERATORS.len() + LOWERED.len());
        let known = |name: &&&str| LOWERED.iter().any(|operator| operator.name == **name);
        assert_eq!(OF_TIME.iter().filter(known).count(), OF_TIME.len());
    }

    #[test]
    fn every_operator_changes_the_example_into_valid_text() {
        let module = crate::mlir::parse(MODULE).unwrap();
        let clean = crate::mlir::print(&module).unwrap();
        for operator in OPERATORS.iter().chain(LOWERED) {
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
