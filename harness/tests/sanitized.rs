//! Campaigns with a sanitizer of Triton's: a scripted compiler, and the device that executes PTX.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use serde_json::json;
use support::Builder;
use tritonsmith::campaign::{
    self, Compiler, Compilers, Installed, Plan, Settings, Silent, Summary,
};
use tritonsmith::compile::{
    Artifact, BoundArgument, BoundValue, CompileFailure, Content, Control, FailureKind, Instrument,
    Job, JobResult, Kernel, Launch, ModuleJob, Stage, Target, WorkerOptions,
};
use tritonsmith::generate::{Config, Numerics, from_seed};
use tritonsmith::oracle::FindingKind;
use tritonsmith::tensor::DType;
use tritonsmith::testcase::{Fill, TestCase};
use tritonsmith::toolchain::{Home, ToolchainId};

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

/// What a build does beside the copy.
#[derive(Clone, Copy, PartialEq)]
enum Build {
    Copy,
    /// It changes every bit pattern.
    Flip,
    /// Its assertion fails, with the sanitizer's words.
    Report,
    /// It stores next to the buffer.
    Stray,
    /// The compiler does not add the sanitizer.
    Plain,
    /// The compiler dies.
    Dies,
    /// The toolchain has no sanitizers.
    Lacks,
}

const MESSAGE: &str = "Buffer being accessed has outstanding writes. Operand: A";

fn ptx(build: Build) -> String {
    let bytes: Vec<String> = MESSAGE.bytes().chain([0]).map(|byte| byte.to_string()).collect();
    let extra = match build {
        Build::Flip => "xor.b32 %r3, %r3, 1;".to_owned(),
        Build::Stray => "@%p1 st.global.b32 [%rd4], %r3;".to_owned(),
        Build::Report => "{\n.param .b64 param0;\n.param .b64 param1;\n.param .b32 param2;\n\
             .param .b64 param3;\n.param .b64 param4;\nmov.b64 %rd6, message;\n\
             cvta.global.u64 %rd7, %rd6;\nst.param.b64 [param0], %rd7;\n\
             st.param.b64 [param1], %rd7;\nst.param.b32 [param2], 216;\n\
             st.param.b64 [param3], %rd7;\nst.param.b64 [param4], 1;\n\
             call.uni __assertfail, (param0, param1, param2, param3, param4);\n}\ntrap;"
            .to_owned(),
        _ => String::new(),
    };
    format!(
        ".version 8.4\n.target sm_90\n.address_size 64\n\
         .extern .func __assertfail\n(\n.param .b64 p0,\n.param .b64 p1,\n.param .b32 p2,\n\
         .param .b64 p3,\n.param .b64 p4\n)\n.noreturn;\n\
         .global .align 1 .b8 message[{}] = {{{}}};\n\
         .visible .entry kernel(.param .u64 a, .param .u64 out, .param .u64 scratch, \
         .param .u64 profile)\n.reqntid 32\n{{\n.reg .pred %p<2>;\n.reg .b32 %r<6>;\n\
         .reg .b64 %rd<8>;\nld.param.b64 %rd1, [a];\nld.param.b64 %rd2, [out];\n\
         mov.u32 %r2, %tid.x;\nsetp.lt.u32 %p1, %r2, 16;\nmul.wide.u32 %rd3, %r2, 4;\n\
         add.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n\
         @%p1 ld.global.b32 %r3, [%rd4];\n{extra}\n@%p1 st.global.b32 [%rd5], %r3;\nret;\n}}\n",
        bytes.len(),
        bytes.join(", ")
    )
}

/// The copy as the sanitizer's rules see it; the comparison decides nothing.
fn ttir(compares: bool) -> String {
    let compare = if compares { "    %c = arith.cmpf olt, %x, %x : tensor<16xf32>\n" } else { "" };
    format!("module {{\n  tt.func public @kernel() {{\n{compare}    tt.return\n  }}\n}}\n")
}

