//! `tl.cumsum` and `tl.cumprod`: sums and products of what comes before, along one axis.
//!
//! Of 32 and 64 bits only: of narrower types the type of the result depends on the release. As in a
//! reduction the order of additions is the compiler's, so a float sum must be exact in every order.

use std::convert::Infallible;

use serde::{Deserialize, Serialize};

use super::reduce::{open_negative_zeros, sums_are_exact};
use super::{Context, Operation, reads};
use crate::program::check::ensure;
use crate::program::{Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{
    DType, Domain, FloatBinary, FloatFormat, IntBinary, Status, Tile, float_binary, int_binary,
    running_sums_in_any_order, scan_axis,
};

/// A running sum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CumSum {
    /// The operand, a tile.
    pub value: ValueId,
    /// The dimension along which it runs.
    pub axis: usize,
    /// Whether it runs from the last element to the first.
    pub reverse: bool,
}

/// A running product.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CumProd {
    /// The operand, a tile.
    pub value: ValueId,
    /// The dimension along which it runs.
    pub axis: usize,
    /// Whether it runs from the last element to the first.
    pub reverse: bool,
}

impl CumSum {
    /// Whether every release sums the type to itself.
    pub fn takes(dtype: DType) -> bool {
        dtype.bits() >= 32
    }
}

impl Operation for CumSum {
    fn name(&self) -> String {
        "cumsum".to_owned()
    }

    reads!(value);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = types.get(self.value)?;
        let fits = ty.dtype().is_some_and(CumSum::takes) && self.axis < ty.shape.len();
        ensure(fits, || format!("a running sum of {ty} along {}", self.axis))?;
        Ok(Some(ty.clone()))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let reverse = if self.reverse { ", reverse=True" } else { "" };
        format!("tl.cumsum({}, axis={}{reverse})", names(self.value), self.axis)
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let dtype = context.ty(self.value).dtype().expect("invariant: typed as a number");
        let value = context.value(self.value);
        let mut status = Status::default();
        let Some(format) = dtype.format() else {
            let add = |a: &Tile<D>, b: &Tile<D>, status: &mut Status| {
                int_binary(IntBinary::Add, dtype.bits(), a, b, status)
            };
            return Ok(Some(running(value, self.axis, self.reverse, add, &mut status)));
        };
        if D::EXACT && !sums_are_exact::<D>(value, self.axis, format) {
            return Err(Undefined::new("a sum depends on its order"));
        }
        let add = |a: &Tile<D>, b: &Tile<D>, status: &mut Status| {
            float_binary(FloatBinary::Add, format, a, b, status)
        };
        let sums = running(value, self.axis, self.reverse, add, &mut status);
        Undefined::check(&status)?;
        let sums = running_sums_in_any_order(format, value, self.axis, self.reverse, sums);
        Ok(Some(open_negative_zeros(sums, format)))
    }
}

/// Each element combined with those before it.
fn running<D: Domain>(
    value: &Tile<D>,
    axis: usize,
    reverse: bool,
    combine: impl Fn(&Tile<D>, &Tile<D>, &mut Status) -> Tile<D>,
    status: &mut Status,
) -> Tile<D> {
    let both =
        |a: Vec<Tile<D>>, b: Vec<Tile<D>>| Ok::<_, Infallible>(vec![combine(&a[0], &b[0], status)]);
    let Ok(mut results) = scan_axis(std::slice::from_ref(value), axis, reverse, both);
    results.remove(0)
}

impl Operation for CumProd {
    fn name(&self) -> String {
        "cumprod".to_owned()
    }

    reads!(value);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = types.get(self.value)?;
        let fits = ty.dtype().is_some_and(CumSum::takes) && self.axis < ty.shape.len();
        ensure(fits, || format!("a running product of {ty} along {}", self.axis))?;
        Ok(Some(ty.clone()))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let reverse = if self.reverse { ", reverse=True" } else { "" };
        format!("tl.cumprod({}, axis={}{reverse})", names(self.value), self.axis)
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let dtype = context.ty(self.value).dtype().expect("invariant: typed as a number");
        let (value, mut status) = (context.value(self.value), Status::default());
        if dtype.format().is_some_and(|format| !are_signs(value, format)) {
            return Err(Undefined::new("a product depends on its order"));
        }
        let multiply = |a: &Tile<D>, b: &Tile<D>, status: &mut Status| match dtype.format() {
            Some(format) => float_binary(FloatBinary::Mul, format, a, b, status),
            None => int_binary(IntBinary::Mul, dtype.bits(), a, b, status),
        };
        let products = running(value, self.axis, self.reverse, multiply, &mut status);
        Undefined::check(&status)?;
        Ok(Some(products))
    }
}

/// Whether all elements are -1, 0 or 1, whose products are exact in every order.
pub(super) fn are_signs<D: Domain>(tile: &Tile<D>, format: FloatFormat) -> bool {
    let known = |value: &D::Float| D::to_bits(format, *value).map(|bits| format.from_bits(bits));
    let sign = |value: f64| [-1.0, 0.0, 1.0].contains(&value);
    tile.floats().iter().all(|value| known(value).is_some_and(sign))
}
