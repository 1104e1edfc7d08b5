//! Statements that become the body of a loop, whose results go from one iteration to the next.

use super::super::variant::Edit;
use super::is_plain;
use crate::program::edit::constant;
use crate::program::ops::{Binary, BinaryOp};
use crate::program::{Carried, For, Op, Operand, Operation, Stmt, ValueId};

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>) -> Option<()> {
    let (start, end, live) = edit.run()?;
    // What is stored again would be stored by two iterations.
    if live.is_empty() || edit.case.program.body[start..end].iter().any(has_effect) {
        return None;
    }
    let sums = edit.choice.chance(70);
    let (mut before, mut inside, mut carried) = (Vec::new(), Vec::new(), Vec::new());
    for value in live {
        carried.push(carry(edit, value, sums, &mut before, &mut inside)?);
    }
    for one in &carried {
        let (from, to) = (one.made, one.carried.after);
        edit.rename_from(end, from, to);
    }
    let node = For {
        index: edit.fresh(),
        start: Operand::Int(0),
        end: Operand::Int(edit.choice.between(1, 4).into()),
        step: Operand::Int(1),
        num_stages: edit.choice.pick(&[None, Some(1), Some(2), Some(3), Some(4)]),
        unroll: None,
        is_static: false,
        hints: vec![],
        is_while: false,
        carried: carried.iter().map(|one| one.carried).collect(),
        body: Vec::new(),
    };
    let body = &mut edit.program().body;
    let run: Vec<Stmt> = body.drain(start..end).collect();
    let node = For { body: run.into_iter().chain(inside).collect(), ..node };
    before.push(Stmt::For(node));
    body.splice(start..start, before);
    Some(())
}

/// A value that a loop carries, and the one that an iteration makes.
struct Made {
    carried: Carried,
    made: ValueId,
}

/// Has a value carried, as it is or added to what earlier iterations made.
fn carry(
    edit: &mut Edit<'_, '_, '_>,
    made: ValueId,
    sums: bool,
    before: &mut Vec<Stmt>,
    inside_body: &mut Vec<Stmt>,
) -> Option<Made> {
    let ty = edit.types.get(made).ok().filter(|ty| is_plain(ty))?.clone();
    let [init, inside, after] = [edit.fresh(), edit.fresh(), edit.fresh()];
    before.push(Stmt::Let { value: init, op: constant(&ty, 0)? });
    let mut next = made;
    if sums {
        next = edit.fresh();
        let op = edit.choice.pick(&[BinaryOp::Add, BinaryOp::Max, BinaryOp::Sub]);
        let sum: Op =
            Binary { op, left: Operand::Value(inside), right: Operand::Value(made) }.into();
        inside_body.push(Stmt::Let { value: next, op: sum });
    }
    Some(Made { carried: Carried { init, inside, next, after }, made })
}

fn has_effect(stmt: &Stmt) -> bool {
    let mut found = false;
    stmt.visit(&mut |stmt| {
        if let Stmt::Let { op, .. } | Stmt::Do(op) = stmt {
            found |= op.writes_to().is_some();
        }
    });
    found
}
