//! Elements that many lanes and instances add to, and elements that are exchanged.

use crate::generate::builder::Builder;
use crate::generate::facts::{Facts, Known};
use crate::generate::interval::Interval;
use crate::generate::memory::Content;
use crate::program::ValueId;
use crate::program::ops::{Atomic, AtomicOp, BinaryOp, Ordering};
use crate::tensor::DType;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let value = match b.choice.index(3) {
        // Small tiles with many warps: most threads hold a copy of what another one has.
        0 => b.load_small()?,
        1 => b.instance()?,
        _ => b.some_matrix(Content::Small)?,
    };
    let value = b.varied(value, 1);
    if b.choice.chance(50) {
        return shared(b, value);
    }
    let dtype = element(b);
    let value = b.convert(value, dtype)?;
    let old = b.exchange(value)?;
    let old = b.varied(old, 1);
    b.keep_defined(old)
}

/// A type that every release has atomics for.
fn element(b: &mut Builder<'_, '_>) -> DType {
    let usable: Vec<DType> =
        b.dtypes.iter().copied().filter(|dtype| AtomicOp::Add.takes(*dtype)).collect();
    if usable.is_empty() { DType::I32 } else { b.choice.pick(&usable) }
}

/// Added to a few elements, by everybody.
fn shared(b: &mut Builder<'_, '_>, value: ValueId) -> Option<()> {
    let dtype = element(b);
    let value = b.convert(value, dtype)?;
    let op = match dtype.is_float() {
        true => AtomicOp::Add,
        false => {
            let commuting = AtomicOp::ALL.into_iter().filter(|op| op.commutes());
            b.choice.pick(&commuting.collect::<Vec<_>>())
        }
    };
    let facts = b.facts(value).filter(|facts| !facts.undef && !facts.raw)?;
    if dtype.is_float() && !sums_fit(b, value, facts, dtype)? {
        return None;
    }
    let shape = b.shape(value);
    let offset = match shape.len() {
        0 => b.instance()?,
        1 => b.coordinate(&shape, 0)?,
        2 => b.tile_offset([shape[0], shape[1]])?,
        _ => return None,
    };
    let length = i128::from(b.choice.pick(&[1u32, 2, 5, 16, 24, 64]));
    let offset = b.with_int(BinaryOp::Rem, offset, length)?;
    let range = b.range(offset).filter(|range| range.low >= 0 && range.high < length)?;
    let mask = if shape.is_empty() { None } else { b.some_mask(offset) };
    let pointer = b.shared_buffer(dtype, offset, range)?;
    let ordering = b.choice.pick(&Ordering::ALL);
    b.perform(Atomic { op, pointer, compare: None, value, mask, ordering, old: false })
}

/// Whether the sum of everything that is added stays exact, in any order.
fn sums_fit(b: &Builder<'_, '_>, value: ValueId, facts: Facts, dtype: DType) -> Option<bool> {
    if b.rounds() {
        return Some(facts.wild || facts.ends().1.abs() < 1e4 || dtype != DType::F16);
    }
    let lanes = b.shape(value).iter().product::<usize>() as i128;
    let instances = i128::from(b.grid[0]) * i128::from(b.grid[1]);
    let trips: i128 = b.loops.iter().map(|enclosing| enclosing.span).product();
    let magnitude = i128::try_from(facts.range.magnitude()).ok()?;
    let most = magnitude.checked_mul(lanes * instances * trips)?.checked_add(16)?;
    let total = Facts { range: Interval::new(-most, most), ..facts };
    Some(total.fits(dtype) && !facts.negative_zero)
}
