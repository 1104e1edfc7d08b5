//! Launches a bundle: inputs are made from the cases, side by side; processes that own the device are
//! kept busy; what they leave is compared as the bundle says. No compiler and no oracle is needed.

use std::collections::{HashSet, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use rayon::prelude::*;
use serde::Serialize;

use super::launcher::{Launcher, Launchers, prepare};
use super::queue::Queue;
use super::read::{Entry, Reader};
use super::ready::{Ready, Settled};
use super::results::{Left, Origin, Record, Results};
use crate::campaign::chain;
use crate::campaign::subject::guarded;
use crate::device::native::{NativeLaunch, NativeOutcome, REPEATS};

/// Entries whose inputs are made at once.
const BATCH: usize = 64;

/// Launches that wait for a process, at most: their inputs are in memory.
const WAITING: usize = 128;

/// Launches that a process has at once: one that runs, and those that are copied to it meanwhile.
const AHEAD: usize = 3;

/// So many launches in a row that the device itself fails are its end, not theirs.
const FAILURES: u32 = 8;

/// How a bundle is launched.
#[derive(Clone, Copy, Debug)]
pub struct Launching<'a> {
    /// The bundle.
    pub file: &'a Path,
    /// The results.
    pub out: &'a Path,
    /// Launches of each kernel, each from the same state.
    pub repeats: u32,
    /// Processes that own the device.
    pub jobs: usize,
}

/// Entries by what became of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// All.
    pub entries: u64,
    /// Equal to the bit.
    pub same: u64,
    /// They finished with something else: a wrong value, a stray store, results that vary.
    pub different: u64,
    /// Results that only `judge` can compare.
    pub carried: u64,
    /// The device stopped them.
    pub traps: u64,
    /// They did not end.
    pub timeouts: u64,
    /// The device lacks what they need.
    pub unsupported: u64,
    /// The device or we failed, which says nothing of them.
    pub failed: u64,
    /// Launches.
    pub launches: u64,
}

impl Counts {
    /// Counts a record. What is there twice counts by the first.
    pub(super) fn add(&mut self, record: &Record, repeats: u32) {
        self.entries += 1;
        let results = match &record.left {
            Left::Same => 1,
            left => left.results().len() as u64,
        };
        self.launches += results * u64::from(repeats);
        *match &record.left {
            Left::Same => &mut self.same,
            Left::Unable(_) => &mut self.failed,
            left => match left.results().first().map(|result| &result.outcome) {
                Some(NativeOutcome::Finished { stray, nondeterministic, .. }) => {
                    let unlike = matches!(left, Left::Other(results) if results.len() > 1);
                    let wrong = unlike || stray.is_some() || nondeterministic.is_some();
                    if wrong { &mut self.different } else { &mut self.carried }
                }
                Some(NativeOutcome::Trap(_)) => &mut self.traps,
                Some(NativeOutcome::Timeout) => &mut self.timeouts,
                Some(NativeOutcome::Unsupported(_)) => &mut self.unsupported,
                Some(NativeOutcome::DeviceFailure(_)) | None => &mut self.failed,
            },
        } += 1;
    }
}

/// What `launch --json` prints.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Launched {
    pub schema: u32,
    pub device: String,
    /// What the device is, as its driver says.
    pub name: String,
    pub driver: String,
    #[serde(flatten)]
    pub counts: Counts,
    /// Entries that an earlier run had launched.
    pub before: u64,
    /// Whether all entries of the bundle were launched.
    pub complete: bool,
    pub wall_s: f64,
    /// Of this run.
    pub kernels_per_s: f64,
    pub launches_per_s: f64,
    pub results: String,
}

impl Launched {
    /// Whether something differs, was stopped or did not end.
    pub fn is_suspicious(&self) -> bool {
        self.counts.different + self.counts.traps + self.counts.timeouts > 0
    }

    /// Whether every entry was launched and compared, or goes back to be judged.
    pub fn is_whole(&self) -> bool {
        let Counts { entries, same, carried, different, traps, timeouts, .. } = self.counts;
        self.complete && entries > 0 && same + carried + different + traps + timeouts == entries
    }

    /// A few lines for a person.
    pub fn text(&self) -> String {
        let Counts { entries, same, different, carried, .. } = self.counts;
        let Counts { traps, timeouts, unsupported, failed, .. } = self.counts;
        let Launched { device, name, wall_s, kernels_per_s, launches_per_s, .. } = self;
        let mut rest = match self.complete {
            true => format!("results: {}", self.results),
            false => "not all were launched: give the same command to go on".to_owned(),
        };
        if failed > 0 {
            rest.push_str("\nthe same command launches again what the device failed at");
        }
        format!(
            "{entries} kernels on {device} ({name}) in {wall_s:.1} s: {kernels_per_s:.0} kernels and \
             {launches_per_s:.0} launches a second\n  {same} same, {different} different, {carried} \
             for the judge, {traps} traps, {timeouts} time-outs, {unsupported} unsupported, {failed} \
             failed\n{rest}"
        )
    }
}

/// Launches what is not launched yet, until the end or until `stop` is set.
///
/// # Errors
/// If the bundle cannot be read, the device is not here, or the results cannot be written. What was
/// launched before is kept.
pub fn launch(
    launching: &Launching,
    launchers: &dyn Launchers,
    stop: &AtomicBool,
) -> Result<Launched> {
    let reader = Reader::open(launching.file)?;
    let total = reader.header.entries;
    let first = launchers.start()?;
    let info = first.info();
    let origin = Origin {
        bundle: reader.header.id,
        device: launchers.device().to_owned(),
        info: info.clone(),
        repeats: launching.repeats,
    };
    drop(first);
    let (results, before) = Results::open(launching.out, &origin)?;
    let started = Instant::now();
    let counts = match results {
        None => before.clone(),
        Some(results) => go_on(launching, launchers, reader, results, stop)?,
    };
    let wall_s = started.elapsed().as_secs_f64();
    let rate = |now: u64, then: u64| (now - then) as f64 / wall_s.max(1e-9);
    Ok(Launched {
        schema: 1,
        device: origin.device,
        name: info.name,
        driver: info.driver,
        before: before.entries,
        complete: counts.entries == total,
        wall_s,
        kernels_per_s: rate(counts.entries, before.entries),
        launches_per_s: rate(counts.launches, before.launches),
        results: launching.out.display().to_string(),
        counts,
    })
}

