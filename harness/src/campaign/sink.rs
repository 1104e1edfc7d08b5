//! Where judged kernels go: the store, a folder for a new finding, the counts.

use std::collections::BTreeSet;

use anyhow::{Result, bail};

use super::ab::Change;
use super::examine::{Examined, Outcome, Times};
use super::folder;
use super::judgements::{self, Judgement, Update};
use super::progress::Observer;
use super::recorder::{Ledger, State};
use super::settings::{Plan, Settings};
use super::store::{Entry, Store};
use super::subject::Subject;
use crate::oracle::{Classes, Finding, Seen};
use crate::report::Record;

/// Shared by all slots; one kernel is recorded at a time.
pub(super) struct Sink<'a> {
    ledger: Ledger<'a>,
    store: &'a Store,
}

impl<'a> Sink<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        store: &'a Store,
        observer: &'a dyn Observer,
    ) -> Result<Self> {
        Ok(Sink { ledger: Ledger::new(settings, store, observer)?, store })
    }

    /// A kernel of which there is nothing but the reason.
    pub(super) fn lost(&self, kernel: u64, plan: &Plan, reason: &str) -> Result<()> {
        self.ledger.lost(kernel, plan, reason)
    }

    pub(super) fn record(
        &self,
        kernel: u64,
        plan: &Plan,
        subject: &Subject,
        examined: &Examined,
    ) -> Result<()> {
        let at = plan.to_string();
        if !examined.spills.is_empty() {
            log::debug!("{}: ocloc: {}", subject.case.name, examined.spills.join("; "));
            self.store.spilled(kernel, &at, &examined.spills)?;
        }
        let entry = Entry::new((kernel, at.as_str()), examined.outcome.words(), examined.times);
        match &examined.outcome {
            Outcome::Agree => self.ledger.put(&mut self.ledger.lock(), entry),
            Outcome::Invalid(reason) | Outcome::Inconclusive(reason) => {
                log::debug!("{}: {reason}", subject.case.name);
                let mut state = self.ledger.lock();
                self.set_aside(&mut state, (subject, plan), reason, examined);
                self.ledger.put(&mut state, entry)
            }
            Outcome::Bug { finding, known } => {
                let mut record = self.describe(plan, subject, finding, known.as_deref());
                record.classes = examined.classes();
                mark(&mut record, examined.change);
                let case = subject.case.to_json();
                // Held to the end: another slot that sees the same must find it recorded.
                let mut state = self.ledger.lock();
                let new = state.is_new(&record);
                if new {
                    folder::write(self.store.folder(), &record, subject, examined)?;
                }
                let sighting = Some((record.id.as_str(), case.as_str()));
                self.ledger
                    .put(&mut state, Entry { sighting, first: new.then_some(&record), ..entry })
            }
        }
    }

    /// Records what the results of one device, whose execution is the only one of `examined`, came to
    /// beside those of other devices. The kernel's outcome is that of all of them, and so are the classes
    /// of its findings. What is recorded already changes nothing.
    pub(super) fn judged(
        &self,
        kernel: u64,
        plan: &Plan,
        subject: &Subject,
        examined: &Examined,
    ) -> Result<()> {
        let at = plan.to_string();
        let mut all = self.store.judgements(kernel, &at)?;
        let (own, record) = self.own(plan, subject, examined)?;
        if !judgements::put(&mut all, &own) {
            return Ok(());
        }
        let mut state = self.ledger.lock();
        if let Outcome::Invalid(reason) | Outcome::Inconclusive(reason) = &examined.outcome {
            self.set_aside(&mut state, (subject, plan), reason, examined);
        }
        let executions: Vec<Seen> = all.iter().map(Judgement::seen).collect();
        let classes = Classes::of(&executions);
        let first = record.filter(|record| state.is_new(record));
        let first = first.map(|record| Record { classes: classes.clone(), ..record });
        if let Some(record) = &first {
            folder::write(self.store.folder(), record, subject, examined)?;
        }
        let refreshed = self.refreshed(&all, (plan, subject), &classes)?;
        let decisive = judgements::decisive(&all).unwrap_or(&own);
        let device = all.iter().map(|judgement| judgement.seconds).sum();
        let times = Times { device, ..examined.times };
        let case = subject.case.to_json();
        let words = (decisive.outcome.as_str(), decisive.reason.as_str());
        let entry = Entry {
            sighting: decisive.finding.as_deref().map(|id| (id, case.as_str())),
            first: first.as_ref(),
            judged: Some(Update { own: &own, refreshed: &refreshed }),
            ..Entry::new((kernel, at.as_str()), words, times)
        };
        self.ledger.put(&mut state, entry)
    }

    /// What the only execution of `examined` came to, and the record of what it found.
    fn own(
        &self,
        plan: &Plan,
        subject: &Subject,
        examined: &Examined,
    ) -> Result<(Judgement, Option<Record>)> {
        let [seen] = &examined.seen[..] else {
            bail!("{}: one execution is judged at a time", subject.case.name);
        };
        let record = match &examined.outcome {
            Outcome::Bug { finding, known } => {
                Some(self.describe(plan, subject, finding, known.as_deref()))
            }
            _ => None,
        };
        let finding = record.as_ref().map(|record| record.id.clone());
        let own = Judgement::new(seen, &examined.outcome, finding, examined.times.device);
        Ok((own, record))
    }

    /// The recorded findings of this very kernel, with the classes that it has now.
    fn refreshed(
        &self,
        all: &[Judgement],
        (plan, subject): (&Plan, &Subject),
        classes: &Option<Classes>,
    ) -> Result<Vec<Record>> {
        let ids: BTreeSet<&str> = all.iter().filter_map(|one| one.finding.as_deref()).collect();
        let own = |record: &Record| {
            ids.contains(record.id.as_str())
                && record.name == subject.case.name
                && record.toolchain == plan.toolchain.to_string()
                && record.target == plan.target.to_string()
        };
        let mut refreshed = Vec::new();
        if ids.is_empty() {
            return Ok(refreshed);
        }
        for record in self.store.findings()?.into_iter().filter(own) {
            if record.classes != *classes {
                let record = Record { classes: classes.clone(), sightings: 1, ..record };
                folder::refresh(self.store.folder(), &record)?;
                refreshed.push(record);
            }
        }
        Ok(refreshed)
    }

    /// Keeps a few cases of each kind that was not judged, for whoever mends that.
    fn set_aside(
        &self,
        state: &mut State,
        (subject, plan): (&Subject, &Plan),
        reason: &str,
        examined: &Examined,
    ) {
        if !state.keeps(reason) {
            return;
        }
        let mut files = vec![("json".to_owned(), subject.case.to_json())];
        files.extend(examined.texts.iter().cloned());
        self.ledger.set_aside((&subject.case.name, plan), (reason, &examined.log), files);
    }

    fn describe(
        &self,
        plan: &Plan,
        subject: &Subject,
        finding: &Finding,
        known: Option<&str>,
    ) -> Record {
        self.ledger.describe(plan, (&subject.case.name, "case.json"), finding, known)
    }

    /// Ends the run; the number of kernels that it judged.
    pub(super) fn close(&self) -> Result<u64> {
        self.ledger.close()
    }
}

/// Says of a finding in which of two toolchains it is: another one than in the other.
fn mark(record: &mut Record, change: Option<Change>) {
    let Some(change) = change else { return };
    let old = std::mem::take(&mut record.id);
    record.id = format!("{old}-{}", change.name());
    for text in [&mut record.case, &mut record.replay] {
        *text = text.replace(&old, &record.id);
    }
    record.change = Some(change.name().to_owned());
}
