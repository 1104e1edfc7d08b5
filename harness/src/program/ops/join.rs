//! `tl.join` and `tl.split`: pairs of elements, in a last dimension of length 2. `tl.interleave`: pairs,
//! one after the other.

use serde::{Deserialize, Serialize};

use super::{Context, Op, Operation, reads};
use crate::program::check::ensure;
use crate::program::{Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{Domain, Tile};

/// `tl.join(first, second)`, of two tiles of one type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Join {
    /// Elements 0 of the new dimension.
    pub first: ValueId,
    /// Elements 1.
    pub second: ValueId,
}

/// `tl.interleave(first, second)`, of two tiles of one type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interleave {
    /// Elements 0, 2, ... of the last dimension.
    pub first: ValueId,
    /// Elements 1, 3, ...
    pub second: ValueId,
}

/// One half of `tl.split(value)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Split {
    /// The operand.
    pub value: ValueId,
    /// Whether it is the half of elements 1.
    pub second: bool,
}

impl Operation for Join {
    fn name(&self) -> String {
        "join".to_owned()
    }

    reads!(first, second);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let mut ty = pair(types, self.first, self.second)?;
        ty.shape.push(2);
        Ok(Some(ty))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        format!("tl.join({}, {})", names(self.first), names(self.second))
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        Ok(Some(joined(context.value(self.first), context.value(self.second))))
    }
}

/// The type of both, if it is one, of tiles.
fn pair(types: &Types, first: ValueId, second: ValueId) -> Result<Type, TypeError> {
    let (first, second) = (types.get(first)?, types.get(second)?);
    let fits = first == second && !first.is_scalar() && first.dtype().is_some();
    ensure(fits, || format!("{first} joined with {second}"))?;
    Ok(first.clone())
}

fn joined<D: Domain>(first: &Tile<D>, second: &Tile<D>) -> Tile<D> {
    let axis = first.shape().len();
    Tile::concat(axis, &[first, second].map(|half| half.expand_dims(axis)))
}

impl Operation for Interleave {
    fn name(&self) -> String {
        "interleave".to_owned()
    }

    reads!(first, second);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let mut ty = pair(types, self.first, self.second)?;
        ty.shape.iter_mut().next_back().into_iter().for_each(|length| *length *= 2);
        Ok(Some(ty))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        format!("tl.interleave({}, {})", names(self.first), names(self.second))
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let pairs = joined(context.value(self.first), context.value(self.second));
        let mut shape = context.ty(self.first).shape.clone();
        shape.iter_mut().next_back().into_iter().for_each(|length| *length *= 2);
        Ok(Some(pairs.reshape(&shape)))
    }
}

impl Operation for Split {
    fn name(&self) -> String {
        "split".to_owned()
    }

    reads!(value);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = types.get(self.value)?;
        let fits = matches!(ty.shape[..], [_, .., 2]) && ty.dtype().is_some();
        ensure(fits, || format!("{ty} is split"))?;
        Ok(Some(Type { elem: ty.elem, shape: ty.shape[..ty.shape.len() - 1].to_vec() }))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        format!("tl.split({})", names(self.value))
    }

    fn of_several(&self) -> Option<(Op, usize)> {
        Some((Split { second: false, ..self.clone() }.into(), usize::from(self.second)))
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let value = context.value(self.value);
        let (axis, at) = (value.shape().len() - 1, usize::from(self.second));
        let shape = value.shape()[..axis].to_vec();
        Ok(Some(value.slice_axis(axis, at, at + 1).reshape(&shape)))
    }
}
