//! Carries out an edit.

use super::{Change, Edit};
use crate::mlir::{Attribute, Block, Dense, Module, Operation, Type, ValueId, print};

/// Why an edit cannot be carried out; an operator that lists such edits is at fault.
#[derive(Debug, thiserror::Error)]
#[error("cannot plant `{0}`")]
pub struct PlantError(String);

/// The text of the module after the edit.
///
/// # Errors
/// If the edit does not fit the operation.
pub fn apply(module: &Module, edit: &Edit) -> Result<String, PlantError> {
    let failed = || PlantError(edit.what.clone());
    let mut module = module.clone();
    if let Change::Remove(replacements) = &edit.change {
        let results = remove(&mut module.ops, edit.at, &mut 0).ok_or_else(failed)?;
        if results.len() != replacements.len() {
            return Err(failed());
        }
        for (result, replacement) in results.into_iter().zip(replacements) {
            module.replace_uses(result, *replacement);
        }
        return print(&module).map_err(|_| failed());
    }
    let before = prepare(&mut module, edit).ok_or_else(failed)?;
    let mut ops = std::mem::take(&mut module.ops);
    let found = ops_with(
        &mut ops,
        edit.at,
        &mut |op| {
            before.replacement.is_none_or(|(group, value)| op.set_group(group, &[value]))
                && change(op, &edit.change)
        },
        before.ops,
    );
    module.ops = ops;
    if found == Some(true) { print(&module).map_err(|_| failed()) } else { Err(failed()) }
}

/// Operations to put before the edited one, and the group whose operand they give.
struct Before {
    ops: Vec<Operation>,
    replacement: Option<(&'static str, ValueId)>,
}

fn prepare(module: &mut Module, edit: &Edit) -> Option<Before> {
    let target = super::indexed(module).get(edit.at)?.1.clone();
    match &edit.change {
        Change::Add(group, amount) => {
            let operand = target.operand(group)?;
            let ty = module.ty(operand).clone();
            let (constant, amount) = constant(module, &ty, *amount)?;
            let (sum, value) = operation(module, "arith.addi", &[operand, amount], ty);
            Some(Before { ops: vec![constant, sum], replacement: Some((group, value)) })
        }
        Change::Flip(group) => {
            let operand = target.operand(group)?;
            let ty = module.ty(operand).clone();
            let (constant, one) = constant(module, &ty, 1)?;
            let (flip, value) = operation(module, "arith.xori", &[operand, one], ty);
            Some(Before { ops: vec![constant, flip], replacement: Some((group, value)) })
        }
        Change::Constant(group, value) => {
            let ty = module.ty(target.operand(group)?).clone();
            let (constant, value) = constant(module, &ty, *value)?;
            Some(Before { ops: vec![constant], replacement: Some((group, value)) })
        }
        Change::Reshape(group, shape, ..) => {
            let operand = target.operand(group)?;
            let Type::Tensor(tensor) = module.ty(operand) else { return None };
            let mut tensor = (**tensor).clone();
            tensor.shape = shape.clone();
            let (reshape, value) =
                operation(module, "tt.reshape", &[operand], Type::Tensor(tensor.into()));
            Some(Before { ops: vec![reshape], replacement: Some((group, value)) })
        }
        _ => Some(Before { ops: vec![], replacement: None }),
    }
}

fn operation(
    module: &mut Module,
    name: &str,
    operands: &[ValueId],
    ty: Type,
) -> (Operation, ValueId) {
    let mut op = Operation::new(name);
    let value = module.add_value(ty, "planted");
    op.operands = operands.to_vec();
    op.results = vec![value];
    (op, value)
}

fn constant(module: &mut Module, ty: &Type, value: i64) -> Option<(Operation, ValueId)> {
    let element = ty.element();
    let number = match element {
        Type::Integer(..) => Attribute::Integer(i128::from(value), None),
        Type::Float(_) => Attribute::Float(format!("{value}.000000e+00").into(), None),
        _ => return None,
    };
    let attribute = match (ty, number) {
        (Type::Tensor(_), number) => Attribute::Dense(Dense::Splat(Box::new(number)), ty.clone()),
        (_, Attribute::Integer(value, _)) => Attribute::Integer(value, Some(ty.clone())),
        (_, Attribute::Float(text, _)) => Attribute::Float(text, Some(ty.clone())),
        _ => return None,
    };
    let (mut op, result) = operation(module, "arith.constant", &[], ty.clone());
    op.set_attribute("value", Some(attribute));
    Some((op, result))
}

fn change(op: &mut Operation, change: &Change) -> bool {
    match change {
        Change::Operands(group, values) => return op.set_group(group, values),
        Change::AllOperands(values) => {
            op.operands.clone_from(values);
            if !op.segments.is_empty() {
                // Groups that lost their operands are the last ones.
                let mut left = values.len() as u32;
                for size in &mut op.segments {
                    *size = (*size).min(left);
                    left -= *size;
                }
            }
        }
        Change::Attribute(name, value) | Change::Reshape(_, _, name, value) => {
            op.set_attribute(name, Some(value.clone()));
        }
        Change::Rename(name) => op.name = Operation::new(name).name,
        Change::Add(..) | Change::Flip(..) | Change::Constant(..) => {}
        Change::Remove(..) => return false,
    }
    true
}

/// Calls `edit` on operation `at` of the walk and puts `before` in front of it.
fn ops_with(
    ops: &mut Vec<Operation>,
    at: usize,
    edit: &mut dyn FnMut(&mut Operation) -> bool,
    before: Vec<Operation>,
) -> Option<bool> {
    let mut index = 0;
    visit(ops, at, &mut index, edit, &mut Some(before))
}

fn visit(
    ops: &mut Vec<Operation>,
    at: usize,
    index: &mut usize,
    edit: &mut dyn FnMut(&mut Operation) -> bool,
    before: &mut Option<Vec<Operation>>,
) -> Option<bool> {
    for position in 0..ops.len() {
        if *index == at {
            let done = edit(&mut ops[position]);
            ops.splice(position..position, before.take().unwrap_or_default());
            return Some(done);
        }
        *index += 1;
        let regions = ops[position].regions.iter_mut();
        let blocks: Vec<&mut Block> = regions.flat_map(|region| &mut region.blocks).collect();
        for block in blocks {
            if let Some(done) = visit(&mut block.ops, at, index, edit, before) {
                return Some(done);
            }
        }
    }
    None
}

/// Takes operation `at` of the walk out; its results.
fn remove(ops: &mut Vec<Operation>, at: usize, index: &mut usize) -> Option<Vec<ValueId>> {
    for position in 0..ops.len() {
        if *index == at {
            return Some(ops.remove(position).results);
        }
        *index += 1;
        let regions = ops[position].regions.iter_mut();
        for block in regions.flat_map(|region| &mut region.blocks) {
            if let Some(results) = remove(&mut block.ops, at, index) {
                return Some(results);
            }
        }
    }
    None
}
