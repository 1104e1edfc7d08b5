//! Asks a Python what it is and which Triton it has.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use super::error::ToolchainError;
use super::registry::FAMILIES;
use super::{Toolchain, ToolchainId};

const SCRIPT: &str = include_str!("probe.py");

/// What a toolchain says about itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Description {
    /// Triton's `__version__`.
    pub version: String,
    /// The Python module that holds it.
    pub module: String,
    /// The interpreter's version.
    pub python: String,
    /// Its backends (`nvidia`, `amd`, `intel`).
    pub backends: Vec<String>,
    /// The module's folder.
    pub folder: PathBuf,
    /// LLVM's FileCheck, if the wheel brings it.
    pub filecheck: Option<PathBuf>,
    /// NVIDIA's assembler, if the wheel brings it.
    pub ptxas: Option<PathBuf>,
    /// NVIDIA's dump tool for binaries, if the wheel brings it.
    pub cuobjdump: Option<PathBuf>,
    /// NVIDIA's disassembler, if the wheel brings it.
    pub nvdisasm: Option<PathBuf>,
}

/// Imports Triton in `python` and describes it; on failure the import error's text.
pub(super) fn describe(python: &Path, id: &ToolchainId) -> Result<Description, String> {
    let modules: Vec<&str> = match id.family() {
        Some(family) => vec![family.module],
        None => {
            let mut modules: Vec<_> = FAMILIES.iter().map(|family| family.module).collect();
            modules.dedup();
            modules
        }
    };
    let output = Command::new(python)
        .args(["-s", "-c", SCRIPT])
        .args(modules)
        .env_remove("PYTHONPATH")
        .env_remove("PYTHONHOME")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{} does not run: {error}", python.display()))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let line = printed.lines().rev().find(|line| line.starts_with('{'));
    let Some(line) = line else {
        let errors = String::from_utf8_lossy(&output.stderr);
        let last = errors.lines().rev().find(|line| !line.trim().is_empty());
        return Err(last.unwrap_or("its Python ended without a word").to_owned());
    };
    let value: serde_json::Value =
        serde_json::from_str(line).map_err(|error| format!("unreadable answer: {error}"))?;
    if let Some(error) = value.get("error").and_then(|error| error.as_str()) {
        return Err(error.lines().next().unwrap_or(error).to_owned());
    }
    serde_json::from_value(value).map_err(|error| format!("unreadable answer: {error}"))
}

/// The Python that new environments are made with: `$TRITONSMITH_PYTHON`, else `python3`.
///
/// # Errors
/// When there is none that runs.
pub fn find_base_python() -> Result<PathBuf, ToolchainError> {
    let set = std::env::var_os("TRITONSMITH_PYTHON").filter(|value| !value.is_empty());
    let candidates = match set {
        Some(python) => vec![python],
        None => vec!["python3".into(), "python".into()],
    };
    for candidate in candidates {
        if let Some(path) = resolve(&candidate) {
            return Ok(path);
        }
    }
    Err(ToolchainError::NoPython)
}

/// The interpreter's own path for itself, if it runs and is recent enough for any wheel.
fn resolve(candidate: &OsStr) -> Option<PathBuf> {
    let ask = "import sys; sys.version_info >= (3, 9) and print(sys.executable)";
    let output =
        Command::new(candidate).args(["-I", "-c", ask]).stdin(Stdio::null()).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    let path = path.trim();
    (output.status.success() && !path.is_empty()).then(|| PathBuf::from(path))
}

impl Toolchain {
    /// Asks the toolchain about itself; takes the time of an import.
    ///
    /// # Errors
    /// When Triton does not import.
    pub fn describe(&self) -> Result<Description, ToolchainError> {
        describe(self.python(), self.id())
            .map_err(|reason| ToolchainError::DoesNotImport { id: self.id().to_string(), reason })
    }
}
