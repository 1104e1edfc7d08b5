//! `reduce` of a finding in a module of TTGIR: the smallest module that the compiler goes wrong on.

use std::path::Path;

use anyhow::{Context, Result, bail};

use super::reduce::{Options, folder, others, show, spare};
use super::{Status, select};
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
    let plan = plan(options, &case, record.as_ref())?;
    let devices = devices(&options.device, record.as_ref());
    let until = match options.until {
        Some(given) => given,
        None => until(&devices, record.as_ref())?,
    };
    let settings = Settings::single(&plan, &devices, until);
    select::check(&settings.plans(), until)?;
    select::devices(&devices)?;
    let others = others(&plan, &Home::from_environment()?)?;
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
fn plan(options: &Options, case: &TtgirCase, record: Option<&Record>) -> Result<Plan> {
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
    Ok(Plan { toolchain, target })
}

/// What executes the code: what was given, else a GPU for a finding of one, else the emulated one.
fn devices(given: &[String], record: Option<&Record>) -> Vec<String> {
    let place = record.and_then(|record| record.signature.split(" | ").nth(1));
    match given {
        [] if place == Some(Stage::Cubin.name()) => vec!["cuda".to_owned()],
        given => select::executing(given),
    }
}

/// The last stage: that of a failure of the compiler, else what the devices execute.
fn until(devices: &[String], record: Option<&Record>) -> Result<Stage> {
    match record.filter(|record| record.kind.is_compilation()) {
        Some(record) => record.until.parse().context("the finding's record is damaged"),
        None => Ok(select::until(None, devices)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_record_the_emulated_gpu_executes_ptx() {
        let none = devices(&[], None);
        assert_eq!(none, ["ptx"]);
        assert_eq!(until(&none, None).unwrap(), Stage::Ptx);
        assert_eq!(devices(&["cuda".to_owned()], None), ["cuda"]);
    }
}
