//! Lexer over the bytes of MLIR text. Takes any bytes; never panics.
//!
//! Tokens are made on demand and are plain spans: the parser goes back by copying the lexer.

use crate::syntax::ParseError;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `%name`, `%0#1` is two tokens with [`Kind::Hash`].
    Value,
    /// `^bb0`
    Block,
    /// `@name` or `@"name"`
    Symbol,
    /// `#name`
    Attribute,
    /// `!name`
    Type,
    /// A word, with dots: `tt.load`.
    Word,
    /// `12`, `0x1F`
    Integer,
    /// `1.0e+00`
    Float,
    /// `"..."`
    String,
    /// `#` and digits right after a value: `#1`.
    Hash,
    /// `->`
    Arrow,
    /// One punctuation byte.
    Punct(u8),
    /// End of the text.
    End,
}

/// A token: kind and bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The lexer: text and position.
#[derive(Clone, Copy)]
pub(super) struct Lexer<'a> {
    pub(super) text: &'a str,
    position: usize,
}

fn word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

fn suffix_byte(byte: u8) -> bool {
    word_byte(byte) || byte == b'-'
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lexer { text, position: 0 }
    }

    /// Goes to a byte offset, which must be a character boundary.
    pub(super) fn seek(&mut self, position: usize) {
        self.position = position;
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn skip_space(&mut self) {
        loop {
            match self.byte(self.position) {
                b' ' | b'\t' | b'\n' | b'\r' => self.position += 1,
                b'/' if self.byte(self.position + 1) == b'/' => {
                    let rest = &self.text.as_bytes()[self.position..];
                    let line = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                    self.position += line;
                }
                _ => return,
            }
        }
    }

    fn take_while(&mut self, from: usize, accept: impl Fn(u8) -> bool) -> usize {
        let mut end = from;
        while end < self.text.len() && accept(self.byte(end)) {
            end += 1;
        }
        end
    }

    /// The next token.
    pub(super) fn next(&mut self) -> Result<Token, ParseError> {
        self.skip_space();
        let start = self.position;
        if start >= self.text.len() {
            return Ok(Token { kind: Kind::End, start, end: start });
        }
        let (kind, end) = self.scan(start)?;
        self.position = end;
        Ok(Token { kind, start, end })
    }

    fn scan(&mut self, start: usize) -> Result<(Kind, usize), ParseError> {
        let suffixed = |this: &mut Self, kind| {
            let end = this.take_while(start + 1, suffix_byte);
            if end == start + 1 {
                Err(ParseError::at(this.text, start, "expected a name after this character"))
            } else {
                Ok((kind, end))
            }
        };
        match self.byte(start) {
            b'%' => suffixed(self, Kind::Value),
            b'^' => suffixed(self, Kind::Block),
            b'!' => {
                let end = self.take_while(start + 1, word_byte);
                Ok((Kind::Type, end))
            }
            b'#' if self.byte(start + 1).is_ascii_digit() => {
                let end = self.take_while(start + 1, |byte| byte.is_ascii_digit());
                Ok((Kind::Hash, end))
            }
            b'#' => {
                let end = self.take_while(start + 1, word_byte);
                Ok((Kind::Attribute, end))
            }
            b'@' if self.byte(start + 1) == b'"' => Ok((Kind::Symbol, self.string(start + 1)?)),
            b'@' => suffixed(self, Kind::Symbol),
            b'"' => Ok((Kind::String, self.string(start)?)),
            b'-' if self.byte(start + 1) == b'>' => Ok((Kind::Arrow, start + 2)),
            b'0'..=b'9' => Ok(self.number(start)),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Ok((Kind::Word, self.take_while(start, word_byte))),
            byte if byte.is_ascii_graphic() => Ok((Kind::Punct(byte), start + 1)),
            _ => Err(ParseError::at(self.text, start, "unexpected character")),
        }
    }

    fn number(&mut self, start: usize) -> (Kind, usize) {
        if self.byte(start) == b'0' && self.byte(start + 1) == b'x' {
            let end = self.take_while(start + 2, |byte| byte.is_ascii_hexdigit());
            if end > start + 2 {
                return (Kind::Integer, end);
            }
            return (Kind::Integer, start + 1);
        }
        let digits = |byte: u8| byte.is_ascii_digit();
        let end = self.take_while(start, digits);
        if self.byte(end) != b'.' {
            return (Kind::Integer, end);
        }
        let mut end = self.take_while(end + 1, digits);
        if matches!(self.byte(end), b'e' | b'E') {
            let sign = usize::from(matches!(self.byte(end + 1), b'+' | b'-'));
            if self.byte(end + 1 + sign).is_ascii_digit() {
                end = self.take_while(end + 1 + sign, digits);
            }
        }
        (Kind::Float, end)
    }

    fn string(&self, start: usize) -> Result<usize, ParseError> {
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        while at < bytes.len() {
            match bytes[at] {
                b'"' => return Ok(at + 1),
                b'\\' => at += 2,
                b'\n' => break,
                _ => at += 1,
            }
        }
        Err(ParseError::at(self.text, start, "this string does not end"))
    }
}
