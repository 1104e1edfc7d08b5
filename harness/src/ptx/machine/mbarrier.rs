//! mbarriers: phases that complete with arrivals and bytes.

use super::access::Target;
use super::clock::Clock;
use super::cluster::{MBARRIER as SIZE, Mbarrier, State};
use super::code::Value;
use super::run::{Flow, Machine};
use super::stop::Stop;
use super::warp::Warp;
use crate::ptx::decode::MbarrierOp;
use crate::ptx::lanes::{Lanes, WARP, lanes_of};
use crate::ptx::types::Space;

/// The most arrivals of a phase.
const MOST: u64 = (1 << 20) - 1;

impl Machine<'_> {
    /// The block and the offset of the mbarrier at an address.
    pub(super) fn mbarrier_at(
        &self,
        warp: &Warp,
        space: Space,
        address: u64,
    ) -> Result<(usize, u32), Stop> {
        let target = self.aligned_target(warp.id, space, address, SIZE)?;
        let Target::Shared(block, at) = target else {
            return Err(Stop::fault("an mbarrier outside of shared memory"));
        };
        if at + SIZE as u64 > self.cluster.blocks[block].shared.size() as u64 {
            return Err(Stop::fault(format!("an mbarrier at {at}, past shared memory")));
        }
        Ok((block, at as u32))
    }

    /// An mbarrier that the warp may use.
    fn made(&mut self, warp: &Warp, (block, at): (usize, u32)) -> Result<&mut Mbarrier, Stop> {
        let clock = &self.cluster.clocks[warp.id.index];
        let Some(mbarrier) = self.cluster.blocks[block].mbarriers.get_mut(&at) else {
            return Err(Stop::undefined(format!("the mbarrier at {at} is not initialized")));
        };
        if !clock.knows(mbarrier.made) {
            let what = format!("the mbarrier at {at} is used at once with its initialization");
            return Err(Stop::undefined(what));
        }
        Ok(mbarrier)
    }

    pub(super) fn mbarrier(
        &mut self,
        warp: &mut Warp,
        values: &[Value],
        op: MbarrierOp,
        space: Space,
        active: u32,
    ) -> Result<Flow, Stop> {
        match (op, values) {
            (MbarrierOp::Init, [address, count]) => {
                let (addresses, counts) = (self.addresses(warp, address), self.lanes(warp, count));
                for lane in lanes_of(active) {
                    let place = self.mbarrier_at(warp, space, addresses[lane])?;
                    self.initialize(warp, lane, place, counts[lane] & 0xffff_ffff)?;
                }
            }
            (MbarrierOp::Invalidate, [address]) => {
                let addresses = self.addresses(warp, address);
                for lane in lanes_of(active) {
                    let place = self.mbarrier_at(warp, space, addresses[lane])?;
                    self.made(warp, place)?;
                    self.cluster.blocks[place.0].mbarriers.remove(&place.1);
                }
            }
            (MbarrierOp::ExpectBytes | MbarrierOp::CompleteBytes, [address, bytes]) => {
                let more = op == MbarrierOp::ExpectBytes;
                self.expect(warp, (address, bytes), more, space, active)?;
            }
            (MbarrierOp::Arrive { expect_bytes, drop, .. }, [state, address, rest @ ..]) => {
                let values = (state, address, rest.first());
                self.arrive_each(warp, values, (expect_bytes, drop), space, active)?;
            }
            (MbarrierOp::Wait { may_suspend, parity }, [to, address, which, ..]) => {
                let addresses = self.addresses(warp, address);
                let which = self.lanes(warp, which);
                let what = (&addresses, &which);
                return self.test(warp, to, what, (may_suspend, parity), space, active);
            }
            (MbarrierOp::PendingCount, _) => {
                return Err(Stop::unsupported("mbarrier.pending_count"));
            }
            _ => return Err(Stop::malformed("operands that do not fit their mbarrier")),
        }
        Ok(Flow::Next)
    }

    /// More bytes, or fewer, are still to come.
    fn expect(
        &mut self,
        warp: &Warp,
        (address, bytes): (&Value, &Value),
        more: bool,
        space: Space,
        active: u32,
    ) -> Result<(), Stop> {
        let (addresses, bytes) = (self.addresses(warp, address), self.lanes(warp, bytes));
        for lane in lanes_of(active) {
            let place = self.mbarrier_at(warp, space, addresses[lane])?;
            let bytes = i64::from(bytes[lane] as u32);
            self.made(warp, place)?.bytes += if more { bytes } else { -bytes };
            self.complete_phase(place);
        }
        Ok(())
    }

    /// `mbarrier.arrive` of each lane, and what it gives.
    fn arrive_each(
        &mut self,
        warp: &mut Warp,
        (state, address, number): (&Value, &Value, Option<&Value>),
        (expect_bytes, drop): (bool, bool),
        space: Space,
        active: u32,
    ) -> Result<(), Stop> {
        let addresses = self.addresses(warp, address);
        let numbers = number.map_or([1; WARP], |value| self.lanes(warp, value));
        let mut states: Lanes = [0; WARP];
        for lane in lanes_of(active) {
            let place = self.mbarrier_at(warp, space, addresses[lane])?;
            let number = i64::from(numbers[lane] as u32);
            let mbarrier = self.made(warp, place)?;
            states[lane] = mbarrier.phase;
            let count = if expect_bytes {
                mbarrier.bytes += number;
                1
            } else {
                number
            };
            if drop {
                mbarrier.expected -= count;
            }
            self.arrive_at(warp, place, count)?;
        }
        self.cluster.tick(warp.id.index);
        self.put(warp, state, &states, active);
        Ok(())
    }

    fn initialize(
        &mut self,
        warp: &mut Warp,
        lane: usize,
        place: (usize, u32),
        count: u64,
    ) -> Result<(), Stop> {
        if count == 0 || count > MOST {
            return Err(Stop::undefined(format!("an mbarrier for {count} arrivals")));
        }
        let target = Target::Shared(place.0, u64::from(place.1));
        // A value that is never there otherwise, so that it counts as a write.
        let bytes = (self.steps | 1 << 63).to_le_bytes();
        self.write_bytes(warp, lane, target, &bytes)?;
        let agents = self.cluster.clocks[warp.id.index].seen.len();
        let mbarrier = Mbarrier {
            expected: count as i64,
            pending: count as i64,
            bytes: 0,
            phase: 0,
            gathered: Clock::new(agents),
            released: Clock::new(agents),
            made: self.cluster.epoch(warp.id.index),
        };
        self.cluster.blocks[place.0].mbarriers.insert(place.1, mbarrier);
        Ok(())
    }

    /// Arrivals of a warp, which tell what it knows.
    pub(super) fn arrive_at(
        &mut self,
        warp: &Warp,
        place: (usize, u32),
        count: i64,
    ) -> Result<(), Stop> {
        let clock = self.cluster.clocks[warp.id.index].clone();
        let mbarrier = self.made(warp, place)?;
        mbarrier.pending -= count;
        if mbarrier.pending < 0 {
            let what = format!("more arrivals at the mbarrier at {} than it expects", place.1);
            return Err(Stop::undefined(what));
        }
        mbarrier.gathered.join(&clock);
        self.complete_phase(place);
        Ok(())
    }

    /// Ends the phase of an mbarrier if all has come.
    pub(super) fn complete_phase(&mut self, (block, at): (usize, u32)) {
        let Some(mbarrier) = self.cluster.blocks[block].mbarriers.get_mut(&at) else { return };
        if mbarrier.pending == 0 && mbarrier.bytes == 0 {
            mbarrier.phase += 1;
            mbarrier.pending = mbarrier.expected;
            mbarrier.released.join(&mbarrier.gathered);
            self.cluster.wake(State::Mbarrier(block, at));
        }
    }

    /// Whether phases have completed. A wait that may suspend lasts until they have: that is the
    /// longest that it may.
    fn test(
        &mut self,
        warp: &mut Warp,
        to: &Value,
        (addresses, which): (&Lanes, &Lanes),
        (may_suspend, parity): (bool, bool),
        space: Space,
        active: u32,
    ) -> Result<Flow, Stop> {
        let mut done: Lanes = [0; WARP];
        for lane in lanes_of(active) {
            let place = self.mbarrier_at(warp, space, addresses[lane])?;
            let mbarrier = self.made(warp, place)?;
            let complete = match parity {
                true => mbarrier.phase & 1 != which[lane] & 1,
                false => mbarrier.phase > which[lane],
            };
            if complete {
                let released = mbarrier.released.clone();
                self.cluster.clocks[warp.id.index].join(&released);
                done[lane] = 1;
            } else if may_suspend {
                return Ok(self.wait(warp, State::Mbarrier(place.0, place.1)));
            }
        }
        self.put(warp, to, &done, active);
        // Who asks again and again lets the others go on.
        Ok(if done == [0; WARP] { Flow::Yield } else { Flow::Next })
    }
}
