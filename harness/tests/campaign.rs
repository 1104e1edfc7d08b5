//! Campaigns with a compiler that is scripted: what is found, named, written and kept.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::collections::VecDeque;
use std::fs;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use support::Builder;
use tritonsmith::campaign::{
    self, Compiler, Compilers, Settings, Shard, Silent, Summary, find_finding,
};
use tritonsmith::compile::{
    Artifact, BoundArgument, BoundValue, CompileFailure, Content, Control, FailureKind, Job,
    JobResult, Kernel, Launch, PassText, Stage, Target,
};
use tritonsmith::generate::Numerics;
use tritonsmith::oracle::FindingKind;
use tritonsmith::tensor::DType;
use tritonsmith::testcase::{Fill, TestCase};
use tritonsmith::toolchain::ToolchainId;

/// Copies 16 floats.
fn case(index: u64) -> TestCase {
    let mut builder = Builder::new();
    let ramp = Fill::Ramp { low: 1, stride: 3, modulus: 101, scale: 0 };
    let a = builder.pointer("a", DType::F32, 16, ramp);
    let out = builder.pointer("out", DType::F32, 16, Fill::Unwritten);
    let index_of = builder.arange(16);
    let value = builder.load(a, index_of);
    builder.store(out, index_of, value);
    builder.case(&format!("s1-k{index}"), [1, 1, 1])
}

/// The copy as TTIR; `wrong` reads each element's neighbour.
fn ttir(wrong: bool, comment: &str) -> String {
    let from = if wrong { "%flipped" } else { "%index" };
    format!(
        "module {{
  tt.func public @kernel(%a: !tt.ptr<f32>, %out: !tt.ptr<f32>) {{
    %index = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32>
    %one = arith.constant dense<1> : tensor<16xi32>
    %flipped = arith.xori %index, %one : tensor<16xi32>
    %1 = tt.splat %a : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %2 = tt.addptr %1, {from} : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %3 = tt.load %2 : tensor<16x!tt.ptr<f32>>
    %4 = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %5 = tt.addptr %4, %index : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %5, %3 : tensor<16x!tt.ptr<f32>>
    tt.return
  }}
}}
// {comment}
"
    )
}

/// What the compiler does with every kernel.
#[derive(Clone, Copy, PartialEq)]
enum Script {
    Right,
    /// A pass goes wrong.
    Wrong,
    /// An assertion fails; the control survives or not.
    Assertion {
        control: bool,
    },
    /// A crash that does not happen a second time.
    Once,
    Refused,
    /// A pass goes wrong, but the compilation with the text of every pass is another one.
    Dumps(Other),
}

/// What is other about the compilation with dumps.
#[derive(Clone, Copy, PartialEq)]
enum Other {
    /// It fails after the guilty pass.
    Failure,
    /// Its last text is not the one that was executed.
    Text,
    /// One text rounds: the case's data cannot tell about it, made-up inputs can.
    Rounds,
}

struct Scripted {
    script: Script,
    answers: VecDeque<JobResult>,
    first: bool,
}

fn kernel() -> Launch {
    let pointer = |name: &str, position: usize| {
        let case = case(0);
        let (_, address, _) = case.buffers().nth(position).unwrap();
        let value = BoundValue::Pointer { name: name.into(), address };
        BoundArgument { ty: "*fp32".into(), value }
    };
    Launch {
        kernel: Kernel { name: "kernel".into(), ..Kernel::default() },
        grid: [1, 1, 1],
        arguments: vec![pointer("a", 0), pointer("out", 1)],
        parameters: vec![],
        constants: vec![],
    }
}

fn compiled(wrong: bool) -> JobResult {
    let mut launch = kernel();
    let text = |stage, wrong| Artifact {
        stage,
        content: Content::Text(ttir(wrong, &format!("after {stage}"))),
    };
    launch.kernel.artifacts = vec![text(Stage::Ttir, false), text(Stage::Ttgir, wrong)];
    let before = |pass: &str, wrong| PassText {
        pass: pass.into(),
        text: ttir(wrong, &format!("before {pass}")),
    };
    let passes = vec![before("good", false), before("guilty{x=1}", false), before("late", wrong)];
    JobResult { launches: vec![launch], passes, ..JobResult::default() }
}

