//! Attributes, `dense` constants and dictionaries.

use std::sync::Arc;

use super::super::attribute::{Attribute, Dense, Entry, Parameters};
use super::super::lexer::Kind;
use super::super::types::Type;
use super::{Parser, Result};
use crate::syntax::ParseError;

impl<'a> Parser<'a> {
    pub(in crate::mlir) fn attribute(&mut self) -> Result<Attribute> {
        self.deeper(|parser| {
            let value = parser.untyped_attribute()?;
            parser.with_type(value)
        })
    }

    /// An attribute where the assembly prints no type and any word is an enumeration's case.
    pub(in crate::mlir) fn attribute_without_type(&mut self) -> Result<Attribute> {
        let word = self.text();
        if self.kind() == Kind::Word && !matches!(word, "true" | "false" | "dense" | "array") {
            self.advance()?;
            return Ok(Attribute::Keyword(self.name(word)));
        }
        self.deeper(Self::untyped_attribute)
    }

    /// `<nsw, nuw>`, with its brackets.
    pub(in crate::mlir) fn angle_text(&mut self) -> Result<Attribute> {
        if !self.at(b'<') {
            return self.fail("expected `<`");
        }
        let (start, end) = (self.token.start, self.balanced(self.token.start)?);
        self.restart_at(end)?;
        Ok(Attribute::Keyword(self.lexer.text[start..end].into()))
    }

    /// The type after a number or text.
    fn with_type(&mut self, value: Attribute) -> Result<Attribute> {
        let takes =
            matches!(value, Attribute::Integer(..) | Attribute::Float(..) | Attribute::String(_));
        if !takes || !self.eat(b':')? {
            return Ok(value);
        }
        let ty = Some(self.ty()?);
        Ok(match value {
            Attribute::Integer(number, _) => {
                // A hexadecimal number with a float type is the bits of a float.
                Attribute::Integer(number, ty)
            }
            Attribute::Float(text, _) => Attribute::Float(text, ty),
            other => other,
        })
    }

    fn untyped_attribute(&mut self) -> Result<Attribute> {
        match self.kind() {
            Kind::Integer | Kind::Float | Kind::Punct(b'-') => self.number(),
            Kind::String => Ok(Attribute::String(self.string()?)),
            Kind::Symbol => self.symbol_attribute(),
            Kind::Attribute => self.hash_attribute(),
            Kind::Punct(b'[') => {
                self.advance()?;
                let mut items = Vec::new();
                self.list_until(b']', |parser| {
                    items.push(parser.attribute()?);
                    Ok(())
                })?;
                Ok(Attribute::Array(items))
            }
            Kind::Punct(b'{') => Ok(Attribute::Dictionary(self.dictionary()?)),
            Kind::Type | Kind::Punct(b'(') => Ok(Attribute::Type(self.ty()?)),
            Kind::Word => self.word_attribute(),
            _ => self.fail("expected an attribute"),
        }
    }

    fn word_attribute(&mut self) -> Result<Attribute> {
        let word = self.text();
        match word {
            "true" | "false" => {
                self.advance()?;
                Ok(Attribute::Bool(word == "true"))
            }
            "unit" => {
                self.advance()?;
                Ok(Attribute::Unit)
            }
            "dense" => self.dense(),
            "array" => self.dense_array(),
            "loc" => {
                self.location()?;
                Ok(Attribute::Unit)
            }
            "affine_map" | "affine_set" | "strided" | "dense_resource" | "sparse" | "distinct" => {
                let start = self.token.start;
                self.opaque(start)
            }
            _ if self.at_type() => Ok(Attribute::Type(self.ty()?)),
            _ => {
                self.advance()?;
                Ok(Attribute::Keyword(word.into()))
            }
        }
    }

