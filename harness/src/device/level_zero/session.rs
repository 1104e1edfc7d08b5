//! A device that is ready to launch: its queue, and memory that is kept from launch to launch.

use std::rc::Rc;
use std::time::{Duration, Instant};

use level_zero_sys::ZE_RESULT_NOT_READY;

use super::compile::build;
use super::driver::Device;
use super::error::{Refused, Stopped, check, failure, unsupported};
use super::memory::{Context, DeviceMemory, HostMemory};
use super::module::{Kernel, Needs};
use super::queue::{Ended, List, Queue};
use crate::device::native::{
    CodeKind, NativeArgument, NativeLaunch, NativeOutcome, NativeResult, Placement, SIMULATED, Seen,
};

/// How long the copies may take that tell whether data moves.
const PROBE: Duration = Duration::from_secs(10);

/// A device that is ready to launch.
pub(super) struct Session {
    queue: Queue,
    memory: Option<Memory>,
    context: Rc<Context>,
    moves_data: bool,
    lost: bool,
}

/// The device's memory, and the host's for what goes there and what comes back.
struct Memory {
    device: DeviceMemory,
    before: HostMemory,
    after: HostMemory,
}

impl Session {
    /// Makes a queue on the device, and finds out whether it moves data.
    pub(super) fn open(device: Device) -> Result<Self, Refused> {
        let context = Context::create(device)?;
        let (ordinal, cooperative) = device.compute_group()?.unwrap_or((0, false));
        let queue = Queue::create(&context, ordinal, cooperative)?;
        let mut session = Session { queue, memory: None, context, moves_data: false, lost: false };
        match session.probe() {
            Ok(moves_data) => Ok(Session { moves_data, ..session }),
            Err(refused) => {
                std::mem::forget(session); // what hangs cannot be destroyed
                Err(refused)
            }
        }
    }

    /// Whether what is copied arrives. On a simulated device it does not, though every call succeeds.
    pub(super) fn moves_data(&self) -> bool {
        self.moves_data
    }

    /// Whether the device hangs or is lost: then this must not be dropped.
    pub(super) fn is_lost(&self) -> bool {
        self.lost
    }

    /// Copies a pattern there and back.
    fn probe(&mut self) -> Result<bool, Refused> {
        let pattern: Vec<u8> = (0..=255).collect();
        let memory = Session::reserve(&mut self.memory, &self.context, pattern.len())?;
        memory.before.bytes_mut()[..pattern.len()].copy_from_slice(&pattern);
        memory.after.bytes_mut().fill(0);
        let Memory { device, before, after } = memory;
        let ended = self.queue.run(PROBE, |list| {
            list.upload(device, before, pattern.len())?;
            list.download(after, device, pattern.len())
        })?;
        if ended == Ended::Timeout {
            check("zeFenceHostSynchronize", ZE_RESULT_NOT_READY)?;
        }
        Ok(after.bytes()[..pattern.len()] == pattern)
    }

