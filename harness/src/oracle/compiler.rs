//! The compiler died, an assertion of it failed, its front end raised what it never means to raise, or
//! a verifier, a pass manager or a back end refused a well-defined kernel.

use crate::compile::FailureKind;

use super::{Evidence, Finding, FindingKind, Oracle, Verdict};

/// See the module. That the control survives has been seen to by `limits`.
pub(super) struct CompilerFailure;

impl Oracle for CompilerFailure {
    fn name(&self) -> &'static str {
        "compiler"
    }

    fn judge(&self, evidence: &Evidence) -> Option<Verdict> {
        let Evidence::Compilation { failure, .. } = evidence else { return None };
        let kind = match failure.kind {
            FailureKind::Crash { .. } | FailureKind::Exit { .. } => FindingKind::CompilerCrash,
            FailureKind::Assertion => FindingKind::Assertion,
            FailureKind::Verifier | FailureKind::Pass | FailureKind::Backend => {
                FindingKind::CompilerError
            }
            FailureKind::FrontendCrash => FindingKind::FrontendCrash,
            _ => return None,
        };
        let pass = failure.pass.as_deref();
        let message = &failure.message;
        let finding = Finding::new(kind, pass, &failure.stage, message, failure.to_string());
        Some(Verdict::Bug(finding))
    }
}

#[cfg(test)]
mod tests {
    use crate::compile::FailureKind;
    use crate::oracle::testing::{bug, failure};
    use crate::oracle::{Evidence, FindingKind, judge};

    #[test]
    fn every_fault_of_the_compiler_is_seen() {
        let cases = [
            (FailureKind::Crash { signal: 11 }, FindingKind::CompilerCrash),
            (FailureKind::Exit { status: 1 }, FindingKind::CompilerCrash),
            (FailureKind::Assertion, FindingKind::Assertion),
            (FailureKind::Verifier, FindingKind::CompilerError),
            (FailureKind::Pass, FindingKind::CompilerError),
            (FailureKind::Backend, FindingKind::CompilerError),
            (FailureKind::FrontendCrash, FindingKind::FrontendCrash),
        ];
        for (kind, expected) in cases {
            let failure = failure(kind, "x.cpp:3: f: Assertion `a == 1' failed.");
            let evidence = Evidence::Compilation { failure: &failure, control_survived: true };
            let finding = bug(judge(&evidence));
            assert_eq!(finding.kind, expected);
            assert_eq!(finding.signature, format!("{expected} | tritongpu-pipeline | a == N"));
            assert!(finding.detail.contains("Assertion `a == 1' failed"));
        }
    }
}
