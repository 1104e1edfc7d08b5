//! Inputs: scalars, addresses, contents of memory and the program instance, all chosen by a number.

use std::fmt;

use serde::Serialize;

use super::parameter::{Form, Parameter};
use super::refine::element;
use super::values::{FLOATS, Fine, fine, fractions, numbers};
use crate::tensor::{Domain, Kind, Memory, Number, Random, Tile, Unbounded};

/// Inputs from this number on have small scalars, so that loops end soon.
pub(super) const BRIEF: u64 = 1 << 16;
/// Addresses of two arguments are this far apart.
const APART: u64 = 1 << 44;
/// Sizes of the grid.
const GRID: [i64; 8] = [1, 2, 3, 4, 8, 17, 132, 1000];
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

/// The input of that number.
pub(super) fn input<D: Domain>(parameters: &[Parameter], number: u64) -> Input<D> {
    let mut random = Random::new(number.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(1));
    let (grid, program) = instance(number, &mut random);
    let shown = Shown { number, scalars: Vec::new(), program, grid };
    let memory = Memory::default();
    let mut input = Input { arguments: Vec::new(), memory, grid, program, shown };
    for (at, parameter) in parameters.iter().enumerate() {
        let tile = match parameter.pointee {
            Some(pointee) => {
                let region = region(parameter, pointee, at, number, &mut random);
                let tile = match parameter.form {
                    Form::Descriptor => descriptor(parameter, region.base, number, &mut random),
                    _ => pointers(parameter, pointee, region.base),
                };
                input.memory.add_unbounded(region);
                tile
            }
            None => numbers(parameter, number, &mut random),
        };
        show(parameter, &tile, &mut input.shown);
        input.arguments.push(tile);
    }
    if input.memory.unbounded().is_empty() {
        // A memory without any region would be one of buffers.
        let none = Unbounded::new("memory", u64::MAX / 2, Kind::Int(8), number, (0, 0));
        input.memory.add_unbounded(none);
    }
    input
}

/// What a person wants to know of an argument.
fn show<D: Domain>(parameter: &Parameter, tile: &Tile<D>, shown: &mut Shown) {
    let text = match (parameter.form, tile.number(0)) {
        (Form::Descriptor, _) => {
            let (sizes, strides) = tile.ints()[1..].split_at(parameter.shape.len());
            format!("sizes {sizes:?}, strides {strides:?}")
        }
        _ if parameter.pointee.is_some() || !parameter.shape.is_empty() => return,
        (_, Number::Int(value)) => value.to_string(),
        (_, Number::Float(value)) => format!("{value:?}"),
    };
    shown.scalars.push((parameter.name.clone(), text));
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
    let wanted = if parameter.form == Form::Descriptor { 16 } else { parameter.divisibility };
    let step = wanted.max(pointee.bytes() as i64) as u64;
    let odd = if number < 2 { 0 } else { 2 * random.below(8) + 1 };
    let base = APART * (at as u64 + 1) + step * odd;
    let style = if number < 4 { number } else { random.below(4) } as usize;
    let range = match pointee {
        Kind::Int(_) => INTS[style],
        Kind::Float(_) => FLOATS[style],
    };
    let mut region = Unbounded::new(&parameter.name, base, pointee, random.next(), range);
    let fine = fine(pointee, number, random);
    region.specials = matches!(fine, Some(Fine::Specials));
    (region.range, region.fraction) = match fine {
        Some(Fine::Fractions(range, bits)) if D::EXACT => (range, bits),
        _ if D::EXACT => (range, 0),
        _ => fractions(pointee, style).unwrap_or((range, 0)),
    };
    if parameter.short {
        region.reach = (0, i64::from(i32::MAX));
    }
    region
}

/// A tensor in memory of a few blocks, the last of which it may cut. The last dimension is dense, the
/// strides of the others are multiples of 16 bytes, as the hardware wants them.
fn descriptor<D: Domain>(p: &Parameter, base: u64, number: u64, random: &mut Random) -> Tile<D> {
    let bytes = p.kind.bytes() as i64;
    let size = |block: &usize, random: &mut Random| {
        let block = *block as i64;
        let whole = block * (random.below(4) as i64 + 1);
        let cut = random.below(3) == 0 && number > 3;
        if cut { (whole - random.below(block as u64) as i64).max(1) } else { whole }
    };
    let sizes: Vec<i64> = p.shape.iter().map(|block| size(block, random)).collect();
    let mut strides = vec![1; sizes.len()];
    for dim in (1..sizes.len()).rev() {
        let row = strides[dim] * sizes[dim] * bytes;
        let gap = if number < 4 { 0 } else { 16 * random.below(3) as i64 };
        strides[dim - 1] = (row.div_euclid(16) * 16 + i64::from(row % 16 != 0) * 16 + gap) / bytes;
    }
    let numbers: Vec<i64> = [base as i64].into_iter().chain(sizes).chain(strides).collect();
    Tile::from_ints(&[numbers.len()], numbers)
}

