//! The formats that instructions name, each as a type, so that loops over lanes are compiled for
//! one format.

use super::round::{Style, to_bits};
use crate::tensor::FloatFormat;

/// A format of floats.
pub(super) trait Element {
    /// Bits between the elements of a packed operand.
    const SLOT: u32;

    /// The value of the low bits.
    fn decode(bits: u64) -> f64;

    /// The bits of a rounded value, and whether they are another value.
    fn encode(value: f64, style: Style) -> (u64, bool);
}

/// A format that arithmetic knows.
pub(super) trait Number: Element {
    const FORMAT: FloatFormat;
    const SIGN: u64 = 1 << (Self::SLOT - 1);
    const BITS: u64 = u64::MAX >> (64 - Self::SLOT);

    /// Whether `.ftz` takes it for zero.
    #[inline(always)]
    fn is_flushed(value: f64) -> bool {
        value != 0.0 && value.abs() < least_normal(Self::FORMAT)
    }

    /// A subnormal value becomes a zero of its sign.
    #[inline(always)]
    fn flush(value: f64) -> f64 {
        if Self::is_flushed(value) { 0.0f64.copysign(value) } else { value }
    }
}

/// 2 to the least exponent, which is normal in an `f64`.
#[inline(always)]
fn least_normal(format: FloatFormat) -> f64 {
    f64::from_bits(((format.min_exponent() + 1023) as u64) << 52)
}

#[inline(always)]
fn encode(format: FloatFormat, nan: u64, value: f64, style: Style) -> (u64, bool) {
    let meant = style.clamp(value);
    if meant.is_nan() {
        return (nan, false);
    }
    let greatest = format.max_finite();
    let limited = if style.satfinite { meant.clamp(-greatest, greatest) } else { meant };
    if style.ftz && limited != 0.0 && is_tiny(format, limited, style) {
        return (format.to_bits(0.0f64.copysign(limited)), true);
    }
    let (bits, rounded) = to_bits(format, limited, style.rounding);
    (bits, rounded != meant)
}

/// Whether `.ftz` makes a result zero: whether it is below the least normal number once it is rounded
/// as if there were no least exponent. Measured on an H200, of products, quotients and conversions:
/// what only the wider steps of the subnormal numbers would round to the least normal one is zero.
#[inline(always)]
fn is_tiny(format: FloatFormat, value: f64, style: Style) -> bool {
    let least = least_normal(format);
    // Twice the value has the steps of the least normal numbers.
    value.abs() < least && to_bits(format, 2.0 * value, style.rounding).1.abs() < 2.0 * least
}

macro_rules! elements {
    ($($name:ident $format:ident $slot:literal $nan:literal $doc:literal),* $(,)?) => { $(
        #[doc = $doc]
        pub(super) struct $name;

        impl Element for $name {
            const SLOT: u32 = $slot;

            #[inline(always)]
            fn decode(bits: u64) -> f64 {
                FloatFormat::$format.from_bits(bits)
            }

            #[inline(always)]
            fn encode(value: f64, style: Style) -> (u64, bool) {
                encode(FloatFormat::$format, $nan, value, style)
            }
        }
    )* };
}

// Of each format the NaN that the instruction set calls canonical.
elements! {
    F16 F16 16 0x7fff "IEEE half.",
    BF16 BF16 16 0x7fff "bfloat16.",
    F32 F32 32 0x7fff_ffff "IEEE single.",
    F64 F64 64 0x7ff8_0000_0000_0000 "IEEE double.",
    E4M3 F8E4M3 8 0x7f "FP8 with 4 exponent bits.",
    E5M2 F8E5M2 8 0x7f "FP8 with 5 exponent bits.",
}

macro_rules! numbers {
    ($($name:ident),*) => {
        $(impl Number for $name {
            const FORMAT: FloatFormat = FloatFormat::$name;
        })*
    };
}

numbers!(F16, BF16, F32, F64);

/// A format of 4 or 6 bits, whose every pattern is a number.
pub(super) struct Mini<const EXPONENT: u32, const MANTISSA: u32>;

impl<const EXPONENT: u32, const MANTISSA: u32> Mini<EXPONENT, MANTISSA> {
    /// All patterns but the sign.
    const PATTERNS: u64 = 1 << (EXPONENT + MANTISSA);

    /// The value of a pattern without a sign.
    #[inline(always)]
    fn magnitude(bits: u64) -> f64 {
        let bias = (1 << (EXPONENT - 1)) - 1;
        let exponent = (bits >> MANTISSA) as i32;
        let mantissa = (bits & ((1 << MANTISSA) - 1)) as f64 / f64::from(1u32 << MANTISSA);
        if exponent == 0 {
            mantissa * 2f64.powi(1 - bias)
        } else {
            (1.0 + mantissa) * 2f64.powi(exponent - bias)
        }
    }
}

impl<const EXPONENT: u32, const MANTISSA: u32> Element for Mini<EXPONENT, MANTISSA> {
    /// Those of 4 bits lie in one byte, those of 6 in two.
    const SLOT: u32 = if EXPONENT + MANTISSA == 3 { 4 } else { 8 };

    #[inline(always)]
    fn decode(bits: u64) -> f64 {
        let magnitude = Self::magnitude(bits & (Self::PATTERNS - 1));
        if bits & Self::PATTERNS == 0 { magnitude } else { -magnitude }
    }

    /// To the nearest, ties to an even pattern; beyond the range, the greatest; NaN too, as a
    /// positive one.
    fn encode(value: f64, style: Style) -> (u64, bool) {
        let meant = style.clamp(value);
        if meant.is_nan() {
            return (Self::PATTERNS - 1, true);
        }
        let wanted = meant.abs().min(Self::magnitude(Self::PATTERNS - 1));
        let distance = |bits: u64| (Self::magnitude(bits) - wanted).abs();
        let closer = |best: u64, bits: u64| {
            let is_tie = distance(bits) == distance(best) && bits & 1 == 0;
            if is_tie || distance(bits) < distance(best) { bits } else { best }
        };
        let nearest = (1..Self::PATTERNS).fold(0, closer);
        let sign = if meant.is_sign_negative() { Self::PATTERNS } else { 0 };
        (nearest | sign, Self::magnitude(nearest) != meant.abs())
    }
}
