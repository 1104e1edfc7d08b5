//! Triton's interpreter in campaigns: a scripted one, and that of the default toolchain, which is
//! installed on first use.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Result, bail};
use support::scripted::{copy, copy_with, pointers};
use tritonsmith::campaign::minimize::{Effort, Kernels};
use tritonsmith::campaign::{
    self, Compiler, Compilers, Examiner, Installed, Outcome, Plan, Settings, Silent, Subject,
    Summary,
};
use tritonsmith::compile::{
    Artifact, CompileFailure, Content, Control, FailureKind, InterpretJob, InterpretedBuffer, Job,
    JobResult, Kernel, Launch, Stage, Target, WorkerOptions,
};
use tritonsmith::generate::{Config, from_seed};
use tritonsmith::oracle::FindingKind;
use tritonsmith::program::ops::BinaryOp;
use tritonsmith::tensor::DType;
use tritonsmith::testcase::TestCase;
use tritonsmith::toolchain::{Home, ToolchainId};

/// The copy, with statements of which nothing is used.
fn padded(unused: usize) -> TestCase {
    copy_with(0, |builder, value| {
        for _ in 0..unused {
            builder.binary(BinaryOp::Add, value, value);
        }
    })
}

/// The copy as TTIR.
const TTIR: &str = "module {
  tt.func public @kernel(%a: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %index = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %1 = tt.splat %a : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %2 = tt.addptr %1, %index : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %3 = tt.load %2 : tensor<16x!tt.ptr<f32>>
    %4 = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %5 = tt.addptr %4, %index : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %5, %3 : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
";

/// What the interpreter does with every kernel.
#[derive(Clone, Copy, PartialEq)]
enum Script {
    Right,
    /// Each element is its neighbour's.
    Wrong,
    /// Something is stored beside a buffer.
    Beside,
    /// An exception; the control survives or not.
    Raises {
        control: bool,
    },
    /// It says that it lacks something.
    Lacks,
    Slow,
}

struct Scripted {
    script: Script,
    answers: VecDeque<JobResult>,
}

fn interpreted(script: Script, job: &InterpretJob) -> JobResult {
    let failed = |kind, message: &str| JobResult {
        failure: Some(CompileFailure {
            kind,
            stage: "interpreter".into(),
            pass: None,
            exception: (kind == FailureKind::Interpreter).then(|| "ValueError".to_owned()),
            message: message.into(),
            traceback: "where".into(),
            output: "printed".into(),
        }),
        ..JobResult::default()
    };
    let mut out = job.buffers["a"].bytes.clone();
    let guarded = script != Script::Beside;
    match script {
        Script::Raises { .. } => return failed(FailureKind::Interpreter, "axis 7 is too many"),
        Script::Lacks => return failed(FailureKind::Unsupported, "no inline assembly"),
        Script::Slow => return failed(FailureKind::Timeout, "no answer within 60 s"),
        Script::Wrong => out.rotate_left(4),
        Script::Right | Script::Beside => {}
    }
    let a = InterpretedBuffer { bytes: job.buffers["a"].bytes.clone(), guarded: true };
    let out = InterpretedBuffer { bytes: out, guarded };
    let buffers = BTreeMap::from([("a".to_owned(), a), ("out".to_owned(), out)]);
    JobResult { buffers, ..JobResult::default() }
}

/// The compiler is never wrong.
fn compiled() -> JobResult {
    let text = |stage| Artifact { stage, content: Content::Text(TTIR.to_owned()) };
    let artifacts = vec![text(Stage::Ttir), text(Stage::Ttgir)];
    let launch = Launch {
        kernel: Kernel { name: "kernel".into(), artifacts, ..Kernel::default() },
        grid: [1, 1, 1],
        arguments: pointers(&copy(0)),
        parameters: vec![],
        constants: vec![],
    };
    JobResult { launches: vec![launch], ..JobResult::default() }
}

impl Compiler for Scripted {
    fn submit(&mut self, job: &Job) -> Result<()> {
        self.answers.push_back(match job {
            Job::Interpret(job) => interpreted(self.script, job),
            _ => compiled(),
        });
        Ok(())
    }

    fn receive(&mut self) -> Result<JobResult> {
        Ok(self.answers.pop_front().expect("something was submitted"))
    }

    fn control(&mut self, _: &Job) -> Result<Control> {
        Ok(match self.script {
            Script::Raises { control: false } => Control::ToolchainDefect("raises".into()),
            _ => Control::Survives,
        })
    }
}

struct Pool {
    script: Script,
    compiles: bool,
}

impl Compilers for Pool {
    fn start(&self, _: &ToolchainId) -> Result<Box<dyn Compiler>> {
        if !self.compiles {
            bail!("nothing is compiled");
        }
        self.start_interpreter(&ToolchainId::default())
    }

    fn start_interpreter(&self, _: &ToolchainId) -> Result<Box<dyn Compiler>> {
        Ok(Box::new(Scripted { script: self.script, answers: VecDeque::new() }))
    }
}

fn settings(folder: &Path, devices: &[&str]) -> Settings {
    let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
    let devices: Vec<_> = devices.iter().map(|name| (*name).to_owned()).collect();
    Settings {
        seed: 1,
        count: Some(2),
        out: Some(folder.to_path_buf()),
        ..Settings::single(&plan, &devices, Stage::Ttgir)
    }
}

fn run(folder: &Path, script: Script, devices: &[&str]) -> Summary {
    let pool = Pool { script, compiles: devices.contains(&"ir") };
    let (settings, stop) = (settings(folder, devices), AtomicBool::new(false));
    campaign::run(&settings, &copy, &pool, &Silent, &stop).unwrap()
}

const ALONE: &[&str] = &["triton-interpreter"];
const BOTH: &[&str] = &["ir", "triton-interpreter"];

#[test]
fn kernels_that_are_interpreted_alone_are_not_compiled() {
    let folder = tempfile::tempdir().unwrap();
    let summary = run(folder.path(), Script::Right, ALONE);
    assert_eq!((summary.kernels, summary.agree), (2, 2), "{:?}", summary.inconclusive);
    assert_eq!(summary.executed, ["interpreter"]);
    assert!(!summary.text().contains("compiled up to"));
}

#[test]
fn what_the_interpreter_gets_wrong_is_its_own_finding() {
    for devices in [ALONE, BOTH] {
        let folder = tempfile::tempdir().unwrap();
        let summary = run(folder.path(), Script::Wrong, devices);
        let [record] = &summary.findings[..] else { panic!("{:?}", summary.findings) };
        assert_eq!((record.kind, record.sightings), (FindingKind::Mismatch, 2));
        assert_eq!(record.signature, "mismatch | interpreter | fp32");
        assert_eq!(record.pass, None);
        assert!(record.detail.contains("triton-interpreter"), "{}", record.detail);
        assert!(record.replay.ends_with(" --device triton-interpreter"), "{}", record.replay);
        let script = folder.path().join("findings").join(&record.id).join("kernel.py");
        let script = fs::read_to_string(script).unwrap();
        assert!(script.contains("os.environ[\"TRITON_INTERPRET\"] = \"1\""), "{script}");
        assert!(script.contains("class Tensor:") && !script.contains("import torch"), "{script}");
    }
    let folder = tempfile::tempdir().unwrap();
    let summary = run(folder.path(), Script::Right, BOTH);
    assert_eq!((summary.agree, summary.findings.len()), (2, 0));
    assert_eq!(summary.executed, ["ttir", "ttgir", "interpreter"]);
}

#[test]
fn stores_beside_a_buffer_and_exceptions_are_findings() {
    let folder = tempfile::tempdir().unwrap();
    let summary = run(folder.path(), Script::Beside, ALONE);
    assert_eq!(summary.findings[0].signature, "out-of-bounds | interpreter");
    let folder = tempfile::tempdir().unwrap();
    let summary = run(folder.path(), Script::Raises { control: true }, BOTH);
    let record = &summary.findings[0];
    assert_eq!(record.kind, FindingKind::InterpreterFailure);
    let signature = "interpreter-failure | interpreter | ValueError: axis N is too many";
    assert_eq!(record.signature, signature);
}

#[test]
fn what_the_interpreter_fails_on_becomes_small_beside_another_device() {
    let folder = tempfile::tempdir().unwrap();
    let (settings, start) = (settings(folder.path(), BOTH), padded(4));
    let plan = settings.plans().remove(0);
    let pool = Pool { script: Script::Raises { control: true }, compiles: true };
    let (kernels, failed) = Kernels::new(&settings, &plan, &pool, 1, &start, None).unwrap();
    let effort = Effort { jobs: 1, attempts: 100, time: Duration::from_secs(60) };
    let smaller = kernels.smallest(&start, failed, effort, folder.path(), |_| ()).unwrap();
    assert_eq!(smaller.finding.kind, FindingKind::InterpreterFailure);
    let (before, after) = smaller.statements;
    assert!(after + 4 <= before, "{after} of {before}");
}

#[test]
fn limits_of_the_interpreter_are_told_and_are_no_findings() {
    let told = [
        (Script::Raises { control: false }, "toolchain defect"),
        (Script::Lacks, "not in this toolchain: no inline assembly"),
        (Script::Slow, "Triton's interpreter takes too long"),
    ];
    for (script, reason) in told {
        for devices in [ALONE, BOTH] {
            let folder = tempfile::tempdir().unwrap();
            let summary = run(folder.path(), script, devices);
            assert_eq!(summary.findings.len(), 0);
            assert_eq!(summary.inconclusive.get(reason), Some(&2), "{:?}", summary.inconclusive);
        }
    }
}

fn computes_on_bf16(case: &TestCase) -> bool {
    let types = case.program.check().unwrap();
    types.iter().any(|(_, ty)| ty.dtype() == Some(DType::BF16))
}

/// Of `bf16` the interpreter of 3.9.0 knows conversions only; everything else that generated kernels do
/// is right in it, but for exceptions.
#[test]
fn generated_kernels_are_judged_on_the_interpreter_of_the_default_toolchain() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path(), ALONE);
    let home = Home::from_environment().unwrap();
    let mut say = |line: &str| eprintln!("{line}");
    let options = WorkerOptions::default();
    let compilers = Installed::ensure(&home, &settings.toolchains, options, &mut say).unwrap();
    let plan = &settings.plans()[0];
    let mut examiner = Examiner::new(&settings, &compilers).unwrap();
    let mut interpreter = settings.start(&compilers, &plan.toolchain).unwrap();
    let mut agree = 0;
    for index in 0..40 {
        let subject = Subject::new(from_seed(1, index, &Config::default()));
        let answer = interpreter.run(&settings.first_job(&subject, plan)).unwrap();
        let examined = examiner.examine(&subject, plan, &answer).unwrap();
        let text = subject.interpretable();
        match examined.outcome {
            Outcome::Agree => agree += 1,
            Outcome::Inconclusive(reason) => eprintln!("kernel {index}: {reason}"),
            Outcome::Invalid(reason) => panic!("kernel {index}: {reason}\n{text}"),
            Outcome::Bug { finding, .. } => {
                let raised = finding.kind == FindingKind::InterpreterFailure;
                let expected = raised || computes_on_bf16(&subject.case);
                assert!(expected, "kernel {index}: {}\n{text}", finding.detail);
                assert!(finding.signature.contains("| interpreter |"), "{}", finding.signature);
            }
        }
    }
    assert!(agree >= 25, "{agree} of 40");
}
