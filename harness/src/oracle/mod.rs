//! Oracles judge observations.
//!
//! An *oracle* is a pure function from a test case, what it must leave and what an execution left,
//! to a *verdict*. It needs no device and no toolchain, so stored observations can be judged again.
//! Each oracle is one file and one line of [`ORACLES`]; the first that has something to say decides.

mod accumulations;
mod bounds;
mod chains;
mod class;
mod classes;
mod compare;
mod compiler;
mod finding;
mod hang;
pub mod history;
mod known;
mod layouts;
mod limits;
mod mismatch;
mod nan;
mod nondeterministic;
mod provenance;
mod rejected;
mod releases;
mod ring;
mod sanitized;
mod signature;
mod stray;
#[cfg(test)]
mod testing;
mod timeout;
mod undefined;
mod unwritten;

use crate::compile::CompileFailure;
use crate::device::Observation;
use crate::evaluate::Reference;
use crate::testcase::TestCase;

pub use accumulations::Accumulation;
pub use class::{Class, ParseClassError};
pub use classes::{Classes, Group, Seen};
pub use compare::wrong_buffers;
pub use finding::{Finding, FindingKind, Verdict};
pub use known::{Known, KnownError, STOPPED_AT, known};
pub use layouts::OperandLayout;
pub use ring::outside_ring;
pub use sanitized::{Build, concurrency, variants};
pub use signature::signature;

/// What is judged.
#[derive(Clone, Copy, Debug)]
pub enum Evidence<'a> {
    /// A kernel was executed.
    Execution {
        /// The case.
        case: &'a TestCase,
        /// What it must leave.
        expected: &'a Reference,
        /// What it left.
        observation: &'a Observation,
    },
    /// A job did not get through the compiler.
    Compilation {
        /// How it failed.
        failure: &'a CompileFailure,
        /// Whether a trivial module survives the same job on the same toolchain. A failure of the
        /// compiler counts only then.
        control_survived: bool,
    },
}

/// Judges one kind of fault.
///
/// An implementation looks at nothing but the evidence, says `None` where it has nothing to say,
/// and never says `Bug` for what may be a limit of ours or of the machine.
pub trait Oracle: Sync {
    /// Its name, unique among the oracles.
    fn name(&self) -> &'static str;

    /// Its verdict; `None` leaves it to the next oracle.
    fn judge(&self, evidence: &Evidence) -> Option<Verdict>;
}

/// The oracles, in the order in which they are asked: what says most comes first.
pub static ORACLES: &[&dyn Oracle] = &[
    &limits::Limits,
    &rejected::Rejected,
    &timeout::CompilerTimeout,
    &compiler::CompilerFailure,
    &bounds::OutOfBounds,
    &undefined::UndefinedBehaviour,
    &hang::Hang,
    &nondeterministic::Nondeterministic,
    &unwritten::Unwritten,
    &stray::StrayWrite,
    &nan::UnexpectedNan,
    &mismatch::Mismatch,
];

/// The verdict of the first oracle that has one; an execution that none objects to agrees.
pub fn judge(evidence: &Evidence) -> Verdict {
    let spoken = ORACLES.iter().find_map(|oracle| oracle.judge(evidence));
    spoken.unwrap_or(match evidence {
        Evidence::Execution { observation, expected, .. } => {
            unchecked(evidence, observation, expected)
                .map_or(Verdict::Agree, |reason| Verdict::Inconclusive(reason.to_owned()))
        }
        Evidence::Compilation { failure, .. } => {
            Verdict::Inconclusive(format!("no oracle for {:?}", failure.kind))
        }
    })
}

/// Why an execution that nothing objects to was still not seen to be right.
fn unchecked(
    evidence: &Evidence,
    observation: &Observation,
    expected: &Reference,
) -> Option<&'static str> {
    if expected.is_exact() && observation.rounded {
        return Some("the compiled code rounds");
    }
    if !expected.is_exact() && undefined::is_left(evidence) {
        return Some("an undefined value may be a zero of unknown sign");
    }
    expected.vague()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique() {
        let names: BTreeSet<_> = ORACLES.iter().map(|oracle| oracle.name()).collect();
        assert_eq!(names.len(), ORACLES.len());
    }

    #[test]
    fn the_right_result_agrees() {
        let run = testing::Run::default();
        assert_eq!(judge(&run.evidence()), Verdict::Agree);
    }

    #[test]
    fn a_result_of_which_little_is_compared_is_inconclusive() {
        let mut run = testing::Run::default();
        (0..16).for_each(|at| run.open("out", at));
        assert_eq!(judge(&run.evidence()), Verdict::Agree, "half of it is compared");
        run.open("out", 16);
        let reason = Verdict::Inconclusive("nothing specifies most results".into());
        assert_eq!(judge(&run.evidence()), reason);
        // It hides nothing.
        run.observed("out").bits[20] ^= 1;
        assert_eq!(testing::bug(judge(&run.evidence())).kind, FindingKind::Mismatch);
    }

    #[test]
    fn a_kernel_that_stores_nothing_is_inconclusive() {
        let mut run = testing::Run::default();
        run.expected.buffers.retain(|buffer| buffer.name == "a");
        let reason = Verdict::Inconclusive("the kernel stores nothing".into());
        assert_eq!(judge(&run.evidence()), reason);
        run.observed("a").bits[3] ^= 1;
        run.observed("a").written = None;
        assert_eq!(testing::bug(judge(&run.evidence())).kind, FindingKind::StrayWrite);
    }
}
