//! `tl.sum`, `tl.min`, `tl.max`, `tl.xor_sum`, `tl.reduce_or`.
//!
//! Narrow types are widened first (`standard.py`): sums of integers below 32 bits to 32 bits of the
//! same signedness, minima and maxima of integers below 32 bits to `i32`, of floats below 32 bits to
//! `f32`. The order of a reduction is the compiler's, so a float sum must be exact in every order.

use serde::{Deserialize, Serialize};

use super::{Context, Operation, reads};
use crate::program::check::ensure;
use crate::program::ops::cast::convert;
use crate::program::{Elem, Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{
    DType, Domain, FloatBinary, FloatFormat, IntBinary, Status, Tile, fold_floats, fold_ints,
    sums_in_any_order,
};

/// Which reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum ReduceOp {
    Sum,
    Min,
    Max,
    /// `tl.xor_sum`, on integers.
    XorSum,
    /// `tl.reduce_or`, on integers; 3.3 lacks it.
    Or,
}

impl ReduceOp {
    /// All of them.
    pub const ALL: [ReduceOp; 5] =
        [ReduceOp::Sum, ReduceOp::Min, ReduceOp::Max, ReduceOp::XorSum, ReduceOp::Or];

    pub(super) fn function(self) -> &'static str {
        match self {
            ReduceOp::Sum => "sum",
            ReduceOp::Min => "min",
            ReduceOp::Max => "max",
            ReduceOp::XorSum => "xor_sum",
            ReduceOp::Or => "reduce_or",
        }
    }

    /// The element type of the result; `None` where Triton has no such reduction, or where its
    /// type depends on the release (sums of `bf16`).
    pub fn result(self, dtype: DType) -> Option<DType> {
        let narrow = dtype.bits() < 32;
        match self {
            ReduceOp::Sum if dtype == DType::BF16 || dtype.bits() == 8 && dtype.is_float() => None,
            ReduceOp::Sum if dtype.is_int() && narrow => {
                Some(if dtype.is_signed() { DType::I32 } else { DType::U32 })
            }
            ReduceOp::Sum => Some(dtype),
            ReduceOp::Min | ReduceOp::Max if dtype == DType::I1 => None,
            ReduceOp::Min | ReduceOp::Max if narrow => {
                Some(if dtype.is_int() { DType::I32 } else { DType::F32 })
            }
            ReduceOp::Min | ReduceOp::Max => Some(dtype),
            ReduceOp::XorSum | ReduceOp::Or => {
                (dtype.is_int() && dtype != DType::I1).then_some(dtype)
            }
        }
    }
}

/// A reduction along one axis, or over all elements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reduce {
    /// Which.
    pub op: ReduceOp,
    /// The operand, a tile.
    pub value: ValueId,
    /// The dimension that goes; all of them without it.
    pub axis: Option<usize>,
    /// Whether what goes stays with length 1.
    pub keep_dims: bool,
}

impl Operation for Reduce {
    fn name(&self) -> String {
        format!("reduce.{}", self.op.function())
    }

    reads!(value);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = types.get(self.value)?;
        let axis_fits = match self.axis {
            Some(axis) => axis < ty.shape.len(),
            None => !ty.is_scalar() && self.op != ReduceOp::Or,
        };
        let dtype = ty.dtype().and_then(|dtype| self.op.result(dtype)).filter(|_| axis_fits);
        ensure(dtype.is_some(), || format!("{:?} of {ty} over {:?}", self.op, self.axis))?;
        let shape = reduced_shape(&ty.shape, self.axis, self.keep_dims);
        Ok(dtype.map(|dtype| Type { elem: Elem::Num(dtype), shape }))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let (function, value) = (self.op.function(), names(self.value));
        let axis = self.axis.map_or(String::new(), |axis| format!(", axis={axis}"));
        let keep = if self.keep_dims { ", keep_dims=True" } else { "" };
        format!("tl.{function}({value}{axis}{keep})")
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let dtype = context.ty(self.value).dtype().expect("invariant: typed as a number");
        let value = context.value(self.value);
        let shape = reduced_shape(value.shape(), self.axis, self.keep_dims);
        let reduced = match self.axis {
            Some(axis) => along(self.op, value, dtype, axis)?,
            None => along(self.op, &value.reshape(&[value.len()]), dtype, 0)?,
        };
        Ok(Some(reduced.reshape(&shape)))
    }
}

