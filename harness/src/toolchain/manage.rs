//! Lists and removes installed toolchains.

use std::fs;
use std::path::Path;

use super::error::ToolchainError;
use super::home::Home;
use super::id::ToolchainId;
use super::install::{self, Lock};
use super::manifest::{Files, Manifest};

/// A toolchain's folder in the home.
#[derive(Clone, Debug)]
pub struct Installed {
    /// Its id.
    pub id: ToolchainId,
    /// Whether it can be used.
    pub state: State,
    /// Bytes of its files.
    pub bytes: u64,
}

/// Whether an installed toolchain can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It can.
    Ready,
    /// It cannot, for this reason; using or installing it repairs it.
    Broken(String),
}

/// Every toolchain in the home, in the order of their names.
///
/// # Errors
/// When the home cannot be read.
pub fn list(home: &Home) -> Result<Vec<Installed>, ToolchainError> {
    let folder = home.toolchains();
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).map_err(ToolchainError::io(&folder))? {
        let entry = entry.map_err(ToolchainError::io(&folder))?;
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue; // locks and unfinished installations
        };
        if entry.path().is_dir() {
            found.push(inspect(id, &entry.path()));
        }
    }
    found.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(found)
}

fn inspect(id: ToolchainId, folder: &Path) -> Installed {
    let bytes = Files::count(folder).bytes;
    let state = match install::check(&id, folder) {
        Ok(Manifest { .. }) => State::Ready,
        Err(reason) => State::Broken(reason),
    };
    Installed { id, state, bytes }
}

/// Removes an installed toolchain.
///
/// # Errors
/// When it is not there, not ours, or cannot be deleted.
pub fn remove(home: &Home, id: &ToolchainId) -> Result<(), ToolchainError> {
    if id.family().is_none() {
        return Err(ToolchainError::NotManaged(id.to_string()));
    }
    let folder = home.toolchains().join(id.to_string());
    if !folder.exists() {
        return Err(ToolchainError::NotInstalled(id.to_string()));
    }
    let _lock = Lock::acquire(home, id, &mut |_: &str| ())?;
    install::discard(&folder)
}
