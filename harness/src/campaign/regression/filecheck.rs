//! LLVM's FileCheck, the real one: wheels of Triton bring it. Takes a file with `CHECK` lines and a
//! text, says whether the text passes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::campaign::chain;
use crate::toolchain::{Home, State, Toolchain, ToolchainId, list};

/// A run takes some 10 ms; a pattern that a regular expression's matcher chokes on takes for ever.
const LIMIT: Duration = Duration::from_secs(20);

/// A FileCheck that can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileCheck {
    program: PathBuf,
}

/// What it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Whether the text passes.
    pub passes: bool,
    /// Why it does not, else empty.
    pub message: String,
}

impl FileCheck {
    /// That of a toolchain, or else that of any installed one: the language of checks is the same.
    ///
    /// # Errors
    /// If no installed toolchain has one.
    pub fn find(home: &Home, toolchain: Option<&Toolchain>) -> Result<Self> {
        let own = toolchain.and_then(|toolchain| of(toolchain.python().ancestors().nth(2)?));
        if let Some(program) = own {
            return Ok(FileCheck { program });
        }
        let installed = list(home)?;
        let ready = installed.iter().filter(|one| one.state == State::Ready).map(|one| &one.id);
        // The default one first, then the others from the last name on.
        let mut ids: Vec<&ToolchainId> = ready.collect();
        ids.reverse();
        ids.sort_by_key(|id| **id != ToolchainId::default());
        let found = ids.iter().find_map(|id| of(&home.toolchains().join(id.to_string())));
        let Some(program) = found else {
            bail!(
                "no installed toolchain has FileCheck: `tritonsmith toolchain install {}`",
                ToolchainId::default()
            );
        };
        Ok(FileCheck { program })
    }

    /// The one at this path.
    pub fn at(program: &Path) -> Self {
        FileCheck { program: program.to_path_buf() }
    }

    /// Whether `text` passes the checks with this prefix, by default `CHECK`.
    ///
    /// # Errors
    /// If it cannot be run, does not end, or does not understand the checks.
    pub fn run(&self, checks: &str, text: &str, prefix: Option<&str>) -> Result<Checked> {
        let folder = tempfile::tempdir().context("no place for the files of FileCheck")?;
        let place = |name: &str| folder.path().join(name);
        let (check, input, said) = (place("checks"), place("text"), place("said"));
        fs::write(&check, checks)?;
        fs::write(&input, text)?;
        let mut command = Command::new(&self.program);
        command.arg(&check).arg("--input-file").arg(&input).arg("--dump-input=never");
        if let Some(prefix) = prefix {
            command.arg(format!("--check-prefix={prefix}"));
        }
        // Its options may also come from the environment.
        command.env_clear().stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(File::create(&said)?);
        let child =
            command.spawn().with_context(|| format!("{} does not run", self.program.display()))?;
        let status = wait(child)?;
        let message = String::from_utf8_lossy(&fs::read(&said)?).trim().to_owned();
        let message = message.replace(&format!("{}/", folder.path().display()), "");
        match status.code() {
            Some(0) => Ok(Checked { passes: true, message: String::new() }),
            Some(1) => Ok(Checked { passes: false, message }),
            _ => bail!("FileCheck does not understand the checks: {message}"),
        }
    }

    /// Whether `text` passes; checks that cannot be understood are passed by none.
    pub(super) fn passes(&self, checks: &str, text: &str) -> bool {
        match self.run(checks, text, None) {
            Ok(checked) => checked.passes,
            Err(error) => {
                log::debug!("{}", chain(&error));
                false
            }
        }
    }
}

/// FileCheck in an environment's folder: beside a package's Python files.
fn of(environment: &Path) -> Option<PathBuf> {
    for python in folders(&environment.join("lib")) {
        let packages = folders(&python.join("site-packages"));
        let mut programs = packages.iter().map(|package| package.join("FileCheck"));
        if let Some(program) = programs.find(|program| program.is_file()) {
            return Some(program);
        }
    }
    None
}

/// The folders in a folder, by name.
fn folders(parent: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(parent) else { return Vec::new() };
    let mut found: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.is_dir());
    found.sort();
    found
}

fn wait(mut child: Child) -> Result<ExitStatus> {
    let deadline = Instant::now() + LIMIT;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            bail!("FileCheck has not ended after {} seconds", LIMIT.as_secs());
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
