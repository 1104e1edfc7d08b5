//! Shows how packing goes: what is recorded in the campaign is only a part of it.

use std::sync::{Mutex, MutexGuard};

use crate::campaign::progress::Observer;
use crate::campaign::summary::Tally;
use crate::report::Record;

/// Tells the user's observer of every kernel that is done, packed or not.
pub(super) struct Watch<'a> {
    inner: &'a dyn Observer,
    counts: Mutex<(Tally, usize)>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(inner: &'a dyn Observer) -> Self {
        Watch { inner, counts: Mutex::default() }
    }

    fn counts(&self) -> MutexGuard<'_, (Tally, usize)> {
        self.counts.lock().expect("invariant: no slot panics with the lock")
    }

    /// One more kernel is done, with that outcome if it has one yet.
    pub(super) fn done(&self, outcome: Option<&str>) {
        let mut counts = self.counts();
        match outcome {
            Some(word) => counts.0.add(word, 1),
            None => counts.0.kernels += 1,
        }
        self.inner.kernel(&counts.0, counts.1);
    }
}

impl Observer for Watch<'_> {
    fn kernel(&self, _: &Tally, findings: usize) {
        self.counts().1 = findings;
    }

    fn finding(&self, record: &Record) {
        self.inner.finding(record);
    }

    fn end(&self) {
        self.inner.end();
    }
}
