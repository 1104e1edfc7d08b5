//! `tv` on one module: runs passes on it and compares the functions before and after.

use anyhow::{Result, anyhow};

use super::replay_ir;
use super::tv::Failure;
use crate::campaign::{Compiler, Outcome, Plan, guarded};
use crate::compile::{CompileFailure, FailureKind, Job, PassJob, PassText, Target};
use crate::toolchain::ToolchainId;
use crate::validate::{self, Asynchrony, FunctionReport, Settings, Text, lit::Part};

/// Passes that put other arithmetic, checks and memory of their own into a function.
const ON_PURPOSE: [&str; 2] = ["tritoninstrument-", "tritonamdgpu-fp-sanitizer"];

/// A module and passes to run on it.
#[derive(Debug)]
pub(super) struct Unit<'a> {
    /// What the file is called.
    pub(super) file: &'a str,
    /// The part of it.
    pub(super) part: &'a Part,
    /// The passes, with their options; none compares what the toolchain reads and prints.
    pub(super) passes: &'a [String],
    /// The GPU.
    pub(super) target: Target,
    /// When asynchronous operations end.
    pub(super) asynchrony: Asynchrony,
}

/// How the passes ended.
#[derive(Debug)]
pub(super) enum Ending {
    /// They all ran.
    Done,
    /// The toolchain does not read the module: what it says.
    Refused(String),
    /// The toolchain does not have the pass, or not the option: what it says.
    Missing(String),
    /// A pass failed.
    Failed(Box<CompileFailure>),
}

/// One pass of a list.
#[derive(Debug)]
pub(super) struct Step {
    /// The pass, with its options.
    pub(super) pass: String,
    /// The functions before it against those after it.
    pub(super) functions: Vec<FunctionReport>,
}

/// What was found out about a unit.
#[derive(Debug)]
pub(super) struct UnitReport {
    pub(super) ending: Ending,
    /// The functions before the first pass against those after the last.
    pub(super) functions: Vec<FunctionReport>,
    /// Each pass that ran; none where there is only one.
    pub(super) steps: Vec<Step>,
}

impl UnitReport {
    /// Why the list was not judged; `None` where all passes ran.
    pub(super) fn reason(&self) -> Option<String> {
        match &self.ending {
            Ending::Done => None,
            Ending::Refused(said) => Some(format!("the toolchain does not read it: {said}")),
            Ending::Missing(said) => Some(said.clone()),
            Ending::Failed(failure) => Some(format!("a pass fails: {failure}")),
        }
    }
}

/// Whether single passes of a list are compared too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Steps {
    /// All of them.
    Each,
    /// Those up to the first wrong one, where the list is wrong.
    Blamed,
}

impl Unit<'_> {
    /// The module before.
    ///
    /// # Errors
    /// If it is not understood.
    pub(super) fn before(&self) -> Result<Text> {
        super::tv::parse(self.file, &self.part.in_place())
    }

    /// The job that runs the passes.
    pub(super) fn job(&self) -> Job {
        Job::RunPasses(PassJob {
            // In place, so that what the toolchain says of a line is true of the file.
            text: self.part.in_place(),
            passes: self.passes.to_vec(),
            target: self.target.clone(),
        })
    }

    /// Runs the passes and compares.
    ///
    /// # Errors
    /// If the compiler cannot be asked, what it made is not understood, or our own code fails.
    pub(super) fn judge(
        &self,
        compiler: &mut dyn Compiler,
        before: &Text,
        steps: Steps,
    ) -> Result<UnitReport> {
        let result = compiler.run(&self.job())?;
        let ending = match result.failure {
            None => Ending::Done,
            Some(failure) => match failure.kind {
                FailureKind::Parse => Ending::Refused(failure.message),
                FailureKind::Unsupported => Ending::Missing(failure.message),
                _ => Ending::Failed(Box::new(failure)),
            },
        };
        let (done, texts) = (matches!(ending, Ending::Done), &result.passes);
        let mut judged = UnitReport { ending, functions: Vec::new(), steps: Vec::new() };
        match texts.last().filter(|_| done) {
            Some(last) => {
                let settings = match steps {
                    _ if self.passes.is_empty() => Settings::STEP,
                    Steps::Each => Settings::LIST,
                    Steps::Blamed => Settings::THOROUGH,
                };
                judged.functions = self.compare(before, last, &settings)?;
                excuse(self.passes, &mut judged.functions);
            }
            None => {
                let reason = judged.reason().unwrap_or_default();
                judged.functions = validate::unjudged(before, &reason);
            }
        }
        let wrong = validate::overall(&judged.functions) == validate::Verdict::Different;
        let single = done && texts.len() <= 1;
        if !single && (wrong || steps == Steps::Each) {
            judged.steps = self.steps(before, texts, steps)?;
        }
        Ok(judged)
    }

    fn steps(&self, before: &Text, texts: &[PassText], steps: Steps) -> Result<Vec<Step>> {
        let mut found: Vec<Step> = Vec::new();
        let mut last: Option<Text> = None;
        for text in texts {
            let from = last.as_ref().unwrap_or(before);
            let mut functions = self.compare(from, text, &Settings::STEP)?;
            excuse(std::slice::from_ref(&text.pass), &mut functions);
            let wrong = validate::overall(&functions) == validate::Verdict::Different;
            found.push(Step { pass: text.pass.clone(), functions });
            if wrong && steps == Steps::Blamed {
                break;
            }
            last = Some(self.after(text)?);
        }
        Ok(found)
    }

    fn after(&self, text: &PassText) -> Result<Text> {
        let pass = if text.pass.is_empty() { "reading and printing" } else { &text.pass };
        super::tv::parse(&format!("{} after {pass}", self.file), &text.text)
    }

    fn compare(
        &self,
        before: &Text,
        after: &PassText,
        settings: &Settings,
    ) -> Result<Vec<FunctionReport>> {
        let after = self.after(after)?;
        let line = self.part.line + 1;
        let settings = Settings { asynchrony: self.asynchrony, ..settings.clone() };
        guarded(|| validate::validate(before, &after, &settings)).map_err(|panic| {
            let (file, pass) = (self.file, self.passes.join(" "));
            anyhow!("our own code failed on {file}:{line} with the passes {pass}: {panic}")
        })
    }
}

