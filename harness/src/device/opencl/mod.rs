//! OpenCL devices: SPIR-V in, what it left in memory out.
//!
//! An ordinal is `intel-cpu`, Intel's runtime for CPUs as a toolchain carries it, or a number,
//! counted over all platforms of the system's loader. None stands for `intel-cpu`: the device that
//! is there where no GPU is. A module for a CPU is rewritten first (see [`spirv`]); a GPU gets it
//! as the compiler left it.

mod launch;
mod memory;
mod program;
mod runtime;
pub(crate) mod spirv;

use super::native::{Absent, DeviceInfo, NativeLaunch, NativeOutcome, NativeResult, Owner};
use launch::Session;
use runtime::Runtime;

pub(crate) use runtime::{lacks_runtime, select_runtime};

/// Opens the device of an ordinal.
///
/// # Errors
/// When the runtime or the device is not here, or cannot share memory at fixed addresses.
pub(super) fn open(ordinal: &str) -> Result<Box<dyn Owner>, Absent> {
    let runtime = Runtime::open(ordinal)?;
    let info = runtime.describe();
    let session = Session::open(runtime).map_err(|error| Absent(format!("OpenCL: {error}")))?;
    Ok(Box::new(OpenCl { session, info, poisoned: false }))
}

/// A device with its queue and memory.
struct OpenCl {
    session: Session,
    info: DeviceInfo,
    poisoned: bool,
}

impl Owner for OpenCl {
    fn launch(&mut self, launch: &NativeLaunch, ready: &mut dyn FnMut()) -> NativeResult {
        let result = self.session.launch(launch, ready);
        self.poisoned |= self.session.is_broken()
            || matches!(result.outcome, NativeOutcome::Trap(_) | NativeOutcome::DeviceFailure(_));
        result
    }

    fn describe(&self) -> DeviceInfo {
        self.info.clone()
    }

    fn poisoned(&self) -> bool {
        self.poisoned
    }
}
