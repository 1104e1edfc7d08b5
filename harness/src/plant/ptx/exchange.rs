//! What lanes, bytes and memory exchange, with a wrong partner or a wrong operation.

use super::{Edit, Statement, one};

/// Another lane of a shuffle whose lane, or distance, is a constant.
pub(super) fn lanes(statement: &Statement) -> Vec<Edit> {
    let Some(old) = statement.integer(2).filter(|_| statement.name.starts_with("shfl.sync")) else {
        return vec![];
    };
    let new = if old > 1 { old / 2 } else { old + 1 };
    one(Some(statement.with(2, new.to_string())), format!("lane or distance {new} for {old}"))
}

/// Another direction of a shuffle.
pub(super) fn modes(statement: &Statement) -> Vec<Edit> {
    let others = [("bfly", "down"), ("up", "down"), ("down", "up")];
    let found = others.iter().find(|(old, _)| statement.has(old));
    match found.filter(|_| statement.name.starts_with("shfl.sync")) {
        Some((old, new)) => {
            one(Some(statement.with_part(old, new).text()), format!("{new} for {old}"))
        }
        None => vec![],
    }
}

/// Another byte for the lowest.
pub(super) fn bytes(statement: &Statement) -> Vec<Edit> {
    let is_plain = statement.name == "prmt.b32";
    let Some(old) = statement.integer(3).filter(|_| is_plain) else { return vec![] };
    let new = old ^ 1;
    one(Some(statement.with(3, format!("{new:#x}"))), format!("bytes {new:#x} for {old:#x}"))
}

/// Another operation on memory.
pub(super) fn atomics(statement: &Statement) -> Vec<Edit> {
    const OTHERS: [(&str, &str, &[&str]); 7] = [
        ("add", "max", &["u32", "s32", "u64"]),
        ("max", "min", &["u32", "s32", "u64", "s64"]),
        ("min", "max", &["u32", "s32", "u64", "s64"]),
        ("and", "or", &["b32", "b64"]),
        ("or", "xor", &["b32", "b64"]),
        ("xor", "or", &["b32", "b64"]),
        ("exch", "or", &["b32", "b64"]),
    ];
    let is_atomic = matches!(statement.root(), "atom" | "red");
    let fits = |(old, _, types): &&(&str, &str, &[&str])| {
        is_atomic && statement.has(old) && types.iter().any(|ty| statement.has(ty))
    };
    match OTHERS.iter().find(fits) {
        Some((old, new, _)) => {
            one(Some(statement.with_part(old, new).text()), format!("{new} for {old}"))
        }
        None => vec![],
    }
}
