//! Lexer over PTX text. Takes any text; never panics. Tokens are plain spans with their line.

use crate::syntax::ParseError;

pub(super) type Result<T> = std::result::Result<T, ParseError>;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `%r1`, `.reg`, `ld.global.v2.b32`, `$L__BB0_1`: letters, digits, dots, double colons.
    Word,
    /// `12`, `0x1F`, `0b11`: the value, without sign.
    Integer,
    /// `0f3F800000`, `0d...`: the bits.
    Bits,
    /// `1.0`: a decimal with a point.
    Decimal,
    /// `"..."`
    String,
    /// One punctuation byte.
    Punct(u8),
    /// End of the text.
    End,
}

/// A token: kind, value, bytes, line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Of an integer, or bits; otherwise it means nothing.
    pub(super) value: u64,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) line: u32,
}

/// The lexer: text and position.
#[derive(Clone, Copy)]
pub(super) struct Lexer<'a> {
    pub(super) text: &'a str,
    position: usize,
    line: u32,
}

/// Whether a byte may stand in a name, by its value: what the reader asks most often.
const NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        table[byte as usize] =
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'%');
        byte += 1;
    }
    table
};

fn name_byte(byte: u8) -> bool {
    NAME[usize::from(byte)]
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lexer { text, position: 0, line: 1 }
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn error<T>(&self, at: usize, message: &str) -> Result<T> {
        Err(ParseError::at(self.text, at, message))
    }

    /// Goes forward to a place, counting the lines on the way.
    fn advance(&mut self, to: usize) {
        let passed = &self.text.as_bytes()[self.position..to];
        let lines = passed.iter().filter(|byte| **byte == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        self.position = to;
    }

    fn skip_space(&mut self) -> Result<()> {
        let mut at = self.position;
        loop {
            match self.byte(at) {
                b' ' | b'\t' | b'\r' => at += 1,
                b'\n' => {
                    self.line = self.line.saturating_add(1);
                    at += 1;
                }
                b'/' if self.byte(at + 1) == b'/' => {
                    let rest = &self.text.as_bytes()[at..];
                    at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                }
                b'/' if self.byte(at + 1) == b'*' => {
                    self.position = at;
                    match self.text.get(at + 2..).and_then(|rest| rest.find("*/")) {
                        Some(length) => self.advance(at + 2 + length + 2),
                        None => return self.error(at, "this comment does not end"),
                    }
                    at = self.position;
                }
                _ => break,
            }
        }
        self.position = at;
        Ok(())
    }

    /// Goes behind the next such byte that is in no comment and no string; false if there is none.
    pub(super) fn skip_past(&mut self, byte: u8) -> Result<bool> {
        loop {
            let rest = &self.text.as_bytes()[self.position..];
            let Some(found) = memchr::memchr3(byte, b'/', b'"', rest) else { return Ok(false) };
            let at = self.position + found;
            self.advance(at);
            self.position = match self.byte(at) {
                b'"' => self.string(at)?,
                b'/' => {
                    self.skip_space()?;
                    self.position.max(at + 1)
                }
                _ => at + 1,
            };
            if self.byte(at) == byte {
                return Ok(true);
            }
        }
    }

    fn take_while(&self, from: usize, accept: impl Fn(u8) -> bool) -> usize {
        let bytes = &self.text.as_bytes()[from..];
        from + bytes.iter().position(|byte| !accept(*byte)).unwrap_or(bytes.len())
    }

    /// Whether a colon comes next.
    pub(super) fn colon_follows(&self) -> Result<bool> {
        let mut ahead = *self;
        ahead.skip_space()?;
        Ok(ahead.byte(ahead.position) == b':')
    }

    /// The next token.
    pub(super) fn next(&mut self) -> Result<Token> {
        let mut token = Token { kind: Kind::End, value: 0, start: 0, end: 0, line: 0 };
        self.advance_to(&mut token)?;
        Ok(token)
    }

    /// Makes a token the next one: in its place, because that is twice as fast as to hand it out.
    pub(super) fn advance_to(&mut self, token: &mut Token) -> Result<()> {
        self.skip_space()?;
        let start = self.position;
        let (kind, end) = match self.byte(start) {
            _ if start >= self.text.len() => (Kind::End, start),
            b'0'..=b'9' => self.number(start, &mut token.value)?,
            b'"' => (Kind::String, self.string(start)?),
            byte if name_byte(byte) => (Kind::Word, self.word(start)),
            byte if byte.is_ascii_graphic() => (Kind::Punct(byte), start + 1),
            _ => return self.error(start, "unexpected character"),
        };
        token.kind = kind;
        token.start = start;
        token.end = end;
        token.line = self.line;
        self.position = end;
        Ok(())
    }

    /// A single colon ends a label, a double one joins two parts of a modifier.
    fn word(&self, start: usize) -> usize {
        let mut end = self.take_while(start, name_byte);
        while self.byte(end) == b':' && self.byte(end + 1) == b':' && name_byte(self.byte(end + 2))
        {
            end = self.take_while(end + 2, name_byte);
        }
        end
    }

    fn number(&self, start: usize, value: &mut u64) -> Result<(Kind, usize)> {
        let prefixed = |radix: u32| {
            let end = self.take_while(start + 2, |byte| char::from(byte).is_digit(radix));
            u64::from_str_radix(&self.text[start + 2..end], radix).ok().map(|value| (value, end))
        };
        let bits = |digits: usize| prefixed(16).filter(|(_, end)| *end == start + 2 + digits);
        let (found, is_bits) = match (self.byte(start), self.byte(start + 1)) {
            (b'0', b'x' | b'X') => (prefixed(16), false),
            (b'0', b'b' | b'B') => (prefixed(2), false),
            (b'0', b'f' | b'F') => (bits(8), true),
            (b'0', b'd' | b'D') => (bits(16), true),
            _ => return self.decimal(start, value),
        };
        let Some((number, end)) = found else {
            return self.error(start, "this number is not understood");
        };
        *value = number;
        Ok(match is_bits {
            true => (Kind::Bits, end),
            false => (Kind::Integer, end + self.unsigned_suffix(end)),
        })
    }

    fn unsigned_suffix(&self, at: usize) -> usize {
        usize::from(self.byte(at) == b'U')
    }

    fn decimal(&self, start: usize, value: &mut u64) -> Result<(Kind, usize)> {
        let digit = |byte: u8| byte.is_ascii_digit();
        let end = self.take_while(start, digit);
        if self.byte(end) == b'.' && self.byte(end + 1).is_ascii_digit() {
            return Ok((Kind::Decimal, self.take_while(end + 1, digit)));
        }
        match self.text[start..end].parse() {
            Ok(number) => {
                *value = number;
                Ok((Kind::Integer, end + self.unsigned_suffix(end)))
            }
            Err(_) => self.error(start, "this number does not fit 64 bits"),
        }
    }

    fn string(&self, start: usize) -> Result<usize> {
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
        self.error(start, "this string does not end")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(Kind, u64)> {
        let mut lexer = Lexer::new(text);
        let mut found = Vec::new();
        loop {
            let Token { kind, value, .. } = lexer.next().unwrap();
            if kind == Kind::End {
                return found;
            }
            found.push((kind, value));
        }
    }

    #[test]
    fn numbers() {
        let expected = [
            (Kind::Integer, 12),
            (Kind::Punct(b'-'), 0),
            (Kind::Integer, 3),
            (Kind::Integer, 31),
            (Kind::Bits, 0x3f80_0000),
            (Kind::Bits, 0x3ff0_0000_0000_0000),
            (Kind::Decimal, 0),
            (Kind::Integer, 7),
        ];
        assert_eq!(tokens("12 -3 0x1F 0f3F800000 0d3FF0000000000000 1.0 7U"), expected);
        assert!(Lexer::new("0f12").next().is_err());
    }

    #[test]
    fn words_keep_double_colons_and_labels_lose_their_one() {
        let mut lexer = Lexer::new("$L1: ld.shared::cta.b32\n/* \n */ x // y\n z");
        let mut texts = Vec::new();
        loop {
            let token = lexer.next().unwrap();
            if token.kind == Kind::End {
                break;
            }
            texts.push((&lexer.text[token.start..token.end], token.line));
        }
        let expected = [("$L1", 1), (":", 1), ("ld.shared::cta.b32", 1), ("x", 3), ("z", 4)];
        assert_eq!(texts, expected);
    }

    #[test]
    fn an_error_names_its_place() {
        let mut lexer = Lexer::new("x\n  \"abc");
        lexer.next().unwrap();
        assert_eq!(lexer.next().unwrap_err().to_string(), "2:3: this string does not end");
        assert!(Lexer::new("/* x").next().is_err());
        assert!(Lexer::new("\u{e9}").next().is_err());
    }
}
