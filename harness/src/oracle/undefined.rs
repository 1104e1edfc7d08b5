//! Undefined behaviour, or an undefined value, in code compiled from a well-defined kernel.

use crate::device::Outcome;

use super::compare::{Results, more};
use super::{Evidence, Finding, FindingKind, Oracle, Verdict};

/// See the module.
pub(super) struct UndefinedBehaviour;

impl Oracle for UndefinedBehaviour {
    fn name(&self) -> &'static str {
        "undefined-behaviour"
    }

    fn judge(&self, evidence: &Evidence) -> Option<Verdict> {
        let Evidence::Execution { observation, expected, .. } = evidence else { return None };
        let (device, stage) = (&observation.device, &observation.stage);
        let kind = FindingKind::UndefinedBehaviour;
        if let Outcome::Undefined(what) = &observation.outcome {
            let detail = format!(
                "the compiled code has undefined behaviour: {what}; executed by {device} at {stage}"
            );
            return Some(Verdict::Bug(Finding::new(kind, None, stage, what, detail)));
        }
        let results = Results::of(evidence)?;
        let (pair, found) = results.wrong(|pair, at| {
            let missing = pair.was_written(at) == Some(false);
            !pair.is_open(at) && pair.is_undefined(at) && !missing
        })?;
        if !expected.is_exact() {
            // The device follows one rounding of many: what is a zero of unknown sign in it, and undefined
            // from there on, is none within the bound. What the other oracles see counts all the same.
            return None;
        }
        let (at, name) = (found[0], &pair.expected.name);
        let due = pair.show_expected(at);
        let (rest, place) = (more(&pair, &found), results.place());
        let detail =
            format!("{name}[{at}] holds an undefined value, expected {due}{rest}; {place}");
        Some(Verdict::Bug(Finding::new(kind, None, stage, "undefined value", detail)))
    }
}

/// Whether an element is undefined that the kernel specifies: it was not seen to be right.
pub(super) fn is_left(evidence: &Evidence) -> bool {
    let Some(results) = Results::of(evidence) else { return false };
    results.wrong(|pair, at| !pair.is_open(at) && pair.is_undefined(at)).is_some()
}

#[cfg(test)]
mod tests {
    use crate::device::Outcome;
    use crate::oracle::testing::{Run, bug};
    use crate::oracle::{FindingKind, Verdict, judge};

    #[test]
    fn what_a_bound_leaves_undefined_is_no_bug_and_does_not_agree() {
        let mut run = Run::default().bounded();
        assert_eq!(judge(&run.evidence()), Verdict::Agree);
        let mut undefined = vec![false; 32];
        undefined[3] = true;
        run.observed("out").undef = Some(undefined);
        assert!(matches!(judge(&run.evidence()), Verdict::Inconclusive(_)));
        // It hides nothing.
        run.observed("out").bits[5] = 0x4780_0000; // 65536.0
        assert_eq!(bug(judge(&run.evidence())).kind, FindingKind::Mismatch);
    }

    #[test]
    fn undefined_code_and_undefined_values_are_seen() {
        let mut run = Run::default();
        run.observed("out").undef = Some(vec![false; 32]);
        assert_eq!(judge(&run.evidence()), Verdict::Agree);
        run.observed("out").undef.as_mut().unwrap()[9] = true;
        let finding = bug(judge(&run.evidence()));
        assert_eq!(finding.kind, FindingKind::UndefinedBehaviour);
        run.open("out", 9);
        assert_eq!(judge(&run.evidence()), Verdict::Agree);
        run.observation.outcome = Outcome::Undefined("division by zero in %12".into());
        let finding = bug(judge(&run.evidence()));
        assert_eq!(finding.signature, "undefined-behaviour | ttgir | division by zero in %");
    }
}
