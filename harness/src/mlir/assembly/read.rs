//! Reads an operation by its format.

use std::sync::Arc;

use super::super::attribute::Attribute;
use super::super::lexer::Kind;
use super::super::parser::{Draft, Elided, Parser, Result};
use super::super::types::Type;
use super::format::{Element, SOURCE_TYPE, result_index};
use super::{Arity, Rule, Spec};

/// Reads the operation after its name.
pub(in crate::mlir) fn read(
    parser: &mut Parser<'_>,
    spec: &'static Spec,
    format: &[Element],
    draft: &mut Draft,
) -> Result<()> {
    let mut reader = Reader { parser, spec, results: vec![None; spec.results.len()] };
    reader.sequence(format, draft)?;
    reader.results(draft)
}

struct Reader<'p, 'a> {
    parser: &'p mut Parser<'a>,
    spec: &'static Spec,
    results: Vec<Option<Type>>,
}

impl Reader<'_, '_> {
    fn sequence(&mut self, elements: &[Element], draft: &mut Draft) -> Result<()> {
        for (position, element) in elements.iter().enumerate() {
            if let Element::Optional(inner, _) = element {
                let here = inner.first().is_some_and(|first| self.starts(first, draft));
                if here && !self.starts_next(inner, elements.get(position + 1)) {
                    self.sequence(inner, draft)?;
                } else if self.lacks_word(inner) {
                    self.sequence(&inner[1..], draft)?;
                }
            } else {
                self.element(element, draft)?;
            }
        }
        Ok(())
    }

    /// Whether an optional part is there, by its first element.
    fn starts(&self, element: &Element, draft: &Draft) -> bool {
        let kind = self.parser.kind();
        match element {
            Element::Literal(literal) => self.at_literal(literal),
            Element::Operand(_) | Element::AllOperands => kind == Kind::Value,
            Element::Attribute(_) => matches!(kind, Kind::Word | Kind::String | Kind::Integer),
            Element::Flag(name) => self.parser.at_word(name),
            Element::Angle(_) => self.parser.at(b'<'),
            Element::Successor => kind == Kind::Block,
            Element::OperandType(group, _) => !draft.groups[*group].is_empty(),
            _ => false,
        }
    }

    /// Whether an optional part is there without the word that opens it: up to 3.5,
    /// `ttg.async_commit_group %token` had none.
    fn lacks_word(&self, inner: &[Element]) -> bool {
        let [Element::Literal(word), Element::Operand(_), ..] = inner else { return false };
        word.chars().all(char::is_alphabetic)
            && self.parser.kind() == Kind::Value
            && !self.parser.starts_line()
    }

    /// Whether the word that an optional attribute would take opens the part after it:
    /// `arith.truncf %x fastmath<contract>` has no rounding mode.
    fn starts_next(&self, inner: &[Element], next: Option<&Element>) -> bool {
        let opens = |inner: &Vec<Element>| match inner.first() {
            Some(Element::Literal(literal)) => self.at_literal(literal),
            _ => false,
        };
        matches!(inner.first(), Some(Element::Attribute(_)))
            && matches!(next, Some(Element::Optional(inner, _)) if opens(inner))
    }

    fn at_literal(&self, literal: &str) -> bool {
        match (literal, literal.as_bytes()) {
            ("->", _) => self.parser.kind() == Kind::Arrow,
            (_, [byte]) if byte.is_ascii_punctuation() => self.parser.at(*byte),
            _ => self.parser.at_word(literal),
        }
    }

    fn element(&mut self, element: &Element, draft: &mut Draft) -> Result<()> {
        match element {
            Element::Literal(literal) => {
                if !self.at_literal(literal) {
                    return self.parser.fail(format!("expected `{literal}`"));
                }
                self.parser.advance()
            }
            Element::Operand(group) => self.operand(*group, draft),
            Element::Attribute(name) => {
                let value = self.parser.attribute_without_type()?;
                draft.op.set_attribute(name, Some(value));
                Ok(())
            }
            Element::AttrDict => self.dictionary(draft),
            Element::AttrDictWithKeyword => {
                if self.parser.eat_word("attributes")? {
                    self.dictionary(draft)?;
                }
                Ok(())
            }
            Element::OperandType(group, elided) => {
                let operands = draft.groups[*group].clone();
                self.operand_types(&operands, *elided)
            }
            Element::ResultType(name, elided) => self.result_type(name, *elided, draft),
            Element::AllOperands => {
                draft.groups[0] = self.parser.operands()?;
                Ok(())
            }
            Element::AllOperandTypes => {
                let operands = draft.groups.concat();
                self.operand_types(&operands, Elided::Nothing)
            }
            Element::FunctionalType => self.functional_type(draft),
            other => self.rare(other, draft),
        }
    }

