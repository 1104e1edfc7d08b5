//! `reduce`: makes a finding small, and writes down what a maintainer needs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::{
    Status, print, print_json, reduce_ttgir, replay, replay_scenario, replay_ttgir, select,
};
use crate::campaign::minimize::{Done, Effort, Request, Start, minimize};
use crate::campaign::regression::FileCheck;
use crate::campaign::{Plan, Settings, chain};
use crate::compile::{Stage, Target, WorkerOptions};
use crate::report::Record;
use crate::toolchain::{Home, State, ToolchainId, list};

/// Options of `reduce`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// A case.json or ttgir.json, a finding's folder or id, or an .mlir file (with --pass)
    #[arg(value_name = "CASE")]
    case: String,
    /// The pass that goes wrong on an .mlir file
    #[arg(long = "pass", value_name = "P")]
    pub(super) pass: Option<String>,
    /// A Triton build [default: that of the finding, else triton==3.9.0]
    #[arg(long, value_name = "T")]
    pub(super) toolchain: Option<ToolchainId>,
    /// The GPU to compile for [default: that of the finding or of the file, else cuda:90]
    #[arg(long, value_name = "GPU")]
    pub(super) target: Option<Target>,
    /// What executes the compiled code; may be repeated [default: ir; for a module of TTGIR ptx, or cuda where
    /// a GPU has shown the finding]
    #[arg(long, value_name = "D", action = clap::ArgAction::Append, num_args = 1, value_parser = select::device)]
    pub(super) device: Vec<String>,
    /// Where the files go [default: the folder `minimal` in that of the finding, else beside the case]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How long each of the two searches may take
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = select::duration)]
    time: Duration,
    /// Candidates that each may try
    #[arg(long, value_name = "N", default_value_t = 1500)]
    attempts: usize,
    /// Compilers that work side by side [default: one a core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Reduces.
///
/// # Errors
/// If the case cannot be read, does not fail, or a file cannot be written.
pub(super) fn run(options: &Options) -> Result<Status> {
    if replay_scenario::file(&options.case, Path::new("reports")).is_some() {
        bail!("a campaign writes scenarios down as small as they get: replay it");
    }
    if let Some(path) = replay_ttgir::file(&options.case, Path::new("reports")) {
        return reduce_ttgir::run(options, &path);
    }
    let (start, record) = start(options)?;
    let plan = plan(options, &start, record.as_ref())?;
    let until = match &record {
        Some(record) => record.until.parse().context("the finding's record is damaged")?,
        None => Stage::Ttgir,
    };
    let devices = match options.device.is_empty() {
        true => vec![device(record.as_ref())],
        false => options.device.clone(),
    };
    let settings = Settings::single(&plan, &devices, until);
    let others = others(&plan)?;
    let ids: Vec<ToolchainId> =
        [plan.toolchain.clone()].into_iter().chain(others.clone()).collect();
    let compilers = select::install(&ids, WorkerOptions::default())?;
    let folder = folder(options);
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let request = Request {
        start,
        settings: &settings,
        plan: &plan,
        others,
        effort: options.effort(),
        folder: &folder,
        tool: FileCheck::find(&Home::from_environment()?, None)
            .inspect_err(|error| log::warn!("there will be no lit test: {}", chain(error)))
            .ok(),
        accepted: None,
    };
    let mut line = select::Line::default();
    let mut told = |text: String| crate::toolchain::Progress::report(&mut line, &text);
    let done = minimize(request, &compilers, &mut told);
    line.end();
    show(options, &done?, &folder)?;
    Ok(Status::Clean)
}

impl Options {
    /// What a search may cost.
    pub(super) fn effort(&self) -> Effort {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or_else(cores, usize::from);
        Effort { jobs, attempts: self.attempts, time: self.time }
    }
}

fn start(options: &Options) -> Result<(Start, Option<Record>)> {
    let path = Path::new(&options.case);
    if path.extension().is_some_and(|extension| extension == "mlir") {
        let Some(pass) = &options.pass else {
            bail!("{}: say which pass goes wrong on it, such as --pass cse", options.case)
        };
        let text = std::fs::read_to_string(path).with_context(|| {
            format!("cannot read {}: give the path of an MLIR text file", options.case)
        })?;
        return Ok((Start::Module(text, pass.clone()), None));
    }
    if options.pass.is_some() {
        bail!("--pass goes with an .mlir file: give one, or leave --pass out");
    }
    let (case, record) = replay::read(&options.case)?;
    Ok((Start::Kernel(Box::new(case), record.clone().map(Box::new)), record))
}

