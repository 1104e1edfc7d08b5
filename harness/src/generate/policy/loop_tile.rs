//! Pipelined loops over loads with matrices that are carried, and addresses that go from one
//! iteration to the next.

use crate::generate::builder::{Builder, of};
use crate::generate::control::Carry;
use crate::generate::facts::{Facts, Known};
use crate::generate::interval::Interval;
use crate::generate::memory::Content;
use crate::program::ops::BinaryOp;
use crate::program::{Operand, ValueId};
use crate::tensor::DType;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    if !b.loops.is_empty() {
        return None;
    }
    let shape = b.any_shape();
    let dtype = match b.any_dtype() {
        DType::F16 | DType::BF16 => DType::F32,
        other => other,
    };
    let sums = b.accumulator(&shape, dtype)?;
    let mut carries = vec![sums];
    let modulus = i128::from(b.choice.pick(&[192u32, 100, 24, 7, 96]));
    if b.choice.chance(60) {
        // Offsets that are carried: within 0..modulus whatever the iteration adds.
        let offset = b.tile_offset(shape)?;
        let init = b.with_int(BinaryOp::Rem, offset, modulus)?;
        let init = b.broadcast(init, &shape)?;
        let invariant = Facts::of(Interval::new(0, modulus - 1));
        let sound = b.facts(init).is_some_and(|facts| facts.implies(invariant));
        carries.extend(sound.then_some(Carry { init, invariant }));
    }
    let after = b.repeat(&carries.clone(), |b, iteration| {
        let inside = &iteration.inside;
        let carried = inside.get(1).copied();
        let updated = body(b, inside[0], carried, carries[0], iteration.trips, shape);
        let mut next = vec![updated.unwrap_or(inside[0])];
        next.extend(carried.map(|offset| advance(b, offset, modulus).unwrap_or(offset)));
        next
    })?;
    for value in after {
        let value = b.varied(value, 1);
        b.keep(value);
    }
    Some(())
}

fn advance(b: &mut Builder<'_, '_>, offset: ValueId, modulus: i128) -> Option<ValueId> {
    let by = b.choice.pick(&[1i64, 16, 5, 37]);
    let further = b.with_int(BinaryOp::Add, offset, i128::from(by))?;
    b.with_int(BinaryOp::Rem, further, modulus)
}

fn body(
    b: &mut Builder<'_, '_>,
    inside: ValueId,
    carried: Option<ValueId>,
    carry: Carry,
    trips: i128,
    shape: [usize; 2],
) -> Option<ValueId> {
    let dtype = b.any_dtype();
    let loaded = match carried {
        Some(offset) => b.load(dtype, offset, None, Content::Small)?,
        None => b.matrix(shape, Content::Small)?,
    };
    let mut value = b.varied(loaded, 2);
    if b.config.reshapes && b.choice.chance(40) {
        let other = b.matrix([shape[1], shape[0]], Content::Small)?;
        let turned = b.permute(other, &[1, 0])?;
        value = b.mix(value, turned)?;
    }
    if b.config.branches && b.choice.chance(25) {
        let condition = b.condition()?;
        let branched = b.branch(condition, |b| Some(b.vary(value)), |_| Some(value));
        value = branched.unwrap_or(value);
    }
    let value = b.convert(value, b.dtype(inside)?)?;
    if b.dtype(value)?.is_int() && b.choice.chance(25) {
        let doubled = b.binary(BinaryOp::Mul, inside, Operand::Int(3))?;
        return b.binary(BinaryOp::Add, doubled, of(value));
    }
    b.accumulate(inside, value, carry, trips)
}
