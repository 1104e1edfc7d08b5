//! AMD's operations on values: buffer accesses, slices and concatenations of register tiles.
//!
//! A buffer access addresses bytes from a scalar base by unsigned 32-bit offsets. The resource that
//! Triton makes for it ends after 2^31 - 2 bytes; what lies beyond is loaded as 0 and not stored
//! (`BufferEmitter::createResourceDescriptor` in Triton's AMD backend). So a negative offset, which
//! a pointer may have, is a wrong address here, and that is what this shows. A masked lane is moved
//! beyond the end, so without `other` it is 0 too, on which `tritonamdgpu-convert-buffer-ops` relies.

use crate::tensor::{Domain, Kind, Tile, select};

use super::super::ir::{Operation, ValueId};
use super::compile::{Compiler, malformed, unsupported};
use super::dot::zeros;
use super::machine::{Machine, Outcome, Value, tile};
use super::tt_memory::pointee;
use super::tt_program::nothing;
use super::tt_shape::same;
use super::{Built, Family};

/// Bytes that a buffer resource spans.
const RESOURCE: u64 = 0x7fff_fffe;

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("amdg.buffer_load", load),
        ("amdgpu.buffer_load", load),
        ("amdg.buffer_store", store),
        ("amdgpu.buffer_store", store),
        ("amdg.extract_slice", extract_slice),
        ("amdgpu.extract_slice", extract_slice),
        ("amdg.concat", concat),
        ("amdg.in_thread_transpose", same),
        // Which warps run ahead shows in nothing but time.
        ("amdg.cond_barrier", nothing),
    ]
}

/// The lanes of a buffer access: their addresses, and those that take part.
struct Lanes<D: Domain> {
    addresses: Tile<D>,
    /// Lanes within the resource.
    inside: Tile<D>,
}

/// Byte addresses of `base` plus offsets in elements.
fn lanes<D: Domain>(base: &Tile<D>, offsets: &Tile<D>, kind: Kind) -> Lanes<D> {
    let (start, size) = (base.ints()[0], kind.bytes() as u64);
    let bytes = offsets.ints().iter().map(|offset| (*offset as u32).wrapping_mul(size as u32));
    let bytes: Vec<u64> = bytes.map(u64::from).collect();
    let address = |byte: &u64| start.wrapping_add(*byte as i64);
    let inside = |byte: &u64| -i64::from(byte + size <= RESOURCE);
    let undefined = match base.any_undef() {
        true => Some(vec![true; bytes.len()]),
        false => offsets.undef().map(<[bool]>::to_vec),
    };
    let addresses = Tile::from_ints(offsets.shape(), bytes.iter().map(address).collect());
    Lanes {
        addresses: addresses.with_undef_flags(undefined),
        inside: Tile::from_ints(offsets.shape(), bytes.iter().map(inside).collect()),
    }
}

/// Lanes that pass the mask and lie within the resource.
fn active<D: Domain>(mask: Option<&Tile<D>>, inside: &Tile<D>) -> Tile<D> {
    match mask {
        Some(mask) => {
            let both = mask.ints().iter().zip(inside.ints()).map(|(a, b)| a & b);
            let both = Tile::from_ints(mask.shape(), both.collect());
            both.with_undef_flags(mask.undef().map(<[bool]>::to_vec))
        }
        None => inside.clone(),
    }
}

impl<D: Domain> Machine<'_, D> {
    fn buffer_load(
        &mut self,
        kind: Kind,
        lanes: &Lanes<D>,
        mask: Option<&Tile<D>>,
        other: &Tile<D>,
    ) -> Outcome<Tile<D>> {
        let other = Some(other);
        if lanes.inside.ints().iter().all(|lane| *lane != 0) {
            return self.load_tile(kind, &lanes.addresses, mask, other);
        }
        let loaded = active(mask, &lanes.inside);
        let value = self.load_tile(kind, &lanes.addresses, Some(&loaded), other)?;
        // A masked lane keeps what `other` says; one beyond the resource is 0.
        let beyond = match mask {
            Some(mask) => {
                let beyond = mask.ints().iter().zip(lanes.inside.ints()).map(|(m, i)| m & !i);
                Tile::from_ints(mask.shape(), beyond.collect())
            }
            None => {
                let beyond = lanes.inside.ints().iter().map(|inside| !inside);
                Tile::from_ints(lanes.inside.shape(), beyond.collect())
            }
        };
        Ok(select(&beyond, &zeros(value.shape(), kind), &value))
    }
}

