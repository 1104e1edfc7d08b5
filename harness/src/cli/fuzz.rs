//! `fuzz`: the main job.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::{Status, print, print_json, select};
use crate::campaign::bisect::find_origins;
use crate::campaign::{self, Installed, Settings, Shard, Summary, both, chain, history, ttgir};
use crate::compile::{Instrument, Stage, Target};
use crate::generate::{self, Config, Numerics, from_seed};
use crate::globals;
use crate::testcase::TestCase;
use crate::testcase::ttgir::CAPABILITIES;
use crate::toolchain::{Home, Progress, ToolchainId};

/// More kernels side by side than this, for each core, are slower and may exhaust the memory.
const JOBS_PER_CORE: usize = 4;

/// Options of `fuzz`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// Judge kernels 0 to N-1 of the seed (of --scenario all, kernels and scenarios together); without it and
    /// --time, until Ctrl-C
    #[arg(long, value_name = "N")]
    count: Option<u64>,
    /// Stop after this time (90s, 30m, 2h)
    #[arg(long, value_name = "TIME", value_parser = select::duration)]
    time: Option<Duration>,
    /// The seed: without guidance kernel I of a seed is always the same
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// A Triton build, such as triton==3.9.0 or path:/folder/of/a/venv; may be repeated
    #[arg(long, value_name = "T", default_value = "triton==3.9.0")]
    toolchain: Vec<ToolchainId>,
    /// What executes the compiled code; may be repeated
    #[arg(long, value_name = "D", default_value = "ir", value_parser = select::device)]
    device: Vec<String>,
    /// The GPU to compile for, such as cuda:80; may be repeated
    #[arg(long, value_name = "GPU", default_value = "cuda:90")]
    target: Vec<Target>,
    /// The last stage to compile to [default: what devices execute: ttgir, for a GPU a binary]
    #[arg(long, value_name = "STAGE", value_parser = select::stage)]
    until: Option<Stage>,
    /// What happens to each kernel: kernels, globals, globals:KIND,KIND for some kinds of state, or all, which is
    /// kernels and globals in turns
    #[arg(long, value_name = "WHAT", default_value = "kernels", value_parser = scenario)]
    scenario: String,
    /// Where the compiler begins: kernels in Python, or ttgir, modules of TTGIR that move data from layout
    /// to layout, which the IR device and --device ptx (the default here) or cuda execute
    #[arg(long, value_name = "WHAT", default_value = "kernels", value_parser = source)]
    source: String,
    /// How results are compared
    #[arg(long, value_name = "MODE", default_value = "exact", value_parser = mode)]
    mode: Numerics,
    /// Kernels to work on side by side [default: the number of cores; at most 4 for each]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Do only the kernels whose index modulo N is I
    #[arg(long, value_name = "I/N", default_value_t)]
    shard: Shard,
    /// Compare two toolchains, --toolchain BASE --toolchain NEW: report only what one of them shows alone
    #[arg(long)]
    ab: bool,
    /// Find the release that each new finding came in with, once the campaign has stopped; older releases are
    /// installed as they are needed
    #[arg(long, conflicts_with = "ab")]
    bisect: bool,
    /// Judge builds with this sanitizer of Triton's too: consan or fpsan
    #[arg(long, value_name = "NAME")]
    instrument: Option<Instrument>,
    /// Choose kernels by what earlier ones made the compiler do, and not those of the seed in their order
    #[arg(long, conflicts_with = "no_guidance")]
    guidance: bool,
    /// Take the kernels of the seed in their order, which is the default of a new campaign
    #[arg(long)]
    no_guidance: bool,
    /// The campaign's folder; one that is there is gone on with [default: one under reports/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    workers: select::Workers,
    /// Print the summary as JSON
    #[arg(long)]
    pub(super) json: bool,
}

fn scenario(text: &str) -> Result<String, String> {
    if let Some(names) = text.strip_prefix("globals:") {
        let unknown = names.split(',').find(|name| globals::find(name).is_none());
        return match unknown {
            Some(name) => Err(format!("there is no kind of state called `{name}`")),
            None => Ok(text.to_owned()),
        };
    }
    select::word(text, &["kernels", "globals", both::NAME])
}

fn source(text: &str) -> Result<String, String> {
    select::word(text, &["kernels", ttgir::NAME])
}

pub(super) fn mode(text: &str) -> Result<Numerics, String> {
    let found = Numerics::WORDS.iter().find(|(word, _)| *word == text);
    let words = Numerics::WORDS.map(|(word, _)| word).join(", ");
    found.map(|(_, numerics)| *numerics).ok_or_else(|| format!("it is one of {words}"))
}

