//! Functions that are applied to each element.

use crate::tensor::{Domain, Kind, Tile};

use super::super::ir::Operation;
use super::compile::{Compiler, malformed, unsupported};
use super::machine::{Outcome, Value, tile};
use super::{Built, ExecutionError, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![("tt.map_elementwise", map)]
}

/// A region is executed for each lane, because it may branch. With `pack` above 1 it gets several
/// elements of one thread at once, and which those are depends on the layout.
fn map<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    if op.attribute("pack").is_some() && c.integer(op, "pack")? != 1 {
        return Err(unsupported("tt.map_elementwise of packs"));
    }
    c.one_shape(op, &op.operands)?;
    c.one_shape(op, &op.results)?;
    if op.operands.is_empty() || op.results.is_empty() {
        return Err(malformed(op, "lacks an operand or a result"));
    }
    let shape = c.result_shape(op)?;
    if shape != c.shape(op.operands[0])? {
        return Err(malformed(op, "changes the shape"));
    }
    let kinds = op.results.iter().map(|value| c.kind(*value)).collect::<Outcome<Vec<_>>>()?;
    let (operands, results) = (c.slots(&op.operands), c.slots(&op.results));
    let body = c.code(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        let tiles = operands.iter().map(|slot| tile(frame, *slot).cloned());
        let tiles = tiles.collect::<Outcome<Vec<_>>>()?;
        let mut columns = vec![Vec::new(); results.len()];
        for lane in 0..shape.iter().product() {
            let arguments = tiles.iter().map(|tile| Value::Tile(tile.pick(&[], &[lane])));
            let values = body.values(machine, frame, arguments.collect::<Vec<_>>())?;
            for (column, value) in columns.iter_mut().zip(values) {
                match value {
                    Value::Tile(value) if value.shape().is_empty() => column.push(value),
                    _ => return Err(ExecutionError::Malformed("a lane is no scalar".into())),
                }
            }
        }
        for ((slot, column), kind) in results.iter().zip(columns).zip(&kinds) {
            frame[*slot] = Value::Tile(gathered(&shape, *kind, &column));
        }
        Ok(())
    }))
}

/// A tile of scalars.
fn gathered<D: Domain>(shape: &[usize], kind: Kind, lanes: &[Tile<D>]) -> Tile<D> {
    let undefined = lanes.iter().map(Tile::any_undef).collect();
    let tile = match kind {
        Kind::Int(_) => Tile::from_ints(shape, lanes.iter().map(|lane| lane.ints()[0]).collect()),
        Kind::Float(_) => {
            Tile::from_floats(shape, lanes.iter().map(|lane| lane.floats()[0]).collect())
        }
    };
    tile.with_undef_flags(Some(undefined))
}
