//! One launch: memory as described, the kernel as often as asked, and what memory holds then.

#![expect(unsafe_code, reason = "calls OpenCL")]

use std::ptr::null;
use std::time::Instant;

use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::error_codes::{
    CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE, CL_MEM_OBJECT_ALLOCATION_FAILURE,
    CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES, ClError,
};

use super::memory::Memory;
use super::program::{Kernel, kernel};
use super::runtime::Runtime;
use crate::device::native::{
    CodeKind, NativeArgument, NativeLaunch, NativeOutcome, NativeResult, Placement,
};

/// A device that is ready for launches. The order is that in which they must go.
pub(super) struct Session {
    memory: Option<Memory>,
    queue: CommandQueue,
    context: Context,
    runtime: Runtime,
}

impl Session {
    /// Makes a queue.
    pub(super) fn open(runtime: Runtime) -> opencl3::Result<Self> {
        let context = Context::from_device(&runtime.device)?;
        let queue = CommandQueue::create_default_with_properties(&context, 0, 0)?;
        // That there is memory at fixed addresses is known only once there is some.
        let memory = Some(Memory::new(&context, 1 << 20)?);
        Ok(Session { memory, queue, context, runtime })
    }

    /// Runs a launch to its end.
    pub(super) fn launch(&mut self, launch: &NativeLaunch) -> NativeResult {
        let mut seconds = f64::INFINITY;
        let outcome = self.run(launch, &mut seconds).unwrap_or_else(|outcome| outcome);
        NativeResult { outcome, seconds: if seconds.is_finite() { seconds } else { 0.0 } }
    }

    fn run(
        &mut self,
        launch: &NativeLaunch,
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
        let Session { memory: Some(memory), queue, .. } = self else {
            unreachable!("invariant: room was made")
        };
        pass(&built, launch, &placement, memory)?;
        let mut before = vec![0; placement.size()];
        placement.fill(launch, &mut before);
        let (mut first, mut after) = (Vec::new(), vec![0; placement.size()]);
        let (mut stray, mut nondeterministic) = (None, None);
        for repeat in 0..launch.repeats.max(1) {
            memory.write(queue, &before).map_err(|error| refused("a copy", &error))?;
            *seconds = seconds.min(execute(queue, &built, launch)?);
            memory.read(queue, &mut after).map_err(|error| trapped(&error))?;
            stray = stray.or_else(|| placement.stray(launch, &before, &after));
            if repeat == 0 {
                first.clone_from(&after);
            } else if nondeterministic.is_none() {
                nondeterministic = placement.differing(launch, &first, &after);
            }
        }
        let buffers = placement.contents(&first);
        Ok(NativeOutcome::Finished { buffers, stray, nondeterministic })
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
    event.wait().map_err(|error| trapped(&error))?;
    queue.finish().map_err(|error| trapped(&error))?;
    Ok(started.elapsed().as_secs_f64())
}

/// A call that did not start anything: too much was asked for, or it is the device's failure.
fn refused(what: &str, error: &ClError) -> NativeOutcome {
    let text = format!("{what}: {error}");
    match error.0 {
        CL_INVALID_WORK_GROUP_SIZE
        | CL_INVALID_WORK_ITEM_SIZE
        | CL_MEM_OBJECT_ALLOCATION_FAILURE
        | CL_OUT_OF_HOST_MEMORY
        | CL_OUT_OF_RESOURCES => NativeOutcome::Unsupported(text),
        _ => NativeOutcome::DeviceFailure(text),
    }
}

/// A launch that started and did not end well.
fn trapped(error: &ClError) -> NativeOutcome {
    NativeOutcome::Trap(format!("the launch failed: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_ran_is_a_trap() {
        let lacks = refused("the launch", &ClError(CL_OUT_OF_RESOURCES));
        assert!(matches!(lacks, NativeOutcome::Unsupported(text) if text.contains("the launch")));
        let other = refused("argument 3", &ClError(-51));
        let expected = "argument 3: CL_INVALID_ARG_SIZE".to_owned();
        assert_eq!(other, NativeOutcome::DeviceFailure(expected));
        assert!(matches!(trapped(&ClError(CL_OUT_OF_RESOURCES)), NativeOutcome::Trap(_)));
    }
}
