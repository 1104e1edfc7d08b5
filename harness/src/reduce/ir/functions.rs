//! Functions that nobody needs, calls that their callee's body can replace, arguments without use.

use std::sync::Arc;

use super::edit::{self, Substitution, is_function};
use super::{Ir, Search};
use crate::mlir::{Attribute, FunctionType, Module, Operation, Region, Type, ValueId};

/// Indices of the functions.
fn functions(module: &Module) -> Vec<usize> {
    let mut index = 0;
    let mut found = Vec::new();
    module.walk(&mut |op| {
        if is_function(op) {
            found.push(index);
        }
        index += 1;
    });
    found
}

/// The function that an operation calls.
fn callee(op: &Operation) -> Option<&str> {
    op.attribute("callee").and_then(Attribute::as_str)
}

/// Whether a function is called.
pub(super) fn is_called(module: &Module, name: &str) -> bool {
    let mut found = false;
    module.walk(&mut |op| found |= callee(op) == Some(name));
    found
}

/// Drops functions.
pub(super) fn unneeded(search: &mut Search<'_, Ir>) -> bool {
    search.fewer(
        |ir| functions(ir.module()).len(),
        |ir, run| {
            ir.with(|module| {
                let all = functions(module);
                let dropped = &all[run];
                if dropped.len() == all.len() {
                    return None;
                }
                let mut names = Vec::new();
                for at in dropped.iter().rev() {
                    names.push(edit::copy(module, *at)?.symbol()?.to_owned());
                    edit::replace(module, *at, Vec::new())?;
                }
                let missing = names.iter().any(|name| is_called(module, name));
                (!missing).then_some(())
            })
        },
    )
}

/// Puts the bodies of functions in the place of calls.
pub(super) fn inlined(search: &mut Search<'_, Ir>) -> bool {
    let mut any = false;
    while !search.is_over() {
        let best = search.best().clone();
        let mut calls = Vec::new();
        for (at, site) in edit::sites(best.module()).iter().enumerate() {
            if site.op.name.as_str() == "tt.call" {
                calls.push(at);
            }
        }
        let candidates = calls.into_iter().filter_map(|at| best.with(|module| inline(module, at)));
        if !search.first(candidates) {
            break;
        }
        any = true;
    }
    any
}

fn inline(module: &mut Module, at: usize) -> Option<()> {
    let call = edit::copy(module, at)?;
    let function = module.function(callee(&call)?)?.clone();
    let mut body = module.clone_operation(&function).regions.pop()?;
    let mut block = body.blocks.pop()?;
    if !body.blocks.is_empty() {
        return None;
    }
    let end = block.ops.pop()?;
    let mut by: Substitution = block.arguments.into_iter().zip(call.operands).collect();
    by.extend(call.results.into_iter().zip(end.operands));
    edit::replace(module, at, block.ops)?;
    edit::substitute(module, &by);
    Some(())
}

/// Arguments without use: the function's index and theirs.
fn unused(module: &Module) -> Vec<(usize, usize)> {
    let uses = edit::uses(module);
    let mut found = Vec::new();
    for at in functions(module) {
        let Some(op) = edit::copy(module, at) else { continue };
        if op.symbol().is_some_and(|name| is_called(module, name)) {
            continue;
        }
        let Some(entry) = op.regions.first().and_then(Region::entry) else { continue };
        for (i, argument) in entry.arguments.iter().enumerate() {
            if uses[argument.0 as usize] == 0 {
                found.push((at, i));
            }
        }
    }
    found
}

/// Drops arguments that nobody uses, of functions that nobody calls.
pub(super) fn arguments(search: &mut Search<'_, Ir>) -> bool {
    search.fewer(
        |ir| unused(ir.module()).len(),
        |ir, run| {
            ir.with(|module| {
                for (at, i) in unused(module)[run].iter().rev() {
                    edit::edit(module, *at, &mut |op| remove_argument(op, *i))?;
                }
                Some(())
            })
        },
    )
}

/// Changes the types of a function's arguments.
fn change_inputs(op: &mut Operation, change: impl FnOnce(&mut Vec<Type>)) -> Option<()> {
    let Some(Attribute::Type(Type::Function(function))) = op.attribute("function_type") else {
        return None;
    };
    let mut function: FunctionType = (**function).clone();
    change(&mut function.inputs);
    let function = Attribute::Type(Type::Function(Arc::new(function)));
    op.set_attribute("function_type", Some(function));
    Some(())
}

/// Changes the list of the attributes of a function's arguments, where there is one.
pub(super) fn change_argument_attributes(
    op: &mut Operation,
    change: impl FnOnce(&mut Vec<Attribute>),
) {
    if let Some(Attribute::Array(all)) = op.attribute("arg_attrs") {
        let mut all = all.clone();
        change(&mut all);
        let empty = |one: &Attribute| matches!(one, Attribute::Dictionary(all) if all.is_empty());
        let left = (!all.iter().all(empty)).then_some(Attribute::Array(all));
        op.set_attribute("arg_attrs", left);
    }
}

fn remove_argument(op: &mut Operation, index: usize) -> Option<()> {
    let entry = op.regions.first_mut()?.blocks.first_mut()?;
    if index >= entry.arguments.len() {
        return None;
    }
    entry.arguments.remove(index);
    change_inputs(op, |inputs| drop(inputs.remove(index)))?;
    change_argument_attributes(op, |all| {
        if index < all.len() {
            all.remove(index);
        }
    });
    Some(())
}

/// Makes a value the last argument of a function.
pub(super) fn add_argument(op: &mut Operation, value: ValueId, ty: Type) -> Option<()> {
    op.regions.first_mut()?.blocks.first_mut()?.arguments.push(value);
    change_inputs(op, |inputs| inputs.push(ty))?;
    change_argument_attributes(op, |all| all.push(Attribute::Dictionary(Vec::new())));
    Some(())
}
