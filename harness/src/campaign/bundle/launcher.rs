//! What launching needs of a device: the seam at which tests put a fake. And how a compiled kernel
//! becomes a launch of native code, and what that left an observation.

use anyhow::Result;

use super::read::Entry;
use crate::device::Observation;
use crate::device::native::{self, Checks, DeviceInfo, NativeLaunch, NativeResult, Server};
use crate::evaluate;
use crate::tensor::{Exact, Memory};
use crate::testcase::TestCase;

/// Runs launches in the order in which they were submitted.
pub trait Launcher {
    /// What the device is.
    fn info(&self) -> DeviceInfo;

    /// Hands over a launch; it may run before the results of earlier ones are fetched.
    fn submit(&mut self, launch: &NativeLaunch);

    /// Waits for the oldest result. That the device died of it is a result too.
    fn receive(&mut self) -> NativeResult;
}

/// Opens a device, as often as asked.
pub trait Launchers: Sync {
    /// The device's name on the command line.
    fn device(&self) -> &str;

    /// One more process of it.
    ///
    /// # Errors
    /// If the device is not here.
    fn start(&self) -> Result<Box<dyn Launcher + '_>>;
}

/// Device servers.
#[derive(Clone, Debug)]
pub struct Servers {
    /// The device: `cuda`, `cuda:1`, `ssh:HOST:cuda:0`.
    pub device: String,
}

impl Launcher for Server {
    fn info(&self) -> DeviceInfo {
        Server::info(self).clone()
    }

    fn submit(&mut self, launch: &NativeLaunch) {
        Server::submit(self, launch);
    }

    fn receive(&mut self) -> NativeResult {
        Server::receive(self)
    }
}

impl Launchers for Servers {
    fn device(&self) -> &str {
        &self.device
    }

    fn start(&self) -> Result<Box<dyn Launcher + '_>> {
        Ok(Box::new(Server::start(&self.device)?))
    }
}

/// The launch of an entry; what is compared, and what must not be stored to, is as the bundle says.
pub(super) fn prepare(entry: &Entry) -> Result<NativeLaunch> {
    let memory: Memory<Exact> = evaluate::memory(&entry.case.parse()?);
    let launch = entry.packed.launch(&entry.code)?;
    let stage = entry.packed.stage()?;
    let mut native = native::prepare(stage, &launch, &memory, &Checks::default())?;
    entry.case.expectation.mask(&mut native);
    Ok(native)
}

/// What a device has seen of the launch of an entry, whose case is `case`.
pub(super) fn observation(
    device: &str,
    entry: &Entry,
    case: &TestCase,
    result: &NativeResult,
) -> Observation {
    let memory: Memory<Exact> = evaluate::memory(case);
    native::observed(result.clone(), device, &entry.packed.stage, &memory)
}
