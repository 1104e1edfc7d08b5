//! Printer: a [`Module`] as text that Triton's parser accepts.
//!
//! Names of values are kept where they are free in their scope; locations are gone.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write};

use super::assembly::{self, Arity, Assembly};
use super::attribute::{Attribute, Braced, Entry};
use super::ir::{Form, Module, OpName, Operation, Piece, Region, Successor, ValueId};
use super::types::{FunctionType, Type};

/// The module as text.
///
/// # Errors
/// A module whose operations lack what their assembly prints, which only an edit can make.
pub fn print(module: &Module) -> Result<String, fmt::Error> {
    let mut printer = Printer::new(module);
    for (name, value) in &module.aliases {
        writeln!(printer.out, "#{name} = {value}")?;
    }
    for op in &module.ops {
        printer.operation(op)?;
    }
    Ok(printer.out)
}

/// One operation of a module as text, without its regions' bodies: for reports.
///
/// # Errors
/// As [`print()`].
pub fn print_operation(module: &Module, op: &Operation) -> Result<String, fmt::Error> {
    let mut printer = Printer::new(module);
    printer.lenient = true;
    printer.operation(op)?;
    Ok(printer.out.trim_end().to_owned())
}

/// The attribute that tells the sizes of operand groups in the generic form.
const SEGMENTS: &str = "operandSegmentSizes";

/// Sizes of operand groups as an attribute, where the number of operands does not tell them.
fn segment_sizes(op: &Operation) -> Option<Entry> {
    let OpName::Known(spec) = &op.name else { return None };
    let groups = spec.operands.iter().filter(|operand| operand.arity != Arity::One).count();
    if groups < 2 || op.segments.is_empty() {
        return None;
    }
    let size = |size: &u32| Attribute::Integer(i128::from(*size), None);
    let sizes = op.segments.iter().map(size).collect();
    Some((SEGMENTS.into(), Attribute::DenseArray(Type::integer(32), sizes)))
}

/// State of one print.
pub(super) struct Printer<'m> {
    pub(super) module: &'m Module,
    pub(super) out: String,
    indent: usize,
    names: HashMap<ValueId, String>,
    used: HashSet<String>,
    scopes: Vec<Vec<String>>,
    /// Values need no definition: only a part of the module is printed.
    lenient: bool,
}

impl<'m> Printer<'m> {
    fn new(module: &'m Module) -> Self {
        Printer {
            module,
            out: String::new(),
            indent: 0,
            names: HashMap::new(),
            used: HashSet::new(),
            scopes: vec![Vec::new()],
            lenient: false,
        }
    }

    pub(super) fn open_scope(&mut self) {
        self.scopes.push(Vec::new());
    }

    pub(super) fn close_scope(&mut self) {
        for name in self.scopes.pop().unwrap_or_default() {
            self.used.remove(&name);
        }
    }

