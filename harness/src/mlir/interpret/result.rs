//! What an execution gives: its effects, or the reason why there are none.

use std::fmt;

use crate::tensor::{Domain, Fault, Kind, Memory, Tile};

use super::super::ir::Span;

/// The operation that is executed, and in which program instance.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Shared memory was read or overwritten while an asynchronous operation may still use it.
    #[error("{reason}: {site}")]
    Race {
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
}

impl Default for Options {
    fn default() -> Self {
        Options { grid: [1, 1, 1], program: None, step_limit: 50_000_000, record: false }
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

/// What an atomic operation does with its operand.
#[derive(Clone, Debug)]
pub struct Atomic<D: Domain> {
    /// Its name: `add`, `max`, `cas`, ...
    pub name: String,
    /// What a compare-and-swap compares with.
    pub compare: Option<Tile<D>>,
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
    /// A decision that the numeric domain could not take: lanes that depend on it are undefined in
    /// what is given here, but need not be.
    pub unsure: Option<&'static str>,
}
