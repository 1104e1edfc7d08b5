//! `tv`: translation validation. Says whether the functions of a module still do the same after a
//! pass, by executing both.

use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use serde::Serialize;

use super::tv_suite::Suite;
use super::{Status, print, print_json, select, tv_folder, tv_pass, tv_pipeline};
use crate::campaign::guarded;
use crate::compile::Target;
use crate::toolchain::ToolchainId;
use crate::validate::lit::{self, Part};
use crate::validate::{self, Asynchrony, FunctionReport, Settings, Text, Verdict};

/// Options of `tv`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The module before, or several with `// -----` between them; or a folder of lit tests, whose
    /// `RUN:` lines say which passes to run
    #[arg(value_name = "BEFORE.mlir|FOLDER", required_unless_present = "pipeline")]
    pub(super) before: Option<String>,
    /// The module after, with as many parts
    #[arg(value_name = "AFTER.mlir", conflicts_with_all = ["passes", "lit"])]
    after: Option<String>,
    /// A pass that makes the module after, such as cse or tritongpu-pipeline{num-stages=3}; may be
    /// repeated; takes the place of the RUN lines of a folder
    #[arg(long = "pass", value_name = "P", action = clap::ArgAction::Append, num_args = 1)]
    pub(super) passes: Vec<String>,
    /// Run the passes of the file's own `RUN:` lines; a folder is always read so
    #[arg(long = "run", conflicts_with_all = ["passes", "pipeline"])]
    pub(super) lit: bool,
    /// A case.json, a finding's folder or id: finds the first pass that changes what its kernel does
    #[arg(long, value_name = "CASE", conflicts_with_all = ["before", "after", "passes"])]
    pub(super) pipeline: Option<String>,
    /// When asynchronous copies land: as late as the IR permits (strict), or at once (eager)
    #[arg(long = "async", value_name = "HOW", default_value = "strict", value_parser = asynchrony)]
    pub(super) asynchrony: Asynchrony,
    /// The Triton build that runs the passes [default: that of the finding, else triton==3.9.0]
    #[arg(long, value_name = "T")]
    pub(super) toolchain: Option<ToolchainId>,
    /// The GPU to compile for [default: that of the finding or of the file, else cuda:90]
    #[arg(long, value_name = "GPU")]
    pub(super) target: Option<Target>,
    #[command(flatten)]
    pub(super) workers: select::Workers,
    /// Print the verdicts as JSON
    #[arg(long)]
    pub(super) json: bool,
}

fn asynchrony(text: &str) -> Result<Asynchrony, String> {
    match select::word(text, &["strict", "eager"])?.as_str() {
        "eager" => Ok(Asynchrony::Eager),
        _ => Ok(Asynchrony::Strict),
    }
}

impl Options {
    /// How modules are compared.
    pub(super) fn settings(&self) -> Settings {
        Settings { asynchrony: self.asynchrony, ..Settings::THOROUGH }
    }
}

/// What `tv` says.
#[derive(Debug, Default, Serialize)]
pub(super) struct Report {
    schema: u32,
    /// The functions, in the order of the text before.
    pub(super) functions: Vec<Entry>,
    /// The passes that were run, or the one that is to blame.
    pub(super) pass: Option<String>,
    /// Why there is no module after.
    pub(super) failure: Option<Failure>,
    /// All of the failures, where there are several modules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) failures: Vec<Failure>,
    /// What there is to say of lit tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) suite: Option<Box<Suite>>,
}

/// A function, and where it stands where there are several modules.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Entry {
    #[serde(flatten)]
    pub(super) report: FunctionReport,
    #[serde(flatten)]
    pub(super) place: Option<Place>,
}

/// A place among several modules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Place {
    /// The file, in a folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    /// Number of the module in its file, from 0.
    pub(super) part: usize,
    /// The line on which it begins.
    pub(super) line: u32,
    /// The passes that were run, where they are not the same everywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) passes: Option<String>,
    /// The one pass of these that is looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pass: Option<String>,
}

impl Place {
    /// A part of the only file.
    pub(super) fn part(part: &Part) -> Self {
        Place { part: part.number, line: part.line + 1, ..Place::default() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{file}:{}", self.line)?,
            None => write!(f, "part {}, line {}", self.part, self.line)?,
        }
        if let Some(passes) = &self.passes {
            write!(f, " [{passes}]")?;
        }
        self.pass.as_ref().map_or(Ok(()), |pass| write!(f, " at {pass}"))
    }
}

/// A pass that failed.
#[derive(Clone, Debug, Serialize)]
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
    /// Where, where there are several modules.
    #[serde(flatten)]
    pub(super) place: Option<Place>,
}

impl Report {
    pub(super) fn new(functions: Vec<FunctionReport>) -> Self {
        let entry = |report| Entry { report, place: None };
        let functions = functions.into_iter().map(entry).collect();
        Report { schema: 1, functions, ..Report::default() }
    }

