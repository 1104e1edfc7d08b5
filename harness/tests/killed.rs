//! Campaigns that are killed, started twice, or see the clock jump: what they end with is the same.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::collections::{BTreeMap, VecDeque};
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime};

use anyhow::Result;
use serde_json::Value;
use support::Builder;
use tritonsmith::campaign::{self, Compiler, Compilers, Plan, Settings, Silent, Summary};
use tritonsmith::compile::{CompileFailure, Control, FailureKind, Job, JobResult, Stage, Target};
use tritonsmith::tensor::DType;
use tritonsmith::testcase::{Fill, TestCase};
use tritonsmith::toolchain::ToolchainId;

/// Tell the process that a test starts where its campaign is, and how long.
const FOLDER: &str = "TRITONSMITH_TEST_CAMPAIGN";
const KERNELS: &str = "TRITONSMITH_TEST_KERNELS";
/// What a scripted compiler takes for a kernel: long enough to be killed in.
const PACE: Duration = Duration::from_millis(2);
/// Elements of a kernel, by which the compiler tells what is to become of it.
const LENGTHS: [usize; 6] = [16, 32, 64, 128, 256, 512];
const WRONG: [&str; 4] = ["alpha", "beta", "gamma", "delta"];

fn case(index: u64) -> TestCase {
    let length =
        LENGTHS[(index.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % LENGTHS.len()];
    let mut builder = Builder::new();
    let ramp = Fill::Ramp { low: 1, stride: 3, modulus: 101, scale: 0 };
    let a = builder.pointer("a", DType::F32, length, ramp);
    let out = builder.pointer("out", DType::F32, length, Fill::Unwritten);
    let at = builder.arange(length);
    let value = builder.load(a, at);
    builder.store(out, at, value);
    builder.case(&format!("s1-k{index}"), [1, 1, 1])
}

/// Fails on four of six kernels, each time on another assertion, and refuses the others.
struct Scripted(VecDeque<JobResult>);

fn answer(job: &Job) -> JobResult {
    let Job::RunModule(module) = job else { return JobResult::default() };
    let has = |length: &usize| module.source.contains(&format!("arange(0, {length})"));
    let at = LENGTHS.iter().position(has).expect("a kernel of these tests");
    let (kind, message) = match WRONG.get(at) {
        Some(what) => (FailureKind::Assertion, format!("a.cpp:1: f: Assertion `{what}' failed.")),
        None => (FailureKind::Frontend, "at 1:2: no".to_owned()),
    };
    let failure = CompileFailure {
        kind,
        stage: "ttgir".into(),
        pass: None,
        exception: None,
        message,
        traceback: String::new(),
        output: String::new(),
    };
    JobResult { failure: Some(failure), ..JobResult::default() }
}

impl Compiler for Scripted {
    fn submit(&mut self, job: &Job) -> Result<()> {
        self.0.push_back(answer(job));
        Ok(())
    }

    fn receive(&mut self) -> Result<JobResult> {
        std::thread::sleep(PACE);
        Ok(self.0.pop_front().expect("something was submitted"))
    }

    fn control(&mut self, _: &Job) -> Result<Control> {
        Ok(Control::Survives)
    }
}

struct Pool;

impl Compilers for Pool {
    fn start(&self, _: &ToolchainId) -> Result<Box<dyn Compiler>> {
        Ok(Box::new(Scripted(VecDeque::new())))
    }
}

fn run(folder: &Path, count: u64) -> Result<Summary> {
    let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
    let settings = Settings {
        seed: 1,
        count: Some(count),
        out: Some(folder.to_path_buf()),
        ..Settings::single(&plan, &["ir".to_owned()], Stage::Ttgir)
    };
    campaign::run(&settings, &case, &Pool, &Silent, &AtomicBool::new(false))
}

/// The campaign in a process of its own.
fn process(folder: &Path, count: u64) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "a_campaign_in_a_process", "--ignored"]);
    command.env(FOLDER, folder).env(KERNELS, count.to_string());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[test]
#[ignore = "is started by the other tests, with the folder in the environment"]
fn a_campaign_in_a_process() {
    if let (Some(folder), Ok(count)) = (std::env::var_os(FOLDER), std::env::var(KERNELS)) {
        run(Path::new(&folder), count.parse().unwrap()).unwrap();
    }
}

/// Waits until a campaign has recorded something since it was started.
fn begun(child: &mut Child, folder: &Path) {
    let since = Instant::now();
    while fs::metadata(folder.join("campaign.sqlite-wal")).map_or(0, |found| found.len()) < 50_000 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it began");
        assert!(since.elapsed() < Duration::from_secs(300), "no kernel was judged");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Starts and kills a campaign, at moments that spread evenly up to the longest, each finding whole or
/// not there. The number of processes that had not ended by themselves.
fn killed(folder: &Path, kills: u64, longest: Duration, start: impl Fn() -> Command) -> u64 {
    let mut count = 0;
    for kill in 0..kills {
        let part = kill.wrapping_mul(0x9e37_79b9_7f4a_7c15) as f64 / u64::MAX as f64;
        let mut child = start().spawn().unwrap();
        std::thread::sleep(longest.mul_f64(part));
        child.kill().unwrap();
        count += u64::from(child.wait().unwrap().signal() == Some(9));
        for place in findings(folder) {
            assert!(place.join("verdict.md").is_file(), "{} is not whole", place.display());
        }
    }
    count
}

/// The folders of findings that were published.
fn findings(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join("findings")).into_iter().flatten().flatten();
    let public = |path: &PathBuf| !path.file_name().unwrap().to_string_lossy().starts_with('.');
    let mut places: Vec<_> = entries.map(|entry| entry.path()).filter(public).collect();
    places.sort();
    places
}

