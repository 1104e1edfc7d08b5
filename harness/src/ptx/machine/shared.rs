//! Shared memory of a block: bytes, which of them were written, and who accessed each last.
//!
//! A read needs a write that happened before it; a write needs that all earlier accesses happened
//! before it. A byte that two warps write with the same value at the same time is no race: Triton
//! stores a replicated value from every warp that has it. Who knows of one of them knows the value, so
//! that a write of the value that is there is not held against readers; who writes another value must
//! know of all.

use std::ops::Range;

use super::clock::{Clock, Epoch};
use super::lists::Lists;
use super::stop::{Stop, StopKind};

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Shared {
    bytes: Vec<u8>,
    /// Who wrote each byte last; or, by the number of their list, the first one that wrote its value
    /// and the others that wrote it again.
    writes: Vec<Epoch>,
    /// Who read it last since; or several readers that do not know of each other, by the number of
    /// their list.
    reads: Vec<Epoch>,
    writers: Lists,
    readers: Lists,
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
    /// What memory holds that nobody wrote: garbage, which follows from the seed.
    pub(super) fn garbage(size: usize, seed: u64) -> Vec<u8> {
        let mut state = seed.wrapping_mul(2).wrapping_add(0x9e37_79b9_7f4a_7c15) | 1;
        let garbage = std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u8
        });
        garbage.take(size).collect()
    }

    /// Memory that nobody has accessed yet.
    pub(super) fn new(garbage: &[u8], warps: usize) -> Self {
        Shared { warps, ..Shared::default() }.renewed(garbage)
    }

    /// Memory that nobody has accessed yet, of as many warps, in the place of this one.
    pub(super) fn renewed(self, garbage: &[u8]) -> Self {
        let Shared { mut bytes, mut writes, mut reads, warps, .. } = self;
        bytes.clear();
        bytes.extend_from_slice(garbage);
        for epochs in [&mut writes, &mut reads] {
            epochs.clear();
            epochs.resize(garbage.len(), Epoch::NEVER);
        }
        Shared { bytes, writes, reads, warps, ..Shared::default() }
    }

    pub(super) fn size(&self) -> usize {
        self.bytes.len()
    }

    fn range(&self, at: u64, size: usize) -> Result<Range<usize>, Stop> {
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

    /// Who wrote a range last and who read it since, if that is the same for all of its bytes: then
    /// one test is enough.
    fn common(&self, range: &Range<usize>) -> Option<(Epoch, Epoch)> {
        let (writes, reads) = (&self.writes[range.clone()], &self.reads[range.clone()]);
        let (write, read) = (*writes.first()?, *reads.first()?);
        let is_same = writes.iter().zip(reads).fold(true, |is_same, (other_write, other_read)| {
            is_same & (*other_write == write) & (*other_read == read)
        });
        is_same.then_some((write, read))
    }

    pub(super) fn read(&mut self, at: u64, out: &mut [u8], by: Accessor) -> Result<(), Stop> {
        self.drop_lists();
        let range = self.range(at, out.len())?;
        out.copy_from_slice(&self.bytes[range.clone()]);
        if let Some(before) = self.common(&range) {
            let read = self.read_after(range.start, before, by)?;
            if read != before.1 {
                self.reads[range].fill(read);
            }
            return Ok(());
        }
        // Many neighbours were accessed by the same before.
        let mut last = None;
        for place in range {
            let before = (self.writes[place], self.reads[place]);
            let read = match last {
                Some((same, read)) if same == before => read,
                _ => self.read_after(place, before, by)?,
            };
            last = Some((before, read));
            self.reads[place] = read;
        }
        Ok(())
    }

    /// Who has read a byte last when it is read, after the last write and those who have read it since:
    /// a writer that knows of it also knows of the reads that it knows of, and of earlier ones of its
    /// agent. Readers of garbage are none.
    fn read_after(
        &mut self,
        place: usize,
        (write, read): (Epoch, Epoch),
        by: Accessor,
    ) -> Result<Epoch, Stop> {
        self.check_read(place, write, by)?;
        if write == Epoch::NEVER || read == by.epoch {
            return Ok(read);
        }
        Ok(self.readers.joined(read, by.epoch, |all, at| {
            all[at].agent() != by.epoch.agent() && !by.clock.knows(all[at])
        }))
    }

    /// What nobody wrote is garbage, another in each schedule: it may be read, if it is not used.
    fn check_read(&self, place: usize, write: Epoch, by: Accessor) -> Result<(), Stop> {
        let writers = self.writers.of(&write);
        let known = || writers.iter().filter(|epoch| by.clock.knows(**epoch));
        if known().next().is_none() {
            return Err(self.race("reads", "wrote", place, by.epoch, writers[0]));
        }
        if by.fences && !known().any(|epoch| by.clock.is_fenced(*epoch)) {
            return Err(Stop::undefined(format!(
                "an asynchronous read of byte {place} of shared memory, written with no \
                 fence.proxy.async since"
            )));
        }
        Ok(())
    }

    /// Before an access: what it is given stays until its end.
    fn drop_lists(&mut self) {
        if self.writers.are_many() {
            self.writers.keep(&mut self.writes);
        }
        if self.readers.are_many() {
            self.readers.keep(&mut self.reads);
        }
    }

    /// Who has written a byte last when a warp writes the value that is there.
    fn written_again(&mut self, write: Epoch, by: Epoch) -> Epoch {
        if write == by {
            return write;
        }
        // The first access and the last one of each agent stay.
        self.writers.joined(write, by, |all, at| {
            let agent = by.agent();
            all[at].agent() != agent || all[..at].iter().all(|other| other.agent() != agent)
        })
    }

    pub(super) fn write(&mut self, at: u64, data: &[u8], by: Accessor) -> Result<(), Stop> {
        self.drop_lists();
        let range = self.range(at, data.len())?;
        let is_free = |(write, read): (Epoch, Epoch)| {
            may_claim(write, read, by) && !self.are_warps(write, by)
        };
        if self.common(&range).is_some_and(is_free) {
            self.own(range.clone(), by.epoch);
        } else {
            // Many neighbours were accessed by the same before: one that gets another value, and one
            // that does not.
            let mut last = [None; 2];
            for (place, value) in range.clone().zip(data) {
                let before = (self.writes[place], self.reads[place]);
                let is_same = self.bytes[place] == *value;
                let after = match last[usize::from(is_same)] {
                    Some((same, after)) if same == before => after,
                    _ => self.written_after(place, before, is_same, by)?,
                };
                last[usize::from(is_same)] = Some((before, after));
                (self.writes[place], self.reads[place]) = after;
            }
        }
        self.bytes[range].copy_from_slice(data);
        Ok(())
    }

    /// Who has written a byte last, and read it since, when it is written.
    fn written_after(
        &mut self,
        place: usize,
        before: (Epoch, Epoch),
        is_same: bool,
        by: Accessor,
    ) -> Result<(Epoch, Epoch), Stop> {
        let (write, read) = before;
        // Nobody can tell whether it was written again, until it becomes another.
        if is_same && self.are_warps(write, by) {
            return Ok((self.written_again(write, by.epoch), read));
        }
        self.check_write(place, before, by)?;
        Ok((by.epoch, Epoch::NEVER))
    }

    /// Whether what was written was written by warps, and so is what comes now.
    fn are_warps(&self, write: Epoch, by: Accessor) -> bool {
        self.writers.of(&write)[0].agent() < self.warps && by.epoch.agent() < self.warps
    }

    /// Says that a copy will write there: as a write, but of data that is not there yet.
    pub(super) fn reserve(&mut self, at: u64, size: usize, by: Accessor) -> Result<(), Stop> {
        let range = self.range(at, size)?;
        if self.common(&range).is_some_and(|(write, read)| may_claim(write, read, by)) {
            self.own(range, by.epoch);
            return Ok(());
        }
        for place in range {
            self.claim(place, by)?;
        }
        Ok(())
    }

    /// Makes an epoch the last write of a range, which nobody has read since.
    fn own(&mut self, range: Range<usize>, epoch: Epoch) {
        self.writes[range.clone()].fill(epoch);
        self.reads[range].fill(Epoch::NEVER);
    }

    /// Makes an accessor the last one that wrote a byte.
    fn claim(&mut self, place: usize, by: Accessor) -> Result<(), Stop> {
        self.check_write(place, (self.writes[place], self.reads[place]), by)?;
        self.own(place..place + 1, by.epoch);
        Ok(())
    }

    /// A write must come after the last one and those who have read since.
    fn check_write(
        &self,
        place: usize,
        (write, read): (Epoch, Epoch),
        by: Accessor,
    ) -> Result<(), Stop> {
        let writer = self.writers.of(&write).iter().find(|epoch| !is_after(**epoch, by));
        let reader = self.readers.of(&read).iter().find(|epoch| !by.clock.knows(**epoch));
        let raced = match (writer, reader) {
            (None, None) => None,
            // Once one of the values was read, it matters which one.
            (Some(writer), None) if self.is_of_values(*writer, by) => {
                Some((StopKind::RaceOfValues, "wrote another value to", *writer))
            }
            (Some(writer), _) => Some((StopKind::Race, "wrote", *writer)),
            (None, Some(reader)) => Some((StopKind::Race, "reads", *reader)),
        };
        if let Some((kind, before, other)) = raced {
            let race = self.race("overwrites", before, place, by.epoch, other);
            return Err(Stop { kind, ..race });
        }
        Ok(())
    }

    /// Whether two writes race only because their values differ: those of warps, and not atomic.
    fn is_of_values(&self, writer: Epoch, by: Accessor) -> bool {
        self.are_warps(writer, by) && !writer.is_atomic() && !by.epoch.is_atomic()
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
            if self.writes[place] == Epoch::NEVER {
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

/// Whether a write comes after the last one.
fn is_after(write: Epoch, by: Accessor) -> bool {
    by.clock.knows(write) || write.is_atomic() && by.epoch.is_atomic()
}

/// Whether a write comes after the only last one and the only reader since.
fn may_claim(write: Epoch, read: Epoch, by: Accessor) -> bool {
    let is_one = write.list().is_none() && read.list().is_none();
    is_one && is_after(write, by) && by.clock.knows(read)
}

fn unwritten(place: usize) -> Stop {
    Stop::undefined(format!("byte {place} of shared memory is read and was never written"))
}

#[cfg(test)]
mod tests;
