//! Findings in modules of TTGIR, made small: with a compiler that is told what to fail on, and in real ones.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use serde_json::Value;
use support::summed::case;
use tritonsmith::campaign::minimize::{Done, Effort, TtgirRequest, minimize_ttgir};
use tritonsmith::campaign::{Compiler, Compilers, Plan, Settings};
use tritonsmith::compile::{CompileFailure, Control, FailureKind, Job, JobResult, Stage, Target};
use tritonsmith::testcase::ttgir::TtgirCase;
use tritonsmith::toolchain::ToolchainId;

/// Compilers of which one fails on every reduction; no other makes any code.
struct Failing(ToolchainId);

struct Scripted {
    fails: bool,
    answers: Vec<JobResult>,
}

impl Compiler for Scripted {
    fn submit(&mut self, job: &Job) -> Result<()> {
        let Job::CompileIr(job) = job else { panic!("{job:?}") };
        let failure = (self.fails && job.text.contains("tt.reduce")).then(|| CompileFailure {
            kind: FailureKind::Assertion,
            stage: "llir".to_owned(),
            pass: None,
            exception: None,
            message: "x.cpp:1: f: Assertion `a == 1' failed.".to_owned(),
            traceback: String::new(),
            output: String::new(),
        });
        self.answers.insert(0, JobResult { failure, ..JobResult::default() });
        Ok(())
    }

    fn receive(&mut self) -> Result<JobResult> {
        Ok(self.answers.pop().unwrap())
    }

    fn control(&mut self, _: &Job) -> Result<Control> {
        Ok(Control::Survives)
    }
}

impl Compilers for Failing {
    fn start(&self, toolchain: &ToolchainId) -> Result<Box<dyn Compiler>> {
        Ok(Box::new(Scripted { fails: *toolchain == self.0, answers: Vec::new() }))
    }
}

fn reduced(compilers: &Failing, folder: &Path) -> Result<Done> {
    reduced_in(&"triton==3.7.1".parse().unwrap(), compilers, folder)
}

fn reduced_in(toolchain: &ToolchainId, compilers: &Failing, folder: &Path) -> Result<Done> {
    let plan = Plan { toolchain: toolchain.clone(), target: Target::cuda(90) };
    let case = case();
    let request = TtgirRequest {
        case: &case,
        record: None,
        settings: &Settings::single(&plan, &["ptx".to_owned()], Stage::Ptx),
        plan: &plan,
        others: vec!["triton==3.9.0".parse().unwrap()],
        effort: Effort { jobs: 2, attempts: 300, time: Duration::from_secs(60) },
        folder,
    };
    minimize_ttgir(&request, compilers, &mut |_| {})
}

#[test]
fn what_the_failure_does_not_need_goes_and_the_rest_is_a_case() {
    let folder = tempfile::tempdir().unwrap();
    let done = reduced(&Failing("triton==3.7.1".parse().unwrap()), folder.path()).unwrap();
    assert_eq!(done.files, ["module.mlir", "ttgir.json", "script.py", "explain.md"]);
    let small = TtgirCase::read(&folder.path().join("ttgir.json")).unwrap();
    let text = fs::read_to_string(folder.path().join("module.mlir")).unwrap();
    assert_eq!(text, small.text);
    assert!(text.contains("tt.reduce") && text.matches("tt.store").count() == 1, "{text}");
    assert!(small.buffers.len() < 3, "{text}");
    assert!(small.buffers.iter().all(|one| text.contains(&format!("%{}", one.name))), "{text}");
    let (before, after) = done.minimal.numbers.lines.unwrap();
    assert!(after < before, "{after} of {before}");
    let shown: Vec<_> = done.minimal.toolchains.iter().map(|tried| tried.shows).collect();
    assert_eq!(shown, [Some(true), None]);
    let told = fs::read_to_string(folder.path().join("explain.md")).unwrap();
    let again = "replay ttgir.json --toolchain triton==3.7.1 --target cuda:90 --until ptx";
    assert!(told.contains(again), "{told}");
    let left = fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.file_name());
    let journals = left.filter(|name| name.to_string_lossy().starts_with(".journal"));
    assert_eq!(journals.count(), 0, "a journal is left");
}

#[test]
fn a_build_of_ones_own_is_called_by_no_folder_and_files_of_other_runs_go() {
    let folder = tempfile::tempdir().unwrap();
    let own = ToolchainId::Path("/some/venv".into());
    reduced_in(&own, &Failing(own.clone()), folder.path()).unwrap();
    fs::write(folder.path().join("before.mlir"), "of a kernel").unwrap();
    reduced_in(&own, &Failing(own.clone()), folder.path()).unwrap();
    assert!(!folder.path().join("before.mlir").exists());
    let told = fs::read_to_string(folder.path().join("explain.md")).unwrap();
    assert!(told.contains("a build from source") && !told.contains("/some/venv"), "{told}");
}

#[test]
fn what_does_not_fail_is_not_made_small() {
    let folder = tempfile::tempdir().unwrap();
    let other = Failing("triton==3.9.0".parse().unwrap());
    let Err(error) = reduced(&other, folder.path()) else { panic!("it was made small") };
    assert!(error.to_string().contains("not to be judged"), "{error:#}");
}

#[test]
#[ignore = "installs triton==3.7.1: cargo test --release --test ttgir_reduce -- --ignored"]
fn a_wrong_sum_stays_wrong_in_the_smallest_module() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sum.ttgir.json"), case().to_json()).unwrap();
    let tritonsmith = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
        let output = command.current_dir(folder.path()).env_remove("RUST_LOG").args(arguments);
        let output = output.output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let document = serde_json::from_slice::<Value>(&output.stdout);
        (output.status.code(), document.unwrap_or_else(|_| panic!("{told}")))
    };
    let own = ["--toolchain", "triton==3.7.1", "--json"];
    let words = ["reduce", "sum.ttgir.json", "--out", "small", "--time", "3m"];
    let (code, done) = tritonsmith(&[&words[..], &own].concat());
    assert_eq!((code, &done["known"]), (Some(0), &Value::from("reduce-linear")), "{done:#}");
    let small = fs::read_to_string(folder.path().join("small/module.mlir")).unwrap();
    assert!(small.contains("tt.reduce") && !small.contains("%o0_load"), "{small}");
    let (code, again) = tritonsmith(&[&["replay", "small/ttgir.json"][..], &own].concat());
    assert_eq!((code, &again["verdict"]), (Some(1), &Value::from("bug")), "{again:#}");
}
