//! Reads results that are whole: record by record, or in the order of the bundle. Of two records of an
//! entry the last one counts.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::format::{self, FormatError, Holds};
use super::results::{Chunk, Origin, Record};

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
    /// Records of each entry that are not read yet.
    ahead: HashMap<u64, usize>,
}

impl Ordered {
    /// Opens results of which each entry has so many records.
    pub(super) fn open(path: &Path, ahead: HashMap<u64, usize>) -> Result<Self> {
        let told = || path.display().to_string();
        let mut from = BufReader::new(File::open(path).with_context(told)?);
        start(&mut from).with_context(told)?;
        Ok(Ordered { path: path.to_owned(), from, waiting: HashMap::new(), ahead })
    }

    /// Keeps the record that counts of an entry, which is its last one.
    fn hold(&mut self, record: Record) {
        let ahead = self.ahead.entry(record.entry).or_insert(1);
        *ahead = ahead.saturating_sub(1);
        if *ahead == 0 {
            self.waiting.insert(record.entry, record);
        }
    }

    /// What became of an entry; `None` if there is nothing, or it was taken.
    pub(super) fn take(&mut self, entry: u64) -> Result<Option<Record>> {
        loop {
            if let Some(record) = self.waiting.remove(&entry) {
                return Ok(Some(record));
            }
            let chunk = format::next::<Chunk>(&mut self.from);
            match chunk.with_context(|| self.path.display().to_string())? {
                Some(Chunk::Records(records)) => records.into_iter().for_each(|one| self.hold(one)),
                Some(Chunk::End(_)) | None => return Ok(None),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::Left;
    use super::*;
    use crate::device::native::DeviceInfo;

    fn record(entry: u64) -> Record {
        Record { entry, left: Left::Same, seconds: entry as f64 }
    }

    /// Writes results that are whole, with a chunk for each record.
    fn write(path: &Path, records: &[Record]) {
        let info = DeviceInfo::default();
        let origin = Origin { bundle: [3; 32], device: "cuda".into(), info, repeats: 3 };
        let mut file = Vec::new();
        format::begin(&mut file, Holds::Results).unwrap();
        file.extend(format::chunk(&origin).unwrap());
        for record in records {
            file.extend(format::chunk(&Chunk::Records(vec![record.clone()])).unwrap());
        }
        file.extend(format::chunk(&Chunk::End(records.len() as u64)).unwrap());
        std::fs::write(path, file).unwrap();
    }

    #[test]
    fn records_are_given_in_the_order_of_the_bundle() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r");
        write(&path, &[2, 0, 3, 1].map(record));
        let there = (0..4).map(|entry| (entry, 1)).collect();
        let mut ordered = Ordered::open(&path, there).unwrap();
        for entry in 0..4 {
            assert_eq!(ordered.take(entry).unwrap(), Some(record(entry)));
        }
        assert!(ordered.waiting.is_empty());
        assert_eq!(ordered.take(4).unwrap(), None);
    }
}
