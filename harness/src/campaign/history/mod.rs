//! Campaigns over scenarios: is compiled code used again exactly when it fits?

mod observe;
mod record;
mod table;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};

use super::compiler::{Compiler, Compilers};
use super::feed::Feed;
use super::pool;
use super::progress::Observer;
use super::settings::{Plan, Settings};
use super::store::Store;
use super::subject::guarded;
use super::summary::Summary;
use crate::compile::{Control, Job, JobResult};
use crate::device::{self, Device};
use crate::oracle::history::{self, Judged, Ruling, judge};
use crate::reduce;
use crate::testcase::scenario::Scenario;
use crate::toolchain::ToolchainId;

pub use observe::{job, observe};
pub(super) use record::Recorder;
pub use table::table;

/// What became of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Examined {
    /// Each launch was judged.
    Judged(Vec<Judged>),
    /// It could not be walked, for this reason of ours.
    Invalid(String),
    /// It could not be judged.
    Inconclusive(String),
    /// This version of Triton lacks what it is about.
    Unsupported(String),
}

impl Examined {
    /// The launches that were wrong.
    pub fn faults(&self) -> impl Iterator<Item = &Judged> {
        let all = match self {
            Examined::Judged(all) => all.as_slice(),
            _ => &[],
        };
        all.iter().filter(|judged| judged.ruling.finding().is_some())
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
    let store = Store::open(&settings.folder(), &settings.identity())?;
    let feed = Feed::new(settings, store.done()?, stop);
    let recorder = Recorder::new(settings, &store, observer)?;
    pool::slots(settings.jobs, &feed, || {
        let slot = Slot { settings, source, compilers, own: HashMap::new() };
        slot.work(&feed, &recorder)
    })?;
    recorder.close()?;
    Summary::of(settings, &store)
}

/// Runs that a reduction may take.
const REDUCTIONS: usize = 150;

struct Slot<'a> {
    settings: &'a Settings,
    source: &'a (dyn Fn(u64) -> Scenario + Sync),
    compilers: &'a dyn Compilers,
    own: HashMap<ToolchainId, Box<dyn Compiler>>,
}

impl Slot<'_> {
    fn work(mut self, feed: &Feed, recorder: &Recorder) -> Result<()> {
        let device = (device::find("ir").context("no device `ir`")?.open)();
        let mut waiting: Option<(u64, Plan, Scenario)> = None;
        loop {
            // One scenario is walked by the worker while the one before is judged here.
            let next = feed.next().map(|(index, plan)| (index, plan, (self.source)(index)));
            if let Some((_, plan, scenario)) = &next {
                let job = job(scenario, &plan.target, self.settings.until);
                self.compiler(&plan.toolchain)?.submit(&job)?;
            }
            let Some((index, plan, scenario)) = std::mem::replace(&mut waiting, next) else {
                if waiting.is_none() {
                    return Ok(());
                }
                continue;
            };
            let result = self.compiler(&plan.toolchain)?.receive()?;
            let mut examined = examine(&scenario, &result, device.as_ref());
            if died(&examined) && !self.survives(&plan, &scenario)? {
                examined = Examined::Inconclusive("toolchain defect".to_owned());
            }
            let first = examined.faults().next().cloned();
            let mut smaller = |signature: &str| {
                let small = self.smaller(&plan, &scenario, signature, device.as_ref())?;
                let first = first.clone().context("a finding without a fault")?;
                Ok(small.unwrap_or_else(|| (scenario.clone(), first)))
            };
            let seconds = result.seconds;
            recorder.record(index, &plan, &scenario, &examined, seconds, &mut smaller)?;
        }
    }

    /// The smallest scenario with a fault of that signature, if it shows again at all; its last
    /// event is the launch that is wrong.
    fn smaller(
        &mut self,
        plan: &Plan,
        scenario: &Scenario,
        signature: &str,
        device: &dyn Device,
    ) -> Result<Option<(Scenario, Judged)>> {
        let mut side = self.compilers.start(&plan.toolchain)?;
        let (target, until) = (&plan.target, self.settings.until);
        let mut found: Option<(Scenario, Judged)> = None;
        let mut failed = Ok(());
        reduce::scenario(scenario, REDUCTIONS, |candidate| {
            let result = match side.run(&job(candidate, target, until)) {
                Ok(result) => result,
                Err(error) => {
                    failed = Err(error);
                    return false;
                }
            };
            let examined = examine(candidate, &result, device);
            let same = |judged: &&Judged| history::signature(candidate, judged) == signature;
            let fault = examined.faults().find(same).cloned();
            match fault {
                Some(fault) => {
                    let mut cut = candidate.clone();
                    cut.events.truncate(fault.event + 1);
                    found = Some((cut, fault));
                    true
                }
                None => false,
            }
        });
        failed.map(|()| found)
    }

    /// Whether the toolchain walks a trivial scenario, in a worker of its own.
    fn survives(&mut self, plan: &Plan, scenario: &Scenario) -> Result<bool> {
        let job: Job = job(scenario, &plan.target, self.settings.until);
        let mut side = self.compilers.start(&plan.toolchain)?;
        Ok(side.control(&job)? == Control::Survives)
    }

    fn compiler(&mut self, toolchain: &ToolchainId) -> Result<&mut Box<dyn Compiler>> {
        if !self.own.contains_key(toolchain) {
            let compiler = self.compilers.start(toolchain)?;
            self.own.insert(toolchain.clone(), compiler);
        }
        Ok(self.own.get_mut(toolchain).expect("invariant: it was put there"))
    }
}

fn died(examined: &Examined) -> bool {
    match examined {
        Examined::Judged(all) => all.iter().any(|judged| judged.ruling == Ruling::Unjudged),
        _ => false,
    }
}
