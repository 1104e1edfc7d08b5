//! Blocks of strided tensors that are loaded and stored through block pointers: at edges that are
//! checked, transposed, from right to left, moved by a chain of `tl.advance`, in and out of loops.

use crate::generate::builder::{Builder, Input, of};
use crate::generate::config::Numerics;
use crate::generate::control::Iteration;
use crate::generate::facts::{Facts, Known};
use crate::generate::interval::Interval;
use crate::generate::memory::{Content, MAX_INPUT, MAX_OUTPUT};
use crate::program::ops::{
    AddPtr, BinaryOp, BlockAxis, BlockLoad, BlockPointer, BlockStore, Padding, ReduceOp,
};
use crate::program::{Operand, ParamKind, ValueId};
use crate::tensor::DType;
use crate::testcase::Fill;

/// Most elements of a block.
const MAX_BLOCK: u32 = 1024;

pub(super) fn run(b: &mut Builder<'_, '_>) -> Option<()> {
    let all: Vec<DType> = b.dtypes.iter().copied().filter(|dtype| *dtype != DType::I1).collect();
    let dtype = b.choice.pick(&all);
    let shape = shape(b);
    if b.config.loops && b.loops.is_empty() && b.choice.chance(50) {
        return summed(b, dtype, &shape);
    }
    let number = number(b)?;
    let value = load(b, dtype, &shape, number, Content::Identity)?;
    let value = b.varied(value, 2);
    if b.choice.chance(60) {
        return store(b, value);
    }
    b.keep_defined(value)
}

fn shape(b: &mut Builder<'_, '_>) -> Vec<usize> {
    let rank = b.choice.pick(&[2usize, 2, 2, 1, 3]);
    let mut left = 1usize << b.config.max_tile.clamp(1, MAX_BLOCK).ilog2();
    let mut shape = vec![];
    for _ in 0..rank {
        let length = b.choice.pick(&[16usize, 32, 8, 64, 4, 1, 2]).min(left);
        left /= length;
        shape.push(length);
    }
    shape
}

/// What moves blocks: the iteration, or the instance.
fn number(b: &mut Builder<'_, '_>) -> Option<ValueId> {
    match b.loops.last().map(|enclosing| enclosing.index) {
        Some(index) if b.choice.chance(60) => Some(index),
        _ => b.instance(),
    }
}

/// One block after the other, added up.
fn summed(b: &mut Builder<'_, '_>, dtype: DType, shape: &[usize]) -> Option<()> {
    let sum = match dtype {
        DType::F16 | DType::BF16 => DType::F32,
        DType::F32 | DType::F64 | DType::I32 | DType::I64 | DType::U32 | DType::U64 => dtype,
        _ => DType::I32,
    };
    let reduced = b.config.reductions && b.choice.chance(40);
    let kept = if reduced { &shape[..shape.len() - 1] } else { shape };
    let carry = b.accumulator(kept, sum)?;
    let after = b.repeat(&[carry], |b, iteration| {
        let next = step(b, iteration, dtype, shape, reduced).and_then(|value| {
            let value = b.convert(value, sum)?;
            b.accumulate(iteration.inside[0], value, carry, iteration.trips)
        });
        vec![next.unwrap_or(iteration.inside[0])]
    })?;
    let result = b.varied(after[0], 1);
    if b.choice.chance(50) {
        return store(b, result);
    }
    b.keep_defined(result)
}

fn step(
    b: &mut Builder<'_, '_>,
    iteration: &Iteration,
    dtype: DType,
    shape: &[usize],
    reduced: bool,
) -> Option<ValueId> {
    let number = if b.choice.chance(25) { b.instance()? } else { iteration.index };
    let value = load(b, dtype, shape, number, Content::Small)?;
    if reduced { b.reduce(ReduceOp::Sum, value, shape.len() - 1) } else { Some(value) }
}

