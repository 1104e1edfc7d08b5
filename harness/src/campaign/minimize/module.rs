//! Whether a pass still goes wrong on a module.

use std::path::Path;
use std::sync::Mutex;

use anyhow::{Result, bail};
use rayon::prelude::*;

use super::kernel::same;
use super::{Effort, journal, search};
use crate::campaign::{Compiler, Compilers, Outcome, guarded, judge_failure};
use crate::compile::{CompileFailure, FailureKind, Job, JobResult, PassJob, Target};
use crate::oracle::{self, Evidence, Finding, Verdict as Judgement};
use crate::reduce::ir::{Ir, module};
use crate::toolchain::ToolchainId;
use crate::validate::{self, Difference, DifferenceKind, FunctionReport, Settings, Text, Verdict};

/// What a wrong value, a wrong address and an effect that is on one side only are called together: of one
/// fault any of them may be seen first.
const EFFECTS: &str = "wrong effects";

/// How a pass goes wrong on a module.
#[derive(Clone, Debug, PartialEq)]
pub enum Wrong {
    /// What comes out does something else: what kind of difference it is.
    Different(&'static str),
    /// It fails.
    Fails(Finding),
}

/// What a pass makes of a module.
#[derive(Clone, Debug)]
pub enum PassOutcome {
    /// The same: the text after.
    Equal(String),
    /// Something else: the text after, and the first difference.
    Different(String, Option<Box<Difference>>),
    /// Nothing: how it fails, and what was said.
    Fails(Finding, String),
    /// That cannot be told, and why.
    Unknown(String),
}

impl Wrong {
    /// Whether it is this that goes wrong.
    pub fn is(&self, judged: &PassOutcome) -> bool {
        match (self, judged) {
            (Wrong::Different(wanted), PassOutcome::Different(_, found)) => {
                *wanted == symptom(found.as_deref())
            }
            (Wrong::Fails(wanted), PassOutcome::Fails(found, _)) => same(wanted, found),
            _ => false,
        }
    }

    /// Whether entries of the known findings may be of it: those of wrong code are of wrong effects.
    pub(super) fn may_be_known(&self) -> bool {
        match self {
            Wrong::Different(what) => *what == EFFECTS,
            Wrong::Fails(_) => true,
        }
    }

    /// What tells it from other ways to go wrong.
    fn signature(&self) -> &str {
        match self {
            Wrong::Different(what) => what,
            Wrong::Fails(finding) => &finding.signature,
        }
    }
}

/// What kind of difference it is.
pub(super) fn symptom(difference: Option<&Difference>) -> &'static str {
    use DifferenceKind::{Atomic, Load, Print, Result, Store, View};
    match difference.map(|difference| difference.kind) {
        Some(Load | Store | Atomic | Result | View | Print) => EFFECTS,
        Some(kind) => kind.words(),
        None => "not told",
    }
}

/// Asks about modules.
pub struct Modules<'a> {
    passes: Vec<String>,
    target: &'a Target,
    wrong: Wrong,
    toolchain: &'a ToolchainId,
    slots: Vec<Mutex<Box<dyn Compiler>>>,
}

/// Runs passes on a module and judges what comes out, thoroughly. A failure counts if it happens again and
/// a trivial module survives the same passes.
pub(super) fn judge(
    compiler: &mut dyn Compiler,
    toolchain: &ToolchainId,
    text: &str,
    passes: &[String],
    target: &Target,
) -> Result<PassOutcome> {
    let job = job(text, passes, target);
    let result = compiler.run(&job)?;
    let fault = result.failure.as_ref().filter(|failure| failure.kind.is_compiler_fault());
    let Some(failure) = fault else { return Ok(answered(&result, text, &Settings::THOROUGH)) };
    let failed = judge_failure(compiler, &job, failure, &[], toolchain, Some(text))?;
    Ok(match failed.outcome {
        Outcome::Bug { finding, .. } => PassOutcome::Fails(finding, failed.failure.message),
        Outcome::Inconclusive(reason) | Outcome::Invalid(reason) => PassOutcome::Unknown(reason),
        Outcome::Agree => PassOutcome::Unknown(failed.failure.to_string()),
    })
}

