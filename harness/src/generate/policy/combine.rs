//! Reductions and scans by functions of the user, of one value or of several at once: where the greatest
//! value is, how often it occurs, sums since a flag, products of matrices, remainders.

use crate::generate::builder::Builder;
use crate::generate::facts::Known;
use crate::generate::memory::Content;
use crate::program::ops::{Along, BinaryOp, Combine, Monoid, Predicate};
use crate::program::{Operand, ValueId};
use crate::tensor::DType;

/// Elements that are combined: every release compiles so many in little time.
pub(super) const MOST: usize = 2048;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let base = b.some_matrix(Content::Small)?;
    let base = b.varied(base, 1);
    if b.facts(base)?.undef || b.shape(base).iter().product::<usize>() > MOST {
        return None;
    }
    let axis = b.choice.index(b.shape(base).len());
    let scans = b.choice.chance(45);
    let count = b.choice.pick(&[1usize, 1, 1, 2, 2, 3]);
    let (mut values, mut parts) = (vec![], vec![]);
    for _ in 0..count {
        let part = draw(b, scans);
        let Some((part, taken)) = operands(b, part, base, axis) else { continue };
        // More values than that at once make slow kernels and say nothing new.
        if values.len() + taken.len() <= 4 {
            values.extend(taken);
            parts.push(part);
        }
    }
    if parts.is_empty() {
        return None;
    }
    let along = along(b, scans, axis, values.len());
    let taken = values.len();
    let first = b.choice.index(taken);
    for at in 0..taken {
        let result = (first + at) % taken;
        // Mostly all of the results are wanted.
        if at > 0 && b.choice.chance(25) {
            continue;
        }
        let op = Combine { values: values.clone(), parts: parts.clone(), along, result };
        let value = b.emit(op)?;
        let value = b.varied(value, 1);
        b.keep_defined(value);
    }
    Some(())
}

fn along(b: &mut Builder<'_, '_>, scans: bool, axis: usize, values: usize) -> Along {
    if scans {
        return if b.choice.chance(35) { Along::ScanBack(axis) } else { Along::Scan(axis) };
    }
    let all = values == 1 && b.choice.chance(12);
    let axis = if all { None } else { Some(axis) };
    if b.choice.chance(30) { Along::Keep(axis) } else { Along::Reduce(axis) }
}

/// Any function; of those that do not commute more in scans, which alone may have them.
fn draw(b: &mut Builder<'_, '_>, scans: bool) -> Monoid {
    let modulus = b.choice.pick(&[7u8, 2, 5, 13, 31, 1, 8]);
    let all = Monoid::ALL.map(|part| match part {
        Monoid::AddMod(_) => Monoid::AddMod(modulus),
        Monoid::MulMod(_) => Monoid::MulMod(modulus),
        other => other,
    });
    let ordered = scans && b.choice.chance(50);
    let rounding = b.config.numerics.rounds() && !scans;
    let all = all.into_iter().chain(rounding.then_some(Monoid::Welford));
    let fitting: Vec<Monoid> = all.filter(|part| part.commutes() != ordered).collect();
    b.choice.pick(&fitting)
}

/// Values that the function takes, made of a tile and of what is at hand. Simpler functions take the
/// place of those that nothing fits.
fn operands(
    b: &mut Builder<'_, '_>,
    part: Monoid,
    base: ValueId,
    axis: usize,
) -> Option<(Monoid, Vec<ValueId>)> {
    let values = match part {
        Monoid::And | Monoid::Or | Monoid::Xor => vec![bits(b, base)?],
        Monoid::AddMod(_) | Monoid::MulMod(_) => vec![residue(b, part, base)?],
        Monoid::Mul => vec![factor(b, base)?],
        Monoid::Least | Monoid::Greatest => vec![ordered(b, base)?, position(b, base, axis)?],
        Monoid::GreatestCount => {
            let one = flag(b, base)?;
            vec![ordered(b, base)?, b.convert(one, DType::I32)?]
        }
        Monoid::Segmented => {
            let starts = flag(b, base)?;
            let dtype = b.choice.pick(&[DType::I1, DType::I32]);
            vec![b.convert(starts, dtype)?, summand(b, base)?]
        }
        Monoid::Complex | Monoid::Affine | Monoid::Matrix => whole(b, base, part.arity())?,
        Monoid::Fill => {
            let zeros = b.with_int(BinaryOp::And, base, 3).unwrap_or(base);
            vec![ordered(b, zeros)?]
        }
        Monoid::Add => vec![summand(b, base)?],
        Monoid::Min | Monoid::Max | Monoid::Lesser | Monoid::Greater => vec![ordered(b, base)?],
        Monoid::Welford => moments(b, base, axis)?.to_vec(),
    };
    let types: Vec<DType> = values.iter().filter_map(|id| b.dtype(*id)).collect();
    (part.accepts(&types) && types.len() == values.len()).then_some((part, values))
}

