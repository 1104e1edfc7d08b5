//! What a launch must leave, in a form that is compared without the reference: which elements count,
//! and a digest of them. Where it says *same*, every element that counts is equal to the bit.

use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use sha2::{Digest, Sha256};

use crate::device::native::NativeLaunch;
use crate::evaluate::{Reference, ReferenceBuffer};

/// How a launch's results are compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Expectation {
    /// Whether they are compared where they are made. A bound is not carried: those within one are
    /// for the oracles, and so are those of which little is specified.
    exact: bool,
    buffers: Vec<Expected>,
}

/// One buffer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Expected {
    name: String,
    element_bytes: u32,
    /// Neighbours that count alike.
    runs: Vec<Run>,
    /// Of the bytes of the elements with a specified value.
    digest: [u8; 32],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Run {
    counts: Counts,
    length: u32,
}

/// How an element counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Counts {
    /// Anything may be stored there, or another value at each launch.
    Open,
    /// A specified value is stored there.
    Value,
    /// Nothing is stored there: it holds what it held.
    Kept,
}

impl Expectation {
    /// What is compared with `reference`. Rounded results of a kernel with atomics differ from launch
    /// to launch, as their order does; those of others must not.
    pub(super) fn of(reference: &Reference, has_atomics: bool) -> Self {
        let buffers = reference.buffers.iter();
        let buffers = buffers.map(|buffer| Expected::of(buffer, has_atomics)).collect();
        Expectation { exact: reference.is_exact() && reference.vague().is_none(), buffers }
    }

    /// Whether `buffers`, which `launch` has left, hold what they must; `None` where that is not
    /// known here.
    pub(super) fn is_met(&self, launch: &NativeLaunch, buffers: &[ByteBuf]) -> Option<bool> {
        let met = |expected: &Expected| {
            let at = launch.buffers.iter().position(|buffer| buffer.name == expected.name);
            let pair = at.and_then(|at| Some((&launch.buffers[at], buffers.get(at)?)));
            pair.is_some_and(|(before, after)| expected.is_met(&before.bytes, after))
        };
        self.exact.then(|| self.buffers.iter().all(met))
    }

    /// Has `launch` compare between its repeats what is specified to the bit, and no more, and watch
    /// the buffers that nothing is stored to.
    pub(super) fn mask(&self, launch: &mut NativeLaunch) {
        for buffer in &mut launch.buffers {
            let expected = self.buffers.iter().find(|expected| expected.name == buffer.name);
            let Some(expected) = expected else { continue };
            buffer.compared = expected.compared();
            buffer.read_only = expected.runs.iter().all(|run| run.counts == Counts::Kept);
        }
    }
}

impl Expected {
    fn of(buffer: &ReferenceBuffer, has_atomics: bool) -> Self {
        let size = buffer.kind.bytes();
        let (mut runs, mut digest): (Vec<Run>, _) = (Vec::new(), Sha256::new());
        for at in 0..buffer.len() {
            let counts = match buffer.written[at] {
                false => Counts::Kept,
                true if buffer.is_open(at) => Counts::Open,
                true if has_atomics && buffer.margin(at) != 0.0 => Counts::Open,
                true => Counts::Value,
            };
            if counts == Counts::Value {
                digest.update(&buffer.bits(at).to_le_bytes()[..size]);
            }
            match runs.last_mut() {
                Some(run) if run.counts == counts => run.length += 1,
                _ => runs.push(Run { counts, length: 1 }),
            }
        }
        Expected {
            name: buffer.name.clone(),
            element_bytes: size as u32,
            runs,
            digest: digest.finalize().into(),
        }
    }

