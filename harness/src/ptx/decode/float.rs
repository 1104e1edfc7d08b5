//! Floating-point arithmetic and functions.

use super::Form;
use super::convert::Rounding;
use crate::ptx::types::Type;

/// A floating-point instruction: `d, a`, `d, a, b` or `d, a, b, c` by [`FloatOp::arity`], all of
/// type `ty`. An immediate `f32` operand is its 32 bits, an `f16` or `bf16` one its 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Float {
    /// Which.
    pub op: FloatOp,
    /// Also packed types: each half for itself.
    pub ty: Type,
    /// The rounding that is written. `None`: none is (to the nearest even one where rounding is
    /// needed; and only then may `add` and `mul` be contracted).
    pub rounding: Option<Rounding>,
    /// `.ftz`: subnormal operands and results of `f32` count as zero of their sign.
    pub ftz: bool,
    /// `.sat`: clamps to [0, 1], NaN to 0.
    pub saturate: bool,
    /// `.relu`: clamps to at least 0, NaN stays.
    pub relu: bool,
    /// `.NaN` of `min` and `max`: NaN if an operand is.
    pub nan: bool,
    /// `.xorsign.abs` of `min` and `max`.
    pub xorsign_abs: bool,
    /// `.approx`
    pub approx: bool,
    /// `.full` of `div`.
    pub full: bool,
    /// `.oob` of `fma.relu`.
    pub oob: bool,
}

/// Operations of [`Float`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatOp {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a * b + c`, rounded once (`fma`, and `mad` of floats).
    Fma,
    /// `a / b`
    Div,
    /// Smaller; the other one if one is NaN.
    Min,
    /// Larger; the other one if one is NaN.
    Max,
    /// Negation.
    Neg,
    /// Absolute value.
    Abs,
    /// `1 / a`
    Rcp,
    /// Square root.
    Sqrt,
    /// `1 / sqrt(a)`
    Rsqrt,
    /// Sine, approximate.
    Sin,
    /// Cosine, approximate.
    Cos,
    /// Binary logarithm, approximate.
    Lg2,
    /// Power of two, approximate.
    Ex2,
    /// Hyperbolic tangent, approximate.
    Tanh,
    /// `b` with the sign of `a`.
    Copysign,
}

impl FloatOp {
    /// How many sources.
    pub fn arity(self) -> usize {
        use FloatOp::{Add, Copysign, Div, Fma, Max, Min, Mul, Sub};
        match self {
            Fma => 3,
            Add | Sub | Mul | Div | Min | Max | Copysign => 2,
            _ => 1,
        }
    }
}

fn operation(root: &str) -> Option<FloatOp> {
    Some(match root {
        "add" => FloatOp::Add,
        "sub" => FloatOp::Sub,
        "mul" => FloatOp::Mul,
        "fma" | "mad" => FloatOp::Fma,
        "div" => FloatOp::Div,
        "min" => FloatOp::Min,
        "max" => FloatOp::Max,
        "neg" => FloatOp::Neg,
        "abs" => FloatOp::Abs,
        "rcp" => FloatOp::Rcp,
        "sqrt" => FloatOp::Sqrt,
        "rsqrt" => FloatOp::Rsqrt,
        "sin" => FloatOp::Sin,
        "cos" => FloatOp::Cos,
        "lg2" => FloatOp::Lg2,
        "ex2" => FloatOp::Ex2,
        "tanh" => FloatOp::Tanh,
        "copysign" => FloatOp::Copysign,
        _ => return None,
    })
}

/// Takes nothing unless the instruction is one of floats.
pub(super) fn decode(root: &str, form: &mut Form) -> Option<Float> {
    let op = operation(root)?;
    form.peek_type().filter(|ty| ty.is_float())?;
    form.shape(match op.arity() {
        1 => &["ds"],
        2 => &["dss"],
        _ => &["dsss"],
    })?;
    let ty = form.ty()?;
    Some(Float {
        op,
        ty,
        rounding: form.take(Rounding::from_name),
        ftz: form.flag("ftz"),
        saturate: form.flag("sat"),
        relu: form.flag("relu"),
        nan: form.flag("NaN"),
        xorsign_abs: form.flag("xorsign") && form.flag("abs"),
        approx: form.flag("approx"),
        full: form.flag("full"),
        oob: form.flag("oob"),
    })
}
