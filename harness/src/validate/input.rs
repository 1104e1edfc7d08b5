//! Inputs: scalars, addresses, contents of memory and the program instance, all chosen by a number.

use std::fmt;

use serde::Serialize;

use super::parameter::Parameter;
use crate::tensor::{Domain, Kind, Memory, Tile, Unbounded, sign_extend};

/// Addresses of two arguments are this far apart.
const APART: u64 = 1 << 44;
/// What scalars are at first: values that let a usual kernel do something, so that a difference is
/// shown by a plain input where there is one.
const PLAIN: [i64; 8] = [16, 32, 8, 64, 1, 17, 4, 128];
/// Values that programs decide on.
const SMALL: [i64; 16] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 33, 64, 100];
/// Sizes of the grid.
const GRID: [i64; 8] = [1, 2, 3, 4, 8, 17, 132, 1000];
/// Ranges of what floats in memory hold. Few and small numbers, so that sums stay exact; few bits
/// even for the 8-bit formats.
const FLOATS: [(i64, i64); 4] = [(-2, 2), (1, 8), (-8, 8), (-64, 64)];
/// Ranges of integers in memory: indices, divisors, signs, anything.
const INTS: [(i64, i64); 4] = [(0, 7), (1, 8), (-8, 8), (i64::MIN, i64::MAX)];

/// One input of a function.
#[derive(Clone, Debug)]
pub(super) struct Input<D: Domain> {
    /// The arguments.
    pub(super) arguments: Vec<Tile<D>>,
    /// Where pointers point.
    pub(super) memory: Memory<D>,
    /// Programs in each dimension.
    pub(super) grid: [i64; 3],
    /// The one that runs.
    pub(super) program: [i64; 3],
    /// For a person.
    pub(super) shown: Shown,
}

/// An input as a person sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// Number of the input; the same number is the same input for the same function.
    pub number: u64,
    /// Names and values of the arguments that are no pointers.
    pub scalars: Vec<(String, String)>,
    /// The program instance.
    pub program: [i64; 3],
    /// Programs in each dimension.
    pub grid: [i64; 3],
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([x, y, z], [gx, gy, gz]) = (self.program, self.grid);
        write!(f, "input {}, program ({x}, {y}, {z}) of ({gx}, {gy}, {gz})", self.number)?;
        self.scalars.iter().try_for_each(|(name, value)| write!(f, ", {name} = {value}"))
    }
}

/// Numbers that follow from a seed (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// The input of that number.
pub(super) fn input<D: Domain>(parameters: &[Parameter], number: u64) -> Input<D> {
    let mut random = Random(number.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(1));
    let (grid, program) = instance(number, &mut random);
    let shown = Shown { number, scalars: Vec::new(), program, grid };
    let memory = Memory::default();
    let mut input = Input { arguments: Vec::new(), memory, grid, program, shown };
    for (at, parameter) in parameters.iter().enumerate() {
        let tile = match parameter.pointee {
            Some(pointee) => {
                let region = region(parameter, pointee, at, number, &mut random);
                let tile = pointers(parameter, pointee, region.base);
                input.memory.add_unbounded(region);
                tile
            }
            None => numbers(parameter, number, &mut random),
        };
        if parameter.pointee.is_none() && parameter.shape.is_empty() {
            let value = match tile.number(0) {
                crate::tensor::Number::Int(value) => value.to_string(),
                crate::tensor::Number::Float(value) => format!("{value:?}"),
            };
            input.shown.scalars.push((parameter.name.clone(), value));
        }
        input.arguments.push(tile);
    }
    if input.memory.unbounded().is_empty() {
        // A memory without any region would be one of buffers.
        let none = Unbounded::new("memory", u64::MAX / 2, Kind::Int(8), number, (0, 0));
        input.memory.add_unbounded(none);
    }
    input
}

/// The grid and the program instance: at first the first one alone, then corners, then any.
fn instance(number: u64, random: &mut Random) -> ([i64; 3], [i64; 3]) {
    if number < 4 {
        return ([1; 3], [0; 3]);
    }
    let plain = random.below(2) == 0;
    let size = |dimension: usize, random: &mut Random| {
        if plain && dimension > 0 { 1 } else { random.pick(&GRID) }
    };
    let grid = [0, 1, 2].map(|dimension| size(dimension, random));
    let program = grid.map(|size| match random.below(4) {
        0 => 0,
        1 => size - 1,
        _ => random.below(size as u64) as i64,
    });
    (grid, program)
}

fn region<D: Domain>(
    parameter: &Parameter,
    pointee: Kind,
    at: usize,
    number: u64,
    random: &mut Random,
) -> Unbounded<D> {
    // No more aligned than promised, except for the plain inputs.
    let step = parameter.divisibility.max(pointee.bytes() as i64) as u64;
    let odd = if number < 2 { 0 } else { 2 * random.below(8) + 1 };
    let base = APART * (at as u64 + 1) + step * odd;
    let style = if number < 4 { number } else { random.below(4) } as usize;
    let range = match pointee {
        Kind::Int(_) => INTS[style],
        Kind::Float(_) => FLOATS[style],
    };
    let mut region = Unbounded::new(&parameter.name, base, pointee, random.next(), range);
    if parameter.short {
        region.reach = (0, i64::from(i32::MAX));
    }
    region
}

