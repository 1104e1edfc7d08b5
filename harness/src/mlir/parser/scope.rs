//! Names of values: scopes, definitions, uses before a definition.

use std::sync::Arc;

use super::super::ir::{Value, ValueId};
use super::super::lexer::Kind;
use super::super::types::Type;
use super::hash::Names;
use super::{Parser, Result};
use crate::syntax::ParseError;

impl<'a> Parser<'a> {
    pub(in crate::mlir) fn ty_of(&self, value: ValueId) -> &Type {
        self.module.ty(value)
    }

    /// Sets the type of a value whose definition did not tell it.
    pub(in crate::mlir) fn learn(&mut self, value: ValueId, ty: Type) {
        let slot = &mut self.module.values[value.0 as usize].ty;
        if *slot == Type::Unknown {
            *slot = ty;
        }
    }

    pub(in crate::mlir) fn name(&mut self, name: &'a str) -> Arc<str> {
        Arc::clone(self.names.entry(name).or_insert_with(|| name.into()))
    }

    pub(in crate::mlir) fn fresh(&mut self, name: &'a str, ty: Type) -> ValueId {
        let name = self.name(name);
        let id = ValueId(u32::try_from(self.module.values.len()).unwrap_or(u32::MAX));
        self.module.values.push(Value { ty, name });
        id
    }

    /// Runs in a scope of value names of its own.
    pub(in crate::mlir) fn scoped<T>(
        &mut self,
        run: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.scopes.push(Names::default());
        let result = run(self);
        self.scopes.pop();
        result
    }

    pub(in crate::mlir) fn lookup(&self, name: &str, index: usize) -> Option<ValueId> {
        self.scopes.iter().rev().find_map(|scope| scope.get(&(name, index))).copied()
    }

    /// Defines value `index` of `name` in the innermost scope.
    pub(in crate::mlir) fn define(
        &mut self,
        name: &'a str,
        index: usize,
        ty: Type,
    ) -> Result<ValueId> {
        let id = match self.pending.remove(&(name, index)) {
            Some((id, _)) => {
                self.learn(id, ty);
                id
            }
            None => self.fresh(name, ty),
        };
        if let Some(scope) = self.scopes.last_mut()
            && scope.insert((name, index), id).is_some()
        {
            return self.fail(format!("%{name} is defined twice"));
        }
        Ok(id)
    }

    /// A use: `%name` or `%name#1`. One that is not defined yet waits for its definition.
    pub(in crate::mlir) fn operand(&mut self) -> Result<ValueId> {
        if self.token.kind != Kind::Value {
            return self.fail("expected a value");
        }
        let (name, start) = (&self.text()[1..], self.token.start);
        self.advance()?;
        let mut index = 0;
        if self.token.kind == Kind::Hash {
            index = self.text()[1..].parse::<u16>().map_or(usize::MAX, usize::from);
            if index == usize::MAX {
                return self.fail("this result number is too large");
            }
            self.advance()?;
        }
        if let Some(id) = self.lookup(name, index) {
            return Ok(id);
        }
        if let Some((id, _)) = self.pending.get(&(name, index)) {
            return Ok(*id);
        }
        let id = self.fresh(name, Type::Unknown);
        self.pending.insert((name, index), (id, start));
        Ok(id)
    }

    /// Fails where a value was used and never defined.
    pub(in crate::mlir) fn no_pending(&self) -> Result<()> {
        match self.pending.iter().min_by_key(|(_, (_, start))| *start) {
            None => Ok(()),
            Some(((name, _), (_, start))) => {
                let message = format!("%{name} is not defined");
                Err(ParseError::at(self.lexer.text, *start, message))
            }
        }
    }
}
