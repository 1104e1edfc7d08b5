//! Makes the cases of which one becomes the next kernel: fresh ones, and cases of the corpus that are
//! changed.

use std::sync::Arc;

use super::corpus::Corpus;
use super::weights::{Draw, Yields};
use super::{cost, traits};
use crate::campaign::settings::Settings;
use crate::generate::{self, Config, from_seed};
use crate::program::edit::renumber;
use crate::reduce::kernel::recondition;
use crate::testcase::TestCase;

/// Cases that are made for each kernel. With fresh ones alone 16 gave 44 % more features than one after 400
/// kernels of seed 1, 32 gave 48 % and 64 gave 50 %, and took a fifth of the time.
const CANDIDATES: u64 = 32;

/// One of so many kernels is a case of the corpus that is changed, whatever fresh ones promise: changes lead
/// to kernels that the generator does not make. In a second of the compiler they give half as many features
/// as fresh ones.
const MUTANT: u64 = 16;

/// One of so many fresh candidates is of policies that are drawn, the others are kernels of the seed.
const OF_POLICIES: u64 = 8;

/// Three of four fresh candidates are larger, by this many statements or two or three times as many: what the
/// compiler takes for any kernel is shared by more of them. Of 1,000 kernels of seed 1 that made 15 % more
/// features, and 5 % more in the same time; twice as many statements made no more in the same time.
const LARGER: u32 = 8;

/// So many sizes there are.
const SIZES: u64 = 4;

/// Most changes of a case.
const MOST_CHANGES: u64 = 4;

/// Policies of a fresh kernel for which they are drawn: at least so many, since its own switches rule some
/// of them out,
const LEAST_POLICIES: u64 = 3;

/// and fewer than this more.
const MORE_POLICIES: u64 = 6;

/// Kernels of the seed between one candidate and the next: no campaign comes that far.
const APART: u64 = 1 << 40;

/// Names of policies in the yields.
const POLICY: &str = "policy";

/// Names of mutations in the yields.
const MUTATION: &str = "mutation";

/// What a candidate is to be.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    /// A kernel of the seed.
    Usual,
    /// One of these policies.
    Fresh(Vec<&'static str>),
    /// The first case, changed in these ways, with what they need of the second.
    Mutant { parent: Arc<TestCase>, other: Arc<TestCase>, ways: Vec<&'static str> },
}

/// A case that may become the kernel.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) case: TestCase,
    /// The ways that are to be credited with what is new about it.
    pub(super) ways: Vec<String>,
    /// What it asks of the compiler.
    pub(super) traits: Vec<u32>,
    /// What it takes.
    pub(super) cost: u64,
    /// Whether it is well defined by construction; others are evaluated to find out.
    pub(super) is_proven: bool,
}

impl Candidate {
    fn new(case: TestCase, ways: Vec<String>, is_proven: bool) -> Self {
        let (traits, cost) = (traits::of_case(&case), cost::of_case(&case));
        Candidate { case, ways, traits, cost, is_proven }
    }
}

impl Choice {
    /// Draws what the candidates for kernel `index` are to be. The first one is a kernel of the seed, which
    /// is there if all others come to nothing.
    pub(super) fn draw(seed: u64, index: u64, corpus: &mut Corpus, yields: &Yields) -> Vec<Choice> {
        let mut draw = Draw::new(seed, index);
        let changed = index % MUTANT == 1;
        let choice = |number: u64| match number {
            0 => Choice::Usual,
            _ if changed => mutant(&mut draw, corpus, yields).unwrap_or(Choice::Usual),
            _ if number % OF_POLICIES == 1 => {
                let count = LEAST_POLICIES + draw.below(MORE_POLICIES);
                Choice::Fresh(draw.ways(yields, POLICY, generate::policies(), count))
            }
            _ => Choice::Usual,
        };
        (0..CANDIDATES).map(choice).collect()
    }

