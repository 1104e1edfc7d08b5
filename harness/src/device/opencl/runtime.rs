//! Which OpenCL runtime and which of its devices: found by what they say they are, because a loader
//! that cannot open the library it was told to takes another one without a word.

#![expect(unsafe_code, reason = "the environment is how the loader is told its library")]

use std::path::{Path, PathBuf};

use opencl3::device::{CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_CPU, Device};
use opencl3::platform::{Platform, get_platforms};

use crate::device::native::{Absent, DeviceInfo};

/// The ordinal of Intel's runtime for CPUs.
const INTEL_CPU: &str = "intel-cpu";

/// The variable that names the library to load; the system's loader without it.
const RUNTIME_VARIABLE: &str = "OPENCL_DYLIB_PATH";

/// What Intel's platform calls itself.
const INTEL_PLATFORM: &str = "Intel(R) OpenCL";

/// Whether the device of that id is Intel's runtime for CPUs, and nobody has said where that is.
pub(crate) fn lacks_runtime(device: &str) -> bool {
    let ordinal = device.strip_prefix("opencl").map(|rest| rest.trim_start_matches(':'));
    matches!(ordinal, Some("" | INTEL_CPU)) && std::env::var_os(RUNTIME_VARIABLE).is_none()
}

/// Makes this process load `library` as its OpenCL runtime. To be called before anything is asked
/// of OpenCL, and before there is a second thread.
pub(crate) fn select_runtime(library: &Path) {
    // SAFETY: a device's process calls this first, on its only thread.
    unsafe { std::env::set_var(RUNTIME_VARIABLE, library) };
}

/// A device that is here.
pub(super) struct Runtime {
    platform: Platform,
    pub(super) device: Device,
    /// Whether it is a CPU, to which a GPU's built-ins are foreign.
    pub(super) cpu: bool,
}

impl Runtime {
    /// Finds the device of an ordinal.
    pub(super) fn open(ordinal: &str) -> Result<Self, Absent> {
        let intel = ordinal.is_empty() || ordinal == INTEL_CPU;
        if intel {
            library()?;
        }
        let platforms = get_platforms()
            .map_err(|error| Absent(format!("no OpenCL runtime answers: {error}")))?;
        let devices: Vec<_> = platforms.iter().flat_map(|platform| of(*platform)).collect();
        let found = if intel {
            devices.into_iter().find(Runtime::is_intel_cpu)
        } else {
            let index: usize = ordinal
                .parse()
                .map_err(|_| Absent(format!("`{ordinal}` is neither a number nor {INTEL_CPU}")))?;
            devices.into_iter().nth(index)
        };
        found.ok_or_else(|| {
            let names: Vec<_> = platforms.iter().filter_map(|one| one.name().ok()).collect();
            Absent(format!("no such device; the platforms are: {}", names.join(", ")))
        })
    }

    fn is_intel_cpu(&self) -> bool {
        self.cpu && self.platform.name().is_ok_and(|name| name == INTEL_PLATFORM)
    }

    /// What it is.
    pub(super) fn describe(&self) -> DeviceInfo {
        let known = |text: opencl3::Result<String>| text.unwrap_or_else(|_| "unknown".to_owned());
        let (platform, version) = (self.platform.name(), self.device.driver_version());
        DeviceInfo {
            name: known(self.device.name()).trim().to_owned(),
            capability: known(self.device.version()),
            driver: format!("{} {}", known(platform), known(version)),
        }
    }
}

/// The devices of a platform; one that cannot list them has none.
fn of(platform: Platform) -> Vec<Runtime> {
    let ids = platform.get_devices(CL_DEVICE_TYPE_ALL).unwrap_or_default();
    let found = ids.into_iter().map(|id| {
        let device = Device::new(id);
        let cpu = device.dev_type().is_ok_and(|kind| kind & CL_DEVICE_TYPE_CPU != 0);
        Runtime { platform, device, cpu }
    });
    found.collect()
}

/// Checks that the library which the environment names is there.
fn library() -> Result<(), Absent> {
    let advice = "install the toolchain triton-xpu==3.3.0b1, which carries it";
    let Some(path) = std::env::var_os(RUNTIME_VARIABLE).map(PathBuf::from) else {
        let reason = format!("{RUNTIME_VARIABLE} names no OpenCL runtime of Intel's: {advice}");
        return Err(Absent(reason));
    };
    if path.is_file() {
        return Ok(());
    }
    Err(Absent(format!("{} is not there: {advice}", path.display())))
}
