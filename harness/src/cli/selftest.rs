//! `selftest`: planted bugs must be caught, controls must pass.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;

use super::{Status, fuzz, print, print_json, select, selftest_ptx, selftest_reductions};
use crate::campaign::{self, Compilers, Plan, Settings, selftest};
use crate::compile::{Stage, Target, WorkerOptions};
use crate::generate::{Config, from_seed};
use crate::testcase::TestCase;
use crate::toolchain::ToolchainId;

/// The seed of the generated controls, which is no seed that people try first.
const SEED: u64 = 0x5e1f;

/// Options of `selftest`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The Triton build that compiles the controls
    #[arg(long, value_name = "T", default_value_t = ToolchainId::default())]
    pub(super) toolchain: ToolchainId,
    /// The GPU that the controls are compiled for
    #[arg(long, value_name = "GPU", default_value_t = select::default_target())]
    pub(super) target: Target,
    /// How many generated kernels go through the compiler as controls
    #[arg(long, value_name = "N", default_value_t = 1000)]
    controls: u64,
    /// Plant into what each pass of the compiler gives, and ask translation validation, instead
    #[arg(long, conflicts_with_all = ["freeze", "export", "import"])]
    passes: bool,
    /// With --passes: how many generated kernels, beside those of corpora/passes
    #[arg(long, value_name = "N", default_value_t = 16, requires = "passes")]
    generated: u64,
    /// With --passes: a Triton checkout, of whose lit suite parts are taken as well
    #[arg(long, value_name = "CHECKOUT", requires = "passes")]
    lit: Option<PathBuf>,
    /// With --passes: only those kernels of corpora/passes whose name begins so
    #[arg(long, value_name = "NAME", default_value = "", requires = "passes")]
    kernels: String,
    /// With --passes: for each pass, how many of the texts that it changed
    #[arg(long, value_name = "N", default_value_t = 8, requires = "passes")]
    pairs: usize,
    /// With --passes: how many plants that count in each of them [default: 5]; with --device: how many
    /// in all [default: 50]
    #[arg(long, value_name = "N")]
    plants: Option<usize>,
    /// Plant into TTGIR that is compiled on and launched on this device instead, such as cuda
    #[arg(long, value_name = "D", value_parser = select::device, conflicts_with_all = ["passes", "freeze", "export", "import"])]
    device: Option<String>,
    /// Make N kernels small instead that compilers with a planted fault get wrong
    #[arg(long, value_name = "N", conflicts_with_all = ["passes", "freeze", "export", "import", "device"])]
    reductions: Option<usize>,
    /// Plant into the PTX of N generated kernels instead, for sm_80 and sm_90, and execute it on the ptx device
    #[arg(long, value_name = "N", conflicts_with_all = ["passes", "freeze", "device", "reductions"])]
    ptx: Option<u64>,
    /// Print the report as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Make the corpus afresh: compile this many kernels into DIR of --corpus
    #[arg(long, value_name = "N", requires = "corpus", conflicts_with = "export")]
    freeze: Option<usize>,
    /// Write every plant, its inputs and arguments into DIR, for scripts/label-plants; with --ptx: into a bundle, for launch
    #[arg(long, value_name = "DIR")]
    pub(super) export: Option<PathBuf>,
    /// Take the labels that scripts/label-plants wrote for the plants of --export into --corpus; with --ptx: the results of launch
    #[arg(long, value_name = "LABELS.json", requires = "export", requires = "corpus")]
    pub(super) import: Option<PathBuf>,
    /// The folder of the corpus in a checkout: corpora/selftest
    #[arg(long, value_name = "DIR")]
    pub(super) corpus: Option<PathBuf>,
}

/// Kernels in which every instance does all of its work, and does it for some result: a fault in code
/// that does not run is none.
pub(super) fn source(index: u64) -> TestCase {
    let config = Config { returns: false, variants: false, ..Config::default() };
    from_seed(SEED, index, &config)
}

