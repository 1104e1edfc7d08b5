//! Where elements are: coordinates, instance numbers, scalars, and offsets made of them.

use super::builder::{Builder, of};
use super::facts::{Facts, Known};
use super::interval::Interval;
use crate::program::ops::{BinaryOp, NumPrograms};
use crate::program::{Operand, ParamKind, ValueId};
use crate::tensor::DType;
use crate::testcase::Argument;

impl Builder<'_, '_> {
    /// The number of this instance among all: unique, from 0.
    pub(super) fn instance(&mut self) -> Option<ValueId> {
        if let Some(known) = self.instance {
            return Some(known);
        }
        let first = self.program_id(0)?;
        let number = if self.grid[1] > 1 {
            let second = self.program_id(1)?;
            let width = self.grid_width()?;
            let rows = self.binary(BinaryOp::Mul, second, width)?;
            self.binary(BinaryOp::Add, rows, of(first))?
        } else {
            first
        };
        self.instance = Some(number);
        Some(number)
    }

    /// Instances along the first axis: asked for, or known.
    fn grid_width(&mut self) -> Option<Operand> {
        let width = i128::from(self.grid[0]);
        if !self.choice.chance(50) {
            return Some(Operand::Int(width));
        }
        let facts = Facts::of(Interval::point(width));
        self.emit_with(NumPrograms { axis: 0 }, Some(facts)).map(of)
    }

    /// The coordinates along `axis` of a tile, of length 1 along its other axes.
    pub(super) fn coordinate(&mut self, shape: &[usize], axis: usize) -> Option<ValueId> {
        let mut wanted = vec![1; shape.len()];
        wanted[axis] = shape[axis];
        // The axis matters only to tiles of one element, whose coordinate is 0 along each.
        let at_hand = |(known, id): &&(Vec<usize>, ValueId)| *known == wanted && self.sees(*id);
        let found = self.coordinates.iter().find(at_hand).map(|(_, id)| *id);
        if let Some(id) = found.filter(|_| !self.choice.chance(15)) {
            return Some(id);
        }
        let mut value = self.arange(shape[axis])?;
        for other in (0..shape.len()).filter(|other| *other != axis) {
            value = self.expand(value, other)?;
        }
        self.coordinates.push((wanted, value));
        Some(value)
    }

    /// An integer that is passed at run time: 1, divisible by 16, or neither.
    pub(super) fn scalar(&mut self, options: &[i64]) -> Option<ValueId> {
        if !self.config.scalars {
            return None;
        }
        let value = self.choice.pick(options);
        let range = Interval::point(i128::from(value));
        let same = |id: &&ValueId| self.range(**id) == Some(range);
        if let Some(known) = self.scalars.iter().find(same) {
            return Some(*known);
        }
        if self.scalars.len() >= 3 {
            return None;
        }
        let facts = Facts { raw: true, ..Facts::of(range) };
        let name = format!("n{}", self.scalars.len());
        // Some as compile-time constants: those fold, and fold differently.
        let kind = if self.choice.chance(30) {
            ParamKind::Constexpr(value)
        } else {
            self.arguments.push(Argument::Int(i128::from(value)));
            ParamKind::Scalar(DType::I32)
        };
        let id = self.parameter(name, kind, Some(facts));
        self.scalars.push(id);
        Some(id)
    }

    /// A number as an operand: passed at run time, or literal.
    pub(super) fn number(&mut self, options: &[i64]) -> Operand {
        if self.choice.chance(35)
            && let Some(id) = self.scalar(options)
        {
            return of(id);
        }
        Operand::Int(i128::from(self.choice.pick(options)))
    }

    /// The first element of the tile of this instance and iteration: different ones for different
    /// instances or not, as it comes. At most some thousands.
    pub(super) fn tile_start(&mut self, size: i128) -> Option<ValueId> {
        let instance = self.instance()?;
        let size = size.clamp(1, 1024);
        let mut start = self.with_int(BinaryOp::Mul, instance, size)?;
        if let Some(enclosing) = self.loops.last().copied() {
            let step = self.with_int(BinaryOp::Mul, enclosing.index, size)?;
            start = self.binary(BinaryOp::Add, start, of(step))?;
        }
        Some(start)
    }

    /// `row * stride + column`, where either may be the fast one, from given coordinates.
    pub(super) fn offset_of(
        &mut self,
        row: ValueId,
        column: ValueId,
        shape: [usize; 2],
    ) -> Option<ValueId> {
        let [rows, columns] = shape.map(|n| n as i64);
        if self.choice.chance(35) {
            let stride = self.number(&[rows, rows + 1, 16, rows * 2]);
            let scaled = self.binary(BinaryOp::Mul, column, stride)?;
            return self.binary(BinaryOp::Add, row, of(scaled));
        }
        let stride = self.number(&[columns, columns + 8, 1, 16, columns + 1, 128]);
        let scaled = self.binary(BinaryOp::Mul, row, stride)?;
        self.binary(BinaryOp::Add, scaled, of(column))
    }

    /// The offsets of a tile of this instance and iteration.
    pub(super) fn tile_offset(&mut self, shape: [usize; 2]) -> Option<ValueId> {
        let (row, column) = (self.coordinate(&shape, 0)?, self.coordinate(&shape, 1)?);
        let within = self.offset_of(row, column, shape)?;
        let start = self.tile_start((shape[0] * shape[1]) as i128)?;
        self.binary(BinaryOp::Add, within, of(start))
    }

    /// The range of a value, if all of it is usable as an index.
    pub(super) fn index_range(&self, id: ValueId) -> Option<Interval> {
        let facts = self.facts(id)?;
        let integer = matches!(self.dtype(id)?, DType::I32 | DType::I64);
        (integer && !facts.undef && !facts.raw).then_some(facts.range)
    }
}
