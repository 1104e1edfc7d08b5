//! Memories for the tests of this folder.

use super::Bytes;
use super::tensor_copy::GlobalBytes;

/// Bytes from address 0 on.
pub(super) struct Shared {
    pub(super) bytes: Vec<u8>,
}

impl Shared {
    pub(super) fn new(size: usize) -> Self {
        Self { bytes: vec![0; size] }
    }

    pub(super) fn put16(&mut self, at: usize, value: u16) {
        self.bytes[at..at + 2].copy_from_slice(&value.to_le_bytes());
    }

    pub(super) fn get16(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    fn place(&mut self, address: u64, size: usize) -> Result<&mut [u8], String> {
        let at = address as usize;
        if !at.is_multiple_of(size) {
            return Err(format!("misaligned {at:#x}"));
        }
        self.bytes.get_mut(at..at + size).ok_or_else(|| format!("out of bounds {at:#x}"))
    }

    fn read(&mut self, address: u64, size: usize) -> Result<u64, String> {
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(self.place(address, size)?);
        Ok(u64::from_le_bytes(bytes))
    }

    fn write(&mut self, address: u64, size: usize, value: u64) -> Result<(), String> {
        self.place(address, size)?.copy_from_slice(&value.to_le_bytes()[..size]);
        Ok(())
    }
}

impl Bytes for Shared {
    type Error = String;

    fn load(&mut self, address: u32, size: usize) -> Result<u64, String> {
        self.read(u64::from(address), size)
    }

    fn store(&mut self, address: u32, size: usize, value: u64) -> Result<(), String> {
        self.write(u64::from(address), size, value)
    }
}

/// The same as global memory.
pub(super) struct Global(pub(super) Shared);

impl GlobalBytes for Global {
    type Error = String;

    fn load(&mut self, address: u64, size: usize) -> Result<u64, String> {
        self.0.read(address, size)
    }

    fn store(&mut self, address: u64, size: usize, value: u64) -> Result<(), String> {
        self.0.write(address, size, value)
    }
}
