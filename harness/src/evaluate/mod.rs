//! The reference evaluator.
//!
//! It runs a test case over a numeric domain and gives what every buffer must hold afterwards, or
//! the rule of well-definedness that the case breaks. It knows the language (through
//! `program::ops`) and nothing of the compiler or its IR.

mod access;
mod atomics;
mod instance;
mod launch;
mod plan;
mod reference;
pub mod scenario;

use crate::program::Undefined;
use crate::tensor::{Buffer, DType, Domain, Kind, Memory, Tile, resize_int};
use crate::testcase::{BufferSpec, TestCase};

pub use reference::{Reference, ReferenceBuffer, reference};

/// What a buffer must hold after the launch.
#[derive(Clone, Debug)]
pub struct ExpectedBuffer<D: Domain> {
    /// The parameter that points to it.
    pub name: String,
    /// What its elements are.
    pub kind: Kind,
    /// Its contents, one dimension; undefined lanes hold values that nothing specifies, and are not
    /// compared.
    pub values: Tile<D>,
    /// One flag an element: whether the kernel stores to it.
    pub written: Vec<bool>,
}

impl<D: Domain> ExpectedBuffer<D> {
    /// The bit pattern of each element; `None` where it holds an unspecified value, or one that the
    /// domain does not know to the bit.
    pub fn bits(&self) -> Vec<Option<u64>> {
        let undef = self.values.undef();
        let bits = |lane: usize| match undef.is_some_and(|flags| flags[lane]) {
            true => None,
            false => self.values.bits(self.kind, lane),
        };
        (0..self.values.len()).map(bits).collect()
    }
}

/// What a launch must leave.
#[derive(Clone, Debug)]
pub struct Expected<D: Domain> {
    /// The buffers, in order of the parameters.
    pub buffers: Vec<ExpectedBuffer<D>>,
}

/// Evaluates a launch of the case on its inputs.
///
/// # Errors
/// If the case is not well defined, or does not end within the step limit.
///
/// # Panics
/// If the case contradicts itself: cases are checked when they are read or generated.
pub fn evaluate<D: Domain>(case: &TestCase) -> Result<Expected<D>, Undefined> {
    launch::run(case, &memory(case))
}

/// The buffers of the case before the launch, at their addresses. Elements of `i1` are bytes that
/// are 0 or 1, because that is what Triton loads and stores.
pub fn memory<D: Domain>(case: &TestCase) -> Memory<D> {
    let mut memory = Memory::default();
    for (name, address, spec) in case.buffers() {
        memory.add(Buffer::new(name, address, memory_kind(spec.dtype), &contents(spec)));
    }
    memory
}

/// What elements of `dtype` are in memory.
pub fn memory_kind(dtype: DType) -> Kind {
    if dtype == DType::I1 { Kind::Int(8) } else { dtype.kind() }
}

fn contents<D: Domain>(spec: &BufferSpec) -> Tile<D> {
    let tile = spec.fill.tile(spec.dtype, spec.len);
    if spec.dtype == DType::I1 { resize_int(&tile, 1, 8, false) } else { tile }
}
