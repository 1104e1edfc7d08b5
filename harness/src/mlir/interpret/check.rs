//! Static checks: what an operation's executable form relies on. With them a value never meets a
//! tile of another shape or kind at run time.

use crate::tensor::{Domain, Kind};

use super::super::ir::{Operation, ValueId};
use super::super::types::Type;
use super::compile::{Compiler, malformed};
use super::machine::Outcome;

impl<D: Domain> Compiler<'_, D> {
    /// All these values have one shape.
    pub(super) fn one_shape(&self, op: &Operation, values: &[ValueId]) -> Outcome {
        for pair in values.windows(2) {
            if self.module.ty(pair[0]).shape() != self.module.ty(pair[1]).shape() {
                return Err(malformed(op, "mixes shapes"));
            }
        }
        Ok(())
    }

    /// All these values have elements of one kind.
    pub(super) fn one_kind(&self, op: &Operation, values: &[ValueId]) -> Outcome {
        for pair in values.windows(2) {
            if self.kind(pair[0])? != self.kind(pair[1])? {
                return Err(malformed(op, "mixes element types"));
            }
        }
        Ok(())
    }

    /// Operands and results have one shape; operands are of one kind.
    pub(super) fn elementwise(&self, op: &Operation) -> Outcome {
        self.one_kind(op, &op.operands)?;
        let all: Vec<_> = op.operands.iter().chain(&op.results).copied().collect();
        self.one_shape(op, &all)
    }

    /// Operands and results have one shape and one kind.
    pub(super) fn alike(&self, op: &Operation) -> Outcome {
        let all: Vec<_> = op.operands.iter().chain(&op.results).copied().collect();
        self.one_kind(op, &all)?;
        self.one_shape(op, &all)
    }

    /// Elements of these values are integers, flags or addresses.
    pub(super) fn integers(&self, op: &Operation, values: &[ValueId]) -> Outcome {
        for value in values {
            if matches!(self.kind(*value)?, Kind::Float(_)) {
                return Err(malformed(op, "wants integers"));
            }
        }
        Ok(())
    }

    /// Operands have one shape and one kind.
    pub(super) fn elementwise_operands(&self, op: &Operation) -> Outcome {
        self.one_kind(op, &op.operands)?;
        self.one_shape(op, &op.operands)
    }

    /// An access: mask, values and `other` fit the pointers and what they point to.
    pub(super) fn access(&self, op: &Operation, pointee: Kind) -> Outcome {
        let all: Vec<_> = op.operands.iter().chain(&op.results).copied().collect();
        self.one_shape(op, &all)?;
        for value in op.operands.iter().skip(1).chain(&op.results) {
            if self.kind(*value)? != pointee && !self.is_mask(op, *value) {
                return Err(malformed(op, "mixes element types"));
            }
        }
        Ok(())
    }

    fn is_mask(&self, op: &Operation, value: ValueId) -> bool {
        op.operand("mask") == Some(value) && *self.module.ty(value).element() == Type::BOOL
    }

    /// A tensor and a view of memory between which elements move, where both are there.
    pub(super) fn transfer(
        &self,
        op: &Operation,
        from: Option<ValueId>,
        to: Option<ValueId>,
    ) -> Outcome {
        match (from, to) {
            (Some(from), Some(to)) => {
                self.one_shape(op, &[from, to])?;
                self.one_kind(op, &[from, to])
            }
            _ => Ok(()),
        }
    }

    /// Values that are passed from one list to another, as by a loop or a call.
    pub(super) fn passed(&self, op: &Operation, from: &[ValueId], to: &[ValueId]) -> Outcome {
        let types = |values: &[ValueId]| -> Vec<Type> {
            values.iter().map(|value| self.module.ty(*value).clone()).collect()
        };
        self.passed_types(op, &types(from), &types(to))
    }

    /// [`Compiler::passed`] for types.
    pub(super) fn passed_types(&self, op: &Operation, from: &[Type], to: &[Type]) -> Outcome {
        let same = |(a, b): (&Type, &Type)| {
            let scalar = |ty: &Type| super::constant::kind(ty.element()).ok();
            std::mem::discriminant(a) == std::mem::discriminant(b)
                && a.shape() == b.shape()
                && scalar(a) == scalar(b)
        };
        if from.len() == to.len() && from.iter().zip(to).all(same) {
            return Ok(());
        }
        Err(malformed(op, "passes values of other types"))
    }

    /// What a region ends with has the types of these values.
    pub(super) fn ends_with(&self, op: &Operation, region: usize, to: &[ValueId]) -> Outcome {
        let blocks = op.regions.get(region).map(|region| region.blocks.as_slice());
        for last in blocks.unwrap_or_default().iter().filter_map(|block| block.ops.last()) {
            match last.name.as_str() {
                "scf.yield" => self.passed(op, &last.operands, to)?,
                "scf.condition" => {
                    self.passed(op, last.operands.get(1..).unwrap_or_default(), to)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Arguments of a region's entry.
    pub(super) fn entry<'o>(&self, op: &'o Operation, region: usize) -> &'o [ValueId] {
        let entry = op.regions.get(region).and_then(|region| region.entry());
        entry.map_or(&[], |entry| &entry.arguments)
    }
}
