//! `device-server`: owns one device for another process of this program. Nobody types it; `ssh` and
//! the process that wants the device do.

use anyhow::{Context, Result};
use clap::Args;

use super::Status;
use crate::device::{self, native};
use crate::toolchain::{Home, intel_opencl};

/// Options of `device-server`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The device, such as cuda:0
    #[arg(value_name = "DEVICE")]
    device: String,
}

/// Serves until standard input ends.
///
/// # Errors
/// If a stream breaks.
pub(super) fn run(options: &Options) -> Result<Status> {
    // Before there is any thread: the environment is changed.
    if device::lacks_runtime(&options.device)
        && let Ok(home) = Home::from_environment()
        && let Some(library) = intel_opencl(&home)
    {
        device::select_runtime(&library);
    }
    // What asks a whole campaign to end reaches its children too: this one ends when its input does, and
    // loses no launch.
    ctrlc::set_handler(|| {}).context("a signal's handler")?;
    native::serve(&options.device).with_context(|| format!("serving {}", options.device))?;
    Ok(Status::Clean)
}
