//! Calls that a driver refused, and what that says of a launch.

use level_zero_sys as ze;

use crate::device::native::NativeOutcome;

/// A call that did not succeed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{call}: {}", describe(*.code))]
pub(super) struct Refused {
    /// The function.
    pub(super) call: &'static str,
    /// What it returned.
    pub(super) code: ze::ze_result_t,
}

/// Whether a call succeeded.
pub(super) fn check(call: &'static str, code: ze::ze_result_t) -> Result<(), Refused> {
    if code == ze::ZE_RESULT_SUCCESS { Ok(()) } else { Err(Refused { call, code }) }
}

impl Refused {
    /// Whether nothing can be launched any more.
    pub(super) fn loses_the_device(&self) -> bool {
        matches!(
            self.code,
            ze::ZE_RESULT_ERROR_DEVICE_LOST | ze::ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET
        )
    }

    /// What it says of the launch. A lost device is the launch's doing, if the device survives its control
    /// afterwards; memory and other limits are the device's; for anything else the kernel is not to
    /// blame.
    pub(super) fn outcome(&self) -> NativeOutcome {
        match self.code {
            ze::ZE_RESULT_ERROR_DEVICE_LOST | ze::ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET => {
                NativeOutcome::Trap(describe(self.code))
            }
            ze::ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY
            | ze::ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY
            | ze::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE
            | ze::ZE_RESULT_ERROR_UNSUPPORTED_SIZE
            // A built-in of Triton that an older driver's compiler does not know.
            | ze::ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED
            | ze::ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION => {
                NativeOutcome::Unsupported(self.to_string())
            }
            _ => NativeOutcome::DeviceFailure(self.to_string()),
        }
    }
}

/// Why a launch did not finish.
pub(super) enum Stopped {
    /// A call was refused.
    Refused(Refused),
    /// It ended otherwise.
    Ended(NativeOutcome),
}

impl From<Refused> for Stopped {
    fn from(refused: Refused) -> Self {
        Stopped::Refused(refused)
    }
}

/// The device cannot do it.
pub(super) fn unsupported<T>(reason: impl Into<String>) -> Result<T, Stopped> {
    Err(Stopped::Ended(NativeOutcome::Unsupported(reason.into())))
}

/// Something is wrong that is not the kernel's doing.
pub(super) fn failure<T>(reason: impl Into<String>) -> Result<T, Stopped> {
    Err(Stopped::Ended(NativeOutcome::DeviceFailure(reason.into())))
}

/// A result in words.
fn describe(code: ze::ze_result_t) -> String {
    let words = match code {
        ze::ZE_RESULT_NOT_READY => "not ready",
        ze::ZE_RESULT_ERROR_DEVICE_LOST => "device lost",
        ze::ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET => "device requires reset",
        ze::ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY => "out of host memory",
        ze::ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY => "out of device memory",
        ze::ZE_RESULT_ERROR_MODULE_BUILD_FAILURE => "module build failure",
        ze::ZE_RESULT_ERROR_MODULE_LINK_FAILURE => "module link failure",
        ze::ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS => "insufficient permissions",
        ze::ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE => "a library that it needs is missing",
        ze::ZE_RESULT_ERROR_UNINITIALIZED => "not initialized",
        ze::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE => "unsupported feature",
        ze::ZE_RESULT_ERROR_UNSUPPORTED_SIZE => "unsupported size",
        ze::ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION => "unsupported enumeration",
        ze::ZE_RESULT_ERROR_INVALID_ARGUMENT => "invalid argument",
        ze::ZE_RESULT_ERROR_INVALID_NULL_HANDLE => "invalid null handle",
        ze::ZE_RESULT_ERROR_INVALID_NULL_POINTER => "invalid null pointer",
        ze::ZE_RESULT_ERROR_INVALID_SIZE => "invalid size",
        ze::ZE_RESULT_ERROR_INVALID_ENUMERATION => "invalid enumeration",
        ze::ZE_RESULT_ERROR_INVALID_NATIVE_BINARY => "invalid native binary",
        ze::ZE_RESULT_ERROR_INVALID_KERNEL_NAME => "no kernel of that name",
        ze::ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED => "the driver lacks a function it imports",
        ze::ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION => "invalid group size",
        ze::ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX => "invalid kernel argument index",
        ze::ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE => "invalid kernel argument size",
        _ => return format!("error {code:#010x}"),
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_device_is_the_launch_a_limit_is_ours() {
        let refused = |code| check("zeCall", code).expect_err("refused");
        let lost = refused(ze::ZE_RESULT_ERROR_DEVICE_LOST);
        assert!(lost.loses_the_device() && matches!(lost.outcome(), NativeOutcome::Trap(_)));
        let memory = refused(ze::ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
        assert!(matches!(memory.outcome(), NativeOutcome::Unsupported(_)));
        let unknown = refused(0x7fff_0000);
        assert_eq!(unknown.to_string(), "zeCall: error 0x7fff0000");
        assert!(matches!(unknown.outcome(), NativeOutcome::DeviceFailure(_)));
        assert_eq!(check("zeCall", ze::ZE_RESULT_SUCCESS), Ok(()));
    }
}
