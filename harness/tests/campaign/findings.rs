//! What is a finding, what is none, and what is written down.

use std::fs;

use tritonsmith::campaign::find_finding;
use tritonsmith::oracle::FindingKind;
use tritonsmith::testcase::TestCase;

use crate::scripted::{Other, Script, case, run};

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
