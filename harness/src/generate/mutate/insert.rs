//! One more operation between a value and those who read it.

use super::super::variant::Edit;
use super::{Place, is_plain, pass_through, places};
use crate::program::edit::blocks;
use crate::program::ops::{Binary, BinaryOp, CumSum, Flip, Op, Sort, Unary, UnaryOp};
use crate::program::{Operand, Stmt, Type, ValueId};

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let places = places(edit, is_plain);
    if places.is_empty() {
        return None;
    }
    let place = edit.choice.pick(&places);
    let ty = edit.types.get(place.value).ok()?.clone();
    let op = operation(edit, place, &ty);
    let new = edit.fresh();
    pass_through(edit, place, vec![Stmt::Let { value: new, op }], new)
}

/// An operation that keeps the type.
fn operation(edit: &mut Edit<'_, '_, '_>, place: Place, ty: &Type) -> Op {
    let value = place.value;
    match edit.choice.index(10) {
        0..6 => binary(edit, place, ty),
        6 => {
            let is_int = ty.dtype().is_some_and(|dtype| dtype.is_int());
            let all = [UnaryOp::Neg, UnaryOp::Abs, UnaryOp::Not];
            let op = edit.choice.pick(if is_int { &all[..] } else { &all[..2] });
            Unary { op, value }.into()
        }
        7 => {
            let (axis, reverse) = (edit.choice.index(ty.shape.len()), edit.choice.chance(30));
            CumSum { value, axis, reverse }.into()
        }
        8 => Flip { value, axis: ty.shape.len() - 1 }.into(),
        _ => Sort { value, descending: edit.choice.chance(50) }.into(),
    }
}

/// The value combined with another of its type, or with a number.
fn binary(edit: &mut Edit<'_, '_, '_>, place: Place, ty: &Type) -> Op {
    let is_int = ty.dtype().is_some_and(|dtype| dtype.is_int());
    let all: &[BinaryOp] = match is_int {
        true => &[
            BinaryOp::Add,
            BinaryOp::Xor,
            BinaryOp::Sub,
            BinaryOp::And,
            BinaryOp::Or,
            BinaryOp::Mul,
            BinaryOp::Min,
            BinaryOp::Max,
        ],
        false => &[BinaryOp::Max, BinaryOp::Min, BinaryOp::Add, BinaryOp::Sub],
    };
    let op = edit.choice.pick(all);
    let others = before(edit, place, ty);
    let right = match others.is_empty() || edit.choice.chance(25) {
        true if is_int => Operand::Int(edit.choice.between(1, 7).into()),
        true => Operand::Float(edit.choice.pick(&[1.0, 0.5, 2.0, 4.0])),
        false => Operand::Value(edit.choice.pick(&others)),
    };
    Binary { op, left: Operand::Value(place.value), right }.into()
}

/// The values of that type that the same block defines before the place.
fn before(edit: &Edit<'_, '_, '_>, place: Place, ty: &Type) -> Vec<ValueId> {
    let blocks = blocks(&edit.case.program.body);
    let defined = blocks[place.block][..place.at].iter().filter_map(|stmt| match stmt {
        Stmt::Let { value, .. } => Some(*value),
        _ => None,
    });
    defined.filter(|id| edit.types.get(*id).is_ok_and(|other| other == ty)).collect()
}
