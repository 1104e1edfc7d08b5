//! Wrong decisions: guards, comparisons, selections.

use super::{Edit, Statement, one};

fn touches_memory(statement: &Statement) -> bool {
    let is_copy = statement.name.starts_with("cp.async.c");
    is_copy || matches!(statement.root(), "ld" | "st" | "atom" | "red")
}

/// The guard of an access, negated.
pub(super) fn negated(statement: &Statement) -> Vec<Edit> {
    let guard = match statement.guard.strip_prefix("@!") {
        Some(predicate) => Some(format!("@{predicate}")),
        None => statement.guard.strip_prefix('@').map(|predicate| format!("@!{predicate}")),
    };
    let guard = guard.filter(|_| touches_memory(statement));
    one(guard.map(|guard| statement.guarded(&guard)), "the guard negated")
}

/// No guard of what changes memory.
pub(super) fn dropped(statement: &Statement) -> Vec<Edit> {
    let stores = matches!(statement.root(), "st" | "atom" | "red");
    one((stores && !statement.guard.is_empty()).then(|| statement.guarded("")), "no guard")
}

/// A comparison, its opposite, its neighbour.
const COMPARISONS: [(&str, &str, &str); 14] = [
    ("lt", "ge", "le"),
    ("le", "gt", "lt"),
    ("gt", "le", "ge"),
    ("ge", "lt", "gt"),
    ("eq", "ne", "ne"),
    ("ne", "eq", "eq"),
    ("ltu", "geu", "leu"),
    ("leu", "gtu", "ltu"),
    ("gtu", "leu", "geu"),
    ("geu", "ltu", "gtu"),
    ("equ", "neu", "neu"),
    ("neu", "equ", "equ"),
    ("nan", "num", "num"),
    ("num", "nan", "nan"),
];

/// The opposite of a comparison, or its neighbour.
pub(super) fn compared(statement: &Statement) -> Vec<Edit> {
    let old = statement.parts().nth(1).filter(|_| statement.root() == "setp");
    let Some(row) = COMPARISONS.iter().find(|row| Some(row.0) == old) else { return vec![] };
    let mut others = vec![row.1, row.2];
    others.dedup();
    let edit = |new: &str| {
        one(Some(statement.with_part(row.0, new).text()), format!("{new} for {}", row.0))
    };
    others.into_iter().flat_map(edit).collect()
}

/// The other one of two values.
pub(super) fn selected(statement: &Statement) -> Vec<Edit> {
    let text = (statement.root() == "selp").then(|| statement.swapped(1, 2)).flatten();
    one(text, "the other value")
}
