//! `reduce` as its users see it: what it refuses, and, in the real default toolchain, as a process that is
//! killed or stopped by its limits.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
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

/// `reduce` with an empty home: what is refused is refused before anything is installed.
fn refused(arguments: &[&str], home: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    command.arg("reduce").args(arguments).env("TRITONSMITH_HOME", home).env_remove("RUST_LOG");
    let Output { status, stderr, .. } = command.output().unwrap();
    let line = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(2), "{line}");
    assert!(!home.exists(), "something was installed: {line}");
    line
}

#[test]
fn a_device_that_is_not_here_is_no_pass() {
    let folder = tempfile::tempdir().unwrap();
    let (home, out) = (folder.path().join("home"), folder.path().join("out"));
    let out = out.to_str().unwrap();
    let line = refused(&[CASE, "--device", "cuda:99", "--out", out], &home);
    assert!(line.contains("the device cuda:99 is not here"), "{line}");
    let line = refused(&[CASE, "--device", "ptx", "--until", "ttgir", "--out", out], &home);
    assert!(line.contains("executes nothing up to ttgir"), "{line}");
    assert!(!Path::new(out).exists());
}

#[test]
fn the_folder_of_the_input_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    let own = folder.path().join("own");
    fs::create_dir(&own).unwrap();
    for name in ["before.mlir", "case.json", "kernel.py", "after.mlir"] {
        fs::write(own.join(name), name).unwrap();
    }
    let (input, out) = (own.join("before.mlir"), own.to_str().unwrap());
    let line = refused(&[input.to_str().unwrap(), "--pass", "cse", "--out", out], &home);
    assert!(line.contains("give another folder with --out"), "{line}");
    for name in ["before.mlir", "case.json", "kernel.py", "after.mlir"] {
        assert_eq!(fs::read_to_string(own.join(name)).unwrap(), name);
    }
}

#[test]
fn a_search_that_its_limit_ends_says_so_and_keeps_its_answers() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    // The second run goes on in the folder of the first.
    for attempts in ["0", "2"] {
        assert!(reduce(&out).args(["--attempts", attempts]).status().unwrap().success());
        let told = fs::read_to_string(out.join("explain.md")).unwrap();
        assert!(told.contains("It may get smaller"), "{told}");
    }
    assert!(answers(&out) > 0, "the answers are gone");
}

#[test]
#[ignore = "needs triton==3.8.0: cargo test --test cli_reduce -- --ignored"]
fn a_module_s_finding_that_is_known_is_not_filed_again() {
    const MODULE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpora/known/triton-11682.mlir");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    command.args(["reduce", MODULE, "--pass", "tritongpu-optimize-thread-locality"]);
    command.args(["--toolchain", "triton==3.8.0", "--out"]).arg(&out).env_remove("RUST_LOG");
    assert!(command.status().unwrap().success());
    let issue = fs::read_to_string(out.join("issue.md")).unwrap();
    assert!(issue.contains("Known as triton-11682: do not file it again."), "{issue}");
    assert!(issue.starts_with("Title: tritongpu-optimize-thread-locality fails"), "{issue}");
}
