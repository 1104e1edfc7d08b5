//! Campaigns over kernels and scenarios: what is left of them after a stop or a kill, in shards and merged,
//! is what one campaign leaves.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::collections::VecDeque;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;
use support::scripted::{copy, failed, failure};
use tritonsmith::campaign::both::{self, Kind};
use tritonsmith::campaign::{
    self, Compiler, Compilers, Observer, Plan, Settings, Silent, Summary, Tally, history, merge,
};
use tritonsmith::compile::{Control, FailureKind, Job, JobResult, Stage, Target};
use tritonsmith::generate::scenario;
use tritonsmith::report::Record;
use tritonsmith::toolchain::ToolchainId;

/// Numbers of a scripted campaign: several turns of each kind.
const COUNT: u64 = 240;

/// Refuses everything: a kernel is invalid then, a scenario inconclusive.
#[derive(Default)]
struct Refusing(VecDeque<JobResult>);

impl Compiler for Refusing {
    fn submit(&mut self, _: &Job) -> Result<()> {
        let failure = failure(FailureKind::Frontend, "ttir", "at 1:2: no");
        self.0.push_back(failed(failure));
        Ok(())
    }

    fn receive(&mut self) -> Result<JobResult> {
        Ok(self.0.pop_front().expect("something was submitted"))
    }

    fn control(&mut self, _: &Job) -> Result<Control> {
        Ok(Control::Survives)
    }
}

struct Pool;

impl Compilers for Pool {
    fn start(&self, _: &ToolchainId) -> Result<Box<dyn Compiler>> {
        Ok(Box::new(Refusing::default()))
    }
}

fn settings(folder: &Path, word: &str, shard: &str) -> Settings {
    let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
    Settings {
        seed: 1,
        count: Some(COUNT),
        jobs: 2,
        shard: shard.parse().unwrap(),
        scenario: word.to_owned(),
        out: Some(folder.to_path_buf()),
        ..Settings::single(&plan, &["ir".to_owned()], Stage::Ttir)
    }
}

/// A scripted campaign over both.
fn run(folder: &Path, shard: &str, observer: &dyn Observer, stop: &AtomicBool) -> Summary {
    let settings = settings(folder, both::NAME, shard);
    both::run(&settings, &copy, &|index| scenario(1, index), &Pool, observer, stop).unwrap()
}

fn whole(folder: &Path, shard: &str) -> Summary {
    run(folder, shard, &Silent, &AtomicBool::new(false))
}

/// What became of each number.
fn rows(folder: &Path) -> Vec<(u64, String, String)> {
    let connection = Connection::open(folder.join("campaign.sqlite")).unwrap();
    let sql = "SELECT kernel, outcome, reason FROM kernels ORDER BY kernel";
    let mut statement = connection.prepare(sql).unwrap();
    let row = |row: &rusqlite::Row<'_>| {
        Ok((row.get::<_, i64>(0)? as u64, row.get::<_, String>(1)?, row.get::<_, String>(2)?))
    };
    let rows = statement.query_map([], row).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

fn is_scenario(seed: u64, index: u64) -> bool {
    Kind::of(seed, index) == Kind::Scenario
}

/// Sets a flag once so much is judged, and keeps the counts that it was told last.
struct Stopping<'a> {
    after: u64,
    stop: &'a AtomicBool,
    last: Mutex<Tally>,
}

impl Observer for Stopping<'_> {
    fn kernel(&self, tally: &Tally, _: usize) {
        self.stop.store(tally.kernels >= self.after, Ordering::Relaxed);
        *self.last.lock().unwrap() = tally.clone();
    }

    fn finding(&self, _: &Record) {}
}

#[test]
fn each_number_is_a_kernel_or_a_scenario_and_both_are_counted() {
    let home = tempfile::tempdir().unwrap();
    let summary = whole(&home.path().join("all"), "0/1");
    let scenarios = (0..COUNT).filter(|index| is_scenario(1, *index)).count() as u64;
    assert!(scenarios > 50 && COUNT - scenarios > 50);
    assert_eq!((summary.kernels, summary.scenarios), (COUNT, scenarios));
    assert_eq!(summary.invalid, COUNT - scenarios);
    assert_eq!(summary.inconclusive.values().sum::<u64>(), scenarios);
    for (index, outcome, reason) in rows(&home.path().join("all")) {
        let due = if is_scenario(1, index) { "inconclusive" } else { "invalid" };
        assert_eq!(outcome, due, "{index}: {reason}");
    }
    assert!(summary.text().contains(&format!("{scenarios} of them are scenarios")));
}

#[test]
fn campaigns_over_one_kind_count_that_kind() {
    let home = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let of =
        |word: &str| Settings { count: Some(4), ..settings(&home.path().join(word), word, "0/1") };
    let kernels = campaign::run(&of("kernels"), &copy, &Pool, &Silent, &stop).unwrap();
    assert_eq!((kernels.kernels, kernels.scenarios), (4, 0));
    let source = |index| scenario(1, index);
    let globals = history::run(&of("globals"), &source, &Pool, &Silent, &stop).unwrap();
    assert_eq!((globals.kernels, globals.scenarios), (4, 4));
}

