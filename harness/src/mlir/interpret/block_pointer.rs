//! Block pointers: `tt.make_tensor_ptr`, `tt.advance`, loads and stores through them.
//!
//! A block pointer is a tensor in memory and the coordinates of a block. Only the dimensions of
//! `boundaryCheck` are checked: an access beyond another is an access out of bounds.

use std::sync::Arc;

use crate::tensor::{Domain, Kind, Tile};

use super::super::attribute::Attribute;
use super::super::ir::Operation;
use super::super::types::Type;
use super::compile::{Compiler, malformed, unsupported};
use super::machine::{Frame, Outcome, Slot, Value, tile};
use super::tma::Descriptor;
use super::{Built, ExecutionError, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![("tt.make_tensor_ptr", make), ("tt.advance", advance)]
}

/// A tensor in memory and the coordinates of a block in it.
#[derive(Clone, Debug)]
pub(super) struct BlockPointer<D: Domain> {
    tensor: Arc<Descriptor<D>>,
    at: Vec<i64>,
}

fn block_pointer<D: Domain>(frame: &Frame<D>, slot: Slot) -> Outcome<&BlockPointer<D>> {
    match &frame[slot] {
        Value::BlockPointer(pointer) => Ok(pointer),
        _ => Err(ExecutionError::Malformed("expected a block pointer".into())),
    }
}

/// The block's type, where the first operand is a block pointer.
fn block_type<'c, D: Domain>(c: &'c Compiler<'_, D>, op: &Operation) -> Option<&'c Type> {
    match c.module.ty(*op.operands.first()?) {
        Type::Pointer(pointee, _) if matches!(**pointee, Type::Tensor(_)) => Some(pointee),
        _ => None,
    }
}

/// Whether an access goes through a block pointer.
pub(super) fn is_block_access<D: Domain>(c: &Compiler<'_, D>, op: &Operation) -> bool {
    block_type(c, op).is_some()
}

fn make<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let element = op.operands.first().map(|value| c.module.ty(*value));
    let kind = match element {
        Some(Type::Pointer(pointee, _)) => super::constant::kind(pointee)?,
        _ => return Err(malformed(op, "wants a pointer")),
    };
    let base = c.operand(op, 0)?;
    let groups = ["shape", "strides", "offsets"].map(|name| c.slots(op.group(name)));
    let result = c.result(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        let base = machine.decision(tile(frame, base)?, "a block pointer's base")?;
        let [sizes, strides, offsets] = &groups;
        let mut numbers = vec![base];
        numbers.extend(machine.coordinates(frame, sizes)?);
        numbers.extend(machine.coordinates(frame, strides)?);
        let tensor = Arc::new(Descriptor::from_numbers(kind, &numbers));
        let at = machine.coordinates(frame, offsets)?;
        frame[result] = Value::BlockPointer(Arc::new(BlockPointer { tensor, at }));
        Ok(())
    }))
}

fn advance<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (source, offsets) = (c.operand(op, 0)?, c.slots(op.group("offsets")));
    let result = c.result(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        let offsets = machine.coordinates(frame, &offsets)?;
        let mut moved = block_pointer(frame, source)?.clone();
        moved.at.iter_mut().zip(offsets).for_each(|(at, offset)| *at = at.wrapping_add(offset));
        frame[result] = Value::BlockPointer(Arc::new(moved));
        Ok(())
    }))
}

/// What an access through a block pointer says: shape and kind of its block, checked dimensions.
struct Block {
    kind: Kind,
    shape: Vec<usize>,
    checked: Vec<i64>,
}

fn block<D: Domain>(c: &Compiler<'_, D>, op: &Operation) -> Outcome<Block> {
    let ty = block_type(c, op).ok_or_else(|| malformed(op, "wants a block pointer"))?;
    let (kind, shape) = (super::constant::kind(ty.element())?, super::constant::shape(ty)?);
    let checked = op.attribute("boundaryCheck").and_then(Attribute::as_integers);
    if op.operand("mask").is_some() || op.operand("other").is_some() {
        return Err(malformed(op, "has a mask beside a block pointer"));
    }
    Ok(Block { kind, shape, checked: checked.unwrap_or_default() })
}

impl Block {
    fn lanes<D: Domain>(&self, pointer: &BlockPointer<D>) -> Outcome<(Tile<D>, Tile<D>)> {
        let checked = |dim: usize| self.checked.contains(&(dim as i64));
        pointer.tensor.block(&pointer.at, &self.shape, checked)
    }
}

/// `tt.load` of a block.
pub(super) fn load<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let block = block(c, op)?;
    if c.result_shape(op)? != block.shape || c.result_kind(op)? != block.kind {
        return Err(malformed(op, "loads another type than its block's"));
    }
    let padding = match op.attribute("padding") {
        None => None,
        Some(Attribute::Integer(1, _)) => Some(super::dot::zeros(&block.shape, block.kind)),
        Some(Attribute::Integer(2, _)) if matches!(block.kind, Kind::Float(_)) => {
            Some(Tile::splat_float(&block.shape, D::constant(f64::NAN)))
        }
        Some(_) => return Err(unsupported("this padding")),
    };
    let (pointer, result) = (c.operand(op, 0)?, c.result(op, 0)?);
    Ok(Box::new(move |machine, frame| {
        let (addresses, mask) = block.lanes(block_pointer(frame, pointer)?)?;
        let value = machine.load_tile(block.kind, &addresses, Some(&mask), padding.as_ref())?;
        frame[result] = Value::Tile(value);
        Ok(())
    }))
}

/// `tt.store` of a block.
pub(super) fn store<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let block = block(c, op)?;
    let value = *op.operands.get(1).ok_or_else(|| malformed(op, "lacks a value"))?;
    if c.shape(value)? != block.shape || c.kind(value)? != block.kind {
        return Err(malformed(op, "stores another type than its block's"));
    }
    let (pointer, value) = (c.operand(op, 0)?, c.operand(op, 1)?);
    Ok(Box::new(move |machine, frame| {
        let (addresses, mask) = block.lanes(block_pointer(frame, pointer)?)?;
        machine.store_tile(block.kind, &addresses, tile(frame, value)?, Some(&mask))
    }))
}
