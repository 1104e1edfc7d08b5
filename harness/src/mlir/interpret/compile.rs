//! Compiles a function into closures over numbered slots.

use std::collections::HashMap;

use crate::tensor::{Domain, Kind, Status, Tile};

use super::super::assembly::Arity;
use super::super::attribute::Attribute;
use super::super::ir::{Block, Module, OpName, Operation, Region, Span, ValueId};
use super::super::types::{FunctionType, Type};
use super::claims::{checked, of_arguments};
use super::code::{Code, CompiledBlock, Exit, Target};
use super::constant::{kind, shape};
use super::executable::{Function, function_type};
use super::machine::{Frame, Outcome, Slot, Value, tile};
use super::placed::{Placed, placed};
use super::result::ExecutionError;
use super::{Builder, Built, registry};

/// An operation on more elements than this counts as several steps, so that a limit of steps is one
/// of time.
const ELEMENTS_PER_STEP: u64 = 256;
/// The same for accesses to global memory, whose elements are looked up one by one.
const ADDRESSES_PER_STEP: u64 = 16;
/// The same for products of floats with bounds.
const BOUNDS_PER_STEP: u64 = 128;
/// What the names of such accesses begin with.
const ACCESSES: [&str; 7] = [
    "tt.load",
    "tt.store",
    "tt.atomic",
    "tt.descriptor",
    "ttg.async_copy",
    "ttng.async_tma",
    "amdg.buffer",
];
/// Operations that multiply matrices.
const PRODUCTS: [&str; 5] = [
    "tt.dot",
    "tt.dot_scaled",
    "ttng.warp_group_dot",
    "ttng.tc_gen5_mma",
    "ttng.tc_gen5_mma_scaled",
];

/// State of the compilation of a module.
pub(super) struct Compiler<'m, D: Domain> {
    pub(super) module: &'m Module,
    registry: HashMap<&'static str, Builder<D>>,
    functions: HashMap<String, (usize, FunctionType)>,
    pub(super) sites: Vec<(String, Span, u64)>,
    slots: HashMap<ValueId, Slot>,
    frame: Frame<D>,
    placed: Placed,
    /// Whether an operation may give its elements in any order, of which one is executed.
    pub(super) order_free: bool,
    /// Warps of the partition that is being compiled.
    pub(super) warps: i64,
}

impl<'m, D: Domain> Compiler<'m, D> {
    pub(super) fn new(module: &'m Module, functions: &[&Operation]) -> Self {
        let names = functions.iter().enumerate();
        let functions =
            names.filter_map(|(i, op)| Some((op.symbol()?.to_owned(), (i, function_type(op)))));
        let functions = functions.collect();
        Compiler {
            module,
            registry: registry(),
            functions,
            sites: Vec::new(),
            slots: HashMap::new(),
            frame: Vec::new(),
            placed: Placed::of(module),
            order_free: false,
            warps: warps(module),
        }
    }

    /// Compiles a function.
    pub(super) fn function(&mut self, op: &Operation) -> Outcome<Function<D>> {
        self.slots.clear();
        self.frame.clear();
        let inputs = function_type(op).inputs;
        let code = match op.regions.first() {
            Some(region) => self.region(region)?,
            None => return Err(unsupported("a function without body")),
        };
        let promises = of_arguments(op, &inputs);
        Ok(Function { code, frame: std::mem::take(&mut self.frame), inputs, promises })
    }

    /// Slot of a value.
    pub(super) fn slot(&mut self, value: ValueId) -> Slot {
        let frame = &mut self.frame;
        *self.slots.entry(value).or_insert_with(|| {
            frame.push(Value::Nothing);
            frame.len() - 1
        })
    }

    pub(super) fn slots(&mut self, values: &[ValueId]) -> Vec<Slot> {
        values.iter().map(|value| self.slot(*value)).collect()
    }

    /// Slot of operand number `index`.
    pub(super) fn operand(&mut self, op: &Operation, index: usize) -> Outcome<Slot> {
        match op.operands.get(index) {
            Some(value) => Ok(self.slot(*value)),
            None => Err(malformed(op, "lacks an operand")),
        }
    }

    /// Slot of the only operand of a group, where it is there.
    pub(super) fn optional(&mut self, op: &Operation, group: &str) -> Option<Slot> {
        op.operand(group).map(|value| self.slot(value))
    }

    /// Slot of result number `index`.
    pub(super) fn result(&mut self, op: &Operation, index: usize) -> Outcome<Slot> {
        match op.results.get(index) {
            Some(value) => Ok(self.slot(*value)),
            None => Err(malformed(op, "lacks a result")),
        }
    }

    /// What the elements of a value are.
    pub(super) fn kind(&self, value: ValueId) -> Outcome<Kind> {
        kind(self.module.ty(value).element())
    }

    pub(super) fn operand_kind(&self, op: &Operation, index: usize) -> Outcome<Kind> {
        match op.operands.get(index) {
            Some(value) => self.kind(*value),
            None => Err(malformed(op, "lacks an operand")),
        }
    }

