//! Tensor descriptors, and loads and stores by them. Asynchronous copies are in `tma_copy.rs`.

use std::sync::Arc;

use crate::tensor::{Domain, FloatBinary, IntBinary, Kind, Tile, float_binary, int_binary};

use super::super::attribute::Attribute;
use super::super::ir::Operation;
use super::super::types::Type;
use super::compile::{Compiler, malformed, unsupported};
use super::constant::{kind, shape};
use super::machine::{Frame, Machine, Outcome, Slot, Value, tile};
use super::result::{Atomic, MemoryOrder};
use super::tt_program::nothing;
use super::{Built, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("tt.make_tensor_descriptor", make),
        ("tt.descriptor_load", load),
        ("tt.descriptor_store", store),
        ("tt.descriptor_reduce", reduce),
        ("ttg.global_scratch_alloc", scratch),
        ("ttng.tensormap_create", create),
        ("ttng.tensormap_fenceproxy_acquire", nothing),
        ("ttng.reinterpret_tensor_descriptor", reinterpret),
    ]
}

/// What a tensor descriptor says; dimensions outermost first.
#[derive(Clone, Debug)]
pub(super) struct Descriptor<D: Domain> {
    base: i64,
    pub(super) kind: Kind,
    sizes: Vec<i64>,
    /// In bytes.
    strides: Vec<i64>,
    /// What elements outside of the tensor read as.
    padding: Option<D::Float>,
}

impl<D: Domain> Descriptor<D> {
    /// A descriptor from outside: address, sizes, strides in elements.
    pub(super) fn from_numbers(kind: Kind, numbers: &[i64]) -> Self {
        let (base, rest) = numbers.split_first().unwrap_or((&0, &[]));
        let (sizes, strides) = rest.split_at(rest.len() / 2);
        let bytes = kind.bytes() as i64;
        let strides = strides.iter().map(|stride| stride.wrapping_mul(bytes)).collect();
        Descriptor { base: *base, kind, sizes: sizes.to_vec(), strides, padding: None }
    }

    /// Addresses and mask of the block at these coordinates; the mask has the elements that are
    /// inside of the tensor in all dimensions that are `checked`.
    pub(super) fn block(
        &self,
        at: &[i64],
        shape: &[usize],
        checked: impl Fn(usize) -> bool,
    ) -> Outcome<(Tile<D>, Tile<D>)> {
        if at.len() != shape.len() || at.len() != self.sizes.len() {
            return Err(unsupported("a descriptor of another rank"));
        }
        let mut lanes = vec![(self.base, true)];
        for (dim, size) in shape.iter().enumerate() {
            let checked = checked(dim);
            let step = |(address, inside): &(i64, bool)| {
                let (address, inside) = (*address, *inside);
                (0..*size as i64).map(move |i| {
                    let index = at[dim].wrapping_add(i);
                    let valid = !checked || (0..self.sizes[dim]).contains(&index);
                    let offset = index.wrapping_mul(self.strides[dim]);
                    (address.wrapping_add(offset), inside && valid)
                })
            };
            lanes = lanes.iter().flat_map(step).collect();
        }
        let addresses = lanes.iter().map(|(address, _)| *address).collect();
        let mask = lanes.iter().map(|(_, inside)| -i64::from(*inside)).collect();
        Ok((Tile::from_ints(shape, addresses), Tile::from_ints(shape, mask)))
    }

    pub(super) fn outside(&self, shape: &[usize]) -> Tile<D> {
        match self.kind {
            Kind::Int(_) => Tile::splat_int(shape, 0),
            Kind::Float(_) => {
                Tile::splat_float(shape, self.padding.unwrap_or_else(|| D::constant(0.0)))
            }
        }
    }
}

impl<D: Domain> Machine<'_, D> {
    pub(super) fn read_block(
        &mut self,
        from: &Descriptor<D>,
        at: &[i64],
        block: &[usize],
    ) -> Outcome<Tile<D>> {
        let (addresses, mask) = from.block(at, block, |_| true)?;
        let other = from.outside(block);
        self.load_tile(from.kind, &addresses, Some(&mask), Some(&other))
    }

    pub(super) fn coordinates(&self, frame: &Frame<D>, slots: &[Slot]) -> Outcome<Vec<i64>> {
        let one = |slot: &Slot| self.decision(tile(frame, *slot)?, "a coordinate");
        slots.iter().map(one).collect()
    }
}

