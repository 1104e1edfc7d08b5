//! The format language: TableGen's `assemblyFormat`, with words of its own where TableGen calls C++.
//!
//! - `` `word` `` a word or punctuation; `$name` an operand group or an attribute
//! - `( ... )?` a part that is there when its element marked `^` is
//! - `attr-dict`, `attr-dict-with-keyword` attributes that nothing else prints
//! - `type($name)` types of an operand group or of a result; `ptr`, `memdesc` and `desc` the same
//!   where Triton leaves the type's name out (`<f32>`); `operands`, `type(operands)` all of them
//! - `functional-type` the types of all operands and results
//! - `flag(name)` a unit attribute as a word; `angle(name)` an attribute's text in `<>`;
//!   `ints(name)` a dense array between commas; `bars(name)` words between `|`
//! - `typed(name)` an attribute with its type, which is the result's; `successor` a jump's target
//! - `token(name)` an asynchronous token in `[]`; `barriers` Blackwell's barriers and predicates;
//!   `select-types` the types of `arith.select`; `cache-clauses` see `cache.rs`
//! - `source(name)` the type of an operand and `->`, which some releases print and others do not: an
//!   attribute remembers which

use super::super::attribute::Attribute;
use super::super::parser::Elided;
use super::{OperandSpec, ResultSpec};

/// One element of a compiled format.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::mlir) enum Element {
    Literal(&'static str),
    Operand(usize),
    Attribute(&'static str),
    AttrDict,
    AttrDictWithKeyword,
    OperandType(usize, Elided),
    ResultType(&'static str, Elided),
    AllOperands,
    AllOperandTypes,
    FunctionalType,
    Flag(&'static str),
    Angle(&'static str),
    Ints(&'static str),
    Bars(&'static str),
    Typed(&'static str),
    Successor,
    Token(usize),
    SourceType(usize),
    Barriers,
    CacheClauses,
    SelectTypes,
    /// Elements and the index of the one that decides.
    Optional(Vec<Element>, usize),
}

/// Remembers that the operand's type of [`Element::SourceType`] was there.
pub(super) const SOURCE_TYPE: &str = "source type";

struct Compiler<'s> {
    rest: &'static str,
    operands: &'s [OperandSpec],
}

/// Compiles a format.
///
/// # Panics
/// On a format that is wrong: the tables are ours and a test reads them all.
pub(super) fn compile(format: &'static str, operands: &[OperandSpec]) -> Vec<Element> {
    let mut compiler = Compiler { rest: format, operands };
    let (elements, _) = compiler.sequence();
    assert!(compiler.rest.is_empty(), "invariant: a whole format, not `{}`", compiler.rest);
    elements
}

impl Compiler<'_> {
    /// Elements up to `)?` or the end, and which one is the anchor.
    fn sequence(&mut self) -> (Vec<Element>, usize) {
        let (mut elements, mut anchor) = (Vec::new(), 0);
        loop {
            self.rest = self.rest.trim_start();
            if self.rest.is_empty() {
                return (elements, anchor);
            }
            if let Some(rest) = self.rest.strip_prefix(")?") {
                self.rest = rest;
                return (elements, anchor);
            }
            let element = self.element();
            elements.push(element);
            if let Some(rest) = self.rest.strip_prefix('^') {
                self.rest = rest;
                anchor = elements.len() - 1;
            }
        }
    }

    fn element(&mut self) -> Element {
        if let Some(rest) = self.rest.strip_prefix('(') {
            self.rest = rest;
            let (elements, anchor) = self.sequence();
            return Element::Optional(elements, anchor);
        }
        if let Some(rest) = self.rest.strip_prefix('`') {
            let (literal, rest) = rest.split_once('`').expect("invariant: closed literal");
            self.rest = rest;
            return Element::Literal(literal);
        }
        if let Some(rest) = self.rest.strip_prefix('$') {
            self.rest = rest;
            let name = self.word();
            return match self.operand(name) {
                Some(group) => Element::Operand(group),
                None => Element::Attribute(name),
            };
        }
        let word = self.word();
        self.directive(word)
    }

    fn word(&mut self) -> &'static str {
        let ends = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        assert!(!word.is_empty(), "invariant: a known element, not `{rest}`");
        self.rest = rest;
        word
    }

    fn operand(&self, name: &str) -> Option<usize> {
        self.operands.iter().position(|operand| operand.name == name)
    }

    fn directive(&mut self, word: &'static str) -> Element {
        match word {
            "attr-dict" => return Element::AttrDict,
            "attr-dict-with-keyword" => return Element::AttrDictWithKeyword,
            "functional-type" => return Element::FunctionalType,
            "operands" => return Element::AllOperands,
            "successor" => return Element::Successor,
            "barriers" => return Element::Barriers,
            "cache-clauses" => return Element::CacheClauses,
            "select-types" => return Element::SelectTypes,
            _ => {}
        }
        let rest = self.rest.strip_prefix('(').expect("invariant: a directive's argument");
        let (name, rest) = rest.split_once(')').expect("invariant: a closed argument");
        self.rest = rest;
        let name = name.trim_start_matches('$');
        let elided = match word {
            "ptr" => Elided::Pointer,
            "memdesc" => Elided::MemDesc,
            "desc" => Elided::TensorDesc,
            _ => Elided::Nothing,
        };
        match word {
            "type" if name == "operands" => Element::AllOperandTypes,
            "type" | "ptr" | "memdesc" | "desc" => match self.operand(name) {
                Some(group) => Element::OperandType(group, elided),
                None => Element::ResultType(name, elided),
            },
            "flag" => Element::Flag(name),
            "angle" => Element::Angle(name),
            "ints" => Element::Ints(name),
            "bars" => Element::Bars(name),
            "typed" => Element::Typed(name),
            "source" => Element::SourceType(self.operand(name).expect("invariant: an operand")),
            "token" => Element::Token(self.operand(name).expect("invariant: a token operand")),
            _ => panic!("invariant: a known directive, not `{word}`"),
        }
    }
}

/// Attributes that a format prints by itself, which `attr-dict` leaves out.
pub(super) fn printed_attribute(elements: &[Element], name: &str, value: &Attribute) -> bool {
    elements.iter().any(|element| match element {
        Element::Attribute(own)
        | Element::Flag(own)
        | Element::Angle(own)
        | Element::Ints(own)
        | Element::Bars(own)
        | Element::Typed(own) => *own == name,
        Element::SourceType(_) => name == SOURCE_TYPE,
        Element::CacheClauses => super::cache::printed(name, value),
        Element::Optional(inner, _) => printed_attribute(inner, name, value),
        _ => false,
    })
}

/// Whether an attribute is the anchor of an optional part.
pub(super) fn optional_attribute(elements: &[Element], name: &str) -> bool {
    elements.iter().any(|element| match element {
        Element::Optional(inner, anchor) => {
            matches!(inner.get(*anchor), Some(Element::Attribute(own)) if *own == name)
        }
        _ => false,
    })
}

/// Whether a format tells the type of a result.
#[cfg(test)]
pub(super) fn prints_type(elements: &[Element], results: &[ResultSpec], name: &str) -> bool {
    elements.iter().any(|element| match element {
        Element::ResultType(own, _) => *own == name,
        Element::FunctionalType | Element::SelectTypes => true,
        Element::Typed(_) => results.len() == 1,
        Element::Optional(inner, _) => prints_type(inner, results, name),
        _ => false,
    })
}

/// Position of a result in an operation's definition.
pub(super) fn result_index(results: &[ResultSpec], name: &str) -> usize {
    results.iter().position(|result| result.name == name).unwrap_or(0)
}
