//! The compiler does not end within its time on a well-defined kernel.

use crate::compile::FailureKind;

use super::{Evidence, Finding, FindingKind, Oracle, Verdict};

/// See the module.
pub(super) struct CompilerTimeout;

impl Oracle for CompilerTimeout {
    fn name(&self) -> &'static str {
        "compiler-timeout"
    }

    fn judge(&self, evidence: &Evidence) -> Option<Verdict> {
        let Evidence::Compilation { failure, .. } = evidence else { return None };
        if failure.kind != FailureKind::Timeout {
            return None;
        }
        let (pass, stage) = (failure.pass.as_deref(), &failure.stage);
        let kind = FindingKind::CompilerTimeout;
        Some(Verdict::Bug(Finding::new(kind, pass, stage, "", failure.to_string())))
    }
}

#[cfg(test)]
mod tests {
    use crate::compile::FailureKind;
    use crate::oracle::testing::{bug, failure};
    use crate::oracle::{Evidence, FindingKind, Verdict, judge};

    #[test]
    fn a_compiler_that_does_not_end_is_seen() {
        let failure = failure(FailureKind::Timeout, "no answer within 60 s");
        let evidence = Evidence::Compilation { failure: &failure, control_survived: true };
        let finding = bug(judge(&evidence));
        assert_eq!(finding.kind, FindingKind::CompilerTimeout);
        assert_eq!(finding.signature, "compiler-timeout | tritongpu-pipeline");
        let evidence = Evidence::Compilation { failure: &failure, control_survived: false };
        assert!(matches!(judge(&evidence), Verdict::Inconclusive(_)));
    }
}
