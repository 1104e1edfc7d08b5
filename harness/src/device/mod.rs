//! Devices execute artifacts and leave observations.
//!
//! An *observation* is what one execution left: the contents of every buffer, or how it failed. It
//! says nothing about right and wrong: that is for the oracles.

mod cuda;
mod gpu;
mod interpreter;
mod ir;
mod level_zero;
pub mod native;
mod observe;
mod opencl;
mod ptx;

use crate::compile::{BoundArgument, Stage};
use crate::tensor::{Exact, Kind, Memory};

pub use gpu::Native;
pub use interpreter::{TRITON_INTERPRETER, interpretation, interpreted};
pub use ir::{Recorded, recorded};
pub(crate) use opencl::{lacks_runtime, select_runtime};

/// What one execution left.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The device that executed: `ir`, `cuda:0`.
    pub device: String,
    /// What it executed: `ttir`, `ttgir`, `cubin`.
    pub stage: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Whether a result was rounded, where the device can tell. An exact kernel needs no rounding, so
    /// code that rounds was not seen to be right even if its results are.
    pub rounded: bool,
    /// Seconds it took.
    pub seconds: f64,
}

/// How an execution ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It ran to its end.
    Finished(Vec<ObservedBuffer>),
    /// It accessed memory that it must not.
    Fault(String),
    /// The executed code has undefined behaviour on a well-defined kernel.
    Undefined {
        /// What happened, for a person: the kernel's own messages may be in it.
        what: String,
        /// What verdicts hang on.
        cause: Cause,
    },
    /// Launches from the same state left different results.
    Nondeterministic(String),
    /// It did not end within its limit of steps or time.
    Timeout(String),
    /// The device cannot execute something: our limit, named by operation.
    Unsupported(String),
    /// The device itself failed.
    DeviceFailure(String),
}

/// What made behaviour undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Two accesses of one place, of which one writes, with nothing between.
    Race,
    /// Two warps write different values to one place with nothing between, and neither was read.
    RaceOfValues,
    /// An assertion in the executed code failed.
    Assertion,
    /// Anything else.
    Other,
}

impl Outcome {
    /// What was said of an assertion in the executed code that failed; `None` if none did.
    pub fn assertion(&self) -> Option<&str> {
        match self {
            Outcome::Undefined { what, cause: Cause::Assertion } => Some(what),
            // What a GPU printed follows.
            Outcome::Fault(what) if what.starts_with(native::ASSERTION) => Some(what),
            _ => None,
        }
    }

    /// Whether it was stopped because two warps write different values to one place with nothing
    /// between. Where the kernel leaves a choice of values, either may be right.
    pub fn is_race_of_values(&self) -> bool {
        matches!(self, Outcome::Undefined { cause: Cause::RaceOfValues, .. })
    }
}

/// The contents of one buffer.
#[derive(Clone, Debug)]
pub struct ObservedBuffer {
    /// The parameter that points to it.
    pub name: String,
    /// What its elements are.
    pub kind: Kind,
    /// The bit pattern of each element.
    pub bits: Vec<u64>,
    /// Elements that hold an undefined value, where the device can tell.
    pub undef: Option<Vec<bool>>,
    /// Elements that were stored to, where the device can tell.
    pub written: Option<Vec<bool>>,
}

/// What is executed, and on what.
#[derive(Debug)]
pub struct Execution<'a> {
    /// What the artifact is: `ttir`, `ttgir`.
    pub stage: &'a str,
    /// The artifact.
    pub text: &'a str,
    /// The function to launch; `None` takes the only public one.
    pub function: Option<&'a str>,
    /// The parameters that are left after specialization, as the compiler bound them.
    pub arguments: &'a [BoundArgument],
    /// Program instances along each axis.
    pub grid: [u32; 3],
    /// The buffers before the launch, at the addresses that the arguments hold.
    pub memory: &'a Memory<Exact>,
    /// The compiled kernel whole, for devices that do not execute text.
    pub native: Option<Native<'a>>,
}

/// Something that executes artifacts.
///
/// An implementation starts every execution from the memory that it is given, keeps nothing from
/// one to the next, and says `Unsupported` for what it cannot execute: it never skips an operation.
pub trait Device: Send {
    /// Its id: `ir`, `cuda:0`.
    fn id(&self) -> String;

    /// The stages that it executes, first to last.
    fn stages(&self) -> &'static [Stage];

