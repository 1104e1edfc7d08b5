//! Assembly of functions: `tt.func public @name(%a: type {attributes}) -> type attributes {...}`.

use std::fmt::{self, Write};
use std::sync::Arc;

use super::super::attribute::{Attribute, Braced, Entry};
use super::super::ir::{Operation, Region};
use super::super::lexer::Kind;
use super::super::parser::{Draft, Parser, Result};
use super::super::printer::Printer;
use super::super::types::{FunctionType, Type};
use super::special::{optional_symbol, write_attributes, write_symbol};

const FUNCTION: [&str; 5] =
    ["sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"];

pub(super) fn read_function(parser: &mut Parser<'_>, draft: &mut Draft) -> Result<()> {
    if matches!(parser.text(), "public" | "private" | "nested") {
        let visibility = Attribute::String(parser.text().into());
        draft.op.set_attribute("sym_visibility", Some(visibility));
        parser.advance()?;
    }
    if parser.kind() != Kind::Symbol {
        return parser.fail("expected the function's name");
    }
    optional_symbol(parser, draft)?;
    let (mut names, mut inputs, mut attributes) = (Vec::new(), Vec::new(), Vec::new());
    parser.expect(b'(')?;
    parser.list_until(b')', |parser| {
        if parser.kind() == Kind::Value {
            let (name, ty) = parser.argument()?;
            names.push((name, ty.clone()));
            inputs.push(ty);
        } else {
            inputs.push(parser.ty()?);
        }
        attributes.push(optional_dictionary(parser)?);
        parser.optional_location()
    })?;
    let mut results = Vec::new();
    let mut result_attributes = Vec::new();
    if parser.kind() == Kind::Arrow {
        parser.advance()?;
        if parser.eat(b'(')? {
            parser.list_until(b')', |parser| {
                results.push(parser.ty()?);
                result_attributes.push(optional_dictionary(parser)?);
                Ok(())
            })?;
        } else {
            results.push(parser.ty()?);
        }
    }
    let function = Type::Function(Arc::new(FunctionType { inputs, results }));
    draft.op.set_attribute("function_type", Some(Attribute::Type(function)));
    set_dictionaries(draft, "arg_attrs", attributes);
    set_dictionaries(draft, "res_attrs", result_attributes);
    if parser.eat_word("attributes")? {
        let entries = parser.dictionary()?;
        draft.op.attributes.extend(entries);
    }
    if parser.at(b'{') {
        draft.op.regions.push(parser.region(names)?);
        parser.no_pending()?;
    }
    Ok(())
}

fn optional_dictionary(parser: &mut Parser<'_>) -> Result<Vec<Entry>> {
    if parser.at(b'{') { parser.dictionary() } else { Ok(Vec::new()) }
}

fn set_dictionaries(draft: &mut Draft, name: &str, all: Vec<Vec<Entry>>) {
    if all.iter().any(|entries| !entries.is_empty()) {
        let all = all.into_iter().map(Attribute::Dictionary).collect();
        draft.op.set_attribute(name, Some(Attribute::Array(all)));
    }
}

pub(super) fn write_function(printer: &mut Printer<'_>, op: &Operation) -> fmt::Result {
    if let Some(visibility) = op.attribute("sym_visibility").and_then(Attribute::as_str) {
        write!(printer.out, " {visibility}")?;
    }
    write_symbol(printer, op)?;
    let dictionary = |name: &str, i: usize| match op.attribute(name) {
        Some(Attribute::Array(all)) => match all.get(i) {
            Some(Attribute::Dictionary(entries)) if !entries.is_empty() => {
                format!(" {}", Braced(entries))
            }
            _ => String::new(),
        },
        _ => String::new(),
    };
    let Some(Attribute::Type(Type::Function(function))) = op.attribute("function_type") else {
        return Err(fmt::Error);
    };
    printer.open_scope();
    let entry = op.regions.first().and_then(Region::entry);
    printer.out.push('(');
    for (i, ty) in function.inputs.iter().enumerate() {
        printer.out.push_str(if i > 0 { ", " } else { "" });
        if let Some(value) = entry.and_then(|entry| entry.arguments.get(i)) {
            printer.define(*value);
            printer.value(*value)?;
            printer.out.push_str(": ");
        }
        write!(printer.out, "{ty}{}", dictionary("arg_attrs", i))?;
    }
    printer.out.push(')');
    let bare = function.results.len() == 1 && op.attribute("res_attrs").is_none();
    for (i, ty) in function.results.iter().enumerate() {
        let open = if bare { " -> " } else { " -> (" };
        printer.out.push_str(if i > 0 { ", " } else { open });
        write!(printer.out, "{ty}{}", dictionary("res_attrs", i))?;
    }
    if !bare && !function.results.is_empty() {
        printer.out.push(')');
    }
    write_attributes(printer, op, &FUNCTION)?;
    if let Some(region) = op.regions.first() {
        printer.out.push(' ');
        printer.region(region, true, false)?;
    }
    printer.close_scope();
    Ok(())
}
