//! A launch of native code as plain data: what goes to the process that owns a device, and what comes
//! back. It knows nothing of programs, of Triton or of right and wrong.

use serde::{Deserialize, Serialize};

/// What the code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CodeKind {
    /// NVIDIA's binary.
    Cubin,
    /// NVIDIA's assembly, which the driver compiles.
    Ptx,
    /// SPIR-V.
    Spirv,
}

/// One launch, to be repeated from identical state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NativeLaunch {
    /// What `code` is.
    pub kind: CodeKind,
    /// The module.
    #[serde(with = "serde_bytes")]
    pub code: Vec<u8>,
    /// The kernel's name in it.
    pub entry: String,
    /// Flags of the module's build, for SPIR-V.
    pub build_flags: String,
    /// Programs along x, y and z. A program is a cluster of `num_ctas` blocks along x.
    pub grid: [u32; 3],
    /// Blocks of a program.
    pub num_ctas: u32,
    /// Threads of a block.
    pub threads: u32,
    /// Dynamic shared memory of a block, in bytes.
    pub shared: u32,
    /// Whether all blocks must run at once.
    pub cooperative: bool,
    /// The kernel's parameters, in order, hidden ones included.
    pub arguments: Vec<NativeArgument>,
    /// Memory that the launch sees.
    pub buffers: Vec<NativeBuffer>,
    /// Launches, each from the state that `buffers` describes; at least one.
    pub repeats: u32,
    /// Wall-clock limit of all repeats together, in seconds; what is needed before the first may take
    /// as long again.
    pub limit: f64,
}

/// What is passed for one parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum NativeArgument {
    /// The address of a buffer's first element.
    Buffer(u32),
    /// A scalar, little-endian, of the parameter's size.
    Bytes(Vec<u8>),
    /// A tensor map (TMA descriptor, 128 bytes), encoded on the host.
    TensorMap(TensorMap),
    /// Zeroed scratch memory of that many bytes; a null pointer for none.
    Scratch(u64),
    /// Local memory of that many bytes, allotted by the launch (OpenCL and Level Zero).
    Local(u64),
}

/// What `cuTensorMapEncodeTiled` needs, outermost dimension first as Triton counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TensorMap {
    /// The buffer that it describes.
    pub buffer: u32,
    /// Size of an element in bytes.
    pub element_bytes: u32,
    /// `CUtensorMapDataType`, as the compiler's metadata has it.
    pub data_type: u32,
    /// `CUtensorMapSwizzle`.
    pub swizzle: u32,
    /// Whether elements out of bounds read as NaN.
    pub nan_fill: bool,
    /// The tensor's shape.
    pub shape: Vec<u64>,
    /// Strides in elements; the last is 1.
    pub strides: Vec<u64>,
    /// The box that one copy moves.
    pub block: Vec<u32>,
}

/// A buffer before the launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NativeBuffer {
    /// The parameter that it is for.
    pub name: String,
    /// Its contents.
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
    /// By how many bytes its address is off a multiple of 256.
    pub misalign: u32,
    /// Size of an element, for messages.
    pub element_bytes: u32,
    /// Whether nothing may be written to it.
    pub read_only: bool,
    /// Whether each element is compared between repeats: one bit an element, the lowest bit of a byte
    /// first. What nothing specifies may differ. Empty compares all.
    #[serde(default, with = "serde_bytes")]
    pub compared: Vec<u8>,
}

impl NativeBuffer {
    /// Whether element `at` is compared between repeats.
    pub fn is_compared(&self, at: usize) -> bool {
        self.compared.get(at / 8).is_none_or(|bits| bits >> (at % 8) & 1 == 1)
    }
}

/// What [`NativeOutcome::Unsupported`] says of a launch that a simulated device accepted.
pub const SIMULATED: &str = "the device is simulated: module, arguments and launch accepted";

/// What [`NativeOutcome::Unsupported`] says of a binary for another architecture than the device's.
pub const FOREIGN_CODE: &str = "code for another architecture";

/// What [`NativeOutcome::Trap`] says of an assertion that failed, before what the device printed of it.
pub const ASSERTION: &str = "assertion on the device";

/// What a launch left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NativeResult {
    /// How it ended.
    pub outcome: NativeOutcome,
    /// Seconds of the fastest launch alone, as the device or else the host measured it.
    pub seconds: f64,
}

/// How a launch ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum NativeOutcome {
    /// It ran to its end, as often as asked.
    Finished {
        /// The contents of each buffer after the first launch, in order.
        buffers: Vec<serde_bytes::ByteBuf>,
        /// A store outside of a buffer or to one that is only read: where and what.
        stray: Option<String>,
        /// What differed between the repeats.
        nondeterministic: Option<String>,
    },
    /// The device stopped it: `illegal address`, `misaligned address`, `illegal instruction`, ...
    Trap(String),
    /// It did not end within its limit.
    Timeout,
    /// The device lacks something that the kernel needs, by name.
    Unsupported(String),
    /// The device, the driver or the process failed, which says nothing of the kernel.
    DeviceFailure(String),
}
