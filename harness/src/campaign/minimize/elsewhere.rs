//! What other toolchains make of what was made small: whether they show the same fault.

use anyhow::Result;

use super::kernel::{RUNS, Smaller, same};
use super::module::{PassOutcome, Wrong, judge, symptom};
use super::run::Request;
use crate::campaign::{Compilers, Examiner, Outcome, Plan, Subject, chain};
use crate::compile::Target;
use crate::oracle::Finding;
use crate::report::{Good, Minimal, Tried};
use crate::toolchain::ToolchainId;

/// Whether a toolchain shows the fault, where that could be judged, and its verdict in words.
type Told = (Option<bool>, String);

/// What toolchains are called in texts that others read, who do not have this machine's folders.
pub(super) fn name(compilers: &dyn Compilers, id: &ToolchainId) -> String {
    match (id, compilers.version(id)) {
        (ToolchainId::Wheel { .. }, _) => id.to_string(),
        (ToolchainId::Path(_), Some(version)) => format!("{version} (a build from source)"),
        (ToolchainId::Path(_), None) => "a build from source".to_owned(),
    }
}

/// What other toolchains make of the module; the first that does it right is kept.
pub(super) fn module(
    request: &Request<'_>,
    compilers: &dyn Compilers,
    wrong: &Wrong,
    (passes, target): (&[String], &Target),
    minimal: &mut Minimal,
    progress: &mut dyn FnMut(String),
) {
    let text = minimal.before.clone().unwrap_or_default();
    let word = match wrong {
        Wrong::Different(_) => "different",
        Wrong::Fails(finding) => finding.kind.name(),
    };
    let mut good = None;
    let mut ask = |id: &ToolchainId| -> Result<Told> {
        let mut compiler = compilers.start(id)?;
        let judged = judge(compiler.as_mut(), id, &text, passes, target)?;
        let told = of_module(wrong, &judged);
        if let PassOutcome::Equal(text) = judged {
            let toolchain = name(compilers, id);
            good.get_or_insert(Good { toolchain, text });
        }
        Ok(told)
    };
    tried(request, compilers, word, &mut ask, minimal, progress);
    minimal.good = good;
}

/// What other toolchains make of the kernel.
pub(super) fn kernel(
    request: &Request<'_>,
    compilers: &dyn Compilers,
    smaller: &Smaller,
    minimal: &mut Minimal,
    progress: &mut dyn FnMut(String),
) {
    // What fails in some runs only has as many more as the start had.
    let runs = if smaller.flaky.is_some() { 2 * RUNS } else { 1 };
    let mut ask = |id: &ToolchainId| -> Result<Told> {
        let plan = Plan { toolchain: id.clone(), target: request.plan.target.clone() };
        let mut told = (None, String::new());
        for _ in 0..runs {
            told = of_kernel(&smaller.finding, outcome(request, compilers, &plan, smaller)?);
            if told.0 == Some(true) {
                break;
            }
        }
        Ok(told)
    };
    let word = smaller.finding.kind.name();
    tried(request, compilers, word, &mut ask, minimal, progress);
}

/// Asks about each toolchain in turn. `word` is the verdict of the one that the finding is of.
fn tried(
    request: &Request<'_>,
    compilers: &dyn Compilers,
    word: &str,
    ask: &mut dyn FnMut(&ToolchainId) -> Result<Told>,
    minimal: &mut Minimal,
    progress: &mut dyn FnMut(String),
) {
    let own = &request.plan.toolchain;
    let toolchain = name(compilers, own);
    minimal.toolchains.push(Tried { toolchain, shows: Some(true), word: word.to_owned() });
    for id in request.others.iter().filter(|id| *id != own) {
        progress(format!("asking {id}"));
        let (shows, word) = ask(id).unwrap_or_else(|error| (None, chain(&error)));
        minimal.toolchains.push(Tried { toolchain: name(compilers, id), shows, word });
    }
}

