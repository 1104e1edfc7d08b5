//! Takes blocks away: a loop becomes its body, a branch one of its sides, a call what it calls.

use super::sweep::Edit;
use crate::program::edit::{Names, block_at, blocks, rename};
use crate::program::ops::Full;
use crate::program::{Call, For, If, Op, Operand, Stmt, Types, ValueId};
use crate::testcase::TestCase;

/// What is put in place of a statement, and which values stand for those that it defined.
struct Instead {
    key: String,
    stmts: Vec<Stmt>,
    names: Names,
}

/// Every statement of this kind, without its block.
pub(super) fn edits(case: &TestCase) -> Vec<Edit> {
    let Ok(types) = case.program.check() else { return Vec::new() };
    let mut edits = Vec::new();
    for (number, block) in blocks(&case.program.body).into_iter().enumerate() {
        for (at, stmt) in block.iter().enumerate() {
            for instead in instead(stmt, &types) {
                edits.extend(replaced(case, number, at, instead));
            }
        }
    }
    edits
}

fn replaced(case: &TestCase, number: usize, at: usize, instead: Instead) -> Option<Edit> {
    let mut case = case.clone();
    block_at(&mut case.program.body, number)?.splice(at..=at, instead.stmts);
    rename(&mut case.program.body, &instead.names);
    Some(Edit { key: instead.key, case })
}

fn instead(stmt: &Stmt, types: &Types) -> Vec<Instead> {
    match stmt {
        Stmt::Let { .. } | Stmt::Do(_) => vec![],
        Stmt::ReturnIf(condition) => {
            let key = format!("return {condition:?}");
            vec![Instead { key, stmts: vec![], names: Names::new() }]
        }
        Stmt::For(node) => {
            let mut all = vec![dropped(node)];
            all.extend(once(node, types));
            all.extend((0..node.carried.len()).map(|at| invariant(node, at)));
            all
        }
        Stmt::If(node) => vec![side(node, true), side(node, false)],
        Stmt::Call(node) => vec![inlined(node)],
    }
}

/// No iteration.
fn dropped(node: &For) -> Instead {
    let names = node.carried.iter().map(|carried| (carried.after, carried.init)).collect();
    Instead { key: format!("drop {:?}", node.index), stmts: vec![], names }
}

/// The first iteration alone.
fn once(node: &For, types: &Types) -> Option<Instead> {
    let mut names: Names = node.carried.iter().map(|c| (c.inside, c.init)).collect();
    let mut stmts = Vec::new();
    match node.start {
        Operand::Value(start) => drop(names.insert(node.index, start)),
        value => {
            let dtype = types.get(node.index).ok()?.dtype()?;
            let op: Op = Full { shape: vec![], value, dtype }.into();
            stmts.push(Stmt::Let { value: node.index, op });
        }
    }
    let after: Vec<(ValueId, ValueId)> = node
        .carried
        .iter()
        .map(|c| (c.after, names.get(&c.next).copied().unwrap_or(c.next)))
        .collect();
    names.extend(after);
    stmts.extend(node.body.iter().cloned());
    Some(Instead { key: format!("once {:?}", node.index), stmts, names })
}

/// A loop in which one of the values that it carries stays what it is.
fn invariant(node: &For, at: usize) -> Instead {
    let mut node = node.clone();
    let carried = node.carried.remove(at);
    let names = [(carried.inside, carried.init), (carried.after, carried.init)].into();
    let key = format!("invariant {:?}", carried.inside);
    Instead { key, stmts: vec![Stmt::For(node)], names }
}

/// One side of a branch. Its key names what stands in it: a branch defines no value of its own.
fn side(node: &If, taken: bool) -> Instead {
    let stmts = if taken { &node.then } else { &node.otherwise };
    let result = |m: &crate::program::Merged| if taken { m.then } else { m.otherwise };
    let names = node.merged.iter().map(|merged| (merged.value, result(merged))).collect();
    let key = format!("side {taken} {:?} {:?}", node.condition, node.merged);
    Instead { key, stmts: stmts.clone(), names }
}

/// What a function does, in the place where it is called.
fn inlined(node: &Call) -> Instead {
    let names = node.results.iter().map(|result| (result.value, result.inner)).collect();
    let key = format!("inline {:?} {}", node.results, node.body.len());
    Instead { key, stmts: node.body.clone(), names }
}
