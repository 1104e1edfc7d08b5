//! Matrix elements: the bits of a type as an `f64`, in which every one of them is exact.
//!
//! Integers too: 4 and 8 bits, and the 32 bits of their sums, fit.

use crate::ptx::types::Type;
use crate::tensor::FloatFormat;

/// Bits of a `tf32` that do not count.
const TF32_UNUSED: u64 = 0x1fff;

/// How many bits one element takes in a register or in memory; `None`: not an element that is
/// modelled.
pub(super) fn width(ty: Type) -> Option<usize> {
    Some(match ty {
        Type::S4 | Type::U4 => 4,
        Type::S8 | Type::U8 | Type::E4m3 | Type::E5m2 => 8,
        Type::F16 | Type::Bf16 => 16,
        Type::Tf32 | Type::F32 | Type::S32 => 32,
        Type::F64 => 64,
        _ => return None,
    })
}

/// The element in the low bits of `bits`. Higher bits do not count.
pub(in crate::ptx) fn decode(ty: Type, bits: u64) -> f64 {
    let signed = |width: u32| f64::from(((bits as i32) << (32 - width)) >> (32 - width));
    match ty {
        Type::S4 => signed(4),
        Type::S8 => signed(8),
        Type::S32 => signed(32),
        Type::U4 => (bits & 0xf) as f64,
        Type::U8 => (bits & 0xff) as f64,
        Type::E4m3 => FloatFormat::F8E4M3.from_bits(bits & 0xff),
        Type::E5m2 => FloatFormat::F8E5M2.from_bits(bits & 0xff),
        Type::F16 => FloatFormat::F16.from_bits(bits & 0xffff),
        Type::Bf16 => FloatFormat::BF16.from_bits(bits & 0xffff),
        Type::Tf32 => tf32(bits),
        Type::F64 => f64::from_bits(bits),
        _ => FloatFormat::F32.from_bits(bits & 0xffff_ffff),
    }
}

fn tf32(bits: u64) -> f64 {
    let bits = bits & 0xffff_ffff;
    let value = FloatFormat::F32.from_bits(bits);
    // A NaN whose payload lies in the unused bits stays one.
    if value.is_nan() { value } else { FloatFormat::F32.from_bits(bits & !TF32_UNUSED) }
}

/// Whether `bits` has a part that its type does not promise to keep: what a tensor core does with
/// the low bits of a single is not specified.
pub(super) fn is_cut(ty: Type, bits: u64) -> bool {
    ty == Type::Tf32 && bits & TF32_UNUSED != 0 && !tf32(bits).is_nan()
}

/// The largest power of two of which a value is a multiple; infinite for zero, which is a multiple
/// of all, and for what is not finite.
pub(super) fn granule(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return f64::INFINITY;
    }
    let bits = value.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    // The value is mantissa * 2^scale.
    let (mantissa, scale) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | (1 << 52), exponent - 1075) };
    power(scale + mantissa.trailing_zeros() as i32)
}

/// 2 to a power that an `f64` has, a subnormal one too.
fn power(exponent: i32) -> f64 {
    if exponent >= -1022 {
        f64::from_bits(((exponent + 1023) as u64) << 52)
    } else {
        f64::from_bits(1 << (exponent + 1074))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_extend_their_sign() {
        assert_eq!(decode(Type::S8, 0xff80), -128.0);
        assert_eq!(decode(Type::U8, 0xff80), 128.0);
        assert_eq!(decode(Type::S4, 0x7f), -1.0);
        assert_eq!(decode(Type::U4, 0x7f), 15.0);
        assert_eq!(decode(Type::S32, 0x8000_0000), -2147483648.0);
    }

    #[test]
    fn tf32_drops_the_low_bits_and_keeps_nan() {
        assert_eq!(decode(Type::Tf32, 0x3f80_1fff), 1.0);
        assert!(decode(Type::Tf32, 0x7f80_0001).is_nan());
        assert!(is_cut(Type::Tf32, 0x3f80_0001));
        assert!(!is_cut(Type::Tf32, 0x3f80_2000));
        assert!(!is_cut(Type::F32, 0x3f80_0001));
    }

    #[test]
    fn granules_are_the_lowest_set_bit() {
        assert_eq!(granule(12.0), 4.0);
        assert_eq!(granule(-0.75), 0.25);
        assert_eq!(granule(1.0), 1.0);
        assert_eq!(granule(f64::from_bits(6)), f64::from_bits(2));
        assert_eq!(granule(f64::MIN_POSITIVE), f64::MIN_POSITIVE);
        assert_eq!(granule(0.0), f64::INFINITY);
        assert_eq!(granule(f64::NAN), f64::INFINITY);
    }
}
