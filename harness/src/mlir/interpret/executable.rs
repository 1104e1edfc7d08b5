//! The executable form of a function and the loop over its program instances.

use std::sync::Arc;

use crate::tensor::{Domain, Kind, Memory, Tile};

use super::super::attribute::Attribute;
use super::super::ir::{Module, Operation, Span};
use super::super::types::{FunctionType, Type};
use super::claims::Hints;
use super::code::Code;
use super::compile::{Compiler, warps};
use super::constant::{kind, shape};
use super::machine::{Frame, Machine, Outcome, Value};
use super::placed::Placed;
use super::result::{Execution, ExecutionError, Options, Schedules, Site};
use super::tma::Descriptor;
use super::view::View;

/// A compiled function.
pub(super) struct Function<D: Domain> {
    pub(super) code: Code<D>,
    /// Values of the frame at the start: constants.
    pub(super) frame: Frame<D>,
    pub(super) inputs: Vec<Type>,
    /// What is promised of the arguments.
    pub(super) promises: Vec<Option<Hints>>,
}

/// An executable form of a function and those that it calls.
pub struct Executable<D: Domain> {
    functions: Vec<Function<D>>,
    /// Name, place and weight of each operation.
    sites: Vec<(String, Span, u64)>,
    entry: usize,
    /// Whether warps are split into partitions.
    split: bool,
    /// Warps of a block.
    warps: i64,
    /// Blocks of a cluster.
    blocks: i64,
    placed: Placed,
    /// Whether an operation may give its elements in any order, of which one is executed.
    order_free: bool,
}

impl<D: Domain> Executable<D> {
    /// Compiles the function of that name, or the only public one.
    ///
    /// # Errors
    /// [`ExecutionError::Malformed`] where no name is given and several functions are public,
    /// [`ExecutionError::Unsupported`] for an operation or type without a model, and
    /// [`ExecutionError::Malformed`] where the IR is not what it should be.
    pub fn new(module: &Module, function: Option<&str>) -> Result<Self, ExecutionError> {
        let functions = module.functions();
        let public = |op: &Operation| {
            let visibility = op.attribute("sym_visibility").and_then(Attribute::as_str);
            visibility != Some("private") && !op.regions.is_empty()
        };
        let entry = match function {
            Some(name) => functions.iter().position(|op| op.symbol() == Some(name)),
            None if functions.iter().filter(|op| public(op)).count() > 1 => {
                let message = "several public functions: say which one runs";
                return Err(ExecutionError::Malformed(message.into()));
            }
            None => functions.iter().position(|op| public(op)),
        };
        let entry = entry.ok_or_else(|| ExecutionError::Malformed("no such function".into()))?;
        let reachable = reachable(&functions, entry);
        let mut compiler = Compiler::new(module, &reachable);
        let mut compiled = Vec::new();
        for op in &reachable {
            compiled.push(compiler.function(op)?);
        }
        let number = |name: &str| {
            let value = module.attribute(name).and_then(Attribute::as_integer);
            value.and_then(|value| i64::try_from(value).ok())
        };
        Ok(Executable {
            functions: compiled,
            split: compiler.sites.iter().any(|(name, ..)| name == "ttg.warp_specialize"),
            sites: compiler.sites,
            entry: 0,
            warps: warps(module),
            blocks: number("ttg.num-ctas").unwrap_or(1),
            placed: Placed::of(module),
            order_free: compiler.order_free,
        })
    }

    /// Whether an operation may give its elements in any order, of which one is executed.
    pub fn is_order_free(&self) -> bool {
        self.order_free
    }

    /// Whether an operation may round floats otherwise than it is executed: it adds in an order of its
    /// own, or is approximate on the target.
    pub fn rounds_freely(&self) -> bool {
        let free = |name: &str| ROUND_FREELY.iter().any(|start| name.starts_with(start));
        self.sites.iter().any(|(name, ..)| free(name))
    }

    /// Whether warps are split into partitions, so that there are several orders of execution.
    pub fn is_split(&self) -> bool {
        self.split
    }

    /// Whether one instance stands for several blocks, whose arrivals are not told apart.
    pub(super) fn is_clustered(&self) -> bool {
        self.blocks > 1
    }

    pub(super) fn warps(&self) -> i64 {
        self.warps
    }

    /// What the text says about shared memory.
    pub(super) fn placed(&self) -> Placed {
        self.placed
    }

    pub(super) fn site(&self, op: usize) -> (&str, Span) {
        self.sites.get(op).map_or(("", Span::default()), |(name, span, _)| (name, *span))
    }

    /// The steps that an operation counts as.
    pub(super) fn weight(&self, op: usize) -> u64 {
        self.sites.get(op).map_or(1, |(_, _, weight)| *weight)
    }

    /// Types of the function's arguments.
    pub fn inputs(&self) -> &[Type] {
        &self.functions[self.entry].inputs
    }