    /// A name that is free, like the value's own.
    fn free_name(&mut self, value: ValueId) -> String {
        let hint = self.module.name(value);
        let mut name = hint.to_owned();
        let mut count = 0;
        while name.is_empty() || self.used.contains(&name) {
            // A name that begins with a digit is digits only.
            let letter = if hint.starts_with(|c: char| c.is_ascii_digit()) { "v" } else { "" };
            name = match hint {
                "" => format!("v{count}"),
                _ => format!("{letter}{hint}_{count}"),
            };
            count += 1;
        }
        self.used.insert(name.clone());
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(name.clone());
        }
        name
    }

    /// Gives a value its name in the open scope.
    pub(super) fn define(&mut self, value: ValueId) {
        let name = self.free_name(value);
        self.names.insert(value, name);
    }

    fn define_results(&mut self, results: &[ValueId]) -> fmt::Result {
        match results {
            [] => Ok(()),
            [one] => {
                self.define(*one);
                self.value(*one)?;
                self.out.write_str(" = ")
            }
            [first, ..] => {
                let name = self.free_name(*first);
                write!(self.out, "%{name}:{} = ", results.len())?;
                for (i, value) in results.iter().enumerate() {
                    self.names.insert(*value, format!("{name}#{i}"));
                }
                Ok(())
            }
        }
    }

    pub(super) fn value(&mut self, value: ValueId) -> fmt::Result {
        match self.names.get(&value) {
            Some(name) => write!(self.out, "%{name}"),
            // Used before it is defined in the text, or printed alone.
            None => {
                let name = match self.lenient {
                    true => self.module.name(value).to_owned(),
                    false => return self.forward(value),
                };
                write!(self.out, "%{name}")
            }
        }
    }

    /// A use that stands before the definition: found by looking the definition up.
    fn forward(&mut self, value: ValueId) -> fmt::Result {
        let mut label = None;
        self.module.walk(&mut |op| {
            if let Some(index) = op.results.iter().position(|result| *result == value) {
                label = Some((op.results[0], (op.results.len() > 1).then_some(index)));
            }
        });
        match label {
            Some((first, Some(index))) => write!(self.out, "%{}#{index}", self.module.name(first)),
            _ => write!(self.out, "%{}", self.module.name(value)),
        }
    }

    pub(super) fn values(&mut self, values: &[ValueId]) -> fmt::Result {
        for (i, value) in values.iter().enumerate() {
            self.out.push_str(if i > 0 { ", " } else { "" });
            self.value(*value)?;
        }
        Ok(())
    }

    pub(super) fn types(&mut self, values: &[ValueId]) -> fmt::Result {
        for (i, value) in values.iter().enumerate() {
            self.out.push_str(if i > 0 { ", " } else { "" });
            write!(self.out, "{}", self.module.ty(*value))?;
        }
        Ok(())
    }

    pub(super) fn function_type(&mut self, inputs: &[ValueId], results: &[ValueId]) -> fmt::Result {
        let types = |ids: &[ValueId]| -> Vec<Type> {
            ids.iter().map(|value| self.module.ty(*value).clone()).collect()
        };
        let function = FunctionType { inputs: types(inputs), results: types(results) };
        write!(self.out, "{function}")
    }

    /// A new line with its indent.
    pub(super) fn line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", self.indent));
    }

    fn operation(&mut self, op: &Operation) -> fmt::Result {
        self.out.extend(std::iter::repeat_n("  ", self.indent));
        let results = self.out.len();
        self.define_results(&op.results)?;
        let named = self.out[results..].to_owned();
        // Results are not visible in the operation itself, but no name in it may hide them.
        self.body(op)?;
        debug_assert!(self.out[results..].starts_with(&named));
        self.out.push('\n');
        Ok(())
    }

    fn body(&mut self, op: &Operation) -> fmt::Result {
        let name = op.name.as_str();
        match (&op.form, &op.name) {
            (Form::Opaque(pieces), _) => {
                write!(self.out, "{name} ")?;
                for piece in pieces.iter() {
                    match piece {
                        Piece::Text(text) => self.out.push_str(text),
                        Piece::Value(value) => self.value(*value)?,
                    }
                }
                Ok(())
            }
            (Form::Custom, OpName::Known(spec)) => match &spec.assembly {
                Assembly::Generic => self.generic(op),
                assembly => {
                    self.out.push_str(if name == "builtin.module" { "module" } else { name });
                    match assembly {
                        Assembly::Format(format) => assembly::write(self, spec, format, op),
                        Assembly::Special(special) => (special.write)(self, op),
                        Assembly::Generic => Ok(()),
                    }
                }
            },
            _ => self.generic(op),
        }
    }

    fn generic(&mut self, op: &Operation) -> fmt::Result {
        write!(self.out, "\"{}\"(", op.name.as_str())?;
        self.values(&op.operands)?;
        self.out.push(')');
        for (i, successor) in op.successors.iter().enumerate() {
            self.out.push_str(if i > 0 { ", " } else { "[" });
            self.successor(successor)?;
        }
        self.out.push_str(if op.successors.is_empty() { "" } else { "]" });
        let (mut properties, mut others) = (Vec::new(), Vec::new());
        for entry in op.attributes.iter().cloned().chain(segment_sizes(op)) {
            let sizes = &*entry.0 == SEGMENTS && !op.properties.is_empty();
            let list = if sizes || op.properties.contains(&entry.0) {
                &mut properties
            } else {
                &mut others
            };
            list.push(entry);
        }
        if !properties.is_empty() {
            write!(self.out, " <{}>", Braced(&properties))?;
        }
        for (i, region) in op.regions.iter().enumerate() {
            self.out.push_str(if i > 0 { ", " } else { " (" });
            self.open_scope();
            self.region(region, false, false)?;
            self.close_scope();
        }
        self.out.push_str(if op.regions.is_empty() { "" } else { ")" });
        if !others.is_empty() {
            write!(self.out, " {}", Braced(&others))?;
        }
        self.out.push_str(" : ");
        self.function_type(&op.operands, &op.results)
    }

    pub(super) fn successor(&mut self, successor: &Successor) -> fmt::Result {
        write!(self.out, "^{}", successor.block)?;
        if !successor.operands.is_empty() {
            self.out.push('(');
            self.values(&successor.operands)?;
            self.out.push_str(" : ");
            self.types(&successor.operands)?;
            self.out.push(')');
        }
        Ok(())
    }

    /// Region number `index`, in a scope of its own.
    pub(super) fn regions(&mut self, op: &Operation, index: usize, bare: bool) -> fmt::Result {
        self.open_scope();
        let region = op.regions.get(index).ok_or(fmt::Error)?;
        self.region(region, false, bare)?;
        self.close_scope();
        Ok(())
    }

    /// A region in the open scope. `named`: the header has named the entry's arguments; `bare`:
    /// a terminator without operands is left out.
    pub(super) fn region(&mut self, region: &Region, named: bool, bare: bool) -> fmt::Result {
        self.out.push_str("{\n");
        for (i, block) in region.blocks.iter().enumerate() {
            let header =
                i > 0 || (!named && (!block.arguments.is_empty() || !block.label.is_empty()));
            if header {
                self.block_header(&block.label, &block.arguments, i)?;
            }
            self.indent += 1;
            for (j, op) in block.ops.iter().enumerate() {
                let last = j + 1 == block.ops.len();
                let implied = op.name.as_str() == "scf.yield" && op.operands.is_empty();
                if !(bare && last && implied && op.attributes.is_empty()) {
                    self.operation(op)?;
                }
            }
            self.indent -= 1;
        }
        self.out.extend(std::iter::repeat_n("  ", self.indent));
        self.out.push('}');
        Ok(())
    }

    fn block_header(&mut self, label: &str, arguments: &[ValueId], index: usize) -> fmt::Result {
        self.out.extend(std::iter::repeat_n("  ", self.indent));
        match label {
            "" => write!(self.out, "^bb{index}")?,
            _ => write!(self.out, "^{label}")?,
        }
        for (i, argument) in arguments.iter().enumerate() {
            self.out.push_str(if i > 0 { ", " } else { "(" });
            self.define(*argument);
            self.value(*argument)?;
            write!(self.out, ": {}", self.module.ty(*argument))?;
        }
        self.out.push_str(if arguments.is_empty() { ":\n" } else { "):\n" });
        Ok(())
    }
}
