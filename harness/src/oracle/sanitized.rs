//! Builds that a sanitizer of Triton's has rewritten. What they leave is judged by rules of its own: an
//! assertion of the concurrency sanitizer is a race, and two builds with the floating-point sanitizer must
//! leave the same bits, which are no results of the kernel.

use crate::device::{Observation, Outcome};
use crate::evaluate::{Reference, ReferenceBuffer};
use crate::testcase::TestCase;

use super::{Evidence, Finding, FindingKind, Verdict, judge};

/// How the concurrency sanitizer's assertions begin, as libtriton 3.9.0 holds them.
const REPORTS: &[&str] = &[
    "Buffer being accessed has outstanding reads",
    "Buffer being accessed has outstanding writes",
    "Accessing buffer with pending access",
    "Async shared-memory access is missing",
    "Deadlock detected",
];

/// Judges what a build with the concurrency sanitizer left, where the build without it is right. `asserts`
/// tells whether the kernel has assertions of its own.
///
/// Where it was stopped otherwise, that is no finding: Triton itself notes that ptxas miscompiles some large
/// kernels of this kind (`make_cubin` of its NVIDIA backend).
pub fn concurrency(
    case: &TestCase,
    expected: &Reference,
    observation: &Observation,
    asserts: bool,
) -> Verdict {
    let Observation { device, stage, outcome, .. } = observation;
    if let Some(said) = outcome.assertion() {
        let report = REPORTS.iter().find(|report| said.contains(*report));
        if report.is_none() && asserts {
            return Verdict::Inconclusive("an assertion of the kernel failed".to_owned());
        }
        let report = report.copied().unwrap_or("an assertion");
        let detail = format!("the concurrency sanitizer: {said}; executed by {device} at {stage}");
        return Verdict::Bug(Finding::new(FindingKind::Race, None, stage, report, detail));
    }
    if let Some(why) = stopped(outcome) {
        return Verdict::Inconclusive(why);
    }
    match judge(&Evidence::Execution { case, expected, observation }) {
        Verdict::Bug(finding) => Verdict::Bug(finding.in_no_pass().in_build("consan")),
        other => other,
    }
}

/// What one of two builds left, and the options that tell them apart.
#[derive(Clone, Copy, Debug)]
pub struct Build<'a> {
    /// What it left.
    pub observation: &'a Observation,
    /// In words: `num_warps=4`.
    pub options: &'a str,
}

/// Compares what two builds with the floating-point sanitizer left, of a kernel inside of its ring
/// ([`super::outside_ring`]): every element that the kernel specifies, to the bit.
pub fn variants(expected: &Reference, first: Build<'_>, second: Build<'_>) -> Verdict {
    for Build { observation, .. } in [first, second] {
        if let Some(why) = stopped(&observation.outcome) {
            return Verdict::Inconclusive(why);
        }
        if observation.rounded {
            return Verdict::Inconclusive("floats are left in the build".to_owned());
        }
    }
    for due in &expected.buffers {
        let (a, b) = (bits(first.observation, due), bits(second.observation, due));
        let (Some(a), Some(b)) = (a, b) else {
            return Verdict::Inconclusive(
                "the device did not return every buffer whole".to_owned(),
            );
        };
        let differ = |at: &usize| !due.is_open(*at) && a[*at] != b[*at];
        let differing: Vec<usize> = (0..due.len()).filter(differ).collect();
        let Some(&at) = differing.first() else { continue };
        let (name, count, len) = (&due.name, differing.len(), due.len());
        let Observation { device, stage, .. } = first.observation;
        let detail = format!(
            "{name}[{at}] is {:#x} with {} and {:#x} with {}; {count} of {len} elements of `{name}` \
             differ in builds with the floating-point sanitizer; executed by {device} at {stage}",
            a[at], first.options, b[at], second.options
        );
        let kind = FindingKind::VariantsDiffer;
        return Verdict::Bug(Finding::new(kind, None, stage, "fpsan", detail));
    }
    Verdict::Agree
}

/// What an execution left in a buffer, if all of it is there.
fn bits<'a>(observation: &'a Observation, due: &ReferenceBuffer) -> Option<&'a [u64]> {
    let Outcome::Finished(left) = &observation.outcome else { return None };
    let found = left.iter().find(|buffer| buffer.name == due.name)?;
    (found.bits.len() == due.len()).then_some(&found.bits)
}

