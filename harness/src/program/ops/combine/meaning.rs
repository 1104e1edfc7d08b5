//! What the functions compute, on tiles, and what keeps the result from depending on the order.

use super::Monoid;
use crate::program::Undefined;
use crate::program::ops::reduce::sums_are_exact;
use crate::program::ops::scan::are_signs;
use crate::tensor::{
    DType, Domain, FloatBinary, FloatFormat, FloatPredicate, IntBinary, IntPredicate, Status, Tile,
    compare_float, compare_int, float_binary, int_binary, select,
};

/// Why a case is refused.
const ORDER: &str = "the result of a combine function depends on its order";

/// Arithmetic on tiles of one element type.
struct Arithmetic<'a> {
    dtype: DType,
    status: &'a mut Status,
}

impl Arithmetic<'_> {
    fn binary<D: Domain>(
        &mut self,
        float: FloatBinary,
        int: [IntBinary; 2],
        a: &Tile<D>,
        b: &Tile<D>,
    ) -> Tile<D> {
        let op = int[usize::from(!self.dtype.is_signed())];
        match self.dtype.format() {
            Some(format) => float_binary(float, format, a, b, self.status),
            None => int_binary(op, self.dtype.bits(), a, b, self.status),
        }
    }

    fn add<D: Domain>(&mut self, a: &Tile<D>, b: &Tile<D>) -> Tile<D> {
        self.binary(FloatBinary::Add, [IntBinary::Add; 2], a, b)
    }

    fn sub<D: Domain>(&mut self, a: &Tile<D>, b: &Tile<D>) -> Tile<D> {
        self.binary(FloatBinary::Sub, [IntBinary::Sub; 2], a, b)
    }

    fn mul<D: Domain>(&mut self, a: &Tile<D>, b: &Tile<D>) -> Tile<D> {
        self.binary(FloatBinary::Mul, [IntBinary::Mul; 2], a, b)
    }

    fn min<D: Domain>(&mut self, a: &Tile<D>, b: &Tile<D>) -> Tile<D> {
        self.binary(FloatBinary::MinNum, [IntBinary::MinS, IntBinary::MinU], a, b)
    }

    fn max<D: Domain>(&mut self, a: &Tile<D>, b: &Tile<D>) -> Tile<D> {
        self.binary(FloatBinary::MaxNum, [IntBinary::MaxS, IntBinary::MaxU], a, b)
    }

    fn rem<D: Domain>(&mut self, a: &Tile<D>, modulus: u8) -> Tile<D> {
        let modulus = Tile::splat_int(a.shape(), modulus.into());
        let op = if self.dtype.is_signed() { IntBinary::RemS } else { IntBinary::RemU };
        int_binary(op, self.dtype.bits(), a, &modulus, self.status)
    }

    fn bits<D: Domain>(&mut self, op: IntBinary, a: &Tile<D>, b: &Tile<D>) -> Tile<D> {
        int_binary(op, self.dtype.bits(), a, b, self.status)
    }

    /// Whether `a < b`.
    fn less<D: Domain>(&mut self, a: &Tile<D>, b: &Tile<D>) -> Tile<D> {
        if self.dtype.is_float() {
            return compare_float(FloatPredicate::Olt, a, b, self.status);
        }
        let signed = self.dtype.is_signed();
        let predicate = if signed { IntPredicate::LtS } else { IntPredicate::LtU };
        compare_int(predicate, self.dtype.bits(), a, b)
    }

    fn equal<D: Domain>(&mut self, a: &Tile<D>, b: &Tile<D>) -> Tile<D> {
        match self.dtype.is_float() {
            true => compare_float(FloatPredicate::Oeq, a, b, self.status),
            false => compare_int(IntPredicate::Eq, self.dtype.bits(), a, b),
        }
    }

    fn zero<D: Domain>(&self, like: &Tile<D>) -> Tile<D> {
        match self.dtype.is_float() {
            true => Tile::splat_float(like.shape(), D::constant(0.0)),
            false => Tile::splat_int(like.shape(), 0),
        }
    }
}

