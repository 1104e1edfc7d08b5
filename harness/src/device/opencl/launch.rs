//! One launch: memory as described, the kernel as often as asked, and what memory holds then.

#![expect(unsafe_code, reason = "calls OpenCL")]

use std::ptr::null;
use std::time::Instant;

use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::error_codes::{CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE, ClError};

use super::memory::Memory;
use super::program::{Kernel, is_limit, kernel};
use super::runtime::Runtime;
use crate::device::native::{
    CodeKind, NativeArgument, NativeLaunch, NativeOutcome, NativeResult, Placement, Seen,
};

/// A device that is ready for launches. The order is that in which they must go.
pub(super) struct Session {
    memory: Option<Memory>,
    queue: CommandQueue,
    context: Context,
    runtime: Runtime,
    /// Whether a launch began and did not end well: what it used may be in use still.
    broken: bool,
}

impl Session {
    /// Makes a queue.
    pub(super) fn open(runtime: Runtime) -> opencl3::Result<Self> {
        let context = Context::from_device(&runtime.device)?;
        let queue = CommandQueue::create_default_with_properties(&context, 0, 0)?;
        // That there is memory at fixed addresses is known only once there is some.
        let memory = Some(Memory::new(&context, 1 << 20)?);
        Ok(Session { memory, queue, context, runtime, broken: false })
    }

    /// Whether nothing can be launched any more.
    pub(super) fn is_broken(&self) -> bool {
        self.broken
    }

    /// Runs a launch to its end.
    pub(super) fn launch(
        &mut self,
        launch: &NativeLaunch,
        ready: &mut dyn FnMut(),
    ) -> NativeResult {
        let mut seconds = f64::INFINITY;
        let outcome = self.run(launch, ready, &mut seconds).unwrap_or_else(|outcome| outcome);
        NativeResult { outcome, seconds: if seconds.is_finite() { seconds } else { 0.0 } }
    }

    fn run(
        &mut self,
        launch: &NativeLaunch,
        ready: &mut dyn FnMut(),
        seconds: &mut f64,
    ) -> Result<NativeOutcome, NativeOutcome> {
        self.fits(launch)?;
        let placement = Placement::new(launch);
        self.make_room(placement.size())?;
        let built = kernel(
            &self.context,
            self.runtime.cpu,
            &launch.code,
            &launch.entry,
            &launch.build_flags,
        )?;
        let Session { memory: Some(memory), queue, broken, .. } = self else {
            unreachable!("invariant: room was made")
        };
        pass(&built, launch, &placement, memory)?;
        let mut before = vec![0; placement.size()];
        placement.fill(launch, &mut before);
        let (mut first, mut after) = (Vec::new(), vec![0; placement.size()]);
        let mut seen = Seen::new(launch, &placement);
        ready();
        *broken = true;
        for repeat in 0..launch.repeats.max(1) {
            memory.write(queue, &before).map_err(|error| refused("a copy", &error))?;
            *seconds = seconds.min(execute(queue, &built, launch)?);
            memory.read(queue, &mut after).map_err(|error| stopped(&error))?;
            if repeat == 0 {
                first.clone_from(&after);
            }
            seen.take(&before, &first, &after);
        }
        *broken = false;
        Ok(seen.finished(&first))
    }

    /// What the device cannot hold.
    fn fits(&self, launch: &NativeLaunch) -> Result<(), NativeOutcome> {
        let lacks = |text: String| Err(NativeOutcome::Unsupported(text));
        if launch.kind != CodeKind::Spirv {
            return lacks(format!("{:?} code", launch.kind));
        }
        if launch.num_ctas > 1 || launch.cooperative {
            return lacks("clusters or cooperative launches".to_owned());
        }
        let device = &self.runtime.device;
        let failed = |error| refused("the device's limits", &error);
        let most = device.max_work_group_size().map_err(failed)?;
        if launch.threads as usize > most {
            return lacks(format!("work-groups of {}, of at most {most}", launch.threads));
        }
        let local = launch.arguments.iter().map(|argument| match argument {
            NativeArgument::Local(bytes) => *bytes,
            _ => 0,
        });
        let (local, most) = (local.sum::<u64>(), device.local_mem_size().map_err(failed)?);
        if local > most {
            return lacks(format!("{local} bytes of local memory, of {most}"));
        }
        Ok(())
    }

    fn make_room(&mut self, size: usize) -> Result<(), NativeOutcome> {
        if self.memory.as_ref().is_some_and(|memory| memory.size() >= size) {
            return Ok(());
        }
        self.memory = None; // first, so that both need not fit
        let memory = Memory::new(&self.context, size.next_power_of_two());
        let lacks = |_| NativeOutcome::Unsupported(format!("{size} bytes of memory"));
        self.memory = Some(memory.map_err(lacks)?);
        Ok(())
    }
}

