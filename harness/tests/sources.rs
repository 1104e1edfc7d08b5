//! What holds of every source file, and that no compiler checks.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every source file without its tests, by its path.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    files(&root, &mut found);
    found.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let own = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
        (path.strip_prefix(&root).unwrap().display().to_string(), own)
    };
    found.into_iter().map(read).collect()
}

#[test]
fn errors_are_told_by_the_function_that_tells_no_cause_twice() {
    let sources = sources();
    assert!(sources.len() > 100);
    let faults = sources.iter().filter(|(_, text)| text.contains("{error:#}"));
    let names: Vec<_> = faults.map(|(name, _)| name).collect();
    assert!(names.is_empty(), "use `campaign::chain` in {names:?}");
}
