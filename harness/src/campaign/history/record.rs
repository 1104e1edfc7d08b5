//! Where judged scenarios go: the store, and a folder for each new finding.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use anyhow::Result;

use super::Examined;
use crate::campaign::examine::{Outcome, Times};
use crate::campaign::folder::{self, File};
use crate::campaign::progress::Observer;
use crate::campaign::recorder::{Ledger, State};
use crate::campaign::settings::{Plan, Settings};
use crate::campaign::store::{Entry, Store};
use crate::campaign::summary::Tally;
use crate::oracle::history::{JudgedLaunch, Ruling, signature, support};
use crate::oracle::{Finding, Known, known};
use crate::render::{self, Must};
use crate::report::Record;
use crate::testcase::scenario::Scenario;
use crate::toolchain::ToolchainId;

/// Shared by all slots.
pub(in crate::campaign) struct Recorder<'a> {
    ledger: Ledger<'a>,
    known: Vec<Known>,
    /// Locked before the ledger, where both are.
    pending: Mutex<Pending>,
}

/// What is not settled: findings that are reduced, and scenarios that wait for them.
struct Pending {
    /// Ids that are recorded, or that a slot is reducing.
    claimed: BTreeSet<String>,
    /// What a finding came out as when it was reduced, where that has another id: also in earlier runs.
    became: BTreeMap<String, String>,
    /// Scenarios that show findings which are not recorded yet. What is lost of them if this process
    /// is killed is judged again.
    held: Vec<Row>,
}

/// What is stored of a scenario.
struct Row {
    index: u64,
    plan: String,
    outcome: &'static str,
    reason: String,
    seconds: f64,
    /// The scenario.
    json: String,
    /// The finding that it shows.
    finding: Option<String>,
}

impl Pending {
    /// A finding that came to nothing: nor can what waited for it be judged.
    fn release(&mut self, id: &str, tally: &mut Tally) {
        self.claimed.remove(id);
        for row in self.held.iter_mut().filter(|row| row.finding.as_deref() == Some(id)) {
            (row.outcome, row.reason) = (NOT_AGAIN.0, NOT_AGAIN.1.to_owned());
            row.finding = None;
            tally.outcomes.bugs -= 1;
            tally.outcomes.inconclusive += 1;
        }
    }
}

/// Outcome and reason of scenarios whose fault did not show again.
const NOT_AGAIN: (&str, &str) = ("inconclusive", "a fault that did not show again");

/// What there is to tell of a scenario.
enum Shown {
    /// No fault, and what it came to.
    Nothing(Outcome),
    /// A finding that somebody has seen before.
    Seen(Record),
    /// A finding that was claimed under an id that may be another.
    New { claimed: String, record: Record },
    /// What was claimed under this id and did not show again.
    Lost(String),
}

/// Reduces a scenario with a fault: the smallest one, and its launch that shows it.
type Smaller<'s> = dyn FnMut(&JudgedLaunch) -> Result<Option<(Scenario, JudgedLaunch)>> + 's;

impl<'a> Recorder<'a> {
    pub(in crate::campaign) fn new(
        settings: &'a Settings,
        store: &'a Store,
        observer: &'a dyn Observer,
    ) -> Result<Self> {
        let ledger = Ledger::new(settings, store, observer)?;
        let mut claimed = ledger.lock().seen.clone();
        let mut became = store.aliases()?;
        // What came out as a finding that is not there would wait for it for ever.
        became.retain(|_, finding| claimed.contains(finding));
        claimed.extend(became.keys().cloned());
        let pending = Mutex::new(Pending { claimed, became, held: Vec::new() });
        Ok(Recorder { ledger, known: Known::list()?, pending })
    }

