//! `tritonsmith`: a differential testing and fuzzing harness for the Triton GPU compiler.
//!
//! The modules stand in layer order: each may import only from those above it, as the table in
//! `tests/layering.rs` says.

pub mod campaign;
pub mod cli;
pub mod compile;
pub mod device;
pub mod evaluate;
pub mod generate;
pub mod globals;
pub mod mlir;
pub mod oracle;
pub mod plant;
pub mod program;
pub mod render;
pub mod report;
pub mod tensor;
pub mod testcase;
pub mod toolchain;