/// Means, sums of squares and weights that are merged along an axis: those of the numbers of a tile,
/// each of them mostly once.
pub(super) fn moments(b: &mut Builder<'_, '_>, base: ValueId, axis: usize) -> Option<[ValueId; 3]> {
    let shape = b.shape(base);
    let mean = b.convert(base, DType::F32)?;
    let squares = b.full(&shape, Operand::Float(0.0), DType::F32)?;
    let weight = match b.choice.chance(70) {
        true => b.full(&shape, Operand::Float(1.0), DType::F32)?,
        false => {
            let line = b.coordinate(&shape, axis)?;
            let count = b.with_int(BinaryOp::And, line, 3)?;
            let count = b.with_int(BinaryOp::Add, count, 1)?;
            let count = b.cast(count, DType::F32)?;
            b.broadcast(count, &shape)?
        }
    };
    Some([mean, squares, weight])
}

/// A comparison of the tile.
fn flag(b: &mut Builder<'_, '_>, base: ValueId) -> Option<ValueId> {
    let dtype = b.dtype(base)?;
    if dtype == DType::I1 {
        return Some(base);
    }
    let bound = if dtype.is_float() { Operand::Float(1.0) } else { Operand::Int(2) };
    let predicate = b.choice.pick(&[Predicate::Gt, Predicate::Le, Predicate::Eq, Predicate::Ne]);
    b.compare(predicate, base, bound)
}

/// Integers or flags.
fn bits(b: &mut Builder<'_, '_>, base: ValueId) -> Option<ValueId> {
    match b.dtype(base)? {
        dtype if dtype.is_int() && b.choice.chance(70) => Some(base),
        _ => flag(b, base),
    }
}

/// A number that is compared, of which no two zeros differ.
fn ordered(b: &mut Builder<'_, '_>, base: ValueId) -> Option<ValueId> {
    let facts = b.facts(base)?;
    match b.dtype(base)? {
        DType::I1 => b.cast(base, DType::I32),
        _ if facts.negative_zero => b.convert(base, DType::I32),
        _ => Some(base),
    }
}

/// A number that is added, where sums stay exact.
fn summand(b: &mut Builder<'_, '_>, base: ValueId) -> Option<ValueId> {
    let dtype = b.dtype(base)?;
    let wanted = match dtype {
        DType::I1 => DType::I32,
        DType::F16 | DType::BF16 if b.choice.chance(60) => DType::F32,
        _ if dtype.is_float() && b.facts(base)?.range.magnitude() > 64 => DType::I32,
        _ => dtype,
    };
    b.convert(base, wanted)
}

/// A number that is multiplied: any integer, or a sign.
fn factor(b: &mut Builder<'_, '_>, base: ValueId) -> Option<ValueId> {
    let dtype = b.dtype(base)?;
    if dtype.is_int() {
        return b.convert(base, if dtype == DType::I1 { DType::I32 } else { dtype });
    }
    let flag = flag(b, base)?;
    let sign = b.cast(flag, dtype)?;
    let sign = b.binary(BinaryOp::Mul, sign, Operand::Float(2.0))?;
    b.binary(BinaryOp::Sub, sign, Operand::Float(1.0))
}

/// A small number that is not negative.
fn residue(b: &mut Builder<'_, '_>, part: Monoid, base: ValueId) -> Option<ValueId> {
    let dtype = b.dtype(base)?;
    let value = match dtype {
        DType::I1 => b.cast(base, DType::I32)?,
        _ if dtype.is_float() => b.convert(base, DType::I32)?,
        _ => base,
    };
    let room = i128::from(part.room(b.dtype(value)?));
    b.with_int(BinaryOp::And, value, room.min(15))
}

/// Where each element is along the axis.
fn position(b: &mut Builder<'_, '_>, base: ValueId, axis: usize) -> Option<ValueId> {
    let shape = b.shape(base);
    let line = b.coordinate(&shape, axis)?;
    let wide = b.broadcast(line, &shape)?;
    match b.choice.index(4) {
        2 if b.config.wide => b.cast(wide, DType::I64),
        3 if b.config.narrow => b.cast(wide, DType::I16),
        _ => Some(wide),
    }
}

/// Integers of one type.
fn whole(b: &mut Builder<'_, '_>, base: ValueId, count: usize) -> Option<Vec<ValueId>> {
    let dtype = match b.dtype(base)? {
        dtype if dtype.is_int() && dtype != DType::I1 => dtype,
        _ => DType::I32,
    };
    let mut value = b.convert(base, dtype)?;
    let mut values = vec![value];
    while values.len() < count {
        let varied = b.vary(value);
        value = match b.shape(varied) == b.shape(base) {
            true => b.convert(varied, dtype)?,
            false => value,
        };
        values.push(if b.facts(value)?.undef { values[0] } else { value });
    }
    Some(values)
}
