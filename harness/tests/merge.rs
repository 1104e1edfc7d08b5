//! Merging shards: the laws, and that it comes to what one campaign over all kernels comes to.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "support/store.rs"]
mod store;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rusqlite::Connection;
use store::campaign;
use tempfile::TempDir;
use tritonsmith::campaign::{Store, merge};

/// Everything that a campaign's folder holds: the rows of each table, and the files.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let connection = Connection::open(folder.join("campaign.sqlite")).unwrap();
    let judged = ["meta", "runs", "pace", "kernels", "findings", "sightings", "leaks", "spills"];
    let learned = ["features", "corpus", "yields", "traits", "aliases"];
    let tables = judged.into_iter().chain(learned);
    for table in tables {
        let mut statement = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = statement.column_count();
        let rows = statement.query_map([], |row| {
            let cells = (0..columns).map(|at| row.get::<_, rusqlite::types::Value>(at));
            Ok(format!("{:?}", cells.collect::<Result<Vec<_>, _>>()?))
        });
        let mut rows: Vec<String> = rows.unwrap().collect::<Result<_, _>>().unwrap();
        rows.sort();
        all.insert(table.to_owned(), rows.join("\n").into_bytes());
    }
    let mut left = vec![folder.join("findings"), folder.join("set-aside")];
    while let Some(place) = left.pop() {
        for entry in fs::read_dir(place).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                left.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                all.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    all
}

/// Merges into a folder of a name that is the same in each comparison, since records tell it.
fn merged(home: &Path, folders: &[&Path]) -> BTreeMap<String, Vec<u8>> {
    let out = home.join("merged");
    let folders: Vec<PathBuf> = folders.iter().map(|folder| folder.to_path_buf()).collect();
    merge(&folders, &out).unwrap();
    let all = contents(&out);
    fs::remove_dir_all(&out).unwrap();
    all
}

/// Shards of a campaign over the kernels 0 to `count` - 1, and the campaign without shards.
fn shards(home: &Path, seed: u64, count: u64, of: u64) -> (Vec<PathBuf>, PathBuf) {
    let make = |index: u64| {
        let kernels: Vec<u64> = (index..count).step_by(of as usize).collect();
        campaign(&home.join(format!("shard{index}")), seed, &format!("{index}/{of}"), &kernels)
    };
    let whole = campaign(&home.join("merged"), seed, "0/1", &(0..count).collect::<Vec<_>>());
    let aside = home.join("whole");
    fs::rename(whole, &aside).unwrap();
    ((0..of).map(make).collect(), aside)
}

#[test]
fn shards_merged_are_the_campaign_without_shards() {
    for (count, of) in [(1, 1), (40, 2), (300, 8), (5, 7)] {
        let home = tempfile::tempdir().unwrap();
        let (shards, whole) = shards(home.path(), 1, count, of);
        let paths: Vec<&Path> = shards.iter().map(PathBuf::as_path).collect();
        let mut made = merged(home.path(), &paths);
        let mut due = contents(&whole);
        for table in ["runs", "pace"] {
            // Who ran it when is another story.
            made.remove(table);
            due.remove(table);
        }
        assert_eq!(made.keys().collect::<Vec<_>>(), due.keys().collect::<Vec<_>>());
        for (name, bytes) in &due {
            let told = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            assert_eq!(told(&made[name]), told(bytes), "{name} of {count} in {of}");
        }
    }
}

#[test]
fn the_order_the_steps_and_repetitions_do_not_matter() {
    for (seed, count, of) in [(1, 120, 3), (2, 77, 4), (3, 260, 5)] {
        let home = tempfile::tempdir().unwrap();
        let (shards, _) = shards(home.path(), seed, count, of);
        let paths: Vec<&Path> = shards.iter().map(PathBuf::as_path).collect();
        let all = merged(home.path(), &paths);
        let mut turned = paths.clone();
        for _ in 1..of {
            turned.rotate_left(1);
            assert_eq!(merged(home.path(), &turned), all, "order");
        }
        turned.extend(&paths);
        assert_eq!(merged(home.path(), &turned), all, "the same twice");
        for at in 1..paths.len() {
            let [left, right] = [home.path().join("left"), home.path().join("right")];
            merge(&shards[..at], &left).unwrap();
            merge(&shards[at..], &right).unwrap();
            assert_eq!(merged(home.path(), &[&left, &right]), all, "in steps, {at}");
            assert_eq!(merged(home.path(), &[&right, &left, paths[0]]), all, "again, {at}");
            fs::remove_dir_all(left).unwrap();
            fs::remove_dir_all(right).unwrap();
        }
    }
}

