//! Products of matrices: accumulated in a pipelined loop, in one piece, or chained, with what usually
//! comes before and after them: transposed and converted factors, epilogues on the result.

use crate::generate::builder::Builder;
use crate::generate::control::Carry;
use crate::generate::facts::{Facts, Known, transfer};
use crate::generate::interval::Interval;
use crate::generate::memory::Content;
use crate::program::ValueId;
use crate::program::ops::{Dot, Op, Precision};
use crate::tensor::DType;

/// Sizes of a product.
#[derive(Clone, Copy)]
struct Size {
    rows: usize,
    inner: usize,
    columns: usize,
}

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    if !b.loops.is_empty() {
        return None;
    }
    let dtype = factor_dtype(b)?;
    let size = size(b, dtype);
    let precision = b.choice.pick(&[Precision::Tf32, Precision::Ieee]);
    let product = match b.choice.index(5) {
        0 => single(b, dtype, size, precision)?,
        1 => batched(b, dtype, size, precision)?,
        2 => chained(b, dtype, size, precision)?,
        _ => in_loop(b, dtype, size, precision)?,
    };
    let result = b.varied(product, 2);
    b.keep_defined(result)
}

fn factor_dtype(b: &mut Builder<'_, '_>) -> Option<DType> {
    let all = b.config.dtypes();
    // 3.3 has no products of doubles.
    let fits = |dtype: &DType| Dot::result(*dtype).is_some() && *dtype != DType::F64;
    let usable: Vec<DType> = all.into_iter().filter(fits).collect();
    (!usable.is_empty()).then(|| b.choice.pick(&usable))
}

/// Within the largest tile; every release takes 16 rows and columns.
fn size(b: &mut Builder<'_, '_>, dtype: DType) -> Size {
    let least = Dot::least_inner(dtype);
    let pick = |b: &mut Builder<'_, '_>| b.choice.pick(&[16usize, 32, 64, 16]);
    let (mut rows, mut columns) = (pick(b), pick(b));
    let mut inner = pick(b).max(least);
    let most = b.config.max_tile as usize;
    while rows * columns > most || inner * rows.max(columns) > most {
        (rows, columns) = ((rows / 2).max(16), (columns / 2).max(16));
        inner = (inner / 2).max(least);
        if (rows, columns, inner) == (16, 16, least) {
            break;
        }
    }
    Size { rows, inner, columns }
}

/// A matrix of small numbers, in the type of the factors: as loaded, transposed, or converted.
fn factor(b: &mut Builder<'_, '_>, dtype: DType, shape: [usize; 2]) -> Option<ValueId> {
    let turned = b.config.reshapes && b.choice.chance(35);
    let loaded = if turned { [shape[1], shape[0]] } else { shape };
    let from = if b.choice.chance(20) { b.any_dtype() } else { dtype };
    let offset = b.tile_offset(loaded)?;
    let mut value = b.load(from, offset, None, Content::Small)?;
    if turned {
        value = b.permute(value, &[1, 0])?;
    }
    let value = b.convert(value, dtype)?;
    if !b.choice.chance(25) {
        return Some(value);
    }
    // Something that comes between the load and the product, where that stays exact.
    let varied = b.vary(value);
    let varied = if b.shape(varied) == shape { b.convert(varied, dtype)? } else { value };
    let rounds = b.rounds();
    let fits = |facts: Facts| !facts.undef && (rounds || facts.range.magnitude() < 64);
    let small = b.facts(varied).is_some_and(fits);
    Some(if small { varied } else { value })
}

fn factors(b: &mut Builder<'_, '_>, dtype: DType, size: Size) -> Option<(ValueId, ValueId)> {
    let left = factor(b, dtype, [size.rows, size.inner])?;
    Some((left, factor(b, dtype, [size.inner, size.columns])?))
}

fn single(
    b: &mut Builder<'_, '_>,
    dtype: DType,
    size: Size,
    precision: Precision,
) -> Option<ValueId> {
    let out_dtype = Dot::result(dtype)?;
    let (left, right) = factors(b, dtype, size)?;
    let product = b.emit(Dot { left, right, acc: None, precision, out_dtype })?;
    if !b.choice.chance(30) {
        return Some(product);
    }
    let (left, right) = factors(b, dtype, size)?;
    b.emit(Dot { left, right, acc: Some(product), precision, out_dtype }).or(Some(product))
}

/// Two products of half the rows and columns.
fn batched(
    b: &mut Builder<'_, '_>,
    dtype: DType,
    size: Size,
    precision: Precision,
) -> Option<ValueId> {
    let Size { rows, inner, columns } = size;
    if !b.config.reshapes {
        return single(b, dtype, size, precision);
    }
    let out_dtype = Dot::result(dtype)?;
    let left = factor(b, dtype, [2 * rows, inner])?;
    let right = factor(b, dtype, [2 * inner, columns])?;
    let left = b.reshape(left, &[2, rows, inner])?;
    let right = b.reshape(right, &[2, inner, columns])?;
    let product = b.emit(Dot { left, right, acc: None, precision, out_dtype })?;
    b.reshape(product, &[2 * rows, columns])
}

/// A product of a product, as in attention.
fn chained(
    b: &mut Builder<'_, '_>,
    dtype: DType,
    size: Size,
    precision: Precision,
) -> Option<ValueId> {
    let (Size { rows, inner, .. }, out_dtype) = (size, Dot::result(dtype)?);
    let (left, right) = factors(b, dtype, Size { columns: inner, ..size })?;
    let first = b.emit(Dot { left, right, acc: None, precision, out_dtype })?;
    let small = b.facts(first)?.fits(dtype);
    let left = if small { b.convert(first, dtype)? } else { factor(b, dtype, [rows, inner])? };
    let right = factor(b, dtype, [inner, size.columns])?;
    b.emit(Dot { left, right, acc: None, precision, out_dtype }).or(Some(first))
}

fn in_loop(
    b: &mut Builder<'_, '_>,
    dtype: DType,
    size: Size,
    precision: Precision,
) -> Option<ValueId> {
    let mut carry = b.accumulator(&[size.rows, size.columns], Dot::result(dtype)?)?;
    if dtype.is_int() {
        // A sum that wraps is nothing that a matrix unit promises.
        carry.invariant = Facts::of(Interval::new(-(1 << 30), 1 << 30));
    }
    let after = b.repeat(&[carry], |b, iteration| {
        let (acc, trips) = (iteration.inside[0], iteration.trips);
        let next = step(b, dtype, size, precision, acc, carry, trips);
        vec![next.unwrap_or(acc)]
    })?;
    after.first().copied()
}

/// One iteration: proven by the number of iterations, as sums are.
fn step(
    b: &mut Builder<'_, '_>,
    dtype: DType,
    size: Size,
    precision: Precision,
    acc: ValueId,
    carry: Carry,
    trips: i128,
) -> Option<ValueId> {
    let out_dtype = Dot::result(dtype)?;
    let (left, right) = factors(b, dtype, size)?;
    let alone = Dot { left, right, acc: None, precision, out_dtype };
    let ty = b.ty(acc)?;
    let increment = transfer(b, &Op::from(alone.clone()), &ty)?;
    if !carry.holds(increment, trips)? {
        return None;
    }
    if dtype.is_float() && b.choice.chance(20) {
        let product = b.emit(alone)?;
        return b.accumulate(acc, product, carry, trips);
    }
    b.emit_with(Dot { acc: Some(acc), ..alone }, Some(carry.invariant))
}
