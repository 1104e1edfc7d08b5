//! What the recorders of kernels, of modules and of scenarios share: the counts of a run, the ids that were
//! seen, and the cases that are set aside. It takes what was judged as an [`Entry`] and does not know what a
//! case is.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use anyhow::Result;
use sha2::{Digest, Sha256};

use super::examine::{Outcome, Times};
use super::folder;
use super::progress::Observer;
use super::settings::{Plan, Settings};
use super::store::{Entry, Store};
use super::summary::Tally;
use crate::bisect::quoted;
use crate::oracle::{Finding, FindingKind};
use crate::report::Record;

/// Cases set aside for each reason for which something was not judged.
pub(super) const SET_ASIDE: u32 = 3;

/// What is recorded of a run, shared by all of its slots.
pub(super) struct Ledger<'a> {
    settings: &'a Settings,
    pub(super) store: &'a Store,
    observer: &'a dyn Observer,
    state: Mutex<State>,
    started: Instant,
}

/// What changes while a run goes on. Who holds it decides alone what is new.
pub(super) struct State {
    /// The counts of the campaign.
    pub(super) tally: Tally,
    /// Ids of the findings that are recorded.
    pub(super) seen: BTreeSet<String>,
    aside: HashMap<String, u32>,
    /// Entries of this run.
    recorded: u64,
}

impl State {
    /// Whether nobody has seen a finding before.
    pub(super) fn is_new(&self, record: &Record) -> bool {
        !self.seen.contains(&record.id)
    }

    /// Whether one more case of this reason is set aside; it is counted.
    pub(super) fn keeps(&mut self, reason: &str) -> bool {
        let kept = self.aside.entry(reason.to_owned()).or_default();
        let room = *kept < SET_ASIDE;
        *kept += u32::from(room);
        room
    }
}

impl<'a> Ledger<'a> {
    /// The ledger of a run that goes on from what the store holds.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) fn new(
        settings: &'a Settings,
        store: &'a Store,
        observer: &'a dyn Observer,
    ) -> Result<Self> {
        let tally = Tally::of(store)?;
        if tally.kernels > 0 {
            let (done, at) = (tally.kernels, store.folder().display());
            log::info!("{at}: going on after {done} kernels");
        }
        let seen = store.findings()?.into_iter().map(|record| record.id).collect();
        let state = Mutex::new(State { tally, seen, aside: HashMap::new(), recorded: 0 });
        Ok(Ledger { settings, store, observer, state, started: Instant::now() })
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("invariant: no slot panics with the lock")
    }

    /// Records something of which there is nothing but the reason.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub(super) fn lost(&self, index: u64, plan: &Plan, reason: &str) -> Result<()> {
        let (outcome, plan) = (Outcome::Inconclusive(reason.to_owned()), plan.to_string());
        let entry = Entry::new((index, plan.as_str()), outcome.words(), Times::default());
        self.put(&mut self.lock(), entry)
    }

    /// Stores an entry and counts it.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub(super) fn put(&self, state: &mut State, entry: Entry<'_>) -> Result<()> {
        let outcome = entry.outcome;
        self.enter(state, entry)?;
        self.count(state, outcome);
        Ok(())
    }

    /// Stores an entry, which whoever asks counts: at once, even if it is stored later.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub(super) fn enter(&self, state: &mut State, entry: Entry<'_>) -> Result<()> {
        let entry = Entry { wall: self.started.elapsed().as_secs_f64(), ..entry };
        self.store.record(&entry)?;
        if let Some(record) = entry.first {
            state.seen.insert(record.id.clone());
            log::info!("{}: {}", record.id, record.detail);
            self.observer.finding(record);
        }
        Ok(())
    }

    /// Counts an entry with this outcome.
    pub(super) fn count(&self, state: &mut State, outcome: &str) {
        state.recorded += 1;
        state.tally.add(outcome, 1);
        self.observer.kernel(&state.tally, state.seen.len());
    }

    /// Keeps a case that was not judged, for whoever mends that. Of its files, each with the end of its
    /// name, the first is the case itself.
    pub(super) fn set_aside(
        &self,
        (name, plan): (&str, &Plan),
        (reason, log): (&str, &str),
        mut files: Vec<(String, String)>,
    ) {
        let end = files.first().map_or("", |(end, _)| end.as_str());
        let (toolchain, target) = (quoted(&plan.toolchain.to_string()), &plan.target);
        let devices = self.settings.device_options();
        let again = format!(
            "tritonsmith replay {name}.{end} --toolchain {toolchain} --target {target}{devices}"
        );
        files.push(("txt".to_owned(), format!("{reason}\n\n{again}\n\n{log}\n")));
        if let Err(error) = write(&self.store.folder().join("set-aside"), name, &files) {
            log::warn!("{name} was not set aside: {error}");
        }
    }

    /// The record of a finding in the case `name`, which its folder has as `file`. Its id is another where the
    /// finding is known; its folder shows it again, on the campaign's devices.
    pub(super) fn describe(
        &self,
        plan: &Plan,
        named: (&str, &str),
        finding: &Finding,
        known: Option<&str>,
    ) -> Record {
        let distinct = format!("{}|{}", finding.signature, known.unwrap_or_default());
        let record = self.record_of(plan, named, &distinct, finding, known);
        let place = quoted(&self.place(&record.id).display().to_string());
        let replay = format!("tritonsmith replay {place}{}", self.settings.device_options());
        Record { replay, ..record }
    }

    /// The same, with an id of its kind and what is `distinct` only; `file` alone shows it again.
    pub(super) fn record_of(
        &self,
        plan: &Plan,
        (name, file): (&str, &str),
        distinct: &str,
        finding: &Finding,
        known: Option<&str>,
    ) -> Record {
        let id = id_of(finding.kind, distinct);
        let case = self.place(&id).join(file).display().to_string();
        Record {
            kind: finding.kind,
            signature: finding.signature.clone(),
            pass: finding.pass.clone(),
            known: known.map(str::to_owned),
            name: name.to_owned(),
            detail: finding.detail.clone(),
            toolchain: plan.toolchain.to_string(),
            target: plan.target.to_string(),
            until: self.settings.until.to_string(),
            sightings: 1,
            replay: format!("tritonsmith replay {}", quoted(&case)),
            change: None,
            classes: None,
            origin: None,
            case,
            id,
        }
    }

    /// The folder of the finding of that id.
    fn place(&self, id: &str) -> PathBuf {
        folder::findings(self.store.folder()).join(id)
    }

    /// Ends the run; the number of entries that it made. One in which nothing was left to do takes no
    /// time of the campaign.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub(super) fn close(&self) -> Result<u64> {
        let recorded = self.lock().recorded;
        if recorded > 0 {
            self.store.end(self.started.elapsed().as_secs_f64())?;
        }
        self.observer.end();
        Ok(recorded)
    }
}

