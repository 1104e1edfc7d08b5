//! A hash that stays: features are stored, so the same text must give the same number in every build.

use std::fmt;

/// FNV-1a of 64 bits (Fowler, Noll and Vo; RFC 9923), folded to 32: of a million features some hundred
/// share a number with another, which counts as one.
pub(super) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(())
    }
}

impl Fnv {
    /// The number of what was written.
    pub(super) fn finish(&self) -> u32 {
        (self.0 ^ (self.0 >> 32)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    #[test]
    fn the_numbers_are_those_of_the_specification() {
        let mut hash = Fnv::default();
        hash.write_str("foobar").unwrap();
        assert_eq!(hash.0, 0x8594_4171_f739_67e8);
        assert_eq!(hash.finish(), 0x8594_4171 ^ 0xf739_67e8);
    }
}
