//! How new a case would be: by the traits that few kernels of the campaign had.
//!
//! This is novelty search (Lehman and Stanley 2011) before the compiler is asked. To make a case takes a
//! thousandth of what it takes to compile and judge one, so many are made for each kernel, and the one that
//! promises most for its cost is compiled. A trait counts for the square of its rarity: one that no kernel
//! had counts as much as four that one kernel had. What the toolchain has shown not to have is rare for
//! ever; therefore a case promises less where the kernels of a trait of it were in vain.

use std::cmp::Reverse;
use std::collections::HashMap;

/// What a trait that no kernel had is worth.
const UNSEEN: u64 = 1 << 20;

/// What is known of a trait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    /// Kernels that had it and were compiled.
    pub(super) kernels: u64,
    /// Those of them of which nothing could be said: invalid or inconclusive.
    pub(super) vain: u64,
}

/// How many kernels had each trait.
#[derive(Debug, Default)]
pub(super) struct Novelty {
    counts: HashMap<u32, Count>,
}

impl Novelty {
    /// Goes on with what was counted before.
    pub(super) fn new(counts: HashMap<u32, Count>) -> Self {
        Novelty { counts }
    }

    /// Counts one kernel.
    pub(super) fn add(&mut self, traits: &[u32]) {
        for one in traits {
            self.counts.entry(*one).or_default().kernels += 1;
        }
    }

    /// Counts that one of the kernels was in vain.
    pub(super) fn add_vain(&mut self, traits: &[u32]) {
        for one in traits {
            self.counts.entry(*one).or_default().vain += 1;
        }
    }

    /// What a case of these traits promises: how new it is, and how likely something can be said of it.
    fn of(&self, traits: &[u32]) -> u64 {
        let (mut worth, mut likely) = (0, UNSEEN);
        for one in traits {
            let Count { kernels, vain } = self.counts.get(one).copied().unwrap_or_default();
            let times = kernels + 1;
            // From 2^10 kernels on it is worth nothing.
            worth += UNSEEN / (times * times);
            likely = likely.min(UNSEEN * times.saturating_sub(vain) / times);
        }
        worth * likely / UNSEEN
    }

    /// The places of these cases, each with its traits and its cost, those that promise most first; of equal
    /// ones the first.
    pub(super) fn order<'c>(&self, cases: impl Iterator<Item = (&'c [u32], u64)>) -> Vec<usize> {
        let promises = cases.map(|(traits, cost)| self.of(traits) / cost.max(1));
        let mut order: Vec<(Reverse<u64>, usize)> =
            promises.enumerate().map(|(at, promise)| (Reverse(promise), at)).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, at)| at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(novelty: &Novelty, cases: &[(&[u32], u64)]) -> Vec<usize> {
        novelty.order(cases.iter().copied())
    }

    #[test]
    fn what_was_not_seen_comes_first_and_cost_counts() {
        let mut novelty = Novelty::default();
        assert_eq!(order(&novelty, &[(&[1], 50), (&[1, 2], 50), (&[3], 50)]), [1, 0, 2]);
        assert_eq!(order(&novelty, &[(&[1], 50), (&[1, 2], 200)]), [0, 1], "twice for four times");
        novelty.add(&[1, 2]);
        assert_eq!(order(&novelty, &[(&[1, 2], 50), (&[3], 50)]), [1, 0]);
        assert_eq!(order(&novelty, &[(&[], 50), (&[1], 50)]), [1, 0]);
    }

    #[test]
    fn rare_traits_count_for_more_than_common_ones() {
        let count = |kernels| Count { kernels, vain: 0 };
        let mut novelty = Novelty::new(HashMap::from([(1, count(3)), (2, count(1))]));
        assert_eq!(order(&novelty, &[(&[1], 9), (&[2], 9)]), [1, 0]);
        (0..9).for_each(|_| novelty.add(&[2]));
        assert_eq!(order(&novelty, &[(&[1], 9), (&[2], 9)]), [0, 1]);
        assert_eq!(Novelty::new(HashMap::from([(1, count(1024))])).of(&[1]), 0);
    }

    #[test]
    fn what_was_always_in_vain_promises_little() {
        let mut novelty = Novelty::default();
        for _ in 0..9 {
            novelty.add(&[1, 2]);
            novelty.add(&[2]);
            novelty.add_vain(&[1, 2]);
        }
        // Of the second trait half of the kernels were judged.
        assert_eq!(order(&novelty, &[(&[1, 7, 8], 9), (&[2, 7], 9), (&[9], 9)]), [2, 1, 0]);
    }
}
