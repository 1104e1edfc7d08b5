//! A slot of a campaign: walks one scenario after another and has them judged and recorded.
//!
//! A scenario may be walked in processes that have walked others, which is three times as cheap. They
//! are believed when they show that all is well, or a fault that somebody has seen before. A new fault
//! must show in processes of its own too; if it does not, or if something could not be judged, the
//! scenario is walked again in such, and so is one in a hundred in any case. Where that comes out
//! otherwise, something of one scenario has reached the next: a *leak*, a fault of this tool.

use anyhow::{Context, Result};

use super::{Examined, Recorder, examine, is_contained, job, shared_job};
use crate::campaign::compiler::{Compilers, Started};
use crate::campaign::feed::Supply;
use crate::campaign::settings::{Plan, Settings};
use crate::compile::{Control, Job, JobResult};
use crate::device::{self, Device};
use crate::oracle::history::{JudgedLaunch, Ruling};
use crate::testcase::scenario::{Event, Scenario};
use crate::toolchain::ToolchainId;

/// One scenario in this many is walked again as a check: in processes of its own, and with its new
/// processes started from nothing.
const CHECKED_ONE_IN: u64 = 100;

/// Works on scenarios.
pub(in crate::campaign) struct Slot<'a> {
    pub(super) settings: &'a Settings,
    pub(super) recorder: &'a Recorder<'a>,
    source: &'a (dyn Fn(u64) -> Scenario + Sync),
    own: Started<'a>,
    /// The scenario that a compiler has in hand while the one before is judged here.
    ahead: Option<Ahead>,
}

struct Ahead {
    taken: Taken,
    /// The answer, if it had to be fetched early.
    result: Option<JobResult>,
}

/// A scenario in hand.
struct Taken {
    index: u64,
    plan: Plan,
    scenario: Scenario,
}

impl Taken {
    /// Whether it is walked again, whatever it shows.
    fn is_checked(&self) -> bool {
        self.index.is_multiple_of(CHECKED_ONE_IN)
    }
}

/// A fault, the smallest scenario that was found for it, and the fault there.
type Reduced = (JudgedLaunch, (Scenario, JudgedLaunch));

impl<'a> Slot<'a> {
    pub(in crate::campaign) fn new(
        settings: &'a Settings,
        recorder: &'a Recorder<'a>,
        source: &'a (dyn Fn(u64) -> Scenario + Sync),
        compilers: &'a dyn Compilers,
    ) -> Self {
        Slot { settings, recorder, source, own: Started::new(compilers), ahead: None }
    }

    /// Works until `supply` ends and what it gave is recorded.
    pub(in crate::campaign) fn work(&mut self, supply: &Supply<'_>) -> Result<()> {
        let device = (device::find("ir").context("no device `ir`")?.open)();
        let device = device.as_ref();
        while let Some((taken, result)) = self.next(supply)? {
            let Taken { index, plan, scenario } = &taken;
            let (examined, mut reduced) = self.verified(&taken, &result, device)?;
            let recorder = self.recorder;
            let mut smaller = |fault: &JudgedLaunch| match reduced.take() {
                Some((same, found)) if same == *fault => Ok(Some(found)),
                _ => self.smaller(plan, scenario, fault, device),
            };
            recorder.record(*index, plan, scenario, &examined, result.seconds, &mut smaller)?;
        }
        Ok(())
    }

    /// The next scenario with what its compiler answered, while the compiler goes on with another.
    fn next(&mut self, supply: &Supply<'_>) -> Result<Option<(Taken, JobResult)>> {
        loop {
            let next =
                supply().map(|(index, plan)| Taken { index, plan, scenario: (self.source)(index) });
            if let Some(next) = &next {
                let job = shared_job(&next.scenario, &next.plan.target, self.settings.until);
                self.own.of(&next.plan.toolchain)?.submit(&job)?;
            }
            let next = next.map(|taken| Ahead { taken, result: None });
            match std::mem::replace(&mut self.ahead, next) {
                Some(Ahead { taken, result: Some(result) }) => return Ok(Some((taken, result))),
                Some(Ahead { taken, result: None }) => {
                    let result = self.own.of(&taken.plan.toolchain)?.receive()?;
                    return Ok(Some((taken, result)));
                }
                None if self.ahead.is_none() => return Ok(None),
                None => {}
            }
        }
    }

