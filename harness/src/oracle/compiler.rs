//! The compiler died, an assertion of it failed, its front end raised what it never means to raise, or
//! a verifier, a pass manager or a back end refused a well-defined kernel.

use crate::compile::FailureKind;

use super::{Evidence, Finding, FindingKind, Oracle, Verdict};

/// See the module. That the control survives has been seen to by `limits`.
pub(super) struct CompilerFailure;

impl Oracle for CompilerFailure {
    fn name(&self) -> &'static str {
        "compiler"
    }

    fn judge(&self, evidence: &Evidence) -> Option<Verdict> {
        let Evidence::Compilation { failure, .. } = evidence else { return None };
        let kind = match failure.kind {
            FailureKind::Interpreter | FailureKind::Crash { .. } | FailureKind::Exit { .. }
                if failure.is_interpreters() =>
            {
                FindingKind::InterpreterFailure
            }
            FailureKind::Crash { .. } | FailureKind::Exit { .. } => FindingKind::CompilerCrash,
            FailureKind::Assertion => FindingKind::Assertion,
            FailureKind::Verifier | FailureKind::Pass | FailureKind::Backend => {
                FindingKind::CompilerError
            }
            FailureKind::FrontendCrash => FindingKind::FrontendCrash,
            _ => return None,
        };
        let pass = failure.pass.as_deref();
        let mut message = failure.message.clone();
        if let (FailureKind::Interpreter, Some(class)) = (failure.kind, &failure.exception) {
            message = format!("{class}: {message}");
        }
        let finding = Finding::new(kind, pass, &failure.stage, &message, failure.to_string());
        Some(Verdict::Bug(finding))
    }
}

#[cfg(test)]
mod tests {
    use crate::compile::FailureKind;
    use crate::oracle::testing::{bug, failure};
    use crate::oracle::{Evidence, FindingKind, Verdict, judge};

    #[test]
    fn what_the_interpreter_raises_is_told_apart_and_its_slowness_is_no_bug() {
        let of = |kind, exception: Option<&str>| {
            let mut failure = failure(kind, "axis 7 out of bounds");
            (failure.stage, failure.pass) = ("interpreter".to_owned(), None);
            failure.exception = exception.map(str::to_owned);
            judge(&Evidence::Compilation { failure: &failure, control_survived: true })
        };
        let finding = bug(of(FailureKind::Interpreter, Some("ValueError")));
        assert_eq!(finding.kind, FindingKind::InterpreterFailure);
        let signature = "interpreter-failure | interpreter | ValueError: axis N out of bounds";
        assert_eq!(finding.signature, signature);
        let died = bug(of(FailureKind::Crash { signal: 11 }, None));
        assert_eq!(died.kind, FindingKind::InterpreterFailure);
        assert!(matches!(of(FailureKind::Timeout, None), Verdict::Inconclusive(_)));
    }

    #[test]
    fn every_fault_of_the_compiler_is_seen() {
        let cases = [
            (FailureKind::Crash { signal: 11 }, FindingKind::CompilerCrash),
            (FailureKind::Exit { status: 1 }, FindingKind::CompilerCrash),
            (FailureKind::Assertion, FindingKind::Assertion),
            (FailureKind::Verifier, FindingKind::CompilerError),
            (FailureKind::Pass, FindingKind::CompilerError),
            (FailureKind::Backend, FindingKind::CompilerError),
            (FailureKind::FrontendCrash, FindingKind::FrontendCrash),
        ];
        for (kind, expected) in cases {
            let failure = failure(kind, "x.cpp:3: f: Assertion `a == 1' failed.");
            let evidence = Evidence::Compilation { failure: &failure, control_survived: true };
            let finding = bug(judge(&evidence));
            assert_eq!(finding.kind, expected);
            assert_eq!(finding.signature, format!("{expected} | tritongpu-pipeline | a == N"));
            assert!(finding.detail.contains("Assertion `a == 1' failed"));
        }
    }
}
