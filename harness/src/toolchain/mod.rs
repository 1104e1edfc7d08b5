//! Toolchains: Python environments with one Triton build in each.

use std::path::PathBuf;

/// An installed toolchain that is ready for use.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// The interpreter to run.
    pub python: PathBuf,
}
