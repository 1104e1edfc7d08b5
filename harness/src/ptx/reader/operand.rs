//! Operands.

use super::Reader;
use super::body::Body;
use super::scope::{Named, Use};
use crate::ptx::lanes::WARP;
use crate::ptx::lexer::{Kind, Result};
use crate::ptx::program::{Address, Base, Operand, Reg};
use crate::ptx::types::Special;

impl<'a> Reader<'a> {
    /// One operand, behind those that there are; if it is a label, also its use, to be resolved at the
    /// end of the function.
    pub(super) fn operand(
        &mut self,
        body: &Body<'a>,
        operands: &mut Vec<Operand>,
    ) -> Result<Option<Use<'a>>> {
        if self.token.kind == Kind::Word {
            return self.named(body, operands);
        }
        operands.push(self.unnamed(body)?);
        Ok(None)
    }

    /// An operand that cannot be a label.
    fn operand_value(&mut self, body: &Body<'a>, operands: &mut Vec<Operand>) -> Result<()> {
        match self.operand(body, operands)? {
            None => Ok(()),
            Some(used) => {
                Err(self.error_at(used.offset, format!("`{}` is not declared", used.name)))
            }
        }
    }

    /// The same, alone.
    fn single(&mut self, body: &Body<'a>) -> Result<Operand> {
        let mut operands = Vec::with_capacity(1);
        self.operand_value(body, &mut operands)?;
        Ok(operands.pop().expect("invariant: an operand was read"))
    }

    fn unnamed(&mut self, body: &Body<'a>) -> Result<Operand> {
        match self.token.kind {
            Kind::Integer | Kind::Bits => {
                let value = self.token.value;
                self.next()?;
                Ok(Operand::Immediate(value))
            }
            Kind::Decimal => {
                let token = self.next()?;
                match self.text(token).parse() {
                    Ok(value) => Ok(Operand::Decimal(value)),
                    Err(_) => Err(self.error_at(token.start, "this number is not understood")),
                }
            }
            Kind::Punct(b'-') => {
                self.next()?;
                Ok(Operand::Immediate(self.integer()?.wrapping_neg()))
            }
            Kind::Punct(b'!') => {
                self.next()?;
                Ok(Operand::Not(self.register(body)?))
            }
            Kind::Punct(b'[') => self.address(body),
            Kind::Punct(b'{') => Ok(Operand::Vector(self.list(body, b'{', b'}')?)),
            _ => self.error("expected an operand"),
        }
    }

    fn named(&mut self, body: &Body<'a>, operands: &mut Vec<Operand>) -> Result<Option<Use<'a>>> {
        let offset = self.token.start;
        let name = self.word()?;
        if self.accept(b'|')? {
            let first = self.pair_half(body, name, offset)?;
            let (offset, name) = (self.token.start, self.word()?);
            let second = self.pair_half(body, name, offset)?;
            operands.push(Operand::Pair(first, second));
            return Ok(None);
        }
        match body.scopes.find(name) {
            Some(Named::Register(register)) => operands.push(Operand::Register(register)),
            Some(Named::Symbol(symbol)) => operands.push(Operand::Symbol(symbol)),
            Some(Named::Family(..)) | None => return self.other(body, name, offset, operands),
        }
        Ok(None)
    }

    /// What is named and is nothing of the function's own, but a label.
    fn other(
        &mut self,
        body: &Body<'a>,
        name: &'a str,
        offset: usize,
        operands: &mut Vec<Operand>,
    ) -> Result<Option<Use<'a>>> {
        operands.push(match name {
            "_" => Operand::Sink,
            "WARP_SZ" => Operand::Immediate(WARP as u64),
            _ => match (Special::from_name(name), self.symbols.get(name)) {
                (Some(special), _) => Operand::Special(special),
                (None, Some(symbol)) => Operand::Symbol(*symbol),
                (None, None) if name.starts_with('%') => {
                    return Err(self.error_at(offset, format!("`{name}` is not declared")));
                }
                (None, None) => {
                    operands.push(Operand::Label(0));
                    return Ok(Some(Use { name, scope: body.scopes.current(), offset }));
                }
            },
        });
        Ok(None)
    }

    fn pair_half(&self, body: &Body, name: &str, offset: usize) -> Result<Option<Reg>> {
        match body.scopes.find(name) {
            Some(Named::Register(register)) => Ok(Some(register)),
            None if name == "_" => Ok(None),
            _ => Err(self.error_at(offset, format!("`{name}` is not a register"))),
        }
    }

    fn register(&mut self, body: &Body) -> Result<Reg> {
        let at = self.token.start;
        let name = self.word()?;
        match body.scopes.find(name) {
            Some(Named::Register(register)) => Ok(register),
            _ => Err(self.error_at(at, format!("`{name}` is not a register"))),
        }
    }

    fn list(&mut self, body: &Body<'a>, open: u8, close: u8) -> Result<Box<[Operand]>> {
        self.expect(open)?;
        let mut items = Vec::new();
        while !self.accept(close)? {
            if !items.is_empty() {
                self.expect(b',')?;
            }
            // Vectors do not nest: so the text cannot make us recurse.
            if self.at(b'{') || self.at(b'[') {
                return self.error("expected an element");
            }
            self.operand_value(body, &mut items)?;
        }
        Ok(items.into_boxed_slice())
    }

    /// `[base+offset]`, or a tensor: `[base+offset, {coordinates}]`.
    fn address(&mut self, body: &Body<'a>) -> Result<Operand> {
        self.expect(b'[')?;
        let mut address = Address { base: Base::Absolute, offset: 0 };
        if self.token.kind == Kind::Word {
            let at = self.token.start;
            address.base = match self.single(body)? {
                Operand::Register(register) => Base::Register(register),
                Operand::Symbol(symbol) => Base::Symbol(symbol),
                _ => return Err(self.error_at(at, "expected a register or a variable")),
            };
        } else {
            address.offset = self.signed()?;
        }
        while self.at(b'+') || self.at(b'-') {
            address.offset = address.offset.wrapping_add(self.signed()?);
        }
        if !self.accept(b',')? {
            self.expect(b']')?;
            return Ok(Operand::Address(address));
        }
        let coordinates = self.list(body, b'{', b'}')?;
        let offsets =
            if self.accept(b',')? { self.list(body, b'{', b'}')? } else { Box::default() };
        self.expect(b']')?;
        Ok(Operand::Tensor { map: address, coordinates, offsets })
    }

    /// A number with its signs: LLVM writes `+-8`.
    fn signed(&mut self) -> Result<i64> {
        let mut is_negative = false;
        loop {
            if self.accept(b'-')? {
                is_negative = !is_negative;
            } else if !self.accept(b'+')? {
                break;
            }
        }
        let value = self.integer()?.cast_signed();
        Ok(if is_negative { value.wrapping_neg() } else { value })
    }

    /// The operands of a call, brought into one form: results, function, arguments. A prototype is
    /// skipped.
    pub(super) fn call(&mut self, body: &Body<'a>) -> Result<Vec<Operand>> {
        let mut results: Box<[Operand]> = Box::default();
        if self.at(b'(') {
            results = self.list(body, b'(', b')')?;
            self.expect(b',')?;
        }
        let function = self.single(body)?;
        let mut arguments: Box<[Operand]> = Box::default();
        if self.accept(b',')? {
            arguments = self.list(body, b'(', b')')?;
            if self.accept(b',')? {
                self.word()?;
            }
        }
        Ok(vec![Operand::Vector(results), function, Operand::Vector(arguments)])
    }
}
