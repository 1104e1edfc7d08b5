//! SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): takes a seed, returns numbers that are the same in every
//! build. Test cases, corpora and seeds depend on them. It must not know what they are used for.

/// What the state grows by: the golden ratio's fraction, made odd.
pub(super) const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finalizer: mixes the bits of a number; no two numbers give the same.
pub(super) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Number `index` of the numbers that a seed gives.
pub(crate) fn splitmix(seed: u64, index: u64) -> u64 {
    mix(seed.wrapping_add(index.wrapping_add(1).wrapping_mul(GAMMA)))
}

/// The numbers that a seed gives, one after another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        mix(self.0)
    }

    /// A number below a bound, which is not 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// The index of one of so many, of which there is one at least.
    pub(crate) fn index(&mut self, count: usize) -> usize {
        self.below(count as u64) as usize
    }

    /// One of a list, which is not empty.
    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.index(from.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Vigna's C code (<https://prng.di.unimi.it/splitmix64.c>) gives for the seed 1234567.
    const DUE: [u64; 5] = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];

    #[test]
    fn the_numbers_are_those_of_the_reference() {
        let mut random = Random::new(1_234_567);
        for (index, due) in DUE.into_iter().enumerate() {
            assert_eq!((random.next(), splitmix(1_234_567, index as u64)), (due, due), "{index}");
        }
    }

    #[test]
    fn a_choice_takes_one_number() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.below(1000), DUE[0] % 1000);
        assert_eq!(random.pick(&['a', 'b', 'c']), ['a', 'b', 'c'][(DUE[1] % 3) as usize]);
        assert_eq!(random.index(7) as u64, DUE[2] % 7);
        assert_eq!(random.next(), DUE[3]);
    }

    #[test]
    fn the_state_wraps() {
        assert_eq!(splitmix(u64::MAX, u64::MAX), mix(u64::MAX));
        assert_eq!(Random::new(u64::MAX).next(), splitmix(u64::MAX, 0));
    }
}
