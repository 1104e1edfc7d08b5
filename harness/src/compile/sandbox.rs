//! The sandbox around a worker: a module's Python has no network, no other files to write than the
//! worker's folder, and nothing of the user's home to read but the toolchain.
//!
//! The worker puts it on itself before it imports anything (`confine.py`). So it costs no process in
//! between, which would hide the signal that the compiler died of. It must know nothing of Triton.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SCRIPT: &str = include_str!("../../worker/tritonsmith_worker/confine.py");

/// What workers are confined with on this machine, such as `landlock 7, seccomp`, as this Python finds;
/// `none` if there is nothing, `None` if the Python does not run.
pub fn sandbox(python: &Path) -> Option<String> {
    let mut command = Command::new(python);
    let output = command.args(["-I", "-c", SCRIPT]).stdin(Stdio::null()).output().ok()?;
    let words = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !words.is_empty()).then_some(words)
}

/// Folders that a confined worker cannot read; it adds the home that the system has for the user.
pub(super) fn private() -> Vec<PathBuf> {
    dirs::home_dir().into_iter().collect()
}
