//! Bisecting with a module of TTGIR: it is compiled on and executed at each end, which are one compiler with two
//! assemblers, so that no other release is needed. The test is alone in its file for the reason that
//! `bisect_tools` gives.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use support::assembler::with_assembler;
use support::summed;
use tritonsmith::toolchain::{Home, Toolchain};

const COMPILER: &str = "triton==3.9.0";

#[test]
fn the_assembler_that_refuses_a_module_is_found() {
    let home = Home::from_environment().unwrap();
    let toolchain = Toolchain::ensure(&home, &COMPILER.parse().unwrap(), &mut |_: &str| ());
    let toolchain = toolchain.unwrap();
    let own = toolchain.assembler(90).unwrap();

    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sum.ttgir.json"), summed::case().to_json()).unwrap();
    let right = format!("exec '{}' \"$@\"\n", own.path.display());
    // The trivial module has a function of another name, and must survive.
    let refuses = "if grep -qs 'entry layouts' -- \"$@\"; then echo 'error: no such instruction' >&2; exit 255; fi";
    let script = |text: &str| format!("#!/bin/sh\n{text}\n");
    let good = with_assembler(&folder.path().join("good"), &toolchain, &script(&right));
    let wrong = script(&format!("{refuses}\n{right}"));
    let bad = with_assembler(&folder.path().join("bad"), &toolchain, &wrong);
    let name = |path: &Path| format!("path:{}", path.display());

    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    command.current_dir(folder.path()).env_remove("RUST_LOG").args(["bisect", "sum.ttgir.json"]);
    command.args(["--axis", "ptxas", "--toolchain", COMPILER, "--state", "state", "--json"]);
    command.args(["--good", &name(&good), "--bad", &name(&bad)]);
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["last_good"], name(&good), "{told}");
    assert_eq!(told["first_bad"], name(&bad), "{told}");
    let seen: Vec<_> = told["tested"].as_array().unwrap().iter().map(|one| &one["seen"]).collect();
    let said = |what: &str| format!("ptxas {}: {what}", own.version);
    assert_eq!(*seen[0], said("compiler-error | cubin | error: no such instruction"), "{told}");
    assert_eq!(*seen[1], said("nothing wrong"), "{told}");
}