/// A block of a tensor of its own, which `number` moves.
fn load(
    b: &mut Builder<'_, '_>,
    dtype: DType,
    shape: &[usize],
    number: ValueId,
    content: Content,
) -> Option<ValueId> {
    let place = Place::new(b, shape, number, false)?;
    if i128::from(place.len) > MAX_INPUT {
        return None;
    }
    let (fill, facts) = b.fill(dtype, content);
    let padding = padding(b, dtype, &place);
    let name = format!("in{}", b.inputs.len());
    let (pointer, argument) = buffer(b, name, dtype, fill, place.len)?;
    b.inputs.push(Input { pointer, dtype, facts, argument });
    let known = match padding {
        _ if !place.reaches => facts,
        Padding::Unspecified => Facts { undef: true, ..facts },
        Padding::Zero => facts.union(Facts::of(Interval::point(0)))?,
        Padding::Nan => {
            Facts { wild: true, negative_zero: true, ..Facts::of(Interval::new(-1, 1)) }
        }
    };
    let block = place.block(b, pointer)?;
    b.emit_with(BlockLoad { block, padding }, Some(known))
}

/// What is loaded outside of the tensor: mostly something, because nothing comes of an unspecified
/// value.
fn padding(b: &mut Builder<'_, '_>, dtype: DType, place: &Place) -> Padding {
    let special = b.config.numerics == Numerics::Special && dtype.is_float() && !dtype.is_fp8();
    if !place.axes.iter().any(|axis| axis.checked) {
        Padding::Unspecified
    } else if special && b.choice.chance(40) {
        Padding::Nan
    } else if b.config.undefined_lanes && b.choice.chance(10) {
        Padding::Unspecified
    } else {
        Padding::Zero
    }
}

/// Stores a value to a tensor of its own, of which the last rows and columns may not be there.
fn store(b: &mut Builder<'_, '_>, value: ValueId) -> Option<()> {
    let (dtype, facts, shape) = (b.dtype(value)?, b.facts(value)?, b.shape(value));
    if dtype == DType::I1 || facts.raw || !(1..=3).contains(&shape.len()) {
        return b.store(value);
    }
    let (tile, _) = b.tile_number()?;
    let place = Place::new(b, &shape, tile, true)?;
    if i128::from(place.len) > MAX_OUTPUT {
        return None;
    }
    let outputs = b.params.iter().filter(|p| p.name.starts_with("out")).count();
    let name = format!("out{outputs}");
    let (pointer, _) = buffer(b, name, dtype, Fill::Unwritten, place.len)?;
    let block = place.block(b, pointer)?;
    b.perform(BlockStore { block, value })
}

/// A buffer of its own, and its argument.
fn buffer(
    b: &mut Builder<'_, '_>,
    name: String,
    dtype: DType,
    fill: Fill,
    len: i64,
) -> Option<(ValueId, usize)> {
    let pointer = b.parameter(name, ParamKind::Pointer(dtype), None);
    let argument = b.buffer(dtype, fill);
    b.lengthen(argument, usize::try_from(len).ok()?);
    Some((pointer, argument))
}

/// Blocks of a tensor, and the memory that the tensor takes.
struct Place {
    axes: Vec<BlockAxis>,
    order: Vec<usize>,
    advances: Vec<Vec<Operand>>,
    /// Elements of the buffer, and the one whose coordinates are all 0.
    len: i64,
    origin: i64,
    /// Whether a block may reach over an edge.
    reaches: bool,
}

/// One axis of a tensor, long enough for the blocks along it but for what lies over its edges.
struct Edge {
    /// Where the first block starts.
    start: i64,
    length: i64,
    reaches: bool,
}

impl Edge {
    /// Along it, blocks are moved by up to `most`.
    fn new(b: &mut Builder<'_, '_>, block: usize, most: i64) -> Edge {
        let block = block as i64;
        if !b.config.masks {
            return Edge { start: 0, length: most + block, reaches: false };
        }
        let start = b.choice.pick(&[0i64, 0, 0, -1, -3, 2]);
        let end = start + most + block;
        let missing = b.choice.pick(&[0, 0, 1, 3, block / 2]);
        let length = (end - missing).max(1);
        Edge { start, length, reaches: start < 0 || end > length }
    }
}

