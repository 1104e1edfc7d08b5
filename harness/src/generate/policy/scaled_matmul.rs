//! Products of matrices in small formats whose blocks have scales: accumulated in a pipelined loop,
//! or in one piece; elements as floats, as their bits, or two in a byte.

use crate::generate::builder::Builder;
use crate::generate::control::Carry;
use crate::generate::facts::{Facts, Known, transfer};
use crate::generate::interval::Interval;
use crate::generate::memory::Content;
use crate::program::ValueId;
use crate::program::ops::{DotScaled, Format, Op, Scaled};
use crate::tensor::DType;

/// What a product is of.
#[derive(Clone, Copy)]
struct Shape {
    rows: usize,
    /// In elements.
    inner: usize,
    columns: usize,
    formats: [Format; 2],
    /// Which factors have scales.
    scales: [bool; 2],
    fast_math: bool,
}

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    if !b.loops.is_empty() {
        return None;
    }
    let shape = shape(b);
    let product = if b.choice.chance(40) { once(b, shape)? } else { in_loop(b, shape)? };
    let result = b.varied(product, 2);
    b.keep_defined(result)
}

fn shape(b: &mut Builder<'_, '_>) -> Shape {
    let narrow = b.config.narrow;
    // Numbers of all of `f16`'s bits are not exact in `bf16`.
    let rounds = b.rounds();
    let usable = |format: &Format| match format {
        Format::Bf16 => narrow,
        Format::Fp16 => narrow && !rounds,
        _ => true,
    };
    let formats: Vec<Format> = Format::ALL.into_iter().filter(usable).collect();
    let left = b.choice.pick(&formats);
    let beside: Vec<Format> = formats.into_iter().filter(|other| left.meets(*other)).collect();
    let formats = [left, b.choice.pick(&beside)];
    let scales = b.choice.pick(&[[true, true], [true, true], [true, false], [false, true]]);
    let mut length = || b.choice.pick(&[16usize, 32, 64]);
    let (mut rows, mut columns) = (length(), length());
    let mut inner = b.choice.pick(&[64usize, 32, 128]);
    let most = b.config.max_tile as usize;
    while rows * columns > most || inner * rows.max(columns) > most {
        if (rows, columns, inner) == (16, 16, DotScaled::BLOCK) {
            break;
        }
        (rows, columns) = ((rows / 2).max(16), (columns / 2).max(16));
        inner = (inner / 2).max(DotScaled::BLOCK);
    }
    Shape { rows, inner, columns, formats, scales, fast_math: b.choice.chance(25) }
}

/// The elements of a factor. `inner` is the axis that is packed.
fn elements(
    b: &mut Builder<'_, '_>,
    format: Format,
    mut shape: [usize; 2],
    inner: usize,
) -> Option<ValueId> {
    shape[inner] /= format.packed();
    let (dtype, content) = match format.dtype() {
        None => (DType::U8, Content::Identity),
        // From a half on, to 2 or so.
        Some(DType::F8E4M3) if b.choice.chance(30) => (DType::U8, Content::Within(0x30, 17)),
        Some(DType::F8E5M2) if b.choice.chance(30) => (DType::U8, Content::Within(0x38, 9)),
        Some(dtype) => (dtype, Content::Small),
    };
    let turned = b.config.reshapes && b.choice.chance(25);
    let loaded = if turned { [shape[1], shape[0]] } else { shape };
    let offset = b.tile_offset(loaded)?;
    let value = b.load(dtype, offset, None, content)?;
    if turned { b.permute(value, &[1, 0]) } else { Some(value) }
}

/// Around 1, so near each other that sums of products stay exact.
fn scale(b: &mut Builder<'_, '_>, shape: [usize; 2]) -> Option<ValueId> {
    let (low, count) = b.choice.pick(&[(126, 3), (127, 2), (126, 2), (129, 1), (124, 2)]);
    let offset = b.tile_offset(shape)?;
    b.load(DType::U8, offset, None, Content::Within(low, count))
}

fn operands(b: &mut Builder<'_, '_>, shape: Shape) -> Option<DotScaled> {
    let Shape { rows, inner, columns, formats, scales, fast_math } = shape;
    let blocks = inner / DotScaled::BLOCK;
    let mut side = |at: usize, shape: [usize; 2], outer: usize| {
        let value = elements(b, formats[at], shape, 1 - at)?;
        let scale = if scales[at] { Some(scale(b, [outer, blocks])?) } else { None };
        Some(Scaled { value, scale, format: formats[at] })
    };
    let (left, right) = (side(0, [rows, inner], rows)?, side(1, [inner, columns], columns)?);
    Some(DotScaled { left, right, acc: None, fast_math })
}

fn once(b: &mut Builder<'_, '_>, shape: Shape) -> Option<ValueId> {
    let first = operands(b, shape)?;
    let product = b.emit(first)?;
    if !b.choice.chance(30) {
        return Some(product);
    }
    let second = operands(b, shape)?;
    b.emit(DotScaled { acc: Some(product), ..second }).or(Some(product))
}

fn in_loop(b: &mut Builder<'_, '_>, shape: Shape) -> Option<ValueId> {
    let mut carry = b.accumulator(&[shape.rows, shape.columns], DType::F32)?;
    if !b.rounds() {
        // Elements and scales are fractions, more often than those of other products.
        let most = (1 << 23) - 1;
        carry.invariant = Facts { exponent: -6, ..Facts::of(Interval::new(-most, most)) };
    }
    let after = b.repeat(&[carry], |b, iteration| {
        let (acc, trips) = (iteration.inside[0], iteration.trips);
        vec![step(b, shape, acc, carry, trips).unwrap_or(acc)]
    })?;
    after.first().copied()
}

/// One iteration: proven by the number of iterations, as sums are.
fn step(
    b: &mut Builder<'_, '_>,
    shape: Shape,
    acc: ValueId,
    carry: Carry,
    trips: i128,
) -> Option<ValueId> {
    let alone = operands(b, shape)?;
    let ty = b.ty(acc)?;
    let increment = transfer(b, &Op::from(alone.clone()), &ty)?;
    if !carry.holds(increment, trips)? {
        return None;
    }
    b.emit_with(DotScaled { acc: Some(acc), ..alone }, Some(carry.invariant))
}