/// What is left of a shape when one dimension, or all of them, are reduced.
pub(super) fn reduced_shape(shape: &[usize], axis: Option<usize>, keep_dims: bool) -> Vec<usize> {
    let goes = |dim: usize| axis.is_none_or(|axis| axis == dim);
    let dims = shape.iter().enumerate().filter(|(dim, _)| keep_dims || !goes(*dim));
    dims.map(|(dim, length)| if goes(dim) { 1 } else { *length }).collect()
}

/// The reduction of a tile of `dtype` along `axis`, which the result no longer has.
pub(super) fn along<D: Domain>(
    op: ReduceOp,
    value: &Tile<D>,
    dtype: DType,
    axis: usize,
) -> Result<Tile<D>, Undefined> {
    let wide = op.result(dtype).expect("invariant: checked");
    let mut status = Status::default();
    let value = convert(value, dtype, wide, &mut status);
    let reduced = match wide.format() {
        Some(format) => op.floats(&value, axis, format, &mut status)?,
        None => op.ints(&value, axis, wide),
    };
    Undefined::check(&status)?;
    Ok(reduced)
}

impl ReduceOp {
    fn ints<D: Domain>(self, value: &Tile<D>, axis: usize, dtype: DType) -> Tile<D> {
        let op = match (self, dtype.is_signed()) {
            (ReduceOp::Sum, _) => IntBinary::Add,
            (ReduceOp::XorSum, _) => IntBinary::Xor,
            (ReduceOp::Or, _) => IntBinary::Or,
            (ReduceOp::Min, true) => IntBinary::MinS,
            (ReduceOp::Min, false) => IntBinary::MinU,
            (ReduceOp::Max, true) => IntBinary::MaxS,
            (ReduceOp::Max, false) => IntBinary::MaxU,
        };
        fold_ints(op, dtype.bits(), value, axis)
    }

    fn floats<D: Domain>(
        self,
        value: &Tile<D>,
        axis: usize,
        format: FloatFormat,
        status: &mut Status,
    ) -> Result<Tile<D>, Undefined> {
        let op = match self {
            ReduceOp::Sum => FloatBinary::Add,
            ReduceOp::Min => FloatBinary::MinNum,
            _ => FloatBinary::MaxNum,
        };
        let is_sum = self == ReduceOp::Sum;
        if is_sum && D::EXACT && !sums_are_exact::<D>(value, axis, format) {
            return Err(Undefined::new("a sum depends on its order"));
        }
        let tile = fold_floats(op, format, value, axis, status);
        if !is_sum {
            return Ok(tile);
        }
        Ok(open_negative_zeros(sums_in_any_order(format, value, axis, tile), format))
    }
}

/// Whether each sum along `axis` is exact in every order.
pub(super) fn sums_are_exact<D: Domain>(value: &Tile<D>, axis: usize, format: FloatFormat) -> bool {
    let (shape, floats) = (value.shape(), value.floats());
    let length = shape[axis];
    let inner: usize = shape[axis + 1..].iter().product();
    (0..floats.len() / length).all(|group| {
        let start = group / inner * inner * length + group % inner;
        let mut values = (0..length).map(|step| floats[start + step * inner]);
        D::sum_is_exact(format, &mut values)
    })
}

/// A sum of nothing but negative zeros is -0.0, or 0.0 where the compiler starts from a neutral 0.0
/// (`OptimizeThreadLocality` does): left open.
pub(super) fn open_negative_zeros<D: Domain>(tile: Tile<D>, format: FloatFormat) -> Tile<D> {
    let negative_zero = format.to_bits(-0.0);
    let is_negative_zero = |value: &D::Float| D::to_bits(format, *value) == Some(negative_zero);
    let lanes: Vec<usize> =
        (0..tile.len()).filter(|&lane| is_negative_zero(&tile.floats()[lane])).collect();
    tile.with_undef(lanes)
}
