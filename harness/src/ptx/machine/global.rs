//! Global memory: buffers of bytes at addresses, with nothing valid between them.

use super::stop::Stop;
use crate::ptx::lanes::{Lanes, every, lanes_of};

/// A buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalBuffer {
    /// Its name in messages.
    pub name: String,
    /// Address of its first byte.
    pub base: u64,
    /// The contents.
    pub bytes: Vec<u8>,
    /// Which bytes were stored to.
    pub written: Vec<bool>,
}

impl GlobalBuffer {
    /// A buffer that nothing has been stored to.
    pub fn new(name: impl Into<String>, base: u64, bytes: Vec<u8>) -> Self {
        let written = vec![false; bytes.len()];
        GlobalBuffer { name: name.into(), base, bytes, written }
    }
}

/// All buffers. They must not overlap.
#[derive(Clone, Debug, Default)]
pub struct GlobalMemory {
    buffers: Vec<GlobalBuffer>,
    /// The buffer of the last access: the next one is likely there too.
    last: usize,
    /// Of each buffer, the bytes that were read before they were stored to. Empty where nobody asks.
    read: Vec<Vec<bool>>,
}

impl GlobalMemory {
    /// Adds a buffer.
    pub fn add(&mut self, buffer: GlobalBuffer) {
        self.buffers.push(buffer);
    }

    /// The buffers, in the order in which they were added.
    pub fn buffers(&self) -> &[GlobalBuffer] {
        &self.buffers
    }

    /// The same memory, nothing of it stored to yet, that notes what is read.
    pub(super) fn observed(&self) -> Self {
        let fresh = |buffer: &GlobalBuffer| {
            GlobalBuffer::new(&buffer.name, buffer.base, buffer.bytes.clone())
        };
        let buffers: Vec<_> = self.buffers.iter().map(fresh).collect();
        let read = buffers.iter().map(|buffer| vec![false; buffer.bytes.len()]).collect();
        GlobalMemory { buffers, last: 0, read }
    }

    /// Takes what observed memory of the same buffers was given; false, and nothing of use is left,
    /// if something was read there that is stored to here.
    pub(super) fn follow(&mut self, observed: &GlobalMemory) -> bool {
        for (at, (own, other)) in self.buffers.iter_mut().zip(&observed.buffers).enumerate() {
            let read = &observed.read[at];
            if read.iter().zip(&own.written).any(|(read, written)| *read && *written) {
                return false;
            }
            for (place, _) in other.written.iter().enumerate().filter(|(_, written)| **written) {
                own.bytes[place] = other.bytes[place];
                own.written[place] = true;
            }
        }
        true
    }

    /// Notes what is read of the buffer of the last access.
    fn note(&mut self, at: usize, size: usize) {
        let Some(read) = self.read.get_mut(self.last) else { return };
        let written = &self.buffers[self.last].written[at..at + size];
        for (read, written) in read[at..at + size].iter_mut().zip(written) {
            *read |= !written;
        }
    }

    /// As [`GlobalMemory::holding`], for a load.
    pub(super) fn loading(
        &mut self,
        addresses: &Lanes,
        size: usize,
        active: u32,
    ) -> Option<&GlobalBuffer> {
        let base = self.holding(addresses, size, active)?.base;
        if !self.read.is_empty() {
            for lane in lanes_of(active) {
                self.note(addresses[lane].wrapping_sub(base) as usize, size);
            }
        }
        self.buffers.get(self.last)
    }

    /// Removes all but the first buffers.
    pub(super) fn truncate(&mut self, count: usize) {
        self.buffers.truncate(count);
    }

    /// The buffer that holds what the active lanes access, of which there is one at least, if it is
    /// the same for all of them.
    pub(super) fn holding(
        &mut self,
        addresses: &Lanes,
        size: usize,
        active: u32,
    ) -> Option<&mut GlobalBuffer> {
        let first = addresses[active.trailing_zeros() as usize];
        let (buffer, _) = self.find(first, size).ok()?;
        let room = (buffer.bytes.len() - size) as u64;
        let base = buffer.base;
        every(addresses, active, |address| address.wrapping_sub(base) <= room).then_some(buffer)
    }

