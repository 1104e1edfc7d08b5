//! Where judged scenarios go: the store, and a folder for each new finding.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use super::Examined;
use crate::campaign::Times;
use crate::campaign::progress::Observer;
use crate::campaign::settings::{Plan, Settings};
use crate::campaign::store::{Entry, Store, full};
use crate::campaign::summary::Tally;
use crate::evaluate::scenario::{Seen, due};
use crate::oracle::history::{Judged, Ruling, signature, support};
use crate::render::{self, Must};
use crate::report::{self, Record};
use crate::testcase::scenario::Scenario;

/// Shared by all slots.
pub(in crate::campaign) struct Recorder<'a> {
    settings: &'a Settings,
    store: &'a Store,
    observer: &'a dyn Observer,
    state: Mutex<State>,
    started: Instant,
}

struct State {
    tally: Tally,
    seen: BTreeSet<String>,
    recorded: bool,
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
        let state = Mutex::new(State { tally, seen, recorded: false });
        Ok(Recorder { settings, store, observer, state, started: Instant::now() })
    }

    /// Records a scenario. Of several faults the first new one is shown.
    /// `smaller` gives the smallest scenario with the same fault, and its launch that shows it.
    pub(super) fn record(
        &self,
        index: u64,
        plan: &Plan,
        scenario: &Scenario,
        examined: &Examined,
        seconds: f64,
        smaller: &mut dyn FnMut(&str) -> Result<(Scenario, Judged)>,
    ) -> Result<()> {
        let records: Vec<_> =
            examined.faults().map(|judged| self.describe(plan, scenario, judged)).collect();
        // Held to the end: another slot that sees the same must find it recorded.
        let mut state = self.state.lock().expect("invariant: no slot panics with the lock");
        let new = records.iter().find(|record| !state.seen.contains(&record.id));
        let small;
        let new = match new {
            Some(record) => {
                let (scenario, judged) = smaller(&record.signature)?;
                small = self.describe(plan, &scenario, &judged);
                write(self.store.folder(), &small, &scenario, &judged)?;
                Some(&small)
            }
            None => None,
        };
        let shown = new.or(records.first());
        let unjudged = unjudged(examined);
        let (outcome, reason) = match (examined, shown, unjudged) {
            (Examined::Invalid(reason), ..) => ("invalid", reason.as_str()),
            (_, Some(record), _) => ("bug", record.signature.as_str()),
            (Examined::Inconclusive(reason) | Examined::Unsupported(reason), ..) => {
                ("inconclusive", reason.as_str())
            }
            (_, None, Some(reason)) => ("inconclusive", reason),
            (_, None, None) => ("agree", ""),
        };
        let json = serde_json::to_string(scenario).expect("invariant: scenarios are plain data");
        let entry = Entry {
            kernel: index,
            plan: &plan.to_string(),
            outcome,
            reason,
            times: Times { compile: seconds, ..Times::default() },
            sighting: shown.map(|record| (record.id.as_str(), json.as_str())),
            first: new,
            wall: self.started.elapsed().as_secs_f64(),
        };
        self.store.record(&entry)?;
        state.recorded = true;
        state.tally.add(outcome, 1);
        if let Some(record) = new {
            state.seen.insert(record.id.clone());
            self.observer.finding(record);
        }
        self.observer.kernel(&state.tally, state.seen.len());
        Ok(())
    }

    fn describe(&self, plan: &Plan, scenario: &Scenario, judged: &Judged) -> Record {
        let signature = signature(scenario, judged);
        let hash = Sha256::digest(&signature);
        let hash: String = hash.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        let kind = judged.ruling.finding().expect("invariant: faults are described");
        let id = format!("{kind}-{hash}");
        let place = self.store.folder().join("findings").join(&id);
        let path = place.join("scenario.json").display().to_string();
        let support = support(scenario, judged).words();
        Record {
            id,
            kind,
            signature,
            pass: None,
            case: path.clone(),
            known: None,
            name: scenario.name.clone(),
            detail: format!("step {}: {} (this use: {support})", judged.event, judged.detail),
            toolchain: plan.toolchain.to_string(),
            target: plan.target.to_string(),
            until: self.settings.until.to_string(),
            sightings: 1,
            replay: format!("tritonsmith replay {path}"),
        }
    }

    /// Ends the run.
    pub(super) fn close(&self) -> Result<()> {
        let recorded = self.state.lock().expect("invariant: no slot panics").recorded;
        if recorded {
            self.store.end(self.started.elapsed().as_secs_f64())?;
        }
        self.observer.end();
        Ok(())
    }
}

fn unjudged(examined: &Examined) -> Option<&str> {
    let Examined::Judged(all) = examined else { return None };
    let open = all.iter().find(|judged| judged.ruling == Ruling::Unjudged)?;
    Some(&open.detail)
}

fn script(record: &Record, scenario: &Scenario, judged: &Judged) -> String {
    let module =
        if record.toolchain.starts_with("tokenspeed-") { "tokenspeed_triton" } else { "triton" };
    let must = match judged.ruling {
        Ruling::PoisonedKey => Must::Fail,
        Ruling::NeedlessCompile => Must::Reuse,
        _ => {
            let due = due(scenario).into_iter().nth(judged.event).flatten();
            let now = due.map(|due| due.now).unwrap_or_default();
            let values = now.iter().filter_map(|seen| match seen {
                Seen::Value(value) => Some(*value),
                Seen::Gone => None,
            });
            Must::Hold(values.collect())
        }
    };
    render::scenario_script(scenario, module, &record.detail, &must)
}

/// Writes a finding's folder.
fn write(campaign: &Path, record: &Record, scenario: &Scenario, judged: &Judged) -> Result<()> {
    let place = campaign.join("findings").join(&record.id);
    fs::create_dir_all(&place).map_err(|error| full(error, campaign))?;
    let plain = "invariant: this is plain data";
    let files = [
        ("scenario.json", serde_json::to_string_pretty(scenario).expect(plain), "the scenario"),
        ("finding.json", serde_json::to_string_pretty(record).expect(plain), "this finding"),
        ("script.py", script(record, scenario, judged), "the scenario as a script that runs alone"),
    ];
    for (name, text, _) in &files {
        let path = place.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let listed: Vec<_> =
        files.iter().map(|(name, _, about)| ((*name).to_owned(), (*about).to_owned())).collect();
    fs::write(place.join("verdict.md"), report::verdict(record, &listed))?;
    Ok(())
}
