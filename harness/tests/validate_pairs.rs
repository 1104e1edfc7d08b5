//! Pairs of modules under `filetests/tv`, each with what must be said of it.
//!
//! - `pairs/`: a module before and one after; the first line says `equal`, `different`, `inconclusive`,
//!   `not different` or `not equal`, and why
//! - `malformed/`: a module that an operation does not fit into: no verdict, and no panic

#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::{Path, PathBuf};

use tritonsmith::validate::{Settings, Text, Verdict, overall, validate};

fn files(folder: &str) -> Vec<(PathBuf, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/tv").join(folder);
    let paths = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let found: Vec<_> =
        paths.map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect();
    assert!(!found.is_empty());
    found
}

#[test]
fn pairs_are_judged_as_they_say() {
    for (path, text) in files("pairs") {
        let said = text.strip_prefix("// ").and_then(|text| text.split_once(':')).unwrap().0;
        let (before, after) = text.split_once("// -----").unwrap();
        let read = |name, text| Text::parse(name, text).unwrap();
        let reports =
            validate(&read("before", before), &read("after", after), &Settings::default());
        let right = match (said, overall(&reports)) {
            ("not different", verdict) => verdict != Verdict::Different,
            ("not equal", verdict) => verdict != Verdict::Equal,
            (said, verdict) => format!("{verdict:?}").to_lowercase() == said,
        };
        assert!(right, "{}: {reports:#?}", path.display());
    }
}

#[test]
fn what_does_not_fit_is_no_verdict() {
    for (path, text) in files("malformed") {
        let text = Text::parse("text", &text).unwrap();
        let reports = validate(&text, &text, &Settings::default());
        assert_eq!(overall(&reports), Verdict::Inconclusive, "{}: {reports:#?}", path.display());
    }
}
