//! Elementwise operations on tiles of one shape. Undefined operand lanes give undefined result
//! lanes; what else an operation did is added to the caller's [`Status`].

use super::{
    Data, Domain, FloatBinary, FloatFormat, FloatPredicate, FloatUnary, IntBinary, IntPredicate,
    Kind, Status, Tile, integer, sign_extend, zero_extend,
};

/// Runs `f` with a fresh status, puts its open lanes into the tile, and adds the rest to `status`.
fn lanes<D: Domain>(
    status: &mut Status,
    operands: &[&Tile<D>],
    f: impl FnOnce(&mut Status) -> Tile<D>,
) -> Tile<D> {
    let mut own = Status::default();
    let tile = f(&mut own);
    let tile = tile.with_status(&own, operands);
    status.inexact |= own.inexact;
    status.decided |= own.decided;
    status.trap = status.trap.or(own.trap);
    status.poison = status.poison.or(own.poison);
    status.unsure = status.unsure.or(own.unsure);
    tile
}

/// A binary operation on integers of `bits`.
///
/// # Panics
/// If the tiles are not integer tiles of one length; so for every function here.
pub fn int_binary<D: Domain>(
    op: IntBinary,
    bits: u32,
    a: &Tile<D>,
    b: &Tile<D>,
    status: &mut Status,
) -> Tile<D> {
    let tile = lanes(status, &[a, b], |s| {
        Tile::from_ints(a.shape(), integer::binary(op, bits, a.ints(), b.ints(), s))
    });
    match op {
        IntBinary::And | IntBinary::Mul if tile.undef().is_some() => absorb(tile, a, b, 0),
        IntBinary::Or if tile.undef().is_some() => absorb(tile, a, b, -1),
        _ => tile,
    }
}

/// Defines the lanes in which one operand is the absorbing element: `false & x` is false whatever
/// `x` holds. The pipeliner counts on it: it computes the mask of a load that is not due from a value
/// that was not loaded, and predicates it.
fn absorb<D: Domain>(tile: Tile<D>, a: &Tile<D>, b: &Tile<D>, element: i64) -> Tile<D> {
    let absorbs = |t: &Tile<D>, lane: usize| {
        t.ints()[lane] == element && !t.undef().is_some_and(|flags| flags[lane])
    };
    let Some(flags) = tile.undef() else { return tile };
    let undef = |(lane, flag): (usize, &bool)| *flag && !absorbs(a, lane) && !absorbs(b, lane);
    let flags: Vec<bool> = flags.iter().enumerate().map(undef).collect();
    let set = |lane: usize| absorbs(a, lane) || absorbs(b, lane);
    let values =
        tile.ints().iter().enumerate().map(|(lane, &x)| if set(lane) { element } else { x });
    Tile::from_ints(tile.shape(), values.collect()).with_undef_flags(Some(flags))
}

/// `base + offset * scale`, wrapping: addresses from pointers and element offsets. Either operand
/// may be a scalar beside a tile of `shape`.
pub fn add_scaled<D: Domain>(
    base: &Tile<D>,
    offset: &Tile<D>,
    scale: i64,
    shape: &[usize],
) -> Tile<D> {
    if base.len() == 1 && base.undef().is_none() && offset.shape() == shape {
        let start = base.ints()[0];
        return lanes(&mut Status::default(), &[offset], |_| {
            let one = |&x: &i64| start.wrapping_add(x.wrapping_mul(scale));
            Tile::from_ints(shape, offset.ints().iter().map(one).collect())
        });
    }
    let (base, offset) = (base.broadcast(shape), offset.broadcast(shape));
    lanes(&mut Status::default(), &[&base, &offset], |_| {
        let one = |(&p, &x): (&i64, &i64)| p.wrapping_add(x.wrapping_mul(scale));
        Tile::from_ints(shape, base.ints().iter().zip(offset.ints()).map(one).collect())
    })
}

/// Compares integers of `bits`; the result is an `i1` tile.
pub fn compare_int<D: Domain>(
    predicate: IntPredicate,
    bits: u32,
    a: &Tile<D>,
    b: &Tile<D>,
) -> Tile<D> {
    lanes(&mut Status::default(), &[a, b], |_| {
        Tile::from_ints(a.shape(), integer::compare(predicate, bits, a.ints(), b.ints()))
    })
}

/// A unary operation on floats.
pub fn float_unary<D: Domain>(
    op: FloatUnary,
    format: FloatFormat,
    a: &Tile<D>,
    status: &mut Status,
) -> Tile<D> {
    lanes(status, &[a], |s| Tile::from_floats(a.shape(), D::unary(op, format, a.floats(), s)))
}

/// A binary operation on floats.
pub fn float_binary<D: Domain>(
    op: FloatBinary,
    format: FloatFormat,
    a: &Tile<D>,
    b: &Tile<D>,
    status: &mut Status,
) -> Tile<D> {
    lanes(status, &[a, b], |s| {
        Tile::from_floats(a.shape(), D::binary(op, format, a.floats(), b.floats(), s))
    })
}