fn job(text: &str, passes: &[String], target: &Target) -> Job {
    let (text, passes, target) = (text.to_owned(), passes.to_vec(), target.clone());
    Job::RunPasses(PassJob { text, passes, target })
}

/// Judges what came of the passes. Failures count: the start has shown that a trivial module survives.
fn answered(result: &JobResult, text: &str, settings: &Settings) -> PassOutcome {
    match (&result.failure, result.final_text()) {
        (Some(failure), _) => match failure.kind {
            FailureKind::Parse | FailureKind::Unsupported => {
                PassOutcome::Unknown(failure.message.lines().next().unwrap_or_default().to_owned())
            }
            _ => failed(failure),
        },
        (None, Some(after)) => compare(text, after, settings),
        (None, None) => PassOutcome::Unknown("nothing came back".to_owned()),
    }
}

/// Executes both texts and compares.
pub(in crate::campaign) fn compare(before: &str, after: &str, settings: &Settings) -> PassOutcome {
    let compared = guarded(|| {
        let before = Text::parse("before", before).ok()?;
        let text = Text::parse("after", after).ok()?;
        Some(validate::validate(&before, &text, settings))
    });
    match compared {
        Ok(Some(reports)) => told(reports, after),
        _ => PassOutcome::Unknown("it is not understood".to_owned()),
    }
}

/// The verdict about all functions.
fn told(reports: Vec<FunctionReport>, after: &str) -> PassOutcome {
    match validate::overall(&reports) {
        Verdict::Equal => PassOutcome::Equal(after.to_owned()),
        Verdict::Different => {
            let wrong = reports.into_iter().find(|report| report.verdict == Verdict::Different);
            let difference = wrong.and_then(|report| report.first_difference);
            PassOutcome::Different(after.to_owned(), difference)
        }
        Verdict::Inconclusive => {
            let open = |report: &FunctionReport| report.verdict == Verdict::Inconclusive;
            let reason = reports.into_iter().find(open).map(|report| report.reason);
            PassOutcome::Unknown(reason.unwrap_or_else(|| "no function can be compared".to_owned()))
        }
    }
}

fn failed(failure: &CompileFailure) -> PassOutcome {
    match oracle::judge(&Evidence::Compilation { failure, control_survived: true }) {
        Judgement::Bug(finding) => PassOutcome::Fails(finding, failure.message.clone()),
        _ => PassOutcome::Unknown(failure.to_string()),
    }
}

impl<'a> Modules<'a> {
    /// Asks whether modules go wrong as `text` does.
    ///
    /// # Errors
    /// If it does not go wrong, or a compiler does not start.
    pub fn new(
        compilers: &dyn Compilers,
        toolchain: &'a ToolchainId,
        target: &'a Target,
        passes: &[String],
        text: &str,
        jobs: usize,
    ) -> Result<Self> {
        let start = || Ok(Mutex::new(compilers.start(toolchain)?));
        let mut slots = (0..jobs.max(1)).map(|_| start()).collect::<Result<Vec<_>>>()?;
        let first = slots[0].get_mut().expect("invariant: nothing panics while it is held");
        let wrong = match judge(first.as_mut(), toolchain, text, passes, target)? {
            PassOutcome::Different(_, difference) => {
                Wrong::Different(symptom(difference.as_deref()))
            }
            PassOutcome::Fails(finding, _) => Wrong::Fails(finding),
            PassOutcome::Equal(_) => bail!("{} makes the same of it", passes.join(" ")),
            PassOutcome::Unknown(why) => bail!("that cannot be told: {why}"),
        };
        Ok(Modules { passes: passes.to_vec(), target, wrong, toolchain, slots })
    }

    /// How it goes wrong.
    pub fn wrong(&self) -> &Wrong {
        &self.wrong
    }

