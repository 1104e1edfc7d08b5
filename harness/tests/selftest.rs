//! The bars of `selftest`: on the built-in corpus, on what each pass of the compiler gives, and on PTX.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::time::Duration;

use tritonsmith::campaign::{Installed, selftest};
use tritonsmith::compile::{Target, WorkerOptions};
use tritonsmith::generate::{Config, from_seed};
use tritonsmith::plant::OF_TIME;
use tritonsmith::toolchain::{Home, ToolchainId};

#[test]
fn planted_faults_are_caught_and_frozen_kernels_agree() {
    let report = selftest::run().unwrap();
    assert!(report.plants >= 300, "{}", report.text());
    assert!(report.recall >= 0.95, "{}", report.text());
    assert_eq!((report.controls, report.false_alarms), (60, 0), "{}", report.text());
    assert!(report.inconclusive.is_empty(), "{}", report.text());
}

/// A small part of `selftest --passes`: one pipelined product and two generated kernels.
#[test]
fn faults_in_the_output_of_passes_are_caught_and_their_outputs_agree() {
    let ids = [ToolchainId::default()];
    let home = Home::from_environment().unwrap();
    // How long a compilation takes is not what is tested.
    let options = WorkerOptions { time_limit: Duration::from_secs(600), ..Default::default() };
    let mut say = |line: &str| eprintln!("{line}");
    let compilers = Installed::ensure(&home, &ids, options, &mut say).unwrap();
    let what = selftest::Passes {
        toolchain: ids[0].clone(),
        targets: vec![Target::cuda(90)],
        generated: 2,
        corpus: "matmul-3-masked".to_owned(),
        lit: None,
        pairs: 2,
        plants: 5,
        jobs: 2,
    };
    let source = |index| from_seed(0x5e1f, index, &Config::default());
    let report = selftest::passes(&what, &source, &compilers).unwrap();
    let planted = report.passes.values().filter(|pass| pass.plants > 0).count();
    assert!(planted >= 12 && report.plants >= 100, "{}", report.text());
    assert!(report.recall >= 0.97, "{}", report.text());
    assert!(report.controls > 20 && report.false_alarms == 0, "{}", report.text());
    let of_time = OF_TIME.iter().filter(|name| report.operators.contains_key(**name)).count();
    assert!(of_time >= 4, "{:?}", report.operators);
}

/// A small part of `selftest --ptx`.
#[test]
fn faults_in_ptx_are_caught_and_code_without_one_agrees() {
    let ids = [ToolchainId::default()];
    let home = Home::from_environment().unwrap();
    // How long a compilation takes is not what is tested.
    let options = WorkerOptions { time_limit: Duration::from_secs(600), ..Default::default() };
    let mut say = |line: &str| eprintln!("{line}");
    let compilers = Installed::ensure(&home, &ids, options, &mut say).unwrap();
    let what = selftest::Assembly {
        toolchain: ids[0].clone(),
        targets: vec![Target::cuda(80), Target::cuda(90)],
        kernels: 16,
        jobs: 2,
    };
    let config = Config { returns: false, variants: false, ..Config::default() };
    let source = |index| from_seed(0x5e1f, index, &config);
    let report = selftest::assembly(&what, &source, &compilers).unwrap();
    let shown: usize = report.labels.values().map(|(plants, _)| plants).sum();
    assert!(shown >= 30 && report.operators.len() >= 10, "{}", report.text());
    assert!(report.controls >= 8 && report.false_alarms == 0, "{}", report.text());
    // Few: faults of time only, as long as no GPU has looked.
    assert!(report.plants > 0 && report.recall >= 0.8, "{}", report.text());
    let (alone, caught) = report.labels.get("the device alone").copied().unwrap_or_default();
    assert!(caught as f64 >= 0.95 * alone as f64, "{}", report.text());
}