/// Why an execution that did not end says nothing, in words to count under.
fn stopped(outcome: &Outcome) -> Option<String> {
    Some(match outcome {
        Outcome::Finished(_) => return None,
        Outcome::Unsupported(what) => format!("unsupported: {what}"),
        Outcome::DeviceFailure(what) => format!("device failure: {what}"),
        Outcome::Timeout(_) => "the build does not end in time".to_owned(),
        Outcome::Fault(_) | Outcome::Undefined { .. } | Outcome::Nondeterministic(_) => {
            "the build was stopped".to_owned()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Cause;
    use crate::oracle::testing::{Run, bug};

    fn consan(run: &Run, asserts: bool) -> Verdict {
        concurrency(&run.case, &run.expected, &run.observation, asserts)
    }

    #[test]
    fn an_assertion_of_the_sanitizer_is_a_race_and_one_of_the_kernel_is_not() {
        let mut run = Run::default();
        assert_eq!(consan(&run, false), Verdict::Agree);
        let said = "trap: a failed assertion: Buffer being accessed has outstanding writes.";
        let cause = Cause::Assertion;
        run.observation.outcome = Outcome::Undefined { what: said.into(), cause };
        let finding = bug(consan(&run, true));
        assert_eq!(finding.kind, FindingKind::Race);
        let signature = "race | ttgir | Buffer being accessed has outstanding writes";
        assert_eq!(finding.signature, signature);
        run.observation.outcome = Outcome::Fault("assertion on the device".into());
        assert_eq!(bug(consan(&run, false)).kind, FindingKind::Race);
        assert!(matches!(consan(&run, true), Verdict::Inconclusive(_)));
    }

    #[test]
    fn what_stops_a_build_is_no_finding_and_a_wrong_result_is() {
        let mut run = Run::default();
        run.observed("out").bits[3] ^= 1;
        let finding = bug(consan(&run, false));
        assert_eq!(finding.kind, FindingKind::Mismatch);
        assert!(finding.signature.ends_with("(consan)"), "{}", finding.signature);
        for outcome in [
            Outcome::Fault("illegal address".into()),
            Outcome::Timeout("10 s".into()),
            Outcome::Unsupported("elect.sync".into()),
        ] {
            run.observation.outcome = outcome;
            assert!(matches!(consan(&run, false), Verdict::Inconclusive(_)));
        }
    }

    fn compared(run: &Run, other: &Run) -> Verdict {
        let build = |observation, options| Build { observation, options };
        let first = build(&run.observation, "num_warps=4");
        variants(&run.expected, first, build(&other.observation, "num_warps=8"))
    }

    #[test]
    fn builds_agree_to_the_bit_whatever_the_results_are() {
        let (mut one, mut other) = (Run::default(), Run::default());
        for run in [&mut one, &mut other] {
            run.observed("out").bits[5] = 0x7fc0_1234; // no result of the kernel
        }
        assert_eq!(compared(&one, &other), Verdict::Agree);
        other.observed("out").bits[5] ^= 1;
        let finding = bug(compared(&one, &other));
        assert_eq!(finding.kind, FindingKind::VariantsDiffer);
        let seen = "out[5] is 0x7fc01234 with num_warps=4 and 0x7fc01235 with num_warps=8; 1 of 32";
        assert!(finding.detail.starts_with(seen), "{}", finding.detail);
        one.open("out", 5);
        assert_eq!(compared(&one, &other), Verdict::Agree);
    }

    #[test]
    fn builds_that_were_not_compared_do_not_agree() {
        let (one, mut other) = (Run::default(), Run::default());
        other.observation.rounded = true;
        assert!(matches!(compared(&one, &other), Verdict::Inconclusive(_)));
        let mut short = Run::default();
        short.observed("out").bits.pop();
        assert!(matches!(compared(&one, &short), Verdict::Inconclusive(_)));
        let mut stopped = Run::default();
        let cause = Cause::Race;
        stopped.observation.outcome = Outcome::Undefined { what: "race".into(), cause };
        assert!(matches!(compared(&stopped, &one), Verdict::Inconclusive(_)));
    }
}