    /// The smallest module on which the passes go wrong so, and whether the search for it ended because it
    /// could ask no more.
    ///
    /// # Errors
    /// If the text is not understood, or the journal cannot be written.
    pub fn smallest(
        &self,
        text: &str,
        effort: Effort,
        folder: &Path,
        mut progress: impl FnMut(&Ir),
    ) -> Result<(String, bool)> {
        let start = match Ir::parse(text) {
            Ok(start) => start,
            Err(error) => bail!("the module is not understood: {}", error.message),
        };
        let (passes, wrong) = (self.passes.join(" "), self.wrong.signature());
        let (toolchain, target) = (self.toolchain.to_string(), self.target.to_string());
        let question = ["module", &passes, wrong, &toolchain, &target, text];
        let ask = |candidates: &[Ir]| self.ask(candidates);
        let mut search =
            search(start, effort, &journal(folder, &question), ask)?.on_accepted(&mut progress);
        module(&mut search);
        let cut_short = search.is_over();
        Ok((search.into_best().text().to_owned(), cut_short))
    }

    /// What the passes make of a module, thoroughly.
    ///
    /// # Errors
    /// If the compiler cannot be asked.
    pub fn judge(&self, text: &str) -> Result<PassOutcome> {
        let mut slot = self.slots[0].lock().expect("invariant: nothing panics while it is held");
        judge(slot.as_mut(), self.toolchain, text, &self.passes, self.target)
    }

    fn ask(&self, candidates: &[Ir]) -> Vec<Option<bool>> {
        let answer = |(at, candidate): (usize, &Ir)| {
            let slot = &self.slots[at % self.slots.len()];
            let mut slot = slot.lock().expect("invariant: panics are caught while it is held");
            let text = candidate.text();
            super::told(guarded(|| {
                let result = slot.run(&job(text, &self.passes, self.target))?;
                Ok(self.wrong.is(&answered(&result, text, &Settings::STEP)))
            }))
        };
        candidates.par_iter().enumerate().map(answer).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::FindingKind;
    use crate::validate::{Shown, unjudged};

    fn different(kind: DifferenceKind) -> PassOutcome {
        let difference = Difference {
            kind,
            input: Shown::default(),
            place: "%out[3]".to_owned(),
            before: validate::Seen::default(),
            after: validate::Seen::default(),
            cause: None,
        };
        PassOutcome::Different(String::new(), Some(Box::new(difference)))
    }

    #[test]
    fn a_search_keeps_to_one_kind_of_difference() {
        let wrong = Wrong::Different(EFFECTS);
        assert!(wrong.is(&different(DifferenceKind::Store)));
        assert!(wrong.is(&different(DifferenceKind::Load)));
        assert!(!wrong.is(&different(DifferenceKind::FalseClaim)));
        let claim = Wrong::Different(DifferenceKind::FalseClaim.words());
        assert!(claim.is(&different(DifferenceKind::FalseClaim)));
        assert!(wrong.may_be_known() && !claim.may_be_known());
    }

    #[test]
    fn a_failure_is_the_one_with_the_same_words() {
        let assertion =
            |text: &str| Finding::new(FindingKind::Assertion, None, "p", text, String::new());
        let wrong = Wrong::Fails(assertion("a == b"));
        assert!(wrong.is(&PassOutcome::Fails(assertion("a == b"), String::new())));
        assert!(!wrong.is(&PassOutcome::Fails(assertion("a != b"), String::new())));
        assert!(!wrong.is(&different(DifferenceKind::Store)));
    }

    #[test]
    fn the_reason_is_that_of_a_function_that_is_not_judged() {
        let two = "tt.func @f() {\n  tt.return\n}\ntt.func @g() {\n  tt.return\n}\n";
        let mut reports = unjudged(&Text::parse("f", two).unwrap(), "no such operation");
        assert_eq!(reports.len(), 2);
        (reports[0].verdict, reports[0].reason) = (Verdict::Equal, "equal".to_owned());
        let PassOutcome::Unknown(reason) = told(reports, two) else { panic!("judged") };
        assert_eq!(reason, "no such operation");
    }
}
