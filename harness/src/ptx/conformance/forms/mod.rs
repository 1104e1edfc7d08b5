//! The forms, a file a family. A new family is a file and a line of [`FAMILIES`].

mod atomic;
mod bits;
mod compare;
mod convert;
mod convert_float;
mod float;
mod function;
mod group;
mod integer;
mod matrix;
mod warp;

use super::form::Form;

/// Forms that are recorded in one file.
#[derive(Debug)]
pub struct Family {
    /// Its name, and that of its file.
    pub name: &'static str,
    /// Lists them.
    pub forms: fn() -> Vec<Form>,
}

/// The families that there are.
pub static FAMILIES: &[Family] = &[
    Family { name: "integer", forms: integer::forms },
    Family { name: "bits", forms: bits::forms },
    Family { name: "float", forms: float::forms },
    Family { name: "function", forms: function::forms },
    Family { name: "compare", forms: compare::forms },
    Family { name: "convert", forms: convert::forms },
    Family { name: "convert-float", forms: convert_float::forms },
    Family { name: "warp", forms: warp::forms },
    Family { name: "matrix", forms: matrix::forms },
    Family { name: "group", forms: group::forms },
    Family { name: "atomic", forms: atomic::forms },
];
