//! Reductions and scans. The combine function is executed on whole halves of the tile at once.

use crate::tensor::{Domain, FloatFormat, Kind, Tile, fold_axis, scan_axis, sums_in_any_order};

use super::super::attribute::Attribute;
use super::super::ir::Operation;
use super::compile::{Compiler, malformed};
use super::machine::{Outcome, Value, tile};
use super::{Built, ExecutionError, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![("tt.reduce", |c, op| combine(c, op, false)), ("tt.scan", |c, op| combine(c, op, true))]
}

fn combine<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation, scan: bool) -> Built<D> {
    let axis = usize::try_from(c.integer(op, "axis")?).unwrap_or(usize::MAX);
    let reverse = op.attribute("reverse") == Some(&Attribute::Bool(true));
    for operand in &op.operands {
        let shape = c.shape(*operand)?;
        if shape.get(axis).is_none_or(|length| *length == 0) {
            return Err(malformed(op, "has no such axis"));
        }
    }
    if op.operands.is_empty() {
        return Err(malformed(op, "reduces nothing"));
    }
    c.one_shape(op, &op.operands)?;
    let (operands, results) = (c.slots(&op.operands), c.slots(&op.results));
    let body = c.code(op, 0)?;
    let sum = if scan { None } else { float_sum(c, op) };
    Ok(Box::new(move |machine, frame| {
        let tiles = operands.iter().map(|slot| tile(frame, *slot).cloned());
        let tiles = tiles.collect::<Outcome<Vec<_>>>()?;
        let step = |left: Vec<Tile<D>>, right: Vec<Tile<D>>| -> Outcome<Vec<Tile<D>>> {
            let shape = left[0].shape().to_vec();
            let arguments = left.into_iter().chain(right).map(Value::Tile);
            let values = body.values(machine, frame, arguments)?;
            let whole = |value| match value {
                Value::Tile(tile) => Ok(tile.broadcast(&shape)),
                _ => Err(ExecutionError::Malformed("a combine function gives no tile".into())),
            };
            values.into_iter().map(whole).collect()
        };
        let values = match scan {
            true => scan_axis(&tiles, axis, reverse, step)?,
            false => fold_axis(&tiles, axis, step)?,
        };
        for (slot, value) in results.iter().zip(values) {
            let value = match sum {
                Some(format) => sums_in_any_order(format, &tiles[0], axis, value),
                None => value,
            };
            frame[*slot] = Value::Tile(value);
        }
        Ok(())
    }))
}

/// The format of a reduction that adds floats and does nothing else.
fn float_sum<D: Domain>(c: &Compiler<'_, D>, op: &Operation) -> Option<FloatFormat> {
    let [add, end] = op.regions.first()?.entry()?.ops.as_slice() else { return None };
    let adds = add.name.as_str() == "arith.addf" && add.operands[0] != add.operands[1];
    match c.operand_kind(op, 0).ok()? {
        Kind::Float(format) if adds && end.operands == add.results && op.operands.len() == 1 => {
            Some(format)
        }
        _ => None,
    }
}
