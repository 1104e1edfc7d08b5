//! Types.

use std::sync::Arc;

use super::super::lexer::Kind;
use super::super::types::{
    FloatKind, FunctionType, MemDescType, Signedness, TensorDescType, TensorType, Type,
};
use super::{Parser, Result};

/// Which dialect type `<...>` stands for where the assembly leaves its name out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mlir) enum Elided {
    Nothing,
    Pointer,
    MemDesc,
    TensorDesc,
}

impl<'a> Parser<'a> {
    pub(in crate::mlir) fn ty(&mut self) -> Result<Type> {
        self.deeper(Self::any_type)
    }

    fn any_type(&mut self) -> Result<Type> {
        match self.kind() {
            Kind::Word => self.builtin_type(),
            Kind::Type => self.dialect_type(),
            Kind::Punct(b'(') => Ok(Type::Function(Arc::new(self.function_type()?))),
            _ => self.fail("expected a type"),
        }
    }

    /// A type whose dialect and name may be left out: `<f32>` for `!tt.ptr<f32>`.
    pub(in crate::mlir) fn elided_type(&mut self, elided: Elided) -> Result<Type> {
        if !self.at(b'<') {
            return self.ty();
        }
        self.deeper(|parser| match elided {
            Elided::Pointer => parser.pointer(),
            Elided::MemDesc => parser.memory(),
            Elided::TensorDesc => parser.descriptor(),
            Elided::Nothing => parser.fail("expected a type"),
        })
    }

    /// Whether a type can start here.
    pub(super) fn at_type(&self) -> bool {
        match self.kind() {
            Kind::Type | Kind::Punct(b'(') => true,
            Kind::Word => scalar(self.text()).is_some() || bracketed(self.text()),
            _ => false,
        }
    }

    fn builtin_type(&mut self) -> Result<Type> {
        let start = self.token.start;
        let word = self.text();
        if let Some(ty) = scalar(word) {
            self.advance()?;
            return Ok(ty);
        }
        if !bracketed(word) {
            return self.fail(format!("`{word}` is not a type"));
        }
        self.advance()?;
        if !self.at(b'<') {
            return self.fail(format!("expected `<` after `{word}`"));
        }
        if word == "tensor" {
            return self.tensor(start);
        }
        let end = self.balanced(self.token.start)?;
        let text = &self.lexer.text[start..end];
        self.restart_at(end)?;
        Ok(Type::Opaque(text.into()))
    }

    fn tensor(&mut self, start: usize) -> Result<Type> {
        let end = self.balanced(self.token.start)?;
        let text = &self.lexer.text[start..end];
        if let Some(ty) = self.seen_types.get(text) {
            let ty = ty.clone();
            self.restart_at(end)?;
            return Ok(ty);
        }
        let shape = self.dimensions()?;
        let element = self.ty()?;
        let encoding = if self.eat(b',')? { Some(self.attribute()?) } else { None };
        self.expect(b'>')?;
        let ty = Type::Tensor(Arc::new(TensorType { shape, element, encoding }));
        self.seen_types.insert(text, ty.clone());
        Ok(ty)
    }

    /// `<` at the current token, then `64x8x`: read from the bytes, because `64x8xf32` is no token.
    fn dimensions(&mut self) -> Result<Vec<i64>> {
        let bytes = self.lexer.text.as_bytes();
        let mut at = self.token.end;
        let mut shape = Vec::new();
        loop {
            while bytes.get(at) == Some(&b' ') {
                at += 1;
            }
            let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let unknown = bytes.get(at) == Some(&b'?');
            let end = at + digits.max(usize::from(unknown));
            if end == at || bytes.get(end) != Some(&b'x') {
                break;
            }
            let size = if unknown { Ok(-1) } else { self.lexer.text[at..end].parse() };
            let Ok(size) = size else {
                return self.fail("this dimension is too large");
            };
            shape.push(size);
            at = end + 1;
        }
        self.restart_at(at)?;
        Ok(shape)
    }

    /// `64x8` without an element type, from the current token on.
    fn plain_dimensions(&mut self) -> Result<Vec<i64>> {
        let bytes = self.lexer.text.as_bytes();
        let start = self.token.start;
        let run = bytes[start..].iter().take_while(|b| b.is_ascii_digit() || **b == b'x').count();
        let sizes = self.lexer.text[start..start + run].split('x').map(str::parse).collect();
        let Ok(sizes) = sizes else {
            return self.fail("expected the shape of the allocation");
        };
        self.restart_at(start + run)?;
        Ok(sizes)
    }

