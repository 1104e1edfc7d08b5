//! Guidance: what earlier kernels made the compiler do decides which kernels come next.
//!
//! For each kernel of a guided campaign many cases are made (`make`). For fifteen of sixteen they are fresh, some
//! of policies that are drawn by their yield (`weights`); for the others they are cases whose IR had a feature
//! (`features`) that was new, kept in a *corpus*, changed and spliced. What each asks of the compiler
//! (`traits`) is known before it is compiled; the one that has most that few kernels had (`novelty`), for what
//! it takes (`cost`), is compiled. A changed case is evaluated first: in the place of one that is not well
//! defined the next best is taken.
//!
//! What is reproducible: every case, since a finding has its own, and the choice of a kernel, which is a
//! function of the seed, its number and what was learned before it. What is learned before it depends on
//! the speed of the slots and on interruptions: the sequence of a guided campaign is the same again with
//! one slot and without a stop only. Kernel I of a seed in the sense of `from_seed`, a part of a campaign,
//! a bundle and a scenario are therefore never guided. Without guidance the features are counted all the
//! same, which is what there is to compare with.

mod corpus;
mod cost;
mod features;
mod hash;
mod layouts;
mod make;
mod novelty;
mod table;
mod traits;
mod weights;

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use anyhow::Result;

use super::examine::Outcome;
use super::settings::Settings;
use super::store::Store;
use super::subject::{Source, Subject, guarded};
use crate::compile::JobResult;
use crate::reduce::hash as hash_of;
use crate::testcase::TestCase;
use corpus::{Corpus, Kept};
use make::{Candidate, Choice};
use novelty::Novelty;
use table::Lesson;
pub use table::is_guided;
use weights::Yields;

/// Kernels that may be in the hands of slots; what is known of those before is given up.
const MOST_OPEN: usize = 4096;

/// Says which kernels there are. Slots share one.
pub(super) struct Guidance<'a> {
    settings: &'a Settings,
    source: &'a dyn Source,
    store: &'a Store,
    state: Mutex<State>,
}

struct State {
    known: HashSet<u32>,
    corpus: Corpus,
    yields: Yields,
    /// Of the kernels that were chosen, those that are not judged yet included.
    novelty: Novelty,
    /// The kernels that slots have.
    open: BTreeMap<u64, Handed>,
}

/// A kernel that slots have: all plans get the same one.
struct Handed {
    open: Arc<Open>,
    /// Plans that have not been through it.
    left: usize,
    /// Whether one of those that have could say something of it.
    is_judged: bool,
}

/// A kernel that is to be chosen among these. The slot that asks first does it; others wait for it.
struct Open {
    choices: Vec<Choice>,
    made: OnceLock<Made>,
}

/// A kernel that was chosen, with the ways and the traits of its case.
struct Made {
    subject: Arc<Subject>,
    ways: Vec<String>,
    traits: Vec<u32>,
}

impl<'a> Guidance<'a> {
    /// For a campaign; goes on with what it has learned before.
    pub(super) fn new(
        settings: &'a Settings,
        source: &'a dyn Source,
        store: &'a Store,
    ) -> Result<Self> {
        let known = table::load(store)?;
        let state = State {
            known: known.features,
            corpus: Corpus::new(known.corpus),
            yields: known.yields,
            novelty: Novelty::new(known.traits),
            open: BTreeMap::new(),
        };
        Ok(Guidance { settings, source, store, state: Mutex::new(state) })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("invariant: nothing panics with the lock")
    }

    /// Kernel `index`: one and the same until all plans have been through it.
    pub(super) fn subject(&self, index: u64) -> Arc<Subject> {
        if !self.settings.guidance {
            return Arc::new(Subject::new(self.source.case(index)));
        }
        let open = self.open(index);
        // Outside the lock: it takes a while, and may fail.
        open.made.get_or_init(|| self.choose(index, &open.choices)).subject.clone()
    }

    fn open(&self, index: u64) -> Arc<Open> {
        let mut state = self.lock();
        if let Some(known) = state.open.get(&index) {
            return known.open.clone();
        }
        let State { corpus, yields, open, .. } = &mut *state;
        let choices = Choice::draw(self.settings.seed, index, corpus, yields);
        let new = Arc::new(Open { choices, made: OnceLock::new() });
        let left = self.settings.plans().len();
        open.insert(index, Handed { open: new.clone(), left, is_judged: false });
        if open.len() > MOST_OPEN {
            open.pop_first();
        }
        new
    }

