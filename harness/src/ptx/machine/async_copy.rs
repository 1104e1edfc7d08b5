//! Asynchronous copies.
//!
//! A copy claims what it reads and writes when it is issued, in the name of an agent of its own: an
//! access before it has been waited for is a race, whatever the schedule. The data of a copy into
//! shared memory lands as late as it may: at the wait, or when no warp can go on without it.

use super::access::Target;
use super::clock::Epoch;
use super::cluster::{Landing, Source};
use super::code::{Step, Value};
use super::matrix::{Global, Unchecked, stop};
use super::run::{Flow, Machine};
use super::shared::Accessor;
use super::stop::Stop;
use super::warp::{PendingCopy, Warp};
use crate::ptx::decode::{AsyncCopy, BulkTarget, Completion};
use crate::ptx::lanes::{Lanes, WARP, lanes_of};
use crate::ptx::matrix::{BoxCopy, TENSOR_MAP_BYTES, load_box};
use crate::ptx::types::Space;

impl Machine<'_> {
    pub(super) fn async_copy(
        &mut self,
        warp: &mut Warp,
        step: &Step,
        op: AsyncCopy,
        active: u32,
    ) -> Result<Flow, Stop> {
        match (op, &step.values[..]) {
            (AsyncCopy::Copy { source, .. }, [to, from, size, rest @ ..]) => {
                let source = rest.first().filter(|_| source);
                self.issue(warp, (to, from, size, source), active)?;
            }
            (AsyncCopy::Commit, _) => {
                lanes_of(active).for_each(|lane| warp.committed[lane] += 1);
            }
            (AsyncCopy::Wait, [pending]) => {
                let pending = self.lanes(warp, pending)[0];
                let done = warp.committed.map(|count| count.saturating_sub(pending));
                self.land_copies(warp, &done, active)?;
            }
            (AsyncCopy::WaitAll, _) => self.land_all(warp, active)?,
            (AsyncCopy::Arrive { no_increment, space }, [address]) => {
                self.arrive_after_copies(warp, address, space, no_increment, active)?;
            }
            (AsyncCopy::Bulk { multicast: true, .. }, _)
            | (AsyncCopy::TensorLoad { multicast: true, .. }, _) => {
                return Err(Stop::unsupported("a multicast copy"));
            }
            (AsyncCopy::TensorLoad { pair: true, .. }, _) => {
                return Err(Stop::unsupported("a copy for a pair of blocks"));
            }
            (AsyncCopy::Bulk { target, completion, .. }, [to, from, size, rest @ ..]) => {
                self.bulk(warp, (to, from, size, rest.first()), target, completion, active)?;
            }
            (AsyncCopy::TensorLoad { mode, to: space, .. }, [to, tensor, mbarrier, ..]) => {
                self.tensor_load(warp, (to, tensor, mbarrier), mode, space, active)?;
            }
            (AsyncCopy::TensorStore { mode, reduce, .. }, [tensor, from, ..]) => {
                self.tensor_store(warp, tensor, from, mode, reduce, active)?;
            }
            (AsyncCopy::BulkPrefetch, _) => {}
            (AsyncCopy::BulkCommit, _) => commit_bulk(warp, active),
            (AsyncCopy::BulkWait { .. }, [pending]) => {
                self.wait_for_bulk(warp, pending, active);
            }
            (AsyncCopy::TensorMapReplace { field, space, .. }, [map, rest @ ..]) => {
                self.replace(warp, map, rest, field, space, active)?;
            }
            (AsyncCopy::TensorMapCopy { .. }, [to, from, _]) => {
                self.copy_tensor_map(warp, to, from, active)?;
            }
            (op, _) => return Err(Stop::unsupported(format!("{op:?}"))),
        }
        Ok(Flow::Next)
    }

    /// `cp.async.mbarrier.arrive`
    fn arrive_after_copies(
        &mut self,
        warp: &mut Warp,
        address: &Value,
        space: Space,
        no_increment: bool,
        active: u32,
    ) -> Result<(), Stop> {
        self.land_all(warp, active)?;
        let addresses = self.addresses(warp, address);
        for lane in lanes_of(active) {
            let place = self.mbarrier_at(warp, space, addresses[lane])?;
            self.arrive_at(warp, place, i64::from(no_increment))?;
        }
        self.cluster.tick(warp.id.index);
        Ok(())
    }

    /// `cp.async.bulk.wait_group`
    fn wait_for_bulk(&mut self, warp: &mut Warp, pending: &Value, active: u32) {
        let pending = self.lanes(warp, pending)[0];
        let agent = self.cluster.bulk(warp.id.index);
        for lane in lanes_of(active) {
            let done = warp.bulk_committed[lane].saturating_sub(pending);
            warp.bulk_read[lane] = warp.bulk_read[lane].max(done);
        }
        // What any lane has not waited for may still be read.
        let is_behind = |lane: &usize| {
            warp.bulk_open >> lane & 1 == 1 || warp.bulk_read[*lane] < warp.bulk_committed[*lane]
        };
        let behind = (0..WARP).filter(is_behind).map(|lane| warp.bulk_read[lane]).min();
        let all = warp.bulk_read.iter().copied().max().unwrap_or(0);
        self.cluster.clocks[warp.id.index].learn(agent, behind.unwrap_or(all) as u32);
    }

    /// `tensormap.cp_fenceproxy`
    fn copy_tensor_map(
        &mut self,
        warp: &mut Warp,
        to: &Value,
        from: &Value,
        active: u32,
    ) -> Result<(), Stop> {
        let (to, from) = (self.addresses(warp, to), self.addresses(warp, from));
        let lane = active.trailing_zeros() as usize;
        let mut map = [0; TENSOR_MAP_BYTES];
        let size = TENSOR_MAP_BYTES;
        let from = self.aligned_target(warp.id, Space::Shared, from[lane], size)?;
        self.read_bytes(warp, lane, from, &mut map)?;
        let to = self.aligned_target(warp.id, Space::Global, to[lane], size)?;
        self.write_bytes(warp, lane, to, &map)
    }

    /// `cp.async`
    fn issue(
        &mut self,
        warp: &mut Warp,
        (to, from, size, source): (&Value, &Value, &Value, Option<&Value>),
        active: u32,
    ) -> Result<(), Stop> {
        let (to, from) = (self.addresses(warp, to), self.addresses(warp, from));
        let size = self.lanes(warp, size)[0] as usize;
        if !matches!(size, 4 | 8 | 16) {
            return Err(Stop::malformed(format!("cp.async of {size} bytes")));
        }
        let is_predicate = match source {
            Some(Value::Register(register)) => self.procedure(warp).keep[*register as usize] == 1,
            Some(Value::Not(_)) => true,
            _ => false,
        };
        let source = source.map(|value| self.lanes(warp, value));
        for lane in lanes_of(active) {
            let read = match &source {
                None => size,
                Some(ignored) if is_predicate => size * usize::from(ignored[lane] == 0),
                Some(bytes) => (bytes[lane] as u32 as usize).min(size),
            };
            let target = self.aligned_target(warp.id, Space::Shared, to[lane], size)?;
            let Target::Shared(block, at) = target else {
                return Err(Stop::fault("cp.async to no shared memory"));
            };
            let from = from[lane];
            if read > 0 {
                self.aligned_target(warp.id, Space::Global, from, size)?;
                self.global.read(from, &mut [0; 16][..read])?;
            }
            let group = warp.committed[lane] as u32;
            let epoch = Epoch::new(self.cluster.copier(warp.id.index), group + 1);
            let clock = &self.cluster.clocks[warp.id.index];
            let by = Accessor { epoch, clock, fences: false };
            let into = &mut self.cluster.blocks[block];
            into.overwrite(at, size);
            into.shared.reserve(at, size, by)?;
            warp.copies.push(PendingCopy { group, lane, from, read, to: at, size });
        }
        Ok(())
    }

    /// All copies of the lanes so far, committed or not.
    fn land_all(&mut self, warp: &mut Warp, active: u32) -> Result<(), Stop> {
        // As if they were committed, so that later ones are told from them.
        lanes_of(active).for_each(|lane| warp.committed[lane] += 1);
        let done = warp.committed;
        self.land_copies(warp, &done, active)
    }

    fn land_copies(&mut self, warp: &mut Warp, done: &Lanes, active: u32) -> Result<(), Stop> {
        let block = warp.id.block;
        for copy in std::mem::take(&mut warp.copies) {
            let is_done = active >> copy.lane & 1 == 1 && u64::from(copy.group) < done[copy.lane];
            if !is_done {
                warp.copies.push(copy);
                continue;
            }
            let mut bytes = [0; 16];
            if copy.read > 0 {
                self.global.read(copy.from, &mut bytes[..copy.read])?;
            }
            self.cluster.blocks[block].shared.poke(copy.to, &bytes[..copy.size])?;
        }
        let latest = lanes_of(active).map(|lane| done[lane] as u32).max().unwrap_or(0);
        let agent = self.cluster.copier(warp.id.index);
        self.cluster.clocks[warp.id.index].learn(agent, latest);
        Ok(())
    }

    /// `cp.async.bulk`
    fn bulk(
        &mut self,
        warp: &mut Warp,
        (to, from, size, mbarrier): (&Value, &Value, &Value, Option<&Value>),
        target: BulkTarget,
        completion: Completion,
        active: u32,
    ) -> Result<(), Stop> {
        let (to, from) = (self.addresses(warp, to), self.addresses(warp, from));
        let sizes = self.lanes(warp, size);
        let mbarriers = mbarrier.map(|value| self.addresses(warp, value));
        for lane in lanes_of(active) {
            let size = sizes[lane] as u32 as usize;
            if !size.is_multiple_of(16) {
                return Err(Stop::undefined(format!("a bulk copy of {size} bytes")));
            }
            let to = self.aligned_target(warp.id, target.to, to[lane], 16)?;
            let from = self.aligned_target(warp.id, target.from, from[lane], 16)?;
            match (completion, to, from, &mbarriers) {
                (Completion::Mbarrier, Target::Shared(block, at), from, Some(mbarriers)) => {
                    let place = self.mbarrier_at(warp, target.to, mbarriers[lane])?;
                    let source = match from {
                        Target::Global(address) => Source::Global(address),
                        Target::Shared(block, at) => Source::Shared(block, at),
                        _ => return Err(Stop::fault("a bulk copy from no memory")),
                    };
                    self.issue_landing(warp, (block, at), source, place, size as u32)?;
                }
                (Completion::BulkGroup, Target::Global(address), Target::Shared(block, at), _) => {
                    let mut bytes = vec![0; size];
                    let by = Accessor {
                        epoch: self.bulk_epoch(warp, lane)?,
                        clock: &self.cluster.clocks[warp.id.index],
                        fences: self.options.fences,
                    };
                    self.cluster.blocks[block].shared.read(at, &mut bytes, by)?;
                    self.global.write(address, &bytes)?;
                    warp.bulk_open |= 1 << lane;
                }
                _ => return Err(Stop::unsupported(format!("cp.async.bulk {target:?}"))),
            }
        }
        Ok(())
    }

    /// The epoch of a bulk store of a lane: its time is that of all lanes, and so a lane must have
    /// committed as many groups as any other.
    pub(super) fn bulk_epoch(&self, warp: &Warp, lane: usize) -> Result<Epoch, Stop> {
        let committed = warp.bulk_committed[lane];
        if warp.bulk_committed.iter().any(|other| *other > committed) {
            let what = "a bulk store of a lane that has committed fewer groups than another";
            return Err(Stop::unsupported(what));
        }
        let agent = self.cluster.bulk(warp.id.index);
        Ok(Epoch::new(agent, committed as u32 + 1).through_proxy())
    }

    /// A copy into shared memory that an mbarrier is told of.
    pub(super) fn issue_landing(
        &mut self,
        warp: &Warp,
        (block, to): (usize, u64),
        source: Source,
        mbarrier: (usize, u32),
        bytes: u32,
    ) -> Result<(), Stop> {
        if !self.cluster.blocks[mbarrier.0].mbarriers.contains_key(&mbarrier.1) {
            let what = format!("the mbarrier at {} is not initialized", mbarrier.1);
            return Err(Stop::undefined(what));
        }
        let Some((agent, time)) = self.cluster.next_load(block, mbarrier) else {
            return Err(Stop::unsupported("loads that tell more mbarriers than are told apart"));
        };
        let by = Accessor {
            epoch: Epoch::new(agent, time).through_proxy(),
            clock: &self.cluster.clocks[warp.id.index],
            fences: false,
        };
        let into = &mut self.cluster.blocks[block];
        into.overwrite(to, bytes as usize);
        into.shared.reserve(to, bytes as usize, by)?;
        let landing = Landing { block, to, source, mbarrier, bytes, agent, time };
        self.cluster.landings.push(landing);
        Ok(())
    }

    /// Lands one of the copies that are on their way; false if there is none.
    pub(super) fn land(&mut self) -> Result<bool, Stop> {
        if self.cluster.landings.is_empty() {
            return Ok(false);
        }
        let chosen = self.random.index(self.cluster.landings.len());
        let landing = self.cluster.landings.swap_remove(chosen);
        let size = landing.bytes as usize;
        match &landing.source {
            Source::Global(address) => {
                let mut bytes = vec![0; size];
                self.global.read(*address, &mut bytes)?;
                self.cluster.blocks[landing.block].shared.poke(landing.to, &bytes)?;
            }
            Source::Shared(block, at) => {
                let mut bytes = vec![0; size];
                self.cluster.blocks[*block].shared.peek(*at, &mut bytes)?;
                self.cluster.blocks[landing.block].shared.poke(landing.to, &bytes)?;
            }
            Source::Tensor { map, coordinates, gather } => {
                let copy = BoxCopy { map, coordinates, gather: *gather };
                let mut shared = Unchecked(&mut self.cluster.blocks[landing.block].shared);
                let mut global = Global(&mut self.global);
                let sums = load_box(&copy, landing.to as u32, &mut global, &mut shared);
                self.state.approximate |= sums.map_err(stop)?.rounded;
            }
        }
        let (block, at) = landing.mbarrier;
        let Some(mbarrier) = self.cluster.blocks[block].mbarriers.get_mut(&at) else {
            let what = format!("a copy tells the mbarrier at {at}, which is gone");
            return Err(Stop::undefined(what));
        };
        mbarrier.bytes -= i64::from(landing.bytes);
        mbarrier.gathered.learn(landing.agent, landing.time);
        self.complete_phase((block, at));
        Ok(true)
    }
}

/// `cp.async.bulk.commit_group`
fn commit_bulk(warp: &mut Warp, active: u32) {
    for lane in lanes_of(active) {
        let is_empty = warp.bulk_open >> lane & 1 == 0;
        // There is nothing to wait for in an empty group behind groups that have been read.
        if is_empty && warp.bulk_read[lane] == warp.bulk_committed[lane] {
            warp.bulk_read[lane] += 1;
        }
        warp.bulk_committed[lane] += 1;
        warp.bulk_open &= !(1 << lane);
    }
}
