//! A context, and the memory that belongs to it.

use std::ffi::c_void;
use std::ptr::null_mut;
use std::rc::Rc;

use level_zero_sys as ze;

use super::driver::Device;
use super::error::{Refused, check};

/// Alignment of every allocation: addresses of buffers are counted from a multiple of 256.
const ALIGNMENT: usize = 256;

/// A context on one device. What it hands out keeps it alive.
pub(super) struct Context {
    /// The device that it is for.
    pub(super) device: Device,
    /// The handle.
    pub(super) handle: ze::ze_context_handle_t,
}

impl Context {
    /// Makes one.
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    pub(super) fn create(device: Device) -> Result<Rc<Self>, Refused> {
        let desc = ze::ze_context_desc_t {
            stype: ze::ZE_STRUCTURE_TYPE_CONTEXT_DESC,
            ..Default::default()
        };
        let mut handle = null_mut();
        // SAFETY: the driver's handle is valid; descriptor and result outlive the call.
        check("zeContextCreate", unsafe {
            device.api.zeContextCreate(device.driver, &desc, &mut handle)
        })?;
        Ok(Rc::new(Context { device, handle }))
    }
}

impl Drop for Context {
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    fn drop(&mut self) {
        // SAFETY: everything made from it holds a reference to it, so it is the last to go.
        let code = unsafe { self.device.api.zeContextDestroy(self.handle) };
        log_refusal("zeContextDestroy", code);
    }
}

/// Logs what cannot be answered: a destructor has no result.
pub(super) fn log_refusal(call: &'static str, code: ze::ze_result_t) {
    if let Err(refused) = check(call, code) {
        log::warn!("{refused}");
    }
}

/// Memory of a context, freed with it.
struct Allocation {
    context: Rc<Context>,
    start: *mut c_void,
    len: usize,
}

impl Drop for Allocation {
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    fn drop(&mut self) {
        // SAFETY: allocated from this context, freed once. A session that may still use it on the
        // device is not dropped.
        let code = unsafe { self.context.device.api.zeMemFree(self.context.handle, self.start) };
        log_refusal("zeMemFree", code);
    }
}

/// Memory of the device, which the host cannot read.
pub(super) struct DeviceMemory(Allocation);

impl DeviceMemory {
    /// Allocates that many bytes, at least one.
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    pub(super) fn allocate(context: &Rc<Context>, len: usize) -> Result<Self, Refused> {
        let desc = ze::ze_device_mem_alloc_desc_t {
            stype: ze::ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC,
            ..Default::default()
        };
        let device = context.device;
        let mut start = null_mut();
        // SAFETY: context and device are valid; descriptor and result outlive the call.
        check("zeMemAllocDevice", unsafe {
            device.api.zeMemAllocDevice(
                context.handle,
                &desc,
                len.max(1),
                ALIGNMENT,
                device.handle,
                &mut start,
            )
        })?;
        Ok(DeviceMemory(Allocation { context: Rc::clone(context), start, len }))
    }

    /// Its size.
    pub(super) fn len(&self) -> usize {
        self.0.len
    }

    /// The device's address of its first byte.
    pub(super) fn address(&self) -> u64 {
        self.0.start as u64
    }

    /// The same for the calls that copy.
    pub(super) fn start(&self) -> *mut c_void {
        self.0.start
    }
}

/// Memory of the host that the device can copy from and to at once.
pub(super) struct HostMemory(Allocation);

impl HostMemory {
    /// Allocates that many bytes, zeroed.
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    pub(super) fn allocate(context: &Rc<Context>, len: usize) -> Result<Self, Refused> {
        let desc = ze::ze_host_mem_alloc_desc_t {
            stype: ze::ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC,
            ..Default::default()
        };
        let api = context.device.api;
        let mut start = null_mut();
        // SAFETY: the context is valid; descriptor and result outlive the call.
        check("zeMemAllocHost", unsafe {
            api.zeMemAllocHost(context.handle, &desc, len.max(1), ALIGNMENT, &mut start)
        })?;
        // SAFETY: the allocation has at least `len` bytes, and is nobody else's yet.
        unsafe { start.cast::<u8>().write_bytes(0, len) };
        Ok(HostMemory(Allocation { context: Rc::clone(context), start, len }))
    }

    /// Its bytes. The device must not be copying to them.
    #[allow(unsafe_code, reason = "memory of the driver is read in place")]
    pub(super) fn bytes(&self) -> &[u8] {
        // SAFETY: `len` bytes, initialized when allocated, and alive as long as `self`. Every copy
        // has ended when the queue's `run` returns; if it has not, the session is not used again.
        unsafe { std::slice::from_raw_parts(self.0.start.cast::<u8>(), self.0.len) }
    }

    /// The same to write to.
    #[allow(unsafe_code, reason = "memory of the driver is written in place")]
    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and `self` is borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.0.start.cast::<u8>(), self.0.len) }
    }

    /// The same for the calls that copy.
    pub(super) fn start(&self) -> *mut c_void {
        self.0.start
    }
}
