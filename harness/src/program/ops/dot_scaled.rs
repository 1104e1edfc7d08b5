//! `tl.dot_scaled`: the product of two matrices in small formats, of which every 32 elements along
//! the inner dimension may share a scale, a power of two.
//!
//! Where no unit multiplies such factors, the compiler scales them in `bf16`, or in `f16` beside a
//! factor of that format, and multiplies those: a factor must be exact in both, with its scale and
//! without it. 3.3 and 3.6 do not convert `bf16` to `f16`, so factors of these two do not meet.

use serde::{Deserialize, Serialize};

use super::dot::Factors;
use super::operands::Reads;
use super::reduce::open_negative_zeros;
use super::{Context, Operation, reads};
use crate::program::check::ensure;
use crate::program::{Elem, Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Dot as MatrixSum, FloatFormat, Tile, zero_extend};

/// How the elements of a factor are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Two in a byte along the inner dimension, the first in the low bits.
    E2m1,
    /// As such floats, or their bits in `u8`.
    E4m3,
    /// As `E4m3`.
    E5m2,
    /// As such floats.
    Bf16,
    /// As such floats.
    Fp16,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 5] =
        [Format::E2m1, Format::E4m3, Format::E5m2, Format::Bf16, Format::Fp16];

    fn word(self) -> &'static str {
        match self {
            Format::E2m1 => "e2m1",
            Format::E4m3 => "e4m3",
            Format::E5m2 => "e5m2",
            Format::Bf16 => "bf16",
            Format::Fp16 => "fp16",
        }
    }

    /// The type of floats of that format; `None` where there is none.
    pub fn dtype(self) -> Option<DType> {
        match self {
            Format::E2m1 => None,
            Format::E4m3 => Some(DType::F8E4M3),
            Format::E5m2 => Some(DType::F8E5M2),
            Format::Bf16 => Some(DType::BF16),
            Format::Fp16 => Some(DType::F16),
        }
    }

    /// How many elements one of the tensor's holds.
    pub fn packed(self) -> usize {
        if self == Format::E2m1 { 2 } else { 1 }
    }

    fn takes(self, dtype: DType) -> bool {
        let bits = matches!(self, Format::E2m1 | Format::E4m3 | Format::E5m2);
        self.dtype() == Some(dtype) || bits && dtype == DType::U8
    }

    /// Whether every release multiplies factors of these formats.
    pub fn meets(self, other: Format) -> bool {
        let wide = |format| matches!(format, Format::Bf16 | Format::Fp16);
        !(wide(self) && wide(other)) || self == other
    }
}

/// A factor and its scales.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scaled {
    /// `[m, k]` on the left, `[k, n]` on the right, where `k` counts what holds elements.
    pub value: ValueId,
    /// `[m, k / 32]` or `[n, k / 32]` of `u8`, where `k` counts elements: the exponent and 127.
    pub scale: Option<ValueId>,
    /// What the elements are.
    pub format: Format,
}

impl Reads for Scaled {
    fn list(&self, into: &mut Vec<ValueId>) {
        self.value.list(into);
        self.scale.list(into);
    }

    fn replace(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId) {
        Reads::replace(&mut self.value, f);
        // `Option` has a `replace` of its own.
        Reads::replace(&mut self.scale, f);
    }
}

/// `left @ right`, added to `acc` if there is one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DotScaled {
    /// The left factor.
    pub left: Scaled,
    /// The right factor.
    pub right: Scaled,
    /// What it is added to, of `f32`.
    pub acc: Option<ValueId>,
    /// Not to look for scales that are NaN, which are not well defined here.
    pub fast_math: bool,
}

impl DotScaled {
    /// How many elements share a scale.
    pub const BLOCK: usize = 32;
    /// The scales that `bf16` and `f16` hold as normal numbers.
    pub const SCALES: std::ops::RangeInclusive<i64> = 113..=142;
}

