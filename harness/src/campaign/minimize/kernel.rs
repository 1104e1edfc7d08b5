//! Whether a kernel still fails in the same way.

use std::path::Path;
use std::sync::Mutex;

use anyhow::{Context, Result, bail};
use rayon::prelude::*;

use super::{Effort, journal, search};
use crate::campaign::bisect::Symptom;
use crate::campaign::{
    Compiler, Compilers, Examined, Examiner, Outcome, Plan, Settings, Subject, guarded,
};
use crate::compile::INTERPRETER;
use crate::oracle::{self, Evidence, Finding, Verdict};
use crate::reduce;
use crate::testcase::TestCase;

/// How often the start is tried: what fails in some runs only is said so.
pub(super) const RUNS: u32 = 3;

/// Asks about kernels.
pub struct Kernels<'a> {
    settings: &'a Settings,
    plan: &'a Plan,
    wanted: Finding,
    /// Runs of a candidate, of which one must fail.
    runs: u32,
    slots: Vec<Mutex<Slot<'a>>>,
}

struct Slot<'a> {
    compiler: Box<dyn Compiler>,
    examiner: Examiner<'a>,
}

/// The smallest kernel, and how it was found.
pub struct Smaller {
    /// The kernel.
    pub case: TestCase,
    /// What became of it in a last, full judgement.
    pub examined: Examined,
    /// Its finding.
    pub finding: Finding,
    /// The known finding that it is.
    pub known: Option<String>,
    /// Statements before and after.
    pub statements: (usize, usize),
    /// Runs of the start that failed, and runs, where those differ.
    pub flaky: Option<(u32, u32)>,
    /// Whether the search ended because it could ask no more.
    pub cut_short: bool,
}

impl<'a> Kernels<'a> {
    /// Asks whether kernels fail as `case` does. `record` is what is known of its fault; without it, the
    /// fault that it shows now is meant.
    ///
    /// # Errors
    /// If the case does not fail, or not in that way, or a compiler does not start.
    pub fn new(
        settings: &'a Settings,
        plan: &'a Plan,
        compilers: &'a dyn Compilers,
        jobs: usize,
        case: &TestCase,
        record: Option<&Finding>,
    ) -> Result<(Self, u32)> {
        let start = || -> Result<Mutex<Slot<'a>>> {
            let compiler = settings.start(compilers, &plan.toolchain)?;
            let mut examiner = Examiner::new(settings, compilers)?;
            examiner.look_for_layers(false);
            Ok(Mutex::new(Slot { compiler, examiner }))
        };
        let slots = (0..jobs.max(1)).map(|_| start()).collect::<Result<Vec<_>>>()?;
        let mut found: Option<Finding> = None;
        let (mut failed, mut spared) = (0, None);
        for _ in 0..RUNS {
            let mut slot = slots[0].lock().expect("invariant: nothing panics while it is held");
            match slot.examine(settings, plan, case)?.outcome {
                Outcome::Bug { finding, .. }
                    if record.is_none_or(|record| is_recorded(record, &finding))
                        && found.as_ref().is_none_or(|first| same(first, &finding)) =>
                {
                    failed += 1;
                    found.get_or_insert(finding);
                }
                Outcome::Bug { finding, .. } => {
                    bail!("it fails in another way now: {}; replay it", finding.signature)
                }
                outcome => spared = Some(outcome),
            }
        }
        let Some(wanted) = found else { bail!(no_fault(plan, spared)) };
        let runs = if failed == RUNS { 1 } else { 2 * RUNS };
        Ok((Kernels { settings, plan, wanted, runs, slots }, failed))
    }

    /// The smallest kernel that still fails so. `progress` is told what has become the best.
    ///
    /// # Errors
    /// If the journal cannot be written or the end does not fail any more.
    pub fn smallest(
        &self,
        case: &TestCase,
        failed: u32,
        effort: Effort,
        folder: &Path,
        mut progress: impl FnMut(&TestCase),
    ) -> Result<Smaller> {
        let until = self.settings.until.to_string();
        let (plan, devices) = (self.plan.to_string(), self.settings.devices.join(" "));
        let question = ["kernel", &plan, &devices, &until, &self.wanted.signature, &case.to_json()];
        let journal = journal(folder, &question);
        let mut search = search(case.clone(), effort, &journal, |cases| self.ask(cases))?
            .on_accepted(&mut progress);
        reduce::kernel::kernel(&mut search);
        let cut_short = search.is_over();
        let small = search.into_best();
        let Some((examined, finding, known)) = self.confirmed(&small)? else {
            // Another search must not take the same way.
            let _ = std::fs::remove_file(&journal);
            bail!("the smallest kernel does not fail any more: reduce it again")
        };
        let count = reduce::kernel::statements;
        Ok(Smaller {
            statements: (count(case), count(&small)),
            flaky: (failed != RUNS).then_some((failed, RUNS)),
            case: small,
            examined,
            finding,
            known,
            cut_short,
        })
    }

    /// A last, full judgement of the smallest kernel, its finding, and the known one that it is; `None`
    /// where it does not fail.
    fn confirmed(&self, small: &TestCase) -> Result<Option<(Examined, Finding, Option<String>)>> {
        let mut slot = self.slots[0].lock().expect("invariant: nothing panics while it is held");
        slot.examiner.look_for_layers(true);
        for _ in 0..self.runs {
            let examined = slot.examine(self.settings, self.plan, small)?;
            if let Outcome::Bug { finding, known } = examined.outcome.clone()
                && same(&self.wanted, &finding)
            {
                return Ok(Some((examined, finding, known)));
            }
        }
        Ok(None)
    }

    fn ask(&self, cases: &[TestCase]) -> Vec<Option<bool>> {
        let answer = |(at, case): (usize, &TestCase)| {
            let slot = &self.slots[at % self.slots.len()];
            let mut slot = slot.lock().expect("invariant: panics are caught while it is held");
            super::told(guarded(|| {
                for _ in 0..self.runs {
                    if slot.fails(self, case)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }))
        };
        cases.par_iter().enumerate().map(answer).collect()
    }
}