/// What the compilation with dumps gives.
fn dumped(other: Other) -> JobResult {
    let mut result = compiled(true);
    match other {
        Other::Failure => result.failure = failed(FailureKind::Timeout, "late").failure,
        Other::Text => {
            result.launches[0].kernel.artifacts[1].content = Content::Text(ttir(true, ""))
        }
        Other::Rounds => {
            let divided = "    %third = arith.constant dense<3.0> : tensor<16xf32>\n    \
                           %unused = arith.divf %3, %third : tensor<16xf32>\n    %4 =";
            for dump in &mut result.passes[1..] {
                let text = ttir(false, &format!("before {}", dump.pass));
                dump.text = text.replace("    %4 =", divided);
                if dump.pass == "late" {
                    let load = "    %unread = tt.load %5 : tensor<16x!tt.ptr<f32>>\n    tt.store";
                    dump.text = dump.text.replace("    tt.store", load);
                }
            }
            let mut last = result.passes[1].clone();
            last.pass = "rounder".to_owned();
            result.passes.insert(1, last);
            result.passes[1].text = ttir(false, "before rounder");
        }
    }
    result
}

fn failed(kind: FailureKind, message: &str) -> JobResult {
    let failure = CompileFailure {
        kind,
        stage: "ttgir".into(),
        pass: (kind == FailureKind::Assertion).then(|| "tritongpu-pipeline".into()),
        exception: None,
        message: message.into(),
        traceback: String::new(),
        output: "printed".into(),
    };
    JobResult { failure: Some(failure), ..JobResult::default() }
}

impl Compiler for Scripted {
    fn submit(&mut self, job: &Job) -> Result<()> {
        let answer = match self.script {
            Script::Dumps(other) if job.dumps_passes() => dumped(other),
            Script::Dumps(_) => compiled(true),
            Script::Right => compiled(false),
            Script::Wrong => compiled(true),
            Script::Assertion { .. } => {
                failed(FailureKind::Assertion, "a.cpp:1: f: Assertion `n == 4' failed.")
            }
            Script::Once if self.first => failed(FailureKind::Crash { signal: 11 }, "died"),
            Script::Once => compiled(false),
            Script::Refused => failed(FailureKind::Frontend, "at 1:2: no"),
        };
        self.answers.push_back(answer);
        Ok(())
    }

    fn receive(&mut self) -> Result<JobResult> {
        Ok(self.answers.pop_front().expect("something was submitted"))
    }

    fn control(&mut self, _: &Job) -> Result<Control> {
        Ok(match self.script {
            Script::Assertion { control: false } => Control::ToolchainDefect("dies".into()),
            _ => Control::Survives,
        })
    }
}

struct Pool {
    script: Script,
    started: AtomicBool,
}

impl Compilers for Pool {
    fn start(&self, _: &ToolchainId) -> Result<Box<dyn Compiler>> {
        let first = !self.started.swap(true, std::sync::atomic::Ordering::Relaxed);
        Ok(Box::new(Scripted { script: self.script, answers: VecDeque::new(), first }))
    }
}

fn settings(folder: &std::path::Path, count: u64) -> Settings {
    Settings {
        seed: 1,
        count: Some(count),
        time: None,
        toolchains: vec![ToolchainId::default()],
        targets: vec![Target::cuda(90)],
        devices: vec!["ir".into()],
        until: Stage::Ttgir,
        jobs: 1,
        shard: Shard::default(),
        scenario: "kernels".to_owned(),
        ab: false,
        mode: Numerics::Exact,
        instrument: None,
        guidance: false,
        out: Some(folder.to_path_buf()),
    }
}

fn run(folder: &std::path::Path, script: Script, count: u64) -> Summary {
    let pool = Pool { script, started: AtomicBool::new(false) };
    let stop = AtomicBool::new(false);
    campaign::run(&settings(folder, count), &case, &pool, &Silent, &stop).unwrap()
}

/// Two toolchains, each with a compiler of its own.
struct Two([(ToolchainId, Script); 2]);

impl Compilers for Two {
    fn start(&self, id: &ToolchainId) -> Result<Box<dyn Compiler>> {
        let (_, script) = self.0.iter().find(|(own, _)| own == id).unwrap();
        Ok(Box::new(Scripted { script: *script, answers: VecDeque::new(), first: false }))
    }
}

