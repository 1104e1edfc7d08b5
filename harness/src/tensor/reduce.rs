//! Reductions and scans with any combine function over tuples of tiles.

use std::ops::Range;

use super::{
    Domain, FloatBinary, FloatFormat, IntBinary, Status, Tile, integer, sign_extend, zero_extend,
};

/// Reduces dimension `axis`, which the results no longer have. `combine` takes the left and the
/// right half of each tuple; it must be associative and commutative, as Triton asks of `tl.reduce`.
///
/// # Errors
/// What `combine` gives.
///
/// # Panics
/// If `tiles` is empty or has no such dimension.
pub fn fold_axis<D: Domain, E>(
    tiles: &[Tile<D>],
    axis: usize,
    mut combine: impl FnMut(Vec<Tile<D>>, Vec<Tile<D>>) -> Result<Vec<Tile<D>>, E>,
) -> Result<Vec<Tile<D>>, E> {
    let mut values = tiles.to_vec();
    let mut length = values[0].shape()[axis];
    while length > 1 {
        let half = length / 2;
        let part = |start, end| values.iter().map(|t| t.slice_axis(axis, start, end)).collect();
        let (left, right, rest): (_, _, Vec<_>) =
            (part(0, half), part(half, 2 * half), part(2 * half, length));
        values = combine(left, right)?;
        if length % 2 == 1 {
            let join = |(a, b): (Tile<D>, Tile<D>)| Tile::concat(axis, &[a, b]);
            values = values.into_iter().zip(rest).map(join).collect();
        }
        length = half + length % 2;
    }
    let drop_axis = |tile: Tile<D>| {
        let mut shape = tile.shape().to_vec();
        shape.remove(axis);
        tile.reshape(&shape)
    };
    Ok(values.into_iter().map(drop_axis).collect())
}

/// Folds integers of `bits` along `axis`, which the result no longer has, with an operation that is
/// associative and commutative and has no undefined behaviour.
///
/// # Panics
/// If the tile has no such dimension.
pub fn fold_ints<D: Domain>(op: IntBinary, bits: u32, tile: &Tile<D>, axis: usize) -> Tile<D> {
    use IntBinary::*;
    let mask = |x: i64| zero_extend(x, bits);
    let values = tile.ints();
    let folded = match op {
        // Canonical at the end only: the lower bits of a sum do not depend on the higher ones.
        Add => {
            let mut sums = fold_rows(values, tile.shape(), axis, i64::wrapping_add);
            sums.iter_mut().for_each(|sum| *sum = sign_extend(*sum, bits));
            sums
        }
        Xor => fold_rows(values, tile.shape(), axis, |x, y| x ^ y),
        And => fold_rows(values, tile.shape(), axis, |x, y| x & y),
        Or => fold_rows(values, tile.shape(), axis, |x, y| x | y),
        MinS => fold_rows(values, tile.shape(), axis, i64::min),
        MaxS => fold_rows(values, tile.shape(), axis, i64::max),
        MinU => {
            fold_rows(values, tile.shape(), axis, |x, y| if mask(x) <= mask(y) { x } else { y })
        }
        MaxU => {
            fold_rows(values, tile.shape(), axis, |x, y| if mask(x) >= mask(y) { x } else { y })
        }
        _ => fold_rows(values, tile.shape(), axis, |x, y| {
            integer::binary(op, bits, &[x], &[y], &mut Status::default())[0]
        }),
    };
    let result = Tile::from_ints(&without(tile.shape(), axis), folded);
    result.with_undef_flags(fold_undef(tile, axis))
}

/// As `fold_ints`, for floats: row by row, so that each step is one operation on slices. Lanes that
/// an operation leaves open are undefined from there on.
///
/// # Panics
/// As `fold_ints`.
pub fn fold_floats<D: Domain>(
    op: FloatBinary,
    format: FloatFormat,
    tile: &Tile<D>,
    axis: usize,
    status: &mut Status,
) -> Tile<D> {
    let (values, shape) = (tile.floats(), tile.shape());
    let (length, inner) = (shape[axis], shape[axis + 1..].iter().product::<usize>());
    let groups = values.len() / length;
    let (mut result, mut open) = (Vec::with_capacity(groups), Vec::new());
    // Halves of a group are contiguous whatever the axis.
    for block in values.chunks(length * inner) {
        let mut rest = block.to_vec();
        let mut count = length;
        while count > 1 {
            let half = count / 2 * inner;
            let mut own = Status::default();
            let mut next = D::binary(op, format, &rest[..half], &rest[half..2 * half], &mut own);
            open.extend(own.open.iter().map(|lane| result.len() + lane % inner));
            status.inexact |= own.inexact;
            status.unsure = status.unsure.or(own.unsure);
            next.extend_from_slice(&rest[2 * half..]);
            count -= count / 2;
            rest = next;
        }
        result.extend(rest);
    }
    let result = Tile::from_floats(&without(shape, axis), result);
    result.with_undef_flags(fold_undef(tile, axis)).with_undef(open)
}

fn without(shape: &[usize], axis: usize) -> Vec<usize> {
    let mut shape = shape.to_vec();
    shape.remove(axis);
    shape
}

fn fold_undef<D: Domain>(tile: &Tile<D>, axis: usize) -> Option<Vec<bool>> {
    tile.undef().map(|flags| fold_rows(flags, tile.shape(), axis, |a, b| a | b))
}

