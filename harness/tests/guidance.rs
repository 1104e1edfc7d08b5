//! Guidance: mutations give checked programs, campaigns learn and go on. The compiler is scripted:
//! what it makes of a kernel depends on the length of the kernel's text alone.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use anyhow::Result;
use rusqlite::Connection;
use rusqlite::types::Value;
use tritonsmith::campaign::{
    self, Compiler, Compilers, Settings, Shard, Silent, Summary, is_guided, merge,
};
use tritonsmith::compile::{
    Artifact, Content, Control, Job, JobResult, Kernel, Launch, Stage, Target,
};
use tritonsmith::evaluate::reference;
use tritonsmith::generate::{Config, Numerics, from_seed, mutated, mutations};
use tritonsmith::testcase::TestCase;
use tritonsmith::toolchain::ToolchainId;

/// Mutants of each way.
const EACH: usize = 18;

fn cases(config: &Config) -> Vec<TestCase> {
    (0..40).map(|index| from_seed(11, index, config)).collect()
}

/// Up to `count` cases that are changed in one way.
fn mutants(way: &str, cases: &[TestCase], count: usize) -> Vec<TestCase> {
    let mutant = |number: usize| {
        let (case, other) = (&cases[number % cases.len()], &cases[number * 7 % cases.len()]);
        let changed = mutated(way, case, other, number as u64)?;
        assert_eq!(mutated(way, case, other, number as u64), Some(changed.clone()), "{way}");
        assert_ne!(changed, *case, "{way}");
        Some(changed)
    };
    (0..600).filter_map(mutant).take(count).collect()
}

#[test]
fn mutants_are_checked_programs_and_most_are_well_defined() {
    for numerics in [Numerics::Exact, Numerics::Bounded] {
        let cases = cases(&Config { numerics, ..Config::default() });
        let (mut all, mut defined) = (0, 0);
        for way in mutations() {
            let mutants = mutants(way, &cases, EACH);
            assert!(mutants.len() >= 5, "{way}: {} mutants", mutants.len());
            for case in &mutants {
                case.check().unwrap_or_else(|error| panic!("{way}: {error}"));
                assert_eq!(TestCase::parse(&case.to_json(), "case").unwrap(), *case);
                defined += usize::from(reference(case).is_ok());
            }
            all += mutants.len();
        }
        assert!(all >= 200, "{all} mutants");
        assert!(2 * defined >= all, "{defined} of {all} are well defined");
    }
}

#[test]
fn there_is_no_way_of_another_name() {
    let case = from_seed(1, 0, &Config::default());
    assert!(mutated("nonsense", &case, &case, 1).is_none());
    let mut names: Vec<_> = mutations().collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert!(names.len() == count && count > 10, "{names:?}");
}

/// A text with an operation of that number, which nobody executes.
fn text(number: usize) -> String {
    format!(
        "module {{
  tt.func public @kernel() {{
    foreign.op{number}
    tt.return
  }}
}}
"
    )
}

/// How often each kernel's text was compiled.
type Seen = Arc<Mutex<BTreeMap<String, usize>>>;

struct Scripted {
    salt: usize,
    seen: Seen,
    answers: VecDeque<JobResult>,
}

impl Compiler for Scripted {
    fn submit(&mut self, job: &Job) -> Result<()> {
        let Job::RunModule(job) = job else { panic!("another job") };
        *self.seen.lock().unwrap().entry(job.source.clone()).or_default() += 1;
        let number = (job.source.len() + self.salt) % 31;
        let artifact =
            |stage| Artifact { stage, content: Content::Text(text(number + self.salt * 100)) };
        let artifacts = vec![artifact(Stage::Ttir), artifact(Stage::Ttgir)];
        let kernel = Kernel { name: "kernel".into(), artifacts, ..Kernel::default() };
        let launch = Launch {
            kernel,
            grid: [1, 1, 1],
            arguments: vec![],
            parameters: vec![],
            constants: vec![],
        };
        self.answers.push_back(JobResult { launches: vec![launch], ..JobResult::default() });
        Ok(())
    }

    fn receive(&mut self) -> Result<JobResult> {
        Ok(self.answers.pop_front().expect("something was submitted"))
    }

    fn control(&mut self, _: &Job) -> Result<Control> {
        Ok(Control::Survives)
    }
}

struct Pool {
    salt: usize,
    seen: Seen,
}

impl Compilers for Pool {
    fn start(&self, _: &ToolchainId) -> Result<Box<dyn Compiler>> {
        let (salt, seen) = (self.salt, self.seen.clone());
        Ok(Box::new(Scripted { salt, seen, answers: VecDeque::new() }))
    }
}

fn settings(folder: &Path, count: u64, guidance: bool) -> Settings {
    Settings {
        seed: 3,
        count: Some(count),
        time: None,
        toolchains: vec![ToolchainId::default()],
        targets: vec![Target::cuda(90)],
        devices: vec!["ir".into()],
        until: Stage::Ttgir,
        jobs: 1,
        shard: Shard::default(),
        scenario: "kernels".to_owned(),
        ab: false,
        mode: Numerics::Exact,
        instrument: None,
        guidance,
        out: Some(folder.to_path_buf()),
    }
}

