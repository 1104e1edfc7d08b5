//! One entry of a matrix product: the sum of a row of products and an addend, as bits.
//!
//! The ISA leaves the order, the precision (at least single) and the rounding of the sums open, and
//! tensor cores truncate. So the sum is formed in `f64` and rounded once to the result's type,
//! which the ISA allows; [`Sums`] says whether every order and every precision a tensor core has
//! must give the same. Products of 8-bit floats as `f16` are summed as an H200 does it. Double
//! precision is fused multiply-adds, in the order of the inner index.

use super::elements::{decode, granule};
use crate::ptx::types::Type;
use crate::tensor::FloatFormat;

/// What is known of the sums behind a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ptx) struct Sums {
    /// A sum was rounded, or another order or precision of the additions could have given another
    /// result.
    pub(in crate::ptx) rounded: bool,
}

/// A factor as rows along the inner index: the rows of A, the columns of B.
pub(super) struct Factor {
    depth: usize,
    values: Vec<f64>,
    granules: Vec<f64>,
}

impl Factor {
    /// Rows of `depth` values, one after the other.
    pub(super) fn new(depth: usize, values: Vec<f64>) -> Self {
        let granules = values
            .chunks(depth)
            .map(|row| row.iter().fold(f64::INFINITY, |least, value| least.min(granule(*value))))
            .collect();
        Self { depth, values, granules }
    }

    fn row(&self, index: usize) -> &[f64] {
        &self.values[index * self.depth..][..self.depth]
    }
}

/// How the entries of one product are summed.
pub(super) struct Adder {
    ty: Type,
    satfinite: bool,
    is_fp8: bool,
    in_stages: bool,
    /// The longest sum that is kept whole, in units of the smallest step between addends.
    limit: f64,
    smallest: f64,
    largest: f64,
}

impl Adder {
    /// `None`: these types have no product.
    pub(super) fn new(a: Type, b: Type, d: Type, satfinite: bool) -> Option<Adder> {
        use Type::{Bf16, E4m3, E5m2, F16, F32, F64, S4, S8, S32, Tf32, U4, U8};
        let is_known = match (a, b) {
            (S4 | U4, S4 | U4) | (S8 | U8, S8 | U8) => d == S32,
            (F16, F16) => matches!(d, F16 | F32),
            (Bf16, Bf16) | (Tf32, Tf32) => d == F32,
            (E4m3 | E5m2, E4m3 | E5m2) => matches!(d, F16 | F32),
            (F64, F64) => d == F64,
            _ => false,
        };
        is_known.then_some(())?;
        let is_fp8 = matches!(a, E4m3 | E5m2);
        // Measured on an H200: f16 and bf16 sums are whole up to 24 bits, fp8 ones up to 13.
        let bits: u32 = match d {
            F64 => 53,
            F16 => 11,
            _ if is_fp8 => 13,
            _ => 24,
        };
        let format = match d {
            F64 => FloatFormat::F64,
            F16 => FloatFormat::F16,
            _ => FloatFormat::F32,
        };
        let (smallest, largest) = (format.smallest(), format.max_finite());
        let limit = f64::from(bits).exp2();
        Some(Adder { ty: d, satfinite, is_fp8, in_stages: false, limit, smallest, largest })
    }

    /// The adder of `mma.sync`, which sums products of 8-bit floats in [`staged`] order.
    pub(super) fn of_warp(self) -> Adder {
        Adder { in_stages: self.is_fp8 && self.ty == Type::F16, ..self }
    }

    /// The bits of `row` of A times `column` of B plus `addend`, which has the result's type.
    pub(super) fn entry(
        &self,
        (a, row): (&Factor, usize),
        (b, column): (&Factor, usize),
        addend: Option<u64>,
        sums: &mut Sums,
    ) -> u64 {
        let addend = addend.map(|bits| decode(self.ty, bits));
        let (left, right) = (a.row(row), b.row(column));
        let (total, magnitude) = if self.ty == Type::F64 {
            fused(left, right, addend)
        } else {
            added(left, right, addend)
        };
        if self.ty == Type::S32 {
            return self.integer(total, magnitude, sums);
        }
        let step =
            (a.granules[row] * b.granules[column]).min(addend.map_or(f64::INFINITY, granule));
        let is_whole = if magnitude.is_finite() {
            magnitude <= self.limit * step && magnitude <= self.largest && step >= self.smallest
        } else {
            // An infinity or a NaN decides, unless finite addends alone overflow.
            finite_magnitude(left, right, addend) <= self.largest
        };
        // Only a double can be one: see `added`. There it was not measured.
        let is_minus_zero = total == 0.0 && total.is_sign_negative();
        sums.rounded |= !is_whole || is_minus_zero;
        if self.in_stages && !is_whole {
            return self.float(staged(left, right, addend.unwrap_or(0.0)));
        }
        self.float(total)
    }

