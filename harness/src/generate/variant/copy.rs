//! Copies of statements, which define values of their own.

use std::collections::BTreeMap;

use super::Edit;
use super::place::inner_blocks;
use crate::program::{Stmt, ValueId};

/// The copy of each value.
pub(super) type Names = BTreeMap<ValueId, ValueId>;

impl Edit<'_, '_, '_> {
    /// The same statements with a new value for each that they define, nested ones included.
    pub(super) fn copy(&mut self, body: &[Stmt]) -> (Vec<Stmt>, Names) {
        let mut copy = body.to_vec();
        let mut names = Names::new();
        redefine(&mut copy, &mut |id| {
            let new = self.fresh();
            names.insert(id, new);
            new
        });
        rename(&mut copy, &names);
        (copy, names)
    }
}

/// Replaces what statements read and these names name.
pub(super) fn rename(body: &mut [Stmt], names: &Names) {
    for stmt in body {
        stmt.map_reads(&mut |id| names.get(&id).copied().unwrap_or(id));
    }
}

/// Replaces each value that statements define.
fn redefine(body: &mut [Stmt], new: &mut dyn FnMut(ValueId) -> ValueId) {
    for stmt in body {
        match stmt {
            Stmt::Let { value, .. } => *value = new(*value),
            Stmt::Do(_) | Stmt::ReturnIf(_) => {}
            Stmt::For(node) => {
                node.index = new(node.index);
                for carried in &mut node.carried {
                    carried.inside = new(carried.inside);
                    carried.after = new(carried.after);
                }
            }
            Stmt::If(node) => {
                node.merged.iter_mut().for_each(|merged| merged.value = new(merged.value));
            }
            Stmt::Call(node) => {
                node.results.iter_mut().for_each(|result| result.value = new(result.value));
            }
        }
        for block in inner_blocks(stmt) {
            redefine(block, new);
        }
    }
}