fn plan(options: &Options, start: &Start, record: Option<&Record>) -> Result<Plan> {
    let wrong = || "the finding's record is damaged: give --toolchain and --target";
    let toolchain = match (&options.toolchain, record) {
        (Some(given), _) => given.clone(),
        (None, Some(record)) => record.toolchain.parse().with_context(wrong)?,
        (None, None) => ToolchainId::default(),
    };
    let own = match start {
        Start::Module(text, _) => Target::of_module(text),
        Start::Kernel(..) => None,
    };
    let target = match (&options.target, record, own) {
        (Some(given), ..) => given.clone(),
        (_, Some(record), _) => record.target.parse().with_context(wrong)?,
        (_, _, Some(own)) => own,
        _ => select::default_target(),
    };
    Ok(Plan { toolchain, target })
}

/// What the finding was executed by.
pub(super) fn device(record: Option<&Record>) -> String {
    let place = record.and_then(|record| record.signature.split(" | ").nth(1));
    match place == Some(crate::compile::INTERPRETER) {
        true => crate::device::TRITON_INTERPRETER.to_owned(),
        false => "ir".to_owned(),
    }
}

/// Toolchains that are installed and compile for the GPU, the latest first.
pub(super) fn others(plan: &Plan) -> Result<Vec<ToolchainId>> {
    let backend = plan.target.backend().name();
    let fits =
        |id: &ToolchainId| id.family().is_some_and(|family| family.backends.contains(&backend));
    let installed = list(&Home::from_environment()?)?;
    let ready = installed.into_iter().filter(|one| one.state == State::Ready).map(|one| one.id);
    let mut ids: Vec<ToolchainId> = ready.filter(|id| *id != plan.toolchain && fits(id)).collect();
    // Upstream's releases before those of others.
    let numbers = |id: &ToolchainId| -> Vec<u64> {
        id.to_string().split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect()
    };
    ids.sort_by_key(|id| (!id.to_string().starts_with("triton=="), std::cmp::Reverse(numbers(id))));
    Ok(ids)
}

/// Where the files go.
pub(super) fn folder(options: &Options) -> PathBuf {
    if let Some(given) = &options.out {
        return given.clone();
    }
    let path = Path::new(&options.case);
    if let Ok(finding) = crate::campaign::find_finding(&options.case, Path::new("reports")) {
        return finding.folder.join("minimal");
    }
    let stem = path.file_stem().map_or("minimal".into(), |stem| stem.to_string_lossy());
    path.with_file_name(format!("{stem}-minimal"))
}

/// Prints what came of it.
///
/// # Errors
/// If nothing can be written.
pub(super) fn show(options: &Options, done: &Done, folder: &Path) -> Result<()> {
    let minimal = &done.minimal;
    let numbers = minimal.numbers;
    if options.json {
        let pair = |pair: Option<(usize, usize)>| pair.map(|(before, after)| vec![before, after]);
        return print_json(&serde_json::json!({
            "schema": 1,
            "case": options.case,
            "folder": folder.display().to_string(),
            "signature": minimal.record.signature,
            "pass": minimal.pass,
            "known": minimal.record.known,
            "statements": pair(numbers.statements),
            "lines": pair(numbers.lines),
            "good": minimal.good.as_ref().map(|good| &good.toolchain),
            "flaky": minimal.flaky.map(|(failed, runs)| vec![failed, runs]),
            "files": done.files,
            "no_test": done.no_test,
            "no_module": done.no_module,
        }));
    }
    print(&minimal.summary())?;
    if let Some((before, after)) = numbers.statements {
        print(&format!("{after} statements, of {before}"))?;
    }
    if let Some((before, after)) = numbers.lines {
        print(&format!("{after} lines of MLIR, of {before}"))?;
    }
    if let Some((failed, runs)) = minimal.flaky {
        print(&format!("it fails in {failed} of {runs} runs"))?;
    }
    for why in done.no_module.iter().map(|why| format!("no module: {why}")) {
        print(&why)?;
    }
    for why in done.no_test.iter().map(|why| format!("no lit test: {why}")) {
        print(&why)?;
    }
    print(&format!("{}: {}", folder.display(), done.files.join(", ")))
}
