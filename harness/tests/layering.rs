//! The layers: which module may import which. rustc permits cycles between modules, so this test
//! reads every path of every source file (`crate::x`, `super::x`, `use` groups) and holds it
//! against the table. Change the table only in a commit that argues for the change.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "layering/scan.rs"]
mod scan;

use std::fs;
use std::path::{Path, PathBuf};

use scan::paths;

/// Modules in layer order, each with what it may import.
const LAYERS: &[(&str, &[&str])] = &[
    ("tensor", &[]),
    // Errors of two readers that must not know each other, MLIR's and PTX's: data and no language.
    ("syntax", &[]),
    ("program", &["tensor"]),
    ("mlir", &["tensor", "syntax"]),
    ("ptx", &["tensor", "syntax"]),
    ("toolchain", &[]),
    ("compile", &["toolchain"]),
    ("globals", &["program"]),
    ("testcase", &["tensor", "program", "globals"]),
    ("generate", &["tensor", "program", "globals", "testcase"]),
    ("render", &["program", "globals", "testcase"]),
    ("evaluate", &["tensor", "program", "globals", "testcase"]),
    ("device", &["tensor", "compile"]),
    ("oracle", &["tensor", "program", "globals", "testcase", "evaluate", "compile", "device"]),
    ("validate", &["tensor", "mlir", "compile"]),
    ("plant", &["mlir", "ptx"]),
    ("reduce", &["program", "globals", "testcase"]),
    ("bisect", &["toolchain"]),
    ("report", &["testcase", "render", "oracle"]),
    ("campaign", ABOVE),
    ("cli", ABOVE),
];

/// Everything that stands above.
const ABOVE: &[&str] = &["*"];

/// Files, or folders, that may import more than their module.
const EXCEPTIONS: &[(&str, &str)] =
    &[("device/ir.rs", "mlir"), ("device/ptx.rs", "ptx"), ("reduce/ir", "mlir")];

/// Oracles are pure: of these modules they may name data types only.
const DATA_TYPES: &[(&str, &str, &[&str])] = &[
    (
        "oracle",
        "compile",
        &[
            "BoundArgument",
            "BoundConstant",
            "BoundValue",
            "CompileFailure",
            "FailureKind",
            "JobResult",
            "Kernel",
            "Launch",
            "PassText",
            "Stage",
        ],
    ),
    ("oracle", "device", &["Cause", "Observation", "Outcome", "ObservedBuffer"]),
];

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The path from the crate's root of the module that a file is.
fn module_of(file: &str) -> Vec<String> {
    let stem = file.trim_end_matches(".rs").trim_end_matches("/mod");
    stem.split('/').filter(|part| !matches!(*part, "lib" | "main")).map(str::to_owned).collect()
}

fn rank(module: &str) -> Option<usize> {
    LAYERS.iter().position(|(name, _)| *name == module)
}

/// What is wrong with `file` naming `path`, if anything.
fn fault(file: &str, path: &[String]) -> Option<String> {
    let from = module_of(file).first().cloned()?;
    let to = path.first()?.as_str();
    let (Some(own), Some(target)) = (rank(&from), rank(to)) else {
        return Some(format!("{file}: `{from}` or `{to}` is not in the table"));
    };
    if own == target {
        return None;
    }
    let allowed = LAYERS[own].1;
    let permitted = if allowed == ABOVE { target < own } else { allowed.contains(&to) };
    let excepted =
        EXCEPTIONS.iter().any(|(place, module)| file.starts_with(place) && *module == to);
    if !permitted && !excepted {
        return Some(format!("{file} imports `{}`: not in its layer", path.join("::")));
    }
    let types = DATA_TYPES.iter().find(|(module, other, _)| *module == from && *other == to);
    match (types, path.get(1)) {
        (Some((.., names)), Some(name)) if !names.contains(&name.as_str()) => {
            Some(format!("{file} imports `{}`: only data types", path.join("::")))
        }
        _ => None,
    }
}

#[test]
fn imports_follow_the_table() {
    let root = sources();
    let mut found = Vec::new();
    files(&root, &mut found);
    assert!(found.len() > 20);
    let mut faults = Vec::new();
    for path in found {
        let file = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        if matches!(file.as_str(), "lib.rs" | "main.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        faults.extend(paths(&text, &module_of(&file)).iter().filter_map(|p| fault(&file, p)));
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn the_library_lists_its_modules_in_layer_order() {
    let text = fs::read_to_string(sources().join("lib.rs")).unwrap();
    let listed = text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let ranks: Vec<_> = listed.map(|name| rank(name).expect(name)).collect();
    assert!(ranks.len() > 10 && ranks.is_sorted(), "{ranks:?}");
}

#[test]
fn the_table_only_points_upwards() {
    for (own, (module, allowed)) in LAYERS.iter().enumerate() {
        for name in allowed.iter().filter(|name| **name != "*") {
            assert!(rank(name).unwrap() < own, "{module} may import {name}, which stands below it");
        }
    }
}

#[test]
fn faults_are_seen() {
    let path = |text: &str| text.split("::").map(str::to_owned).collect::<Vec<_>>();
    assert!(fault("tensor/tile.rs", &path("program::Op")).is_some());
    assert!(fault("device/cuda.rs", &path("mlir::Module")).is_some());
    assert!(fault("device/ir.rs", &path("mlir::Module")).is_none());
    assert!(fault("oracle/crash.rs", &path("compile::Worker")).is_some());
    assert!(fault("oracle/crash.rs", &path("compile::FailureKind")).is_none());
    assert!(fault("campaign/mod.rs", &path("cli::main")).is_some());
    assert!(fault("cli/fuzz.rs", &path("campaign::Campaign")).is_none());
}