/// The function, on all elements at once. `dtypes` begins with the types of its values.
pub(super) fn combine<D: Domain>(
    part: Monoid,
    dtypes: &[DType],
    a: &[Tile<D>],
    b: &[Tile<D>],
    status: &mut Status,
) -> Result<Vec<Tile<D>>, Undefined> {
    let (x, y) = (&a[0], &b[0]);
    let mut on = Arithmetic { dtype: dtypes[0], status };
    Ok(vec![match part {
        Monoid::Add => on.add(x, y),
        Monoid::Mul => on.mul(x, y),
        Monoid::Min | Monoid::Lesser => on.min(x, y),
        Monoid::Max | Monoid::Greater => on.max(x, y),
        Monoid::And => on.bits(IntBinary::And, x, y),
        Monoid::Or => on.bits(IntBinary::Or, x, y),
        Monoid::Xor => on.bits(IntBinary::Xor, x, y),
        Monoid::AddMod(modulus) => {
            let sum = on.add(x, y);
            on.rem(&sum, modulus)
        }
        Monoid::MulMod(modulus) => {
            let product = on.mul(x, y);
            on.rem(&product, modulus)
        }
        Monoid::Fill => {
            let zero = on.zero(y);
            let is_zero = on.equal(y, &zero);
            select(&is_zero, x, y)
        }
        // Known as a whole only: `moments`.
        Monoid::Welford => return Ok(a.to_vec()),
        _ => return Ok(several(part, dtypes, a, b, status)),
    }])
}

fn several<D: Domain>(
    part: Monoid,
    dtypes: &[DType],
    a: &[Tile<D>],
    b: &[Tile<D>],
    status: &mut Status,
) -> Vec<Tile<D>> {
    let (x, i, y, j) = (&a[0], &a[1], &b[0], &b[1]);
    let mut second = Status::default();
    let mut on = Arithmetic { dtype: dtypes[0], status };
    let mut of = Arithmetic { dtype: dtypes[1], status: &mut second };
    match part {
        Monoid::Least | Monoid::Greatest => {
            let better = if part == Monoid::Least { on.less(x, y) } else { on.less(y, x) };
            let (tie, earlier) = (on.equal(x, y), of.less(i, j));
            let flag =
                |op, a: &Tile<D>, b: &Tile<D>| int_binary(op, 1, a, b, &mut Status::default());
            let first = flag(IntBinary::Or, &better, &flag(IntBinary::And, &tie, &earlier));
            vec![select(&first, x, y), select(&first, i, j)]
        }
        Monoid::GreatestCount => {
            let (top, zero) = (on.max(x, y), of.zero(i));
            let left = select(&on.equal(x, &top), i, &zero);
            let right = select(&on.equal(y, &top), j, &zero);
            vec![top, of.add(&left, &right)]
        }
        Monoid::Complex => {
            let (xy, ij, xj, iy) = (on.mul(x, y), on.mul(i, j), on.mul(x, j), on.mul(i, y));
            vec![on.sub(&xy, &ij), on.add(&xj, &iy)]
        }
        Monoid::Affine => {
            let scaled = on.mul(y, i);
            vec![on.mul(x, y), on.add(&scaled, j)]
        }
        Monoid::Segmented => {
            let (zero, sum) = (on.zero(y), of.add(i, j));
            let goes_on = on.equal(y, &zero);
            let flag = on.bits(IntBinary::Or, x, y);
            status.inexact |= second.inexact;
            vec![flag, select(&goes_on, &sum, j)]
        }
        _ => {
            let mut entry = |row: usize, column: usize| {
                let left = on.mul(&a[2 * row], &b[column]);
                let right = on.mul(&a[2 * row + 1], &b[column + 2]);
                on.add(&left, &right)
            };
            vec![entry(0, 0), entry(0, 1), entry(1, 0), entry(1, 1)]
        }
    }
}

