//! The lit suite of a Triton checkout through `tv`: what is read, what executes, what the passes of
//! the `RUN:` lines change, with the least that must come out. `scripts/lit-suite` runs this:
//! `TRITONSMITH_LIT_CHECKOUT` is the checkout, `TRITONSMITH_LIT_TOOLCHAIN` the Triton build,
//! `TRITONSMITH_LIT_OUT` the folder for the full reports.

// Helpers of tests, which clippy does not know as such.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tritonsmith::validate::lit::bare;

const FOLDERS: [&str; 5] = ["Analysis", "Triton", "TritonGPU", "TritonNvidiaGPU", "Conversion"];
/// Modules that a toolchain reads, at least; fewer mean another checkout or a broken reader.
const LEAST_MODULES: u64 = 1000;
/// Of the functions without operations of one backend, in percent.
const LEAST_EXECUTED: usize = 80;
/// Functions that were judged, with effects that were compared.
const LEAST_JUDGED: usize = 500;
/// The same for each pass that has as many functions.
const LEAST_FOR_A_PASS: usize = 10;

/// What is known of the suite: differences and failures that are Triton's, and passes of which not
/// as many functions can be judged. Each entry has its reason.
const KNOWN: &str = include_str!("../../corpora/lit/known.json");

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

/// The reports of all folders.
#[derive(Default)]
struct Suite {
    modules: u64,
    unread: Vec<String>,
    own: usize,
    executed: usize,
    judged: BTreeSet<(String, u64, String)>,
    passes: BTreeMap<String, (usize, usize)>,
    wrong: Vec<String>,
    known: BTreeSet<String>,
    /// Those of the findings in `KNOWN` that were met.
    met: BTreeSet<usize>,
}

impl Suite {
    fn add(&mut self, folder: &str, report: &Value, known: &Value) {
        let suite = &report["suite"];
        self.modules += suite["accepted"].as_u64().unwrap();
        let told = |note: &Value| {
            format!("{folder}/{}:{}: {}", text(note, "file"), note["line"], text(note, "reason"))
        };
        self.unread.extend(list(suite, "unread").iter().map(told));
        let own = list(suite, "round_trip").iter().filter(|trip| trip["foreign"].is_null());
        for trip in own {
            self.own += 1;
            self.executed += usize::from(trip["executes"] == true);
        }
        let (whole, steps) = (list(report, "functions"), list(suite, "steps"));
        for entry in whole.iter().chain(steps) {
            if is_judged(entry) {
                let file = format!("{folder}/{}", text(entry, "file"));
                let line = entry["line"].as_u64().unwrap();
                self.judged.insert((file, line, text(entry, "name").to_owned()));
            }
        }
        for step in steps {
            let (functions, judged) =
                self.passes.entry(bare(text(step, "pass")).to_owned()).or_default();
            *functions += 1;
            *judged += usize::from(is_judged(step));
        }
        let all = whole.iter().chain(steps).chain(list(suite, "round_trip"));
        for entry in all.filter(|entry| entry["verdict"] == "different") {
            self.wrong(folder, entry, text(entry, "name"), known);
        }
        for failure in list(report, "failures").iter().filter(|f| f["verdict"] == "bug") {
            self.wrong(folder, failure, "", known);
        }
    }

    /// A difference or a failure; it must be known.
    fn wrong(&mut self, folder: &str, entry: &Value, function: &str, known: &Value) {
        let file = format!("{folder}/{}", text(entry, "file"));
        let kind = match &entry["first_difference"] {
            Value::Null => text(entry, "kind"),
            difference => text(difference, "kind"),
        };
        let is = |known: &Value| {
            text(known, "file") == file
                && text(known, "kind") == kind
                && text(known, "function") == function
                && text(entry, "passes").split(' ').any(|pass| bare(pass) == text(known, "pass"))
        };
        let message = [text(entry, "reason"), text(entry, "message")].concat();
        let told = format!("{file}:{} @{function}: {message}", entry["line"]);
        let findings = list(known, "findings");
        match findings.iter().position(is) {
            Some(at) => {
                self.met.insert(at);
                self.known.insert(format!("{told}: {}", text(&findings[at], "reason")));
            }
            None => self.wrong.push(format!("{told} ({kind})")),
        }
    }

