//! `tv` with `--pass`: the toolchain makes the module after.

use anyhow::{Result, bail};

use super::tv::{Failure, Options, Report, parse, read};
use super::{replay_ir, select};
use crate::campaign::{Compilers, Outcome, Plan};
use crate::compile::{CompileFailure, Job, PassJob, PassText, WorkerOptions};
use crate::validate::{self, Settings, Verdict};

/// Runs the passes and compares.
///
/// # Errors
/// If the file cannot be read or parsed, or the toolchain lacks a pass.
pub(super) fn run(options: &Options, path: &str) -> Result<Report> {
    let text = read(path)?;
    let before = parse(path, &text)?;
    let toolchain = options.toolchain.clone().unwrap_or_default();
    let target = options.target.clone().or_else(|| replay_ir::target_of(&text));
    let target = target.unwrap_or_else(select::default_target);
    let ids = [toolchain.clone()];
    let compilers = select::install(&ids, WorkerOptions::default())?;
    let mut compiler = compilers.start(&toolchain)?;
    let passes = options.passes.clone();
    let job = Job::RunPasses(PassJob { text: text.clone(), passes, target: target.clone() });
    let result = compiler.run(&job)?;
    if let Some(failure) = &result.failure {
        let plan = Plan { toolchain, target };
        let outcome = replay_ir::failed(compiler.as_mut(), &job, failure, &plan, path, &text)?;
        let mut report = Report::new(Vec::new());
        report.failure = Some(told(outcome, failure));
        return Ok(report);
    }
    let Some(last) = result.final_text() else { bail!("{toolchain} gave no module back") };
    let after = parse("after the pass", last)?;
    let settings = options.settings();
    let mut report = Report::new(validate::validate(&before, &after, &settings));
    report.pass = Some(options.passes.join(" "));
    if options.passes.len() > 1 && validate::overall(&report.functions) == Verdict::Different {
        report.pass = first_wrong(path, &text, &result.passes, &settings)?.or(report.pass);
    }
    Ok(report)
}

/// How a failure is told.
pub(super) fn told(outcome: Outcome, failure: &CompileFailure) -> Failure {
    let pass = failure.pass.clone();
    let message = failure.message.clone();
    match outcome {
        Outcome::Bug { finding, known } => {
            let kind = Some(finding.kind.name().to_owned());
            Failure { verdict: "bug", kind, pass: finding.pass.or(pass), message, known }
        }
        Outcome::Inconclusive(reason) | Outcome::Invalid(reason) => {
            let message = format!("{reason}: {message}");
            Failure { verdict: "inconclusive", kind: None, pass, message, known: None }
        }
        Outcome::Agree => {
            Failure { verdict: "inconclusive", kind: None, pass, message, known: None }
        }
    }
}

/// Of several passes the first whose output differs from its input.
fn first_wrong(
    path: &str,
    text: &str,
    passes: &[PassText],
    settings: &Settings,
) -> Result<Option<String>> {
    let mut before = parse(path, text)?;
    for PassText { pass, text } in passes {
        let after = parse(pass, text)?;
        let reports = validate::validate(&before, &after, settings);
        if validate::overall(&reports) == Verdict::Different {
            return Ok(Some(pass.clone()));
        }
        before = after;
    }
    Ok(None)
}
