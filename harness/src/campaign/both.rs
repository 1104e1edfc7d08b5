//! Campaigns over kernels and scenarios: one seed, one store. Each number of the seed is that of a *kind*,
//! a kernel or a scenario, as the seed and the number alone say. So shards, a run that goes on and one that
//! does all at once have the same of both. It hands out the work and knows nothing of how a kernel or a
//! scenario is judged.

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard};

use anyhow::Result;

use super::compiler::Compilers;
use super::effort::Effort;
use super::feed::{Feed, Supply};
use super::guidance::Guidance;
pub use super::kind::Kind;
use super::progress::Observer;
use super::settings::{Plan, Settings};
use super::sink::Sink;
use super::store::Store;
use super::subject::Source;
use super::summary::{Summary, Tally};
use super::{history, pool};
use crate::report::{self, Record};
use crate::testcase::scenario::Scenario;

/// What such a campaign has as its [`Settings::scenario`].
pub const NAME: &str = "all";

/// What a slot takes of one kind before it turns to the other: some seconds of work, so that a minute has
/// both, and that what is lost where the last of a turn is judged and none is compiled is little.
const TURN: usize = 50;

/// Runs a campaign over the kernels and the scenarios that the two sources give for their numbers until its
/// count or time is reached or `stop` is set, and sums it up. A slot works on both in turns, with compilers of
/// its own for each.
///
/// # Errors
/// If the store, a finding's folder or a compiler's process fails. What was found before is kept.
pub fn run(
    settings: &Settings,
    kernels: &dyn Source,
    scenarios: &(dyn Fn(u64) -> Scenario + Sync),
    compilers: &dyn Compilers,
    observer: &dyn Observer,
    stop: &AtomicBool,
) -> Result<Summary> {
    let effort = Effort::begin();
    let store = Store::open(&settings.folder(), &settings.identity())?;
    let feeds = feeds(settings, store.done()?, stop);
    let counts = Counts::new(&store, observer)?;
    let [of_kernels, of_scenarios] = Kind::EACH.map(|kind| Counter { counts: &counts, kind });
    let sink = Sink::new(settings, &store, &of_kernels)?;
    let recorder = history::Recorder::new(settings, &store, &of_scenarios)?;
    let guidance = Guidance::new(settings, kernels, &store)?;
    pool::slots(settings.jobs, &feeds[0], || {
        let mut on_kernels = pool::Slot::new(settings, &guidance, compilers)?;
        let mut on_scenarios = history::Slot::new(settings, &recorder, scenarios, compilers);
        alternate(&feeds, |kind, supply| match kind {
            Kind::Kernel => on_kernels.work(supply, &sink),
            Kind::Scenario => on_scenarios.work(supply),
        })
    })?;
    let judged = sink.close()? + recorder.close()?;
    observer.end();
    Summary::of(settings, &store, effort.end(judged))
}

/// What is left of each kind.
fn feeds<'a>(
    settings: &Settings,
    done: HashSet<(u64, String)>,
    stop: &'a AtomicBool,
) -> [Feed<'a>; 2] {
    let is_kernel = |index: u64| Kind::of(settings.seed, index) == Kind::Kernel;
    let (kernels, scenarios): (HashSet<_>, HashSet<_>) =
        done.into_iter().partition(|(index, _)| is_kernel(*index));
    [
        Feed::new(settings, kernels, stop).only(Kind::Kernel),
        Feed::new(settings, scenarios, stop).only(Kind::Scenario),
    ]
}

/// Has the kinds worked on in turns, until there is nothing left of either.
fn alternate(
    feeds: &[Feed<'_>; 2],
    mut work: impl FnMut(Kind, &Supply<'_>) -> Result<()>,
) -> Result<()> {
    loop {
        let mut taken = 0;
        for (kind, feed) in Kind::EACH.into_iter().zip(feeds) {
            let turn = Turn { feed, taken: Cell::new(0) };
            work(kind, &|| turn.next())?;
            taken += turn.taken.get();
        }
        if taken == 0 {
            return Ok(());
        }
    }
}

/// A slot's turn with one kind.
struct Turn<'f, 's> {
    feed: &'f Feed<'s>,
    taken: Cell<usize>,
}

impl Turn<'_, '_> {
    /// The next of the feed; `None` at its end and at that of the turn.
    fn next(&self) -> Option<(u64, Plan)> {
        let taken = self.taken.get();
        if taken == TURN {
            return None;
        }
        let next = self.feed.next()?;
        self.taken.set(taken + 1);
        Some(next)
    }
}

/// The counts of the campaign. Of its two recorders each knows its own and those of earlier runs.
struct Counts<'a> {
    observer: &'a dyn Observer,
    /// Counts and findings of earlier runs.
    before: (Tally, usize),
    /// Those that each recorder has told last.
    told: Mutex<[(Tally, usize); 2]>,
}

impl<'a> Counts<'a> {
    fn new(store: &Store, observer: &'a dyn Observer) -> Result<Self> {
        let before = (Tally::of(store)?, store.findings()?.len());
        let told = Mutex::new([before.clone(), before.clone()]);
        Ok(Counts { observer, before, told })
    }

    fn lock(&self) -> MutexGuard<'_, [(Tally, usize); 2]> {
        self.told.lock().expect("invariant: no slot panics with the lock")
    }

    /// What the two have told, without counting twice what was there before.
    fn total(&self, told: &[(Tally, usize); 2]) -> (Tally, usize) {
        let [(one, found), (two, also_found)] = told;
        let (before, found_before) = &self.before;
        let kernels = one.kernels + two.kernels - before.kernels;
        let (one, two, before) = (one.outcomes, two.outcomes, before.outcomes);
        let outcomes = report::Counts {
            agree: one.agree + two.agree - before.agree,
            invalid: one.invalid + two.invalid - before.invalid,
            inconclusive: one.inconclusive + two.inconclusive - before.inconclusive,
            bugs: one.bugs + two.bugs - before.bugs,
        };
        (Tally { kernels, outcomes }, found + also_found - found_before)
    }
}

