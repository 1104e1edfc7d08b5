//! An element is NaN where the kernel specifies a number.

use super::compare::{Results, more};
use super::{Evidence, Finding, FindingKind, Oracle, Verdict};

/// See the module.
pub(super) struct UnexpectedNan;

impl Oracle for UnexpectedNan {
    fn name(&self) -> &'static str {
        "unexpected-nan"
    }

    fn judge(&self, evidence: &Evidence) -> Option<Verdict> {
        let results = Results::of(evidence)?;
        let (pair, found) = results.wrong(|pair, at| {
            let (expected, observed) = (pair.expected_bits(at), pair.observed_bits(at));
            !pair.is_open(at) && pair.is_nan(observed) && !pair.is_nan(expected)
        })?;
        let (at, name) = (found[0], &pair.expected.name);
        let expected = pair.show_expected(at);
        let observed = pair.show(pair.observed_bits(at));
        let (rest, place) = (more(&pair, &found), results.place());
        let detail = format!("{name}[{at}] is {observed}, expected {expected}{rest}; {place}");
        let stage = &results.observation.stage;
        Some(Verdict::Bug(Finding::new(FindingKind::UnexpectedNan, None, stage, "", detail)))
    }
}

#[cfg(test)]
mod tests {
    use crate::oracle::testing::{Run, bug};
    use crate::oracle::{FindingKind, Verdict, judge};

    #[test]
    fn a_nan_is_seen_unless_it_is_due() {
        let mut run = Run::default();
        run.observed("out").bits[2] = 0x7fc0_0000;
        assert_eq!(bug(judge(&run.evidence())).kind, FindingKind::UnexpectedNan);
        run.expect_nan("out", 2);
        assert_eq!(judge(&run.evidence()), Verdict::Agree);
        run.observed("out").bits[2] = 0xffc0_0001; // another NaN
        assert_eq!(judge(&run.evidence()), Verdict::Agree);
    }
}
