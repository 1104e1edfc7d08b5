//! Constants that are off.

use super::{Change, Edit, each};
use crate::mlir::{Attribute, Dense, Module, Type};

/// An integer constant, or a tile of one, becomes one larger or doubles.
pub(super) fn change_constants(module: &Module) -> Vec<Edit> {
    each(module, "arith.constant", |_, op| {
        let Some(value) = op.attribute("value") else { return vec![] };
        let Some((old, width)) = splat(value) else { return vec![] };
        [old + 1, old * 2]
            .into_iter()
            .filter(|new| *new != old && new.unsigned_abs() < 1 << (width - 1))
            .map(|new| (Change::Attribute("value", with(value, new)), format!("{new} for {old}")))
            .collect()
    })
}

/// The integer of a constant of one integer, and its width.
fn splat(value: &Attribute) -> Option<(i128, u32)> {
    let integer = match value {
        Attribute::Dense(Dense::Splat(inner), _) => inner.as_integer()?,
        Attribute::Integer(integer, _) => *integer,
        _ => return None,
    };
    let element = match value {
        Attribute::Dense(_, ty) | Attribute::Integer(_, Some(ty)) => ty.element().clone(),
        _ => return None,
    };
    match element {
        Type::Integer(width, _) if width > 1 => Some((integer, width)),
        _ => None,
    }
}

fn with(value: &Attribute, integer: i128) -> Attribute {
    match value {
        Attribute::Dense(_, ty) => {
            let splat = Box::new(Attribute::Integer(integer, None));
            Attribute::Dense(Dense::Splat(splat), ty.clone())
        }
        Attribute::Integer(_, ty) => Attribute::Integer(integer, ty.clone()),
        other => other.clone(),
    }
}
