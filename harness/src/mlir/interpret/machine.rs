//! State of a launch: values in slots, memories, what is in flight.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::tensor::{Domain, Fault, Kind, Memory, Status, Tile};

use super::block_pointer::BlockPointer;
use super::executable::Executable;
use super::order::Order;
use super::placement::Placement;
use super::result::{
    Access, AccessKind, Event, ExecutionError, FalseClaim, FenceCount, Options, RaceKind, Site,
};
use super::schedule::{Mailbox, Schedule};
use super::shared::Shared;
use super::tma::Descriptor;
use super::view::View;

/// A run-time value.
#[derive(Clone, Debug, Default)]
pub(super) enum Value<D: Domain> {
    /// Not computed yet.
    #[default]
    Nothing,
    /// A scalar or tensor.
    Tile(Tile<D>),
    /// The result of an asynchronous product, which may be used once the flag says so.
    Flying(Tile<D>, Arc<AtomicBool>),
    /// A view of shared or tensor memory.
    View(Arc<View>),
    /// A tensor descriptor.
    Descriptor(Arc<Descriptor<D>>),
    /// A block pointer.
    BlockPointer(Arc<BlockPointer<D>>),
    /// An asynchronous token; order is kept by the memories themselves.
    Token,
}

/// The values of one call.
pub(super) type Frame<D> = Vec<Value<D>>;

/// A number of a slot in a frame.
pub(super) type Slot = usize;

/// Everything that operations change.
pub(super) struct Machine<'e, D: Domain> {
    pub(super) executable: &'e Executable<D>,
    pub(super) program: [i64; 3],
    pub(super) options: Options,
    /// Functions that are being executed.
    pub(super) depth: u32,
    /// The operation that is being executed.
    pub(super) current: usize,
    /// The partition of warps that executes.
    pub(super) agent: usize,
    /// Its warps.
    pub(super) warps: i64,
    /// Where the shared memory of the function that is being executed begins.
    pub(super) base: usize,
    /// How other partitions are reached, while there are some.
    pub(super) mailbox: Option<Mailbox<D>>,
    // What follows is shared by all partitions (see `schedule.rs`).
    pub(super) memory: Memory<D>,
    pub(super) shared: Shared<D>,
    pub(super) order: Order,
    pub(super) fences: FenceCount,
    pub(super) placement: Placement,
    /// Descriptors by the address of the memory that holds them.
    pub(super) descriptors: HashMap<i64, Arc<Descriptor<D>>>,
    pub(super) scratch: i64,
    pub(super) steps: u64,
    /// Multiply-adds of products in domains where each is computed by itself.
    pub(super) products: u64,
    pub(super) inexact: bool,
    /// Whether a flag or an integer was made of floats after one was rounded.
    pub(super) decided: bool,
    /// Whether an induction variable passed the end of its type.
    pub(super) wraps: bool,
    /// Why some lane holds nothing: a decision that the numeric domain could not take.
    pub(super) unsure: Option<&'static str>,
    pub(super) events: Vec<Event<D>>,
    pub(super) accesses: Vec<Access<D>>,
    pub(super) claims: Vec<FalseClaim>,
    pub(super) schedule: Schedule,
}

pub(super) type Outcome<T = ()> = Result<T, ExecutionError>;

impl<'e, D: Domain> Machine<'e, D> {
    pub(super) fn new(executable: &'e Executable<D>, options: Options) -> Self {
        Machine {
            executable,
            program: [0; 3],
            options,
            depth: 0,
            current: 0,
            agent: 0,
            warps: executable.warps(),
            base: 0,
            mailbox: None,
            memory: Memory::default(),
            shared: Shared::default(),
            order: Order::default(),
            fences: FenceCount::default(),
            placement: Placement::default(),
            descriptors: HashMap::new(),
            scratch: 0,
            steps: 0,
            products: 0,
            inexact: false,
            decided: false,
            wraps: false,
            unsure: None,
            events: Vec::new(),
            accesses: Vec::new(),
            claims: Vec::new(),
            schedule: Schedule::default(),
        }
    }

