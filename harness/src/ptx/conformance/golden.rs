//! Golden files: what a device made of the forms of a family. A line that says what the file is, then
//! one zstd frame with a value in postcard. Operands are not in it, but what tells them from others.

use std::io::{Read, Write};

use serde::{Deserialize, Serialize};

use super::form::{Form, register_bits};
use super::operands::THREADS;
use crate::ptx::types::Type;

/// The first line. Its number is the version of the layout.
const HEAD: &[u8] = b"tritonsmith ptx-golden 1\n";

/// How hard zstd tries: files are written once.
const LEVEL: i32 = 19;

/// No file holds more, so that a damaged one does not fill the memory.
const MOST: u64 = 1 << 28;

/// What a device made of a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    /// The family.
    pub family: String,
    /// The device, its capability and its driver, in words.
    pub device: String,
    /// Compute capability, major and minor.
    pub capability: (u32, u32),
    /// The forms that the device has, in the family's order.
    pub forms: Vec<Recorded>,
}

/// What a device made of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The form's text.
    pub text: String,
    /// What tells its operands from others.
    pub(super) operands: u64,
    /// What was left.
    pub left: Left,
}

/// What a launch left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Left {
    /// The results, packed.
    Results(#[serde(with = "serde_bytes")] Vec<u8>),
    /// There are none, and why.
    Nothing(String),
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GoldenError {
    /// Something else, or written by another version.
    #[error("it holds no recording that this tritonsmith reads: record anew")]
    Foreign,
    /// Its contents are not whole.
    #[error("it is damaged ({0}): record anew")]
    Damaged(String),
}

impl Recording {
    /// The bytes of a file.
    ///
    /// # Errors
    /// If memory runs out.
    pub fn encode(&self) -> std::io::Result<Vec<u8>> {
        let raw = postcard::to_stdvec(self).map_err(std::io::Error::other)?;
        let mut encoder = zstd::Encoder::new(HEAD.to_vec(), LEVEL)?;
        encoder.include_checksum(true)?;
        encoder.write_all(&raw)?;
        encoder.finish()
    }

    /// What a file holds.
    ///
    /// # Errors
    /// If it is no such file, or damaged.
    pub fn decode(bytes: &[u8]) -> Result<Recording, GoldenError> {
        let packed = bytes.strip_prefix(HEAD).ok_or(GoldenError::Foreign)?;
        let damaged = |error: std::io::Error| GoldenError::Damaged(error.to_string());
        // One frame, and nothing behind it: what is not looked at must not be there.
        let mut decoder = zstd::Decoder::with_buffer(packed).map_err(damaged)?.single_frame();
        let mut raw = Vec::new();
        decoder.by_ref().take(MOST).read_to_end(&mut raw).map_err(damaged)?;
        if !decoder.finish().is_empty() {
            return Err(GoldenError::Damaged("there is more behind its end".to_owned()));
        }
        match postcard::take_from_bytes(&raw) {
            Ok((recording, [])) => Ok(recording),
            Ok(_) => {
                Err(GoldenError::Damaged("its contents are longer than a recording".to_owned()))
            }
            Err(error) => Err(GoldenError::Damaged(error.to_string())),
        }
    }
}

/// Bytes of a result in a file.
fn size(ty: Type) -> usize {
    register_bits(ty).div_ceil(8) as usize
}

/// Results, one thread after the other, as a file has them: one result after the other, without the
/// bits that their registers do not have.
pub(super) fn pack(form: &Form, words: &[u64]) -> Vec<u8> {
    let count = form.results.len();
    let mut bytes = Vec::new();
    for (at, ty) in form.results.iter().enumerate() {
        for word in words.iter().skip(at).step_by(count) {
            bytes.extend(&word.to_le_bytes()[..size(*ty)]);
        }
    }
    bytes
}

/// The reverse; `None` if there are not as many bytes as the form's results have.
pub(super) fn unpack(form: &Form, bytes: &[u8]) -> Option<Vec<u64>> {
    let count = form.results.len();
    let expected: usize = form.results.iter().map(|ty| size(*ty) * THREADS).sum();
    (bytes.len() == expected).then_some(())?;
    let mut words = vec![0; THREADS * count];
    let mut rest = bytes;
    for (at, ty) in form.results.iter().enumerate() {
        let (column, others) = rest.split_at(size(*ty) * THREADS);
        rest = others;
        for (thread, item) in column.chunks_exact(size(*ty)).enumerate() {
            let mut word = [0; 8];
            word[..item.len()].copy_from_slice(item);
            words[thread * count + at] = u64::from_le_bytes(word);
        }
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_holds_what_was_written() {
        let form = Form::new("two", &[Type::Pred, Type::F16, Type::S8, Type::F64], &[]);
        let words: Vec<u64> = (0..THREADS as u64)
            .flat_map(|at| [at & 1, at * 7, at * 99_999, u64::MAX - at])
            .collect();
        let packed = pack(&form, &words);
        assert_eq!(packed.len(), THREADS * (1 + 2 + 4 + 8));
        assert_eq!(unpack(&form, &packed), Some(words));
        assert_eq!(unpack(&form, &packed[1..]), None);
        let left = [Left::Results(packed), Left::Nothing("refused".to_owned())];
        let forms = left
            .map(|left| Recorded { text: form.text.clone(), operands: u64::MAX, left })
            .to_vec();
        let (family, device) = ("f".to_owned(), "d".to_owned());
        let recording = Recording { family, device, capability: (9, 0), forms };
        let bytes = recording.encode().unwrap();
        assert_eq!(Recording::decode(&bytes).unwrap(), recording);
        assert!(matches!(Recording::decode(&bytes[1..]), Err(GoldenError::Foreign)));
        let cut = Recording::decode(&bytes[..bytes.len() - 9]);
        assert!(matches!(cut, Err(GoldenError::Damaged(_))));
        let twice = [&bytes[..], &bytes[HEAD.len()..]].concat();
        let more = [&bytes[..], b"x"].concat();
        for longer in [twice, more] {
            let error = Recording::decode(&longer).unwrap_err().to_string();
            assert!(error.contains("more behind its end"), "{error}");
        }
    }
}
