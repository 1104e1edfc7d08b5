//! What a tensor copy does to element values: fill, conversion on the way in, reductions.
//!
//! A word holds as many elements as its size says, the first in the low bits.

use super::sums::Sums;
use super::tensor_map::{ElementType, Fill};
use crate::ptx::decode::ReduceOp;
use crate::tensor::FloatFormat;

/// The bits of an element out of bounds; `None`: the type has no NaN.
pub(super) fn fill_bits(element: ElementType, fill: Fill) -> Option<u64> {
    if fill == Fill::Zero {
        return Some(0);
    }
    // Which NaN is not documented. Of f16, an H200 fills with this one.
    match element {
        ElementType::F16 | ElementType::Bf16 => Some(0x7ff7),
        ElementType::F32 | ElementType::F32Ftz | ElementType::Tf32 | ElementType::Tf32Ftz => {
            Some(0x7fff_ffff)
        }
        ElementType::F64 => Some(0x7fff_ffff_ffff_ffff),
        _ => None,
    }
}

/// A word of `size` bytes as it is after the conversions that its type stands for.
pub(super) fn refine(element: ElementType, word: u64, size: u32, sums: &mut Sums) -> u64 {
    let (flush, cut) = match element {
        ElementType::F32Ftz => (true, false),
        ElementType::Tf32 => (false, true),
        ElementType::Tf32Ftz => (true, true),
        _ => return word,
    };
    map_elements(4, word, size, |bits| {
        let mut bits = bits as u32;
        if flush && bits & 0x7f80_0000 == 0 {
            bits &= 0x8000_0000;
        }
        if cut && bits & 0x1fff != 0 && !f32::from_bits(bits).is_nan() {
            // To nearest; how ties are broken is not documented.
            bits = (bits + 0x1000) & !0x1fff;
            sums.rounded = true;
        }
        u64::from(bits)
    })
}

/// The elements of `old` combined with those of `new`; `None`: there is no such reduction.
pub(super) fn combine(
    op: ReduceOp,
    element: ElementType,
    old: u64,
    new: u64,
    size: u32,
    sums: &mut Sums,
) -> Option<u64> {
    let bytes = element.bytes();
    let mut known = true;
    let mut index = 0;
    let word = map_elements(bytes, old, size, |old| {
        let new = new >> (8 * bytes * index) & mask(bytes);
        index += 1;
        let value = one(op, element, old, new, sums);
        known &= value.is_some();
        value.unwrap_or(0)
    });
    known.then_some(word)
}

fn one(op: ReduceOp, element: ElementType, old: u64, new: u64, sums: &mut Sums) -> Option<u64> {
    use ElementType::{Bf16, F16, F32, F64, S32, S64, U32, U64};
    let bytes = element.bytes();
    let signed = |bits: u64| ((bits << (64 - 8 * bytes)) as i64) >> (64 - 8 * bytes);
    let is_integer = matches!(element, U32 | S32 | U64 | S64);
    Some(match (op, element) {
        (ReduceOp::Add, F16) => add(FloatFormat::F16, old, new, sums),
        (ReduceOp::Add, Bf16) => add(FloatFormat::BF16, old, new, sums),
        (ReduceOp::Add, F32) => add(FloatFormat::F32, old, new, sums),
        (ReduceOp::Add, F64) => add(FloatFormat::F64, old, new, sums),
        (ReduceOp::Min | ReduceOp::Max, F16) => extreme(FloatFormat::F16, op, old, new),
        (ReduceOp::Min | ReduceOp::Max, Bf16) => extreme(FloatFormat::BF16, op, old, new),
        _ if !is_integer => return None,
        (ReduceOp::Add, _) => old.wrapping_add(new) & mask(bytes),
        (ReduceOp::Min, S32 | S64) => signed(old).min(signed(new)) as u64 & mask(bytes),
        (ReduceOp::Max, S32 | S64) => signed(old).max(signed(new)) as u64 & mask(bytes),
        (ReduceOp::Min, _) => old.min(new),
        (ReduceOp::Max, _) => old.max(new),
        (ReduceOp::And, _) => old & new,
        (ReduceOp::Or, _) => old | new,
        (ReduceOp::Xor, _) => old ^ new,
        (ReduceOp::Inc, U32) => {
            if old >= new {
                0
            } else {
                old + 1
            }
        }
        (ReduceOp::Dec, U32) => {
            if old == 0 || old > new {
                new
            } else {
                old - 1
            }
        }
        (ReduceOp::Inc | ReduceOp::Dec, _) => return None,
    })
}

fn add(format: FloatFormat, old: u64, new: u64, sums: &mut Sums) -> u64 {
    let (x, y) = (format.from_bits(old), format.from_bits(new));
    let total = x + y;
    // What the addition in f64 loses (Knuth's two-sum), and what the rounding does.
    let back = total - x;
    let lost = (x - (total - back)) + (y - back);
    let bits = format.to_bits(total);
    // Whether subnormals are flushed is not documented.
    let is_small = |value: f64| value != 0.0 && value.abs() < exp2(format.min_exponent());
    let is_exact = format.from_bits(bits) == total && lost == 0.0;
    let is_plain = ![x, y, total].into_iter().any(is_small);
    // NaN and infinities that are there already decide.
    sums.rounded |= x.is_finite() && y.is_finite() && !(is_exact && is_plain);
    bits
}

