//! Undefined behaviour, or an undefined value, in code compiled from a well-defined kernel.

use crate::device::Outcome;
use crate::evaluate::Reference;
use crate::program::{Operation, Stmt};
use crate::testcase::TestCase;

use super::compare::{Results, more};
use super::{Evidence, Finding, FindingKind, Oracle, Verdict};

/// See the module.
pub(super) struct UndefinedBehaviour;

impl Oracle for UndefinedBehaviour {
    fn name(&self) -> &'static str {
        "undefined-behaviour"
    }

    fn judge(&self, evidence: &Evidence) -> Option<Verdict> {
        let Evidence::Execution { case, observation, expected } = evidence else { return None };
        let (device, stage) = (&observation.device, &observation.stage);
        let kind = FindingKind::UndefinedBehaviour;
        if observation.outcome.is_race_of_values() && leaves_a_choice(case, expected) {
            let reason = "warps store different values to one place, each of which may be right";
            return Some(Verdict::Inconclusive(reason.to_owned()));
        }
        if let Outcome::Undefined { what, .. } = &observation.outcome {
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

/// Whether copies of a value may differ while the kernel is executed though each is right: within a
/// bound, in what nothing specifies, and among equals of which an operation takes any. A sum whose
/// products are fused differs from lane to lane, and so does the index of one of several maxima; which
/// of them a warp stores over another's is no fault.
fn leaves_a_choice(case: &TestCase, expected: &Reference) -> bool {
    let mut chooses = false;
    let mut visit = |stmt: &Stmt| {
        chooses |= matches!(stmt, Stmt::Let { op, .. } | Stmt::Do(op) if op.chooses());
    };
    case.program.body.iter().for_each(|stmt| stmt.visit(&mut visit));
    let (_, open) = expected.stored_and_open();
    chooses || open > 0 || !expected.is_exact()
}

/// Whether an element is undefined that the kernel specifies: it was not seen to be right.
pub(super) fn is_left(evidence: &Evidence) -> bool {
    let Some(results) = Results::of(evidence) else { return false };
    results.wrong(|pair, at| !pair.is_open(at) && pair.is_undefined(at)).is_some()
}

#[cfg(test)]
mod tests {
    use crate::device::{Cause, Outcome};
    use crate::oracle::testing::{Run, bug};
    use crate::oracle::{FindingKind, Verdict, judge};
    use crate::program::ops::{ArgReduce, Extreme};
    use crate::program::{Op, Stmt, ValueId};

    /// A case that was stopped.
    fn stopped(what: &str, cause: Cause) -> Run {
        let mut run = Run::default();
        run.observation.outcome = Outcome::Undefined { what: what.into(), cause };
        run
    }

    /// A case that was stopped because warps write different values.
    fn raced(what: &str) -> Run {
        stopped(what, Cause::RaceOfValues)
    }

    /// Which of the greatest elements it is.
    fn argmax(tie_break_left: bool) -> Stmt {
        let value = ValueId(7);
        let op = ArgReduce {
            greatest: true,
            value,
            axis: 0,
            tie_break_left,
            keep_dims: false,
            told: Extreme::Index,
        };
        Stmt::Let { value: ValueId(8), op: Op::from(op) }
    }

    #[test]
    fn a_race_of_values_is_a_bug_where_the_kernel_leaves_no_choice() {
        let what = "race: warp 1 overwrites byte 12, which warp 3 wrote another value to";
        let is_bug = |run: &Run| match judge(&run.evidence()) {
            Verdict::Bug(finding) => finding.kind == FindingKind::UndefinedBehaviour,
            Verdict::Inconclusive(_) => false,
            Verdict::Agree => panic!("nothing was compared"),
        };
        let mut run = raced(what);
        assert!(is_bug(&run));
        run.case.program.body = vec![argmax(true)];
        assert!(is_bug(&run), "the first of the greatest");
        run.case.program.body = vec![argmax(false)];
        assert!(!is_bug(&run), "any of the greatest");
        assert!(!is_bug(&raced(what).bounded()), "either may be within the bound");
        let mut open = raced(what);
        open.open("out", 3);
        assert!(!is_bug(&open), "anything may be stored");
        let read = stopped("race: warp 1 reads byte 12, which warp 3 wrote", Cause::Race);
        run.observation.outcome = read.observation.outcome;
        assert!(is_bug(&run), "what is read is one of the two");
    }

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
        run = stopped("division by zero in %12", Cause::Other);
        let finding = bug(judge(&run.evidence()));
        assert_eq!(finding.signature, "undefined-behaviour | ttgir | division by zero in %");
    }
}
