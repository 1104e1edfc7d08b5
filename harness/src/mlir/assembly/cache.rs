//! The cache clauses of an access: `cacheModifier = ca evictionPolicy = evict_first`, in any order,
//! each left out where it is the default. So up to 3.8; 3.9 has an attribute `cachePolicy` instead.

use std::fmt::Write;

use super::super::attribute::Attribute;
use super::super::ir::Operation;
use super::super::parser::{Draft, Parser, Result};

/// A clause: its word, the attribute behind it and the value that is not printed.
struct Clause {
    word: &'static str,
    attribute: &'static str,
    default: &'static str,
}

const CLAUSES: [Clause; 2] = [
    Clause { word: "cacheModifier", attribute: "cache", default: "none" },
    Clause { word: "evictionPolicy", attribute: "evict", default: "evict_normal" },
];

/// Whether the clauses print this attribute; a number by that name is another's.
pub(super) fn printed(name: &str, value: &Attribute) -> bool {
    let keyword = matches!(value, Attribute::Keyword(_));
    keyword && CLAUSES.iter().any(|clause| clause.attribute == name)
}

/// Reads the clauses that are there.
pub(super) fn read(parser: &mut Parser<'_>, draft: &mut Draft) -> Result<()> {
    while let Some(clause) = CLAUSES.iter().find(|clause| parser.at_word(clause.word)) {
        parser.advance()?;
        parser.expect(b'=')?;
        let value = parser.attribute_without_type()?;
        draft.op.set_attribute(clause.attribute, Some(value));
    }
    Ok(())
}

/// Prints those that are not the default.
pub(super) fn write(out: &mut String, op: &Operation) {
    for clause in &CLAUSES {
        match op.attribute(clause.attribute) {
            Some(Attribute::Keyword(word)) if **word != *clause.default => {
                // Writing into a string does not fail.
                let _ = write!(out, " {} = {word}", clause.word);
            }
            _ => {}
        }
    }
}
