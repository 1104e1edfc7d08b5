//! `bisect`: finds the release, or the commit, in which a fault came or went.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use sha2::{Digest, Sha256};

use super::bisect_show::{self, Searched};
use super::{Status, bisect_case, bisect_llvm, reduce, reduce_ttgir, replay, select};
use crate::bisect::{
    self as search, Build, Checkout, Find, Revisions, State, Wheel, Workshop, default_build, line,
};
use crate::campaign::bisect::{Asker, Case, Symptom, over_revisions, over_toolchains};
use crate::compile::{Stage, Target};
use crate::report::Record;
use crate::toolchain::{Home, Progress, ToolchainId, install_wheel, local_wheels};

/// How probable a wrong answer may be anywhere in a search.
const RISK: f64 = 0.01;

/// Options of `bisect`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// A case.json or ttgir.json, a finding's folder or id, an .mlir file (with --pass), or a script that says PASS
    /// or FAIL
    #[arg(value_name = "CASE")]
    pub(super) case: String,
    /// A pass to run on an .mlir file; may be repeated
    #[arg(long = "pass", value_name = "P", action = clap::ArgAction::Append, num_args = 1)]
    pub(super) passes: Vec<String>,
    /// A toolchain, or with --git a revision, that does it right
    #[arg(long, value_name = "T")]
    pub(super) good: String,
    /// One that does it wrong
    #[arg(long, value_name = "T")]
    pub(super) bad: String,
    /// What to find: the first bad one after the good one (bug), or the first good one after the bad one (fix)
    #[arg(long, value_name = "WHAT", default_value = "bug", value_parser = find)]
    pub(super) find: Find,
    /// What is exchanged: the whole toolchain, or only its assembler (ptxas), which assembles what --toolchain
    /// compiles
    #[arg(long, value_name = "AXIS", default_value = "toolchain", value_parser = axis)]
    axis: Axis,
    /// What compiles, with --axis ptxas [default: that of the finding, else --bad]
    #[arg(long, value_name = "T", conflicts_with = "git")]
    toolchain: Option<ToolchainId>,
    /// Bisect the revisions of this repository
    #[arg(long, value_name = "REPO")]
    git: Option<PathBuf>,
    /// Builds a revision, in a work tree of its own; its last line is the folder of a virtual environment
    /// [default, for a checkout of Triton: pip install]
    #[arg(long, value_name = "CMD", requires = "git")]
    pub(super) build: Option<String>,
    /// How long a build may take
    #[arg(long, value_name = "TIME", default_value = "2h", value_parser = select::duration)]
    pub(super) build_time: Duration,
    /// The virtual environment that a build leaves, from the work tree
    #[arg(long, value_name = "PATH", requires = "git")]
    pub(super) python: Option<PathBuf>,
    /// A clone of LLVM: bisect its revisions, from the one that the older of two revisions of Triton is built with
    /// to that of the newer. --build builds both: it runs in LLVM's work tree, $TRITONSMITH_TRITON is Triton's
    #[arg(long, value_name = "DIR", requires_all = ["git", "build"])]
    llvm: Option<PathBuf>,
    /// A folder of wheels that are toolchains too
    #[arg(long, value_name = "FOLDER", conflicts_with = "git")]
    wheels: Option<PathBuf>,
    /// A clone of Triton: it tells the order of the toolchains and the commits between them
    #[arg(long, value_name = "DIR", conflicts_with = "git")]
    checkout: Option<PathBuf>,
    /// The GPU to compile for [default: that of the finding or of the file, else cuda:90]
    #[arg(long, value_name = "GPU")]
    target: Option<Target>,
    /// The last stage to compile to [default: that of the finding if devices execute it, else theirs]
    #[arg(long, value_name = "STAGE", value_parser = select::stage)]
    until: Option<Stage>,
    /// What executes the compiled code; may be repeated [default: as in the finding, else ir; for a module of
    /// TTGIR ptx]
    #[arg(long, value_name = "D", value_parser = select::device)]
    device: Vec<String>,
    /// Toolchains to ask at once
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Tests beyond those that one change takes, to see whether there are more changes
    #[arg(long, value_name = "N", default_value_t = 0)]
    probes: usize,
    /// Where it is kept what was learnt; a search that was stopped goes on [default: one under reports/]
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
    /// Show what would be done
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(super) json: bool,
}

fn find(text: &str) -> Result<Find, String> {
    match text {
        "bug" => Ok(Find::Bug),
        "fix" => Ok(Find::Fix),
        _ => Err("it is one of bug, fix".to_owned()),
    }
}

/// What of a toolchain is exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    Toolchain,
    Ptxas,
}

fn axis(text: &str) -> Result<Axis, String> {
    match text {
        "toolchain" => Ok(Axis::Toolchain),
        "ptxas" => Ok(Axis::Ptxas),
        _ => Err("it is one of toolchain, ptxas".to_owned()),
    }
}

/// What is tried, and what is known of it.
pub(super) struct Start {
    case: Case,
    record: Option<Record>,
    target: Target,
    until: Stage,
    devices: Vec<String>,
    /// The text that the answers depend on.
    text: String,
}

