//! Wrong code: what it was made of is executed before the code is blamed, whatever the campaign's devices.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use tritonsmith::campaign::{self, Settings, Silent};
use tritonsmith::compile::Stage;
use tritonsmith::report::Record;

use crate::scripted::{Ir, Pool, Script, case, settings};

/// The finding of a campaign in that folder.
fn found(folder: &Path, ir: Ir, devices: &[&str]) -> Record {
    let settings = Settings {
        devices: devices.iter().map(|name| (*name).to_owned()).collect(),
        until: Stage::Ptx,
        ..settings(folder, 2)
    };
    let pool = Pool { script: Script::Code(ir), started: AtomicBool::new(false) };
    let stop = AtomicBool::new(false);
    let summary = campaign::run(&settings, &case, &pool, &Silent, &stop).unwrap();
    let [record] = &summary.findings[..] else { panic!("{:?}", summary.findings) };
    assert_eq!(record.sightings, 2);
    record.clone()
}

/// Who agrees with whom.
fn members(record: &Record) -> Vec<Vec<String>> {
    let classes = record.classes.as_ref().unwrap();
    classes.groups.iter().map(|group| group.members.clone()).collect()
}

#[test]
fn a_pass_is_named_as_if_the_ir_had_been_asked() {
    let folder = tempfile::tempdir().unwrap();
    let record = found(folder.path(), Ir::Wrong, &["ptx"]);
    assert_eq!(record.pass.as_deref(), Some("guilty{x=1}"));
    assert_eq!(record.signature, "mismatch | guilty");
    assert_eq!(members(&record), [vec!["reference", "ir ttir"], vec!["ir ttgir", "ptx"]]);
    assert!(record.replay.ends_with(" --device ptx"), "{}", record.replay);
    let place = folder.path().join("findings").join(&record.id);
    let read = |name: &str| fs::read_to_string(place.join(name)).unwrap();
    assert!(read("before.mlir").contains("// before guilty"));
    assert!(read("after.mlir").contains("// before late"));
    for devices in [&["ir"][..], &["ptx", "ir"]] {
        let other = tempfile::tempdir().unwrap();
        let beside = found(other.path(), Ir::Wrong, devices);
        let told =
            |record: &Record| (record.id.clone(), record.signature.clone(), record.detail.clone());
        assert_eq!(told(&beside), told(&record), "{devices:?}");
    }
}

#[test]
fn right_ir_leaves_the_code_to_blame() {
    let folder = tempfile::tempdir().unwrap();
    let record = found(folder.path(), Ir::Right, &["ptx"]);
    assert_eq!(record.pass, None);
    assert!(record.signature.starts_with("mismatch | ptx | out[N]"), "{}", record.signature);
    assert_eq!(members(&record), [vec!["reference", "ir ttir", "ir ttgir"], vec!["ptx"]]);
    assert!(!folder.path().join("findings").join(&record.id).join("before.mlir").exists());
}

#[test]
fn ir_that_cannot_be_judged_leaves_the_code_to_blame() {
    let folder = tempfile::tempdir().unwrap();
    let record = found(folder.path(), Ir::Foreign, &["ptx"]);
    assert_eq!(record.pass, None);
    assert!(record.signature.starts_with("mismatch | ptx | out[N]"), "{}", record.signature);
    let classes = record.classes.unwrap();
    let [(who, why)] = &classes.unjudged[..] else { panic!("{:?}", classes.unjudged) };
    assert!(who == "ir ttgir" && why.contains("foreign.op"), "{who}: {why}");
}

#[test]
fn wrong_ir_is_the_finding_also_where_no_pass_can_be_named() {
    let folder = tempfile::tempdir().unwrap();
    let record = found(folder.path(), Ir::Unnamed, &["ptx"]);
    assert_eq!(record.pass, None);
    assert_eq!(record.signature, "mismatch | ttgir | out[N] holds a[N], expected a[N]");
    let log = folder.path().join("findings").join(&record.id).join("log.txt");
    assert!(fs::read_to_string(log).unwrap().contains("the first wrong pass is not named"));
}
