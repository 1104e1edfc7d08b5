//! Float formats: every value of every format is exact in an `f64`, in which executors compute.
//!
//! Rounding is to nearest, ties to even. For add, sub, mul, div and sqrt, rounding the `f64` result
//! to a format of precision p is right when 53 >= 2p + 2 (Figueroa 1995), which holds for all of
//! them but `f64` itself, where there is nothing to round.

/// A binary float format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FloatFormat {
    /// `float8e4nv`: no infinity, one NaN, largest 448 (OCP OFP8 E4M3).
    F8E4M3,
    /// `float8e5` (OCP OFP8 E5M2).
    F8E5M2,
    F16,
    BF16,
    F32,
    F64,
}

impl FloatFormat {
    /// Bits of one value.
    #[inline]
    pub fn bits(self) -> u32 {
        match self {
            FloatFormat::F8E4M3 | FloatFormat::F8E5M2 => 8,
            FloatFormat::F16 | FloatFormat::BF16 => 16,
            FloatFormat::F32 => 32,
            FloatFormat::F64 => 64,
        }
    }

    /// Bits of the significand, the hidden one included.
    #[inline]
    pub fn precision(self) -> u32 {
        match self {
            FloatFormat::F8E4M3 => 4,
            FloatFormat::F8E5M2 => 3,
            FloatFormat::F16 => 11,
            FloatFormat::BF16 => 8,
            FloatFormat::F32 => 24,
            FloatFormat::F64 => 53,
        }
    }

    /// Exponent of the smallest normal value: that value is 2 to this power.
    #[inline]
    pub fn min_exponent(self) -> i32 {
        match self {
            FloatFormat::F8E4M3 => -6,
            FloatFormat::F8E5M2 | FloatFormat::F16 => -14,
            FloatFormat::BF16 | FloatFormat::F32 => -126,
            FloatFormat::F64 => -1022,
        }
    }

    /// Smallest value above zero, a subnormal one.
    pub fn smallest(self) -> f64 {
        self.from_bits(1)
    }

    /// Largest finite value.
    #[inline]
    pub fn max_finite(self) -> f64 {
        match self {
            FloatFormat::F8E4M3 => 448.0,
            FloatFormat::F8E5M2 => 57344.0,
            FloatFormat::F16 => 65504.0,
            FloatFormat::BF16 => f64::from(half::bf16::MAX),
            FloatFormat::F32 => f64::from(f32::MAX),
            FloatFormat::F64 => f64::MAX,
        }
    }

    /// The value of this format nearest to `value`, ties to even. Overflow gives an infinity, or
    /// NaN where the format has none.
    #[inline(always)]
    pub fn round(self, value: f64) -> f64 {
        match self {
            FloatFormat::F64 => value,
            FloatFormat::F32 => f64::from(value as f32),
            _ => self.round_small(value),
        }
    }

    #[inline(always)]
    fn round_small(self, value: f64) -> f64 {
        let drop = 53 - self.precision();
        let bits = value.to_bits();
        let half = (1u64 << (drop - 1)) - 1 + ((bits >> drop) & 1);
        let normal = f64::from_bits(bits.wrapping_add(half) & !((1u64 << drop) - 1));
        // Below the smallest normal the last place is fixed: adding a number whose own last place
        // is that one rounds there.
        let magic = exp2(self.min_exponent() + 53 - self.precision() as i32);
        let subnormal = ((value.abs() + magic) - magic).copysign(value);
        let rounded = if value.abs() < exp2(self.min_exponent()) { subnormal } else { normal };
        if !value.is_finite() {
            self.overflow(value)
        } else if rounded.abs() > self.max_finite() {
            self.overflow(f64::INFINITY.copysign(value))
        } else {
            rounded
        }
    }

    #[inline]
    fn overflow(self, value: f64) -> f64 {
        if self == FloatFormat::F8E4M3 { f64::NAN.copysign(value) } else { value }
    }

    /// The bit pattern of a value that this format has; others are rounded first.
    #[inline]
    pub fn to_bits(self, value: f64) -> u64 {
        match self {
            FloatFormat::F64 => value.to_bits(),
            FloatFormat::F32 => u64::from((value as f32).to_bits()),
            FloatFormat::F16 => u64::from(half::f16::from_f64(self.round(value)).to_bits()),
            FloatFormat::BF16 => u64::from(half::bf16::from_f64(self.round(value)).to_bits()),
            FloatFormat::F8E5M2 => {
                // The upper byte of the f16 with the same value, which has the same exponents.
                u64::from(half::f16::from_f64(self.round(value)).to_bits() >> 8)
            }
            FloatFormat::F8E4M3 => self.e4m3_bits(self.round(value)),
        }
    }

