//! Compiled code that does not end, though the kernel does.

use crate::device::Outcome;

use super::{Evidence, Finding, FindingKind, Oracle, Verdict};

/// See the module.
pub(super) struct Hang;

impl Oracle for Hang {
    fn name(&self) -> &'static str {
        "hang"
    }

    fn judge(&self, evidence: &Evidence) -> Option<Verdict> {
        let Evidence::Execution { observation, .. } = evidence else { return None };
        let Outcome::Timeout(what) = &observation.outcome else { return None };
        let (device, stage) = (&observation.device, &observation.stage);
        let detail = format!("the code does not end: {what}; executed by {device} at {stage}");
        Some(Verdict::Bug(Finding::new(FindingKind::Hang, None, stage, "", detail)))
    }
}

#[cfg(test)]
mod tests {
    use crate::device::Outcome;
    use crate::oracle::testing::{Run, bug};
    use crate::oracle::{FindingKind, Verdict, judge};

    #[test]
    fn code_that_does_not_end_is_seen() {
        let mut run = Run::default();
        assert_eq!(judge(&run.evidence()), Verdict::Agree);
        run.observation.outcome = Outcome::Timeout("1000000 steps".into());
        assert_eq!(bug(judge(&run.evidence())).kind, FindingKind::Hang);
    }
}