    /// Makes the candidates for kernel `index`, and takes the most promising that is well defined.
    fn choose(&self, index: u64, choices: &[Choice]) -> Made {
        let make = |(number, choice): (u64, &Choice)| {
            let make = || choice.make(self.settings, index, number);
            // The first is the kernel of the seed; of the others one less is no loss.
            if number == 0 {
                return make();
            }
            guarded(make).unwrap_or_else(|panic| {
                log::error!("candidate {number} for kernel {index}: {panic}");
                None
            })
        };
        let made = (0..).zip(choices).filter_map(make);
        let mut candidates: Vec<Option<Candidate>> = made.map(Some).collect();
        let known = candidates.iter().flatten().map(|one| (one.traits.as_slice(), one.cost));
        let mut order = self.lock().novelty.order(known);
        // Among cases that are changed stands one that is there for want of them.
        order.sort_by_key(|at| candidates[*at].as_ref().is_some_and(|one| one.is_proven));
        let taken = order.into_iter().find_map(|at| {
            let Candidate { case, ways, traits, is_proven, .. } = candidates[at].take()?;
            let subject = Subject::new(case);
            let defined = is_proven || subject.reference().0.is_ok();
            defined.then(|| Made { subject: Arc::new(subject), ways, traits })
        });
        let made = taken.expect("invariant: the first is the kernel of the seed");
        self.lock().novelty.add(&made.traits);
        made
    }

    /// Learns from what became of a kernel. What is not well defined teaches nothing, and what shows a
    /// finding is not changed further: its children would show the same.
    pub(super) fn learn(
        &self,
        index: u64,
        subject: &Subject,
        result: &JobResult,
        outcome: &Outcome,
    ) -> Result<()> {
        let found: Vec<u32> = match outcome {
            Outcome::Invalid(_) => Vec::new(),
            _ => features::of_result(result).into_iter().collect(),
        };
        let is_judged = !matches!(outcome, Outcome::Invalid(_) | Outcome::Inconclusive(_));
        let right = matches!(outcome, Outcome::Agree | Outcome::Inconclusive(_));
        let mut state = self.lock();
        let new = |feature: &u32| !state.known.contains(feature);
        let fresh: Vec<u32> = found.iter().copied().filter(new).collect();
        state.known.extend(&fresh);
        let (ways, traits, vain) = state.close(index, is_judged);
        if vain {
            state.novelty.add_vain(&traits);
        }
        let yields = state.credit(ways, fresh.len() as u64);
        let keep = self.settings.guidance && right && !fresh.is_empty();
        let kept = keep.then(|| kept(&subject.case, &fresh, found));
        let kept = kept.filter(|kept| state.corpus.add(kept.clone()));
        let gone = state.corpus.bound();
        if fresh.is_empty() && yields.is_empty() && traits.is_empty() {
            return Ok(());
        }
        let (kernel, fresh, kept, gone) = (index, &fresh[..], kept.as_ref(), &gone[..]);
        let lesson = Lesson { kernel, fresh, kept, yields: &yields, traits: &traits, vain, gone };
        // With the lock, so that the last yields that are written are the last that there are.
        table::put(self.store, &lesson)
    }
}

impl State {
    /// The ways that a kernel was made in, and from the last plan its traits, which count once, and whether
    /// no plan could say anything of it. It is given up once all plans have been through it.
    fn close(&mut self, index: u64, is_judged: bool) -> (Vec<String>, Vec<u32>, bool) {
        let Some(handed) = self.open.get_mut(&index) else { return Default::default() };
        handed.left = handed.left.saturating_sub(1);
        handed.is_judged |= is_judged;
        let (open, last, vain) = (handed.open.clone(), handed.left == 0, !handed.is_judged);
        if last {
            self.open.remove(&index);
        }
        let Some(made) = open.made.get() else { return Default::default() };
        let traits = if last { made.traits.clone() } else { Vec::new() };
        (made.ways.clone(), traits, last && vain)
    }

    /// Adds what was new to the yields of these ways, and gives them as they are now.
    fn credit(&mut self, ways: Vec<String>, fresh: u64) -> Vec<(String, weights::Yield)> {
        let credit = |way: String| {
            let counts = self.yields.entry(way.clone()).or_default();
            counts.add(fresh);
            (way, *counts)
        };
        ways.into_iter().map(credit).collect()
    }
}

/// A case for the corpus. Its name is that of its content, so that two campaigns name it alike.
fn kept(case: &TestCase, fresh: &[u32], features: Vec<u32>) -> Kept {
    let mut case = TestCase { name: "corpus".to_owned(), ..case.clone() };
    let hash = hash_of(&case.to_json());
    case.name = format!("corpus-{hash}");
    Kept { hash, fresh: fresh.len() as u64, case: Arc::new(case), features }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_is_in_vain_if_no_plan_can_say_anything_of_it() {
        let subject = Arc::new(Subject::new(crate::generate::from_seed(1, 0, &Default::default())));
        let closed = |judged: [bool; 2]| {
            let made = OnceLock::new();
            let _ = made.set(Made { subject: subject.clone(), ways: vec![], traits: vec![7] });
            let open = Arc::new(Open { choices: vec![], made });
            let mut state = State {
                known: HashSet::new(),
                corpus: Corpus::default(),
                yields: Yields::new(),
                novelty: Novelty::default(),
                open: BTreeMap::from([(3, Handed { open, left: 2, is_judged: false })]),
            };
            judged
                .map(|is_judged| state.close(3, is_judged))
                .map(|(_, traits, vain)| (traits, vain))
        };
        assert_eq!(closed([false, false]), [(vec![], false), (vec![7], true)]);
        assert_eq!(closed([true, false]), [(vec![], false), (vec![7], false)]);
        assert_eq!(closed([false, true]), [(vec![], false), (vec![7], false)]);
    }
}