    /// Records a scenario. Of several faults the first new one is shown, reduced by `smaller`; one
    /// that it cannot show again is no finding.
    pub(super) fn record(
        &self,
        index: u64,
        plan: &Plan,
        scenario: &Scenario,
        examined: &Examined,
        seconds: f64,
        smaller: &mut Smaller<'_>,
    ) -> Result<()> {
        let shown = self.shown(plan, scenario, examined, smaller)?;
        let (outcome, reason) = match &shown {
            Shown::Nothing(outcome) => outcome.words(),
            Shown::Lost(_) => NOT_AGAIN,
            Shown::Seen(record) | Shown::New { record, .. } => ("bug", record.signature.as_str()),
        };
        let (finding, new) = match &shown {
            Shown::Nothing(_) | Shown::Lost(_) => (None, None),
            Shown::Seen(record) => (Some(&record.id), None),
            Shown::New { claimed, record } => (Some(claimed), Some((claimed.as_str(), record))),
        };
        let row = Row {
            index,
            plan: plan.to_string(),
            outcome,
            reason: reason.to_owned(),
            seconds,
            json: serde_json::to_string(scenario).expect("invariant: scenarios are plain data"),
            finding: finding.cloned(),
        };
        let (mut pending, mut state) = (self.lock(), self.ledger.lock());
        if let Shown::Lost(id) = &shown {
            pending.release(id, &mut state.tally);
        }
        pending.held.push(row);
        self.store_held(&mut pending, &mut state, new)?;
        self.ledger.count(&mut state, outcome);
        Ok(())
    }

    fn shown(
        &self,
        plan: &Plan,
        scenario: &Scenario,
        examined: &Examined,
        smaller: &mut Smaller<'_>,
    ) -> Result<Shown> {
        let records: Vec<_> =
            examined.faults().map(|judged| self.describe(plan, scenario, judged)).collect();
        let Some(at) = self.claim(&records) else {
            let nothing = || Shown::Nothing(examined.without_faults());
            return Ok(records.into_iter().next().map_or_else(nothing, Shown::Seen));
        };
        let claimed = records[at].id.clone();
        let fault = examined.faults().nth(at).expect("invariant: one record a fault");
        Ok(match self.reduced(plan, fault, smaller)? {
            Some(record) => Shown::New { claimed, record },
            None => Shown::Lost(claimed),
        })
    }