/// The dimension in which values follow each other, and how many do.
pub(super) fn row(parameter: &Parameter) -> (usize, i64) {
    let dims = parameter.contiguity.iter().copied().enumerate();
    dims.max_by_key(|(_, count)| *count).unwrap_or((0, 1))
}

/// The index of each lane.
pub(super) fn indices(shape: &[usize]) -> impl Iterator<Item = Vec<i64>> {
    let count = shape.iter().product::<usize>();
    (0..count).map(|lane| element(shape, lane).into_iter().map(|i| i as i64).collect())
}

/// Pointers to distinct elements; in a row only where that is promised.
fn pointers<D: Domain>(parameter: &Parameter, pointee: Kind, base: u64) -> Tile<D> {
    let bytes = pointee.bytes() as i64;
    let (along, promised) = row(parameter);
    let row = promised.max(parameter.divisibility / bytes).max(1);
    let gap = if promised > 1 { 1 } else { 3 };
    // Dimensions outwards from the one in which elements follow each other.
    let mut dims: Vec<usize> = (0..parameter.shape.len()).rev().collect();
    dims.sort_by_key(|dim| *dim != along);
    let address = |index: Vec<i64>| {
        let (mut offset, mut step) = (0, 1);
        for dim in &dims {
            let (i, size) = (index[*dim], parameter.shape[*dim] as i64);
            if *dim == along {
                offset += i / row * row * gap + i % row;
                step = (size + row - 1) / row * row * gap;
            } else {
                offset += i * step;
                step *= size;
            }
        }
        base as i64 + bytes * offset
    };
    Tile::from_ints(&parameter.shape, indices(&parameter.shape).map(address).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{Exact, FloatFormat};

    fn parameter(kind: Kind, pointee: Option<Kind>, divisibility: i64) -> Parameter {
        let (name, shape) = ("arg0".to_owned(), Vec::new());
        let (contiguity, constancy, short) = (vec![1], vec![1], false);
        let (form, scales) = (Form::Value, false);
        Parameter {
            form,
            name,
            kind,
            pointee,
            shape,
            divisibility,
            contiguity,
            constancy,
            short,
            scales,
        }
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
    fn each_dimension_keeps_its_promise() {
        let mut columns = parameter(Kind::Int(64), Some(Kind::Float(FloatFormat::F16)), 16);
        (columns.shape, columns.contiguity) = (vec![8, 4], vec![8, 1]);
        let addresses = input::<Exact>(&[columns], 9).arguments[0].ints().to_vec();
        assert!((1..8).all(|row| addresses[4 * row] == addresses[0] + 2 * row as i64));
        assert!(addresses[..4].iter().all(|address| address % 16 == 0));
        assert_eq!(addresses.iter().collect::<std::collections::HashSet<_>>().len(), 32);
        let mut equal = parameter(Kind::Int(32), None, 4);
        (equal.shape, equal.contiguity) = (vec![4, 8], vec![1, 1]);
        equal.constancy = vec![2, 4];
        let values = input::<Exact>(&[equal], 30).arguments[0].ints().to_vec();
        let at = |row: usize, column: usize| values[row * 8 + column];
        assert!((0..4).all(|r| (0..8).all(|c| at(r, c) == at(r / 2 * 2, c / 4 * 4))));
        assert!(values.iter().all(|value| value % 4 == 0) && at(0, 0) != at(2, 4));
    }

    #[test]
    fn descriptors_are_what_the_hardware_takes() {
        let mut p =
            parameter(Kind::Float(FloatFormat::F16), Some(Kind::Float(FloatFormat::F16)), 16);
        (p.form, p.shape) = (Form::Descriptor, vec![8, 16]);
        let inputs: Vec<Input<Exact>> =
            (0..32).map(|n| input(std::slice::from_ref(&p), n)).collect();
        let numbers = |i: &Input<Exact>| i.arguments[0].ints().to_vec();
        for numbers in inputs.iter().map(numbers) {
            assert_eq!((numbers.len(), numbers[0] % 16, numbers[4]), (5, 0, 1));
            assert!(numbers[3] * 2 % 16 == 0 && numbers[3] >= numbers[2], "{numbers:?}");
        }
        assert!(inputs.iter().any(|i| numbers(i)[2] % 16 != 0), "no block is cut");
    }

    #[test]
    fn most_scales_are_near_one() {
        let mut p = parameter(Kind::Int(8), None, 1);
        (p.shape, p.scales) = (vec![32], true);
        let near = |number| {
            let values = input::<Exact>(std::slice::from_ref(&p), number).arguments[0].clone();
            values.ints().iter().all(|value| [126, 127, -128].contains(value))
        };
        assert_eq!([0, 1, 2, 3].map(near), [true, true, true, false]);
    }

    #[test]
    fn brief_inputs_have_small_scalars() {
        let all = [parameter(Kind::Int(32), None, 1), parameter(Kind::Int(64), None, 16)];
        for number in BRIEF..BRIEF + 32 {
            let arguments = input::<Exact>(&all, number).arguments;
            assert!((0..=8).contains(&arguments[0].ints()[0]));
            assert!((0..=8 * 16).contains(&arguments[1].ints()[0]));
        }
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
