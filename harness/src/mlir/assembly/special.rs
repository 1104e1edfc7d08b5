//! Assemblies that no format describes: those with regions in the middle of a line.

use std::fmt::{self, Write};

use super::super::attribute::{Attribute, Braced, Entry};
use super::super::ir::{Operation, Region};
use super::super::lexer::Kind;
use super::super::parser::{Draft, Parser, Result};
use super::super::printer::Printer;
use super::super::types::Type;
use super::Special;
use super::function::{read_function, write_function};

static SPECIALS: [Special; 7] = [
    Special { name: "module", read: read_module, write: write_module },
    Special { name: "function", read: read_function, write: write_function },
    Special { name: "for", read: read_for, write: write_for },
    Special { name: "if", read: read_if, write: write_if },
    Special { name: "while", read: read_while, write: write_while },
    Special { name: "execute_region", read: read_execute, write: write_execute },
    Special { name: "warp_specialize", read: read_specialize, write: write_specialize },
];

pub(super) fn find(name: &str) -> &'static Special {
    SPECIALS.iter().find(|special| special.name == name).expect("invariant: a known assembly")
}

pub(super) fn optional_symbol(parser: &mut Parser<'_>, draft: &mut Draft) -> Result<()> {
    if parser.kind() == Kind::Symbol {
        let name = parser.attribute_without_type()?;
        let name = name.as_str().unwrap_or_default().into();
        draft.op.set_attribute("sym_name", Some(Attribute::String(name)));
    }
    Ok(())
}

fn read_module(parser: &mut Parser<'_>, draft: &mut Draft) -> Result<()> {
    optional_symbol(parser, draft)?;
    if parser.eat_word("attributes")? {
        let entries = parser.dictionary()?;
        draft.op.attributes.extend(entries);
    }
    draft.op.regions.push(parser.region(Vec::new())?);
    Ok(())
}

fn write_module(printer: &mut Printer<'_>, op: &Operation) -> fmt::Result {
    write_symbol(printer, op)?;
    write_attributes(printer, op, &["sym_name"])?;
    printer.out.push(' ');
    printer.regions(op, 0, false)
}

pub(super) fn write_symbol(printer: &mut Printer<'_>, op: &Operation) -> fmt::Result {
    match op.symbol() {
        Some(name) => write!(printer.out, " @{name}"),
        None => Ok(()),
    }
}

pub(super) fn write_attributes(
    printer: &mut Printer<'_>,
    op: &Operation,
    own: &[&str],
) -> fmt::Result {
    let rest = others(op, own);
    if rest.is_empty() { Ok(()) } else { write!(printer.out, " attributes {}", Braced(&rest)) }
}

fn write_trailing(printer: &mut Printer<'_>, op: &Operation, own: &[&str]) -> fmt::Result {
    let rest = others(op, own);
    if rest.is_empty() { Ok(()) } else { write!(printer.out, " {}", Braced(&rest)) }
}

fn others(op: &Operation, own: &[&str]) -> Vec<Entry> {
    op.attributes.iter().filter(|(name, _)| !own.contains(&&**name)).cloned().collect()
}

fn trailing(parser: &mut Parser<'_>, draft: &mut Draft) -> Result<()> {
    if parser.at(b'{') {
        let entries = parser.dictionary()?;
        draft.op.attributes.extend(entries);
    }
    Ok(())
}

/// `%name = %init`, between commas, up to `)`.
fn inits<'a>(parser: &mut Parser<'a>, draft: &mut Draft, group: usize) -> Result<Vec<&'a str>> {
    let mut names = Vec::new();
    parser.expect(b'(')?;
    parser.list_until(b')', |parser| {
        if parser.kind() != Kind::Value {
            return parser.fail("expected an argument");
        }
        names.push(&parser.text()[1..]);
        parser.advance()?;
        parser.expect(b'=')?;
        draft.groups[group].push(parser.operand()?);
        Ok(())
    })?;
    Ok(names)
}

fn read_for(parser: &mut Parser<'_>, draft: &mut Draft) -> Result<()> {
    if parser.eat_word("unsigned")? {
        draft.op.set_attribute("unsignedCmp", Some(Attribute::Unit));
    }
    if parser.kind() != Kind::Value {
        return parser.fail("expected the induction variable");
    }
    let induction = &parser.text()[1..];
    parser.advance()?;
    parser.expect(b'=')?;
    draft.groups[0].push(parser.operand()?);
    parser.expect_word("to")?;
    draft.groups[1].push(parser.operand()?);
    parser.expect_word("step")?;
    draft.groups[2].push(parser.operand()?);
    let mut names = Vec::new();
    if parser.eat_word("iter_args")? {
        names = inits(parser, draft, 3)?;
        parser.expect_arrow()?;
        draft.results = parser.result_types()?;
    }
    if names.len() != draft.results.len() {
        return parser.fail("the loop's arguments do not fit its types");
    }
    let ty = if parser.eat(b':')? { parser.ty()? } else { Type::Index };
    let mut arguments = vec![(induction, ty)];
    arguments.extend(names.into_iter().zip(draft.results.iter().cloned()));
    let mut body = parser.region(arguments)?;
    close(&mut body);
    draft.op.regions.push(body);
    trailing(parser, draft)
}