/// What a comparison of two toolchains has found: words of the changes, and agreeing kernels.
fn compared(base: Script, new: Script) -> (Vec<String>, Summary) {
    let folder = tempfile::tempdir().unwrap();
    let ids = ["triton==3.8.0", "triton==3.9.0"].map(|id| id.parse::<ToolchainId>().unwrap());
    let settings = Settings { toolchains: ids.to_vec(), ab: true, ..settings(folder.path(), 2) };
    let [first, second] = ids;
    let compilers = Two([(first, base), (second, new)]);
    let stop = AtomicBool::new(false);
    let summary = campaign::run(&settings, &case, &compilers, &Silent, &stop).unwrap();
    let change = |record: &tritonsmith::report::Record| record.change.clone().unwrap();
    (summary.findings.iter().map(change).collect(), summary)
}

#[test]
fn only_what_one_of_two_toolchains_shows_counts() {
    let (changes, summary) = compared(Script::Right, Script::Wrong);
    assert_eq!((changes, summary.agree), (vec!["regression".to_owned()], 2));
    let record = &summary.findings[0];
    assert!(record.id.ends_with("-regression") && record.case.contains(&record.id));
    assert_eq!((record.toolchain.as_str(), record.sightings), ("triton==3.9.0", 2));
    let (changes, _) = compared(Script::Wrong, Script::Right);
    assert_eq!(changes, ["fixed"]);
    let (changes, summary) = compared(Script::Wrong, Script::Wrong);
    assert_eq!((changes.len(), summary.inconclusive.values().sum::<u64>()), (0, 4));
    // What fails to compile there was not executed, so the wrong value here says nothing of it.
    let (changes, _) = compared(Script::Wrong, Script::Assertion { control: true });
    assert_eq!(changes, ["regression"]);
    let (changes, _) = compared(Script::Right, Script::Right);
    assert!(changes.is_empty());
}

#[test]
fn right_kernels_agree_and_the_campaign_can_be_extended() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(folder.path(), Script::Right, 3).agree, 3);
    let summary = run(folder.path(), Script::Right, 5);
    assert_eq!((summary.kernels, summary.agree, summary.valid), (5, 5, 5));
    assert!(summary.findings.is_empty() && summary.inconclusive.is_empty());
}

#[test]
fn a_wrong_pass_is_named_once_and_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let summary = run(folder.path(), Script::Wrong, 3);
    let [record] = &summary.findings[..] else { panic!("{:?}", summary.findings) };
    assert_eq!((record.kind, record.sightings), (FindingKind::Mismatch, 3));
    assert_eq!(record.pass.as_deref(), Some("guilty{x=1}"));
    assert_eq!(record.signature, "mismatch | guilty");
    assert!(record.detail.starts_with("out[0] holds a[1], expected a[0]"), "{}", record.detail);
    let place = folder.path().join("findings").join(&record.id);
    let read = |name: &str| fs::read_to_string(place.join(name)).unwrap();
    assert_eq!(TestCase::read(&place.join("case.json")).unwrap(), case(0));
    assert!(read("before.mlir").contains("// before guilty"));
    assert!(read("after.mlir").contains("// before late"));
    assert!(read("ttir.mlir").contains("after ttir") && read("ttgir.mlir").contains("after ttgir"));
    assert!(read("kernel.py").contains("@triton.jit"));
    assert!(read("verdict.md").contains(&record.replay));
    let found = find_finding(place.to_str().unwrap(), std::path::Path::new("none")).unwrap();
    assert_eq!((found.record.id.as_str(), found.case().unwrap()), (record.id.as_str(), case(0)));
    let resumed = run(folder.path(), Script::Wrong, 3);
    assert_eq!(resumed.findings, summary.findings, "nothing is lost or found twice");
    let names = fs::read_dir(folder.path().join("findings")).unwrap().count();
    assert_eq!(names, 1, "no unfinished folder is left");
}

