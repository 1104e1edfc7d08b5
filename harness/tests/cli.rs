//! The command as its users see it: what goes wrong is one clear line and exit status 2.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tritonsmith::generate::ttgir;
use tritonsmith::testcase::ttgir::TtgirCase;

/// The command, in an empty folder and, unless told otherwise, with an empty home.
fn tritonsmith(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    command.current_dir(folder).env("TRITONSMITH_HOME", folder.join("home")).env_remove("RUST_LOG");
    command
}

/// The one line of an error.
fn refused(output: &Output) -> String {
    let line = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert_eq!(line.trim_end().lines().count(), 1, "{line}");
    assert!(line.starts_with("tritonsmith: "), "{line}");
    assert!(output.stdout.is_empty(), "{:?}", output.stdout);
    line
}

fn refusal(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let line = refused(&tritonsmith(folder.path()).args(arguments).output().unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
    line
}

#[test]
fn help_and_version_succeed() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&["--help"][..], &["--version"], &["fuzz", "--help"], &["help", "replay"]] {
        let output = tritonsmith(folder.path()).args(arguments).output().unwrap();
        assert!(output.status.success() && !output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn unknown_toolchains_are_refused_with_those_that_are_known() {
    let line = refusal(&["fuzz", "--toolchain", "tritn==3.9.0"]);
    assert!(line.contains("tritn") && line.contains("tokenspeed-triton"), "{line}");
    let line = refusal(&["fuzz", "--toolchain", "triton"]);
    assert!(line.contains("triton==3.9.0"), "{line}");
    let line = refusal(&["replay", "x.mlir", "--pass", "cse", "--toolchain", "path:/no/such/venv"]);
    assert!(line.contains("x.mlir"), "{line}");
}

#[test]
fn scenarios_that_are_not_there_or_cannot_be_guided_are_refused_by_name() {
    let line = refusal(&["fuzz", "--scenario", "some"]);
    assert!(line.contains("one of kernels, globals, all"), "{line}");
    let line = refusal(&["fuzz", "--scenario", "all", "--guidance"]);
    assert!(line.contains("--guidance goes with compiled kernels"), "{line}");
}

#[test]
fn nonsense_is_one_line() {
    for arguments in [
        &["fuzz", "--count", "many"][..],
        &["fuzz", "--shard", "3/3"],
        &["fuzz", "--time", "soon"],
        &["fuzz", "--target", "cuda:sm_90"],
        &["fuzz", "--target", "xpu:pvc"],
        &["fuzz", "--until", "hsaco"],
        &["fuzz", "--jobs", "0"],
        &["fuzz", "--device", "ptx", "--until", "ttir"],
        &["fuzz", "--device", "ir", "--device", "cuda", "--until", "llir"],
        &["fuzz", "--device", "opencl"],
        &["replay"],
        &["report", "no-such-folder"],
        &["report", "no-such-folder", "--format", "html"],
        &["report", "no-such-folder", "--format", "pdf"],
        &["report"],
        &["merge", "one"],
        &["merge", "no-such-folder", "--out", "merged"],
        &["ptx-golden", "record"],
        &["ptx-golden", "check", "no-such-folder"],
        &[],
    ] {
        refusal(arguments);
    }
}

#[test]
fn cases_that_cannot_be_read_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).unwrap();
    file("cut.json", br#"{"schema": 1, "name": "x", "prog"#);
    file("newer.json", br#"{"schema": 99, "unheard": "of"}"#);
    file("other.json", br#"{"a": 1}"#);
    file("binary.json", b"\xff\xfe\x00");
    file("binary.mlir", b"\xff\xfe\x00");
    file("fine.mlir", b"module {}\n");
    for (arguments, told) in [
        (&["replay", "cut.json"][..], "no test case"),
        (&["replay", "newer.json"], "update"),
        (&["replay", "other.json"], "schema"),
        (&["replay", "binary.json"], "binary.json"),
        (&["replay", "mismatch-0123abcd"], "no finding"),
        (&["replay", "binary.mlir", "--pass", "cse"], "MLIR text"),
        (&["replay", "absent.mlir", "--pass", "cse"], "absent.mlir"),
        (&["replay", "fine.mlir"], "--pass"),
        (&["replay", "cut.json", "--pass", "cse"], "--pass goes with"),
    ] {
        let output = tritonsmith(folder.path()).args(arguments).output().unwrap();
        let line = refused(&output);
        assert!(line.contains(told), "{arguments:?}: {line}");
    }
}

#[test]
fn what_the_system_said_is_told_once() {
    let line = refusal(&["launch", "absent.bundle", "--device", "faulty"]);
    assert_eq!(line.matches("No such file").count(), 1, "{line}");
    let line = refusal(&["bundle", "--count", "0", "--case", "absent.json", "--out", "k.bundle"]);
    assert_eq!(line.matches("No such file").count(), 1, "{line}");
}

#[test]
fn without_python_it_says_what_to_install() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = tritonsmith(folder.path());
    command.env("PATH", "/no/such/folder").env("TRITONSMITH_PYTHON", "/no/such/python");
    let line = refused(&command.args(["fuzz", "--count", "1"]).output().unwrap());
    assert!(line.contains("python") && line.contains("TRITONSMITH_PYTHON"), "{line}");
    assert!(!folder.path().join("reports").exists());
}

#[test]
fn doctor_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let output = tritonsmith(folder.path()).args(["doctor", "--json"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&document["schema"], &document["ready"]), (&1.into(), &true.into()));
    let checks = document["checks"].as_array().unwrap();
    assert!(checks.iter().any(|check| check["name"] == "sandbox"), "{document}");
    let mut command = tritonsmith(folder.path());
    command.env("PATH", "/no/such/folder").env("TRITONSMITH_PYTHON", "/no/such/python");
    let output = command.arg("doctor").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().contains("missing  python"));
}

