//! The layout of bundles and of results: a line that says what the file is, then *chunks*.
//!
//! A chunk is a little-endian `u32`, its length, and one zstd frame with a checksum, which holds one
//! value in postcard. So a file that was cut is told from one that was damaged, and both from one of
//! somebody else. What the values mean is not known here.

use std::io::{self, BufRead, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Version of the layout and of all that is in the chunks.
const VERSION: u32 = 3;

/// How hard zstd tries: a bundle is written once and copied often, and the compilers take longer.
const LEVEL: i32 = 9;

/// No chunk holds more, so that a damaged length or a foreign frame does not fill the memory.
const MOST: u64 = 1 << 30;

/// The first line is not longer than this.
const LINE: u64 = 64;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Bundle,
    Results,
}

impl Holds {
    fn word(self) -> &'static str {
        match self {
            Holds::Bundle => "bundle",
            Holds::Results => "results",
        }
    }
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum FormatError {
    #[error("it cannot be read")]
    Io(#[from] io::Error),
    #[error("it holds no {0} of tritonsmith")]
    Foreign(&'static str),
    #[error("its format is {found}, this tritonsmith reads {VERSION}: use the one that wrote it")]
    Version { found: String },
    #[error("it ends too early: copy or write it again")]
    Truncated,
    #[error("it is damaged ({0}): copy or write it again")]
    Damaged(String),
}

/// Begins a file.
pub(super) fn begin(out: &mut impl Write, holds: Holds) -> io::Result<()> {
    writeln!(out, "tritonsmith {} {VERSION}", holds.word())
}

/// Reads the beginning of a file.
pub(super) fn check(from: &mut impl BufRead, holds: Holds) -> Result<(), FormatError> {
    let mut line = Vec::new();
    from.by_ref().take(LINE).read_until(b'\n', &mut line)?;
    let foreign = || FormatError::Foreign(holds.word());
    let line = std::str::from_utf8(&line).map_err(|_| foreign())?;
    let start = format!("tritonsmith {} ", holds.word());
    let is_cut = !line.is_empty() && !line.ends_with('\n');
    if is_cut && format!("{start}{VERSION}").starts_with(line) {
        return Err(FormatError::Truncated);
    }
    let version = line.strip_suffix('\n').and_then(|line| line.strip_prefix(&start));
    let version = version.ok_or_else(foreign)?;
    if version != VERSION.to_string() {
        return Err(FormatError::Version { found: version.to_owned() });
    }
    Ok(())
}

/// A value as a chunk.
pub(super) fn chunk(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let raw = postcard::to_stdvec(value).map_err(io::Error::other)?;
    let mut encoder = zstd::Encoder::new(vec![0; 4], LEVEL)?;
    encoder.include_checksum(true)?;
    encoder.write_all(&raw)?;
    let mut out = encoder.finish()?;
    let too_long = |_| io::Error::other("a chunk is too long");
    let length = u32::try_from(out.len() - 4).map_err(too_long)?;
    out[..4].copy_from_slice(&length.to_le_bytes());
    Ok(out)
}

/// The next chunk's value; `None` at the end of the file.
pub(super) fn next<T: DeserializeOwned>(from: &mut impl Read) -> Result<Option<T>, FormatError> {
    let mut length = Vec::new();
    from.by_ref().take(4).read_to_end(&mut length)?;
    if length.is_empty() {
        return Ok(None);
    }
    let length: [u8; 4] = length.try_into().map_err(|_| FormatError::Truncated)?;
    let length = u64::from(u32::from_le_bytes(length));
    let mut packed = Vec::new();
    from.by_ref().take(length).read_to_end(&mut packed)?;
    if (packed.len() as u64) < length {
        return Err(FormatError::Truncated);
    }
    let damaged = |error: io::Error| FormatError::Damaged(error.to_string());
    let mut raw = Vec::new();
    let decoder = zstd::Decoder::new(&packed[..]).map_err(damaged)?;
    decoder.take(MOST).read_to_end(&mut raw).map_err(damaged)?;
    let value = postcard::from_bytes(&raw);
    value.map(Some).map_err(|error| FormatError::Damaged(error.to_string()))
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    type Value = Vec<(u64, String, Vec<u8>)>;

    fn values() -> Vec<Value> {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut values = Vec::new();
        for _ in 0..20 {
            let mut value: Value = Vec::new();
            for _ in 0..random.next_u32() % 5 {
                let bytes = vec![random.next_u32() as u8; random.next_u32() as usize % 3000];
                value.push((random.next_u64(), format!("{:x}", random.next_u64()), bytes));
            }
            values.push(value);
        }
        values
    }

    fn written(values: &[Value]) -> Vec<u8> {
        let mut file = Vec::new();
        begin(&mut file, Holds::Bundle).unwrap();
        values.iter().for_each(|value| file.extend(chunk(value).unwrap()));
        file
    }

    fn read(mut file: &[u8]) -> Result<Vec<Value>, FormatError> {
        check(&mut file, Holds::Bundle)?;
        std::iter::from_fn(|| next(&mut file).transpose()).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let values = values();
        assert_eq!(read(&written(&values)).unwrap(), values);
    }

    #[test]
    fn a_cut_file_has_whole_chunks_or_is_told() {
        let values = values();
        let file = written(&values);
        for length in 0..file.len() {
            match read(&file[..length]) {
                Ok(read) => assert!(values.starts_with(&read)),
                Err(FormatError::Truncated) => {}
                Err(FormatError::Foreign(_)) => assert_eq!(length, 0),
                Err(error) => panic!("{length}: {error}"),
            }
        }
    }

    #[test]
    fn a_damaged_file_never_gives_other_values() {
        let values = values();
        let file = written(&values);
        for at in (0..file.len()).step_by(7) {
            let mut file = file.clone();
            file[at] ^= 0x11;
            match read(&file) {
                Ok(read) => assert_eq!(read, values, "{at}"),
                Err(error) => assert!(!error.to_string().contains('\n')),
            }
        }
    }

    #[test]
    fn other_files_and_other_versions_are_told() {
        for foreign in [&b"\x7fELF\0\0"[..], b"", b"tritonsmith results 3\n", b"{\"a\": 1}\n"] {
            assert!(matches!(read(foreign), Err(FormatError::Foreign("bundle"))));
        }
        let error = read(b"tritonsmith bundle 9\nxxxx").unwrap_err().to_string();
        assert!(error.contains("format is 9, this tritonsmith reads 3"), "{error}");
    }
}