    /// Runs all program instances, x fastest. Pointers are byte addresses. A view of shared memory
    /// is given by its content, a descriptor of rank n by 1 + 2 n integers: address, sizes, strides
    /// in elements. A token may be any tile.
    ///
    /// Where warps are split into partitions, the launch runs once for each of the schedules.
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
        let Schedules { first, count } = options.schedules;
        let others = if self.split { count.saturating_sub(1) } else { 0 };
        for other in 0..others {
            let number = first.wrapping_add(u64::from(other) + 1);
            self.run_once(memory.clone(), arguments, options, number)?;
        }
        self.run_once(memory, arguments, options, first)
    }

    fn run_once(
        &self,
        memory: Memory<D>,
        arguments: &[Tile<D>],
        options: &Options,
        schedule: u64,
    ) -> Result<Execution<D>, ExecutionError> {
        let mut machine = Machine::new(self, options.clone());
        machine.memory = memory;
        let mut last = Last { promises_hold: true, ..Last::default() };
        for program in programs(options) {
            machine.begin(program, schedule);
            let inputs = arguments.iter().zip(self.inputs());
            let values = inputs.map(|(tile, ty)| machine.argument(tile, ty));
            let values = values.collect::<Outcome<Vec<_>>>()?;
            let promises = &self.functions[self.entry].promises;
            last.promises_hold &= Machine::promises_hold(promises, &values);
            let views = values.iter().enumerate();
            last.views = views.filter_map(|(at, value)| Some((at, value.view()?))).collect();
            last.results = machine.call(self.entry, values)?;
            last.pending_store = last.pending_store.or_else(|| machine.order.pending_store());
            last.ordered += machine.placement.checked;
        }
        execution(machine, last)
    }
}

/// What the last instance gave, and what was noted of all of them.
#[derive(Default)]
struct Last<D: Domain> {
    results: Vec<Value<D>>,
    views: Vec<(usize, Arc<View>)>,
    promises_hold: bool,
    pending_store: Option<Site>,
    ordered: u64,
}

/// What a launch left, with the contents of the views of memory that its last instance had.
fn execution<D: Domain>(mut machine: Machine<'_, D>, last: Last<D>) -> Outcome<Execution<D>> {
    let views = last.views.iter().map(|(at, view)| Ok((*at, machine.held(view)?)));
    let views = views.collect::<Outcome<_>>()?;
    let tiles = last.results.iter().filter_map(|result| match result {
        Value::Tile(tile) | Value::Flying(tile, _) => Some(Ok(tile.clone())),
        Value::View(view) => Some(machine.held(view)),
        _ => None,
    });
    let results = tiles.collect::<Outcome<_>>()?;
    Ok(Execution {
        memory: machine.memory,
        events: machine.events,
        accesses: machine.accesses,
        results,
        views,
        claims: machine.claims,
        promises_hold: last.promises_hold,
        steps: machine.steps,
        products: machine.products,
        inexact: machine.inexact,
        decided: machine.decided,
        wraps: machine.wraps,
        unsure: machine.unsure,
        fences: machine.fences,
        pending_store: last.pending_store,
        ordered: last.ordered,
    })
}

/// The instances that run, x fastest.
fn programs(options: &Options) -> Vec<[i64; 3]> {
    if let Some(program) = options.program {
        return vec![program];
    }
    let [gx, gy, gz] = options.grid;
    let planes = (0..gz).flat_map(|z| (0..gy).map(move |y| (y, z)));
    planes.flat_map(|(y, z)| (0..gx).map(move |x| [x, y, z])).collect()
}

/// How the names of operations begin that round floats in more ways than one.
const ROUND_FREELY: [&str; 10] = [
    "arith.divf",
    "math.",
    "tt.atomic",
    "tt.dot",
    "tt.extern_elementwise",
    "tt.reduce",
    "tt.scan",
    "ttng.async_tma_reduce",
    "ttng.tc_gen5",
    "ttng.warp_group_dot",
];

/// Inputs and results of a function.
pub(super) fn function_type(op: &Operation) -> FunctionType {
    match op.attribute("function_type") {
        Some(Attribute::Type(Type::Function(function))) => (**function).clone(),
        _ => FunctionType { inputs: Vec::new(), results: Vec::new() },
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

impl<D: Domain> Value<D> {
    fn view(&self) -> Option<Arc<View>> {
        match self {
            Value::View(view) => Some(Arc::clone(view)),
            _ => None,
        }
    }
}

/// Calls may nest this deep; Triton has no recursion.
const MAX_CALLS: u32 = 32;

impl<D: Domain> Machine<'_, D> {
    /// What a view holds at the end.
    fn held(&mut self, view: &View) -> Outcome<Tile<D>> {
        let open = "shared memory that a copy is still in flight to when the function ends";
        self.read_view(view).map_err(|_| ExecutionError::Unsupported(open.to_owned()))
    }

    /// What an argument of a launch is inside.
    fn argument(&mut self, argument: &Tile<D>, ty: &Type) -> Outcome<Value<D>> {
        let wrong = || ExecutionError::Malformed(format!("an argument is not of the type {ty}"));
        if *ty == Type::AsyncToken {
            return Ok(Value::Token);
        }
        let kind = kind(ty.element())?;
        if let Type::TensorDesc(block) = ty {
            let rank = block.shape.len();
            if argument.is_float() || argument.shape() != [1 + 2 * rank] {
                return Err(wrong());
            }
            let made = Descriptor::from_numbers(kind, argument.ints());
            return Ok(Value::Descriptor(Arc::new(made)));
        }
        let float = matches!(kind, Kind::Float(_));
        if argument.is_float() != float || argument.shape() != shape(ty)? {
            return Err(wrong());
        }
        if !matches!(ty, Type::MemDesc(_)) {
            return Ok(Value::Tile(argument.clone()));
        }
        let view = self.shared.allocate(kind, argument.shape(), false);
        self.write_view(&view, argument)?;
        Ok(Value::View(Arc::new(view)))
    }

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
