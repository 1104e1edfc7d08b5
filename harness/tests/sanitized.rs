//! Campaigns with a sanitizer of Triton's: a scripted compiler, and the device that executes PTX.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use support::sanitizers::{Build, MESSAGE, Script, case};
use tritonsmith::campaign::{self, Installed, Plan, Settings, Silent, Summary};
use tritonsmith::compile::{Instrument, Stage, Target, WorkerOptions};
use tritonsmith::generate::{Config, Numerics, from_seed};
use tritonsmith::oracle::FindingKind;
use tritonsmith::toolchain::{Home, ToolchainId};

fn settings(folder: &Path, by: Instrument, count: u64) -> Settings {
    let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
    Settings {
        seed: 1,
        count: Some(count),
        instrument: Some(by),
        out: Some(folder.to_path_buf()),
        ..Settings::single(&plan, &["ptx".to_owned()], Stage::Ptx)
    }
}

fn run(folder: &Path, by: Instrument, script: Script) -> Summary {
    let (settings, stop) = (settings(folder, by, 1), AtomicBool::new(false));
    campaign::run(&settings, &case, &script, &Silent, &stop).unwrap()
}

fn judged(by: Instrument, builds: [Build; 3]) -> Summary {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), by, Script { builds, compares: false, control: true })
}

/// Why the only kernel was not judged.
fn reason(summary: &Summary) -> &str {
    assert!(summary.findings.is_empty() && summary.agree == 0, "{summary:?}");
    summary.inconclusive.keys().next().unwrap()
}

#[test]
fn builds_that_are_right_agree() {
    for by in Instrument::ALL {
        let summary = judged(by, [Build::Copy; 3]);
        assert_eq!((summary.agree, summary.findings.len()), (1, 0), "{summary:?}");
        assert_eq!(summary.instrument.as_deref(), Some(by.name()));
    }
}

#[test]
fn a_report_of_the_concurrency_sanitizer_is_a_finding() {
    let summary = judged(Instrument::Consan, [Build::Copy, Build::Report, Build::Copy]);
    let [record] = &summary.findings[..] else { panic!("{summary:?}") };
    assert_eq!(record.kind, FindingKind::Race);
    let signature = "race | ptx | Buffer being accessed has outstanding writes";
    assert_eq!(record.signature, signature);
    assert!(record.detail.contains(MESSAGE), "{}", record.detail);
    assert!(record.replay.ends_with(" --device ptx --instrument consan"), "{}", record.replay);
    let wrong = judged(Instrument::Consan, [Build::Copy, Build::Flip, Build::Copy]);
    assert_eq!(wrong.findings[0].kind, FindingKind::Mismatch);
    assert!(wrong.findings[0].signature.ends_with("(consan)"));
}

#[test]
fn builds_of_the_floating_point_sanitizer_are_held_against_each_other_only() {
    let same = judged(Instrument::Fpsan, [Build::Copy, Build::Flip, Build::Flip]);
    assert_eq!((same.agree, same.findings.len()), (1, 0), "{same:?}");
    let summary = judged(Instrument::Fpsan, [Build::Copy, Build::Copy, Build::Flip]);
    let [record] = &summary.findings[..] else { panic!("{summary:?}") };
    assert_eq!(record.kind, FindingKind::VariantsDiffer);
    assert_eq!(record.signature, "variants-differ | ptx | fpsan");
    assert!(record.detail.contains("num_warps=4") && record.detail.contains("num_warps=2"));
}

#[test]
fn what_was_not_checked_is_told_and_is_no_finding() {
    let of = |by, build| {
        let summary = judged(by, [Build::Copy, build, build]);
        reason(&summary).to_owned()
    };
    let (consan, fpsan) = (Instrument::Consan, Instrument::Fpsan);
    assert_eq!(of(consan, Build::Stray), "consan: the build was stopped");
    assert_eq!(of(fpsan, Build::Report), "fpsan: the build was stopped");
    assert_eq!(of(fpsan, Build::Plain), "fpsan: the kernel was not instrumented");
    assert!(of(consan, Build::Lacks).contains("needs Triton 3.9"));
    let folder = tempfile::tempdir().unwrap();
    let script = Script { builds: [Build::Copy; 3], compares: true, control: true };
    let summary = run(folder.path(), fpsan, script);
    assert_eq!(reason(&summary), "fpsan: a comparison of floats");
}

#[test]
fn the_plain_build_is_the_control() {
    let wrong = judged(Instrument::Consan, [Build::Flip, Build::Report, Build::Copy]);
    assert_eq!(wrong.findings.len(), 1);
    assert_eq!(wrong.findings[0].kind, FindingKind::Mismatch);
    let builds = [Build::Copy, Build::Dies, Build::Copy];
    let folder = tempfile::tempdir().unwrap();
    let died =
        run(folder.path(), Instrument::Consan, Script { builds, compares: false, control: true });
    assert_eq!(died.findings[0].kind, FindingKind::CompilerCrash);
    let folder = tempfile::tempdir().unwrap();
    let script = Script { builds, compares: false, control: false };
    let summary = run(folder.path(), Instrument::Consan, script);
    assert_eq!(reason(&summary), "consan: toolchain defect");
}

#[test]
#[ignore = "60 kernels for each sanitizer take minutes: run with --ignored --nocapture"]
fn what_is_generated_shows_no_race_and_no_difference() {
    let (home, ids) = (Home::from_environment().unwrap(), [ToolchainId::default()]);
    let mut progress = |line: &str| eprintln!("{line}");
    let options = WorkerOptions::default();
    let installed = Installed::ensure(&home, &ids, options, &mut progress).unwrap();
    let config = Config { numerics: Numerics::Bounded, ..Config::default() };
    let source = |index: u64| from_seed(1, index, &config);
    for by in Instrument::ALL {
        let folder = tempfile::tempdir().unwrap();
        let (settings, stop) = (settings(folder.path(), by, 60), AtomicBool::new(false));
        let summary = campaign::run(&settings, &source, &installed, &Silent, &stop).unwrap();
        eprintln!("{}", summary.text());
        let own = [FindingKind::Race, FindingKind::VariantsDiffer];
        assert!(summary.findings.iter().all(|record| !own.contains(&record.kind)));
        assert!(by == Instrument::Consan || summary.agree > 0, "fpsan judges nothing");
    }
}