    fn rare(&mut self, element: &Element, draft: &mut Draft) -> Result<()> {
        let parser = &mut *self.parser;
        let (name, value) = match element {
            Element::Flag(name) => {
                if !parser.eat_word(name)? {
                    return Ok(());
                }
                (name, Attribute::Unit)
            }
            Element::Angle(name) => (name, parser.angle_text()?),
            Element::Ints(name) => (name, ints(parser)?),
            Element::Bars(name) => (name, bars(parser)?),
            Element::Typed(name) => {
                let value = parser.attribute()?;
                draft.results = vec![type_of(parser, &value)?];
                (name, value)
            }
            Element::Successor => {
                let successor = parser.successor()?;
                draft.op.successors.push(successor);
                return Ok(());
            }
            Element::SourceType(group) => return self.source_type(*group, draft),
            Element::Token(group) => return self.token(*group, draft),
            Element::Barriers => return self.barriers(draft),
            Element::CacheClauses => return super::cache::read(parser, draft),
            Element::SelectTypes => return select_types(parser, draft),
            _ => return Ok(()),
        };
        draft.op.set_attribute(name, Some(value));
        Ok(())
    }

    /// The type of an operand and an arrow, if they are there.
    fn source_type(&mut self, group: usize, draft: &mut Draft) -> Result<()> {
        if self.parser.kind() == Kind::Type {
            let operands = draft.groups[group].clone();
            self.operand_types(&operands, Elided::Nothing)?;
            if self.parser.kind() != Kind::Arrow {
                return self.parser.fail("expected `->`");
            }
            self.parser.advance()?;
            draft.op.set_attribute(SOURCE_TYPE, Some(Attribute::Unit));
        }
        Ok(())
    }

    fn operand(&mut self, group: usize, draft: &mut Draft) -> Result<()> {
        draft.groups[group] = match self.spec.operands[group].arity {
            Arity::Variadic => self.parser.operands()?,
            // Triton's own parser takes `tt.load %p, : type`.
            Arity::Optional if self.parser.kind() != Kind::Value => Vec::new(),
            _ => vec![self.parser.operand()?],
        };
        Ok(())
    }

    fn dictionary(&mut self, draft: &mut Draft) -> Result<()> {
        if self.parser.at(b'{') {
            let entries = self.parser.dictionary()?;
            draft.op.attributes.extend(entries);
        }
        Ok(())
    }

    fn operand_types(
        &mut self,
        operands: &[super::super::ir::ValueId],
        elided: Elided,
    ) -> Result<()> {
        for (i, value) in operands.iter().enumerate() {
            if i > 0 {
                self.parser.expect(b',')?;
            }
            let ty = self.parser.elided_type(elided)?;
            self.parser.learn(*value, ty);
        }
        Ok(())
    }

    fn result_type(&mut self, name: &str, elided: Elided, draft: &mut Draft) -> Result<()> {
        let index = result_index(&self.spec.results, name);
        if self.spec.results[index].arity == Arity::Variadic {
            loop {
                draft.results.push(self.parser.elided_type(elided)?);
                if !self.parser.eat(b',')? {
                    return Ok(());
                }
            }
        }
        self.results[index] = Some(self.parser.elided_type(elided)?);
        Ok(())
    }

    fn functional_type(&mut self, draft: &mut Draft) -> Result<()> {
        let function = self.parser.function_type()?;
        let operands = draft.groups.concat();
        if operands.len() != function.inputs.len() {
            return self.parser.fail("the number of operands does not fit the type");
        }
        for (value, ty) in operands.into_iter().zip(function.inputs) {
            self.parser.learn(value, ty);
        }
        draft.results = function.results;
        Ok(())
    }

    /// `[%token]`, `[]` or nothing: with it the operation has a token as its last result.
    fn token(&mut self, group: usize, draft: &mut Draft) -> Result<()> {
        if !self.parser.eat(b'[')? {
            return Ok(());
        }
        draft.groups[group] = self.parser.operands()?;
        self.parser.expect(b']')?;
        let index = result_index(&self.spec.results, "token");
        self.results[index] = Some(Type::AsyncToken);
        Ok(())
    }

