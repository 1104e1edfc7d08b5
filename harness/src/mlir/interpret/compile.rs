//! Compiles a function into closures over numbered slots.

use std::collections::HashMap;

use crate::tensor::{Domain, FloatFormat, Kind, Memory, Status, Tile};

use super::super::attribute::{Attribute, Dense};
use super::super::ir::{Block, Module, OpName, Operation, Region, Span, ValueId};
use super::super::types::{FloatKind, Type};
use super::machine::{Frame, Machine, Outcome, Slot, Value, tile};
use super::result::{Execution, ExecutionError, Options};
use super::{Builder, Built, registry};

/// One executable operation.
pub(super) type Step<D> = Box<dyn Fn(&mut Machine<'_, D>, &mut Frame<D>) -> Outcome + Send + Sync>;

/// Where a block goes when it ends.
#[derive(Clone, Debug)]
pub(super) enum Exit {
    /// To its parent (a region's `yield`) or caller, with these values.
    Leave(Vec<Slot>),
    /// `scf.condition`: the condition, then the values.
    Condition(Slot, Vec<Slot>),
    /// To a block with values for its arguments.
    Jump(Target),
    /// To one of two blocks.
    Branch(Slot, Target, Target),
}

/// A jump's target.
#[derive(Clone, Debug)]
pub(super) struct Target {
    block: usize,
    values: Vec<Slot>,
}

struct CompiledBlock<D: Domain> {
    arguments: Vec<Slot>,
    steps: Vec<(usize, Step<D>)>,
    exit: Exit,
    /// Number of the operation that ends it.
    end: usize,
}

/// A compiled region.
pub(super) struct Code<D: Domain> {
    blocks: Vec<CompiledBlock<D>>,
}

/// What a region's end says.
pub(super) enum Left<D: Domain> {
    Values(Vec<Value<D>>),
    Condition(bool, Vec<Value<D>>),
}

impl<D: Domain> Code<D> {
    /// Executes the region; its entry's arguments get `values`.
    pub(super) fn run(
        &self,
        machine: &mut Machine<'_, D>,
        frame: &mut Frame<D>,
        values: impl IntoIterator<Item = Value<D>>,
    ) -> Outcome<Left<D>> {
        let mut block = &self.blocks[0];
        for (slot, value) in block.arguments.iter().zip(values) {
            frame[*slot] = value;
        }
        loop {
            for (op, step) in &block.steps {
                machine.step(*op)?;
                step(machine, frame)?;
            }
            machine.step(block.end)?;
            let target = match &block.exit {
                Exit::Leave(slots) => return Ok(Left::Values(take(frame, slots))),
                Exit::Condition(condition, slots) => {
                    let condition = machine.decision(tile(frame, *condition)?, "a condition")?;
                    return Ok(Left::Condition(condition != 0, take(frame, slots)));
                }
                Exit::Jump(target) => target,
                Exit::Branch(condition, yes, no) => {
                    let condition = machine.decision(tile(frame, *condition)?, "a condition")?;
                    if condition != 0 { yes } else { no }
                }
            };
            let passed = take(frame, &target.values);
            block = &self.blocks[target.block];
            for (slot, value) in block.arguments.iter().zip(passed) {
                frame[*slot] = value;
            }
        }
    }

    /// [`Code::run`] for regions that give values.
    pub(super) fn values(
        &self,
        machine: &mut Machine<'_, D>,
        frame: &mut Frame<D>,
        values: impl IntoIterator<Item = Value<D>>,
    ) -> Outcome<Vec<Value<D>>> {
        match self.run(machine, frame, values)? {
            Left::Values(values) => Ok(values),
            Left::Condition(..) => {
                Err(ExecutionError::Malformed("a condition outside of a while loop".into()))
            }
        }
    }
}

fn take<D: Domain>(frame: &Frame<D>, slots: &[Slot]) -> Vec<Value<D>> {
    slots.iter().map(|slot| frame[*slot].clone()).collect()
}

/// A compiled function.
pub(super) struct Function<D: Domain> {
    pub(super) code: Code<D>,
    /// Values of the frame at the start: constants.
    frame: Frame<D>,
    inputs: Vec<Type>,
}

/// An executable form of a function and those that it calls.
pub struct Executable<D: Domain> {
    functions: Vec<Function<D>>,
    /// Name and place of each operation.
    sites: Vec<(String, Span)>,
    entry: usize,
}

impl<D: Domain> Executable<D> {
    /// Compiles the function of that name, or the first public one.
    ///
    /// # Errors
    /// [`ExecutionError::Unsupported`] for an operation or type without a model, and
    /// [`ExecutionError::Malformed`] where the IR is not what it should be.
    pub fn new(module: &Module, function: Option<&str>) -> Result<Self, ExecutionError> {
        let functions = module.functions();
        let public = |op: &&Operation| {
            let visibility = op.attribute("sym_visibility").and_then(Attribute::as_str);
            visibility != Some("private") && !op.regions.is_empty()
        };
        let entry = match function {
            Some(name) => functions.iter().position(|op| op.symbol() == Some(name)),
            None => functions.iter().position(public),
        };
        let entry = entry.ok_or_else(|| ExecutionError::Malformed("no such function".into()))?;
        let reachable = reachable(&functions, entry);
        let mut compiler = Compiler::new(module, &reachable);
        let mut compiled = Vec::new();
        for op in &reachable {
            compiled.push(compiler.function(op)?);
        }
        Ok(Executable { functions: compiled, sites: compiler.sites, entry: 0 })
    }

    pub(super) fn site(&self, op: usize) -> (&str, Span) {
        self.sites.get(op).map_or(("", Span::default()), |(name, span)| (name, *span))
    }

    /// Types of the function's arguments.
    pub fn inputs(&self) -> &[Type] {
        &self.functions[self.entry].inputs
    }

    /// Runs all program instances, x fastest. Arguments are scalars; pointers are byte addresses.
    ///
    /// # Errors
    /// The first thing that stops an instance.
    pub fn run(
        &self,
        memory: Memory<D>,
        arguments: &[Tile<D>],
        options: &Options,
    ) -> Result<Execution<D>, ExecutionError> {
        if arguments.len() != self.inputs().len() {
            let (given, wanted) = (arguments.len(), self.inputs().len());
            let message = format!("{given} arguments for a function of {wanted}");
            return Err(ExecutionError::Malformed(message));
        }
        let mut machine = Machine {
            executable: self,
            memory,
            shared: Default::default(),
            descriptors: HashMap::new(),
            scratch: 0,
            program: [0; 3],
            options: options.clone(),
            steps: 0,
            inexact: false,
            events: Vec::new(),
            accesses: Vec::new(),
            depth: 0,
            current: 0,
        };
        let [gx, gy, gz] = options.grid;
        for z in 0..gz {
            for y in 0..gy {
                for x in 0..gx {
                    machine.program = [x, y, z];
                    machine.shared = Default::default();
                    let values = arguments.iter().cloned().map(Value::Tile).collect();
                    machine.call(self.entry, values)?;
                }
            }
        }
        let Machine { memory, events, accesses, steps, inexact, .. } = machine;
        Ok(Execution { memory, events, accesses, steps, inexact })
    }
}

/// The entry and the functions that it calls, the entry first.
fn reachable<'m>(functions: &[&'m Operation], entry: usize) -> Vec<&'m Operation> {
    let mut found = vec![functions[entry]];
    let mut next = 0;
    while let Some(function) = found.get(next).copied() {
        function.walk(&mut |op| {
            let callee = op.attribute("callee").and_then(Attribute::as_str);
            let target = functions.iter().find(|f| callee.is_some() && f.symbol() == callee);
            if let Some(target) = target
                && !found.iter().any(|f| f.symbol() == callee)
            {
                found.push(target);
            }
        });
        next += 1;
    }
    found
}

