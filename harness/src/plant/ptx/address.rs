//! Accesses at another address.

use super::{Edit, Statement, one};

/// The operand of a load or a store that is the address.
fn place(statement: &Statement) -> Option<usize> {
    match statement.root() {
        "ld" => Some(1),
        "st" => Some(0),
        _ => None,
    }
}

fn moved(statement: &Statement, at: usize, by: i64) -> Vec<Edit> {
    one(statement.moved(at, by), format!("{by} bytes further"))
}

/// A load or a store one access further, in a state space.
fn beside(statement: &Statement, space: &str) -> Vec<Edit> {
    match (place(statement), statement.element_bytes()) {
        (Some(at), Some(bytes)) if statement.has(space) => {
            moved(statement, at, bytes * statement.lanes())
        }
        _ => vec![],
    }
}

/// A place of shared memory beside the right one.
pub(super) fn shared(statement: &Statement) -> Vec<Edit> {
    beside(statement, "shared")
}

/// A place of global memory beside the right one.
pub(super) fn global(statement: &Statement) -> Vec<Edit> {
    beside(statement, "global")
}

/// The second element's address for the first one of a vector.
pub(super) fn misaligned(statement: &Statement) -> Vec<Edit> {
    match (place(statement), statement.element_bytes()) {
        (Some(at), Some(bytes)) if statement.lanes() > 1 && !statement.has("param") => {
            moved(statement, at, bytes)
        }
        _ => vec![],
    }
}

/// A copy that goes beside its place.
pub(super) fn copied(statement: &Statement) -> Vec<Edit> {
    let is_copy = ["cp.async.ca.shared", "cp.async.cg.shared"]
        .iter()
        .any(|name| statement.name.starts_with(name));
    match statement.integer(2).filter(|_| is_copy) {
        Some(bytes) => moved(statement, 0, bytes),
        None => vec![],
    }
}

/// The next rows of matrices.
pub(super) fn rows(statement: &Statement) -> Vec<Edit> {
    const ROW: i64 = 16;
    match statement.root() {
        "ldmatrix" => moved(statement, 1, ROW),
        "stmatrix" => moved(statement, 0, ROW),
        _ => vec![],
    }
}
