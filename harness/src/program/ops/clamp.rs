//! `tl.clamp`, of floats: up to 3.8 no release takes integers.

use serde::{Deserialize, Serialize};

use super::{Context, Operation, float_text, reads};
use crate::program::check::ensure;
use crate::program::{Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, FloatBinary, Status, Tile, float_binary};

/// `tl.clamp(value, low, high)`. `bf16` is widened in some releases and excluded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clamp {
    /// The operand.
    pub value: ValueId,
    /// The least result.
    pub low: f64,
    /// The greatest result.
    pub high: f64,
}

impl Operation for Clamp {
    fn name(&self) -> String {
        "clamp".to_owned()
    }

    reads!(value);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = types.get(self.value)?;
        let fits = matches!(ty.dtype(), Some(DType::F16 | DType::F32 | DType::F64));
        let ordered = self.low <= self.high && self.low.is_finite() && self.high.is_finite();
        ensure(fits && ordered, || format!("{ty} clamped to {}..{}", self.low, self.high))?;
        Ok(Some(ty.clone()))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let value = names(self.value);
        // A bare number is an `f32`, to which 3.8 and earlier widen the others.
        let bound = |bound: f64| format!("tl.full([], {}, {value}.dtype)", float_text(bound));
        format!("tl.clamp({value}, {}, {})", bound(self.low), bound(self.high))
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let dtype = context.ty(self.value).dtype().expect("invariant: typed as a number");
        let format = dtype.format().expect("invariant: checked");
        let (value, mut status) = (context.value(self.value), Status::default());
        let bound = |bound| Tile::splat_float(value.shape(), D::constant(format.round(bound)));
        let raised =
            float_binary(FloatBinary::MaxNum, format, value, &bound(self.low), &mut status);
        let clamped =
            float_binary(FloatBinary::MinNum, format, &raised, &bound(self.high), &mut status);
        Undefined::check(&status)?;
        // Which bound a NaN becomes nothing says.
        let known = |x: &D::Float| D::to_bits(format, *x).map(|bits| format.from_bits(bits));
        let nans = value.floats().iter().enumerate();
        let nans = nans.filter(|&(_, x)| known(x).is_some_and(f64::is_nan)).map(|(lane, _)| lane);
        Ok(Some(clamped.with_undef(nans)))
    }
}
