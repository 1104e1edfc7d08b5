//! `reduce` of a finding in a module of TTGIR: the smallest module that the compiler goes wrong on.

use std::path::Path;

use anyhow::{Context, Result, bail};

use super::reduce::{Options, folder, given, managed, others, show, spare};
use super::{Status, replay_ttgir, select};
use crate::campaign::minimize::{TtgirRequest, minimize_ttgir};
use crate::campaign::{Plan, Settings, record_beside, ttgir};
use crate::compile::{Stage, Target};
use crate::report::Record;
use crate::testcase::ttgir::TtgirCase;
use crate::toolchain::{Home, Progress, ToolchainId};

/// Reduces the case in the file.
///
/// # Errors
/// If the case cannot be read, does not fail, or a file cannot be written.
pub(super) fn run(options: &Options, path: &Path) -> Result<Status> {
    if options.pass.is_some() {
        bail!(
            "--pass goes with an .mlir file: give the finding's module.mlir, or leave --pass out"
        );
    }
    let folder = folder(options);
    spare(&options.case, &folder)?;
    let case = ttgir::read(path)?;
    let record = record_beside(path)?;
    let home = Home::from_environment()?;
    let plan = plan(options, &case, record.as_ref(), &home)?;
    let devices = devices(&options.device, record.as_ref());
    let until = until(options.until, &devices, record.as_ref())?;
    let settings = Settings::single(&plan, &devices, until);
    select::check(&settings.plans(), until)?;
    select::devices(&devices)?;
    let others = others(&plan, &home)?;
    let ids: Vec<ToolchainId> =
        [plan.toolchain.clone()].into_iter().chain(others.clone()).collect();
    let compilers = select::install(&ids, options.workers.options())?;
    let request = TtgirRequest {
        case: &case,
        record: record.as_ref(),
        settings: &settings,
        plan: &plan,
        others,
        effort: options.effort(),
        folder: &folder,
    };
    let mut line = select::Line::default();
    let mut told = |text: String| line.report(&text);
    let done = minimize_ttgir(&request, &compilers, &mut told);
    line.end();
    show(options, &done?, &folder)?;
    Ok(Status::Clean)
}

/// What was not given is as in the finding.
fn plan(options: &Options, case: &TtgirCase, record: Option<&Record>, home: &Home) -> Result<Plan> {
    let wrong = || "the finding's record is damaged: give --toolchain and --target";
    let toolchain = match (&options.toolchain, record) {
        (Some(given), _) => given.clone(),
        (None, Some(record)) => record.toolchain.parse().with_context(wrong)?,
        (None, None) => ToolchainId::default(),
    };
    let target = match (&options.target, record) {
        (Some(given), _) => given.clone(),
        (None, Some(record)) => record.target.parse().with_context(wrong)?,
        (None, None) => Target::cuda(case.capability),
    };
    Ok(Plan { toolchain: managed(home, toolchain)?, target })
}

/// What executes the code: what was given, else what has shown the finding, else a GPU for a finding of one,
/// else the emulated one.
pub(super) fn devices(named: &[String], record: Option<&Record>) -> Vec<String> {
    let recorded = given(record, "--device");
    let place = record.and_then(|record| record.signature.split(" | ").nth(1));
    match (named, &recorded[..]) {
        ([], []) if place == Some(Stage::Cubin.name()) => vec!["cuda".to_owned()],
        ([], recorded) => select::executing(recorded),
        (named, _) => select::executing(named),
    }
}

/// The last stage: the one that is given, else that of a failure of the compiler, else what the devices execute.
///
/// # Errors
/// If no GPU executes what is given, or the finding's record is damaged.
pub(super) fn until(
    given: Option<Stage>,
    devices: &[String],
    record: Option<&Record>,
) -> Result<Stage> {
    if let Some(given) = given {
        replay_ttgir::executed(given)?;
        return Ok(given);
    }
    match record.filter(|record| record.kind.is_compilation()) {
        Some(record) => record.until.parse().context("the finding's record is damaged"),
        None => Ok(select::until(None, devices)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::FindingKind;

    #[test]
    fn without_a_record_the_emulated_gpu_executes_ptx() {
        let none = devices(&[], None);
        assert_eq!(none, ["ptx"]);
        assert_eq!(until(None, &none, None).unwrap(), Stage::Ptx);
        assert_eq!(until(Some(Stage::Cubin), &none, None).unwrap(), Stage::Cubin);
        assert!(until(Some(Stage::Llir), &none, None).is_err());
        assert_eq!(devices(&["cuda".to_owned()], None), ["cuda"]);
    }

    #[test]
    fn what_has_shown_the_finding_executes_the_code() {
        let found = |replay: &str| Record {
            id: "mismatch-12ab".to_owned(),
            kind: FindingKind::Mismatch,
            signature: "mismatch | cubin | o0_load[N] is N".to_owned(),
            pass: None,
            case: "ttgir.json".to_owned(),
            known: None,
            name: "s1-t3-sm90".to_owned(),
            detail: String::new(),
            toolchain: "triton==3.9.0".to_owned(),
            target: "cuda:90".to_owned(),
            until: "cubin".to_owned(),
            sightings: 1,
            replay: replay.to_owned(),
            change: None,
            classes: None,
            origin: None,
        };
        let far = found("tritonsmith replay x --device ssh:host:cuda:0");
        assert_eq!(devices(&[], Some(&far)), ["ssh:host:cuda:0"]);
        assert_eq!(devices(&["ptx".to_owned()], Some(&far)), ["ptx"]);
        assert_eq!(devices(&[], Some(&found("tritonsmith replay x"))), ["cuda"]);
    }
}
