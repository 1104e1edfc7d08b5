//! Barriers of blocks, warps and clusters, and fences.

use super::cluster::State;
use super::code::{Step, Value};
use super::exchange::check_mask;
use super::run::{Flow, Machine};
use super::stop::Stop;
use super::warp::Warp;
use crate::ptx::decode::{Barrier, BarrierReduction, Fence};
use crate::ptx::lanes::{WARP, mask_of};

impl Machine<'_> {
    pub(super) fn barrier(
        &mut self,
        warp: &mut Warp,
        step: &Step,
        op: Barrier,
        active: u32,
    ) -> Result<Flow, Stop> {
        match (op, &step.values[..]) {
            (Barrier::Sync { .. }, [barrier, threads @ ..]) => {
                if self.granted(warp).is_some() {
                    return Ok(Flow::Next);
                }
                self.arrive_and_wait(warp, barrier, threads.first(), active, None)
            }
            (Barrier::Arrive { .. }, [barrier, threads]) => {
                let barrier = self.arrive(warp, barrier, Some(threads), active, None)?;
                self.complete_barrier(warp.id.block, barrier);
                Ok(Flow::Next)
            }
            (Barrier::Reduce { op, .. }, [to, barrier, middle @ .., predicate]) => {
                if let Some(result) = self.granted(warp) {
                    self.put(warp, to, &[reduced(op, result); WARP], active);
                    return Ok(Flow::Next);
                }
                let votes = mask_of(&self.lanes(warp, predicate)) & active;
                self.arrive_and_wait(warp, barrier, middle.first(), active, Some(votes))
            }
            (Barrier::Warp, [mask]) => {
                let masks = self.lanes(warp, mask);
                check_mask(warp, &masks, active)?;
                Ok(Flow::Next)
            }
            (Barrier::ClusterArrive { relaxed, .. }, _) => self.cluster_arrive(warp, relaxed),
            (Barrier::ClusterWait { .. }, _) => self.cluster_wait(warp),
            (Barrier::Fence(fence), _) => {
                // Between threads all is ordered here: warps take turns.
                if matches!(fence, Fence::ProxyAsync { .. } | Fence::MbarrierInit) {
                    self.cluster.clocks[warp.id.index].fence();
                    // What follows is not fenced.
                    self.cluster.tick(warp.id.index);
                }
                Ok(Flow::Next)
            }
            (Barrier::Mbarrier { op, space, .. }, values) => {
                self.mbarrier(warp, values, op, space, active)
            }
            _ => Err(Stop::malformed("operands that do not fit their barrier")),
        }
    }

    /// A warp comes to a named barrier and waits for the others.
    fn arrive_and_wait(
        &mut self,
        warp: &mut Warp,
        barrier: &Value,
        threads: Option<&Value>,
        active: u32,
        votes: Option<u32>,
    ) -> Result<Flow, Stop> {
        let barrier = self.arrive(warp, barrier, threads, active, votes)?;
        self.cluster.blocks[warp.id.block].barriers[barrier].waiting.push(warp.id.index);
        let flow = self.wait(warp, State::Barrier(barrier));
        self.complete_barrier(warp.id.block, barrier);
        Ok(flow)
    }

    /// A warp comes to a named barrier; which one it is.
    fn arrive(
        &mut self,
        warp: &mut Warp,
        barrier: &Value,
        threads: Option<&Value>,
        active: u32,
        votes: Option<u32>,
    ) -> Result<usize, Stop> {
        let first = active.trailing_zeros() as usize;
        let index = self.lanes(warp, barrier)[first] as u32 as usize;
        let threads = threads.map(|value| self.lanes(warp, value)[first] as u32);
        if active != !warp.exited {
            return Err(Stop::unsupported("a barrier for a part of a warp"));
        }
        let all = self.options.threads;
        let block = &mut self.cluster.blocks[warp.id.block];
        let Some(named) = block.barriers.get_mut(index) else {
            return Err(Stop::undefined(format!("barrier {index}")));
        };
        // All threads, said or not, are the same.
        let expected = threads.filter(|count| *count != all).unwrap_or(0);
        if threads.is_some_and(|count| count == 0 || count % WARP as u32 != 0) {
            return Err(Stop::undefined(format!("a barrier for {expected} threads")));
        }
        if named.arrived > 0 && named.expected != expected {
            return Err(Stop::undefined(format!(
                "barrier {index} for {expected} threads by one warp and {} by another (0 is all)",
                named.expected
            )));
        }
        named.expected = expected;
        named.arrived += WARP as u32;
        named.came.push(warp.id.index);
        if let Some(votes) = votes {
            named.count += u64::from(votes.count_ones());
            named.all &= votes == active;
        }
        named.clock.join(&self.cluster.clocks[warp.id.index]);
        self.cluster.tick(warp.id.index);
        Ok(index)
    }

    /// Opens a named barrier if all have come.
    pub(super) fn complete_barrier(&mut self, block: usize, barrier: usize) {
        if self.cluster.blocks[block].barriers[barrier].arrived == 0 {
            return;
        }
        let live = self.cluster.live(block) as u32 * WARP as u32;
        let named = &mut self.cluster.blocks[block].barriers[barrier];
        let states = &self.cluster.states;
        let gone = named.came.iter().filter(|warp| states[**warp] == State::Done).count();
        // Who came and ended is not counted among those that live.
        let all = live + (gone * WARP) as u32;
        let expected = if named.expected == 0 { all } else { named.expected };
        if named.arrived < expected {
            return;
        }
        let result = named.count << 2 | u64::from(named.count > 0) << 1 | u64::from(named.all);
        (named.arrived, named.expected, named.count, named.all) = (0, 0, 0, true);
        named.came.clear();
        let waiting = std::mem::take(&mut named.waiting);
        for warp in waiting {
            self.cluster.clocks[warp].join(&self.cluster.blocks[block].barriers[barrier].clock);
            self.cluster.granted[warp] = Some(result);
            self.cluster.states[warp] = State::Ready;
        }
    }

    fn cluster_arrive(&mut self, warp: &mut Warp, relaxed: bool) -> Result<Flow, Stop> {
        if warp.cluster_phase.is_some() {
            return Err(Stop::undefined("a second arrival at the cluster's barrier with no wait"));
        }
        warp.cluster_phase = Some(self.cluster.phase);
        self.cluster.arrived += 1;
        if !relaxed {
            let clock = &self.cluster.clocks[warp.id.index];
            self.cluster.gathered.join(clock);
            self.cluster.tick(warp.id.index);
        }
        self.complete_cluster();
        Ok(Flow::Next)
    }

    fn cluster_wait(&mut self, warp: &mut Warp) -> Result<Flow, Stop> {
        let Some(phase) = warp.cluster_phase else {
            return Err(Stop::undefined("a wait at the cluster's barrier with no arrival"));
        };
        if self.cluster.phase <= phase {
            return Ok(self.wait(warp, State::Cluster));
        }
        warp.cluster_phase = None;
        self.cluster.clocks[warp.id.index].join(&self.cluster.released);
        Ok(Flow::Next)
    }

    /// Opens the cluster's barrier if all have come.
    pub(super) fn complete_cluster(&mut self) {
        let blocks = self.cluster.blocks.len();
        let live: usize = (0..blocks).map(|block| self.cluster.live(block)).sum();
        if self.cluster.arrived == 0 || self.cluster.arrived < live {
            return;
        }
        self.cluster.arrived = 0;
        self.cluster.phase += 1;
        self.cluster.released.join(&self.cluster.gathered);
        self.cluster.wake(State::Cluster);
    }
}

/// What a reduction gives: the votes are counted above two bits, which say whether all and whether some are
/// for it.
fn reduced(op: BarrierReduction, result: u64) -> u64 {
    match op {
        BarrierReduction::Count => result >> 2,
        BarrierReduction::And => result & 1,
        BarrierReduction::Or => result >> 1 & 1,
    }
}
