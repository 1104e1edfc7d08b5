//! Leaves out statements whose results something else stands for: a constant, an operand, or another
//! value of that type that is there already.

use std::collections::BTreeMap;

use super::Effort;
use super::sweep::Edit;
use super::values::{Value, values};
use crate::program::edit::{Names, constant, next_value, rename};
use crate::program::ops::Full;
use crate::program::{Op, Operand, Operation, ParamKind, Stmt, Types, ValueId};
use crate::testcase::{Argument, TestCase};

/// Other values that are tried in the place of one.
const MOST_OTHERS: usize = 4;

pub(super) fn edits(case: &TestCase, effort: Effort) -> Vec<Edit> {
    let Ok(types) = case.program.check() else { return Vec::new() };
    let all = values(&case.program, &types);
    let ops: BTreeMap<ValueId, &Op> =
        all.iter().filter_map(|value| Some((value.id, value.op?))).collect();
    let mut edits = Vec::new();
    // Late statements first: what fed them goes with them.
    for value in all.iter().rev() {
        for &number in numbers(value, effort) {
            edits.extend(by_number(case, value, number, &types, &ops));
        }
        for other in others(value, effort, &ops) {
            let mut case = case.clone();
            rename(&mut case.program.body, &Names::from([(value.id, other)]));
            edits.push(Edit { key: format!("{} by {}", value.id.0, other.0), case });
        }
    }
    edits.extend(parameters(case, &types));
    edits
}

/// The constants to try in the place of a value.
fn numbers(value: &Value<'_>, effort: Effort) -> &'static [i8] {
    match (value.op, effort) {
        (Some(Op::Full(_)), _) => &[],
        (_, Effort::Quick) => &[0],
        (_, Effort::Thorough) => &[0, 1],
    }
}

/// The values to try in the place of one: the same computed before, its operands, the first that is
/// of the type, and others.
fn others(value: &Value<'_>, effort: Effort, ops: &BTreeMap<ValueId, &Op>) -> Vec<ValueId> {
    let operands = value.op.map(Operation::operands).unwrap_or_default();
    let mut others: Vec<ValueId> = Vec::new();
    let is_same = |id: &&ValueId| value.op.is_some_and(|op| ops.get(*id) == Some(&op));
    let same = value.before.iter().find(is_same);
    let operands = operands.iter().filter(|id| value.before.contains(id));
    let nearest = value.before.iter().rev().take(match effort {
        Effort::Quick => 0,
        Effort::Thorough => MOST_OTHERS,
    });
    for id in same.into_iter().chain(operands).chain(value.before.first()).chain(nearest) {
        if !others.contains(id) {
            others.push(*id);
        }
    }
    others
}

/// A constant in the place of a value: one that is there already, or a new one in front of all.
fn by_number(
    case: &TestCase,
    value: &Value<'_>,
    number: i8,
    types: &Types,
    ops: &BTreeMap<ValueId, &Op>,
) -> Option<Edit> {
    let constant = constant(types.get(value.id).ok()?, number)?;
    let known = value.before.iter().find(|id| ops.get(*id).is_some_and(|op| **op == constant));
    let mut case = case.clone();
    let id = known.copied().unwrap_or_else(|| {
        let id = next_value(&case.program);
        case.program.body.insert(0, Stmt::Let { value: id, op: constant });
        id
    });
    rename(&mut case.program.body, &Names::from([(value.id, id)]));
    Some(Edit { key: format!("{} is {number}", value.id.0), case })
}

/// Scalars that are passed as the numbers that they are.
fn parameters(case: &TestCase, types: &Types) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut arguments = case.arguments.iter();
    for param in &case.program.params {
        let value = match param.kind {
            ParamKind::Constexpr(value) => Operand::Int(value.into()),
            ParamKind::Pointer(_) | ParamKind::Descriptor(_) => {
                arguments.next();
                continue;
            }
            ParamKind::Scalar(_) => match arguments.next() {
                Some(Argument::Int(value)) => Operand::Int(*value),
                Some(Argument::Float(value)) => Operand::Float(*value),
                _ => continue,
            },
        };
        let Some(dtype) = types.get(param.value).ok().and_then(|ty| ty.dtype()) else { continue };
        let mut case = case.clone();
        let id = next_value(&case.program);
        let op = Full { shape: vec![], value, dtype }.into();
        rename(&mut case.program.body, &Names::from([(param.value, id)]));
        case.program.body.insert(0, Stmt::Let { value: id, op });
        edits.push(Edit { key: format!("{} is what it is", param.value.0), case });
    }
    edits
}