/// Adds the terminator that the text leaves out.
fn close(region: &mut Region) {
    if region.blocks.is_empty() {
        region.blocks.push(Default::default());
    }
    if let Some(block) = region.blocks.last_mut() {
        let closed = block.ops.last().is_some_and(|op| op.name.as_str() == "scf.yield");
        if !closed {
            block.ops.push(Operation::new("scf.yield"));
        }
    }
}

fn write_inits(printer: &mut Printer<'_>, op: &Operation, first: usize) -> fmt::Result {
    printer.out.push('(');
    let entry = op.regions.first().and_then(Region::entry);
    let arguments = entry.map_or(&[][..], |entry| &entry.arguments);
    for (i, init) in op.group("init").iter().enumerate() {
        printer.out.push_str(if i > 0 { ", " } else { "" });
        let argument = arguments.get(first + i).ok_or(fmt::Error)?;
        printer.define(*argument);
        printer.value(*argument)?;
        printer.out.push_str(" = ");
        printer.value(*init)?;
    }
    printer.out.push(')');
    Ok(())
}

fn write_for(printer: &mut Printer<'_>, op: &Operation) -> fmt::Result {
    if op.attribute("unsignedCmp").is_some() {
        printer.out.push_str(" unsigned");
    }
    let body = op.regions.first().ok_or(fmt::Error)?;
    let entry = body.entry().ok_or(fmt::Error)?;
    let induction = *entry.arguments.first().ok_or(fmt::Error)?;
    printer.open_scope();
    printer.define(induction);
    for (word, value) in [(" ", induction), (" = ", op.operands[0]), (" to ", op.operands[1])] {
        printer.out.push_str(word);
        printer.value(value)?;
    }
    printer.out.push_str(" step ");
    printer.value(op.operands[2])?;
    if !op.group("init").is_empty() {
        printer.out.push_str(" iter_args");
        write_inits(printer, op, 1)?;
        printer.out.push_str(" -> (");
        printer.types(&op.results)?;
        printer.out.push_str(") ");
    }
    let ty = printer.module.ty(induction);
    if *ty != Type::Index {
        write!(printer.out, " : {ty}")?;
    }
    printer.out.push(' ');
    printer.region(body, true, op.group("init").is_empty())?;
    printer.close_scope();
    write_trailing(printer, op, &["unsignedCmp"])
}

fn optional_results(parser: &mut Parser<'_>, draft: &mut Draft) -> Result<()> {
    if parser.kind() == Kind::Arrow {
        parser.advance()?;
        draft.results = parser.result_types()?;
    }
    Ok(())
}

fn read_if(parser: &mut Parser<'_>, draft: &mut Draft) -> Result<()> {
    draft.groups[0].push(parser.operand()?);
    optional_results(parser, draft)?;
    let mut then = parser.region(Vec::new())?;
    close(&mut then);
    draft.op.regions.push(then);
    let mut other = Region::default();
    if parser.eat_word("else")? {
        other = parser.region(Vec::new())?;
        close(&mut other);
    }
    draft.op.regions.push(other);
    trailing(parser, draft)
}

fn write_results(printer: &mut Printer<'_>, op: &Operation) -> fmt::Result {
    if !op.results.is_empty() {
        printer.out.push_str(" -> (");
        printer.types(&op.results)?;
        printer.out.push(')');
    }
    Ok(())
}

fn write_if(printer: &mut Printer<'_>, op: &Operation) -> fmt::Result {
    printer.out.push(' ');
    printer.value(*op.operands.first().ok_or(fmt::Error)?)?;
    write_results(printer, op)?;
    printer.out.push(' ');
    printer.regions(op, 0, op.results.is_empty())?;
    if op.regions.get(1).is_some_and(|region| !region.blocks.is_empty()) {
        printer.out.push_str(" else ");
        printer.regions(op, 1, op.results.is_empty())?;
    }
    write_trailing(printer, op, &[])
}

