//! Memory that host and device see at one address, kept from launch to launch.

#![expect(unsafe_code, reason = "calls OpenCL")]

use std::ffi::c_void;
use std::ptr::NonNull;

use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::memory::{CL_MEM_READ_WRITE, svm_alloc, svm_free};
use opencl3::types::{CL_BLOCKING, cl_context};

use crate::device::native::ALIGNED;

/// What runtimes align at most: the size of the largest vector.
const VECTOR: u32 = 128;

/// One allocation.
pub(super) struct Memory {
    context: cl_context,
    base: NonNull<c_void>,
    size: usize,
}

impl Memory {
    /// Allots room for `size` bytes from the first multiple of [`ALIGNED`] on. `context` must
    /// outlive it.
    pub(super) fn new(context: &Context, size: usize) -> opencl3::Result<Self> {
        let context = context.get();
        // SAFETY: the context is alive; the size is not 0.
        let base = unsafe { svm_alloc(context, CL_MEM_READ_WRITE, size + ALIGNED, VECTOR) }?;
        let base = NonNull::new(base).expect("invariant: a null pointer is an error");
        Ok(Memory { context, base, size })
    }

    /// Bytes that fit.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The address of byte `offset`.
    pub(super) fn at(&self, offset: usize) -> *mut c_void {
        let start = self.base.as_ptr();
        let padding = (start as usize).next_multiple_of(ALIGNED) - start as usize;
        start.wrapping_byte_add(padding + offset)
    }

    /// Copies `image` to the start.
    pub(super) fn write(&mut self, queue: &CommandQueue, image: &[u8]) -> opencl3::Result<()> {
        assert!(image.len() <= self.size, "invariant: the memory was made for this launch");
        let from = image.as_ptr().cast();
        // SAFETY: both ranges are valid for the length, and the call returns when it is done.
        unsafe {
            queue.enqueue_svm_mem_cpy(CL_BLOCKING, self.at(0), from, image.len(), &[])?;
        }
        Ok(())
    }

    /// Copies the start to `image`.
    pub(super) fn read(&self, queue: &CommandQueue, image: &mut [u8]) -> opencl3::Result<()> {
        assert!(image.len() <= self.size, "invariant: the memory was made for this launch");
        let to = image.as_mut_ptr().cast();
        // SAFETY: both ranges are valid for the length, and the call returns when it is done.
        unsafe {
            queue.enqueue_svm_mem_cpy(CL_BLOCKING, to, self.at(0), image.len(), &[])?;
        }
        Ok(())
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: it was allotted in this context, and no command uses it: every copy and launch is
        // waited for. Nothing can be done about an error.
        let _ = unsafe { svm_free(self.context, self.base.as_ptr()) };
    }
}
