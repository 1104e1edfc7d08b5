//! Shared memory, its views, and `cp.async`.
//!
//! Strict asynchrony: a copy lands when a wait demands it and not before, so a read of an element
//! that is still in flight is a race, and so is a write to an element that an asynchronous product
//! may still read.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::tensor::{Domain, Kind, Tile};

use super::super::attribute::Attribute;
use super::super::ir::Operation;
use super::super::types::Type;
use super::compile::{Compiler, malformed, unsupported};
use super::dot::zeros;
use super::machine::{Machine, Outcome, Value, tile, view};
use super::tt_memory::pointee;
use super::tt_program::nothing;
use super::tt_shape::pick;
use super::{Built, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("ttg.local_alloc", allocate),
        ("ttg.local_dealloc", nothing),
        ("ttg.local_load", load),
        ("ttg.local_store", store),
        ("ttg.memdesc_index", index),
        ("ttg.memdesc_subslice", subslice),
        ("ttg.memdesc_trans", transpose),
        ("ttg.memdesc_reshape", reshape),
        ("ttg.memdesc_reinterpret", reinterpret),
        ("ttg.async_copy_global_to_local", copy),
        ("ttg.async_commit_group", commit),
        ("ttg.async_wait", wait),
    ]
}

/// A view: which elements of an allocation, in which order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct View {
    pub(super) allocation: usize,
    pub(super) shape: Vec<usize>,
    strides: Vec<usize>,
    pub(super) offset: usize,
}

impl View {
    /// Element numbers of the lanes, row-major.
    fn lanes(&self) -> Vec<usize> {
        let mut lanes = vec![self.offset];
        for (size, stride) in self.shape.iter().zip(&self.strides) {
            let step = |lane: &usize| {
                let lane = *lane;
                (0..*size).map(move |i| lane + i * stride)
            };
            lanes = lanes.iter().flat_map(step).collect();
        }
        lanes
    }

    fn row_major(shape: &[usize]) -> Vec<usize> {
        let mut strides = vec![1; shape.len()];
        for i in (1..shape.len()).rev() {
            strides[i - 1] = strides[i] * shape[i];
        }
        strides
    }
}

struct Allocation<D: Domain> {
    /// One dimension.
    values: Tile<D>,
    /// Copies in flight to each element.
    flying: Vec<u8>,
    /// Asynchronous reads of each element.
    reading: Vec<u8>,
}

/// A copy that has not landed.
pub(super) struct Flight<D: Domain> {
    allocation: usize,
    lanes: Vec<usize>,
    values: Tile<D>,
}

/// Shared memory of a program instance.
pub(super) struct Shared<D: Domain> {
    allocations: Vec<Allocation<D>>,
    open: Vec<Flight<D>>,
    groups: VecDeque<Vec<Flight<D>>>,
    reads: VecDeque<Vec<Arc<View>>>,
    pub(super) barriers: std::collections::HashMap<(usize, usize), super::barrier::Barrier<D>>,
}

impl<D: Domain> Default for Shared<D> {
    fn default() -> Self {
        Shared {
            allocations: Vec::new(),
            open: Vec::new(),
            groups: VecDeque::new(),
            reads: VecDeque::new(),
            barriers: Default::default(),
        }
    }
}

/// One tile with some lanes replaced.
fn replace<D: Domain>(whole: &Tile<D>, lanes: &[usize], values: &Tile<D>) -> Tile<D> {
    let mut flags = whole.undef().map_or_else(|| vec![false; whole.len()], <[bool]>::to_vec);
    for (i, lane) in lanes.iter().enumerate() {
        flags[*lane] = values.undef().is_some_and(|undef| undef[i]);
    }
    fn put<T: Copy>(whole: &[T], lanes: &[usize], values: &[T]) -> Vec<T> {
        let mut all = whole.to_vec();
        lanes.iter().zip(values).for_each(|(lane, value)| all[*lane] = *value);
        all
    }
    let tile = if whole.is_float() {
        Tile::from_floats(whole.shape(), put(whole.floats(), lanes, values.floats()))
    } else {
        Tile::from_ints(whole.shape(), put(whole.ints(), lanes, values.ints()))
    };
    tile.with_undef_flags(Some(flags))
}

impl<D: Domain> Shared<D> {
    /// New memory with undefined content.
    pub(super) fn allocate(&mut self, kind: Kind, shape: &[usize]) -> View {
        let count = shape.iter().product();
        let values = zeros(&[count], kind).with_undef(0..count);
        let (flying, reading) = (vec![0; count], vec![0; count]);
        self.allocations.push(Allocation { values, flying, reading });
        let allocation = self.allocations.len() - 1;
        View { allocation, shape: shape.to_vec(), strides: View::row_major(shape), offset: 0 }
    }

    /// Marks elements that an asynchronous product reads until [`Shared::end_reads`].
    pub(super) fn begin_read(&mut self, views: Vec<Arc<View>>) {
        self.count_reads(&views, u8::saturating_add);
        self.reads.push_back(views);
    }