/// The results of merging means, sums of squares and weights along the axis, in any order.
///
/// # Errors
/// If the domain has nothing to say of all orders.
pub(super) fn moments<D: Domain>(
    values: &[Tile<D>],
    dtype: DType,
    axis: usize,
) -> Result<Vec<Tile<D>>, Undefined> {
    let format = dtype.format().expect("invariant: checked");
    let mut shape = values[0].shape().to_vec();
    let inner: usize = shape[axis + 1..].iter().product();
    let length = shape.remove(axis);
    let mut results: Vec<Vec<D::Float>> = vec![vec![]; 3];
    for group in 0..values[0].len() / length {
        let start = group / inner * inner * length + group % inner;
        let [means, squares, weights] = [0, 1, 2].map(|at: usize| -> Vec<D::Float> {
            let floats = values[at].floats();
            (0..length).map(|step| floats[start + step * inner]).collect()
        });
        let merged = D::moments(format, &means, &squares, &weights);
        let merged = merged.ok_or_else(|| Undefined::new(ORDER))?;
        results.iter_mut().zip(merged).for_each(|(all, one)| all.push(one));
    }
    Ok(results.into_iter().map(|all| Tile::from_floats(&shape, all)).collect())
}

/// Refuses values on which the grouping shows. `values` and `dtypes` begin with those of the part.
///
/// # Errors
/// Says why.
pub(super) fn check_order<D: Domain>(
    part: Monoid,
    values: &[Tile<D>],
    dtypes: &[DType],
    axis: usize,
) -> Result<(), Undefined> {
    let summed = if part == Monoid::Segmented { 1 } else { 0 };
    let broken = match (part, dtypes[summed].format()) {
        (Monoid::Welford, _) => D::EXACT,
        (Monoid::Add | Monoid::Segmented, Some(format)) => {
            !sums_are_exact(&values[summed], axis, format)
        }
        (Monoid::Mul, Some(format)) => !are_signs(&values[0], format),
        (_, Some(format)) => !are_numbers(&values[0], format),
        (Monoid::AddMod(_) | Monoid::MulMod(_), _) => {
            let room = 0..=part.room(dtypes[0]);
            values[0].ints().iter().any(|value| !room.contains(value))
        }
        _ => false,
    };
    if broken { Err(Undefined::new(ORDER)) } else { Ok(()) }
}

fn are_numbers<D: Domain>(tile: &Tile<D>, format: FloatFormat) -> bool {
    let known = |value: &D::Float| D::to_bits(format, *value).map(|bits| format.from_bits(bits));
    tile.floats().iter().all(|value| known(value).is_some_and(|value| !value.is_nan()))
}

/// Leaves zeros open whose sign depends on the order: of sums, and of what was chosen among zeros of
/// both signs.
pub(super) fn open_zeros<D: Domain>(
    result: Tile<D>,
    index: usize,
    values: &[Tile<D>],
    parts: impl Iterator<Item = (usize, Monoid)>,
    dtypes: &[DType],
) -> Tile<D> {
    let Some(format) = dtypes[index].format() else { return result };
    let taken = parts.filter(|(first, _)| *first <= index).last();
    let exact = matches!(taken, Some((_, Monoid::Mul | Monoid::Fill | Monoid::Welford)));
    let is_negative = |bits: u64| format.from_bits(bits).is_sign_negative();
    let is_zero = |value: &D::Float| {
        D::to_bits(format, *value).is_some_and(|bits| format.from_bits(bits) == 0.0)
    };
    let negative_zero =
        |value: &D::Float| is_zero(value) && D::to_bits(format, *value).is_some_and(is_negative);
    if exact || !values[index].floats().iter().any(negative_zero) {
        return result;
    }
    let open: Vec<usize> = (0..result.len()).filter(|at| is_zero(&result.floats()[*at])).collect();
    result.with_undef(open)
}
