//! Renders test cases as Python.
//!
//! [`module`] gives what a worker executes: the kernel and a function `launch` that launches it.
//! [`standalone`] and [`interpreted`] give scripts that a person runs, [`short_launch`] and
//! [`short_compilation`] those that a person reads. Rendering knows no compiler: it
//! only writes down what `program::ops` says.

mod kernel;
mod prune;
pub mod scenario;
mod scenario_script;
mod short;
mod standalone;
mod ttgir_script;

use kernel::Dialect;

use crate::program::{Matrix, Param, ParamKind};
use crate::testcase::{Options, TestCase};

pub use scenario_script::{Must, script as scenario_script};
pub use short::{compiled as short_compilation, launched as short_launch};
pub use standalone::{Contents, interpreted, standalone};
pub use ttgir_script::ttgir_script;

/// The Python module of a case. Its function `launch(ts)` launches the kernel once, with the
/// arguments that `ts.pointer(name)`, `ts.scalar(name)` and
/// `ts.descriptor(name, shape, strides, block)` give.
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

fn with_launch(case: &TestCase, kernel: &kernel::Rendered) -> String {
    let launch = launch_function(case, kernel);
    let text = &kernel.text;
    format!("import triton\nimport triton.language as tl\n\n\n{text}\n\n{launch}")
}

/// The function that launches the kernel with what its argument gives.
fn launch_function(case: &TestCase, kernel: &kernel::Rendered) -> String {
    let given = |param: &Param| {
        let name = case.passed_as(&param.name);
        match param.kind {
            ParamKind::Pointer(_) => format!("ts.pointer({})", quote(name)),
            ParamKind::Scalar(_) => format!("ts.scalar({})", quote(name)),
            ParamKind::Descriptor(matrix) => descriptor(name, &matrix),
            ParamKind::Constexpr(value) => value.to_string(),
        }
    };
    format!("def launch(ts):\n    {}\n", call(case, kernel, given, options(case)))
}

/// The launch of the kernel, with what is `given` for each parameter.
fn call(
    case: &TestCase,
    kernel: &kernel::Rendered,
    given: impl Fn(&Param) -> String,
    options: Vec<String>,
) -> String {
    let surface = &case.program.surface;
    let first = kernel::first_default(&case.program);
    let mut arguments: Vec<String> = Vec::new();
    for (at, param) in case.program.params.iter().enumerate() {
        let constexpr = matches!(param.kind, ParamKind::Constexpr(_));
        if constexpr && surface.defaults && at >= first {
            continue;
        }
        let value = given(param);
        arguments.push(match surface.by_name {
            true => format!("{}={value}", param.name),
            false => value,
        });
    }
    if !surface.defaults {
        arguments.extend(kernel.lifted.iter().map(|(name, value)| format!("{name}={value}")));
    }
    arguments.extend(options);
    let [x, y, z] = case.grid;
    let grid = if surface.grid_function { "lambda meta: " } else { "" };
    format!("{}[{grid}({x}, {y}, {z})]({})", case.program.name, arguments.join(", "))
}

/// The descriptor of a matrix that the buffer `name` holds.
fn descriptor(name: &str, matrix: &Matrix) -> String {
    let Matrix { shape: [rows, columns], stride, block: [height, width], .. } = matrix;
    let name = quote(name);
    format!("ts.descriptor({name}, [{rows}, {columns}], [{stride}, 1], [{height}, {width}])")
}

/// The launch options. Some backends and GPUs lack those that are passed through `ts`.
fn options(case: &TestCase) -> Vec<String> {
    let mut arguments = usual_options(&case.options);
    let some: Vec<String> =
        nvidia_options(&case.options).map(|(name, value)| format!("{name}={value}")).collect();
    if !some.is_empty() {
        arguments.push(format!("**ts.options({})", some.join(", ")));
    }
    arguments
}

/// Options that every backend has.
fn usual_options(options: &Options) -> Vec<String> {
    let fusion = if options.enable_fp_fusion { "True" } else { "False" };
    vec![
        format!("num_warps={}", options.num_warps),
        format!("num_stages={}", options.num_stages),
        format!("enable_fp_fusion={fusion}"),
    ]
}

/// Options for NVIDIA's GPUs alone, from `sm_90` on for clusters.
fn nvidia_options(options: &Options) -> impl Iterator<Item = (&'static str, u32)> {
    let ctas = (options.num_ctas > 1).then_some(("num_ctas", options.num_ctas));
    ctas.into_iter().chain(options.maxnreg.map(|most| ("maxnreg", most)))
}

/// A Python string literal.
fn quote(text: &str) -> String {
    format!("\"{}\"", text.escape_default())
}
