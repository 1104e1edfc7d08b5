//! What the fuzz targets do: an input in, a fault or nothing out.
//!
//! An *input* is a test case as JSON, which `mutate` edits as a case and not as bytes, or any other bytes,
//! which the generator makes a case of. `compiler` asks a real Triton about it, and `features` tells
//! libFuzzer what was new in the IR. The targets are glue.

pub mod check;
pub mod compiler;
pub mod features;
pub mod input;
pub mod mutate;
