//! Test cases: program, inputs, options and scenario, serialized by name.
//!
//! A *test case* is all that is needed to run a kernel again and to judge it, on any machine. It is
//! stored as JSON with every part spelled out, never as the bytes or the seed that it was generated
//! from, so that a change of the generator does not lose it.

mod check;
mod features;
mod file;
mod fill;
mod probe;
pub mod scenario;
pub mod ttgir;

use serde::{Deserialize, Serialize};

use crate::program::{ParamKind, Program};
use crate::tensor::DType;

pub use file::{CaseError, SCHEMA};
pub use fill::{Fill, python_float};
pub use probe::Probe;

/// A test case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestCase {
    /// Version of this format.
    pub schema: u32,
    /// The name, unique in its campaign: `s1-k17` is kernel 17 of seed 1.
    pub name: String,
    /// How results are compared.
    pub mode: Mode,
    /// The kernel.
    pub program: Program,
    /// What is passed, by position, for each parameter that is no constexpr.
    pub arguments: Vec<Argument>,
    /// Program instances along each axis.
    pub grid: [u32; 3],
    /// Launch options.
    pub options: Options,
    /// What happens, in order.
    pub scenario: Vec<Step>,
}

/// How results are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Bit for bit: nothing in the kernel rounds.
    Exact,
    /// Within a bound that is proven for each element: floats round, in any order that the language
    /// leaves open.
    Bounded,
}

/// One step of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// Launches the kernel.
    Launch,
}

/// What is passed for one parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Argument {
    /// A buffer of its own: a pointer to its start, or a descriptor of the matrix there.
    Buffer(BufferSpec),
    /// The buffer that is passed at that position: two parameters that lead to the same memory, of
    /// one type, which nothing is stored to.
    Same(usize),
    /// An integer scalar.
    Int(i128),
    /// A float scalar, representable in the parameter's type.
    Float(f64),
}

/// A buffer of the launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BufferSpec {
    /// The element type.
    pub dtype: DType,
    /// Number of elements.
    pub len: usize,
    /// What it holds before the launch.
    pub fill: Fill,
    /// By how many elements its address is off a multiple of 256 bytes.
    pub misalign: u32,
}

/// Launch options. Every one is passed, because their defaults differ between releases.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Options {
    pub num_warps: u32,
    pub num_stages: u32,
    pub enable_fp_fusion: bool,
    /// Thread blocks that share an instance, from `sm_90` on; one elsewhere.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub num_ctas: u32,
    /// Most registers of a thread, on NVIDIA's GPUs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maxnreg: Option<u32>,
}

fn one() -> u32 {
    1
}

fn is_one(count: &u32) -> bool {
    *count == 1
}

impl Options {
    /// Options of which only these are not the usual ones.
    pub fn new(num_warps: u32, num_stages: u32, enable_fp_fusion: bool) -> Self {
        Options { num_warps, num_stages, enable_fp_fusion, num_ctas: 1, maxnreg: None }
    }
}

/// The address of buffer `position`: far enough apart that no 32-bit offset leads from one to the
/// next, aligned to 256 bytes but for `misalign`.
pub fn buffer_address(position: usize, spec: &BufferSpec) -> u64 {
    const FIRST: u64 = 0x10_0000_0000;
    const APART: u64 = 0x10_0000_0000;
    FIRST + APART * position as u64 + u64::from(spec.misalign) * spec.dtype.bytes() as u64
}

impl TestCase {
    /// Each parameter that is no constexpr, with its name, its argument, and its position among
    /// them.
    pub fn bound(&self) -> impl Iterator<Item = (usize, &crate::program::Param, &Argument)> {
        let passed = self.program.params.iter();
        let passed = passed.filter(|param| !matches!(param.kind, ParamKind::Constexpr(_)));
        passed.zip(&self.arguments).enumerate().map(|(at, (param, argument))| (at, param, argument))
    }

    /// The name of the parameter whose argument that of `name` is: its own, or for a buffer that is
    /// passed twice the first one's.
    pub fn passed_as<'a>(&'a self, name: &'a str) -> &'a str {
        let argument = self.bound().find(|(_, param, _)| param.name == name);
        match argument {
            Some((_, _, Argument::Same(first))) => {
                self.bound().nth(*first).map_or(name, |(_, param, _)| param.name.as_str())
            }
            _ => name,
        }
    }

    /// Each buffer, with the name of its parameter and its address.
    pub fn buffers(&self) -> impl Iterator<Item = (&str, u64, &BufferSpec)> {
        self.bound().filter_map(|(at, param, argument)| match argument {
            Argument::Buffer(spec) => Some((param.name.as_str(), buffer_address(at, spec), spec)),
            _ => None,
        })
    }
}
