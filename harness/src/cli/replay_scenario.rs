//! `replay` of a scenario: walks it again and says what became of each launch.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::expect::Expected;
use super::replay::{Options, Replayed, conclude, settings};
use super::{print, select};
use crate::campaign::history::{Examined, examine, job};
use crate::campaign::{Compilers, Outcome, Plan, record_beside};
use crate::device;
use crate::oracle::history::signature;
use crate::oracle::{Finding, Known, known};
use crate::testcase::scenario::Scenario;

/// The scenario's file, if what was given is one or a folder that holds one.
pub(super) fn file(given: &str, reports: &Path) -> Option<PathBuf> {
    let path = Path::new(given);
    if path.file_name().is_some_and(|name| name.to_string_lossy().ends_with("scenario.json")) {
        return Some(path.to_owned());
    }
    let mut places = vec![path.join("scenario.json")];
    let campaigns = std::fs::read_dir(reports).into_iter().flatten().flatten();
    places.extend(campaigns.map(|c| c.path().join("findings").join(given).join("scenario.json")));
    places.into_iter().find(|place| place.is_file())
}

/// Replays.
///
/// # Errors
/// If the scenario cannot be read or a toolchain cannot be had.
pub(super) fn run(options: &Options, path: &Path) -> Result<super::Status> {
    let scenario = Scenario::read(path)?;
    let record = record_beside(path)?;
    let expected = Expected::of(options.expect.as_deref(), record.as_ref())?;
    let expected = expected.map(Expected::by_signature);
    let settings = settings(options, record.as_ref())?;
    let compilers = select::install(&settings.toolchains, options.workers.options())?;
    let device = (device::find("ir").context("no device `ir`")?.open)();
    let list = Known::list()?;
    let mut results = Vec::new();
    for plan in settings.plans() {
        let mut compiler = compilers.start(&plan.toolchain)?;
        let answer = compiler.run(&job(&scenario, &plan.target, settings.until))?;
        let examined = examine(&scenario, &answer, device.as_ref());
        if !options.json {
            tell(&scenario, &plan, &examined)?;
        }
        let toolchain = plan.toolchain.to_string();
        let outcome = outcome(&scenario, &examined, expected.as_ref(), &list, &toolchain);
        results.push(Replayed::new(&plan, outcome, expected.as_ref()));
    }
    conclude(&options.case, &results, None, options.json)
}

fn tell(scenario: &Scenario, plan: &Plan, examined: &Examined) -> Result<()> {
    let Examined::Judged(all) = examined else { return Ok(()) };
    for judged in all {
        let (step, ruling) = (judged.event, judged.ruling.name());
        print(&format!("{plan}: {} step {step}: {ruling}: {}", scenario.name, judged.detail))?;
    }
    Ok(())
}

/// The fault that is expected, if it is there; else the first one.
fn outcome(
    scenario: &Scenario,
    examined: &Examined,
    expected: Option<&Expected>,
    list: &[Known],
    toolchain: &str,
) -> Outcome {
    let findings = examined.faults().filter_map(|judged| {
        let detail = format!("step {}: {}", judged.event, judged.detail);
        let signature = signature(scenario, judged);
        Some(Finding { kind: judged.ruling.finding()?, signature, pass: None, detail })
    });
    let mut findings: Vec<Finding> = findings.collect();
    if findings.is_empty() {
        return examined.without_faults();
    }
    let at = findings.iter().position(|finding| expected.is_some_and(|one| one.is(finding)));
    let finding = findings.swap_remove(at.unwrap_or(0));
    let known = known(list, &finding, toolchain, "");
    Outcome::Bug { finding, known }
}