/// Launches what is left, and publishes the results once they are whole.
fn go_on(
    launching: &Launching,
    launchers: &dyn Launchers,
    reader: Reader,
    results: Results,
    stop: &AtomicBool,
) -> Result<Counts> {
    let total = reader.header.entries;
    let results = run(launching, launchers, reader, results, stop)?;
    let counts = results.counts().clone();
    if counts.entries == total {
        results.finish()?;
    }
    Ok(counts)
}

/// What the threads share.
struct Shared<'a> {
    repeats: u32,
    queue: Queue<'a, Ready>,
    results: Mutex<Results>,
}

impl Shared<'_> {
    fn record(&self, entry: u64, left: Left, seconds: f64) -> Result<()> {
        self.results().add(Record { entry, left, seconds }, self.repeats)
    }

    fn results(&self) -> MutexGuard<'_, Results> {
        self.results.lock().expect("invariant: no thread panics with the lock")
    }
}

/// Launches what is left; the results even if it is stopped.
fn run(
    launching: &Launching,
    launchers: &dyn Launchers,
    reader: Reader,
    results: Results,
    stop: &AtomicBool,
) -> Result<Results> {
    let (done, repeats) = (results.done().clone(), launching.repeats);
    let queue = Queue::new(WAITING, stop);
    let shared = Shared { repeats, queue, results: Mutex::new(results) };
    let ran = std::thread::scope(|scope| {
        let work = || {
            let worked = guarded(|| launchers.start().and_then(|device| work(&shared, device)));
            let worked = worked.unwrap_or_else(|panic| Err(anyhow!("a thread panicked: {panic}")));
            if worked.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            worked
        };
        let workers: Vec<_> = (0..launching.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        let read = feed(reader, &done, &shared);
        if read.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        shared.queue.end();
        let mut first = read.with_context(|| launching.file.display().to_string());
        for worker in workers {
            let worked = worker.join().unwrap_or_else(|_| Err(anyhow!("a thread panicked")));
            first = first.and(worked);
        }
        first
    });
    let mut results =
        shared.results.into_inner().expect("invariant: no thread panics with the lock");
    results.flush()?;
    ran.map(|()| results)
}

/// Reads entries and makes their launches.
fn feed(reader: Reader, done: &HashSet<u64>, shared: &Shared) -> Result<()> {
    let send = |batch: &mut Vec<Entry>| {
        let entries = std::mem::take(batch).into_par_iter();
        let made: Vec<Ready> = entries.map(|entry| ready(entry, shared.repeats)).collect();
        made.into_iter().all(|ready| shared.queue.push(ready))
    };
    let mut batch: Vec<Entry> = Vec::with_capacity(BATCH);
    for entry in reader {
        let entry = entry?;
        if !done.contains(&entry.number) {
            batch.push(entry);
        }
        if batch.len() == BATCH && !send(&mut batch) {
            return Ok(());
        }
    }
    send(&mut batch);
    Ok(())
}

fn ready(entry: Entry, repeats: u32) -> Ready {
    let made = guarded(|| prepare(&entry).map_err(|error| chain(&error)));
    let launch = made.unwrap_or_else(|panic| Err(format!("a fault of this tool: {panic}")));
    // The limit that is there is one of the usual number of launches.
    let times = f64::from(repeats.max(REPEATS)) / f64::from(REPEATS);
    let repeated =
        |launch: NativeLaunch| NativeLaunch { repeats, limit: launch.limit * times, ..launch };
    let launch = launch.map(repeated);
    let by = entry.packed.by;
    Ready { entry: entry.number, case: entry.case, by, launch, first: None }
}

/// Keeps one process busy.
fn work(shared: &Shared, mut device: Box<dyn Launcher + '_>) -> Result<()> {
    let mut flight: VecDeque<(Ready, NativeLaunch)> = VecDeque::new();
    let mut again: VecDeque<Ready> = VecDeque::new();
    let mut failures = 0;
    loop {
        while flight.len() < AHEAD {
            // With something in flight nobody waits for more: its result is there first.
            let next = again.pop_front().or_else(|| shared.queue.pop(flight.is_empty()));
            let Some(mut ready) = next else { break };
            match std::mem::replace(&mut ready.launch, Err(String::new())) {
                Ok(launch) => {
                    device.submit(&launch);
                    flight.push_back((ready, launch));
                }
                Err(reason) => shared.record(ready.entry, Left::Unable(reason), 0.0)?,
            }
        }
        let Some((ready, launch)) = flight.pop_front() else { return Ok(()) };
        let result = device.receive();
        failures = match &result.outcome {
            NativeOutcome::DeviceFailure(why) if failures >= FAILURES => {
                bail!("the device fails at every launch: {why}");
            }
            NativeOutcome::DeviceFailure(_) => failures + 1,
            _ => 0,
        };
        let (entry, seconds) = (ready.entry, result.seconds);
        match ready.settled(launch, result) {
            Settled::Again(ready) => again.push_back(*ready),
            Settled::Left(left) => shared.record(entry, left, seconds)?,
        }
    }
}