    /// Adds a failure; the first bug is the one that is told first.
    pub(super) fn fail(&mut self, failure: Failure) {
        let worse = |old: &Failure| old.verdict != "bug" && failure.verdict == "bug";
        if self.failure.as_ref().is_none_or(worse) {
            self.failure = Some(failure.clone());
        }
        if failure.place.is_some() {
            self.failures.push(failure);
        }
    }

    fn status(&self) -> Status {
        if let Some(suite) = &self.suite {
            return suite.status(&self.functions, &self.failures);
        }
        match &self.failure {
            Some(failure) if failure.verdict == "bug" => Status::Findings,
            Some(_) if self.has(Verdict::Different) => Status::Findings,
            Some(_) => Status::Inconclusive,
            None if self.has(Verdict::Different) => Status::Findings,
            None if self.functions.is_empty() || self.has(Verdict::Inconclusive) => {
                Status::Inconclusive
            }
            None => Status::Clean,
        }
    }

    fn has(&self, verdict: Verdict) -> bool {
        self.functions.iter().any(|entry| entry.report.verdict == verdict)
    }

    fn lines(&self) -> Vec<String> {
        if let Some(suite) = &self.suite {
            return suite.lines(&self.functions, &self.failures);
        }
        let mut lines: Vec<String> = self.functions.iter().map(line).collect();
        let alone = self.failure.iter().filter(|_| self.failures.is_empty());
        lines.extend(self.failures.iter().chain(alone).map(Failure::line));
        if lines.is_empty() {
            lines.push("inconclusive: there is no function to compare".to_owned());
        }
        if let (Some(pass), Status::Findings, None) = (&self.pass, self.status(), &self.failure) {
            lines.push(format!("first wrong pass: {pass}"));
        }
        lines
    }
}

impl Failure {
    /// The failure in a line.
    pub(super) fn line(&self) -> String {
        let pass = self.pass.as_ref().map_or(String::new(), |pass| format!(" of {pass}"));
        let known = self.known.as_ref().map_or(String::new(), |known| format!(" (known: {known})"));
        let place = self.place.as_ref().map_or(String::new(), |place| format!("{place}: "));
        let kind = self.kind.as_deref().unwrap_or(self.verdict);
        format!("{place}{kind}{pass}{known}: {}", self.message)
    }
}

/// A verdict in a line; a difference takes some.
pub(super) fn line(Entry { report, place }: &Entry) -> String {
    let place = place.as_ref().map_or(String::new(), |place| format!(" ({place})"));
    let name = format!("@{}{place}", report.name);
    match (&report.verdict, &report.first_difference) {
        (Verdict::Different, Some(difference)) => format!("{name}: {difference}"),
        (Verdict::Inconclusive, _) => format!("{name}: inconclusive: {}", report.reason),
        _ => format!("{name}: {}", report.reason),
    }
}

/// Compares.
///
/// # Errors
/// If a file cannot be read or parsed, or the toolchain lacks a pass.
pub(super) fn run(options: &Options) -> Result<Status> {
    // A panic is told in one line, below.
    std::panic::set_hook(Box::new(|panic| log::debug!("{panic}")));
    let report = guarded(|| judge(options))
        .map_err(|panic| anyhow!("our own code failed: {panic}; please report it"))??;
    if options.json {
        print_json(&report)?;
    } else {
        report.lines().iter().try_for_each(|line| print(line))?;
    }
    Ok(report.status())
}

fn judge(options: &Options) -> Result<Report> {
    match (&options.pipeline, &options.before, &options.after) {
        (Some(case), ..) => tv_pipeline::run(options, case),
        (None, Some(before), Some(after)) => files(before, after, &options.settings()),
        (None, Some(before), None) if options.lit || Path::new(before).is_dir() => {
            tv_folder::run(options, before)
        }
        (None, Some(before), None) if options.passes.is_empty() => {
            read(before)?;
            bail!("{before}: give the module after it too, or --pass, or --run for its RUN lines")
        }
        (None, Some(before), None) => tv_pass::run(options, before),
        (None, None, _) => bail!("give two modules, or one with --pass, or --pipeline CASE"),
    }
}

/// Compares each part of a file with the part of the same number of another.
fn files(before: &str, after: &str, settings: &Settings) -> Result<Report> {
    let (a, b) = (lit::parts(&read(before)?, true), lit::parts(&read(after)?, true));
    if a.len() != b.len() {
        bail!("{before} has {} parts and {after} {}: they must be as many", a.len(), b.len());
    }
    let several = a.len() > 1;
    let mut report = Report::new(Vec::new());
    for (a, b) in a.iter().zip(&b).filter(|(a, _)| !several || !a.is_empty()) {
        let texts = (parse(before, &a.in_place())?, parse(after, &b.in_place())?);
        let reports = validate::validate(&texts.0, &texts.1, settings);
        let place = several.then(|| Place::part(a));
        let entry = |report| Entry { report, place: place.clone() };
        report.functions.extend(reports.into_iter().map(entry));
    }
    Ok(report)
}

/// The text of a file.
///
/// # Errors
/// If it cannot be read.
pub(super) fn read(path: &str) -> Result<String> {
    // A pipe may never end.
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        bail!("{path} is no file: give the path of an MLIR text file");
    }
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
