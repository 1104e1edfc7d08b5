//! Loops and branches: their bodies once, their inits, one branch; carried values one by one.

use super::edit::{self, Substitution};
use super::{Ir, Search};
use crate::mlir::{Block, Module, Operation, Region, ValueId};

/// Replaces a loop or a branch by something straight, the outer ones first.
pub(super) fn branches(search: &mut Search<'_, Ir>) -> bool {
    let mut any = false;
    let mut at = 0;
    while at < edit::count(search.best().module()) && !search.is_over() {
        let best = search.best().clone();
        let Some(op) = edit::copy(best.module(), at) else { break };
        let ways = match op.name.as_str() {
            "scf.for" => FOR,
            "scf.while" => WHILE,
            "scf.if" => IF,
            _ => &[],
        };
        let candidates = ways.iter().filter_map(|way| {
            let (ops, by) = way(&op)?;
            best.with(|module| {
                edit::replace(module, at, ops)?;
                edit::substitute(module, &by);
                Some(())
            })
        });
        // What has taken its place is looked at next.
        if search.first(candidates.collect::<Vec<_>>()) {
            any = true;
        } else {
            at += 1;
        }
    }
    any
}

/// Operations for an operation, and values for values.
type Way = fn(&Operation) -> Option<(Vec<Operation>, Substitution)>;

const FOR: &[Way] = &[inits, once];
const WHILE: &[Way] = &[inits, once_before];
const IF: &[Way] = &[then, otherwise];

fn pairs(from: &[ValueId], to: &[ValueId]) -> Option<Substitution> {
    (from.len() == to.len()).then(|| from.iter().copied().zip(to.iter().copied()).collect())
}

/// The only block of a region without its terminator, and that.
fn body(op: &Operation, region: usize) -> Option<(Block, Operation)> {
    let [block] = op.regions.get(region)?.blocks.as_slice() else { return None };
    let mut block = block.clone();
    let end = block.ops.pop()?;
    Some((block, end))
}

fn inits(op: &Operation) -> Option<(Vec<Operation>, Substitution)> {
    Some((Vec::new(), pairs(&op.results, op.group("init"))?))
}

fn once(op: &Operation) -> Option<(Vec<Operation>, Substitution)> {
    let (block, end) = body(op, 0)?;
    let (induction, carried) = block.arguments.split_first()?;
    let mut by = pairs(carried, op.group("init"))?;
    by.insert(*induction, op.operand("lower")?);
    by.extend(pairs(&op.results, &end.operands)?);
    Some((block.ops, by))
}

/// What runs before a loop's condition, once.
fn once_before(op: &Operation) -> Option<(Vec<Operation>, Substitution)> {
    let (block, end) = body(op, 0)?;
    let mut by = pairs(&block.arguments, op.group("init"))?;
    by.extend(pairs(&op.results, end.operands.get(1..)?)?);
    Some((block.ops, by))
}

fn branch(op: &Operation, region: usize) -> Option<(Vec<Operation>, Substitution)> {
    let (block, end) = body(op, region)?;
    Some((block.ops, pairs(&op.results, &end.operands)?))
}

fn then(op: &Operation) -> Option<(Vec<Operation>, Substitution)> {
    branch(op, 0)
}

fn otherwise(op: &Operation) -> Option<(Vec<Operation>, Substitution)> {
    branch(op, 1)
}

/// Values that loops carry, and unused results of branches: the operation and their place.
fn carried_ones(module: &Module) -> Vec<(usize, usize)> {
    let uses = edit::uses(module);
    let mut found = Vec::new();
    for (at, site) in edit::sites(module).iter().enumerate() {
        let name = site.op.name.as_str();
        for (i, result) in site.op.results.iter().enumerate() {
            if name == "scf.for" || (name == "scf.if" && uses[result.0 as usize] == 0) {
                found.push((at, i));
            }
        }
    }
    found
}

/// Removes carried values: what came in takes their place, in the loop and after it.
pub(super) fn carried(search: &mut Search<'_, Ir>) -> bool {
    search.fewer(
        |ir| carried_ones(ir.module()).len(),
        |ir, run| {
            ir.with(|module| {
                let mut by = Substitution::new();
                for (at, i) in carried_ones(module)[run].iter().rev() {
                    edit::edit(module, *at, &mut |op| remove_carried(op, *i, &mut by))?;
                }
                edit::substitute(module, &by);
                Some(())
            })
        },
    )
}

fn remove_carried(op: &mut Operation, index: usize, by: &mut Substitution) -> Option<()> {
    let result = op.results.remove(index);
    if op.name.as_str() == "scf.for" {
        let mut inits = op.group("init").to_vec();
        if index >= inits.len() {
            return None;
        }
        let init = inits.remove(index);
        op.set_group("init", &inits).then_some(())?;
        let entry = op.regions.first_mut()?.blocks.first_mut()?;
        if index + 1 >= entry.arguments.len() {
            return None;
        }
        by.insert(entry.arguments.remove(index + 1), init);
        by.insert(result, init);
    }
    op.regions.iter_mut().try_for_each(|region| remove_yielded(region, index))
}

fn remove_yielded(region: &mut Region, index: usize) -> Option<()> {
    let Some(block) = region.blocks.last_mut() else { return Some(()) };
    let end = block.ops.last_mut()?;
    let mut yielded = end.group("results").to_vec();
    if index >= yielded.len() {
        return None;
    }
    yielded.remove(index);
    end.set_group("results", &yielded).then_some(())
}
