//! An element was not stored to, though the kernel stores a specified value there.

use super::compare::{Results, more};
use super::{Evidence, Finding, FindingKind, Oracle, Verdict};

/// See the module. A store of an undefined value may be left out.
pub(super) struct Unwritten;

impl Oracle for Unwritten {
    fn name(&self) -> &'static str {
        "unwritten"
    }

    fn judge(&self, evidence: &Evidence) -> Option<Verdict> {
        let results = Results::of(evidence)?;
        let (pair, found) = results.wrong(|pair, at| {
            let due = pair.must_be_written(at) && !pair.is_open(at);
            due && pair.was_written(at) == Some(false)
        })?;
        let (at, name) = (found[0], &pair.expected.name);
        let expected = pair.show_expected(at);
        let (rest, place) = (more(&pair, &found), results.place());
        let detail = format!("{name}[{at}] was not stored to, expected {expected}{rest}; {place}");
        let stage = &results.observation.stage;
        Some(Verdict::Bug(Finding::new(FindingKind::Unwritten, None, stage, "", detail)))
    }
}

#[cfg(test)]
mod tests {
    use crate::oracle::testing::{Run, bug};
    use crate::oracle::{FindingKind, Verdict, judge};

    #[test]
    fn a_missing_store_is_seen_unless_its_value_is_open() {
        let mut run = Run::default();
        run.observed("out").written.as_mut().unwrap()[1] = false;
        let finding = bug(judge(&run.evidence()));
        assert_eq!(finding.kind, FindingKind::Unwritten);
        assert!(finding.detail.starts_with("out[1] was not stored to"), "{}", finding.detail);
        run.open("out", 1);
        assert_eq!(judge(&run.evidence()), Verdict::Agree);
    }
}