    fn integer(&self, total: f64, magnitude: f64, sums: &mut Sums) -> u64 {
        let total = total as i64;
        if !self.satfinite {
            return u64::from(total as u32);
        }
        // Where a partial sum may have been clamped, the order counts.
        sums.rounded |= magnitude > f64::from(i32::MAX);
        u64::from(total.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as u32)
    }

    fn float(&self, total: f64) -> u64 {
        match self.ty {
            Type::F64 if total.is_nan() => 0x7fff_ffff_ffff_ffff,
            Type::F64 => total.to_bits(),
            // The canonical NaN of matrix products.
            Type::F16 if total.is_nan() => 0x7fff,
            Type::F16 => FloatFormat::F16.to_bits(total),
            _ if total.is_nan() => 0x7fff_ffff,
            _ => FloatFormat::F32.to_bits(total),
        }
    }
}

/// The sum, and the sum of the magnitudes.
fn added(left: &[f64], right: &[f64], addend: Option<f64>) -> (f64, f64) {
    // Four sums side by side, so that additions need not wait for each other. They start from +0.0:
    // a sum of nothing but -0.0 is +0.0 on an H200, by mma and by wgmma.
    let (mut total, mut magnitude) = ([0.0f64; 4], [0.0f64; 4]);
    let mut add = |left: &[f64], right: &[f64]| {
        for (lane, (x, y)) in left.iter().zip(right).enumerate() {
            total[lane] += x * y;
            magnitude[lane] += (x * y).abs();
        }
    };
    let (lefts, rights) = (left.chunks_exact(4), right.chunks_exact(4));
    let rest = (lefts.remainder(), rights.remainder());
    // Of a length that is known, so that they are vectors of the processor.
    for (left, right) in lefts.zip(rights) {
        add(&left[..4], &right[..4]);
    }
    add(rest.0, rest.1);
    let fold = |sums: [f64; 4]| (sums[0] + sums[1]) + (sums[2] + sums[3]);
    let addend = addend.unwrap_or(0.0);
    (fold(total) + addend, fold(magnitude) + addend.abs())
}

/// The sum as an H200 forms it: it has no `mma.sync` of 8-bit floats, so that products of `f16` take its
/// place, one of the first two of every four factors and one of the others. Each gives an `f16`, and the
/// addend comes last. That is exact for all recorded products.
fn staged(left: &[f64], right: &[f64], addend: f64) -> f64 {
    let pairs = |second: bool, before: f64| {
        let products = left.iter().zip(right).enumerate();
        let chosen = products.filter(|(at, _)| (at & 2 != 0) == second);
        FloatFormat::F16.round(before + chosen.map(|(_, (x, y))| x * y).sum::<f64>())
    };
    let products = pairs(true, pairs(false, 0.0));
    FloatFormat::F16.round(products + addend)
}

fn fused(left: &[f64], right: &[f64], addend: Option<f64>) -> (f64, f64) {
    let addend = addend.unwrap_or(-0.0);
    let (mut total, mut magnitude) = (addend, addend.abs());
    for (x, y) in left.iter().zip(right) {
        total = x.mul_add(*y, total);
        magnitude += (x * y).abs();
    }
    (total, magnitude)
}