/// What the recorder of one kind tells its counts to.
struct Counter<'c, 'a> {
    counts: &'c Counts<'a>,
    kind: Kind,
}

impl Observer for Counter<'_, '_> {
    fn kernel(&self, tally: &Tally, findings: usize) {
        let mut told = self.counts.lock();
        told[self.kind as usize] = (tally.clone(), findings);
        let (tally, findings) = self.counts.total(&told);
        self.counts.observer.kernel(&tally, findings);
    }

    fn finding(&self, record: &Record) {
        let _told = self.counts.lock();
        self.counts.observer.finding(record);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::progress::Silent;
    use crate::compile::{Stage, Target};

    fn settings(count: u64, shard: &str) -> Settings {
        let plan = Plan { toolchain: "triton==3.9.0".parse().unwrap(), target: Target::cuda(90) };
        let single = Settings::single(&plan, &["ir".to_owned()], Stage::Ttgir);
        let (count, shard) = (Some(count), shard.parse().unwrap());
        Settings { seed: 3, count, shard, scenario: NAME.to_owned(), ..single }
    }

    /// The numbers that a slot takes of each kind, turn by turn.
    fn turns(settings: &Settings, done: &[u64]) -> Vec<(Kind, Vec<u64>)> {
        let stop = AtomicBool::new(false);
        let plan = settings.plans()[0].to_string();
        let done = done.iter().map(|index| (*index, plan.clone())).collect();
        let mut all = Vec::new();
        alternate(&feeds(settings, done, &stop), |kind, supply| {
            all.push((kind, std::iter::from_fn(supply).map(|(index, _)| index).collect()));
            Ok(())
        })
        .unwrap();
        all
    }

    fn sorted(turns: Vec<(Kind, Vec<u64>)>) -> Vec<u64> {
        let mut all: Vec<u64> = turns.into_iter().flat_map(|(_, numbers)| numbers).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn turns_hand_out_each_number_once_and_no_kind_waits_for_the_other() {
        let all = turns(&settings(500, "0/1"), &[]);
        for (kind, numbers) in &all {
            assert!(numbers.len() <= TURN);
            assert!(numbers.iter().all(|index| Kind::of(3, *index) == *kind));
        }
        let kinds: Vec<Kind> = all.iter().map(|(kind, _)| *kind).collect();
        assert!(kinds.chunks(2).all(|turn| turn == Kind::EACH));
        assert_eq!(all[0].1.len(), TURN);
        assert_eq!(all[1].1.len(), TURN);
        assert_eq!(sorted(all), (0..500).collect::<Vec<_>>());
    }

    #[test]
    fn shards_part_the_numbers_and_what_is_done_is_left_out() {
        let mut parts: Vec<u64> = ["0/3", "1/3", "2/3"]
            .iter()
            .flat_map(|s| sorted(turns(&settings(200, s), &[])))
            .collect();
        parts.sort_unstable();
        assert_eq!(parts, (0..200).collect::<Vec<_>>());
        let done: Vec<u64> = (0..150).collect();
        assert_eq!(sorted(turns(&settings(200, "0/1"), &done)), (150..200).collect::<Vec<_>>());
    }

    #[test]
    fn counts_of_both_are_added_and_those_of_before_count_once() {
        let tally = |kernels, agree, bugs| {
            let outcomes = report::Counts { agree, bugs, ..report::Counts::default() };
            Tally { kernels, outcomes }
        };
        let before = (tally(10, 8, 2), 1);
        let told = Mutex::new([before.clone(), before.clone()]);
        let counts = Counts { observer: &Silent, before, told };
        let kernels = Counter { counts: &counts, kind: Kind::Kernel };
        kernels.kernel(&tally(13, 11, 2), 1);
        Counter { counts: &counts, kind: Kind::Scenario }.kernel(&tally(12, 8, 4), 2);
        assert_eq!(counts.total(&counts.lock()), (tally(15, 11, 4), 2));
    }
}
