//! Elements in an order that nobody knows: `tl.cat` and `tl.reshape` that may reorder.
//!
//! Nothing but what does not depend on the order is well defined, so the operation is one with what is
//! made of the elements.

use serde::{Deserialize, Serialize};

use super::reduce::{self, ReduceOp};
use super::sort::histogram;
use super::{Context, Operation, reads};
use crate::program::check::ensure;
use crate::program::{Elem, Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile};

/// Where the elements come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// `tl.cat(a, b, can_reorder=True)`, of two tiles of one dimension.
    Cat,
    /// `tl.reshape(a, ..., can_reorder=True)`.
    Reshape,
    /// `tl.view(a, ...)`.
    View,
    /// `tl.ravel(a, can_reorder=True)`.
    Ravel,
}

impl Source {
    /// All of them.
    pub const ALL: [Source; 4] = [Source::Cat, Source::Reshape, Source::View, Source::Ravel];
}

/// What is made of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Digest {
    /// A reduction to a scalar.
    Reduce(ReduceOp),
    /// How often each number below that occurs.
    Histogram(usize),
}

/// What does not depend on the order of some elements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unordered {
    /// The operands: two for `tl.cat`, else one.
    pub values: Vec<ValueId>,
    /// Where the elements come from.
    pub source: Source,
    /// What is made of them.
    pub digest: Digest,
}

impl Unordered {
    /// The type of all the elements together.
    fn elements(&self, types: &Types) -> Result<Type, TypeError> {
        let first =
            types.get(*self.values.first().ok_or_else(|| TypeError("of nothing".into()))?)?;
        let same = self.values.iter().all(|id| types.get(*id) == Ok(first));
        let count = if self.source == Source::Cat { 2 } else { 1 };
        let flat = self.source != Source::Cat || first.shape.len() == 1;
        let fits = same && flat && self.values.len() == count && !first.is_scalar();
        ensure(fits, || format!("{:?} of {} times {first}", self.source, self.values.len()))?;
        Ok(Type { elem: first.elem, shape: vec![count * first.numel()] })
    }
}

impl Operation for Unordered {
    fn name(&self) -> String {
        format!("unordered.{}", format!("{:?}", self.source).to_lowercase())
    }

    reads!(values);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let ty = self.elements(types)?;
        let (dtype, shape) = match self.digest {
            Digest::Reduce(op) => (ty.dtype().and_then(|dtype| op.result(dtype)), vec![]),
            Digest::Histogram(bins) => {
                let fits = ty.dtype() == Some(DType::I32) && bins.is_power_of_two();
                (fits.then_some(DType::I32), vec![bins])
            }
        };
        ensure(dtype.is_some(), || format!("{:?} of {ty}", self.digest))?;
        Ok(dtype.map(|dtype| Type { elem: Elem::Num(dtype), shape }))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let value = names(self.values[0]);
        let elements = match self.source {
            Source::Cat => format!("tl.cat({value}, {}, can_reorder=True)", names(self.values[1])),
            Source::Reshape => format!("tl.reshape({value}, [{value}.numel], can_reorder=True)"),
            Source::View => format!("tl.view({value}, [{value}.numel])"),
            Source::Ravel => format!("tl.ravel({value}, can_reorder=True)"),
        };
        match self.digest {
            Digest::Reduce(op) => format!("tl.{}({elements}, axis=0)", op.function()),
            Digest::Histogram(bins) => format!("tl.histogram({elements}, {bins})"),
        }
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let flat = |id: &ValueId| {
            let value = context.value(*id);
            value.reshape(&[value.len()])
        };
        let elements = Tile::concat(0, &self.values.iter().map(flat).collect::<Vec<_>>());
        let dtype = context.ty(self.values[0]).dtype().expect("invariant: typed as a number");
        match self.digest {
            Digest::Reduce(op) => reduce::along(op, &elements, dtype, 0).map(Some),
            Digest::Histogram(bins) => histogram(&elements, bins).map(Some),
        }
    }
}
