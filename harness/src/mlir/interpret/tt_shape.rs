//! Operations that move elements and change none. Layouts are the identity on values.

use std::sync::atomic::Ordering;

use crate::tensor::{Domain, Tile};

use super::super::attribute::{Attribute, Dense};
use super::super::ir::{Operation, ValueId};
use super::compile::{Compiler, malformed, unsupported};
use super::dot::factor;
use super::layout::reordering;
use super::machine::{Value, tile};
use super::{Built, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("tt.make_range", range),
        ("tt.splat", broadcast),
        ("tt.broadcast", broadcast),
        ("tt.unsplat", unsplat),
        ("tt.expand_dims", reshape),
        ("tt.reshape", reshape),
        ("tt.trans", transpose),
        ("tt.join", join),
        ("tt.split", split),
        ("tt.cat", concatenate),
        ("tt.gather", gather),
        ("ttg.local_gather", gather),
        ("tt.histogram", histogram),
        ("ttg.convert_layout", same),
    ]
}

fn range<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (start, end) = (c.integer(op, "start")?, c.integer(op, "end")?);
    let shape = c.result_shape(op)?;
    let length = end.checked_sub(start).and_then(|length| usize::try_from(length).ok());
    if length.is_none_or(|length| shape != [length]) {
        return Err(malformed(op, "does not fit its type"));
    }
    c.constant(op, Tile::from_ints(&shape, (start..end).collect()))
}

pub(super) fn same<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (source, result) = (c.operand(op, 0)?, c.result(op, 0)?);
    Ok(Box::new(move |_, frame| {
        frame[result] = frame[source].clone();
        Ok(())
    }))
}

pub(super) fn broadcast<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (shape, from) = (c.result_shape(op)?, c.shape(op.operands[0])?);
    let fits = |(a, b): (&usize, &usize)| a == b || *a == 1;
    let same_rank = from.len() == shape.len() && from.iter().zip(&shape).all(fits);
    if !from.is_empty() && !same_rank {
        return Err(malformed(op, "does not fit its type"));
    }
    c.unary(op, move |a, _| a.broadcast(&shape))
}

fn unsplat<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    if c.shape(op.operands[0])?.iter().product::<usize>() != 1 {
        return Err(malformed(op, "does not take one element"));
    }
    c.unary(op, |a, _| a.reshape(&[]))
}

fn reshape<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let shape = c.result_shape(op)?;
    if c.shape(op.operands[0])?.iter().product::<usize>() != shape.iter().product::<usize>() {
        return Err(malformed(op, "changes the number of elements"));
    }
    if op.attribute("allow_reorder").is_some_and(|flag| *flag != Attribute::Bool(false)) {
        // Any order is right; the layouts say which one the code that is made has.
        let (from, to) = (c.module.ty(op.operands[0]), c.module.ty(op.results[0]));
        if let Some(lanes) = reordering(c.module, from, to) {
            c.order_free = true;
            return c.unary(op, move |a, _| a.pick(&shape, &lanes));
        }
        if !used_as_multiset(c, op) {
            return Err(unsupported("tt.reshape allow_reorder"));
        }
    }
    rearranged(c, op, move |tile| tile.reshape(&shape))
}

/// Elements that only change places: the code that is made renames registers, so that an asynchronous
/// product may go on meanwhile (`isNoop` in Triton's `WGMMAPipeline.cpp`; 160 launches on an H200).
fn rearranged<D: Domain>(
    c: &mut Compiler<'_, D>,
    op: &Operation,
    f: impl Fn(&Tile<D>) -> Tile<D> + Send + Sync + 'static,
) -> Built<D> {
    let (source, result) = (c.operand(op, 0)?, c.result(op, 0)?);
    Ok(Box::new(move |_, frame| {
        frame[result] = match &frame[source] {
            Value::Flying(value, done) if !done.load(Ordering::Relaxed) => {
                Value::Flying(f(value), done.clone())
            }
            _ => Value::Tile(f(tile(frame, source)?)),
        };
        Ok(())
    }))
}

fn order(op: &Operation) -> Option<Vec<usize>> {
    let order = op.attribute("order").and_then(Attribute::as_integers)?;
    order.into_iter().map(|axis| usize::try_from(axis).ok()).collect()
}

fn transpose<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let order = order(op).ok_or_else(|| malformed(op, "lacks its order"))?;
    let mut sorted = order.clone();
    sorted.sort_unstable();
    if sorted != (0..c.shape(op.operands[0])?.len()).collect::<Vec<_>>() {
        return Err(malformed(op, "has an order that is no permutation"));
    }
    rearranged(c, op, move |tile| tile.permute(&order))
}

fn join<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    c.elementwise_operands(op)?;
    c.binary(op, |a, b, _| {
        let axis = a.shape().len();
        Tile::concat(axis, &[a.expand_dims(axis), b.expand_dims(axis)])
    })
}

fn split<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    if c.shape(op.operands[0])?.last() != Some(&2) {
        return Err(malformed(op, "does not split a pair"));
    }
    let source = c.operand(op, 0)?;
    let (left, right) = (c.result(op, 0)?, c.result(op, 1)?);
    Ok(Box::new(move |_, frame| {
        let whole = tile(frame, source)?;
        let axis = whole.shape().len() - 1;
        let shape = whole.shape()[..axis].to_vec();
        let part = |i| whole.slice_axis(axis, i, i + 1).reshape(&shape);
        let (first, second) = (part(0), part(1));
        frame[left] = Value::Tile(first);
        frame[right] = Value::Tile(second);
        Ok(())
    }))
}

