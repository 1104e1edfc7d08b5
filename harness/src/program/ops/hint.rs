//! `tl.multiple_of`, `tl.max_contiguous` and `tl.max_constancy`: what the compiler may count on.
//!
//! They give the value itself. A hint that is not true makes the kernel undefined, so each is checked
//! on the values: along every dimension, groups of `contiguous` elements follow each other and begin
//! with a multiple of `multiple`, and groups of `constant` elements are equal.

use serde::{Deserialize, Serialize};

use super::{Context, Operation, reads};
use crate::program::check::ensure;
use crate::program::{Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile};

/// A value with hints, each a power of two for every dimension (one for a scalar), or none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hint {
    /// The operand, of `i32` or `i64`.
    pub value: ValueId,
    /// `tl.multiple_of`.
    pub multiple: Vec<u32>,
    /// `tl.max_contiguous`.
    pub contiguous: Vec<u32>,
    /// `tl.max_constancy`.
    pub constant: Vec<u32>,
}

impl Hint {
    fn kinds(&self) -> [(&'static str, &Vec<u32>); 3] {
        [
            ("multiple_of", &self.multiple),
            ("max_contiguous", &self.contiguous),
            ("max_constancy", &self.constant),
        ]
    }

    /// The first hint that does not hold.
    fn broken<D: Domain>(&self, tile: &Tile<D>) -> Option<&'static str> {
        let shape = if tile.shape().is_empty() { vec![1] } else { tile.shape().to_vec() };
        (0..shape.len()).find_map(|dim| {
            let inner: usize = shape[dim + 1..].iter().product();
            let at = |numbers: &Vec<u32>| numbers.get(dim).map_or(1, |n| *n as usize);
            let (run, same) = (at(&self.contiguous), at(&self.constant));
            let multiple = at(&self.multiple) as i64;
            let values = tile.ints();
            let fits = |(lane, value): (usize, &i64)| {
                let place = lane / inner % shape[dim];
                let before = |length: usize, step: i64| {
                    place.is_multiple_of(length)
                        || values[lane - inner].wrapping_add(step) == *value
                };
                let aligned = !place.is_multiple_of(run) || value % multiple == 0;
                match (before(run, 1), aligned, before(same, 0)) {
                    (false, _, _) => Some("a hint of contiguity is false"),
                    (_, false, _) => Some("a hint of divisibility is false"),
                    (_, _, false) => Some("a hint of constancy is false"),
                    _ => None,
                }
            };
            values.iter().enumerate().find_map(fits)
        })
    }
}

impl Operation for Hint {
    fn name(&self) -> String {
        let given = self.kinds().into_iter().filter(|(_, numbers)| !numbers.is_empty());
        let names: Vec<&str> = given.map(|(name, _)| name).collect();
        format!("hint.{}", names.first().unwrap_or(&"none"))
    }

    reads!(value);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = types.get(self.value)?;
        let fits = |numbers: &Vec<u32>| {
            let length = |dim: usize| ty.shape.get(dim).map_or(1, |n| *n as u32);
            numbers.is_empty()
                || numbers.len() == ty.shape.len().max(1)
                    && numbers.iter().all(|n| n.is_power_of_two())
                    && (std::ptr::eq(numbers, &self.multiple)
                        || numbers.iter().enumerate().all(|(dim, n)| *n <= length(dim)))
        };
        let ok = matches!(ty.dtype(), Some(DType::I32 | DType::I64))
            && self.kinds().iter().all(|(_, numbers)| fits(numbers));
        ensure(ok, || format!("{ty} with hints {self:?}"))?;
        Ok(Some(ty.clone()))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let hinted = |text: String, (name, numbers): (&str, &Vec<u32>)| {
            if numbers.is_empty() { text } else { format!("tl.{name}({text}, {numbers:?})") }
        };
        self.kinds().into_iter().fold(names(self.value), hinted)
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let value = context.value(self.value);
        match self.broken(value) {
            _ if value.any_undef() => Err(Undefined::new("a hint about an unspecified value")),
            Some(reason) => Err(Undefined::new(reason)),
            None => Ok(Some(value.clone())),
        }
    }
}
