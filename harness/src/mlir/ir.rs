//! The IR in memory: a tree of operations over a table of values.
//!
//! A [`Module`] is one text. Values are numbers into its table, so operations are moved, cloned and
//! rewired freely; names and types live in the table.

use std::sync::Arc;

use super::assembly::Spec;
use super::attribute::{Attribute, Entry};
use super::types::Type;

/// A value: result of an operation or argument of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(pub u32);

/// What the table holds of a value.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its type.
    pub ty: Type,
    /// Its name in the text, without the `%`; the printer keeps it where it is free.
    pub name: Arc<str>,
}

/// A place in the text, both from 1; 0 for what was made by an edit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Line.
    pub line: u32,
    /// Column, in bytes.
    pub column: u32,
}

/// The name of an operation.
#[derive(Clone, Debug)]
pub enum OpName {
    /// One whose assembly is known.
    Known(&'static Spec),
    /// Any other.
    Other(Arc<str>),
}

impl OpName {
    /// The name with its dialect.
    pub fn as_str(&self) -> &str {
        match self {
            OpName::Known(spec) => spec.name,
            OpName::Other(name) => name,
        }
    }
}

impl PartialEq for OpName {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

/// A jump's target and what it passes.
#[derive(Clone, Debug, PartialEq)]
pub struct Successor {
    /// Label of the block, without the `^`.
    pub block: Arc<str>,
    /// Values for the block's arguments.
    pub operands: Vec<ValueId>,
}

/// How an operation stood in the text and is printed again.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// Its own assembly.
    Custom,
    /// `"op"(...) <{...}> ({...}) {...} : type`
    Generic,
    /// An operation that the reader does not know: its text in pieces.
    Opaque(Arc<Vec<Piece>>),
}

/// A piece of an opaque operation's text.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// As it is.
    Text(Arc<str>),
    /// A value from outside.
    Value(ValueId),
}

/// An operation.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Name.
    pub name: OpName,
    /// Operands, in the order of the operation's definition.
    pub operands: Vec<ValueId>,
    /// Sizes of the operand groups, where one is optional or variadic; else empty.
    pub segments: Vec<u32>,
    /// Results.
    pub results: Vec<ValueId>,
    /// Attributes and properties.
    pub attributes: Vec<Entry>,
    /// Names of the attributes that stand among the properties in the generic form.
    pub properties: Vec<Arc<str>>,
    /// Regions.
    pub regions: Vec<Region>,
    /// Targets of a jump.
    pub successors: Vec<Successor>,
    /// How it is printed.
    pub form: Form,
    /// Where it stood.
    pub span: Span,
}

/// A region: its blocks, entry first.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// Blocks.
    pub blocks: Vec<Block>,
}

/// A block.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Label without the `^`; empty for an entry block without one.
    pub label: Arc<str>,
    /// Arguments.
    pub arguments: Vec<ValueId>,
    /// Operations.
    pub ops: Vec<Operation>,
}

/// What one text holds.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Operations at the top, as a rule one `builtin.module`.
    pub ops: Vec<Operation>,
    /// All values.
    pub values: Vec<Value>,
    /// What the aliases of attributes stand for, in the order of the text.
    pub aliases: Vec<Entry>,
}

impl Operation {
    /// An operation without operands, results or regions, in its own assembly if it has one.
    pub fn new(name: &str) -> Self {
        Operation {
            name: super::assembly::name(name),
            operands: Vec::new(),
            segments: Vec::new(),
            results: Vec::new(),
            attributes: Vec::new(),
            properties: Vec::new(),
            regions: Vec::new(),
            successors: Vec::new(),
            form: Form::Custom,
            span: Span::default(),
        }
    }

    /// The attribute of that name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|(key, _)| &**key == name).map(|(_, value)| value)
    }

    /// Sets, adds or (with `None`) removes an attribute.
    pub fn set_attribute(&mut self, name: &str, value: Option<Attribute>) {
        let at = self.attributes.iter().position(|(key, _)| &**key == name);
        match (at, value) {
            (Some(at), Some(value)) => self.attributes[at].1 = value,
            (Some(at), None) => drop(self.attributes.remove(at)),
            (None, Some(value)) => self.attributes.push((name.into(), value)),
            (None, None) => {}
        }
    }

    /// Range of the operands of a group of the operation's definition (`mask` of `tt.load`).
    fn group_range(&self, name: &str) -> Option<std::ops::Range<usize>> {
        let OpName::Known(spec) = &self.name else { return None };
        let group = spec.operands.iter().position(|operand| operand.name == name)?;
        if self.segments.is_empty() {
            return (group < self.operands.len()).then_some(group..group + 1);
        }
        let size = |i: usize| self.segments.get(i).map_or(0, |size| *size as usize);
        let start = (0..group).map(size).sum::<usize>();
        let end = start + size(group);
        (end <= self.operands.len()).then_some(start..end)
    }

    /// Operands of a group of the operation's definition; empty for one that is left out.
    pub fn group(&self, name: &str) -> &[ValueId] {
        self.group_range(name).map_or(&[], |range| &self.operands[range])
    }

    /// The only operand of a group, where it is there.
    pub fn operand(&self, name: &str) -> Option<ValueId> {
        match self.group(name) {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// Replaces the operands of a group; `false` where the operation has no such group or it
    /// cannot hold that many.
    pub fn set_group(&mut self, name: &str, values: &[ValueId]) -> bool {
        let OpName::Known(spec) = &self.name else { return false };
        let spec: &'static Spec = spec;
        let Some(range) = self.group_range(name) else { return false };
        let group = spec.operands.iter().position(|operand| operand.name == name);
        let Some(group) = group else { return false };
        if !spec.operands[group].arity.allows(values.len()) {
            return false;
        }
        if let Some(size) = self.segments.get_mut(group) {
            *size = u32::try_from(values.len()).unwrap_or(u32::MAX);
        }
        self.operands.splice(range, values.iter().copied());
        true
    }

    /// Calls `visit` on this operation and all within, in the order of the text.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Operation)) {
        visit(self);
        for op in self.regions.iter().flat_map(|r| &r.blocks).flat_map(|b| &b.ops) {
            op.walk(visit);
        }
    }

    /// [`Operation::walk`] that may change them.
    pub fn walk_mut(&mut self, visit: &mut dyn FnMut(&mut Operation)) {
        visit(self);
        for op in self.regions.iter_mut().flat_map(|r| &mut r.blocks).flat_map(|b| &mut b.ops) {
            op.walk_mut(visit);
        }
    }

    /// The symbol that the operation defines.
    pub fn symbol(&self) -> Option<&str> {
        self.attribute("sym_name").and_then(Attribute::as_str)
    }
}

