//! Modules from SPIR-V, and the kernels in them.

use std::ffi::{CString, c_void};
use std::marker::PhantomData;
use std::ptr::{null, null_mut};
use std::rc::Rc;

use level_zero_sys as ze;

use super::error::{Refused, check};
use super::memory::{Context, log_refusal};
use crate::device::native::excerpt;

/// The first word of every SPIR-V module.
const MAGIC: [u8; 4] = 0x0723_0203_u32.to_le_bytes();

/// What IGC says, in small letters, where the device and not the module is the reason: `error: Double
/// type is not supported on this platform`, `error: total scratch space exceeds HW supported limit for
/// kernel ...`.
const LIMITS: &[&str] = &["not supported on this platform", "exceeds hw supported limit"];

/// Why there is no module.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum BuildFailure {
    /// What was given is no SPIR-V, or holds a zero byte where a C string is due. The driver's
    /// compiler ends the process over the first.
    #[error("not built: {0}")]
    Malformed(&'static str),
    /// The driver's compiler refused it.
    #[error("{refused}: {}", excerpt(.log))]
    Refused {
        /// The call.
        refused: Refused,
        /// All that the compiler said.
        log: String,
    },
}

impl BuildFailure {
    /// Whether the compiler says that the device, not the module, is the reason: in an error, for a
    /// warning refuses nothing.
    pub(super) fn is_a_limit(&self) -> bool {
        let BuildFailure::Refused { log, .. } = self else { return false };
        let log = log.to_lowercase();
        let mut errors = log.lines().filter(|line| line.contains("error"));
        errors.any(|line| LIMITS.iter().any(|words| line.contains(words)))
    }

    /// Whether it was the driver's compiler that refused a well-formed module.
    pub(super) fn is_the_compilers(&self) -> bool {
        matches!(self, BuildFailure::Refused { refused, .. }
        if matches!(
            refused.code,
            ze::ZE_RESULT_ERROR_MODULE_BUILD_FAILURE | ze::ZE_RESULT_ERROR_MODULE_LINK_FAILURE
        ))
    }
}

/// Code that was compiled for the device.
pub(super) struct Module {
    context: Rc<Context>,
    raw: ze::ze_module_handle_t,
}

impl Module {
    /// Compiles SPIR-V with the driver's compiler.
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    pub(super) fn build(
        context: &Rc<Context>,
        code: &[u8],
        flags: &str,
    ) -> Result<Self, BuildFailure> {
        if !code.starts_with(&MAGIC) || !code.len().is_multiple_of(4) {
            return Err(BuildFailure::Malformed("the module is not SPIR-V"));
        }
        let flags = CString::new(flags)
            .map_err(|_| BuildFailure::Malformed("the build flags hold a zero byte"))?;
        let desc = ze::ze_module_desc_t {
            stype: ze::ZE_STRUCTURE_TYPE_MODULE_DESC,
            format: ze::ZE_MODULE_FORMAT_IL_SPIRV,
            inputSize: code.len(),
            pInputModule: code.as_ptr(),
            pBuildFlags: flags.as_ptr(),
            ..Default::default()
        };
        let (mut raw, mut log) = (null_mut(), null_mut());
        let device = context.device;
        // SAFETY: context and device are valid; descriptor, code and results outlive the call.
        let result = check("zeModuleCreate", unsafe {
            device.api.zeModuleCreate(context.handle, device.handle, &desc, &mut raw, &mut log)
        });
        let log = take_log(context, log);
        match result {
            Ok(()) => Ok(Module { context: Rc::clone(context), raw }),
            Err(refused) => Err(BuildFailure::Refused { refused, log }),
        }
    }

    /// The kernel of that name.
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    pub(super) fn kernel(&self, name: &str) -> Result<Kernel<'_>, Refused> {
        const CALL: &str = "zeKernelCreate";
        let name = CString::new(name)
            .map_err(|_| Refused { call: CALL, code: ze::ZE_RESULT_ERROR_INVALID_KERNEL_NAME })?;
        let desc = ze::ze_kernel_desc_t {
            stype: ze::ZE_STRUCTURE_TYPE_KERNEL_DESC,
            pKernelName: name.as_ptr(),
            ..Default::default()
        };
        let mut raw = null_mut();
        let api = self.context.device.api;
        // SAFETY: the module is valid; descriptor, name and result outlive the call.
        check(CALL, unsafe { api.zeKernelCreate(self.raw, &desc, &mut raw) })?;
        Ok(Kernel { context: Rc::clone(&self.context), raw, module: PhantomData })
    }
}

impl Drop for Module {
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    fn drop(&mut self) {
        // SAFETY: its kernels borrow it, so they are gone.
        let code = unsafe { self.context.device.api.zeModuleDestroy(self.raw) };
        log_refusal("zeModuleDestroy", code);
    }
}

/// The text of a build log, which is destroyed.
#[allow(unsafe_code, reason = "calls into the Level Zero loader")]
fn take_log(context: &Context, log: ze::ze_module_build_log_handle_t) -> String {
    if log.is_null() {
        return String::new();
    }
    let api = context.device.api;
    let mut size = 0;
    // SAFETY: the log is valid; with no room the call only counts.
    let counted = unsafe { api.zeModuleBuildLogGetString(log, &mut size, null_mut()) };
    let mut text = vec![0_u8; size];
    if counted == ze::ZE_RESULT_SUCCESS && size > 0 {
        // SAFETY: there is room for `size` characters.
        let code =
            unsafe { api.zeModuleBuildLogGetString(log, &mut size, text.as_mut_ptr().cast()) };
        log_refusal("zeModuleBuildLogGetString", code);
    }
    // SAFETY: valid, and not used after.
    log_refusal("zeModuleBuildLogDestroy", unsafe { api.zeModuleBuildLogDestroy(log) });
    let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
    String::from_utf8_lossy(text).trim().to_owned()
}

