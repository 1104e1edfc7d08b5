//! Every variant of every operation has a name of its own and an example that types, renders and
//! evaluates; and every rule of well-definedness has a kernel that breaks it.

#![allow(missing_docs, unused_crate_dependencies)]
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "../support/mod.rs"]
mod support;

mod examples;
mod meaning;
mod rules;

use tritonsmith::evaluate::{Expected, evaluate};
use tritonsmith::program::{Undefined, ValueId};
use tritonsmith::tensor::{DType, Exact};
use tritonsmith::testcase::Fill;

use crate::support::Builder;

const RAMP: Fill = Fill::Ramp { low: 1, stride: 1, modulus: 64, scale: 0 };

/// A kernel over an input of 1 to 64 and two outputs; `write` gets the inputs' pointer, the outputs'
/// pointer and 0..16.
fn run(
    grid: u32,
    write: impl Fn(&mut Builder, ValueId, ValueId, ValueId),
) -> Result<Expected<Exact>, Undefined> {
    let mut builder = Builder::new();
    let input = builder.pointer("a", DType::I32, 64, RAMP);
    let out = builder.pointer("out", DType::I32, 64, Fill::Unwritten);
    let range = builder.arange(16);
    write(&mut builder, input, out, range);
    evaluate(&builder.case("rules", [grid, 1, 1]))
}