fn exp2(exponent: i32) -> f64 {
    f64::from(exponent).exp2()
}

/// The smaller or the larger; of a NaN and a number, the number.
fn extreme(format: FloatFormat, op: ReduceOp, old: u64, new: u64) -> u64 {
    let (x, y) = (format.from_bits(old), format.from_bits(new));
    let takes_old = if x.is_nan() || y.is_nan() {
        y.is_nan()
    } else if x == y {
        // -0.0 is below +0.0.
        x.is_sign_negative() == (op == ReduceOp::Min)
    } else {
        (x < y) == (op == ReduceOp::Min)
    };
    if takes_old { old } else { new }
}

fn mask(bytes: u32) -> u64 {
    u64::MAX >> (64 - 8 * bytes)
}

fn map_elements(bytes: u32, word: u64, size: u32, mut each: impl FnMut(u64) -> u64) -> u64 {
    (0..size / bytes).fold(0, |out, index| {
        let shift = 8 * bytes * index;
        out | (each(word >> shift & mask(bytes)) & mask(bytes)) << shift
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single(value: f32) -> u64 {
        u64::from(value.to_bits())
    }

    fn reduce(op: ReduceOp, element: ElementType, old: u64, new: u64) -> Option<(u64, bool)> {
        let mut sums = Sums::default();
        let size = element.bytes();
        combine(op, element, old, new, size, &mut sums).map(|bits| (bits, sums.rounded))
    }

    #[test]
    fn sums_tell_when_they_round() {
        let add = |x, y| reduce(ReduceOp::Add, ElementType::F32, single(x), single(y)).unwrap();
        assert_eq!(add(1.5, 2.25), (single(3.75), false));
        assert_eq!(add(16777216.0, 1.0), (single(16777216.0), true));
        assert_eq!(add(1.0, 1e-30), (single(1.0), true));
        assert!(add(f32::MAX, f32::MAX).1);
        assert!(!add(f32::INFINITY, 1.0).1);
        assert!(add(f32::from_bits(1), 0.0).1);
    }

    #[test]
    fn packed_elements_are_separate() {
        let mut sums = Sums::default();
        let word =
            combine(ReduceOp::Add, ElementType::U32, 0x1_ffff_ffff, 0x1_0000_0001, 8, &mut sums);
        assert_eq!(word, Some(0x2_0000_0000));
        let half = |value| FloatFormat::F16.to_bits(value);
        let (old, new) = (half(1.0) | half(-2.0) << 16, half(0.5) | half(-1.0) << 16);
        let word = combine(ReduceOp::Max, ElementType::F16, old, new, 4, &mut sums);
        assert_eq!(word, Some(half(1.0) | half(-1.0) << 16));
        assert_eq!(sums, Sums::default());
    }

    #[test]
    fn extremes_prefer_numbers_and_order_zeros() {
        let pick = |op, old, new| reduce(op, ElementType::Bf16, old, new).unwrap().0;
        assert_eq!(pick(ReduceOp::Min, 0x7fff, 0x3f80), 0x3f80);
        assert_eq!(pick(ReduceOp::Max, 0x3f80, 0x7fff), 0x3f80);
        assert_eq!(pick(ReduceOp::Min, 0x0000, 0x8000), 0x8000);
        assert_eq!(pick(ReduceOp::Max, 0x0000, 0x8000), 0x0000);
        assert_eq!(pick(ReduceOp::Max, 0x8000, 0x0000), 0x0000);
    }

    #[test]
    fn integers_and_what_does_not_exist() {
        let pick = |op, element, old, new| reduce(op, element, old, new).map(|(bits, _)| bits);
        let minus = u64::from(u32::MAX);
        assert_eq!(pick(ReduceOp::Min, ElementType::S32, 1, minus), Some(minus));
        assert_eq!(pick(ReduceOp::Min, ElementType::U32, 1, minus), Some(1));
        assert_eq!(pick(ReduceOp::Max, ElementType::S64, u64::MAX, 0), Some(0));
        assert_eq!(pick(ReduceOp::Inc, ElementType::U32, 7, 7), Some(0));
        assert_eq!(pick(ReduceOp::Dec, ElementType::U32, 0, 7), Some(7));
        assert_eq!(pick(ReduceOp::Min, ElementType::F32, 0, 0), None);
        assert_eq!(pick(ReduceOp::Add, ElementType::U8, 0, 0), None);
    }

    #[test]
    fn conversions_on_the_way_in() {
        let mut sums = Sums::default();
        let word = single(1.5) << 32 | 0x8000_0001;
        assert_eq!(refine(ElementType::F32, word, 8, &mut sums), word);
        assert_eq!(
            refine(ElementType::F32Ftz, word, 8, &mut sums),
            single(1.5) << 32 | 0x8000_0000
        );
        assert!(!sums.rounded);
        assert_eq!(refine(ElementType::Tf32, 0x3f80_1000, 4, &mut sums), 0x3f80_2000);
        assert!(sums.rounded);
    }
}
