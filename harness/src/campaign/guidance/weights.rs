//! Which ways of making kernels are taken how often.
//!
//! A *way* is a policy of the generator or a mutation; its *yield* is how many features nobody had seen
//! before its kernels had. Ways are drawn in proportion to their yields (a bandit with proportional
//! sampling): none dries up, because a way that was rarely drawn is taken to be good, and one that gives
//! nothing keeps a share.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Features that a way is credited with before it is tried: about what an early kernel has.
const PRIOR: u64 = 64;

/// Kernels after which those of before count half: what a way gives becomes less.
const MEMORY: u64 = 64;

/// Weights are in these parts of a feature for each kernel.
const PARTS: u64 = 16;

/// What the kernels of one way have come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Yield {
    /// Kernels.
    pub(super) kernels: u64,
    /// Features that were new with them.
    pub(super) fresh: u64,
}

impl Yield {
    pub(super) fn add(&mut self, fresh: u64) {
        self.kernels += 1;
        self.fresh += fresh;
        if self.kernels >= MEMORY {
            self.kernels /= 2;
            self.fresh /= 2;
        }
    }

    fn weight(self) -> u64 {
        1 + PARTS * (self.fresh + PRIOR) / (self.kernels + 1)
    }
}

/// The yields of all ways that were taken, by name.
pub(super) type Yields = BTreeMap<String, Yield>;

/// Draws ways, and everything else that guidance leaves to chance.
pub(super) struct Draw(ChaCha8Rng);

impl Draw {
    /// For kernel `index` of a seed.
    pub(super) fn new(seed: u64, index: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&index.to_le_bytes());
        // Not the key of the generator, whose choices the same numbers would follow.
        key[16] = 1;
        Draw(ChaCha8Rng::from_seed(key))
    }

    pub(super) fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `end`; 0 for 0. The bias of the remainder is below 2^-40 for what is drawn here.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.number() % end.max(1)
    }

    /// The index of one of the weights, in proportion to them; `None` if there are none.
    pub(super) fn weighted(&mut self, weights: &[u64]) -> Option<usize> {
        let mut left = self.below(weights.iter().sum());
        let mut last = None;
        for (at, weight) in weights.iter().enumerate() {
            last = Some(at);
            if left < *weight {
                break;
            }
            left -= *weight;
        }
        last
    }

    /// Up to `count` different ways of these, whose names in the yields begin with `kind` and a dot.
    pub(super) fn ways<'n>(
        &mut self,
        yields: &Yields,
        kind: &str,
        names: impl Iterator<Item = &'n str>,
        count: u64,
    ) -> Vec<&'n str> {
        let mut left: Vec<&str> = names.collect();
        let mut drawn = Vec::new();
        for _ in 0..count {
            let weight = |name: &&str| {
                let own = yields.get(&format!("{kind}.{name}")).copied().unwrap_or_default();
                // One that gives nothing any more is tried now and then.
                own.weight().max(PARTS)
            };
            let weights: Vec<u64> = left.iter().map(weight).collect();
            let Some(at) = self.weighted(&weights) else { break };
            drawn.push(left.remove(at));
        }
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gives_more_is_drawn_more_often_and_all_are_drawn() {
        let mut yields = Yields::new();
        for _ in 0..40 {
            yields.entry("m.rich".to_owned()).or_default().add(100);
            yields.entry("m.poor".to_owned()).or_default().add(0);
        }
        let mut counts = BTreeMap::new();
        let mut draw = Draw::new(1, 2);
        for _ in 0..1000 {
            for way in draw.ways(&yields, "m", ["rich", "poor"].into_iter(), 1) {
                *counts.entry(way).or_insert(0) += 1;
            }
        }
        assert!(counts["rich"] > 10 * counts["poor"] && counts["poor"] > 0, "{counts:?}");
    }

    #[test]
    fn draws_are_a_function_of_seed_and_kernel() {
        let numbers = |seed, index| {
            let mut draw = Draw::new(seed, index);
            [draw.number(), draw.below(10), draw.below(0)]
        };
        assert_eq!(numbers(1, 2), numbers(1, 2));
        assert_ne!(numbers(1, 2), numbers(1, 3));
        assert_ne!(numbers(1, 2), numbers(2, 2));
        let yields = Yields::new();
        let mut draw = Draw::new(0, 0);
        let mut all = draw.ways(&yields, "m", ["a", "b", "c"].into_iter(), 9);
        all.sort_unstable();
        assert_eq!(all, ["a", "b", "c"]);
        assert_eq!(draw.weighted(&[]), None);
        assert_eq!(draw.weighted(&[0, 5]), Some(1));
    }

    #[test]
    fn old_kernels_count_less() {
        let mut one = Yield::default();
        for _ in 0..1000 {
            one.add(8);
        }
        assert!(one.kernels < MEMORY && one.fresh.abs_diff(8 * one.kernels) < 16, "{one:?}");
    }
}
