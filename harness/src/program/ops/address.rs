//! Pointer arithmetic.

use serde::{Deserialize, Serialize};

use super::{Context, Operation, broadcast_shapes, reads, text};
use crate::program::check::ensure;
use crate::program::{Elem, Machine, Operand, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile, add_scaled};

/// `pointer + offset`, counted in elements; the offset is `i32` or `i64`, or a Python int of 64
/// bits. Shapes broadcast.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AddPtr {
    /// Pointers.
    pub pointer: ValueId,
    /// Elements to go forward.
    pub offset: Operand,
}

impl Operation for AddPtr {
    fn name(&self) -> String {
        "addptr".into()
    }

    reads!(pointer, offset);

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let pointer = types.get(self.pointer)?;
        ensure(matches!(pointer.elem, Elem::Ptr(_)), || format!("addptr to {pointer}"))?;
        let shape = match self.offset {
            Operand::Value(id) => {
                let offset = types.get(id)?;
                let fits = matches!(offset.dtype(), Some(DType::I32 | DType::I64));
                ensure(fits, || format!("an offset is {offset}"))?;
                broadcast_shapes(&pointer.shape, &offset.shape)?
            }
            Operand::Int(value) => {
                ensure(i64::try_from(value).is_ok(), || format!("offset {value}"))?;
                pointer.shape.clone()
            }
            Operand::Float(value) => return Err(TypeError(format!("offset {value}"))),
        };
        Ok(Some(Type { elem: pointer.elem, shape }))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        format!("{} + {}", names(self.pointer), text(self.offset, names))
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        _: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let ty = self.infer(context.types).expect("invariant: checked");
        let ty = ty.expect("invariant: addptr has a result");
        let offset = match self.offset {
            Operand::Value(id) => context.value(id),
            literal => &context.operand(literal, DType::I64, &[]),
        };
        let Elem::Ptr(dtype) = ty.elem else { unreachable!("checked: addptr gives pointers") };
        let (pointer, bytes) = (context.value(self.pointer), dtype.bytes() as i64);
        Ok(Some(add_scaled(pointer, offset, bytes, &ty.shape)))
    }
}
