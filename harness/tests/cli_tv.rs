//! `tv` as its users see it.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/mlir/cases");
    command.current_dir(folder).env_remove("RUST_LOG").arg("tv").args(arguments);
    command
}

fn tv(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn equal_is_0_and_different_is_1() {
    let output = tv(&["rows_before.mlir", "rows_good.mlir"]);
    assert_eq!(stdout(&output), "@rows: equal (exact, 64 inputs)\n");
    assert_eq!(output.status.code(), Some(0));
    let output = tv(&["rows_before.mlir", "rows_bad.mlir"]);
    let told = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    for part in ["wrong store: arg1[1]", "arg0[0]", "arg0[1]", "row 1", "rows_bad.mlir:48"] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

#[test]
fn json_is_as_the_contract_says() {
    let output = tv(&["rows_before.mlir", "rows_bad.mlir", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["schema"], 1);
    let function = &report["functions"][0];
    assert_eq!((&function["name"], &function["verdict"]), (&"rows".into(), &"different".into()));
    assert!(function["reason"].is_string() && function["inputs"].is_u64());
    let difference = &function["first_difference"];
    assert_eq!(difference["kind"], "store");
    assert_eq!(difference["cause"]["after"]["line"], 48);
    assert_eq!(difference["after"]["op"]["element"], serde_json::json!([1, 0]));
}

#[test]
fn what_cannot_be_compared_is_3() {
    let output = tv(&["../../tv/base.mlir", "rows_good.mlir"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stdout(&output).contains("@f: inconclusive: the function is gone"));
}

/// A file in a folder of its own, gone with the test.
struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = format!("tritonsmith-cli-tv-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(folder.join("below")).unwrap();
        Scratch(folder)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    fn path(&self) -> String {
        self.0.display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A function that returns its argument after `op` with a constant.
fn function(name: &str, op: &str) -> String {
    format!(
        "tt.func @{name}(%a: i32) -> i32 {{\n  %c = arith.constant 3 : i32\n  \
         %r = arith.{op} %a, %c : i32\n  tt.return %r : i32\n}}\n"
    )
}

#[test]
fn parts_are_compared_one_by_one() {
    let scratch = Scratch::new("parts");
    let three = |op: &str| {
        let parts = [function("f", "addi"), function("f", op), function("g", "muli")];
        parts.join("// -----\n")
    };
    let before = scratch.file("a.mlir", &three("muli"));
    let after = scratch.file("b.mlir", &three("subi"));
    let output = tv(&[&before, &after, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let functions = report["functions"].as_array().unwrap();
    let told: Vec<_> =
        functions.iter().map(|f| (&f["name"], &f["part"], &f["line"], &f["verdict"])).collect();
    let (f, g, equal) = (&"f".into(), &"g".into(), &"equal".into());
    let lines = [&1.into(), &7.into(), &13.into()];
    let parts = [&0.into(), &1.into(), &2.into()];
    assert_eq!(told[0], (f, parts[0], lines[0], equal));
    assert_eq!(told[1], (f, parts[1], lines[1], &"different".into()));
    assert_eq!(told[2], (g, parts[2], lines[2], equal));
    let told = stdout(&tv(&[&before, &after]));
    assert!(told.contains("@f (part 1, line 7): wrong result: result 0"), "{told}");
    let fewer = scratch.file("c.mlir", &function("f", "addi"));
    let output = tv(&[&before, &fewer]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_folder_without_tests_is_a_mistake() {
    let scratch = Scratch::new("empty");
    let output = tv(&[&scratch.path()]);
    let line = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert!(line.contains("holds no .mlir file"), "{line}");
}

#[test]
fn a_folder_is_judged_by_its_run_lines() {
    let scratch = Scratch::new("folder");
    let two = [function("f", "addi"), function("g", "muli")].join("// -----\n");
    let run = "// RUN: triton-opt %s -split-input-file -cse -canonicalize=\"max-iterations=10\" \
               -not-a-pass | FileCheck %s\n// RUN: triton-opt %s -split-input-file \\\n\
               // RUN:   --pass-pipeline='builtin.module(cse,canonicalize)' | FileCheck %s\n";
    scratch.file("below/a.mlir", &format!("{run}{two}"));
    scratch.file("b.mlir", "// RUN: not triton-opt %s -cse\ntt.func @h() {\n  tt.return\n}\n");
    scratch.file(
        "c.mlir",
        "// RUN: triton-opt %s -split-input-file -verify-diagnostics -cse\n\
                            // expected-error @+1 {{nope}}\ntt.nope\n",
    );
    let output = tv(&[&scratch.path(), "--json"]);
    let told = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{told}");
    let report: serde_json::Value = serde_json::from_str(&told).unwrap();
    let suite = &report["suite"];
    assert_eq!(
        (&suite["files"], &suite["parts"], &suite["accepted"]),
        (&3.into(), &4.into(), &3.into())
    );
    let told = |entry: &serde_json::Value| {
        let word = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
        [word("file"), word("name"), word("verdict"), word("pass"), word("reason")].join(" ")
    };
    let functions: Vec<_> = report["functions"].as_array().unwrap().iter().map(told).collect();
    assert!(
        functions[0].starts_with("b.mlir h inconclusive  the RUN line expects"),
        "{functions:?}"
    );
    assert!(functions[1].starts_with("below/a.mlir f inconclusive  "), "{functions:?}");
    assert!(functions[1].contains("not-a-pass"), "{functions:?}");
    assert!(functions[2].starts_with("below/a.mlir f equal"), "{functions:?}");
    assert_eq!(functions.len(), 5);
    // Of the first list the passes before the one that is not there are judged too.
    assert_eq!(suite["passes"]["cse"]["equal"], 4, "{suite}");
    assert_eq!(suite["passes"]["canonicalize"]["equal"], 4, "{suite}");
    let file = scratch.0.join("below/a.mlir").display().to_string();
    let told = stdout(&tv(&[&file, "--run"]));
    assert!(told.contains("2 modules, 2 that the toolchain reads, 2 of them read here"), "{told}");
    // Other passes in place of the file's own.
    let told = stdout(&tv(&[&scratch.path(), "--pass", "sccp"]));
    assert!(told.contains("      3          0             0  sccp"), "{told}");
}

#[test]
fn a_pipeline_names_the_pass_of_triton_11305() {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/regressions");
    let case = case.join("triton-11305.json").display().to_string();
    let output = tv(&["--pipeline", &case, "--toolchain", "triton==3.9.0", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert_eq!(report["pass"], "tritongpu-optimize-thread-locality");
    assert_eq!(report["functions"][0]["verdict"], "different");
}

#[test]
fn a_reader_that_stops_early_changes_no_status() {
    let mut command = command(&["rows_before.mlir", "rows_bad.mlir"]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn mistakes_are_one_line_and_2() {
    for (arguments, part) in [
        (&["rows_before.mlir"][..], "--pass"),
        (&[], "BEFORE.mlir"),
        (&["none.mlir", "rows_good.mlir"], "none.mlir"),
        (&["rows_before.mlir", "rows_good.mlir", "--pass", "cse"], "cannot be used with"),
        (&["--pipeline", "none"], "none"),
    ] {
        let output = tv(arguments);
        let line = String::from_utf8(output.stderr.clone()).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {line}");
        assert_eq!(line.trim_end().lines().count(), 1, "{line}");
        assert!(line.contains(part), "{line}");
    }
}

#[test]
#[ignore = "needs triton 3.8.0, 3.9.0 and tokenspeed-triton 3.7.10.post20260531"]
fn a_result_that_is_used_twice_in_three_toolchains() {
    let with = |toolchain: &str| {
        let pass = "tritongpu-optimize-thread-locality";
        tv(&["otl_two_uses_11682.mlir", "--pass", pass, "--toolchain", toolchain])
    };
    let failed = with("triton==3.8.0");
    let told = stdout(&failed);
    assert_eq!(failed.status.code(), Some(1), "{told}");
    assert!(told.contains("Assertion `") && told.contains("triton-11682"), "{told}");
    let wrong = with("tokenspeed-triton==3.7.10.post20260531");
    let told = stdout(&wrong);
    assert_eq!(wrong.status.code(), Some(1), "{told}");
    assert!(told.contains("@k: wrong store: arg1[0]") && told.contains("after  0.0"), "{told}");
    assert!(told.contains("first wrong pass: tritongpu-optimize-thread-locality"), "{told}");
    let right = with("triton==3.9.0");
    assert_eq!(right.status.code(), Some(0), "{}", stdout(&right));
}
