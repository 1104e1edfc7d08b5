//! The file of results. It grows beside its place, chunk by chunk, so that an interrupted launch goes on
//! after what is there, and is renamed once it is whole. Entries that only a dying device failed at are
//! launched again by a launch that goes on, also after results that are whole: of two records of an entry
//! the last one counts.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::format::{self, FormatError, Holds};
use super::launch::Counts;
use super::ordered::each;
use crate::device::native::{DeviceInfo, NativeOutcome, NativeResult};

/// Records of a chunk, at most: what is lost when a launch is killed.
const CHUNK: usize = 512;

/// A chunk is written no later than this after its first record.
const EVERY: Duration = Duration::from_secs(2);

/// Which bundle was launched, and by what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Origin {
    /// The bundle's id.
    pub(super) bundle: [u8; 32],
    /// The device's name on the command line,
    pub(super) device: String,
    /// and what it is.
    pub(super) info: DeviceInfo,
    /// Launches of each kernel.
    pub(super) repeats: u32,
}

/// What became of an entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    /// Its place in the bundle.
    pub(super) entry: u64,
    pub(super) left: Left,
    /// Seconds of the fastest launch.
    pub(super) seconds: f64,
}

/// What the launches of an entry left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Left {
    /// Every element that counts is equal to the bit, and nothing else was written to.
    Same,
    /// Something else, or what cannot be compared there: for the oracles. What looks wrong is launched a
    /// second time, and both are here.
    Other(Vec<NativeResult>),
    /// What a sanitizer's rules judge, and what counts only if it is seen again: both launches.
    Twice(Vec<NativeResult>),
    /// It could not be launched, for a reason of ours.
    Unable(String),
}

impl Left {
    /// What the launches left, where that is kept.
    pub(super) fn results(&self) -> &[NativeResult] {
        match self {
            Left::Other(results) | Left::Twice(results) => results,
            Left::Same | Left::Unable(_) => &[],
        }
    }

    /// Whether only that the device failed is known of it. What a launch stored was seen, and stays.
    fn is_open(&self) -> bool {
        let results = self.results();
        let finished =
            |result: &NativeResult| matches!(result.outcome, NativeOutcome::Finished { .. });
        let last = results.last().map(|result| &result.outcome);
        matches!(last, Some(NativeOutcome::DeviceFailure(_))) && !results.iter().any(finished)
    }
}

/// One chunk.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Chunk {
    Records(Vec<Record>),
    /// Everything was launched: so many records.
    End(u64),
}

/// What a file holds.
#[derive(Default)]
struct Held {
    /// Entries that need not be launched.
    done: HashSet<u64>,
    /// Those, by outcome.
    counts: Counts,
    /// Records, with those that do not count any more.
    records: u64,
}

impl Held {
    fn add(&mut self, record: &Record, repeats: u32) {
        self.records += 1;
        self.done.insert(record.entry);
        self.counts.add(record, repeats);
    }

    /// Takes a record of an earlier launch.
    fn find(&mut self, record: &Record, repeats: u32) {
        match record.left.is_open() {
            true => self.records += 1,
            false => self.add(record, repeats),
        }
    }
}

/// The file while it grows.
pub(super) struct Results {
    path: PathBuf,
    growing: PathBuf,
    file: File,
    held: Held,
    waiting: Vec<Record>,
    since: Instant,
}

impl Results {
    /// Opens what is there of the results of `origin`, or begins anew. `None` says that they are whole,
    /// and that nothing in them is to be launched again.
    pub(super) fn open(path: &Path, origin: &Origin) -> Result<(Option<Self>, Counts)> {
        if path.exists() {
            let (counts, open) = summary_of(path, origin)?;
            if !open {
                return Ok((None, counts));
            }
        }
        let mut name = OsString::from(path);
        name.push(".part");
        let growing = PathBuf::from(name);
        let told = || format!("cannot write {}", growing.display());
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(&growing);
        let mut file = file.with_context(told)?;
        if file.try_lock().is_err() {
            bail!("another tritonsmith writes {}: wait for it", growing.display());
        }
        if file.metadata()?.len() == 0 && path.exists() {
            let copied = File::open(path).and_then(|mut from| io::copy(&mut from, &mut file));
            copied.with_context(told)?;
        }
        let mut held = Held::default();
        let end = resume(&file, origin, |record| held.find(&record, origin.repeats));
        let end = end.with_context(|| growing.display().to_string())?;
        file.set_len(end.unwrap_or(0)).with_context(told)?;
        file.seek(SeekFrom::End(0))?;
        if end.is_none() {
            begin(&mut file, origin).with_context(told)?;
        }
        let counts = held.counts.clone();
        let (path, waiting, since) = (path.to_owned(), Vec::new(), Instant::now());
        Ok((Some(Results { path, growing, file, held, waiting, since }), counts))
    }

