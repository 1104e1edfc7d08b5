//! Why an execution stopped before its end, and where.

use std::fmt;

/// What kind of thing stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopKind {
    /// A form or a situation that is not modelled: our limit.
    Unsupported,
    /// An access outside of memory, or not aligned.
    Fault,
    /// Behaviour that PTX leaves undefined.
    Undefined,
    /// Two warps, or a warp and an asynchronous copy, access shared memory with nothing between.
    Race,
    /// Two warps write different values to one byte with nothing between, and neither was read.
    RaceOfValues,
    /// An `.aligned` instruction that not all live lanes of a warp reach together.
    ConvergenceHazard,
    /// `trap`
    Trap,
    /// An assertion of the code failed.
    Assertion,
    /// Every warp waits.
    Deadlock,
    /// More steps than allowed.
    StepLimit,
    /// The module or the launch contradicts itself.
    Malformed,
}

impl StopKind {
    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unsupported => "unsupported",
            Self::Fault => "fault",
            Self::Undefined => "undefined",
            Self::Race | Self::RaceOfValues => "race",
            Self::ConvergenceHazard => "convergence-hazard",
            Self::Trap | Self::Assertion => "trap",
            Self::Deadlock => "deadlock",
            Self::StepLimit => "step limit",
            Self::Malformed => "malformed",
        }
    }
}

/// Why an execution stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The kind.
    pub kind: StopKind,
    /// What happened. For [`StopKind::Unsupported`] the form and nothing else, to be counted by.
    pub what: String,
    /// The instruction, where there is one.
    pub place: Option<Box<Place>>,
}

/// Where an instruction stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The function.
    pub function: String,
    /// Line of the PTX text.
    pub line: u32,
    /// File and line by `.loc`; where it was inlined, the outer place.
    pub source: Option<(String, u32)>,
    /// Warp of the block.
    pub warp: u32,
}

impl Stop {
    pub(super) fn new(kind: StopKind, what: impl Into<String>) -> Self {
        Stop { kind, what: what.into(), place: None }
    }

    pub(super) fn unsupported(what: impl Into<String>) -> Self {
        Self::new(StopKind::Unsupported, what)
    }

    pub(super) fn fault(what: impl Into<String>) -> Self {
        Self::new(StopKind::Fault, what)
    }

    pub(super) fn undefined(what: impl Into<String>) -> Self {
        Self::new(StopKind::Undefined, what)
    }

    pub(super) fn malformed(what: impl Into<String>) -> Self {
        Self::new(StopKind::Malformed, what)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}: {}", self.kind.name(), self.what)?;
        let Some(place) = &self.place else { return Ok(()) };
        write!(out, ", in warp {} at PTX line {} of {}", place.warp, place.line, place.function)?;
        match &place.source {
            Some((file, line)) => write!(out, " ({file}:{line})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Stop {}
