//! Where statements stand: blocks by number, and what goes in and out of them.
//!
//! The block of the kernel itself is number 0, then come those of its statements, outer ones first.

use super::Edit;
use crate::program::edit::block_at;
use crate::program::{Op, Stmt, ValueId};

pub(super) use crate::program::edit::{Counts, blocks, count, inner_blocks};

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

impl Edit<'_, '_, '_> {
    /// The block of that number.
    pub(super) fn block(&mut self, number: usize) -> Option<&mut Vec<Stmt>> {
        block_at(&mut self.case.program.body, number)
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
