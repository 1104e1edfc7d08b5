//! Intel GPUs through Level Zero: SPIR-V in, what it left in memory out.
//!
//! An ordinal is a number, counted over all drivers (`level_zero:0`), or names a *simulated* device
//! (`level_zero:sim-pvc`, `level_zero:sim-dg2`): Intel's real driver and compiler with no GPU behind
//! them. They accept or refuse every call, but execute nothing, so such a device never answers
//! that a launch finished.
//!
//! No call is made that is known to crash: the loader is asked for drivers only after `zeInit`
//! succeeded, no handle is null, and what a call returned is checked before the next.

mod compile;
mod driver;
mod error;
mod memory;
mod module;
mod queue;
mod session;
mod simulate;

use super::native::{Absent, DeviceInfo, NativeLaunch, NativeOutcome, NativeResult, Owner};
use driver::Device;
use session::Session;
use simulate::Simulated;

/// Opens the device of an ordinal.
///
/// # Errors
/// When the loader, a driver or the device is not here, and when a driver that was not asked to
/// simulate moves no data (it is simulated by the environment).
pub(super) fn open(ordinal: &str) -> Result<Box<dyn Owner>, Absent> {
    let simulated = Simulated::parse(ordinal)?;
    if let Some(simulated) = simulated {
        simulated.set_environment();
    }
    let index = match simulated {
        Some(_) => 0,
        None if ordinal.is_empty() => 0,
        None => ordinal.parse().map_err(|_| {
            Absent(format!("`{ordinal}` is neither a number nor {}", Simulated::names()))
        })?,
    };
    let device = Device::open(index)?;
    let info = device.describe();
    let session = Session::open(device).map_err(|refused| Absent(refused.to_string()))?;
    match (simulated, session.moves_data()) {
        (None, false) => Err(Absent(
            "the driver moves no data: the environment makes it simulate a device; name \
             level_zero:sim-pvc or level_zero:sim-dg2 instead"
                .to_owned(),
        )),
        (Some(_), true) => {
            Err(Absent("the driver ignores the simulation and uses a real device".to_owned()))
        }
        _ => Ok(Box::new(LevelZero { session: Some(session), info })),
    }
}

/// A device with its queue and memory. `session` is gone once the device hangs or is lost.
struct LevelZero {
    session: Option<Session>,
    info: DeviceInfo,
}

impl Owner for LevelZero {
    fn launch(&mut self, launch: &NativeLaunch, ready: &mut dyn FnMut()) -> NativeResult {
        let Some(session) = &mut self.session else {
            let reason = "an earlier launch has left the device unusable".to_owned();
            return NativeResult { outcome: NativeOutcome::DeviceFailure(reason), seconds: 0.0 };
        };
        let result = session.launch(launch, ready);
        if session.is_lost() {
            // Destroying a queue or freeing memory that a kernel still uses hangs or crashes; the
            // process ends soon and takes them along.
            std::mem::forget(self.session.take());
        }
        result
    }

    fn describe(&self) -> DeviceInfo {
        self.info.clone()
    }

    fn poisoned(&self) -> bool {
        self.session.is_none()
    }
}
