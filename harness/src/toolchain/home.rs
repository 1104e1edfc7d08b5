//! The folder that everything the harness keeps between runs is under.

use std::path::{Path, PathBuf};

use super::error::ToolchainError;

/// The harness's cache folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    root: PathBuf,
}

impl Home {
    /// `$TRITONSMITH_HOME`, by default `tritonsmith` under the user's XDG cache folder.
    ///
    /// # Errors
    /// When neither the variable nor a home directory is set.
    pub fn from_environment() -> Result<Self, ToolchainError> {
        let root = match std::env::var_os("TRITONSMITH_HOME").filter(|value| !value.is_empty()) {
            Some(root) => PathBuf::from(root),
            None => dirs::cache_dir().ok_or(ToolchainError::NoHome)?.join("tritonsmith"),
        };
        Self::at(&root)
    }

    /// A home in this folder, which need not exist yet.
    ///
    /// # Errors
    /// When the path cannot be made absolute.
    pub fn at(root: &Path) -> Result<Self, ToolchainError> {
        let root = std::path::absolute(root).map_err(ToolchainError::io(root))?;
        Ok(Home { root })
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where toolchains are installed, one folder each, named by id.
    pub fn toolchains(&self) -> PathBuf {
        self.root.join("toolchains")
    }

    /// Where unpacked copies of the worker's Python package are.
    pub fn worker_packages(&self) -> PathBuf {
        self.root.join("worker")
    }

    /// Where running workers have their folders.
    pub fn workers(&self) -> PathBuf {
        self.root.join("run")
    }
}