fn compiled(build: Build, by: Option<Instrument>, compares: bool) -> JobResult {
    let case = case(0);
    let argument = |(name, address, _): (&str, u64, _)| BoundArgument {
        ty: "*fp32".into(),
        value: BoundValue::Pointer { name: name.into(), address },
    };
    let mode = by.filter(|_| build != Build::Plain).map_or("", Instrument::name);
    let metadata = json!({
        "num_warps": 1, "num_ctas": 1, "shared": 0, "global_scratch_size": 0,
        "profile_scratch_size": 32, "instrumentation_mode": mode,
    });
    let metadata: BTreeMap<String, serde_json::Value> = serde_json::from_value(metadata).unwrap();
    let text = |stage, text| Artifact { stage, content: Content::Text(text) };
    let artifacts = vec![
        text(Stage::Ttir, ttir(compares)),
        text(Stage::Ttgir, ttir(compares)),
        text(Stage::Ptx, ptx(build)),
    ];
    let launch = Launch {
        kernel: Kernel { name: "kernel".into(), artifacts, metadata, ..Kernel::default() },
        grid: [1, 1, 1],
        arguments: case.buffers().map(argument).collect(),
        parameters: vec![],
        constants: vec![],
    };
    JobResult { launches: vec![launch], ..JobResult::default() }
}

fn failed(kind: FailureKind, message: &str) -> JobResult {
    let failure = CompileFailure {
        kind,
        stage: "llir".into(),
        pass: None,
        exception: None,
        message: message.into(),
        traceback: String::new(),
        output: String::new(),
    };
    JobResult { failure: Some(failure), ..JobResult::default() }
}

/// What the plain build, the first and the second one with the sanitizer are.
#[derive(Clone, Copy)]
struct Script {
    builds: [Build; 3],
    /// Whether the kernel compares floats.
    compares: bool,
    /// Whether a trivial module compiles with the sanitizer.
    control: bool,
}

struct Scripted(Script, VecDeque<JobResult>);

impl Scripted {
    fn answer(&self, job: &ModuleJob) -> JobResult {
        // The case's own options have four.
        let other = !job.source.contains("num_warps=4");
        let at = if job.instrument.is_none() { 0 } else { 1 + usize::from(other) };
        match self.0.builds[at] {
            Build::Dies => failed(FailureKind::Crash { signal: 6 }, "LLVM ERROR: Cannot select"),
            Build::Lacks => failed(FailureKind::Unsupported, "consan needs Triton 3.9 or later"),
            build => compiled(build, job.instrument, self.0.compares),
        }
    }
}

impl Compiler for Scripted {
    fn submit(&mut self, job: &Job) -> Result<()> {
        let Job::RunModule(job) = job else { panic!("{job:?}") };
        let answer = self.answer(job);
        self.1.push_back(answer);
        Ok(())
    }

    fn receive(&mut self) -> Result<JobResult> {
        Ok(self.1.pop_front().expect("something was submitted"))
    }

    fn control(&mut self, _: &Job) -> Result<Control> {
        Ok(match self.0.control {
            true => Control::Survives,
            false => Control::ToolchainDefect("dies".into()),
        })
    }
}

impl Compilers for Script {
    fn start(&self, _: &ToolchainId) -> Result<Box<dyn Compiler>> {
        Ok(Box::new(Scripted(*self, VecDeque::new())))
    }
}

fn settings(folder: &Path, by: Instrument, count: u64) -> Settings {
    let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
    Settings {
        seed: 1,
        count: Some(count),
        instrument: Some(by),
        out: Some(folder.to_path_buf()),
        ..Settings::single(&plan, &["ptx".to_owned()], Stage::Ptx)
    }
}

fn run(folder: &Path, by: Instrument, script: Script) -> Summary {
    let (settings, stop) = (settings(folder, by, 1), AtomicBool::new(false));
    campaign::run(&settings, &case, &script, &Silent, &stop).unwrap()
}

fn judged(by: Instrument, builds: [Build; 3]) -> Summary {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), by, Script { builds, compares: false, control: true })
}

/// Why the only kernel was not judged.
fn reason(summary: &Summary) -> &str {
    assert!(summary.findings.is_empty() && summary.agree == 0, "{summary:?}");
    summary.inconclusive.keys().next().unwrap()
}

#[test]
fn builds_that_are_right_agree() {
    for by in Instrument::ALL {
        let summary = judged(by, [Build::Copy; 3]);
        assert_eq!((summary.agree, summary.findings.len()), (1, 0), "{summary:?}");
        assert_eq!(summary.instrument.as_deref(), Some(by.name()));
    }
}