fn finite_magnitude(left: &[f64], right: &[f64], addend: Option<f64>) -> f64 {
    let products = left.iter().zip(right).map(|(x, y)| x * y);
    products.chain(addend).filter(|value| value.is_finite()).map(f64::abs).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(d: Type, ty: Type, a: &[f64], b: &[f64], addend: Option<u64>) -> (u64, bool) {
        let adder = Adder::new(ty, ty, d, false).unwrap();
        let mut sums = Sums::default();
        let (a, b) = (Factor::new(a.len(), a.to_vec()), Factor::new(b.len(), b.to_vec()));
        (adder.entry((&a, 0), (&b, 0), addend, &mut sums), sums.rounded)
    }

    fn single(value: f32) -> Option<u64> {
        Some(u64::from(value.to_bits()))
    }

    #[test]
    fn whole_sums_are_exact_and_others_are_told() {
        let sum = |a: &[f64], addend| entry(Type::F32, Type::F16, a, &[1.0; 4][..a.len()], addend);
        assert_eq!(sum(&[1.0, 2.0, 3.0, 4.0], None), (u64::from(10f32.to_bits()), false));
        // 2^24 is the last that is whole; one more is not, though it cancels.
        let big = single(16777216.0 - 4.0);
        assert_eq!(sum(&[1.0, 2.0, 1.0], big), (u64::from(16777216f32.to_bits()), false));
        assert_eq!(sum(&[1.0, -1.0], single(16777216.0)), (single(16777216.0).unwrap(), true));
        assert!(sum(&[0.1, 1.0], single(1e6)).1);
    }

    #[test]
    fn fp8_sums_have_thirteen_bits_and_half_sums_eleven() {
        let fp8 = |addend| entry(Type::F32, Type::E4m3, &[1.0], &[1.0], single(addend)).1;
        assert!(!fp8(8191.0));
        assert!(fp8(8192.0));
        let half = |a: f64| entry(Type::F16, Type::F16, &[a, 1.0], &[1.0, 1.0], None);
        assert_eq!(half(2047.0), (FloatFormat::F16.to_bits(2048.0), false));
        assert_eq!(half(2048.0), (FloatFormat::F16.to_bits(2048.0), true));
    }

    #[test]
    fn specials_decide() {
        let infinity = f64::INFINITY;
        let sum = |a: &[f64]| entry(Type::F32, Type::Bf16, a, &[1.0; 2], single(0.1));
        assert_eq!(sum(&[infinity, 0.3]), (u64::from(f32::INFINITY.to_bits()), false));
        assert_eq!(sum(&[infinity, -infinity]), (0x7fff_ffff, false));
        assert_eq!(sum(&[f64::NAN, 1.0]), (0x7fff_ffff, false));
        let huge = f64::from(f32::MAX);
        assert!(sum(&[huge, huge]).1);
        let zero = |addend| entry(Type::F32, Type::F16, &[-0.0], &[1.0], single(addend));
        assert_eq!(zero(-0.0), (0, false));
        assert_eq!(zero(0.0), (0, false));
    }

    #[test]
    fn integers_wrap_or_clamp() {
        let top = Some(u64::from(i32::MAX as u32));
        assert_eq!(entry(Type::S32, Type::S8, &[1.0], &[1.0], top), (0x8000_0000, false));
        let adder = Adder::new(Type::S8, Type::U8, Type::S32, true).unwrap();
        let one = Factor::new(1, vec![1.0]);
        let mut sums = Sums::default();
        assert_eq!(adder.entry((&one, 0), (&one, 0), top, &mut sums), 0x7fff_ffff);
        assert!(sums.rounded);
    }

    #[test]
    fn doubles_are_fused() {
        let (x, y) = (1.0 + f64::EPSILON, 1.0 - f64::EPSILON);
        let bits = entry(Type::F64, Type::F64, &[x], &[y], Some((-1.0f64).to_bits()));
        assert_eq!(f64::from_bits(bits.0), -f64::EPSILON * f64::EPSILON);
        assert!(bits.1);
        let whole = entry(Type::F64, Type::F64, &[3.0], &[0.5], Some(1.0f64.to_bits()));
        assert_eq!(whole, (2.5f64.to_bits(), false));
    }

    #[test]
    fn byte_floats_of_a_warp_are_added_in_stages() {
        let adder = || Adder::new(Type::E4m3, Type::E4m3, Type::F16, false).unwrap();
        let infinity = FloatFormat::F16.to_bits(f64::INFINITY);
        let sum = |adder: Adder, a: [f64; 4], addend: f64| {
            let (a, b) = (Factor::new(4, a.to_vec()), Factor::new(4, vec![256.0; 4]));
            let addend = Some(FloatFormat::F16.to_bits(addend));
            adder.entry((&a, 0), (&b, 0), addend, &mut Sums::default())
        };
        // The first two overflow together.
        let (together, apart) = ([256.0, 64.0, -256.0, -64.0], [256.0, -256.0, 64.0, -64.0]);
        assert_eq!(sum(adder(), together, 1.0), FloatFormat::F16.to_bits(1.0));
        assert_eq!(sum(adder().of_warp(), together, 1.0), infinity);
        assert_eq!(sum(adder().of_warp(), apart, 1.0), FloatFormat::F16.to_bits(1.0));
        // The addend comes last: before, it would have been lost.
        assert_eq!(
            sum(adder().of_warp(), [32.0, 0.0, -32.0, 0.0], 1.0),
            FloatFormat::F16.to_bits(1.0)
        );
    }

    #[test]
    fn unknown_types_have_no_adder() {
        assert!(Adder::new(Type::F16, Type::Bf16, Type::F32, false).is_none());
        assert!(Adder::new(Type::B1, Type::B1, Type::S32, false).is_none());
        assert!(Adder::new(Type::S8, Type::S8, Type::F32, false).is_none());
    }
}