/// Bisects.
///
/// # Errors
/// If the case cannot be read, or the ends make no line, or nothing can be asked.
pub(super) fn run(options: &Options) -> Result<Status> {
    let start = start(options)?;
    match (&options.git, &options.llvm) {
        (Some(triton), Some(llvm)) => bisect_llvm::run(options, &start, triton, llvm),
        (Some(repository), None) => revisions(options, &start, repository),
        (None, _) => toolchains(options, &start),
    }
}

fn start(options: &Options) -> Result<Start> {
    let (case, record, text) = bisect_case::read(options)?;
    if let Some(by) = reduce::given(record.as_ref(), "--instrument").first() {
        bail!("the finding is of a build with {by}, which `bisect` does not make: replay it");
    }
    let wrong = || "the finding's record is damaged: give --target and --until";
    let own = || match &case {
        Case::Module { text, .. } => Target::of_module(text),
        Case::Ttgir(case) => Some(Target::cuda(case.capability)),
        _ => None,
    };
    let target = match (&options.target, &record) {
        (Some(target), _) => target.clone(),
        (None, Some(record)) => record.target.parse().with_context(wrong)?,
        (None, None) => own().unwrap_or_else(select::default_target),
    };
    options.check(&case, &target)?;
    let (devices, until) = options.executed(&case, record.as_ref())?;
    Ok(Start { case, record, target, until, devices, text })
}

impl Start {
    fn symptom(&self) -> Option<Symptom> {
        let record = self.record.as_ref()?;
        Some(match self.case {
            Case::Scenario(_) => Symptom::of_scenario(&record.signature),
            _ => Symptom::of(&record.finding()),
        })
    }

    pub(super) fn asker<'a>(
        &'a self,
        options: &Options,
        length: usize,
        progress: &'a (dyn Fn(&str) + Sync),
    ) -> Result<Asker<'a>> {
        Ok(Asker {
            case: &self.case,
            target: self.target.clone(),
            until: self.until,
            devices: self.devices.clone(),
            home: Home::from_environment()?,
            compiler: self.compiler(options)?,
            symptom: self.symptom(),
            risk: RISK / (search::bound(length) + options.probes) as f64,
            progress,
        })
    }

    /// What compiles, where only an assembler is exchanged.
    fn compiler(&self, options: &Options) -> Result<Option<ToolchainId>> {
        let recorded = self.record.as_ref().map_or(&options.bad, |record| &record.toolchain);
        Ok(match (options.axis, &options.toolchain) {
            (Axis::Toolchain, _) => None,
            (Axis::Ptxas, Some(given)) => Some(given.clone()),
            (Axis::Ptxas, None) => Some(recorded.parse()?),
        })
    }

    /// The pass to blame.
    fn pass(&self) -> Option<&str> {
        match &self.case {
            Case::Module { passes, .. } => match &passes[..] {
                [only] => Some(only),
                _ => None,
            },
            _ => self.record.as_ref().and_then(|record| record.pass.as_deref()),
        }
    }

    /// All that the answers depend on, and the folder where they are kept.
    pub(super) fn place(&self, options: &Options, line: &[String], how: &str) -> (String, PathBuf) {
        let symptom = serde_json::to_string(&self.symptom()).expect("invariant: it is plain data");
        let parts: [&str; 10] = [
            &symptom,
            env!("CARGO_PKG_VERSION"),
            &self.text,
            &options.passes.join(" "),
            &self.target.to_string(),
            &self.until.to_string(),
            &self.devices.join(" "),
            &line.join(" "),
            options.find.name(),
            how,
        ];
        let hash = Sha256::digest(parts.join("\n"));
        let hash: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let default = || Path::new("reports").join(format!("bisect-{hash}"));
        (hash.clone(), options.state.clone().unwrap_or_else(default))
    }
}

/// Says what is being done.
pub(super) fn said(line: &str) {
    Progress::report(&mut select::Line::default(), line);
}

fn toolchains(options: &Options, start: &Start) -> Result<Status> {
    let (older, newer) = options.ends();
    let (older, newer): (ToolchainId, ToolchainId) = (older.parse()?, newer.parse()?);
    let checkout = options.checkout.as_deref().map(Checkout::open).transpose()?;
    let wheels = wheels(options)?;
    let line = line(&older, &newer, &wheels, checkout.as_ref(), options.find)?;
    let names: Vec<String> = line.points.iter().map(|point| point.id.to_string()).collect();
    let compiler =
        start.compiler(options)?.map(|id| format!("{id} compiles, ptxas of each assembles"));
    let how = compiler.as_deref().unwrap_or("toolchains");
    let (question, folder) = start.place(options, &names, how);
    if options.dry_run {
        let sorted = format!("sorted by {}", line.order.name());
        let notes: Vec<String> = compiler.into_iter().chain([sorted]).collect();
        return bisect_show::plan(options.json, &names, &notes, &folder);
    }
    let asker = start.asker(options, names.len(), &said)?;
    let mut state = State::open(&folder, &question, &mut said)?;
    let outcome = over_toolchains(&line, &asker, &options.search(), &mut state)?;
    select::Line::default().end();
    let range = match &outcome.ending {
        search::Ending::Found(step) if options.axis == Axis::Ptxas => Some(line.tools(step)),
        search::Ending::Found(step) => Some(line.range(step, checkout.as_ref(), start.pass())?),
        _ => None,
    };
    let order = line.order.name();
    let (find, note) = (options.find, None);
    bisect_show::show(options, &Searched { names, find, order, outcome, range, note }, &state)
}

