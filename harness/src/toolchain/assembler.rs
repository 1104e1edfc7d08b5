//! NVIDIA's assembler of a toolchain, to be used by the compiler of another one.
//!
//! A wheel may bring two, and which one is used depends on the GPU: 3.9.0 takes `ptxas-blackwell` from
//! sm_90 on, 3.7.1 from sm_100 on. So Triton itself is asked. It falls back to its own where another does
//! not run, without a word; so what is handed over here has told its version.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::Toolchain;

const SCRIPT: &str = include_str!("assembler.py");

/// The variables by which Triton is given an assembler, one for each of the two that a wheel may bring.
const VARIABLES: [&str; 2] = ["TRITON_PTXAS_PATH", "TRITON_PTXAS_BLACKWELL_PATH"];

/// An assembler that runs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Assembler {
    /// The program.
    pub path: PathBuf,
    /// Its version: `12.8`.
    pub version: String,
}

impl Assembler {
    /// What a compiler is told so that it uses this assembler and no other. It asks for the version, and
    /// writes PTX that this version can read: the `.version` line changes too.
    pub fn environment(&self) -> Vec<(String, String)> {
        let path = self.path.display().to_string();
        VARIABLES.iter().map(|name| ((*name).to_owned(), path.clone())).collect()
    }
}

impl Toolchain {
    /// The assembler that this toolchain takes for a GPU of that compute capability (90 for sm_90).
    ///
    /// # Errors
    /// Why it has none that runs, in one line.
    pub fn assembler(&self, capability: u32) -> Result<Assembler, String> {
        ask(self.python(), self.module(), capability)
    }
}

fn ask(python: &Path, module: &str, capability: u32) -> Result<Assembler, String> {
    let mut command = Command::new(python);
    command.args(["-s", "-c", SCRIPT, module]).arg(capability.to_string()).stdin(Stdio::null());
    for name in VARIABLES.iter().chain(&["PYTHONPATH", "PYTHONHOME"]) {
        command.env_remove(name);
    }
    let output =
        command.output().map_err(|error| format!("{} does not run: {error}", python.display()))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let line = printed.lines().rev().find(|line| line.starts_with('{'));
    answer(line.ok_or("its Python ended without a word")?)
}

/// From what the script prints.
fn answer(line: &str) -> Result<Assembler, String> {
    let unreadable = |error: serde_json::Error| format!("unreadable answer: {error}");
    let value: serde_json::Value = serde_json::from_str(line).map_err(unreadable)?;
    if let Some(error) = value.get("error").and_then(|error| error.as_str()) {
        return Err(format!(
            "it has no ptxas that runs: {}",
            error.lines().next().unwrap_or(error)
        ));
    }
    serde_json::from_value(value).map_err(unreadable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_triton_says_is_read() {
        let found = answer("{\"path\": \"/w/ptxas\", \"version\": \"12.8\"}").unwrap();
        assert_eq!((found.path.to_str(), found.version.as_str()), (Some("/w/ptxas"), "12.8"));
        let told = found.environment();
        assert_eq!(told[0], ("TRITON_PTXAS_PATH".to_owned(), "/w/ptxas".to_owned()));
        assert_eq!(told[1], ("TRITON_PTXAS_BLACKWELL_PATH".to_owned(), "/w/ptxas".to_owned()));
        let error = answer("{\"error\": \"RuntimeError: Cannot find ptxas\"}").unwrap_err();
        assert!(error.contains("Cannot find ptxas"), "{error}");
        assert!(answer("{\"path\": \"/w/ptxas\"}").unwrap_err().contains("unreadable"));
    }

    #[test]
    fn a_python_that_says_nothing_is_told() {
        let error = ask(Path::new("/bin/true"), "triton", 90).unwrap_err();
        assert!(error.contains("without a word"), "{error}");
        let error = ask(Path::new("/nowhere/python"), "triton", 90).unwrap_err();
        assert!(error.contains("does not run"), "{error}");
    }
}
