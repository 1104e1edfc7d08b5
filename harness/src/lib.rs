//! `tritonsmith`: a differential testing and fuzzing harness for the Triton GPU compiler.
//!
//! The modules stand in layer order: each may import only from those above it, as the table in
//! `tests/layering.rs` says.

pub mod tensor;
pub mod syntax;
pub mod program;
pub mod mlir;
pub mod ptx;
pub mod toolchain;
pub mod compile;
pub mod globals;
pub mod testcase;
pub mod generate;
pub mod render;
pub mod evaluate;
pub mod device;
pub mod oracle;
pub mod validate;
pub mod plant;
pub mod reduce;
pub mod bisect;
pub mod report;
pub mod campaign;
pub mod cli;
