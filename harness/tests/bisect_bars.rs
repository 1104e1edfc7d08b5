//! Faults whose releases are known, found by the command. Each test installs what it needs, then measures: at
//! most ceil(log2 n) + 2 tests for n elements, and under 5 minutes once everything is installed.
//!   cargo test --release --test bisect_bars -- --ignored --test-threads 1

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use support::summed;
use tritonsmith::testcase::ttgir::TtgirCase;

const LIMIT: Duration = Duration::from_secs(300);

/// What `bisect` says, with nothing learnt before; its exit status, and how long it took.
fn told(arguments: &[&str]) -> (Value, Option<i32>, Duration) {
    let state = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/known"));
    command.arg("bisect").args(arguments).arg("--json").arg("--state").arg(state.path());
    let started = Instant::now();
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let value = serde_json::from_slice(&output.stdout);
    (value.expect(&errors), output.status.code(), started.elapsed())
}

fn bisect(arguments: &[&str], status: i32) -> Value {
    let (cold, ..) = told(arguments);
    let (warm, code, time) = told(arguments);
    assert_eq!(code, Some(status), "{warm:#}");
    assert!(time < LIMIT, "{time:?}");
    assert_eq!((&cold["verdict"], &cold["tested"]), (&warm["verdict"], &warm["tested"]));
    let count = |name: &str| warm[name].as_array().unwrap().len();
    let elements = count("tested") + count("untested");
    let bound = elements.next_power_of_two().trailing_zeros() as usize + 2;
    assert!(count("tested") <= bound, "{elements} elements: {warm:#}");
    warm
}

#[test]
#[ignore = "installs releases of Triton"]
fn the_release_that_mended_11682() {
    let pass = "tritongpu-optimize-thread-locality";
    let ends = ["--find", "fix", "--bad", "triton==3.7.1", "--good", "triton==3.9.0"];
    let told = bisect(&[&["triton-11682.mlir", "--pass", pass][..], &ends].concat(), 0);
    assert_eq!(told["first_good"], "triton==3.9.0", "{told:#}");
}

#[test]
#[ignore = "installs builds of tokenspeed-triton"]
fn the_build_that_mended_11544() {
    let (bad, good) =
        ("tokenspeed-triton==3.7.10.post20260505", "tokenspeed-triton==3.9.10.post20261028");
    let told = bisect(&["triton-11544.py", "--find", "fix", "--bad", bad, "--good", good], 0);
    assert_eq!(told["last_bad"], "tokenspeed-triton==3.8.10.post20260906", "{told:#}");
    assert_eq!(told["range"]["kind"], "set of suspects", "{told:#}");
}

#[test]
#[ignore = "installs releases of Triton"]
fn the_release_that_mended_7402() {
    let ends = ["--find", "fix", "--bad", "triton==3.3.1", "--good", "triton==3.6.0"];
    let told = bisect(&[&["triton-7402.py"][..], &ends].concat(), 0);
    assert_eq!(told["last_bad"], "triton==3.4.0", "{told:#}");
    let good = told["first_good"].as_str().unwrap();
    assert!(["triton==3.5.0", "triton==3.5.1"].contains(&good), "{told:#}");
}

/// Builds of a vendor that take changes over: 20260906 had the fix, 20260920 had it not.
#[test]
#[ignore = "installs builds of tokenspeed-triton"]
fn a_fault_that_went_and_came_back_is_no_range() {
    let (bad, good) =
        ("tokenspeed-triton==3.7.10.post20260505", "tokenspeed-triton==3.9.10.post20261028");
    let case = "accumulator-used-in-loop.py";
    let told = bisect(&[case, "--find", "fix", "--bad", bad, "--good", good], 3);
    assert_eq!(told["verdict"], "non-monotone", "{told:#}");
    assert_eq!((&told["last_bad"], &told["range"]), (&Value::Null, &Value::Null), "{told:#}");
}

/// A fault that this project found by itself.
#[test]
#[ignore = "installs releases of Triton"]
fn the_release_that_mended_what_was_found_here() {
    let case = "accumulator-used-in-loop.py";
    let ends = ["--find", "fix", "--bad", "triton==3.6.0", "--good", "triton==3.9.0"];
    let told = bisect(&[&[case][..], &ends].concat(), 0);
    assert_eq!(told["first_good"], "triton==3.9.0", "{told:#}");
}

/// What is said of a module of TTGIR.
fn bisect_module(case: &TtgirCase, ends: &[&str], status: i32) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sum.ttgir.json");
    fs::write(&path, case.to_json()).unwrap();
    bisect(&[&[path.to_str().unwrap()][..], ends].concat(), status)
}

#[test]
#[ignore = "installs releases of Triton"]
fn the_release_that_mended_sums_over_linear_layouts() {
    let ends = ["--find", "fix", "--bad", "triton==3.7.1", "--good", "triton==3.9.0"];
    let told = bisect_module(&summed::case(), &ends, 0);
    assert_eq!(told["first_good"], "triton==3.8.0", "{told:#}");
}

/// 3.4.0 goes wrong on the sum, and cannot be asked: it has no such layout of shared memory.
#[test]
#[ignore = "installs releases of Triton"]
fn a_release_that_does_not_read_the_module_is_neither_good_nor_bad() {
    let case = summed::padded();
    let ends = ["--find", "fix", "--bad", "triton==3.4.0", "--good", "triton==3.9.0"];
    let told = bisect_module(&case, &ends, 3);
    assert_eq!(told["verdict"], "wrong end", "{told:#}");
    let tested = told["tested"].to_string();
    assert!(tested.contains("unknown attribute `padded_shared`"), "{told:#}");
    let ends = ["--find", "fix", "--bad", "triton==3.7.1", "--good", "triton==3.9.0"];
    let told = bisect_module(&case, &ends, 0);
    assert_eq!(told["first_good"], "triton==3.8.0", "{told:#}");
}