fn read_while(parser: &mut Parser<'_>, draft: &mut Draft) -> Result<()> {
    let names = if parser.at(b'(') { inits(parser, draft, 0)? } else { Vec::new() };
    parser.expect(b':')?;
    let function = parser.function_type()?;
    if names.len() != function.inputs.len() {
        return parser.fail("the loop's arguments do not fit its types");
    }
    let arguments = names.into_iter().zip(function.inputs).collect();
    draft.results = function.results;
    draft.op.regions.push(parser.region(arguments)?);
    parser.expect_word("do")?;
    let mut body = parser.region(Vec::new())?;
    close(&mut body);
    draft.op.regions.push(body);
    if parser.eat_word("attributes")? {
        trailing(parser, draft)?;
    }
    Ok(())
}

fn write_while(printer: &mut Printer<'_>, op: &Operation) -> fmt::Result {
    printer.open_scope();
    if !op.operands.is_empty() {
        printer.out.push(' ');
        write_inits(printer, op, 0)?;
    }
    printer.out.push_str(" : ");
    printer.function_type(&op.operands, &op.results)?;
    printer.out.push(' ');
    printer.region(op.regions.first().ok_or(fmt::Error)?, true, false)?;
    printer.close_scope();
    printer.out.push_str(" do ");
    printer.regions(op, 1, false)?;
    write_attributes(printer, op, &[])
}

fn read_execute(parser: &mut Parser<'_>, draft: &mut Draft) -> Result<()> {
    optional_results(parser, draft)?;
    if parser.eat_word("no_inline")? {
        draft.op.set_attribute("no_inline", Some(Attribute::Unit));
    }
    draft.op.regions.push(parser.region(Vec::new())?);
    trailing(parser, draft)
}

fn write_execute(printer: &mut Printer<'_>, op: &Operation) -> fmt::Result {
    if !op.results.is_empty() {
        printer.out.push_str(" -> (");
        printer.types(&op.results)?;
        printer.out.push(')');
    }
    if op.attribute("no_inline").is_some() {
        printer.out.push_str(" no_inline");
    }
    printer.out.push(' ');
    printer.regions(op, 0, false)?;
    write_trailing(printer, op, &["no_inline"])
}

/// Regions: the default one, then the partitions; their warp counts are an attribute.
fn read_specialize(parser: &mut Parser<'_>, draft: &mut Draft) -> Result<()> {
    parser.expect(b'(')?;
    draft.groups[0] = parser.operands()?;
    parser.expect(b')')?;
    if parser.eat_word("attributes")? {
        trailing(parser, draft)?;
    }
    parser.expect_word("default")?;
    draft.op.regions.push(parser.region(Vec::new())?);
    let mut warps = Vec::new();
    while parser.kind() == Kind::Word && parser.text() == format!("partition{}", warps.len()) {
        parser.advance()?;
        let mut arguments = Vec::new();
        parser.expect(b'(')?;
        parser.list_until(b')', |parser| {
            arguments.push(parser.argument()?);
            parser.optional_location()
        })?;
        parser.expect_word("num_warps")?;
        parser.expect(b'(')?;
        warps.push(parser.attribute_without_type()?);
        parser.expect(b')')?;
        draft.op.regions.push(parser.region(arguments)?);
    }
    let warps = Attribute::DenseArray(Type::integer(32), warps);
    draft.op.set_attribute("partitionNumWarps", Some(warps));
    parser.expect(b':')?;
    let function = parser.function_type()?;
    for (value, ty) in draft.groups[0].clone().into_iter().zip(function.inputs) {
        parser.learn(value, ty);
    }
    draft.results = function.results;
    Ok(())
}

fn write_specialize(printer: &mut Printer<'_>, op: &Operation) -> fmt::Result {
    printer.out.push('(');
    printer.values(&op.operands)?;
    printer.out.push(')');
    write_attributes(printer, op, &["partitionNumWarps"])?;
    printer.line();
    printer.out.push_str("default ");
    printer.regions(op, 0, false)?;
    let warps = op.attribute("partitionNumWarps").and_then(Attribute::as_integers);
    let warps = warps.unwrap_or_default();
    for (i, region) in op.regions.iter().enumerate().skip(1) {
        printer.line();
        write!(printer.out, "partition{}(", i - 1)?;
        printer.open_scope();
        let entry = region.entry().ok_or(fmt::Error)?;
        for (j, argument) in entry.arguments.iter().enumerate() {
            printer.out.push_str(if j > 0 { ", " } else { "" });
            printer.define(*argument);
            printer.value(*argument)?;
            write!(printer.out, ": {}", printer.module.ty(*argument))?;
        }
        write!(printer.out, ") num_warps({}) ", warps.get(i - 1).copied().unwrap_or(1))?;
        printer.region(region, true, false)?;
        printer.close_scope();
    }
    printer.out.push_str(" : ");
    printer.function_type(&op.operands, &op.results)
}