/// Calls may nest this deep; Triton has no recursion.
const MAX_CALLS: u32 = 32;

impl<D: Domain> Machine<'_, D> {
    /// Calls a function.
    pub(super) fn call(
        &mut self,
        function: usize,
        arguments: Vec<Value<D>>,
    ) -> Outcome<Vec<Value<D>>> {
        let executable = self.executable;
        let function = &executable.functions[function];
        if self.depth >= MAX_CALLS {
            return Err(ExecutionError::Unsupported("recursion".into()));
        }
        self.depth += 1;
        let mut frame = function.frame.clone();
        let values = function.code.values(self, &mut frame, arguments)?;
        self.depth -= 1;
        Ok(values)
    }
}

/// State of the compilation of a module.
pub(super) struct Compiler<'m, D: Domain> {
    pub(super) module: &'m Module,
    registry: HashMap<&'static str, Builder<D>>,
    functions: HashMap<String, usize>,
    sites: Vec<(String, Span)>,
    slots: HashMap<ValueId, Slot>,
    frame: Frame<D>,
}

impl<'m, D: Domain> Compiler<'m, D> {
    fn new(module: &'m Module, functions: &[&Operation]) -> Self {
        let names = functions.iter().enumerate();
        let functions = names.filter_map(|(i, op)| Some((op.symbol()?.to_owned(), i))).collect();
        Compiler {
            module,
            registry: registry(),
            functions,
            sites: Vec::new(),
            slots: HashMap::new(),
            frame: Vec::new(),
        }
    }

    fn function(&mut self, op: &Operation) -> Outcome<Function<D>> {
        self.slots.clear();
        self.frame.clear();
        let inputs = match op.attribute("function_type") {
            Some(Attribute::Type(Type::Function(function))) => function.inputs.clone(),
            _ => Vec::new(),
        };
        let code = match op.regions.first() {
            Some(region) => self.region(region)?,
            None => return Err(unsupported("a function without body")),
        };
        Ok(Function { code, frame: std::mem::take(&mut self.frame), inputs })
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
        let index = name.and_then(|name| self.functions.get(name));
        index.copied().ok_or_else(|| malformed(op, "calls an unknown function"))
    }

