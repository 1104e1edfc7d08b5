//! Judges one module: its text is executed, and so is what the compiler makes of it.

use std::collections::BTreeMap;

use anyhow::Result;

use super::{contract, defined};
use crate::campaign::compiler::{Compilers, Started};
use crate::campaign::execute::Run;
use crate::campaign::failure::{conclude, judge_failure};
use crate::campaign::launched::checks;
use crate::campaign::subject::{guarded, native_stages};
use crate::campaign::{Outcome, Plan, Settings, Times};
use crate::compile::{
    BoundArgument, BoundValue, CompileFailure, FailureKind, IrJob, Job, JobResult, Kernel, Launch,
    Stage, Target,
};
use crate::device::{self, Device, Execution, Observation, ObservedBuffer, Outcome as Ended};
use crate::evaluate::{self, Expected, ExpectedBuffer, Reference};
use crate::oracle::{self, FindingKind, Known, Verdict};
use crate::tensor::{Exact, Kind, Tile, sign_extend};
use crate::testcase::TestCase;
use crate::testcase::ttgir::TtgirCase;

/// What is to blame where the text is right.
pub(in crate::campaign) const LAYER: &str = "Triton's conversion to LLVM IR, LLVM or the assembler";

/// A judged module.
#[derive(Clone, Debug)]
pub struct Judged {
    /// What became of it.
    pub outcome: Outcome,
    /// What it must leave, where the IR device could say.
    pub expected: Option<Reference>,
    /// Texts worth keeping, by file name.
    pub texts: Vec<(String, String)>,
    /// What the compiler printed.
    pub log: String,
    /// Seconds spent.
    pub times: Times,
}

/// Judges modules. It has compilers of its own for second looks.
pub struct Judge<'a> {
    devices: Vec<Box<dyn Device>>,
    known: Vec<Known>,
    sides: Started<'a>,
    until: Stage,
}

/// The job that compiles a module on from its text.
pub fn job(case: &TtgirCase, target: &Target, until: Stage) -> Job {
    Job::CompileIr(IrJob {
        text: case.text.clone(),
        stage: Stage::Ttgir,
        target: target.clone(),
        until,
        want: native_stages(until),
        options: BTreeMap::from([("enable_fp_fusion".to_owned(), false.into())]),
        dump_passes: false,
    })
}

/// What the text of a module leaves, executed on the IR device.
///
/// # Errors
/// [`Outcome::Invalid`] if it is no module for its case or not well defined, which is the generator's fault,
/// and [`Outcome::Inconclusive`] if the device lacks something.
pub fn run(case: &TtgirCase) -> Result<Reference, Outcome> {
    let module = unharmed(case, || contract::module(case))??;
    let launched = case.launched();
    let (memory, arguments) = (evaluate::memory(&launched), arguments(&launched));
    let execution = Execution {
        stage: Stage::Ttgir.name(),
        text: &case.text,
        function: Some(&case.function),
        arguments: &arguments,
        grid: launched.grid,
        memory: &memory,
        native: None,
    };
    let (observation, record) = unharmed(case, || device::recorded(&execution))?;
    let reference = finished(observation)?;
    let record = record.expect("invariant: there is a record of what finished");
    unharmed(case, || defined::check(&module, &record))??;
    Ok(reference)
}

/// What `execute` gives, if the device does not fail.
fn unharmed<T>(case: &TtgirCase, execute: impl FnOnce() -> T) -> Result<T, Outcome> {
    guarded(execute).map_err(|panic| {
        log::error!("{}: the IR device failed: {panic}", case.name);
        Outcome::Inconclusive("ir failed".to_owned())
    })
}

/// What a launch leaves that came to its end.
fn finished(observation: Observation) -> Result<Reference, Outcome> {
    match observation.outcome {
        Ended::Finished(_) if observation.rounded => {
            Err(Outcome::Invalid("the module rounds".to_owned()))
        }
        Ended::Finished(left) => expected(left).map_err(|what| Outcome::Invalid(what.to_owned())),
        Ended::Unsupported(what) => Err(Outcome::Inconclusive(format!("unsupported: {what}"))),
        Ended::DeviceFailure(what) => Err(Outcome::Inconclusive(format!("device failure: {what}"))),
        Ended::Fault(what)
        | Ended::Undefined { what, .. }
        | Ended::Nondeterministic(what)
        | Ended::Timeout(what) => Err(Outcome::Invalid(format!("not well defined: {what}"))),
    }
}

/// What must be left is what was left.
fn expected(left: Vec<ObservedBuffer>) -> Result<Reference, &'static str> {
    let mut buffers = Vec::new();
    for ObservedBuffer { name, kind, bits, undef, written } in left {
        let (shape, written) = ([bits.len()], written.unwrap_or_else(|| vec![false; bits.len()]));
        let undefined = |flags: &Vec<bool>| flags.iter().zip(&written).any(|(u, w)| *u && *w);
        if undef.as_ref().is_some_and(undefined) {
            return Err("an undefined value is stored");
        }
        let values: Tile<Exact> = match kind {
            Kind::Int(width) => {
                let number = |bits: u64| sign_extend(bits as i64, width);
                Tile::from_ints(&shape, bits.into_iter().map(number).collect())
            }
            Kind::Float(format) => {
                let number = |bits: u64| format.from_bits(bits);
                Tile::from_floats(&shape, bits.into_iter().map(number).collect())
            }
        };
        let values = values.with_undef_flags(undef);
        buffers.push(ExpectedBuffer { name, kind, values, written });
    }
    if !buffers.iter().any(|buffer| buffer.written.contains(&true)) {
        return Err("nothing is stored");
    }
    Ok(Reference::from(Expected { buffers }))
}

