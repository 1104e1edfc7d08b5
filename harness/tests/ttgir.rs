//! Modules of TTGIR: generated alike everywhere, well defined, judged.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use support::scripted::failure;
use tritonsmith::campaign::{
    self, Compiler, Compilers, Outcome, Plan, Settings, Silent, Summary, find_finding,
};
use tritonsmith::compile::{
    Artifact, Content, Control, FailureKind, Job, JobResult, Kernel, Stage, Target,
};
use tritonsmith::generate::{families, ttgir};
use tritonsmith::oracle::FindingKind;
use tritonsmith::testcase::ttgir::TtgirCase;
use tritonsmith::toolchain::ToolchainId;

/// The modules of a seed must not change without a reason: reports name them. After a change of the
/// generator, take the new value from the failure.
#[test]
fn modules_of_a_seed_are_the_same_everywhere() {
    let mut hash = Sha256::new();
    for index in 0..50 {
        let case = ttgir(1, index, 90);
        assert_eq!(case, ttgir(1, index, 90));
        hash.update(case.to_json());
    }
    let mut text = String::new();
    for byte in &hash.finalize()[..8] {
        write!(text, "{byte:02x}").unwrap();
    }
    assert_eq!(text, "b0366b5884ebf9bf");
}

#[test]
fn modules_are_read_and_executed_and_leave_defined_results() {
    for capability in [80, 90] {
        let mut executed = 0;
        for index in 0..100 {
            let case = ttgir(2, index, capability);
            match campaign::ttgir::execute(&case) {
                Ok(_) => executed += 1,
                Err(Outcome::Inconclusive(reason)) => eprintln!("{}: {reason}", case.name),
                Err(other) => panic!("{}: {other:?}\n{}", case.name, case.text),
            }
        }
        assert!(executed >= 98, "{executed} of 100 for {capability}");
    }
}

/// What the compiler does with every module.
#[derive(Clone, Copy, PartialEq)]
enum Script {
    /// Its code does nothing.
    Empty,
    /// The text is refused.
    Refused,
    /// An assertion fails.
    Assertion,
}

struct Scripted {
    script: Script,
    answers: Vec<JobResult>,
}

/// A number after a key of the text.
fn number(text: &str, key: &str) -> usize {
    let rest = text.split_once(key).unwrap().1;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

/// A kernel with the module's parameters that does nothing.
fn empty(text: &str) -> Kernel {
    let warps = number(text, "\"ttg.num-warps\" = ");
    let count = text.matches("tt.divisibility").count();
    let parameters: Vec<_> = (0..count).map(|at| format!(".param .u64 p{at}")).collect();
    let ptx = format!(
        ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry layouts({})\n\
         .reqntid {}\n{{\nret;\n}}\n",
        parameters.join(", "),
        32 * warps
    );
    let metadata = json!({"num_warps": warps, "num_ctas": 1, "shared": 0});
    Kernel {
        name: "layouts".to_owned(),
        artifacts: vec![Artifact { stage: Stage::Ptx, content: Content::Text(ptx) }],
        metadata: serde_json::from_value(metadata).unwrap(),
        ..Kernel::default()
    }
}

impl Compiler for Scripted {
    fn submit(&mut self, job: &Job) -> Result<()> {
        let Job::CompileIr(job) = job else { panic!("{job:?}") };
        assert_eq!((job.stage, job.until), (Stage::Ttgir, Stage::Ptx));
        let said = "x.cpp:1: f: Assertion `a == 1' failed.";
        let failure = match self.script {
            Script::Empty => None,
            Script::Refused => Some(failure(FailureKind::Parse, "parse", "error: no such layout")),
            Script::Assertion => Some(failure(FailureKind::Assertion, "llir", said)),
        };
        let kernel = (self.script == Script::Empty).then(|| empty(&job.text));
        self.answers.insert(0, JobResult { kernel, failure, ..JobResult::default() });
        Ok(())
    }

    fn receive(&mut self) -> Result<JobResult> {
        Ok(self.answers.pop().unwrap())
    }

    fn control(&mut self, _: &Job) -> Result<Control> {
        Ok(Control::Survives)
    }
}

impl Compilers for Script {
    fn start(&self, _: &ToolchainId) -> Result<Box<dyn Compiler>> {
        Ok(Box::new(Scripted { script: *self, answers: Vec::new() }))
    }
}

fn campaign_of(script: Script, count: u64, out: &Path) -> Summary {
    let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
    let settings = Settings {
        count: Some(count),
        scenario: campaign::ttgir::NAME.to_owned(),
        out: Some(out.to_owned()),
        ..Settings::single(&plan, &["ptx".to_owned()], Stage::Ptx)
    };
    let source = |index, capability| ttgir(4, index, capability);
    let stop = AtomicBool::new(false);
    campaign::ttgir::run(&settings, &source, &script, &Silent, &stop).unwrap()
}

#[test]
fn code_that_stores_nothing_is_found_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let summary = campaign_of(Script::Empty, 6, &out);
    assert_eq!((summary.kernels, summary.agree, summary.invalid), (6, 0, 0));
    let record = &summary.findings[0];
    assert_eq!(record.kind, FindingKind::Unwritten);
    assert!(record.replay.ends_with(" --device ptx"), "{}", record.replay);
    let place = out.join("findings").join(&record.id);
    for name in
        ["verdict.md", "module.mlir", "script.py", "finding.json", "ttgir.json", "kernel.ptx"]
    {
        assert!(place.join(name).is_file(), "{name}");
    }
    let case = TtgirCase::read(&place.join("ttgir.json")).unwrap();
    assert_eq!(record.name, case.name);
    let found = find_finding(place.to_str().unwrap(), Path::new("reports")).unwrap();
    assert_eq!(found.record.signature, record.signature);
}

