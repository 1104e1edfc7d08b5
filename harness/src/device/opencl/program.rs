//! A module built for a device, and its kernel.

#![expect(unsafe_code, reason = "calls OpenCL")]

use std::ffi::{CStr, CString, c_void};
use std::ptr::{null, null_mut};

use opencl3::context::Context;
use opencl3::error_codes::{
    CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES, ClError,
};
use opencl3::kernel::{
    CL_KERNEL_NUM_ARGS, create_kernel, get_kernel_info, release_kernel, set_kernel_arg,
    set_kernel_arg_svm_pointer,
};
use opencl3::program::{
    CL_PROGRAM_BUILD_LOG, build_program, compile_program, create_program_with_il,
    create_program_with_source, get_program_build_info, link_program, release_program,
};
use opencl3::types::{cl_device_id, cl_kernel, cl_program};

use super::spirv::{Module, definitions, for_cpu, refused};
use crate::device::native::{NativeOutcome, excerpt};

/// Flags that choose registers of a GPU.
const GPU_FLAGS: &str = "-cl-intel-";

/// A program, released with this.
struct Program(cl_program);

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: made by OpenCL and released once. Nothing can be done about an error.
        let _ = unsafe { release_program(self.0) };
    }
}

/// A kernel, and the program that it is of.
pub(super) struct Kernel {
    kernel: cl_kernel,
    _program: Program,
}

impl Drop for Kernel {
    fn drop(&mut self) {
        // SAFETY: made by OpenCL and released once. Nothing can be done about an error.
        let _ = unsafe { release_kernel(self.kernel) };
    }
}

/// Builds `code` and takes its kernel `entry`.
///
/// # Errors
/// What the launch is to end with: a build that fails says nothing of the kernel's results.
pub(super) fn kernel(
    context: &Context,
    cpu: bool,
    code: &[u8],
    entry: &str,
    flags: &str,
) -> Result<Kernel, NativeOutcome> {
    let failed = |text: String| NativeOutcome::DeviceFailure(text);
    let module = Module::read(code).map_err(|error| failed(error.to_string()))?;
    let flags = flags.split_whitespace().filter(|flag| !cpu || !flag.starts_with(GPU_FLAGS));
    let flags = CString::new(flags.collect::<Vec<_>>().join(" "))
        .map_err(|_| failed("a build flag has a null character".to_owned()))?;
    let entry = CString::new(entry)
        .map_err(|_| failed("the kernel's name has a null character".to_owned()))?;
    let program = if cpu {
        if let Some(name) = refused(&module) {
            return Err(NativeOutcome::Unsupported(format!("capability {name}")));
        }
        let missing = definitions(&module)
            .map_err(|name| NativeOutcome::Unsupported(format!("built-in {name}")))?;
        let il = for_cpu(&module).bytes();
        match missing {
            None => build(context, &il, &flags),
            Some(source) => link(context, &il, &source, &flags),
        }
    } else {
        build(context, code, &flags)
    }?;
    let kernel = create_kernel(program.0, &entry)
        .map_err(|error| unmade("the kernel is not there", error, ""))?;
    Ok(Kernel { kernel, _program: program })
}

/// Builds a module that is whole.
fn build(context: &Context, il: &[u8], flags: &CStr) -> Result<Program, NativeOutcome> {
    let program = loaded(context, il)?;
    build_program(program.0, context.devices(), flags, None, null_mut())
        .map_err(|error| told("build", error, &program, context.default_device()))?;
    Ok(program)
}

/// Builds a module together with the functions that it lacks.
fn link(
    context: &Context,
    il: &[u8],
    source: &str,
    flags: &CStr,
) -> Result<Program, NativeOutcome> {
    let library = create_program_with_source(context.get(), &[source])
        .map(Program)
        .map_err(|error| unmade("the built-ins' source is refused", error, ""))?;
    let module = loaded(context, il)?;
    for program in [&library, &module] {
        compile_program(program.0, context.devices(), flags, &[], &[], None, null_mut())
            .map_err(|error| told("compilation", error, program, context.default_device()))?;
    }
    let parts = [module.0, library.0];
    // SAFETY: both programs are compiled, in this context and for its devices.
    let linked =
        unsafe { link_program(context.get(), context.devices(), c"", &parts, None, null_mut()) };
    linked.map(Program).map_err(|error| unmade("linking failed", error, ""))
}