    /// Sets the value of a result before the function starts.
    pub(super) fn constant(&mut self, op: &Operation, value: Tile<D>) -> Built<D> {
        let slot = self.result(op, 0)?;
        self.frame[slot] = Value::Tile(value);
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
        self.sites.push((op.name.as_str().to_owned(), op.span));
        self.sites.len() - 1
    }

    fn operation(&mut self, op: &Operation) -> Built<D> {
        let name = op.name.as_str();
        match (&op.name, self.registry.get(name).copied()) {
            (OpName::Known(_), Some(build)) => build(self, op),
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

/// What the bits of an element type are.
pub(super) fn kind(ty: &Type) -> Outcome<Kind> {
    Ok(match ty {
        Type::Integer(width @ 1..=64, _) => Kind::Int(*width),
        Type::Index | Type::Pointer(..) => Kind::Int(64),
        Type::Float(FloatKind::F16) => Kind::Float(FloatFormat::F16),
        Type::Float(FloatKind::BF16) => Kind::Float(FloatFormat::BF16),
        Type::Float(FloatKind::F32) => Kind::Float(FloatFormat::F32),
        Type::Float(FloatKind::F64) => Kind::Float(FloatFormat::F64),
        Type::Float(FloatKind::F8E5M2) => Kind::Float(FloatFormat::F8E5M2),
        Type::Float(FloatKind::F8E4M3FN) => Kind::Float(FloatFormat::F8E4M3),
        other => return Err(ExecutionError::Unsupported(format!("the type {other}"))),
    })
}

pub(super) fn shape(ty: &Type) -> Outcome<Vec<usize>> {
    let sizes = ty.shape().iter().map(|size| usize::try_from(*size));
    let shape: Result<Vec<_>, _> = sizes.collect();
    shape.map_err(|_| ExecutionError::Unsupported(format!("the type {ty}")))
}

/// The tile of a constant.
pub(super) fn constant<D: Domain>(value: &Attribute, ty: &Type) -> Outcome<Tile<D>> {
    let (kind, shape) = (kind(ty.element())?, shape(ty)?);
    let count = shape.iter().product::<usize>();
    let bits = match value {
        Attribute::Dense(Dense::Splat(value), _) => vec![scalar(value, kind)?; count],
        Attribute::Dense(Dense::Elements(items), _) => {
            items.iter().map(|item| scalar(item, kind)).collect::<Outcome<Vec<_>>>()?
        }
        Attribute::Dense(Dense::Packed(bytes), _) => packed(bytes, kind, count)?,
        value => vec![scalar(value, kind)?; count],
    };
    Ok(match kind {
        Kind::Int(width) => {
            let sign = |bits: u64| crate::tensor::sign_extend(bits as i64, width);
            Tile::from_ints(&shape, bits.into_iter().map(sign).collect())
        }
        Kind::Float(format) => {
            let float = |bits| D::from_bits(format, bits);
            Tile::from_floats(&shape, bits.into_iter().map(float).collect())
        }
    })
}

/// The bits of a number.
fn scalar(value: &Attribute, kind: Kind) -> Outcome<u64> {
    let wrong = || ExecutionError::Unsupported(format!("the constant {value}"));
    match (value, kind) {
        (Attribute::Bool(value), Kind::Int(_)) => Ok(u64::from(*value)),
        (Attribute::Integer(value, _), Kind::Int(_)) => Ok(*value as u64),
        (Attribute::Integer(value, _), Kind::Float(format)) => Ok(format.to_bits(*value as f64)),
        (Attribute::Float(text, _), kind) => match (text.strip_prefix("0x"), kind) {
            (Some(hex), _) => u64::from_str_radix(hex, 16).map_err(|_| wrong()),
            (None, Kind::Float(format)) => {
                let value: f64 = text.parse().map_err(|_| wrong())?;
                Ok(format.to_bits(format.round(value)))
            }
            _ => Err(wrong()),
        },
        _ => Err(wrong()),
    }
}

fn packed(bytes: &[u8], kind: Kind, count: usize) -> Outcome<Vec<u64>> {
    let width = kind.bytes();
    let element =
        |chunk: &[u8]| chunk.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
    let mut elements: Vec<u64> = if kind == Kind::Int(1) {
        (0..bytes.len() * 8).map(|i| u64::from(bytes[i / 8] >> (i % 8) & 1)).collect()
    } else {
        bytes.chunks(width).map(element).collect()
    };
    if bytes.len() == width && count > 1 {
        elements = vec![elements[0]; count];
    }
    elements.truncate(count);
    match elements.len() == count {
        true => Ok(elements),
        false => Err(ExecutionError::Malformed("a constant has too few bytes".into())),
    }
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