impl Place {
    /// Blocks that `number` moves along one axis; those of different numbers do not overlap if they
    /// are stored to.
    fn new(
        b: &mut Builder<'_, '_>,
        shape: &[usize],
        number: ValueId,
        stored: bool,
    ) -> Option<Place> {
        let range = b.range(number).filter(|range| range.low >= 0)?;
        let number = b.cast(number, DType::I32)?;
        let moved = b.choice.index(shape.len());
        let whole = shape[moved] as i64;
        let step = if stored { whole } else { b.choice.pick(&[whole, whole, 1, 3]) };
        let most = i64::try_from(range.high).ok()?.checked_mul(step)?;
        let value = b.with_int(BinaryOp::Mul, number, i128::from(step))?;
        let mut edges = vec![];
        for (axis, block) in shape.iter().enumerate() {
            edges.push(Edge::new(b, *block, if axis == moved { most } else { 0 }));
        }
        let (strides, order, len, origin) = layout(b, &edges, stored)?;
        let starts: Vec<i64> = edges.iter().map(|edge| edge.start).collect();
        let (offsets, advances) = chain(b, moved, value, &starts)?;
        let mut axes = vec![];
        for (axis, edge) in edges.iter().enumerate() {
            axes.push(BlockAxis {
                length: b.number(&[edge.length]),
                stride: b.number(&[strides[axis]]),
                offset: offsets[axis],
                block: shape[axis],
                // Where nothing is outside, it makes no difference.
                checked: edge.reaches || b.config.masks && b.choice.chance(40),
            });
        }
        let reaches = edges.iter().any(|edge| edge.reaches);
        Some(Place { axes, order, advances, len, origin, reaches })
    }

    fn block(self, b: &mut Builder<'_, '_>, pointer: ValueId) -> Option<BlockPointer> {
        let pointer = match i128::from(self.origin) {
            0 => pointer,
            origin => b.emit_with(AddPtr { pointer, offset: Operand::Int(origin) }, None)?,
        };
        let Place { axes, order, advances, .. } = self;
        Some(BlockPointer { pointer, axes, order, advances })
    }
}

/// Strides, the order of the axes, the elements of the buffer and the one whose coordinates are all
/// 0. No two places of a tensor that is stored to are one.
fn layout(
    b: &mut Builder<'_, '_>,
    edges: &[Edge],
    stored: bool,
) -> Option<(Vec<i64>, Vec<usize>, i64, i64)> {
    let mut order: Vec<usize> = (0..edges.len()).rev().collect();
    if order.len() > 1 && b.choice.chance(40) {
        let first = b.choice.index(order.len());
        order.swap(0, first);
    }
    let mut strides = vec![0; edges.len()];
    let (mut next, mut len, mut origin) = (b.choice.pick(&[1i64, 1, 1, 2]), 1i64, 0);
    for axis in order.iter().copied() {
        if !stored && b.choice.chance(6) {
            // Its elements are all in one place.
            continue;
        }
        let length = edges[axis].length;
        let reach = next.checked_mul(length - 1)?;
        strides[axis] = next;
        len = len.checked_add(reach)?;
        if b.choice.chance(12) {
            strides[axis] = -next;
            origin += reach;
        }
        next = next.checked_mul(length)? + b.choice.pick(&[0, 0, 0, 1, 8]);
    }
    // It is a hint, which may be wrong.
    if b.choice.chance(12) {
        order.reverse();
    }
    Some((strides, order, len, origin))
}

/// Offsets and advances that add up to `starts` and, along the axis `moved`, `value`.
fn chain(
    b: &mut Builder<'_, '_>,
    moved: usize,
    value: ValueId,
    starts: &[i64],
) -> Option<(Vec<Operand>, Vec<Vec<Operand>>)> {
    let ints = |by: i64, times: i64| {
        let each = |start: &i64| Operand::Int(i128::from(start * times + by));
        starts.iter().map(each).collect::<Vec<_>>()
    };
    let (constant, mut varying) = (ints(0, 1), ints(0, 0));
    varying[moved] = of(value);
    Some(match b.choice.index(4) {
        0 => {
            let mut offsets = constant;
            offsets[moved] = match starts[moved] {
                0 => of(value),
                start => of(b.with_int(BinaryOp::Add, value, i128::from(start))?),
            };
            (offsets, vec![])
        }
        1 => (constant, vec![varying]),
        2 => (varying, vec![constant]),
        _ => {
            // There and back.
            let by = b.choice.pick(&[4i64, -5, 64]);
            (ints(by, 1), vec![varying, ints(-by, 0)])
        }
    })
}
