//! Triton's interpreter in a campaign: each kernel that has a reference is interpreted too, and what
//! it leaves is judged by the same oracles. There is no pass to name.

use std::collections::BTreeSet;

use anyhow::Result;

use super::compiler::{Compiler, Compilers, Started};
use super::examine::Outcome;
use super::execute::seen;
use super::failure::{self, judge_failure};
use super::settings::{Plan, Settings};
use super::subject::Subject;
use crate::compile::{CompileFailure, FailureKind, INTERPRETER, Job, JobResult};
use crate::device::{self, TRITON_INTERPRETER};
use crate::evaluate::{self, Reference};
use crate::oracle::{self, Class, Evidence, Finding, Known, STOPPED_AT, Seen, Verdict};
use crate::tensor::{Exact, Memory};
use crate::testcase::TestCase;
use crate::toolchain::ToolchainId;

impl Settings {
    /// Whether Triton's interpreter is among the devices.
    pub fn interprets(&self) -> bool {
        self.devices.iter().any(|name| name == TRITON_INTERPRETER)
    }

    /// Whether kernels are compiled: not if they are interpreted and nothing else.
    pub fn compiles(&self) -> bool {
        !self.interprets() || self.devices.iter().any(|name| name != TRITON_INTERPRETER)
    }

    /// The job that a kernel starts with, for what [`Settings::start`] gives.
    pub fn first_job(&self, subject: &Subject, plan: &Plan) -> Job {
        match self.compiles() {
            true => subject.job(&plan.target, self.until),
            false => subject.interpretation(),
        }
    }

    /// What answers the first jobs.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start(
        &self,
        compilers: &dyn Compilers,
        toolchain: &ToolchainId,
    ) -> Result<Box<dyn Compiler>> {
        match self.compiles() {
            true => compilers.start(toolchain),
            false => compilers.start_interpreter(toolchain),
        }
    }

    /// What answers the first jobs of each toolchain.
    pub(super) fn started<'a>(&self, compilers: &'a dyn Compilers) -> Started<'a> {
        match self.compiles() {
            true => Started::new(compilers),
            false => Started::interpreters(compilers),
        }
    }
}

/// Interprets and judges.
pub(super) struct Interpreters<'a> {
    own: Started<'a>,
    known: Vec<Known>,
}

/// What became of an interpretation.
pub(super) struct Interpreted {
    pub(super) outcome: Outcome,
    /// What was printed and raised.
    pub(super) log: String,
    /// With whom it agrees.
    pub(super) seen: Seen,
}

impl<'a> Interpreters<'a> {
    pub(super) fn new(compilers: &'a dyn Compilers, known: Vec<Known>) -> Self {
        Interpreters { own: Started::interpreters(compilers), known }
    }

    /// Interprets a kernel.
    pub(super) fn run(&mut self, subject: &Subject, plan: &Plan) -> Result<JobResult> {
        self.own.of(&plan.toolchain)?.run(&subject.interpretation())
    }

    /// Judges what was answered to `subject.interpretation()`.
    pub(super) fn judge(
        &mut self,
        subject: &Subject,
        plan: &Plan,
        expected: &Reference,
        result: &JobResult,
    ) -> Result<Interpreted> {
        if let Some(failure) = &result.failure {
            return self.failed(subject, plan, failure);
        }
        let case = &subject.case;
        let memory: Memory<Exact> = evaluate::memory(case);
        let observation = device::interpreted(result, &memory);
        let evidence = Evidence::Execution { case, expected, observation: &observation };
        let verdict = oracle::judge(&evidence);
        let seen = seen(&observation.device, &observation.stage, Class::of(&evidence, &verdict));
        let verdict = match verdict {
            Verdict::Bug(finding) => {
                let wrong = self.first_wrong(subject, plan)?;
                Verdict::Bug(blamed(finding, case, wrong))
            }
            other => other,
        };
        let text = described(subject);
        let outcome = failure::conclude(verdict, &self.known, &plan.toolchain, &text);
        Ok(Interpreted { outcome, log: result.output.clone(), seen })
    }

