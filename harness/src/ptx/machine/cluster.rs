//! The blocks of a cluster, which run together: their shared memory, barriers, and what each warp
//! waits for.

use std::collections::BTreeMap;

use super::clock::{Clock, Epoch};
use super::shared::Shared;
use super::warp::Warp;
use crate::ptx::matrix::TensorMap;

/// What a warp waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Ready,
    /// A named barrier of its block.
    Barrier(usize),
    Cluster,
    /// An mbarrier: block and offset.
    Mbarrier(usize, u32),
    /// The other warps of its warp group.
    Group,
    Done,
}

/// A named barrier of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Named {
    /// Threads that have come.
    pub(super) arrived: u32,
    /// How many are expected; 0 while none has come or if it is all.
    pub(super) expected: u32,
    /// Warps that wait.
    pub(super) waiting: Vec<usize>,
    pub(super) clock: Clock,
    pub(super) count: u64,
    pub(super) all: bool,
}

/// An mbarrier.
#[derive(Clone, Debug)]
pub(super) struct Mbarrier {
    /// Arrivals of a phase.
    pub(super) expected: i64,
    /// Arrivals that are still to come.
    pub(super) pending: i64,
    /// Bytes that are still to come.
    pub(super) bytes: i64,
    /// Phases that have completed.
    pub(super) phase: u64,
    /// What those know who have arrived in this phase.
    pub(super) gathered: Clock,
    /// What those know who waited for the last one.
    pub(super) released: Clock,
    /// Who initialized it.
    pub(super) made: Epoch,
}

/// A block.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// Its index in the grid.
    pub(super) id: [u32; 3],
    pub(super) shared: Shared,
    pub(super) barriers: Vec<Named>,
    pub(super) mbarriers: BTreeMap<u32, Mbarrier>,
    /// Loads issued by each of the agents that stand for tensor loads.
    pub(super) loads: Vec<u32>,
}

/// A bulk copy into shared memory that has not landed.
#[derive(Clone, Debug)]
pub(super) struct Landing {
    /// The block and the offset of the destination.
    pub(super) block: usize,
    pub(super) to: u64,
    pub(super) source: Source,
    /// Block and offset of the mbarrier that is told.
    pub(super) mbarrier: (usize, u32),
    pub(super) bytes: u32,
    /// Who writes.
    pub(super) agent: usize,
    pub(super) time: u32,
}

/// What a bulk copy reads.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Global(u64),
    /// Shared memory of a block.
    Shared(usize, u64),
    Tensor {
        map: Box<TensorMap>,
        coordinates: Vec<i32>,
        gather: bool,
    },
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Cluster {
    pub(super) blocks: Vec<Block>,
    pub(super) warps: Vec<Warp>,
    pub(super) states: Vec<State>,
    /// What an instruction that waited was given, for when it is executed again.
    pub(super) granted: Vec<Option<u64>>,
    pub(super) clocks: Vec<Clock>,
    pub(super) landings: Vec<Landing>,
    /// The cluster's barrier: warps that have come, phases that completed.
    pub(super) arrived: usize,
    pub(super) phase: u64,
    pub(super) gathered: Clock,
    pub(super) released: Clock,
    /// Position in the grid of clusters.
    pub(super) id: [u32; 3],
    pub(super) warps_per_block: usize,
}

/// Agents that stand for the tensor loads of a block, by mbarrier.
pub(super) const LOADERS: usize = 8;

impl Cluster {
    /// The agent of a warp's `cp.async`.
    pub(super) fn copier(&self, warp: usize) -> usize {
        self.states.len() + warp
    }

    /// The agent of a warp's bulk stores.
    pub(super) fn bulk(&self, warp: usize) -> usize {
        2 * self.states.len() + warp
    }

    /// The agent of the products of the warp group that begins with a warp.
    pub(super) fn multiplier(&self, warp: usize) -> usize {
        3 * self.states.len() + warp
    }

    /// The agent of the tensor loads that tell an mbarrier of a block.
    pub(super) fn loader(&self, block: usize, mbarrier: u32) -> usize {
        4 * self.states.len() + block * LOADERS + mbarrier as usize / 8 % LOADERS
    }

    /// How many agents a cluster has.
    pub(super) fn agents(blocks: usize, warps: usize) -> usize {
        4 * blocks * warps + blocks * LOADERS
    }

    /// The epoch of what a warp does now.
    pub(super) fn epoch(&self, warp: usize) -> Epoch {
        Epoch::new(warp, self.clocks[warp].seen[warp])
    }

    /// A warp has told others what it knows: what it does from now on is news.
    pub(super) fn tick(&mut self, warp: usize) {
        self.clocks[warp].seen[warp] += 1;
    }

    /// The warps of a block that have not ended.
    pub(super) fn live(&self, block: usize) -> usize {
        let first = block * self.warps_per_block;
        let states = &self.states[first..first + self.warps_per_block];
        states.iter().filter(|state| **state != State::Done).count()
    }

    /// Lets every warp go on that waits for something.
    pub(super) fn wake(&mut self, waited: State) {
        for state in &mut self.states {
            if *state == waited {
                *state = State::Ready;
            }
        }
    }
}
