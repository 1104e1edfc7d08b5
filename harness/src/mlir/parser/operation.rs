//! Operations, regions and blocks.

use std::sync::Arc;

use super::super::assembly::{self, Assembly, Spec};
use super::super::ir::{Block, Form, OpName, Operation, Piece, Region, Span, Successor, ValueId};
use super::super::lexer::Kind;
use super::super::types::Type;
use super::{Parser, Result};

/// An operation while it is read: operands by group, types of the results.
pub(in crate::mlir) struct Draft {
    pub(in crate::mlir) op: Operation,
    /// Operands by group of the specification.
    pub(in crate::mlir) groups: Vec<Vec<ValueId>>,
    /// Types of the results, by position.
    pub(in crate::mlir) results: Vec<Type>,
}

impl<'a> Parser<'a> {
    pub(super) fn operation(&mut self) -> Result<Operation> {
        self.deeper(Self::operation_here)
    }

    fn operation_here(&mut self) -> Result<Operation> {
        let names = self.result_names()?;
        let span = self.span();
        let mut draft = match self.kind() {
            Kind::String => self.generic(span)?,
            Kind::Word => self.custom(span, names.iter().map(|(_, count)| count).sum())?,
            Kind::End => return self.fail("the text ends inside of a region"),
            _ => return self.fail("expected an operation"),
        };
        self.optional_location()?;
        self.finish(&mut draft, &names)?;
        Ok(draft.op)
    }

    /// `%a, %b:2 =`
    fn result_names(&mut self) -> Result<Vec<(&'a str, usize)>> {
        let mut names = Vec::new();
        while self.kind() == Kind::Value {
            let name = &self.text()[1..];
            self.advance()?;
            let mut count = 1;
            if self.eat(b':')? {
                count = match self.text().parse::<u16>() {
                    Ok(count) if count > 0 => usize::from(count),
                    _ => return self.fail("expected a number of results"),
                };
                self.advance()?;
            }
            names.push((name, count));
            if !self.eat(b',')? {
                self.expect(b'=')?;
                break;
            }
        }
        Ok(names)
    }

