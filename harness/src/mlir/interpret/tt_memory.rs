//! Loads, stores and address arithmetic.

use crate::tensor::{Domain, Fault, Kind, Tile};

use super::super::ir::Operation;
use super::super::types::Type;
use super::block_pointer;
use super::compile::{Compiler, malformed, unsupported};
use super::constant::kind;
use super::machine::{Machine, Outcome, Value, tile};
use super::result::AccessKind;
use super::{Built, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![("tt.addptr", add_pointer), ("tt.load", load), ("tt.store", store)]
}

/// What the pointers in operand `index` point to.
pub(super) fn pointee<D: Domain>(
    c: &Compiler<'_, D>,
    op: &Operation,
    index: usize,
) -> Outcome<Kind> {
    let value = *op.operands.get(index).ok_or_else(|| malformed(op, "lacks an operand"))?;
    match c.module.ty(value).element() {
        Type::Pointer(pointee, _) if matches!(**pointee, Type::Tensor(_)) => {
            Err(unsupported("a block pointer"))
        }
        Type::Pointer(pointee, _) => kind(pointee),
        _ => Err(malformed(op, "wants pointers")),
    }
}

fn add_pointer<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let size = pointee(c, op, 0)?.bytes() as i64;
    let all: Vec<_> = op.operands.iter().chain(&op.results).copied().collect();
    c.one_shape(op, &all)?;
    if matches!(c.operand_kind(op, 1)?, Kind::Float(_)) {
        return Err(malformed(op, "wants an integer offset"));
    }
    c.binary(op, move |pointers, offsets, _| {
        let lanes = pointers.ints().iter().zip(offsets.ints());
        let lanes = lanes.map(|(pointer, offset)| pointer.wrapping_add(offset.wrapping_mul(size)));
        let sum = Tile::from_ints(pointers.shape(), lanes.collect());
        both_undefined(sum, pointers, offsets)
    })
}

/// A tile whose lanes are undefined where either operand's are.
fn both_undefined<D: Domain>(tile: Tile<D>, a: &Tile<D>, b: &Tile<D>) -> Tile<D> {
    let lanes = |t: &Tile<D>| -> Vec<usize> {
        let flags = t.undef().unwrap_or_default().iter().enumerate();
        flags.filter(|(_, flag)| **flag).map(|(lane, _)| lane).collect()
    };
    tile.with_undef(lanes(a)).with_undef(lanes(b))
}

impl<D: Domain> Machine<'_, D> {
    /// Addresses and mask must be defined where they are used.
    pub(super) fn check_access(&self, addresses: &Tile<D>, mask: Option<&Tile<D>>) -> Outcome {
        if mask.is_some_and(Tile::any_undef) {
            return self.undefined("the mask of an access is undefined");
        }
        let Some(flags) = addresses.undef() else { return Ok(()) };
        let active = |lane: usize| mask.is_none_or(|mask| mask.ints()[lane] != 0);
        if flags.iter().enumerate().any(|(lane, flag)| *flag && active(lane)) {
            return self.undefined("the address of an access is undefined");
        }
        Ok(())
    }

    /// Reports a fault with the lane that it belongs to.
    pub(super) fn locate<T>(
        &self,
        fault: Fault,
        kind: Kind,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
    ) -> Outcome<T> {
        let active = |lane: usize| mask.is_none_or(|mask| mask.ints()[lane] != 0);
        let faulty = |address: i64| {
            let zero = Tile::<D>::int(address);
            self.memory.load(kind, &zero, None, None).is_err()
        };
        let mut lanes = addresses.ints().iter().enumerate();
        let lane = lanes.find(|(lane, address)| active(*lane) && faulty(**address));
        self.fault(fault, lane.map_or(0, |(lane, _)| lane), addresses.shape())
    }

    /// A load of a tile of addresses.
    pub(super) fn load_tile(
        &mut self,
        kind: Kind,
        addresses: &Tile<D>,
        mask: Option<&Tile<D>>,
        other: Option<&Tile<D>>,
    ) -> Outcome<Tile<D>> {
        self.check_access(addresses, mask)?;
        match self.memory.load(kind, addresses, mask, other) {
            Ok(values) => {
                self.record(AccessKind::Load, kind, addresses, mask, &values);
                Ok(values)
            }
            Err(fault) => self.locate(fault, kind, addresses, mask),
        }
    }

    /// A store of a tile.
    pub(super) fn store_tile(
        &mut self,
        kind: Kind,
        addresses: &Tile<D>,
        values: &Tile<D>,
        mask: Option<&Tile<D>>,
    ) -> Outcome {
        self.check_access(addresses, mask)?;
        match self.memory.store(kind, addresses, values, mask) {
            Ok(()) => {
                self.record(AccessKind::Store, kind, addresses, mask, values);
                Ok(())
            }
            Err(fault) => self.locate(fault, kind, addresses, mask),
        }
    }
}

fn load<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    if block_pointer::is_block_access(c, op) {
        return block_pointer::load(c, op);
    }
    let kind = pointee(c, op, 0)?;
    c.access(op, kind)?;
    let (pointer, result) = (c.operand(op, 0)?, c.result(op, 0)?);
    let (mask, other) = (c.optional(op, "mask"), c.optional(op, "other"));
    Ok(Box::new(move |machine, frame| {
        let mask = mask.map(|slot| tile(frame, slot)).transpose()?;
        let other = other.map(|slot| tile(frame, slot)).transpose()?;
        let value = machine.load_tile(kind, tile(frame, pointer)?, mask, other)?;
        frame[result] = Value::Tile(value);
        Ok(())
    }))
}

fn store<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    if block_pointer::is_block_access(c, op) {
        return block_pointer::store(c, op);
    }
    let kind = pointee(c, op, 0)?;
    c.access(op, kind)?;
    let (pointer, value) = (c.operand(op, 0)?, c.operand(op, 1)?);
    let mask = c.optional(op, "mask");
    Ok(Box::new(move |machine, frame| {
        let mask = mask.map(|slot| tile(frame, slot)).transpose()?;
        machine.store_tile(kind, tile(frame, pointer)?, tile(frame, value)?, mask)
    }))
}
