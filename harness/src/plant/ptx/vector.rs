//! Vectors whose elements are taken for each other.

use super::{Edit, Statement, one};

/// The operand of a load or a store that is the vector.
fn vector(statement: &Statement) -> Option<usize> {
    match statement.root() {
        "ld" => Some(0),
        "st" => Some(1),
        _ => None,
    }
}

/// The first two elements in each other's place.
pub(super) fn swapped(statement: &Statement) -> Vec<Edit> {
    let text = vector(statement).and_then(|at| statement.with_swapped_elements(at));
    one(text, "the first elements swapped")
}

/// Half the width: the second half goes to, or comes from, where the first one is.
pub(super) fn narrowed(statement: &Statement) -> Vec<Edit> {
    let found = vector(statement).filter(|_| statement.has("v4"));
    let Some((at, elements)) = found.and_then(|at| Some((at, statement.vector(at)?))) else {
        return vec![];
    };
    let narrow = statement.with_part("v4", "v2");
    let half = |elements: &[String]| narrow.with(at, format!("{{{}}}", elements.join(", ")));
    // The address may be one of the registers that are loaded.
    let is_safe = statement.root() == "st"
        || !elements.iter().any(|element| statement.operands[1].contains(element.as_str()));
    let text = elements.chunks_exact(2).map(half).collect::<Vec<_>>().join("\n\t");
    one((is_safe && elements.len() == 4).then_some(text), "both halves at the first one's place")
}

/// Two numbers that become halves of a register, in each other's place.
pub(super) fn halves(statement: &Statement) -> Vec<Edit> {
    let text = match statement.root() {
        "cvt" if statement.parts().any(|part| part.ends_with("x2")) => statement.swapped(1, 2),
        "mov" => statement.with_swapped_elements(1).or_else(|| statement.with_swapped_elements(0)),
        _ => None,
    };
    one(text, "the halves swapped")
}