    fn dialect_type(&mut self) -> Result<Type> {
        let start = self.token.start;
        let name = &self.text()[1..];
        if let Some(ty) = self.type_aliases.get(name) {
            let ty = ty.clone();
            self.advance()?;
            return Ok(ty);
        }
        self.advance()?;
        match name {
            "ttg.async.token" | "triton_gpu.async.token" => return Ok(Type::AsyncToken),
            "tt.ptr" if self.at(b'<') => return self.pointer(),
            "ttg.memdesc" if self.at(b'<') => return self.memory(),
            "tt.tensordesc" if self.at(b'<') => return self.descriptor(),
            _ => {}
        }
        let mut end = start + 1 + name.len();
        if self.at(b'<') && self.token.start == end {
            end = self.balanced(end)?;
            self.restart_at(end)?;
        } else if !name.contains('.') {
            return self.fail(format!("!{name} is not defined"));
        }
        Ok(Type::Opaque(self.lexer.text[start..end].into()))
    }

    fn pointer(&mut self) -> Result<Type> {
        self.expect(b'<')?;
        let pointee = self.ty()?;
        let mut space = 1;
        if self.eat(b',')? {
            let Ok(number) = self.text().parse() else {
                return self.fail("expected an address space");
            };
            space = number;
            self.advance()?;
        }
        self.expect(b'>')?;
        Ok(Type::Pointer(Arc::new(pointee), space))
    }

    fn memory(&mut self) -> Result<Type> {
        let shape = self.dimensions()?;
        let element = self.ty()?;
        self.expect(b',')?;
        let encoding = self.attribute()?;
        self.expect(b',')?;
        let space = self.attribute()?;
        let (mut mutable, mut allocation) = (false, None);
        while self.eat(b',')? {
            if self.eat_word("mutable")? {
                mutable = true;
            } else {
                allocation = Some(self.plain_dimensions()?);
            }
        }
        self.expect(b'>')?;
        let memory = MemDescType { shape, element, encoding, space, mutable, allocation };
        Ok(Type::MemDesc(Arc::new(memory)))
    }

    fn descriptor(&mut self) -> Result<Type> {
        let mut lexer = self.lexer;
        let next = lexer.next()?;
        let wrapped = next.kind == Kind::Word && &lexer.text[next.start..next.end] == "tensor";
        if wrapped {
            self.advance()?;
            self.advance()?;
            if !self.at(b'<') {
                return self.fail("expected `<` after `tensor`");
            }
        }
        let shape = self.dimensions()?;
        let element = self.ty()?;
        let encoding = if self.eat(b',')? { Some(self.attribute()?) } else { None };
        self.expect(b'>')?;
        if wrapped {
            self.expect(b'>')?;
        }
        Ok(Type::TensorDesc(Arc::new(TensorDescType { shape, element, encoding, wrapped })))
    }

    /// `(types) -> types`
    pub(in crate::mlir) fn function_type(&mut self) -> Result<FunctionType> {
        let inputs = self.parenthesized_types()?;
        self.expect_arrow()?;
        Ok(FunctionType { inputs, results: self.result_types()? })
    }

    /// `(types)`
    pub(in crate::mlir) fn parenthesized_types(&mut self) -> Result<Vec<Type>> {
        self.expect(b'(')?;
        let mut types = Vec::new();
        self.list_until(b')', |parser| {
            types.push(parser.ty()?);
            Ok(())
        })?;
        Ok(types)
    }

    /// One type, or any number in parentheses.
    pub(in crate::mlir) fn result_types(&mut self) -> Result<Vec<Type>> {
        if self.at(b'(') { self.parenthesized_types() } else { Ok(vec![self.ty()?]) }
    }
}

/// Words that open a type with brackets.
fn bracketed(word: &str) -> bool {
    matches!(word, "tensor" | "vector" | "memref" | "tuple" | "complex")
}

fn scalar(word: &str) -> Option<Type> {
    let integer = |digits: &str, sign| {
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        let width = digits.parse().ok().filter(|width| plain && (1..=1 << 20).contains(width))?;
        Some(Type::Integer(width, sign))
    };
    match word {
        "index" => return Some(Type::Index),
        "none" => return Some(Type::None),
        _ => {}
    }
    if let Some(kind) = FloatKind::from_name(word) {
        return Some(Type::Float(kind));
    }
    if let Some(digits) = word.strip_prefix('i') {
        return integer(digits, Signedness::Signless);
    }
    if let Some(digits) = word.strip_prefix("si") {
        return integer(digits, Signedness::Signed);
    }
    integer(word.strip_prefix("ui")?, Signedness::Unsigned)
}
