//! Unary operations.

use serde::{Deserialize, Serialize};

use super::{Context, Operation};
use crate::program::check::ensure;
use crate::program::{Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, FloatUnary, IntBinary, Status, Tile, float_unary, int_binary};

/// Which unary operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnaryOp {
    /// `-x`; not on `i1`.
    Neg,
    /// `~x`, on integers.
    Not,
    /// `tl.abs(x)`; the identity on unsigned integers.
    Abs,
}

/// A unary operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unary {
    /// Which.
    pub op: UnaryOp,
    /// The operand.
    pub value: ValueId,
}

impl Operation for Unary {
    fn name(&self) -> String {
        format!("unary.{}", format!("{:?}", self.op).to_lowercase())
    }

    fn operands(&self) -> Vec<ValueId> {
        vec![self.value]
    }

    fn map_operands(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId) {
        self.value = f(self.value);
    }

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = types.get(self.value)?;
        let fits = match (self.op, ty.dtype()) {
            (_, None) => false,
            (UnaryOp::Not, Some(dtype)) => dtype.is_int(),
            (_, Some(dtype)) => dtype != DType::I1,
        };
        ensure(fits, || format!("{:?} of {ty}", self.op))?;
        Ok(Some(ty.clone()))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let value = names(self.value);
        match self.op {
            UnaryOp::Neg => format!("-{value}"),
            UnaryOp::Not => format!("~{value}"),
            UnaryOp::Abs => format!("tl.abs({value})"),
        }
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let dtype = context.ty(self.value).dtype().expect("invariant: typed as a number");
        let (value, mut status) = (context.value(self.value), Status::default());
        let bits = dtype.bits();
        let tile = match (self.op, dtype.format()) {
            (UnaryOp::Neg, Some(format)) => {
                float_unary(FloatUnary::Neg, format, value, &mut status)
            }
            (UnaryOp::Abs, Some(format)) => {
                float_unary(FloatUnary::Abs, format, value, &mut status)
            }
            (UnaryOp::Abs, None) if !dtype.is_signed() => value.clone(),
            (UnaryOp::Abs, None) => {
                let zero = Tile::splat_int(value.shape(), 0);
                let negated = int_binary(IntBinary::Sub, bits, &zero, value, &mut status);
                int_binary(IntBinary::MaxS, bits, value, &negated, &mut status)
            }
            (UnaryOp::Neg, None) => {
                let zero = Tile::splat_int(value.shape(), 0);
                int_binary(IntBinary::Sub, bits, &zero, value, &mut status)
            }
            (UnaryOp::Not, _) => {
                let ones = Tile::splat_int(value.shape(), -1);
                int_binary(IntBinary::Xor, bits, value, &ones, &mut status)
            }
        };
        Undefined::check(&status)?;
        Ok(Some(tile))
    }
}