    /// Memory of at least `size` bytes.
    fn reserve<'a>(
        memory: &'a mut Option<Memory>,
        context: &Rc<Context>,
        size: usize,
    ) -> Result<&'a mut Memory, Refused> {
        if memory.as_ref().is_none_or(|memory| memory.device.len() < size) {
            *memory = None; // first free what is too small
            let size = size.next_power_of_two();
            *memory = Some(Memory {
                device: DeviceMemory::allocate(context, size)?,
                before: HostMemory::allocate(context, size)?,
                after: HostMemory::allocate(context, size)?,
            });
        }
        Ok(memory.as_mut().expect("invariant: allocated above"))
    }

    /// Runs a launch as often as it asks.
    pub(super) fn launch(
        &mut self,
        launch: &NativeLaunch,
        ready: &mut dyn FnMut(),
    ) -> NativeResult {
        let (outcome, seconds) = match self.attempt(launch, ready) {
            Ok(finished) => finished,
            Err(Stopped::Ended(outcome)) => (outcome, 0.0),
            Err(Stopped::Refused(refused)) => {
                self.lost |= refused.loses_the_device();
                (refused.outcome(), 0.0)
            }
        };
        NativeResult { outcome: self.believed(outcome), seconds }
    }

    /// What an outcome is worth: a simulated device executes nothing, so it passes nothing, and a
    /// refusal of it says nothing of a real one.
    fn believed(&self, outcome: NativeOutcome) -> NativeOutcome {
        match outcome {
            outcome if self.moves_data => outcome,
            NativeOutcome::Trap(reason) => {
                NativeOutcome::DeviceFailure(format!("the simulated device refuses: {reason}"))
            }
            NativeOutcome::Timeout => {
                NativeOutcome::DeviceFailure("the simulated device hangs".to_owned())
            }
            outcome => outcome,
        }
    }

    fn attempt(
        &mut self,
        launch: &NativeLaunch,
        ready: &mut dyn FnMut(),
    ) -> Result<(NativeOutcome, f64), Stopped> {
        self.within_limits(launch)?;
        let module = build(&self.context, launch)?;
        let kernel = module.kernel(&launch.entry)?;
        self.suits(launch, kernel.needs()?)?;
        let placement = Placement::new(launch);
        let largest = self.context.device.largest_allocation();
        if placement.size() as u64 > largest {
            return unsupported(format!("{} bytes: at most {largest}", placement.size()));
        }
        let memory = Session::reserve(&mut self.memory, &self.context, placement.size())?;
        let base = memory.device.address();
        Session::bind(launch, &kernel, &placement, base)?;
        kernel.set_group(launch.threads)?;
        let groups: u64 = launch.grid.iter().map(|groups| u64::from(*groups)).product();
        if launch.cooperative && groups > u64::from(kernel.concurrent_groups()?) {
            return unsupported(format!("a cooperative launch of {groups} groups"));
        }
        ready();
        let result = self.repeat(launch, &kernel, &placement);
        self.lost |= match &result {
            Err(Stopped::Ended(outcome)) => *outcome == NativeOutcome::Timeout,
            Err(Stopped::Refused(refused)) => refused.loses_the_device(),
            Ok(_) => false,
        };
        if self.lost {
            // The device may still execute them.
            std::mem::forget(kernel);
            std::mem::forget(module);
        }
        result
    }

    /// Whether the device can do what the launch asks for.
    fn within_limits(&self, launch: &NativeLaunch) -> Result<(), Stopped> {
        let compute = &self.context.device.compute;
        let most = [compute.maxGroupCountX, compute.maxGroupCountY, compute.maxGroupCountZ];
        if launch.kind != CodeKind::Spirv {
            return unsupported("code that is not SPIR-V");
        }
        if launch.num_ctas != 1 {
            return unsupported(format!("clusters of {} blocks", launch.num_ctas));
        }
        if launch.threads > compute.maxTotalGroupSize.min(compute.maxGroupSizeX) {
            return unsupported(format!("groups of {} threads", launch.threads));
        }
        if launch.grid.iter().zip(most).any(|(asked, most)| *asked > most) {
            return unsupported(format!("a grid of {:?}", launch.grid));
        }
        if launch.cooperative && !self.queue.cooperative {
            return unsupported("cooperative launches");
        }
        Ok(())
    }

    /// Whether the launch gives the kernel what it needs, and the device has that much.
    fn suits(&self, launch: &NativeLaunch, needs: Needs) -> Result<(), Stopped> {
        let given = launch.arguments.len();
        if needs.arguments as usize != given {
            let wanted = needs.arguments;
            return failure(format!("the kernel has {wanted} arguments, not the {given} prepared"));
        }
        if needs.subgroup > 0 && !launch.threads.is_multiple_of(needs.subgroup) {
            let (threads, lanes) = (launch.threads, needs.subgroup);
            return failure(format!("{threads} threads are no whole subgroups of {lanes}"));
        }
        let allotted = launch.arguments.iter().map(|argument| match argument {
            NativeArgument::Local(bytes) => *bytes,
            _ => 0,
        });
        let local = allotted.fold(u64::from(needs.local), u64::saturating_add);
        if local > u64::from(self.context.device.compute.maxSharedLocalMemory) {
            return unsupported(format!("{local} bytes of local memory"));
        }
        Ok(())
    }

    /// Passes every argument. `base` is the device's address of what `placement` places.
    fn bind(
        launch: &NativeLaunch,
        kernel: &Kernel<'_>,
        placement: &Placement,
        base: u64,
    ) -> Result<(), Stopped> {
        for (argument, index) in launch.arguments.iter().zip(0_u32..) {
            match argument {
                NativeArgument::Buffer(buffer) => {
                    let Some(start) = placement.buffer(*buffer) else {
                        return failure(format!("argument {index} is of no buffer"));
                    };
                    kernel.set_pointer(index, Some(base + start as u64))?;
                }
                NativeArgument::Bytes(bytes) => kernel.set_bytes(index, bytes)?,
                NativeArgument::Scratch(_) => {
                    let start = placement.scratch(index as usize);
                    kernel.set_pointer(index, start.map(|start| base + start as u64))?;
                }
                NativeArgument::Local(bytes) => {
                    kernel.set_local(index, usize::try_from(*bytes).unwrap_or(usize::MAX))?;
                }
                NativeArgument::TensorMap(_) => return unsupported("tensor maps"),
            }
        }
        Ok(())
    }

    /// Launches from identical state, as often as asked, and compares.
    fn repeat(
        &mut self,
        launch: &NativeLaunch,
        kernel: &Kernel<'_>,
        placement: &Placement,
    ) -> Result<(NativeOutcome, f64), Stopped> {
        let limit = Duration::try_from_secs_f64(launch.limit).unwrap_or(Duration::MAX);
        let (started, size) = (Instant::now(), placement.size());
        let left = || limit.saturating_sub(started.elapsed());
        let Memory { device, before, after } =
            self.memory.as_mut().expect("invariant: reserved by the caller");
        placement.fill(launch, &mut before.bytes_mut()[..size]);
        let mut seen = Seen::new(launch, placement);
        let mut first: Option<Vec<u8>> = None;
        let mut fastest = f64::INFINITY;
        for _ in 0..launch.repeats.max(1) {
            step(&mut self.queue, left(), |list| list.upload(device, before, size))?;
            let launched = Instant::now();
            step(&mut self.queue, left(), |list| {
                list.launch(kernel, launch.grid, launch.cooperative)
            })?;
            fastest = fastest.min(launched.elapsed().as_secs_f64());
            step(&mut self.queue, left(), |list| list.download(after, device, size))?;
            if self.moves_data {
                let after = &after.bytes()[..size];
                let first = first.get_or_insert_with(|| after.to_vec());
                seen.take(&before.bytes()[..size], first, after);
            }
        }
        match first {
            Some(first) => Ok((seen.finished(&first), fastest)),
            None => unsupported(SIMULATED),
        }
    }
}

/// Runs commands and waits for their end.
fn step(
    queue: &mut Queue,
    limit: Duration,
    fill: impl FnOnce(&List) -> Result<(), Refused>,
) -> Result<(), Stopped> {
    match queue.run(limit, fill)? {
        Ended::Finished => Ok(()),
        Ended::Timeout => Err(Stopped::Ended(NativeOutcome::Timeout)),
    }
}
