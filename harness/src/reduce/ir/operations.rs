//! Operations: those without a used result go, the others give way to a value that is there
//! already, to a constant or to an argument of the function.

use std::collections::BTreeSet;
use std::ops::Range;

use super::edit::{self, Site, Substitution, is_function};
use super::effects::is_terminator;
use super::{Ir, Search, functions};
use crate::mlir::{Module, Operation, Type, ValueId};

/// Whether an operation may be taken out of its block at all.
fn is_movable(site: &Site<'_>) -> bool {
    let fixed = is_function(site.op) || is_terminator(site.op) || site.combines;
    !fixed && site.function.is_some()
}

fn is_used(uses: &[usize], value: ValueId) -> bool {
    uses[value.0 as usize] > 0
}

/// Operations none of whose results is used.
fn unused_ones(module: &Module) -> Vec<usize> {
    let uses = edit::uses(module);
    let unneeded =
        |site: &Site<'_>| is_movable(site) && !site.op.results.iter().any(|r| is_used(&uses, *r));
    let sites = edit::sites(module);
    let found = sites.iter().enumerate().filter(|(_, site)| unneeded(site));
    found.map(|(at, _)| at).collect()
}

/// Drops operations without used results, whatever their effects; then those that can go while what
/// they used must stay.
pub(super) fn unused(search: &mut Search<'_, Ir>) -> bool {
    let drop_ones = |module: &mut Module, run: Range<usize>| {
        for at in unused_ones(module)[run].iter().rev() {
            edit::replace(module, *at, Vec::new())?;
        }
        Some(())
    };
    let count = |ir: &Ir| unused_ones(ir.module()).len();
    let swept = search.fewer(count, |ir, run| ir.with(|module| drop_ones(module, run)));
    let alone = |ir: &Ir, run| ir.with_the_unused(|module| drop_ones(module, run));
    search.fewer(count, alone) || swept
}

/// Whether a constant or an argument could stand for an operation with used results.
fn is_replaceable(module: &Module, uses: &[usize], site: &Site<'_>) -> bool {
    let known = |value: &ValueId| {
        let ty = module.ty(*value);
        !matches!(ty, Type::Unknown | Type::None | Type::Opaque(_) | Type::AsyncToken)
    };
    let results = &site.op.results;
    !is_constant(site.op)
        && is_movable(site)
        && results.iter().all(known)
        && results.iter().any(|result| is_used(uses, *result))
}

fn is_constant(op: &Operation) -> bool {
    matches!(op.name.as_str(), "arith.constant" | "ub.poison")
}

fn replaceable(module: &Module) -> Vec<usize> {
    let uses = edit::uses(module);
    let sites = edit::sites(module);
    let found = sites.iter().enumerate().filter(|(_, site)| is_replaceable(module, &uses, site));
    found.map(|(at, _)| at).collect()
}

/// What stands for the results of an operation.
#[derive(Clone, Copy)]
enum StandIn {
    /// Constants; arguments where there is no constant of the type.
    Constants,
    /// Arguments of the function.
    Arguments,
}

/// Puts constants or arguments in the place of an operation.
fn stand_in(module: &mut Module, at: usize, stand_in: StandIn) -> Option<()> {
    let (function, results, uncalled) = {
        let sites = edit::sites(module);
        let site = sites.get(at)?;
        let function = site.function?;
        let name = sites[function].op.symbol();
        let uncalled = name.is_none_or(|name| !functions::is_called(module, name));
        (function, site.op.results.clone(), uncalled)
    };
    let uses = edit::uses(module);
    let mut constants = Vec::new();
    let mut arguments = Vec::new();
    // Nothing is won by standing in for what nobody uses.
    for result in results.into_iter().filter(|result| is_used(&uses, *result)) {
        let constant = match stand_in {
            StandIn::Constants => edit::constant(module, result, 1),
            StandIn::Arguments => None,
        };
        match constant {
            Some(constant) => constants.push(constant),
            None => arguments.push(result),
        }
    }
    if !arguments.is_empty() && !uncalled {
        return None;
    }
    edit::replace(module, at, constants)?;
    for value in arguments {
        let ty = module.ty(value).clone();
        edit::edit(module, function, &mut |op| functions::add_argument(op, value, ty.clone()))?;
    }
    Some(())
}

