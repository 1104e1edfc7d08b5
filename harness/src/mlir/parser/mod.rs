//! Parser: text in, [`Module`] out. Any bytes are answered with a module or with one error.
//!
//! `mod.rs` holds the state that all parts share: tokens, scopes of value names, errors.

mod attributes;
mod hash;
mod operation;
mod scope;
mod types;

pub(super) use operation::Draft;
pub(super) use types::Elided;

use std::sync::Arc;

use super::ir::{Module, Span, ValueId};
use super::lexer::{Kind, Lexer, Token};
use super::types::Type;
use crate::syntax::{ParseError, utf8};
use hash::Names;

/// Regions, types and attributes may nest this deep; deeper text is refused, because the parser
/// recurses. MLIR itself prints nothing near it.
const MAX_DEPTH: u32 = 100;

pub(super) type Result<T> = std::result::Result<T, ParseError>;

/// Reads one module.
///
/// # Errors
/// The first thing that is not understood.
pub fn parse(text: &str) -> Result<Module> {
    let mut parser = Parser::new(text)?;
    parser.module()
}

/// Reads one module from bytes that may be anything.
///
/// # Errors
/// As [`parse`]; also text that is not UTF-8.
pub fn parse_bytes(bytes: &[u8]) -> Result<Module> {
    parse(utf8(bytes)?)
}

/// Reads the parts between `// -----` lines. Lines in errors and spans count from the start of
/// the whole text.
pub fn parse_chunks(text: &str) -> Vec<Result<Module>> {
    let mut chunks = Vec::new();
    let (mut start, mut line) = (0, 0u32);
    let mut offset = 0;
    let parts = text.split_inclusive('\n').chain(std::iter::once("// -----"));
    for (lines, part) in (0u32..).zip(parts) {
        if part.trim_start().starts_with("// -----") {
            let end = offset.min(text.len());
            chunks.push(chunk(&text[start..end], line));
            (start, line) = ((offset + part.len()).min(text.len()), lines + 1);
        }
        offset += part.len();
    }
    chunks
}

fn chunk(text: &str, line: u32) -> Result<Module> {
    let mut module =
        parse(text).map_err(|error| ParseError { line: error.line + line, ..error })?;
    module.walk_mut(&mut |op| op.span.line += line);
    Ok(module)
}

