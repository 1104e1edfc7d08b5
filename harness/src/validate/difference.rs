//! What a difference is and how it is told.

use std::fmt;

use serde::Serialize;

use super::input::Shown;
use super::text::Text;
use crate::mlir::{ExecutionError, FalseClaim, Site};

/// The first difference between two runs of a function.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// What differs.
    pub kind: DifferenceKind,
    /// The input that shows it.
    pub input: Shown,
    /// The element of memory, by argument and offset, or what else differs.
    pub place: String,
    /// What the function did before.
    pub before: Seen,
    /// What it does after.
    pub after: Seen,
    /// The load that first reads another address, where that may be why.
    pub cause: Option<WrongLoad>,
}

/// What differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceKind {
    /// An address is loaded from that was not loaded from before.
    Load,
    /// An element holds another value, or is stored to on one side only.
    Store,
    /// An atomic operation is made on one side only.
    Atomic,
    /// The function returns another value.
    Result,
    /// Shared memory that was given as an argument holds another value.
    View,
    /// Another text is printed.
    Print,
    /// The compiler claims something of values or addresses that does not hold.
    FalseClaim,
    /// An access outside of memory, or inside an element.
    Fault,
    /// Undefined behaviour.
    UndefinedBehaviour,
    /// An assertion fails.
    Assertion,
    /// Memory is used while an asynchronous operation uses it.
    Race,
    /// Two partitions of warps use memory in no order.
    PartitionRace,
    /// An asynchronous operation reads what threads wrote, without a fence of the proxies.
    MissingFence,
    /// Warps use shared memory in no order.
    MissingBarrier,
    /// Two buffers that are alive have one address.
    Overlap,
    /// A wait never ends.
    Deadlock,
    /// The function does not end.
    Hang,
}

/// One side of a difference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// A value, `nothing`, or what happened.
    pub value: String,
    /// The operation that did it.
    pub op: Option<OpPlace>,
}

/// An operation, and the lane of its tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpPlace {
    /// Name of the operation.
    pub op: String,
    /// Name of the text.
    pub file: String,
    /// Line in it, from 1.
    pub line: u32,
    /// That line.
    pub text: String,
    /// Index in the tile: row first.
    pub element: Vec<usize>,
}

/// A load that reads another address than it did before, at the same lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrongLoad {
    /// Index of the lane: row first.
    pub element: Vec<usize>,
    /// Where it read before.
    pub expected: String,
    /// Where it reads now.
    pub found: String,
    /// The load before.
    pub before: OpPlace,
    /// The load after.
    pub after: OpPlace,
}

impl OpPlace {
    pub(super) fn new(text: &Text, site: &Site, element: Vec<usize>) -> Self {
        OpPlace {
            op: site.op.clone(),
            file: text.name.clone(),
            line: site.span.line,
            text: text.line(site.span).to_owned(),
            element,
        }
    }
}

impl Difference {
    /// A run that went to its end before and does not any more.
    pub(super) fn stopped(
        kind: DifferenceKind,
        input: &Shown,
        text: &Text,
        e: &ExecutionError,
    ) -> Self {
        Difference {
            kind,
            input: input.clone(),
            place: "the run".to_owned(),
            before: Seen { value: "ends".to_owned(), op: None },
            after: Seen::stopped(text, e),
            cause: None,
        }
    }

    /// A run whose assertion failed before and does not any more.
    pub(super) fn passed(input: &Shown, text: &Text, e: &ExecutionError) -> Self {
        Difference {
            kind: DifferenceKind::Assertion,
            input: input.clone(),
            place: "the run".to_owned(),
            before: Seen::stopped(text, e),
            after: Seen { value: "ends".to_owned(), op: None },
            cause: None,
        }
    }

    /// A claim that does not hold.
    pub(super) fn false_claim(input: &Shown, text: &Text, claim: &FalseClaim) -> Self {
        let op = OpPlace::new(text, &claim.site, claim.element.clone());
        Difference {
            kind: DifferenceKind::FalseClaim,
            input: input.clone(),
            place: claim.claim.clone(),
            before: Seen { value: "keeps what it claims".to_owned(), op: None },
            after: Seen { value: "does not".to_owned(), op: Some(op) },
            cause: None,
        }
    }
}

impl Seen {
    /// What stopped a run, and where.
    fn stopped(text: &Text, e: &ExecutionError) -> Self {
        let (site, element) = match e {
            ExecutionError::Fault { site, element, .. } => (Some(site), element.clone()),
            ExecutionError::Undefined { site, .. }
            | ExecutionError::Race { site, .. }
            | ExecutionError::Assertion { site, .. }
            | ExecutionError::Deadlock(site) => (Some(site), Vec::new()),
            _ => (None, Vec::new()),
        };
        Seen { value: e.to_string(), op: site.map(|site| OpPlace::new(text, site, element)) }
    }
}

impl DifferenceKind {
    /// Whether it may follow from the order of elements that the text before leaves open. What stops
    /// a run does not.
    pub(super) fn is_of_values(self) -> bool {
        use DifferenceKind::{
            Assertion, Atomic, Load, Print, Result, Store, UndefinedBehaviour, View,
        };
        matches!(
            self,
            Load | Store | Atomic | Result | View | Print | UndefinedBehaviour | Assertion
        )
    }

    /// What is wrong, in words.
    pub fn words(self) -> &'static str {
        match self {
            DifferenceKind::Load => "wrong load address",
            DifferenceKind::Store => "wrong store",
            DifferenceKind::Atomic => "wrong atomic operation",
            DifferenceKind::Result => "wrong result",
            DifferenceKind::View => "wrong content of shared memory",
            DifferenceKind::Print => "wrong print",
            DifferenceKind::FalseClaim => "false claim",
            DifferenceKind::Fault => "access outside of memory",
            DifferenceKind::UndefinedBehaviour => "undefined behaviour",
            DifferenceKind::Assertion => "assertion",
            DifferenceKind::Race => "race",
            DifferenceKind::PartitionRace => "race between partitions",
            DifferenceKind::MissingFence => "missing proxy fence",
            DifferenceKind::MissingBarrier => "missing barrier",
            DifferenceKind::Overlap => "overlapping allocations",
            DifferenceKind::Deadlock => "deadlock",
            DifferenceKind::Hang => "does not end",
        }
    }
}

impl fmt::Display for OpPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}:{}", self.op, self.file, self.line)?;
        match self.element.as_slice() {
            [] => {}
            [row] => write!(f, ", row {row}")?,
            all => write!(f, ", row {}, element {all:?}", all[0])?,
        }
        write!(f, ": {}", self.text)
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.value)?;
        self.op.as_ref().map_or(Ok(()), |op| write!(f, "\n         {op}"))
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.kind.words(), self.place)?;
        writeln!(f, "  {}", self.input)?;
        writeln!(f, "  before {}", self.before)?;
        write!(f, "  after  {}", self.after)?;
        let Some(load) = &self.cause else { return Ok(()) };
        write!(f, "\n  a load reads {} where it read {}", load.found, load.expected)?;
        write!(f, "\n  before {}\n  after  {}", load.before, load.after)
    }
}
