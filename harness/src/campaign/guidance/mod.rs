//! Guidance: what earlier kernels made the compiler do decides which kernels come next.
//!
//! Half of the kernels of a guided campaign are fresh, of policies that are drawn by their yield
//! (`weights`). The others are cases whose IR had a feature (`features`) that was new, kept in a *corpus*,
//! changed and spliced (`make`). A changed case is evaluated before it is compiled: one that is not well
//! defined is changed anew.
//!
//! What is reproducible: every case, since a finding has its own, and the choice of a kernel, which is a
//! function of the seed, its number and what was learned before it. What is learned before it depends on
//! the speed of the slots and on interruptions: the sequence of a guided campaign is the same again with
//! one slot and without a stop only. Kernel I of a seed in the sense of `from_seed`, a part of a campaign,
//! a bundle and a scenario are therefore never guided. Without guidance the features are counted all the
//! same, which is what there is to compare with.

mod corpus;
mod features;
mod hash;
mod layouts;
mod make;
mod table;
mod weights;

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use anyhow::Result;

use super::examine::Outcome;
use super::settings::Settings;
use super::store::Store;
use super::subject::{Source, Subject};
use crate::compile::JobResult;
use crate::reduce::hash as hash_of;
use crate::testcase::TestCase;
use corpus::{Corpus, Kept};
use make::{Choice, Made};
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
    /// The kernels that slots have, each with the plans that have not been through it: all of them get the
    /// same kernel.
    open: BTreeMap<u64, (Arc<Open>, usize)>,
}

/// A kernel that was chosen. It is made by the slot that asks first; others wait for it.
struct Open {
    choice: Choice,
    made: OnceLock<Made>,
}

impl<'a> Guidance<'a> {
    /// For a campaign; goes on with what it has learned before.
    pub(super) fn new(
        settings: &'a Settings,
        source: &'a dyn Source,
        store: &'a Store,
    ) -> Result<Self> {
        let known = table::load(store)?;
        let (features, corpus) = (known.features, Corpus::new(known.corpus));
        let state = State { known: features, corpus, yields: known.yields, open: BTreeMap::new() };
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
        open.made.get_or_init(|| open.choice.make(self.settings, index)).subject.clone()
    }

    fn open(&self, index: u64) -> Arc<Open> {
        let mut state = self.lock();
        if let Some((open, _)) = state.open.get(&index) {
            return open.clone();
        }
        let State { corpus, yields, open, .. } = &mut *state;
        let choice = Choice::draw(self.settings.seed, index, corpus, yields);
        let new = Arc::new(Open { choice, made: OnceLock::new() });
        open.insert(index, (new.clone(), self.settings.plans().len()));
        if open.len() > MOST_OPEN {
            open.pop_first();
        }
        new
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
        let right = matches!(outcome, Outcome::Agree | Outcome::Inconclusive(_));
        let mut state = self.lock();
        let new = |feature: &u32| !state.known.contains(feature);
        let fresh: Vec<u32> = found.iter().copied().filter(new).collect();
        state.known.extend(&fresh);
        let ways = state.close(index);
        let yields = state.credit(ways, fresh.len() as u64);
        let keep = self.settings.guidance && right && !fresh.is_empty();
        let kept = keep.then(|| kept(&subject.case, &fresh, found));
        let kept = kept.filter(|kept| state.corpus.add(kept.clone()));
        let gone = state.corpus.bound();
        if fresh.is_empty() && yields.is_empty() {
            return Ok(());
        }
        let lesson = Lesson {
            kernel: index,
            fresh: &fresh,
            kept: kept.as_ref(),
            yields: &yields,
            gone: &gone,
        };
        // With the lock, so that the last yields that are written are the last that there are.
        table::put(self.store, &lesson)
    }
}

impl State {
    /// The ways that a kernel was made in. It is given up once all plans have been through it.
    fn close(&mut self, index: u64) -> Vec<String> {
        let Some((open, left)) = self.open.get_mut(&index) else { return Vec::new() };
        let ways = open.made.get().map(|made| made.ways.clone()).unwrap_or_default();
        *left = left.saturating_sub(1);
        if *left == 0 {
            self.open.remove(&index);
        }
        ways
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
