//! An element was stored to that the kernel does not store to.

use super::compare::{Results, more};
use super::{Evidence, Finding, FindingKind, Oracle, Verdict};

/// See the module. Where the device does not tell which elements were stored to, a changed one was.
pub(super) struct StrayWrite;

impl Oracle for StrayWrite {
    fn name(&self) -> &'static str {
        "stray-write"
    }

    fn judge(&self, evidence: &Evidence) -> Option<Verdict> {
        let results = Results::of(evidence)?;
        let (pair, found) = results.wrong(|pair, at| {
            !pair.must_be_written(at)
                && match pair.was_written(at) {
                    Some(written) => written,
                    None => !pair.is_open(at) && !pair.agrees(at),
                }
        })?;
        let (at, name) = (found[0], &pair.expected.name);
        let observed = pair.show(pair.observed_bits(at));
        let (rest, place) = (more(&pair, &found), results.place());
        let detail =
            format!("{name}[{at}] was stored to ({observed}) and must not be{rest}; {place}");
        let stage = &results.observation.stage;
        Some(Verdict::Bug(Finding::new(FindingKind::StrayWrite, None, stage, "", detail)))
    }
}

#[cfg(test)]
mod tests {
    use crate::oracle::testing::{Run, bug};
    use crate::oracle::{FindingKind, Verdict, judge};

    #[test]
    fn a_store_beside_the_mark_is_seen() {
        let mut run = Run::default();
        run.observed("a").written.as_mut().unwrap()[7] = true;
        let finding = bug(judge(&run.evidence()));
        assert_eq!(finding.kind, FindingKind::StrayWrite);
        assert!(finding.detail.starts_with("a[7] was stored to"), "{}", finding.detail);
    }

    #[test]
    fn without_flags_a_changed_input_tells() {
        let mut run = Run::default();
        run.observed("a").written = None;
        assert_eq!(judge(&run.evidence()), Verdict::Agree);
        run.observed("a").bits[7] = 0;
        assert_eq!(bug(judge(&run.evidence())).kind, FindingKind::StrayWrite);
    }
}
