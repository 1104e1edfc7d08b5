//! Windows of matrices, through tensor descriptors that the kernel makes or gets.

use super::builder::{Builder, Input, of};
use super::facts::{Facts, Known};
use super::interval::Interval;
use super::memory::{Content, MAX_OUTPUT};
use crate::program::ops::{BinaryOp, DescriptorLoad, DescriptorStore, Window};
use crate::program::{Matrix, Operand, ParamKind, ValueId};
use crate::tensor::DType;
use crate::testcase::{Argument, Fill};

/// See [`Matrix::unit`].
fn unit(dtype: DType) -> i64 {
    Matrix::unit(dtype) as i64
}

fn stride_of(columns: i64, dtype: DType) -> u32 {
    (columns as u32).next_multiple_of(unit(dtype) as u32)
}

impl Builder<'_, '_> {
    /// A window of a matrix of its own, in the block row that `row` counts: it may reach over the
    /// matrix's edges.
    pub(super) fn window(
        &mut self,
        dtype: DType,
        block: [usize; 2],
        row: ValueId,
        content: Content,
    ) -> Option<ValueId> {
        let most = self.range(row).filter(|range| range.low >= 0 && range.high < 64)?;
        let row = self.cast(row, DType::I32)?;
        let first = self.with_int(BinaryOp::Mul, row, block[0] as i128)?;
        let missing = self.choice.pick(&[0i64, 0, 1, 3]);
        let rows = ((most.high as i64 + 1) * block[0] as i64 - missing).max(1);
        let blocks = self.choice.pick(&[1i64, 2]);
        let columns = (blocks * block[1] as i64 - self.choice.pick(&[0i64, 0, 5])).max(1);
        let left = (blocks - 1) * block[1] as i64 - self.choice.pick(&[0, 0, unit(dtype)]);
        let (fill, known) = self.fill(dtype, content);
        let shape = [u32::try_from(rows).ok()?, u32::try_from(columns).ok()?];
        let matrix = Matrix { dtype, shape, stride: stride_of(columns, dtype), block };
        let host = self.by_host(&matrix);
        let name = match host {
            true => format!("matrix{}", self.params.len()),
            false => format!("in{}", self.inputs.len()),
        };
        let offsets = [of(first), Operand::Int(i128::from(left))];
        let (window, argument) = self.described(name, host, matrix, fill, offsets);
        if !host {
            // Others may load from where a pointer points.
            let pointer = window.pointer;
            self.inputs.push(Input { pointer, dtype, facts: known, argument });
        }
        let zero = Facts::of(Interval::point(0));
        self.emit_with(DescriptorLoad(window), Some(known.union(zero)?))
    }

    /// Stores a matrix to a window of its own, of which the last rows and columns may not be there.
    pub(super) fn store_window(&mut self, value: ValueId) -> Option<()> {
        let (dtype, facts) = (self.dtype(value)?, self.facts(value)?);
        let block: [usize; 2] = self.shape(value).try_into().ok()?;
        if dtype == DType::I1 || facts.raw || block[1] < Matrix::unit(dtype) {
            return self.store(value);
        }
        let (tile, tiles) = self.tile_number()?;
        let first = self.with_int(BinaryOp::Mul, tile, block[0] as i128)?;
        let missing = self.choice.pick(&[0i128, 0, 1]);
        let rows = (tiles * block[0] as i128 - missing).max(1);
        // Whole chunks of 16 bytes: no less is stored.
        let missing = self.choice.pick(&[0i64, 0, unit(dtype)]);
        let columns = (block[1] as i64 - missing).max(unit(dtype));
        let stride = stride_of(columns, dtype);
        if rows * i128::from(stride) > MAX_OUTPUT {
            return None;
        }
        let shape = [u32::try_from(rows).ok()?, u32::try_from(columns).ok()?];
        let matrix = Matrix { dtype, shape, stride, block };
        let outputs = self.params.iter().filter(|p| p.name.starts_with("out")).count();
        let (name, host) = (format!("out{outputs}"), self.by_host(&matrix));
        let offsets = [of(first), Operand::Int(0)];
        let (window, _) = self.described(name, host, matrix, Fill::Unwritten, offsets);
        self.perform(DescriptorStore { window, value })
    }

    /// Whether the descriptor is made by the host: as often as in the kernel, where it may be.
    fn by_host(&mut self, matrix: &Matrix) -> bool {
        matrix.check().is_ok() && self.choice.chance(50)
    }

    /// A window of a matrix, for which there is a parameter of its own, and the number of the argument.
    fn described(
        &mut self,
        name: String,
        host: bool,
        matrix: Matrix,
        fill: Fill,
        offsets: [Operand; 2],
    ) -> (Window, usize) {
        let kind = match host {
            true => ParamKind::Descriptor(matrix),
            false => ParamKind::Pointer(matrix.dtype),
        };
        let value = self.parameter(name, kind, None);
        let argument = self.buffer(matrix.dtype, fill);
        self.align(argument);
        self.lengthen(argument, matrix.len());
        (Window { host, ..Window::of_host(value, &matrix, offsets) }, argument)
    }

    fn align(&mut self, argument: usize) {
        if let Some(Argument::Buffer(spec)) = self.arguments.get_mut(argument) {
            spec.misalign = 0;
        }
    }
}
