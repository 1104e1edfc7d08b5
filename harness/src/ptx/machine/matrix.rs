//! Matrix instructions: brings registers and shared memory to them, and gathers the four warps of a
//! warp group.
//!
//! A product of a warp group is computed when the last of its warps comes. What it reads stays
//! marked as read until a wait, and what it writes as in flight, so that a missing wait is seen
//! whatever the schedule.

use super::access::OFFSET;
use super::clock::{Clock, Epoch};
use super::cluster::State;
use super::code::{Step, Value};
use super::global::GlobalMemory;
use super::in_flight;
use super::run::{Flow, Machine};
use super::shared::{Accessor, Shared};
use super::stop::{Stop, StopKind};
use super::warp::Warp;
use crate::ptx::decode::Matrix;
use crate::ptx::lanes::{Lanes, WARP};
use crate::ptx::matrix::{
    Bytes, GlobalBytes, GroupFactor, GroupProduct, MatrixError, Product, group_multiply,
    load_matrices, multiply, store_matrices, transpose_matrix,
};
use crate::ptx::types::Type;

/// Warps of a warp group.
const GROUP: usize = 4;

/// Rows of the small matrices that `stmatrix` stores, and the bytes of one.
const ROWS: usize = 8;
const ROW: usize = 16;

/// Shared memory as an accessor sees it.
pub(super) struct View<'a> {
    pub(super) shared: &'a mut Shared,
    pub(super) by: Accessor<'a>,
}

impl Bytes for View<'_> {
    type Error = Stop;

    fn load(&mut self, address: u32, size: usize) -> Result<u64, Stop> {
        let mut bytes = [0; 8];
        self.shared.read(u64::from(address & OFFSET), &mut bytes[..size], self.by)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn store(&mut self, address: u32, size: usize, value: u64) -> Result<(), Stop> {
        self.shared.write(u64::from(address & OFFSET), &value.to_le_bytes()[..size], self.by)
    }
}

/// Shared memory for a copy that was checked when it was issued.
pub(super) struct Unchecked<'a>(pub(super) &'a mut Shared);

impl Bytes for Unchecked<'_> {
    type Error = Stop;

    fn load(&mut self, address: u32, size: usize) -> Result<u64, Stop> {
        let mut bytes = [0; 8];
        self.0.peek(u64::from(address & OFFSET), &mut bytes[..size])?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn store(&mut self, address: u32, size: usize, value: u64) -> Result<(), Stop> {
        self.0.poke(u64::from(address & OFFSET), &value.to_le_bytes()[..size])
    }
}

/// Global memory as tensor copies see it.
pub(super) struct Global<'a>(pub(super) &'a mut GlobalMemory);

impl GlobalBytes for Global<'_> {
    type Error = Stop;

    fn load(&mut self, address: u64, size: usize) -> Result<u64, Stop> {
        let mut bytes = [0; 8];
        self.0.read(address, &mut bytes[..size])?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn store(&mut self, address: u64, size: usize, value: u64) -> Result<(), Stop> {
        self.0.write(address, &value.to_le_bytes()[..size])
    }
}

/// What stopped a matrix instruction or a tensor copy.
pub(super) fn stop(error: MatrixError<Stop>) -> Stop {
    match error {
        MatrixError::Unsupported(what) => Stop::unsupported(what),
        MatrixError::Invalid(what) => Stop::undefined(what),
        MatrixError::Memory(stop) => stop,
    }
}

