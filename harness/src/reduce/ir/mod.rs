//! From a module that a pass gets wrong to the smallest one that it still gets wrong.
//!
//! A candidate is a whole module. Each *pass* here cuts one kind of thing; passes go round after
//! round until none finds anything. What a pass makes always reads back, but nobody here knows
//! whether Triton verifies it or whether it still fails: the search's predicate does. Operations
//! that nobody needs any longer after a cut go with it; those that nobody needed before stay, in case
//! the failure is in them.
//!
//! To add a pass: write its file and add one line to `PASSES`.

mod attributes;
mod bounds;
mod control;
mod edit;
mod effects;
mod functions;
mod layouts;
mod map;
mod names;
mod operands;
mod operations;
mod types;

use std::collections::BTreeSet;

use super::{Candidate, Search};
use crate::mlir::{Module, ParseError, ValueId, parse, print};

/// A module as a candidate, told from others by its text.
#[derive(Clone, Debug)]
pub struct Ir {
    module: Module,
    text: String,
}

impl Candidate for Ir {
    fn key(&self) -> String {
        self.text.clone()
    }
}

impl Ir {
    /// The module of a text. Locations and comments go.
    ///
    /// # Errors
    /// If the text is not understood, or cannot be printed again.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let module = parse(text)?;
        let message = "what was read cannot be printed again".to_owned();
        Self::of(&module).ok_or(ParseError { line: 0, column: 0, message })
    }

    /// Printed and read back, so that the numbers of values are those of the text.
    fn of(module: &Module) -> Option<Self> {
        let text = print(module).ok()?;
        let module = parse(&text).ok()?;
        Some(Ir { module, text })
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// A changed copy, without what the change has made unused; `None` where there is nothing to
    /// change or the result does not read back.
    fn with(&self, change: impl FnOnce(&mut Module) -> Option<()>) -> Option<Self> {
        let uses = edit::uses(&self.module);
        let values = (0u32..).zip(&uses);
        let unused: BTreeSet<ValueId> =
            values.filter(|(_, count)| **count == 0).map(|(value, _)| ValueId(value)).collect();
        let mut module = self.module.clone();
        change(&mut module)?;
        edit::sweep(&mut module, &unused);
        layouts::drop_unused_aliases(&mut module);
        Self::of(&module)
    }

    /// A changed copy, with what the change has made unused: a compiler may fail on dead code too.
    fn with_the_unused(&self, change: impl FnOnce(&mut Module) -> Option<()>) -> Option<Self> {
        let mut module = self.module.clone();
        change(&mut module)?;
        layouts::drop_unused_aliases(&mut module);
        Self::of(&module)
    }
}

/// Cuts what it can of the best; whether it did.
type Pass = fn(&mut Search<'_, Ir>) -> bool;

/// All passes, those with the largest cuts first.
const PASSES: &[Pass] = &[
    functions::unneeded,
    operations::unused,
    operations::runs,
    control::branches,
    control::carried,
    functions::inlined,
    layouts::merged,
    operations::each,
    operands::optional,
    functions::arguments,
    bounds::constants,
    types::lengths,
    types::elements,
    layouts::numbers,
    attributes::needless,
];

/// Rounds, at most: the last ones change little.
const ROUNDS: usize = 8;

/// Makes the module of a search as small as it gets.
pub fn module(search: &mut Search<'_, Ir>) {
    for _ in 0..ROUNDS {
        let mut changed = false;
        for pass in PASSES {
            changed |= pass(search);
        }
        if !changed || search.is_over() {
            break;
        }
    }
    names::plain(search);
}
