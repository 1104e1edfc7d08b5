//! The owner of an NVIDIA GPU: loads a module, launches it as Triton's launcher does, and looks at
//! everything that the launch may have touched. The driver is opened at run time: the build needs
//! no CUDA.

mod driver;
mod error;
mod launch;
mod tensor_map;

use cudarc::driver::sys::CUdevice_attribute;

use super::native::{
    Absent, CodeKind, DeviceInfo, FOREIGN_CODE, NativeLaunch, NativeOutcome, NativeResult, Owner,
    Placement, Seen,
};
use driver::{Context, DeviceMemory, Event, HostMemory, Module, Stream};
use error::CudaError;
use launch::Parameters;

/// Memory is allotted in pieces of at least this: few launches need more.
const PIECE: usize = 4 << 20;

/// Opens the GPU of that number; the first one where none is given.
///
/// # Errors
/// Why it is not here.
pub(super) fn open(ordinal: &str) -> Result<Box<dyn Owner>, Absent> {
    let number = match ordinal {
        "" => Ok(0),
        text => text.parse::<i32>().map_err(|_| Absent(format!("`{text}` is no GPU's number"))),
    }?;
    if !driver_is_here() {
        let what = "there is no libcuda.so.1: it comes with NVIDIA's driver";
        return Err(Absent(what.to_owned()));
    }
    let failed = |error: CudaError| Absent(error.to_string());
    let count = driver::count().map_err(failed)?;
    if !(0..count).contains(&number) {
        return Err(Absent(format!("there is no GPU {number}: the driver has {count}")));
    }
    Gpu::open(number).map(|gpu| Box::new(gpu) as Box<dyn Owner>).map_err(failed)
}

#[allow(unsafe_code, reason = "loading a library runs its start-up code")]
fn driver_is_here() -> bool {
    // SAFETY: the library is NVIDIA's driver, which may be loaded by any process.
    unsafe { cudarc::driver::sys::is_culib_present() }
}

/// An open GPU. The fields are given back in this order, the context last.
struct Gpu {
    memory: Memory,
    before: Event,
    after: Event,
    stream: Stream,
    info: DeviceInfo,
    most_shared: u32,
    poisoned: bool,
    _context: Context,
}

/// What a launch's memory is kept in, as large as the largest launch so far.
struct Memory {
    device: DeviceMemory,
    /// What the launch starts from.
    image: HostMemory,
    first: HostMemory,
    later: HostMemory,
}

impl Memory {
    fn new(size: usize) -> Result<Self, CudaError> {
        Ok(Memory {
            device: DeviceMemory::new(size)?,
            image: HostMemory::new(size)?,
            first: HostMemory::new(size)?,
            later: HostMemory::new(size)?,
        })
    }
}

/// Why a launch has no result.
enum Stop {
    /// It ended like this, and the device is whole.
    Outcome(NativeOutcome),
    /// The driver said this.
    Error(CudaError),
}

impl From<NativeOutcome> for Stop {
    fn from(outcome: NativeOutcome) -> Self {
        Stop::Outcome(outcome)
    }
}

impl From<CudaError> for Stop {
    fn from(error: CudaError) -> Self {
        Stop::Error(error)
    }
}

impl Gpu {
    fn open(number: i32) -> Result<Self, CudaError> {
        let context = Context::new(number)?;
        let major =
            context.attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor =
            context.attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        let shared = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
        let version = driver::version()?;
        let info = DeviceInfo {
            name: context.name()?,
            capability: format!("compute capability {major}.{minor}"),
            driver: format!("driver for CUDA {}.{}", version / 1000, version % 1000 / 10),
        };
        Ok(Gpu {
            memory: Memory::new(PIECE)?,
            before: Event::new()?,
            after: Event::new()?,
            stream: Stream::new()?,
            info,
            most_shared: u32::try_from(context.attribute(shared)?).unwrap_or(0),
            poisoned: false,
            _context: context,
        })
    }

