//! Faults of Triton's releases that show in PTX: the `ptx` device finds each where it is, and says nothing
//! where it is not. The cases and where they fail are in `corpora/ptx`.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::Path;

use tritonsmith::campaign::{Compilers, Examiner, Installed, Outcome, Plan, Settings, Subject};
use tritonsmith::compile::{Stage, Target, WorkerOptions};
use tritonsmith::testcase::TestCase;
use tritonsmith::toolchain::{Home, ToolchainId};

/// A case, the builds that get it wrong, and those that get it right.
type Case = (&'static str, &'static [&'static str], &'static [&'static str]);

const V33: &str = "triton==3.3.1";
const V36: &str = "triton==3.6.0";
const V37: &str = "triton==3.7.1";
const V38: &str = "triton==3.8.0";
const V39: &str = "triton==3.9.0";
const T0505: &str = "tokenspeed-triton==3.7.10.post20260505";
const T0531: &str = "tokenspeed-triton==3.7.10.post20260531";

/// Seen with an interpreter of PTX that is not ours, on code for sm_80. Where a build is in neither list,
/// it does not compile the case.
const CASES: &[Case] = &[
    ("triton-11186", &[V33, V36, V37, V38, T0505, T0531], &[V39]),
    ("triton-11544", &[V33, V36, V37, V38, T0505, T0531], &[V39]),
    ("triton-7749", &[V33, V36, V37, V38, V39, T0505, T0531], &[]),
    ("triton-9831", &[V33, V36, V37], &[V38, V39, T0505, T0531]),
    ("triton-6987", &[V33], &[V36, V37, V38, V39, T0505, T0531]),
    ("triton-7402", &[V33], &[V36, V37, V38, V39, T0505, T0531]),
    ("triton-10270", &[V33, V36, V37, T0505], &[V38, V39, T0531]),
    ("triton-6376", &[V33], &[V36, V37, V38, V39, T0505, T0531]),
    ("triton-11682", &[T0505, T0531], &[V38, V39]),
];

/// With four warps no thread has the elements that show this fault.
const HIDDEN: &str = "triton-7749";

fn read(name: &str) -> TestCase {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/ptx");
    TestCase::read(&folder.join(name).with_extension("json")).unwrap()
}

/// Judges every case that a build compiles.
fn check(build: &str) {
    let toolchain: ToolchainId = build.parse().unwrap();
    let plan = Plan { toolchain, target: Target::cuda(80) };
    let settings = Settings::single(&plan, &["ptx".to_owned()], Stage::Ptx);
    let home = Home::from_environment().unwrap();
    let ids = [plan.toolchain.clone()];
    let mut say = |_: &str| ();
    let compilers = Installed::ensure(&home, &ids, WorkerOptions::default(), &mut say).unwrap();
    let mut examiner = Examiner::new(&settings, &compilers).unwrap();
    examiner.look_for_layers(false);
    let mut compiler = compilers.start(&plan.toolchain).unwrap();
    let mut judge = |case: TestCase| {
        let subject = Subject::new(case);
        let answer = compiler.run(&settings.first_job(&subject, &plan)).unwrap();
        examiner.examine(&subject, &plan, &answer).unwrap().outcome
    };
    for (name, wrong, right) in CASES {
        let outcome = match (wrong.contains(&build), right.contains(&build)) {
            (false, false) => continue,
            _ => judge(read(name)),
        };
        if right.contains(&build) {
            assert_eq!(outcome, Outcome::Agree, "{name} with {build}");
        } else {
            assert!(matches!(outcome, Outcome::Bug { .. }), "{name} with {build}: {outcome:?}");
        }
    }
    let mut hidden = read(HIDDEN);
    hidden.options.num_warps = 4;
    assert_eq!(judge(hidden), Outcome::Agree, "{HIDDEN} with four warps and {build}");
}

#[test]
fn the_default_build_has_one_of_the_faults() {
    assert_eq!(ToolchainId::default().to_string(), V39);
    check(V39);
}

#[test]
fn every_case_is_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/ptx");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    let mut listed: Vec<_> = CASES.iter().map(|(name, ..)| (*name).to_owned()).collect();
    listed.sort();
    assert_eq!(names, listed);
    assert!(names.iter().all(|name| read(name).name == *name));
}

#[test]
#[ignore = "installs triton==3.3.1, 3.6.0, 3.7.1 and 3.8.0"]
fn releases_with_the_faults() {
    [V33, V36, V37, V38].into_iter().for_each(check);
}

#[test]
#[ignore = "installs tokenspeed-triton==3.7.10.post20260505 and post20260531"]
fn builds_without_assertions() {
    [T0505, T0531].into_iter().for_each(check);
}
