//! Shared memory of a block: bytes, which of them were written, and who accessed each last.
//!
//! A read needs a write that happened before it; a write needs that all earlier accesses happened
//! before it. A byte that two warps write with the same value at the same time is no race: Triton
//! stores a replicated value from every warp that has it. Who knows of one of them knows the value; who
//! writes another value must know of all.

use super::clock::{Clock, Epoch};
use super::stop::{Stop, StopKind};

/// Who accessed a byte.
#[derive(Clone, Copy, Debug, Default)]
struct Shadow {
    write: Epoch,
    read: Epoch,
    /// Several readers that do not know of each other: an index into [`Shared::lists`], plus one.
    many: u32,
    /// Warps that wrote the value that was there: an index too.
    again: u32,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Shared {
    bytes: Vec<u8>,
    shadow: Vec<Shadow>,
    /// The last access of each of several agents to a byte.
    lists: Vec<Vec<Epoch>>,
    free: Vec<u32>,
    /// Agents below are warps, which access when they execute.
    warps: usize,
}

/// Who accesses, and what it knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Accessor<'a> {
    pub(super) epoch: Epoch,
    pub(super) clock: &'a Clock,
    /// Whether what is read must have been fenced.
    pub(super) fences: bool,
}

impl Shared {
    /// Memory that holds garbage, which follows from the seed.
    pub(super) fn new(size: usize, warps: usize, seed: u64) -> Self {
        let shadow = vec![Shadow::default(); size];
        let mut state = seed.wrapping_mul(2).wrapping_add(0x9e37_79b9_7f4a_7c15) | 1;
        let garbage = std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u8
        });
        Shared { bytes: garbage.take(size).collect(), shadow, warps, ..Shared::default() }
    }

    pub(super) fn size(&self) -> usize {
        self.bytes.len()
    }

    fn range(&self, at: u64, size: usize) -> Result<std::ops::Range<usize>, Stop> {
        let end = at.checked_add(size as u64).filter(|end| *end <= self.bytes.len() as u64);
        match end {
            Some(end) => Ok(at as usize..end as usize),
            None => Err(Stop::fault(format!(
                "{size} bytes of shared memory at {at}, of which there are {}",
                self.bytes.len()
            ))),
        }
    }

    /// The bytes as they are, for a copy that was checked when it was issued.
    pub(super) fn peek(&self, at: u64, out: &mut [u8]) -> Result<(), Stop> {
        let range = self.range(at, out.len())?;
        out.copy_from_slice(&self.bytes[range]);
        Ok(())
    }

    /// The same for what such a copy writes.
    pub(super) fn poke(&mut self, at: u64, data: &[u8]) -> Result<(), Stop> {
        let range = self.range(at, data.len())?;
        self.bytes[range].copy_from_slice(data);
        Ok(())
    }

    pub(super) fn read(&mut self, at: u64, out: &mut [u8], by: Accessor) -> Result<(), Stop> {
        let range = self.range(at, out.len())?;
        out.copy_from_slice(&self.bytes[range.clone()]);
        for place in range {
            let shadow = self.shadow[place];
            // What nobody wrote is garbage, another in each schedule: it may be read, if it is not used.
            if shadow.write == Epoch::NEVER {
                continue;
            }
            if !by.clock.knows(shadow.write) && !self.knows_again(place, by.clock) {
                return Err(self.race("reads", "wrote", place, by.epoch, shadow.write));
            }
            if by.fences && !by.clock.is_fenced(shadow.write) {
                return Err(Stop::undefined(format!(
                    "an asynchronous read of byte {place} of shared memory, written with no \
                     fence.proxy.async since"
                )));
            }
            if shadow.read != by.epoch {
                self.note_reader(place, by);
            }
        }
        Ok(())
    }

    fn note_reader(&mut self, place: usize, by: Accessor) {
        let Shadow { read, many, .. } = self.shadow[place];
        if many != 0 {
            self.note(many, by.epoch);
            return;
        }
        let alone = read == Epoch::NEVER || read.agent() == by.epoch.agent();
        if alone || by.clock.knows(read) {
            self.shadow[place].read = by.epoch;
            return;
        }
        self.shadow[place].many = self.list(&[read, by.epoch]);
    }

    /// A warp wrote the value that was there.
    fn note_writer(&mut self, place: usize, by: Epoch) {
        let Shadow { write, again, .. } = self.shadow[place];
        if again != 0 {
            self.note(again, by);
        } else if write != by {
            self.shadow[place].again = self.list(&[by]);
        }
    }

    /// Whether one of the warps is known that wrote the value that was there.
    fn knows_again(&self, place: usize, clock: &Clock) -> bool {
        let list = self.listed(self.shadow[place].again);
        list.iter().any(|epoch| clock.knows(*epoch))
    }

    /// The accesses in a list; 0 is none.
    fn listed(&self, list: u32) -> &[Epoch] {
        match list {
            0 => &[],
            list => &self.lists[list as usize - 1],
        }
    }

    /// A new list, by its index plus one.
    fn list(&mut self, epochs: &[Epoch]) -> u32 {
        let index = self.free.pop().unwrap_or_else(|| {
            self.lists.push(Vec::new());
            self.lists.len() as u32
        });
        let list = &mut self.lists[index as usize - 1];
        list.clear();
        list.extend(epochs);
        index
    }

    /// Makes an access the last one of its agent in a list.
    fn note(&mut self, list: u32, by: Epoch) {
        let list = &mut self.lists[list as usize - 1];
        match list.iter_mut().find(|epoch| epoch.agent() == by.agent()) {
            Some(epoch) => *epoch = by,
            None => list.push(by),
        }
    }

    pub(super) fn write(&mut self, at: u64, data: &[u8], by: Accessor) -> Result<(), Stop> {
        let range = self.range(at, data.len())?;
        for (place, value) in range.clone().zip(data) {
            let before = self.shadow[place].write;
            let at_once = before.agent() < self.warps && by.epoch.agent() < self.warps;
            // Nobody can tell whether it was written again, until it becomes another.
            if at_once && self.bytes[place] == *value {
                self.note_writer(place, by.epoch);
                continue;
            }
            self.claim(place, by)?;
        }
        self.bytes[range].copy_from_slice(data);
        Ok(())
    }

    /// Says that a copy will write there: as a write, but of data that is not there yet.
    pub(super) fn reserve(&mut self, at: u64, size: usize, by: Accessor) -> Result<(), Stop> {
        for place in self.range(at, size)? {
            self.claim(place, by)?;
        }
        Ok(())
    }

    /// Makes an accessor the last one that wrote a byte.
    fn claim(&mut self, place: usize, by: Accessor) -> Result<(), Stop> {
        let Shadow { write, read, many, again } = self.shadow[place];
        let both_atomic = write.is_atomic() && by.epoch.is_atomic();
        if !by.clock.knows(write) && !both_atomic {
            return Err(self.race("overwrites", "wrote", place, by.epoch, write));
        }
        let unknown = |epoch: &&Epoch| !by.clock.knows(**epoch);
        if let Some(writer) = self.listed(again).iter().find(unknown) {
            return Err(self.race("overwrites", "wrote", place, by.epoch, *writer));
        }
        let reader = match many {
            0 => Some(&read).filter(unknown),
            many => self.listed(many).iter().find(unknown),
        };
        if let Some(reader) = reader {
            return Err(self.race("overwrites", "reads", place, by.epoch, *reader));
        }
        self.free.extend([many, again].into_iter().filter(|list| *list != 0));
        self.shadow[place] = Shadow { write: by.epoch, read: Epoch::NEVER, many: 0, again: 0 };
        Ok(())
    }

    /// An atomic operation: reads and writes, in order with all other atomic ones.
    pub(super) fn exchange(
        &mut self,
        at: u64,
        size: usize,
        by: Accessor,
        change: impl FnOnce(u64) -> u64,
    ) -> Result<u64, Stop> {
        let range = self.range(at, size)?;
        for place in range.clone() {
            if self.shadow[place].write == Epoch::NEVER {
                return Err(unwritten(place));
            }
            self.claim(place, Accessor { epoch: by.epoch.atomic(), ..by })?;
        }
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(&self.bytes[range.clone()]);
        let old = u64::from_le_bytes(bytes);
        self.bytes[range].copy_from_slice(&change(old).to_le_bytes()[..size]);
        Ok(old)
    }

    fn race(&self, now: &str, before: &str, place: usize, by: Epoch, other: Epoch) -> Stop {
        let what = format!(
            "{} {now} byte {place} of shared memory, which {} {before} with nothing between",
            self.name(by),
            self.name(other)
        );
        Stop::new(StopKind::Race, what)
    }

    fn name(&self, epoch: Epoch) -> String {
        match epoch.agent() {
            agent if agent < self.warps => format!("warp {agent}"),
            _ => "an asynchronous operation".to_owned(),
        }
    }
}