#[test]
fn a_campaign_that_is_stopped_and_gone_on_with_ends_like_one_that_was_not() {
    let home = tempfile::tempdir().unwrap();
    let due = whole(&home.path().join("whole"), "0/1");
    // Within the first turns, at their ends, and when one kind is nearly done.
    for after in [1, 50, 77, 130, 225] {
        let folder = home.path().join(after.to_string());
        let stop = AtomicBool::new(false);
        let stopping = Stopping { after, stop: &stop, last: Mutex::default() };
        let first = run(&folder, "0/1", &stopping, &stop);
        assert!((after..COUNT).contains(&first.kernels), "{after}: {}", first.kernels);
        let never = AtomicBool::new(false);
        let rest = Stopping { after: u64::MAX, stop: &never, last: Mutex::default() };
        let all = run(&folder, "0/1", &rest, &never);
        assert_eq!(rows(&folder), rows(&home.path().join("whole")), "{after}");
        assert_eq!((all.kernels, all.scenarios), (due.kernels, due.scenarios));
        let told = rest.last.into_inner().unwrap();
        assert_eq!((told.kernels, told.outcomes.invalid), (all.kernels, all.invalid), "{after}");
        assert_eq!(told.outcomes.inconclusive, all.inconclusive.values().sum::<u64>(), "{after}");
    }
}

#[test]
fn shards_part_both_kinds_and_merge_to_the_whole() {
    let home = tempfile::tempdir().unwrap();
    let due = whole(&home.path().join("whole"), "0/1");
    let mut folders = Vec::new();
    for index in 0..4 {
        let folder = home.path().join(format!("shard{index}"));
        let part = whole(&folder, &format!("{index}/4"));
        assert_eq!(part.kernels, COUNT / 4);
        assert!((10..50).contains(&part.scenarios), "{index}: {}", part.scenarios);
        folders.push(folder);
    }
    let merged = home.path().join("merged");
    assert_eq!(merge(&folders, &merged).unwrap().kernels, COUNT);
    assert_eq!(rows(&merged), rows(&home.path().join("whole")));
    let again = whole(&merged, "0/1");
    assert_eq!((again.kernels, again.scenarios), (due.kernels, due.scenarios));
}

/// Numbers of a campaign in the real toolchain.
const FEW: &str = "40";
const SEED: u64 = 5;

fn tritonsmith(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    command.current_dir(folder).env_remove("RUST_LOG");
    command
}

/// With one slot: with several, which scenario shows a fault first is a matter of speed.
fn fuzz(folder: &Path, out: &str, more: &[&str]) -> Command {
    let seed = SEED.to_string();
    let mut command = tritonsmith(folder);
    command.args(["fuzz", "--scenario", "all", "--seed", &seed, "--until", "ttir", "--jobs", "1"]);
    command.args(["--json", "--count", FEW, "--out", out]).args(more);
    command
}

fn summary(folder: &Path, out: &str, more: &[&str]) -> Value {
    let output = fuzz(folder, out, more).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{told}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What must not depend on how the campaign came to its end.
fn essence(summary: &Value) -> Vec<Value> {
    let found = summary["findings"].as_array().unwrap().iter();
    let found = found
        .map(|f| Value::from(vec![f["id"].clone(), f["name"].clone(), f["sightings"].clone()]));
    let counts = ["kernels", "scenarios", "agree", "invalid", "inconclusive"];
    counts.iter().map(|key| summary[*key].clone()).chain(found).collect()
}

/// Whether a campaign that is running has recorded a scenario.
fn has_a_scenario(folder: &Path) -> bool {
    let file = folder.join("campaign.sqlite");
    // Before it is there, a reader could be in the way of the one who makes the store.
    if !folder.join("campaign.sqlite-wal").exists() {
        return false;
    }
    let read = || -> rusqlite::Result<bool> {
        let connection = Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let mut statement = connection.prepare("SELECT kernel FROM kernels")?;
        let numbers = statement.query_map([], |row| row.get::<_, i64>(0))?;
        let numbers = numbers.collect::<rusqlite::Result<Vec<_>>>()?;
        Ok(numbers.iter().any(|index| is_scenario(SEED, *index as u64)))
    };
    read().unwrap_or(false)
}

#[test]
fn a_real_campaign_that_is_killed_or_in_shards_ends_like_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut command = fuzz(folder, "killed", &[]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while !has_a_scenario(&folder.join("killed")) {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it was killed");
        assert!(begun.elapsed() < Duration::from_secs(300), "no scenario was judged");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(9), "it was over before");
    let resumed = summary(folder, "killed", &[]);
    let whole = summary(folder, "whole", &[]);
    assert_eq!(essence(&resumed), essence(&whole));
    assert!(whole["agree"].as_u64().unwrap() > 10, "{whole}");

    let halves = ["0/2", "1/2"].map(|shard| summary(folder, &shard[..1], &["--shard", shard]));
    for key in ["kernels", "scenarios", "agree"] {
        let sum: u64 = halves.iter().map(|half| half[key].as_u64().unwrap()).sum();
        assert_eq!(Some(sum), whole[key].as_u64(), "{key}");
    }
    merge(&["0", "1"].map(|half| folder.join(half)), &folder.join("merged")).unwrap();
    assert_eq!(summary(folder, "merged", &[])["agree"], whole["agree"]);

    // Reports count the operations of kernels alone, and a finding is replayed as in other campaigns.
    let night = campaign::night(&folder.join("merged")).unwrap();
    assert_eq!(night.coverage.note, None);
    assert!(night.coverage.toolchains.contains_key("triton==3.9.0"));
    let found = whole["findings"].as_array().unwrap();
    let stale = found.iter().find(|f| f["kind"] == "stale").unwrap();
    let place = format!("whole/findings/{}", stale["id"].as_str().unwrap());
    let replayed = tritonsmith(folder).args(["replay", &place, "--json"]).output().unwrap();
    assert_eq!(replayed.status.code(), Some(1), "{}", String::from_utf8_lossy(&replayed.stderr));
}