    /// The first value that is wrong, and how it is made: the loop where it is in a later iteration; `None`
    /// where the kernel cannot be asked.
    fn first_wrong(&mut self, subject: &Subject, plan: &Plan) -> Result<Option<String>> {
        let Some((case, probes)) = subject.case.probed() else { return Ok(None) };
        let subject = Subject::new(case);
        let (Ok(expected), _) = subject.reference() else { return Ok(None) };
        let result = self.run(&subject, plan)?;
        if result.failure.is_some() {
            return Ok(None);
        }
        let observation = device::interpreted(&result, &evaluate::memory(&subject.case));
        let case = &subject.case;
        let evidence = Evidence::Execution { case, expected, observation: &observation };
        let wrong: BTreeSet<String> = oracle::wrong_buffers(&evidence).into_iter().collect();
        let first = probes.into_iter().find(|probe| wrong.contains(&probe.buffer));
        Ok(first.map(|probe| probe.value))
    }

    fn failed(
        &mut self,
        subject: &Subject,
        plan: &Plan,
        failure: &CompileFailure,
    ) -> Result<Interpreted> {
        let log = |failure: &CompileFailure| {
            format!("{failure}\n\n{}\n{}", failure.traceback, failure.output)
        };
        if failure.kind == FailureKind::Timeout {
            // A limit, whatever a second look would say.
            let verdict = oracle::judge(&Evidence::Compilation { failure, control_survived: true });
            let outcome = failure::conclude(verdict, &self.known, &plan.toolchain, "");
            let seen = failed_so(&outcome);
            return Ok(Interpreted { outcome, log: log(failure), seen });
        }
        let job = subject.interpretation();
        let text = described(subject) + &stopped(&subject.interpretable(), &failure.traceback);
        let (known, toolchain) = (self.known.clone(), &plan.toolchain);
        let again = self.own.of(toolchain)?;
        let text = Some(text.as_str());
        let failed = judge_failure(again.as_mut(), &job, failure, &known, toolchain, text)?;
        let seen = failed_so(&failed.outcome);
        Ok(Interpreted { outcome: failed.outcome, log: log(&failed.failure), seen })
    }
}

/// The class of an interpretation that failed.
fn failed_so(outcome: &Outcome) -> Seen {
    let class = match outcome {
        Outcome::Bug { finding, .. } => Class::Stopped(finding.kind.name().to_owned()),
        Outcome::Agree => Class::Unjudged("nothing was interpreted".to_owned()),
        Outcome::Invalid(reason) | Outcome::Inconclusive(reason) => Class::Unjudged(reason.clone()),
    };
    seen(TRITON_INTERPRETER, INTERPRETER, class)
}

/// What entries of the known findings may ask for parts of, as there is no IR: the module, and the
/// element types in it, which it seldom spells out: `# types: bf16 i32`.
fn described(subject: &Subject) -> String {
    let case = &subject.case;
    let mut types: BTreeSet<String> =
        case.buffers().map(|(_, _, spec)| spec.dtype.to_string()).collect();
    if let Ok(known) = case.program.check() {
        types.extend(known.iter().filter_map(|(_, ty)| Some(ty.dtype()?.to_string())));
    }
    let types: Vec<String> = types.into_iter().collect();
    format!("{}\n# types: {}\n", subject.interpretable(), types.join(" "))
}

/// The line that tells entries of the known findings at which statement of a module the interpreter stopped;
/// nothing where no line of the module is in the traceback.
///
/// Each function that is called in a kernel wraps what was raised in it once more. What was raised to begin
/// with is printed last; where that was in Triton's own functions, their innermost caller is printed first.
fn stopped(module: &str, traceback: &str) -> String {
    let raised: Vec<&str> = traceback.split("Traceback (most recent call last):").collect();
    let innermost = |part: &&str| part.lines().rev().find_map(line_of_kernel);
    let number = raised.last().and_then(innermost).or_else(|| raised.iter().find_map(innermost));
    let statement = number.and_then(|number: usize| module.lines().nth(number.checked_sub(1)?));
    statement.map_or(String::new(), |text| format!("{STOPPED_AT}{}\n", text.trim()))
}

