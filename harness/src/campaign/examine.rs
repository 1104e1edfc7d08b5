//! Judges one kernel: what the compiler left is executed, stage by stage, and given to the oracles.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::ab::Change;
use super::compiler::{Compilers, Started};
use super::execute::Run;
use super::failure::{self, judge_failure, told_by};
use super::interpret::Interpreters;
use super::launched::checks;
use super::layer;
use super::offline::Offline;
use super::sanitized::Sanitized;
use super::settings::{Plan, Settings};
use super::subject::{NoReference, Subject, executed_stages};
use super::survey::{Survey, Wrong, readers};
use crate::compile::{CompileFailure, Instrument, JobResult, Stage};
use crate::device::native::Checks;
use crate::device::{self, Device};
use crate::evaluate::Reference;
use crate::oracle::{Classes, Finding, Known, Seen, Verdict};

/// What became of a kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// Everything was compared and is right.
    Agree,
    /// The kernel is not valid or not well defined: our generator's fault.
    Invalid(String),
    /// It could not be judged.
    Inconclusive(String),
    /// The compiler, or this program, is wrong.
    Bug {
        /// What was found.
        finding: Finding,
        /// The id of the known finding that it is.
        known: Option<String>,
    },
}

impl Outcome {
    /// Of a case that nothing can be compared with.
    pub(super) fn without(reference: &NoReference, case: &str) -> Self {
        match reference {
            NoReference::Undefined(reason) => {
                Outcome::Invalid(format!("not well defined: {reason}"))
            }
            NoReference::Limit(reason) => Outcome::Inconclusive(reason.clone()),
            NoReference::Failed(panic) => {
                log::error!("{case}: the evaluator failed: {panic}");
                Outcome::Inconclusive("the evaluator failed".to_owned())
            }
        }
    }
}

/// Seconds spent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Times {
    pub compile: f64,
    pub evaluate: f64,
    pub device: f64,
}

/// A judged kernel.
#[derive(Clone, Debug)]
pub struct Examined {
    /// What became of it.
    pub outcome: Outcome,
    /// IR worth keeping, by file name.
    pub texts: Vec<(String, String)>,
    /// What the compiler printed.
    pub log: String,
    /// Seconds spent.
    pub times: Times,
    /// In a comparison of two toolchains, which one alone shows what was found.
    pub change: Option<Change>,
    /// The layer that is to blame where no pass is, in words.
    pub layer: Option<String>,
    /// Its executions, by which devices agree with each other.
    pub seen: Vec<Seen>,
    /// What Intel's offline compiler said of registers that did not suffice.
    pub spills: Vec<String>,
}

impl Examined {
    /// A kernel of which nothing else is known yet.
    pub(super) fn new(outcome: Outcome, times: Times) -> Self {
        Examined {
            outcome,
            texts: Vec::new(),
            log: String::new(),
            times,
            change: None,
            layer: None,
            seen: Vec::new(),
            spills: Vec::new(),
        }
    }

    /// The classes of its executions, where it is a finding about what they left.
    pub fn classes(&self) -> Option<Classes> {
        match self.outcome {
            Outcome::Bug { .. } => Classes::of(&self.seen),
            _ => None,
        }
    }
}

/// Judges kernels. It has compilers of its own for second looks.
pub struct Examiner<'a> {
    pub(super) devices: Vec<Box<dyn Device>>,
    /// What executes the texts of wrong code, where none of the devices executes text.
    pub(super) readers: Vec<Box<dyn Device>>,
    pub(super) known: Vec<Known>,
    /// Compilers for second looks, so that one which is busy with the next kernel is not disturbed.
    pub(super) sides: Started<'a>,
    pub(super) until: Stage,
    /// The sanitizer whose builds of right kernels are judged too.
    instrument: Option<Instrument>,
    /// Intel's offline compiler, where it is installed.
    offline: Option<Offline>,
    /// Whether the layer below the IR is looked for, which compiles again, and all devices are asked.
    layers: bool,
    /// Whether first jobs compile.
    compiles: bool,
    /// Where kernels are interpreted.
    interpreters: Option<Interpreters<'a>>,
}

impl<'a> Examiner<'a> {
    /// An examiner with the campaign's devices.
    ///
    /// # Errors
    /// If the list of known findings cannot be read.
    pub fn new(settings: &Settings, compilers: &'a dyn Compilers) -> Result<Self> {
        let devices = settings.devices.iter().filter_map(|name| device::open(name));
        let mut devices: Vec<_> = devices.collect();
        // What the IR shows is named by pass: it goes first.
        devices.sort_by_key(|device| device.is_native());
        let known = Known::list()?;
        let interpreters = || Interpreters::new(compilers, known.clone());
        Ok(Examiner {
            layers: true,
            compiles: settings.compiles(),
            interpreters: settings.interprets().then(interpreters),
            readers: readers(&devices),
            devices,
            known,
            sides: Started::new(compilers),
            until: settings.until,
            instrument: settings.instrument,
            offline: settings.compiles().then(Offline::find).flatten(),
        })
    }

