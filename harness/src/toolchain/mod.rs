//! Toolchains: Python environments with one Triton build in each.
//!
//! A **toolchain** is named by a [`ToolchainId`] and lives in a [`Home`] folder; `path:/venv` is
//! somebody's own build, used as it is. [`Toolchain::ensure`] hands out only environments that were
//! completely installed, and repairs those that were not. New wheels are one line in the registry.

mod assembler;
mod error;
mod home;
mod id;
mod install;
mod manage;
mod manifest;
mod opencl;
mod pip;
mod probe;
mod registry;
mod wheel;

use std::path::PathBuf;

pub use assembler::Assembler;
pub use error::ToolchainError;
pub use home::Home;
pub use id::ToolchainId;
pub use manage::{Installed, State, list, remove};
pub use opencl::intel_opencl;
pub use pip::uv_version;
pub use probe::{Description, find_base_python};
pub use registry::{FAMILIES, Family};
pub use wheel::{LocalWheel, install_wheel, local_wheels};

/// Where long work says what it does.
pub trait Progress {
    /// One line without a newline; each replaces the one before it.
    fn report(&mut self, line: &str);
}

impl<F: FnMut(&str)> Progress for F {
    fn report(&mut self, line: &str) {
        self(line);
    }
}

/// An installed toolchain that is ready for use.
#[derive(Clone, Debug)]
pub struct Toolchain {
    id: ToolchainId,
    version: String,
    module: String,
    python: PathBuf,
    home: Home,
}

impl Toolchain {
    /// Its id.
    pub fn id(&self) -> &ToolchainId {
        &self.id
    }

    /// Triton's `__version__`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The Python module that holds Triton: `triton`, or a vendor's name for it.
    pub fn module(&self) -> &str {
        &self.module
    }

    /// The interpreter to run.
    pub fn python(&self) -> &std::path::Path {
        &self.python
    }

    /// The home that it was found in.
    pub fn home(&self) -> &Home {
        &self.home
    }
}