    pub(super) fn end_reads(&mut self, left: usize) {
        while self.reads.len() > left {
            if let Some(views) = self.reads.pop_front() {
                self.count_reads(&views, u8::saturating_sub);
            }
        }
    }

    fn count_reads(&mut self, views: &[Arc<View>], change: fn(u8, u8) -> u8) {
        for view in views {
            let reading = &mut self.allocations[view.allocation].reading;
            view.lanes().into_iter().for_each(|lane| reading[lane] = change(reading[lane], 1));
        }
    }

    /// Lets a copy land.
    pub(super) fn land(&mut self, flight: Flight<D>) {
        let memory = &mut self.allocations[flight.allocation];
        memory.values = replace(&memory.values, &flight.lanes, &flight.values);
        for lane in flight.lanes {
            memory.flying[lane] = memory.flying[lane].saturating_sub(1);
        }
    }
}

impl<D: Domain> Machine<'_, D> {
    /// What a view holds.
    pub(super) fn read_view(&mut self, view: &View) -> Outcome<Tile<D>> {
        let lanes = view.lanes();
        let memory = &self.shared.allocations[view.allocation];
        if lanes.iter().any(|lane| memory.flying[*lane] > 0) {
            return self.race("shared memory is read before an asynchronous copy has landed");
        }
        Ok(pick(&memory.values, &view.shape, &lanes))
    }

    fn check_write(&self, view: &View, lanes: &[usize]) -> Outcome {
        let memory = &self.shared.allocations[view.allocation];
        if lanes.iter().any(|lane| memory.flying[*lane] > 0) {
            return self.race("shared memory is written while an asynchronous copy is in flight");
        }
        if lanes.iter().any(|lane| memory.reading[*lane] > 0) {
            return self.race("shared memory is written while an asynchronous product reads it");
        }
        Ok(())
    }

    /// Writes a tile into a view.
    pub(super) fn write_view(&mut self, view: &View, values: &Tile<D>) -> Outcome {
        let lanes = view.lanes();
        self.check_write(view, &lanes)?;
        let memory = &mut self.shared.allocations[view.allocation];
        memory.values = if lanes.len() == memory.values.len() && view.offset == 0 {
            // The whole allocation: no element is kept.
            match view.strides == View::row_major(&view.shape) {
                true => values.reshape(&[lanes.len()]),
                false => replace(&memory.values, &lanes, values),
            }
        } else {
            replace(&memory.values, &lanes, values)
        };
        Ok(())
    }

    /// Starts a copy into a view; it lands when it is told to.
    pub(super) fn start_copy(&mut self, view: &View, values: Tile<D>) -> Outcome<Flight<D>> {
        let lanes = view.lanes();
        self.check_write(view, &lanes)?;
        let memory = &mut self.shared.allocations[view.allocation];
        for lane in &lanes {
            memory.flying[*lane] = memory.flying[*lane].saturating_add(1);
        }
        Ok(Flight { allocation: view.allocation, lanes, values })
    }
}

pub(super) fn allocate<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (kind, shape) = (c.result_kind(op)?, c.result_shape(op)?);
    c.transfer(op, op.operand("src"), op.results.first().copied())?;
    let (source, result) = (c.optional(op, "src"), c.result(op, 0)?);
    let token = op.results.get(1).map(|value| c.slot(*value));
    Ok(Box::new(move |machine, frame| {
        let view = machine.shared.allocate(kind, &shape);
        if let Some(source) = source {
            machine.write_view(&view, tile(frame, source)?)?;
        }
        frame[result] = Value::View(Arc::new(view));
        if let Some(token) = token {
            frame[token] = Value::Token;
        }
        Ok(())
    }))
}

pub(super) fn load<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    c.transfer(op, op.operands.first().copied(), op.results.first().copied())?;
    let (source, result) = (c.operand(op, 0)?, c.result(op, 0)?);
    let token = op.results.get(1).map(|value| c.slot(*value));
    Ok(Box::new(move |machine, frame| {
        let view = view(frame, source)?;
        frame[result] = Value::Tile(machine.read_view(&view)?);
        if let Some(token) = token {
            frame[token] = Value::Token;
        }
        Ok(())
    }))
}

fn store<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    c.transfer(op, op.operands.first().copied(), op.operands.get(1).copied())?;
    let (source, target) = (c.operand(op, 0)?, c.operand(op, 1)?);
    Ok(Box::new(move |machine, frame| {
        let view = view(frame, target)?;
        machine.write_view(&view, tile(frame, source)?)
    }))
}

/// An operation that makes a view of a view.
fn viewed<D: Domain>(
    c: &mut Compiler<'_, D>,
    op: &Operation,
    f: impl Fn(&View) -> Option<View> + Send + Sync + 'static,
) -> Built<D> {
    let (source, result) = (c.operand(op, 0)?, c.result(op, 0)?);
    let name = op.name.as_str().to_owned();
    Ok(Box::new(move |_, frame| {
        let made = f(&*view(frame, source)?).ok_or_else(|| unsupported(&name))?;
        frame[result] = Value::View(Arc::new(made));
        Ok(())
    }))
}

