//! Cases that are worth changing: each had a feature that no kernel before it had.
//!
//! The corpus is bounded. When it is full, a greedy set cover (Chvátal 1979) leaves few cases that have
//! all the features between them, or as many as the bound allows.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::sync::Arc;

use super::weights::Draw;
use crate::testcase::TestCase;

/// Cases of a corpus.
const MOST: usize = 1024;

/// Cases that stay when there are more.
const KEPT: usize = 768;

/// A case of the corpus.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// Of the case without its name.
    pub(super) hash: String,
    /// Features that were new with it.
    pub(super) fresh: u64,
    pub(super) case: Arc<TestCase>,
    /// All of its features, in order.
    pub(super) features: Vec<u32>,
}

/// All of them, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Corpus {
    cases: Vec<Kept>,
    /// How often each was drawn in this run.
    drawn: Vec<u64>,
}

impl Corpus {
    pub(super) fn new(cases: Vec<Kept>) -> Self {
        let drawn = vec![0; cases.len()];
        Corpus { cases, drawn }
    }

    /// Adds a case; `false` if it is there.
    pub(super) fn add(&mut self, kept: Kept) -> bool {
        if self.cases.iter().any(|case| case.hash == kept.hash) {
            return false;
        }
        self.cases.push(kept);
        self.drawn.push(0);
        true
    }

    /// A case to change: rather one that had much that was new, and was not drawn often.
    pub(super) fn draw(&mut self, draw: &mut Draw) -> Option<Arc<TestCase>> {
        let weight = |(case, drawn): (&Kept, &u64)| 1 + 16 * (1 + case.fresh) / (1 + drawn);
        let weights: Vec<u64> = self.cases.iter().zip(&self.drawn).map(weight).collect();
        let at = draw.weighted(&weights)?;
        self.drawn[at] += 1;
        Some(self.cases[at].case.clone())
    }

    /// Leaves out what is not needed, if there is too much; the hashes of what went.
    pub(super) fn bound(&mut self) -> Vec<String> {
        if self.cases.len() <= MOST {
            return Vec::new();
        }
        let sets: Vec<&[u32]> = self.cases.iter().map(|case| case.features.as_slice()).collect();
        let mut stay = vec![false; self.cases.len()];
        cover(&sets, KEPT).into_iter().for_each(|at| stay[at] = true);
        let (mut gone, mut left) = (Vec::new(), Corpus::default());
        let all = std::mem::take(self);
        for ((case, drawn), stays) in all.cases.into_iter().zip(all.drawn).zip(stay) {
            match stays {
                true => {
                    left.cases.push(case);
                    left.drawn.push(drawn);
                }
                false => gone.push(case.hash),
            }
        }
        *self = left;
        gone
    }
}

/// Up to `most` of the sets, chosen greedily, that together hold what all of them hold: each time the one
/// that adds most, of equal ones the first.
fn cover(sets: &[&[u32]], most: usize) -> Vec<usize> {
    let mut covered: HashSet<u32> = HashSet::new();
    let mut chosen = Vec::new();
    let mut heap: BinaryHeap<(usize, Reverse<usize>)> =
        sets.iter().enumerate().map(|(at, set)| (set.len(), Reverse(at))).collect();
    while chosen.len() < most {
        // What a set adds only ever becomes less: an entry that is out of date is too high.
        let Some((before, Reverse(at))) = heap.pop() else { break };
        let adds = sets[at].iter().filter(|feature| !covered.contains(*feature)).count();
        if adds == 0 {
            continue;
        }
        if adds < before {
            heap.push((adds, Reverse(at)));
            continue;
        }
        covered.extend(sets[at]);
        chosen.push(at);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Config, from_seed};
    use std::collections::BTreeSet;

    fn sets(count: u64) -> Vec<Vec<u32>> {
        let set = |index| {
            let mut draw = Draw::new(3, index);
            let numbers = (0..20).map(|_| draw.below(60) as u32);
            numbers.collect::<BTreeSet<u32>>().into_iter().collect()
        };
        (0..count).map(set).collect()
    }

    #[test]
    fn a_cover_has_the_union_in_few_sets() {
        let sets = sets(200);
        let slices: Vec<&[u32]> = sets.iter().map(Vec::as_slice).collect();
        let chosen = cover(&slices, usize::MAX);
        let union = |of: &[usize]| -> BTreeSet<u32> {
            of.iter().flat_map(|at| sets[*at].iter().copied()).collect()
        };
        assert_eq!(union(&chosen), union(&(0..200).collect::<Vec<_>>()));
        assert!(chosen.len() < 20, "{} sets", chosen.len());
        assert_eq!(cover(&slices, 3), chosen[..3]);
        let empty: [&[u32]; 2] = [&[], &[]];
        assert!(cover(&empty, 9).is_empty());
    }

    fn kept(case: &Arc<TestCase>, kernel: u64, features: Vec<u32>) -> Kept {
        let (hash, fresh) = (kernel.to_string(), features.len() as u64);
        Kept { hash, fresh, case: case.clone(), features }
    }

    fn case() -> Arc<TestCase> {
        Arc::new(from_seed(1, 0, &Config::default()))
    }

    #[test]
    fn a_full_corpus_keeps_what_it_covers() {
        let (mut corpus, case) = (Corpus::default(), case());
        for (index, set) in (0..).zip(sets(MOST as u64)) {
            assert!(corpus.add(kept(&case, index, set)));
        }
        assert!(!corpus.add(kept(&case, 0, vec![])), "it is there");
        assert!(corpus.bound().is_empty());
        assert!(corpus.add(kept(&case, 5000, vec![1_000_000])));
        let gone = corpus.bound();
        assert_eq!(gone.len() + corpus.cases.len(), MOST + 1);
        let union: BTreeSet<u32> =
            corpus.cases.iter().flat_map(|case| case.features.iter().copied()).collect();
        assert!(union.contains(&1_000_000) && union.len() == 61);
        assert!(corpus.cases.is_sorted_by_key(|case| case.hash.parse::<u64>().unwrap()));
    }

    #[test]
    fn all_are_drawn_in_time() {
        let case = case();
        let all = (0..20).map(|index| kept(&case, index, vec![1; 9]));
        let mut corpus = Corpus::new(all.collect());
        let mut draw = Draw::new(1, 1);
        for _ in 0..400 {
            assert!(corpus.draw(&mut draw).is_some());
        }
        assert!(corpus.drawn.iter().all(|drawn| *drawn > 0), "{:?}", corpus.drawn);
        assert!(Corpus::default().draw(&mut draw).is_none());
    }
}
