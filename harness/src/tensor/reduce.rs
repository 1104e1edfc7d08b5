//! Reductions and scans with any combine function over tuples of tiles.

use super::{Domain, Tile};

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
        assert_eq!(fold_axis(&[a.clone()], 0, sum).unwrap()[0].ints(), [5, 7, 9]);
        let rows = fold_axis(&[a], 1, sum).unwrap();
        assert_eq!((rows[0].shape(), rows[0].ints()), (&[2][..], &[6, 15][..]));
    }

    #[test]
    fn scans_both_ways() {
        let a = T::from_ints(&[4], vec![1, 2, 3, 4]);
        assert_eq!(scan_axis(&[a.clone()], 0, false, sum).unwrap()[0].ints(), [1, 3, 6, 10]);
        assert_eq!(scan_axis(&[a], 0, true, sum).unwrap()[0].ints(), [10, 9, 7, 4]);
    }
}
