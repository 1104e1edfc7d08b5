//! Where statements stand: blocks by number, and what goes in and out of them.
//!
//! The block of the kernel itself is number 0, then come those of its statements, outer ones first.

use std::collections::BTreeMap;

use super::Edit;
use crate::program::{Op, Stmt, ValueId};

/// How often each value is read.
pub(super) type Counts = BTreeMap<ValueId, usize>;

/// All blocks, in order of their numbers.
pub(super) fn blocks(body: &[Stmt]) -> Vec<&[Stmt]> {
    let mut all = vec![body];
    for stmt in body {
        for block in stmt.blocks() {
            all.extend(blocks(block));
        }
    }
    all
}

/// The blocks that stand in a statement, as `Stmt::blocks` gives them.
pub(super) fn inner_blocks(stmt: &mut Stmt) -> Vec<&mut Vec<Stmt>> {
    match stmt {
        Stmt::Let { .. } | Stmt::Do(_) | Stmt::ReturnIf(_) => vec![],
        Stmt::For(node) => vec![&mut node.body],
        Stmt::If(node) => vec![&mut node.then, &mut node.otherwise],
        Stmt::Call(node) => vec![&mut node.body],
    }
}

/// The values that leave each of these blocks.
pub(super) fn results(stmt: &Stmt) -> Vec<Vec<ValueId>> {
    match stmt {
        Stmt::Let { .. } | Stmt::Do(_) | Stmt::ReturnIf(_) => vec![],
        Stmt::For(node) => vec![node.carried.iter().map(|carried| carried.next).collect()],
        Stmt::If(node) => vec![
            node.merged.iter().map(|merged| merged.then).collect(),
            node.merged.iter().map(|merged| merged.otherwise).collect(),
        ],
        Stmt::Call(node) => vec![node.results.iter().map(|result| result.inner).collect()],
    }
}

/// Whether it is a number, which compilers place as they like.
pub(super) fn is_number(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Let { op: Op::Full(_), .. })
}

/// Adds what a statement reads, nested ones included.
pub(super) fn count(stmt: &Stmt, into: &mut Counts) {
    stmt.clone().map_reads(&mut |id| {
        *into.entry(id).or_default() += 1;
        id
    });
}

fn block_of<'p>(body: &'p mut Vec<Stmt>, left: &mut usize) -> Option<&'p mut Vec<Stmt>> {
    if *left == 0 {
        return Some(body);
    }
    *left -= 1;
    for stmt in body.iter_mut() {
        for block in inner_blocks(stmt) {
            if let Some(found) = block_of(block, left) {
                return Some(found);
            }
        }
    }
    None
}

impl Edit<'_, '_, '_> {
    /// The block of that number.
    pub(super) fn block(&mut self, number: usize) -> Option<&mut Vec<Stmt>> {
        let mut left = number;
        block_of(&mut self.case.program.body, &mut left)
    }

    /// The number of the block, and the place in it, of each statement that is wanted.
    pub(super) fn places(&self, wanted: fn(&Stmt) -> bool) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (number, block) in blocks(&self.case.program.body).into_iter().enumerate() {
            for (at, stmt) in block.iter().enumerate() {
                if wanted(stmt) {
                    found.push((number, at));
                }
            }
        }
        found
    }
}