impl Region {
    /// The first block.
    pub fn entry(&self) -> Option<&Block> {
        self.blocks.first()
    }
}

impl Module {
    /// Calls `visit` on every operation, in the order of the text.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Operation)) {
        for op in &self.ops {
            op.walk(visit);
        }
    }

    /// [`Module::walk`] that may change them.
    pub fn walk_mut(&mut self, visit: &mut dyn FnMut(&mut Operation)) {
        for op in &mut self.ops {
            op.walk_mut(visit);
        }
    }

    /// Type of a value.
    pub fn ty(&self, value: ValueId) -> &Type {
        &self.values[value.0 as usize].ty
    }

    /// Name of a value in the text.
    pub fn name(&self, value: ValueId) -> &str {
        &self.values[value.0 as usize].name
    }

    /// A new value.
    pub fn add_value(&mut self, ty: Type, name: &str) -> ValueId {
        let id = ValueId(u32::try_from(self.values.len()).expect("invariant: few values"));
        self.values.push(Value { ty, name: name.into() });
        id
    }

    /// What an attribute stands for: an alias is followed, anything else is itself.
    pub fn resolve<'a>(&'a self, attribute: &'a Attribute) -> &'a Attribute {
        let mut attribute = attribute;
        for _ in 0..=self.aliases.len() {
            let Attribute::Alias(name) = attribute else { break };
            match self.aliases.iter().find(|(key, _)| key == name) {
                Some((_, value)) => attribute = value,
                None => break,
            }
        }
        attribute
    }

    /// Functions (`tt.func`), in the order of the text.
    pub fn functions(&self) -> Vec<&Operation> {
        let mut found = Vec::new();
        self.walk(&mut |op| {
            if op.name.as_str() == "tt.func" {
                found.push(op);
            }
        });
        found
    }

    /// The function of that name.
    pub fn function(&self, name: &str) -> Option<&Operation> {
        self.functions().into_iter().find(|op| op.symbol() == Some(name))
    }

    /// A module attribute, such as `ttg.num-warps`.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.ops.iter().find(|op| op.name.as_str() == "builtin.module")?.attribute(name)
    }

    /// Puts `to` where `from` is an operand, everywhere. Returns how many operands changed.
    pub fn replace_uses(&mut self, from: ValueId, to: ValueId) -> usize {
        let mut count = 0;
        self.walk_mut(&mut |op| {
            let passed = op.successors.iter_mut().flat_map(|s| &mut s.operands);
            for operand in op.operands.iter_mut().chain(passed) {
                if *operand == from {
                    *operand = to;
                    count += 1;
                }
            }
        });
        count
    }

    /// A copy of an operation with results of its own, to be put into a block by the caller.
    /// Values that are defined in its regions are renewed as well.
    pub fn clone_operation(&mut self, op: &Operation) -> Operation {
        let mut copy = op.clone();
        let mut renewed = std::collections::HashMap::new();
        self.renew(&mut copy, &mut renewed);
        copy.walk_mut(&mut |op| {
            let passed = op.successors.iter_mut().flat_map(|s| &mut s.operands);
            for operand in op.operands.iter_mut().chain(passed) {
                if let Some(new) = renewed.get(operand) {
                    *operand = *new;
                }
            }
        });
        copy
    }

    fn renew(
        &mut self,
        op: &mut Operation,
        renewed: &mut std::collections::HashMap<ValueId, ValueId>,
    ) {
        let mut fresh = |module: &mut Module, id: &mut ValueId| {
            let Value { ty, name } = module.values[id.0 as usize].clone();
            let new = module.add_value(ty, &name);
            renewed.insert(*id, new);
            *id = new;
        };
        op.results.iter_mut().for_each(|id| fresh(self, id));
        for block in op.regions.iter_mut().flat_map(|region| &mut region.blocks) {
            block.arguments.iter_mut().for_each(|id| fresh(self, id));
        }
        for inner in op.regions.iter_mut().flat_map(|r| &mut r.blocks).flat_map(|b| &mut b.ops) {
            self.renew(inner, renewed);
        }
    }
}
