//! Attributes that nothing needs: of the module, of functions, of their arguments, of operations.

use std::sync::Arc;

use super::{Ir, Search, edit, functions};
use crate::mlir::{Attribute, Module, Operation};

/// Attributes of an operation's definition that may be missing. Others may where their name has a
/// dialect.
const OPTIONAL: &[&str] = &[
    "noinline",
    "fastmath",
    "overflowFlags",
    "nneg",
    "exact",
    "cache",
    "evict",
    "cachePolicy",
    "isVolatile",
    "allow_reorder",
    "efficient_layout",
    "inputPrecision",
    "maxNumImpreciseAcc",
    "sym_visibility",
];

/// An attribute: the operation, the function's argument if it is one's, the name.
#[derive(Clone)]
struct Place {
    at: usize,
    argument: Option<usize>,
    name: Arc<str>,
}

fn is_optional(name: &str) -> bool {
    name.contains('.') || OPTIONAL.contains(&name)
}

fn places(module: &Module) -> Vec<Place> {
    let mut found = Vec::new();
    for (at, site) in edit::sites(module).iter().enumerate() {
        let own = site.op.attributes.iter().filter(|(name, _)| is_optional(name));
        found.extend(own.map(|(name, _)| Place { at, argument: None, name: Arc::clone(name) }));
        let Some(Attribute::Array(arguments)) = site.op.attribute("arg_attrs") else { continue };
        for (i, argument) in arguments.iter().enumerate() {
            let Attribute::Dictionary(entries) = argument else { continue };
            let argument = Some(i);
            found.extend(entries.iter().map(|(name, _)| {
                let name = Arc::clone(name);
                Place { at, argument, name }
            }));
        }
    }
    found
}

fn remove(op: &mut Operation, place: &Place) {
    let Some(argument) = place.argument else { return op.set_attribute(&place.name, None) };
    functions::change_argument_attributes(op, |all| {
        if let Some(Attribute::Dictionary(entries)) = all.get_mut(argument) {
            entries.retain(|(name, _)| *name != place.name);
        }
    });
}

/// Drops attributes.
pub(super) fn needless(search: &mut Search<'_, Ir>) -> bool {
    search.fewer(
        |ir| places(ir.module()).len(),
        |ir, run| {
            ir.with(|module| {
                for place in &places(module)[run] {
                    edit::edit(module, place.at, &mut |op| {
                        remove(op, place);
                        Some(())
                    })?;
                }
                Some(())
            })
        },
    )
}