#[test]
fn no_network_is_told_and_leaves_no_toolchain() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = "http://127.0.0.1:9/simple";
    let mut command = tritonsmith(folder.path());
    for variable in ["PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL"] {
        command.env(variable, nowhere);
    }
    command.env_remove("PIP_EXTRA_INDEX_URL").env("PIP_RETRIES", "0").env("UV_HTTP_RETRIES", "0");
    command.env("PIP_CONFIG_FILE", "/dev/null").env("UV_NO_CACHE", "1");
    let output = command.args(["toolchain", "install", "triton==3.9.0"]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.lines().last().unwrap().contains("network"), "{told}");
    let output = tritonsmith(folder.path()).args(["toolchain", "list"]).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("nothing is installed"));
}

/// A module that is not what its case says, or whose finding cannot be read, costs no compiler.
#[test]
fn modules_that_are_no_cases_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let told = |words: &[&str]| refused(&tritonsmith(folder.path()).args(words).output().unwrap());
    let write = |change: fn(&mut TtgirCase)| {
        let mut case = ttgir(1, 0, 90);
        change(&mut case);
        fs::write(folder.path().join("ttgir.json"), case.to_json()).unwrap();
    };
    let bisect = ["bisect", "ttgir.json", "--good", "triton==3.8.0", "--bad", "triton==3.9.0"];
    let bisect_with = |more: [&str; 2]| told(&[&bisect[..], &more].concat());
    write(|_| ());
    assert!(bisect_with(["--target", "cuda:80"]).contains("the module is for cuda:90"));
    assert!(bisect_with(["--until", "llir"]).contains("not llir"));
    fs::write(folder.path().join("finding.json"), "{").unwrap();
    for words in [&["replay", "ttgir.json"][..], &["reduce", "ttgir.json"], &bisect] {
        assert!(told(words).contains("the finding's record is damaged"), "{words:?}");
    }
    let replayed = |change: fn(&mut TtgirCase)| {
        write(change);
        told(&["replay", "ttgir.json"])
    };
    let line = replayed(|case| case.text = case.text.replace("func public", "func private"));
    assert!(line.contains("0 public functions"), "{line}");
    assert!(replayed(|case| case.num_warps += 1).contains("warps"));
    assert!(replayed(|case| case.capability = 100).contains("cuda:100 is none of"));
}
