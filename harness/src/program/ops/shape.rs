//! Operations that move elements and change none.

use serde::{Deserialize, Serialize};

use super::{Context, Operation, list, reads};
use crate::program::check::ensure;
use crate::program::{Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{Domain, Tile};

/// `tl.expand_dims(value, axis)`, of a tile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExpandDims {
    /// The operand.
    pub value: ValueId,
    /// Where the dimension of length 1 goes.
    pub axis: usize,
}

/// `tl.broadcast_to(value, shape)`: repeats dimensions of length 1, or a scalar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BroadcastTo {
    /// The operand.
    pub value: ValueId,
    /// The shape of the result.
    pub shape: Vec<usize>,
}

/// `tl.reshape(value, shape)`, or `tl.ravel(value)` to one dimension, in row-major order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reshape {
    /// The operand.
    pub value: ValueId,
    /// The shape of the result.
    pub shape: Vec<usize>,
}

/// `tl.permute(value, axes)`, or `tl.trans` where it swaps the axes of a matrix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Permute {
    /// The operand.
    pub value: ValueId,
    /// Dimension `k` of the result is dimension `axes[k]` of the operand.
    pub axes: Vec<usize>,
}

/// One family member: name, typing, text and meaning differ, the rest does not.
macro_rules! shape_operation {
    ($type:ident, $name:expr, $infer:expr, $python:expr, $evaluate:expr) => {
        impl Operation for $type {
            fn name(&self) -> String {
                let name: fn(&Self) -> &'static str = $name;
                name(self).into()
            }

            reads!(value);

            fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
                let ty = types.get(self.value)?;
                let shape: Result<Vec<usize>, TypeError> = $infer(self, ty);
                Ok(Some(Type { elem: ty.elem, shape: shape? }))
            }

            fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
                $python(self, names(self.value))
            }

            fn evaluate<D: Domain, M: Machine<D>>(
                &self,
                context: &Context<'_, D>,
                _: &mut M,
            ) -> Result<Option<Tile<D>>, Undefined> {
                let evaluate: fn(&Self, &Tile<D>) -> Tile<D> = $evaluate;
                Ok(Some(evaluate(self, context.value(self.value))))
            }
        }
    };
}

shape_operation!(
    ExpandDims,
    |_| "expand_dims",
    |op: &ExpandDims, ty: &Type| {
        let fits = !ty.is_scalar() && op.axis <= ty.shape.len();
        ensure(fits, || format!("expand_dims of {ty} at {}", op.axis))?;
        let mut shape = ty.shape.clone();
        shape.insert(op.axis, 1);
        Ok(shape)
    },
    |op: &ExpandDims, value| format!("tl.expand_dims({value}, {})", op.axis),
    |op, tile| tile.expand_dims(op.axis)
);

shape_operation!(
    BroadcastTo,
    |_| "broadcast_to",
    |op: &BroadcastTo, ty: &Type| {
        let each = |(from, to): (&usize, &usize)| from == to || *from == 1;
        let fits = ty.is_scalar()
            || (ty.shape.len() == op.shape.len() && ty.shape.iter().zip(&op.shape).all(each));
        ensure(fits && !op.shape.is_empty(), || format!("{ty} as {:?}", op.shape))?;
        Ok(op.shape.clone())
    },
    |op: &BroadcastTo, value| format!("tl.broadcast_to({value}, [{}])", list(&op.shape)),
    |op, tile| tile.broadcast(&op.shape)
);

shape_operation!(
    Reshape,
    |op| if op.shape.len() == 1 { "ravel" } else { "reshape" },
    |op: &Reshape, ty: &Type| {
        let fits = !ty.is_scalar()
            && !op.shape.is_empty()
            && op.shape.iter().product::<usize>() == ty.numel();
        ensure(fits, || format!("{ty} as {:?}", op.shape))?;
        Ok(op.shape.clone())
    },
    |op: &Reshape, value| match op.shape[..] {
        [_] => format!("tl.ravel({value})"),
        _ => format!("tl.reshape({value}, [{}])", list(&op.shape)),
    },
    |op, tile| tile.reshape(&op.shape)
);

shape_operation!(
    Permute,
    |_| "permute",
    |op: &Permute, ty: &Type| {
        let mut sorted = op.axes.clone();
        sorted.sort_unstable();
        let fits = !ty.is_scalar() && sorted.iter().copied().eq(0..ty.shape.len());
        ensure(fits, || format!("{ty} permuted by {:?}", op.axes))?;
        Ok(op.axes.iter().map(|&axis| ty.shape[axis]).collect())
    },
    |op: &Permute, value| match op.axes[..] {
        [1, 0] => format!("tl.trans({value})"),
        _ => format!("tl.permute({value}, [{}])", list(&op.axes)),
    },
    |op, tile| tile.permute(&op.axes)
);
