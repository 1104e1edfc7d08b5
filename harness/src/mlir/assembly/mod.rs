//! How each operation is written: one line per operation in the file of its dialect.
//!
//! A line is `name | operands | results | format`. Operands are names in the order of the
//! operation's definition, with `?` for optional and `*` for variadic ones. Results are names; one
//! whose type the format does not print says where it comes from: `result=lhs` (the type of that
//! operand), `result=i1(lhs)` (booleans of that shape), `result=pointee(ptr)`, `result=element(src)`,
//! `right=result(left)` (the type of another result), `token=!ttg.async.token`.
//! Formats are those of TableGen (see `format.rs`); `special` names a pair of functions of
//! `special.rs`, `generic` an operation that is always printed in the generic form.

mod amdg;
mod arith;
mod cache;
mod format;
mod function;
mod math;
mod read;
mod scf;
mod special;
mod tt;
mod ttg;
mod ttig;
mod ttng;
mod write;

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use super::ir::{OpName, Operation};
use super::parser::{Draft, Parser};
use super::printer::Printer;

pub(super) use format::Element;
pub(super) use read::read;
pub(super) use write::write;

/// Number of values that an operand group holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
}

impl Arity {
    /// Whether a group may hold that many values.
    pub fn allows(self, count: usize) -> bool {
        match self {
            Arity::One => count == 1,
            Arity::Optional => count <= 1,
            Arity::Variadic => true,
        }
    }

    fn of(name: &'static str) -> (&'static str, Arity) {
        if let Some(name) = name.strip_suffix('?') {
            return (name, Arity::Optional);
        }
        name.strip_suffix('*').map_or((name, Arity::One), |name| (name, Arity::Variadic))
    }
}

/// An operand group of an operation's definition.
#[derive(Clone, Debug)]
pub struct OperandSpec {
    /// Its name.
    pub name: &'static str,
    /// How many values it holds.
    pub arity: Arity,
}

/// A result of an operation's definition.
#[derive(Clone, Debug)]
pub(super) struct ResultSpec {
    pub(super) name: &'static str,
    pub(super) arity: Arity,
    pub(super) rule: Rule,
}

/// Where the type of a result comes from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Rule {
    /// The format prints it.
    Printed,
    /// The type of an operand.
    Same(&'static str),
    /// Booleans in the shape of an operand.
    Bool(&'static str),
    /// What a pointer or tensor of pointers points to.
    Pointee(&'static str),
    /// The element type of an operand.
    Element(&'static str),
    /// The type of another result.
    Result(&'static str),
    /// Always this type.
    Fixed(&'static str),
}

/// A pair of functions for an assembly that no format describes.
pub(super) struct Special {
    pub(super) name: &'static str,
    pub(super) read: fn(&mut Parser<'_>, &mut Draft) -> super::parser::Result<()>,
    pub(super) write: fn(&mut Printer<'_>, &Operation) -> fmt::Result,
}

/// The assembly of an operation.
pub(super) enum Assembly {
    Format(Vec<Element>),
    Special(&'static Special),
    Generic,
}

/// What is known of an operation: its operands and its assembly.
pub struct Spec {
    /// Name with dialect.
    pub name: &'static str,
    /// Operand groups.
    pub operands: Vec<OperandSpec>,
    pub(super) results: Vec<ResultSpec>,
    pub(super) assembly: Assembly,
}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Spec {
    /// Whether group sizes must be kept beside the operands.
    pub(super) fn has_segments(&self) -> bool {
        self.operands.iter().any(|operand| operand.arity != Arity::One)
    }

    /// Group sizes for a number of operands, filled from the front.
    pub(super) fn distribute(&self, count: usize) -> Vec<u32> {
        let fixed = self.operands.iter().filter(|operand| operand.arity == Arity::One).count();
        let mut spare = count.saturating_sub(fixed);
        let size = |operand: &OperandSpec| {
            let take = match operand.arity {
                Arity::One => return 1,
                Arity::Optional => spare.min(1),
                Arity::Variadic => spare,
            };
            spare -= take;
            u32::try_from(take).unwrap_or(u32::MAX)
        };
        self.operands.iter().map(size).collect()
    }

    pub(super) fn group(&self, name: &str) -> Option<usize> {
        self.operands.iter().position(|operand| operand.name == name)
    }

    fn from_line(line: &'static str) -> Spec {
        let mut parts = line.splitn(4, '|').map(str::trim);
        let mut part = || parts.next().unwrap_or("");
        let (name, operands, results, format) = (part(), part(), part(), part());
        let operands: Vec<_> = operands
            .split_whitespace()
            .map(|operand| {
                let (name, arity) = Arity::of(operand);
                OperandSpec { name, arity }
            })
            .collect();
        let results: Vec<_> = results.split_whitespace().map(result).collect();
        let assembly = match format {
            "generic" => Assembly::Generic,
            _ => match format.strip_prefix("special ") {
                Some(name) => Assembly::Special(special::find(name)),
                None => Assembly::Format(format::compile(format, &operands)),
            },
        };
        Spec { name, operands, results, assembly }
    }
}

fn result(text: &'static str) -> ResultSpec {
    let (name, rule) = text.split_once('=').unwrap_or((text, ""));
    let (name, arity) = Arity::of(name);
    let call = |function: &str| rule.strip_prefix(function).and_then(|r| r.strip_suffix(')'));
    let rule = if rule.is_empty() {
        Rule::Printed
    } else if let Some(operand) = call("i1(") {
        Rule::Bool(operand)
    } else if let Some(operand) = call("pointee(") {
        Rule::Pointee(operand)
    } else if let Some(operand) = call("element(") {
        Rule::Element(operand)
    } else if let Some(other) = call("result(") {
        Rule::Result(other)
    } else if rule.starts_with('!') || matches!(rule, "i32" | "i64" | "index") {
        Rule::Fixed(rule)
    } else {
        Rule::Same(rule)
    };
    ResultSpec { name, arity, rule }
}

/// The files of the dialects.
const DIALECTS: &[&str] =
    &[amdg::OPS, arith::OPS, math::OPS, scf::OPS, tt::OPS, ttg::OPS, ttig::OPS, ttng::OPS];

static SPECS: LazyLock<HashMap<&'static str, Spec>> = LazyLock::new(|| {
    let lines = DIALECTS.iter().flat_map(|ops| ops.lines());
    let lines = lines.map(str::trim).filter(|line| !line.is_empty());
    lines.map(Spec::from_line).map(|spec| (spec.name, spec)).collect()
});

/// The name of an operation, with its specification where there is one.
pub(super) fn name(name: &str) -> OpName {
    match SPECS.get(name) {
        Some(spec) => OpName::Known(spec),
        None => OpName::Other(name.into()),
    }
}

/// Names of all operations whose assembly is known, sorted.
pub fn known_operations() -> Vec<&'static str> {
    let mut names: Vec<_> = SPECS.keys().copied().collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_operation_has_one_line_that_compiles() {
        let lines = DIALECTS.iter().flat_map(|ops| ops.lines()).filter(|l| !l.trim().is_empty());
        assert_eq!(lines.count(), known_operations().len(), "an operation has two lines");
    }

    #[test]
    fn each_result_type_is_printed_or_has_a_rule() {
        for name in known_operations() {
            let spec = &SPECS[name];
            let Assembly::Format(format) = &spec.assembly else { continue };
            for result in spec.results.iter().filter(|result| result.arity == Arity::One) {
                let known = result.rule != Rule::Printed
                    || format::prints_type(format, &spec.results, result.name);
                assert!(known, "{name}: nothing tells the type of {}", result.name);
            }
        }
    }
}
