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
    /// Warps that have come,
    pub(super) came: Vec<usize>,
    /// and those of them that wait.
    pub(super) waiting: Vec<usize>,
    pub(super) clock: Clock,
    pub(super) count: u64,
    pub(super) all: bool,
}

/// The bytes that an mbarrier takes.
pub(super) const MBARRIER: usize = 8;

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
    /// Mbarriers, by block and offset, that loads into this one tell, each with how many do.
    pub(super) loads: Vec<((usize, u32), u32)>,
}

impl Block {
    /// Bytes are written to: mbarriers there are none any more.
    pub(super) fn overwrite(&mut self, at: u64, size: usize) {
        let first = at.saturating_sub(MBARRIER as u64 - 1) as u32;
        let end = (at as u32).saturating_add(size as u32);
        while let Some((&old, _)) = self.mbarriers.range(first..end).next() {
            self.mbarriers.remove(&old);
        }
    }
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
    /// Those that do not execute: the one that does is apart.
    pub(super) warps: Vec<Option<Box<Warp>>>,
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

/// Mbarriers that loads into a block tell, at most. Each has an agent of its own: a wait for one says
/// nothing of loads that tell another.
pub(super) const LOADERS: usize = 16;

impl Cluster {
    /// A warp that does not execute.
    pub(super) fn warp(&self, index: usize) -> &Warp {
        self.warps[index].as_deref().expect("invariant: it does not execute")
    }

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

    /// The agent of the next load into a block that tells an mbarrier, and its time; none if loads tell
    /// too many.
    pub(super) fn next_load(
        &mut self,
        block: usize,
        mbarrier: (usize, u32),
    ) -> Option<(usize, u32)> {
        let first = 4 * self.states.len() + block * LOADERS;
        let loads = &mut self.blocks[block].loads;
        let slot = match loads.iter().position(|(told, _)| *told == mbarrier) {
            Some(slot) => slot,
            None if loads.len() < LOADERS => {
                loads.push((mbarrier, 0));
                loads.len() - 1
            }
            None => return None,
        };
        loads[slot].1 += 1;
        Some((first + slot, loads[slot].1))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mbarrier_that_loads_tell_has_an_agent() {
        let mut cluster = Cluster {
            blocks: vec![Block::default(), Block::default()],
            states: vec![State::Ready; 2],
            ..Cluster::default()
        };
        assert_eq!(cluster.next_load(1, (1, 0)), Some((8 + LOADERS, 1)));
        // Eight mbarriers further.
        assert_eq!(cluster.next_load(1, (1, 64)), Some((9 + LOADERS, 1)));
        assert_eq!(cluster.next_load(1, (0, 0)), Some((10 + LOADERS, 1)));
        assert_eq!(cluster.next_load(1, (1, 0)), Some((8 + LOADERS, 2)));
        let more = (3..=LOADERS as u32).map(|at| cluster.next_load(1, (0, 8 * at)));
        let more: Vec<_> = more.collect();
        assert_eq!((more.first(), more.last()), (Some(&Some((11 + LOADERS, 1))), Some(&None)));
        assert!(Cluster::agents(2, 1) > 7 + 2 * LOADERS);
    }

    #[test]
    fn what_is_written_to_is_no_mbarrier() {
        let mbarrier = Mbarrier {
            expected: 1,
            pending: 1,
            bytes: 0,
            phase: 0,
            gathered: Clock::default(),
            released: Clock::default(),
            made: Epoch::NEVER,
        };
        let made = [0, 8, 16, 24].map(|at| (at, mbarrier.clone()));
        let mut block = Block { mbarriers: BTreeMap::from(made), ..Block::default() };
        block.overwrite(12, 8);
        assert_eq!(block.mbarriers.keys().copied().collect::<Vec<_>>(), [0, 24]);
        block.overwrite(8, 16);
        assert_eq!(block.mbarriers.len(), 2);
    }
}