#[test]
fn what_the_verifier_refuses_is_ours_and_what_it_lets_through_is_the_compilers() {
    let folder = tempfile::tempdir().unwrap();
    let refused = campaign_of(Script::Refused, 3, &folder.path().join("refused"));
    assert_eq!((refused.invalid, refused.findings.len()), (3, 0));
    assert!(folder.path().join("refused/set-aside").is_dir());
    let failed = campaign_of(Script::Assertion, 3, &folder.path().join("failed"));
    let kinds: Vec<_> = failed.findings.iter().map(|record| record.kind).collect();
    assert_eq!(kinds, [FindingKind::Assertion]);
    assert_eq!(failed.findings[0].sightings, 3);
}

#[test]
fn a_text_for_another_gpu_is_no_case() {
    let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(80) };
    let settings = Settings::single(&plan, &["ptx".to_owned()], Stage::Ptx);
    let mut judge = campaign::ttgir::Judge::new(&settings, &Script::Empty).unwrap();
    let judged = judge.examine(&ttgir(4, 0, 90), &plan, &JobResult::default()).unwrap();
    assert_eq!(judged.outcome, Outcome::Invalid("the text is for cuda:90".to_owned()));
}

fn tritonsmith(folder: &Path, arguments: &[&str]) -> (Option<i32>, Value) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    let output = command.current_dir(folder).env_remove("RUST_LOG").args(arguments).output();
    let output = output.unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let document = serde_json::from_slice(&output.stdout);
    (output.status.code(), document.unwrap_or_else(|_| panic!("{told}")))
}

#[test]
fn a_campaign_in_the_default_toolchain_judges_nearly_all_modules() {
    let made = (0..20).flat_map(|index| ttgir(1, index, 90).families);
    let made: BTreeSet<String> = made.collect();
    assert!(made.len() + 3 >= families().count(), "{made:?}");
    let folder = tempfile::tempdir().unwrap();
    let options = ["--seed", "1", "--count", "20", "--jobs", "2", "--out", "out", "--json"];
    let arguments: Vec<_> = ["fuzz", "--source", "ttgir"].into_iter().chain(options).collect();
    let (code, summary) = tritonsmith(folder.path(), &arguments);
    assert!(matches!(code, Some(0 | 1)) && summary["kernels"] == 20, "{summary:#}");
    let findings = summary["findings"].as_array().unwrap();
    assert!(findings.iter().all(|finding| !finding["known"].is_null()), "{summary:#}");
    assert_eq!(summary["invalid"], 0, "{summary:#}");
    assert!(summary["agree"].as_u64().unwrap() >= 17, "{summary:#}");
    assert_eq!(summary["executed"], json!(["ptx"]), "{summary:#}");
    let again = folder.path().join("one.ttgir.json");
    std::fs::write(&again, ttgir(1, 0, 90).to_json()).unwrap();
    let (_, replayed) = tritonsmith(folder.path(), &["replay", "one.ttgir.json", "--json"]);
    assert_eq!(replayed["results"][0]["target"], "cuda:90", "{replayed:#}");
}

#[test]
#[ignore = "minutes: cargo test --release --test ttgir -- --ignored"]
fn a_thousand_modules_are_read_and_executed() {
    for index in 0..1000 {
        let case = ttgir(5, index, [80, 86, 90][index as usize % 3]);
        let left = campaign::ttgir::execute(&case);
        assert!(!matches!(left, Err(Outcome::Invalid(_))), "{}: {left:?}", case.name);
    }
}