    /// Whether to look for the layer that is to blame where no pass is, and to ask the other devices about
    /// what one has found; at first it is.
    pub fn look_for_layers(&mut self, yes: bool) {
        self.layers = yes;
    }

    /// Judges what was answered to the campaign's [`Settings::first_job`].
    ///
    /// # Errors
    /// If a compiler cannot be asked for a second look.
    pub fn examine(
        &mut self,
        subject: &Subject,
        plan: &Plan,
        result: &JobResult,
    ) -> Result<Examined> {
        let (reference, evaluate) = subject.reference();
        let times = Times { compile: 0.0, evaluate, device: 0.0 };
        let mut out = Examined::new(Outcome::Agree, times);
        out.log.clone_from(&result.output);
        let spent = if self.compiles { &mut out.times.compile } else { &mut out.times.device };
        *spent = result.seconds;
        match (reference, &result.failure) {
            (Err(none), _) => out.outcome = Outcome::without(none, &subject.case.name),
            (Ok(expected), _) if !self.compiles => {
                self.interpreted(subject, plan, expected, Some(result), &mut out)?;
            }
            (Ok(expected), failure) => {
                match failure {
                    Some(failure) => self.failed(subject, plan, failure, &mut out)?,
                    None => {
                        self.compiled(subject, plan, expected, result, &mut out)?;
                        self.built_otherwise(subject, plan, expected, result, &mut out)?;
                    }
                }
                let open = matches!(out.outcome, Outcome::Agree | Outcome::Inconclusive(_));
                if open || self.layers && !out.seen.is_empty() {
                    self.interpreted(subject, plan, expected, None, &mut out)?;
                }
            }
        }
        blame_front_end(&mut out);
        Ok(out)
    }

    /// Judges what else is built of a kernel in which nothing is wrong so far.
    fn built_otherwise(
        &mut self,
        subject: &Subject,
        plan: &Plan,
        expected: &Reference,
        result: &JobResult,
        out: &mut Examined,
    ) -> Result<()> {
        let [launch] = &result.launches[..] else { return Ok(()) };
        if out.outcome == Outcome::Agree
            && let Some(by) = self.instrument
        {
            let of = Sanitized { subject, plan, expected, by };
            self.sanitized(&of, launch, out)?;
        }
        if let Some(offline) = &mut self.offline {
            offline.check(launch, plan, &self.known, out).context("ocloc cannot be run")?;
        }
        Ok(())
    }

    /// Has the kernel interpreted, unless it was or no interpreter is asked for. What comes out counts
    /// if it is worse than what is there; beside a finding it is one more witness.
    fn interpreted(
        &mut self,
        subject: &Subject,
        plan: &Plan,
        expected: &Reference,
        first: Option<&JobResult>,
        out: &mut Examined,
    ) -> Result<()> {
        let Some(interpreters) = &mut self.interpreters else { return Ok(()) };
        let own = match first {
            Some(_) => None,
            None => Some(interpreters.run(subject, plan)?),
        };
        out.times.device += own.as_ref().map_or(0.0, |result| result.seconds);
        let Some(result) = first.or(own.as_ref()) else { return Ok(()) };
        let found = interpreters.judge(subject, plan, expected, result)?;
        out.seen.push(found.seen);
        let settled = matches!(out.outcome, Outcome::Bug { .. });
        let counts = out.outcome == Outcome::Agree || matches!(found.outcome, Outcome::Bug { .. });
        if counts && !settled {
            (out.outcome, out.log) = (found.outcome, found.log);
        }
        Ok(())
    }

    /// A job that did not get through the compiler.
    fn failed(
        &mut self,
        subject: &Subject,
        plan: &Plan,
        failure: &CompileFailure,
        out: &mut Examined,
    ) -> Result<()> {
        let (job, known) = (subject.job(&plan.target, self.until), self.known.clone());
        let side = self.sides.of(&plan.toolchain)?;
        let failed = judge_failure(side.as_mut(), &job, failure, &known, &plan.toolchain, None)?;
        if let Some(last) = &failed.before {
            out.texts.push((format!("before-{}.mlir", file_name(&last.pass)), last.text.clone()));
        }
        let failure = &failed.failure;
        out.log = format!("{failure}\n\n{}\n{}", failure.traceback, failure.output);
        out.outcome = failed.outcome;
        Ok(())
    }

