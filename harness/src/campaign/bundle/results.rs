//! The file of results. It grows beside its place, chunk by chunk, so that an interrupted launch goes on
//! after what is there, and is renamed once it is whole.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::format::{self, FormatError, Holds};
use super::launch::Counts;
use crate::device::native::{DeviceInfo, NativeResult};

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
    /// It could not be launched, for a reason of ours.
    Unable(String),
}

/// One chunk.
#[derive(Debug, Serialize, Deserialize)]
enum Chunk {
    Records(Vec<Record>),
    /// Everything was launched: so many entries.
    End(u64),
}

/// The file while it grows.
pub(super) struct Results {
    path: PathBuf,
    growing: PathBuf,
    file: File,
    done: HashSet<u64>,
    /// What is in it, by outcome.
    counts: Counts,
    waiting: Vec<Record>,
    since: Instant,
}

impl Results {
    /// Opens what is there of the results of `origin`, or begins anew. `None` says that they are whole.
    pub(super) fn open(path: &Path, origin: &Origin) -> Result<(Option<Self>, Counts)> {
        if path.exists() {
            let counts = summary_of(path, origin)?;
            return Ok((None, counts));
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
        let (mut done, mut counts) = (HashSet::new(), Counts::default());
        if file.metadata()?.len() == 0 {
            begin(&mut file, origin).with_context(told)?;
        } else {
            let end = resume(&file, origin, |record| {
                done.insert(record.entry);
                counts.add(&record, origin.repeats);
            });
            let end = end.with_context(|| growing.display().to_string())?;
            file.set_len(end).with_context(told)?;
            file.seek(SeekFrom::Start(end))?;
        }
        let (path, since) = (path.to_owned(), Instant::now());
        let waiting = Vec::new();
        let results = Results { path, growing, file, done, counts: counts.clone(), waiting, since };
        Ok((Some(results), counts))
    }

    /// The entries that are there.
    pub(super) fn done(&self) -> &HashSet<u64> {
        &self.done
    }

    /// What is there, by outcome.
    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Adds what became of an entry.
    pub(super) fn add(&mut self, record: Record, repeats: u32) -> Result<()> {
        self.done.insert(record.entry);
        self.counts.add(&record, repeats);
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
        self.write(&Chunk::End(self.done.len() as u64))?;
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

/// Reads what is whole, and says where that ends.
fn resume(file: &File, origin: &Origin, mut take: impl FnMut(Record)) -> Result<u64> {
    let mut from = BufReader::new(file);
    format::check(&mut from, Holds::Results)?;
    let found: Origin = format::next(&mut from)?.ok_or(FormatError::Truncated)?;
    if found != *origin {
        bail!("it holds results of another bundle, device or --repeats: give another --out");
    }
    let mut end = from.stream_position()?;
    loop {
        match format::next::<Chunk>(&mut from) {
            Ok(Some(Chunk::Records(records))) => records.into_iter().for_each(&mut take),
            // What comes last was written while the process ended; it is launched again.
            Ok(Some(Chunk::End(_)) | None) | Err(FormatError::Truncated) => return Ok(end),
            Err(error) => return Err(error.into()),
        }
        end = from.stream_position()?;
    }
}

/// What is in results that are whole.
fn summary_of(path: &Path, origin: &Origin) -> Result<Counts> {
    let mut counts = Counts::default();
    let found = each(path, |record| counts.add(&record, origin.repeats))?;
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
    Ok(counts)
}

/// Reads results, which must be whole, record by record.
pub(super) fn each(path: &Path, take: impl FnMut(Record)) -> Result<Origin> {
    let told = || path.display().to_string();
    let file = File::open(path).with_context(told)?;
    whole(BufReader::new(file), take).with_context(told)
}

fn whole(mut from: BufReader<File>, mut take: impl FnMut(Record)) -> Result<Origin, FormatError> {
    let origin = start(&mut from)?;
    let mut taken = 0;
    loop {
        match format::next::<Chunk>(&mut from)? {
            Some(Chunk::Records(records)) => {
                taken += records.len() as u64;
                records.into_iter().for_each(&mut take);
            }
            Some(Chunk::End(count)) if count == taken => return Ok(origin),
            Some(Chunk::End(_)) => return Err(FormatError::Damaged("records are missing".into())),
            None => return Err(FormatError::Truncated),
        }
    }
}

fn start(from: &mut BufReader<File>) -> Result<Origin, FormatError> {
    format::check(from, Holds::Results)?;
    format::next(from)?.ok_or(FormatError::Truncated)
}

/// Results that are known to be whole, in the order of the bundle. A device gives them in about that order,
/// so that few wait.
pub(super) struct Ordered {
    path: PathBuf,
    from: BufReader<File>,
    waiting: HashMap<u64, Record>,
}

impl Ordered {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let told = || path.display().to_string();
        let mut from = BufReader::new(File::open(path).with_context(told)?);
        start(&mut from).with_context(told)?;
        Ok(Ordered { path: path.to_owned(), from, waiting: HashMap::new() })
    }

    /// What became of an entry; `None` if there is nothing, or it was taken.
    pub(super) fn take(&mut self, entry: u64) -> Result<Option<Record>> {
        loop {
            if let Some(record) = self.waiting.remove(&entry) {
                return Ok(Some(record));
            }
            let chunk = format::next::<Chunk>(&mut self.from);
            match chunk.with_context(|| self.path.display().to_string())? {
                Some(Chunk::Records(records)) => {
                    self.waiting.extend(records.into_iter().map(|record| (record.entry, record)));
                }
                Some(Chunk::End(_)) | None => return Ok(None),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::native::NativeOutcome;

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

    fn read(path: &Path) -> Result<(Origin, Vec<Record>)> {
        let mut records = Vec::new();
        let origin = each(path, |record| records.push(record))?;
        Ok((origin, records))
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
    fn records_are_given_in_the_order_of_the_bundle() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r");
        let mut results = open(&path);
        for entry in [2, 0, 3, 1] {
            results.add(record(entry), 3).unwrap();
            results.flush().unwrap();
        }
        results.finish().unwrap();
        let mut ordered = Ordered::open(&path).unwrap();
        for entry in 0..4 {
            assert_eq!(ordered.take(entry).unwrap(), Some(record(entry)));
        }
        assert!(ordered.waiting.is_empty());
        assert_eq!(ordered.take(4).unwrap(), None);
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
}
