//! `fuzz` and `replay` in the real default toolchain, which is installed on first use.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tritonsmith::toolchain::{Home, Toolchain, ToolchainId};

fn tritonsmith(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    command.current_dir(folder).env_remove("RUST_LOG");
    command
}

const FUZZ: &[&str] = &["fuzz", "--seed", "5", "--until", "ttir", "--jobs", "2", "--json"];

fn fuzz(folder: &Path, more: &[&str]) -> Value {
    let output = tritonsmith(folder).args(FUZZ).args(more).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{told}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn counts(summary: &Value) -> [Value; 4] {
    ["kernels", "agree", "invalid", "inconclusive"].map(|key| summary[key].clone())
}

fn signal(name: &str, process: u32) {
    let killed = Command::new("kill").args([name, &process.to_string()]).status().unwrap();
    assert!(killed.success());
}

/// Starts a campaign without an end and waits until it has written something.
fn started(folder: &Path, out: &str) -> std::process::Child {
    let mut command = tritonsmith(folder);
    command.args(FUZZ).args(["--out", out]).stdout(Stdio::piped()).stderr(Stdio::null());
    let child = command.spawn().unwrap();
    let log = folder.join(out).join("campaign.sqlite-wal");
    let begun = Instant::now();
    while fs::metadata(&log).map_or(0, |found| found.len()) < 100_000 {
        assert!(begun.elapsed() < Duration::from_secs(300), "no kernel was judged");
        std::thread::sleep(Duration::from_millis(50));
    }
    child
}

/// What all runs of a campaign make, without what the last one cost.
fn stored(mut summary: Value) -> Value {
    for of_the_run in ["cpu_s", "kernels_per_cpu_s"] {
        assert!(summary[of_the_run].take().is_number());
    }
    // A run with nothing left to do starts no compiler.
    summary.as_object_mut().unwrap().remove("sandbox");
    summary
}

#[test]
fn a_killed_campaign_goes_on_and_ends_like_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = started(folder.path(), "killed");
    signal("-KILL", child.id());
    child.wait().unwrap();
    let resumed = fuzz(folder.path(), &["--count", "60", "--out", "killed"]);
    let whole = fuzz(folder.path(), &["--count", "60", "--out", "whole"]);
    assert_eq!(resumed["schema"], 1);
    assert!(resumed["sandbox"].as_str().is_some_and(|held| !held.is_empty()), "{resumed}");
    assert!(resumed["kernels"].as_u64().unwrap() >= 60);
    if resumed["kernels"] == 60 {
        assert_eq!(counts(&resumed), counts(&whole));
    }
    let again = fuzz(folder.path(), &["--count", "60", "--out", "whole"]);
    assert_eq!(stored(again), stored(whole.clone()), "there was nothing left to do");
    let halves = ["0/2", "1/2"].map(|shard| {
        fuzz(
            folder.path(),
            &["--count", "60", "--shard", shard, "--out", &shard.replace('/', "of")],
        )
    });
    let sum = |key: &str| halves.iter().map(|half| half[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!(sum("kernels"), 60);
    assert_eq!(sum("agree"), whole["agree"].as_u64().unwrap());

    let other = tritonsmith(folder.path()).args(["fuzz", "--seed", "6", "--out", "whole"]).output();
    let other = other.unwrap();
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("another campaign"));
}

#[test]
fn an_interrupted_campaign_sums_up() {
    let folder = tempfile::tempdir().unwrap();
    let child = started(folder.path(), "out");
    signal("-INT", child.id());
    let output = child.wait_with_output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{:?}", output.status);
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(summary["kernels"].as_u64().unwrap() > 0);
    assert!(summary["findings"].is_array() && summary["kernels_per_s"].as_f64().unwrap() > 0.0);
}

#[test]
fn modules_that_cannot_be_parsed_are_refused_and_good_ones_pass() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.mlir"), "module { nonsense }\n").unwrap();
    fs::write(folder.path().join("good.mlir"), "module {}\n").unwrap();
    let replay = |arguments: &[&str]| {
        tritonsmith(folder.path()).arg("replay").args(arguments).output().unwrap()
    };
    let bad = replay(&["bad.mlir", "--pass", "canonicalize"]);
    let told = String::from_utf8_lossy(&bad.stderr).into_owned();
    assert_eq!(bad.status.code(), Some(2), "{told}");
    assert!(told.lines().last().unwrap().contains("cannot read bad.mlir"), "{told}");
    let unknown = replay(&["good.mlir", "--pass", "no-such-pass"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("check --pass"));
    let good = replay(&["good.mlir", "--pass", "canonicalize", "--json"]);
    assert_eq!(good.status.code(), Some(0));
    let document: Value = serde_json::from_slice(&good.stdout).unwrap();
    assert_eq!(document["verdict"], "ran");
}

#[test]
fn a_full_disk_is_told_and_what_was_found_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let mount = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=192k", "tmpfs"])
        .arg(&disk)
        .stderr(Stdio::null())
        .status();
    if !mount.is_ok_and(|status| status.success()) {
        eprintln!("skipped: this user cannot mount a small disk; the store's own test covers it");
        return;
    }
    let output = tritonsmith(folder.path()).args(FUZZ).args(["--out", "disk/out"]).output();
    let unmounted = Command::new("umount").arg(&disk).status();
    let output = output.unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.lines().last().unwrap().contains("the disk is full at disk/out"), "{told}");
    assert!(unmounted.unwrap().success());
}

#[test]
fn a_cache_that_cannot_be_written_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (own, id) = (Home::from_environment().unwrap(), ToolchainId::default());
    Toolchain::ensure(&own, &id, &mut |line: &str| eprintln!("{line}")).unwrap();
    let home = folder.path().join("home");
    fs::create_dir(&home).unwrap();
    std::os::unix::fs::symlink(own.toolchains(), home.join("toolchains")).unwrap();
    // Where workers have their folders, so that even root cannot make one.
    fs::write(home.join("run"), "").unwrap();
    let mut command = tritonsmith(folder.path());
    command.env("TRITONSMITH_HOME", &home).args(FUZZ).args(["--count", "1"]);
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.lines().last().unwrap().contains("home/run"), "{told}");
}

#[test]
#[ignore = "installs 3 toolchains: run with --ignored"]
fn a_pass_failure_is_told_from_a_defective_toolchain() {
    let folder = tempfile::tempdir().unwrap();
    let text = include_str!("worker_data/otl_two_uses_11682.mlir");
    fs::write(folder.path().join("otl.mlir"), text).unwrap();
    let replay = |toolchain: &str| {
        let arguments = ["replay", "otl.mlir", "--pass", "tritongpu-optimize-thread-locality"];
        let mut command = tritonsmith(folder.path());
        command.args(arguments).args(["--toolchain", toolchain, "--json"]);
        let output = command.output().unwrap();
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.code(), document["results"][0].clone())
    };
    let (code, result) = replay("triton==3.8.0");
    assert_eq!(code, Some(1), "{result}");
    assert_eq!(result["finding"]["kind"], "assertion");
    assert!(result["finding"]["detail"].as_str().unwrap().contains("Assertion `"), "{result}");
    assert_eq!(result["known"], "triton-11682");
    assert_eq!(replay("triton==3.9.0").0, Some(0));
    let (code, result) = replay("tokenspeed-triton==3.7.10.post20260505");
    assert_eq!((code, &result["reason"]), (Some(3), &Value::from("toolchain defect")));
}
