//! Prints an operation by its format.

use std::fmt::{self, Write};

use super::super::attribute::{Attribute, Braced, Entry};
use super::super::ir::{Operation, ValueId};
use super::super::parser::Elided;
use super::super::printer::Printer;
use super::super::types::{Short, Type};
use super::format::{Element, SOURCE_TYPE, optional_attribute, printed_attribute, result_index};
use super::{Arity, Spec};

/// A case of an enumeration that the text gave by its number, in the dictionary: the optional part for
/// it takes words only (`inputPrecision = 0 : i32`).
fn is_number(value: &Attribute) -> bool {
    matches!(value, Attribute::Integer(..))
}

/// Prints the operation after its name.
pub(in crate::mlir) fn write(
    printer: &mut Printer<'_>,
    spec: &'static Spec,
    format: &[Element],
    op: &Operation,
) -> fmt::Result {
    Writer { printer, spec, format, op, glue: false, successors: 0 }.sequence(format)
}

struct Writer<'w, 'm> {
    printer: &'w mut Printer<'m>,
    spec: &'static Spec,
    format: &'w [Element],
    op: &'w Operation,
    /// No space before the next element.
    glue: bool,
    /// Jump targets printed so far.
    successors: usize,
}

impl Writer<'_, '_> {
    fn sequence(&mut self, elements: &[Element]) -> fmt::Result {
        for element in elements {
            self.element(element)?;
        }
        Ok(())
    }

    fn space(&mut self) -> fmt::Result {
        if !std::mem::take(&mut self.glue) {
            self.printer.out.write_char(' ')?;
        }
        Ok(())
    }

    fn group(&self, group: usize) -> &[ValueId] {
        self.op.group(self.spec.operands[group].name)
    }

    /// Position of a result among those that are there: only a token can be left out before one.
    fn result(&self, name: &str) -> usize {
        let index = result_index(&self.spec.results, name);
        let before = self.spec.results[..index].iter().enumerate();
        let left_out = before.filter(|(position, result)| {
            let value = self.op.results.get(*position);
            let token = value.is_some_and(|v| *self.printer.module.ty(*v) == Type::AsyncToken);
            result.arity == Arity::Optional && !token
        });
        index - left_out.count()
    }

    /// Whether an optional part is printed, by its anchor.
    fn present(&self, element: &Element) -> bool {
        match element {
            Element::Operand(group) | Element::OperandType(group, _) => {
                !self.group(*group).is_empty()
            }
            Element::AllOperands => !self.op.operands.is_empty(),
            Element::Attribute(name) => {
                self.op.attribute(name).is_some_and(|value| !is_number(value))
            }
            Element::Flag(name) | Element::Angle(name) | Element::Ints(name) => {
                self.op.attribute(name).is_some()
            }
            Element::ResultType(name, _) => self.result(name) < self.op.results.len(),
            _ => true,
        }
    }

    fn element(&mut self, element: &Element) -> fmt::Result {
        match element {
            Element::Optional(inner, anchor) => match inner.get(*anchor) {
                Some(anchor) if self.present(anchor) => self.sequence(inner),
                _ => Ok(()),
            },
            Element::Literal(literal) => self.literal(literal),
            Element::Operand(group) => {
                let values = self.group(*group).to_vec();
                self.values(&values)
            }
            Element::AllOperands => self.values(&self.op.operands.clone()),
            Element::Attribute(name) => self.attribute(name),
            Element::AttrDict => self.dictionary(""),
            Element::AttrDictWithKeyword => self.dictionary("attributes "),
            Element::OperandType(group, elided) => {
                let types = self.types(self.group(*group));
                self.print_types(&types, *elided)
            }
            Element::AllOperandTypes => {
                let types = self.types(&self.op.operands);
                self.print_types(&types, Elided::Nothing)
            }
            Element::ResultType(name, elided) => {
                let index = result_index(&self.spec.results, name);
                let variadic = self.spec.results[index].arity == Arity::Variadic;
                let results = self.op.results.get(self.result(name)..).unwrap_or_default();
                let count = if variadic { results.len() } else { results.len().min(1) };
                let types = self.types(&results[..count]);
                self.print_types(&types, *elided)
            }
            Element::FunctionalType => {
                self.space()?;
                self.printer.function_type(&self.op.operands, &self.op.results)
            }
            other => self.rare(other),
        }
    }