/// The wheels of `--wheels`, installed.
fn wheels(options: &Options) -> Result<Vec<Wheel>> {
    let Some(folder) = &options.wheels else { return Ok(Vec::new()) };
    let home = Home::from_environment()?;
    let files = local_wheels(folder)?;
    if files.is_empty() {
        bail!("there is no wheel of a known package in {}", folder.display());
    }
    let mut found = Vec::new();
    for file in files {
        let installed = install_wheel(&home, &file, &mut said)?;
        let version = installed.version.parse()?;
        found.push(Wheel { id: installed.id, package: installed.package, version });
    }
    Ok(found)
}

fn revisions(options: &Options, start: &Start, repository: &Path) -> Result<Status> {
    let checkout = Checkout::open(repository)?;
    let (older, newer) = options.ends();
    let revisions = Revisions::between(&checkout, older, newer)?;
    let command = options.build.clone().or_else(|| default_build(&checkout));
    let command = command.context("say how a revision is built: --build CMD")?;
    let names = revisions.hashes.clone();
    let how = format!("{command}\n{:?}", options.python);
    let (question, folder) = start.place(options, &names, &how);
    let notes: Vec<String> = revisions.note.iter().cloned().collect();
    if options.dry_run {
        let build = format!("each is built in {}/tree by: {command}", folder.display());
        let notes: Vec<String> = notes.into_iter().chain([build]).collect();
        return bisect_show::plan(options.json, &names, &notes, &folder);
    }
    let asker = start.asker(options, names.len(), &said)?;
    let mut state = State::open(&folder, &question, &mut said)?;
    let build = Build { command, limit: options.build_time, python: options.python.clone() };
    let mut workshop = Workshop::open(&checkout, &state, build)?;
    let search = options.search();
    let outcome = over_revisions(&revisions, &mut workshop, &asker, &search, &mut state)?;
    workshop.close()?;
    select::Line::default().end();
    let range = match &outcome.ending {
        search::Ending::Found(step) => Some(revisions.range(step, &checkout, start.pass())?),
        _ => None,
    };
    let (order, find, note) = ("first parents", options.find, None);
    bisect_show::show(options, &Searched { names, find, order, outcome, range, note }, &state)
}

impl Options {
    /// What executes the compiled code, and the last stage.
    fn executed(&self, case: &Case, record: Option<&Record>) -> Result<(Vec<String>, Stage)> {
        let is_ttgir = matches!(case, Case::Ttgir(_));
        let devices = match self.device.is_empty() {
            _ if is_ttgir => reduce_ttgir::devices(&self.device, record),
            true => reduce::devices(record),
            false => self.device.clone(),
        };
        let until = match self.until {
            None if self.axis == Axis::Ptxas => Stage::Cubin,
            given if is_ttgir => reduce_ttgir::until(given, &devices, record)?,
            given => replay::last_stage(given, &devices, record)?,
        };
        Ok((devices, until))
    }

    /// Refuses a GPU that a module's text is not for, and what does not go with an assembler.
    fn check(&self, case: &Case, target: &Target) -> Result<()> {
        if let Case::Ttgir(case) = case
            && target.capability() != Some(case.capability)
        {
            bail!("the module is for cuda:{}: leave --target {target} out", case.capability);
        }
        if self.axis == Axis::Toolchain {
            return match self.toolchain {
                Some(_) => bail!("--toolchain goes with --axis ptxas: give both or neither"),
                None => Ok(()),
            };
        }
        if self.git.is_some() || self.checkout.is_some() {
            bail!("--axis ptxas goes with no repository: leave --git and --checkout out");
        }
        if matches!(case, Case::Module { .. }) {
            bail!("passes on a module use no ptxas: give a kernel or a script");
        }
        if target.capability().is_none() {
            bail!("{target} has no ptxas: give --target cuda:90, or leave --axis out");
        }
        match self.until {
            None | Some(Stage::Cubin) => Ok(()),
            Some(until) => bail!("--axis ptxas goes on to cubin: leave --until {until} out"),
        }
    }

    /// The ends of the line, the older one first.
    pub(super) fn ends(&self) -> (&str, &str) {
        match self.find {
            Find::Bug => (self.good.as_str(), self.bad.as_str()),
            Find::Fix => (self.bad.as_str(), self.good.as_str()),
        }
    }

    pub(super) fn search(&self) -> search::Options {
        search::Options { find: self.find, jobs: self.jobs.into(), probes: self.probes }
    }
}
