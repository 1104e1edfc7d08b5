//! `bundle`: compiles here what `launch` runs on another machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::{Status, fuzz, print, print_json, select};
use crate::campaign::bundle::{self, Bundling};
use crate::campaign::{self, Plan, Settings, Shard};
use crate::compile::{Instrument, Stage, Target};
use crate::generate::{Config, Numerics, from_seed};
use crate::testcase::TestCase;
use crate::toolchain::ToolchainId;

/// Options of `bundle`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// Compile kernels 0 to N-1 of the seed
    #[arg(long, value_name = "N", required_unless_present = "case")]
    count: Option<u64>,
    /// Compile these too: a case.json, a finding's folder, or a folder of either; may be repeated
    #[arg(long, value_name = "CASE")]
    case: Vec<PathBuf>,
    /// The seed: kernel I of a seed is always the same
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// A Triton build; may be repeated
    #[arg(long, value_name = "T", default_value = "triton==3.9.0")]
    toolchain: Vec<ToolchainId>,
    /// The GPU to compile for, such as cuda:80; may be repeated
    #[arg(long, value_name = "GPU", default_value = "cuda:90")]
    target: Vec<Target>,
    /// The GPU that will launch; code for other targets goes as PTX [default: the first --target]
    #[arg(long, value_name = "GPU")]
    gpu: Option<Target>,
    /// The last stage to compile to: cubin, ptx or spv
    #[arg(long, value_name = "STAGE", default_value = "cubin", value_parser = select::stage)]
    until: Stage,
    /// How results are compared
    #[arg(long, value_name = "MODE", default_value = "exact", value_parser = fuzz::mode)]
    mode: Numerics,
    /// Add builds with this sanitizer of Triton's, which are judged too: consan or fpsan
    #[arg(long, value_name = "NAME")]
    instrument: Option<Instrument>,
    /// Kernels to work on side by side [default: the number of cores]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Do only the kernels of the seed whose index modulo N is I
    #[arg(long, value_name = "I/N", default_value_t)]
    shard: Shard,
    /// The bundle to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The campaign's folder, where findings go [default: one under reports/]
    #[arg(long, value_name = "DIR")]
    campaign: Option<PathBuf>,
    #[command(flatten)]
    workers: select::Workers,
    /// Print what was done as JSON
    #[arg(long)]
    json: bool,
}

impl Options {
    fn settings(&self) -> Settings {
        let (toolchains, targets) = (fuzz::unique(&self.toolchain), fuzz::unique(&self.target));
        let first = Plan { toolchain: toolchains[0].clone(), target: targets[0].clone() };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            seed: self.seed,
            count: Some(self.count.unwrap_or(0)),
            toolchains,
            targets,
            jobs: self.jobs.map_or(cores, usize::from),
            shard: self.shard,
            mode: self.mode,
            instrument: self.instrument,
            out: self.campaign.clone(),
            ..Settings::single(&first, &[bundle::DEVICE.to_owned()], self.until)
        }
    }
}

/// Compiles and writes the bundle.
///
/// # Errors
/// If the options make no sense, or a compiler or the file cannot be had.
pub(super) fn run(options: &Options) -> Result<Status> {
    let settings = options.settings();
    select::check(&settings.plans(), settings.until)?;
    select::instrumented(&settings)?;
    let cases = cases(&options.case)?;
    let gpu = options.gpu.clone().unwrap_or_else(|| settings.targets[0].clone());
    let bundling = Bundling { settings: &settings, cases: &cases, gpu: &gpu, file: &options.out };
    bundling.check()?;
    let compilers = select::install(&settings.toolchains, options.workers.options())?;
    let stop = Arc::new(AtomicBool::new(false));
    fuzz::catch_interrupts(stop.clone())?;
    let config = Config { numerics: settings.mode, ..Config::default() };
    let seed = settings.seed;
    let source = move |index: u64| -> TestCase { from_seed(seed, index, &config) };
    let observer = campaign::observer(&settings);
    let bundled = bundle::bundle(&bundling, &source, &compilers, observer.as_ref(), &stop)?;
    if options.json {
        print_json(&bundled)?;
        eprintln!("{}", bundled.text());
    } else {
        print(&bundled.text())?;
    }
    let clean = bundled.campaign.findings.is_empty();
    Ok(if clean { Status::Clean } else { Status::Findings })
}

/// The cases in files and folders, in order of their paths.
fn cases(given: &[PathBuf]) -> Result<Vec<TestCase>> {
    let mut cases = Vec::new();
    for path in given {
        let before = cases.len();
        for file in files(path)? {
            cases.push(TestCase::read(&file)?);
        }
        if cases.len() == before {
            bail!("{} holds no test case", path.display());
        }
    }
    Ok(cases)
}

/// A file itself; of a folder its `case.json`, or else the `.json` files in it and the `case.json` of
/// each folder in it.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    const CASE: &str = "case.json";
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    if path.join(CASE).exists() {
        return Ok(vec![path.join(CASE)]);
    }
    let told = || path.display().to_string();
    let mut found = Vec::new();
    for entry in fs::read_dir(path).with_context(told)? {
        let inside = entry.with_context(told)?.path();
        if inside.is_dir() {
            found.extend(Some(inside.join(CASE)).filter(|case| case.exists()));
        } else if inside.extension().is_some_and(|end| end == "json") {
            found.push(inside);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_found_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("b")).unwrap();
        fs::create_dir(at("empty")).unwrap();
        for name in ["c.json", "a.json", "b/case.json", "b/finding.json", "note.txt"] {
            fs::write(at(name), "{}").unwrap();
        }
        let names = [at("a.json"), at("b/case.json"), at("c.json")];
        assert_eq!(files(folder.path()).unwrap(), names);
        assert_eq!(files(&at("b")).unwrap(), [at("b/case.json")]);
        let error = cases(&[at("empty")]).unwrap_err().to_string();
        assert!(error.contains("holds no test case"), "{error}");
        assert!(cases(&[at("a.json")]).is_err(), "it is no case");
    }
}