/// Pointers to distinct elements; in a row only where that is promised.
fn pointers<D: Domain>(parameter: &Parameter, pointee: Kind, base: u64) -> Tile<D> {
    let (count, bytes) = (parameter.shape.iter().product::<usize>(), pointee.bytes() as i64);
    let row = parameter.contiguity.max(parameter.divisibility / bytes).max(1);
    let gap = if parameter.contiguity > 1 { 1 } else { 3 };
    let address = |lane: i64| base as i64 + bytes * (lane / row * row * gap + lane % row);
    Tile::from_ints(&parameter.shape, (0..count as i64).map(address).collect())
}

/// Scalars, and tensors of them.
fn numbers<D: Domain>(parameter: &Parameter, number: u64, random: &mut Random) -> Tile<D> {
    let count = parameter.shape.iter().product::<usize>();
    match parameter.kind {
        Kind::Float(format) => {
            let (low, high) = FLOATS[(number % 4) as usize];
            let mut one = || low + random.below((high - low + 1) as u64) as i64;
            let values = (0..count).map(|_| D::constant(format.round(one() as f64)));
            Tile::from_floats(&parameter.shape, values.collect())
        }
        Kind::Int(width) => {
            let (row, equal) = (parameter.contiguity, parameter.constancy);
            let mut values: Vec<i64> = Vec::with_capacity(count);
            for lane in 0..count as i64 {
                let value = if lane % row != 0 {
                    values[lane as usize - 1].wrapping_add(1)
                } else if lane % equal != 0 {
                    values[lane as usize - 1]
                } else {
                    integer(parameter, width, number, count > 1, random)
                };
                values.push(sign_extend(value, width));
            }
            Tile::from_ints(&parameter.shape, values)
        }
    }
}

/// One integer.
fn integer(p: &Parameter, width: u32, number: u64, many: bool, random: &mut Random) -> i64 {
    if width == 1 {
        return -(random.below(2) as i64);
    }
    let limit = u64::from(width - 1);
    let near = |power: u64, random: &mut Random| {
        (1i64 << power.min(limit)).wrapping_add(random.below(3) as i64 - 1)
    };
    let value = match (number as usize, random.below(20)) {
        (plain, _) if plain < PLAIN.len() && !many => PLAIN[plain],
        (_, 0..10) => random.pick(&SMALL),
        (_, 10..15) => near(random.below(11), random),
        (_, 15) => near(random.below(limit + 1), random),
        (_, 16..18) => -random.pick(&SMALL),
        (_, 18) => random.below(1 << 14) as i64,
        _ => random.next() as i64 >> random.below(60),
    };
    match p.divisibility {
        1 => value,
        divisor if value.unsigned_abs() < 64 => value.wrapping_mul(divisor),
        divisor => value - value.rem_euclid(divisor),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{Exact, FloatFormat};

    fn parameter(kind: Kind, pointee: Option<Kind>, divisibility: i64) -> Parameter {
        let (name, shape) = ("arg0".to_owned(), Vec::new());
        let (contiguity, constancy, short) = (1, 1, false);
        Parameter { name, kind, pointee, shape, divisibility, contiguity, constancy, short }
    }

    #[test]
    fn promises_are_kept_and_no_more_than_that() {
        let pointer = parameter(Kind::Int(64), Some(Kind::Float(FloatFormat::F32)), 16);
        let size = parameter(Kind::Int(32), None, 16);
        let free = parameter(Kind::Int(64), Some(Kind::Int(16)), 1);
        let all = [pointer, size, free];
        let inputs: Vec<Input<Exact>> = (0..64).map(|number| input(&all, number)).collect();
        let values = |at: usize| inputs.iter().map(move |i| i.arguments[at].ints()[0]);
        assert!(values(0).all(|address| address % 16 == 0) && values(0).any(|a| a % 32 != 0));
        assert!(values(1).all(|size| size % 16 == 0) && values(1).any(|size| size % 32 != 0));
        assert!(values(1).any(|size| size == 0) && values(1).any(|size| size < 0));
        assert!(values(2).all(|address| address % 2 == 0) && values(2).any(|a| a % 4 != 0));
        assert!(inputs.iter().any(|i| i.program[0] > 0));
    }

    #[test]
    fn a_number_is_an_input() {
        let all = [parameter(Kind::Int(32), None, 1)];
        let shown = |number| input::<Exact>(&all, number).shown;
        assert_eq!(shown(40), shown(40));
        assert_ne!(shown(40), shown(41));
        assert_eq!(shown(0).to_string(), "input 0, program (0, 0, 0) of (1, 1, 1), arg0 = 16");
    }
}
