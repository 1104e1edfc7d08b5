//! Where judged kernels go: the store, a folder for a new finding, the counts.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Result, bail};
use sha2::{Digest, Sha256};

use super::ab::Change;
use super::examine::{Examined, Outcome, Times};
use super::folder;
use super::judgements::{self, Judged, Judgement};
use super::progress::Observer;
use super::settings::{Plan, Settings};
use super::store::{Entry, Store};
use super::subject::Subject;
use super::summary::Tally;
use crate::bisect::quoted;
use crate::oracle::{Classes, Finding, Seen};
use crate::report::Record;

/// Cases set aside for each reason for which a kernel was not judged.
pub(super) const SET_ASIDE: u32 = 3;

/// Shared by all slots; one kernel is recorded at a time.
pub(super) struct Sink<'a> {
    settings: &'a Settings,
    store: &'a Store,
    observer: &'a dyn Observer,
    state: Mutex<State>,
    started: Instant,
}

struct State {
    tally: Tally,
    seen: BTreeSet<String>,
    aside: HashMap<String, u32>,
    /// Kernels of this run.
    recorded: u64,
}

impl<'a> Sink<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        store: &'a Store,
        observer: &'a dyn Observer,
    ) -> Result<Self> {
        let mut tally = Tally::default();
        for (outcome, _, count) in store.outcomes()? {
            tally.add(&outcome, count);
        }
        if tally.kernels > 0 {
            let (done, at) = (tally.kernels, store.folder().display());
            log::info!("{at}: going on after {done} kernels");
        }
        let seen = store.findings()?.into_iter().map(|record| record.id).collect();
        let state = State { tally, seen, aside: HashMap::new(), recorded: 0 };
        let (state, started) = (Mutex::new(state), Instant::now());
        Ok(Sink { settings, store, observer, state, started })
    }

    /// A kernel of which there is nothing but the reason.
    pub(super) fn lost(&self, kernel: u64, plan: &Plan, reason: &str) -> Result<()> {
        let (outcome, plan) = (Outcome::Inconclusive(reason.to_owned()), plan.to_string());
        let entry = Entry::new((kernel, plan.as_str()), outcome.words(), Times::default());
        self.put(&mut self.lock(), entry)
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
            Outcome::Agree => self.put(&mut self.lock(), entry),
            Outcome::Invalid(reason) | Outcome::Inconclusive(reason) => {
                log::debug!("{}: {reason}", subject.case.name);
                let mut state = self.lock();
                self.set_aside(&mut state, (subject, plan), reason, examined);
                self.put(&mut state, entry)
            }
            Outcome::Bug { finding, known } => {
                let mut record = self.describe(plan, subject, finding, known.as_deref());
                record.classes = examined.classes();
                mark(&mut record, examined.change);
                let case = subject.case.to_json();
                // Held to the end: another slot that sees the same must find it recorded.
                let mut state = self.lock();
                let new = !state.seen.contains(&record.id);
                if new {
                    folder::write(self.store.folder(), &record, subject, examined)?;
                }
                let sighting = Some((record.id.as_str(), case.as_str()));
                self.put(&mut state, Entry { sighting, first: new.then_some(&record), ..entry })
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
        let record = match &examined.outcome {
            Outcome::Bug { finding, known } => {
                Some(self.describe(plan, subject, finding, known.as_deref()))
            }
            _ => None,
        };
        let finding = record.as_ref().map(|record| record.id.clone());
        let [seen] = &examined.seen[..] else {
            bail!("{}: one execution is judged at a time", subject.case.name);
        };
        let own = Judgement::new(seen, &examined.outcome, finding, examined.times.device);
        if !judgements::put(&mut all, &own) {
            return Ok(());
        }
        let mut state = self.lock();
        if let Outcome::Invalid(reason) | Outcome::Inconclusive(reason) = &examined.outcome {
            self.set_aside(&mut state, (subject, plan), reason, examined);
        }
        let executions: Vec<Seen> = all.iter().map(Judgement::seen).collect();
        let classes = Classes::of(&executions);
        let first = record.filter(|record| !state.seen.contains(&record.id));
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
            judged: Some(Judged { own: &own, refreshed: &refreshed }),
            ..Entry::new((kernel, at.as_str()), words, times)
        };
        self.put(&mut state, entry)
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

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("invariant: no slot panics with the lock")
    }

    fn put(&self, state: &mut State, entry: Entry<'_>) -> Result<()> {
        let entry = Entry { wall: self.started.elapsed().as_secs_f64(), ..entry };
        self.store.record(&entry)?;
        state.recorded += 1;
        state.tally.add(entry.outcome, 1);
        if let Some(record) = entry.first {
            state.seen.insert(record.id.clone());
            log::info!("{}: {}", record.id, record.detail);
            self.observer.finding(record);
        }
        self.observer.kernel(&state.tally, state.seen.len());
        Ok(())
    }

    /// Keeps a few cases of each kind that was not judged, for whoever mends that.
    fn set_aside(
        &self,
        state: &mut State,
        (subject, plan): (&Subject, &Plan),
        reason: &str,
        examined: &Examined,
    ) {
        let kept = state.aside.entry(reason.to_owned()).or_default();
        if *kept >= SET_ASIDE {
            return;
        }
        *kept += 1;
        let folder = self.store.folder().join("set-aside");
        let name = &subject.case.name;
        let (toolchain, target) = (&plan.toolchain, &plan.target);
        let devices = self.settings.device_options();
        let again = format!(
            "tritonsmith replay {name}.json --toolchain {toolchain} --target {target}{devices}"
        );
        let told = format!("{reason}\n\n{again}\n\n{}\n", examined.log);
        let mut files = vec![("json".to_owned(), subject.case.to_json()), ("txt".to_owned(), told)];
        files.extend(examined.texts.iter().cloned());
        let kept = fs::create_dir_all(&folder).and_then(|()| {
            let mut each = files.iter();
            each.try_for_each(|(end, text)| fs::write(folder.join(format!("{name}.{end}")), text))
        });
        if let Err(error) = kept {
            log::warn!("{name} was not set aside: {error}");
        }
    }

    fn describe(
        &self,
        plan: &Plan,
        subject: &Subject,
        finding: &Finding,
        known: Option<&str>,
    ) -> Record {
        let hash = Sha256::digest(format!("{}|{}", finding.signature, known.unwrap_or_default()));
        let hash: String = hash.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        let id = format!("{}-{hash}", finding.kind);
        let place = folder::findings(self.store.folder()).join(&id);
        Record {
            kind: finding.kind,
            signature: finding.signature.clone(),
            pass: finding.pass.clone(),
            case: place.join("case.json").display().to_string(),
            known: known.map(str::to_owned),
            name: subject.case.name.clone(),
            detail: finding.detail.clone(),
            toolchain: plan.toolchain.to_string(),
            target: plan.target.to_string(),
            until: self.settings.until.to_string(),
            sightings: 1,
            replay: format!(
                "tritonsmith replay {}{}",
                quoted(&place.display().to_string()),
                self.settings.device_options()
            ),
            change: None,
            classes: None,
            origin: None,
            id,
        }
    }

    /// Ends the run; the number of kernels that it judged. One in which nothing was left to do takes
    /// no time of the campaign.
    pub(super) fn close(&self) -> Result<u64> {
        let recorded = self.lock().recorded;
        if recorded > 0 {
            self.store.end(self.started.elapsed().as_secs_f64())?;
        }
        self.observer.end();
        Ok(recorded)
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