    /// Whether it executes native code: of its stages only the last that there is, and with
    /// [`Execution::native`].
    fn is_native(&self) -> bool {
        false
    }

    /// Executes an artifact.
    fn execute(&self, execution: &Execution) -> Observation;
}

/// One kind of device.
#[derive(Debug)]
pub struct DeviceKind {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Whose code executes: devices of one base may be wrong together.
    pub base: &'static str,
    /// Makes one.
    pub open: fn() -> Box<dyn Device>,
}

/// The base of our interpreters: they share the arithmetic of tensors, with each other and with the
/// reference.
const OWN: &str = "tritonsmith";

/// The devices that there are.
pub static DEVICES: &[DeviceKind] = &[
    DeviceKind {
        name: "ir",
        about: "executes TTIR and TTGIR on the CPU",
        base: OWN,
        open: || Box::new(ir::IrDevice),
    },
    DeviceKind {
        name: "ptx",
        about: "executes NVIDIA's assembly on the CPU",
        base: OWN,
        open: || Box::new(ptx::PtxDevice),
    },
];

/// The names on the command line: of the devices, and of Triton's interpreter. Those of native
/// devices (`native::NATIVE`) may be followed by a number, `cuda:1`, and preceded by a machine,
/// `ssh:HOST:cuda`.
pub fn names() -> Vec<&'static str> {
    let native = native::NATIVE.iter().filter(|kind| !kind.stages.is_empty());
    let own = DEVICES.iter().map(|kind| kind.name);
    own.chain(native.map(|kind| kind.name)).chain([TRITON_INTERPRETER]).collect()
}

/// The device of that name that executes in this process.
pub fn find(name: &str) -> Option<&'static DeviceKind> {
    DEVICES.iter().find(|kind| kind.name == name)
}

/// A device by its id: `ir`, `cuda:1`, `ssh:HOST:cuda:0`. It need not be here: the first execution
/// tells.
pub fn open(id: &str) -> Option<Box<dyn Device>> {
    match find(id) {
        Some(kind) => Some((kind.open)()),
        None => Some(Box::new(gpu::NativeDevice::new(native_id(id)?))),
    }
}

/// The id of a native device that executes something.
pub fn native_id(id: &str) -> Option<native::DeviceId> {
    id.parse::<native::DeviceId>().ok().filter(|id| !id.kind().stages.is_empty())
}

/// Whose code a device executes with. Two that agree are two witnesses only if these differ: `ir` and
/// `ptx` share their arithmetic, two GPUs of one maker its driver and its compiler. What is not known
/// stands for itself.
pub fn code_base(id: &str) -> &str {
    let own = find(id).map(|kind| kind.base);
    own.or_else(|| native_id(id).map(|id| id.kind().base)).unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_and_every_device_opens() {
        let names: BTreeSet<_> = DEVICES.iter().map(|kind| kind.name).collect();
        assert_eq!(names.len(), DEVICES.len());
        for kind in DEVICES {
            let device = (kind.open)();
            assert!(device.id().starts_with(kind.name));
            assert!(device.stages().is_sorted() && !device.stages().is_empty());
            assert!(find(kind.name).is_some());
        }
    }

    #[test]
    fn witnesses_are_told_apart_by_their_code() {
        assert_eq!(code_base("ir"), code_base("ptx"));
        assert_eq!(code_base("ssh:gpu1:cuda:0"), code_base("cuda:1"));
        assert_eq!(code_base("opencl:intel-cpu"), code_base("level_zero"));
        let bases = ["ir", "cuda", "opencl:0", TRITON_INTERPRETER].map(code_base);
        assert_eq!(BTreeSet::from(bases).len(), bases.len());
    }

    #[test]
    fn native_devices_open_without_being_here() {
        let kinds: BTreeSet<_> = native::NATIVE.iter().map(|kind| kind.name).collect();
        assert_eq!(kinds.len(), native::NATIVE.len());
        let device = open("ssh:gpu1:cuda:0").unwrap();
        assert_eq!((device.id().as_str(), device.is_native()), ("ssh:gpu1:cuda:0", true));
        for kind in native::NATIVE {
            assert!(kind.stages.is_sorted());
            assert_eq!(open(kind.name).is_some(), !kind.stages.is_empty());
        }
        assert!(open("tpu").is_none() && !names().contains(&"faulty"));
    }
}
