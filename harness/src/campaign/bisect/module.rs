//! Passes on a module: they fail, or what comes out does something else. Both are the same fault, because
//! an assertion of one build is a silent error of another that was built without them.

use anyhow::Result;

use super::{Shown, Symptom, shown};
use crate::campaign::minimize::{PassOutcome, compare};
use crate::campaign::{Compilers, Outcome, Plan, judge_failure};
use crate::compile::{FailureKind, Job, PassJob};
use crate::oracle::{FindingKind, Known};
use crate::validate::Settings;

const WHAT: &str = "the pass goes wrong";

/// Gives `work` a run of the passes, which it may repeat.
pub(super) fn open<T>(
    text: &str,
    passes: &[String],
    plan: &Plan,
    compilers: &dyn Compilers,
    work: impl FnOnce(&mut dyn FnMut() -> Result<Shown>) -> Result<T>,
) -> Result<T> {
    let mut compiler = compilers.start(&plan.toolchain)?;
    let known = Known::list()?;
    let (target, passes) = (plan.target.clone(), passes.to_vec());
    let job = Job::RunPasses(PassJob { text: text.to_owned(), passes, target });
    work(&mut || {
        let result = compiler.run(&job)?;
        let Some(failure) = &result.failure else {
            return Ok(match result.final_text() {
                Some(after) => compared(compare(text, after, &Settings::THOROUGH)),
                None => Shown::Cannot("nothing came back".to_owned()),
            });
        };
        if matches!(failure.kind, FailureKind::Parse | FailureKind::Unsupported) {
            let line = failure.message.lines().next().unwrap_or_default();
            return Ok(Shown::Cannot(line.to_owned()));
        }
        let compiler = compiler.as_mut();
        let judged =
            judge_failure(compiler, &job, failure, &known, &plan.toolchain, Some(text))?.outcome;
        Ok(match judged {
            // A build without assertions may be silently wrong where another asserts.
            Outcome::Bug { finding, .. } => Shown::Wrong(vec![match finding.kind {
                FindingKind::Assertion | FindingKind::CompilerCrash => {
                    wrong(true, finding.signature)
                }
                _ => Symptom::of(&finding),
            }]),
            other => shown(other, false),
        })
    })
}

fn compared(judged: PassOutcome) -> Shown {
    match judged {
        PassOutcome::Equal(_) => Shown::Right,
        PassOutcome::Different(..) => {
            Shown::Wrong(vec![wrong(false, "what comes out does something else".to_owned())])
        }
        PassOutcome::Unknown(why) => Shown::Survives(why),
        PassOutcome::Fails(finding, _) => Shown::Wrong(vec![wrong(true, finding.signature)]),
    }
}

fn wrong(fails: bool, text: String) -> Symptom {
    Symptom { what: WHAT.to_owned(), pass: None, fails, text }
}
