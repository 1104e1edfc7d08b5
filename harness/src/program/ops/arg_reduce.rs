//! `tl.argmin` and `tl.argmax`: where along an axis the least or the greatest element is.

use serde::{Deserialize, Serialize};

use super::sort::keys;
use super::{Context, Operation, reads};
use crate::program::check::ensure;
use crate::program::{Elem, Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile};

/// The index of an extreme element along one axis, which the result no longer has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArgReduce {
    /// Whether it is the greatest.
    pub greatest: bool,
    /// The operand, a tile.
    pub value: ValueId,
    /// The dimension that goes.
    pub axis: usize,
    /// Whether the first of equal elements counts; else any of them may.
    pub tie_break_left: bool,
}

impl ArgReduce {
    fn function(&self) -> &'static str {
        if self.greatest { "argmax" } else { "argmin" }
    }
}

impl Operation for ArgReduce {
    fn name(&self) -> String {
        format!("reduce.{}", self.function())
    }

    reads!(value);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = types.get(self.value)?;
        let number = ty.dtype().is_some_and(|dtype| dtype != DType::I1);
        let fits = number && self.axis < ty.shape.len();
        ensure(fits, || format!("{} of {ty} along {}", self.function(), self.axis))?;
        let mut shape = ty.shape.clone();
        shape.remove(self.axis);
        Ok(Some(Type { elem: Elem::Num(DType::I32), shape }))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let (value, axis) = (names(self.value), self.axis);
        let ties = if self.tie_break_left { "" } else { ", tie_break_left=False" };
        format!("tl.{}({value}, axis={axis}{ties})", self.function())
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let value = context.value(self.value);
        if value.any_undef() {
            return Err(Undefined::new("an unspecified value decides an index"));
        }
        let dtype = context.ty(self.value).dtype().expect("invariant: typed as a number");
        let keys = keys(value, dtype)?;
        let shape = value.shape();
        let (length, inner) = (shape[self.axis], shape[self.axis + 1..].iter().product::<usize>());
        let (mut found, mut open) = (Vec::new(), Vec::new());
        for group in 0..keys.len() / length {
            let first = group / inner * inner * length + group % inner;
            let order = |at: usize| keys[first + at * inner].order;
            let orders = (0..length).map(order);
            let best = if self.greatest { orders.max() } else { orders.min() };
            let mut places = (0..length).filter(|at| Some(order(*at)) == best);
            found.push(places.next().unwrap_or_default() as i64);
            if !self.tie_break_left && places.next().is_some() {
                open.push(group);
            }
        }
        let rest: Vec<usize> = shape
            .iter()
            .enumerate()
            .filter(|(dim, _)| *dim != self.axis)
            .map(|(_, n)| *n)
            .collect();
        Ok(Some(Tile::from_ints(&rest, found).with_undef(open)))
    }
}
