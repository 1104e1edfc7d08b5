//! `tl.fma`: a product and a sum, rounded once.

use serde::{Deserialize, Serialize};

use super::{Context, Operation, reads};
use crate::program::check::ensure;
use crate::program::{Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Status, Tile, fma};

/// `left * right + addend`, of three tiles or scalars of one type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fma {
    /// One factor.
    pub left: ValueId,
    /// The other.
    pub right: ValueId,
    /// What is added.
    pub addend: ValueId,
}

impl Operation for Fma {
    fn name(&self) -> String {
        "fma".to_owned()
    }

    reads!(left, right, addend);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let [a, b, c] = [types.get(self.left)?, types.get(self.right)?, types.get(self.addend)?];
        let fits = a == b && b == c && matches!(a.dtype(), Some(DType::F32 | DType::F64));
        ensure(fits, || format!("fma of {a}, {b} and {c}"))?;
        Ok(Some(a.clone()))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        format!("tl.fma({}, {}, {})", names(self.left), names(self.right), names(self.addend))
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let format = context.ty(self.left).dtype().and_then(DType::format);
        let format = format.expect("invariant: typed as a float");
        let [a, b, c] = [self.left, self.right, self.addend].map(|id| context.value(id));
        let mut status = Status::default();
        let value = fma(format, a, b, c, &mut status);
        Undefined::check(&status)?;
        Ok(Some(value))
    }
}
