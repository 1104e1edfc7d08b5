//! `replay` of an .mlir file: runs passes on it and tells how they fail.

use std::fs;

use anyhow::{Context, Result, bail};

use super::expect::Expected;
use super::replay::{Options, Replayed, conclude};
use super::{Status, select};
use crate::campaign::{Compiler, Compilers, Outcome, Plan, judge_failure};
use crate::compile::{CompileFailure, FailureKind, Job, PassJob, Target};
use crate::oracle::Known;
use crate::toolchain::ToolchainId;

/// What is known where no pass fails.
const RAN: &str = "no pass failed; `tv` compares what the functions do before and after";

/// Runs the passes in every toolchain.
///
/// # Errors
/// If the file cannot be read or parsed, or a toolchain lacks a pass.
pub(super) fn run(options: &Options) -> Result<Status> {
    let path = &options.case;
    if options.passes.is_empty() {
        bail!("{path}: say which passes to run on it, such as --pass canonicalize");
    }
    let expected = Expected::of(options.expect.as_deref(), None)?;
    let text = fs::read_to_string(path)
        .with_context(|| format!("cannot read {path}: give the path of an MLIR text file"))?;
    let target = options.target.clone().or_else(|| Target::of_module(&text));
    let target = target.unwrap_or_else(select::default_target);
    let ids = match options.toolchain.is_empty() {
        true => vec![ToolchainId::default()],
        false => options.toolchain.clone(),
    };
    let compilers = select::install(&ids, options.workers.options())?;
    let job = Job::RunPasses(PassJob {
        text: text.clone(),
        passes: options.passes.clone(),
        target: target.clone(),
    });
    let mut results = Vec::new();
    for toolchain in ids {
        let mut compiler = compilers.start(&toolchain)?;
        let plan = Plan { toolchain, target: target.clone() };
        let outcome = examine(compiler.as_mut(), &job, &plan, path, &text)?;
        let mut result = Replayed::new(&plan, outcome, expected.as_ref());
        if result.verdict == "agree" {
            (result.verdict, result.reason) = ("ran", RAN.to_owned());
        }
        results.push(result);
    }
    conclude(path, &results, None, options.json)
}

/// A failure counts only if a trivial module survives the same passes.
fn examine(
    compiler: &mut dyn Compiler,
    job: &Job,
    plan: &Plan,
    path: &str,
    text: &str,
) -> Result<Outcome> {
    match compiler.run(job)?.failure {
        None => Ok(Outcome::Agree),
        Some(failure) => failed(compiler, job, &failure, plan, path, text),
    }
}

/// Judges the failure of a pass on the text of a file.
///
/// # Errors
/// If the fault is that of the file or of the command line, or the compiler cannot be asked.
pub(super) fn failed(
    compiler: &mut dyn Compiler,
    job: &Job,
    failure: &CompileFailure,
    plan: &Plan,
    path: &str,
    text: &str,
) -> Result<Outcome> {
    match failure.kind {
        FailureKind::Parse => bail!(
            "{} cannot read {path}: {}; mend the file or try another --toolchain",
            plan.toolchain,
            failure.message
        ),
        FailureKind::Unsupported => {
            bail!("{} cannot do that: {}; check --pass", plan.toolchain, failure.message)
        }
        _ => {}
    }
    let known = Known::list()?;
    let failed = judge_failure(compiler, job, failure, &known, &plan.toolchain, Some(text))?;
    Ok(failed.outcome)
}
