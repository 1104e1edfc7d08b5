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
            let open = pair.is_open(at) || pair.takes_either_zero(at);
            !open && pair.is_undefined(at) && !missing
        })?;
        if !expected.is_exact() {
            // The device follows one rounding of many: what is a zero of unknown sign in it, and undefined
            // from there on, is none within the bound.
            let reason = "an undefined value may be a zero of unknown sign".to_owned();
            return Some(Verdict::Inconclusive(reason));
        }
        let (at, name) = (found[0], &pair.expected.name);
        let due = pair.show_expected(at);
        let (rest, place) = (more(&pair, &found), results.place());
        let detail =
            format!("{name}[{at}] holds an undefined value, expected {due}{rest}; {place}");
        Some(Verdict::Bug(Finding::new(kind, None, stage, "undefined value", detail)))
    }
}

#[cfg(test)]
mod tests {
    use crate::device::Outcome;
    use crate::oracle::testing::{Run, bug};
    use crate::oracle::{FindingKind, Verdict, judge};

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
