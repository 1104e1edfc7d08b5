//! Reads a bundle, entry by entry: only codes and cases that may be referred to again are kept.

use std::collections::VecDeque;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};

use super::entry::{Case, Header, Item, Packed, WINDOW};
use super::format::{self, FormatError, Holds};

/// A bundle that is being read.
pub(super) struct Reader {
    pub(super) header: Header,
    from: BufReader<File>,
    items: VecDeque<Item>,
    codes: Window<Vec<u8>>,
    cases: Window<Case>,
    given: u64,
    ended: bool,
}

/// A compiled kernel.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Its place in the bundle, from 0.
    pub(super) number: u64,
    pub(super) case: Arc<Case>,
    pub(super) code: Arc<Vec<u8>>,
    pub(super) packed: Packed,
}

/// The last few of a kind.
struct Window<T> {
    first: u64,
    kept: VecDeque<Arc<T>>,
}

impl<T> Window<T> {
    fn new() -> Self {
        Window { first: 0, kept: VecDeque::new() }
    }

    fn push(&mut self, value: T) {
        self.kept.push_back(Arc::new(value));
        if self.kept.len() as u64 > WINDOW {
            self.kept.pop_front();
            self.first += 1;
        }
    }

    fn get(&self, number: u64) -> Result<Arc<T>, FormatError> {
        let at = number.checked_sub(self.first).and_then(|at| self.kept.get(at as usize));
        at.cloned().ok_or_else(|| FormatError::Damaged("it refers to what is not there".into()))
    }
}

impl Reader {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let file = File::open(path).with_context(|| path.display().to_string())?;
        let mut from = BufReader::new(file);
        let header = format::check(&mut from, Holds::Bundle)
            .and_then(|()| format::next::<Header>(&mut from)?.ok_or(FormatError::Truncated));
        Ok(Reader {
            header: header.with_context(|| path.display().to_string())?,
            from,
            items: VecDeque::new(),
            codes: Window::new(),
            cases: Window::new(),
            given: 0,
            ended: false,
        })
    }

    fn read(&mut self) -> Result<Option<Entry>, FormatError> {
        loop {
            match self.items.pop_front() {
                Some(Item::Code(code)) => self.codes.push(code.into_vec()),
                Some(Item::Case(case)) => self.cases.push(case),
                Some(Item::Entry(packed)) => {
                    let (case, code) = (self.cases.get(packed.case)?, self.codes.get(packed.code)?);
                    let number = self.given;
                    self.given += 1;
                    return Ok(Some(Entry { number, case, code, packed }));
                }
                None => match format::next::<Vec<Item>>(&mut self.from)? {
                    Some(items) => self.items = items.into(),
                    None if self.given == self.header.entries => return Ok(None),
                    None => return Err(FormatError::Truncated),
                },
            }
        }
    }
}

impl Iterator for Reader {
    type Item = Result<Entry, FormatError>;

    /// After an error there is nothing more.
    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let read = self.read().transpose();
        self.ended = !matches!(read, Some(Ok(_)));
        read
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use super::super::expectation::Expectation;
    use super::super::write::Writer;
    use super::*;

    fn header() -> Header {
        Header {
            id: [0; 32],
            seed: 3,
            count: 9,
            toolchains: vec!["triton==3.9.0".into()],
            targets: vec!["cuda:90".into()],
            until: "cubin".into(),
            mode: "exact".into(),
            instrument: None,
            shard: "0/1".into(),
            folder: "reports/x".into(),
            entries: 0,
            left_out: BTreeMap::from([("invalid: no".into(), 2)]),
        }
    }

    fn write(path: &Path, entries: u64) -> Header {
        let mut writer = Writer::new(path).unwrap();
        for entry in 0..entries {
            // Each case is compiled twice; every third code is the same.
            let case = Case {
                kernel: entry / 2,
                json: format!("{{\"case\": {}}}", entry / 2),
                expectation: Expectation::default(),
                evaluate: 0.5,
            };
            let code = if entry.is_multiple_of(3) {
                vec![7; 900]
            } else {
                entry.to_le_bytes().repeat(200)
            };
            let packed = Packed {
                case: 0,
                code: 0,
                stage: "cubin".into(),
                toolchain: "triton==3.9.0".into(),
                target: "cuda:90".into(),
                launch: "{}".into(),
                ttir: String::new(),
                compile: 1.0,
                by: None,
                unbuilt: None,
            };
            writer.add(case, &code, packed).unwrap();
        }
        writer.finish(header()).unwrap()
    }

    #[test]
    fn what_is_written_is_read_and_stored_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bundle");
        let entries = 3 * WINDOW;
        let written = write(&path, entries);
        let mut reader = Reader::open(&path).unwrap();
        assert_eq!((&reader.header, reader.header.entries), (&written, entries));
        let mut given = 0u64;
        for entry in &mut reader {
            let entry = entry.unwrap();
            assert_eq!((entry.number, entry.case.kernel), (given, given / 2));
            assert_eq!(entry.code[..8] == [7; 8], given.is_multiple_of(3));
            given += 1;
        }
        assert_eq!(given, entries);
        // Two thirds of the codes and one more, again wherever the last one is too far back.
        let unique = 2 * entries / 3 + 1;
        assert!(reader.codes.first + WINDOW <= unique + entries / WINDOW);
        assert_eq!(header().settings().unwrap().identity()["toolchains"], "triton==3.9.0");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
    }

    #[test]
    fn what_is_no_whole_bundle_is_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bundle");
        write(&path, 10);
        let whole = fs::read(&path).unwrap();
        let read = |bytes: &[u8]| -> Result<usize> {
            fs::write(&path, bytes).unwrap();
            let entries: Result<Vec<_>, _> = Reader::open(&path)?.collect();
            Ok(entries?.len())
        };
        assert_eq!(read(&whole).unwrap(), 10);
        let mut damaged = whole.clone();
        let last = damaged.len() - 9;
        damaged[last] ^= 4;
        for (bytes, what) in [
            (&whole[..whole.len() - 1], "ends too early"),
            (&whole[..21], "ends too early"),
            (&damaged[..], "is damaged"),
            (&b"\x7fELF"[..], "holds no bundle"),
            (&b"tritonsmith bundle 1\n"[..], "its format is 1"),
        ] {
            let error = format!("{:#}", read(bytes).unwrap_err());
            assert!(error.contains(what) && !error.contains('\n'), "{error}");
        }
    }
}