/// Runs it.
///
/// # Errors
/// If the corpus is damaged or the controls cannot be compiled.
pub(super) fn run(options: Options) -> Result<Status> {
    if let Some(kernels) = options.ptx {
        return selftest_ptx::run(&options, kernels);
    }
    match (&options.import, &options.export, options.freeze) {
        (Some(labels), Some(export), _) => {
            let corpus = options.corpus.as_deref().context("--import needs --corpus")?;
            selftest::import(export, labels, corpus)?;
            return Ok(Status::Clean);
        }
        (_, Some(folder), _) => {
            selftest::export(&selftest::kernels()?, folder)?;
            return Ok(Status::Clean);
        }
        (_, _, Some(count)) => return freeze(&options, count),
        _ => {}
    }
    if let Some(count) = options.reductions {
        return selftest_reductions::run(&options, count);
    }
    if options.corpus.is_some() {
        bail!("--corpus goes with --freeze or --import; the corpus that is tested is built in");
    }
    let started = Instant::now();
    let mut report = match &options.device {
        Some(device) => hardware(&options, device)?,
        None if options.passes => passes(&options)?,
        None => selftest::run()?,
    };
    if options.controls > 0 && !options.passes && options.device.is_none() {
        report.add_campaign(&controls(&options)?);
    }
    report.wall_s = started.elapsed().as_secs_f64();
    if options.json {
        print_json(&report)?;
    } else {
        print(&report.text())?;
    }
    let clean = report.missed.is_empty() && report.false_alarms == 0 && report.plants > 0;
    Ok(if clean { Status::Clean } else { Status::Findings })
}

fn freeze(options: &Options, count: usize) -> Result<Status> {
    let corpus = options.corpus.as_deref().context("--freeze needs --corpus")?;
    let compilers =
        select::install(std::slice::from_ref(&options.toolchain), WorkerOptions::default())?;
    let mut compiler = compilers.start(&options.toolchain)?;
    let plan = Plan { toolchain: options.toolchain.clone(), target: options.target.clone() };
    selftest::freeze(&source, compiler.as_mut(), &plan, count, corpus)?;
    Ok(Status::Clean)
}

/// Plants into the output of each pass.
fn passes(options: &Options) -> Result<selftest::Report> {
    let ids = std::slice::from_ref(&options.toolchain);
    // How long a compilation takes is not what is tested.
    let patient = WorkerOptions { time_limit: Duration::from_secs(600), ..Default::default() };
    let compilers = select::install(ids, patient)?;
    let what = selftest::Passes {
        toolchain: options.toolchain.clone(),
        targets: vec![Target::cuda(80), Target::cuda(90)],
        generated: options.generated,
        corpus: options.kernels.clone(),
        lit: options.lit.clone(),
        pairs: options.pairs,
        plants: options.plants.unwrap_or(5),
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
    };
    selftest::passes(&what, &source, &compilers)
}

/// Plants into TTGIR, and launches.
fn hardware(options: &Options, device: &str) -> Result<selftest::Report> {
    select::devices(&[device.to_owned()])?;
    let compilers =
        select::install(std::slice::from_ref(&options.toolchain), WorkerOptions::default())?;
    let stages = crate::device::open(device).context("there is no such device")?;
    let backend = Stage::of(options.target.backend());
    let until = stages.stages().iter().rev().find(|stage| backend.contains(stage));
    let what = selftest::Hardware {
        plan: Plan { toolchain: options.toolchain.clone(), target: options.target.clone() },
        device: device.to_owned(),
        until: *until
            .with_context(|| format!("{device} executes nothing of {}", options.target))?,
        plants: options.plants.unwrap_or(50),
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
    };
    selftest::hardware(&what, &source, &compilers)
}

/// A campaign of generated kernels, in a folder that goes when it is done.
fn controls(options: &Options) -> Result<campaign::Summary> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let plan = Plan { toolchain: options.toolchain.clone(), target: options.target.clone() };
    let settings = Settings {
        seed: SEED,
        count: Some(options.controls),
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        out: Some(folder.path().join("controls")),
        ..Settings::single(&plan, &["ir".to_owned()], Stage::Ttgir)
    };
    select::check(&settings.plans(), settings.until)?;
    let compilers = select::install(&settings.toolchains, WorkerOptions::default())?;
    let stop = Arc::new(AtomicBool::new(false));
    fuzz::catch_interrupts(stop.clone())?;
    let observer = campaign::observer(&settings);
    campaign::run(&settings, &source, &compilers, observer.as_ref(), &stop)
}
