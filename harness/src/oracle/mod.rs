//! Oracles judge observations.
//!
//! An *oracle* is a pure function from a test case, what it must leave and what an execution left,
//! to a *verdict*. It needs no device and no toolchain, so stored observations can be judged again.

use serde::{Deserialize, Serialize};

/// A verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Everything that the case specifies was compared and is right.
    Agree,
    /// It could not be judged, for a reason of ours or of the machine; counted under that reason.
    Inconclusive(String),
    /// The compiler, or this program, is wrong.
    Bug(Finding),
}

/// A finding: a kind, a signature for de-duplication, and the evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// What went wrong.
    pub kind: FindingKind,
    /// Equal for findings that are probably one fault.
    pub signature: String,
    /// The pass that went wrong, where known.
    pub pass: Option<String>,
    /// For a person: what was seen and what was expected.
    pub detail: String,
}

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// An element differs.
    Mismatch,
    /// An element is NaN and must not be.
    UnexpectedNan,
    /// An access outside every buffer, or into a guard zone.
    OutOfBounds,
    /// An element was stored to that the kernel does not store to.
    StrayWrite,
    /// An element was not stored to.
    Unwritten,
    /// An element that must hold a specified value holds an undefined one, or the code has
    /// undefined behaviour.
    UndefinedBehaviour,
    /// The code does not end.
    Hang,
    /// The compiler died.
    CompilerCrash,
    /// An assertion of the compiler failed.
    Assertion,
    /// A verifier, a pass manager or a back end refused the code.
    CompilerError,
    /// The compiler did not end within its time.
    CompilerTimeout,
    /// The front end refused a well-defined kernel.
    Rejected,
}