    /// One bit an element, the lowest bit of a byte first; nothing where all are compared.
    fn compared(&self) -> Vec<u8> {
        if self.runs.iter().all(|run| run.counts != Counts::Open) {
            return Vec::new();
        }
        let length: usize = self.runs.iter().map(|run| run.length as usize).sum();
        let (mut bits, mut at) = (vec![0u8; length.div_ceil(8)], 0);
        for run in &self.runs {
            let end = at + run.length as usize;
            if run.counts != Counts::Open {
                (at..end).for_each(|at| bits[at / 8] |= 1 << (at % 8));
            }
            at = end;
        }
        bits
    }

    fn is_met(&self, before: &[u8], after: &[u8]) -> bool {
        let size = self.element_bytes as usize;
        let length: usize = self.runs.iter().map(|run| run.length as usize * size).sum();
        if before.len() != length || after.len() != length {
            return false;
        }
        let (mut at, mut digest) = (0, Sha256::new());
        for run in &self.runs {
            let end = at + run.length as usize * size;
            match run.counts {
                Counts::Open => {}
                Counts::Value => digest.update(&after[at..end]),
                Counts::Kept if before[at..end] != after[at..end] => return false,
                Counts::Kept => {}
            }
            at = end;
        }
        let found: [u8; 32] = digest.finalize().into();
        found == self.digest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;
    use crate::tensor::{Bounded, DType, Exact, Tile};
    use crate::testcase::Fill;

    fn reference() -> Reference {
        let buffer = |name: &str, values: Tile<Exact>, written: Vec<bool>| {
            let (name, kind) = (name.to_owned(), DType::I16.kind());
            evaluate::ExpectedBuffer { name, kind, values, written }
        };
        let out = Tile::from_ints(&[4], vec![1, -1, 7, 9]).with_undef([2, 3]);
        let input = Tile::from_ints(&[2], vec![5, 6]);
        let written = vec![true, true, true, false];
        let buffers = vec![buffer("a", input, vec![false; 2]), buffer("out", out, written)];
        evaluate::Expected { buffers }.into()
    }

    fn bytes(values: &[i16]) -> Vec<u8> {
        values.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    #[test]
    fn only_what_counts_is_compared() {
        let expectation = Expectation::of(&reference(), true);
        let [a, out] = &expectation.buffers[..] else { panic!() };
        assert!(expectation.exact);
        assert_eq!((a.compared(), out.compared()), (vec![], vec![0b1011]));
        assert!(a.is_met(&bytes(&[5, 6]), &bytes(&[5, 6])));
        assert!(!a.is_met(&bytes(&[5, 6]), &bytes(&[5, 7])));
        assert!(!a.is_met(&bytes(&[5, 6]), &bytes(&[5])));
        let before = bytes(&[-9, -9, -9, -9]);
        assert!(out.is_met(&before, &bytes(&[1, -1, 3, -9])), "anything may be stored in one");
        assert!(!out.is_met(&before, &bytes(&[1, 1, 3, -9])), "a wrong value");
        assert!(!out.is_met(&before, &bytes(&[1, -1, 3, 9])), "nothing is stored in the last");
    }

    #[test]
    fn what_is_mostly_open_is_for_the_oracles() {
        let values: Tile<Exact> = Tile::from_ints(&[3], vec![1, -1, 7]).with_undef([1, 2]);
        let (name, kind) = ("out".to_owned(), DType::I16.kind());
        let buffer = evaluate::ExpectedBuffer { name, kind, values, written: vec![true; 3] };
        let reference: Reference = evaluate::Expected { buffers: vec![buffer] }.into();
        assert!(!Expectation::of(&reference, false).exact);
    }

    #[test]
    fn what_is_within_a_bound_is_for_the_oracles() {
        let ramp = Fill::Ramp { low: 1, stride: 1, modulus: 9, scale: 0 };
        let values: Tile<Bounded> = ramp.tile(DType::F32, 1);
        let (name, kind) = ("out".to_owned(), DType::F32.kind());
        let buffer = evaluate::ExpectedBuffer { name, kind, values, written: vec![true] };
        let reference: Reference = evaluate::Expected { buffers: vec![buffer] }.into();
        assert!(!Expectation::of(&reference, false).exact);
    }
}