impl Scaled {
    /// Outer and inner length, in elements. `inner` is the axis of the inner dimension.
    fn lengths(&self, types: &Types, inner: usize) -> Result<(usize, usize), TypeError> {
        let (ty, format) = (types.get(self.value)?, self.format);
        let fits = ty.shape.len() == 2 && ty.dtype().is_some_and(|dtype| format.takes(dtype));
        ensure(fits, || format!("a factor of {ty} in {}", format.word()))?;
        let lengths = (ty.shape[1 - inner], ty.shape[inner] * format.packed());
        if let Some(scale) = self.scale {
            let scale = types.get(scale)?;
            let shape = [lengths.0, lengths.1 / DotScaled::BLOCK];
            ensure(scale.dtype() == Some(DType::U8) && scale.shape == shape, || {
                format!("a factor of {ty} has scales of {scale}")
            })?;
        }
        Ok(lengths)
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let scale = self.scale.map_or_else(|| "None".to_owned(), names);
        format!("{}, {scale}, \"{}\"", names(self.value), self.format.word())
    }

    /// The elements times their scales.
    fn evaluate<D: Domain>(
        &self,
        context: &Context<'_, D>,
        inner: usize,
    ) -> Result<Tile<D>, Undefined> {
        let values = elements(context.value(self.value), self.format, inner);
        let scale = self.scale.map(|scale| context.value(scale));
        let (length, columns) = (values.shape()[inner], values.shape()[1]);
        let place = |lane: usize| {
            let at = [lane / columns, lane % columns];
            at[1 - inner] * (length / DotScaled::BLOCK) + at[inner] / DotScaled::BLOCK
        };
        let flag = |tile: &Tile<D>, lane: usize| tile.undef().is_some_and(|flags| flags[lane]);
        let (mut floats, mut open) = (Vec::with_capacity(values.len()), Vec::new());
        for (lane, value) in values.floats().iter().enumerate() {
            let bits = scale.map_or(127, |scale| scale.ints()[place(lane)] & 0xff);
            if flag(&values, lane) || scale.is_some_and(|scale| flag(scale, place(lane))) {
                open.push(lane);
                floats.push(D::constant(0.0));
                continue;
            }
            if !DotScaled::SCALES.contains(&bits) {
                return Err(Undefined::new("a scale of a dot is out of range"));
            }
            let product = times::<D>(*value, bits as i32 - 127);
            floats.push(product.ok_or_else(|| Undefined::new("a factor of a dot is rounded"))?);
        }
        Ok(Tile::<D>::from_floats(values.shape(), floats).with_undef(open))
    }
}

/// A known value times a power of two, if the compiler has both exactly, whatever it computes in.
fn times<D: Domain>(value: D::Float, exponent: i32) -> Option<D::Float> {
    let value = FloatFormat::F32.from_bits(D::to_bits(FloatFormat::F32, value)?);
    let product = value * 2f64.powi(exponent);
    let holds = |x: f64| {
        let exact = |format: FloatFormat| format.round(x) == x;
        let normal = x.abs() >= 2f64.powi(FloatFormat::F16.min_exponent());
        x == 0.0 || x.is_finite() && normal && exact(FloatFormat::BF16) && exact(FloatFormat::F16)
    };
    (holds(value) && holds(product)).then(|| D::constant(product))
}

/// Magnitudes of a float of four bits: one of sign, two of exponent, one of fraction.
const E2M1: [f64; 8] = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];

/// Floats made of bytes.
fn made_of<D: Domain>(bytes: &Tile<D>, float: impl Fn(i64) -> D::Float) -> Tile<D> {
    let floats: Vec<D::Float> = bytes.ints().iter().map(|byte| float(*byte)).collect();
    let flags = bytes.undef().map(<[bool]>::to_vec);
    Tile::<D>::from_floats(bytes.shape(), floats).with_undef_flags(flags)
}

