//! Names as MLIR would give them: `%arg0`, `%0`, `%c1_i32`, `%cst`, and `@f` for the only function.

use std::sync::Arc;

use super::{Ir, Search, edit};
use crate::mlir::{Attribute, Module, Operation, Type, ValueId};

/// Renames everything, or the values alone where the function's name matters.
pub(super) fn plain(search: &mut Search<'_, Ir>) {
    let best = search.best().clone();
    let both = best.with(|module| {
        rename_values(module);
        rename_function(module)
    });
    let values = best.with(|module| {
        rename_values(module);
        Some(())
    });
    search.first(both.into_iter().chain(values));
}

fn rename_function(module: &mut Module) -> Option<()> {
    if module.functions().len() != 1 {
        return None;
    }
    module.walk_mut(&mut |op| {
        if edit::is_function(op) {
            op.set_attribute("sym_name", Some(Attribute::String("f".into())));
        }
    });
    Some(())
}

fn rename_values(module: &mut Module) {
    let mut names: Vec<(ValueId, Arc<str>)> = Vec::new();
    let (mut arguments, mut results) = (0_usize, 0_usize);
    module.walk(&mut |op| {
        if edit::is_function(op) {
            (arguments, results) = (0, 0);
        }
        // The first of several results names them all.
        if let Some(first) = op.results.first() {
            let name = constant_name(op).unwrap_or_else(|| {
                results += 1;
                (results - 1).to_string()
            });
            names.push((*first, name.into()));
        }
        for block in op.regions.iter().flat_map(|region| &region.blocks) {
            for argument in &block.arguments {
                names.push((*argument, format!("arg{arguments}").into()));
                arguments += 1;
            }
        }
    });
    for (value, name) in names {
        module.values[value.0 as usize].name = name;
    }
}

/// `c1_i32`, `true`, `cst`
fn constant_name(op: &Operation) -> Option<String> {
    if op.name.as_str() != "arith.constant" {
        return None;
    }
    Some(match op.attribute("value") {
        Some(Attribute::Bool(value)) => value.to_string(),
        Some(Attribute::Integer(value, Some(ty @ Type::Integer(..)))) if *value >= 0 => {
            format!("c{value}_{ty}")
        }
        Some(Attribute::Integer(value, Some(Type::Index))) if *value >= 0 => format!("c{value}"),
        _ => "cst".to_owned(),
    })
}
