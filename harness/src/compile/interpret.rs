//! The job that interprets: a module on Triton's own interpreter, on buffers that travel with it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::job::Scalar;

/// The stage that a worker is in while a module is interpreted.
pub const STAGE: &str = "interpreter";

/// Triton reads the first when it is imported, and then interprets every kernel. Many workers go side by
/// side, so numpy's products of matrices need no threads of their own.
pub(super) const ENVIRONMENT: &[(&str, &str)] =
    &[("TRITON_INTERPRET", "1"), ("OPENBLAS_NUM_THREADS", "1")];

/// A Python module to run on Triton's interpreter, in a worker that was started for that
/// ([`super::WorkerOptions::interpreting`]). Its `launch` asks for buffers and scalars by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InterpretJob {
    /// The module's text.
    pub source: String,
    /// Memory that `ts.pointer(name)` gives.
    pub buffers: BTreeMap<String, InterpretBuffer>,
    /// Numbers that `ts.scalar(name)` gives.
    pub scalars: BTreeMap<String, Scalar>,
}

/// A buffer before the launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InterpretBuffer {
    /// Element type in Triton's words, as in [`super::Argument::Pointer`].
    pub dtype: String,
    /// By how many bytes its address is off a multiple of 256.
    pub offset: u64,
    /// Its contents (base64 when serialized).
    #[serde(with = "super::base64")]
    pub bytes: Vec<u8>,
}

/// A buffer after the launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InterpretedBuffer {
    /// Its contents (base64 when serialized).
    #[serde(with = "super::base64")]
    pub bytes: Vec<u8>,
    /// Nothing was stored right before or behind it.
    pub guarded: bool,
}