/// State of one parse.
pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    token: Token,
    module: Module,
    type_aliases: Names<&'a str, Type>,
    /// Types by their text.
    seen_types: Names<&'a str, Type>,
    scopes: Vec<Names<(&'a str, usize), ValueId>>,
    /// Values that were used before their definition was read.
    pending: Names<(&'a str, usize), (ValueId, usize)>,
    depth: u32,
    /// Where the line counter stands: offset, line, offset of the line's start.
    line: (usize, u32, usize),
    names: Names<&'a str, Arc<str>>,
    /// Where the last location or value of an opaque operation ended.
    last_end: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Self> {
        let mut lexer = Lexer::new(text);
        let token = lexer.next()?;
        Ok(Parser {
            lexer,
            token,
            module: Module::default(),
            type_aliases: Names::default(),
            seen_types: Names::default(),
            scopes: vec![Names::default()],
            pending: Names::default(),
            depth: 0,
            line: (0, 1, 0),
            names: Names::default(),
            last_end: 0,
        })
    }

    fn module(&mut self) -> Result<Module> {
        while self.token.kind != Kind::End {
            match self.token.kind {
                Kind::Attribute | Kind::Type => self.alias()?,
                Kind::Hash => return self.fail("expected an operation"),
                Kind::Punct(b'{') => self.file_metadata()?,
                _ => {
                    let op = self.operation()?;
                    self.module.ops.push(op);
                }
            }
        }
        self.no_pending()?;
        Ok(std::mem::take(&mut self.module))
    }

    /// `{-# ... #-}`: resources and reproducers, dropped.
    fn file_metadata(&mut self) -> Result<()> {
        let text = self.lexer.text;
        let rest = &text[self.token.start..];
        match rest.find("#-}") {
            Some(end) if rest.starts_with("{-#") => self.restart_at(self.token.start + end + 3),
            _ => self.fail("expected an operation"),
        }
    }

    /// `#name = attribute`, `!name = type`
    fn alias(&mut self) -> Result<()> {
        let name = &self.text()[1..];
        let is_type = self.token.kind == Kind::Type;
        self.advance()?;
        self.expect(b'=')?;
        if is_type {
            let ty = self.ty()?;
            self.type_aliases.insert(name, ty);
        } else if self.at_word("loc") {
            self.location()?;
        } else {
            let value = self.attribute()?;
            self.module.aliases.push((name.into(), value));
        }
        Ok(())
    }

    /// Bytes of the current token.
    pub(super) fn text(&self) -> &'a str {
        &self.lexer.text[self.token.start..self.token.end]
    }

    pub(super) fn kind(&self) -> Kind {
        self.token.kind
    }

    pub(super) fn advance(&mut self) -> Result<()> {
        self.token = self.lexer.next()?;
        Ok(())
    }

    /// Makes the token at a byte offset the current one.
    pub(super) fn restart_at(&mut self, offset: usize) -> Result<()> {
        self.lexer.seek(offset);
        self.advance()
    }

    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(ParseError::at(self.lexer.text, self.token.start, message))
    }

    pub(super) fn at(&self, byte: u8) -> bool {
        self.token.kind == Kind::Punct(byte)
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        self.token.kind == Kind::Word && self.text() == word
    }

    pub(super) fn eat(&mut self, byte: u8) -> Result<bool> {
        let found = self.at(byte);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn eat_word(&mut self, word: &str) -> Result<bool> {
        let found = self.at_word(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn expect(&mut self, byte: u8) -> Result<()> {
        if self.eat(byte)? {
            return Ok(());
        }
        self.fail(format!("expected `{}`", char::from(byte)))
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word)? { Ok(()) } else { self.fail(format!("expected `{word}`")) }
    }

    pub(super) fn expect_arrow(&mut self) -> Result<()> {
        if self.token.kind == Kind::Arrow {
            return self.advance();
        }
        self.fail("expected `->`")
    }

    /// Items between commas up to `close`, which is consumed.
    pub(super) fn list_until(
        &mut self,
        close: u8,
        mut item: impl FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if self.eat(close)? {
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.eat(b',')? {
                return self.expect(close);
            }
        }
    }

    /// Runs `parse` one level deeper.
    pub(super) fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return self.fail("this is nested too deeply");
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Line and column of the current token. Tokens come in order, so lines are counted once.
    pub(super) fn span(&mut self) -> Span {
        let (mut offset, mut line, mut start) = self.line;
        if self.token.start < offset {
            (offset, line, start) = (0, 1, 0);
        }
        for (i, byte) in self.lexer.text.as_bytes()[offset..self.token.start].iter().enumerate() {
            if *byte == b'\n' {
                line += 1;
                start = offset + i + 1;
            }
        }
        self.line = (self.token.start, line, start);
        Span { line, column: u32::try_from(self.token.start - start + 1).unwrap_or(u32::MAX) }
    }

    /// An offset just past the bracket that closes the one at `open`, strings skipped.
    pub(super) fn balanced(&self, open: usize) -> Result<usize> {
        let bytes = self.lexer.text.as_bytes();
        let mut stack = Vec::new();
        let mut at = open;
        while at < bytes.len() {
            match bytes[at] {
                b'"' => at = self.string_end(at)? - 1,
                b'-' if bytes.get(at + 1) == Some(&b'>') => at += 1,
                b'<' => stack.push(b'>'),
                b'(' => stack.push(b')'),
                b'[' => stack.push(b']'),
                b'{' => stack.push(b'}'),
                byte @ (b'>' | b')' | b']' | b'}') => {
                    if stack.pop() != Some(byte) {
                        break;
                    }
                    if stack.is_empty() {
                        return Ok(at + 1);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        Err(ParseError::at(self.lexer.text, open, "this bracket is not closed"))
    }

    fn string_end(&self, start: usize) -> Result<usize> {
        let mut lexer = self.lexer;
        lexer.seek(start);
        Ok(lexer.next()?.end)
    }

    /// `loc(...)` or `loc(#alias)`, dropped.
    pub(super) fn location(&mut self) -> Result<()> {
        self.expect_word("loc")?;
        if !self.at(b'(') {
            return self.fail("expected `(` after `loc`");
        }
        let end = self.balanced(self.token.start)?;
        self.last_end = end;
        self.restart_at(end)
    }

    /// A trailing location, where there is one.
    pub(super) fn optional_location(&mut self) -> Result<()> {
        if self.at_word("loc") {
            self.location()?;
        }
        Ok(())
    }
}
