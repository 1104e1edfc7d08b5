//! What an execution gives: its effects, or the reason why there are none.

use std::fmt;

use crate::tensor::{Domain, Fault, Kind, Memory, Tile};

use super::super::ir::Span;

/// The operation that is executed, and in which program instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// Name of the operation.
    pub op: String,
    /// Where it stands in the text.
    pub span: Span,
    /// Program instance.
    pub program: [i64; 3],
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.program;
        write!(f, "{} at {}:{}, program ({x}, {y}, {z})", self.op, self.span.line, self.span.column)
    }
}

/// Why a function was not executed to its end.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExecutionError {
    /// The interpreter has no model of this: our limitation.
    #[error("{0} is not supported")]
    Unsupported(String),
    /// Immediate undefined behaviour: the input does not count.
    #[error("undefined behaviour, {reason}: {site}")]
    Undefined {
        /// What happened.
        reason: String,
        /// Where.
        site: Site,
    },
    /// An access outside the buffers.
    #[error("{fault}, element {element:?}: {site}")]
    Fault {
        /// What was accessed.
        fault: Box<Fault>,
        /// Index of the lane in the tile.
        element: Vec<usize>,
        /// Where.
        site: Site,
    },
    /// Memory was used while something else may still use it, with nothing that orders the two.
    #[error("{reason}: {site}")]
    Race {
        /// What is in the way.
        kind: RaceKind,
        /// What happened.
        reason: String,
        /// Where.
        site: Site,
    },
    /// A wait that nothing can end.
    #[error("this wait never ends: {0}")]
    Deadlock(Site),
    /// `tt.assert` or `cf.assert` failed.
    #[error("assertion failed, {message}: {site}")]
    Assertion {
        /// The assertion's text.
        message: String,
        /// Where.
        site: Site,
    },
    /// More steps than allowed.
    #[error("more than {0} steps")]
    StepLimit(u64),
    /// The IR is not what its operations promise, or the arguments do not fit.
    #[error("malformed: {0}")]
    Malformed(String),
}

/// What two uses of memory collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceKind {
    /// An asynchronous copy into shared memory.
    Copy,
    /// An asynchronous copy out of shared memory.
    Store,
    /// An asynchronous matrix product.
    Product,
    /// A partition of warps.
    Partition,
    /// The threads' writes and asynchronous reads that no fence of the proxies parts.
    Fence,
    /// Warps of one partition, where no barrier parts them.
    Barrier,
    /// Another buffer at the same address.
    Overlap,
}

impl RaceKind {
    /// A few words.
    pub fn words(self) -> &'static str {
        match self {
            RaceKind::Copy => "race with an asynchronous copy",
            RaceKind::Store => "race with an asynchronous store",
            RaceKind::Product => "race with an asynchronous product",
            RaceKind::Partition => "race between partitions",
            RaceKind::Fence => "missing proxy fence",
            RaceKind::Barrier => "missing barrier",
            RaceKind::Overlap => "overlapping allocations",
        }
    }
}

/// The asynchronous reads that need a fence after writes of the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fence {
    /// Bulk stores: the pass that makes them adds the fence.
    Store,
    /// Hopper's products: a pass near the end adds the fence.
    Product,
    /// Blackwell's products, likewise.
    Tensor,
}

/// Fences that were needed, by who needs them. Text before the pass that adds them has none, so that
/// only who knows the stage can tell whether one that is missing is a fault.
#[derive(Clone, Debug, Default)]
pub struct FenceCount {
    met: [u64; 3],
    missing: [u64; 3],
    /// The first operation that lacked one.
    pub first: Option<Site>,
}

impl FenceCount {
    pub(super) fn count(&mut self, fence: Fence, met: bool) {
        let counts = if met { &mut self.met } else { &mut self.missing };
        counts[fence as usize] += 1;
    }

    /// How many were needed and there.
    pub fn met(&self, fence: Fence) -> u64 {
        self.met[fence as usize]
    }

    /// How many were needed and not there.
    pub fn missing(&self) -> u64 {
        self.missing.iter().sum()
    }

    /// Whether a run of the text after a pass lacks a fence that the text before it had: the text
    /// before needed fences for such reads and lacked none of any kind.
    pub fn lost(&self, after: &FenceCount) -> bool {
        let had = self.met.iter().zip(after.missing).any(|(met, missing)| *met > 0 && missing > 0);
        self.missing() == 0 && had
    }
}

/// When asynchronous operations end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asynchrony {
    /// As late as the IR permits: whatever a wait does not order is a race.
    #[default]
    Strict,
    /// At once, for comparison.
    Eager,
}

/// Which orders of the partitions of warps are tried; code without partitions has only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedules {
    /// Number of the first: each number is an order of its own.
    pub first: u64,
    /// How many.
    pub count: u32,
}

impl Default for Schedules {
    fn default() -> Self {
        Schedules { first: 0, count: 8 }
    }
}

/// How to execute.
#[derive(Clone, Debug)]
pub struct Options {
    /// Program instances in each dimension.
    pub grid: [i64; 3],
    /// The only instance that runs; all do without it.
    pub program: Option<[i64; 3]>,
    /// Operations that all instances together may execute; one on a large tile counts as several.
    pub step_limit: u64,
    /// Whether to keep the addresses and values of each access.
    pub record: bool,
    /// When asynchronous operations end.
    pub asynchrony: Asynchrony,
    /// Orders of partitions that are tried.
    pub schedules: Schedules,
    /// Whether a fence of the proxies that is missing stops the execution.
    pub fences: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            grid: [1, 1, 1],
            program: None,
            step_limit: 50_000_000,
            record: false,
            asynchrony: Asynchrony::Strict,
            schedules: Schedules::default(),
            fences: false,
        }
    }
}