    pub(super) fn result_kind(&self, op: &Operation) -> Outcome<Kind> {
        match op.results.first() {
            Some(value) => self.kind(*value),
            None => Err(malformed(op, "lacks a result")),
        }
    }

    /// Shape of the first result.
    pub(super) fn result_shape(&self, op: &Operation) -> Outcome<Vec<usize>> {
        match op.results.first() {
            Some(value) => self.shape(*value),
            None => Err(malformed(op, "lacks a result")),
        }
    }

    pub(super) fn shape(&self, value: ValueId) -> Outcome<Vec<usize>> {
        shape(self.module.ty(value))
    }

    /// An integer attribute.
    pub(super) fn integer(&self, op: &Operation, name: &str) -> Outcome<i64> {
        let value = op.attribute(name).and_then(Attribute::as_integer);
        value
            .and_then(|value| i64::try_from(value).ok())
            .ok_or_else(|| malformed(op, &format!("lacks the number `{name}`")))
    }

    pub(super) fn callee(&self, op: &Operation) -> Outcome<usize> {
        let name = op.attribute("callee").and_then(Attribute::as_str);
        let callee = name.and_then(|name| self.functions.get(name));
        let (index, ty) = callee.ok_or_else(|| malformed(op, "calls an unknown function"))?;
        let types = |values: &[ValueId]| -> Vec<Type> {
            values.iter().map(|value| self.module.ty(*value).clone()).collect()
        };
        self.passed_types(op, &types(&op.operands), &ty.inputs)?;
        self.passed_types(op, &types(&op.results), &ty.results)?;
        Ok(*index)
    }

    /// Sets the value of a result before the function starts.
    pub(super) fn constant(&mut self, op: &Operation, value: Tile<D>) -> Built<D> {
        self.preset(op, Value::Tile(value))
    }

    /// The same for any value.
    pub(super) fn preset(&mut self, op: &Operation, value: Value<D>) -> Built<D> {
        let slot = self.result(op, 0)?;
        self.frame[slot] = value;
        Ok(Box::new(|_, _| Ok(())))
    }

    /// A region of an operation.
    pub(super) fn code(&mut self, op: &Operation, index: usize) -> Outcome<Code<D>> {
        match op.regions.get(index) {
            Some(region) if !region.blocks.is_empty() => self.region(region),
            _ => Err(malformed(op, "lacks a region")),
        }
    }

    fn region(&mut self, region: &Region) -> Outcome<Code<D>> {
        let mut blocks = Vec::new();
        for block in &region.blocks {
            blocks.push(self.block(region, block)?);
        }
        if blocks.is_empty() {
            return Err(ExecutionError::Malformed("an empty region".into()));
        }
        Ok(Code { blocks })
    }

    fn block(&mut self, region: &Region, block: &Block) -> Outcome<CompiledBlock<D>> {
        let arguments = self.slots(&block.arguments);
        let Some((last, body)) = block.ops.split_last() else {
            return Err(ExecutionError::Malformed("an empty block".into()));
        };
        let mut steps = Vec::new();
        for op in body {
            let number = self.number(op);
            let constant = is_constant(op);
            let step = self.operation(op)?;
            if !constant {
                steps.push((number, step));
            }
        }
        let end = self.number(last);
        Ok(CompiledBlock { arguments, steps, exit: self.exit(region, last)?, end })
    }

    fn number(&mut self, op: &Operation) -> usize {
        let name = op.name.as_str();
        let accesses = ACCESSES.iter().any(|access| name.starts_with(access));
        let slow = !D::EXACT && PRODUCTS.contains(&name);
        let per_step = match (accesses, slow) {
            (true, _) => ADDRESSES_PER_STEP,
            (_, true) => BOUNDS_PER_STEP,
            _ => ELEMENTS_PER_STEP,
        };
        let weight = 1 + self.elements(op) / per_step;
        self.sites.push((op.name.as_str().to_owned(), op.span, weight));
        self.sites.len() - 1
    }

    /// Elements that an operation works on, at most.
    fn elements(&self, op: &Operation) -> u64 {
        let shape = |value: &ValueId| self.module.ty(*value).shape();
        let count = |sizes: &[i64]| {
            sizes.iter().fold(1u64, |all, size| all.saturating_mul(size.unsigned_abs()))
        };
        let sizes = op.operands.iter().chain(&op.results).map(|value| count(shape(value)));
        let largest = sizes.max().unwrap_or(1);
        // A product makes each element of its result of a whole row.
        let row = op.operands.first().and_then(|value| shape(value).last().copied());
        match PRODUCTS.contains(&op.name.as_str()) {
            true => largest.saturating_mul(row.unwrap_or(1).unsigned_abs()),
            false => largest,
        }
    }

