//! `tl.full`: a tile of one number, or a scalar.

use serde::{Deserialize, Serialize};

use super::{Context, Operation, list, literal_fits, literal_tile, reads, text};
use crate::program::check::ensure;
use crate::program::{Machine, Operand, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile};

/// `tl.full(shape, value, dtype)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Full {
    /// Lengths of the dimensions.
    pub shape: Vec<usize>,
    /// A Python number that `dtype` holds.
    pub value: Operand,
    /// The element type.
    pub dtype: DType,
}

impl Operation for Full {
    fn name(&self) -> String {
        "full".into()
    }

    reads!();

    fn infer(&self, _: &Types) -> Result<Option<Type>, TypeError> {
        let ty = Type::tile(self.dtype, &self.shape);
        let is_flag = self.dtype == DType::I1 && matches!(self.value, Operand::Int(0 | 1));
        if !is_flag {
            literal_fits(self.value, &ty)?;
        }
        // `full` asks the builder for a constant of the type, and it has none.
        ensure(!self.dtype.is_fp8(), || format!("a tile of {}", self.dtype))?;
        Ok(Some(ty))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let (shape, dtype) = (list(&self.shape), self.dtype.triton_name());
        format!("tl.full([{shape}], {}, tl.{dtype})", text(self.value, names))
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        _: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        Ok(Some(literal_tile(self.value, self.dtype, &self.shape)))
    }
}