/// The kind of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// A load; the values are those loaded.
    Load,
    /// A store; the values are those stored.
    Store,
    /// An atomic operation; the values are its operands.
    Atomic,
}

/// One execution of a load, store or atomic.
#[derive(Clone, Debug)]
pub struct Access<D: Domain> {
    /// Kind.
    pub kind: AccessKind,
    /// Where.
    pub site: Site,
    /// Byte addresses.
    pub addresses: Tile<D>,
    /// Which lanes took part; all without it.
    pub mask: Option<Tile<D>>,
    /// Values.
    pub values: Tile<D>,
    /// What is accessed at each address.
    pub element: Kind,
    /// What an atomic operation does; nothing for loads and stores.
    pub atomic: Option<Atomic<D>>,
}

impl<D: Domain> Access<D> {
    /// Lanes that take part, with their addresses.
    pub fn lanes(&self) -> impl Iterator<Item = (usize, i64)> {
        let mask = self.mask.as_ref().map(Tile::ints);
        let all = self.addresses.ints().iter().copied().enumerate();
        all.filter(move |(lane, _)| mask.is_none_or(|mask| mask[*lane] != 0))
    }
}

/// What an atomic operation does with its operand.
#[derive(Clone, Debug)]
pub struct Atomic<D: Domain> {
    /// Its name: `add`, `max`, `cas`, ...
    pub name: String,
    /// What a compare-and-swap compares with.
    pub compare: Option<Tile<D>>,
    /// What other accesses it orders.
    pub order: MemoryOrder,
}

/// What an atomic operation promises of other accesses, as PTX has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryOrder {
    /// Accesses after it stay after it.
    pub acquire: bool,
    /// Accesses before it stay before it.
    pub release: bool,
    /// For whom: 0 the block, 1 the GPU, 2 the system.
    pub scope: u8,
}

impl MemoryOrder {
    /// Whether it promises all that another does.
    pub fn covers(self, other: MemoryOrder) -> bool {
        (self.acquire || !other.acquire)
            && (self.release || !other.release)
            && self.scope >= other.scope
    }
}

impl fmt::Display for MemoryOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.acquire, self.release) {
            (true, true) => "acq_rel",
            (true, false) => "acquire",
            (false, true) => "release",
            (false, false) => "relaxed",
        })?;
        f.write_str([".cta", ".gpu", ".sys"][usize::from(self.scope.min(2))])
    }
}

/// Something that a launch shows beside its memory.
#[derive(Clone, Debug)]
pub enum Event<D: Domain> {
    /// `tt.print`
    Print {
        /// The text before the values.
        prefix: String,
        /// Values.
        values: Vec<Tile<D>>,
        /// What the values are.
        kinds: Vec<Kind>,
        /// How they are printed: in hexadecimal, signed.
        style: String,
        /// Where.
        site: Site,
    },
}

/// A claim about values that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FalseClaim {
    /// What was claimed.
    pub claim: String,
    /// The first element that breaks it.
    pub element: Vec<usize>,
    /// The operation's hints, if it is one of them: an operation keeps them where it is moved.
    pub hints: Option<String>,
    /// Where.
    pub site: Site,
}

/// A launch that ran to its end.
#[derive(Clone, Debug)]
pub struct Execution<D: Domain> {
    /// Memory afterwards.
    pub memory: Memory<D>,
    /// Prints, in the order of execution.
    pub events: Vec<Event<D>>,
    /// Accesses, if they were to be recorded.
    pub accesses: Vec<Access<D>>,
    /// What the function returned in the last instance: scalars, tensors, and what views of memory
    /// hold.
    pub results: Vec<Tile<D>>,
    /// What the views that were given as arguments hold after the last instance, by the argument's
    /// number.
    pub views: Vec<(usize, Tile<D>)>,
    /// Claims of operations that did not hold; kept where accesses are.
    pub claims: Vec<FalseClaim>,
    /// Whether the arguments were what the function's attributes promise.
    pub promises_hold: bool,
    /// Operations executed; one on a large tile counts as several.
    pub steps: u64,
    /// Multiply-adds of matrix products; 0 in the exact domain, where they cost next to nothing.
    pub products: u64,
    /// Whether any float result was rounded.
    pub inexact: bool,
    /// Whether a flag or an integer was made of floats after one was rounded: in the exact domain these
    /// may be others where floats are rounded otherwise.
    pub decided: bool,
    /// Whether an induction variable passed the end of its type: the loop ended here, but code that
    /// compares after it adds would go on.
    pub wraps: bool,
    /// Fences of the proxies that were needed.
    pub fences: FenceCount,
    /// A bulk store that still read shared memory when an instance had ended.
    pub pending_store: Option<Site>,
    /// Accesses to shared memory for which the barriers were checked, where these are placed.
    pub ordered: u64,
    /// A decision that the numeric domain could not take: lanes that depend on it are undefined in
    /// what is given here, but need not be.
    pub unsure: Option<&'static str>,
}

impl ExecutionError {
    /// The error with its place, where it has none yet.
    pub(super) fn at(mut self, here: impl FnOnce() -> Site) -> Self {
        if let ExecutionError::Race { site, .. } = &mut self
            && site.op.is_empty()
        {
            *site = here();
        }
        self
    }
}
