//! The table of kinds: its rows, the scripts that show them, and what has changed since another table.

use rayon::prelude::*;
use tritonsmith::campaign::history::{Made, table};
use tritonsmith::compile::{Target, Worker, WorkerOptions};
use tritonsmith::device;
use tritonsmith::report::globals::{Row, Table};
use tritonsmith::toolchain::{Home, Toolchain, ToolchainId};

/// A table of some kinds, and its scripts.
fn some_rows(kinds: &[&str]) -> (Toolchain, Made) {
    let home = Home::from_environment().unwrap();
    let id = ToolchainId::default();
    let toolchain = Toolchain::ensure(&home, &id, &mut |line: &str| eprintln!("{line}")).unwrap();
    let mut worker = Worker::start(&toolchain, WorkerOptions::default()).unwrap();
    let device = (device::find("ir").unwrap().open)();
    let kinds: Vec<_> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
    let (name, target) = (id.to_string(), Target::cuda(90));
    let made = table(&mut worker, device.as_ref(), &name, &target, &kinds).unwrap();
    (toolchain, made)
}

/// Runs each row's script in the toolchain: it fails where the row is wrong, and only there.
fn scripts_agree(kinds: &[&str]) {
    let (toolchain, made) = some_rows(kinds);
    let rows = made.table.rows.par_iter().zip(&made.scripts);
    let wrong: Vec<_> =
        rows.filter_map(|(row, script)| disagrees(&toolchain, row, script)).collect();
    eprintln!("{} scripts, {} say otherwise", made.scripts.len(), wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n----\n"));
}

/// What is wrong about the script of a row.
fn disagrees(toolchain: &Toolchain, row: &Row, (path, text): &(String, String)) -> Option<String> {
    if text.lines().count() >= 40 {
        return Some(format!("{path} is too long:\n{text}"));
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("script.py");
    std::fs::write(&file, text).unwrap();
    let output = std::process::Command::new(toolchain.python()).arg(&file).output().unwrap();
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    let has = |word: &str| said.iter().any(|text| text.lines().any(|l| l.starts_with(word)));
    let agrees = match row.wrong {
        true => has("FAIL") && !output.status.success(),
        false => has("PASS") && output.status.success(),
    };
    let [out, errors] = &said;
    (!agrees && row.outcome != "unjudged")
        .then(|| format!("{path} is {}:\n{text}\n{out}{errors}", row.outcome))
}

#[test]
fn the_scripts_of_a_table_say_what_its_rows_say() {
    scripts_agree(&["module_constexpr", "zero_constexpr_arguments", "lock_holder", "helper_body"]);
}

/// `cargo test --release --test history -- --ignored every_script --nocapture`.
#[test]
#[ignore = "starts Python for every row, some minutes"]
fn every_script_of_the_table_says_what_its_row_says() {
    scripts_agree(&[]);
}

#[test]
fn a_row_that_changed_is_a_finding() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old.json");
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
        command.args(["globals", "--kind", "module_constexpr"]).args(arguments);
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap(), output.stdout)
    };
    let place = folder.path().join("table").display().to_string();
    let (code, _, json) = run(&["--json", "--out", &place]);
    assert_eq!(code, Some(0));
    let written = std::fs::read_to_string(folder.path().join("table/table.json")).unwrap();
    let table: Table = serde_json::from_str(&written).unwrap();
    for row in &table.rows {
        assert!(folder.path().join("table").join(row.script.as_ref().unwrap()).is_file());
    }
    std::fs::write(&old, &json).unwrap();
    let old_text = old.display().to_string();
    assert_eq!(run(&["--compare", &old_text]).0, Some(0));
    let changed = String::from_utf8(json).unwrap().replacen("\"stale\"", "\"rejected\"", 1);
    std::fs::write(&old, changed).unwrap();
    let (code, told, _) = run(&["--compare", &old_text]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("changed: module_constexpr set between launches: rejected, now stale"));
}