/// Puts constants, then arguments, in the place of runs of operations.
pub(super) fn runs(search: &mut Search<'_, Ir>) -> bool {
    let mut any = false;
    for kind in [StandIn::Constants, StandIn::Arguments] {
        any |= search.fewer(
            |ir| replaceable(ir.module()).len(),
            |ir, run| {
                // One by one there is more to try: see `each`.
                if run.len() < 2 {
                    return None;
                }
                ir.with(|module| {
                    for at in replaceable(module)[run].iter().rev() {
                        stand_in(module, *at, kind)?;
                    }
                    Some(())
                })
            },
        );
    }
    any
}

/// Replaces operations one by one, from the last to the first.
pub(super) fn each(search: &mut Search<'_, Ir>) -> bool {
    let mut any = false;
    let mut at = edit::count(search.best().module());
    while at > 0 && !search.is_over() {
        at -= 1;
        let best = search.best().clone();
        if search.first(substitutes(&best, at)) {
            any = true;
            at = at.min(edit::count(search.best().module()));
        }
    }
    any
}

/// The module with something simpler in the place of an operation.
fn substitutes(ir: &Ir, at: usize) -> Vec<Ir> {
    let module = ir.module();
    let uses = edit::uses(module);
    let sites = edit::sites(module);
    let Some(site) = sites.get(at) else { return Vec::new() };
    if !is_movable(site) || !site.op.results.iter().any(|r| is_used(&uses, *r)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    if let [result] = site.op.results[..] {
        for other in others(module, &sites, at, result) {
            found.extend(ir.with(|module| {
                edit::replace(module, at, Vec::new())?;
                edit::substitute(module, &Substitution::from([(result, other)]));
                Some(())
            }));
        }
    }
    if found.is_empty() {
        found.extend(ir.with(|module| splat(module, at)));
    }
    if is_replaceable(module, &uses, site) {
        for kind in [StandIn::Constants, StandIn::Arguments] {
            found.extend(ir.with(|module| stand_in(module, at, kind)));
        }
    }
    found
}

/// Puts the oldest scalar of the type of its elements in the place of a tensor.
fn splat(module: &mut Module, at: usize) -> Option<()> {
    let (scalar, result) = {
        let sites = edit::sites(module);
        let site = sites.get(at)?;
        let [result] = site.op.results[..] else { return None };
        let Type::Tensor(tensor) = module.ty(result) else { return None };
        if is_constant(site.op) || site.op.name.as_str() == "tt.splat" {
            return None;
        }
        let fits = |value: &&ValueId| *module.ty(**value) == tensor.element;
        (*site.visible.iter().find(fits)?, result)
    };
    let mut op = Operation::new("tt.splat");
    op.operands = vec![scalar];
    op.results = vec![result];
    edit::replace(module, at, vec![op])
}

/// Values for a result: operands of its type, then the nearest and the oldest value that is one. A
/// constant gives way to constants alone, because other passes make constants of values.
fn others(module: &Module, sites: &[Site<'_>], at: usize, result: ValueId) -> Vec<ValueId> {
    let site = &sites[at];
    let constants: BTreeSet<ValueId> =
        sites.iter().filter(|s| is_constant(s.op)).flat_map(|s| s.op.results.clone()).collect();
    let only_constants = is_constant(site.op);
    let fits = |value: &&ValueId| {
        module.ty(**value) == module.ty(result) && (!only_constants || constants.contains(*value))
    };
    let near = site.visible.iter().rev().find(fits);
    let old = site.visible.iter().find(fits);
    let mut found: Vec<ValueId> = Vec::new();
    for value in site.op.operands.iter().filter(fits).chain(near).chain(old) {
        // An operand of another block may come from anywhere: only what is seen counts.
        if site.visible.contains(value) && !found.contains(value) {
            found.push(*value);
        }
    }
    found
}