    /// The buffer that holds all of these bytes, and where in it they are.
    fn find(&mut self, address: u64, size: usize) -> Result<(&mut GlobalBuffer, usize), Stop> {
        let holds = |buffer: &GlobalBuffer| {
            let at = address.wrapping_sub(buffer.base);
            let length = buffer.bytes.len() as u64;
            at < length && length - at >= size as u64
        };
        if !self.buffers.get(self.last).is_some_and(holds) {
            match self.buffers.iter().position(holds) {
                Some(index) => self.last = index,
                None => return Err(self.outside(address, size)),
            }
        }
        let buffer = &mut self.buffers[self.last];
        let at = (address - buffer.base) as usize;
        Ok((buffer, at))
    }

    fn outside(&self, address: u64, size: usize) -> Stop {
        let distance = |buffer: &&GlobalBuffer| {
            let end = buffer.base.wrapping_add(buffer.bytes.len() as u64);
            if address < buffer.base { buffer.base - address } else { address.saturating_sub(end) }
        };
        let near = self.buffers.iter().min_by_key(distance);
        Stop::fault(match near.filter(|buffer| distance(buffer) < 1 << 32) {
            Some(buffer) => format!(
                "{size} bytes of global memory at `{}` + {}, which has {} bytes",
                buffer.name,
                address.wrapping_sub(buffer.base) as i64,
                buffer.bytes.len()
            ),
            None => format!("{size} bytes of global memory at {address:#x}, near no buffer"),
        })
    }

    pub(super) fn read(&mut self, address: u64, out: &mut [u8]) -> Result<(), Stop> {
        let (buffer, at) = self.find(address, out.len())?;
        out.copy_from_slice(&buffer.bytes[at..at + out.len()]);
        self.note(at, out.len());
        Ok(())
    }

    pub(super) fn write(&mut self, address: u64, data: &[u8]) -> Result<(), Stop> {
        let (buffer, at) = self.find(address, data.len())?;
        buffer.bytes[at..at + data.len()].copy_from_slice(data);
        buffer.written[at..at + data.len()].fill(true);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_buffers_are_memory() {
        let mut memory = GlobalMemory::default();
        memory.add(GlobalBuffer::new("a", 0x1000, vec![1, 2, 3, 4]));
        memory.add(GlobalBuffer::new("b", 0x2000, vec![0; 2]));
        memory.write(0x2001, &[7]).unwrap();
        let mut out = [0; 2];
        memory.read(0x2000, &mut out).unwrap();
        assert_eq!(out, [0, 7]);
        assert_eq!(memory.buffers()[1].written, [false, true]);
        let error = memory.read(0x1003, &mut out).unwrap_err();
        assert!(error.what.contains("`a` + 3"), "{error}");
        assert!(memory.read(0xff0, &mut out).unwrap_err().what.contains("`a` + -16"));
        assert!(memory.write(0, &[1]).is_err() && memory.read(u64::MAX, &mut out).is_err());
    }

    #[test]
    fn memory_follows_what_did_not_read_its_stores() {
        let mut memory = GlobalMemory::default();
        memory.add(GlobalBuffer::new("a", 0x1000, vec![0; 4]));
        let [mut first, mut second, mut third] = [(); 3].map(|()| memory.observed());
        first.write(0x1000, &[1, 2]).unwrap();
        // What it stored itself it may read.
        second.write(0x1001, &[3]).unwrap();
        second.read(0x1001, &mut [0; 2]).unwrap();
        third.read(0x1001, &mut [0; 1]).unwrap();
        assert!(memory.follow(&first) && memory.follow(&second));
        assert_eq!(memory.buffers()[0].bytes, [1, 3, 0, 0]);
        assert_eq!(memory.buffers()[0].written, [true, true, false, false]);
        assert!(!memory.follow(&third));
    }
}
