//! One execution of a compiled kernel: what a device makes of it, judged. It knows nothing of other
//! executions.

use super::launched::mark;
use super::subject::guarded;
use crate::compile::{Launch, Stage};
use crate::device::native::{Checks, buffers};
use crate::device::{Device, Execution, Native, Observation, code_base};
use crate::evaluate::{self, Reference};
use crate::oracle::{self, Class, Evidence, Finding, FindingKind, Seen, Verdict};
use crate::tensor::{Exact, Memory};
use crate::testcase::TestCase;

/// One compiled kernel, to be executed at one stage or another.
pub(super) struct Run<'a> {
    /// What it is launched with.
    pub(super) case: &'a TestCase,
    pub(super) expected: &'a Reference,
    pub(super) launch: &'a Launch,
    pub(super) checks: Checks,
}

/// A judged execution.
pub(super) struct Executed {
    pub(super) verdict: Verdict,
    /// With whom it agrees.
    pub(super) seen: Seen,
    /// Seconds that it took.
    pub(super) seconds: f64,
}

/// An execution by a device, for its classes.
pub(super) fn seen(device: &str, stage: &str, class: Class) -> Seen {
    Seen {
        device: device.to_owned(),
        stage: stage.to_owned(),
        of: String::new(),
        base: code_base(device).to_owned(),
        class,
    }
}

impl Executed {
    /// What could not be judged, for that reason.
    fn not(device: &dyn Device, stage: &str, reason: String, seconds: f64) -> Self {
        let seen = seen(&device.id(), stage, Class::Unjudged(reason.clone()));
        Executed { verdict: Verdict::Inconclusive(reason), seen, seconds }
    }
}

impl Run<'_> {
    /// Executes the last stage that the device can, and judges.
    pub(super) fn judge_native(&self, device: &dyn Device) -> Executed {
        match self.native_stage(device) {
            Some(stage) => self.judge(device, stage.name(), ""),
            None => {
                let what = format!("{} executes nothing of what was compiled", device.id());
                Executed::not(device, &device.id(), what, 0.0)
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
    pub(super) fn judge_twice(&self, device: &dyn Device) -> Executed {
        let first = self.judge_native(device);
        let stopped = |finding: &Finding| {
            matches!(finding.kind, FindingKind::OutOfBounds | FindingKind::Hang)
        };
        let Verdict::Bug(finding) = &first.verdict else { return first };
        if !stopped(finding) {
            return first;
        }
        let again = self.judge_native(device);
        let seconds = first.seconds + again.seconds;
        match again.verdict {
            Verdict::Bug(_) => Executed { seconds, ..again },
            _ => {
                let reason = format!("did not happen again: {}", finding.kind);
                Executed::not(device, &first.seen.stage, reason, seconds)
            }
        }
    }

    /// Executes and judges.
    pub(super) fn judge(&self, device: &dyn Device, stage: &str, text: &str) -> Executed {
        let observation = match self.observe(device, stage, text) {
            Ok(observation) => observation,
            Err(reason) => return Executed::not(device, stage, reason, 0.0),
        };
        let (case, expected) = (self.case, self.expected);
        let evidence = Evidence::Execution { case, expected, observation: &observation };
        let verdict = oracle::judge(&evidence);
        let class = Class::of(&evidence, &verdict);
        let seen = seen(&observation.device, &observation.stage, class);
        Executed { verdict, seen, seconds: observation.seconds }
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
        let memory: Memory<Exact> = evaluate::memory(self.case);
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
                log::error!("{}: the device failed: {panic}", self.case.name);
                return Err(format!("{} failed", device.id()));
            }
        };
        if device.is_native() {
            mark(&mut observation, self.expected, &buffers(&memory, &self.checks));
        }
        Ok(observation)
    }
}
