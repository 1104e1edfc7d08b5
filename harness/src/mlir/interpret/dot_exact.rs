//! Matrix products in the exact domain: where no step can round, plain arithmetic gives what the
//! domain's `fma` gives, element for element and sign of zero included, at a hundredth of the cost.

use std::any::Any;

use crate::tensor::{Domain, Exact, FloatFormat, Tile};

/// A unit that all values are multiples of, as a power of two, and the largest magnitude.
struct Grid {
    /// Values are multiples of 2 to minus this.
    fraction: i32,
    largest: f64,
}

/// Bits after the point that are tried: generated inputs are small integers and dyadic rationals.
const FRACTIONS: [i32; 4] = [0, 4, 8, 12];

impl Grid {
    fn of(values: &[f64]) -> Option<Grid> {
        let largest = values.iter().fold(0f64, |largest, value| largest.max(value.abs()));
        let fits = |fraction: &i32| on_grid(values, *fraction);
        // NaN is on no grid; infinity is larger than any bound.
        let fraction = FRACTIONS.into_iter().find(fits)?;
        Some(Grid { fraction, largest })
    }
}

fn on_grid(values: &[f64], fraction: i32) -> bool {
    let scale = 2f64.powi(fraction);
    // A sum without a branch, which the compiler can vectorize.
    let off = |value: &f64| {
        let scaled = value * scale;
        usize::from(scaled.trunc() != scaled)
    };
    values.iter().map(off).sum::<usize>() == 0
}

/// Sizes of each product of a batch: `[rows, inner] @ [inner, columns]`.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) rows: usize,
    pub(super) inner: usize,
    pub(super) columns: usize,
}

/// `a @ b + c` if every partial sum is representable in `format` whatever the order; else, or in
/// another domain, nothing.
pub(super) fn product<D: Domain>(
    format: FloatFormat,
    size: Size,
    factors: [&Tile<D>; 3],
) -> Option<Tile<D>> {
    let [a, b, c] = factors.map(|tile| (tile as &dyn Any).downcast_ref::<Tile<Exact>>());
    let (a, b, c) = (a?, b?, c?);
    let (left, right) = (Grid::of(a.floats())?, Grid::of(b.floats())?);
    let fraction = left.fraction + right.fraction;
    if !on_grid(c.floats(), fraction) {
        return None;
    }
    let start = Grid { fraction, largest: c.floats().iter().fold(0f64, |m, v| m.max(v.abs())) };
    let bound = left.largest * right.largest * size.inner as f64 + start.largest;
    let unit = 2f64.powi(-fraction);
    let precision = 2f64.powi(i32::try_from(format.precision().min(52)).ok()?);
    let normal = unit >= 2f64.powi(format.min_exponent());
    if !normal || !(bound <= precision * unit && bound <= format.max_finite()) {
        return None;
    }
    let sums = sums(size, a.floats(), b.floats(), c.floats());
    let tile = Tile::<Exact>::from_floats(c.shape(), sums);
    (&tile as &dyn Any).downcast_ref::<Tile<D>>().cloned()
}

/// In the order of the general path: row by row, each factor's line added to the row.
fn sums(size: Size, a: &[f64], b: &[f64], c: &[f64]) -> Vec<f64> {
    let Size { rows, inner, columns } = size;
    let mut result = c.to_vec();
    for (row, sum) in result.chunks_mut(columns).enumerate() {
        let factors = &a[row * inner..][..inner];
        let matrix = &b[row / rows * inner * columns..][..inner * columns];
        for (factor, line) in factors.iter().zip(matrix.chunks(columns)) {
            sum.iter_mut().zip(line).for_each(|(sum, y)| *sum += factor * y);
        }
    }
    result
}