    /// The first fault that nobody has seen.
    pub(super) fn new_fault<'e>(
        &self,
        plan: &Plan,
        scenario: &Scenario,
        examined: &'e Examined,
    ) -> Option<&'e JudgedLaunch> {
        let describe = |fault: &'e JudgedLaunch| (fault, self.describe(plan, scenario, fault).id);
        let faults: Vec<_> = examined.faults().map(describe).collect();
        let pending = self.lock();
        faults.into_iter().find(|(_, id)| !pending.claimed.contains(id)).map(|(fault, _)| fault)
    }

    /// The position of the first finding that nobody has seen; from now on it is this slot's.
    fn claim(&self, records: &[Record]) -> Option<usize> {
        let mut pending = self.lock();
        let new = records.iter().position(|record| !pending.claimed.contains(&record.id))?;
        pending.claimed.insert(records[new].id.clone());
        Some(new)
    }

    /// The finding of the reduced scenario, with its folder, if the fault shows again. No lock is held
    /// while it is reduced: other slots go on.
    fn reduced(
        &self,
        plan: &Plan,
        fault: &JudgedLaunch,
        smaller: &mut Smaller<'_>,
    ) -> Result<Option<Record>> {
        let Some((scenario, fault)) = smaller(fault)? else { return Ok(None) };
        let small = self.describe(plan, &scenario, &fault);
        let state = self.ledger.lock();
        if state.is_new(&small) {
            write(self.ledger.store.folder(), &small, &scenario, &fault)?;
        }
        Ok(Some(small))
    }

    /// Stores a finding, claimed under an id that may be another, and what waited for it.
    fn store_held(
        &self,
        pending: &mut Pending,
        state: &mut State,
        new: Option<(&str, &Record)>,
    ) -> Result<()> {
        let mut first = new.map(|(_, small)| small);
        let mut alias = None;
        if let Some((claimed, small)) = new {
            pending.claimed.insert(small.id.clone());
            if !state.seen.insert(small.id.clone()) {
                first = None;
            }
            if claimed != small.id && !state.seen.contains(claimed) {
                pending.became.insert(claimed.to_owned(), small.id.clone());
                alias = Some(claimed);
            }
        }
        // The newest is the one that has the finding, which the others refer to.
        for row in std::mem::take(&mut pending.held).into_iter().rev() {
            let id = row.finding.as_ref().map(|id| pending.became.get(id).unwrap_or(id));
            if id.is_some_and(|id| !state.seen.contains(id)) {
                pending.held.push(row);
                continue;
            }
            let times = Times { compile: row.seconds, ..Times::default() };
            let words = (row.outcome, row.reason.as_str());
            let entry = Entry {
                sighting: id.map(|id| (id.as_str(), row.json.as_str())),
                first: first.take(),
                alias: alias.take(),
                ..Entry::new((row.index, row.plan.as_str()), words, times)
            };
            self.ledger.enter(state, entry)?;
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().expect("invariant: no slot panics with the lock")
    }

    fn describe(&self, plan: &Plan, scenario: &Scenario, judged: &JudgedLaunch) -> Record {
        let kind = judged.ruling.finding().expect("invariant: faults are described");
        let support = support(scenario, judged).words();
        let detail = format!("step {}: {} (this use: {support})", judged.event, judged.detail);
        let finding = Finding { kind, signature: signature(scenario, judged), pass: None, detail };
        let known = known(&self.known, &finding, &plan.toolchain.to_string(), "");
        let named = (scenario.name.as_str(), "scenario.json");
        self.ledger.record_of(plan, named, &finding.signature, &finding, known.as_deref())
    }

    /// Tells of a scenario that came out so after others in their processes, and otherwise alone.
    pub(super) fn leak(&self, plan: &Plan, scenario: &Scenario, shared: &Examined) -> Result<()> {
        log::error!(
            "{} of {plan} depends on what its processes did before: {shared:?}",
            scenario.name
        );
        self.ledger.store.leak(&scenario.name, &plan.to_string())
    }

    /// Ends the run; the number of scenarios that it judged.
    pub(in crate::campaign) fn close(&self) -> Result<u64> {
        self.ledger.close()
    }
}

fn script(record: &Record, scenario: &Scenario, judged: &JudgedLaunch) -> String {
    let must = must(judged.ruling);
    render::scenario_script(scenario, package(&record.toolchain), &record.detail, must)
}

/// The name of a toolchain's Python package.
pub(super) fn package(toolchain: &str) -> &'static str {
    let id: Option<ToolchainId> = toolchain.parse().ok();
    id.and_then(|id| id.family()).map_or("triton", |family| family.module)
}

/// What a script looks for, to see a fault.
pub(super) fn must(ruling: Ruling) -> Must {
    match ruling {
        Ruling::FalseRejection => Must::Run,
        Ruling::Crash => Must::NotCrash,
        Ruling::PoisonedKey => Must::Repeat,
        Ruling::NeedlessCompile => Must::Reuse,
        Ruling::StaleSpecialization => Must::Compile,
        _ => Must::Fit,
    }
}

/// Writes a finding's folder: it is whole or not there.
fn write(
    campaign: &Path,
    record: &Record,
    scenario: &Scenario,
    judged: &JudgedLaunch,
) -> Result<()> {
    let walked = serde_json::to_string_pretty(scenario);
    let walked = walked.expect("invariant: scenarios are plain data");
    let (json, script) = (folder::json(record), script(record, scenario, judged));
    let about = "the scenario as a script that runs alone";
    let files = [
        File { name: "scenario.json", text: &walked, about: "the scenario" },
        File { name: "finding.json", text: &json, about: "this finding" },
        File { name: "script.py", text: &script, about },
    ];
    folder::publish(campaign, record, &files)
}

#[cfg(test)]
mod tests;
