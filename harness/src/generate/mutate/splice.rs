//! Two kernels in one: the statements of another case behind those of the case, with the buffers that they
//! need, and a value of the first in what the second computes.

use std::collections::BTreeSet;

use super::super::variant::Edit;
use super::is_plain;
use crate::program::edit::{Names, redefine, rename};
use crate::program::ops::{Binary, BinaryOp};
use crate::program::{Operand, Stmt, Type, Types, ValueId};
use crate::testcase::{Argument, TestCase};

/// Statements of the result, nested ones included, above which kernels take long.
const MOST_STATEMENTS: usize = 64;

/// Arguments of the result.
const MOST_ARGUMENTS: usize = 24;

pub(super) fn apply(edit: &mut Edit<'_, '_, '_>, other: &TestCase) -> Option<()> {
    let arguments = edit.case.arguments.len();
    let statements = size(&edit.case.program.body) + size(&other.program.body);
    let fits = statements <= MOST_STATEMENTS && arguments + other.arguments.len() <= MOST_ARGUMENTS;
    if !fits || edit.case.mode != other.mode {
        return None;
    }
    let theirs = other.program.check().ok()?;
    let (mut params, mut body) = (other.program.params.clone(), other.program.body.clone());
    let taken = edit.case.program.params.iter().map(|param| param.name.clone());
    let (mut names, mut taken) = (Names::new(), taken.collect::<BTreeSet<String>>());
    for param in &mut params {
        let new = edit.fresh();
        names.insert(param.value, new);
        param.value = new;
        param.name = free(&mut taken);
    }
    redefine(&mut body, &mut |id| {
        let new = edit.fresh();
        names.insert(id, new);
        new
    });
    rename(&mut body, &names);
    link(edit, &other.program.body, &theirs, &names, &mut body);
    let program = edit.program();
    program.params.extend(params);
    program.body.extend(body);
    let moved = other.arguments.iter().cloned().map(|argument| match argument {
        Argument::Same(first) => Argument::Same(first + arguments),
        argument => argument,
    });
    edit.case.arguments.extend(moved);
    // Fewer instances than a kernel was made for stay within its buffers.
    for (own, their) in edit.case.grid.iter_mut().zip(other.grid) {
        *own = (*own).min(their);
    }
    Some(())
}

/// A name that no parameter has, which has one now.
fn free(taken: &mut BTreeSet<String>) -> String {
    let mut names = (0u32..).map(|number| format!("p{number}"));
    let name = names.find(|name| !taken.contains(name)).expect("invariant: few are taken");
    taken.insert(name.clone());
    name
}

fn size(body: &[Stmt]) -> usize {
    let mut count = 0;
    body.iter().for_each(|stmt| stmt.visit(&mut |_| count += 1));
    count
}

/// Combines a value of the other kernel with one of the case of the same type, where there is such a pair.
fn link(
    edit: &mut Edit<'_, '_, '_>,
    old: &[Stmt],
    theirs: &Types,
    names: &Names,
    body: &mut Vec<Stmt>,
) {
    let own = tiles(&edit.case.program.body, &edit.types);
    let mut pairs = Vec::new();
    for (at, value, ty) in tiles(old, theirs) {
        let same = own.iter().filter(|(_, _, own)| *own == ty);
        pairs.extend(same.map(|(_, own, _)| (at, names[&value], *own, is_int(&ty))));
    }
    if pairs.is_empty() {
        return;
    }
    let (at, value, own, is_int) = edit.choice.pick(&pairs);
    let new = edit.fresh();
    let all = [BinaryOp::Max, BinaryOp::Add, BinaryOp::Min, BinaryOp::Xor];
    let op = edit.choice.pick(if is_int { &all[..] } else { &all[..3] });
    let op = Binary { op, left: Operand::Value(value), right: Operand::Value(own) }.into();
    rename(body, &[(value, new)].into());
    body.insert(at + 1, Stmt::Let { value: new, op });
}

fn is_int(ty: &Type) -> bool {
    ty.dtype().is_some_and(|dtype| dtype.is_int())
}

/// The tiles that a kernel's own statements define: where, which, and their type.
fn tiles(body: &[Stmt], types: &Types) -> Vec<(usize, ValueId, Type)> {
    let tile = |(at, stmt): (usize, &Stmt)| match stmt {
        Stmt::Let { value, .. } => {
            let ty = types.get(*value).ok().filter(|ty| is_plain(ty))?;
            Some((at, *value, ty.clone()))
        }
        _ => None,
    };
    body.iter().enumerate().filter_map(tile).collect()
}