/// Runs a campaign; also how often each kernel was compiled.
fn compiled(settings: &Settings, salt: usize) -> (Result<Summary>, BTreeMap<String, usize>) {
    let source = |index: u64| from_seed(3, index, &Config::default());
    let (pool, stop) = (Pool { salt, seen: Seen::default() }, AtomicBool::new(false));
    let summary = campaign::run(settings, &source, &pool, &Silent, &stop);
    let seen = pool.seen.lock().unwrap().clone();
    (summary, seen)
}

fn run(settings: &Settings, salt: usize) -> Summary {
    compiled(settings, salt).0.unwrap()
}

/// What guidance has learned: the rows of each table.
fn learned(folder: &Path) -> BTreeMap<&'static str, Vec<String>> {
    let connection = Connection::open(folder.join("campaign.sqlite")).unwrap();
    let rows = |table: &str| {
        let mut statement = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = statement.column_count();
        let row = |row: &rusqlite::Row<'_>| {
            let cells = (0..columns).map(|at| row.get::<_, Value>(at));
            Ok(format!("{:?}", cells.collect::<rusqlite::Result<Vec<_>>>()?))
        };
        let rows = statement.query_map([], row).unwrap();
        let mut rows: Vec<String> = rows.collect::<rusqlite::Result<_>>().unwrap();
        rows.sort();
        rows
    };
    ["features", "corpus", "yields", "traits"]
        .map(|table| (table, rows(table)))
        .into_iter()
        .collect()
}

#[test]
fn a_guided_campaign_learns_and_is_the_same_again() {
    let home = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| home.path().join(name));
    let summary = run(&settings(&one, 40, true), 0);
    assert_eq!((summary.kernels, summary.invalid, summary.findings.len()), (40, 0, 0));
    assert!(summary.guidance && summary.features > 20, "{}", summary.features);
    assert_eq!(is_guided(&one), Some(true));
    assert_eq!(is_guided(&two), None);
    let all = learned(&one);
    assert_eq!(all["features"].len() as u64, summary.features);
    assert!(!all["corpus"].is_empty() && all["yields"].len() > 4, "{all:?}");
    assert!(all["yields"].iter().any(|row| row.contains("mutation.")), "{:?}", all["yields"]);
    assert!(all["traits"].len() > 500, "{} traits", all["traits"].len());
    run(&settings(&two, 40, true), 0);
    assert_eq!(learned(&two), all);
}

#[test]
fn a_campaign_goes_on_with_what_it_has_learned() {
    let folder = tempfile::tempdir().unwrap();
    run(&settings(folder.path(), 20, true), 0);
    let before = learned(folder.path());
    let summary = run(&settings(folder.path(), 40, true), 0);
    assert_eq!(summary.kernels, 40);
    let after = learned(folder.path());
    for table in ["features", "corpus"] {
        assert!(before[table].iter().all(|row| after[table].contains(row)), "{table}");
    }
    assert!(before["traits"].len() < after["traits"].len());
    let again = run(&settings(folder.path(), 40, true), 0);
    assert_eq!(again.features, summary.features);
    assert_eq!(learned(folder.path()), after);
    let error = compiled(&settings(folder.path(), 40, false), 0).0.unwrap_err();
    assert!(error.to_string().contains("another campaign (guidance yes"), "{error:#}");
}

#[test]
fn without_guidance_features_are_counted_and_no_case_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let summary = run(&settings(folder.path(), 20, false), 0);
    assert!(!summary.guidance && summary.features > 10);
    assert_eq!(is_guided(folder.path()), Some(false));
    let all = learned(folder.path());
    assert!(all["corpus"].is_empty() && all["yields"].is_empty() && all["traits"].is_empty());
}

#[test]
fn every_plan_gets_the_same_kernel() {
    let folder = tempfile::tempdir().unwrap();
    let targets = vec![Target::cuda(90), Target::cuda(80)];
    let settings = Settings { targets, jobs: 3, ..settings(folder.path(), 20, true) };
    let (summary, seen) = compiled(&settings, 0);
    assert_eq!(summary.unwrap().kernels, 40);
    // Two kernels may be changed into the same.
    assert_eq!(seen.values().sum::<usize>(), 40);
    assert!(seen.values().all(|count| count % 2 == 0), "{:?}", seen.values());
}

#[test]
fn a_guided_campaign_is_merged_with_no_other() {
    let home = tempfile::tempdir().unwrap();
    let [one, two] = [1, 2].map(|salt: usize| {
        let folder = home.path().join(salt.to_string());
        run(&settings(&folder, 24, true), salt);
        folder
    });
    let out = home.path().join("merged");
    merge(&[one.clone(), one.clone()], &out).unwrap();
    let all = learned(&one);
    assert_eq!(learned(&out), all, "the same twice");
    let refused = |folders: &[PathBuf], out: &Path| {
        let error = format!("{:#}", merge(folders, out).unwrap_err());
        assert!(error.contains("kernels of their own") && !error.contains('\n'), "{error}");
    };
    refused(&[one.clone(), two.clone()], &home.path().join("new"));
    assert!(!home.path().join("new").exists());
    refused(&[two], &out);
    assert_eq!(learned(&out), all, "it is as it was");
    let summary = run(&settings(&out, 30, true), 1);
    assert_eq!(summary.kernels, 30, "it goes on");
    merge(&[one], &out).unwrap();
}