#[test]
fn a_report_of_the_concurrency_sanitizer_is_a_finding() {
    let summary = judged(Instrument::Consan, [Build::Copy, Build::Report, Build::Copy]);
    let [record] = &summary.findings[..] else { panic!("{summary:?}") };
    assert_eq!(record.kind, FindingKind::Race);
    let signature = "race | ptx | Buffer being accessed has outstanding writes";
    assert_eq!(record.signature, signature);
    assert!(record.detail.contains(MESSAGE), "{}", record.detail);
    assert!(record.replay.ends_with(" --device ptx --instrument consan"), "{}", record.replay);
    let wrong = judged(Instrument::Consan, [Build::Copy, Build::Flip, Build::Copy]);
    assert_eq!(wrong.findings[0].kind, FindingKind::Mismatch);
    assert!(wrong.findings[0].signature.ends_with("(consan)"));
}

#[test]
fn builds_of_the_floating_point_sanitizer_are_held_against_each_other_only() {
    let same = judged(Instrument::Fpsan, [Build::Copy, Build::Flip, Build::Flip]);
    assert_eq!((same.agree, same.findings.len()), (1, 0), "{same:?}");
    let summary = judged(Instrument::Fpsan, [Build::Copy, Build::Copy, Build::Flip]);
    let [record] = &summary.findings[..] else { panic!("{summary:?}") };
    assert_eq!(record.kind, FindingKind::VariantsDiffer);
    assert_eq!(record.signature, "variants-differ | ptx | fpsan");
    assert!(record.detail.contains("num_warps=4") && record.detail.contains("num_warps=2"));
}

#[test]
fn what_was_not_checked_is_told_and_is_no_finding() {
    let of = |by, build| {
        let summary = judged(by, [Build::Copy, build, build]);
        reason(&summary).to_owned()
    };
    let (consan, fpsan) = (Instrument::Consan, Instrument::Fpsan);
    assert_eq!(of(consan, Build::Stray), "consan: the build was stopped");
    assert_eq!(of(fpsan, Build::Report), "fpsan: the build was stopped");
    assert_eq!(of(fpsan, Build::Plain), "fpsan: the kernel was not instrumented");
    assert!(of(consan, Build::Lacks).contains("needs Triton 3.9"));
    let folder = tempfile::tempdir().unwrap();
    let script = Script { builds: [Build::Copy; 3], compares: true, control: true };
    let summary = run(folder.path(), fpsan, script);
    assert_eq!(reason(&summary), "fpsan: a comparison of floats");
}

#[test]
fn the_plain_build_is_the_control() {
    let wrong = judged(Instrument::Consan, [Build::Flip, Build::Report, Build::Copy]);
    assert_eq!(wrong.findings.len(), 1);
    assert_eq!(wrong.findings[0].kind, FindingKind::Mismatch);
    let builds = [Build::Copy, Build::Dies, Build::Copy];
    let folder = tempfile::tempdir().unwrap();
    let died =
        run(folder.path(), Instrument::Consan, Script { builds, compares: false, control: true });
    assert_eq!(died.findings[0].kind, FindingKind::CompilerCrash);
    let folder = tempfile::tempdir().unwrap();
    let script = Script { builds, compares: false, control: false };
    let summary = run(folder.path(), Instrument::Consan, script);
    assert_eq!(reason(&summary), "consan: toolchain defect");
}

#[test]
#[ignore = "60 kernels for each sanitizer take minutes: run with --ignored --nocapture"]
fn what_is_generated_shows_no_race_and_no_difference() {
    let (home, ids) = (Home::from_environment().unwrap(), [ToolchainId::default()]);
    let mut progress = |line: &str| eprintln!("{line}");
    let options = WorkerOptions::default();
    let installed = Installed::ensure(&home, &ids, options, &mut progress).unwrap();
    let config = Config { numerics: Numerics::Bounded, ..Config::default() };
    let source = |index: u64| from_seed(1, index, &config);
    for by in Instrument::ALL {
        let folder = tempfile::tempdir().unwrap();
        let (settings, stop) = (settings(folder.path(), by, 60), AtomicBool::new(false));
        let summary = campaign::run(&settings, &source, &installed, &Silent, &stop).unwrap();
        eprintln!("{}", summary.text());
        let own = [FindingKind::Race, FindingKind::VariantsDiffer];
        assert!(summary.findings.iter().all(|record| !own.contains(&record.kind)));
        assert!(by == Instrument::Consan || summary.agree > 0, "fpsan judges nothing");
    }
}