    /// The entries that need not be launched.
    pub(super) fn done(&self) -> &HashSet<u64> {
        &self.held.done
    }

    /// What became of them, by outcome.
    pub(super) fn counts(&self) -> &Counts {
        &self.held.counts
    }

    /// Adds what became of an entry.
    pub(super) fn add(&mut self, record: Record, repeats: u32) -> Result<()> {
        self.held.add(&record, repeats);
        if self.waiting.is_empty() {
            self.since = Instant::now();
        }
        self.waiting.push(record);
        let full = self.waiting.len() >= CHUNK || self.since.elapsed() >= EVERY;
        if full { self.flush() } else { Ok(()) }
    }

    /// Writes what waits.
    pub(super) fn flush(&mut self) -> Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let records = std::mem::take(&mut self.waiting);
        self.write(&Chunk::Records(records))
    }

    fn write(&mut self, chunk: &Chunk) -> Result<()> {
        let written = format::chunk(chunk).and_then(|bytes| self.file.write_all(&bytes));
        written.with_context(|| format!("cannot write {}", self.growing.display()))
    }

    /// Publishes the file: everything was launched.
    pub(super) fn finish(mut self) -> Result<()> {
        self.flush()?;
        self.write(&Chunk::End(self.held.records))?;
        self.file.sync_all()?;
        fs::rename(&self.growing, &self.path)
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

fn begin(file: &mut File, origin: &Origin) -> std::io::Result<()> {
    let mut start = Vec::new();
    format::begin(&mut start, Holds::Results)?;
    start.extend(format::chunk(origin)?);
    file.write_all(&start)
}

/// What a file begins with; `None` where the process ended while it wrote that, before any record.
fn origin_of(from: &mut impl BufRead) -> Result<Option<Origin>, FormatError> {
    let begun = format::check(from, Holds::Results);
    match begun.and_then(|()| format::next(from)?.ok_or(FormatError::Truncated)) {
        Ok(origin) => Ok(Some(origin)),
        Err(FormatError::Truncated) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Reads what is whole, and says where that ends; `None` where not even the beginning is.
fn resume(file: &File, origin: &Origin, mut take: impl FnMut(Record)) -> Result<Option<u64>> {
    let mut from = BufReader::new(file);
    from.rewind()?;
    if from.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let Some(found) = origin_of(&mut from)? else { return Ok(None) };
    if found != *origin {
        bail!("it holds results of another bundle, device or --repeats: give another --out");
    }
    let mut end = from.stream_position()?;
    loop {
        match format::next::<Chunk>(&mut from) {
            Ok(Some(Chunk::Records(records))) => records.into_iter().for_each(&mut take),
            // What comes last was written while the process ended; it is launched again.
            Ok(Some(Chunk::End(_)) | None) | Err(FormatError::Truncated) => return Ok(Some(end)),
            Err(error) => return Err(error.into()),
        }
        end = from.stream_position()?;
    }
}

/// What is in results that are whole, and whether some of it is to be launched again.
fn summary_of(path: &Path, origin: &Origin) -> Result<(Counts, bool)> {
    let mut held = Held::default();
    let mut open = HashSet::new();
    let found = each(path, |record| {
        held.find(&record, origin.repeats);
        match record.left.is_open() {
            true => open.insert(record.entry),
            false => open.remove(&record.entry),
        };
    })?;
    if found.bundle != origin.bundle {
        bail!("{} holds results of another bundle: give another --out", path.display());
    }
    if found != *origin {
        bail!(
            "{} holds results of {} with --repeats {}: give another --out",
            path.display(),
            found.device,
            found.repeats
        );
    }
    Ok((held.counts, !open.is_empty()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::ordered::Ordered;
    use super::*;

    fn origin() -> Origin {
        let info = DeviceInfo::default();
        Origin { bundle: [3; 32], device: "cuda".into(), info, repeats: 3 }
    }

    fn record(entry: u64) -> Record {
        let result = NativeResult { outcome: NativeOutcome::Timeout, seconds: 0.5 };
        let left = if entry == 1 { Left::Other(vec![result]) } else { Left::Same };
        Record { entry, left, seconds: 0.25 }
    }

    fn open(path: &Path) -> Results {
        Results::open(path, &origin()).unwrap().0.unwrap()
    }

    /// The records that count, by entry.
    fn read(path: &Path) -> Result<(Origin, Vec<Record>)> {
        let mut there = HashMap::new();
        let origin = each(path, |record| *there.entry(record.entry).or_insert(0) += 1)?;
        let entries = 0..there.len() as u64;
        let mut ordered = Ordered::open(path, there)?;
        let records = entries.map(|entry| ordered.take(entry).map(Option::unwrap));
        Ok((origin, records.collect::<Result<_>>()?))
    }

    #[test]
    fn an_interrupted_launch_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r");
        let mut results = open(&path);
        results.add(record(0), 3).unwrap();
        results.add(record(1), 3).unwrap();
        results.flush().unwrap();
        results.add(record(2), 3).unwrap();
        drop(results);
        // A chunk that was cut is as if it were not there.
        let growing = folder.path().join("r.part");
        let mut bytes = fs::read(&growing).unwrap();
        bytes.extend([200, 0, 0, 0, 1, 2]);
        fs::write(&growing, bytes).unwrap();
        let mut results = open(&path);
        assert_eq!(results.done(), &HashSet::from([0, 1]));
        results.add(record(2), 3).unwrap();
        results.finish().unwrap();
        let (found, records) = read(&path).unwrap();
        assert_eq!((found, records), (origin(), vec![record(0), record(1), record(2)]));
        assert!(!growing.exists());
        assert!(Results::open(&path, &origin()).unwrap().0.is_none(), "nothing is left to do");
    }

    #[test]
    fn results_of_something_else_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r");
        drop(open(&path));
        let other = Origin { bundle: [4; 32], ..origin() };
        let error = format!("{:#}", Results::open(&path, &other).err().unwrap());
        assert!(error.contains("another bundle, device or"), "{error}");
        open(&path).finish().unwrap();
        let error = format!("{:#}", Results::open(&path, &other).err().unwrap());
        assert!(error.contains("another bundle: give another --out"), "{error}");
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() - 2]).unwrap();
        let error = format!("{:#}", read(&path).unwrap_err());
        assert!(error.contains("ends too early"), "{error}");
    }

    fn failed(entry: u64, first: NativeOutcome) -> Record {
        let outcomes = [first, NativeOutcome::DeviceFailure("it is gone".to_owned())];
        let results = outcomes.map(|outcome| NativeResult { outcome, seconds: 0.0 });
        Record { entry, left: Left::Other(results.to_vec()), seconds: 0.0 }
    }

    #[test]
    fn what_a_dying_device_failed_at_is_launched_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r");
        let seen = NativeOutcome::Finished { buffers: vec![], stray: None, nondeterministic: None };
        let mut results = open(&path);
        results.add(record(0), 3).unwrap();
        results.add(failed(1, NativeOutcome::Trap("illegal address".to_owned())), 3).unwrap();
        results.add(failed(2, seen.clone()), 3).unwrap();
        results.flush().unwrap();
        drop(results);
        let mut results = open(&path);
        assert_eq!(results.done(), &HashSet::from([0, 2]), "what was stored was seen");
        results.add(failed(1, NativeOutcome::Timeout), 3).unwrap();
        results.finish().unwrap();
        // Whole, but for what failed once more.
        let mut results = open(&path);
        assert_eq!((results.done().len(), results.counts().entries), (2, 2));
        results.add(record(1), 3).unwrap();
        results.finish().unwrap();
        let (_, records) = read(&path).unwrap();
        assert_eq!(records, [record(0), record(1), failed(2, seen)]);
        let (nothing, counts) = Results::open(&path, &origin()).unwrap();
        assert!(nothing.is_none() && counts.entries == 3);
    }

    #[test]
    fn a_file_that_was_cut_in_its_beginning_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r");
        let growing = folder.path().join("r.part");
        drop(open(&path));
        let beginning = fs::read(&growing).unwrap();
        for length in 0..beginning.len() {
            fs::write(&growing, &beginning[..length]).unwrap();
            assert!(open(&path).done().is_empty());
            assert_eq!(fs::read(&growing).unwrap(), beginning, "{length}");
        }
        fs::write(&growing, "something else").unwrap();
        let error = format!("{:#}", Results::open(&path, &origin()).err().unwrap());
        assert!(error.contains("holds no results"), "{error}");
    }
}