fn index<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (source, at) = (c.operand(op, 0)?, c.operand(op, 1)?);
    let (result, shape) = (c.result(op, 0)?, c.result_shape(op)?);
    Ok(Box::new(move |machine, frame| {
        let from = view(frame, source)?;
        let at = machine.decision(tile(frame, at)?, "a buffer's index")?;
        let at = usize::try_from(at).ok().filter(|at| from.shape.first().is_some_and(|n| at < n));
        let Some(at) = at else {
            return machine.undefined("a buffer's index is out of bounds");
        };
        if from.shape[1..] != shape {
            return Err(unsupported("ttg.memdesc_index of this shape"));
        }
        frame[result] = Value::View(Arc::new(View {
            allocation: from.allocation,
            shape: shape.clone(),
            strides: from.strides[1..].to_vec(),
            offset: from.offset + at * from.strides[0],
        }));
        Ok(())
    }))
}

fn subslice<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let offsets = op.attribute("offsets").and_then(Attribute::as_integers);
    let offsets = offsets.ok_or_else(|| malformed(op, "lacks its offsets"))?;
    let shape = c.result_shape(op)?;
    viewed(c, op, move |from| {
        let mut offset = from.offset;
        let parts = offsets.iter().zip(&shape).zip(from.shape.iter().zip(&from.strides));
        for ((start, size), (whole, stride)) in parts {
            let start = usize::try_from(*start).ok()?;
            if start + size > *whole {
                return None;
            }
            offset += start * stride;
        }
        let same_rank = shape.len() == from.shape.len();
        same_rank.then(|| View { shape: shape.clone(), offset, ..from.clone() })
    })
}

fn transpose<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let order = op.attribute("order").and_then(Attribute::as_integers);
    let order = order.ok_or_else(|| malformed(op, "lacks its order"))?;
    viewed(c, op, move |from| {
        let axes: Option<Vec<usize>> =
            order.iter().map(|axis| usize::try_from(*axis).ok()).collect();
        let axes = axes.filter(|axes| axes.iter().all(|axis| *axis < from.shape.len()))?;
        Some(View {
            shape: axes.iter().map(|axis| from.shape[*axis]).collect(),
            strides: axes.iter().map(|axis| from.strides[*axis]).collect(),
            ..from.clone()
        })
    })
}

fn reshape<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let shape = c.result_shape(op)?;
    viewed(c, op, move |from| {
        let dense = from.strides == View::row_major(&from.shape);
        let strides = View::row_major(&shape);
        dense.then(|| View { shape: shape.clone(), strides, ..from.clone() })
    })
}

/// The same view by another type: across shapes, elements or layouts it depends on the bytes.
fn reinterpret<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (from, to) = match (op.operands.first(), op.results.first()) {
        (Some(from), Some(to)) => (c.module.ty(*from), c.module.ty(*to)),
        _ => return Err(malformed(op, "lacks an operand or a result")),
    };
    let layout = |ty: &Type| ty.encoding().map(|encoding| c.module.resolve(encoding).clone());
    let same = from.shape() == to.shape() && from.element() == to.element();
    if !same || layout(from) != layout(to) {
        return Err(unsupported(op.name.as_str()));
    }
    viewed(c, op, |view| Some(view.clone()))
}

fn copy<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let kind = pointee(c, op, 0)?;
    c.transfer(op, op.operand("other"), op.operand("result"))?;
    c.one_shape(op, &op.operands)?;
    if c.operand_kind(op, 1)? != kind {
        return Err(malformed(op, "mixes element types"));
    }
    let (pointer, target) = (c.operand(op, 0)?, c.operand(op, 1)?);
    let (mask, other) = (c.optional(op, "mask"), c.optional(op, "other"));
    let result = c.result(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        let mask = mask.map(|slot| tile(frame, slot)).transpose()?;
        let other = other.map(|slot| tile(frame, slot)).transpose()?;
        let values = machine.load_tile(kind, tile(frame, pointer)?, mask, other)?;
        let flight = machine.start_copy(&*view(frame, target)?, values)?;
        machine.shared.open.push(flight);
        frame[result] = Value::Token;
        Ok(())
    }))
}

fn commit<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let result = c.result(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        let group = std::mem::take(&mut machine.shared.open);
        machine.shared.groups.push_back(group);
        frame[result] = Value::Token;
        Ok(())
    }))
}

/// All groups but the last `num` land.
fn wait<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let left = usize::try_from(c.integer(op, "num")?).unwrap_or(0);
    let result = c.result(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        while machine.shared.groups.len() > left {
            for flight in machine.shared.groups.pop_front().unwrap_or_default() {
                machine.shared.land(flight);
            }
        }
        frame[result] = Value::Token;
        Ok(())
    }))
}
