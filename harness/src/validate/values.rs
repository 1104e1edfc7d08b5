//! What arguments hold: numbers of each kind, by the number of the input.

use super::input::{BRIEF, indices, row};
use super::parameter::Parameter;
use crate::tensor::{Domain, FloatFormat, Kind, Random, Tile, sign_extend, special};

/// What scalars are at first: values that let a usual kernel do something, so that a difference is
/// shown by a plain input where there is one. On every other input all are the same; on the rest they
/// are not, since loops from a number to itself do nothing.
const PLAIN: [i64; 8] = [16, 32, 8, 64, 1, 17, 4, 128];
/// Values that programs decide on.
const SMALL: [i64; 16] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 33, 64, 100];
/// Ranges of what floats in memory hold. Few and small numbers, so that sums stay exact; few bits
/// even for the 8-bit formats.
pub(super) const FLOATS: [(i64, i64); 4] = [(-2, 2), (1, 8), (-8, 8), (-64, 64)];

/// What floats are, in the exact domain, in some of the inputs.
pub(super) enum Fine {
    /// Numbers divided by two to this power.
    Fractions((i64, i64), i32),
    /// Infinities and NaN among them.
    Specials,
}

/// Whole numbers do not tell roundings to integers or to narrower formats from nothing, nor what
/// treats NaN in another way: three inputs of eight hold others. Of those with many bits, half of the
/// arguments have few, so that products of the two are exact.
pub(super) fn fine(kind: Kind, number: u64, random: &mut Random) -> Option<Fine> {
    let Kind::Float(format) = kind else { return None };
    let scale = [3, 24, -9, 3][(number / 8 % 4) as usize];
    let most = [13, format.precision().min(52) as i32 - 2][(number / 8 % 2) as usize];
    match number % 8 {
        5 => Some(Fine::Fractions((-64, 64), scale)),
        6 if random.below(2) == 0 => Some(Fine::Fractions((-2, 2), 0)),
        6 => Some(Fine::Fractions((-(1 << most), 1 << most), most - 3)),
        7 if format.bits() >= 16 => Some(Fine::Specials),
        _ => None,
    }
}

/// What floats are where they need not be whole: of either sign or positive, so that logarithms and
/// roots are defined, and not so large that exponentials overflow. Every other style has few bits, so
/// that tf32 and the 16-bit formats hold them and products are exact.
pub(super) fn fractions(kind: Kind, style: usize) -> Option<((i64, i64), i32)> {
    let bits = if style.is_multiple_of(2) { 20 } else { 6 };
    let range = [(-2.0, 2.0), (0.0625, 4.0), (-1.0, 1.0), (-8.0, 8.0)][style];
    let scaled = |end: f64| (end * 2f64.powi(bits)) as i64;
    matches!(kind, Kind::Float(_)).then(|| ((scaled(range.0), scaled(range.1)), bits))
}

/// Scalars, tensors of them, and contents of shared memory.
pub(super) fn numbers<D: Domain>(
    parameter: &Parameter,
    number: u64,
    random: &mut Random,
) -> Tile<D> {
    let count = parameter.shape.iter().product::<usize>();
    match parameter.kind {
        Kind::Float(format) => floats(parameter, format, number, count, random),
        Kind::Int(width) => integers(parameter, width, number, count, random),
    }
}

/// Floats, whole or not, by the number of the input.
fn floats<D: Domain>(
    parameter: &Parameter,
    format: FloatFormat,
    number: u64,
    count: usize,
    random: &mut Random,
) -> Tile<D> {
    let style = (number % 4) as usize;
    let whole = (FLOATS[style], 0);
    let fine = fine(parameter.kind, number, random);
    let ((low, high), fraction) = match &fine {
        Some(Fine::Fractions(range, bits)) if D::EXACT => (*range, *bits),
        _ if D::EXACT => whole,
        _ => fractions(parameter.kind, style).unwrap_or(whole),
    };
    let specials = matches!(fine, Some(Fine::Specials));
    let scale = 2f64.powi(-fraction);
    let mut one = || {
        let value = low + random.below((high - low + 1) as u64) as i64;
        let special = specials.then(|| special(random.next())).flatten();
        D::constant(format.round(special.unwrap_or(value as f64 * scale)))
    };
    let values = (0..count).map(|_| one());
    Tile::from_floats(&parameter.shape, values.collect())
}

/// Integers that keep what is promised of their rows and groups.
fn integers<D: Domain>(
    parameter: &Parameter,
    width: u32,
    number: u64,
    count: usize,
    random: &mut Random,
) -> Tile<D> {
    let (along, row) = row(parameter);
    // The first value of each group of lanes, at the lane that the group begins with.
    let mut firsts = vec![None; count];
    let value = |index: Vec<i64>| {
        let size = |dim: usize| if dim == along { row } else { 1 };
        let dims = index.iter().zip(&parameter.constancy).zip(&parameter.shape).enumerate();
        let begin = dims.fold(0, |lane, (dim, ((i, equal), length))| {
            let size = (*equal).max(size(dim));
            lane * length + (i / size * size) as usize
        });
        let rest = index.get(along).map_or(0, |i| i % row);
        let first = *firsts[begin]
            .get_or_insert_with(|| integer(parameter, width, number, count > 1, random));
        sign_extend(first.wrapping_add(rest), width)
    };
    Tile::from_ints(&parameter.shape, indices(&parameter.shape).map(value).collect())
}

/// One integer.
fn integer(p: &Parameter, width: u32, number: u64, many: bool, random: &mut Random) -> i64 {
    if width == 1 {
        return -(random.below(2) as i64);
    }
    // Near one, but for every fourth input, so that products stay exact.
    if p.scales && number % 4 < 3 {
        return sign_extend(126 + random.below(3) as i64, width);
    }
    let limit = u64::from(width - 1);
    let near = |power: u64, random: &mut Random| {
        (1i64 << power.min(limit)).wrapping_add(random.below(3) as i64 - 1)
    };
    let value = match (number as usize, random.below(20)) {
        (plain, _) if plain < PLAIN.len() && !many && plain % 2 == 0 => PLAIN[plain],
        (plain, _) if plain < PLAIN.len() && !many => random.pick(&PLAIN),
        // Tensors are indices as often as not, and few are in range of what they index.
        (plain, _) if many && plain % 4 < 2 => random.below([2, 8][plain % 4]) as i64,
        _ if !many && number >= BRIEF => random.pick(&SMALL[..8]),
        (_, 0..10) => random.pick(&SMALL),
        (_, 10..15) => near(random.below(11), random),
        (_, 15) => near(random.below(limit + 1), random),
        (_, 16..18) => -random.pick(&SMALL),
        (_, 18) => match random.below(4) {
            0 => i64::MIN >> (63 - limit),
            1 => i64::MAX >> (63 - limit),
            _ => random.below(1 << 14) as i64,
        },
        _ => random.next() as i64 >> random.below(60),
    };
    match p.divisibility {
        1 => value,
        divisor if value.unsigned_abs() < 64 => value.wrapping_mul(divisor),
        divisor => value - value.rem_euclid(divisor),
    }
}