impl Slot<'_> {
    fn examine(&mut self, settings: &Settings, plan: &Plan, case: &TestCase) -> Result<Examined> {
        let subject = Subject::new(case.clone());
        let answer = self.compiler.run(&settings.first_job(&subject, plan))?;
        self.examiner.examine(&subject, plan, &answer).context("cannot judge the kernel")
    }

    /// Whether a kernel is well defined and fails as is wanted.
    fn fails(&mut self, of: &Kernels<'_>, case: &TestCase) -> Result<bool> {
        let subject = Subject::new(case.clone());
        if subject.reference().0.is_err() {
            return Ok(false);
        }
        let answer = self.compiler.run(&of.settings.first_job(&subject, of.plan))?;
        if shows_in_the_first_job(&of.wanted) {
            let Some(failure) = &answer.failure else { return Ok(false) };
            // The start has shown that a trivial kernel survives.
            let evidence = Evidence::Compilation { failure, control_survived: true };
            let Verdict::Bug(finding) = oracle::judge(&evidence) else { return Ok(false) };
            return Ok(same(&of.wanted, &finding));
        }
        if answer.failure.is_some() && !of.wanted.kind.is_compilation() {
            return Ok(false);
        }
        let examined = self.examiner.examine(&subject, of.plan, &answer)?;
        Ok(matches!(examined.outcome, Outcome::Bug { finding, .. } if same(&of.wanted, &finding)))
    }
}

/// Whether a failure is that of the first job: Intel's offline compiler and Triton's interpreter come after
/// what the other devices execute.
fn shows_in_the_first_job(wanted: &Finding) -> bool {
    let place = wanted.signature.split(" | ").nth(1);
    wanted.kind.is_compilation() && !matches!(place, Some("ocloc" | INTERPRETER))
}