    /// Makes candidate `number` for kernel `index`; `None` where nothing was to change.
    pub(super) fn make(&self, settings: &Settings, index: u64, number: u64) -> Option<Candidate> {
        let Settings { seed, mode, .. } = settings;
        let mut usual = Config { numerics: *mode, ..Config::default() };
        usual.max_statements += LARGER * (number % SIZES) as u32;
        let own = index.wrapping_add(number.wrapping_mul(APART));
        let (mut case, ways, is_proven, word) = match self {
            Choice::Usual => (from_seed(*seed, own, &usual), Vec::new(), true, "guided"),
            Choice::Fresh(policies) => {
                let names = policies.iter().map(|name| (*name).to_owned()).collect();
                let config = Config { policies: names, ..usual };
                (from_seed(*seed, own, &config), named(POLICY, policies), true, "guided")
            }
            Choice::Mutant { parent, other, ways } => {
                let (case, done) = changed(parent, other, ways, seed ^ own.rotate_left(16))?;
                (case, named(MUTATION, &done), false, "mutant")
            }
        };
        case.name = format!("s{seed}-k{index}-{word}");
        Some(Candidate::new(case, ways, is_proven))
    }
}

/// A case of the corpus, what it is to be changed in, and with what; `None` of an empty corpus.
fn mutant(draw: &mut Draw, corpus: &mut Corpus, yields: &Yields) -> Option<Choice> {
    let (parent, other) = (corpus.draw(draw)?, corpus.draw(draw)?);
    let count = 1 + draw.below(MOST_CHANGES);
    let ways = draw.ways(yields, MUTATION, generate::mutations(), count);
    Some(Choice::Mutant { parent, other, ways })
}

fn named(kind: &str, ways: &[&str]) -> Vec<String> {
    ways.iter().map(|way| format!("{kind}.{way}")).collect()
}

/// A case changed in these ways, those that change something, and without what nothing needs.
fn changed(
    parent: &TestCase,
    other: &TestCase,
    ways: &[&'static str],
    seed: u64,
) -> Option<(TestCase, Vec<&'static str>)> {
    let (mut case, mut done) = (parent.clone(), Vec::new());
    for (at, way) in (0..).zip(ways) {
        if let Some(next) = generate::mutated(way, &case, other, seed.wrapping_add(at)) {
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
    use crate::evaluate::reference;
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

    fn candidates(index: u64, corpus: &mut Corpus) -> Vec<Candidate> {
        let (settings, choices) = (settings(), Choice::draw(7, index, corpus, &Yields::new()));
        let made = (0..).zip(&choices);
        made.filter_map(|(number, choice)| choice.make(&settings, index, number)).collect()
    }

    #[test]
    fn candidates_are_fresh_or_changed_checked_and_proven_where_they_say_so() {
        let mut corpus = corpus();
        let (mut mutants, mut all) = (0, 0);
        for index in 0..3 {
            let mut cases = Vec::new();
            for made in candidates(index, &mut corpus) {
                made.case.check().unwrap();
                assert!(made.case.name.starts_with(&format!("s0-k{index}-")), "{}", made.case.name);
                assert!(!made.is_proven || reference(&made.case).is_ok());
                assert!(made.traits.len() > 10 && made.traits.is_sorted());
                mutants += usize::from(!made.is_proven);
                cases.push(made.case);
            }
            all += cases.len();
            let first = from_seed(0, index, &Config::default());
            assert_eq!(cases[0].program, first.program, "the first is the kernel of the seed");
            assert!(cases[1..].iter().all(|case| *case != cases[0]));
        }
        assert!(mutants >= 15 && all > 75, "{mutants} of {all} candidates were changed");
    }

    #[test]
    fn candidates_are_a_function_of_what_is_known() {
        let make = |index| {
            let made = candidates(index, &mut corpus()).into_iter();
            made.map(|one| (one.case, one.ways, one.traits, one.cost)).collect::<Vec<_>>()
        };
        for index in 0..3 {
            assert_eq!(make(index), make(index));
        }
        let none = Choice::draw(7, 1, &mut Corpus::default(), &Yields::new());
        let changed = |choice: &Choice| matches!(choice, Choice::Mutant { .. });
        assert!(!none.iter().any(changed), "there is nothing to change");
    }
}