/// The elements of a factor as floats. `inner` is the axis along which they are packed.
fn elements<D: Domain>(value: &Tile<D>, format: Format, inner: usize) -> Tile<D> {
    if value.is_float() {
        return value.clone();
    }
    if let Some(format) = format.dtype().and_then(DType::format) {
        return made_of(value, |byte| D::from_bits(format, zero_extend(byte, 8)));
    }
    let half = |shift: u32| {
        let float = |byte: i64| {
            let bits = byte >> shift;
            let magnitude = E2M1[(bits & 7) as usize];
            D::constant(if bits & 8 == 0 { magnitude } else { -magnitude })
        };
        made_of(value, float).expand_dims(inner + 1)
    };
    let mut shape = value.shape().to_vec();
    shape[inner] *= 2;
    Tile::concat(inner + 1, &[half(0), half(4)]).reshape(&shape)
}

impl Operation for DotScaled {
    fn name(&self) -> String {
        "dot_scaled".to_owned()
    }

    reads!(left, right, acc);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let (rows, inner) = self.left.lengths(types, 1)?;
        let (columns, other) = self.right.lengths(types, 0)?;
        let fits = inner == other
            && inner.is_multiple_of(DotScaled::BLOCK)
            && inner > 0
            && rows.min(columns) >= 16
            && self.left.format.meets(self.right.format);
        ensure(fits, || {
            let words = [self.left.format, self.right.format].map(Format::word);
            format!("a scaled dot of {rows} by {inner} and {other} by {columns} in {words:?}")
        })?;
        let result = Type { elem: Elem::Num(DType::F32), shape: vec![rows, columns] };
        if let Some(acc) = self.acc {
            let acc = types.get(acc)?;
            ensure(*acc == result, || format!("a scaled dot of {result} is added to {acc}"))?;
        }
        Ok(Some(result))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let acc = self.acc.map_or(String::new(), |acc| format!(", acc={}", names(acc)));
        let fast = if self.fast_math { ", fast_math=True" } else { "" };
        let (left, right) = (self.left.python(names), self.right.python(names));
        format!("tl.dot_scaled({left}, {right}{acc}{fast})")
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let format = FloatFormat::F32;
        let (left, right) = (self.left.evaluate(context, 1)?, self.right.evaluate(context, 0)?);
        let factors = Factors::new(&left, &right);
        let zero = Tile::splat_float(&factors.shape, D::constant(0.0));
        let acc = self.acc.map_or(&zero, |acc| context.value(acc));
        // Whichever unit: those of 8-bit factors lose most.
        let rule = MatrixSum { format, factors: FloatFormat::F8E5M2, tf32: false };
        let sums = match D::EXACT {
            true => factors.floats(acc, format, None)?,
            false => factors.bounded(acc, rule),
        };
        let sums = open_negative_zeros(sums, format);
        Ok(Some(sums.with_undef(factors.undefined(acc))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::Exact;

    #[test]
    fn packed_elements_lie_along_the_inner_dimension() {
        let bytes = Tile::<Exact>::from_ints(&[2, 1], vec![0x2f, 0x91]);
        let left = elements(&bytes, Format::E2m1, 1);
        assert_eq!((left.shape(), left.floats()), (&[2, 2][..], &[-6.0, 1.0, 0.5, -0.5][..]));
        let right = elements(&bytes, Format::E2m1, 0);
        assert_eq!((right.shape(), right.floats()), (&[4, 1][..], &[-6.0, 1.0, 0.5, -0.5][..]));
        let bits = elements(&bytes, Format::E4m3, 0);
        assert_eq!(bits.floats(), [0x2f, 0x91].map(|byte| FloatFormat::F8E4M3.from_bits(byte)));
    }

    #[test]
    fn factors_are_exact_in_both_formats() {
        assert_eq!(times::<Exact>(-3.0, 4), Some(-48.0));
        assert_eq!(times::<Exact>(0.0, -14), Some(0.0));
        // Nine bits, too large for `f16`, too small for it.
        assert_eq!(times::<Exact>(257.0, 0), None);
        assert_eq!(times::<Exact>(4.0, 14), None);
        assert_eq!(times::<Exact>(0.5, -14), None);
    }
}
