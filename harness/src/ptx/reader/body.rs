//! Bodies of functions: scopes, labels, declarations, instructions.

use super::scope::{Named, Scopes, Target, Use};
use super::{Reader, index};
use crate::ptx::decode::decode;
use crate::ptx::lexer::{Kind, Result};
use crate::ptx::program::{
    Declaration, Function, Instruction, Line, Operand, Reg, RegClass, SourceLine, Symbol,
};
use crate::ptx::types::{Space, Type};

/// More registers than any kernel has; a bound on what a hostile text can make us allocate.
const MAX_REGISTERS: usize = 1 << 22;

/// A function while it is read.
pub(super) struct Body<'a> {
    pub(super) function: Function,
    pub(super) scopes: Scopes<'a>,
    /// The place of the last `.loc`.
    location: Line,
    /// Labels used as operands, with the instruction and the operand that wait for them.
    waiting: Vec<(Use<'a>, usize, usize)>,
    /// Entries of tables that wait: the table.
    entries: Vec<(Use<'a>, usize)>,
    /// The label that was read last, if nothing followed it yet.
    last_label: Option<&'a str>,
    /// The operands of the instruction that is read; kept to be allocated once.
    operands: Vec<Operand>,
}

impl<'a> Reader<'a> {
    /// From the `{` to its `}`.
    pub(super) fn body(&mut self, function: Function, scopes: Scopes<'a>) -> Result<Function> {
        let mut body = Body {
            function,
            scopes,
            location: Line::default(),
            waiting: Vec::new(),
            entries: Vec::new(),
            last_label: None,
            operands: Vec::new(),
        };
        self.expect(b'{')?;
        while self.statement(&mut body)? {}
        self.resolve(&mut body)?;
        Ok(body.function)
    }

    /// One statement; false after the function's `}`.
    fn statement(&mut self, body: &mut Body<'a>) -> Result<bool> {
        match self.token.kind {
            Kind::Punct(b'{') => {
                self.next()?;
                body.scopes.enter();
            }
            Kind::Punct(b'}') => {
                self.next()?;
                return Ok(body.scopes.leave());
            }
            // Inline assembly ends its blocks with one.
            Kind::Punct(b';') => {
                self.next()?;
            }
            Kind::Punct(b'@') => self.instruction(body)?,
            Kind::Word if self.peek_word().starts_with('.') => self.directive(body)?,
            Kind::Word if self.lexer.colon_follows()? => self.label(body)?,
            Kind::Word => self.instruction(body)?,
            Kind::End => return self.error("this function does not end"),
            _ => return self.error("expected an instruction"),
        }
        Ok(true)
    }

    fn label(&mut self, body: &mut Body<'a>) -> Result<()> {
        let at = self.token.start;
        let name = self.word()?;
        self.expect(b':')?;
        let target = Target::Instruction(index(body.function.instructions.len()));
        if !body.scopes.label(name, target) {
            return Err(self.error_at(at, format!("a second label `{name}`")));
        }
        body.last_label = Some(name);
        Ok(())
    }

    fn directive(&mut self, body: &mut Body<'a>) -> Result<()> {
        let at = self.token.start;
        let label = body.last_label.take();
        match self.word()? {
            ".reg" => self.registers(body),
            ".loc" => self.location(body),
            ".file" => self.file(),
            ".pragma" | ".callprototype" => self.skip_statement(),
            ".branchtargets" => match label {
                Some(name) => self.table(body, name),
                None => Err(self.error_at(at, "a table without a label")),
            },
            word => match Space::from_name(&word[1..]) {
                Some(space) => self.local(body, space),
                None => Err(self.error_at(at, format!("unknown directive `{word}`"))),
            },
        }
    }

    /// `.loc file line column`, perhaps `, function_name label, inlined_at file line column`. Ends
    /// with its line.
    fn location(&mut self, body: &mut Body) -> Result<()> {
        body.location.source = Some(self.source_line()?);
        body.location.inlined_at = None;
        while self.accept(b',')? {
            match self.word()? {
                "function_name" => {
                    self.word()?;
                    if self.accept(b'+')? {
                        self.integer()?;
                    }
                }
                "inlined_at" => body.location.inlined_at = Some(self.source_line()?),
                _ => return self.error("expected `function_name` or `inlined_at`"),
            }
        }
        Ok(())
    }

    fn source_line(&mut self) -> Result<SourceLine> {
        Ok(SourceLine { file: self.small()?, line: self.small()?, column: self.small()? })
    }

    /// `.reg .b32 %r<8>, t;`
    fn registers(&mut self, body: &mut Body<'a>) -> Result<()> {
        let at = self.token.start;
        let ty = self.word()?.strip_prefix('.').and_then(Type::from_name);
        let Some(class) = ty.and_then(RegClass::of) else {
            return Err(self.error_at(at, "expected a type of registers"));
        };
        loop {
            let at = self.token.start;
            let name = self.word()?;
            let is_family = self.accept(b'<')?;
            let count = if is_family { self.small()? } else { 1 };
            if is_family {
                self.expect(b'>')?;
            }
            let registers = &mut body.function.registers;
            let (first, length) = (index(registers.len()), registers.len() + count as usize);
            if length > MAX_REGISTERS {
                return Err(self.error_at(at, "too many registers"));
            }
            registers.resize(length, class);
            let named =
                if is_family { Named::Family(first, count) } else { Named::Register(Reg(first)) };
            if !body.scopes.define(name, named) {
                return Err(self.error_at(at, format!("a second declaration of `{name}`")));
            }
            let name = name.to_owned();
            body.function.declarations.push(Declaration { name, is_family, first, count, class });
            if !self.accept(b',')? {
                return self.expect(b';');
            }
        }
    }

    /// A variable of the body.
    fn local(&mut self, body: &mut Body<'a>, space: Space) -> Result<()> {
        let at = self.token.start;
        let (name, mut variable) = self.variable(space)?;
        self.initial(&mut variable)?;
        let symbol = Symbol::Local(index(body.function.variables.len()));
        if !body.scopes.define(name, Named::Symbol(symbol)) {
            return Err(self.error_at(at, format!("a second declaration of `{name}`")));
        }
        body.function.variables.push(variable);
        self.expect(b';')
    }

    /// `.branchtargets $L1, $L2;`
    fn table(&mut self, body: &mut Body<'a>, name: &'a str) -> Result<()> {
        let table = body.function.tables.len();
        body.function.tables.push(Vec::new());
        body.scopes.relabel(name, Target::Table(index(table)));
        loop {
            let offset = self.token.start;
            let used = Use { name: self.word()?, scope: body.scopes.current(), offset };
            body.entries.push((used, table));
            if !self.accept(b',')? {
                return self.expect(b';');
            }
        }
    }

    fn instruction(&mut self, body: &mut Body<'a>) -> Result<()> {
        body.last_label = None;
        let line = self.token.line;
        let predicate = if self.accept(b'@')? { Some(self.predicate(body)?) } else { None };
        let name = self.word()?;
        let mut operands = std::mem::take(&mut body.operands);
        if name.starts_with("call") {
            operands.extend(self.call(body)?);
        }
        while !self.at(b';') {
            if !operands.is_empty() {
                self.expect(b',')?;
            }
            if let Some(used) = self.operand(body, &mut operands)? {
                body.waiting.push((used, body.function.instructions.len(), operands.len() - 1));
            }
        }
        self.expect(b';')?;
        if name.starts_with("brx")
            && let Some(last) = operands.last_mut()
            && matches!(last, Operand::Label(_))
        {
            *last = Operand::Table(0);
        }
        let op = decode(name, &operands);
        let mut own = Vec::with_capacity(operands.len());
        own.append(&mut operands);
        body.operands = operands;
        let operands = own.into_boxed_slice();
        body.function.instructions.push(Instruction { predicate, op, operands });
        body.function.lines.push(Line { ptx: line, ..body.location });
        Ok(())
    }

    /// `%p` or `!%p`, with whether it is negated.
    fn predicate(&mut self, body: &Body) -> Result<(Reg, bool)> {
        let is_negated = self.accept(b'!')?;
        let at = self.token.start;
        let name = self.word()?;
        match body.scopes.find(name) {
            Some(Named::Register(register)) => Ok((register, is_negated)),
            _ => Err(self.error_at(at, format!("`{name}` is not a register"))),
        }
    }

    /// Fills in the labels, all of which are known now.
    fn resolve(&self, body: &mut Body) -> Result<()> {
        let find = |scopes: &Scopes, used: &Use| match scopes.target(used) {
            Some(target) => Ok(target),
            None => Err(self.error_at(used.offset, format!("`{}` is not declared", used.name))),
        };
        for (used, instruction, operand) in &body.waiting {
            let slot = &mut body.function.instructions[*instruction].operands[*operand];
            *slot = match (find(&body.scopes, used)?, &*slot) {
                (Target::Instruction(at), Operand::Label(_)) => Operand::Label(at),
                (Target::Table(table), Operand::Table(_)) => Operand::Table(table),
                _ => {
                    let message = format!("`{}` cannot be branched to here", used.name);
                    return Err(self.error_at(used.offset, message));
                }
            };
        }
        for (used, table) in &body.entries {
            match find(&body.scopes, used)? {
                Target::Instruction(at) => body.function.tables[*table].push(at),
                Target::Table(_) => {
                    return Err(self.error_at(used.offset, "a table of tables"));
                }
            }
        }
        Ok(())
    }
}