/// Passes every argument.
fn pass(
    kernel: &Kernel,
    launch: &NativeLaunch,
    placement: &Placement,
    memory: &Memory,
) -> Result<(), NativeOutcome> {
    let count = kernel.parameters().map_err(|error| refused("the kernel", &error))?;
    if count as usize != launch.arguments.len() {
        let passed = launch.arguments.len();
        let text = format!("the kernel has {count} parameters and {passed} arguments");
        return Err(NativeOutcome::DeviceFailure(text));
    }
    for (at, argument) in launch.arguments.iter().enumerate() {
        let index = at as u32;
        let passed = match argument {
            NativeArgument::Buffer(buffer) => {
                let Some(offset) = placement.buffer(*buffer) else {
                    let text = format!("argument {at} is a buffer that is not there");
                    return Err(NativeOutcome::DeviceFailure(text));
                };
                kernel.pass_address(index, memory.at(offset))
            }
            NativeArgument::Bytes(bytes) => kernel.pass_value(index, bytes),
            NativeArgument::Scratch(_) => match placement.scratch(at) {
                Some(offset) => kernel.pass_address(index, memory.at(offset)),
                None => kernel.pass_null(index),
            },
            NativeArgument::Local(bytes) => {
                // A size of 0 is refused, but a pointer that is never used must be passed, too.
                let bytes = usize::try_from(*bytes).unwrap_or(usize::MAX);
                kernel.pass_local(index, bytes.max(1))
            }
            NativeArgument::TensorMap(_) => {
                return Err(NativeOutcome::Unsupported("tensor maps".to_owned()));
            }
        };
        passed.map_err(|error| refused(&format!("argument {at}"), &error))?;
    }
    Ok(())
}

/// Launches once and waits; seconds by the host's clock.
fn execute(
    queue: &CommandQueue,
    kernel: &Kernel,
    launch: &NativeLaunch,
) -> Result<f64, NativeOutcome> {
    let threads = launch.threads as usize;
    let local = [threads, 1, 1];
    let [x, y, z] = launch.grid.map(|programs| programs as usize);
    let global = [x * threads, y, z];
    let started = Instant::now();
    // SAFETY: every argument is set, and what they point to outlives the wait below; the kernel may
    // do anything to this process, which is there for that.
    let event = unsafe {
        queue.enqueue_nd_range_kernel(
            kernel.handle(),
            3,
            null(),
            global.as_ptr(),
            local.as_ptr(),
            &[],
        )
    };
    let event = event.map_err(|error| refused("the launch", &error))?;
    event.wait().map_err(|error| stopped(&error))?;
    queue.finish().map_err(|error| stopped(&error))?;
    Ok(started.elapsed().as_secs_f64())
}

/// A call that did not start anything: too much was asked for, or it is the device's failure.
fn refused(what: &str, error: &ClError) -> NativeOutcome {
    let text = format!("{what}: {error}");
    match error.0 {
        CL_INVALID_WORK_GROUP_SIZE | CL_INVALID_WORK_ITEM_SIZE => NativeOutcome::Unsupported(text),
        code if is_limit(code) => NativeOutcome::Unsupported(text),
        _ => NativeOutcome::DeviceFailure(text),
    }
}

/// A launch that started and did not end well: a driver that ran out of something says so only now.
fn stopped(error: &ClError) -> NativeOutcome {
    let text = format!("the launch failed: {error}");
    if is_limit(error.0) { NativeOutcome::Unsupported(text) } else { NativeOutcome::Trap(text) }
}

#[cfg(test)]
mod tests {
    use opencl3::error_codes::{
        CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES,
    };

    use super::*;

    #[test]
    fn only_what_ran_and_met_no_limit_is_a_trap() {
        let lacks = refused("the launch", &ClError(CL_OUT_OF_RESOURCES));
        assert!(matches!(lacks, NativeOutcome::Unsupported(text) if text.contains("the launch")));
        let other = refused("argument 3", &ClError(-51));
        let expected = "argument 3: CL_INVALID_ARG_SIZE".to_owned();
        assert_eq!(other, NativeOutcome::DeviceFailure(expected));
        for limit in [CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, CL_MEM_OBJECT_ALLOCATION_FAILURE]
        {
            assert!(matches!(stopped(&ClError(limit)), NativeOutcome::Unsupported(_)), "{limit}");
        }
        const EXEC_STATUS_ERROR: i32 = -14;
        assert!(matches!(stopped(&ClError(EXEC_STATUS_ERROR)), NativeOutcome::Trap(_)));
    }
}
