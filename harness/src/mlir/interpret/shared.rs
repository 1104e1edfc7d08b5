//! Shared and tensor memory of a program instance.
//!
//! Strict asynchrony: an asynchronous copy puts its values in place where it stands, but it may land
//! at any time until a wait tells its end. So every access that could see the difference (a read or
//! write of an element that is still in flight, a write to one that an asynchronous operation may
//! still read) is a race, and executing one order is enough.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::tensor::{Domain, Kind, Tile};

use super::super::ir::Operation;
use super::barrier::Barrier;
use super::clock::Event;
use super::compile::Compiler;
use super::machine::{Machine, Outcome, Value, tile, view};
use super::order::{History, User};
use super::result::Asynchrony;
use super::view::View;
use super::{Built, Family};

pub(super) fn ops<D: Domain>() -> Family<D> {
    vec![
        ("ttg.local_alloc", allocate),
        ("ttg.local_dealloc", deallocate),
        ("ttg.local_load", load),
        ("ttg.local_store", store),
    ]
}

/// The elements of an allocation.
enum Cells<D: Domain> {
    Int(Vec<i64>),
    Float(Vec<D::Float>),
}

struct Allocation<D: Domain> {
    cells: Cells<D>,
    undefined: Vec<bool>,
    /// How many elements are undefined; most reads need not look at them.
    undefined_count: usize,
    history: History,
    tensor: bool,
    freed: bool,
    /// Where it lies in shared memory, and bytes of an element, if the text says so.
    address: Option<(usize, usize)>,
}

/// Memory of a program instance.
pub(super) struct Shared<D: Domain> {
    allocations: Vec<Allocation<D>>,
    /// Allocations that threads wrote to since the last fence.
    unfenced: Vec<usize>,
    pub(super) barriers: HashMap<(usize, usize), Barrier>,
}

impl<D: Domain> Default for Shared<D> {
    fn default() -> Self {
        Shared { allocations: Vec::new(), unfenced: Vec::new(), barriers: HashMap::new() }
    }
}

fn put<T: Copy>(cells: &mut [T], lanes: &Lanes, values: &[T]) {
    match lanes {
        Lanes::Row(start) => cells[*start..][..values.len()].copy_from_slice(values),
        Lanes::Some(lanes) => lanes.iter().zip(values).for_each(|(lane, v)| cells[*lane] = *v),
    }
}

fn get<T: Copy>(cells: &[T], lanes: &Lanes, count: usize) -> Vec<T> {
    match lanes {
        Lanes::Row(start) => cells[*start..][..count].to_vec(),
        Lanes::Some(lanes) => lanes.iter().map(|lane| cells[*lane]).collect(),
    }
}

/// Elements of an allocation in the order of a view's lanes.
enum Lanes {
    /// One after the other from here.
    Row(usize),
    Some(Vec<usize>),
}

impl Lanes {
    fn of(view: &View) -> Self {
        match view.is_row_major() {
            true => Lanes::Row(view.offset),
            false => Lanes::Some(view.lanes()),
        }
    }
}

impl<D: Domain> Allocation<D> {
    fn new(kind: Kind, count: usize, tensor: bool) -> Self {
        let cells = match kind {
            Kind::Int(_) => Cells::Int(vec![0; count]),
            Kind::Float(_) => Cells::Float(vec![D::constant(0.0); count]),
        };
        let (undefined, history) = (vec![true; count], History::default());
        let (undefined_count, freed, address) = (count, false, None);
        Allocation { cells, undefined, undefined_count, history, tensor, freed, address }
    }

    fn read(&self, view: &View) -> Tile<D> {
        let (lanes, count) = (Lanes::of(view), view.len());
        let tile = match &self.cells {
            Cells::Int(cells) => Tile::from_ints(&view.shape, get(cells, &lanes, count)),
            Cells::Float(cells) => Tile::from_floats(&view.shape, get(cells, &lanes, count)),
        };
        match self.undefined_count {
            0 => tile,
            _ => tile.with_undef_flags(Some(get(&self.undefined, &lanes, count))),
        }
    }

    /// A tile of the view's shape and the allocation's kind.
    fn write(&mut self, view: &View, values: &Tile<D>) {
        let lanes = Lanes::of(view);
        match &mut self.cells {
            Cells::Int(cells) => put(cells, &lanes, values.ints()),
            Cells::Float(cells) => put(cells, &lanes, values.floats()),
        }
        if self.undefined_count == 0 && !values.any_undef() {
            return;
        }
        let defined = || vec![false; values.len()];
        let flags = values.undef().map_or_else(defined, <[bool]>::to_vec);
        put(&mut self.undefined, &lanes, &flags);
        self.undefined_count = self.undefined.iter().filter(|flag| **flag).count();
    }
}