    /// `, %barrier[%predicate]`, any number of them.
    fn barriers(&mut self, draft: &mut Draft) -> Result<()> {
        let groups = (self.spec.group("barriers"), self.spec.group("barrier_preds"));
        let (Some(barriers), Some(predicates)) = groups else { return Ok(()) };
        while self.parser.eat(b',')? {
            draft.groups[barriers].push(self.parser.operand()?);
            self.parser.expect(b'[')?;
            draft.groups[predicates].push(self.parser.operand()?);
            self.parser.expect(b']')?;
        }
        Ok(())
    }

    /// Types of the results that the format did not print.
    fn results(&mut self, draft: &mut Draft) -> Result<()> {
        if !draft.results.is_empty() {
            return Ok(());
        }
        for (index, result) in self.spec.results.iter().enumerate() {
            let printed = self.results[index].take();
            let ty = match (printed, &result.rule) {
                (Some(ty), _) => ty,
                (None, Rule::Same(operand)) => self.type_of_operand(operand, draft),
                (None, Rule::Bool(operand)) => {
                    self.type_of_operand(operand, draft).with_element(Type::BOOL)
                }
                (None, Rule::Pointee(operand)) => pointee(&self.type_of_operand(operand, draft)),
                (None, Rule::Element(operand)) => {
                    self.type_of_operand(operand, draft).element().clone()
                }
                (None, Rule::Result(other)) => {
                    let index = result_index(&self.spec.results, other);
                    draft.results.get(index).cloned().unwrap_or(Type::Unknown)
                }
                (None, Rule::Fixed("i32")) => Type::integer(32),
                (None, Rule::Fixed("i64")) => Type::integer(64),
                (None, Rule::Fixed("index")) => Type::Index,
                (None, Rule::Fixed("!ttg.async.token")) => Type::AsyncToken,
                (None, Rule::Fixed(text)) => Type::Opaque(Arc::from(*text)),
                (None, Rule::Printed) => continue,
            };
            draft.results.push(ty);
        }
        Ok(())
    }

    fn type_of_operand(&self, name: &str, draft: &Draft) -> Type {
        let group = self.spec.group(name).and_then(|group| draft.groups[group].first());
        group.map_or(Type::Unknown, |value| self.parser.ty_of(*value).clone())
    }
}

/// What a pointer or a tensor of pointers points to.
pub(super) fn pointee(ty: &Type) -> Type {
    match ty.element() {
        Type::Pointer(pointee, _) => ty.with_element((**pointee).clone()),
        _ => Type::Unknown,
    }
}

fn ints(parser: &mut Parser<'_>) -> Result<Attribute> {
    let mut items = Vec::new();
    while !parser.at(b']') {
        items.push(parser.attribute_without_type()?);
        if !parser.eat(b',')? {
            break;
        }
    }
    Ok(Attribute::DenseArray(Type::integer(32), items))
}

fn bars(parser: &mut Parser<'_>) -> Result<Attribute> {
    let mut words = Vec::new();
    loop {
        if parser.kind() != Kind::Word {
            return parser.fail("expected a word");
        }
        words.push(parser.text());
        parser.advance()?;
        if !parser.eat(b'|')? {
            return Ok(Attribute::Keyword(words.join("|").into()));
        }
    }
}

/// The type that a constant gives its operation.
fn type_of(parser: &Parser<'_>, value: &Attribute) -> Result<Type> {
    match value {
        Attribute::Bool(_) => Ok(Type::BOOL),
        Attribute::Integer(_, None) => Ok(Type::integer(64)),
        Attribute::Float(_, None) => Ok(Type::Float(super::super::types::FloatKind::F64)),
        Attribute::Integer(_, Some(ty)) | Attribute::Float(_, Some(ty)) => Ok(ty.clone()),
        Attribute::Dense(_, ty) => Ok(ty.clone()),
        _ => parser.fail("expected a constant with a type"),
    }
}

/// `type` or, with a tensor of conditions, `type of the condition, type`.
fn select_types(parser: &mut Parser<'_>, draft: &mut Draft) -> Result<()> {
    let mut ty = parser.ty()?;
    if parser.eat(b',')? {
        if let Some(condition) = draft.groups[0].first() {
            parser.learn(*condition, ty);
        }
        ty = parser.ty()?;
    }
    draft.results = vec![ty];
    Ok(())
}
