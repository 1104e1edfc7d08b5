//! An element differs from what the kernel specifies: bit for bit, or by more than its bound.

use super::compare::{Results, more};
use super::provenance::Origins;
use super::{Evidence, Finding, FindingKind, Oracle, Verdict};

/// See the module.
pub(super) struct Mismatch;

impl Oracle for Mismatch {
    fn name(&self) -> &'static str {
        "mismatch"
    }

    fn judge(&self, evidence: &Evidence) -> Option<Verdict> {
        let results = Results::of(evidence)?;
        let (pair, found) = results.wrong(|pair, at| !pair.is_open(at) && !pair.agrees(at))?;
        let at = found[0];
        let (expected, observed) = (pair.expected_bits(at), pair.observed_bits(at));
        let origins = Origins::of(results.case, pair.expected.kind);
        let values = (pair.show(observed), pair.show_expected(at));
        let told = match (origins.name(observed), origins.name(expected)) {
            (Some(from), Some(right)) => {
                format!("holds {from}, expected {right} ({}, expected {})", values.0, values.1)
            }
            (Some(from), None) => format!("is {} (as {from}), expected {}", values.0, values.1),
            _ => format!("is {}, expected {}", values.0, values.1),
        };
        let name = &pair.expected.name;
        let detail = format!("{name}[{at}] {told}{}; {}", more(&pair, &found), results.place());
        let stage = &results.observation.stage;
        Some(Verdict::Bug(Finding::new(FindingKind::Mismatch, None, stage, "", detail)))
    }
}

#[cfg(test)]
mod tests {
    use crate::oracle::testing::{Run, bug};
    use crate::oracle::{FindingKind, Verdict, judge};

    #[test]
    fn a_wrong_load_is_named_by_where_it_read() {
        let mut run = Run::default();
        run.observed("out").bits[3] = run.input_bits(17);
        let finding = bug(judge(&run.evidence()));
        assert_eq!(finding.kind, FindingKind::Mismatch);
        assert!(
            finding.detail.starts_with("out[3] holds a[17], expected a[3]"),
            "{}",
            finding.detail
        );
        assert_eq!(finding.signature, "mismatch | ttgir");
    }

    #[test]
    fn a_value_from_nowhere_is_shown() {
        let mut run = Run::default();
        run.observed("out").bits[5] = 0x4780_0000; // 65536.0
        let finding = bug(judge(&run.evidence()));
        assert!(finding.detail.starts_with("out[5] is 65536.0, expected"), "{}", finding.detail);
    }

    #[test]
    fn lanes_that_nothing_specifies_are_not_compared_and_zeros_have_signs() {
        let mut run = Run::default();
        run.open("out", 4);
        run.observed("out").bits[4] = 1;
        assert_eq!(judge(&run.evidence()), Verdict::Agree);
        run.expect_zero("out", 6);
        run.observed("out").bits[6] = 0;
        assert_eq!(judge(&run.evidence()), Verdict::Agree);
        run.observed("out").bits[6] = 0x8000_0000;
        assert_eq!(bug(judge(&run.evidence())).kind, FindingKind::Mismatch);
    }
}
