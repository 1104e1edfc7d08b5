//! What is launched: that nothing is lost when it is interrupted, or when the device misbehaves.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::scripted::{Device, copy, judged, launched, launched_by, packed, settings};

#[test]
fn an_interrupted_launch_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    packed(folder.path(), &settings(folder.path(), 60, &[90]), &[]);
    let whole = launched(folder.path(), "whole", None);
    let stopped = launched(folder.path(), "parts", Some(20));
    assert!(!stopped.complete && stopped.counts.entries > 0, "{:?}", stopped.counts);
    assert!(!folder.path().join("parts").exists());
    let error = format!("{:#}", judged(folder.path(), "parts.part", None).unwrap_err());
    assert!(error.contains("ends too early"), "{error}");
    let rest = launched(folder.path(), "parts", None);
    assert!(rest.complete && rest.before == stopped.counts.entries);
    assert_eq!(rest.counts.entries, whole.counts.entries);
    let nothing = launched(folder.path(), "parts", None);
    assert_eq!((nothing.before, nothing.counts), (58, rest.counts));
    let summaries = ["whole", "parts"].map(|name| {
        let out = folder.path().join(format!("of-{name}"));
        let summary = judged(folder.path(), name, Some(&out)).unwrap();
        (summary.kernels, summary.agree, summary.inconclusive)
    });
    assert_eq!(summaries[0], summaries[1]);
}

#[test]
fn what_a_dying_device_failed_at_is_launched_again() {
    let folder = tempfile::tempdir().unwrap();
    packed(folder.path(), &settings(folder.path(), 8, &[90]), &[]);
    let ill = Device { ill: true, ..Device::default() };
    let first = launched_by(&ill, folder.path(), "results", None);
    assert!(first.complete && first.text().contains("launches again"), "{}", first.text());
    assert_eq!((first.counts.same, first.counts.failed), (1, 1), "{:?}", first.counts);
    let second = launched(folder.path(), "results", None);
    assert_eq!((second.before, second.counts.entries), (5, 6));
    assert_eq!((second.counts.same, second.counts.failed), (2, 0), "{:?}", second.counts);
    assert!(!second.text().contains("launches again"), "{}", second.text());
    let summary = judged(folder.path(), "results", None).unwrap();
    assert_eq!((summary.kernels, summary.agree), (8, 2));
    let reasons: Vec<_> = summary.inconclusive.keys().map(String::as_str).collect();
    assert_eq!(reasons, ["did not happen again: out-of-bounds", "unsupported: clusters"]);
}

fn tritonsmith(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    let output = command.args(arguments).env_remove("RUST_LOG").output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_device_that_misbehaves_costs_only_what_it_misbehaves_at() {
    let folder = tempfile::tempdir().unwrap();
    let cases: Vec<_> = (0..30u32).map(|at| copy(u64::from(at), 8 + at % 6)).collect();
    assert_eq!(packed(folder.path(), &settings(folder.path(), 0, &[90]), &cases).entries, 30);
    let file = folder.path().join("k.bundle");
    let file = file.to_str().unwrap();
    let (status, printed, told) =
        tritonsmith(&["launch", file, "--device", "faulty", "--repeats", "1", "--json"]);
    assert_eq!(status, Some(1), "{told}");
    let summary: Value = serde_json::from_str(&printed).unwrap();
    for (key, count) in [
        ("entries", 30),
        ("traps", 10),
        ("failed", 5),
        ("unsupported", 5),
        // It stores nothing.
        ("different", 10),
        ("same", 0),
    ] {
        assert_eq!(summary[key], count, "{key}: {summary}");
    }
    assert!(fs::metadata(format!("{file}.results")).is_ok());
}

#[test]
fn what_is_no_bundle_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("k.bundle");
    fs::write(&file, "something else").unwrap();
    let (status, _, told) = tritonsmith(&["launch", file.to_str().unwrap(), "--device", "faulty"]);
    assert_eq!((status, told.lines().count()), (Some(2), 1), "{told}");
    assert!(told.contains("it holds no bundle of tritonsmith"), "{told}");
    let (status, _, told) = tritonsmith(&["launch", file.to_str().unwrap(), "--device", "tpu"]);
    assert_eq!((status, told.lines().count()), (Some(2), 1), "{told}");
}