/// Findings by id, with the kernel and how often they were seen; the counts; and the folders.
type Essence = (BTreeMap<String, (String, u64)>, [u64; 3], Vec<String>);

/// What must not depend on how often a campaign was killed.
fn essence(summary: &Summary) -> Essence {
    let found = summary.findings.iter();
    let found = found.map(|f| (f.id.clone(), (f.name.clone(), f.sightings))).collect();
    let names = findings(Path::new(&summary.out));
    let names = names.iter().map(|p| p.file_name().unwrap().to_string_lossy().into_owned());
    (found, [summary.kernels, summary.agree, summary.invalid], names.collect())
}

fn survives(kills: u64) {
    let count = 100 * kills; // longer than all of the kills together take
    let folder = tempfile::tempdir().unwrap();
    let (cut, whole) = (folder.path().join("cut"), folder.path().join("whole"));
    let longest = Duration::from_millis(120);
    assert_eq!(killed(&cut, kills, longest, || process(&cut, count)), kills, "it was over before");
    let after = run(&cut, count).unwrap();
    assert_eq!((after.kernels, after.findings.len()), (count, WRONG.len()));
    assert_eq!(essence(&after), essence(&run(&whole, count).unwrap()));
}

#[test]
fn a_campaign_that_is_killed_loses_and_doubles_nothing() {
    survives(5);
}

/// `cargo test --release --test killed -- --ignored fifty_kills_lose`: about a minute.
#[test]
#[ignore = "a minute of kills"]
fn fifty_kills_lose_and_double_nothing() {
    survives(50);
}

/// `cargo test --release --test killed -- --ignored real --nocapture`: some ten minutes.
#[test]
#[ignore = "kills a real campaign fifty times"]
fn fifty_kills_of_a_real_campaign_lose_and_double_nothing() {
    const COUNT: &str = "4000";
    let folder = tempfile::tempdir().unwrap();
    let fuzz = |out: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
        command.args(["fuzz", "--seed", "5", "--jobs", "2", "--json", "--count", COUNT]);
        // A release with faults that campaigns find.
        command.args(["--toolchain", "triton==3.6.0", "--out", out]);
        command.current_dir(folder.path()).env_remove("RUST_LOG").stderr(Stdio::null());
        command
    };
    let start = || {
        let mut command = fuzz("cut");
        command.stdout(Stdio::null());
        command
    };
    let count = killed(&folder.path().join("cut"), 50, Duration::from_secs(5), start);
    eprintln!("{count} of 50 were killed");
    assert!(count > 40, "it was over before");
    let [cut, whole] = ["cut", "whole"].map(|out| {
        let summary: Value = serde_json::from_slice(&fuzz(out).output().unwrap().stdout).unwrap();
        let found = summary["findings"].as_array().unwrap().iter();
        let found = found.map(|f| (f["id"].to_string(), f["sightings"].as_u64().unwrap()));
        let counts = ["kernels", "agree", "invalid"].map(|key| summary[key].as_u64().unwrap());
        (found.collect::<BTreeMap<_, _>>(), counts, findings(&folder.path().join(out)).len())
    });
    eprintln!("{whole:?}");
    assert_eq!(cut, whole);
}

#[test]
fn two_campaigns_do_not_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = process(folder.path(), 10_000).spawn().unwrap();
    begun(&mut child, folder.path());
    let error = format!("{:#}", run(folder.path(), 10_000).unwrap_err());
    assert!(error.contains("another tritonsmith works on"), "{error}");
    assert!(child.try_wait().unwrap().is_none(), "the first one goes on");
    child.kill().unwrap();
    child.wait().unwrap();
    // What the dead one held is free.
    assert!(run(folder.path(), 1).unwrap().kernels >= 1);
}

#[test]
fn a_clock_that_jumps_makes_no_rate_negative() {
    let folder = tempfile::tempdir().unwrap();
    let day = Duration::from_secs(86400);
    run(folder.path(), 5).unwrap();
    for (count, time) in [(10, SystemTime::UNIX_EPOCH), (15, SystemTime::now() + 3650 * day)] {
        for entry in fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap()) {
            File::open(entry.path()).unwrap().set_modified(time).unwrap();
        }
        let summary = run(folder.path(), count).unwrap();
        assert_eq!(summary.kernels, count);
        assert!(summary.wall_s > 0.0 && summary.wall_s < 60.0, "{} s", summary.wall_s);
        assert!(summary.kernels_per_s > 0.0 && summary.cpu_s >= 0.0);
    }
}

/// A campaign's times come from a clock that only goes forward: none of its files asks for another.
#[test]
fn campaigns_do_not_ask_what_time_it_is() {
    fn look(folder: &Path, asked: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                look(&entry, asked);
            } else if fs::read_to_string(&entry).is_ok_and(|text| text.contains("SystemTime")) {
                asked.push(entry);
            }
        }
    }
    let mut asked = Vec::new();
    look(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/campaign"), &mut asked);
    assert!(asked.is_empty(), "{asked:?}");
}