/// Judges the kernel as one that nothing is known of.
fn outcome(
    request: &Request<'_>,
    compilers: &dyn Compilers,
    plan: &Plan,
    smaller: &Smaller,
) -> Result<Outcome> {
    let settings = request.settings;
    let mut compiler = settings.start(compilers, &plan.toolchain)?;
    let mut examiner = Examiner::new(settings, compilers)?;
    examiner.look_for_layers(false);
    let subject = Subject::new(smaller.case.clone());
    let answer = compiler.run(&settings.first_job(&subject, plan))?;
    Ok(examiner.examine(&subject, plan, &answer)?.outcome)
}

fn of_module(wrong: &Wrong, judged: &PassOutcome) -> Told {
    // Another fault is not this one.
    let shows = wrong.is(judged).then_some(true);
    match judged {
        PassOutcome::Equal(_) => (Some(false), "equal".to_owned()),
        PassOutcome::Different(..) if shows.is_some() => (shows, "different".to_owned()),
        PassOutcome::Different(_, found) => (None, another(symptom(found.as_deref()))),
        PassOutcome::Fails(found, _) if shows.is_some() => (shows, found.kind.name().to_owned()),
        PassOutcome::Fails(found, _) => (None, another(&found.signature)),
        PassOutcome::Unknown(why) => (None, why.clone()),
    }
}

fn of_kernel(wanted: &Finding, outcome: Outcome) -> Told {
    match outcome {
        Outcome::Agree => (Some(false), "agree".to_owned()),
        Outcome::Bug { finding, .. } if same(wanted, &finding) => {
            (Some(true), finding.kind.name().to_owned())
        }
        Outcome::Bug { finding, .. } => (None, another(&finding.signature)),
        Outcome::Inconclusive(why) | Outcome::Invalid(why) => (None, why),
    }
}

fn another(what: &str) -> String {
    format!("another fault: {what}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::FindingKind;

    fn assertion(text: &str) -> Finding {
        Finding::new(FindingKind::Assertion, Some("p"), "ttgir", text, String::new())
    }

    #[test]
    fn a_toolchain_that_fails_otherwise_does_not_show_it() {
        let wrong = Wrong::Fails(assertion("a == b"));
        let of = |judged| of_module(&wrong, &judged);
        let failing = |text| PassOutcome::Fails(assertion(text), String::new());
        assert_eq!(of(failing("a == b")), (Some(true), "assertion".to_owned()));
        let (shows, word) = of(failing("c == d"));
        assert_eq!((shows, word.as_str()), (None, "another fault: assertion | p | c == d"));
        assert_eq!(of(PassOutcome::Different(String::new(), None)).0, None);
        assert_eq!(of(PassOutcome::Equal(String::new())).0, Some(false));
        let defect = "toolchain defect".to_owned();
        assert_eq!(of(PassOutcome::Unknown(defect.clone())), (None, defect));
    }

    #[test]
    fn kernels_are_told_likewise() {
        let bug = |text| Outcome::Bug { finding: assertion(text), known: None };
        let of = |outcome| of_kernel(&assertion("a == b"), outcome).0;
        assert_eq!(of(bug("a == b")), Some(true));
        assert_eq!(of(bug("c == d")), None);
        assert_eq!(of(Outcome::Agree), Some(false));
        assert_eq!(of(Outcome::Inconclusive("toolchain defect".to_owned())), None);
    }

    /// Compilers of nothing.
    struct Nothing;

    impl Compilers for Nothing {
        fn start(&self, id: &ToolchainId) -> Result<Box<dyn crate::campaign::Compiler>> {
            anyhow::bail!("{id} is not there")
        }
    }

    #[test]
    fn names_have_no_folder_of_this_machine() {
        let own = name(&Nothing, &ToolchainId::Path("/some/venv".into()));
        assert_eq!(own, "a build from source");
        assert_eq!(name(&Nothing, &ToolchainId::default()), "triton==3.9.0");
    }
}
