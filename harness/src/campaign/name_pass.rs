//! Which pass of a miscompiled kernel was the first to go wrong.
//!
//! The kernel is compiled once more with the text before every pass. That names a pass only if it is
//! the same compilation: it did not fail, and its last text is the one that was executed.

use anyhow::Result;

use super::examine::{Examined, Examiner};
use super::execute::Run;
use super::failure::{BEFORE, with_dumps};
use super::settings::Plan;
use super::subject::{Subject, guarded};
use crate::compile::{JobResult, Launch, Stage};
use crate::device::Device;
use crate::oracle::{Finding, Verdict};
use crate::validate::{self, Culprit, Settings, Text, culprit};

impl Examiner<'_> {
    /// Names the first pass whose output is wrong, and keeps the IR around it. `finding`
    /// is about the text of `stage`.
    ///
    /// # Errors
    /// If the compiler cannot be asked.
    pub(super) fn name_pass(
        &mut self,
        run: &Run<'_>,
        (subject, plan): (&Subject, &Plan),
        stage: Stage,
        finding: Finding,
        out: &mut Examined,
    ) -> Result<Finding> {
        let Some(job) = with_dumps(&subject.job(&plan.target, stage)) else {
            return Ok(finding);
        };
        let dumped = self.sides.of(&plan.toolchain)?.run(&job)?;
        let on_text = |d: &dyn Device| !d.is_native() && d.stages().contains(&stage);
        let mut readers = self.devices.iter().chain(&self.readers);
        let Some(device) = readers.find(|device| on_text(device.as_ref())) else {
            return Ok(finding);
        };
        let found = first_wrong(&dumped, run.launch, stage, |text| {
            let on_tiles = text.contains("ttg.num-warps");
            let name = if on_tiles { Stage::Ttgir } else { Stage::Ttir }.name();
            run.judge(device.as_ref(), name, text).verdict
        });
        let Culprit { pass, before, after } = match found {
            Ok(found) => found,
            Err(why) => {
                log::info!("{}: the pass is not named: {why}", run.case.name);
                out.log.push_str(&format!("\nthe first wrong pass is not named: {why}\n"));
                return Ok(finding.in_no_pass());
            }
        };
        if let Some(before) = before {
            out.texts.push((BEFORE.to_owned(), before));
        }
        out.texts.push(("after.mlir".to_owned(), after));
        Ok(finding.in_pass(&pass))
    }
}

/// The first wrong step on the way to the text that `launch` executed at `stage`. `judge` executes a
/// text on the case's data. A text that it cannot judge is held against the last right one, on made-up
/// inputs.
///
/// # Errors
/// Why no pass can be named, in a few words.
fn first_wrong(
    dumped: &JobResult,
    launch: &Launch,
    stage: Stage,
    mut judge: impl FnMut(&str) -> Verdict,
) -> Result<Culprit, String> {
    if let Some(failure) = &dumped.failure {
        return Err(format!("with the IR of every pass it does not compile: {failure}"));
    }
    let executed = launch.kernel.text(stage).ok_or("the executed text was not kept")?;
    let [again] = &dumped.launches[..] else {
        return Err(format!("with the IR of every pass it launches {}", dumped.launches.len()));
    };
    if again.kernel.text(stage) != Some(executed) {
        return Err("with the IR of every pass it compiles to another text".to_owned());
    }
    let mut right: Option<String> = None;
    let wrong = |text: &str| {
        let wrong = match judge(text) {
            Verdict::Agree => Some(false),
            Verdict::Bug(_) => Some(true),
            Verdict::Inconclusive(_) => right.as_deref().and_then(|right| differs(right, text)),
        };
        if wrong == Some(false) {
            right = Some(text.to_owned());
        }
        wrong
    };
    culprit(&dumped.passes, executed, wrong).ok_or_else(|| "no text of a pass is wrong".to_owned())
}

/// [`differs_from`], of a text that is not read yet.
fn differs(right: &str, text: &str) -> Option<bool> {
    differs_from(&Text::parse("the last right text", right).ok()?, text, &Settings::FINDING)
}

/// Whether a text does something else than a right one; `None` where that cannot be told.
pub fn differs_from(right: &Text, text: &str, settings: &Settings) -> Option<bool> {
    let verdict = guarded(|| {
        let text = Text::parse("a later text", text).ok()?;
        Some(validate::overall(&validate::validate(right, &text, settings)))
    });
    match verdict.ok()?? {
        validate::Verdict::Equal => Some(false),
        validate::Verdict::Different => Some(true),
        validate::Verdict::Inconclusive => None,
    }
}
