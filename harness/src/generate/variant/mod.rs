//! Metamorphic variants: other kernels that mean the same (equivalence modulo inputs, EMI).
//!
//! A *variant* changes a case so that the compiler sees other code, and every launch leaves what it
//! left before. To add one: write its file, and add its line to [`VARIANTS`].

mod copy;
mod dead_store;
mod function;
mod grid_loop;
mod hoist;
mod opaque_branch;
mod options;
mod peel_loop;
mod place;
mod reassociate;
mod reorder;
mod sink;
mod split_loop;

use std::collections::BTreeSet;

use super::choice::Choice;
use crate::program::ops::{Compare, NumPrograms, Op, Predicate};
use crate::program::{Operand, Program, Stmt, Types, ValueId, free};
use crate::testcase::TestCase;

/// A way to make a variant.
pub(super) struct Variant {
    pub(super) name: &'static str,
    /// Changes the case; `None` where there is nothing to change.
    pub(super) apply: fn(&mut Edit<'_, '_, '_>) -> Option<()>,
}

impl Variant {
    /// Changes a case in this way; one with nothing to change stays as it is.
    pub(super) fn change(&self, case: &mut TestCase, choice: &mut Choice<'_, '_>) -> Option<()> {
        let mut changed = case.clone();
        (self.apply)(&mut Edit::new(&mut changed, choice)?)?;
        *case = changed;
        Some(())
    }
}

/// All of them.
pub(super) const VARIANTS: &[Variant] = &[
    Variant { name: "opaque_branch", apply: opaque_branch::apply },
    Variant { name: "dead_store", apply: dead_store::apply },
    Variant { name: "reorder", apply: reorder::apply },
    Variant { name: "reassociate", apply: reassociate::apply },
    Variant { name: "function", apply: function::apply },
    Variant { name: "options", apply: options::apply },
    Variant { name: "split_loop", apply: split_loop::apply },
    Variant { name: "peel_loop", apply: peel_loop::apply },
    Variant { name: "grid_loop", apply: grid_loop::apply },
    Variant { name: "sink", apply: sink::apply },
    Variant { name: "hoist", apply: hoist::apply },
];

/// A case that is changed.
pub(super) struct Edit<'c, 'a, 'b> {
    pub(super) case: &'c mut TestCase,
    pub(super) choice: &'c mut Choice<'a, 'b>,
    pub(super) types: Types,
    next: u32,
}

impl<'c, 'a, 'b> Edit<'c, 'a, 'b> {
    pub(super) fn new(case: &'c mut TestCase, choice: &'c mut Choice<'a, 'b>) -> Option<Self> {
        let types = case.program.check().ok()?;
        let next = types.iter().map(|(id, _)| id.0 + 1).max().unwrap_or(0);
        Some(Edit { case, choice, types, next })
    }

    pub(super) fn fresh(&mut self) -> ValueId {
        self.next += 1;
        ValueId(self.next - 1)
    }

    pub(super) fn program(&mut self) -> &mut Program {
        &mut self.case.program
    }

    /// Statements that compute a flag which is true, or false, in every launch, and which no
    /// compiler knows.
    pub(super) fn opaque(&mut self, truth: bool) -> (Vec<Stmt>, ValueId) {
        let (count, flag) = (self.fresh(), self.fresh());
        let axis = self.choice.index(3);
        let predicate = if truth { Predicate::Ge } else { Predicate::Lt };
        let compare = Compare { predicate, left: count, right: Operand::Int(1) };
        let let_ = |value, op: Op| Stmt::Let { value, op };
        let statements = vec![let_(count, NumPrograms { axis }.into()), let_(flag, compare.into())];
        (statements, flag)
    }

    /// A run of statements of the kernel itself: where it begins and ends, and which of its values
    /// are read after it. No run has a return in it.
    pub(super) fn run(&mut self) -> Option<(usize, usize, Vec<ValueId>)> {
        let body = &self.case.program.body;
        let start = self.choice.index(body.len());
        let length = 1 + self.choice.index((body.len() - start).min(12));
        let end = start + length;
        let returns = |stmt: &Stmt| matches!(stmt, Stmt::ReturnIf(_));
        if body[start..end].iter().any(returns) {
            return None;
        }
        let mut defined = BTreeSet::new();
        body[start..end].iter().for_each(|stmt| stmt.defines(&mut defined));
        let read = free(&body[end..]);
        Some((start, end, defined.intersection(&read).copied().collect()))
    }

    /// Renames a value wherever it is read from statement `start` of the kernel on.
    pub(super) fn rename_from(&mut self, start: usize, from: ValueId, to: ValueId) {
        for stmt in &mut self.case.program.body[start..] {
            stmt.map_reads(&mut |id| if id == from { to } else { id });
        }
    }
}

/// Changes a case in one to three ways; `None` if nothing could be changed. Gives their names.
pub(super) fn vary(case: &mut TestCase, choice: &mut Choice<'_, '_>) -> Option<Vec<&'static str>> {
    let mut done = Vec::new();
    for _ in 0..choice.between(1, 3) {
        let variant = choice.pick_ref(VARIANTS);
        done.extend(variant.change(case, choice).map(|()| variant.name));
    }
    (!done.is_empty()).then_some(done)
}