    /// A word with what stands in its brackets, as text.
    fn opaque(&mut self, start: usize) -> Result<Attribute> {
        self.advance()?;
        let mut end = self.token.start;
        while matches!(self.kind(), Kind::Punct(b'<' | b'[')) {
            end = self.balanced(self.token.start)?;
            self.restart_at(end)?;
        }
        if self.eat(b':')? {
            self.ty()?;
            end = self.token.start;
        }
        Ok(Attribute::Opaque(self.lexer.text[start..end].trim_end().into()))
    }

    fn symbol_attribute(&mut self) -> Result<Attribute> {
        let start = self.token.start;
        let mut end = self.token.end;
        self.advance()?;
        while self.at(b':') && self.lexer.text[self.token.start..].starts_with("::@") {
            self.advance()?;
            self.advance()?;
            end = self.token.end;
            self.advance()?;
        }
        let text = &self.lexer.text[start + 1..end];
        Ok(Attribute::Symbol(text.into()))
    }

    /// The text of the current string token, without its quotes.
    pub(in crate::mlir) fn string(&mut self) -> Result<Arc<str>> {
        if self.kind() != Kind::String {
            return self.fail("expected a string");
        }
        let text = self.text();
        let inner = Arc::from(&text[1..text.len() - 1]);
        self.advance()?;
        Ok(inner)
    }

    fn number(&mut self) -> Result<Attribute> {
        let negative = self.eat(b'-')?;
        let text = self.text();
        let value = match self.kind() {
            Kind::Integer => {
                let number = match text.strip_prefix("0x") {
                    Some(hex) => i128::from_str_radix(hex, 16),
                    None => text.parse::<i128>(),
                };
                let Ok(number) = number else {
                    return self.fail("this number is too large");
                };
                if text.starts_with("0x") && !negative {
                    // Hexadecimal stays as it is: it may be the bits of a float.
                    return self.hexadecimal(text, number);
                }
                Attribute::Integer(if negative { -number } else { number }, None)
            }
            Kind::Float if negative => Attribute::Float(format!("-{text}").into(), None),
            Kind::Float => Attribute::Float(text.into(), None),
            Kind::Word if matches!(text, "inf" | "nan") => {
                let sign = if negative { "-" } else { "" };
                Attribute::Keyword(format!("{sign}{text}").into())
            }
            _ => return self.fail("expected a number"),
        };
        self.advance()?;
        Ok(value)
    }

    fn hexadecimal(&mut self, text: &str, number: i128) -> Result<Attribute> {
        self.advance()?;
        if self.at(b':') {
            let before = (self.lexer, self.token);
            self.advance()?;
            let is_float = matches!(self.ty()?, Type::Float(_));
            (self.lexer, self.token) = before;
            if !is_float {
                return Ok(Attribute::Integer(number, None));
            }
        }
        Ok(Attribute::Float(text.into(), None))
    }

    fn hash_attribute(&mut self) -> Result<Attribute> {
        let name = &self.text()[1..];
        let end = self.token.end;
        self.advance()?;
        let has_body = self.at(b'<') && self.token.start == end;
        if !has_body && !name.contains('.') {
            return Ok(Attribute::Alias(self.name(name)));
        }
        let parameters = if has_body { self.parameters()? } else { Parameters::None };
        Ok(Attribute::Dialect(self.name(name), Arc::new(parameters)))
    }

    /// `<...>` of a dialect's attribute: structured where it reads as one of the usual forms.
    fn parameters(&mut self) -> Result<Parameters> {
        let start = self.token.start;
        let end = self.balanced(start)?;
        let before = (self.lexer, self.token);
        if let Ok(parameters) = self.structured() {
            return Ok(parameters);
        }
        (self.lexer, self.token) = before;
        self.restart_at(end)?;
        Ok(Parameters::Text(self.lexer.text[start..end].into()))
    }

