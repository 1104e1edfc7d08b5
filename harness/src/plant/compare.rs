//! Comparisons with the wrong predicate.

use super::{Change, Edit, each};
use crate::mlir::{Attribute, Module};

/// Predicate, the same of the other signedness (where it has one), its neighbour.
const PREDICATES: &[(&str, &str, &str)] = &[
    ("slt", "ult", "sle"),
    ("sle", "ule", "slt"),
    ("sgt", "ugt", "sge"),
    ("sge", "uge", "sgt"),
    ("ult", "slt", "ule"),
    ("ule", "sle", "ult"),
    ("ugt", "sgt", "uge"),
    ("uge", "sge", "ugt"),
    ("eq", "eq", "ne"),
    ("ne", "ne", "eq"),
];

/// Signed for unsigned, `<=` for `<`, and the like.
pub(super) fn wrong_predicates(module: &Module) -> Vec<Edit> {
    each(module, "arith.cmpi", |_, op| {
        let Some(predicate @ Attribute::Keyword(old)) = op.attribute("predicate") else {
            return vec![];
        };
        debug_assert!(predicate.as_str().is_some());
        let Some(row) = PREDICATES.iter().find(|row| row.0 == &**old) else { return vec![] };
        let mut others = vec![row.2];
        if row.1 != row.0 {
            others.push(row.1);
        }
        others
            .into_iter()
            .map(|new| {
                let change = Change::Attribute("predicate", Attribute::Keyword(new.into()));
                (change, format!("{new} for {old}"))
            })
            .collect()
    })
}
