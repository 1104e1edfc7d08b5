//! Compiling a launch's module as Intel's launcher does, and what it means when that fails.

use std::rc::Rc;

use super::error::Stopped;
use super::memory::Context;
use super::module::{BuildFailure, Module};
use crate::device::native::{NativeLaunch, NativeOutcome};

/// Bytes of spilled registers above which Intel's launcher compiles anew with all registers.
const MANY_SPILLS: u32 = 1000;

/// The flag that it then adds.
const ALL_REGISTERS: &str = "-cl-intel-256-GRF-per-thread";

/// Flags that settle the number of registers: then it leaves them alone.
const REGISTER_FLAGS: &[&str] =
    &[ALL_REGISTERS, "-cl-intel-128-GRF-per-thread", "-cl-intel-enable-auto-large-GRF-mode"];

/// A kernel that does nothing, `control`, in a module of its own. A compiler that refuses it says
/// nothing about other modules.
#[rustfmt::skip]
const CONTROL: [u32; 31] = [
    0x0723_0203, 0x0001_0000, 0, 5, 0, // magic, version 1.0, generator, bound, schema
    0x0002_0011, 4, // OpCapability Addresses
    0x0002_0011, 6, // OpCapability Kernel
    0x0003_000e, 2, 2, // OpMemoryModel Physical64 OpenCL
    0x0005_000f, 6, 3, 0x746e_6f63, 0x006c_6f72, // OpEntryPoint Kernel %3 "control"
    0x0002_0013, 1, // %1 = OpTypeVoid
    0x0003_0021, 2, 1, // %2 = OpTypeFunction %1
    0x0005_0036, 1, 3, 0, 2, // %3 = OpFunction %1 None %2
    0x0002_00f8, 4, // %4 = OpLabel
    0x0001_00fd, // OpReturn
    0x0001_0038, // OpFunctionEnd
];

/// Compiles the module as Intel's launcher does: with all registers if too many are spilled.
pub(super) fn build(context: &Rc<Context>, launch: &NativeLaunch) -> Result<Module, Stopped> {
    let flags = launch.build_flags.trim();
    let module = match Module::build(context, &launch.code, flags) {
        Ok(module) => module,
        Err(failure) => return Err(refusal(context, &failure)),
    };
    let settled = REGISTER_FLAGS.iter().any(|flag| flags.contains(flag));
    if settled || module.kernel(&launch.entry)?.needs()?.spills <= MANY_SPILLS {
        return Ok(module);
    }
    let flags = format!("{flags} {ALL_REGISTERS}");
    // The launcher, too, falls back to what it had.
    Ok(Module::build(context, &launch.code, &flags).unwrap_or_else(|failure| {
        log::debug!("with {ALL_REGISTERS}: {failure}");
        module
    }))
}

/// What it says of a kernel that its module was not built.
fn refusal(context: &Rc<Context>, failure: &BuildFailure) -> Stopped {
    if failure.lacks_a_feature() {
        return Stopped::Ended(NativeOutcome::Unsupported(failure.to_string()));
    }
    if let BuildFailure::Refused { refused, .. } = failure
        && !failure.is_the_compilers()
    {
        return Stopped::Refused(refused.clone());
    }
    let control: Vec<u8> = CONTROL.iter().flat_map(|word| word.to_le_bytes()).collect();
    Stopped::Ended(match Module::build(context, &control, "") {
        Ok(_) if failure.is_the_compilers() => NativeOutcome::Trap(failure.to_string()),
        Ok(_) => NativeOutcome::DeviceFailure(failure.to_string()),
        Err(control) => {
            NativeOutcome::DeviceFailure(format!("not even an empty kernel builds: {control}"))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_control_is_well_formed() {
        let mut at = 5;
        while at < CONTROL.len() {
            let words = (CONTROL[at] >> 16) as usize;
            assert!(words > 0, "word {at}");
            at += words;
        }
        assert_eq!(at, CONTROL.len());
        assert_eq!(CONTROL[15].to_le_bytes(), *b"cont");
    }
}