/// The id of a finding: its kind, and a hash of what tells it from others of that kind.
pub(super) fn id_of(kind: FindingKind, distinct: &str) -> String {
    let hash = Sha256::digest(distinct);
    let hash: String = hash.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    format!("{kind}-{hash}")
}

fn write(folder: &Path, name: &str, files: &[(String, String)]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    files.iter().try_for_each(|(end, text)| fs::write(folder.join(format!("{name}.{end}")), text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::progress::Silent;
    use crate::compile::{Stage, Target};

    fn plan() -> Plan {
        let toolchain = "triton==3.9.0".parse().unwrap();
        Plan { toolchain, target: Target::cuda(90) }
    }

    #[test]
    fn ids_are_those_of_earlier_campaigns() {
        let id = |distinct| id_of(FindingKind::Mismatch, distinct);
        assert_eq!(id("mismatch | ttir | 1|"), "mismatch-18dcdecc");
        assert_eq!(id("mismatch | ttir | 1|triton-1"), "mismatch-bf192903");
    }

    #[test]
    fn a_few_cases_of_each_reason_are_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings::single(&plan(), &["ir".to_owned()], Stage::Ttgir);
        let store = Store::open(folder.path(), &settings.identity()).unwrap();
        let ledger = Ledger::new(&settings, &store, &Silent).unwrap();
        for (at, reason) in ["a", "a", "a", "a", "b"].into_iter().enumerate() {
            if ledger.lock().keeps(reason) {
                let files = vec![("json".to_owned(), "{}".to_owned())];
                ledger.set_aside((&format!("k{at}"), &plan()), (reason, "printed"), files);
            }
        }
        let kept = folder.path().join("set-aside");
        let is_there = |at: usize| kept.join(format!("k{at}.json")).exists();
        assert_eq!([0, 1, 2, 3, 4].map(is_there), [true, true, true, false, true]);
        let told = fs::read_to_string(kept.join("k4.txt")).unwrap();
        assert!(told.starts_with("b\n\ntritonsmith replay k4.json --toolchain"), "{told}");
        assert!(told.ends_with("\n\nprinted\n"), "{told}");
    }

    #[test]
    fn a_finding_is_new_once_and_in_no_later_run() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings::single(&plan(), &["ir".to_owned()], Stage::Ttgir);
        let store = Store::open(folder.path(), &settings.identity()).unwrap();
        let ledger = Ledger::new(&settings, &store, &Silent).unwrap();
        let finding = Finding::new(FindingKind::Mismatch, None, "ttir", "1", "told".to_owned());
        let record = ledger.describe(&plan(), ("k0", "case.json"), &finding, None);
        let sighting = Some((record.id.as_str(), "{}"));
        let entry = Entry::new((0, "plan"), ("bug", ""), Times::default());
        assert!(ledger.lock().is_new(&record));
        let entry = Entry { sighting, first: Some(&record), ..entry };
        ledger.put(&mut ledger.lock(), entry).unwrap();
        assert!(!ledger.lock().is_new(&record));
        ledger.lost(1, &plan(), "the generator failed").unwrap();
        assert_eq!(ledger.close().unwrap(), 2);
        let later = Ledger::new(&settings, &store, &Silent).unwrap();
        assert!(!later.lock().is_new(&record));
        assert_eq!(later.close().unwrap(), 0);
    }
}