    /// A partition of the same launch, without the baton.
    pub(super) fn partition(&self, agent: usize, warps: i64) -> Machine<'e, D> {
        let mut machine = Machine::new(self.executable, self.options.clone());
        machine.program = self.program;
        machine.depth = self.depth;
        machine.current = self.current;
        machine.agent = agent;
        machine.warps = warps;
        machine.base = self.base;
        machine
    }

    /// What one program instance does not leave to the next.
    pub(super) fn begin(&mut self, program: [i64; 3], schedule: u64) {
        self.program = program;
        self.shared = Shared::default();
        self.order = Order::default();
        self.placement = Placement::default();
        self.descriptors.clear();
        self.scratch = 0;
        self.schedule = Schedule::new(schedule);
    }

    /// Counts a step; an operation on a large tile counts as several.
    pub(super) fn step(&mut self, op: usize) -> Outcome {
        self.current = op;
        self.steps += self.executable.weight(op);
        if self.steps > self.options.step_limit {
            return Err(ExecutionError::StepLimit(self.options.step_limit));
        }
        Ok(())
    }

    pub(super) fn site(&self) -> Site {
        let (op, span) = self.executable.site(self.current);
        Site { op: op.to_owned(), span, program: self.program }
    }

    pub(super) fn undefined<T>(&self, reason: impl Into<String>) -> Outcome<T> {
        if let Some(unsure) = self.unsure {
            // It may be defined.
            return Err(ExecutionError::Unsupported(unsure.into()));
        }
        Err(ExecutionError::Undefined { reason: reason.into(), site: self.site() })
    }

    pub(super) fn race<T>(&self, kind: RaceKind, reason: impl Into<String>) -> Outcome<T> {
        Err(ExecutionError::Race { kind, reason: reason.into(), site: self.site() })
    }

    /// A fence of the proxies is missing here.
    pub(super) fn unfenced(&mut self) -> Outcome {
        let site = self.site();
        self.fences.first.get_or_insert(site);
        match self.options.fences {
            true => self.race(
                RaceKind::Fence,
                "an asynchronous operation reads what threads wrote, with no fence between",
            ),
            false => Ok(()),
        }
    }

    /// Takes over what an operation reported.
    pub(super) fn settle(&mut self, status: &Status) -> Outcome {
        self.inexact |= status.inexact;
        self.decided |= self.inexact && status.decided;
        self.unsure = self.unsure.or(status.unsure);
        match status.trap {
            Some(reason) => self.undefined(reason),
            None => Ok(()),
        }
    }

    /// A fault of one lane of a tile.
    pub(super) fn fault<T>(&self, fault: Fault, lane: usize, shape: &[usize]) -> Outcome<T> {
        let mut element = vec![0; shape.len()];
        let mut rest = lane;
        for (index, size) in element.iter_mut().zip(shape).rev() {
            *index = rest % size.max(&1);
            rest /= size.max(&1);
        }
        let fault = Box::new(fault);
        Err(ExecutionError::Fault { fault, element, site: self.site() })
    }

    pub(super) fn record(
        &mut self,
        kind: AccessKind,
        element: Kind,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
        values: &Tile<D>,
    ) {
        if self.options.record {
            self.accesses.push(Access {
                kind,
                element,
                atomic: None,
                site: self.site(),
                addresses: addresses.clone(),
                mask: mask.cloned(),
                values: values.clone(),
            });
        }
    }

    /// A scalar that decides where execution goes.
    pub(super) fn decision(&self, tile: &Tile<D>, what: &str) -> Outcome<i64> {
        if tile.len() != 1 {
            let op = self.site().op;
            return Err(ExecutionError::Unsupported(format!("{op} on tiles")));
        }
        match tile.int_scalar() {
            Some(value) => Ok(value),
            None => self.undefined(format!("{what} is undefined")),
        }
    }
}

/// The tile in a slot.
pub(super) fn tile<D: Domain>(frame: &Frame<D>, slot: Slot) -> Outcome<&Tile<D>> {
    match &frame[slot] {
        Value::Tile(tile) => Ok(tile),
        Value::Flying(tile, done) if done.load(Ordering::Relaxed) => Ok(tile),
        Value::Flying(..) => Err(ExecutionError::Race {
            kind: RaceKind::Product,
            reason: "the result of an asynchronous product is used before its end".into(),
            site: Site::default(),
        }),
        Value::Nothing => Err(ExecutionError::Malformed("a value is used before it is set".into())),
        _ => Err(ExecutionError::Malformed("expected a scalar or tensor".into())),
    }
}

/// The memory view in a slot.
pub(super) fn view<D: Domain>(frame: &Frame<D>, slot: Slot) -> Outcome<Arc<View>> {
    match &frame[slot] {
        Value::View(view) => Ok(Arc::clone(view)),
        _ => Err(ExecutionError::Malformed("expected a view of memory".into())),
    }
}
