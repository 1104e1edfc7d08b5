//! Several Triton builds with one cache folder: none may run what another has left there.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::Path;

use tritonsmith::campaign::history::{Examined, examine, job};
use tritonsmith::compile::{Job, Stage, Target, Worker, WorkerOptions};
use tritonsmith::device;
use tritonsmith::generate;
use tritonsmith::testcase::scenario::Scenario;
use tritonsmith::toolchain::{Home, Toolchain};

/// Scenarios that all builds walk.
const COUNT: usize = 150;
/// Builds that may take each other's files for theirs, if any do: releases in a row, and snapshots.
const TOOLCHAINS: &[&str] = &[
    "triton==3.8.0",
    "triton==3.9.0",
    "tokenspeed-triton==3.7.10.post20260505",
    "tokenspeed-triton==3.7.10.post20260531",
];

fn walk(worker: &mut Worker, scenario: &Scenario, folder: Option<&Path>) -> String {
    let Job::RunScenario(mut job) = job(scenario, &Target::cuda(90), Stage::Ttir) else { panic!() };
    job.folder = folder.map(Path::to_owned);
    let result = worker.run(&Job::RunScenario(job)).unwrap();
    let device = (device::find("ir").unwrap().open)();
    let examined: Examined = examine(scenario, &result, device.as_ref());
    examined.portable()
}

/// Takes some minutes: `cargo test --release --test history_folder -- --ignored --nocapture`.
#[test]
#[ignore = "needs four toolchains"]
fn builds_that_share_a_folder_do_not_mix() {
    let home = Home::from_environment().unwrap();
    let mut workers: Vec<_> = TOOLCHAINS
        .iter()
        .map(|id| {
            let id = id.parse().unwrap();
            let mut progress = |line: &str| eprintln!("{line}");
            let toolchain = Toolchain::ensure(&home, &id, &mut progress).unwrap();
            // They write into a folder that is none of theirs.
            let options = WorkerOptions { sandbox: false, ..WorkerOptions::default() };
            Worker::start(&toolchain, options).unwrap()
        })
        .collect();
    // Damage to a folder is done to all that is in it, so it tells nothing here.
    let own = |scenario: &Scenario| scenario.bindings.iter().all(|b| b.kind != "disk_cache");
    let scenarios = (0..).map(|index| generate::scenario(5, index)).filter(own);
    let mut differ = Vec::new();
    for scenario in scenarios.take(COUNT) {
        let folder = tempfile::tempdir().unwrap();
        for (worker, name) in workers.iter_mut().zip(TOOLCHAINS) {
            let alone = walk(worker, &scenario, None);
            let together = walk(worker, &scenario, Some(folder.path()));
            if alone != together {
                differ.push(format!("{} of {name}: {alone}\n    {together}", scenario.name));
            }
        }
    }
    eprintln!("{COUNT} scenarios, {} verdicts differ", differ.len());
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}
