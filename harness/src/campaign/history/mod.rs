//! Campaigns over scenarios: is compiled code used again exactly when it fits?

mod observe;
mod record;
mod table;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};

use super::compiler::{Compiler, Compilers};
use super::effort::Effort;
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
use crate::testcase::scenario::{Event, Scenario};
use crate::toolchain::ToolchainId;

pub use observe::{job, observe};
pub(super) use record::Recorder;
pub use table::{Made, table};

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
    let effort = Effort::begin();
    let store = Store::open(&settings.folder(), &settings.identity())?;
    let feed = Feed::new(settings, store.done()?, stop);
    let recorder = Recorder::new(settings, &store, observer)?;
    pool::slots(settings.jobs, &feed, || {
        let slot = Slot { settings, source, compilers, own: HashMap::new(), ahead: None };
        slot.work(&feed, &recorder)
    })?;
    let judged = recorder.close()?;
    Summary::of(settings, &store, effort.end(judged))
}

/// Runs that a reduction may take; most take less than ten.
const REDUCTIONS: usize = 150;

/// One scenario in this many is walked again, with its new processes started from nothing.
const FRESH_ONE_IN: u64 = 100;

struct Slot<'a> {
    settings: &'a Settings,
    source: &'a (dyn Fn(u64) -> Scenario + Sync),
    compilers: &'a dyn Compilers,
    own: HashMap<ToolchainId, Box<dyn Compiler>>,
    /// The scenario that a compiler has in hand while the one before is judged here.
    ahead: Option<Ahead>,
}

struct Ahead {
    index: u64,
    plan: Plan,
    scenario: Scenario,
    /// The answer, if it had to be fetched early.
    result: Option<JobResult>,
}

impl Slot<'_> {
    fn work(mut self, feed: &Feed, recorder: &Recorder) -> Result<()> {
        let device = (device::find("ir").context("no device `ir`")?.open)();
        loop {
            let next = feed.next().map(|(index, plan)| Ahead {
                index,
                plan,
                scenario: (self.source)(index),
                result: None,
            });
            if let Some(next) = &next {
                let job = job(&next.scenario, &next.plan.target, self.settings.until);
                self.compiler(&next.plan.toolchain)?.submit(&job)?;
            }
            let Some(Ahead { index, plan, scenario, result }) =
                std::mem::replace(&mut self.ahead, next)
            else {
                if self.ahead.is_none() {
                    return Ok(());
                }
                continue;
            };
            let result = match result {
                Some(result) => result,
                None => self.compiler(&plan.toolchain)?.receive()?,
            };
            let mut examined = examine(&scenario, &result, device.as_ref());
            if died(&examined) && !self.survives(&plan, &scenario)? {
                examined = Examined::Inconclusive("toolchain defect".to_owned());
            }
            if index % FRESH_ONE_IN == 0 && !self.fresh_agrees(&plan, &scenario, &examined)? {
                let reason = "forked and fresh processes disagree".to_owned();
                examined = Examined::Inconclusive(reason);
            }
            let mut smaller =
                |fault: &Judged| self.smaller(&plan, &scenario, fault, device.as_ref());
            let seconds = result.seconds;
            recorder.record(index, &plan, &scenario, &examined, seconds, &mut smaller)?;
        }
    }

    /// Has a job done now, whatever the compiler has in hand.
    fn run(&mut self, toolchain: &ToolchainId, job: &Job) -> Result<JobResult> {
        let compiler = started(&mut self.own, self.compilers, toolchain)?;
        let ahead = self.ahead.as_mut().filter(|ahead| ahead.plan.toolchain == *toolchain);
        if let Some(ahead) = ahead.filter(|ahead| ahead.result.is_none()) {
            ahead.result = Some(compiler.receive()?);
        }
        compiler.run(job)
    }

    /// The smallest scenario with the same fault, if it shows again at all; its last event is the
    /// launch that is wrong. A fault that nothing could be blamed for alone may come out as one of a
    /// single binding.
    fn smaller(
        &mut self,
        plan: &Plan,
        scenario: &Scenario,
        fault: &Judged,
        device: &dyn Device,
    ) -> Result<Option<(Scenario, Judged)>> {
        let signature = history::signature(scenario, fault);
        let (target, until) = (&plan.target, self.settings.until);
        let mut found: Option<(Scenario, Judged)> = None;
        let mut failed = Ok(());
        let suspect = reduce::Suspect { event: fault.event, binding: fault.binding };
        reduce::scenario(scenario, Some(suspect), REDUCTIONS, |candidate| {
            if !history::may_show(candidate, fault.ruling) {
                return false;
            }
            let result = match self.run(&plan.toolchain, &job(candidate, target, until)) {
                Ok(result) => result,
                Err(error) => {
                    failed = Err(error);
                    return false;
                }
            };
            let examined = examine(candidate, &result, device);
            let same = |judged: &&Judged| {
                let vague = fault.binding.is_none() && judged.ruling == fault.ruling;
                vague || history::signature(candidate, judged) == signature
            };
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

    /// Whether processes that are started from nothing give the same as forked ones.
    fn fresh_agrees(
        &mut self,
        plan: &Plan,
        scenario: &Scenario,
        forked: &Examined,
    ) -> Result<bool> {
        let mut fresh = scenario.clone();
        fresh.events.iter_mut().for_each(|event| {
            if let Event::Process { fresh } = event {
                *fresh = true;
            }
        });
        if fresh == *scenario {
            return Ok(true);
        }
        let job = job(&fresh, &plan.target, self.settings.until);
        let result = self.run(&plan.toolchain, &job)?;
        let device = (device::find("ir").context("no device `ir`")?.open)();
        let examined = examine(&fresh, &result, device.as_ref());
        let rulings = |examined: &Examined| -> Vec<Ruling> {
            let Examined::Judged(all) = examined else { return Vec::new() };
            all.iter().map(|judged| judged.ruling).collect()
        };
        Ok(rulings(&examined) == rulings(forked))
    }

    /// Whether the toolchain walks a trivial scenario, in a worker of its own.
    fn survives(&mut self, plan: &Plan, scenario: &Scenario) -> Result<bool> {
        let job: Job = job(scenario, &plan.target, self.settings.until);
        let mut side = self.compilers.start(&plan.toolchain)?;
        Ok(side.control(&job)? == Control::Survives)
    }

    fn compiler(&mut self, toolchain: &ToolchainId) -> Result<&mut Box<dyn Compiler>> {
        started(&mut self.own, self.compilers, toolchain)
    }
}

/// The compiler of a toolchain, started when it is first asked for.
fn started<'a>(
    all: &'a mut HashMap<ToolchainId, Box<dyn Compiler>>,
    compilers: &dyn Compilers,
    toolchain: &ToolchainId,
) -> Result<&'a mut Box<dyn Compiler>> {
    if !all.contains_key(toolchain) {
        all.insert(toolchain.clone(), compilers.start(toolchain)?);
    }
    Ok(all.get_mut(toolchain).expect("invariant: it was put there"))
}

fn died(examined: &Examined) -> bool {
    match examined {
        Examined::Judged(all) => all.iter().any(|judged| judged.ruling == Ruling::Unjudged),
        _ => false,
    }
}
