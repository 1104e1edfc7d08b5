//! `tv --pipeline`: compiles a case's kernel with the IR before every pass, and finds the first
//! pass whose output does something else than the IR that the front end made.

use std::path::Path;

use anyhow::{Context, Result, bail};

use super::tv::{Options, Report, parse};
use super::tv_unit::told;
use super::{replay, replay_scenario, select};
use crate::campaign::{Compilers, Subject, differs_from, judge_failure};
use crate::compile::{Job, Stage};
use crate::oracle::Known;
use crate::validate::{self, Settings, Verdict, culprit};

/// Finds the pass.
///
/// # Errors
/// If the case cannot be read, or the toolchain cannot be had or does not launch the kernel.
pub(super) fn run(options: &Options, given: &str) -> Result<Report> {
    if replay_scenario::file(given, Path::new("reports")).is_some() {
        bail!("{given}: a history of launches has no pass to blame; use replay");
    }
    let (case, record) = replay::read(given)?;
    let wrong = || "the finding's record is damaged: give --toolchain and --target";
    let toolchain = match (&options.toolchain, &record) {
        (Some(toolchain), _) => toolchain.clone(),
        (None, Some(record)) => record.toolchain.parse().with_context(wrong)?,
        (None, None) => Default::default(),
    };
    let target = match (&options.target, &record) {
        (Some(target), _) => target.clone(),
        (None, Some(record)) => record.target.parse().with_context(wrong)?,
        (None, None) => select::default_target(),
    };
    let Job::RunModule(mut job) = Subject::new(case).job(&target, Stage::Ttgir) else {
        bail!("{given}: not a kernel");
    };
    job.dump_passes = true;
    let job = Job::RunModule(job);
    let compilers = select::install(std::slice::from_ref(&toolchain), options.workers.options())?;
    let mut compiler = compilers.start(&toolchain)?;
    let result = compiler.run(&job)?;
    if let Some(failure) = &result.failure {
        let known = Known::list()?;
        let failed = judge_failure(compiler.as_mut(), &job, failure, &known, &toolchain, None)?;
        let failure = told(failed.outcome, &failed.failure);
        let mut report = Report::new(Vec::new());
        report.failure = Some(failure);
        return Ok(report);
    }
    let launch = result.launches.first().with_context(|| format!("{given} launches nothing"))?;
    let last = launch.kernel.text(Stage::Ttgir).context("the compiler left no TTGIR")?;
    let first = result.passes.first().context("the compiler ran no pass: it left no dumps")?;
    let first = parse("before any pass", &first.text)?;
    let settings = Settings { asynchrony: options.asynchrony, ..Settings::PIPELINE };
    let found = culprit(&result.passes, last, |text| differs_from(&first, text, &settings));
    let Some(found) = found else {
        let after = parse("after all passes", last)?;
        return Ok(Report::new(validate::validate(&first, &after, &options.settings())));
    };
    let after = parse(&format!("after {}", found.pass), &found.after)?;
    let before = found.before.map(|text| parse(&format!("before {}", found.pass), &text));
    let reports = before.transpose()?.map(|b| validate::validate(&b, &after, &settings));
    let reports = reports.filter(|r| validate::overall(r) == Verdict::Different);
    let reports = reports.unwrap_or_else(|| validate::validate(&first, &after, &settings));
    let mut report = Report::new(reports);
    report.pass = Some(found.pass);
    Ok(report)
}
