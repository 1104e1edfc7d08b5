//! `--expect`: the finding that counts where a case is replayed to see whether one fault is there. Another one
//! says nothing about it, so it is no finding then, and nothing good either.

use anyhow::{Context, Result, bail};

use crate::campaign::Outcome;
use crate::campaign::bisect::Symptom;
use crate::oracle::Finding;
use crate::report::Record;

/// The word for what the finding's own record says.
const RECORDED: &str = "recorded";

/// The finding that counts.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    signature: String,
    /// What it is recognised by, where its signature may differ between releases.
    symptom: Option<Symptom>,
}

impl Expected {
    /// What `--expect` asks for; `record` is that of the case.
    ///
    /// # Errors
    /// If it asks for nothing, or for what is recorded, and nothing is.
    pub(super) fn of(given: Option<&str>, record: Option<&Record>) -> Result<Option<Self>> {
        let Some(given) = given else { return Ok(None) };
        if given.trim().is_empty() {
            bail!("--expect is empty, which no signature is: give one, or `{RECORDED}`");
        }
        if given != RECORDED {
            return Ok(Some(Expected { signature: given.to_owned(), symptom: None }));
        }
        let record = record.context("the case is no finding: give its signature with --expect")?;
        let symptom = Some(Symptom::of(&record.finding()));
        Ok(Some(Expected { signature: record.signature.clone(), symptom }))
    }

    /// The same, where only the whole signature tells faults apart.
    pub(super) fn by_signature(self) -> Self {
        Expected { symptom: None, ..self }
    }

    /// Whether a finding is the one that counts.
    pub(super) fn is(&self, finding: &Finding) -> bool {
        let symptom = self.symptom.as_ref();
        finding.signature == self.signature
            || symptom.is_some_and(|symptom| symptom.is(&Symptom::of(finding)))
    }

    /// An outcome, in which another finding is none.
    pub(super) fn hold(&self, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Bug { finding, .. } if !self.is(&finding) => Outcome::Inconclusive(format!(
                "another finding than the one expected: {}: {}",
                finding.signature, finding.detail
            )),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::FindingKind;

    fn bug(kind: FindingKind, pass: Option<&str>, text: &str) -> Finding {
        Finding::new(kind, pass, "ttgir", text, "seen".to_owned())
    }

    fn held(expected: &Expected, finding: Finding) -> Outcome {
        expected.hold(Outcome::Bug { finding, known: None })
    }

    #[test]
    fn only_the_finding_that_is_expected_counts() {
        let one = bug(FindingKind::Assertion, None, "a condition");
        let expected = Expected::of(Some(&one.signature), None).unwrap().unwrap();
        assert!(matches!(held(&expected, one), Outcome::Bug { .. }));
        let other = bug(FindingKind::Assertion, None, "another one");
        let Outcome::Inconclusive(reason) = held(&expected, other) else { panic!() };
        assert!(reason.contains("another one") && reason.contains("expected"), "{reason}");
        assert!(matches!(expected.hold(Outcome::Agree), Outcome::Agree));
    }

    #[test]
    fn what_is_recorded_is_recognised_as_bisect_does_it() {
        let finding = bug(FindingKind::Mismatch, Some("a-pass{x=1}"), "");
        let symptom = Some(Symptom::of(&finding));
        let expected = Expected { signature: finding.signature, symptom };
        assert!(expected.is(&bug(FindingKind::Mismatch, Some("a-pass{y=2}"), "told otherwise")));
        assert!(!expected.is(&bug(FindingKind::Mismatch, Some("b-pass"), "")));
        assert!(!expected.is(&bug(FindingKind::Hang, Some("a-pass"), "")));
        let strict = expected.by_signature();
        assert!(!strict.is(&bug(FindingKind::Mismatch, Some("a-pass"), "told otherwise")));
        assert!(Expected::of(Some(RECORDED), None).is_err());
        assert!(Expected::of(None, None).unwrap().is_none());
        for nothing in ["", " "] {
            let error = Expected::of(Some(nothing), None).unwrap_err().to_string();
            assert!(error.contains("--expect is empty"), "{error}");
        }
    }
}
