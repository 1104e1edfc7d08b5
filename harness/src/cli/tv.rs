//! `tv`: translation validation. Says whether the functions of a module still do the same after a
//! pass, by executing both.

use std::fs;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;

use super::{Status, later, print, print_json, tv_pass, tv_pipeline};
use crate::compile::Target;
use crate::toolchain::ToolchainId;
use crate::validate::{self, Asynchrony, FunctionReport, Settings, Text, Verdict};

/// Options of `tv`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The module before
    #[arg(value_name = "BEFORE.mlir", required_unless_present = "pipeline")]
    pub(super) before: Option<String>,
    /// The module after
    #[arg(value_name = "AFTER.mlir", conflicts_with = "passes")]
    after: Option<String>,
    /// A pass that makes the module after; may be repeated
    #[arg(long = "pass", value_name = "P", action = clap::ArgAction::Append, num_args = 1)]
    pub(super) passes: Vec<String>,
    /// A case.json, a finding's folder or id: finds the first pass that changes what its kernel does
    #[arg(long, value_name = "CASE", conflicts_with_all = ["before", "after", "passes"])]
    pub(super) pipeline: Option<String>,
    /// When asynchronous copies land: as late as the IR permits (strict), or at once (eager)
    #[arg(long = "async", value_name = "HOW", default_value = "strict", value_parser = asynchrony)]
    asynchrony: Asynchrony,
    /// The Triton build that runs the passes [default: that of the finding, else triton==3.9.0]
    #[arg(long, value_name = "T")]
    pub(super) toolchain: Option<ToolchainId>,
    /// The GPU to compile for [default: that of the finding or of the file, else cuda:90]
    #[arg(long, value_name = "GPU")]
    pub(super) target: Option<Target>,
    /// Print the verdicts as JSON
    #[arg(long)]
    pub(super) json: bool,
}

fn asynchrony(text: &str) -> Result<Asynchrony, String> {
    match later::word(text, &["strict", "eager"], &[])?.as_str() {
        "eager" => Ok(Asynchrony::Eager),
        _ => Ok(Asynchrony::Strict),
    }
}

impl Options {
    /// How modules are compared.
    pub(super) fn settings(&self) -> Settings {
        Settings { asynchrony: self.asynchrony, ..Settings::default() }
    }
}

/// What `tv` says.
#[derive(Debug, Default, Serialize)]
pub(super) struct Report {
    schema: u32,
    /// The functions, in the order of the text before.
    pub(super) functions: Vec<FunctionReport>,
    /// The passes that were run, or the one that is to blame.
    pub(super) pass: Option<String>,
    /// Why there is no module after.
    pub(super) failure: Option<Failure>,
}

/// A pass that failed.
#[derive(Debug, Serialize)]
pub(super) struct Failure {
    /// `bug` or `inconclusive`.
    pub(super) verdict: &'static str,
    /// The finding's kind.
    pub(super) kind: Option<String>,
    /// The pass.
    pub(super) pass: Option<String>,
    /// What was said.
    pub(super) message: String,
    /// The entry of the known findings that it is.
    pub(super) known: Option<String>,
}

impl Report {
    pub(super) fn new(functions: Vec<FunctionReport>) -> Self {
        Report { schema: 1, functions, pass: None, failure: None }
    }

    fn status(&self) -> Status {
        match &self.failure {
            Some(failure) if failure.verdict == "bug" => Status::Findings,
            Some(_) => Status::Inconclusive,
            None => match validate::overall(&self.functions) {
                Verdict::Equal => Status::Clean,
                Verdict::Different => Status::Findings,
                Verdict::Inconclusive => Status::Inconclusive,
            },
        }
    }

    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.functions.iter().map(line).collect();
        if let Some(failure) = &self.failure {
            let pass = failure.pass.as_ref().map_or(String::new(), |pass| format!(" of {pass}"));
            let known = failure.known.as_ref().map_or(String::new(), |k| format!(" (known: {k})"));
            let kind = failure.kind.as_deref().unwrap_or(failure.verdict);
            lines.push(format!("{kind}{pass}{known}: {}", failure.message));
        }
        if lines.is_empty() {
            lines.push("inconclusive: there is no function to compare".to_owned());
        }
        if let (Some(pass), Status::Findings, None) = (&self.pass, self.status(), &self.failure) {
            lines.push(format!("first wrong pass: {pass}"));
        }
        lines
    }
}

fn line(report: &FunctionReport) -> String {
    match (&report.verdict, &report.first_difference) {
        (Verdict::Different, Some(difference)) => format!("@{}: {difference}", report.name),
        (Verdict::Inconclusive, _) => format!("@{}: inconclusive: {}", report.name, report.reason),
        _ => format!("@{}: {}", report.name, report.reason),
    }
}

/// Compares.
///
/// # Errors
/// If a file cannot be read or parsed, or the toolchain lacks a pass.
pub(super) fn run(options: &Options) -> Result<Status> {
    let report = match (&options.pipeline, &options.before, &options.after) {
        (Some(case), ..) => tv_pipeline::run(options, case)?,
        (None, Some(before), Some(after)) => files(before, after, &options.settings())?,
        (None, Some(before), None) if options.passes.is_empty() => {
            bail!("{before}: give the module after it too, or --pass")
        }
        (None, Some(before), None) => tv_pass::run(options, before)?,
        (None, None, _) => bail!("give two modules, or one with --pass, or --pipeline CASE"),
    };
    if options.json {
        print_json(&report)?;
    } else {
        report.lines().iter().try_for_each(|line| print(line))?;
    }
    Ok(report.status())
}

fn files(before: &str, after: &str, settings: &Settings) -> Result<Report> {
    let (before, after) = (parse(before, &read(before)?)?, parse(after, &read(after)?)?);
    Ok(Report::new(validate::validate(&before, &after, settings)))
}

/// The text of a file.
///
/// # Errors
/// If it cannot be read.
pub(super) fn read(path: &str) -> Result<String> {
    fs::read_to_string(path)
        .with_context(|| format!("cannot read {path}: give the path of an MLIR text file"))
}

/// The module of a text.
///
/// # Errors
/// If it is not understood.
pub(super) fn parse(name: &str, text: &str) -> Result<Text> {
    Text::parse(name, text).context("cannot read the module")
}