    fn check(&self, known: &Value) {
        println!("{} modules, {} not read", self.modules, self.unread.len());
        println!("{} of {} functions execute", self.executed, self.own);
        println!("{} functions judged", self.judged.len());
        self.known.iter().for_each(|finding| println!("known: {finding}"));
        self.unread.iter().for_each(|part| println!("not read: {part}"));
        self.wrong.iter().for_each(|finding| println!("finding: {finding}"));
        let mut few = Vec::new();
        for (pass, (functions, judged)) in &self.passes {
            let reason = known["passes"][pass].as_str();
            println!("{judged:5} of {functions:5} judged: {pass} {}", reason.unwrap_or_default());
            if *functions >= LEAST_FOR_A_PASS && *judged < LEAST_FOR_A_PASS && reason.is_none() {
                few.push(pass);
            }
        }
        assert!(self.modules >= LEAST_MODULES, "only {} modules", self.modules);
        assert_eq!(self.unread.len(), 0, "modules that Triton reads are not read");
        assert!(self.executed * 100 >= self.own * LEAST_EXECUTED, "too few functions execute");
        assert!(self.judged.len() >= LEAST_JUDGED, "too few functions are judged");
        assert_eq!(few, [] as [&String; 0], "passes with too few judged functions");
        assert_eq!(self.wrong.len(), 0, "findings that are not known");
        let all = 0..list(known, "findings").len();
        let stale: Vec<_> = all.filter(|at| !self.met.contains(at)).collect();
        assert_eq!(stale, [] as [usize; 0], "known findings that were not met");
    }
}

/// A difference, or a function that is equal in effects that were compared.
fn is_judged(entry: &Value) -> bool {
    let effects = entry["effects"].as_u64().unwrap_or(0) > 0;
    entry["verdict"] == "different" || entry["verdict"] == "equal" && effects
}

fn tv(folder: &Path, toolchain: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    command.arg("tv").arg(folder).args(["--toolchain", toolchain, "--json"]);
    let output = command.stderr(Stdio::inherit()).output().unwrap();
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1 | 3)), "tv on {} ended with {code:?}", folder.display());
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
#[ignore = "needs a Triton checkout and a toolchain"]
fn the_lit_suite_is_read_executed_and_judged() {
    let path = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let checkout = path("TRITONSMITH_LIT_CHECKOUT").expect("TRITONSMITH_LIT_CHECKOUT is not set");
    let toolchain = std::env::var("TRITONSMITH_LIT_TOOLCHAIN").unwrap_or("triton==3.9.0".into());
    let known: Value = serde_json::from_str(KNOWN).unwrap();
    let mut suite = Suite::default();
    for folder in FOLDERS {
        let report = tv(&checkout.join("test").join(folder), &toolchain);
        if let Some(out) = path("TRITONSMITH_LIT_OUT") {
            let text = serde_json::to_string_pretty(&report).unwrap();
            std::fs::write(out.join(format!("{folder}.json")), text).unwrap();
        }
        suite.add(folder, &report, &known);
    }
    suite.check(&known);
}

/// A report of one function.
fn report(verdict: &str, effects: u64) -> Value {
    let entry = serde_json::json!({
        "name": "f", "verdict": verdict, "reason": "r", "effects": effects, "file": "a.mlir",
        "line": 1, "passes": "p{x=1} q", "pass": "q", "foreign": null, "executes": true,
        "first_difference": {"kind": "store"},
    });
    serde_json::json!({
        "functions": [entry], "failures": [],
        "suite": {"accepted": 1, "unread": [], "round_trip": [], "steps": [entry]},
    })
}

#[test]
#[should_panic(expected = "only 0 modules")]
fn an_empty_suite_fails() {
    Suite::default().check(&Value::Null);
}

#[test]
fn what_counts_as_judged_and_what_is_known() {
    let finding = serde_json::json!({
        "file": "T/a.mlir", "function": "f", "pass": "p", "kind": "store",
    });
    let known = serde_json::json!({"findings": [finding]});
    for (verdict, effects, known, judged, wrong) in [
        ("equal", 3, &Value::Null, 1, 0),
        ("equal", 0, &Value::Null, 0, 0),
        ("inconclusive", 3, &Value::Null, 0, 0),
        ("different", 3, &Value::Null, 1, 2),
        ("different", 3, &known, 1, 0),
    ] {
        let mut suite = Suite::default();
        suite.add("T", &report(verdict, effects), known);
        assert_eq!((suite.judged.len(), suite.wrong.len()), (judged, wrong), "{verdict}");
        assert_eq!(suite.passes["q"], (1, judged));
    }
}

#[test]
fn what_is_known_has_reasons() {
    let known: Value = serde_json::from_str(KNOWN).unwrap();
    let findings = list(&known, "findings");
    assert!(findings.iter().all(|finding| !text(finding, "reason").is_empty()));
    let passes = known["passes"].as_object().unwrap();
    assert!(passes.values().all(|reason| reason.as_str().is_some_and(|r| !r.is_empty())));
}