/// The number in a line such as `File "<kernel>", line 12, in kernel`; `launch` is no kernel.
fn line_of_kernel(line: &str) -> Option<usize> {
    let (number, function) =
        line.trim().strip_prefix("File \"<kernel>\", line ")?.split_once(", in ")?;
    if function == "launch" { None } else { number.parse().ok() }
}

/// The same finding with the operation that went wrong first in its signature, or else the type of the
/// elements that are wrong: no pass tells these findings apart, and values would make each of them another.
fn blamed(finding: Finding, case: &TestCase, wrong: Option<String>) -> Finding {
    if let Some(value) = wrong {
        let signature = format!("{} | {INTERPRETER} | {value}", finding.kind);
        let detail = format!("{}; first wrong: {value}", finding.detail);
        return Finding { signature, detail, ..finding };
    }
    let name = finding.detail.split('[').next().unwrap_or_default();
    let Some((_, _, spec)) = case.buffers().find(|(buffer, ..)| *buffer == name) else {
        return finding;
    };
    let signature = format!("{} | {INTERPRETER} | {}", finding.kind, spec.dtype);
    Finding { signature, ..finding }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = "\
import triton

@triton.jit
def kernel_helper0(v0):
    v1 = tl.sum(v0)
    return ~v1


@triton.jit
def kernel(v0):
    v2 = kernel_helper0(v0)
    v3 = tl.sum(v2)

def launch(ts):
    kernel[(1, 1, 1)](ts.pointer())
";

    /// A traceback of several, each with its frames: a file, a line and a function.
    fn traceback(raised: &[&[(&str, usize, &str)]]) -> String {
        let mut text = String::new();
        for frames in raised {
            text += "Traceback (most recent call last):\n";
            for (file, line, function) in *frames {
                text += &format!("  File \"{file}\", line {line}, in {function}\n    x\n    ^\n");
            }
            text += "ValueError: x\n\nDuring handling of the above exception, another exception:\n";
        }
        text
    }

    fn at(raised: &[&[(&str, usize, &str)]]) -> String {
        stopped(MODULE, &traceback(raised))
    }

    #[test]
    fn the_statement_is_that_of_what_was_raised_first() {
        let (kernel, triton) = ("<kernel>", "interpreter.py");
        let launch: &[_] = &[(kernel, 15, "launch"), (triton, 9, "run")];
        let (call, sum) = ((kernel, 11, "kernel"), (kernel, 12, "kernel"));
        let told = "# stopped at: return ~v1\n";
        assert_eq!(at(&[launch, &[call], &[(triton, 1, "run"), (kernel, 6, "f")]]), told);
        let told = "# stopped at: v2 = kernel_helper0(v0)\n";
        assert_eq!(at(&[launch, &[call, (triton, 7, "add")]]), told);
        let own: &[_] = &[(triton, 1, "run"), (triton, 964, "to_tensor")];
        assert_eq!(at(&[&[sum], launch, own]), "# stopped at: v3 = tl.sum(v2)\n");
        let inner: &[_] = &[(kernel, 5, "kernel_helper0"), (triton, 9, "run")];
        assert_eq!(at(&[inner, &[call], launch, own]), "# stopped at: v1 = tl.sum(v0)\n");
    }

    #[test]
    fn a_traceback_without_the_kernel_tells_no_statement() {
        assert_eq!(at(&[&[("<kernel>", 15, "launch")]]), "");
        assert_eq!(at(&[&[("interpreter.py", 3, "kernel")]]), "");
        assert_eq!(at(&[&[("<kernel>", 400, "kernel")]]), "");
        assert_eq!(stopped(MODULE, "where"), "");
    }
}
