//! Which pass of a miscompiled kernel was the first to go wrong.
//!
//! The kernel is compiled once more with the text before every pass. That names a pass only if it is
//! the same compilation: it did not fail, and its last text is the one that was executed.

use super::subject::guarded;
use crate::compile::{JobResult, Launch, Stage};
use crate::oracle::Verdict;
use crate::validate::{self, Culprit, Settings, Text, culprit};

/// The first wrong step on the way to the text that `launch` executed at `stage`. `judge` executes a
/// text on the case's data. A text that it cannot judge is held against the last right one, on made-up
/// inputs.
///
/// # Errors
/// Why no pass can be named, in a few words.
pub(super) fn first_wrong(
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