    /// Defines the results.
    fn finish(&mut self, draft: &mut Draft, names: &[(&'a str, usize)]) -> Result<()> {
        let mut types = std::mem::take(&mut draft.results).into_iter();
        let count: usize = names.iter().map(|(_, count)| count).sum();
        if names.is_empty() {
            draft.op.results = types.map(|ty| self.fresh("", ty)).collect();
            return Ok(());
        }
        if count != types.len() {
            let (name, has) = (draft.op.name.as_str(), types.len());
            return self.fail(format!("{name} has {has} results, {count} are named"));
        }
        for (name, count) in names {
            for index in 0..*count {
                let ty = types.next().unwrap_or(Type::Unknown);
                let id = self.define(name, index, ty)?;
                draft.op.results.push(id);
            }
        }
        Ok(())
    }

    fn draft(&self, name: &str, span: Span) -> Draft {
        let mut op = Operation::new(name);
        op.span = span;
        let groups = match &op.name {
            OpName::Known(spec) => vec![Vec::new(); spec.operands.len()],
            OpName::Other(_) => Vec::new(),
        };
        Draft { op, groups, results: Vec::new() }
    }

    fn custom(&mut self, span: Span, results: usize) -> Result<Draft> {
        let word = self.text();
        let name = match word {
            "module" => "builtin.module",
            _ => word,
        };
        let mut draft = self.draft(name, span);
        let OpName::Known(spec) = &draft.op.name else {
            return self.opaque_operation(draft, results);
        };
        let spec: &'static Spec = spec;
        self.advance()?;
        match &spec.assembly {
            Assembly::Format(format) => assembly::read(self, spec, format, &mut draft)?,
            Assembly::Special(special) => (special.read)(self, &mut draft)?,
            Assembly::Generic => return self.fail(format!("{name} has only the generic form")),
        }
        if spec.has_segments() {
            let size = |group: &Vec<ValueId>| u32::try_from(group.len()).unwrap_or(u32::MAX);
            draft.op.segments = draft.groups.iter().map(size).collect();
        }
        draft.op.operands.extend(draft.groups.drain(..).flatten());
        Ok(draft)
    }

    /// `"op"(operands)[successors] <{properties}> ({regions}) {attributes} : type`
    fn generic(&mut self, span: Span) -> Result<Draft> {
        let name = self.string()?;
        let mut draft = self.draft(&name, span);
        draft.op.form = Form::Generic;
        self.expect(b'(')?;
        self.list_until(b')', |parser| {
            draft.op.operands.push(parser.operand()?);
            Ok(())
        })?;
        if self.eat(b'[')? {
            self.list_until(b']', |parser| {
                draft.op.successors.push(parser.successor()?);
                Ok(())
            })?;
        }
        if self.eat(b'<')? {
            draft.op.attributes = self.dictionary()?;
            let names = draft.op.attributes.iter().map(|(name, _)| Arc::clone(name));
            draft.op.properties = names.collect();
            self.expect(b'>')?;
        }
        if self.eat(b'(')? {
            self.list_until(b')', |parser| {
                draft.op.regions.push(parser.region(Vec::new())?);
                Ok(())
            })?;
        }
        if self.at(b'{') {
            let more = self.dictionary()?;
            draft.op.attributes.extend(more);
        }
        self.expect(b':')?;
        let types = self.function_type()?;
        if types.inputs.len() != draft.op.operands.len() {
            return self.fail("the number of operands does not fit the type");
        }
        for (value, ty) in draft.op.operands.clone().into_iter().zip(types.inputs) {
            self.learn(value, ty);
        }
        draft.results = types.results;
        self.segments_of_generic(&mut draft.op)?;
        Ok(draft)
    }

    /// Sizes of operand groups: told by an attribute, or by the number of operands.
    fn segments_of_generic(&mut self, op: &mut Operation) -> Result<()> {
        let OpName::Known(spec) = &op.name else { return Ok(()) };
        let spec: &'static Spec = spec;
        if !spec.has_segments() {
            return Ok(());
        }
        let told = op.attribute("operandSegmentSizes").and_then(|sizes| sizes.as_integers());
        op.segments = match told {
            Some(sizes) => sizes.iter().map(|size| u32::try_from(*size).unwrap_or(0)).collect(),
            None => spec.distribute(op.operands.len()),
        };
        op.set_attribute("operandSegmentSizes", None);
        let total: u64 = op.segments.iter().map(|size| u64::from(*size)).sum();
        if total != op.operands.len() as u64 || op.segments.len() != spec.operands.len() {
            return self.fail("the operand segments do not fit the operands");
        }
        Ok(())
    }

    /// `^bb1` or `^bb1(%a, %b : types)`
    pub(in crate::mlir) fn successor(&mut self) -> Result<Successor> {
        if self.kind() != Kind::Block {
            return self.fail("expected a block");
        }
        let block = self.name(&self.text()[1..]);
        self.advance()?;
        let mut operands = Vec::new();
        if self.eat(b'(')? {
            operands = self.operands()?;
            self.expect(b':')?;
            self.operand_types(&operands)?;
            self.expect(b')')?;
        }
        Ok(Successor { block, operands })
    }

    /// `%a, %b`; may be empty.
    pub(in crate::mlir) fn operands(&mut self) -> Result<Vec<ValueId>> {
        let mut operands = Vec::new();
        if self.kind() == Kind::Value {
            operands.push(self.operand()?);
            while self.eat(b',')? {
                operands.push(self.operand()?);
            }
        }
        Ok(operands)
    }

    /// One type for each operand, between commas.
    pub(in crate::mlir) fn operand_types(&mut self, operands: &[ValueId]) -> Result<()> {
        for (i, value) in operands.iter().enumerate() {
            if i > 0 {
                self.expect(b',')?;
            }
            let ty = self.ty()?;
            self.learn(*value, ty);
        }
        Ok(())
    }

    /// `%name: type {attributes}`
    pub(in crate::mlir) fn argument(&mut self) -> Result<(&'a str, Type)> {
        if self.kind() != Kind::Value {
            return self.fail("expected an argument");
        }
        let name = &self.text()[1..];
        self.advance()?;
        self.expect(b':')?;
        Ok((name, self.ty()?))
    }

    /// `{...}`, a scope of its own; `arguments` are those that the operation's header names.
    pub(in crate::mlir) fn region(&mut self, arguments: Vec<(&'a str, Type)>) -> Result<Region> {
        self.deeper(|parser| parser.scoped(|parser| parser.region_here(arguments)))
    }

    fn region_here(&mut self, arguments: Vec<(&'a str, Type)>) -> Result<Region> {
        self.expect(b'{')?;
        let mut region = Region::default();
        let mut entry = Block::default();
        for (name, ty) in arguments {
            entry.arguments.push(self.define(name, 0, ty)?);
        }
        while !self.at(b'}') && self.kind() != Kind::Block {
            entry.ops.push(self.operation()?);
        }
        if !entry.ops.is_empty() || !entry.arguments.is_empty() || self.at(b'}') {
            region.blocks.push(entry);
        }
        while self.kind() == Kind::Block {
            let block = self.block()?;
            region.blocks.push(block);
        }
        self.expect(b'}')?;
        Ok(region)
    }

    /// `^bb0(%a: i32): operations`
    fn block(&mut self) -> Result<Block> {
        let mut block = Block { label: self.name(&self.text()[1..]), ..Block::default() };
        self.advance()?;
        if self.eat(b'(')? {
            self.list_until(b')', |parser| {
                let (name, ty) = parser.argument()?;
                parser.optional_location()?;
                block.arguments.push(parser.define(name, 0, ty)?);
                Ok(())
            })?;
        }
        self.expect(b':')?;
        while !self.at(b'}') && self.kind() != Kind::Block {
            block.ops.push(self.operation()?);
        }
        Ok(block)
    }

    /// An operation that is not known, in a form of its own: its text to the end of the line (of
    /// its last region), locations dropped.
    fn opaque_operation(&mut self, mut draft: Draft, results: usize) -> Result<Draft> {
        if !self.text().contains('.') {
            return self.fail(format!("`{}` is not an operation", self.text()));
        }
        // It may be nothing but its name.
        let mut end = self.token.end;
        self.advance()?;
        let mut pieces = Vec::new();
        let mut start = self.token.start;
        let mut depth = 0usize;
        let mut types = None;
        while self.kind() != Kind::End && !(depth == 0 && self.at_new_operation(end)) {
            match self.kind() {
                Kind::Punct(b'(' | b'[' | b'{') => depth += 1,
                Kind::Punct(b')' | b']' | b'}') if depth == 0 => break,
                Kind::Punct(b')' | b']' | b'}') => depth -= 1,
                Kind::Arrow | Kind::Punct(b':') if depth == 0 => types = Some(self.token.end),
                _ => {}
            }
            end = self.token.end;
            if let Some(after) = self.opaque_piece(start, &mut pieces)? {
                (start, end) = (after, after);
            } else {
                self.advance()?;
            }
        }
        pieces.push(Piece::Text(self.lexer.text[start..end.max(start)].trim_end().into()));
        draft.op.form = Form::Opaque(Arc::new(pieces));
        draft.results = self.guess_types(types, results)?;
        Ok(draft)
    }

    /// What is not kept as it is written in an opaque operation, at the current token: values, aliases
    /// of types, and locations, which are dropped. Adds the text from `start` to it; gives where the
    /// rest begins.
    fn opaque_piece(&mut self, start: usize, pieces: &mut Vec<Piece>) -> Result<Option<usize>> {
        let (here, text) = (self.token.start, self.lexer.text);
        match self.kind() {
            Kind::Value => {
                let Some(value) = self.known_value()? else { return Ok(None) };
                pieces.push(Piece::Text(text[start..here].into()));
                pieces.push(Piece::Value(value));
            }
            Kind::Type => {
                let Some(ty) = self.type_aliases.get(&self.text()[1..]) else { return Ok(None) };
                pieces.push(Piece::Text(format!("{}{ty}", &text[start..here]).into()));
                let end = self.token.end;
                self.advance()?;
                return Ok(Some(end));
            }
            Kind::Word if self.at_word("loc") => {
                pieces.push(Piece::Text(text[start..here].trim_end().into()));
                self.location()?;
            }
            _ => return Ok(None),
        }
        Ok(Some(self.token_end_before()))
    }

    /// A value at the current token, consumed where it is known outside.
    fn known_value(&mut self) -> Result<Option<ValueId>> {
        let name = &self.text()[1..];
        if self.lookup(name, 0).is_none() {
            return Ok(None);
        }
        self.last_end = self.token.end;
        let mut lexer = self.lexer;
        let next = lexer.next()?;
        if next.kind == Kind::Hash {
            self.last_end = next.end;
        }
        Ok(Some(self.operand()?))
    }

    fn token_end_before(&self) -> usize {
        self.last_end
    }

    /// Whether the current token is the first of its line.
    pub(in crate::mlir) fn starts_line(&self) -> bool {
        let before = self.lexer.text[..self.token.start].trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with('\n')
    }

    /// Whether a new line starts here and with it another operation.
    fn at_new_operation(&self, end: usize) -> bool {
        let between = &self.lexer.text[end.min(self.token.start)..self.token.start];
        between.contains('\n')
            && match self.kind() {
                Kind::Word => self.text().contains('.') || self.at_word("module"),
                Kind::Value | Kind::String | Kind::Block | Kind::Attribute | Kind::Type => true,
                Kind::Punct(byte) => byte == b'}',
                _ => false,
            }
    }

    /// Types after the last arrow or colon, where there are as many as results.
    fn guess_types(&mut self, types: Option<usize>, results: usize) -> Result<Vec<Type>> {
        let before = (self.lexer, self.token);
        let mut found = Vec::new();
        if let (Some(offset), true) = (types, results > 0) {
            let read = self.restart_at(offset).and_then(|()| self.result_types());
            found = read.unwrap_or_default();
        }
        (self.lexer, self.token) = before;
        if found.len() != results {
            found = vec![Type::Unknown; results];
        }
        Ok(found)
    }
}
