//! Compiled code that leaves different results when it is launched again from the same state.

use crate::device::Outcome;

use super::{Evidence, Finding, FindingKind, Oracle, Verdict};

/// See the module. What nothing specifies, or what depends on the order of atomics, is not compared
/// by the device in the first place.
pub(super) struct Nondeterministic;

impl Oracle for Nondeterministic {
    fn name(&self) -> &'static str {
        "nondeterministic"
    }

    fn judge(&self, evidence: &Evidence) -> Option<Verdict> {
        let Evidence::Execution { observation, .. } = evidence else { return None };
        let Outcome::Nondeterministic(what) = &observation.outcome else { return None };
        let (device, stage) = (&observation.device, &observation.stage);
        let detail = format!("{what}; executed by {device} at {stage}");
        Some(Verdict::Bug(Finding::new(FindingKind::Nondeterministic, None, stage, "", detail)))
    }
}

#[cfg(test)]
mod tests {
    use crate::device::Outcome;
    use crate::oracle::testing::{Run, bug};
    use crate::oracle::{FindingKind, Verdict, judge};

    #[test]
    fn results_that_differ_are_seen() {
        let mut run = Run::default();
        assert_eq!(judge(&run.evidence()), Verdict::Agree);
        run.observation.outcome = Outcome::Nondeterministic("out[3] is 1 and 2".into());
        let finding = bug(judge(&run.evidence()));
        assert_eq!(finding.kind, FindingKind::Nondeterministic);
        assert!(finding.detail.starts_with("out[3] is 1 and 2; executed by"));
    }
}
