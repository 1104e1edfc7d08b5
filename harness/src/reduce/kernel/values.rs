//! The values of a kernel, each with those that could stand in its place.

use crate::program::{Op, Program, Stmt, Types, ValueId};

/// A value that a statement defines.
pub(super) struct Value<'p> {
    pub(super) id: ValueId,
    /// How, where that is an operation.
    pub(super) op: Option<&'p Op>,
    /// Values of the same type that are visible wherever it is, in order.
    pub(super) before: Vec<ValueId>,
}

/// All values that statements define, in order.
pub(super) fn values<'p>(program: &'p Program, types: &Types) -> Vec<Value<'p>> {
    let scope = program.params.iter().map(|param| param.value).collect();
    let mut walk = Walk { types, scope, found: Vec::new() };
    walk.block(&program.body);
    walk.found
}

struct Walk<'p, 't> {
    types: &'t Types,
    scope: Vec<ValueId>,
    found: Vec<Value<'p>>,
}

impl<'p> Walk<'p, '_> {
    fn define(&mut self, id: ValueId, op: Option<&'p Op>) {
        let ty = self.types.get(id).ok();
        let same = |other: &&ValueId| self.types.get(**other).ok() == ty;
        let before = self.scope.iter().filter(same).copied().collect();
        self.found.push(Value { id, op, before });
        self.scope.push(id);
    }

    /// What a block defines is visible in it alone.
    fn inner(&mut self, body: &'p [Stmt]) {
        let visible = self.scope.len();
        self.block(body);
        self.scope.truncate(visible);
    }

    fn block(&mut self, body: &'p [Stmt]) {
        for stmt in body {
            match stmt {
                Stmt::Let { value, op } => self.define(*value, Some(op)),
                Stmt::Do(_) | Stmt::ReturnIf(_) => {}
                Stmt::For(node) => {
                    let visible = self.scope.len();
                    self.define(node.index, None);
                    node.carried.iter().for_each(|carried| self.define(carried.inside, None));
                    self.block(&node.body);
                    self.scope.truncate(visible);
                    node.carried.iter().for_each(|carried| self.define(carried.after, None));
                }
                Stmt::If(node) => {
                    self.inner(&node.then);
                    self.inner(&node.otherwise);
                    node.merged.iter().for_each(|merged| self.define(merged.value, None));
                }
                Stmt::Call(node) => {
                    self.inner(&node.body);
                    node.results.iter().for_each(|result| self.define(result.value, None));
                }
            }
        }
    }
}
