//! Atomic read-modify-write operations and compare-and-swap (`semantic.py`: `atomic_add` and its like).
//!
//! Instances and lanes come in any order. So an element that is accessed more than once is only added
//! to, or only combined by one other operation that commutes, and nobody looks at what was there
//! before; an element whose old value is looked at, or that is exchanged, is accessed once.

use serde::{Deserialize, Serialize};

use super::memory::{fits_pointer, mask_tile, pointee};
use super::{Context, Operation};
use crate::program::check::ensure;
use crate::program::{Elem, Machine, Type, TypeError, Types, Undefined, ValueId};
use crate::tensor::{DType, Domain, Tile};

/// What is done to an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum AtomicOp {
    Add,
    Max,
    Min,
    And,
    Or,
    Xor,
    Xchg,
    /// Exchanged where it equals what it is compared with.
    Cas,
}

impl AtomicOp {
    /// All of them.
    pub const ALL: [AtomicOp; 8] = [
        AtomicOp::Add,
        AtomicOp::Max,
        AtomicOp::Min,
        AtomicOp::And,
        AtomicOp::Or,
        AtomicOp::Xor,
        AtomicOp::Xchg,
        AtomicOp::Cas,
    ];

    /// The end of its name in `triton.language`.
    pub fn word(self) -> &'static str {
        match self {
            AtomicOp::Add => "add",
            AtomicOp::Max => "max",
            AtomicOp::Min => "min",
            AtomicOp::And => "and",
            AtomicOp::Or => "or",
            AtomicOp::Xor => "xor",
            AtomicOp::Xchg => "xchg",
            AtomicOp::Cas => "cas",
        }
    }

    /// Whether it gives the same in any order.
    pub fn commutes(self) -> bool {
        !matches!(self, AtomicOp::Xchg | AtomicOp::Cas)
    }

    /// Whether every release has it for elements of that type, and does it right.
    pub fn takes(self, dtype: DType) -> bool {
        match dtype {
            DType::I32 | DType::I64 | DType::U32 | DType::U64 => true,
            DType::F32 | DType::F64 => matches!(self, AtomicOp::Add | AtomicOp::Xchg),
            DType::F16 => self == AtomicOp::Add,
            _ => false,
        }
    }

    /// Whether a program may have it: maxima and minima of floats as well, which releases before 3.4
    /// get wrong for -0.0 (triton#6376). NaN makes them undefined.
    pub fn is_legal(self, dtype: DType) -> bool {
        let extreme = matches!(self, AtomicOp::Max | AtomicOp::Min);
        self.takes(dtype) || extreme && matches!(dtype, DType::F32 | DType::F64)
    }
}

/// The `sem` of an atomic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Ordering {
    Relaxed,
    Acquire,
    Release,
    AcqRel,
}

impl Ordering {
    /// All of them.
    pub const ALL: [Ordering; 4] =
        [Ordering::Relaxed, Ordering::Acquire, Ordering::Release, Ordering::AcqRel];

    fn word(self) -> &'static str {
        match self {
            Ordering::Relaxed => "relaxed",
            Ordering::Acquire => "acquire",
            Ordering::Release => "release",
            Ordering::AcqRel => "acq_rel",
        }
    }
}

/// `tl.atomic_add(pointer, value, mask=..., sem=...)` and the like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Atomic {
    /// What is done.
    pub op: AtomicOp,
    /// Pointers: a tile or a scalar.
    pub pointer: ValueId,
    /// What an element is compared with; for [`AtomicOp::Cas`], of the type of `value`.
    pub compare: Option<ValueId>,
    /// The operand: of the pointers' shape and element type.
    pub value: ValueId,
    /// Which lanes, `i1`; broadcasts to the pointers. Not for [`AtomicOp::Cas`].
    pub mask: Option<ValueId>,
    /// What is ordered by it.
    pub ordering: Ordering,
    /// Whether what was there before is a value of the program.
    pub old: bool,
}

/// What the evaluator does of an atomic operation to the elements at hand.
#[derive(Clone, Debug)]
pub struct AtomicAccess<D: Domain> {
    /// What is done.
    pub op: AtomicOp,
    /// The element type.
    pub dtype: DType,
    /// The operands, one for each address.
    pub values: Tile<D>,
    /// What elements are compared with.
    pub compare: Option<Tile<D>>,
    /// Whether the old values are looked at.
    pub old: bool,
}

impl Operation for Atomic {
    fn name(&self) -> String {
        format!("atomic.{}{}", self.op.word(), if self.old { ".old" } else { "" })
    }

    fn operands(&self) -> Vec<ValueId> {
        [Some(self.pointer), self.compare, Some(self.value), self.mask]
            .into_iter()
            .flatten()
            .collect()
    }

    fn map_operands(&mut self, f: &mut dyn FnMut(ValueId) -> ValueId) {
        self.pointer = f(self.pointer);
        self.compare = self.compare.map(&mut *f);
        self.value = f(self.value);
        self.mask = self.mask.map(f);
    }

    fn writes_to(&self) -> Option<ValueId> {
        Some(self.pointer)
    }

    fn infer(&self, types: &Types) -> Result<Option<Type>, TypeError> {
        let pointer = types.get(self.pointer)?;
        let dtype = pointee(pointer)?;
        ensure(self.op.is_legal(dtype), || format!("atomic {} of {dtype}", self.op.word()))?;
        let ty = pointer.with_elem(Elem::Num(dtype));
        for operand in [Some(self.value), self.compare].into_iter().flatten() {
            let found = types.get(operand)?;
            ensure(*found == ty, || format!("an atomic of {ty} with {found}"))?;
        }
        let swaps = self.op == AtomicOp::Cas;
        ensure(swaps == self.compare.is_some(), || "what an atomic compares with".into())?;
        ensure(!swaps || self.mask.is_none(), || "a masked compare-and-swap".into())?;
        if let Some(mask) = self.mask {
            fits_pointer(mask, Elem::Num(DType::I1), pointer, types)?;
        }
        Ok(self.old.then_some(ty))
    }

    fn python(&self, names: &dyn Fn(ValueId) -> String) -> String {
        let compare = self.compare.map_or(String::new(), |id| format!(", {}", names(id)));
        let mask = self.mask.map_or(String::new(), |id| format!(", mask={}", names(id)));
        let (pointer, value) = (names(self.pointer), names(self.value));
        let (word, order) = (self.op.word(), self.ordering.word());
        format!("tl.atomic_{word}({pointer}{compare}, {value}{mask}, sem=\"{order}\")")
    }

    fn evaluate<D: Domain, M: Machine<D>>(
        &self,
        context: &Context<'_, D>,
        machine: &mut M,
    ) -> Result<Option<Tile<D>>, Undefined> {
        let pointer = context.ty(self.pointer);
        let access = AtomicAccess {
            op: self.op,
            dtype: pointee(pointer).expect("invariant: checked"),
            values: context.value(self.value).clone(),
            compare: self.compare.map(|id| context.value(id).clone()),
            old: self.old,
        };
        let mask = mask_tile(self.mask, context, &pointer.shape);
        let old = machine.atomic(access, context.value(self.pointer), mask.as_ref())?;
        Ok(self.old.then_some(old))
    }
}
