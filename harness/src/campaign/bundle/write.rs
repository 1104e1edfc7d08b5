//! Writes a bundle: codes and cases once each, entries that refer to them. The header counts what
//! follows it, so the body is written beside it first; the file is then there whole or not at all.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_bytes::ByteBuf;
use sha2::{Digest, Sha256};

use super::entry::{Case, Header, Item, Packed, WINDOW};
use super::format::{self, Holds};

/// Bytes of a chunk before it is compressed, about: zstd finds what is alike within one.
const CHUNK: usize = 4 << 20;

/// A bundle that is being written.
pub(super) struct Writer {
    path: PathBuf,
    body: File,
    digest: Sha256,
    items: Vec<Item>,
    size: usize,
    codes: Numbers,
    cases: Numbers,
    entries: u64,
}

/// The numbers of what was written lately, by digest.
#[derive(Default)]
struct Numbers {
    known: HashMap<[u8; 32], u64>,
    next: u64,
}

impl Numbers {
    /// The number of that text, and whether it has to be written.
    fn of(&mut self, bytes: &[u8]) -> (u64, bool) {
        let digest: [u8; 32] = Sha256::digest(bytes).into();
        let next = self.next;
        let kept = |number: u64| number + WINDOW > next;
        if let Some(number) = self.known.get(&digest).copied().filter(|number| kept(*number)) {
            return (number, false);
        }
        if self.known.len() as u64 > 2 * WINDOW {
            self.known.retain(|_, number| kept(*number));
        }
        self.known.insert(digest, next);
        self.next += 1;
        (next, true)
    }
}

impl Writer {
    pub(super) fn new(path: &Path) -> Result<Self> {
        ensure!(!path.is_dir(), "{} is a folder: give --out a file", path.display());
        let body = tempfile::tempfile_in(folder(path)).with_context(|| told(path))?;
        Ok(Writer {
            path: path.to_owned(),
            body,
            digest: Sha256::new(),
            items: Vec::new(),
            size: 0,
            codes: Numbers::default(),
            cases: Numbers::default(),
            entries: 0,
        })
    }

    /// Adds a compiled kernel; the numbers in `packed` are set here.
    pub(super) fn add(&mut self, case: Case, code: &[u8], mut packed: Packed) -> Result<()> {
        let (number, new) = self.cases.of(case.json.as_bytes());
        packed.case = number;
        if new {
            self.push(case.json.len(), Item::Case(case));
        }
        let (number, new) = self.codes.of(code);
        packed.code = number;
        if new {
            self.push(code.len(), Item::Code(ByteBuf::from(code.to_vec())));
        }
        self.push(packed.launch.len() + packed.ttir.len(), Item::Entry(packed));
        self.entries += 1;
        if self.size >= CHUNK { self.flush() } else { Ok(()) }
    }

    fn push(&mut self, size: usize, item: Item) {
        self.size += size;
        self.items.push(item);
    }

    fn flush(&mut self) -> Result<()> {
        if !self.items.is_empty() {
            let chunk = format::chunk(&self.items).with_context(|| told(&self.path))?;
            self.digest.update(&chunk);
            self.body.write_all(&chunk).with_context(|| told(&self.path))?;
            self.items.clear();
            self.size = 0;
        }
        Ok(())
    }

    /// Publishes the file; what follows from its body is set in `header` here.
    pub(super) fn finish(mut self, mut header: Header) -> Result<Header> {
        self.flush()?;
        header.entries = self.entries;
        header.id = self.digest.finalize().into();
        let written = publish(&self.path, &mut self.body, &header);
        written.with_context(|| told(&self.path))?;
        Ok(header)
    }
}

fn publish(path: &Path, body: &mut File, header: &Header) -> io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(folder(path))?;
    format::begin(&mut file, Holds::Bundle)?;
    file.write_all(&format::chunk(header)?)?;
    body.seek(SeekFrom::Start(0))?;
    io::copy(body, &mut file)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The folder that a file is in.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn told(path: &Path) -> String {
    format!("cannot write {}", path.display())
}
