//! What a line of a module does with a tensor: one file for each, and one line here.

mod barrier;
mod convert;
mod gather;
mod join;
mod reduce;
mod reshape;
mod scan;
mod shared;
mod slice;
mod staged;
mod transpose;
mod transposed_view;

use super::builder::{Builder, Value};
use crate::tensor::DType;

/// A step.
pub(super) struct Step {
    /// Its name, unique among origins and steps.
    pub(super) name: &'static str,
    /// Takes it; `None`, before anything is written, if it is not for such a tensor.
    pub(super) take: fn(&mut Builder<'_, '_>, Value) -> Option<Value>,
}

/// The steps.
pub(super) static STEPS: &[Step] = &[
    Step { name: "convert", take: convert::take },
    Step { name: "transpose", take: transpose::take },
    Step { name: "reshape", take: reshape::take },
    Step { name: "reduce", take: reduce::take },
    Step { name: "scan", take: scan::take },
    Step { name: "gather", take: gather::take },
    Step { name: "join", take: join::take },
    Step { name: "shared", take: shared::take },
    Step { name: "staged", take: staged::take },
    Step { name: "slice", take: slice::take },
    Step { name: "transposed-view", take: transposed_view::take },
    Step { name: "barrier", take: barrier::take },
];

/// An operation that gives the same in any order of the elements, and rounds nothing.
fn combine(builder: &mut Builder<'_, '_>, dtype: DType) -> Option<&'static str> {
    let names: &[&str] = match dtype {
        DType::I1 => &["ori", "andi", "xori"],
        // The types that every GPU compares in their own precision.
        DType::F32 | DType::F64 => &["maxnumf", "minnumf"],
        dtype if dtype.is_int() => {
            &["addi", "maxsi", "minsi", "maxui", "minui", "xori", "andi", "ori"]
        }
        _ => return None,
    };
    Some(builder.choice.pick(names))
}

/// Writes an operation with a combine function.
fn combined(
    builder: &mut Builder<'_, '_>,
    head: &str,
    end: &str,
    (combine, element): (&str, &str),
    types: &str,
) {
    let (left, right, both) = (builder.fresh(), builder.fresh(), builder.fresh());
    builder.line(format!("{head} ({{"));
    builder.line(format!("^bb0({left}: {element}, {right}: {element}):"));
    builder.line(format!("  {both} = arith.{combine} {left}, {right} : {element}"));
    builder.line(format!("  {end} {both} : {element}"));
    builder.line(format!("}}) : {types}"));
}
