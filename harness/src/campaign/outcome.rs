//! The words that outcomes are stored as, and which of two counts. It takes a word of a store, which
//! another version of this program may have written, and knows nothing of what was judged.

use super::examine::Outcome;

/// What a word that is none of ours counts as: whatever it means, it was not judged.
const UNJUDGED: &str = "inconclusive";

/// Of several devices, the one that counts most first: a finding is kept, and one device that could not
/// judge is enough for a kernel not to agree.
const OF_DEVICES: [&str; 4] = ["bug", "invalid", UNJUDGED, "agree"];

/// Of two judgements of the same thing, which differ only where something depends on time, the one that
/// stays first: a fault is kept, a verdict goes before none.
const OF_ATTEMPTS: [&str; 4] = ["bug", "agree", "invalid", UNJUDGED];

impl Outcome {
    /// How it is stored: a word, and what it is counted under.
    pub(super) fn words(&self) -> (&'static str, &str) {
        match self {
            Outcome::Agree => ("agree", ""),
            Outcome::Invalid(reason) => ("invalid", reason),
            Outcome::Inconclusive(reason) => (UNJUDGED, reason),
            Outcome::Bug { finding, .. } => ("bug", &finding.signature),
        }
    }
}

/// How much an outcome counts among those of several devices: less counts more.
pub(super) fn rank(word: &str) -> usize {
    position(OF_DEVICES, word)
}

/// How much an outcome counts among those of several attempts at the same: less counts more.
pub(super) fn rank_of_attempt(word: &str) -> usize {
    position(OF_ATTEMPTS, word)
}

fn position(order: [&str; 4], word: &str) -> usize {
    let at = |word: &str| order.iter().position(|one| *one == word);
    at(word).or_else(|| at(UNJUDGED)).expect("invariant: it is in every order")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{Finding, FindingKind};

    #[test]
    fn every_outcome_has_a_rank_of_its_own() {
        let finding = Finding::new(FindingKind::Mismatch, None, "ttir", "", String::new());
        let outcomes = [
            Outcome::Agree,
            Outcome::Invalid(String::new()),
            Outcome::Inconclusive(String::new()),
            Outcome::Bug { finding, known: None },
        ];
        for order in [rank, rank_of_attempt] {
            let mut ranks: Vec<_> = outcomes.iter().map(|one| order(one.words().0)).collect();
            ranks.sort_unstable();
            assert_eq!(ranks, [0, 1, 2, 3]);
        }
    }

    #[test]
    fn a_word_of_another_version_is_no_pass_and_no_fault() {
        for order in [rank, rank_of_attempt] {
            assert_eq!(order("flaky"), order("inconclusive"));
        }
        assert!(rank("bug") < rank("flaky") && rank("flaky") < rank("agree"));
        assert!(rank_of_attempt("agree") < rank_of_attempt("flaky"));
    }
}