fn arguments(launched: &TestCase) -> Vec<BoundArgument> {
    let bound = launched.buffers().map(|(name, address, spec)| BoundArgument {
        ty: format!("*{}", spec.dtype),
        value: BoundValue::Pointer { name: name.to_owned(), address },
    });
    bound.collect()
}

impl<'a> Judge<'a> {
    /// A judge with the campaign's devices, those that execute what a GPU does.
    ///
    /// # Errors
    /// If the list of known findings cannot be read.
    pub fn new(settings: &Settings, compilers: &'a dyn Compilers) -> Result<Self> {
        let devices = settings.devices.iter().filter_map(|name| device::open(name));
        Ok(Judge {
            devices: devices.filter(|device| device.is_native()).collect(),
            known: Known::list()?,
            sides: Started::new(compilers),
            until: settings.until,
        })
    }

    /// Judges what was answered to the module's [`job`].
    ///
    /// # Errors
    /// If a compiler cannot be asked for a second look.
    pub fn examine(&mut self, case: &TtgirCase, plan: &Plan, result: &JobResult) -> Result<Judged> {
        let mut out = Judged {
            outcome: Outcome::Agree,
            expected: None,
            texts: Vec::new(),
            log: result.output.clone(),
            times: Times { compile: result.seconds, evaluate: 0.0, device: 0.0 },
        };
        // The compiler does not look at what the text says of its GPU.
        if plan.target.capability() != Some(case.capability) {
            out.outcome = Outcome::Invalid(format!("the text is for cuda:{}", case.capability));
            return Ok(out);
        }
        let started = std::time::Instant::now();
        let reference = run(case);
        out.times.evaluate = started.elapsed().as_secs_f64();
        match (reference, &result.failure) {
            (Err(Outcome::Invalid(what)), _) => {
                log::error!("{}: {what}", case.name);
                out.outcome = Outcome::Invalid(what);
            }
            // Whatever it does, the compiler must not fail on it.
            (_, Some(failure)) => self.failed(case, plan, failure, &mut out)?,
            (Err(outcome), None) => out.outcome = outcome,
            (Ok(expected), None) => {
                match &result.kernel {
                    Some(kernel) => self.compiled(case, plan, &expected, kernel, &mut out),
                    None => {
                        let reason = "the compiler left no kernel".to_owned();
                        out.outcome = Outcome::Inconclusive(reason);
                    }
                }
                out.expected = Some(expected);
            }
        }
        Ok(out)
    }

    /// A text that did not get through the compiler. What the verifier refuses at once is the generator's
    /// fault.
    fn failed(
        &mut self,
        case: &TtgirCase,
        plan: &Plan,
        failure: &CompileFailure,
        out: &mut Judged,
    ) -> Result<()> {
        if failure.kind == FailureKind::Parse {
            let kind = FindingKind::Rejected;
            let reason = oracle::signature(kind, &failure.stage, &failure.message);
            out.log = format!("{failure}\n\n{}", failure.output);
            out.outcome = Outcome::Invalid(reason);
            return Ok(());
        }
        let (job, known) = (job(case, &plan.target, self.until), self.known.clone());
        let (toolchain, text) = (&plan.toolchain, Some(case.text.as_str()));
        let side = self.sides.of(toolchain)?;
        let failed = judge_failure(side.as_mut(), &job, failure, &known, toolchain, text)?;
        if let Some(last) = failed.before {
            out.texts.push(("before.mlir".to_owned(), last.text));
        }
        let failure = &failed.failure;
        out.log = format!("{failure}\n\n{}\n{}", failure.traceback, failure.output);
        out.outcome = failed.outcome;
        Ok(())
    }

    /// One that did: every device executes it.
    fn compiled(
        &self,
        case: &TtgirCase,
        plan: &Plan,
        expected: &Reference,
        kernel: &Kernel,
        out: &mut Judged,
    ) {
        if let Some(text) = kernel.text(Stage::Ptx) {
            out.texts.push(("kernel.ptx".to_owned(), text.to_owned()));
        }
        let launched = case.launched();
        let launch = Launch {
            kernel: kernel.clone(),
            grid: launched.grid,
            arguments: arguments(&launched),
            parameters: case.buffers.iter().map(|pointed| pointed.name.clone()).collect(),
            constants: Vec::new(),
        };
        let checks = checks(expected, false);
        let run = Run { case: &launched, expected, launch: &launch, checks };
        let mut verdict: Option<Verdict> = None;
        for device in &self.devices {
            let judged = run.judge_twice(device.as_ref());
            out.times.device += judged.seconds;
            if let Verdict::Bug(finding) = judged.verdict {
                verdict = Some(Verdict::Bug(finding.in_no_pass().in_lowering(LAYER)));
                break;
            }
            // One device that cannot judge is enough for the module not to agree.
            if matches!(verdict, None | Some(Verdict::Agree)) {
                verdict = Some(judged.verdict);
            }
        }
        let nothing = || Verdict::Inconclusive("no device executes what was compiled".to_owned());
        let verdict = verdict.unwrap_or_else(nothing);
        out.outcome = conclude(verdict, &self.known, &plan.toolchain, &case.text);
    }
}