fn loaded(context: &Context, il: &[u8]) -> Result<Program, NativeOutcome> {
    create_program_with_il(context.get(), il)
        .map(Program)
        .map_err(|error| unmade("the module is refused", error, ""))
}

/// A build that failed, with its log.
fn told(what: &str, error: i32, program: &Program, device: cl_device_id) -> NativeOutcome {
    let log: String = get_program_build_info(program.0, device, CL_PROGRAM_BUILD_LOG)
        .map_or_else(|_| "no log".to_owned(), String::from);
    unmade(&format!("{what} failed"), error, &log)
}

/// A call on the way to a kernel that failed: the driver ran out of something, or it says nothing of
/// the kernel.
fn unmade(what: &str, error: i32, log: &str) -> NativeOutcome {
    let text = format!("{what}: {}\n{}", ClError(error), excerpt(log));
    let text = text.trim_end().to_owned();
    match is_limit(error) {
        true => NativeOutcome::Unsupported(text),
        false => NativeOutcome::DeviceFailure(text),
    }
}

/// Whether a driver returns that where it runs out of something.
pub(super) fn is_limit(code: i32) -> bool {
    matches!(code, CL_MEM_OBJECT_ALLOCATION_FAILURE | CL_OUT_OF_HOST_MEMORY | CL_OUT_OF_RESOURCES)
}

impl Kernel {
    /// The kernel's handle, alive as long as this.
    pub(super) fn handle(&self) -> cl_kernel {
        self.kernel
    }

    /// How many parameters it has.
    pub(super) fn parameters(&self) -> opencl3::Result<u32> {
        Ok(get_kernel_info(self.kernel, CL_KERNEL_NUM_ARGS)?.into())
    }

    /// Passes a value, of the parameter's size.
    pub(super) fn pass_value(&self, index: u32, bytes: &[u8]) -> opencl3::Result<()> {
        let value = bytes.as_ptr().cast();
        // SAFETY: the value is copied before the call returns, and its size is checked by it.
        Ok(unsafe { set_kernel_arg(self.kernel, index, bytes.len(), value) }?)
    }

    /// Passes a null pointer.
    pub(super) fn pass_null(&self, index: u32) -> opencl3::Result<()> {
        // SAFETY: a pointer parameter may be null, which no value says.
        Ok(unsafe { set_kernel_arg(self.kernel, index, size_of::<*const c_void>(), null()) }?)
    }

    /// Passes local memory of so many bytes.
    pub(super) fn pass_local(&self, index: u32, bytes: usize) -> opencl3::Result<()> {
        // SAFETY: local memory has a size and no value.
        Ok(unsafe { set_kernel_arg(self.kernel, index, bytes, null()) }?)
    }

    /// Passes an address in shared virtual memory of this context.
    pub(super) fn pass_address(&self, index: u32, address: *const c_void) -> opencl3::Result<()> {
        // SAFETY: the address is in an allocation that outlives the launch.
        Ok(unsafe { set_kernel_arg_svm_pointer(self.kernel, index, address) }?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_driver_runs_out_of_is_its_limit() {
        let limit = unmade("build failed", CL_OUT_OF_HOST_MEMORY, "the log\0");
        let told = "build failed: CL_OUT_OF_HOST_MEMORY\nthe log".to_owned();
        assert_eq!(limit, NativeOutcome::Unsupported(told));
        const BUILD_PROGRAM_FAILURE: i32 = -11;
        let failure = unmade("build failed", BUILD_PROGRAM_FAILURE, "");
        let told = "build failed: CL_BUILD_PROGRAM_FAILURE".to_owned();
        assert_eq!(failure, NativeOutcome::DeviceFailure(told));
    }
}