#[inline(always)]
fn fold_rows<T: Copy>(
    values: &[T],
    shape: &[usize],
    axis: usize,
    f: impl Fn(T, T) -> T + Copy,
) -> Vec<T> {
    let (length, inner) = (shape[axis], shape[axis + 1..].iter().product::<usize>());
    let blocks = values.chunks(length * inner);
    if inner == 1 {
        let fold = |row: &[T]| row[1..].iter().fold(row[0], |sum, &value| f(sum, value));
        return blocks.map(fold).collect();
    }
    let mut result = Vec::with_capacity(values.len() / length);
    for block in blocks {
        let start = result.len();
        result.extend_from_slice(&block[..inner]);
        for row in block[inner..].chunks(inner) {
            let sums = &mut result[start..];
            sums.iter_mut().zip(row).for_each(|(sum, &value)| *sum = f(*sum, value));
        }
    }
    result
}

/// Sums along `axis` of terms that may have been added in any order, as far as the domain knows them.
///
/// # Panics
/// If the terms have no such dimension.
pub fn sums_in_any_order<D: Domain>(
    format: FloatFormat,
    terms: &Tile<D>,
    axis: usize,
    sums: Tile<D>,
) -> Tile<D> {
    let (length, inner) = (terms.shape()[axis], inner(terms.shape(), axis));
    in_any_order(format, terms, axis, sums, |lane| {
        (lane / inner * inner * length + lane % inner, 0..length)
    })
}

/// As [`sums_in_any_order`], for the running sums of a scan.
///
/// # Panics
/// As [`sums_in_any_order`].
pub fn running_sums_in_any_order<D: Domain>(
    format: FloatFormat,
    terms: &Tile<D>,
    axis: usize,
    reverse: bool,
    sums: Tile<D>,
) -> Tile<D> {
    let (length, inner) = (terms.shape()[axis], inner(terms.shape(), axis));
    in_any_order(format, terms, axis, sums, |lane| {
        let at = lane / inner % length;
        (lane - at * inner, if reverse { at..length } else { 0..at + 1 })
    })
}

/// `of` gives, for each sum, the lane of the first element of its row, and which of the row it sums.
fn in_any_order<D: Domain>(
    format: FloatFormat,
    terms: &Tile<D>,
    axis: usize,
    sums: Tile<D>,
    of: impl Fn(usize) -> (usize, Range<usize>),
) -> Tile<D> {
    if D::EXACT {
        return sums;
    }
    let (values, inner) = (terms.floats(), inner(terms.shape(), axis));
    let sum = |(lane, sum): (usize, &D::Float)| {
        let (first, steps) = of(lane);
        D::any_order(format, &mut steps.map(|i| values[first + i * inner]), *sum)
    };
    let known = sums.floats().iter().enumerate().map(sum).collect();
    let flags = sums.undef().map(<[bool]>::to_vec);
    Tile::from_floats(sums.shape(), known).with_undef_flags(flags)
}

/// Elements between neighbours along an axis.
fn inner(shape: &[usize], axis: usize) -> usize {
    shape[axis + 1..].iter().product()
}

/// Inclusive scan along `axis`; `combine` must be associative. Takes log2(length) steps
/// (Hillis and Steele).
///
/// # Errors
/// What `combine` gives.
///
/// # Panics
/// If `tiles` is empty or has no such dimension.
pub fn scan_axis<D: Domain, E>(
    tiles: &[Tile<D>],
    axis: usize,
    reverse: bool,
    mut combine: impl FnMut(Vec<Tile<D>>, Vec<Tile<D>>) -> Result<Vec<Tile<D>>, E>,
) -> Result<Vec<Tile<D>>, E> {
    let mut values = tiles.to_vec();
    let length = values[0].shape()[axis];
    let mut step = 1;
    while step < length {
        let part = |start, end| -> Vec<Tile<D>> {
            values.iter().map(|t| t.slice_axis(axis, start, end)).collect()
        };
        let (first, last) = (part(0, length - step), part(step, length));
        // The first operand is the one that the scan met earlier.
        let (kept, changed) = if reverse {
            (part(length - step, length), combine(last, first)?)
        } else {
            (part(0, step), combine(first, last)?)
        };
        let join = |(kept, changed): (Tile<D>, Tile<D>)| match reverse {
            true => Tile::concat(axis, &[changed, kept]),
            false => Tile::concat(axis, &[kept, changed]),
        };
        values = kept.into_iter().zip(changed).map(join).collect();
        step *= 2;
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::tensor::{Exact, IntBinary, Status, int_binary};

    type T = Tile<Exact>;

    fn sum(a: Vec<T>, b: Vec<T>) -> Result<Vec<T>, Infallible> {
        Ok(vec![int_binary(IntBinary::Add, 32, &a[0], &b[0], &mut Status::default())])
    }

    #[test]
    fn reduces_each_axis() {
        let a = T::from_ints(&[2, 3], vec![1, 2, 3, 4, 5, 6]);
        assert_eq!(fold_axis(std::slice::from_ref(&a), 0, sum).unwrap()[0].ints(), [5, 7, 9]);
        let rows = fold_axis(&[a], 1, sum).unwrap();
        assert_eq!((rows[0].shape(), rows[0].ints()), (&[2][..], &[6, 15][..]));
    }

    #[test]
    fn scans_both_ways() {
        let a = T::from_ints(&[4], vec![1, 2, 3, 4]);
        assert_eq!(
            scan_axis(std::slice::from_ref(&a), 0, false, sum).unwrap()[0].ints(),
            [1, 3, 6, 10]
        );
        assert_eq!(scan_axis(&[a], 0, true, sum).unwrap()[0].ints(), [10, 9, 7, 4]);
    }
}
