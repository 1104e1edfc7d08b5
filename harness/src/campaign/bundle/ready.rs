//! A launch of a bundle's entry: whether what it left is settled, or must be looked at again.

use std::sync::Arc;

use super::entry::Case;
use super::results::Left;
use crate::compile::Instrument;
use crate::device::native::{NativeLaunch, NativeOutcome, NativeResult};

/// A launch that is ready.
pub(super) struct Ready {
    pub(super) entry: u64,
    pub(super) case: Arc<Case>,
    /// The sanitizer that rewrote the code.
    pub(super) by: Option<Instrument>,
    pub(super) launch: Result<NativeLaunch, String>,
    /// What it left the first time, where it is launched again.
    pub(super) first: Option<NativeResult>,
}

/// What is next for a launch that has ended.
pub(super) enum Settled {
    /// It is launched once more.
    Again(Box<Ready>),
    /// This is recorded.
    Left(Left),
}

/// How a result looks from here.
enum Compared {
    Same,
    /// It is for the oracles.
    Carried,
    /// It is for the oracles, by rules of a sanitizer's: what they find must show again.
    Twice,
    /// It is wrong, or something failed.
    Suspicious,
}

impl Ready {
    /// What is next, after `launch` has left `result`.
    pub(super) fn settled(mut self, launch: NativeLaunch, result: NativeResult) -> Settled {
        // What a sanitizer finds must be looked at twice, and where the device failed nobody looked.
        let looked = |first: &NativeResult| self.by.is_none() || !failed(first) || failed(&result);
        let first = self.first.take().filter(looked);
        match (self.compared(&launch, &result), first) {
            (Compared::Same, None) => Settled::Left(Left::Same),
            (Compared::Suspicious | Compared::Twice, None) => {
                // What is wrong may be the doing of the launch before: it must show again.
                let again = Ready { first: Some(result), launch: Ok(launch), ..self };
                Settled::Again(Box::new(again))
            }
            (compared, first) => {
                let results = first.into_iter().chain([result]).collect();
                Settled::Left(match compared {
                    Compared::Twice => Left::Twice(results),
                    _ => Left::Other(results),
                })
            }
        }
    }

    fn compared(&self, launch: &NativeLaunch, result: &NativeResult) -> Compared {
        match &result.outcome {
            NativeOutcome::Finished { buffers, stray: None, nondeterministic: None } => {
                // Integers stand for its floats: it is no result of the kernel.
                if self.by == Some(Instrument::Fpsan) {
                    return Compared::Twice;
                }
                match self.case.expectation.is_met(launch, buffers) {
                    Some(true) => Compared::Same,
                    Some(false) => Compared::Suspicious,
                    None if self.by.is_some() => Compared::Twice,
                    None => Compared::Carried,
                }
            }
            NativeOutcome::Unsupported(_) => Compared::Carried,
            _ => Compared::Suspicious,
        }
    }
}

/// Whether the device itself failed, which says nothing of what was launched.
pub(super) fn failed(result: &NativeResult) -> bool {
    matches!(result.outcome, NativeOutcome::DeviceFailure(_))
}
