//! An access outside every buffer.

use crate::device::Outcome;

use super::{Evidence, Finding, FindingKind, Oracle, Verdict};

/// See the module.
pub(super) struct OutOfBounds;

impl Oracle for OutOfBounds {
    fn name(&self) -> &'static str {
        "out-of-bounds"
    }

    fn judge(&self, evidence: &Evidence) -> Option<Verdict> {
        let Evidence::Execution { observation, .. } = evidence else { return None };
        let Outcome::Fault(what) = &observation.outcome else { return None };
        let (device, stage) = (&observation.device, &observation.stage);
        let detail = format!("{what}; executed by {device} at {stage}");
        Some(Verdict::Bug(Finding::new(FindingKind::OutOfBounds, None, stage, "", detail)))
    }
}

#[cfg(test)]
mod tests {
    use crate::device::Outcome;
    use crate::oracle::testing::{Run, bug};
    use crate::oracle::{FindingKind, Verdict, judge};

    #[test]
    fn a_fault_is_seen() {
        let mut run = Run::default();
        assert_eq!(judge(&run.evidence()), Verdict::Agree);
        run.observation.outcome = Outcome::Fault("access at a + 512 bytes".into());
        let finding = bug(judge(&run.evidence()));
        assert_eq!(finding.kind, FindingKind::OutOfBounds);
        assert!(finding.detail.contains("a + 512 bytes"));
    }
}