    fn rare(&mut self, element: &Element) -> fmt::Result {
        match element {
            Element::Flag(name) if self.op.attribute(name).is_some() => {
                self.space()?;
                self.printer.out.write_str(name)
            }
            Element::Angle(name) => {
                let value = self.op.attribute(name);
                value.map_or(Ok(()), |value| write!(self.printer.out, "{value}"))
            }
            Element::Ints(name) => match self.op.attribute(name) {
                Some(Attribute::DenseArray(_, items)) => {
                    let items: Vec<_> = items.iter().map(ToString::to_string).collect();
                    self.printer.out.write_str(&items.join(", "))?;
                    self.glue = false;
                    Ok(())
                }
                _ => Ok(()),
            },
            Element::Bars(name) | Element::Typed(name) => self.attribute_as_it_is(name),
            Element::Successor => {
                self.space()?;
                let index = self.successors;
                self.successors += 1;
                match self.op.successors.get(index) {
                    Some(successor) => self.printer.successor(successor),
                    None => Ok(()),
                }
            }
            Element::Token(group) => self.token(*group),
            Element::Barriers => self.barriers(),
            Element::SourceType(group) if self.op.attribute(SOURCE_TYPE).is_some() => {
                let types = self.types(self.group(*group));
                self.print_types(&types, Elided::Nothing)?;
                self.printer.out.write_str(" ->")
            }
            Element::CacheClauses => {
                super::cache::write(&mut self.printer.out, self.op);
                Ok(())
            }
            Element::SelectTypes => self.select_types(),
            _ => Ok(()),
        }
    }

    fn literal(&mut self, literal: &str) -> fmt::Result {
        let tight = matches!(literal, "," | ")" | "]" | ">" | "[" | "(");
        if tight && !(self.glue && matches!(literal, "[" | "(")) {
            self.glue = true;
        }
        if matches!(literal, "[" | "(") && self.after_comma() {
            self.glue = false;
        }
        self.space()?;
        self.printer.out.write_str(literal)?;
        self.glue = matches!(literal, "[" | "(" | "<");
        Ok(())
    }

    fn after_comma(&self) -> bool {
        self.printer.out.ends_with([',', '='])
    }

    fn values(&mut self, values: &[ValueId]) -> fmt::Result {
        for (i, value) in values.iter().enumerate() {
            if i > 0 {
                self.printer.out.write_char(',')?;
            }
            self.space()?;
            self.printer.value(*value)?;
        }
        self.glue = false;
        Ok(())
    }

    fn types(&self, values: &[ValueId]) -> Vec<Type> {
        values.iter().map(|value| self.printer.module.ty(*value).clone()).collect()
    }

    fn print_types(&mut self, types: &[Type], elided: Elided) -> fmt::Result {
        for (i, ty) in types.iter().enumerate() {
            if i > 0 {
                self.printer.out.write_char(',')?;
            }
            self.space()?;
            match elided {
                Elided::Nothing => write!(self.printer.out, "{ty}")?,
                _ => write!(self.printer.out, "{}", Short(ty))?,
            }
        }
        Ok(())
    }

    fn attribute(&mut self, name: &str) -> fmt::Result {
        match self.op.attribute(name) {
            // The format prints numbers without their type.
            Some(Attribute::Integer(number, _)) => {
                self.space()?;
                write!(self.printer.out, "{number}")
            }
            _ => self.attribute_as_it_is(name),
        }
    }

    fn attribute_as_it_is(&mut self, name: &str) -> fmt::Result {
        match self.op.attribute(name) {
            Some(value) => {
                self.space()?;
                write!(self.printer.out, "{value}")
            }
            None => Ok(()),
        }
    }

    fn dictionary(&mut self, keyword: &str) -> fmt::Result {
        let printed = |(name, value): &&Entry| {
            let left_out = optional_attribute(self.format, name) && is_number(value);
            printed_attribute(self.format, name, value) && !left_out
        };
        let rest: Vec<Entry> =
            self.op.attributes.iter().filter(|entry| !printed(entry)).cloned().collect();
        if rest.is_empty() {
            return Ok(());
        }
        self.space()?;
        write!(self.printer.out, "{keyword}{}", Braced(&rest))
    }

    fn token(&mut self, group: usize) -> fmt::Result {
        let types = self.types(&self.op.results);
        if !types.contains(&Type::AsyncToken) {
            return Ok(());
        }
        self.printer.out.write_char('[')?;
        self.glue = true;
        let values = self.group(group).to_vec();
        self.values(&values)?;
        self.glue = false;
        self.printer.out.write_char(']')
    }

    fn barriers(&mut self) -> fmt::Result {
        let barriers = self.op.group("barriers").to_vec();
        let predicates = self.op.group("barrier_preds").to_vec();
        for (barrier, predicate) in barriers.into_iter().zip(predicates) {
            self.printer.out.write_str(", ")?;
            self.printer.value(barrier)?;
            self.printer.out.write_char('[')?;
            self.printer.value(predicate)?;
            self.printer.out.write_char(']')?;
        }
        Ok(())
    }

    fn select_types(&mut self) -> fmt::Result {
        let mut types = Vec::new();
        let condition = self.op.operands.first().map(|value| self.printer.module.ty(*value));
        if let Some(condition @ Type::Tensor(_)) = condition {
            types.push(condition.clone());
        }
        types.extend(self.types(&self.op.results));
        self.print_types(&types, Elided::Nothing)
    }
}
