//! What the numbers of a seed are those of, in a campaign over kernels and scenarios.

use crate::tensor::splitmix;

/// What a number of a seed is that of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Kernel,
    Scenario,
}

impl Kind {
    /// Each, in the order of the turns.
    pub(super) const EACH: [Kind; 2] = [Kind::Kernel, Kind::Scenario];

    /// What number `index` of a seed is that of: of half of all numbers a scenario, in no order that the
    /// shards could fall in with. With that half both kinds get about the same time: 500 of each, to TTGIR
    /// on `triton==3.9.0`, took 28 s (kernels) and 21 s (scenarios, with their reductions) of processor time.
    pub fn of(seed: u64, index: u64) -> Kind {
        Kind::EACH[(splitmix(seed, index) & 1) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_numbers_of_every_shard_are_scenarios() {
        for seed in [0, 1, 20_261_130, u64::MAX] {
            for (of, index) in [(1, 0), (2, 0), (2, 1), (4, 3), (8, 5)] {
                let part = (index..).step_by(of).take(2000);
                let scenarios = part.filter(|at| Kind::of(seed, *at) == Kind::Scenario).count();
                assert!((900..1100).contains(&scenarios), "seed {seed}, {index}/{of}: {scenarios}");
            }
        }
    }

    #[test]
    fn what_a_number_is_of_stays() {
        let first: String =
            (0..16).map(|at| if Kind::of(1, at) == Kind::Kernel { 'k' } else { 's' }).collect();
        assert_eq!(first, "sskssksskkskkkks");
    }
}
