//! Reduces a scenario with a fault.

use anyhow::Result;

use super::slot::Slot;
use super::{Examined, examine, is_contained, job, shared_job};
use crate::campaign::settings::Plan;
use crate::compile::Job;
use crate::device::Device;
use crate::oracle::history::{self, JudgedLaunch};
use crate::reduce;
use crate::testcase::scenario::Scenario;

/// Runs that a reduction may take; most take less than ten.
const REDUCTIONS: usize = 150;
/// How often a fault that does not show again is tried.
const ATTEMPTS: usize = 3;

impl Slot<'_> {
    /// The smallest scenario with the same fault, if it shows again at all; its last event is the
    /// launch that is wrong. A fault that nothing could be blamed for alone may come out as one of a
    /// single binding.
    ///
    /// What comes out is what processes of its own have shown.
    pub(super) fn smaller(
        &mut self,
        plan: &Plan,
        scenario: &Scenario,
        fault: &JudgedLaunch,
        device: &dyn Device,
    ) -> Result<Option<(Scenario, JudgedLaunch)>> {
        let found = self.confirmed(plan, scenario, fault, device)?;
        if found.is_some() {
            return Ok(found);
        }
        let (target, until) = (plan.target.clone(), self.settings.until);
        let alone = |candidate: &Scenario| job(candidate, &target, until);
        for _ in 0..ATTEMPTS {
            let found = self.reduced(plan, scenario, fault, device, &alone)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The same, looked for in shared processes, if it shows in processes of its own.
    pub(super) fn confirmed(
        &mut self,
        plan: &Plan,
        scenario: &Scenario,
        fault: &JudgedLaunch,
        device: &dyn Device,
    ) -> Result<Option<(Scenario, JudgedLaunch)>> {
        let (target, until) = (plan.target.clone(), self.settings.until);
        let shared = |candidate: &Scenario| shared_job(candidate, &target, until);
        let Some((small, found)) = self.reduced(plan, scenario, fault, device, &shared)? else {
            return Ok(None);
        };
        if !is_contained(&small) {
            return Ok(Some((small, found)));
        }
        let result = self.run(&plan.toolchain, &self.alone(&small, plan))?;
        let examined = examine(&small, &result, device);
        Ok(same(scenario, fault, &small, &examined).map(|fault| (small, fault)))
    }

    fn reduced(
        &mut self,
        plan: &Plan,
        scenario: &Scenario,
        fault: &JudgedLaunch,
        device: &dyn Device,
        job: &dyn Fn(&Scenario) -> Job,
    ) -> Result<Option<(Scenario, JudgedLaunch)>> {
        let mut found: Option<(Scenario, JudgedLaunch)> = None;
        let mut failed = Ok(());
        let suspect = reduce::Suspect { event: fault.event, binding: fault.binding };
        reduce::scenario(scenario, Some(suspect), REDUCTIONS, |candidate| {
            if failed.is_err() || !history::may_show(candidate, fault.ruling) {
                return false;
            }
            let examined = match self.run(&plan.toolchain, &job(candidate)) {
                Ok(result) => examine(candidate, &result, device),
                Err(error) => {
                    failed = Err(error);
                    return false;
                }
            };
            let Some(fault) = same(scenario, fault, candidate, &examined) else { return false };
            let mut cut = candidate.clone();
            cut.events.truncate(fault.event + 1);
            found = Some((cut, fault));
            true
        });
        failed.map(|()| found)
    }
}

/// A fault of a candidate that is the one that a scenario showed.
fn same(
    scenario: &Scenario,
    fault: &JudgedLaunch,
    candidate: &Scenario,
    examined: &Examined,
) -> Option<JudgedLaunch> {
    let signature = history::signature(scenario, fault);
    let same = |judged: &&JudgedLaunch| {
        let vague = fault.binding.is_none() && judged.ruling == fault.ruling;
        vague || history::signature(candidate, judged) == signature
    };
    examined.faults().find(same).cloned()
}
