//! `tl.where`.

use serde::{Deserialize, Serialize};

use super::{Context, Operation, broadcast_shapes, reads};
use crate::program::check::ensure;
use crate::program::{Elem, Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile, select};

/// `tl.where(condition, then, otherwise)`; both values are of one element type, shapes broadcast.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Where {
    /// An `i1` value.
    pub condition: ValueId,
    /// Taken where the condition is true.
    pub then: ValueId,
    /// Taken elsewhere.
    pub otherwise: ValueId,
}

impl Operation for Where {
    fn name(&self) -> String {
        "where".into()
    }

    reads!(condition, then, otherwise);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let condition = types.get(self.condition)?;
        let (then, otherwise) = (types.get(self.then)?, types.get(self.otherwise)?);
        let fits = condition.elem == Elem::Num(DType::I1) && then.elem == otherwise.elem;
        ensure(fits, || format!("where of {condition}, {then}, {otherwise}"))?;
        let values = broadcast_shapes(&then.shape, &otherwise.shape)?;
        Ok(Some(Type { elem: then.elem, shape: broadcast_shapes(&condition.shape, &values)? }))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let [c, a, b] = [self.condition, self.then, self.otherwise].map(names);
        format!("tl.where({c}, {a}, {b})")
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let shape = self.infer(context.types).expect("invariant: checked");
        let shape = shape.expect("invariant: where has a result").shape;
        let [c, a, b] = [self.condition, self.then, self.otherwise]
            .map(|id| context.value(id).broadcast(&shape));
        Ok(Some(select(&c, &a, &b)))
    }
}