pub(super) fn descriptor<D: Domain>(frame: &Frame<D>, slot: Slot) -> Outcome<Arc<Descriptor<D>>> {
    match &frame[slot] {
        Value::Descriptor(descriptor) => Ok(Arc::clone(descriptor)),
        _ => Err(unsupported("a descriptor from outside")),
    }
}

/// Shape of the block of a descriptor operand.
pub(super) fn block_shape<D: Domain>(c: &Compiler<'_, D>, op: &Operation) -> Outcome<Vec<usize>> {
    let value = op.operand("desc").ok_or_else(|| malformed(op, "lacks a descriptor"))?;
    shape(c.module.ty(value))
}

fn make<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let kind = c.result_kind(op)?;
    let padding = match op.attribute("padding").map(ToString::to_string).as_deref() {
        Some(text) if text.starts_with('2') => Some(D::constant(f64::NAN)),
        _ => None,
    };
    let base = c.operand(op, 0)?;
    let (sizes, strides) = (c.slots(op.group("shape")), c.slots(op.group("strides")));
    let result = c.result(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        let base = machine.decision(tile(frame, base)?, "a descriptor's base")?;
        let sizes = machine.coordinates(frame, &sizes)?;
        let strides = machine.coordinates(frame, &strides)?;
        let strides = strides.iter().map(|s| s.wrapping_mul(kind.bytes() as i64)).collect();
        let made = Descriptor { base, kind, sizes, strides, padding };
        frame[result] = Value::Descriptor(Arc::new(made));
        Ok(())
    }))
}

/// A block and the tensor that it is read or written as.
fn same_size(op: &Operation, block: &[usize], shape: &[usize]) -> Outcome {
    match block.iter().product::<usize>() == shape.iter().product::<usize>() {
        true => Ok(()),
        false => Err(malformed(op, "mixes shapes")),
    }
}

fn load<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (source, block) = (c.operand(op, 0)?, block_shape(c, op)?);
    let indices = c.slots(op.group("indices"));
    let (result, shape) = (c.result(op, 0)?, c.result_shape(op)?);
    same_size(op, &block, &shape)?;
    Ok(Box::new(move |machine, frame| {
        let at = machine.coordinates(frame, &indices)?;
        let values = machine.read_block(&*descriptor(frame, source)?, &at, &block)?;
        frame[result] = Value::Tile(values.reshape(&shape));
        Ok(())
    }))
}

fn store<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (target, source) = (c.operand(op, 0)?, c.operand(op, 1)?);
    let (block, indices) = (block_shape(c, op)?, c.slots(op.group("indices")));
    same_size(op, &block, &c.shape(op.operands[1])?)?;
    Ok(Box::new(move |machine, frame| {
        let at = machine.coordinates(frame, &indices)?;
        let target = descriptor(frame, target)?;
        let (addresses, mask) = target.block(&at, &block, |_| true)?;
        let values = tile(frame, source)?.reshape(&block);
        machine.store_tile(target.kind, &addresses, &values, Some(&mask))
    }))
}

/// What a reducing store does.
#[derive(Clone, Copy)]
pub(super) enum Reduction {
    Int(IntBinary),
    Float(FloatBinary),
}

/// The function of a reducing store, with the name that the same atomic operation has.
pub(super) fn reduction(op: &Operation, kind: Kind) -> Outcome<(&'static str, Reduction)> {
    let name = op.attribute("kind").and_then(Attribute::as_str).unwrap_or("");
    Ok(match (name, kind) {
        ("add", Kind::Float(_)) => ("fadd", Reduction::Float(FloatBinary::Add)),
        ("add", _) => ("add", Reduction::Int(IntBinary::Add)),
        ("and", Kind::Int(_)) => ("and", Reduction::Int(IntBinary::And)),
        ("or", Kind::Int(_)) => ("or", Reduction::Int(IntBinary::Or)),
        ("xor", Kind::Int(_)) => ("xor", Reduction::Int(IntBinary::Xor)),
        _ => return Err(unsupported(&format!("{} {name}", op.name.as_str()))),
    })
}