/// The base is a scalar; offsets, values and masks have one shape.
fn check<D: Domain>(c: &Compiler<'_, D>, op: &Operation) -> Outcome {
    let scalar = |name: &str| op.operand(name);
    let is_tile =
        |value: &ValueId| Some(*value) != scalar("ptr") && Some(*value) != scalar("stride");
    let all = op.operands.iter().chain(&op.results).copied();
    let tiles: Vec<_> = all.filter(is_tile).collect();
    c.one_shape(op, &tiles)
}

fn load<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let kind = pointee(c, op, 0)?;
    check(c, op)?;
    if c.result_kind(op)? != kind {
        return Err(malformed(op, "mixes element types"));
    }
    let (base, offsets, result) = (c.operand(op, 0)?, c.operand(op, 1)?, c.result(op, 0)?);
    let (mask, other) = (c.optional(op, "mask"), c.optional(op, "other"));
    Ok(Box::new(move |machine, frame| {
        let mask = mask.map(|slot| tile(frame, slot)).transpose()?;
        let offsets = tile(frame, offsets)?;
        let other = match other {
            Some(slot) => tile(frame, slot)?.clone(),
            None => zeros(offsets.shape(), kind),
        };
        let lanes = lanes(tile(frame, base)?, offsets, kind);
        let value = machine.buffer_load(kind, &lanes, mask, &other)?;
        frame[result] = Value::Tile(value);
        Ok(())
    }))
}

fn store<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let kind = pointee(c, op, 1)?;
    check(c, op)?;
    if c.operand_kind(op, 0)? != kind {
        return Err(malformed(op, "mixes element types"));
    }
    let (value, base, offsets) = (c.operand(op, 0)?, c.operand(op, 1)?, c.operand(op, 2)?);
    let mask = c.optional(op, "mask");
    Ok(Box::new(move |machine, frame| {
        let mask = mask.map(|slot| tile(frame, slot)).transpose()?;
        let lanes = lanes(tile(frame, base)?, tile(frame, offsets)?, kind);
        let stored = active(mask, &lanes.inside);
        machine.store_tile(kind, &lanes.addresses, tile(frame, value)?, Some(&stored))
    }))
}

/// A part of a tile, by constant offsets.
fn extract_slice<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let offsets = op.attribute("static_offsets").and_then(|offsets| offsets.as_integers());
    let offsets = offsets.ok_or_else(|| malformed(op, "lacks its offsets"))?;
    let offsets: Option<Vec<usize>> =
        offsets.iter().map(|offset| usize::try_from(*offset).ok()).collect();
    let offsets = offsets.ok_or_else(|| malformed(op, "has a negative offset"))?;
    let (from, to) = (c.shape(op.operands[0])?, c.result_shape(op)?);
    let fits = offsets.iter().zip(&to).zip(&from).all(|((o, size), whole)| o + size <= *whole);
    if offsets.len() != from.len() || to.len() != from.len() || !fits {
        return Err(malformed(op, "does not fit its type"));
    }
    c.unary(op, move |source, _| {
        let axes = offsets.iter().zip(&to).enumerate();
        axes.fold(source.clone(), |tile, (axis, (offset, size))| {
            tile.slice_axis(axis, *offset, offset + size)
        })
    })
}

/// Tiles of one shape side by side, in row-major order of the grid that they make.
fn concat<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    c.one_shape(op, &op.operands)?;
    c.one_kind(op, &op.operands)?;
    let first = op.operands.first().ok_or_else(|| malformed(op, "lacks an operand"))?;
    let (part, whole) = (c.shape(*first)?, c.result_shape(op)?);
    let divides = part.iter().zip(&whole).all(|(part, whole)| *part > 0 && whole % part == 0);
    let grid: Vec<usize> = part.iter().zip(&whole).map(|(p, w)| w / p.max(&1)).collect();
    if part.len() != whole.len() || !divides || grid.iter().product::<usize>() != op.operands.len()
    {
        return Err(malformed(op, "does not fit its type"));
    }
    let (sources, result) = (c.slots(&op.operands), c.result(op, 0)?);
    Ok(Box::new(move |_, frame| {
        let tiles: Outcome<Vec<_>> = sources.iter().map(|s| tile(frame, *s).cloned()).collect();
        // The last dimension first: each round joins the parts of one dimension.
        let joined = grid.iter().enumerate().rev().fold(tiles?, |tiles, (axis, count)| {
            tiles.chunks((*count).max(1)).map(|parts| Tile::concat(axis, parts)).collect()
        });
        let whole = joined.into_iter().next().ok_or_else(|| unsupported("an empty concat"))?;
        frame[result] = Value::Tile(whole);
        Ok(())
    }))
}
