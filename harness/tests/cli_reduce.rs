//! `reduce` as a process that is killed, in the real default toolchain.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A kernel that `triton==3.9.0` makes wrong code of.
const CASE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpora/regressions/triton-11305.json");

fn reduce(out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    command.args(["reduce", CASE, "--toolchain", "triton==3.9.0", "--jobs", "2", "--out"]);
    command.arg(out).env_remove("RUST_LOG").stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The texts of the files that a reduction leaves, by name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let names = ["case.json", "kernel.py", "before.mlir", "after.mlir", "regression.mlir"];
    let read = |name: &str| (name.to_owned(), fs::read_to_string(folder.join(name)).unwrap());
    names.map(read).into()
}

/// Answers that are in the journals of a folder.
fn answers(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let journal =
        |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(".journal");
    let lines =
        |entry: fs::DirEntry| fs::read_to_string(entry.path()).unwrap_or_default().lines().count();
    entries.flatten().filter(journal).map(lines).sum()
}

/// Kills a reduction once it has `wanted` new answers; false if it ended before.
fn killed(mut child: Child, out: &Path, wanted: usize) -> bool {
    let before = answers(out);
    let begun = Instant::now();
    while answers(out) < before + wanted {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(begun.elapsed() < Duration::from_secs(300), "no candidate was judged");
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    true
}

#[test]
fn a_killed_reduction_goes_on_and_ends_with_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    assert!(reduce(&whole).status().unwrap().success());

    let cut = folder.path().join("cut");
    let kills = [1, 3, 7].map(|wanted| killed(reduce(&cut).spawn().unwrap(), &cut, wanted));
    assert!(kills[0], "the reduction was over before it could be killed");
    assert!(reduce(&cut).status().unwrap().success());
    assert_eq!(files(&cut), files(&whole));
    assert_eq!(answers(&cut), 0, "a journal is left");
}
