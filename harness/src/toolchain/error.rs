//! What can go wrong with toolchains: one clear line each, which says what to do.

use std::io;
use std::path::{Path, PathBuf};

use super::registry::FAMILIES;

/// Why a toolchain cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum ToolchainError {
    /// The text is no toolchain id.
    #[error("`{0}` is no toolchain: write it as triton==3.9.0 or path:/folder/of/a/venv")]
    Malformed(String),
    /// No family of this name.
    #[error("unknown toolchain package `{0}`: known are {known}", known = known_packages())]
    UnknownPackage(String),
    /// Neither `$TRITONSMITH_HOME` nor a home directory.
    #[error("no folder to keep toolchains in: set TRITONSMITH_HOME")]
    NoHome,
    /// No Python to make environments with.
    #[error("no python3 found: install Python 3.10 or later, or set TRITONSMITH_PYTHON to one")]
    NoPython,
    /// Python has no `venv` or no `ensurepip`.
    #[error(
        "{python} cannot make virtual environments: install its venv module (Debian: apt install python3-venv) or uv ({reason})"
    )]
    NoVenv {
        /// Which Python.
        python: PathBuf,
        /// Its last line.
        reason: String,
    },
    /// The installer could not reach the package index.
    #[error(
        "cannot download {id}: no connection to the package index; check the network and pip's settings ({reason})"
    )]
    NoNetwork {
        /// What was to be installed.
        id: String,
        /// The installer's last line.
        reason: String,
    },
    /// The installer saw no version at all: it did not reach the index, or there are no wheels for
    /// this Python. pip says the same for both.
    #[error(
        "no version of {id} was found for {python}: check the network and pip's settings, or set TRITONSMITH_PYTHON to another Python ({reason})"
    )]
    NothingFound {
        /// What was to be installed.
        id: String,
        /// Which Python.
        python: String,
        /// The installer's last line.
        reason: String,
    },
    /// No such version, or none for this Python and machine.
    #[error(
        "{id} does not exist for {python}: check the version, or set TRITONSMITH_PYTHON to another Python ({reason})"
    )]
    NoSuchVersion {
        /// What was to be installed.
        id: String,
        /// Which Python.
        python: String,
        /// The installer's last line.
        reason: String,
    },
    /// The installer failed otherwise.
    #[error("cannot install {id}: {reason}")]
    InstallFailed {
        /// What was to be installed.
        id: String,
        /// The installer's last line.
        reason: String,
    },
    /// It installed, but importing it fails.
    #[error(
        "{id} was installed but does not import: {reason}; remove it or choose another version"
    )]
    DoesNotImport {
        /// Which toolchain.
        id: String,
        /// The import error.
        reason: String,
    },
    /// A `path:` toolchain that is none.
    #[error(
        "{path} has no usable Triton: {reason}; give the folder of a virtual environment with Triton in it"
    )]
    NotAToolchain {
        /// The given folder.
        path: PathBuf,
        /// What is missing.
        reason: String,
    },
    /// A `path:` toolchain is not ours to change.
    #[error("{0} is not managed here: change or remove that environment yourself")]
    NotManaged(String),
    /// To be removed, but not there.
    #[error("{0} is not installed: `tritonsmith toolchain list` shows what is")]
    NotInstalled(String),
    /// No space left.
    #[error(
        "the disk is full at {path}: free some space (a toolchain takes about 1 GB) or set TRITONSMITH_HOME to another disk"
    )]
    DiskFull {
        /// Where.
        path: PathBuf,
    },
    /// Any other trouble with a file.
    #[error("cannot use {path}: {source}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl ToolchainError {
    /// For `map_err`: an I/O error at `path`, with a full disk told apart.
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_path_buf();
        move |source| match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                ToolchainError::DiskFull { path }
            }
            _ => ToolchainError::Io { path, source },
        }
    }
}

fn known_packages() -> String {
    FAMILIES.iter().map(|family| family.package).collect::<Vec<_>>().join(", ")
}
