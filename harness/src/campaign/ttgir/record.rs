//! Where judged modules go: the store, a folder for a new finding, the counts.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use anyhow::Result;
use sha2::{Digest, Sha256};

use super::examine::Judged;
use crate::bisect::quoted;
use crate::campaign::folder::{self, contents};
use crate::campaign::progress::Observer;
use crate::campaign::settings::{Plan, Settings};
use crate::campaign::sink::SET_ASIDE;
use crate::campaign::store::{Entry, Store};
use crate::campaign::summary::Tally;
use crate::campaign::{Outcome, Times};
use crate::oracle::Finding;
use crate::render;
use crate::report::{self, Record};
use crate::testcase::ttgir::TtgirCase;

/// Shared by all slots; one module is recorded at a time.
pub(super) struct Recorder<'a> {
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
    /// Modules of this run.
    recorded: u64,
}

/// What is stored of a finding's module.
struct Sighting<'a> {
    record: &'a Record,
    case: &'a str,
    /// Whether nobody has seen it before.
    first: bool,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        store: &'a Store,
        observer: &'a dyn Observer,
    ) -> Result<Self> {
        let mut tally = Tally::default();
        for (outcome, _, count) in store.outcomes()? {
            tally.add(&outcome, count);
        }
        let seen = store.findings()?.into_iter().map(|record| record.id).collect();
        let state = Mutex::new(State { tally, seen, aside: HashMap::new(), recorded: 0 });
        Ok(Recorder { settings, store, observer, state, started: Instant::now() })
    }

    /// A module of which there is nothing but the reason.
    pub(super) fn lost(&self, index: u64, plan: &Plan, reason: &str) -> Result<()> {
        let outcome = Outcome::Inconclusive(reason.to_owned());
        self.put(&mut self.lock(), (index, plan), &outcome, Times::default(), None)
    }

    pub(super) fn record(
        &self,
        index: u64,
        plan: &Plan,
        case: &TtgirCase,
        judged: &Judged,
    ) -> Result<()> {
        let (outcome, times) = (&judged.outcome, judged.times);
        // Held to the end: another slot that sees the same must find it recorded.
        let mut state = self.lock();
        match outcome {
            Outcome::Agree => self.put(&mut state, (index, plan), outcome, times, None),
            Outcome::Invalid(reason) | Outcome::Inconclusive(reason) => {
                self.set_aside(&mut state, (case, plan), reason, judged);
                self.put(&mut state, (index, plan), outcome, times, None)
            }
            Outcome::Bug { finding, known } => {
                let record = self.describe(plan, case, finding, known.as_deref());
                let first = !state.seen.contains(&record.id);
                if first {
                    write(self.store.folder(), &record, case, judged)?;
                }
                let json = case.to_json();
                let sighting = Sighting { record: &record, case: &json, first };
                self.put(&mut state, (index, plan), outcome, times, Some(sighting))
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("invariant: no slot panics with the lock")
    }

    fn put(
        &self,
        state: &mut State,
        (index, plan): (u64, &Plan),
        outcome: &Outcome,
        times: Times,
        sighting: Option<Sighting<'_>>,
    ) -> Result<()> {
        let (word, reason) = outcome.words();
        let first = sighting.as_ref().filter(|seen| seen.first).map(|seen| seen.record);
        self.store.record(&Entry {
            kernel: index,
            plan: &plan.to_string(),
            outcome: word,
            reason,
            times,
            sighting: sighting.as_ref().map(|seen| (seen.record.id.as_str(), seen.case)),
            first,
            wall: self.started.elapsed().as_secs_f64(),
            judged: None,
        })?;
        state.recorded += 1;
        state.tally.add(word, 1);
        if let Some(record) = first {
            state.seen.insert(record.id.clone());
            log::info!("{}: {}", record.id, record.detail);
            self.observer.finding(record);
        }
        self.observer.kernel(&state.tally, state.seen.len());
        Ok(())
    }

    /// Keeps a few modules of each kind that was not judged, for whoever mends that.
    fn set_aside(
        &self,
        state: &mut State,
        (case, plan): (&TtgirCase, &Plan),
        reason: &str,
        judged: &Judged,
    ) {
        let kept = state.aside.entry(reason.to_owned()).or_default();
        if *kept >= SET_ASIDE {
            return;
        }
        *kept += 1;
        let (folder, name) = (self.store.folder().join("set-aside"), &case.name);
        let (toolchain, target) = (&plan.toolchain, &plan.target);
        let devices = self.settings.device_options();
        let again = format!(
            "tritonsmith replay {name}.ttgir.json --toolchain {toolchain} --target {target}{devices}"
        );
        let told = format!("{reason}\n\n{again}\n\n{}\n", judged.log);
        let files = [("ttgir.json", case.to_json()), ("mlir", case.text.clone()), ("txt", told)];
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
        case: &TtgirCase,
        finding: &Finding,
        known: Option<&str>,
    ) -> Record {
        let hash = Sha256::digest(format!("{}|{}", finding.signature, known.unwrap_or_default()));
        let hash: String = hash.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        let id = format!("{}-{hash}", finding.kind);
        let place = folder::findings(self.store.folder()).join(&id);
        let shown = quoted(&place.display().to_string());
        Record {
            kind: finding.kind,
            signature: finding.signature.clone(),
            pass: finding.pass.clone(),
            case: place.join("ttgir.json").display().to_string(),
            known: known.map(str::to_owned),
            name: case.name.clone(),
            detail: finding.detail.clone(),
            toolchain: plan.toolchain.to_string(),
            target: plan.target.to_string(),
            until: self.settings.until.to_string(),
            sightings: 1,
            replay: format!("tritonsmith replay {shown}{}", self.settings.device_options()),
            change: None,
            classes: None,
            origin: None,
            id,
        }
    }

    /// Ends the run; the number of modules that it judged.
    pub(super) fn close(&self) -> Result<u64> {
        let recorded = self.lock().recorded;
        if recorded > 0 {
            self.store.end(self.started.elapsed().as_secs_f64())?;
        }
        self.observer.end();
        Ok(recorded)
    }
}

/// Writes a finding's folder: it is whole or not there.
fn write(campaign: &Path, record: &Record, case: &TtgirCase, judged: &Judged) -> Result<()> {
    let expected = judged.expected.as_ref().map(contents).unwrap_or_default();
    let json = serde_json::to_string_pretty(record).expect("invariant: records are plain data");
    let mut files = vec![
        ("script.py".to_owned(), render::ttgir_script(case, &expected), "a script that runs alone"),
        ("module.mlir".to_owned(), case.text.clone(), "the module, as TTGIR"),
        ("ttgir.json".to_owned(), case.to_json(), "the test case"),
    ];
    for (name, text) in &judged.texts {
        let about = match name.as_str() {
            "before.mlir" => "the IR before the pass that failed",
            _ => "what the compiler made of it",
        };
        files.push((name.clone(), text.clone(), about));
    }
    files.push(("log.txt".to_owned(), judged.log.clone(), "what the compiler printed"));
    files.push(("finding.json".to_owned(), json, "this finding, for programs"));
    let listed: Vec<_> =
        files.iter().map(|(name, _, about)| (name.clone(), (*about).to_owned())).collect();
    folder::publish(campaign, &record.id, |folder| {
        files.iter().try_for_each(|(name, text, _)| fs::write(folder.join(name), text))?;
        fs::write(folder.join("verdict.md"), report::verdict(record, &listed))
    })
}
