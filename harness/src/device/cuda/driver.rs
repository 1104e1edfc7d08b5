//! The driver's handles, each a type that gives itself back.

#![allow(unsafe_code, reason = "the driver is a C library")]

use std::ffi::{CString, c_void};
use std::ptr::null_mut;

use cudarc::driver::sys::{
    self, CUcontext, CUdevice, CUdevice_attribute, CUdeviceptr, CUevent, CUfunction,
    CUfunction_attribute, CUjit_option, CUmodule, CUstream,
};

use super::error::{CudaError, check};

/// Room for what the driver's compiler says.
const LOG: usize = 8192;

/// The number of devices; the driver is ready afterwards.
pub(super) fn count() -> Result<i32, CudaError> {
    let mut count = 0;
    // SAFETY: `cuInit` takes an integer; `count` outlives the call that writes it.
    unsafe {
        check("cuInit", sys::cuInit(0))?;
        check("cuDeviceGetCount", sys::cuDeviceGetCount(&raw mut count))?;
    }
    Ok(count)
}

/// The version of CUDA that the driver has: 13000 is 13.0.
pub(super) fn version() -> Result<i32, CudaError> {
    let mut version = 0;
    // SAFETY: `version` outlives the call.
    unsafe { check("cuDriverGetVersion", sys::cuDriverGetVersion(&raw mut version))? };
    Ok(version)
}

/// A device's primary context, current on the thread that made it.
pub(super) struct Context {
    device: CUdevice,
}

impl Context {
    pub(super) fn new(ordinal: i32) -> Result<Self, CudaError> {
        let mut device: CUdevice = 0;
        let mut context: CUcontext = null_mut();
        // SAFETY: the driver is initialized (`count`); the variables outlive the calls.
        unsafe {
            check("cuDeviceGet", sys::cuDeviceGet(&raw mut device, ordinal))?;
            let retained = sys::cuDevicePrimaryCtxRetain(&raw mut context, device);
            check("cuDevicePrimaryCtxRetain", retained)?;
            let own = Context { device };
            check("cuCtxSetCurrent", sys::cuCtxSetCurrent(context))?;
            Ok(own)
        }
    }

    pub(super) fn name(&self) -> Result<String, CudaError> {
        let mut name = [0u8; 256];
        let (start, room) = (name.as_mut_ptr().cast(), name.len() as i32 - 1);
        // SAFETY: the driver writes at most `room` bytes; the last byte stays 0.
        unsafe { check("cuDeviceGetName", sys::cuDeviceGetName(start, room, self.device))? };
        let end = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
        Ok(String::from_utf8_lossy(&name[..end]).into_owned())
    }

    pub(super) fn attribute(&self, attribute: CUdevice_attribute) -> Result<i32, CudaError> {
        let mut value = 0;
        // SAFETY: `value` outlives the call.
        let code = unsafe { sys::cuDeviceGetAttribute(&raw mut value, attribute, self.device) };
        check("cuDeviceGetAttribute", code).map(|()| value)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: it was retained once in `new`.
        unsafe { sys::cuDevicePrimaryCtxRelease_v2(self.device) };
    }
}

/// A loaded module.
pub(super) struct Module {
    module: CUmodule,
}

impl Module {
    /// Loads a cubin, or compiles PTX. The error comes with what the driver's compiler said.
    pub(super) fn load(code: &[u8]) -> Result<Self, (CudaError, String)> {
        // PTX ends with a zero; a cubin knows its own length and one byte more does it no harm.
        let mut image = code.to_vec();
        image.push(0);
        let mut log = vec![0u8; LOG];
        let mut options = [
            CUjit_option::CU_JIT_ERROR_LOG_BUFFER,
            CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        ];
        let mut values: [*mut c_void; 2] = [log.as_mut_ptr().cast(), (LOG - 1) as *mut c_void];
        let mut module: CUmodule = null_mut();
        // SAFETY: two options and two values, as the driver is told; it writes at most `LOG - 1` bytes
        // to `log`, which, like `image`, outlives the call.
        let code = unsafe {
            sys::cuModuleLoadDataEx(
                &raw mut module,
                image.as_ptr().cast(),
                2,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        };
        match check("cuModuleLoadDataEx", code) {
            Ok(()) => Ok(Module { module }),
            Err(error) => {
                let end = log.iter().position(|byte| *byte == 0).unwrap_or(LOG);
                Err((error, String::from_utf8_lossy(&log[..end]).trim().to_owned()))
            }
        }
    }

    pub(super) fn function(&self, name: &str) -> Result<Function<'_>, CudaError> {
        // A name with a zero in it is in no module.
        let name = CString::new(name).unwrap_or_default();
        let mut function: CUfunction = null_mut();
        // SAFETY: the module is loaded; `name` ends with a zero; both outlive the call.
        let code =
            unsafe { sys::cuModuleGetFunction(&raw mut function, self.module, name.as_ptr()) };
        check("cuModuleGetFunction", code)?;
        Ok(Function { function, _module: self })
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: it was loaded in `load`, and no `Function` of it is left.
        unsafe { sys::cuModuleUnload(self.module) };
    }
}

/// A kernel of a module.
pub(super) struct Function<'a> {
    function: CUfunction,
    _module: &'a Module,
}

