//! Verdicts and findings.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::signature::signature;

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
    /// Launches from the same state leave different results.
    Nondeterministic,
    /// Nothing orders two accesses to shared memory: Triton's concurrency sanitizer says so.
    Race,
    /// Builds with other options that must leave the same bits do not.
    VariantsDiffer,
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
    /// The front end itself failed on a well-defined kernel.
    FrontendCrash,
    /// Triton's interpreter failed on a well-defined kernel.
    InterpreterFailure,
    /// Code ran that was compiled from a state which has changed since.
    Stale,
    /// Code ran that assumes something of its arguments which is not true of the launch.
    StaleSpecialization,
    /// A launch was refused though nothing had changed.
    FalseRejection,
    /// The compiler ran though the same state had been compiled for.
    NeedlessCompile,
    /// An exception of the runtime that is no refusal.
    RuntimeCrash,
    /// A launch that had failed went through in the same state.
    PoisonedKey,
    /// A kernel ran with the state of another.
    CrossTalk,
}

impl FindingKind {
    /// The name in reports: `out-of-bounds`.
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::Mismatch => "mismatch",
            FindingKind::UnexpectedNan => "unexpected-nan",
            FindingKind::OutOfBounds => "out-of-bounds",
            FindingKind::StrayWrite => "stray-write",
            FindingKind::Unwritten => "unwritten",
            FindingKind::UndefinedBehaviour => "undefined-behaviour",
            FindingKind::Nondeterministic => "nondeterministic",
            FindingKind::Race => "race",
            FindingKind::VariantsDiffer => "variants-differ",
            FindingKind::Hang => "hang",
            FindingKind::CompilerCrash => "compiler-crash",
            FindingKind::Assertion => "assertion",
            FindingKind::CompilerError => "compiler-error",
            FindingKind::CompilerTimeout => "compiler-timeout",
            FindingKind::Rejected => "rejected",
            FindingKind::FrontendCrash => "frontend-crash",
            FindingKind::InterpreterFailure => "interpreter-failure",
            FindingKind::Stale => "stale",
            FindingKind::StaleSpecialization => "stale-specialization",
            FindingKind::FalseRejection => "false-rejection",
            FindingKind::NeedlessCompile => "needless-compile",
            FindingKind::RuntimeCrash => "runtime-crash",
            FindingKind::PoisonedKey => "poisoned-key",
            FindingKind::CrossTalk => "cross-talk",
        }
    }

    /// Whether the compiler failed, and no code was executed.
    pub fn is_compilation(self) -> bool {
        matches!(
            self,
            FindingKind::CompilerCrash
                | FindingKind::Assertion
                | FindingKind::CompilerError
                | FindingKind::CompilerTimeout
                | FindingKind::Rejected
                | FindingKind::FrontendCrash
                | FindingKind::InterpreterFailure
        )
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Finding {
    /// A finding whose signature is made of its kind, the pass or else the stage, and `text`.
    pub fn new(
        kind: FindingKind,
        pass: Option<&str>,
        stage: &str,
        text: &str,
        detail: String,
    ) -> Self {
        let signature = signature(kind, pass.unwrap_or(stage), text);
        Finding { kind, signature, pass: pass.map(str::to_owned), detail }
    }

    /// The same finding where no pass can be blamed. Its kind and stage alone would make all such
    /// findings one, so the signature also has what was seen.
    #[must_use]
    pub fn in_no_pass(self) -> Self {
        let mut parts = self.signature.splitn(3, " | ").skip(1);
        let (place, text) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let seen = self.detail.split([';', '(']).next().unwrap_or_default();
        let text = format!("{text} {seen}");
        Finding { signature: signature(self.kind, place, text.trim()), ..self }
    }

    /// The same finding where the IR that went into the executed code is right: what made code of it
    /// is wrong.
    #[must_use]
    pub fn in_lowering(self, layer: &str) -> Self {
        let detail = format!("{}; the IR before it is right; to blame: {layer}", self.detail);
        Finding { detail, ..self }
    }

    /// The same finding where it is in a build with a sanitizer of Triton's, and in no other.
    #[must_use]
    pub fn in_build(self, sanitizer: &str) -> Self {
        let signature = format!("{} ({sanitizer})", self.signature);
        let detail = format!("{}; in a build with {sanitizer}", self.detail);
        Finding { signature, detail, ..self }
    }

    /// The same finding, once the pass that went wrong is known.
    #[must_use]
    pub fn in_pass(self, pass: &str) -> Self {
        let text = self.signature.splitn(3, " | ").nth(2).unwrap_or_default().to_owned();
        Finding {
            signature: signature(self.kind, pass, &text),
            pass: Some(pass.to_owned()),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_files() {
        let kinds = [
            FindingKind::Mismatch,
            FindingKind::UndefinedBehaviour,
            FindingKind::Race,
            FindingKind::VariantsDiffer,
            FindingKind::Rejected,
            FindingKind::FrontendCrash,
            FindingKind::InterpreterFailure,
        ];
        for kind in kinds {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
    }

    #[test]
    fn without_a_pass_the_signature_has_what_was_seen() {
        let of = |detail: &str| {
            let finding = Finding::new(FindingKind::Mismatch, None, "ttgir", "", detail.into());
            finding.in_no_pass().signature
        };
        let one = of("out[37] holds a[128], expected a[1] (2.0, expected 1.0) and 3 more; by ir");
        assert_eq!(one, "mismatch | ttgir | out[N] holds a[N], expected a[N]");
        assert_eq!(of("out[1] holds a[3], expected a[2] (7.0, expected 1.0); by ir"), one);
        assert_ne!(of("out[1] is 5.0, expected 4.0; by ir"), one);
    }

    #[test]
    fn the_pass_goes_into_the_signature() {
        let finding = Finding::new(FindingKind::Hang, None, "ttgir", "steps", "d".into());
        assert_eq!(finding.signature, "hang | ttgir | steps");
        let finding = finding.in_pass("tritongpu-pipeline{num-stages=3}");
        assert_eq!(finding.signature, "hang | tritongpu-pipeline | steps");
        assert_eq!(finding.pass.as_deref(), Some("tritongpu-pipeline{num-stages=3}"));
    }
}