/// The rounded quotient, where the target divides by `div.full.f32`: its specification allows 2 ulp over
/// the whole range, because it multiplies by an approximate reciprocal.
///
/// Measured on an H200, 5,454 of the 8,192 quotients `7 q / 7` of integers are wrong. Powers of two have
/// exact reciprocals: for each of those from 2^-149 to 2^127 and all 2^32 dividends it gave what IEEE
/// division gives. So anything but a zero or such a divisor counts as rounded; a subnormal quotient
/// too, which other targets flush.
pub fn approximate_quotient<D: Domain>(
    format: FloatFormat,
    x: &Tile<D>,
    y: &Tile<D>,
    status: &mut Status,
) -> Tile<D> {
    let quotient = float_binary(FloatBinary::Div, format, x, y, status);
    let known = |value: D::Float| D::to_bits(format, value).map(|bits| format.from_bits(bits));
    let lanes = x.floats().iter().zip(y.floats()).zip(quotient.floats()).enumerate();
    let mut lanes = lanes.filter(|(lane, _)| quotient.undef().is_none_or(|undef| !undef[*lane]));
    status.inexact |= lanes.any(|(_, ((x, y), q))| match (known(*x), known(*y), known(*q)) {
        (Some(x), Some(y), Some(q)) => {
            !x.is_nan() && !y.is_nan() && !divides_exactly(format, x, y, q)
        }
        _ => true,
    });
    quotient
}

/// Whether the approximate instruction gives this quotient, which is the rounded one.
fn divides_exactly(format: FloatFormat, x: f64, y: f64, quotient: f64) -> bool {
    let normal = quotient.abs() >= 2f64.powi(format.min_exponent());
    let power_of_two = y.to_bits() << 12 == 0;
    y != 0.0 && y.is_finite() && (x == 0.0 || power_of_two && normal)
}

/// `a * b + c`, rounded once.
pub fn fma<D: Domain>(
    format: FloatFormat,
    a: &Tile<D>,
    b: &Tile<D>,
    c: &Tile<D>,
    status: &mut Status,
) -> Tile<D> {
    lanes(status, &[a, b, c], |s| {
        Tile::from_floats(a.shape(), D::fma(format, a.floats(), b.floats(), c.floats(), s))
    })
}

/// Compares floats; the result is an `i1` tile.
pub fn compare_float<D: Domain>(
    predicate: FloatPredicate,
    a: &Tile<D>,
    b: &Tile<D>,
    status: &mut Status,
) -> Tile<D> {
    status.decided = true;
    lanes(status, &[a, b], |s| {
        Tile::from_ints(a.shape(), D::compare(predicate, a.floats(), b.floats(), s))
    })
}

/// Rounds floats to `format`.
pub fn convert_float<D: Domain>(format: FloatFormat, a: &Tile<D>, status: &mut Status) -> Tile<D> {
    lanes(status, &[a], |s| Tile::from_floats(a.shape(), D::convert(format, a.floats(), s)))
}

/// Integers to floats; `unsigned` gives the width of an unsigned source.
pub fn int_to_float<D: Domain>(
    format: FloatFormat,
    a: &Tile<D>,
    unsigned: Option<u32>,
    status: &mut Status,
) -> Tile<D> {
    lanes(status, &[a], |s| {
        Tile::from_floats(a.shape(), D::convert_int(format, a.ints(), unsigned, s))
    })
}

/// Floats to integers of `bits`, toward zero.
pub fn float_to_int<D: Domain>(
    a: &Tile<D>,
    bits: u32,
    signed: bool,
    status: &mut Status,
) -> Tile<D> {
    status.decided = true;
    lanes(status, &[a], |s| Tile::from_ints(a.shape(), D::to_int(a.floats(), bits, signed, s)))
}

/// Integers of `from` bits, read signed or unsigned, to integers of `to` bits.
pub fn resize_int<D: Domain>(a: &Tile<D>, from: u32, to: u32, signed: bool) -> Tile<D> {
    lanes(&mut Status::default(), &[a], |_| {
        let one = |&x: &i64| match signed || to <= from {
            true => sign_extend(x, to),
            false => zero_extend(x, from) as i64,
        };
        Tile::from_ints(a.shape(), a.ints().iter().map(one).collect())
    })
}

/// Reads the bits of one kind as another of the same width. A float that the domain does not know
/// to the bit gives an undefined lane.
pub fn reinterpret<D: Domain>(a: &Tile<D>, from: Kind, to: Kind, status: &mut Status) -> Tile<D> {
    debug_assert_eq!(from.bits(), to.bits(), "a bitcast keeps the width");
    match (from, to) {
        (Kind::Int(_), Kind::Int(_)) => a.clone(),
        (Kind::Int(bits), Kind::Float(format)) => lanes(status, &[a], |_| {
            let one = |&x: &i64| D::from_bits(format, zero_extend(x, bits));
            Tile::from_floats(a.shape(), a.ints().iter().map(one).collect())
        }),
        (Kind::Float(format), Kind::Int(bits)) => {
            status.decided = true;
            lanes(status, &[a], |s| Tile::from_ints(a.shape(), float_bits(format, bits, a, s)))
        }
        (Kind::Float(_), Kind::Float(_)) => {
            let ints = reinterpret(a, from, Kind::Int(from.bits()), status);
            reinterpret(&ints, Kind::Int(from.bits()), to, status)
        }
    }
}