impl<D: Domain> Machine<'_, D> {
    /// An atomic operation on each element of a block.
    pub(super) fn reduce_block(
        &mut self,
        to: &Descriptor<D>,
        at: &[i64],
        values: &Tile<D>,
        (name, reduction): (&'static str, Reduction),
    ) -> Outcome {
        let (addresses, mask) = to.block(at, values.shape(), |_| true)?;
        self.each_lane(to.kind, &addresses, Some(&mask), |before, lane, status| {
            let operand = values.pick(&[], &[lane]);
            match (reduction, to.kind) {
                (Reduction::Int(f), Kind::Int(bits)) => {
                    Some(int_binary(f, bits, before, &operand, status))
                }
                (Reduction::Float(f), Kind::Float(format)) => {
                    Some(float_binary(f, format, before, &operand, status))
                }
                _ => None,
            }
        })?;
        let atomic = Atomic { name: name.to_owned(), compare: None, order: MemoryOrder::default() };
        self.record_atomic(to.kind, &addresses, Some(&mask), values, atomic);
        Ok(())
    }
}

fn reduce<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let kind = c.operand_kind(op, 0)?;
    let reduction = reduction(op, kind)?;
    if op.operands.get(1).map(|value| c.kind(*value)).transpose()? != Some(kind) {
        return Err(malformed(op, "mixes element types"));
    }
    let (target, source) = (c.operand(op, 0)?, c.operand(op, 1)?);
    let (block, indices) = (block_shape(c, op)?, c.slots(op.group("indices")));
    Ok(Box::new(move |machine, frame| {
        let at = machine.coordinates(frame, &indices)?;
        let values = tile(frame, source)?.reshape(&block);
        machine.reduce_block(&*descriptor(frame, target)?, &at, &values, reduction)
    }))
}

/// Memory of the compiler's own: an address that no buffer has.
fn scratch<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let size = c.integer(op, "nbytes")?;
    let result = c.result(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        machine.scratch -= size.max(1);
        frame[result] = Value::Tile(Tile::int(machine.scratch));
        Ok(())
    }))
}

/// A descriptor written to memory; its dimensions are innermost first.
fn create<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (place, base) = (c.operand(op, 0)?, c.operand(op, 1)?);
    let value = *op.operands.get(1).ok_or_else(|| malformed(op, "lacks an operand"))?;
    let kind = match c.module.ty(value) {
        Type::Pointer(pointee, _) => kind(pointee)?,
        _ => return Err(malformed(op, "wants a pointer")),
    };
    let padding = (c.integer(op, "fill_mode")? != 0).then(|| D::constant(f64::NAN));
    let sizes = c.slots(op.group("global_dim"));
    let strides = c.slots(op.group("global_stride"));
    let steps = c.slots(op.group("element_stride"));
    Ok(Box::new(move |machine, frame| {
        let place = machine.decision(tile(frame, place)?, "a descriptor's place")?;
        let base = machine.decision(tile(frame, base)?, "a descriptor's base")?;
        if machine.coordinates(frame, &steps)?.iter().any(|step| *step != 1) {
            return Err(unsupported("an element stride"));
        }
        let mut sizes = machine.coordinates(frame, &sizes)?;
        let mut bytes = vec![kind.bytes() as i64];
        bytes.extend(machine.coordinates(frame, &strides)?);
        sizes.reverse();
        bytes.reverse();
        let made = Descriptor { base, kind, sizes, strides: bytes, padding };
        machine.descriptors.insert(place, Arc::new(made));
        Ok(())
    }))
}

fn reinterpret<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (place, result) = (c.operand(op, 0)?, c.result(op, 0)?);
    Ok(Box::new(move |machine, frame| {
        let place = machine.decision(tile(frame, place)?, "a descriptor's place")?;
        let found = machine.descriptors.get(&place).cloned();
        let found = found.ok_or_else(|| unsupported("a descriptor from outside"))?;
        frame[result] = Value::Descriptor(found);
        Ok(())
    }))
}