    /// A job that did: executes every stage that some device can.
    fn compiled(
        &mut self,
        subject: &Subject,
        plan: &Plan,
        expected: &Reference,
        result: &JobResult,
        out: &mut Examined,
    ) -> Result<()> {
        let [launch] = &result.launches[..] else {
            let launches = result.launches.len();
            out.outcome = Outcome::Inconclusive(format!("the module launched {launches} kernels"));
            return Ok(());
        };
        let texts = executed_stages(self.until);
        if texts.iter().any(|s| launch.kernel.text(*s).is_none()) {
            out.outcome = Outcome::Inconclusive("the compiler left no text of a stage".to_owned());
            return Ok(());
        }
        let texts = texts.iter().filter_map(|s| Some((*s, launch.kernel.text(*s)?.to_owned())));
        let texts: Vec<(Stage, String)> = texts.collect();
        for (stage, text) in &texts {
            out.texts.push((format!("{stage}.mlir"), text.clone()));
        }
        let launches = self.devices.iter().any(|device| device.is_native());
        let checks =
            if launches { checks(expected, subject.has_atomics()) } else { Checks::default() };
        let run = Run { case: &subject.case, expected, launch, checks };
        let survey = Survey::traced(&self.devices, &self.readers, &run, &texts, self.layers);
        out.times.device += survey.seconds;
        out.seen = survey.seen;
        let nothing = || Verdict::Inconclusive("no device executes these stages".to_owned());
        let verdict = match survey.wrong {
            None => survey.verdict.unwrap_or_else(nothing),
            Some(wrong) => Verdict::Bug(self.blame(&run, (subject, plan), wrong, out)?),
        };
        self.conclude(verdict, plan, out);
        Ok(())
    }

    /// Names the pass that a finding comes from, or the layer.
    fn blame(
        &mut self,
        run: &Run<'_>,
        (subject, plan): (&Subject, &Plan),
        wrong: Wrong,
        out: &mut Examined,
    ) -> Result<Finding> {
        let Wrong { device, text, lowered, finding } = wrong;
        if let Some(stage) = text {
            return self.name_pass(run, (subject, plan), stage, finding, out);
        }
        let finding = finding.in_no_pass();
        if !lowered || !self.layers {
            return Ok(finding);
        }
        let layer = self.layer(run, (subject, plan), self.devices[device].as_ref())?;
        let finding = finding.in_lowering(&layer);
        out.layer = Some(layer);
        Ok(finding)
    }

    /// The layer to blame for what a device leaves of right IR.
    fn layer(
        &self,
        run: &Run<'_>,
        (subject, plan): (&Subject, &Plan),
        device: &dyn Device,
    ) -> Result<String> {
        let mut start = || self.sides.compilers.start(&plan.toolchain);
        layer::blame(run, subject, device, &plan.target, self.until, &mut start)
    }

    /// From a verdict to what is counted.
    pub(super) fn conclude(&self, verdict: Verdict, plan: &Plan, out: &mut Examined) {
        let ir = told_by(&verdict, &out.texts);
        out.outcome = failure::conclude(verdict, &self.known, &plan.toolchain, &ir);
    }
}

/// Blames the front end where independent devices agree from TTIR on, no pass is named, and only the
/// reference is against them.
fn blame_front_end(out: &mut Examined) {
    let Outcome::Bug { finding, .. } = &out.outcome else { return };
    let named = finding.pass.as_ref().is_some_and(|pass| pass != "frontend");
    let agree = Classes::of(&out.seen).is_some_and(|classes| classes.front_end);
    if agree && !named && out.layer.is_none() {
        out.layer = Some("the front end (or the reference)".to_owned());
    }
}

fn file_name(pass: &str) -> String {
    pass.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::execute::seen;
    use crate::oracle::{Class, FindingKind};

    /// The layer to blame where these executions agree against the reference.
    fn blamed(executions: &[(&str, &str)], pass: Option<&str>) -> Option<String> {
        let class = || Class::Other("1".to_owned());
        let finding = Finding::new(FindingKind::Mismatch, pass, "ttir", "", String::new());
        let mut out = Examined {
            outcome: Outcome::Bug { finding, known: None },
            texts: Vec::new(),
            log: String::new(),
            times: Times::default(),
            change: None,
            layer: None,
            spills: Vec::new(),
            seen: executions.iter().map(|(device, stage)| seen(device, stage, class())).collect(),
        };
        blame_front_end(&mut out);
        out.layer
    }

    #[test]
    fn the_front_end_is_blamed_by_independent_devices_only_and_not_before_a_pass() {
        let both = [("ir", "ttir"), ("cuda", "cubin")];
        assert_eq!(blamed(&both, None).as_deref(), Some("the front end (or the reference)"));
        assert!(blamed(&both, Some("frontend")).is_some());
        assert_eq!(blamed(&both, Some("triton-combine")), None);
        assert_eq!(blamed(&[("ir", "ttir"), ("ptx", "ptx")], None), None);
        assert_eq!(blamed(&[("ptx", "ptx"), ("cuda", "cubin")], None), None);
    }
}
