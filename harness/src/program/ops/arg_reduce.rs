//! `tl.argmin` and `tl.argmax`: where along an axis the least or the greatest element is; and
//! `tl.min` and `tl.max` that tell both.

use serde::{Deserialize, Serialize};

use super::reduce::reduced_shape;
use super::sort::keys;
use super::{Context, Op, Operation, reads};
use crate::program::check::ensure;
use crate::program::{Elem, Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile};

/// What is told of an extreme element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Extreme {
    /// Its index, by `tl.argmax`.
    #[default]
    Index,
    /// Its index, by `tl.max(..., return_indices=True)`.
    PairIndex,
    /// The element itself, by the same; unlike that of `tl.max` of its own type.
    PairValue,
}

/// The index of an extreme element along one axis, which the result no longer has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArgReduce {
    /// Whether it is the greatest.
    pub greatest: bool,
    /// The operand, a tile.
    pub value: ValueId,
    /// The dimension that goes.
    pub axis: usize,
    /// Whether the first of equal elements counts; else any of them may. The element itself is open
    /// all the same among zeros of both signs, as the zero of `tl.max` is.
    pub tie_break_left: bool,
    /// Whether the dimension stays with length 1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keep_dims: bool,
    /// What is told.
    #[serde(default)]
    pub told: Extreme,
}

impl ArgReduce {
    fn function(&self) -> &'static str {
        match (self.greatest, self.told) {
            (true, Extreme::Index) => "argmax",
            (false, Extreme::Index) => "argmin",
            (true, _) => "max_with_index",
            (false, _) => "min_with_index",
        }
    }
}

impl Operation for ArgReduce {
    fn name(&self) -> String {
        format!("reduce.{}", self.function())
    }

    reads!(value);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = types.get(self.value)?;
        // Up to 3.8 the value of a `bf16` is an `f32`.
        let own = self.told != Extreme::PairValue || ty.dtype() != Some(DType::BF16);
        let number = own && ty.dtype().is_some_and(|dtype| dtype != DType::I1);
        let fits = number && self.axis < ty.shape.len();
        ensure(fits, || format!("{} of {ty} along {}", self.function(), self.axis))?;
        let shape = reduced_shape(&ty.shape, Some(self.axis), self.keep_dims);
        let elem = match self.told {
            Extreme::PairValue => ty.elem,
            _ => Elem::Num(DType::I32),
        };
        Ok(Some(Type { elem, shape }))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let (value, axis) = (names(self.value), self.axis);
        let keep = if self.keep_dims { ", keep_dims=True" } else { "" };
        let ties = |name: &str| {
            if self.tie_break_left { String::new() } else { format!(", {name}=False") }
        };
        match self.told {
            Extreme::Index => {
                let (function, ties) = (self.function(), ties("tie_break_left"));
                format!("tl.{function}({value}, axis={axis}{ties}{keep})")
            }
            _ => {
                let function = if self.greatest { "max" } else { "min" };
                let ties = ties("return_indices_tie_break_left");
                format!("tl.{function}({value}, axis={axis}, return_indices=True{ties}{keep})")
            }
        }
    }

    fn chooses(&self) -> bool {
        !self.tie_break_left
    }

    fn of_several(&self) -> Option<(Op, usize)> {
        let first = ArgReduce { told: Extreme::PairValue, ..self.clone() };
        match self.told {
            Extreme::Index => None,
            Extreme::PairValue => Some((first.into(), 0)),
            Extreme::PairIndex => Some((first.into(), 1)),
        }
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
        let (mut found, mut lanes, mut open) = (Vec::new(), Vec::new(), Vec::new());
        for group in 0..keys.len() / length {
            let first = group / inner * inner * length + group % inner;
            let order = |at: usize| keys[first + at * inner].order;
            let orders = (0..length).map(order);
            let best = if self.greatest { orders.max() } else { orders.min() };
            let equal = || (0..length).filter(|at| Some(order(*at)) == best);
            let place = equal().next().unwrap_or_default();
            found.push(place as i64);
            lanes.push(first + place * inner);
            let is_open = match self.told {
                // Equal elements are one value, unless they are zeros of both signs.
                Extreme::PairValue => {
                    let negative = |at: &usize| keys[first + at * inner].negative_zero;
                    let negative = equal().filter(negative).count();
                    negative > 0 && negative < equal().count()
                }
                _ => !self.tie_break_left && equal().nth(1).is_some(),
            };
            if is_open {
                open.push(group);
            }
        }
        let shape = reduced_shape(shape, Some(self.axis), self.keep_dims);
        let tile = match self.told {
            Extreme::PairValue => value.pick(&shape, &lanes),
            _ => Tile::from_ints(&shape, found),
        };
        Ok(Some(tile.with_undef(open)))
    }
}