#[test]
fn a_pass_is_named_only_if_the_compilation_is_the_same() {
    for other in [Other::Failure, Other::Text] {
        let folder = tempfile::tempdir().unwrap();
        let summary = run(folder.path(), Script::Dumps(other), 1);
        let record = &summary.findings[0];
        assert_eq!(record.pass, None);
        let signature = "mismatch | ttgir | out[N] holds a[N], expected a[N]";
        assert_eq!(record.signature, signature);
        let log = folder.path().join("findings").join(&record.id).join("log.txt");
        let log = fs::read_to_string(log).unwrap();
        assert!(
            log.contains("the first wrong pass is not named: with the IR of every pass"),
            "{log}"
        );
    }
}

/// The texts after `rounder` round, so that the case's data cannot judge them. The one after `guilty`
/// loads from elsewhere too, which is seen on made-up inputs.
#[test]
fn a_text_that_the_case_cannot_judge_is_held_against_the_last_right_one() {
    let folder = tempfile::tempdir().unwrap();
    let summary = run(folder.path(), Script::Dumps(Other::Rounds), 1);
    let record = &summary.findings[0];
    assert_eq!(record.kind, FindingKind::Mismatch);
    let pass = record.pass.as_deref().unwrap();
    assert!(pass.ends_with("guilty{x=1}") && !pass.contains("late"), "{pass}");
}

#[test]
fn a_folder_of_somebody_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.tex"), "").unwrap();
    let pool = Pool { script: Script::Right, started: AtomicBool::new(false) };
    let stop = AtomicBool::new(false);
    let settings = settings(folder.path(), 1);
    let error = campaign::run(&settings, &case, &pool, &Silent, &stop).unwrap_err();
    assert!(error.to_string().contains("thesis.tex"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is put there");
}

#[test]
fn what_is_compiled_and_not_executed_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let told = run(folder.path(), Script::Right, 1);
    assert_eq!(told.executed, ["ttir", "ttgir"]);
    assert!(!told.text().contains("compiled up to"));
    let folder = tempfile::tempdir().unwrap();
    let pool = Pool { script: Script::Right, started: AtomicBool::new(false) };
    let settings = Settings { until: Stage::Ptx, ..settings(folder.path(), 1) };
    let told = campaign::run(&settings, &case, &pool, &Silent, &AtomicBool::new(false)).unwrap();
    let line = "compiled up to ptx; executed and compared: ttir and ttgir only";
    assert!(told.text().contains(line), "{}", told.text());
}

#[test]
fn a_folder_without_a_record_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let id = run(folder.path(), Script::Wrong, 1).findings[0].id.clone();
    let other = tempfile::tempdir().unwrap();
    let leftover = other.path().join("findings").join(&id);
    fs::create_dir_all(&leftover).unwrap();
    fs::write(leftover.join("half"), "").unwrap();
    run(other.path(), Script::Wrong, 1);
    assert!(leftover.join("verdict.md").exists() && !leftover.join("half").exists());
}

#[test]
fn a_failure_counts_only_if_the_control_survives() {
    let folder = tempfile::tempdir().unwrap();
    let summary = run(folder.path(), Script::Assertion { control: true }, 2);
    let record = &summary.findings[0];
    assert_eq!((record.kind, record.sightings), (FindingKind::Assertion, 2));
    assert_eq!(record.signature, "assertion | tritongpu-pipeline | n == N");
    let log = folder.path().join("findings").join(&record.id).join("log.txt");
    assert!(fs::read_to_string(log).unwrap().contains("printed"));

    let folder = tempfile::tempdir().unwrap();
    let summary = run(folder.path(), Script::Assertion { control: false }, 2);
    assert_eq!((summary.inconclusive["toolchain defect"], summary.findings.len()), (2, 0));
}

#[test]
fn what_does_not_happen_again_and_what_is_refused_are_no_findings() {
    let folder = tempfile::tempdir().unwrap();
    let summary = run(folder.path(), Script::Once, 2);
    assert_eq!(summary.inconclusive.values().sum::<u64>(), 2, "{:?}", summary.inconclusive);
    assert!(summary.findings.is_empty());
    let folder = tempfile::tempdir().unwrap();
    let summary = run(folder.path(), Script::Refused, 2);
    assert_eq!((summary.invalid, summary.valid, summary.findings.len()), (2, 0, 0));
    assert!(folder.path().join("set-aside/s1-k0.json").exists());
}