impl Options {
    /// The campaign that these options ask for.
    ///
    /// # Errors
    /// If they do not go together.
    pub(super) fn settings(&self) -> Result<Settings> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or(cores, usize::from);
        // Each is a compiler's process of half a gigabyte that wants a core of its own.
        let most = JOBS_PER_CORE * cores;
        if jobs > most {
            log::warn!("--jobs {jobs} is too many for {cores} cores: {most} work side by side");
        }
        let mut settings = Settings {
            seed: self.seed,
            count: self.count,
            time: self.time,
            toolchains: unique(&self.toolchain),
            targets: unique(&self.target),
            devices: unique(&self.device),
            until: select::until(self.until, &self.device),
            jobs: jobs.min(most),
            shard: self.shard,
            out: self.out.clone(),
            scenario: self.scenario.clone(),
            ab: self.ab,
            mode: self.mode,
            instrument: self.instrument,
            guidance: false,
        };
        settings.guidance = self.guided(&settings)?;
        if settings.interprets() && settings.scenario != "kernels" {
            bail!("--device triton-interpreter goes with --scenario kernels only: leave one out");
        }
        if settings.ab && (settings.toolchains.len() != 2 || settings.scenario != "kernels") {
            bail!("--ab goes with two --toolchain and --scenario kernels: BASE first, then NEW");
        }
        let settings = match self.source == ttgir::NAME {
            true => self.over_modules(settings)?,
            false => settings,
        };
        select::check(&settings.plans(), settings.until)?;
        select::executed(&settings.devices, &settings.targets, settings.until)?;
        select::instrument(&settings)?;
        Ok(settings)
    }

    /// A campaign over modules of TTGIR. The IR device has what they must leave, so it need not be named.
    fn over_modules(&self, settings: Settings) -> Result<Settings> {
        let exact = settings.mode == Numerics::Exact && !settings.interprets();
        if !exact || settings.ab || settings.scenario != "kernels" {
            bail!(
                "--source ttgir goes with --mode exact, without --scenario, --ab and \
                 triton-interpreter: leave them out"
            );
        }
        let other = settings.targets.iter().find(|target| {
            target.capability().is_none_or(|capability| !CAPABILITIES.contains(&capability))
        });
        if let Some(target) = other {
            bail!("--source ttgir is for cuda:80 to cuda:90: {target} has other layouts");
        }
        let devices = select::executing(&settings.devices);
        let until = select::until(self.until, &devices);
        if !matches!(until, Stage::Ptx | Stage::Cubin) {
            bail!("--source ttgir needs what a GPU executes: use --until ptx or cubin");
        }
        Ok(Settings { devices, until, scenario: ttgir::NAME.to_owned(), ..settings })
    }

    /// Whether guidance chooses the kernels: where it is asked for, because kernel I of a seed is then no
    /// function of these two numbers alone. A campaign that is gone on with stays what it is.
    fn guided(&self, settings: &Settings) -> Result<bool> {
        let whole = self.shard == Shard::default();
        let kernels = settings.scenario == "kernels" && self.source != ttgir::NAME;
        let possible = whole && kernels && settings.compiles();
        if self.guidance && !possible {
            bail!("--guidance goes with compiled kernels and without --shard: leave one out");
        }
        let begun = self.out.as_deref().and_then(campaign::is_guided);
        Ok(possible && !self.no_guidance && (self.guidance || begun == Some(true)))
    }
}

pub(super) fn unique<T: Clone + PartialEq>(given: &[T]) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    for value in given {
        if !kept.contains(value) {
            kept.push(value.clone());
        }
    }
    kept
}

/// Runs the campaign.
///
/// # Errors
/// If the options make no sense, or the campaign cannot go on.
pub(super) fn run(options: Options) -> Result<Status> {
    let settings = options.settings()?;
    select::devices(&settings.devices)?;
    let compilers = select::install(&settings.toolchains, options.workers.options())?;
    let stop = Arc::new(AtomicBool::new(false));
    catch_interrupts(stop.clone())?;
    let mut summary = judged(&settings, &compilers, &stop)?;
    summary.sandbox = compilers.sandbox();
    if options.bisect && !stop.load(Ordering::Relaxed) {
        origins(&settings, &mut summary);
    }
    if options.json {
        print_json(&summary)?;
        eprintln!("{}", summary.text());
    } else {
        print(&summary.text())?;
    }
    Ok(if summary.findings.is_empty() { Status::Clean } else { Status::Findings })
}

/// Runs the campaign over what its scenario says.
fn judged(settings: &Settings, compilers: &Installed, stop: &AtomicBool) -> Result<Summary> {
    let config = Config { numerics: settings.mode, ..Config::default() };
    let seed = settings.seed;
    let kernels = move |index: u64| -> TestCase { from_seed(seed, index, &config) };
    let observer = campaign::observer(settings);
    let observer = observer.as_ref();
    match settings.scenario.as_str() {
        both::NAME => {
            let scenarios = move |index| generate::scenario(seed, index);
            both::run(settings, &kernels, &scenarios, compilers, observer, stop)
        }
        ttgir::NAME => {
            let source = move |index, capability| generate::ttgir(seed, index, capability);
            ttgir::run(settings, &source, compilers, observer, stop)
        }
        word => match word.strip_prefix("globals") {
            Some(only) => {
                let names = only.trim_start_matches(':').split(',');
                let only: Vec<_> = names.filter_map(globals::find).collect();
                let kinds = if only.is_empty() { globals::KINDS.to_vec() } else { only };
                let source = move |index| generate::scenario_of(&kinds, seed, index);
                history::run(settings, &source, compilers, observer, stop)
            }
            None => campaign::run(settings, &kernels, compilers, observer, stop),
        },
    }
}

/// Finds where the findings came in. That it fails takes nothing from the campaign: they stay without an
/// origin, and the same command looks for it again.
fn origins(settings: &Settings, summary: &mut Summary) {
    let folder = settings.folder();
    let said = |line: &str| Progress::report(&mut select::Line::default(), line);
    let home = Home::from_environment().map_err(anyhow::Error::from);
    let found = home.and_then(|home| find_origins(&folder, settings, &home, &said));
    select::Line::default().end();
    if let Err(error) = found {
        log::warn!("{}", chain(&error));
    }
    match campaign::findings(&folder) {
        Ok(records) => summary.findings = records,
        Err(error) => log::warn!("{}", chain(&error)),
    }
}

/// The first Ctrl-C asks to stop after the work at hand, the second one ends the process;
/// what is recorded is safe either way.
pub(super) fn catch_interrupts(stop: Arc<AtomicBool>) -> Result<()> {
    const BY_SIGNAL: i32 = 130;
    ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) {
            std::process::exit(BY_SIGNAL);
        }
        eprintln!("stopping after the work at hand; once more to stop at once");
    })
    .context("cannot catch Ctrl-C")
}
