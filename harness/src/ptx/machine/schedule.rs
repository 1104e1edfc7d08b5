//! Which warp goes on, where it goes on, and what happens when none can.

use super::clock::Clock;
use super::cluster::{Block, Cluster, Named, State};
use super::run::{Flow, Machine};
use super::shared::Shared;
use super::stop::{Stop, StopKind};
use super::warp::{Frame, Warp, WarpId};
use crate::ptx::lanes::{ALL, WARP, lanes_of};
use crate::ptx::program::Operand;

/// The most instructions that a warp executes before another one may go on.
const TURN: usize = 256;

/// Named barriers of a block.
const BARRIERS: usize = 16;

/// The most threads of a block.
const THREADS: u32 = 1024;

/// How many there are along three axes; the greatest number where there are more.
fn count(along: [u32; 3]) -> u32 {
    along.into_iter().fold(1, u32::saturating_mul)
}

impl Machine<'_> {
    /// Runs the blocks of a cluster to their end.
    pub(super) fn execute_cluster(&mut self, id: [u32; 3], parameters: &[u8]) -> Result<(), Stop> {
        self.start(id, parameters)?;
        loop {
            let states = &self.cluster.states;
            let ready = states.iter().filter(|state| **state == State::Ready).count();
            if ready > 0 {
                let chosen = self.random.index(ready);
                let states = self.cluster.states.iter().enumerate();
                let mut ready = states.filter(|(_, state)| **state == State::Ready);
                let (index, _) = ready.nth(chosen).expect("invariant: there are so many");
                self.turn(index)?;
            } else if !self.land()? {
                let states = &self.cluster.states;
                return match states.iter().all(|state| *state == State::Done) {
                    true => Ok(()),
                    false => Err(self.deadlock()),
                };
            }
        }
    }

    fn start(&mut self, id: [u32; 3], parameters: &[u8]) -> Result<(), Stop> {
        let threads = count(self.threads());
        let blocks = self.options.cluster.max(1) as usize;
        if threads == 0 || threads > THREADS {
            return Err(Stop::malformed(format!("{threads} threads in a block")));
        }
        if let Some(cluster) = self.code.cluster
            && count(cluster) as usize != blocks
        {
            return Err(Stop::malformed(format!("{blocks} blocks in a cluster of {cluster:?}")));
        }
        let warps = threads.div_ceil(WARP as u32) as usize;
        let agents = Cluster::agents(blocks, warps);
        let mut cluster = Cluster {
            states: vec![State::Ready; blocks * warps],
            granted: vec![None; blocks * warps],
            clocks: vec![Clock::new(agents); blocks * warps],
            gathered: Clock::new(agents),
            released: Clock::new(agents),
            id,
            warps_per_block: warps,
            ..Cluster::default()
        };
        let mut before = std::mem::take(&mut self.cluster.blocks);
        for rank in 0..blocks {
            let shared = match before.pop() {
                Some(block) => block.shared.renewed(&self.garbage),
                None => Shared::new(&self.garbage, blocks * warps),
            };
            let named = Named { all: true, ..Named::default() };
            cluster.blocks.push(Block {
                id: [id[0] * blocks as u32 + rank as u32, id[1], id[2]],
                shared,
                barriers: vec![named; BARRIERS],
                ..Block::default()
            });
            for of_block in 0..warps {
                let index = rank * warps + of_block;
                let id = WarpId { index, block: rank, id: of_block as u32 };
                let left = threads as usize - of_block * WARP;
                let mask = if left >= WARP { ALL } else { (1 << left) - 1 };
                cluster.clocks[index].learn(index, 1);
                cluster.warps.push(Some(Box::new(self.warp(id, mask, parameters))));
            }
        }
        self.cluster = cluster;
        Ok(())
    }

    fn warp(&mut self, id: WarpId, mask: u32, parameters: &[u8]) -> Warp {
        let entry = self.code.entry;
        let procedure = &self.code.procedures[entry];
        let registers = self.registers.pop().unwrap_or_default();
        let mut frame = Frame::new(entry, procedure, registers, mask, 0);
        for lane in frame.parameters.chunks_exact_mut(parameters.len().max(1)) {
            lane.copy_from_slice(parameters);
        }
        frame.is_uniform = true;
        let local = match procedure.local_bytes {
            0 => Vec::new(),
            bytes => vec![vec![0; bytes as usize]; WARP],
        };
        Warp { id, frames: vec![frame], exited: !mask, local, ..Warp::default() }
    }

    /// Lets a warp execute some instructions.
    fn turn(&mut self, index: usize) -> Result<(), Stop> {
        let mut warp = self.cluster.warps[index].take().expect("invariant: it does not execute");
        let mut result = Ok(());
        for _ in 0..=self.random.index(TURN) {
            if !self.settle(&mut warp) {
                result = self.retire(&warp);
                break;
            }
            if self.steps >= self.limit {
                let what = format!("more than {} instructions", self.options.steps);
                result = Err(Stop::new(StopKind::StepLimit, what));
                break;
            }
            self.steps += 1;
            match self.step(&mut warp) {
                Ok(Flow::Next) => warp.frame().top().pc += 1,
                Ok(Flow::Jumped) => {}
                Ok(Flow::Yield) => {
                    warp.frame().top().pc += 1;
                    break;
                }
                Ok(Flow::Wait) => break,
                Err(stop) => {
                    result = Err(stop);
                    break;
                }
            }
        }
        let result = result.map_err(|stop| self.locate(stop, &warp));
        self.cluster.warps[index] = Some(warp);
        result
    }

    /// Brings the lanes that go on next to the top; false if there are none.
    fn settle(&mut self, warp: &mut Warp) -> bool {
        loop {
            let live = warp.live();
            let Some(frame) = warp.frames.last_mut() else { return false };
            let end = self.code.procedures[frame.procedure].steps.len() as u32;
            match frame.stack.last() {
                None => self.leave(warp),
                Some(entry) if entry.mask & live == 0 || entry.pc == entry.until => {
                    frame.stack.pop();
                }
                Some(entry) if entry.pc >= end => {
                    frame.returned |= entry.mask;
                    frame.stack.pop();
                }
                Some(_) => return true,
            }
        }
    }

    /// Goes back to the caller, with the results.
    fn leave(&mut self, warp: &mut Warp) {
        let Some(mut done) = warp.frames.pop() else { return };
        let callee = &self.code.procedures[done.procedure];
        for local in &mut warp.local {
            local.truncate(done.local_base);
        }
        let Some(caller) = warp.frames.last_mut() else {
            self.registers.push(done.registers);
            warp.exited = ALL;
            return;
        };
        let procedure = &self.code.procedures[caller.procedure];
        let at = caller.top().pc as usize;
        caller.top().pc += 1;
        let Some(Operand::Vector(results)) = procedure.steps[at].operands.first() else { return };
        for (result, slot) in results.iter().zip(&callee.returns) {
            for lane in lanes_of(done.mask) {
                let size = slot.size as usize;
                let from = u64::from(slot.offset);
                let Ok(bytes) = done.parameter(lane, from, size) else { continue };
                match result {
                    Operand::Symbol(symbol) => {
                        let to = procedure.slot(*symbol).map_or(0, |slot| u64::from(slot.offset));
                        if let Ok(place) = caller.parameter(lane, to, size) {
                            place.copy_from_slice(bytes);
                        }
                    }
                    Operand::Register(register) => {
                        let mut whole = [0; 8];
                        let length = size.min(8);
                        whole[..length].copy_from_slice(&bytes[..length]);
                        let keep = procedure.keep[register.0 as usize];
                        caller.registers[register.0 as usize][lane] =
                            u64::from_le_bytes(whole) & keep;
                    }
                    _ => {}
                }
            }
        }
    }

    /// A warp has ended.
    fn retire(&mut self, warp: &Warp) -> Result<(), Stop> {
        self.cluster.states[warp.id.index] = State::Done;
        let unread = (0..WARP).any(|lane| warp.bulk_read[lane] < warp.bulk_committed[lane]);
        if warp.bulk_open != 0 || unread {
            let what = "the kernel ends while an asynchronous store reads shared memory";
            return Err(Stop::undefined(what));
        }
        for barrier in 0..BARRIERS {
            self.complete_barrier(warp.id.block, barrier);
        }
        // It came, and is not counted among those that live any more.
        if warp.cluster_phase == Some(self.cluster.phase) {
            self.cluster.arrived -= 1;
        }
        self.complete_cluster();
        Ok(())
    }

    /// Every warp waits, and nothing is on its way.
    fn deadlock(&self) -> Stop {
        let apart = |warp: &Warp| {
            warp.frames.iter().any(|frame| {
                frame.stack.len() > 1
                    && frame.stack.iter().any(|entry| entry.mask & !warp.exited != 0)
                    && frame.stack.last().map(|top| top.mask & warp.live()) != Some(warp.live())
            })
        };
        // Lanes that are apart may go on one after the other on a GPU.
        if self.cluster.warps.iter().flatten().any(|warp| apart(warp)) {
            return Stop::unsupported("lanes of a warp that wait for each other");
        }
        let waits = self.cluster.states.iter().enumerate().filter_map(|(index, state)| {
            let what = match state {
                State::Barrier(barrier) => format!("barrier {barrier}"),
                State::Cluster => "the cluster's barrier".to_owned(),
                State::Mbarrier(block, at) => format!("the mbarrier at {at} of block {block}"),
                State::Group => "the other warps of its warp group".to_owned(),
                State::Ready | State::Done => return None,
            };
            Some(format!("warp {index} waits for {what}"))
        });
        let stop = Stop::new(StopKind::Deadlock, waits.collect::<Vec<_>>().join(", "));
        let waiting = self.cluster.states.iter().position(|state| *state != State::Done);
        match waiting {
            Some(index) => self.locate(stop, self.cluster.warp(index)),
            None => stop,
        }
    }
}