/// Why there is nothing to reduce: what came of the start instead of a finding.
fn no_fault(plan: &Plan, spared: Option<Outcome>) -> String {
    match spared {
        Some(Outcome::Invalid(reason)) => {
            format!("the case is invalid: {reason}: nothing to reduce")
        }
        Some(Outcome::Inconclusive(reason)) => {
            format!("the case cannot be judged on {plan}: {reason}: nothing to reduce")
        }
        _ => format!(
            "the case does not fail on {plan}: nothing to reduce; give another --toolchain or --device"
        ),
    }
}

/// Whether what a case shows now is what is recorded of it.
fn is_recorded(record: &Finding, now: &Finding) -> bool {
    same(record, now) || Symptom::of(record).is_traced_to(&Symptom::of(now))
}

/// Whether two findings are of one fault. Of what fails to compile the pass is not always known.
pub(super) fn same(wanted: &Finding, found: &Finding) -> bool {
    match wanted.kind.is_compilation() {
        true => found.kind == wanted.kind && said(found) == said(wanted),
        false => found.signature == wanted.signature,
    }
}

/// What a signature has after kind and place: the place is the pass where more is known.
fn said(finding: &Finding) -> Option<&str> {
    finding.signature.splitn(3, " | ").nth(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::Target;
    use crate::oracle::FindingKind;
    use crate::toolchain::ToolchainId;

    #[test]
    fn what_does_not_fail_is_refused_with_what_came_of_it() {
        let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
        let invalid = Outcome::Invalid("not well defined: access out of bounds".to_owned());
        let told = no_fault(&plan, Some(invalid));
        assert!(told.contains("invalid: not well defined: access out of bounds"), "{told}");
        let told = no_fault(&plan, Some(Outcome::Inconclusive("too many steps".to_owned())));
        assert!(told.contains("cannot be judged") && told.contains("too many steps"), "{told}");
        let told = no_fault(&plan, Some(Outcome::Agree));
        assert!(told.contains("does not fail on triton==3.9.0 cuda:90"), "{told}");
    }

    #[test]
    fn what_fails_after_the_first_job_is_looked_for_there() {
        let shows = |kind: FindingKind, place: &str| {
            shows_in_the_first_job(&Finding::new(kind, None, place, "text", String::new()))
        };
        assert!(shows(FindingKind::Assertion, "ttgir"));
        assert!(!shows(FindingKind::CompilerCrash, "ocloc"));
        assert!(!shows(FindingKind::InterpreterFailure, INTERPRETER));
        assert!(!shows(FindingKind::Mismatch, "ttgir"));
    }

    #[test]
    fn what_is_recorded_of_code_may_have_got_a_pass() {
        let of = |kind: FindingKind, pass: Option<&str>, place: &str| {
            let detail = "out[3] is 1, expected 2".to_owned();
            let finding = Finding::new(kind, None, place, "", detail);
            match pass {
                Some(pass) => finding.in_pass(pass),
                None => finding.in_no_pass(),
            }
        };
        let now = of(FindingKind::Mismatch, Some("guilty"), "ttgir");
        assert!(is_recorded(&now, &now));
        assert!(is_recorded(&of(FindingKind::Mismatch, None, "cubin"), &now));
        assert!(!is_recorded(&of(FindingKind::OutOfBounds, None, "cubin"), &now));
        assert!(!is_recorded(&of(FindingKind::Mismatch, None, "ttgir"), &now));
        assert!(!is_recorded(&of(FindingKind::Mismatch, Some("other"), "cubin"), &now));
        let refused = of(FindingKind::CompilerError, Some("guilty"), "llir");
        assert!(!is_recorded(&of(FindingKind::CompilerError, None, "cubin"), &refused));
        let code = of(FindingKind::Mismatch, None, "cubin");
        assert!(
            !is_recorded(&now, &code)
                && !is_recorded(&of(FindingKind::Mismatch, None, "ptx"), &code)
        );
    }

    #[test]
    fn another_assertion_is_another_fault() {
        let assertion = |pass: Option<&str>, text: &str| {
            Finding::new(FindingKind::Assertion, pass, "ttgir", text, String::new())
        };
        let wanted = assertion(Some("p"), "a == b");
        assert!(same(&wanted, &assertion(None, "a == b")));
        assert!(!same(&wanted, &assertion(Some("p"), "a != b")));
    }
}
