//! A queue with one command list and one fence: fill the list, run it, wait.

use std::ptr::null_mut;
use std::rc::Rc;
use std::time::Duration;

use level_zero_sys as ze;

use super::error::{Refused, check};
use super::memory::{Context, DeviceMemory, HostMemory, log_refusal};
use super::module::Kernel;

/// How a list that was run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// All its commands were executed.
    Finished,
    /// Not within the time allowed. What it uses must not be freed any more.
    Timeout,
}

/// A queue of commands. The fields are dropped in order: a fence before the queue that it is of.
pub(super) struct Queue {
    fence: Fence,
    list: List,
    handle: Handle,
    /// Whether it takes cooperative launches.
    pub(super) cooperative: bool,
}

/// The queue itself.
struct Handle {
    context: Rc<Context>,
    raw: ze::ze_command_queue_handle_t,
}

impl Drop for Handle {
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    fn drop(&mut self) {
        // SAFETY: its lists have ended: a session with a list that has not is never dropped.
        let code = unsafe { self.context.device.api.zeCommandQueueDestroy(self.raw) };
        log_refusal("zeCommandQueueDestroy", code);
    }
}

/// The fence that a run signals.
struct Fence {
    context: Rc<Context>,
    raw: ze::ze_fence_handle_t,
}

impl Drop for Fence {
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    fn drop(&mut self) {
        // SAFETY: made from a queue that is dropped after it.
        let code = unsafe { self.context.device.api.zeFenceDestroy(self.raw) };
        log_refusal("zeFenceDestroy", code);
    }
}

/// Commands that are being put together. Each waits for the one before.
pub(super) struct List {
    context: Rc<Context>,
    raw: ze::ze_command_list_handle_t,
}

impl Drop for List {
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    fn drop(&mut self) {
        // SAFETY: it does not run any more: a session with a list that does is never dropped.
        let code = unsafe { self.context.device.api.zeCommandListDestroy(self.raw) };
        log_refusal("zeCommandListDestroy", code);
    }
}

impl Queue {
    /// Makes one in the group `ordinal` of the device's queues.
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    pub(super) fn create(
        context: &Rc<Context>,
        ordinal: u32,
        cooperative: bool,
    ) -> Result<Self, Refused> {
        let (api, device) = (context.device.api, context.device.handle);
        let desc = ze::ze_command_queue_desc_t {
            stype: ze::ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
            ordinal,
            mode: ze::ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
            ..Default::default()
        };
        let mut raw = null_mut();
        // SAFETY: context and device are valid; descriptor and result outlive the call.
        check("zeCommandQueueCreate", unsafe {
            api.zeCommandQueueCreate(context.handle, device, &desc, &mut raw)
        })?;
        let handle = Handle { context: Rc::clone(context), raw };
        let desc = ze::ze_command_list_desc_t {
            stype: ze::ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC,
            commandQueueGroupOrdinal: ordinal,
            ..Default::default()
        };
        let mut raw = null_mut();
        // SAFETY: as above.
        check("zeCommandListCreate", unsafe {
            api.zeCommandListCreate(context.handle, device, &desc, &mut raw)
        })?;
        let list = List { context: Rc::clone(context), raw };
        let desc =
            ze::ze_fence_desc_t { stype: ze::ZE_STRUCTURE_TYPE_FENCE_DESC, ..Default::default() };
        let mut raw = null_mut();
        // SAFETY: the queue is valid; descriptor and result outlive the call.
        check("zeFenceCreate", unsafe { api.zeFenceCreate(handle.raw, &desc, &mut raw) })?;
        let fence = Fence { context: Rc::clone(context), raw };
        Ok(Queue { fence, list, handle, cooperative })
    }

