//! The README against the program: what it names is there, and what must be told is told.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tritonsmith::device;

/// Commands that have commands of their own.
const NESTED: &[&str] = &["toolchain", "ptx-golden"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).unwrap()
}

/// The lines of fenced blocks, and the text between the blocks.
fn parted(text: &str) -> (Vec<String>, String) {
    let (mut blocks, mut prose, mut inside) = (Vec::new(), String::new(), false);
    for line in text.lines() {
        if line.starts_with("```") {
            inside = !inside;
        } else if inside {
            blocks.push(line.to_owned());
        } else {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    assert!(!inside, "a block does not end");
    (blocks, prose)
}

/// What stands between backticks.
fn spans(prose: &str) -> Vec<&str> {
    prose.split('`').skip(1).step_by(2).collect()
}

/// The text below a heading, up to the next one of its level.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let start = text.find(&format!("\n## {heading}\n")).unwrap() + 1;
    let rest = &text[start..];
    rest.find("\n## ").map_or(rest, |end| &rest[..end])
}

/// How a heading is linked to.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().replace(' ', "-")
}

fn collect(folder: &Path, found: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn the_contents_are_the_headings() {
    let (_, prose) = parted(&readme());
    let headings: BTreeSet<String> =
        prose.lines().filter_map(|line| line.strip_prefix("## ")).map(anchor).collect();
    let links = prose.split("](#").skip(1).map(|rest| rest.split(')').next().unwrap().to_owned());
    let links: BTreeSet<String> = links.collect();
    assert!(headings.len() > 10, "{headings:?}");
    assert_eq!(links, headings);
}

/// Of a line that runs the program: the words that say which help is meant, and the options.
fn command(line: &str) -> Option<(Vec<String>, BTreeSet<String>)> {
    let line = line.trim_start();
    let begins = ["tritonsmith ", "cargo run --release -- "];
    let named = begins.iter().find_map(|begin| line.strip_prefix(begin));
    let short = ["fuzz --", "replay --"].iter().any(|begin| line.starts_with(begin));
    let rest = named.or(short.then_some(line))?.split(" #").next().unwrap_or_default();
    let words: Vec<&str> = rest.split_whitespace().collect();
    let count = if NESTED.contains(words.first()?) { 2 } else { 1 };
    let help = words.iter().take(count).map(|word| (*word).to_owned()).collect();
    let bare = words.iter().map(|word| word.trim_matches(['[', ']']).to_owned());
    Some((help, bare.filter(|word| word.starts_with("--")).collect()))
}

#[test]
fn commands_have_the_options_that_are_shown() {
    let text = readme();
    let (blocks, prose) = parted(&text);
    let lines = blocks.iter().map(String::as_str).chain(spans(&prose));
    let mut shown: BTreeMap<Vec<String>, BTreeSet<String>> = BTreeMap::new();
    for (help, options) in lines.filter_map(command) {
        shown.entry(help).or_default().extend(options);
    }
    assert!(shown.len() > 10, "{shown:?}");
    for (words, options) in shown {
        let mut program = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
        let output = program.args(&words).arg("--help").output().unwrap();
        assert!(output.status.success(), "{words:?} is no command");
        let help = String::from_utf8(output.stdout).unwrap();
        let known: BTreeSet<&str> =
            help.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).collect();
        let missing: Vec<_> = options.iter().filter(|o| !known.contains(o.as_str())).collect();
        assert!(missing.is_empty(), "{words:?} has no {missing:?}");
    }
}

#[test]
fn what_is_added_to_is_there() {
    let text = readme();
    let (_, prose) = parted(section(&text, "Add something"));
    let mut sources = String::new();
    for folder in ["harness/src", "harness/tests"] {
        collect(&root().join(folder), &mut sources);
    }
    let places = [root().join("harness/src"), root()];
    let (mut paths, mut tests, mut lists) = (0, 0, 0);
    for span in spans(&prose).into_iter().filter(|span| !span.contains(' ')) {
        let only = |allowed: fn(&char) -> bool| span.chars().all(|c| c == '_' || allowed(&c));
        if span.contains('/') {
            // Up to what stands for a name.
            let parts = span.split('/').take_while(|part| !part.starts_with(char::is_uppercase));
            let path: PathBuf = parts.collect();
            assert!(places.iter().any(|place| place.join(&path).exists()), "there is no {span}");
            paths += 1;
        } else if span.matches('_').count() > 1 && only(char::is_ascii_lowercase) {
            assert!(sources.contains(&format!("fn {span}(")), "there is no test {span}");
            tests += 1;
        } else if span.len() > 3 && only(char::is_ascii_uppercase) {
            assert!(sources.contains(&format!(" {span}: &[")), "there is no list {span}");
            lists += 1;
        }
    }
    assert!(paths > 20 && tests > 20 && lists > 8, "{paths} {tests} {lists}");
}

#[test]
fn each_device_has_a_row() {
    let text = readme();
    let rows = section(&text, "Devices");
    for name in device::names() {
        let row = format!("| `{name}");
        assert!(rows.lines().any(|line| line.starts_with(&row)), "no row for {name}");
    }
}

#[test]
fn each_kind_of_finding_is_told() {
    let source = fs::read_to_string(root().join("harness/src/oracle/finding.rs")).unwrap();
    let arm = |line: &str| -> Option<String> {
        let (_, name) = line.trim().strip_prefix("FindingKind::")?.split_once(" => \"")?;
        Some(name.trim_end_matches("\",").to_owned())
    };
    let names: Vec<String> = source.lines().filter_map(arm).collect();
    assert!(names.len() > 20, "{names:?}");
    let text = readme();
    let (_, prose) = parted(section(&text, "Reports"));
    let told = spans(&prose);
    let missing: Vec<_> = names.iter().filter(|name| !told.contains(&name.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
