//! Campaigns over scenarios: is compiled code used again exactly when it fits?

mod observe;
mod record;
mod slot;
mod smaller;
mod table;

use std::sync::atomic::AtomicBool;

use anyhow::Result;

use super::compiler::Compilers;
use super::effort::Effort;
use super::examine::Outcome;
use super::feed::Feed;
use super::pool;
use super::progress::Observer;
use super::settings::Settings;
use super::store::Store;
use super::subject::guarded;
use super::summary::Summary;
use crate::compile::JobResult;
use crate::device::Device;
use crate::oracle::history::{JudgedLaunch, Ruling, judge};
use crate::testcase::scenario::Scenario;

pub use observe::{is_contained, job, observe, shared_job};
pub(super) use record::Recorder;
pub(super) use slot::Slot;
pub use table::{Made, table};

/// What became of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Examined {
    /// Each launch was judged.
    Judged(Vec<JudgedLaunch>),
    /// It could not be walked, for this reason of ours.
    Invalid(String),
    /// It could not be judged.
    Inconclusive(String),
    /// This version of Triton lacks what it is about.
    Unsupported(String),
}

impl Examined {
    /// The launches that were wrong.
    pub fn faults(&self) -> impl Iterator<Item = &JudgedLaunch> {
        let all = match self {
            Examined::Judged(all) => all.as_slice(),
            _ => &[],
        };
        all.iter().filter(|judged| judged.ruling.finding().is_some())
    }

    /// The first launch that could not be judged.
    fn unjudged(&self) -> Option<&JudgedLaunch> {
        let Examined::Judged(all) = self else { return None };
        all.iter().find(|judged| judged.ruling == Ruling::Unjudged)
    }

    /// Whether every launch could be judged.
    pub fn is_judged(&self) -> bool {
        matches!(self, Examined::Judged(_)) && self.unjudged().is_none()
    }

    /// What one without faults comes to.
    pub fn without_faults(&self) -> Outcome {
        match (self, self.unjudged()) {
            (Examined::Invalid(reason), _) => Outcome::Invalid(reason.clone()),
            (Examined::Inconclusive(reason) | Examined::Unsupported(reason), _) => {
                Outcome::Inconclusive(reason.clone())
            }
            (Examined::Judged(_), Some(open)) => Outcome::Inconclusive(open.detail.clone()),
            (Examined::Judged(_), None) => Outcome::Agree,
        }
    }

    /// As text that is the same in each run: without the addresses of Python objects.
    pub fn portable(&self) -> String {
        portable(&format!("{self:?}"))
    }
}

/// Judges what a worker answered.
pub fn examine(scenario: &Scenario, result: &JobResult, device: &dyn Device) -> Examined {
    if let Some(failure) = &result.failure {
        return Examined::Inconclusive(failure.message.clone());
    }
    if let Some(lack) = observe::lack(&result.steps) {
        return Examined::Unsupported(lack);
    }
    let observed = match guarded(|| observe(scenario, &result.steps, device)) {
        Ok(Ok(observed)) => observed,
        Ok(Err(reason)) => return Examined::Invalid(reason),
        Err(panic) => return Examined::Inconclusive(format!("the interpreter failed: {panic}")),
    };
    Examined::Judged(judge(scenario, &observed))
}

/// Runs a campaign over the scenarios that `source` gives.
///
/// # Errors
/// If the store, a finding's folder or a compiler's process fails. What was found before is kept.
pub fn run(
    settings: &Settings,
    source: &(dyn Fn(u64) -> Scenario + Sync),
    compilers: &dyn Compilers,
    observer: &dyn Observer,
    stop: &AtomicBool,
) -> Result<Summary> {
    let effort = Effort::begin();
    let store = Store::open(&settings.folder(), &settings.identity())?;
    let feed = Feed::new(settings, store.done()?, stop);
    let recorder = Recorder::new(settings, &store, observer)?;
    pool::slots(settings.jobs, &feed, || {
        Slot::new(settings, &recorder, source, compilers).work(&|| feed.next())
    })?;
    let judged = recorder.close()?;
    Summary::of(settings, &store, effort.end(judged))
}

/// Without the addresses of Python objects, which are others in each run.
fn portable(text: &str) -> String {
    let mut parts = text.split(" at 0x");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.trim_start_matches(|c: char| c.is_ascii_hexdigit()));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shows_no_fault_agrees_only_if_every_launch_was_judged() {
        let launch = |ruling, detail: &str| {
            let detail = detail.to_owned();
            JudgedLaunch { event: 0, ruling, binding: None, state_of: None, detail }
        };
        let right = launch(Ruling::Reused, "");
        let open = launch(Ruling::Unjudged, "nothing was launched");
        let words = |examined: Examined| {
            let outcome = examined.without_faults();
            let (word, reason) = outcome.words();
            (word, reason.to_owned())
        };
        let due = |word, reason: &str| (word, reason.to_owned());
        assert_eq!(words(Examined::Judged(vec![right.clone()])), due("agree", ""));
        let all = vec![right, open];
        let reason = "nothing was launched";
        assert_eq!(words(Examined::Judged(all)), due("inconclusive", reason));
        assert_eq!(words(Examined::Unsupported("no X".to_owned())), due("inconclusive", "no X"));
        assert_eq!(words(Examined::Invalid("step 0".to_owned())), due("invalid", "step 0"));
    }

    #[test]
    fn addresses_are_left_out() {
        let text = "from <ts_main.g0_Type object at 0x7f01ab> to <T object at 0x1>";
        assert_eq!(portable(text), "from <ts_main.g0_Type object> to <T object>");
    }
}