    fn structured(&mut self) -> Result<Parameters> {
        self.expect(b'<')?;
        if self.at(b'{') {
            let entries = self.dictionary()?;
            self.expect(b'>')?;
            return Ok(Parameters::Dictionary(entries));
        }
        let mut fields = Vec::new();
        self.list_until(b'>', |parser| {
            let name = parser.text();
            if parser.kind() != Kind::Word {
                return parser.fail("expected a name");
            }
            parser.advance()?;
            parser.expect(b'=')?;
            fields.push((parser.name(name), parser.attribute()?));
            Ok(())
        })?;
        Ok(Parameters::Fields(fields))
    }

    /// `{a = 1, b}`
    pub(in crate::mlir) fn dictionary(&mut self) -> Result<Vec<Entry>> {
        self.expect(b'{')?;
        let mut entries: Vec<Entry> = Vec::new();
        self.list_until(b'}', |parser| {
            let name = match parser.kind() {
                Kind::Word => {
                    let text = parser.text();
                    parser.advance()?;
                    parser.name(text)
                }
                Kind::String => parser.string()?,
                _ => return parser.fail("expected the name of an attribute"),
            };
            let value = if parser.eat(b'=')? { parser.attribute()? } else { Attribute::Unit };
            entries.push((name, value));
            Ok(())
        })?;
        Ok(entries)
    }

    fn dense_array(&mut self) -> Result<Attribute> {
        self.advance()?;
        self.expect(b'<')?;
        let element = self.ty()?;
        let mut items = Vec::new();
        if self.eat(b':')? {
            self.list_until(b'>', |parser| {
                items.push(parser.untyped_attribute()?);
                Ok(())
            })?;
        } else {
            self.expect(b'>')?;
        }
        Ok(Attribute::DenseArray(element, items))
    }

    /// `dense<...> : type`
    fn dense(&mut self) -> Result<Attribute> {
        let start = self.token.start;
        self.advance()?;
        self.expect(b'<')?;
        let elements = match self.kind() {
            Kind::Punct(b'>') => Dense::Elements(Arc::new(Vec::new())),
            Kind::String => Dense::Packed(Arc::new(self.packed()?)),
            Kind::Punct(b'[') => {
                let mut items = Vec::new();
                self.dense_list(&mut items)?;
                Dense::Elements(Arc::new(items))
            }
            _ => Dense::Splat(Box::new(self.dense_element()?)),
        };
        self.expect(b'>')?;
        self.expect(b':')?;
        let ty = self.ty()?;
        if let Dense::Elements(items) = &elements {
            let count = ty.shape().iter().try_fold(1i64, |n, size| n.checked_mul(*size));
            if count != i64::try_from(items.len()).ok() {
                let message = "the number of elements does not fit the type";
                return Err(ParseError::at(self.lexer.text, start, message));
            }
        }
        Ok(Attribute::Dense(elements, ty))
    }

    fn dense_list(&mut self, items: &mut Vec<Attribute>) -> Result<()> {
        self.expect(b'[')?;
        self.list_until(b']', |parser| {
            if parser.at(b'[') {
                return parser.deeper(|parser| parser.dense_list(items));
            }
            items.push(parser.dense_element()?);
            Ok(())
        })
    }

    fn dense_element(&mut self) -> Result<Attribute> {
        match self.kind() {
            Kind::Word => {
                let word = self.text();
                self.advance()?;
                match word {
                    "true" | "false" => Ok(Attribute::Bool(word == "true")),
                    _ => self.fail("expected an element"),
                }
            }
            Kind::Integer if self.text().starts_with("0x") => {
                let text = self.text();
                self.advance()?;
                Ok(Attribute::Float(text.into(), None))
            }
            _ => self.number(),
        }
    }

    /// `"0x0000803F"`
    fn packed(&mut self) -> Result<Vec<u8>> {
        let text = self.string()?;
        let digits = text.strip_prefix("0x").unwrap_or("x").as_bytes();
        let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|d| u8::try_from(d).ok());
        let byte = |pair: &[u8]| match pair {
            [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
            _ => None,
        };
        match digits.chunks(2).map(byte).collect() {
            Some(bytes) => Ok(bytes),
            None => self.fail("expected the bytes of a constant in hexadecimal"),
        }
    }
}
