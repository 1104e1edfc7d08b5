//! Makes a failing kernel smaller: statements, control flow, operands, sizes, options and names.
//!
//! A *pass* proposes edited cases, each made valid again by [`recondition()`], and the search asks
//! about them. What structure can go is tried first, where the most is expected of it (`sweep`);
//! what remains is made plain.

mod control;
mod effects;
mod names;
mod operands;
mod plain;
mod recondition;
mod sizes;
mod statements;
mod sweep;
mod values;

use super::Search;
use crate::testcase::TestCase;

pub use recondition::recondition;

/// How much a pass tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effort {
    /// What usually works.
    Quick,
    /// All it knows, for kernels that are small already.
    Thorough,
}

/// Rounds after which nothing much changes; a bound, should edits ever undo each other.
const MAX_ROUNDS: usize = 4;

/// Makes a kernel as small as it gets while it still fails.
pub fn kernel(search: &mut Search<'_, TestCase>) {
    // What the kernel does not need, without asking about the parts.
    search.first(recondition(search.best().clone()));
    effects::pass(search);
    sweep::pass(search, Effort::Quick);
    plain::options(search);
    sizes::pass(search);
    for _ in 0..MAX_ROUNDS {
        let mut any = effects::pass(search);
        any |= sweep::pass(search, Effort::Thorough);
        any |= plain::options(search);
        any |= plain::values(search);
        any |= sizes::pass(search);
        if !any || search.is_over() {
            break;
        }
    }
    search.first(names::canonical(search.best()));
}

/// How many statements a case has, nested ones included.
pub fn statements(case: &TestCase) -> usize {
    let mut count = 0;
    for stmt in &case.program.body {
        stmt.visit(&mut |_| count += 1);
    }
    count
}
