//! `tl.gather`: elements of a tile by their index along one axis.

use serde::{Deserialize, Serialize};

use super::{Context, Operation, reads};
use crate::program::check::ensure;
use crate::program::{Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile};

/// `tl.gather(value, index, axis)`: the shapes are equal but along the axis, and every index is within
/// the operand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gather {
    /// The operand.
    pub value: ValueId,
    /// The indices, integers.
    pub index: ValueId,
    /// The axis along which they count.
    pub axis: usize,
}

impl Operation for Gather {
    fn name(&self) -> String {
        "gather".to_owned()
    }

    reads!(value, index);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let (value, index) = (types.get(self.value)?, types.get(self.index)?);
        let other = |shape: &[usize]| {
            let dims = shape.iter().enumerate().filter(|(dim, _)| *dim != self.axis);
            dims.map(|(_, size)| *size).collect::<Vec<_>>()
        };
        let fits = value.dtype().is_some()
            && index.dtype() == Some(DType::I32)
            && value.shape.len() == index.shape.len()
            && self.axis < value.shape.len()
            && other(&value.shape) == other(&index.shape);
        ensure(fits, || format!("{value} gathered by {index} along {}", self.axis))?;
        Ok(Some(Type { elem: value.elem, shape: index.shape.clone() }))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        format!("tl.gather({}, {}, axis={})", names(self.value), names(self.index), self.axis)
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let (value, index) = (context.value(self.value), context.value(self.index));
        if index.any_undef() {
            return Err(Undefined::new("a gather by an unspecified index"));
        }
        let (length, shape) = (value.shape()[self.axis], index.shape());
        let inner: usize = shape[self.axis + 1..].iter().product();
        let outer = shape[self.axis] * inner;
        let lane = |(at, index): (usize, &i64)| match usize::try_from(*index) {
            Ok(index) if index < length => Ok((at / outer * length + index) * inner + at % inner),
            _ => Err(Undefined::at("a gather out of bounds", index)),
        };
        let lanes = index.ints().iter().enumerate().map(lane).collect::<Result<Vec<_>, _>>()?;
        Ok(Some(value.pick(shape, &lanes)))
    }
}
