//! What statements read and define.

use std::collections::BTreeSet;

use super::{Operand, Operation, Stmt, ValueId};

impl Stmt {
    /// The name of the operation, or of the kind of statement.
    pub fn name(&self) -> String {
        match self {
            Stmt::Let { op, .. } | Stmt::Do(op) => op.name(),
            Stmt::For(node) if node.is_while => "while".to_owned(),
            Stmt::For(_) => "for".to_owned(),
            Stmt::Call(_) => "call".to_owned(),
            Stmt::ReturnIf(_) => "return".to_owned(),
            Stmt::If(_) => "if".to_owned(),
        }
    }

    /// The blocks that stand in this one.
    pub fn blocks(&self) -> Vec<&[Stmt]> {
        match self {
            Stmt::Let { .. } | Stmt::Do(_) | Stmt::ReturnIf(_) => vec![],
            Stmt::For(node) => vec![&node.body],
            Stmt::If(node) => vec![&node.then, &node.otherwise],
            Stmt::Call(node) => vec![&node.body],
        }
    }

    /// Visits this statement and those that stand in it, outer ones first.
    pub fn visit<'a>(&'a self, visit: &mut impl FnMut(&'a Stmt)) {
        visit(self);
        for block in self.blocks() {
            block.iter().for_each(|stmt| stmt.visit(visit));
        }
    }

    /// Adds the values that it reads, nested statements included.
    pub fn reads(&self, into: &mut BTreeSet<ValueId>) {
        self.visit(&mut |stmt| match stmt {
            Stmt::Let { op, .. } | Stmt::Do(op) => into.extend(op.operands()),
            Stmt::ReturnIf(condition) => drop(into.insert(*condition)),
            Stmt::For(node) => {
                let bounds = [node.start, node.end, node.step];
                into.extend(bounds.into_iter().filter_map(Operand::value));
                into.extend(node.carried.iter().flat_map(|carried| [carried.init, carried.next]));
            }
            Stmt::If(node) => {
                into.insert(node.condition);
                into.extend(node.merged.iter().flat_map(|m| [m.then, m.otherwise]));
            }
            Stmt::Call(node) => into.extend(node.results.iter().map(|result| result.inner)),
        });
    }

    /// Replaces each value that it reads, nested statements included.
    pub fn map_reads(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId) {
        let operand = |operand: &mut Operand, f: &mut dyn FnMut(ValueId) -> ValueId| {
            if let Operand::Value(id) = operand {
                *id = f(*id);
            }
        };
        match self {
            Stmt::Let { op, .. } | Stmt::Do(op) => op.map_operands(f),
            Stmt::ReturnIf(condition) => *condition = f(*condition),
            Stmt::For(node) => {
                for bound in [&mut node.start, &mut node.end, &mut node.step] {
                    operand(bound, f);
                }
                for carried in &mut node.carried {
                    (carried.init, carried.next) = (f(carried.init), f(carried.next));
                }
                node.body.iter_mut().for_each(|stmt| stmt.map_reads(f));
            }
            Stmt::If(node) => {
                node.condition = f(node.condition);
                for merged in &mut node.merged {
                    (merged.then, merged.otherwise) = (f(merged.then), f(merged.otherwise));
                }
                let both = node.then.iter_mut().chain(&mut node.otherwise);
                both.for_each(|stmt| stmt.map_reads(f));
            }
            Stmt::Call(node) => {
                node.results.iter_mut().for_each(|result| result.inner = f(result.inner));
                node.body.iter_mut().for_each(|stmt| stmt.map_reads(f));
            }
        }
    }

    /// Adds the values that it defines in the block that it stands in.
    pub fn defines(&self, into: &mut BTreeSet<ValueId>) {
        match self {
            Stmt::Let { value, .. } => drop(into.insert(*value)),
            Stmt::Do(_) | Stmt::ReturnIf(_) => {}
            Stmt::For(node) => into.extend(node.carried.iter().map(|carried| carried.after)),
            Stmt::If(node) => into.extend(node.merged.iter().map(|merged| merged.value)),
            Stmt::Call(node) => into.extend(node.results.iter().map(|result| result.value)),
        }
    }
}

/// The names of all operations, and of statements of other kinds.
pub fn operations(body: &[Stmt]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    body.iter().for_each(|stmt| {
        stmt.visit(&mut |stmt| {
            names.insert(stmt.name());
        });
    });
    names
}

/// The values that statements read and that are defined outside of them, in order.
pub fn free(body: &[Stmt]) -> BTreeSet<ValueId> {
    let (mut read, mut own) = (BTreeSet::new(), BTreeSet::new());
    for stmt in body {
        stmt.reads(&mut read);
        stmt.visit(&mut |stmt| {
            stmt.defines(&mut own);
            if let Stmt::For(node) = stmt {
                own.insert(node.index);
                own.extend(node.carried.iter().map(|carried| carried.inside));
            }
        });
    }
    read.difference(&own).copied().collect()
}
