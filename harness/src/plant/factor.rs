//! Matrix products of the wrong things: a factor that a pass moved past its redefinition, a
//! transposition that is lost, an accumulator that starts anew.

use super::scope::{alternatives, visible};
use super::{Change, Edit, each};
use crate::mlir::{Attribute, Module};

const PRODUCTS: &[&str] = &["tt.dot", "ttng.warp_group_dot"];

/// Another value of the same type as a factor.
pub(super) fn swapped(module: &Module) -> Vec<Edit> {
    let visible = visible(module);
    let mut edits = Vec::new();
    for (name, group) in PRODUCTS.iter().flat_map(|name| [(name, "a"), (name, "b")]) {
        edits.extend(each(module, name, |at, op| {
            let Some(factor) = op.operand(group) else { return vec![] };
            alternatives(module, &visible, at, factor, 2)
                .into_iter()
                .map(|other| {
                    let names = (module.name(other), module.name(factor));
                    let what = format!("%{} for %{} as {group}", names.0, names.1);
                    (Change::Operands(group, vec![other]), what)
                })
                .collect()
        }));
    }
    edits
}

/// A square matrix with the other order: not transposed, or transposed where it must not be.
pub(super) fn transposed(module: &Module) -> Vec<Edit> {
    let mut edits = Vec::new();
    for name in ["tt.trans", "ttg.memdesc_trans"] {
        edits.extend(each(module, name, |_, op| {
            let source = op.operands.first().map(|source| module.ty(*source).shape());
            match (source, op.attribute("order").and_then(other_order)) {
                (Some([rows, columns]), Some(order)) if rows == columns && *rows > 1 => {
                    vec![(Change::Attribute("order", order), "the other order".to_owned())]
                }
                _ => vec![],
            }
        }));
    }
    edits
}

/// The order of two axes, exchanged.
fn other_order(order: &Attribute) -> Option<Attribute> {
    match order {
        Attribute::Array(axes) if axes.len() == 2 => {
            Some(Attribute::Array(axes.iter().rev().cloned().collect()))
        }
        Attribute::DenseArray(ty, axes) if axes.len() == 2 => {
            Some(Attribute::DenseArray(ty.clone(), axes.iter().rev().cloned().collect()))
        }
        _ => None,
    }
}

/// A product that is added to another value of the accumulator's type, as when the accumulator's
/// flag is set in the wrong iteration.
pub(super) fn restarted(module: &Module) -> Vec<Edit> {
    let visible = visible(module);
    let mut edits = Vec::new();
    for name in PRODUCTS {
        edits.extend(each(module, name, |at, op| {
            let Some(sum) = op.operand("c") else { return vec![] };
            alternatives(module, &visible, at, sum, 2)
                .into_iter()
                .map(|other| {
                    let what = format!("%{} for %{} as c", module.name(other), module.name(sum));
                    (Change::Operands("c", vec![other]), what)
                })
                .collect()
        }));
    }
    edits
}
