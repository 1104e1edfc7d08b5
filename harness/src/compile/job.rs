//! Jobs: what a worker can be asked for, and what it answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::artifact::{Kernel, Launch, PassText};
use super::failure::CompileFailure;
use super::instrument::Instrument;
use super::interpret::{InterpretJob, InterpretedBuffer};
use super::scenario::{ScenarioJob, StepResult};
use super::stage::Stage;
use super::target::Target;

/// One request to a worker. Serialized, it is the frame that the worker reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Job {
    /// Run a Python module through Triton's real `kernel[grid](...)` path.
    RunModule(ModuleJob),
    /// Run passes on a module's text, one at a time.
    RunPasses(PassJob),
    /// Compile on from IR text.
    CompileIr(IrJob),
    /// Launches and changes of Python state, in processes of their own.
    RunScenario(ScenarioJob),
    /// Run a Python module on Triton's own interpreter.
    Interpret(InterpretJob),
    /// Answer at once; proves that the worker lives.
    Ping,
}

/// A Python module to run.
///
/// The text defines kernels and `def launch(ts)`, which launches them. `ts.pointer("a")` is the
/// stand-in tensor and `ts.scalar("n")` the number of that name in `arguments`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModuleJob {
    /// The module's text.
    pub source: String,
    /// What `launch` can ask for, by name.
    pub arguments: BTreeMap<String, Argument>,
    /// The GPU to compile for.
    pub target: Target,
    /// The last stage to run.
    pub until: Stage,
    /// The artifacts to return.
    pub want: Vec<Stage>,
    /// Return the IR before every pass too ([`JobResult::passes`]); slower, bypasses the caches.
    #[serde(default)]
    pub dump_passes: bool,
    /// The sanitizer that rewrites the kernels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instrument: Option<Instrument>,
}

/// A named value that the module's `launch` can ask for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Argument {
    /// A stand-in tensor. Nothing is stored there: the address only takes part in specialization.
    Pointer {
        /// Element type in Triton's words: `i1`, `i32`, `u8`, `fp16`, `bf16`, `fp32`, `fp8e4nv`.
        dtype: String,
        /// The address that Triton sees; a multiple of 16 gives `tt.divisibility`.
        address: u64,
    },
    /// A number.
    Scalar(Scalar),
}

/// A Python number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scalar {
    /// `True` or `False`.
    Bool(bool),
    /// An int, from -2^63 up to 2^64 - 1.
    Int(i128),
    /// A float, carried by its bits.
    Float(#[serde(with = "float_bits")] f64),
}

/// Passes to run on IR text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PassJob {
    /// The module, as MLIR text.
    pub text: String,
    /// Command-line names, with options in braces where the binding takes them:
    /// `canonicalize`, `tritongpu-pipeline{num-stages=3}`. None: parse, verify and print.
    pub passes: Vec<String>,
    /// Loads that backend's dialects and supplies defaults such as the capability.
    pub target: Target,
}

/// IR text to compile on from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IrJob {
    /// The module's text.
    pub text: String,
    /// What the text is: [`Stage::Ttir`] or [`Stage::Ttgir`]. That stage's own passes do not run.
    pub stage: Stage,
    /// The GPU to compile for.
    pub target: Target,
    /// The last stage to run.
    pub until: Stage,
    /// The artifacts to return.
    pub want: Vec<Stage>,
    /// Options of the backend that the text does not carry (`num_stages`, `enable_fp_fusion`).
    #[serde(default)]
    pub options: BTreeMap<String, serde_json::Value>,
    /// Return the IR before every pass too.
    #[serde(default)]
    pub dump_passes: bool,
}

/// What a worker answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JobResult {
    /// Launches in order; on failure those before it.
    pub launches: Vec<Launch>,
    /// The kernel of a [`Job::CompileIr`].
    pub kernel: Option<Kernel>,
    /// What each step of a [`Job::RunScenario`] left.
    pub steps: Vec<StepResult>,
    /// What a [`Job::Interpret`] left in its buffers.
    #[serde(default)]
    pub buffers: BTreeMap<String, InterpretedBuffer>,
    /// See [`PassText`]; on failure those before it.
    pub passes: Vec<PassText>,
    /// Why the job did not finish. `None` is success.
    pub failure: Option<CompileFailure>,
    /// What Triton, LLVM and the module printed.
    pub output: String,
    /// Wall-clock seconds of the job inside the worker.
    pub seconds: f64,
    /// The worker's resident memory after the job, in bytes.
    pub resident_bytes: u64,
}

impl Job {
    /// The IR before every pass was asked for.
    pub fn dumps_passes(&self) -> bool {
        match self {
            Job::RunModule(job) => job.dump_passes,
            Job::CompileIr(job) => job.dump_passes,
            Job::RunPasses(_) | Job::RunScenario(_) | Job::Interpret(_) | Job::Ping => false,
        }
    }
}

impl JobResult {
    /// The text after the last pass of a [`Job::RunPasses`].
    pub fn final_text(&self) -> Option<&str> {
        self.passes.last().map(|pass| pass.text.as_str())
    }
}

/// Floats travel by their bits: JSON has no NaN, and decimal text is not worth trusting.
pub(super) mod float_bits {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(value.to_bits())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        u64::deserialize(deserializer).map(f64::from_bits)
    }
}
