//! Layouts: fewer different ones, of smaller numbers, for fewer warps.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::map::Rule;
use super::{Ir, Search};
use crate::mlir::{Attribute, Form, Module, Parameters, Piece, Type};

/// Pairs of layouts that are tried, at most, before one is found.
const PAIRS: usize = 40;
const WARPS: &str = "ttg.num-warps";

/// Removes aliases that nothing names.
pub(super) fn drop_unused_aliases(module: &mut Module) {
    let mut named = BTreeSet::new();
    module.walk(&mut |op| {
        let blocks = op.regions.iter().flat_map(|region| &region.blocks);
        let arguments = blocks.flat_map(|block| &block.arguments);
        for value in op.results.iter().chain(arguments) {
            mentioned(&module.ty(*value).to_string(), &mut named);
        }
        op.attributes.iter().for_each(|(_, value)| mentioned(&value.to_string(), &mut named));
        if let Form::Opaque(pieces) = &op.form {
            for piece in pieces.iter() {
                if let Piece::Text(text) = piece {
                    mentioned(text, &mut named);
                }
            }
        }
    });
    // An alias names only those before it.
    let mut kept = Vec::new();
    for (name, value) in std::mem::take(&mut module.aliases).into_iter().rev() {
        if named.contains(&*name) {
            mentioned(&value.to_string(), &mut named);
            kept.push((name, value));
        }
    }
    kept.reverse();
    module.aliases = kept;
}

/// Adds the names after each `#`.
fn mentioned(text: &str, found: &mut BTreeSet<String>) {
    for part in text.split('#').skip(1) {
        let ends = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-'));
        let end = part.find(ends).unwrap_or(part.len());
        found.insert(part[..end].to_owned());
    }
}

/// Layouts of tensors with their rank, in the order of their first use.
fn layouts(module: &Module) -> Vec<(usize, Attribute)> {
    let mut found = Vec::new();
    for value in &module.values {
        if let Type::Tensor(tensor) = &value.ty
            && let Some(layout) = &tensor.encoding
        {
            let layout = (tensor.shape.len(), layout.clone());
            if !found.contains(&layout) {
                found.push(layout);
            }
        }
    }
    found
}

/// One layout for another of the same rank, everywhere.
pub(super) fn merged(search: &mut Search<'_, Ir>) -> bool {
    let mut any = false;
    while !search.is_over() {
        let best = search.best().clone();
        let all = layouts(best.module());
        let others = |from: &(usize, Attribute)| {
            let fit = all.iter().filter(|to| to.0 == from.0 && to.1 != from.1);
            fit.map(|to| (from.1.clone(), to.1.clone())).collect::<Vec<_>>()
        };
        let pairs = all.iter().rev().flat_map(others).take(PAIRS);
        let candidates = pairs.filter_map(|(from, to)| {
            best.with(|module| {
                let on_attribute = |one: &Attribute| (*one == from).then(|| to.clone());
                Rule { on_type: &|_| None, on_attribute: &on_attribute }.apply(module);
                Some(())
            })
        });
        if !search.first(candidates.collect::<Vec<_>>()) {
            break;
        }
        any = true;
    }
    any
}

/// A layout with other numbers in one of its parameters.
fn with_numbers(
    layout: &Attribute,
    name: &str,
    change: &dyn Fn(&mut Vec<i64>),
) -> Option<Attribute> {
    let Attribute::Dialect(kind, parameters) = layout else { return None };
    let Parameters::Dictionary(entries) = &**parameters else { return None };
    let mut numbers = layout.parameter(name)?.as_integers()?;
    change(&mut numbers);
    let mut entries = entries.clone();
    for (_, value) in entries.iter_mut().filter(|(key, _)| &**key == name) {
        let numbers = numbers.iter().map(|n| Attribute::Integer(i128::from(*n), None));
        *value = Attribute::Array(numbers.collect());
    }
    Some(Attribute::Dialect(Arc::clone(kind), Arc::new(Parameters::Dictionary(entries))))
}

/// The module with numbers of all layouts changed.
fn renumbered(ir: &Ir, name: &str, change: &dyn Fn(&mut Vec<i64>)) -> Module {
    let mut module = ir.module().clone();
    let on_attribute = |one: &Attribute| with_numbers(one, name, change);
    Rule { on_type: &|_| None, on_attribute: &on_attribute }.apply(&mut module);
    module
}

/// Fewer warps, then fewer elements for each thread.
pub(super) fn numbers(search: &mut Search<'_, Ir>) -> bool {
    let mut any = false;
    loop {
        let best = search.best().clone();
        let warps = best.module().attribute(WARPS).and_then(Attribute::as_integer).unwrap_or(1);
        let fewer = [1, warps / 2].into_iter().filter(|fewer| (1..warps).contains(fewer));
        let candidates = fewer.filter_map(|fewer| with_warps(&best, warps, fewer));
        if !search.first(candidates.collect::<Vec<_>>()) {
            break;
        }
        any = true;
    }
    for halve in [false, true] {
        let best = search.best().clone();
        let smaller = move |numbers: &mut Vec<i64>| {
            numbers.iter_mut().for_each(|n| *n = if halve { (*n / 2).max(1) } else { 1 });
        };
        let module = renumbered(&best, "sizePerThread", &smaller);
        any |= search.first(Ir::of(&module));
    }
    any
}

fn with_warps(ir: &Ir, warps: i128, fewer: i128) -> Option<Ir> {
    let divide = |numbers: &mut Vec<i64>| {
        let mut left = warps / fewer;
        while left > 1
            && let Some(largest) = numbers.iter_mut().max_by_key(|n| **n)
        {
            *largest = (*largest / 2).max(1);
            left /= 2;
        }
    };
    let mut module = renumbered(ir, "warpsPerCTA", &divide);
    module.walk_mut(&mut |op| {
        if let Some(Attribute::Integer(_, ty)) = op.attribute(WARPS) {
            let number = Attribute::Integer(fewer, ty.clone());
            op.set_attribute(WARPS, Some(number));
        }
    });
    Ir::of(&module)
}