    /// What can be believed of a scenario, and a new fault that was reduced to see whether it can.
    fn verified(
        &mut self,
        taken: &Taken,
        result: &JobResult,
        device: &dyn Device,
    ) -> Result<(Examined, Option<Reduced>)> {
        let Taken { plan, scenario, .. } = taken;
        let (mut examined, mut reduced) = (examine(scenario, result, device), None);
        if is_contained(scenario) {
            let new = self.recorder.new_fault(plan, scenario, &examined).cloned();
            let mut again = taken.is_checked() || !examined.is_judged();
            if let Some(fault) = new.filter(|_| !again) {
                let found = self.confirmed(plan, scenario, &fault, device)?;
                again = found.is_none();
                reduced = found.map(|found| (fault, found));
            }
            if again {
                examined = self.walked_alone(taken, &examined, device)?;
            }
        }
        if died(&examined) && !self.survives(plan, scenario)? {
            examined = Examined::Inconclusive("toolchain defect".to_owned());
        }
        if taken.is_checked() && !self.fresh_agrees(plan, scenario, &examined, device)? {
            let reason = "forked and fresh processes disagree".to_owned();
            examined = Examined::Inconclusive(reason);
        }
        Ok((examined, reduced))
    }

    /// What a scenario shows in processes of its own, and a note if that is not what shared ones have
    /// shown: then they are not used any more.
    fn walked_alone(
        &mut self,
        taken: &Taken,
        shared: &Examined,
        device: &dyn Device,
    ) -> Result<Examined> {
        let Taken { plan, scenario, .. } = taken;
        let job = self.alone(scenario, plan);
        let mut walk = || -> Result<Examined> {
            Ok(examine(scenario, &self.run(&plan.toolchain, &job)?, device))
        };
        let alone = walk()?;
        let differs = shared.portable() != alone.portable();
        let comparable = shared.is_judged() && alone.is_judged() && !races(scenario);
        if comparable && differs && alone.portable() == walk()?.portable() {
            self.recorder.leak(plan, scenario, shared)?;
            self.own.remove(&plan.toolchain);
        }
        Ok(alone)
    }

    /// The job that walks a scenario in processes of its own.
    pub(super) fn alone(&self, scenario: &Scenario, plan: &Plan) -> Job {
        job(scenario, &plan.target, self.settings.until)
    }

    /// Has a job done now, whatever the compiler has in hand.
    pub(super) fn run(&mut self, toolchain: &ToolchainId, job: &Job) -> Result<JobResult> {
        let compiler = self.own.of(toolchain)?;
        let ahead = self.ahead.as_mut().filter(|ahead| ahead.taken.plan.toolchain == *toolchain);
        if let Some(ahead) = ahead.filter(|ahead| ahead.result.is_none()) {
            ahead.result = Some(compiler.receive()?);
        }
        compiler.run(job)
    }

    /// Whether processes that are started from nothing give the same as forked ones.
    fn fresh_agrees(
        &mut self,
        plan: &Plan,
        scenario: &Scenario,
        forked: &Examined,
        device: &dyn Device,
    ) -> Result<bool> {
        let mut fresh = scenario.clone();
        fresh.events.iter_mut().for_each(|event| {
            if let Event::Process { fresh } = event {
                *fresh = true;
            }
        });
        if fresh == *scenario || races(scenario) {
            return Ok(true);
        }
        let result = self.run(&plan.toolchain, &self.alone(&fresh, plan))?;
        let examined = examine(&fresh, &result, device);
        let rulings = |examined: &Examined| -> Vec<Ruling> {
            let Examined::Judged(all) = examined else { return Vec::new() };
            all.iter().map(|judged| judged.ruling).collect()
        };
        Ok(rulings(&examined) == rulings(forked))
    }

    /// Whether the toolchain walks a trivial scenario, in a worker of its own.
    fn survives(&mut self, plan: &Plan, scenario: &Scenario) -> Result<bool> {
        let job = self.alone(scenario, plan);
        let mut side = self.own.compilers.start(&plan.toolchain)?;
        Ok(side.control(&job)? == Control::Survives)
    }
}

/// Whether processes race in it: what they find in the cache is a matter of luck.
fn races(scenario: &Scenario) -> bool {
    scenario.events.iter().any(|event| matches!(event, Event::Race { .. }))
}

/// Whether a process died before all launches could be judged.
fn died(examined: &Examined) -> bool {
    matches!(examined, Examined::Judged(_)) && !examined.is_judged()
}
