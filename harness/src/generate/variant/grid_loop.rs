//! A smaller grid whose instances each do what several did: a persistent kernel. Nothing orders
//! what instances do, so one may do it as well.

use super::Edit;
use super::place::inner_blocks;
use crate::program::ops::{Binary, BinaryOp, Full, NumPrograms, Op, ProgramId};
use crate::program::{For, Operand, RangeHint, Stmt, ValueId};
use crate::tensor::DType;

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let returns = |stmt: &Stmt| matches!(stmt, Stmt::ReturnIf(_));
    let grid = edit.case.grid;
    let axes: Vec<usize> = (0..grid.len()).filter(|axis| grid[*axis] > 1).collect();
    if axes.is_empty() || edit.case.program.body.iter().any(returns) {
        return None;
    }
    let axis = edit.choice.pick(&axes);
    let fewer = edit.choice.between(1, i64::from(grid[axis]) - 1);
    let (first, step, tile) = (edit.fresh(), edit.fresh(), edit.fresh());
    let mut body = std::mem::take(&mut edit.program().body);
    replace(&mut body, axis, tile, grid[axis]);
    let bounds = [Operand::Value(first), Operand::Int(grid[axis].into()), Operand::Value(step)];
    let num_stages = edit.choice.pick(&[None, Some(1), Some(2), Some(3), Some(4)]);
    let hints = hints(edit);
    let tiles = Stmt::For(For { num_stages, hints, ..range(tile, bounds, body) });
    let first = Stmt::Let { value: first, op: ProgramId { axis }.into() };
    let step = Stmt::Let { value: step, op: NumPrograms { axis }.into() };
    edit.program().body = vec![first, step, tiles];
    edit.case.grid[axis] = u32::try_from(fewer).ok()?;
    edit.case.program.check().ok().map(drop)
}

/// What the loop asks of the compiler. Persistent kernels are what flattening is for.
fn hints(edit: &mut Edit<'_, '_, '_>) -> Vec<RangeHint> {
    let clusters = edit.case.options.num_ctas > 1;
    let mut hints = RangeHint::ALL.to_vec();
    hints.retain(|hint| match hint {
        RangeHint::Flatten => edit.choice.chance(30),
        RangeHint::WarpSpecialize => edit.choice.chance(8) && !clusters,
        _ => edit.choice.chance(8),
    });
    hints
}

/// `for index in range(start, end, step)`, with no options.
fn range(index: ValueId, [start, end, step]: [Operand; 3], body: Vec<Stmt>) -> For {
    For {
        index,
        start,
        end,
        step,
        num_stages: None,
        unroll: None,
        is_static: false,
        hints: vec![],
        is_while: false,
        carried: vec![],
        body,
    }
}

/// Makes the tile the number of the instance, and their number a constant. The value stays one of
/// its block, because a function returns only what it defines.
fn replace(body: &mut [Stmt], axis: usize, tile: ValueId, count: u32) {
    for stmt in body {
        if let Stmt::Let { op, .. } = stmt {
            let zero = Operand::Int(0);
            if *op == Op::from(ProgramId { axis }) {
                *op = Binary { op: BinaryOp::Add, left: Operand::Value(tile), right: zero }.into();
            } else if *op == Op::from(NumPrograms { axis }) {
                let value = Operand::Int(count.into());
                *op = Full { shape: vec![], value, dtype: DType::I32 }.into();
            }
        }
        for block in inner_blocks(stmt) {
            replace(block, axis, tile, count);
        }
    }
}
