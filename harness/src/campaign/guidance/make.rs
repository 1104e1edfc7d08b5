//! Makes the kernel that was chosen: a fresh one of some policies, or a case of the corpus that is changed
//! until it is well defined.

use std::sync::Arc;

use super::corpus::Corpus;
use super::weights::{Draw, Yields};
use crate::campaign::settings::Settings;
use crate::campaign::subject::Subject;
use crate::generate::{self, Config, from_seed};
use crate::program::edit::renumber;
use crate::reduce::kernel::recondition;
use crate::testcase::TestCase;

/// Of so many kernels one is fresh.
const FRESH: u64 = 2;

/// How often a case is changed anew before a fresh kernel takes its place.
const ATTEMPTS: u64 = 4;

/// Most changes of a case.
const MOST_CHANGES: u64 = 4;

/// Policies of a fresh kernel: at least so many, since its own switches rule some of them out,
const LEAST_POLICIES: u64 = 3;

/// and fewer than this more.
const MORE_POLICIES: u64 = 6;

/// Names of policies in the yields.
const POLICY: &str = "policy";

/// Names of mutations in the yields.
const MUTATION: &str = "mutation";

/// What a kernel is to be.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    /// One of these policies.
    Fresh(Vec<&'static str>),
    /// The first case, changed in one of these lists of ways, with what they need of the second.
    Mutant { parent: Arc<TestCase>, other: Arc<TestCase>, attempts: Vec<Vec<&'static str>> },
}

/// A kernel, and the ways that are to be credited with what is new about it.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) subject: Arc<Subject>,
    pub(super) ways: Vec<String>,
}

impl Choice {
    /// Draws what kernel `index` is to be.
    pub(super) fn draw(seed: u64, index: u64, corpus: &mut Corpus, yields: &Yields) -> Self {
        let mut draw = Draw::new(seed, index);
        if draw.below(FRESH) != 0
            && let (Some(parent), Some(other)) = (corpus.draw(&mut draw), corpus.draw(&mut draw))
        {
            let ways = |_| {
                let count = 1 + draw.below(MOST_CHANGES);
                draw.ways(yields, MUTATION, generate::mutations(), count)
            };
            let attempts = (0..ATTEMPTS).map(ways).collect();
            return Choice::Mutant { parent, other, attempts };
        }
        let count = LEAST_POLICIES + draw.below(MORE_POLICIES);
        Choice::Fresh(draw.ways(yields, POLICY, generate::policies(), count))
    }

    /// Makes it. A case that is changed need not be well defined, which takes an evaluation to find out;
    /// the kernel has it done.
    pub(super) fn make(&self, settings: &Settings, index: u64) -> Made {
        match self {
            Choice::Fresh(policies) => fresh(settings, index, policies),
            Choice::Mutant { parent, other, attempts } => {
                let seed = settings.seed ^ index.rotate_left(32);
                for (attempt, ways) in (0..).zip(attempts) {
                    let Some((mut case, done)) = changed(parent, other, ways, seed, attempt) else {
                        continue;
                    };
                    case.name = format!("s{}-k{index}-mutant", settings.seed);
                    let subject = Subject::new(case);
                    if subject.reference().0.is_ok() {
                        return Made { subject: Arc::new(subject), ways: named(MUTATION, &done) };
                    }
                }
                fresh(settings, index, &[])
            }
        }
    }
}

fn named(kind: &str, ways: &[&str]) -> Vec<String> {
    ways.iter().map(|way| format!("{kind}.{way}")).collect()
}

/// A kernel of these policies; of all without any.
fn fresh(settings: &Settings, index: u64, policies: &[&str]) -> Made {
    let usual = Config { numerics: settings.mode, variants: false, ..Config::default() };
    let config = match policies {
        [] => usual,
        some => Config { policies: some.iter().map(|name| (*name).to_owned()).collect(), ..usual },
    };
    let mut case = from_seed(settings.seed, index, &config);
    case.name = format!("s{}-k{index}-guided", settings.seed);
    Made { subject: Arc::new(Subject::new(case)), ways: named(POLICY, policies) }
}

/// A case changed in these ways, those that change something, and without what nothing needs.
fn changed(
    parent: &TestCase,
    other: &TestCase,
    ways: &[&'static str],
    seed: u64,
    attempt: u64,
) -> Option<(TestCase, Vec<&'static str>)> {
    let (mut case, mut done) = (parent.clone(), Vec::new());
    for (at, way) in (0..).zip(ways) {
        let seed = seed.wrapping_add((attempt * MOST_CHANGES + at) << 16);
        if let Some(next) = generate::mutated(way, &case, other, seed) {
            case = next;
            done.push(*way);
        }
    }
    let case = plain(case)?;
    // What was put in may have been what nothing needs.
    let is_new = plain(parent.clone()).is_none_or(|parent| parent != case);
    is_new.then_some((case, done))
}

/// The case without what nothing needs, its values numbered in their order.
fn plain(case: TestCase) -> Option<TestCase> {
    let mut case = recondition(case)?;
    renumber(&mut case.program);
    Some(case)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::guidance::corpus::Kept;
    use crate::campaign::settings::Plan;
    use crate::compile::{Stage, Target};
    use crate::toolchain::ToolchainId;

    fn corpus() -> Corpus {
        let kept = |kernel: u64| Kept {
            hash: kernel.to_string(),
            fresh: 9,
            case: Arc::new(from_seed(5, kernel, &Config::default())),
            features: vec![1],
        };
        Corpus::new((0..12).map(kept).collect())
    }

    fn settings() -> Settings {
        let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
        Settings::single(&plan, &["ir".to_owned()], Stage::Ttgir)
    }

    #[test]
    fn kernels_are_fresh_or_changed_and_well_defined() {
        let (settings, mut corpus, yields) = (settings(), corpus(), Yields::new());
        let (mut mutants, mut undefined) = (0, 0);
        for index in 0..60 {
            let made = Choice::draw(7, index, &mut corpus, &yields).make(&settings, index);
            let case = &made.subject.case;
            case.check().unwrap();
            assert!(case.name.starts_with(&format!("s0-k{index}-")), "{}", case.name);
            mutants += usize::from(case.name.ends_with("-mutant"));
            undefined += usize::from(made.subject.reference().0.is_err());
        }
        assert!(mutants >= 10, "{mutants} of 60 kernels were changed");
        assert_eq!(undefined, 0);
    }

    #[test]
    fn a_kernel_is_a_function_of_what_is_known() {
        let (settings, yields) = (settings(), Yields::new());
        let make = |index| {
            let made = Choice::draw(7, index, &mut corpus(), &yields).make(&settings, index);
            (made.subject.case.clone(), made.ways)
        };
        for index in 0..8 {
            assert_eq!(make(index), make(index));
        }
        let none = Choice::draw(7, 3, &mut Corpus::default(), &yields);
        assert!(matches!(none, Choice::Fresh(_)), "there is nothing to change");
    }
}
