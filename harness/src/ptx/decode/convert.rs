//! `cvt`.

use super::Form;
use crate::ptx::types::Type;

/// `cvt.to.from`: `d, a`. A packed `to` of two scalars (`cvt.rn.f16x2.f32`, `cvt.e4m3x2.f32`) is
/// `d, a, b`: `a` becomes the **high** half. Packed to packed is `d, a`. Registers may be wider
/// than `to` and `from`: a source's low bits count, and a result is sign- or zero-extended by `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convert {
    /// Type of the result.
    pub to: Type,
    /// Type of the source.
    pub from: Type,
    /// As written.
    pub rounding: Option<Rounding>,
    /// `.ftz`
    pub ftz: bool,
    /// `.sat`: to the range of an integer, or [0, 1] for a float.
    pub saturate: bool,
    /// `.satfinite`: beyond the range gives the largest finite value.
    pub satfinite: bool,
    /// `.relu`: negative results become 0.
    pub relu: bool,
}

/// A rounding that is written in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// `.rn`: to the nearest, ties to even.
    NearestEven,
    /// `.rna`: to the nearest, ties away from zero.
    NearestAway,
    /// `.rz`: towards zero.
    Zero,
    /// `.rm`: down.
    Down,
    /// `.rp`: up.
    Up,
    /// `.rni`: to an integer, the nearest, ties to even.
    IntegerNearestEven,
    /// `.rzi`: to an integer, towards zero.
    IntegerZero,
    /// `.rmi`: to an integer, down.
    IntegerDown,
    /// `.rpi`: to an integer, up.
    IntegerUp,
}

impl Rounding {
    /// The rounding of a modifier without its dot.
    pub fn from_name(name: &str) -> Option<Rounding> {
        Some(match name {
            "rn" => Self::NearestEven,
            "rna" => Self::NearestAway,
            "rz" => Self::Zero,
            "rm" => Self::Down,
            "rp" => Self::Up,
            "rni" => Self::IntegerNearestEven,
            "rzi" => Self::IntegerZero,
            "rmi" => Self::IntegerDown,
            "rpi" => Self::IntegerUp,
            _ => return None,
        })
    }
}

pub(super) fn decode(form: &mut Form) -> Option<Convert> {
    let (to, from) = (form.ty()?, form.ty()?);
    form.shape(if to.is_packed() && !from.is_packed() { &["dss"] } else { &["ds"] })?;
    Some(Convert {
        to,
        from,
        rounding: form.take(Rounding::from_name),
        ftz: form.flag("ftz"),
        saturate: form.flag("sat"),
        satfinite: form.flag("satfinite"),
        relu: form.flag("relu"),
    })
}
