//! `doctor`: says what this machine can do, and what is missing.

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use super::{Status, print, print_json, probe};
use crate::compile::{self, find_ocloc};
use crate::device::native::{Server, ServerError};
use crate::toolchain::{self, Home, State, ToolchainId, find_base_python};

/// Options of `doctor`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

/// What one look found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    /// As it must be.
    Ok,
    /// Not there, and not needed for the main job.
    Absent,
    /// `fuzz` works, but not well.
    Warning,
    /// `fuzz` does not work.
    Missing,
}

#[derive(Debug, Serialize)]
struct Check {
    name: &'static str,
    level: Level,
    found: String,
    /// What to do; empty where nothing is to be done.
    advice: String,
}

impl Check {
    fn new(name: &'static str, level: Level, found: impl Into<String>, advice: &str) -> Self {
        Check { name, level, found: found.into(), advice: advice.to_owned() }
    }
}

/// Looks at everything.
///
/// # Errors
/// If something is missing without which `fuzz` does not work.
pub(super) fn run(options: Options) -> Result<Status> {
    let mut checks = python();
    checks.extend(home());
    checks.push(cores());
    checks.push(memory());
    checks.extend(gpus());
    let missing: Vec<_> = checks.iter().filter(|c| c.level == Level::Missing).collect();
    if options.json {
        let ready = missing.is_empty();
        print_json(&serde_json::json!({ "schema": 1, "ready": ready, "checks": checks }))?;
    } else {
        for check in &checks {
            let level = format!("{:?}", check.level).to_lowercase();
            print(&format!("{level:8} {:12} {}", check.name, check.found))?;
            if !check.advice.is_empty() {
                print(&format!("{:21} {}", "", check.advice))?;
            }
        }
    }
    if let Some(first) = missing.first() {
        bail!("`fuzz` cannot run here: {} ({}): {}", first.name, first.found, first.advice);
    }
    if !options.json {
        print("`tritonsmith fuzz` can run here")?;
    }
    Ok(Status::Clean)
}

fn python() -> Vec<Check> {
    let python = match find_base_python() {
        Ok(python) => python,
        Err(error) => {
            let text = error.to_string();
            let (found, advice) = text.split_once(": ").unwrap_or((&text, ""));
            return vec![Check::new("python", Level::Missing, found, advice)];
        }
    };
    let version = probe::output(&python, &["--version"]).unwrap_or_default();
    let found = format!("{version} ({})", python.display());
    let mut checks = vec![Check::new("python", Level::Ok, found, "")];
    let venv = probe::output(&python, &["-c", "import venv, ensurepip; print('there')"]);
    let uv = probe::output("uv".as_ref(), &["--version"]);
    checks.push(match (&venv, &uv) {
        (None, None) => {
            let advice = "install Python's venv module (Debian: apt install python3-venv) or uv";
            Check::new("venv", Level::Missing, "no venv with pip, and no uv", advice)
        }
        (Some(_), _) => Check::new("venv", Level::Ok, "venv and ensurepip are there", ""),
        (None, Some(_)) => Check::new("venv", Level::Absent, "no venv; uv does it", ""),
    });
    checks.push(match probe::output(&python, &["-m", "pip", "--version"]) {
        Some(text) => {
            let words: Vec<_> = text.split_whitespace().take(2).collect();
            Check::new("pip", Level::Ok, words.join(" "), "")
        }
        None => Check::new("pip", Level::Absent, "not in the base Python; a venv has its own", ""),
    });
    checks.push(sandbox(&python));
    checks.push(match uv {
        Some(version) => Check::new("uv", Level::Ok, version, ""),
        None => Check::new("uv", Level::Absent, "not there; pip is used", ""),
    });
    checks
}

/// What keeps the Python of cases in.
fn sandbox(python: &Path) -> Check {
    let found = compile::sandbox(python).unwrap_or_else(|| "not known".to_owned());
    let advice = "the Python of cases may do all that you may: run them as a user with no rights";
    match (found.contains("landlock"), found.contains("seccomp")) {
        (true, true) => Check::new("sandbox", Level::Ok, found, ""),
        (true, false) => {
            Check::new("sandbox", Level::Warning, format!("{found}: the network is open"), advice)
        }
        (false, true) => {
            let found = format!("{found}: files are open (landlock takes Linux 5.19)");
            Check::new("sandbox", Level::Warning, found, advice)
        }
        (false, false) => Check::new("sandbox", Level::Warning, found, advice),
    }
}

