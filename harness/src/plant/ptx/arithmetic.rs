//! Arithmetic with a wrong operation, type, operand or constant.

use super::{Edit, Statement, one};

/// `a * b + c` as `a * c + b`.
pub(super) fn factors(statement: &Statement) -> Vec<Edit> {
    let is_sum = matches!(statement.root(), "fma" | "mad") && !statement.has("wide");
    one(is_sum.then(|| statement.swapped(2, 3)).flatten(), "a factor and the addend swapped")
}

/// Another operation on the same operands.
pub(super) fn operations(statement: &Statement) -> Vec<Edit> {
    const OTHERS: [(&str, &str); 7] = [
        ("add", "sub"),
        ("sub", "add"),
        ("min", "max"),
        ("max", "min"),
        ("and", "or"),
        ("or", "and"),
        ("xor", "or"),
    ];
    let found = OTHERS.iter().find(|(old, _)| *old == statement.root());
    // What carries, or adds to a carry, is only a part of a sum.
    match found.filter(|_| !statement.has("cc")) {
        Some((old, new)) => {
            one(Some(statement.with_part(old, new).text()), format!("{new} for {old}"))
        }
        None => vec![],
    }
}

/// An unsigned operation for a signed one.
pub(super) fn signedness(statement: &Statement) -> Vec<Edit> {
    let depends = match statement.root() {
        "shr" | "div" | "rem" | "min" | "max" | "bfe" => true,
        "mul" | "mad" => statement.has("hi") || statement.has("wide"),
        _ => false,
    };
    let signed = ["s16", "s32", "s64"].into_iter().find(|ty| depends && statement.has(ty));
    let Some(signed) = signed else { return vec![] };
    let unsigned = signed.replacen('s', "u", 1);
    one(Some(statement.with_part(signed, &unsigned).text()), format!("{unsigned} for {signed}"))
}

/// One more or less to shift by.
pub(super) fn shifts(statement: &Statement) -> Vec<Edit> {
    let Some(old) = statement.integer(2).filter(|_| matches!(statement.root(), "shl" | "shr"))
    else {
        return vec![];
    };
    let shift =
        |new: i64| one(Some(statement.with(2, new.to_string())), format!("{new} for {old}"));
    [old - 1, old + 1].into_iter().filter(|new| *new >= 0).flat_map(shift).collect()
}

/// A mask without its lowest bit.
pub(super) fn masks(statement: &Statement) -> Vec<Edit> {
    let is_mask = statement.root() == "and" && !statement.has("pred");
    let Some(old) = statement.integer(2).filter(|old| is_mask && *old != 0) else { return vec![] };
    let new = old & old.wrapping_sub(1);
    one(Some(statement.with(2, new.to_string())), format!("mask {new:#x} for {old:#x}"))
}

/// Twice a constant that is added.
pub(super) fn constants(statement: &Statement) -> Vec<Edit> {
    let is_sum = statement.root() == "add" && !statement.has("cc");
    let Some(old) = statement.integer(2).filter(|old| is_sum && *old != 0) else { return vec![] };
    // Of 32 bits it may not have a double.
    let Some(new) = i32::try_from(old).ok().and_then(|old| old.checked_mul(2)) else {
        return vec![];
    };
    one(Some(statement.with(2, new.to_string())), format!("{new} for {old}"))
}