    fn run(
        &mut self,
        launch: &NativeLaunch,
        ready: &mut dyn FnMut(),
    ) -> Result<(NativeOutcome, f64), Stop> {
        let placement = Placement::new(launch);
        let size = placement.size();
        if size > self.memory.device.size() {
            self.memory = Memory::new(size.saturating_add(PIECE))?;
        }
        let module = load(launch)?;
        let function = module.function(&launch.entry)?;
        launch::prepare(launch, &function, self.most_shared)?;
        placement.fill(launch, &mut self.memory.image.bytes_mut()[..size]);
        let base = self.memory.device.address();
        let mut parameters = Parameters::new(launch, &placement, base)?;
        ready();
        let (mut fastest, mut seen) = (f64::INFINITY, Seen::new(launch, &placement));
        for repeat in 0..launch.repeats.max(1) {
            let seconds = self.once(launch, &function, &mut parameters, size, repeat == 0)?;
            fastest = fastest.min(seconds);
            let Memory { image, first, later, .. } = &self.memory;
            let left = if repeat == 0 { first } else { later };
            let (before, left) = (&image.bytes()[..size], &left.bytes()[..size]);
            seen.take(before, &first.bytes()[..size], left);
        }
        Ok((seen.finished(&self.memory.first.bytes()[..size]), fastest))
    }

    /// Uploads the state, launches and downloads what is left; the seconds of the launch alone.
    fn once(
        &self,
        launch: &NativeLaunch,
        function: &driver::Function,
        parameters: &mut Parameters,
        size: usize,
        first: bool,
    ) -> Result<f64, CudaError> {
        let left = if first { &self.memory.first } else { &self.memory.later };
        let started = self.start(launch, function, parameters, size, left);
        // Whatever failed, nothing may be under way when the memory is touched or freed.
        let waited = self.stream.wait();
        started.and(waited)?;
        self.before.seconds_to(&self.after)
    }

    fn start(
        &self,
        launch: &NativeLaunch,
        function: &driver::Function,
        parameters: &mut Parameters,
        size: usize,
        left: &HostMemory,
    ) -> Result<(), CudaError> {
        let Memory { device, image, .. } = &self.memory;
        self.stream.upload(device, image, size)?;
        self.stream.record(&self.before)?;
        // Triton launches nothing on an empty grid.
        if !launch.grid.contains(&0) {
            launch::start(launch, function, parameters, &self.stream)?;
        }
        self.stream.record(&self.after)?;
        self.stream.download(left, device, size)
    }
}

impl Owner for Gpu {
    fn launch(&mut self, launch: &NativeLaunch, ready: &mut dyn FnMut()) -> NativeResult {
        let (outcome, seconds) = match self.run(launch, ready) {
            Ok(finished) => finished,
            Err(Stop::Outcome(outcome)) => (outcome, 0.0),
            Err(Stop::Error(error)) => {
                self.poisoned |= error.is_sticky();
                (error.outcome(), 0.0)
            }
        };
        NativeResult { outcome, seconds }
    }

    fn describe(&self) -> DeviceInfo {
        self.info.clone()
    }

    fn poisoned(&self) -> bool {
        self.poisoned
    }
}

/// Loads the module; what the driver's compiler says goes to the log of the process.
fn load(launch: &NativeLaunch) -> Result<Module, Stop> {
    match launch.kind {
        CodeKind::Cubin | CodeKind::Ptx => {}
        CodeKind::Spirv => return Err(NativeOutcome::Unsupported(FOREIGN_CODE.to_owned()).into()),
    }
    Module::load(&launch.code).map_err(|(error, log)| {
        if !log.is_empty() {
            eprintln!("{}: {log}", launch.entry);
        }
        match error.is_sticky() && launch.kind == CodeKind::Ptx && !log.is_empty() {
            // The driver's compiler refused, which poisons nothing.
            true => NativeOutcome::DeviceFailure(format!("{error}: {log}")).into(),
            false => error.into(),
        }
    })
}
