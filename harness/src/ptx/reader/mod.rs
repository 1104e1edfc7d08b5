//! Reader: text in, [`Module`] out. Any text is answered with a module or with one error that names
//! its place. This file holds the tokens and what stands at module scope.

mod body;
mod function;
mod operand;
mod scope;
#[cfg(test)]
mod tests;
mod variable;

use std::collections::HashMap;

use super::lexer::{Kind, Lexer, Result, Token};
use super::program::{Module, Symbol, Variable};
use super::types::Space;
use crate::syntax::{ParseError, utf8};

/// Reads one module.
///
/// # Errors
/// The first thing that is not understood. An unknown instruction is no error: see
/// [`Opcode::Unknown`](super::Opcode::Unknown).
pub fn read(text: &str) -> Result<Module> {
    let mut lexer = Lexer::new(text);
    let token = lexer.next()?;
    let module = Module {
        version: (0, 0),
        target: String::new(),
        address_size: 32,
        variables: Vec::new(),
        functions: Vec::new(),
        files: Vec::new(),
    };
    let mut reader = Reader { lexer, token, module, symbols: HashMap::new() };
    reader.items()?;
    Ok(reader.module)
}

/// Reads one module from bytes that may be anything.
///
/// # Errors
/// As [`read`]; also text that is not UTF-8.
pub fn read_bytes(bytes: &[u8]) -> Result<Module> {
    read(utf8(bytes)?)
}

/// The state that all parts of the reader share.
pub(super) struct Reader<'a> {
    lexer: Lexer<'a>,
    /// The token that comes next.
    token: Token,
    module: Module,
    /// Names of module scope.
    symbols: HashMap<&'a str, Symbol>,
}

/// An index as the program has them.
fn index(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl<'a> Reader<'a> {
    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(self.error_at(self.token.start, message))
    }

    fn error_at(&self, offset: usize, message: impl Into<String>) -> ParseError {
        ParseError::at(self.lexer.text, offset, message)
    }

    fn text(&self, token: Token) -> &'a str {
        &self.lexer.text[token.start..token.end]
    }

    /// Takes the token.
    fn next(&mut self) -> Result<Token> {
        let token = self.token;
        self.lexer.advance_to(&mut self.token)?;
        Ok(token)
    }

    fn at(&self, punct: u8) -> bool {
        self.token.kind == Kind::Punct(punct)
    }

    /// Takes the punctuation if it comes next.
    fn accept(&mut self, punct: u8) -> Result<bool> {
        let found = self.at(punct);
        if found {
            self.lexer.advance_to(&mut self.token)?;
        }
        Ok(found)
    }

    fn expect(&mut self, punct: u8) -> Result<()> {
        if self.accept(punct)? {
            return Ok(());
        }
        self.error(format!("expected `{}`", char::from(punct)))
    }

    /// The word that comes next, not taken; empty if it is none.
    fn peek_word(&self) -> &'a str {
        if self.token.kind == Kind::Word { self.text(self.token) } else { "" }
    }

    fn word(&mut self) -> Result<&'a str> {
        if self.token.kind != Kind::Word {
            return self.error("expected a name");
        }
        let text = self.text(self.token);
        self.lexer.advance_to(&mut self.token)?;
        Ok(text)
    }

    fn integer(&mut self) -> Result<u64> {
        if self.token.kind != Kind::Integer {
            return self.error("expected a number");
        }
        let value = self.token.value;
        self.lexer.advance_to(&mut self.token)?;
        Ok(value)
    }

    fn small(&mut self) -> Result<u32> {
        let at = self.token.start;
        let value = self.integer()?;
        u32::try_from(value).map_err(|_| self.error_at(at, "this number is too large"))
    }

    /// A string's text, without its quotes.
    fn string(&mut self) -> Result<&'a str> {
        if self.token.kind != Kind::String {
            return self.error("expected a string");
        }
        let token = self.next()?;
        Ok(&self.lexer.text[token.start + 1..token.end - 1])
    }

    /// Skips up to and with the `;`.
    fn skip_statement(&mut self) -> Result<()> {
        while !self.at(b';') {
            if self.token.kind == Kind::End {
                return self.error("expected `;`");
            }
            self.next()?;
        }
        self.expect(b';')
    }

    fn items(&mut self) -> Result<()> {
        while self.token.kind != Kind::End {
            self.item()?;
        }
        Ok(())
    }

    fn item(&mut self) -> Result<()> {
        let (mut is_extern, at) = (false, self.token.start);
        loop {
            match self.word()? {
                ".extern" => is_extern = true,
                ".visible" | ".weak" | ".common" => {}
                ".version" => return self.version(),
                ".target" => return self.target(),
                ".address_size" => {
                    self.module.address_size = self.small()?;
                    return Ok(());
                }
                ".file" => return self.file(),
                ".section" => return self.section(),
                ".pragma" => return self.skip_statement(),
                ".entry" => return self.function(true),
                ".func" => return self.function(false),
                word => {
                    let space = word.strip_prefix('.').and_then(Space::from_name);
                    let Some(space) = space else {
                        return Err(self.error_at(at, format!("unknown directive `{word}`")));
                    };
                    return self.module_variables(space, is_extern);
                }
            }
        }
    }

    fn module_variables(&mut self, space: Space, is_extern: bool) -> Result<()> {
        let (name, mut variable) = self.variable(space)?;
        variable.is_extern = is_extern;
        self.initial(&mut variable)?;
        self.symbols.insert(name, Symbol::Module(index(self.module.variables.len())));
        self.module.variables.push(variable);
        self.expect(b';')
    }

    fn version(&mut self) -> Result<()> {
        let token = self.next()?;
        let parsed = self
            .text(token)
            .split_once('.')
            .and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        match parsed {
            Some(version) => {
                self.module.version = version;
                Ok(())
            }
            None => Err(self.error_at(token.start, "expected a version")),
        }
    }

    fn target(&mut self) -> Result<()> {
        self.module.target = self.word()?.to_owned();
        while self.accept(b',')? {
            self.word()?;
        }
        Ok(())
    }

    /// `.file 1 "name"`, perhaps with a time stamp and a size. Ends with its line.
    fn file(&mut self) -> Result<()> {
        let number = self.small()?;
        let name = self.string()?.to_owned();
        self.module.files.push((number, name));
        while self.accept(b',')? {
            self.integer()?;
        }
        Ok(())
    }

    /// Debug data: `.section name { ... }`.
    fn section(&mut self) -> Result<()> {
        self.word()?;
        if !self.at(b'{') {
            return self.error("expected `{`");
        }
        if !self.lexer.skip_past(b'}')? {
            return self.error("this section does not end");
        }
        self.lexer.advance_to(&mut self.token)
    }
}

/// A variable that has only a name, a space and a type so far.
fn plain(name: &str, space: Space, ty: super::types::Type) -> Variable {
    let bytes = u64::from(ty.bits().div_ceil(8));
    Variable {
        name: name.to_owned(),
        space,
        ty,
        align: bytes,
        size: Some(bytes),
        is_extern: false,
        initial: None,
    }
}
