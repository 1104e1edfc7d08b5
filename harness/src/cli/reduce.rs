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
use crate::compile::{Stage, Target};
use crate::report::Record;
use crate::toolchain::{Home, State, ToolchainId, list};

/// Options of `reduce`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// A case.json or ttgir.json, a finding's folder or id, or an .mlir file (with --pass)
    #[arg(value_name = "CASE")]
    pub(super) case: String,
    /// The pass that goes wrong on an .mlir file
    #[arg(long = "pass", value_name = "P")]
    pub(super) pass: Option<String>,
    /// A Triton build [default: that of the finding, else triton==3.9.0]
    #[arg(long, value_name = "T")]
    pub(super) toolchain: Option<ToolchainId>,
    /// The GPU to compile for [default: that of the finding or of the file, else cuda:90]
    #[arg(long, value_name = "GPU")]
    pub(super) target: Option<Target>,
    /// What executes the compiled code; may be repeated [default: that of the finding, else ir; for a module of
    /// TTGIR ptx, or cuda where a GPU has shown the finding]
    #[arg(long, value_name = "D", action = clap::ArgAction::Append, num_args = 1, value_parser = select::device)]
    pub(super) device: Vec<String>,
    /// The last stage to compile to [default: that of the finding if devices execute it, else theirs]
    #[arg(long, value_name = "STAGE", value_parser = select::stage)]
    pub(super) until: Option<Stage>,
    /// A new or empty folder for the files [default: `minimal` in that of the finding, else beside the case]
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
    #[command(flatten)]
    pub(super) workers: select::Workers,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Reduces.