    fn operation(&mut self, op: &Operation) -> Built<D> {
        let name = op.name.as_str();
        // NaN, infinities and signs of zero are not told from what these leave open.
        let flags = op.attribute("fastmath").map(ToString::to_string).unwrap_or_default();
        if FREE_SPECIALS.iter().any(|flag| flags.contains(flag)) {
            return Err(unsupported(&format!("{name} with fastmath flags {flags}")));
        }
        match (&op.name, self.registry.get(name).copied()) {
            (OpName::Known(spec), Some(build)) => {
                let needed = spec.operands.iter().filter(|group| group.arity == Arity::One).count();
                if op.operands.len() < needed {
                    return Err(malformed(op, "lacks an operand"));
                }
                let step = build(self, op)?;
                let step = checked(self, op, step)?;
                Ok(if self.placed == Placed::No { step } else { placed(op, self.warps, step) })
            }
            _ => Err(unsupported(name)),
        }
    }

    fn target(&mut self, region: &Region, op: &Operation, index: usize) -> Outcome<Target> {
        let successor = op.successors.get(index).ok_or_else(|| malformed(op, "lacks a target"))?;
        let block = region.blocks.iter().position(|block| block.label == successor.block);
        let block = block.ok_or_else(|| malformed(op, "jumps to an unknown block"))?;
        Ok(Target { block, values: self.slots(&successor.operands) })
    }

    fn exit(&mut self, region: &Region, op: &Operation) -> Outcome<Exit> {
        Ok(match op.name.as_str() {
            "scf.yield"
            | "tt.return"
            | "func.return"
            | "tt.reduce.return"
            | "tt.scan.return"
            | "tt.map_elementwise.return"
            | "ttg.warp_yield"
            | "ttg.warp_return"
            | "ttg.mask.return" => Exit::Leave(self.slots(&op.operands)),
            "scf.condition" => {
                let condition = self.operand(op, 0)?;
                Exit::Condition(condition, self.slots(op.operands.get(1..).unwrap_or_default()))
            }
            "cf.br" => Exit::Jump(self.target(region, op, 0)?),
            "cf.cond_br" => {
                let condition = self.operand(op, 0)?;
                let yes = self.target(region, op, 0)?;
                Exit::Branch(condition, yes, self.target(region, op, 1)?)
            }
            name => return Err(unsupported(name)),
        })
    }
}

/// Flags by which a result may be any where operands are special.
const FREE_SPECIALS: [&str; 4] = ["nnan", "ninf", "nsz", "fast"];

/// Warps of a block.
pub(super) fn warps(module: &Module) -> i64 {
    let warps = module.attribute("ttg.num-warps").and_then(Attribute::as_integer);
    warps.and_then(|warps| i64::try_from(warps).ok()).unwrap_or(4)
}

fn is_constant(op: &Operation) -> bool {
    matches!(op.name.as_str(), "arith.constant" | "tt.make_range" | "ub.poison")
}

pub(super) fn unsupported(what: &str) -> ExecutionError {
    ExecutionError::Unsupported(what.to_owned())
}

pub(super) fn malformed(op: &Operation, what: &str) -> ExecutionError {
    let (name, line) = (op.name.as_str(), op.span.line);
    ExecutionError::Malformed(format!("{name} in line {line} {what}"))
}

/// Shapes of operands made one: inside a combine function, which runs on whole tiles, scalars from
/// outside meet tiles.
pub(super) fn aligned<D: Domain>(tiles: &[&Tile<D>]) -> Vec<Tile<D>> {
    let shape = tiles.iter().map(|tile| tile.shape()).max_by_key(|shape| shape.len());
    let shape = shape.unwrap_or_default().to_vec();
    let fit = |tile: &&Tile<D>| match tile.shape() == shape {
        true => (*tile).clone(),
        false => tile.broadcast(&shape),
    };
    tiles.iter().map(fit).collect()
}

impl<D: Domain> Compiler<'_, D> {
    /// An operation that computes its only result from one tile.
    pub(super) fn unary(
        &mut self,
        op: &Operation,
        f: impl Fn(&Tile<D>, &mut Status) -> Tile<D> + Send + Sync + 'static,
    ) -> Built<D> {
        let (a, result) = (self.operand(op, 0)?, self.result(op, 0)?);
        Ok(Box::new(move |machine, frame| {
            let mut status = Status::default();
            let value = f(tile(frame, a)?, &mut status);
            machine.settle(&status)?;
            frame[result] = Value::Tile(value);
            Ok(())
        }))
    }

    /// An operation that computes its only result from two tiles.
    pub(super) fn binary(
        &mut self,
        op: &Operation,
        f: impl Fn(&Tile<D>, &Tile<D>, &mut Status) -> Tile<D> + Send + Sync + 'static,
    ) -> Built<D> {
        let (a, b) = (self.operand(op, 0)?, self.operand(op, 1)?);
        let result = self.result(op, 0)?;
        Ok(Box::new(move |machine, frame| {
            let mut status = Status::default();
            let (left, right) = (tile(frame, a)?, tile(frame, b)?);
            let value = if left.shape() == right.shape() {
                f(left, right, &mut status)
            } else {
                let both = aligned(&[left, right]);
                f(&both[0], &both[1], &mut status)
            };
            machine.settle(&status)?;
            frame[result] = Value::Tile(value);
            Ok(())
        }))
    }
}
