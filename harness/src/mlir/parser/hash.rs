//! Hash maps over short names: the standard hasher is a tenth of the time of a parse. The text is
//! no attacker's, so nothing is lost.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Multiplies and rotates eight bytes at a time.
#[derive(Clone, Copy, Default)]
pub(super) struct NameHasher(u64);

impl NameHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.add(u64::from(value));
    }

    fn write_usize(&mut self, value: usize) {
        self.add(value as u64);
    }

    fn finish(&self) -> u64 {
        // Tables take their index from the low bits, which a multiplication mixes least.
        self.0 ^ self.0 >> 32
    }
}

/// A map keyed by names.
pub(super) type Names<K, V> = HashMap<K, V, BuildHasherDefault<NameHasher>>;
