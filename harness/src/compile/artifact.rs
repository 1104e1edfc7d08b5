//! What a compilation leaves: artifacts, and the launches that the kernel's own code asked for.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::stage::Stage;

/// What one stage left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Artifact {
    /// The stage that left it.
    pub stage: Stage,
    /// Its text or bytes.
    pub content: Content,
}

/// An artifact's text or bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Content {
    /// IR or assembly text.
    Text(String),
    /// A binary, as bytes (base64 when serialized).
    #[serde(with = "super::base64")]
    Binary(Vec<u8>),
}

/// One compiled kernel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kernel {
    /// The function's name in the IR and in the binary.
    pub name: String,
    /// The stages that were asked for and reached, in order.
    pub artifacts: Vec<Artifact>,
    /// Triton's metadata: `num_warps`, `num_ctas`, `shared`, `tmem_size`, `target`, ...
    pub metadata: BTreeMap<String, serde_json::Value>,
    /// Seconds the compiler took; near 0 when the kernel came out of a cache.
    pub compile_seconds: f64,
    /// The kernel came out of a cache: no pass ran for it in this job.
    pub cached: bool,
}

impl Kernel {
    /// The text that `stage` left, if it was asked for and is text.
    pub fn text(&self, stage: Stage) -> Option<&str> {
        self.artifacts.iter().find(|a| a.stage == stage).and_then(|a| match &a.content {
            Content::Text(text) => Some(text.as_str()),
            Content::Binary(_) => None,
        })
    }

    /// The bytes that `stage` left, if it was asked for and is a binary.
    pub fn binary(&self, stage: Stage) -> Option<&[u8]> {
        self.artifacts.iter().find(|a| a.stage == stage).and_then(|a| match &a.content {
            Content::Binary(bytes) => Some(bytes.as_slice()),
            Content::Text(_) => None,
        })
    }

    /// An integer of the metadata, such as `shared` or `num_warps`.
    pub fn metadata_int(&self, key: &str) -> Option<i64> {
        self.metadata.get(key).and_then(serde_json::Value::as_i64)
    }
}

/// One `kernel[grid](...)` that reached the driver.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Launch {
    /// The compiled kernel that was to run.
    pub kernel: Kernel,
    /// Programs along x, y and z.
    pub grid: [u32; 3],
    /// The kernel's parameters that are left after specialization, in launch order. Constexprs and
    /// integers specialized to a constant are gone, tuples are flat, scratch pointers are not here.
    pub arguments: Vec<BoundArgument>,
    /// The name of the function's parameter that each argument is, or is a part of.
    #[serde(default)]
    pub parameters: Vec<String>,
    /// Parameters that the code has constants for.
    #[serde(default)]
    pub constants: Vec<BoundConstant>,
}

/// A parameter, or a part of a tuple, that the code was compiled with a constant for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundConstant {
    /// The parameter.
    pub name: String,
    /// Whether the parameter is declared `tl.constexpr`; if not, the runtime chose to fold it.
    pub declared: bool,
    /// What the code holds, type and value: `int 1`.
    pub assumed: String,
    /// What the launch passes.
    pub passed: String,
}

/// A kernel parameter and what was passed for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoundArgument {
    /// Triton's name for its type: `*fp32`, `i32`, `fp64`, `nvTmaDesc`.
    #[serde(rename = "type")]
    pub ty: String,
    /// What was passed.
    pub value: BoundValue,
}

/// What was passed for a kernel parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoundValue {
    /// An integer or a boolean (0 or 1), by value.
    Int(i128),
    /// A float, by the bits of its f64 value, so that NaNs and signed zeros survive.
    Float(#[serde(with = "super::job::float_bits")] f64),
    /// One of the job's pointers, by name, and the address that the kernel sees.
    Pointer {
        /// The argument's name in [`super::ModuleJob::arguments`].
        name: String,
        /// The stand-in address.
        address: u64,
    },
    /// A tensor descriptor that the launcher would encode on the host.
    Descriptor {
        /// The pointer argument that it describes.
        name: String,
        /// The base address.
        address: u64,
        /// The tensor's shape, outermost first.
        shape: Vec<i64>,
        /// Strides in elements.
        strides: Vec<i64>,
        /// The block's shape.
        block: Vec<i64>,
        /// Triton's encoding parameters (swizzle, element size, ...).
        metadata: serde_json::Value,
    },
    /// Something that the worker has no word for; the text is Python's `repr`.
    Other(String),
}

/// A module's text at one pass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PassText {
    /// The pass's command-line name, with its options in braces if it has some.
    pub pass: String,
    /// A [`super::PassJob`]: the text *after* this pass. A job with `dump_passes`: the text *before*
    /// it.
    pub text: String,
}
