//! What a campaign keeps in its folder, and tells of itself.

use std::fs;
use std::sync::atomic::AtomicBool;

use tritonsmith::campaign::{self, Settings, Silent};
use tritonsmith::compile::Stage;

use crate::scripted::{Pool, Script, case, run, settings};

#[test]
fn right_kernels_agree_and_the_campaign_can_be_extended() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(folder.path(), Script::Right, 3).agree, 3);
    let summary = run(folder.path(), Script::Right, 5);
    assert_eq!((summary.kernels, summary.agree, summary.valid), (5, 5, 5));
    assert!(summary.findings.is_empty() && summary.inconclusive.is_empty());
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