fn home() -> Vec<Check> {
    const TOOLCHAIN: u64 = 1_500_000_000;
    let home = match Home::from_environment() {
        Ok(home) => home,
        Err(error) => {
            return vec![Check::new(
                "home",
                Level::Missing,
                error.to_string(),
                "set TRITONSMITH_HOME",
            )];
        }
    };
    let shown = home.root().display().to_string();
    let written = fs::create_dir_all(home.root())
        .and_then(|()| tempfile::NamedTempFile::new_in(home.root()).map(|_| ()));
    let mut checks = vec![match written {
        Ok(()) => Check::new("home", Level::Ok, shown, ""),
        Err(error) => {
            let found = format!("{shown}: {error}");
            Check::new("home", Level::Missing, found, "set TRITONSMITH_HOME to a writable folder")
        }
    }];
    let installed = toolchain::list(&home).unwrap_or_default();
    let default = ToolchainId::default();
    let there = installed.iter().any(|one| one.id == default && one.state == State::Ready);
    checks.push(match probe::free_bytes(home.root()) {
        None => Check::new("disk", Level::Warning, "free space is not known", ""),
        Some(free) => {
            let found = format!("{:.1} GB free", free as f64 / 1e9);
            let advice = "a toolchain takes about 1 GB: free some or set TRITONSMITH_HOME";
            match (free >= TOOLCHAIN, there) {
                (true, _) => Check::new("disk", Level::Ok, found, ""),
                (false, true) => Check::new("disk", Level::Warning, found, advice),
                (false, false) => Check::new("disk", Level::Missing, found, advice),
            }
        }
    });
    for one in &installed {
        checks.push(match &one.state {
            State::Ready => Check::new("toolchain", Level::Ok, one.id.to_string(), ""),
            State::Broken(why) => {
                let found = format!("{}: {why}", one.id);
                Check::new("toolchain", Level::Warning, found, "its next use repairs it")
            }
        });
    }
    if !there {
        let advice = "the first `fuzz` installs it, or `tritonsmith toolchain install`";
        let found = format!("{default} is not installed");
        checks.push(Check::new("toolchain", Level::Absent, found, advice));
    }
    checks
}

fn cores() -> Check {
    match std::thread::available_parallelism() {
        Ok(cores) => Check::new("cores", Level::Ok, cores.to_string(), ""),
        Err(error) => Check::new("cores", Level::Warning, error.to_string(), "give --jobs"),
    }
}

fn memory() -> Check {
    match probe::memory_bytes() {
        None => Check::new("memory", Level::Warning, "not known", ""),
        Some(bytes) => {
            let found = format!("{:.1} GB", bytes as f64 / 1e9);
            let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
            if bytes / cores < 1_000_000_000 {
                Check::new(
                    "memory",
                    Level::Warning,
                    found,
                    "give a small --jobs: a job takes 0.5 GB",
                )
            } else {
                Check::new("memory", Level::Ok, found, "")
            }
        }
    }
}

/// An NVIDIA GPU, as a process sees it that opens it: a driver that is there may still not work.
fn cuda() -> Check {
    match Server::start("cuda") {
        Ok(server) => {
            let info = server.info();
            let found = format!("{}, {}, {}", info.name, info.capability, info.driver);
            Check::new("cuda", Level::Ok, found, "")
        }
        Err(ServerError::Absent { reason, .. }) => Check::new("cuda", Level::Absent, reason, ""),
        Err(error) => {
            Check::new("cuda", Level::Warning, error.to_string(), "check NVIDIA's driver")
        }
    }
}

/// GPUs and their drivers. None is needed: the `ir` device is this program's own.
fn gpus() -> Vec<Check> {
    let driver = |name: &'static str, library: &str, devices: Vec<String>| {
        let found = probe::library(library);
        let devices = if devices.is_empty() { "no device".to_owned() } else { devices.join(", ") };
        match found {
            Some(path) => {
                Check::new(name, Level::Ok, format!("{} ({devices})", path.display()), "")
            }
            None => Check::new(name, Level::Absent, format!("no {library} ({devices})"), ""),
        }
    };
    vec![
        cuda(),
        driver("level-zero", "libze_loader.so.1", probe::device_files("/dev/dri", "renderD")),
        driver("opencl", "libOpenCL.so.1", Vec::new()),
        offline_compiler(),
    ]
}

/// Intel's offline compiler, which `fuzz` asks about SPIR-V where it is installed.
fn offline_compiler() -> Check {
    match find_ocloc() {
        Some(path) => Check::new("ocloc", Level::Ok, path.display().to_string(), ""),
        None => Check::new("ocloc", Level::Absent, "not there; SPIR-V is not compiled offline", ""),
    }
}
