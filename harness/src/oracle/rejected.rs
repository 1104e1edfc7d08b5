//! The front end refused a kernel.

use crate::compile::FailureKind;

use super::{Evidence, Finding, FindingKind, Oracle, Verdict};

/// See the module. That is a fault of our generator (`invalid`) unless the finding is known: the
/// campaign, which knows the list, decides.
pub(super) struct Rejected;

impl Oracle for Rejected {
    fn name(&self) -> &'static str {
        "rejected"
    }

    fn judge(&self, evidence: &Evidence) -> Option<Verdict> {
        let Evidence::Compilation { failure, .. } = evidence else { return None };
        let refused = [FailureKind::Frontend, FailureKind::Runtime, FailureKind::Parse]
            .contains(&failure.kind);
        if !refused {
            return None;
        }
        let (stage, text) = (&failure.stage, &failure.message);
        let kind = FindingKind::Rejected;
        Some(Verdict::Bug(Finding::new(kind, None, stage, text, failure.to_string())))
    }
}

#[cfg(test)]
mod tests {
    use crate::compile::FailureKind;
    use crate::oracle::testing::{bug, failure};
    use crate::oracle::{Evidence, FindingKind, Verdict, judge};

    #[test]
    fn a_refusal_is_told_from_a_limit() {
        let refused = failure(FailureKind::Frontend, "at 3:4: type mismatch");
        let evidence = Evidence::Compilation { failure: &refused, control_survived: true };
        assert_eq!(bug(judge(&evidence)).kind, FindingKind::Rejected);
        let limit = failure(FailureKind::OutOfResources, "shared memory");
        let evidence = Evidence::Compilation { failure: &limit, control_survived: true };
        assert!(matches!(judge(&evidence), Verdict::Inconclusive(_)));
    }
}
