//! Gathers and scatters of rows through a tensor descriptor.

use crate::tensor::{Domain, Tile};

use super::super::ir::Operation;
use super::compile::{Compiler, malformed};
use super::machine::{Frame, Machine, Outcome, Slot, Value, tile};
use super::tma::{Descriptor, descriptor};
use super::{Built, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![("tt.descriptor_gather", gather), ("tt.descriptor_scatter", scatter)]
}

/// Descriptor, rows, first column; the operands that both operations have.
struct Rows {
    descriptor: Slot,
    rows: Slot,
    column: Slot,
    shape: Vec<usize>,
}

impl Rows {
    fn new<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation, shape: Vec<usize>) -> Outcome<Self> {
        let operand = |c: &mut Compiler<'_, D>, name: &str| {
            c.optional(op, name).ok_or_else(|| malformed(op, "lacks an operand"))
        };
        let rows = op.operand("x_offsets").map(|value| c.shape(value)).transpose()?;
        if shape.len() != 2 || rows.as_deref() != shape.get(..1) {
            return Err(malformed(op, "does not fit its type"));
        }
        Ok(Rows {
            descriptor: operand(c, "desc")?,
            rows: operand(c, "x_offsets")?,
            column: operand(c, "y_offset")?,
            shape,
        })
    }

    /// Addresses and mask of all rows.
    fn lanes<D: Domain>(
        &self,
        machine: &Machine<'_, D>,
        frame: &Frame<D>,
        tensor: &Descriptor<D>,
    ) -> Outcome<(Tile<D>, Tile<D>)> {
        let column = machine.decision(tile(frame, self.column)?, "a coordinate")?;
        let rows = tile(frame, self.rows)?;
        if rows.any_undef() {
            return machine.undefined("a coordinate is undefined");
        }
        let (mut addresses, mut mask) = (Vec::new(), Vec::new());
        for row in rows.ints() {
            let line = tensor.block(&[*row, column], &[1, self.shape[1]], |_| true)?;
            addresses.extend_from_slice(line.0.ints());
            mask.extend_from_slice(line.1.ints());
        }
        let tile = |values| Tile::from_ints(&self.shape, values);
        Ok((tile(addresses), tile(mask)))
    }
}

pub(super) fn gather<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let shape = c.result_shape(op)?;
    let (rows, result) = (Rows::new(c, op, shape)?, c.result(op, 0)?);
    Ok(Box::new(move |machine, frame| {
        let tensor = descriptor(frame, rows.descriptor)?;
        let (addresses, mask) = rows.lanes(machine, frame, &tensor)?;
        let outside = tensor.outside(&rows.shape);
        let values = machine.load_tile(tensor.kind, &addresses, Some(&mask), Some(&outside))?;
        frame[result] = Value::Tile(values);
        Ok(())
    }))
}

pub(super) fn scatter<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let source = op.operand("src").ok_or_else(|| malformed(op, "lacks an operand"))?;
    let shape = c.shape(source)?;
    let (rows, source) = (Rows::new(c, op, shape)?, c.slot(source));
    Ok(Box::new(move |machine, frame| {
        let tensor = descriptor(frame, rows.descriptor)?;
        let (addresses, mask) = rows.lanes(machine, frame, &tensor)?;
        machine.store_tile(tensor.kind, &addresses, tile(frame, source)?, Some(&mask))
    }))
}