    /// Runs the commands that `fill` appends, and waits for them.
    ///
    /// # Errors
    /// When a call is refused. Whatever `fill` appended has then not been run, unless it is the wait
    /// that was refused: a lost device.
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    pub(super) fn run(
        &mut self,
        limit: Duration,
        fill: impl FnOnce(&List) -> Result<(), Refused>,
    ) -> Result<Ended, Refused> {
        let api = self.handle.context.device.api;
        // SAFETY: the list is valid and does not run.
        check("zeCommandListReset", unsafe { api.zeCommandListReset(self.list.raw) })?;
        fill(&self.list)?;
        // SAFETY: list, queue and fence are valid; what the commands use outlives them, since this
        // function waits for their end and what has not ended is never freed.
        unsafe {
            check("zeCommandListClose", api.zeCommandListClose(self.list.raw))?;
            check("zeFenceReset", api.zeFenceReset(self.fence.raw))?;
            check(
                "zeCommandQueueExecuteCommandLists",
                api.zeCommandQueueExecuteCommandLists(
                    self.handle.raw,
                    1,
                    &mut self.list.raw,
                    self.fence.raw,
                ),
            )?;
        }
        // The greatest value means for ever, and zero means not at all.
        let limit = u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX).clamp(1, u64::MAX - 1);
        // SAFETY: the fence is valid.
        let code = unsafe { api.zeFenceHostSynchronize(self.fence.raw, limit) };
        if code == ze::ZE_RESULT_NOT_READY {
            return Ok(Ended::Timeout);
        }
        check("zeFenceHostSynchronize", code)?;
        Ok(Ended::Finished)
    }
}

impl List {
    /// Copies the first `len` bytes to the device.
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    pub(super) fn upload(
        &self,
        to: &DeviceMemory,
        from: &HostMemory,
        len: usize,
    ) -> Result<(), Refused> {
        assert!(len <= to.len() && len <= from.bytes().len(), "both have {len} bytes");
        // SAFETY: both have `len` bytes; `Queue::run` waits for the copy.
        unsafe { self.copy(to.start(), from.start(), len) }
    }

    /// Copies the first `len` bytes from the device.
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    pub(super) fn download(
        &self,
        to: &mut HostMemory,
        from: &DeviceMemory,
        len: usize,
    ) -> Result<(), Refused> {
        assert!(len <= from.len() && len <= to.bytes().len(), "both have {len} bytes");
        // SAFETY: both have `len` bytes; `Queue::run` waits for the copy.
        unsafe { self.copy(to.start(), from.start(), len) }
    }

    /// Appends a copy.
    ///
    /// # Safety
    /// Both ranges must have `len` bytes until the list has ended.
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    unsafe fn copy(
        &self,
        to: *mut std::ffi::c_void,
        from: *const std::ffi::c_void,
        len: usize,
    ) -> Result<(), Refused> {
        let api = self.context.device.api;
        // SAFETY: the list is valid and open; the caller answers for the ranges.
        check("zeCommandListAppendMemoryCopy", unsafe {
            api.zeCommandListAppendMemoryCopy(self.raw, to, from, len, null_mut(), 0, null_mut())
        })?;
        // SAFETY: the list is valid and open.
        check("zeCommandListAppendBarrier", unsafe {
            api.zeCommandListAppendBarrier(self.raw, null_mut(), 0, null_mut())
        })
    }

    /// Launches a kernel whose arguments and group size are set.
    #[allow(unsafe_code, reason = "calls into the Level Zero loader")]
    pub(super) fn launch(
        &self,
        kernel: &Kernel<'_>,
        grid: [u32; 3],
        cooperative: bool,
    ) -> Result<(), Refused> {
        let api = self.context.device.api;
        let [x, y, z] = grid;
        let count = ze::ze_group_count_t { groupCountX: x, groupCountY: y, groupCountZ: z };
        let (list, kernel) = (self.raw, kernel.raw());
        if cooperative {
            // SAFETY: list and kernel are valid; the list takes a copy of count and arguments.
            return check("zeCommandListAppendLaunchCooperativeKernel", unsafe {
                api.zeCommandListAppendLaunchCooperativeKernel(
                    list,
                    kernel,
                    &count,
                    null_mut(),
                    0,
                    null_mut(),
                )
            });
        }
        // SAFETY: as above.
        check("zeCommandListAppendLaunchKernel", unsafe {
            api.zeCommandListAppendLaunchKernel(list, kernel, &count, null_mut(), 0, null_mut())
        })
    }
}