fn unwritten(place: usize) -> Stop {
    Stop::undefined(format!("byte {place} of shared memory is read and was never written"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(own: usize) -> Clock {
        let mut clock = Clock::new(4);
        clock.learn(own, 1);
        clock
    }

    fn by(agent: usize, clock: &Clock) -> Accessor<'_> {
        Accessor { epoch: Epoch::new(agent, 1), clock, fences: false }
    }

    #[test]
    fn accesses_with_nothing_between_race() {
        let mut shared = Shared::new(8, 3, 0);
        let (a, mut b, c) = (clock(0), clock(1), clock(2));
        let mut out = [0; 4];
        // Garbage, which is another in another schedule.
        shared.read(0, &mut out, by(0, &a)).unwrap();
        let mut other = [0; 4];
        Shared::new(8, 3, 1).read(0, &mut other, by(0, &a)).unwrap();
        assert_ne!(out, other);
        shared.write(0, &[1, 2, 3, 4], by(0, &a)).unwrap();
        assert_eq!(shared.read(0, &mut out, by(1, &b)).unwrap_err().kind, StopKind::Race);
        shared.write(0, &[1, 2], by(1, &b)).unwrap();
        assert_eq!(shared.write(0, &[1, 3], by(1, &b)).unwrap_err().kind, StopKind::Race);
        b.join(&a);
        shared.read(0, &mut out, by(1, &b)).unwrap();
        assert_eq!(out, [1, 2, 3, 4]);
        assert_eq!(shared.write(0, &[9], by(0, &a)).unwrap_err().kind, StopKind::Race);
        shared.read(0, &mut out, by(0, &a)).unwrap();
        let mut all = c;
        all.join(&b);
        shared.write(0, &[9], by(2, &all)).unwrap();
        assert_eq!(shared.read(6, &mut out, by(0, &a)).unwrap_err().kind, StopKind::Fault);
    }

    #[test]
    fn a_value_that_is_written_twice_is_known_by_either_and_changed_by_who_knows_both() {
        let mut shared = Shared::new(4, 3, 0);
        let (a, b) = (clock(0), clock(1));
        shared.write(0, &[7, 0], by(0, &a)).unwrap();
        shared.write(0, &[7, 0], by(1, &b)).unwrap();
        let mut out = [0; 2];
        shared.read(0, &mut out, by(1, &b)).unwrap();
        let mut c = clock(2);
        assert_eq!(shared.read(0, &mut out, by(2, &c)).unwrap_err().kind, StopKind::Race);
        c.join(&a);
        shared.read(1, &mut out[1..], by(2, &c)).unwrap();
        // The second byte only: the other one becomes what it was.
        let raced = shared.write(0, &[7, 9], by(2, &c)).unwrap_err();
        assert_eq!(raced.kind, StopKind::Race);
        c.join(&b);
        shared.write(0, &[7, 9], by(2, &c)).unwrap();
    }

    #[test]
    fn atomic_operations_do_not_race_with_each_other() {
        let mut shared = Shared::new(4, 3, 0);
        let (mut a, mut b) = (clock(0), clock(1));
        shared.write(0, &[0; 4], by(0, &a)).unwrap();
        b.join(&a);
        a.learn(0, 2);
        shared.exchange(0, 4, by(0, &a), |old| old + 1).unwrap();
        assert_eq!(shared.exchange(0, 4, by(1, &b), |old| old + 1), Ok(1));
        assert_eq!(shared.read(0, &mut [0; 4], by(0, &a)).unwrap_err().kind, StopKind::Race);
    }
}
