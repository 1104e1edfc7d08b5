//! `tv --pipeline`: compiles a case's kernel with the IR before every pass, and finds the first
//! pass whose output does something else than the IR that the front end made.

use anyhow::{Context, Result, bail};

use super::tv::{Options, Report, parse};
use super::tv_unit::told;
use super::{replay, select};
use crate::campaign::{Compilers, Outcome, Subject};
use crate::compile::{Control, Job, Stage, WorkerOptions};
use crate::validate::{self, Settings, Text, Verdict, culprit};

/// Half of a hundred texts are compared: fewer inputs do.
const SETTINGS: Settings =
    Settings { inputs: 16, attempts: 64, fewest: 8, steps: 60_000, all_steps: 400_000 };

/// Finds the pass.
///
/// # Errors
/// If the case cannot be read, or the toolchain cannot be had or does not launch the kernel.
pub(super) fn run(options: &Options, given: &str) -> Result<Report> {
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
    let compilers = select::install(std::slice::from_ref(&toolchain), WorkerOptions::default())?;
    let mut compiler = compilers.start(&toolchain)?;
    let result = compiler.run(&job)?;
    if let Some(failure) = &result.failure {
        let survives = compiler.control(&job)? == Control::Survives;
        let mut report = Report::new(Vec::new());
        let mut failure = told(Outcome::Agree, failure);
        if survives && result.failure.as_ref().is_some_and(|f| f.kind.is_compiler_fault()) {
            failure.verdict = "bug";
        }
        report.failure = Some(failure);
        return Ok(report);
    }
    let launch = result.launches.first().with_context(|| format!("{given} launches nothing"))?;
    let last = launch.kernel.text(Stage::Ttgir).context("the compiler left no TTGIR")?;
    let first = result.passes.first().context("the compiler ran no pass: it left no dumps")?;
    let first = parse("before any pass", &first.text)?;
    let found = culprit(&result.passes, last, |text| wrongness(&first, text));
    let Some(found) = found else {
        let after = parse("after all passes", last)?;
        return Ok(Report::new(validate::validate(&first, &after, &Settings::default())));
    };
    let after = parse(&format!("after {}", found.pass), &found.after)?;
    let before = found.before.map(|text| parse(&format!("before {}", found.pass), &text));
    let reports = before.transpose()?.map(|b| validate::validate(&b, &after, &SETTINGS));
    let reports = reports.filter(|r| validate::overall(r) == Verdict::Different);
    let reports = reports.unwrap_or_else(|| validate::validate(&first, &after, &SETTINGS));
    let mut report = Report::new(reports);
    report.pass = Some(found.pass);
    Ok(report)
}

/// Whether a text does something else than the first one; `None` where that cannot be told.
fn wrongness(first: &Text, text: &str) -> Option<bool> {
    let text = Text::parse("a later text", text).ok()?;
    match validate::overall(&validate::validate(first, &text, &SETTINGS)) {
        Verdict::Equal => Some(false),
        Verdict::Different => Some(true),
        Verdict::Inconclusive => None,
    }
}
