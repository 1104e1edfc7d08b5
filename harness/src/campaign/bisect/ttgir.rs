//! A module of TTGIR: compiled on from its text, executed and judged as a campaign does it.

use anyhow::Result;

use super::{Shown, shown};
use crate::campaign::ttgir::{Judge, job};
use crate::campaign::{Compilers, Outcome, Plan, Settings};
use crate::testcase::ttgir::TtgirCase;

/// Gives `work` a run of the module, which it may repeat.
pub(super) fn open<T>(
    case: &TtgirCase,
    plan: &Plan,
    settings: &Settings,
    compilers: &dyn Compilers,
    work: impl FnOnce(&mut dyn FnMut() -> Result<Shown>) -> Result<T>,
) -> Result<T> {
    let mut judge = Judge::new(settings, compilers)?;
    let mut compiler = compilers.start(&plan.toolchain)?;
    let job = job(case, &plan.target, settings.until);
    work(&mut || {
        let answer = compiler.run(&job)?;
        let compiled = answer.failure.is_none() && answer.kernel.is_some();
        Ok(match judge.examine(case, plan, &answer)?.outcome {
            // The text changes between releases: one that does not know its operations and layouts, or
            // refuses them, says nothing about what the others make of it.
            Outcome::Invalid(why) => Shown::Cannot(why),
            outcome => shown(outcome, compiled),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::Compiler;
    use crate::compile::{
        CompileFailure, Control, FailureKind, Job, JobResult, Kernel, Stage, Target,
    };
    use crate::generate::ttgir;
    use crate::toolchain::ToolchainId;

    /// A compiler that answers every job alike.
    #[derive(Clone)]
    struct Fixed {
        answer: JobResult,
        control: Control,
    }

    impl Compiler for Fixed {
        fn submit(&mut self, _: &Job) -> Result<()> {
            Ok(())
        }

        fn receive(&mut self) -> Result<JobResult> {
            Ok(self.answer.clone())
        }

        fn control(&mut self, _: &Job) -> Result<Control> {
            Ok(self.control.clone())
        }
    }

    impl Compilers for Fixed {
        fn start(&self, _: &ToolchainId) -> Result<Box<dyn Compiler>> {
            Ok(Box::new(self.clone()))
        }
    }

    /// What is shown where the compiler answers so, and no device executes anything.
    fn shown_by(answer: JobResult, control: Control) -> Shown {
        let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
        let settings = Settings::single(&plan, &[], Stage::Ptx);
        let compilers = Fixed { answer, control };
        open(&ttgir(4, 0, 90), &plan, &settings, &compilers, |once| once()).unwrap()
    }

    fn failing(kind: FailureKind, stage: &str, message: &str) -> JobResult {
        let failure = CompileFailure {
            kind,
            stage: stage.to_owned(),
            pass: None,
            exception: None,
            message: message.to_owned(),
            traceback: String::new(),
            output: String::new(),
        };
        JobResult { failure: Some(failure), ..JobResult::default() }
    }

    #[test]
    fn what_is_not_read_says_nothing() {
        let message = "module.ttgir:1:8: error: unknown attribute `padded_shared`";
        let answer = failing(FailureKind::Parse, "parse", message);
        let Shown::Cannot(why) = shown_by(answer, Control::Survives) else { panic!() };
        assert!(why.contains("unknown attribute `padded_shared`"), "{why}");
    }

    #[test]
    fn a_failure_is_a_fault_where_a_trivial_module_survives() {
        let said = "x.cpp:1: f: Assertion `a == 1' failed.";
        let failed = || failing(FailureKind::Assertion, "llir", said);
        let Shown::Wrong(faults) = shown_by(failed(), Control::Survives) else { panic!() };
        assert!(faults[0].fails && faults[0].what == "assertion | a == N", "{faults:?}");
        let defect = Control::ToolchainDefect("it dies".to_owned());
        let Shown::Cannot(why) = shown_by(failed(), defect) else { panic!() };
        assert_eq!(why, "toolchain defect");
    }

    #[test]
    fn what_is_compiled_and_not_judged_survives_and_no_code_is_nothing() {
        let answer = JobResult { kernel: Some(Kernel::default()), ..JobResult::default() };
        let Shown::Survives(why) = shown_by(answer, Control::Survives) else { panic!() };
        assert_eq!(why, "no device executes what was compiled");
        let nothing = shown_by(JobResult::default(), Control::Survives);
        assert!(matches!(nothing, Shown::Cannot(why) if why == "the compiler left no kernel"));
    }
}
