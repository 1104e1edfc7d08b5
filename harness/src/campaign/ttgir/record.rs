//! Where judged modules go: the store, a folder for a new finding, the counts.

use std::path::Path;

use anyhow::Result;

use super::examine::Judged;
use crate::campaign::Outcome;
use crate::campaign::folder::{self, File, contents};
use crate::campaign::progress::Observer;
use crate::campaign::recorder::Ledger;
use crate::campaign::settings::{Plan, Settings};
use crate::campaign::store::{Entry, Store};
use crate::render;
use crate::report::Record;
use crate::testcase::ttgir::TtgirCase;

/// Shared by all slots; one module is recorded at a time.
pub(super) struct Recorder<'a>(Ledger<'a>);

impl<'a> Recorder<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        store: &'a Store,
        observer: &'a dyn Observer,
    ) -> Result<Self> {
        Ok(Recorder(Ledger::new(settings, store, observer)?))
    }

    /// A module of which there is nothing but the reason.
    pub(super) fn lost(&self, index: u64, plan: &Plan, reason: &str) -> Result<()> {
        self.0.lost(index, plan, reason)
    }

    pub(super) fn record(
        &self,
        index: u64,
        plan: &Plan,
        case: &TtgirCase,
        judged: &Judged,
    ) -> Result<()> {
        let (ledger, at) = (&self.0, plan.to_string());
        let entry = Entry::new((index, at.as_str()), judged.outcome.words(), judged.times);
        // Held to the end: another slot that sees the same must find it recorded.
        let mut state = ledger.lock();
        match &judged.outcome {
            Outcome::Agree => ledger.put(&mut state, entry),
            Outcome::Invalid(reason) | Outcome::Inconclusive(reason) => {
                if state.keeps(reason) {
                    let (json, text) = (case.to_json(), case.text.clone());
                    let files = vec![("ttgir.json".to_owned(), json), ("mlir".to_owned(), text)];
                    ledger.set_aside((&case.name, plan), (reason, &judged.log), files);
                }
                ledger.put(&mut state, entry)
            }
            Outcome::Bug { finding, known } => {
                let named = (case.name.as_str(), "ttgir.json");
                let record = ledger.describe(plan, named, finding, known.as_deref());
                let new = state.is_new(&record);
                if new {
                    write(ledger.store.folder(), &record, case, judged)?;
                }
                let json = case.to_json();
                let sighting = Some((record.id.as_str(), json.as_str()));
                ledger.put(&mut state, Entry { sighting, first: new.then_some(&record), ..entry })
            }
        }
    }

    /// Ends the run; the number of modules that it judged.
    pub(super) fn close(&self) -> Result<u64> {
        self.0.close()
    }
}

/// Writes a finding's folder: it is whole or not there.
fn write(campaign: &Path, record: &Record, case: &TtgirCase, judged: &Judged) -> Result<()> {
    let expected = judged.expected.as_ref().map(contents).unwrap_or_default();
    let script = render::ttgir_script(case, &expected);
    let (text, json) = (case.to_json(), folder::json(record));
    let mut files = vec![
        File { name: "script.py", text: &script, about: "a script that runs alone" },
        File { name: "module.mlir", text: &case.text, about: "the module, as TTGIR" },
        File { name: "ttgir.json", text: &text, about: "the test case" },
    ];
    for (name, text) in &judged.texts {
        let about = match name.as_str() {
            "before.mlir" => "the IR before the pass that failed",
            _ => "what the compiler made of it",
        };
        files.push(File { name, text, about });
    }
    files.push(File { name: "log.txt", text: &judged.log, about: "what the compiler printed" });
    files.push(File { name: "finding.json", text: &json, about: "this finding, for programs" });
    folder::publish(campaign, record, &files)
}
