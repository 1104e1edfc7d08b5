//! `x.to(dtype)`: conversions and bitcasts.

use serde::{Deserialize, Serialize};

use super::{Context, Operation, reads};
use crate::program::check::ensure;
use crate::program::{Elem, Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{
    DType, Domain, FloatFormat, FloatPredicate, IntPredicate, Kind, Status, Tile, compare_float,
    compare_int, convert_float, float_to_int, int_to_float, reinterpret, resize_int,
};

/// A conversion of the elements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cast {
    /// The operand.
    pub value: ValueId,
    /// The element type of the result.
    pub dtype: DType,
    /// Keep the bits instead of the value; the widths are equal then.
    pub bitcast: bool,
}

/// `value.to(dtype, fp_downcast_rounding=...)`, from a float to a narrower one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Downcast {
    /// The operand, of `f32`.
    pub value: ValueId,
    /// The element type of the result.
    pub dtype: DType,
    /// Toward zero (`rtz`), else to nearest (`rtne`).
    pub toward_zero: bool,
}

impl Operation for Downcast {
    fn name(&self) -> String {
        if self.toward_zero { "cast.rtz" } else { "cast.rtne" }.into()
    }

    reads!(value);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = types.get(self.value)?;
        let narrow = matches!(self.dtype, DType::F16 | DType::BF16);
        ensure(ty.dtype() == Some(DType::F32) && narrow, || {
            format!("a downcast of {ty} to {}", self.dtype)
        })?;
        Ok(Some(ty.with_elem(Elem::Num(self.dtype))))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let (value, dtype) = (names(self.value), self.dtype.triton_name());
        let rounding = if self.toward_zero { "rtz" } else { "rtne" };
        format!("{value}.to(tl.{dtype}, fp_downcast_rounding=\"{rounding}\")")
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let format = self.dtype.format().expect("invariant: checked");
        let (value, mut status) = (context.value(self.value), Status::default());
        // No domain has a bound for other roundings.
        let known = |x: &D::Float| D::to_bits(FloatFormat::F32, *x);
        let exact = |x: &D::Float| {
            known(x)
                .map(|bits| FloatFormat::F32.from_bits(bits))
                .is_some_and(|x| x.is_finite() && format.round(x) == x)
        };
        if self.toward_zero && !value.floats().iter().all(exact) {
            return Err(Undefined::new("a result is rounded"));
        }
        let tile = convert_float(format, value, &mut status);
        Undefined::check(&status)?;
        Ok(Some(tile))
    }
}

impl Operation for Cast {
    fn name(&self) -> String {
        if self.bitcast { "cast.bits" } else { "cast.value" }.into()
    }

    reads!(value);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = types.get(self.value)?;
        let from = ty.dtype().ok_or_else(|| TypeError(format!("cast of {ty}")))?;
        let small = |dtype: DType| dtype.is_float() && dtype.bits() == 8;
        let fits = match self.bitcast {
            true => from.bits() == self.dtype.bits() && from != DType::I1,
            // `semantic.py` converts fp8 to and from other floats only.
            false => !(small(from) && self.dtype.is_int() || small(self.dtype) && from.is_int()),
        };
        ensure(fits, || format!("cast of {from} to {}", self.dtype))?;
        Ok(Some(ty.with_elem(Elem::Num(self.dtype))))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let (value, dtype) = (names(self.value), self.dtype.triton_name());
        let bitcast = if self.bitcast { ", bitcast=True" } else { "" };
        format!("{value}.to(tl.{dtype}{bitcast})")
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let from = context.ty(self.value).dtype().expect("invariant: typed as a number");
        let mut status = Status::default();
        let value = context.value(self.value);
        let tile = if self.bitcast {
            reinterpret(value, from.kind(), self.dtype.kind(), &mut status)
        } else {
            convert(value, from, self.dtype, &mut status)
        };
        Undefined::check(&status)?;
        Ok(Some(tile.with_undef(self.unspecified(value, from))))
    }
}

impl Cast {
    /// Lanes of which nothing says what they become: the bits of a NaN, and an infinity in a format of 8
    /// bits. This is the language's rule. In the IR a NaN keeps its bits, as `tl.flip` needs.
    fn unspecified<D: Domain>(&self, value: &Tile<D>, from: DType) -> Vec<usize> {
        let Some(format) = from.format() else { return Vec::new() };
        let small = self.dtype.is_fp8() && self.dtype != from;
        let is_open = |known: f64| match self.bitcast {
            true => known.is_nan(),
            false => small && known.is_infinite(),
        };
        let known = |x: &D::Float| D::to_bits(format, *x).map(|bits| format.from_bits(bits));
        let lanes = value.floats().iter().enumerate();
        lanes.filter(|&(_, x)| known(x).is_some_and(is_open)).map(|(lane, _)| lane).collect()
    }
}

/// Converts as `semantic.py`'s `cast` does: to `i1` by comparing with zero, from `i1` unsigned.
pub(super) fn convert<D: Domain>(
    value: &Tile<D>,
    from: DType,
    to: DType,
    status: &mut Status,
) -> Tile<D> {
    let unsigned = (!from.is_signed()).then_some(from.bits());
    match (from.kind(), to.kind()) {
        _ if from == to => value.clone(),
        (Kind::Int(bits), Kind::Int(1)) => {
            compare_int(IntPredicate::Ne, bits, value, &Tile::splat_int(value.shape(), 0))
        }
        (Kind::Float(_), Kind::Int(1)) => {
            let zero = Tile::splat_float(value.shape(), D::constant(0.0));
            compare_float(FloatPredicate::Une, value, &zero, status)
        }
        (Kind::Int(bits), Kind::Int(width)) => resize_int(value, bits, width, from.is_signed()),
        (Kind::Int(_), Kind::Float(format)) => int_to_float(format, value, unsigned, status),
        (Kind::Float(_), Kind::Int(bits)) => float_to_int(value, bits, to.is_signed(), status),
        (Kind::Float(_), Kind::Float(format)) => convert_float(format, value, status),
    }
}
