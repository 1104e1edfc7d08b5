//! Heads of functions: parameters, launch directives, declarations.

use super::scope::{Named, Scopes};
use super::{Reader, index};
use crate::ptx::lexer::Result;
use crate::ptx::program::{Function, Launch, Symbol, Variable};
use crate::ptx::types::Space;

type Parameters<'a> = Vec<(&'a str, Variable)>;

impl<'a> Reader<'a> {
    /// What follows `.entry` or `.func`.
    pub(super) fn function(&mut self, is_entry: bool) -> Result<()> {
        let returns = if self.at(b'(') { self.parameters()? } else { Vec::new() };
        let at = self.token.start;
        let name = self.word()?;
        let parameters = if self.at(b'(') { self.parameters()? } else { Vec::new() };
        let launch = self.launch()?;
        let own =
            |list: &Parameters| -> Vec<Variable> { list.iter().map(|row| row.1.clone()).collect() };
        let mut function = Function {
            name: name.to_owned(),
            is_entry,
            launch,
            returns: own(&returns),
            parameters: own(&parameters),
            ..Function::default()
        };
        let slot = match self.symbols.get(name).copied() {
            Some(Symbol::Function(slot)) => slot as usize,
            Some(_) => return Err(self.error_at(at, format!("`{name}` is a variable"))),
            None => {
                let slot = self.module.functions.len();
                self.symbols.insert(name, Symbol::Function(index(slot)));
                self.module.functions.push(function.clone());
                slot
            }
        };
        if self.accept(b';')? {
            return Ok(());
        }
        if self.module.functions[slot].is_defined {
            return Err(self.error_at(at, format!("a second definition of `{name}`")));
        }
        function.is_defined = true;
        let mut scopes = Scopes::default();
        scopes.enter();
        for (at, &(name, _)) in returns.iter().enumerate() {
            scopes.define(name, Named::Symbol(Symbol::Return(index(at))));
        }
        for (at, &(name, _)) in parameters.iter().enumerate() {
            scopes.define(name, Named::Symbol(Symbol::Parameter(index(at))));
        }
        self.module.functions[slot] = self.body(function, scopes)?;
        Ok(())
    }

    fn parameters(&mut self) -> Result<Parameters<'a>> {
        self.expect(b'(')?;
        let mut found = Vec::new();
        while !self.accept(b')')? {
            if !found.is_empty() {
                self.expect(b',')?;
            }
            match self.word()? {
                ".param" => found.push(self.variable(Space::Param)?),
                _ => return self.error("expected a `.param`"),
            }
        }
        Ok(found)
    }

    /// Directives between the parameters and the body.
    fn launch(&mut self) -> Result<Launch> {
        let mut launch = Launch::default();
        loop {
            match self.peek_word() {
                ".reqntid" => launch.threads = Some(self.extents()?),
                ".maxntid" => launch.max_threads = Some(self.extents()?),
                ".reqnctapercluster" => launch.cluster = Some(self.extents()?),
                ".minnctapersm" => launch.min_blocks = Some(self.extents()?[0]),
                ".maxnreg" => launch.max_registers = Some(self.extents()?[0]),
                ".maxnctapersm" | ".maxclusterrank" => {
                    self.extents()?;
                }
                ".explicitcluster" => {
                    self.next()?;
                    launch.explicit_cluster = true;
                }
                ".noreturn" | ".blocksareclusters" => {
                    self.next()?;
                }
                ".pragma" => self.skip_statement()?,
                word if word.starts_with('.') => {
                    return self.error(format!("unknown directive `{word}`"));
                }
                _ => return Ok(launch),
            }
        }
    }

    /// `.reqntid 128, 1, 1`; what is absent is 1.
    fn extents(&mut self) -> Result<[u32; 3]> {
        self.next()?;
        let mut extents = [self.small()?, 1, 1];
        for extent in &mut extents[1..] {
            if self.accept(b',')? {
                *extent = self.small()?;
            }
        }
        Ok(extents)
    }
}