impl Machine<'_> {
    pub(super) fn matrix(
        &mut self,
        warp: &mut Warp,
        step: &Step,
        op: Matrix,
        active: u32,
    ) -> Result<Flow, Stop> {
        match (op, &step.values[..]) {
            (Matrix::Load { shape, count, transposed, packed, .. }, [to, from]) => {
                let addresses = self.addresses(warp, from);
                let mut out = vec![[0; WARP]; items(to).len()];
                let mut view = self.view(warp);
                load_matrices(shape, count, transposed, packed, &addresses, &mut view, &mut out)
                    .map_err(stop)?;
                self.put_all(warp, to, &out, active);
            }
            (Matrix::Store { shape, count, transposed, .. }, [to, from]) => {
                let addresses = self.addresses(warp, to);
                let sources = self.gather(warp, from);
                let block = &mut self.cluster.blocks[warp.id.block];
                // The lanes that give addresses of rows.
                for address in addresses.iter().take(ROWS * count as usize) {
                    block.overwrite(u64::from(*address as u32 & OFFSET), ROW);
                }
                let mut view = self.view(warp);
                store_matrices(shape, count, transposed, &addresses, &sources, &mut view)
                    .map_err(stop)?;
            }
            (Matrix::Transpose, [to, from]) => {
                let bits = transpose_matrix(&self.lanes(warp, from));
                self.put(warp, to, &bits, active);
            }
            (Matrix::Multiply { shape, a_layout, b_layout, d, a, b, c, satfinite }, values) => {
                let [to, left, right, addend] = values else {
                    return Err(Stop::malformed("a product without its factors"));
                };
                let product = Product { shape, a_layout, b_layout, d, a, b, c, satfinite };
                let factors = [left, right, addend].map(|value| self.gather(warp, value));
                let mut out = vec![[0; WARP]; items(to).len()];
                let sums = multiply(&product, &factors[0], &factors[1], &factors[2], &mut out);
                self.state.approximate |= sums.map_err(Stop::unsupported)?.rounded;
                self.put_all(warp, to, &out, active);
            }
            (Matrix::GroupMultiply { .. }, _) => return self.group(warp, step, op),
            (Matrix::GroupFence, _) => {}
            (Matrix::GroupCommit, _) => warp.products += 1,
            (Matrix::GroupWait, [pending]) => {
                let pending = self.lanes(warp, pending)[0] as u32;
                self.group_wait(warp, pending);
            }
            _ => return Err(Stop::malformed("operands that do not fit their matrix instruction")),
        }
        Ok(Flow::Next)
    }

    /// `wgmma.wait_group`: but for so many, the groups of products are done.
    fn group_wait(&mut self, warp: &mut Warp, pending: u32) {
        let done = warp.products.saturating_sub(pending);
        let first = warp.id.index - warp.id.id as usize % GROUP;
        let agent = self.cluster.multiplier(first);
        self.cluster.clocks[warp.id.index].learn(agent, done);
        in_flight::end(warp, done);
    }

    /// Shared memory of the warp's block, as the warp sees it.
    fn view(&mut self, warp: &Warp) -> View<'_> {
        let epoch = self.cluster.epoch(warp.id.index);
        let clock = &self.cluster.clocks[warp.id.index];
        let shared = &mut self.cluster.blocks[warp.id.block].shared;
        View { shared, by: Accessor { epoch, clock, fences: false } }
    }

    /// The registers of an operand that may be a vector.
    fn gather(&self, warp: &Warp, value: &Value) -> Vec<Lanes> {
        items(value).iter().map(|value| self.lanes(warp, value)).collect()
    }

    fn put_all(&self, warp: &mut Warp, to: &Value, bits: &[Lanes], active: u32) {
        for (to, bits) in items(to).iter().zip(bits) {
            self.put(warp, to, bits, active);
        }
    }

    /// `wgmma.mma_async`: waits for the warp group; the last warp computes for all.
    fn group(&mut self, warp: &mut Warp, step: &Step, op: Matrix) -> Result<Flow, Stop> {
        if self.granted(warp).is_some() {
            return Ok(Flow::Next);
        }
        let own = warp.id.id as usize % GROUP;
        let first = warp.id.index - own;
        if warp.id.id as usize - own + GROUP > self.cluster.warps_per_block {
            return Err(Stop::undefined("a product of a warp group that is not whole"));
        }
        let others: Vec<usize> = (first..first + GROUP).filter(|at| *at != warp.id.index).collect();
        if others.iter().any(|at| self.cluster.states[*at] != State::Group) {
            return Ok(self.wait(warp, State::Group));
        }
        let place = |warp: &Warp| {
            warp.frames.last().map(|frame| (frame.procedure, frame.stack.last().map(|top| top.pc)))
        };
        if others.iter().any(|at| place(self.cluster.warp(*at)) != place(warp)) {
            let what = "the warps of a warp group come to different products";
            return Err(Stop::new(StopKind::ConvergenceHazard, what));
        }
        self.group_product(warp, step, op, first)?;
        for at in others {
            self.cluster.granted[at] = Some(0);
            self.cluster.states[at] = State::Ready;
        }
        Ok(Flow::Next)
    }

    fn group_product(
        &mut self,
        warp: &mut Warp,
        step: &Step,
        op: Matrix,
        first: usize,
    ) -> Result<(), Stop> {
        let Matrix::GroupMultiply { shape, d, a, b, satfinite, a_in_registers } = op else {
            return Err(Stop::malformed("no product of a warp group"));
        };
        let [to, left, right, accumulate, more @ ..] = &step.values[..] else {
            return Err(Stop::malformed("a product without its factors"));
        };
        let number = |at: usize| more.get(at).map_or(0, |value| self.lanes(warp, value)[0] as i32);
        let is_half = matches!(a, Type::F16 | Type::Bf16);
        let product = GroupProduct {
            shape,
            d,
            a,
            b,
            satfinite,
            accumulate: self.lanes(warp, accumulate)[0] & 1 == 1,
            negate_a: number(0) < 0,
            negate_b: number(1) < 0,
            transpose_a: is_half && !a_in_registers && number(2) == 1,
            transpose_b: is_half && number(if a_in_registers { 2 } else { 3 }) == 1,
        };
        let member = |at: usize| {
            if first + at == warp.id.index { &*warp } else { self.cluster.warp(first + at) }
        };
        let mut results: [Vec<Lanes>; GROUP] =
            std::array::from_fn(|at| self.gather(member(at), to));
        let factors: [Vec<Lanes>; GROUP] = std::array::from_fn(|at| match a_in_registers {
            true => self.gather(member(at), left),
            false => Vec::new(),
        });
        let factor = match a_in_registers {
            true => GroupFactor::Registers(std::array::from_fn(|at| &factors[at][..])),
            false => GroupFactor::Descriptor(self.lanes(warp, left)[0]),
        };
        let descriptor = self.lanes(warp, right)[0];
        let clock = self.known_to_all(first);
        let group = warp.products + 1;
        let epoch = Epoch::new(self.cluster.multiplier(first), group).through_proxy();
        let by = Accessor { epoch, clock: &clock, fences: self.options.fences };
        let shared = &mut self.cluster.blocks[warp.id.block].shared;
        let mut view = View { shared, by };
        let sums = group_multiply(&product, factor, descriptor, &mut view, &mut results);
        self.state.approximate |= sums.map_err(stop)?.rounded;
        self.put_sums(warp, to, first, &results, group);
        Ok(())
    }

    /// What one of the warps of a group does not know is not done for all of them.
    fn known_to_all(&self, first: usize) -> Clock {
        let mut clock = self.cluster.clocks[first].clone();
        for at in 1..GROUP {
            clock.meet(&self.cluster.clocks[first + at]);
        }
        clock
    }

    /// Writes what a product gives to the registers of each warp, where it is in flight.
    fn put_sums(
        &mut self,
        warp: &mut Warp,
        to: &Value,
        first: usize,
        sums: &[Vec<Lanes>; GROUP],
        group: u32,
    ) {
        let mut others = std::mem::take(&mut self.cluster.warps);
        for (at, bits) in sums.iter().enumerate() {
            let member = others[first + at].as_deref_mut().unwrap_or(warp);
            self.put_all(member, to, bits, u32::MAX);
            in_flight::begin(member, to, group);
        }
        self.cluster.warps = others;
    }
}

/// The elements of a vector; otherwise the operand alone.
pub(super) fn items(value: &Value) -> &[Value] {
    match value {
        Value::Vector(items) => items,
        value => std::slice::from_ref(value),
    }
}
