//! Elements that are accessed atomically.

use super::builder::{Builder, of};
use super::facts::{Facts, Known};
use super::interval::Interval;
use super::memory::{Content, ramp};
use crate::program::ops::{AddPtr, Atomic, AtomicOp, BinaryOp, Ordering};
use crate::program::{Operand, ParamKind, ValueId};
use crate::tensor::DType;
use crate::testcase::Fill;

/// Most elements of a buffer that is accessed atomically: the evaluator looks at each by itself.
const MAX_SHARED: i128 = 1 << 12;

/// What atomics find.
fn initial() -> (Fill, Facts) {
    ramp(0, 1, 5, 0)
}

impl Builder<'_, '_> {
    /// A pointer to elements that are there before, `offset` of a buffer that has as many as that needs.
    pub(super) fn shared_buffer(
        &mut self,
        dtype: DType,
        offset: ValueId,
        range: Interval,
    ) -> Option<ValueId> {
        let shared = self.params.iter().filter(|p| p.name.starts_with("acc")).count();
        let kind = ParamKind::Pointer(dtype);
        let pointer = self.parameter(format!("acc{shared}"), kind, None);
        let argument = self.buffer(dtype, initial().0);
        self.lengthen(argument, usize::try_from(range.high + 1).ok()?);
        self.emit_with(AddPtr { pointer, offset: of(offset) }, None)
    }

    /// Exchanges a value with an element of its own, or combines them; gives what was there.
    pub(super) fn exchange(&mut self, value: ValueId) -> Option<ValueId> {
        let (ty, dtype) = (self.ty(value)?, self.dtype(value)?);
        let usable: Vec<AtomicOp> =
            AtomicOp::ALL.into_iter().filter(|op| op.takes(dtype)).collect();
        let op = self.choice.pick(&usable);
        if self.facts(value)?.raw || self.facts(value)?.undef {
            return None;
        }
        let compare = match (op, &ty.shape[..]) {
            (AtomicOp::Cas, []) => {
                let instance = self.instance()?;
                Some(self.cast(instance, dtype)?)
            }
            (AtomicOp::Cas, shape) => {
                let shape = shape.to_vec();
                Some(self.full(&shape, Operand::Int(2), dtype)?)
            }
            _ => None,
        };
        let (offset, per_tile) = self.element_offset(&ty.shape)?;
        let (base, tiles) = self.tile_number()?;
        if tiles * per_tile > MAX_SHARED {
            return None;
        }
        let base = if per_tile == 1 { base } else { self.with_int(BinaryOp::Mul, base, per_tile)? };
        let whole = match offset {
            Some(offset) => self.binary(BinaryOp::Add, base, of(offset))?,
            None => base,
        };
        let range = Interval::new(0, tiles * per_tile - 1);
        let pointer = self.shared_buffer(dtype, whole, range)?;
        let mask = if op == AtomicOp::Cas { None } else { self.store_mask(&ty.shape) };
        let ordering = self.choice.pick(&Ordering::ALL);
        let known = Facts { undef: mask.is_some(), ..initial().1 };
        let atomic = Atomic { op, pointer, compare, value, mask, ordering, old: true };
        self.emit_with(atomic, Some(known))
    }

    /// A row of small numbers: fewer elements than most tiles have.
    pub(super) fn load_small(&mut self) -> Option<ValueId> {
        let length = self.choice.pick(&[1usize, 2, 4, 8, 16]);
        let dtype = self.dtypes.clone();
        let dtype = self.choice.pick(&dtype);
        let offset = self.coordinate(&[length], 0)?;
        self.load(dtype, offset, None, Content::Small)
    }
}
