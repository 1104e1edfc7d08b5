//! One execution of a compiled kernel: what a device leaves of a build, and what the oracles say of it.

use super::launched::mark;
use super::subject::{Subject, guarded};
use crate::compile::{Launch, Stage};
use crate::device::native::{Checks, buffers};
use crate::device::{Device, Execution, Native, Observation};
use crate::evaluate::{self, Reference};
use crate::oracle::{self, Evidence, Finding, FindingKind, Verdict};
use crate::tensor::{Exact, Memory};

/// One compiled kernel, to be executed at one stage or another.
pub(super) struct Run<'a> {
    pub(super) subject: &'a Subject,
    pub(super) expected: &'a Reference,
    pub(super) launch: &'a Launch,
    pub(super) checks: Checks,
}

impl Run<'_> {
    /// Executes the last stage that the device can, and judges.
    pub(super) fn judge_native(&self, device: &dyn Device) -> (Verdict, f64) {
        match self.native_stage(device) {
            Some(stage) => self.judge(device, stage.name(), ""),
            None => {
                let what = format!("{} executes nothing of what was compiled", device.id());
                (Verdict::Inconclusive(what), 0.0)
            }
        }
    }

    /// The last stage that the device executes, of those that were compiled.
    pub(super) fn native_stage(&self, device: &dyn Device) -> Option<Stage> {
        let artifacts = &self.launch.kernel.artifacts;
        let there = |stage: &Stage| artifacts.iter().any(|artifact| artifact.stage == *stage);
        device.stages().iter().rev().copied().find(there)
    }

    /// The same, once more where it was stopped: that may have been another's doing, if not twice.
    pub(super) fn judge_twice(&self, device: &dyn Device) -> (Verdict, f64) {
        let (found, seconds) = self.judge_native(device);
        let stopped = |finding: &Finding| {
            matches!(finding.kind, FindingKind::OutOfBounds | FindingKind::Hang)
        };
        let Verdict::Bug(finding) = &found else { return (found, seconds) };
        if !stopped(finding) {
            return (found, seconds);
        }
        let (again, more) = self.judge_native(device);
        let found = match again {
            Verdict::Bug(_) => again,
            _ => Verdict::Inconclusive(format!("did not happen again: {}", finding.kind)),
        };
        (found, seconds + more)
    }

    /// Executes and judges; also the seconds that took.
    pub(super) fn judge(&self, device: &dyn Device, stage: &str, text: &str) -> (Verdict, f64) {
        let observation = match self.observe(device, stage, text) {
            Ok(observation) => observation,
            Err(reason) => return (Verdict::Inconclusive(reason), 0.0),
        };
        let (case, expected) = (&self.subject.case, self.expected);
        let evidence = Evidence::Execution { case, expected, observation: &observation };
        (oracle::judge(&evidence), observation.seconds)
    }

    /// Executes.
    ///
    /// # Errors
    /// Why the device left nothing, where that is its own fault.
    pub(super) fn observe(
        &self,
        device: &dyn Device,
        stage: &str,
        text: &str,
    ) -> Result<Observation, String> {
        let memory: Memory<Exact> = evaluate::memory(&self.subject.case);
        let execution = Execution {
            stage,
            text,
            function: Some(&self.launch.kernel.name),
            arguments: &self.launch.arguments,
            grid: self.launch.grid,
            memory: &memory,
            native: Some(Native { launch: self.launch, checks: &self.checks }),
        };
        let mut observation = match guarded(|| device.execute(&execution)) {
            Ok(observation) => observation,
            Err(panic) => {
                log::error!("{}: the device failed: {panic}", self.subject.case.name);
                return Err(format!("{} failed", device.id()));
            }
        };
        if device.is_native() {
            mark(&mut observation, self.expected, &buffers(&memory, &self.checks));
        }
        Ok(observation)
    }
}
