//! The wrong axis.

use super::{Change, Edit, each};
use crate::mlir::{Attribute, Module};

/// A matrix without layout is reduced as if its rows were its columns: reshaped to the transposed
/// shape and reduced over the other axis, so that the result keeps its type.
pub(super) fn wrong_axes(module: &Module) -> Vec<Edit> {
    each(module, "tt.reduce", |_, op| {
        let (Some(source), Some(axis)) = (op.operand("srcs"), op.attribute("axis")) else {
            return vec![];
        };
        let (ty, Attribute::Integer(axis, axis_type)) = (module.ty(source), axis) else {
            return vec![];
        };
        match *ty.shape() {
            [rows, columns] if rows > 1 && columns > 1 && ty.encoding().is_none() => {
                let other = Attribute::Integer(1 - axis, axis_type.clone());
                let change = Change::Reshape("srcs", vec![columns, rows], "axis", other);
                vec![(change, format!("axis {} of the reshaped tile", 1 - axis))]
            }
            _ => vec![],
        }
    })
}

/// The index of the instance along another axis of the grid.
pub(super) fn program_ids(module: &Module) -> Vec<Edit> {
    each(module, "tt.get_program_id", |_, op| {
        let Some(old) = op.attribute("axis").and_then(Attribute::as_str) else { return vec![] };
        let new = if old == "x" { "y" } else { "x" };
        let change = Change::Attribute("axis", Attribute::Keyword(new.into()));
        vec![(change, format!("program_id {new} for {old}"))]
    })
}
