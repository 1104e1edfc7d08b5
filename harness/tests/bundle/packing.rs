//! What goes into a bundle, and what is refused.

use std::fs;
use std::sync::atomic::AtomicBool;

use tritonsmith::campaign::bundle::Bundling;
use tritonsmith::campaign::{Silent, bundle};
use tritonsmith::compile::Target;

use crate::scripted::{Pool, case, copy, judged, launched, packed, settings};

#[test]
fn a_campaigns_folder_that_is_refused_is_called_by_no_option() {
    let folder = tempfile::tempdir().unwrap();
    let (settings, file) = (settings(folder.path(), 1, &[90]), folder.path().join("k.bundle"));
    let (gpu, stop) = (Target::cuda(90), AtomicBool::new(false));
    let bundling = Bundling { settings: &settings, cases: &[], gpu: &gpu, file: &file };
    let refused = || {
        let bundled = bundle::bundle(&bundling, &case, &Pool, &Silent, &stop);
        format!("{:#}", bundled.unwrap_err())
    };
    let campaign = folder.path().join("campaign");
    fs::write(&campaign, "a file").unwrap();
    let is_file = refused();
    fs::remove_file(&campaign).unwrap();
    fs::create_dir(&campaign).unwrap();
    fs::write(campaign.join("letter.txt"), "somebody's").unwrap();
    let is_foreign = refused();
    fs::remove_file(campaign.join("letter.txt")).unwrap();
    fs::write(campaign.join("campaign.sqlite"), "no database, but long enough to be one").unwrap();
    let is_damaged = refused();
    // `fuzz` has --out for it, `bundle` has --campaign.
    for error in [is_file, is_foreign, is_damaged] {
        assert!(error.contains("choose a") && !error.contains(" --"), "{error}");
    }
}

#[test]
fn several_targets_and_given_cases_go_into_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let two = settings(folder.path(), 1, &[90, 80]);
    let given = [copy(70, 4), copy(71, 4)];
    let bundled = packed(folder.path(), &two, &given);
    assert_eq!((bundled.entries, bundled.left_out.len()), (6, 0));
    assert_eq!(launched(folder.path(), "results", None).counts.same, 6);
    let summary = judged(folder.path(), "results", None).unwrap();
    assert_eq!((summary.kernels, summary.agree), (6, 6));
    assert_eq!(summary.executed, ["ptx", "cubin"]);
    let newer = settings(folder.path(), 1, &[100]);
    let gpu = Target::cuda(90);
    let file = folder.path().join("x");
    let refused = Bundling { settings: &newer, cases: &[], gpu: &gpu, file: &file }.check();
    assert!(refused.unwrap_err().to_string().contains("does not load on cuda:90"));
}
