//! `tv` as its users see it.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::Path;
use std::process::{Command, Output};

fn tv(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/mlir/cases");
    command.current_dir(folder).env_remove("RUST_LOG").arg("tv").args(arguments);
    command.output().unwrap()
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
