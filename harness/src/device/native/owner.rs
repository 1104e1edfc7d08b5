//! What owns a native device inside its own process, and the list of those that there are.

use serde::{Deserialize, Serialize};

use super::control::{self, ControlLaunch};
use super::launch::{NativeLaunch, NativeResult};
use crate::compile::Stage;

/// Runs native code on one device; lives in a process that may die of it.
pub trait Owner {
    /// Runs a launch to its end. After a failure that poisons the device, [`Owner::poisoned`] says
    /// so. It calls `ready` once the code is built and everything is in its place: what takes too long
    /// before is the driver's doing, and after it the kernel's.
    fn launch(&mut self, launch: &NativeLaunch, ready: &mut dyn FnMut()) -> NativeResult;

    /// What the device is.
    fn describe(&self) -> DeviceInfo;

    /// Whether nothing can be launched any more in this process: the server ends after its answer.
    fn poisoned(&self) -> bool {
        false
    }
}

/// What a device is, for people and reports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceInfo {
    /// Its name, as the driver has it.
    pub name: String,
    /// What it can do: a compute capability, an OpenCL version, a device type.
    pub capability: String,
    /// The driver and its version.
    pub driver: String,
}

/// Why a device is not here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{0}")]
pub struct Absent(pub String);

/// Opens the device of an ordinal: what follows the kind and a colon, or nothing.
pub type Open = fn(ordinal: &str) -> Result<Box<dyn Owner>, Absent>;

/// A kind of native device.
pub struct NativeKind {
    /// Its name: `cuda`, `opencl`, `level_zero`.
    pub name: &'static str,
    /// Opens one; only ever called in a process of its own.
    pub open: Open,
    /// The stages whose artifacts it executes, first to last; of them it executes the last that
    /// there is. None for what is there for tests only, which no help names.
    pub stages: &'static [Stage],
    /// What any of them survives that can be used.
    pub control: fn() -> ControlLaunch,
    /// Seconds of processor time that its driver may need until a launch is ready; `None` where only the
    /// clock limits it, as it limits every launch.
    pub build: Option<u32>,
    /// Whether its driver compiles for the GPU that the code was made for: that it dies of that code is a
    /// fault of the compilers then. Else it is another compiler's, which is not looked at.
    pub is_the_targets: bool,
    /// What it is, in one line.
    pub about: &'static str,
    /// Who makes the compiler and the driver: devices of one maker may be wrong together.
    pub base: &'static str,
}

/// Of 257 generated kernels 249 took Intel's runtime for CPUs 7 s at most (half of them 0.1 s), seven took
/// more than this, the largest more than 50 s: straight-line code, of which it makes vectors across a
/// subgroup. Intel's compiler for GPUs builds that one (0.4 MB of SPIR-V) in 2 s.
const OPENCL_BUILD: u32 = 10;

/// Every kind of native device.
pub const NATIVE: &[NativeKind] = &[
    NativeKind {
        name: "cuda",
        open: crate::device::cuda::open,
        stages: &[Stage::Ptx, Stage::Cubin],
        control: control::ptx,
        build: None,
        is_the_targets: true,
        about: "an NVIDIA GPU through its driver",
        base: "NVIDIA",
    },
    NativeKind {
        name: "level_zero",
        open: crate::device::level_zero::open,
        stages: &[Stage::Spv],
        control: control::spirv,
        build: None,
        is_the_targets: true,
        about: "an Intel GPU through Level Zero, or Intel's driver with a simulated one",
        base: "Intel",
    },
    NativeKind {
        name: "opencl",
        open: crate::device::opencl::open,
        stages: &[Stage::Spv],
        control: control::spirv,
        build: Some(OPENCL_BUILD),
        is_the_targets: false,
        about: "SPIR-V through OpenCL: intel-cpu, Intel's runtime for CPUs, or a device's number",
        base: "Intel",
    },
    NativeKind {
        name: "faulty",
        open: super::faulty::open,
        stages: &[],
        control: control::faulty,
        build: None,
        is_the_targets: false,
        about: "misbehaves as an entry point's name says, to test what owns it",
        base: "tritonsmith",
    },
];

/// The kind and the ordinal that `device` names: `cuda`, `cuda:1`.
pub fn native_kind(device: &str) -> Option<(&'static NativeKind, &str)> {
    let (name, ordinal) = device.split_once(':').unwrap_or((device, ""));
    NATIVE.iter().find(|kind| kind.name == name).map(|kind| (kind, ordinal))
}