///
/// # Errors
/// If the case cannot be read, does not fail, is in the folder for the files, or a device or a toolchain is
/// not here.
pub(super) fn run(options: &Options) -> Result<Status> {
    if replay_scenario::file(&options.case, Path::new("reports")).is_some() {
        bail!("a campaign writes scenarios down as small as they get: replay it");
    }
    if let Some(path) = replay_ttgir::file(&options.case, Path::new("reports")) {
        return reduce_ttgir::run(options, &path);
    }
    let (start, record) = start(options)?;
    let folder = folder(options);
    spare(&options.case, &folder)?;
    let home = Home::from_environment()?;
    let plan = plan(options, &start, record.as_ref(), &home)?;
    let settings = settings(options, &start, &plan, record.as_ref())?;
    let others = others(&plan, &home)?;
    let ids: Vec<ToolchainId> =
        [plan.toolchain.clone()].into_iter().chain(others.clone()).collect();
    let compilers = select::install(&ids, options.workers.options())?;
    let request = Request {
        start,
        settings: &settings,
        plan: &plan,
        others,
        effort: options.effort(),
        folder: &folder,
        tool: FileCheck::find(&home, None)
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

/// How kernels are compiled and executed.
fn settings(
    options: &Options,
    start: &Start,
    plan: &Plan,
    record: Option<&Record>,
) -> Result<Settings> {
    if let Start::Module(..) = start {
        if !options.device.is_empty() || options.until.is_some() {
            bail!("--device and --until go with a kernel: leave them out");
        }
        return Ok(Settings::single(plan, &[], Stage::Ttgir));
    }
    if let Some(by) = given(record, "--instrument").first() {
        bail!("the finding is of a build with {by}, which `reduce` does not make: replay it");
    }
    let devices = match options.device.is_empty() {
        true => devices(record),
        false => options.device.clone(),
    };
    let until = replay::last_stage(options.until, &devices, record)?;
    let settings = Settings::single(plan, &devices, until);
    select::check(&settings.plans(), until)?;
    select::executed(&settings.devices, &settings.targets, until)?;
    select::devices(&settings.devices)?;
    Ok(settings)
}

/// Refuses a folder in which the input is: files of the same names would take its place.
pub(super) fn spare(case: &str, folder: &Path) -> Result<()> {
    let given = Path::new(case).canonicalize().ok();
    let found = || {
        let finding = crate::campaign::find_finding(case, Path::new("reports")).ok()?;
        finding.folder.canonicalize().ok()
    };
    let Some(input) = given.or_else(found) else { return Ok(()) };
    let place = if input.is_dir() { Some(input.as_path()) } else { input.parent() };
    if folder.canonicalize().ok().as_deref() == place {
        bail!(
            "{}: {case} is in it, and must stay: give another folder with --out",
            folder.display()
        );
    }
    Ok(())
}

fn plan(options: &Options, start: &Start, record: Option<&Record>, home: &Home) -> Result<Plan> {
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
    Ok(Plan { toolchain: managed(home, toolchain)?, target })
}

/// The toolchain by its package and version, where its folder is that of one which is installed here.
pub(super) fn managed(home: &Home, toolchain: ToolchainId) -> Result<ToolchainId> {
    let ToolchainId::Path(path) = &toolchain else { return Ok(toolchain) };
    let Ok(path) = path.canonicalize() else { return Ok(toolchain) };
    let place = |id: &ToolchainId| home.toolchains().join(id.to_string()).canonicalize();
    let is_it = |id: &ToolchainId| place(id).is_ok_and(|place| place == path);
    let found = list(home)?.into_iter().map(|one| one.id).find(is_it);
    Ok(found.unwrap_or(toolchain))
}

/// What the finding was executed by: the devices that its command names.
pub(super) fn devices(record: Option<&Record>) -> Vec<String> {
    let named = given(record, "--device");
    if named.is_empty() { vec![device(record)] } else { named }
}

/// What the finding's command gives an option.
pub(super) fn given(record: Option<&Record>, option: &str) -> Vec<String> {
    let command = record.map_or("", |record| record.replay.as_str());
    let words: Vec<&str> = command.split_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| pair[0] == option);
    pairs.map(|pair| pair[1].to_owned()).collect()
}

/// The one that the place of the finding tells of.
fn device(record: Option<&Record>) -> String {
    let place = record.and_then(|record| record.signature.split(" | ").nth(1));
    match place == Some(crate::compile::INTERPRETER) {
        true => crate::device::TRITON_INTERPRETER.to_owned(),
        false => "ir".to_owned(),
    }
}

/// Toolchains that are installed and compile for the GPU, the latest first.
pub(super) fn others(plan: &Plan, home: &Home) -> Result<Vec<ToolchainId>> {
    let backend = plan.target.backend().name();
    let fits =
        |id: &ToolchainId| id.family().is_some_and(|family| family.backends.contains(&backend));
    let installed = list(home)?;
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
            "cut_short": minimal.cut_short,
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
    if minimal.cut_short {
        print(
            "it may get smaller: a search ended at its limit; larger --attempts and --time go on",
        )?;
    }
    for why in done.no_module.iter().map(|why| format!("no module: {why}")) {
        print(&why)?;
    }
    for why in done.no_test.iter().map(|why| format!("no lit test: {why}")) {
        print(&why)?;
    }
    print(&format!("{}: {}", folder.display(), done.files.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::FindingKind;

    fn record(signature: &str, replay: &str) -> Record {
        Record {
            id: "mismatch-12ab".into(),
            kind: FindingKind::Mismatch,
            signature: signature.into(),
            pass: None,
            case: "case.json".into(),
            known: None,
            name: "s1-k3".into(),
            detail: String::new(),
            toolchain: "triton==3.9.0".into(),
            target: "cuda:90".into(),
            until: "ttgir".into(),
            sightings: 1,
            replay: replay.into(),
            change: None,
            classes: None,
            origin: None,
        }
    }

    #[test]
    fn a_finding_is_executed_by_what_has_found_it() {
        assert_eq!(devices(None), ["ir"]);
        let found = record("mismatch | ptx", "tritonsmith replay x --device ir --device ptx");
        assert_eq!(devices(Some(&found)), ["ir", "ptx"]);
        assert_eq!(devices(Some(&record("mismatch | ttgir", "tritonsmith replay x"))), ["ir"]);
        let interpreted = record("mismatch | interpreter", "tritonsmith replay x");
        assert_eq!(devices(Some(&interpreted)), ["triton-interpreter"]);
        let built = record("race | ptx (consan)", "tritonsmith replay x --instrument consan");
        assert_eq!(given(Some(&built), "--instrument"), ["consan"]);
    }

    #[test]
    fn the_last_stage_is_what_the_devices_execute() {
        let ptx = ["ptx".to_owned()];
        assert_eq!(replay::last_stage(None, &ptx, None).unwrap(), Stage::Ptx);
        let in_ir = record("mismatch | ttgir", "");
        assert_eq!(replay::last_stage(None, &ptx, Some(&in_ir)).unwrap(), Stage::Ptx);
        let given = Some(Stage::Cubin);
        assert_eq!(replay::last_stage(given, &ptx, None).unwrap(), Stage::Cubin);
    }

    #[test]
    fn the_folder_of_the_input_is_spared() {
        let place = tempfile::tempdir().unwrap();
        let case = place.path().join("before.mlir");
        std::fs::write(&case, "module {\n}\n").unwrap();
        let given = case.to_str().unwrap();
        assert!(spare(given, place.path()).is_err());
        assert!(spare(place.path().to_str().unwrap(), place.path()).is_err());
        assert!(spare(given, &place.path().join("small")).is_ok());
    }

    #[test]
    fn an_installed_toolchain_by_its_path_is_that_one() {
        let place = tempfile::tempdir().unwrap();
        let home = Home::at(place.path()).unwrap();
        let id = ToolchainId::default();
        let folder = home.toolchains().join(id.to_string());
        std::fs::create_dir_all(&folder).unwrap();
        assert_eq!(managed(&home, ToolchainId::Path(folder)).unwrap(), id);
        let other = ToolchainId::Path(place.path().to_owned());
        assert_eq!(managed(&home, other.clone()).unwrap(), other);
    }
}
