//! Declarations of variables and parameters, and initial contents.

use super::{Reader, plain};
use crate::ptx::lexer::{Kind, Result};
use crate::ptx::program::{Initial, Relocation, Variable};
use crate::ptx::types::{Space, Type};

impl<'a> Reader<'a> {
    /// What follows the space: `.align 16 .b8 name[64]`, `.u64 .ptr .global .align 1 name`.
    pub(super) fn variable(&mut self, space: Space) -> Result<(&'a str, Variable)> {
        let (mut align, mut ty, mut lanes, mut is_pointee) = (None, None, 1, false);
        while self.peek_word().starts_with('.') {
            let at = self.token.start;
            match self.word()? {
                // After `.ptr` it is the pointee's.
                ".align" => {
                    let value = self.integer()?;
                    if !is_pointee {
                        align = Some(value);
                    }
                }
                ".ptr" => is_pointee = true,
                ".v2" => lanes = 2,
                ".v4" => lanes = 4,
                word => match Type::from_name(&word[1..]) {
                    Some(found) => ty = Some(found),
                    None if Space::from_name(&word[1..]).is_some() && is_pointee => {}
                    None => return Err(self.error_at(at, format!("unknown directive `{word}`"))),
                },
            }
        }
        let Some(ty) = ty else {
            return self.error("expected a type");
        };
        let name = self.word()?;
        let mut variable = plain(name, space, ty);
        let element = variable.align * lanes;
        variable.align = align.unwrap_or(element);
        variable.size = self.extent(element)?;
        Ok((name, variable))
    }

    /// Bytes of an array with such elements: `[2][4]`, or `[]` for an unknown number.
    fn extent(&mut self, element: u64) -> Result<Option<u64>> {
        let mut size = Some(element);
        while self.accept(b'[')? {
            let count = if self.at(b']') { None } else { Some(self.integer()?) };
            self.expect(b']')?;
            size = match (size, count) {
                (Some(size), Some(count)) => match size.checked_mul(count) {
                    Some(size) => Some(size),
                    None => return self.error("this array is too large"),
                },
                _ => None,
            };
        }
        Ok(size)
    }

    /// `= value` or `= {values}`, if it comes.
    pub(super) fn initial(&mut self, variable: &mut Variable) -> Result<()> {
        if !self.accept(b'=')? {
            return Ok(());
        }
        let at = self.token.start;
        let mut initial = Initial::default();
        self.values(variable.ty, &mut initial)?;
        let length = initial.bytes.len() as u64;
        match variable.size {
            Some(size) if length > size => {
                return Err(self.error_at(at, "more values than the variable holds"));
            }
            Some(_) => {}
            None => variable.size = Some(length),
        }
        variable.initial = Some(initial);
        Ok(())
    }

    fn values(&mut self, ty: Type, initial: &mut Initial) -> Result<()> {
        // Nested braces are the rows of an array, whose values follow each other.
        let mut depth = 0u32;
        loop {
            while self.accept(b'{')? {
                depth += 1;
            }
            if depth == 0 || !self.at(b'}') {
                self.value(ty, initial)?;
            }
            while depth > 0 && self.accept(b'}')? {
                depth -= 1;
            }
            if depth == 0 {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    fn value(&mut self, ty: Type, initial: &mut Initial) -> Result<()> {
        let bytes = (ty.bits() as usize).div_ceil(8).min(8);
        let is_negative = self.accept(b'-')?;
        let bits = match self.token.kind {
            Kind::Integer | Kind::Bits => {
                let value = self.token.value;
                self.next()?;
                if is_negative { value.wrapping_neg() } else { value }
            }
            Kind::Word if !is_negative => {
                let at = initial.bytes.len() as u64;
                let is_generic = self.peek_word() == "generic";
                let mut name = self.word()?;
                if is_generic {
                    self.expect(b'(')?;
                    name = self.word()?;
                    self.expect(b')')?;
                }
                let addend = if self.accept(b'+')? { self.integer()? } else { 0 };
                let name = name.to_owned();
                let addend = addend.cast_signed();
                initial.relocations.push(Relocation { at, name, is_generic, addend });
                0
            }
            _ => return self.error("expected an initial value"),
        };
        if self.at(b'(') {
            return self.error("an initial value of a masked address is not supported");
        }
        initial.bytes.extend_from_slice(&bits.to_le_bytes()[..bytes]);
        Ok(())
    }
}
