//! Cases of which a bug was said once, by a fault of ours.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::Path;

use tritonsmith::campaign::{Compilers, Examiner, Installed, Outcome, Plan, Settings, Subject};
use tritonsmith::compile::{Stage, Target, WorkerOptions};
use tritonsmith::testcase::TestCase;
use tritonsmith::toolchain::{Home, ToolchainId};

#[test]
fn no_bug_is_seen_in_cases_without_one() {
    let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
    let settings = Settings::single(&plan, &["ir".to_owned()], Stage::Ttgir);
    let home = Home::from_environment().unwrap();
    let mut say = |_: &str| ();
    let ids = [plan.toolchain.clone()];
    let compilers = Installed::ensure(&home, &ids, WorkerOptions::default(), &mut say).unwrap();
    let mut examiner = Examiner::new(&settings, &compilers).unwrap();
    let mut compiler = compilers.start(&plan.toolchain).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/regressions");
    let mut cases = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.file_name().unwrap().to_str().unwrap().starts_with("no-bug-") {
            continue;
        }
        let subject = Subject::new(TestCase::read(&path).unwrap());
        let answer = compiler.run(&settings.first_job(&subject, &plan)).unwrap();
        let examined = examiner.examine(&subject, &plan, &answer).unwrap();
        let outcome = examined.outcome;
        assert!(!matches!(outcome, Outcome::Bug { .. } | Outcome::Invalid(_)), "{outcome:?}");
        cases += 1;
    }
    assert!(cases > 0);
}