impl<D: Domain> Shared<D> {
    /// New memory with undefined content.
    pub(super) fn allocate(&mut self, kind: Kind, shape: &[usize], tensor: bool) -> View {
        self.allocations.push(Allocation::new(kind, shape.iter().product(), tensor));
        View::whole(self.allocations.len() - 1, shape)
    }
}

impl<D: Domain> Shared<D> {
    /// Where an allocation lies, and bytes of an element.
    pub(super) fn address(&self, allocation: usize) -> Option<(usize, usize)> {
        self.allocations[allocation].address
    }

    /// Whether any of these elements has been written.
    pub(super) fn any_defined(&self, allocation: usize, elements: Range<usize>) -> bool {
        let undefined = &self.allocations[allocation].undefined;
        undefined.get(elements).is_some_and(|flags| flags.contains(&false))
    }
}

impl<D: Domain> Machine<'_, D> {
    /// The event of an asynchronous operation that starts now; under eager asynchrony it is over
    /// at once.
    pub(super) fn launch(&mut self) -> Event {
        match self.options.asynchrony {
            Asynchrony::Strict => self.order.launch(),
            Asynchrony::Eager => self.order.now(self.agent),
        }
    }

    /// Notes an access, which must be ordered after those that it conflicts with.
    fn touch(&mut self, view: &View, user: User, event: Event, write: bool) -> Outcome {
        let access = self.order.access(self.agent, user, event, view.footprint(), write);
        let memory = &mut self.shared.allocations[view.allocation];
        if memory.freed {
            return self.undefined("memory is used after it was freed");
        }
        if user == User::Threads && write && !memory.tensor {
            self.shared.unfenced.push(view.allocation);
        }
        let missing = self.fences.missing();
        if let Err((kind, reason)) = memory.history.add(&self.order, access, &mut self.fences) {
            return self.race(kind, reason);
        }
        if let Some(address) = memory.address {
            self.place(view, address, (user, event, write))?;
        }
        if self.fences.missing() > missing {
            return self.unfenced();
        }
        Ok(())
    }

    /// A fence between the threads' writes and the asynchronous reads that follow.
    pub(super) fn fence(&mut self) {
        let clock = &self.order.agents[self.agent].clock;
        for allocation in std::mem::take(&mut self.shared.unfenced) {
            self.shared.allocations[allocation].history.fence(clock);
        }
    }

    /// What a view holds, read by the threads.
    pub(super) fn read_view(&mut self, view: &View) -> Outcome<Tile<D>> {
        self.pause()?;
        let now = self.order.now(self.agent);
        self.read_as(view, User::Threads, now)
    }

    /// What a view holds, read by an operation that ends with the event.
    pub(super) fn read_as(&mut self, view: &View, user: User, event: Event) -> Outcome<Tile<D>> {
        self.touch(view, user, event, false)?;
        Ok(self.shared.allocations[view.allocation].read(view))
    }

    /// Writes a tile into a view.
    pub(super) fn write_view(&mut self, view: &View, values: &Tile<D>) -> Outcome {
        self.pause()?;
        let now = self.order.now(self.agent);
        self.write_as(view, values, User::Threads, now)
    }

    /// Writes a tile by an operation that ends with the event.
    pub(super) fn write_as(
        &mut self,
        view: &View,
        values: &Tile<D>,
        user: User,
        event: Event,
    ) -> Outcome {
        self.touch(view, user, event, true)?;
        self.shared.allocations[view.allocation].write(view, values);
        Ok(())
    }
}

pub(super) fn allocate<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let (kind, shape) = (c.result_kind(op)?, c.result_shape(op)?);
    c.transfer(op, op.operand("src"), op.results.first().copied())?;
    let (source, result) = (c.optional(op, "src"), c.result(op, 0)?);
    let token = op.results.get(1).map(|value| c.slot(*value));
    let tensor = op.name.as_str() == "ttng.tmem_alloc";
    // Blocks of a cluster may have an offset each: those are not looked at.
    let offset = c.integer(op, "allocation.offset").ok().and_then(|at| usize::try_from(at).ok());
    Ok(Box::new(move |machine, frame| {
        let view = machine.shared.allocate(kind, &shape, tensor);
        let address = offset.map(|offset| (machine.base + offset, kind.bytes()));
        machine.shared.allocations[view.allocation].address = address;
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

/// What is freed may be used by others at once, so that nothing may be in flight.
fn deallocate<D: Domain>(c: &mut Compiler<'_, D>, op: &Operation) -> Built<D> {
    let source = c.operand(op, 0)?;
    Ok(Box::new(move |machine, frame| {
        let allocation = view(frame, source)?.allocation;
        let memory = &mut machine.shared.allocations[allocation];
        // Passes may free twice what nobody uses in between.
        if let Err((kind, reason)) = memory.history.idle(&machine.order, machine.agent) {
            return machine.race(kind, reason);
        }
        memory.freed = true;
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