#[test]
fn kernels_that_were_judged_otherwise_keep_their_fault() {
    let home = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| {
        let kernels: Vec<u64> = (0..50).collect();
        campaign(&home.path().join(name), 1, "0/1", &kernels)
    });
    let connection = Connection::open(two.join("campaign.sqlite")).unwrap();
    connection.execute("DELETE FROM sightings", []).unwrap();
    let sql = "UPDATE kernels SET outcome = 'inconclusive', reason = 'time' WHERE outcome = 'bug'";
    assert!(connection.execute(sql, []).unwrap() > 0);
    drop(connection);
    let both = merged(home.path(), &[&one, &two]);
    assert_eq!(both, merged(home.path(), &[&two, &one]));
    assert_eq!(both["kernels"], contents(&one)["kernels"]);
    assert_eq!(both["sightings"], contents(&one)["sightings"]);
}

/// Two shards may reduce one fault to two findings.
#[test]
fn of_what_a_fault_came_out_as_one_stays() {
    let home = tempfile::tempdir().unwrap();
    let make = |index: u64, aliases: &[(&str, &str)]| {
        let shard = format!("{index}/2");
        let folder = campaign(&home.path().join(format!("shard{index}")), 1, &shard, &[index]);
        let connection = Connection::open(folder.join("campaign.sqlite")).unwrap();
        for alias in aliases {
            connection.execute("INSERT INTO aliases VALUES (?1, ?2)", *alias).unwrap();
        }
        folder
    };
    let one = make(0, &[("stale-x", "stale-b"), ("stale-y", "stale-c")]);
    let two = make(1, &[("stale-x", "stale-a")]);
    let both = merged(home.path(), &[&one, &two]);
    assert_eq!(both, merged(home.path(), &[&two, &one, &two]));
    let told = String::from_utf8(both["aliases"].clone()).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 2, "{told}");
    assert!(lines[0].contains("stale-x") && lines[0].contains("stale-a"), "{told}");
    assert!(lines[1].contains("stale-y") && lines[1].contains("stale-c"), "{told}");
}

#[test]
fn what_is_no_shard_is_refused_and_nothing_is_left() {
    let home = tempfile::tempdir().unwrap();
    let one = campaign(&home.path().join("one"), 1, "0/2", &[0, 2]);
    let other = campaign(&home.path().join("other"), 2, "1/2", &[1, 3]);
    let out = home.path().join("merged");
    let error = merge(&[one.clone(), other], &out).unwrap_err().to_string();
    assert!(error.contains("no shards of one campaign (seed 1 and 2)"), "{error}");
    let error = merge(&[one.clone(), home.path().join("none")], &out).unwrap_err().to_string();
    assert!(error.contains("holds no campaign"), "{error}");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("thesis.txt"), "mine").unwrap();
    let error = merge(&[one], &out).unwrap_err().to_string();
    assert!(error.contains("thesis.txt"), "{error}");
    let mut names: Vec<_> =
        fs::read_dir(home.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["merged", "one", "other"]);
}

/// Two shards, of which the second one is merged later.
fn grown() -> (TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("merged");
    let one = campaign(&home.path().join("one"), 1, "0/3", &[0, 3, 6]);
    let two = campaign(&home.path().join("two"), 1, "1/3", &[1, 4]);
    let first = merge(&[one], &out).unwrap();
    assert_eq!((first.kernels, first.missing.len()), (3, 2));
    fs::write(out.join("report.md"), "a report").unwrap();
    let second = merge(&[two], &out).unwrap();
    assert_eq!((second.kernels, second.missing[0].to_string()), (5, "2/3".to_owned()));
    (home, out)
}

#[test]
fn a_merged_campaign_grows_and_keeps_what_lies_beside_it() {
    let (home, out) = grown();
    assert_eq!(fs::read_to_string(out.join("report.md")).unwrap(), "a report");
    let hidden = fs::read_dir(home.path())
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with('.'));
    assert_eq!(hidden.count(), 0);
}

#[test]
fn a_merge_that_was_killed_in_the_exchange_loses_nothing() {
    let (home, out) = grown();
    let before = contents(&out);
    fs::rename(&out, home.path().join(".merged.before-merge")).unwrap();
    merge(&[home.path().join("one")], &out).unwrap();
    assert_eq!(contents(&out), before);
    assert!(out.join("report.md").exists());
}

#[test]
fn a_merged_campaign_is_one_that_fuzz_goes_on_with() {
    let (_home, out) = grown();
    let store = Store::open(&out, &store::identity(1, "0/1")).unwrap();
    assert_eq!(store.done().unwrap().len(), 5);
    let error = merge(std::slice::from_ref(&out), &out).unwrap_err().to_string();
    assert!(error.contains("another tritonsmith works on"), "{error}");
}

#[test]
fn the_command_tells_what_is_missing() {
    let home = tempfile::tempdir().unwrap();
    campaign(&home.path().join("one"), 1, "0/2", &[0, 2, 4]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    command.current_dir(home.path()).args(["merge", "one", "one", "--out", "merged"]);
    let output = command.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("not in it: shards 1/2"), "{told}");
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.starts_with("3 kernels, ") && printed.ends_with(": merged\n"), "{printed}");
}
