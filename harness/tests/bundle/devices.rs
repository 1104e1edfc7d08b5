//! Results of several devices stand beside each other, in whatever order they are judged and merged.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use tritonsmith::campaign::{Summary, merge};

use crate::scripted::{Device, judged, launched, launched_by, packed, settings};

/// What a campaign holds, table by table.
fn tables<const N: usize>(folder: &Path, names: [&str; N]) -> [Vec<String>; N] {
    let connection = Connection::open(folder.join("campaign.sqlite")).unwrap();
    names.map(|name| {
        let mut statement = connection.prepare(&format!("SELECT * FROM {name}")).unwrap();
        let columns = statement.column_count();
        let cells = |row: &rusqlite::Row<'_>| {
            let cells = (0..columns).map(|at| row.get::<_, rusqlite::types::Value>(at));
            cells.collect::<rusqlite::Result<Vec<_>>>()
        };
        let rows = statement.query_map([], cells).unwrap();
        rows.map(|row| format!("{:?}", row.unwrap())).collect()
    })
}

/// Bundles of both devices: `one` is wrong of some kernels, `two` right of all.
fn two_devices() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    packed(folder.path(), &settings(folder.path(), 8, &[90]), &[]);
    launched(folder.path(), "one", None);
    let faithful = Device { faithful: true, ..Device::default() };
    assert_eq!(launched_by(&faithful, folder.path(), "two", None).counts.same, 6);
    folder
}

#[test]
fn a_second_device_stands_beside_the_first_in_whatever_order_they_are_judged() {
    let folder = two_devices();
    let of = |out: &str, results: &str| {
        judged(folder.path(), results, Some(&folder.path().join(out))).unwrap()
    };
    let first = of("forth", "one");
    let told = |summary: &Summary| -> Vec<String> {
        let told =
            summary.findings.iter().map(|found| found.classes.as_ref().unwrap().told.clone());
        told.collect()
    };
    let unknown = "reference against cuda cubin (copier), and nobody else was judged";
    assert_eq!(told(&first), [unknown, unknown]);
    let forth = of("forth", "two");
    assert_eq!((first.kernels, first.agree), (6, 2));
    assert_eq!((forth.kernels, forth.agree), (6, 2), "a finding outlives a device that is right");
    assert_eq!(forth.inconclusive, first.inconclusive);
    assert_eq!((&first.devices[..], &forth.devices[..]), (&["cuda".to_owned()][..], &both()[..]));
    let alone = "alone: cuda cubin (copier)";
    assert_eq!(told(&forth), [alone, alone]);
    for found in &forth.findings {
        let place = folder.path().join("forth/findings").join(&found.id);
        let read = |name: &str| fs::read_to_string(place.join(name)).unwrap();
        assert!(read("finding.json").contains(alone) && read("verdict.md").contains(alone));
        assert!(read("verdict.md").contains("[kernel.py](kernel.py): the kernel as a script"));
        let members = &found.classes.as_ref().unwrap().groups[0].members;
        assert_eq!(members[..], ["reference", "cuda:1 cubin (copier)"]);
    }
    of("back", "two");
    let back = of("back", "one");
    let shown = |summary: &Summary| -> Vec<_> {
        let found = summary.findings.iter();
        found.map(|found| (found.id.clone(), found.sightings, found.classes.clone())).collect()
    };
    assert_eq!(shown(&forth), shown(&back));
    let names = ["kernels", "sightings", "judgements"];
    let [forth, back] = ["forth", "back"].map(|out| tables(&folder.path().join(out), names));
    assert_eq!(forth, back);
}

fn both() -> Vec<String> {
    vec!["cuda".to_owned(), "cuda:1".to_owned()]
}

#[test]
fn judging_again_changes_nothing() {
    let folder = two_devices();
    let names = ["kernels", "sightings", "findings", "judgements", "pace"];
    let held = || tables(&folder.path().join("campaign"), names);
    for results in ["one", "two"] {
        judged(folder.path(), results, None).unwrap();
    }
    let before = held();
    for results in ["two", "one", "one"] {
        judged(folder.path(), results, None).unwrap();
    }
    assert_eq!(held(), before);
}

#[test]
fn merged_campaigns_keep_what_each_device_came_to() {
    let folder = two_devices();
    let place = |name: &str| folder.path().join(name);
    for (results, out) in [("one", "both"), ("two", "both"), ("one", "left"), ("two", "right")] {
        judged(folder.path(), results, Some(&place(out))).unwrap();
    }
    let names = ["kernels", "sightings", "judgements"];
    let wanted = tables(&place("both"), names);
    for folders in [["left", "right"], ["right", "left"]] {
        let out = place(&folders.join("-"));
        merge(&folders.map(place), &out).unwrap();
        assert_eq!(tables(&out, names), wanted);
        merge(&[place("left")], &out).unwrap();
        assert_eq!(tables(&out, names), wanted, "merging again changes nothing");
    }
}
