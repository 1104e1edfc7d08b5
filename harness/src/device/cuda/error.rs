//! What the driver's error codes mean for a launch.

use cudarc::driver::sys::CUresult;

use crate::device::native::{ASSERTION, FOREIGN_CODE, NativeOutcome};

/// A call of the driver that failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{call}: {code:?}")]
pub(super) struct CudaError {
    pub(super) call: &'static str,
    pub(super) code: CUresult,
}

/// Turns a call's code into a result.
pub(super) fn check(call: &'static str, code: CUresult) -> Result<(), CudaError> {
    match code {
        CUresult::CUDA_SUCCESS => Ok(()),
        code => Err(CudaError { call, code }),
    }
}

/// What the kernel did, in words; `None` where the code says nothing of the kernel.
fn trap(code: CUresult) -> Option<&'static str> {
    Some(match code {
        CUresult::CUDA_ERROR_ILLEGAL_ADDRESS => "illegal address",
        CUresult::CUDA_ERROR_MISALIGNED_ADDRESS => "misaligned address",
        CUresult::CUDA_ERROR_INVALID_ADDRESS_SPACE => "invalid address space",
        CUresult::CUDA_ERROR_ILLEGAL_INSTRUCTION => "illegal instruction",
        CUresult::CUDA_ERROR_INVALID_PC => "invalid program counter",
        CUresult::CUDA_ERROR_HARDWARE_STACK_ERROR => "stack error",
        CUresult::CUDA_ERROR_ASSERT => ASSERTION,
        CUresult::CUDA_ERROR_LAUNCH_FAILED => "launch failure",
        CUresult::CUDA_ERROR_TENSOR_MEMORY_LEAK => "tensor memory leak",
        _ => return None,
    })
}

/// What the device lacks; the words are keys to count under.
fn lack(code: CUresult) -> Option<&'static str> {
    Some(match code {
        CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU => FOREIGN_CODE,
        CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION => {
            "a PTX version that the driver does not know"
        }
        CUresult::CUDA_ERROR_INVALID_PTX => "PTX that the driver does not compile for this device",
        CUresult::CUDA_ERROR_JIT_COMPILER_NOT_FOUND => "a driver with a compiler",
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => "that much memory",
        CUresult::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES => "that many registers or threads",
        CUresult::CUDA_ERROR_INVALID_CLUSTER_SIZE => "a cluster of that size",
        CUresult::CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE => "a cooperative launch of that size",
        CUresult::CUDA_ERROR_NOT_SUPPORTED => "a kernel of that kind",
        _ => return None,
    })
}

impl CudaError {
    /// How a launch ended that this happened to.
    pub(super) fn outcome(&self) -> NativeOutcome {
        if self.code == CUresult::CUDA_ERROR_LAUNCH_TIMEOUT {
            return NativeOutcome::Timeout;
        }
        if let Some(what) = trap(self.code) {
            return NativeOutcome::Trap(what.to_owned());
        }
        match lack(self.code) {
            Some(what) => NativeOutcome::Unsupported(what.to_owned()),
            None => NativeOutcome::DeviceFailure(self.to_string()),
        }
    }

    /// Whether nothing can be done any more in this process: every later call fails with it too.
    pub(super) fn is_sticky(&self) -> bool {
        // What is no limit of the device and no fault of one argument is taken for sticky: a new
        // process costs less than a wrong answer.
        trap(self.code).is_some()
            || !(lack(self.code).is_some() || self.code == CUresult::CUDA_ERROR_INVALID_VALUE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: CUresult) -> (NativeOutcome, bool) {
        let error = CudaError { call: "cuStreamSynchronize", code };
        (error.outcome(), error.is_sticky())
    }

    #[test]
    fn the_kernels_fault_is_no_limit_of_the_device() {
        let trap = NativeOutcome::Trap("illegal address".to_owned());
        assert_eq!(of(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS), (trap, true));
        assert_eq!(of(CUresult::CUDA_ERROR_LAUNCH_TIMEOUT), (NativeOutcome::Timeout, true));
        let (outcome, sticky) = of(CUresult::CUDA_ERROR_INVALID_CLUSTER_SIZE);
        assert!(matches!(outcome, NativeOutcome::Unsupported(_)) && !sticky);
        let (outcome, sticky) = of(CUresult::CUDA_ERROR_ECC_UNCORRECTABLE);
        let NativeOutcome::DeviceFailure(what) = outcome else { panic!() };
        assert!(what.contains("cuStreamSynchronize: CUDA_ERROR_ECC_UNCORRECTABLE") && sticky);
        assert!(!of(CUresult::CUDA_ERROR_INVALID_VALUE).1);
    }
}
