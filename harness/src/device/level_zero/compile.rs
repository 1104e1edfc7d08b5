//! Compiling a launch's module as Intel's launcher does, and what it means when that fails.

use std::rc::Rc;

use super::error::Stopped;
use super::memory::Context;
use super::module::{BuildFailure, Module};
use crate::device::native::{NativeLaunch, NativeOutcome, control};

/// Bytes of spilled registers above which Intel's launcher compiles anew with all registers.
const MANY_SPILLS: u32 = 1000;

/// The flag that it then adds.
const ALL_REGISTERS: &str = "-cl-intel-256-GRF-per-thread";

/// Flags that settle the number of registers: then it leaves them alone.
const REGISTER_FLAGS: &[&str] =
    &[ALL_REGISTERS, "-cl-intel-128-GRF-per-thread", "-cl-intel-enable-auto-large-GRF-mode"];

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

/// What it says of a kernel that its module was not built. A compiler that refuses the control, too,
/// says nothing about other modules.
fn refusal(context: &Rc<Context>, failure: &BuildFailure) -> Stopped {
    if failure.is_a_limit() {
        return Stopped::Ended(NativeOutcome::Unsupported(failure.to_string()));
    }
    if let BuildFailure::Refused { refused, .. } = failure
        && !failure.is_the_compilers()
    {
        return Stopped::Refused(refused.clone());
    }
    let control = control::spirv().launch;
    Stopped::Ended(match Module::build(context, &control.code, &control.build_flags) {
        Ok(_) if failure.is_the_compilers() => NativeOutcome::Trap(failure.to_string()),
        Ok(_) => NativeOutcome::DeviceFailure(failure.to_string()),
        Err(control) => {
            NativeOutcome::DeviceFailure(format!("not even an empty kernel builds: {control}"))
        }
    })
}