/// Whether nothing that uses the results depends on the order of their elements: whole reductions,
/// whose combine functions are associative and commutative, and histograms. A change of the layout
/// passes the question on, and so does arithmetic with itself or with uniform tensors.
fn used_as_multiset<D: Domain>(c: &Compiler<'_, D>, op: &Operation) -> bool {
    let one_dimension = |value: &ValueId| c.module.ty(*value).shape().len() == 1;
    let mut free = op.results.iter().all(one_dimension);
    c.module.walk(&mut |user| {
        let passed = user.successors.iter().flat_map(|successor| &successor.operands);
        if free && user.operands.iter().chain(passed).any(|value| op.results.contains(value)) {
            free = match user.name.as_str() {
                "tt.reduce" | "tt.histogram" => user.operands.len() == 1,
                "ttg.convert_layout" => used_as_multiset(c, user),
                name if name.starts_with("arith.") || name.starts_with("math.") => {
                    let alike = |v: &ValueId| op.results.contains(v) || uniform(c, *v);
                    user.operands.iter().all(alike) && used_as_multiset(c, user)
                }
                _ => false,
            };
        }
    });
    free
}

/// Whether all elements of a tensor are one value.
fn uniform<D: Domain>(c: &Compiler<'_, D>, value: ValueId) -> bool {
    let mut found = false;
    c.module.walk(&mut |op| {
        if op.results.contains(&value) {
            let splat = |value: &Attribute| matches!(value, Attribute::Dense(Dense::Splat(_), _));
            found = op.name.as_str() == "tt.splat" || op.attribute("value").is_some_and(splat);
        }
    });
    found
}

/// `tt.cat` may put the elements in any order: what it gives is only known as a multiset.
fn concatenate<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    c.elementwise_operands(op)?;
    let (from, to) = (c.shape(op.operands[0])?, c.result_shape(op)?);
    if from.len() != 1 || to != [2 * from[0]] {
        return Err(malformed(op, "does not fit its type"));
    }
    if !used_as_multiset(c, op) {
        return Err(unsupported(op.name.as_str()));
    }
    c.binary(op, |a, b, _| Tile::concat(0, &[a.clone(), b.clone()]))
}

/// From a tensor, or from a view of shared memory.
fn gather<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let axis = usize::try_from(c.integer(op, "axis")?).unwrap_or(usize::MAX);
    let (source, indices) = (c.operand(op, 0)?, c.operand(op, 1)?);
    c.integers(op, &op.operands[1..2])?;
    let shapes = [op.operands[0], op.operands[1]].map(|value| c.module.ty(value).shape());
    let sides = shapes[0].iter().zip(shapes[1]).enumerate();
    if shapes[0].len() != shapes[1].len()
        || sides.clone().any(|(dim, (a, b))| dim != axis && a != b)
    {
        return Err(malformed(op, "mixes shapes"));
    }
    let result = c.result(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        let (values, at) = (factor(machine, frame, source)?, tile(frame, indices)?);
        let size = *values.shape().get(axis).ok_or_else(|| unsupported("this axis"))? as i64;
        if at.any_undef() || at.ints().iter().any(|index| !(0..size).contains(index)) {
            return machine.undefined("an index of a gather is out of bounds");
        }
        let inner = |shape: &[usize]| shape[axis + 1..].iter().product::<usize>();
        let (step, wide) = (inner(at.shape()), inner(values.shape()));
        let length = at.shape()[axis];
        let lanes = at.ints().iter().enumerate().map(|(lane, index)| {
            let (outer, rest) = (lane / (step * length), lane % step);
            (outer * size as usize + *index as usize) * wide + rest
        });
        let value = values.pick(at.shape(), &lanes.collect::<Vec<_>>());
        frame[result] = Value::Tile(value);
        Ok(())
    }))
}

fn histogram<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let source = c.operand(op, 0)?;
    c.integers(op, &op.operands)?;
    c.one_shape(op, &op.operands)?;
    let mask = c.optional(op, "mask");
    let (result, shape) = (c.result(op, 0)?, c.result_shape(op)?);
    Ok(Box::new(move |machine, frame| {
        let values = tile(frame, source)?;
        let mask = mask.map(|slot| tile(frame, slot)).transpose()?;
        if values.any_undef() || mask.is_some_and(Tile::any_undef) {
            return machine.undefined("a histogram of undefined values");
        }
        let mut bins = vec![0; shape.iter().product()];
        for (lane, value) in values.ints().iter().enumerate() {
            if mask.is_some_and(|mask| mask.ints()[lane] == 0) {
                continue;
            }
            // What is outside of the bins is not counted.
            let bin = usize::try_from(*value).ok().and_then(|bin| bins.get_mut(bin));
            bin.into_iter().for_each(|count| *count += 1);
        }
        frame[result] = Value::Tile(Tile::from_ints(&shape, bins));
        Ok(())
    }))
}