    fn e4m3_bits(self, value: f64) -> u64 {
        let sign = u64::from(value.is_sign_negative()) << 7;
        if value.is_nan() {
            return sign | 0x7f;
        }
        let magnitude = value.abs();
        if magnitude < exp2(-6) {
            return sign | (magnitude * exp2(9)) as u64;
        }
        let exponent = (magnitude.to_bits() >> 52) as i64 - 1023;
        let mantissa = (magnitude.to_bits() >> 49) & 7;
        sign | (((exponent + 7) as u64) << 3) | mantissa
    }

    /// The value of a bit pattern.
    #[inline]
    pub fn from_bits(self, bits: u64) -> f64 {
        match self {
            FloatFormat::F64 => f64::from_bits(bits),
            FloatFormat::F32 => f64::from(f32::from_bits(bits as u32)),
            FloatFormat::F16 => half_value(bits & 0xffff),
            FloatFormat::BF16 => half::bf16::from_bits(bits as u16).to_f64(),
            FloatFormat::F8E5M2 => half_value((bits & 0xff) << 8),
            FloatFormat::F8E4M3 => {
                let sign = if bits & 0x80 != 0 { -1.0 } else { 1.0 };
                let (exponent, mantissa) = ((bits >> 3) & 15, (bits & 7) as f64);
                match (exponent, bits & 7) {
                    (15, 7) => f64::NAN.copysign(sign),
                    (0, _) => sign * mantissa * exp2(-9),
                    _ => sign * (1.0 + mantissa / 8.0) * exp2(exponent as i32 - 7),
                }
            }
        }
    }
}

/// The value of the 16 bits of an `f16`. Its fields go to where they are in an `f64`; a product makes
/// up for the other bias, and makes subnormal numbers normal. Without branches, for loops over many.
#[inline(always)]
fn half_value(bits: u64) -> f64 {
    let (sign, fields) = ((bits >> 15) << 63, (bits & 0x7fff) << 42);
    let scaled = (f64::from_bits(fields) * exp2(1023 - 15)).to_bits();
    // The greatest exponent is that of infinity and, quiet here, of NaN.
    let quiet = u64::from(bits & 0x3ff != 0) << 51;
    let special = fields | (0x7ff << 52) | quiet;
    f64::from_bits(sign | if bits & 0x7c00 == 0x7c00 { special } else { scaled })
}

/// 2 to a power that is normal in an `f64`.
#[inline(always)]
pub(crate) fn exp2(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [FloatFormat; 6] = [
        FloatFormat::F8E4M3,
        FloatFormat::F8E5M2,
        FloatFormat::F16,
        FloatFormat::BF16,
        FloatFormat::F32,
        FloatFormat::F64,
    ];

    #[test]
    fn halves_are_those_of_the_crate() {
        for bits in 0..=u16::MAX {
            let value = FloatFormat::F16.from_bits(u64::from(bits));
            let expected = half::f16::from_bits(bits).to_f64();
            assert_eq!(value.to_bits(), expected.to_bits(), "{bits:#x}");
        }
    }

    #[test]
    fn small_formats_round_trip_every_pattern() {
        for format in ALL.into_iter().filter(|format| format.bits() <= 16) {
            for bits in 0..1u64 << format.bits() {
                let value = format.from_bits(bits);
                if value.is_nan() {
                    assert!(format.from_bits(format.to_bits(value)).is_nan());
                } else {
                    assert_eq!(format.to_bits(value), bits, "{format:?} {bits:#x}");
                    assert_eq!(format.round(value).to_bits(), value.to_bits());
                }
            }
        }
    }

    #[test]
    fn rounds_to_the_nearest_neighbour_and_ties_to_even() {
        for format in ALL.into_iter().filter(|format| format.bits() <= 16) {
            let finite: Vec<f64> = (0..1u64 << (format.bits() - 1))
                .map(|bits| format.from_bits(bits))
                .filter(|value| value.is_finite())
                .collect();
            for (index, pair) in finite.windows(2).enumerate() {
                let middle = (pair[0] + pair[1]) / 2.0;
                let (below, above) = (middle.next_down(), middle.next_up());
                assert_eq!(format.round(below), pair[0], "{format:?} {below:e}");
                assert_eq!(format.round(above), pair[1]);
                assert_eq!(format.round(middle), pair[index % 2], "tie {middle:e}");
                assert_eq!(format.round(-middle), -pair[index % 2]);
            }
        }
    }

    #[test]
    fn overflow_and_specials() {
        assert_eq!(FloatFormat::F16.round(65520.0), f64::INFINITY);
        assert_eq!(FloatFormat::F16.round(65519.9), 65504.0);
        assert!(FloatFormat::F8E4M3.round(500.0).is_nan());
        assert!(FloatFormat::BF16.round(f64::NAN).is_nan());
        assert_eq!(FloatFormat::F16.round(-0.0).to_bits(), (-0.0f64).to_bits());
        assert_eq!(FloatFormat::F32.to_bits(1.0), 0x3f80_0000);
    }
}