/// What a kernel needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs {
    /// Its arguments, local memory that the launch allots included.
    pub(super) arguments: u32,
    /// Bytes of local memory that it declares itself.
    pub(super) local: u32,
    /// Bytes of registers that were spilled.
    pub(super) spills: u32,
    /// Lanes of a subgroup, zero if it does not say.
    pub(super) subgroup: u32,
}

/// A kernel, with the arguments of its next launch.
pub(super) struct Kernel<'m> {
    context: Rc<Context>,
    raw: ze::ze_kernel_handle_t,
    module: PhantomData<&'m Module>,
}

impl Drop for Kernel<'_> {
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    fn drop(&mut self) {
        // SAFETY: its module is still there, and no list that launches it runs.
        let code = unsafe { self.context.device.api.zeKernelDestroy(self.raw) };
        log_refusal("zeKernelDestroy", code);
    }
}

impl Kernel<'_> {
    /// The handle, for a list that launches it.
    pub(super) fn raw(&self) -> ze::ze_kernel_handle_t {
        self.raw
    }

    /// What it needs.
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    pub(super) fn needs(&self) -> Result<Needs, Refused> {
        let mut properties = ze::ze_kernel_properties_t {
            stype: ze::ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES,
            ..Default::default()
        };
        // SAFETY: the kernel is valid, and the structure bears its type.
        check("zeKernelGetProperties", unsafe {
            self.context.device.api.zeKernelGetProperties(self.raw, &mut properties)
        })?;
        Ok(Needs {
            arguments: properties.numKernelArgs,
            local: properties.localMemSize,
            spills: properties.spillMemSize,
            subgroup: properties.requiredSubgroupSize,
        })
    }

    /// Groups of that many threads. Pointers in memory may be followed, too: a descriptor holds one.
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    pub(super) fn set_group(&self, threads: u32) -> Result<(), Refused> {
        let api = self.context.device.api;
        // SAFETY: the kernel is valid; both calls take numbers only.
        unsafe {
            check("zeKernelSetGroupSize", api.zeKernelSetGroupSize(self.raw, threads, 1, 1))?;
            check(
                "zeKernelSetIndirectAccess",
                api.zeKernelSetIndirectAccess(self.raw, ze::ZE_KERNEL_INDIRECT_ACCESS_FLAG_DEVICE),
            )
        }
    }

    /// Groups that can run at once.
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    pub(super) fn concurrent_groups(&self) -> Result<u32, Refused> {
        let mut count = 0;
        // SAFETY: the kernel is valid and has its group size.
        check("zeKernelSuggestMaxCooperativeGroupCount", unsafe {
            let api = self.context.device.api;
            api.zeKernelSuggestMaxCooperativeGroupCount(self.raw, &mut count)
        })?;
        Ok(count)
    }

    /// Passes an address of the device, or a null pointer.
    pub(super) fn set_pointer(&self, index: u32, address: Option<u64>) -> Result<(), Refused> {
        match address {
            Some(address) => self.set_bytes(index, &address.to_ne_bytes()),
            None => self.set(index, size_of::<u64>(), null()),
        }
    }

    /// Passes a value.
    pub(super) fn set_bytes(&self, index: u32, bytes: &[u8]) -> Result<(), Refused> {
        self.set(index, bytes.len(), bytes.as_ptr().cast())
    }

    /// Has the launch allot local memory of that many bytes.
    pub(super) fn set_local(&self, index: u32, bytes: usize) -> Result<(), Refused> {
        self.set(index, bytes, null())
    }

    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    fn set(&self, index: u32, len: usize, value: *const c_void) -> Result<(), Refused> {
        let api = self.context.device.api;
        // SAFETY: the kernel is valid; `value` is null or points to `len` bytes, which are copied.
        check("zeKernelSetArgumentValue", unsafe {
            api.zeKernelSetArgumentValue(self.raw, index, len, value)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(log: &str) -> BuildFailure {
        let code = ze::ZE_RESULT_ERROR_MODULE_BUILD_FAILURE;
        let refused = Refused { call: "zeModuleCreate", code };
        BuildFailure::Refused { refused, log: log.to_owned() }
    }

    #[test]
    fn limits_are_found_wherever_the_log_tells_them() {
        let warnings = "warning: a loop was not unrolled\n".repeat(500);
        for limit in [
            "error: Double type is not supported on this platform.",
            "error: total scratch space exceeds HW supported limit for kernel k: 275200 bytes \
             (max permitted PTSS 262144 bytes)",
        ] {
            let failure = failure(&format!("{warnings}{limit}\n{warnings}"));
            assert!(failure.is_a_limit() && failure.is_the_compilers(), "{limit}");
        }
        assert!(!failure("error: undefined reference to `f`").is_a_limit());
        let warned = "warning: kernel k uses 4096 bytes of scratch space\n\
                      warning: half the threads: scratch space exceeds HW supported limit\n\
                      error: internal compiler error";
        assert!(!failure(warned).is_a_limit());
        assert!(!BuildFailure::Malformed("the module is not SPIR-V").is_a_limit());
    }

    #[test]
    fn the_error_at_the_end_of_a_long_log_is_told() {
        let warnings = "warning: a loop was not unrolled\n".repeat(500);
        let told = failure(&format!("{warnings}internal compiler error")).to_string();
        assert!(told.starts_with("zeModuleCreate: module build failure: warning"), "{told}");
        assert!(told.ends_with("internal compiler error") && told.len() < 2500, "{told}");
    }
}