impl Function<'_> {
    pub(super) fn raw(&self) -> CUfunction {
        self.function
    }

    pub(super) fn get(&self, attribute: CUfunction_attribute) -> Result<i32, CudaError> {
        let mut value = 0;
        // SAFETY: the function's module is loaded; `value` outlives the call.
        let code = unsafe { sys::cuFuncGetAttribute(&raw mut value, attribute, self.function) };
        check("cuFuncGetAttribute", code).map(|()| value)
    }

    pub(super) fn set(&self, attribute: CUfunction_attribute, value: i32) -> Result<(), CudaError> {
        // SAFETY: the function's module is loaded.
        let code = unsafe { sys::cuFuncSetAttribute(self.function, attribute, value) };
        check("cuFuncSetAttribute", code)
    }
}

/// A stream.
pub(super) struct Stream {
    stream: CUstream,
}

impl Stream {
    pub(super) fn new() -> Result<Self, CudaError> {
        const NON_BLOCKING: u32 = 1;
        let mut stream: CUstream = null_mut();
        // SAFETY: a context is current; `stream` outlives the call.
        check("cuStreamCreate", unsafe { sys::cuStreamCreate(&raw mut stream, NON_BLOCKING) })?;
        Ok(Stream { stream })
    }

    pub(super) fn raw(&self) -> CUstream {
        self.stream
    }

    /// Starts copying `from` to the device.
    pub(super) fn upload(
        &self,
        to: &DeviceMemory,
        from: &HostMemory,
        size: usize,
    ) -> Result<(), CudaError> {
        assert!(size <= to.size && size <= from.size, "invariant: both were made large enough");
        // SAFETY: both hold `size` bytes. Their owner waits for the stream before it touches or frees
        // them.
        let code =
            unsafe { sys::cuMemcpyHtoDAsync_v2(to.address, from.start.cast(), size, self.stream) };
        check("cuMemcpyHtoDAsync", code)
    }

    /// Starts copying `from` to the host.
    pub(super) fn download(
        &self,
        to: &HostMemory,
        from: &DeviceMemory,
        size: usize,
    ) -> Result<(), CudaError> {
        assert!(size <= to.size && size <= from.size, "invariant: both were made large enough");
        // SAFETY: as in `upload`.
        let code =
            unsafe { sys::cuMemcpyDtoHAsync_v2(to.start.cast(), from.address, size, self.stream) };
        check("cuMemcpyDtoHAsync", code)
    }

    pub(super) fn record(&self, event: &Event) -> Result<(), CudaError> {
        // SAFETY: both are alive.
        check("cuEventRecord", unsafe { sys::cuEventRecord(event.event, self.stream) })
    }

    /// Waits for everything that was started.
    pub(super) fn wait(&self) -> Result<(), CudaError> {
        // SAFETY: the stream is alive.
        check("cuStreamSynchronize", unsafe { sys::cuStreamSynchronize(self.stream) })
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: it was made in `new`.
        unsafe { sys::cuStreamDestroy_v2(self.stream) };
    }
}

/// A point in time on a stream.
pub(super) struct Event {
    event: CUevent,
}

impl Event {
    pub(super) fn new() -> Result<Self, CudaError> {
        let mut event: CUevent = null_mut();
        // SAFETY: a context is current; `event` outlives the call.
        check("cuEventCreate", unsafe { sys::cuEventCreate(&raw mut event, 0) })?;
        Ok(Event { event })
    }

    /// Seconds from `self` to `end`, once both have passed.
    pub(super) fn seconds_to(&self, end: &Event) -> Result<f64, CudaError> {
        let mut milliseconds = 0f32;
        // SAFETY: both were recorded; `milliseconds` outlives the call.
        let code = unsafe { sys::cuEventElapsedTime(&raw mut milliseconds, self.event, end.event) };
        check("cuEventElapsedTime", code).map(|()| f64::from(milliseconds) / 1e3)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: it was made in `new`.
        unsafe { sys::cuEventDestroy_v2(self.event) };
    }
}

/// Memory of the device.
pub(super) struct DeviceMemory {
    address: CUdeviceptr,
    size: usize,
}

impl DeviceMemory {
    pub(super) fn new(size: usize) -> Result<Self, CudaError> {
        let mut address: CUdeviceptr = 0;
        // SAFETY: a context is current; `address` outlives the call.
        check("cuMemAlloc", unsafe { sys::cuMemAlloc_v2(&raw mut address, size) })?;
        Ok(DeviceMemory { address, size })
    }

    pub(super) fn address(&self) -> u64 {
        self.address
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }
}

impl Drop for DeviceMemory {
    fn drop(&mut self) {
        // SAFETY: it was allotted in `new`.
        unsafe { sys::cuMemFree_v2(self.address) };
    }
}

/// Memory of the host that the device copies from and to by itself.
pub(super) struct HostMemory {
    start: *mut u8,
    size: usize,
}

impl HostMemory {
    pub(super) fn new(size: usize) -> Result<Self, CudaError> {
        let mut start: *mut c_void = null_mut();
        // SAFETY: a context is current; `start` outlives the call.
        check("cuMemAllocHost", unsafe { sys::cuMemAllocHost_v2(&raw mut start, size) })?;
        // SAFETY: the driver has allotted `size` bytes there.
        unsafe { start.cast::<u8>().write_bytes(0, size) };
        Ok(HostMemory { start: start.cast(), size })
    }

    /// Its bytes; no copy may be under way.
    pub(super) fn bytes(&self) -> &[u8] {
        // SAFETY: `size` bytes were allotted and written in `new`.
        unsafe { std::slice::from_raw_parts(self.start, self.size) }
    }

    /// Its bytes; no copy may be under way.
    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `bytes`; nobody else has it.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.size) }
    }
}

impl Drop for HostMemory {
    fn drop(&mut self) {
        // SAFETY: it was allotted in `new`.
        unsafe { sys::cuMemFreeHost(self.start.cast()) };
    }
}