/// Takes back differences that a pass is there to make.
fn excuse(passes: &[String], reports: &mut [FunctionReport]) {
    let meant = |pass: &&String| ON_PURPOSE.iter().any(|name| pass.starts_with(name));
    let Some(pass) = passes.iter().find(meant) else { return };
    for report in reports.iter_mut().filter(|r| r.verdict == validate::Verdict::Different) {
        report.verdict = validate::Verdict::Inconclusive;
        report.reason = format!("{pass} changes what is computed on purpose: {}", report.reason);
        report.first_difference = None;
    }
}

/// Of several passes the first whose output differs from its input.
pub(super) fn first_wrong(steps: &[Step]) -> Option<String> {
    let wrong = |step: &&Step| validate::overall(&step.functions) == validate::Verdict::Different;
    steps.iter().find(wrong).map(|step| step.pass.clone())
}

/// How a failure is told: a compiler's fault only where a trivial module survives the same passes.
///
/// # Errors
/// If the compiler cannot be asked.
pub(super) fn failure(
    compiler: &mut dyn Compiler,
    unit: &Unit<'_>,
    failure: &CompileFailure,
    toolchain: &ToolchainId,
) -> Result<Failure> {
    let plan = Plan { toolchain: toolchain.clone(), target: unit.target.clone() };
    let job = unit.job();
    let outcome = replay_ir::failed(compiler, &job, failure, &plan, unit.file, &unit.part.text)?;
    Ok(told(outcome, failure))
}

/// How an outcome is told.
pub(super) fn told(outcome: Outcome, failure: &CompileFailure) -> Failure {
    let pass = failure.pass.clone();
    let message = failure.message.clone();
    let inconclusive = |message, pass| Failure {
        verdict: "inconclusive",
        kind: None,
        pass,
        message,
        known: None,
        place: None,
    };
    match outcome {
        Outcome::Bug { finding, known } => {
            let kind = Some(finding.kind.name().to_owned());
            let pass = finding.pass.or(pass);
            Failure { verdict: "bug", kind, pass, message, known, place: None }
        }
        Outcome::Inconclusive(reason) | Outcome::Invalid(reason) => {
            inconclusive(format!("{reason}: {message}"), pass)
        }
        Outcome::Agree => inconclusive(message, pass),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::{Verdict, unjudged};

    #[test]
    fn only_passes_that_are_meant_to_change_results_are_excused() {
        let text = Text::parse("f", "tt.func @f() {\n  tt.return\n}\n").unwrap();
        let verdict = |passes: &[&str]| {
            let mut reports = unjudged(&text, "a difference");
            reports[0].verdict = Verdict::Different;
            let passes: Vec<String> = passes.iter().map(|pass| (*pass).to_owned()).collect();
            excuse(&passes, &mut reports);
            reports[0].verdict
        };
        assert_eq!(verdict(&["cse", "tritongpu-pipeline{num-stages=2}"]), Verdict::Different);
        let sanitized = ["tritoninstrument-fp-sanitizer", "cse"];
        assert_eq!(verdict(&sanitized), Verdict::Inconclusive);
    }
}
