//! Renders test cases as Python.
//!
//! [`module`] gives what a worker executes: the kernel and a function `launch` that launches it.
//! [`standalone`] gives a script that a person runs. Rendering knows no compiler: it only writes
//! down what `program::ops` says.

mod kernel;
mod prune;
pub mod scenario;
mod scenario_script;
mod standalone;

use kernel::Dialect;

use crate::program::ParamKind;
use crate::testcase::TestCase;

pub use scenario_script::{Must, script as scenario_script};
pub use standalone::{Contents, standalone};

/// The Python module of a case. Its function `launch(ts)` launches the kernel once, with the
/// arguments that `ts.pointer(name)` and `ts.scalar(name)` give.
///
/// # Panics
/// If the program is not well typed: cases are checked when they are read or generated.
pub fn module(case: &TestCase) -> String {
    with_launch(case, &kernel::function(&case.program, Dialect::Compiled))
}

/// As [`module`], for Triton's own interpreter: there the induction variable of a loop is a Python
/// number, which this text makes a scalar of its type.
///
/// # Panics
/// As [`module`].
pub fn interpretable(case: &TestCase) -> String {
    with_launch(case, &kernel::function(&case.program, Dialect::Interpreted))
}

fn with_launch(case: &TestCase, kernel: &str) -> String {
    let launch = launch_function(case);
    format!("import triton\nimport triton.language as tl\n\n\n{kernel}\n\n{launch}")
}

/// The function that launches the kernel with what its argument gives.
fn launch_function(case: &TestCase) -> String {
    let launch = launch(case, &|name| format!("ts.pointer({})", quote(name)), &|name| {
        format!("ts.scalar({})", quote(name))
    });
    format!("def launch(ts):\n    {launch}\n")
}

/// The launch expression, with the text of each pointer and scalar argument.
fn launch(
    case: &TestCase,
    pointer: &dyn Fn(&str) -> String,
    scalar: &dyn Fn(&str) -> String,
) -> String {
    let [x, y, z] = case.grid;
    let mut arguments: Vec<String> = case
        .program
        .params
        .iter()
        .map(|param| match param.kind {
            ParamKind::Pointer(_) => pointer(&param.name),
            ParamKind::Scalar(_) => scalar(&param.name),
            ParamKind::Constexpr(value) => value.to_string(),
        })
        .collect();
    let options = &case.options;
    arguments.push(format!("num_warps={}", options.num_warps));
    arguments.push(format!("num_stages={}", options.num_stages));
    let fusion = if options.enable_fp_fusion { "True" } else { "False" };
    arguments.push(format!("enable_fp_fusion={fusion}"));
    format!("{}[({x}, {y}, {z})]({})", case.program.name, arguments.join(", "))
}

/// A Python string literal.
fn quote(text: &str) -> String {
    format!("\"{}\"", text.escape_default())
}