fn float_bits<D: Domain>(
    format: FloatFormat,
    bits: u32,
    a: &Tile<D>,
    status: &mut Status,
) -> Vec<i64> {
    let mut one = |(index, &x): (usize, &D::Float)| match D::to_bits(format, x) {
        Some(pattern) => sign_extend(pattern as i64, bits),
        None => {
            status.unsure.get_or_insert("the bits of a rounded float");
            status.open.push(index);
            0
        }
    };
    a.floats().iter().enumerate().map(&mut one).collect()
}

/// `a` where `condition` is true, `b` elsewhere. Only an undefined *chosen* lane, or an undefined
/// condition, makes a lane of the result undefined.
pub fn select<D: Domain>(condition: &Tile<D>, a: &Tile<D>, b: &Tile<D>) -> Tile<D> {
    fn pick<T: Copy>(condition: &[i64], a: &[T], b: &[T]) -> Vec<T> {
        condition
            .iter()
            .zip(a.iter().zip(b))
            .map(|(&c, (&x, &y))| if c != 0 { x } else { y })
            .collect()
    }
    let flags = condition.ints();
    let tile = match (&a.data, &b.data) {
        (Data::Int(_), Data::Int(_)) => {
            let lanes = flags.iter().zip(a.ints().iter().zip(b.ints()));
            // A canonical condition is 0 or -1.
            let blend = |(&c, (&x, &y)): (&i64, (&i64, &i64))| (x & c) | (y & !c);
            Tile::from_ints(a.shape(), lanes.map(blend).collect())
        }
        _ => Tile::from_floats(a.shape(), pick(flags, a.floats(), b.floats())),
    };
    if condition.undef().is_none() && a.undef().is_none() && b.undef().is_none() {
        return tile;
    }
    let of = |t: &Tile<D>, lane: usize| t.undef().is_some_and(|flags| flags[lane]);
    let lane = |lane: usize| {
        of(condition, lane) || if flags[lane] != 0 { of(a, lane) } else { of(b, lane) }
    };
    let undef = (0..tile.len()).map(lane).collect();
    tile.with_undef_flags(Some(undef))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::Exact;

    type T = Tile<Exact>;

    #[test]
    fn undefined_lanes_spread_and_select_stops_them() {
        let a = T::from_ints(&[2], vec![1, 2]).with_undef([1]);
        let b = T::from_ints(&[2], vec![5, 6]);
        let sum = int_binary(IntBinary::Add, 32, &a, &b, &mut Status::default());
        assert_eq!(sum.undef(), Some(&[false, true][..]));
        let chosen = select(&T::from_ints(&[2], vec![-1, 0]), &a, &b);
        assert_eq!((chosen.ints(), chosen.any_undef()), (&[1, 6][..], false));
    }

    #[test]
    fn an_absorbing_operand_defines_the_lane() {
        let unknown = T::from_ints(&[3], vec![7, 7, 7]).with_undef([0, 1, 2]);
        let flags = T::from_ints(&[3], vec![0, -1, 5]).with_undef([2]);
        let mut status = Status::default();
        let and = int_binary(IntBinary::And, 8, &unknown, &flags, &mut status);
        assert_eq!((and.ints()[0], and.undef()), (0, Some(&[false, true, true][..])));
        let or = int_binary(IntBinary::Or, 8, &flags, &unknown, &mut status);
        assert_eq!((or.ints()[1], or.undef()), (-1, Some(&[true, false, true][..])));
        let product = int_binary(IntBinary::Mul, 8, &unknown, &flags, &mut status);
        assert_eq!((product.ints()[0], product.undef().unwrap()[0]), (0, false));
    }

    #[test]
    fn bitcasts_round_trip() {
        let a = T::from_floats(&[2], vec![-0.0, 1.5]);
        let (float, int) = (Kind::Float(FloatFormat::F16), Kind::Int(16));
        let bits = reinterpret(&a, float, int, &mut Status::default());
        assert_eq!(bits.ints(), [-32768, 0x3e00]);
        let back = reinterpret(&bits, int, float, &mut Status::default());
        assert_eq!(back.floats()[0].to_bits(), (-0.0f64).to_bits());
    }

    #[test]
    fn widths() {
        let a = T::from_ints(&[2], vec![-1, 1]);
        assert_eq!(resize_int(&a, 8, 32, true).ints(), [-1, 1]);
        assert_eq!(resize_int(&a, 8, 32, false).ints(), [255, 1]);
        assert_eq!(resize_int(&a, 1, 8, false).ints(), [1, 1]);
        assert_eq!(resize_int(&T::from_ints(&[1], vec![384]), 32, 8, true).ints(), [-128]);
    }
}
