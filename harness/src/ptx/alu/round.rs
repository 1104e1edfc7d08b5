//! Rounding to a format in any direction.
//!
//! What is to be rounded is an `f64` that stands for the exact result: the result itself, or where
//! an `f64` cannot hold it, a neighbour with an odd last bit ([`to_odd`]). Rounding that to a
//! format at least two bits shorter gives what rounding the exact result gives (Boldo and
//! Melquiond 2008, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding
//! to odd").

use crate::ptx::decode::Rounding;
use crate::tensor::FloatFormat;

/// The modifiers that shape a result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Style {
    /// To the nearest even one, to zero, up or down.
    pub(super) rounding: Rounding,
    pub(super) ftz: bool,
    pub(super) saturate: bool,
    pub(super) satfinite: bool,
    pub(super) relu: bool,
}

impl Style {
    /// To the nearest, and nothing else: what most instructions ask for.
    pub(super) const PLAIN: Style = Style {
        rounding: Rounding::NearestEven,
        ftz: false,
        saturate: false,
        satfinite: false,
        relu: false,
    };

    /// The style of a rounding that these formats know; to the nearest where none is written.
    pub(super) fn new(rounding: Option<Rounding>, ftz: bool) -> Option<Style> {
        use Rounding::{Down, NearestEven, Up, Zero};
        let rounding = rounding.unwrap_or(NearestEven);
        matches!(rounding, NearestEven | Zero | Down | Up).then_some(Style {
            rounding,
            ftz,
            saturate: false,
            satfinite: false,
            relu: false,
        })
    }

    /// The value that is meant: at least 0, or in [0, 1]. This and rounding may change places: both
    /// keep the order, and the ends of the clamp are representable.
    #[inline(always)]
    pub(super) fn clamp(self, value: f64) -> f64 {
        let value = if self.relu && value <= 0.0 { 0.0 } else { value };
        match self.saturate {
            true if value > 0.0 => value.min(1.0),
            true => 0.0,
            false => value,
        }
    }
}

/// The odd neighbour of an `f64` on the side of what is missing to the exact result. An error that
/// is not finite belongs to a value that is not either.
#[inline(always)]
pub(super) fn to_odd(value: f64, error: f64) -> f64 {
    let bits = value.to_bits();
    let is_exact = error == 0.0 || !error.is_finite() || bits & 1 == 1;
    let grows = (error > 0.0) == (value > 0.0);
    let neighbour = if grows { bits.wrapping_add(1) } else { bits.wrapping_sub(1) };
    f64::from_bits(if is_exact { bits } else { neighbour })
}

/// The sum of two numbers, and what is missing to the exact one (Knuth's two-sum).
#[inline(always)]
pub(super) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    let of_a = sum - of_b;
    (sum, (a - of_a) + (b - of_b))
}

/// The bits of a value in a format, to the nearest even one and then, in another direction, one
/// pattern further: patterns of one sign are in the order of their values.
#[inline(always)]
pub(super) fn to_bits(format: FloatFormat, value: f64, rounding: Rounding) -> (u64, f64) {
    let nearest = format.round(value);
    let bits = format.to_bits(nearest);
    let step = match rounding {
        Rounding::Down => nearest > value,
        Rounding::Up => nearest < value,
        Rounding::Zero => nearest.abs() > value.abs(),
        _ => false,
    };
    if !step {
        return (bits, nearest);
    }
    // A step happens away from an inexact neighbour. Down from a positive one, up from a negative
    // one and towards zero make the magnitude smaller. A zero stands on the value's side.
    let negative = nearest.is_sign_negative();
    let shrinks = match rounding {
        Rounding::Down => !negative,
        Rounding::Up => negative,
        _ => true,
    };
    let bits = if shrinks { bits.wrapping_sub(1) } else { bits.wrapping_add(1) };
    (bits, format.from_bits(bits))
}
