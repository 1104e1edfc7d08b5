//! A value by way of another shape: transposed or flat, changed there, and back; or against what its rows
//! come to. It is what layouts are converted for.

use super::super::variant::Edit;
use super::{Place, is_plain, pass_through, places};
use crate::program::ops::{Binary, BinaryOp, Cast, Permute, Reduce, ReduceOp, Reshape};
use crate::program::{Op, Operand, Stmt, Type, ValueId};

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let places = places(edit, |ty| is_plain(ty) && ty.shape.len() >= 2);
    if places.is_empty() {
        return None;
    }
    let place = edit.choice.pick(&places);
    let ty = edit.types.get(place.value).ok()?.clone();
    let (stmts, new) = match edit.choice.index(3) {
        0 => there_and_back(edit, place.value, &ty, transposed()),
        1 => there_and_back(edit, place.value, &ty, flat()),
        _ => against_rows(edit, place, &ty)?,
    };
    pass_through(edit, place, stmts, new)
}

/// An operation, and the one that undoes it.
type Way = (fn(ValueId, &Type) -> Op, fn(ValueId, &Type) -> Op);

fn transposed() -> Way {
    let reversed: fn(ValueId, &Type) -> Op =
        |value, ty| Permute { value, axes: (0..ty.shape.len()).rev().collect() }.into();
    (reversed, reversed)
}

fn flat() -> Way {
    (
        |value, ty| Reshape { value, shape: vec![ty.numel()] }.into(),
        |value, ty| Reshape { value, shape: ty.shape.clone() }.into(),
    )
}

fn there_and_back(
    edit: &mut Edit<'_, '_, '_>,
    value: ValueId,
    ty: &Type,
    (there, back): Way,
) -> (Vec<Stmt>, ValueId) {
    let [away, changed, new] = [edit.fresh(), edit.fresh(), edit.fresh()];
    let is_int = ty.dtype().is_some_and(|dtype| dtype.is_int());
    let right = if is_int { Operand::Int(3) } else { Operand::Float(1.0) };
    let op = edit.choice.pick(&[BinaryOp::Max, BinaryOp::Min, BinaryOp::Add]);
    let change = Binary { op, left: Operand::Value(away), right };
    let stmts = vec![
        Stmt::Let { value: away, op: there(value, ty) },
        Stmt::Let { value: changed, op: change.into() },
        Stmt::Let { value: new, op: back(changed, ty) },
    ];
    (stmts, new)
}

/// The value against the least or greatest of each row, or their sum.
fn against_rows(
    edit: &mut Edit<'_, '_, '_>,
    place: Place,
    ty: &Type,
) -> Option<(Vec<Stmt>, ValueId)> {
    let dtype = ty.dtype()?;
    let all = [ReduceOp::Max, ReduceOp::Min, ReduceOp::Sum, ReduceOp::XorSum];
    let op = edit.choice.pick(if dtype.is_int() { &all[..] } else { &all[..2] });
    let axis = Some(edit.choice.index(ty.shape.len()));
    let [mut row, new] = [edit.fresh(), edit.fresh()];
    let reduce = Reduce { op, value: place.value, axis, keep_dims: true };
    let mut stmts = vec![Stmt::Let { value: row, op: reduce.into() }];
    if op.result(dtype)? != dtype {
        let narrow = edit.fresh();
        let cast = Cast { value: row, dtype, bitcast: false };
        stmts.push(Stmt::Let { value: narrow, op: cast.into() });
        row = narrow;
    }
    let all = [BinaryOp::Max, BinaryOp::Min, BinaryOp::Sub];
    let op = edit.choice.pick(&all);
    let (left, right) = (Operand::Value(place.value), Operand::Value(row));
    stmts.push(Stmt::Let { value: new, op: Binary { op, left, right }.into() });
    Some((stmts, new))
}
