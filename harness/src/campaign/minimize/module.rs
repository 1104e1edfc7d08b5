//! Whether a pass still goes wrong on a module.

use std::path::Path;
use std::sync::Mutex;

use anyhow::{Result, bail};
use rayon::prelude::*;

use super::{Effort, journal, search};
use crate::campaign::{Compiler, Compilers, guarded};
use crate::compile::{CompileFailure, FailureKind, Job, PassJob, Target};
use crate::oracle::{self, Evidence, Finding, Verdict as Judgement};
use crate::reduce::ir::{Ir, module};
use crate::toolchain::ToolchainId;
use crate::validate::{self, Difference, Settings, Text, Verdict};

/// How a pass goes wrong on a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// What comes out does something else.
    Different,
    /// It fails: the finding's signature.
    Fails(String),
}

/// What a pass makes of a module.
#[derive(Clone, Debug)]
pub enum Judged {
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
    pub fn is(&self, judged: &Judged) -> bool {
        match (self, judged) {
            (Wrong::Different, Judged::Different(..)) => true,
            (Wrong::Fails(wanted), Judged::Fails(finding, _)) => *wanted == finding.signature,
            _ => false,
        }
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

/// Runs passes on a module and judges what comes out.
pub(super) fn judge(
    compiler: &mut dyn Compiler,
    text: &str,
    passes: &[String],
    target: &Target,
    settings: &Settings,
) -> Result<Judged> {
    let (text, passes) = (text.to_owned(), passes.to_vec());
    let job = Job::RunPasses(PassJob { text: text.clone(), passes, target: target.clone() });
    let result = compiler.run(&job)?;
    if let Some(failure) = &result.failure {
        return Ok(match failure.kind {
            FailureKind::Parse | FailureKind::Unsupported => {
                Judged::Unknown(failure.message.lines().next().unwrap_or_default().to_owned())
            }
            _ => failed(failure),
        });
    }
    let Some(after) = result.final_text() else {
        return Ok(Judged::Unknown("nothing came back".to_owned()));
    };
    Ok(compare(&text, after, settings))
}

/// Executes both texts and compares.
pub(in crate::campaign) fn compare(before: &str, after: &str, settings: &Settings) -> Judged {
    let compared = guarded(|| {
        let before = Text::parse("before", before).ok()?;
        let text = Text::parse("after", after).ok()?;
        Some(validate::validate(&before, &text, settings))
    });
    let Ok(Some(reports)) = compared else {
        return Judged::Unknown("it is not understood".to_owned());
    };
    match validate::overall(&reports) {
        Verdict::Equal => Judged::Equal(after.to_owned()),
        Verdict::Different => {
            let wrong = reports.into_iter().find(|report| report.verdict == Verdict::Different);
            let difference = wrong.and_then(|report| report.first_difference);
            Judged::Different(after.to_owned(), difference)
        }
        Verdict::Inconclusive => {
            let reason = reports.first().map(|report| report.reason.clone());
            Judged::Unknown(reason.unwrap_or_default())
        }
    }
}

fn failed(failure: &CompileFailure) -> Judged {
    match oracle::judge(&Evidence::Compilation { failure, control_survived: true }) {
        Judgement::Bug(finding) => Judged::Fails(finding, failure.message.clone()),
        _ => Judged::Unknown(failure.to_string()),
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
        let wrong = match judge(first.as_mut(), text, passes, target, &Settings::THOROUGH)? {
            Judged::Different(..) => Wrong::Different,
            Judged::Fails(finding, _) => Wrong::Fails(finding.signature),
            Judged::Equal(_) => bail!("{} makes the same of it", passes.join(" ")),
            Judged::Unknown(why) => bail!("that cannot be told: {why}"),
        };
        Ok(Modules { passes: passes.to_vec(), target, wrong, toolchain, slots })
    }

    /// How it goes wrong.
    pub fn wrong(&self) -> &Wrong {
        &self.wrong
    }

    /// The smallest module on which the passes go wrong so.
    ///
    /// # Errors
    /// If the text is not understood, or the journal cannot be written.
    pub fn smallest(
        &self,
        text: &str,
        effort: Effort,
        folder: &Path,
        mut progress: impl FnMut(&Ir),
    ) -> Result<String> {
        let start = match Ir::parse(text) {
            Ok(start) => start,
            Err(error) => bail!("the module is not understood: {}", error.message),
        };
        let (passes, wrong) = (self.passes.join(" "), format!("{:?}", self.wrong));
        let (toolchain, target) = (self.toolchain.to_string(), self.target.to_string());
        let question = ["module", &passes, &wrong, &toolchain, &target, text];
        let ask = |candidates: &[Ir]| self.ask(candidates);
        let mut search =
            search(start, effort, &journal(folder, &question), ask)?.on_accepted(&mut progress);
        module(&mut search);
        Ok(search.into_best().text().to_owned())
    }

    /// What the passes make of a module, thoroughly.
    ///
    /// # Errors
    /// If the compiler cannot be asked.
    pub fn judge(&self, text: &str) -> Result<Judged> {
        let mut slot = self.slots[0].lock().expect("invariant: nothing panics while it is held");
        judge(slot.as_mut(), text, &self.passes, self.target, &Settings::THOROUGH)
    }

    fn ask(&self, candidates: &[Ir]) -> Vec<Option<bool>> {
        let answer = |(at, candidate): (usize, &Ir)| {
            let slot = &self.slots[at % self.slots.len()];
            let mut slot = slot.lock().expect("invariant: panics are caught while it is held");
            let (settings, text) = (&Settings::STEP, candidate.text());
            super::told(guarded(|| {
                let judged = judge(slot.as_mut(), text, &self.passes, self.target, settings)?;
                Ok(self.wrong.is(&judged))
            }))
        };
        candidates.par_iter().enumerate().map(answer).collect()
    }
}
