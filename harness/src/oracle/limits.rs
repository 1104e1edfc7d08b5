//! Limits of ours or of the machine: never a pass and never a bug.

use crate::compile::FailureKind;
use crate::device::{ObservedBuffer, Outcome};
use crate::evaluate::Reference;

use super::{Evidence, Oracle, Verdict};

/// See the module. It is asked first, so that nothing below it sees a limit. The reasons are keys
/// to count under: they name an operation at most.
pub(super) struct Limits;

impl Oracle for Limits {
    fn name(&self) -> &'static str {
        "limits"
    }

    fn judge(&self, evidence: &Evidence) -> Option<Verdict> {
        let reason = match evidence {
            Evidence::Execution { observation, expected, .. } => match &observation.outcome {
                Outcome::Unsupported(what) => format!("unsupported: {what}"),
                Outcome::DeviceFailure(what) => format!("device failure: {what}"),
                Outcome::Finished(observed) if !is_complete(expected, observed) => {
                    "the device did not return every buffer whole".to_owned()
                }
                _ => return None,
            },
            Evidence::Compilation { failure, control_survived } => match failure.kind {
                FailureKind::OutOfResources => "out of resources".to_owned(),
                FailureKind::MemoryLimit => "memory limit of the compiler's process".to_owned(),
                // It computes element by element in Python.
                FailureKind::Timeout if failure.is_interpreters() => {
                    "Triton's interpreter takes too long".to_owned()
                }
                FailureKind::Unsupported => format!("not in this toolchain: {}", failure.message),
                FailureKind::WorkerDefect => format!("worker defect: {}", failure.message),
                kind if kind.is_compiler_fault() && !control_survived => {
                    "toolchain defect".to_owned()
                }
                _ => return None,
            },
        };
        Some(Verdict::Inconclusive(reason))
    }
}

/// Whether every buffer was returned, of its kind and length: what is missing is not compared.
fn is_complete(expected: &Reference, observed: &[ObservedBuffer]) -> bool {
    expected.buffers.iter().all(|buffer| {
        let length = buffer.len();
        let whole = |flags: &Option<Vec<bool>>| flags.as_ref().is_none_or(|f| f.len() == length);
        observed.iter().any(|seen| {
            seen.name == buffer.name
                && seen.kind == buffer.kind
                && seen.bits.len() == length
                && whole(&seen.undef)
                && whole(&seen.written)
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::compile::FailureKind;
    use crate::device::Outcome;
    use crate::oracle::testing::{Run, failure};
    use crate::oracle::{Evidence, Verdict, judge};

    #[test]
    fn limits_are_no_bugs() {
        let mut run = Run::default();
        run.observation.outcome = Outcome::Unsupported("ttng.tmem_load".into());
        let verdict = Verdict::Inconclusive("unsupported: ttng.tmem_load".into());
        assert_eq!(judge(&run.evidence()), verdict);
        for kind in
            [FailureKind::OutOfResources, FailureKind::MemoryLimit, FailureKind::WorkerDefect]
        {
            let failure = failure(kind, "m");
            let evidence = Evidence::Compilation { failure: &failure, control_survived: true };
            assert!(matches!(judge(&evidence), Verdict::Inconclusive(_)), "{kind:?}");
        }
    }

    #[test]
    fn what_was_not_returned_was_not_compared() {
        let whole = Run::default();
        let Outcome::Finished(buffers) = &whole.observation.outcome else { panic!() };
        let mut short = buffers.clone();
        short[0].bits.pop();
        let mut renamed = buffers.clone();
        renamed[0].name += "x";
        for outcome in [vec![], short, renamed] {
            let mut run = Run::default();
            run.observation.outcome = Outcome::Finished(outcome);
            assert!(matches!(judge(&run.evidence()), Verdict::Inconclusive(_)));
        }
    }

    #[test]
    fn code_that_rounds_was_not_seen_to_be_right() {
        let mut run = Run::default();
        run.observation.rounded = true;
        assert!(matches!(judge(&run.evidence()), Verdict::Inconclusive(_)));
    }

    #[test]
    fn a_crash_of_a_toolchain_that_crashes_on_everything_is_no_bug() {
        let failure = failure(FailureKind::Crash { signal: 11 }, "died of signal 11");
        let evidence = Evidence::Compilation { failure: &failure, control_survived: false };
        assert_eq!(judge(&evidence), Verdict::Inconclusive("toolchain defect".into()));
    }
}
