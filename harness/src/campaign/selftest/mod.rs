//! Tests the tester: planted faults must be caught, correct kernels must not be called wrong.
//!
//! Faults are planted into the kernels of `corpora/selftest` and judged as any execution is. Only
//! plants count of which another executor has shown that the output changes (`corpus::Label`). The
//! controls are those kernels as they are, and freshly generated kernels that go through the real
//! compiler.

mod assembly;
mod corpus;
mod freeze;
mod hardware;
mod passes;
mod reductions;

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail, ensure};
use rayon::prelude::*;
use serde::Serialize;

pub use assembly::{Assembly, assembly, export_assembly, import_assembly};
pub use corpus::{
    Frozen, FrozenLaunch, Label, LabelledPlant, Labels, fingerprint, kernels, labels,
};
pub use freeze::{export, freeze, import};
pub use hardware::{Hardware, hardware};
pub use passes::{PassReport, Passes, pass_jobs, passes};
pub use reductions::{Reduction, Reductions, reductions};

use crate::device::{self, Device, Execution};
use crate::evaluate::{Reference, memory, reference};
use crate::mlir::{self, Module};
use crate::oracle::{Evidence, Verdict, judge};
use crate::plant;

/// Who says that a plant shows where nobody else does: it does not count.
const ALONE: &str = "the device alone";

/// The document of `selftest --json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Version of this document.
    pub schema: u32,
    /// Plants whose output changes, as another executor saw.
    pub plants: usize,
    /// Those that an oracle called a bug.
    pub caught: usize,
    /// `caught / plants`.
    pub recall: f64,
    /// Correct kernels that were judged.
    pub controls: usize,
    /// Those that were called wrong.
    pub false_alarms: usize,
    /// Those that could not be judged, by reason: not counted in `controls`.
    pub inconclusive: BTreeMap<String, usize>,
    /// Plants that show and were not caught.
    pub missed: Vec<Missed>,
    /// Plants that do not count, by what the labelling executor saw.
    pub uncounted: BTreeMap<String, usize>,
    /// `selftest --ptx`: plants that show, and those caught, by who says that they show. What the device
    /// alone says is not in `plants`.
    pub labels: BTreeMap<String, (usize, usize)>,
    /// For each operator: plants that show, and those caught.
    pub operators: BTreeMap<String, (usize, usize)>,
    /// The false alarms.
    pub alarms: Vec<Missed>,
    /// `selftest --passes`: what was found about each pass.
    pub passes: BTreeMap<String, PassReport>,
    /// `selftest --passes`: plants that change nothing, with how that is known.
    pub same: Vec<Missed>,
    /// Seconds it took.
    pub wall_s: f64,
}

/// A plant, or a control, that was judged wrongly.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Missed {
    /// Its id.
    pub id: String,
    /// What was planted.
    pub what: String,
    /// What the oracles said.
    pub verdict: String,
}

/// A kernel that is ready to be executed in many versions.
struct Ready {
    frozen: Frozen,
    module: Module,
    expected: Reference,
    device: Box<dyn Device>,
}

impl Ready {
    fn new(frozen: Frozen) -> Result<Self> {
        let module = mlir::parse(&frozen.text).with_context(|| frozen.name.clone())?;
        let expected = reference(&frozen.case).with_context(|| frozen.name.clone())?;
        let kind = device::find("ir").context("the ir device")?;
        Ok(Ready { frozen, module, expected, device: (kind.open)() })
    }

    fn judge(&self, text: &str) -> Verdict {
        let observation = self.device.execute(&Execution {
            stage: self.frozen.launch.stage.name(),
            text,
            function: None,
            arguments: &self.frozen.launch.arguments,
            grid: self.frozen.case.grid,
            memory: &memory(&self.frozen.case),
            native: None,
        });
        let (case, expected) = (&self.frozen.case, &self.expected);
        judge(&Evidence::Execution { case, expected, observation: &observation })
    }

    /// The verdict on one plant, and what was planted.
    fn plant(&self, id: &str, labelled: &LabelledPlant) -> Result<(Verdict, String)> {
        let edit = corpus::edit(&self.module, id)?;
        let text = plant::apply(&self.module, &edit)?;
        ensure!(
            fingerprint(&text) == labelled.text,
            "{id} is not what was labelled: label the plants again (corpora/selftest/README.md)"
        );
        Ok((self.judge(&text), edit.what))
    }
}

/// Judges every labelled plant and every frozen kernel.
///
/// # Errors
/// If the corpus is damaged or its labels are of other plants.
pub fn run() -> Result<Report> {
    let (labels, kernels) = (labels()?, kernels()?);
    let orphan = labels.keys().find(|id| {
        let kernel = id.split('/').next();
        !kernels.iter().any(|frozen| Some(frozen.name.as_str()) == kernel)
    });
    if let Some(id) = orphan {
        bail!("{id} has a label and no kernel: corpora/selftest is incomplete");
    }
    let parts: Vec<Report> =
        kernels.into_par_iter().map(|frozen| one(frozen, &labels)).collect::<Result<_>>()?;
    let mut report = Report { schema: 1, ..Report::default() };
    for part in parts {
        report.add(part);
    }
    report.recall = report.caught as f64 / report.plants.max(1) as f64;
    Ok(report)
}

fn one(frozen: Frozen, labels: &Labels) -> Result<Report> {
    let ready = Ready::new(frozen)?;
    let mut report = Report::default();
    report.control(&ready.frozen.name, &ready.judge(&ready.frozen.text));
    let prefix = format!("{}/", ready.frozen.name);
    for (id, labelled) in labels.iter().filter(|(id, _)| id.starts_with(&prefix)) {
        if !labelled.label.counts() {
            let label = format!("{:?}", labelled.label).to_lowercase();
            *report.uncounted.entry(label).or_default() += 1;
            continue;
        }
        let (verdict, what) = ready.plant(id, labelled)?;
        let caught = matches!(verdict, Verdict::Bug(_));
        let operator = id.split('/').nth(1).unwrap_or_default().to_owned();
        let counts = report.operators.entry(operator).or_default();
        *counts = (counts.0 + 1, counts.1 + usize::from(caught));
        report.plants += 1;
        report.caught += usize::from(caught);
        if !caught {
            report.missed.push(Missed { id: id.clone(), what, verdict: words(&verdict) });
        }
    }
    Ok(report)
}

fn words(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Agree => "agree".to_owned(),
        Verdict::Inconclusive(reason) => format!("inconclusive: {reason}"),
        Verdict::Bug(finding) => format!("{}: {}", finding.kind.name(), finding.detail),
    }
}

impl Report {
    /// Counts a correct kernel.
    fn control(&mut self, id: &str, verdict: &Verdict) {
        match verdict {
            Verdict::Agree => self.controls += 1,
            Verdict::Inconclusive(reason) => {
                *self.inconclusive.entry(reason.clone()).or_default() += 1;
            }
            Verdict::Bug(_) => {
                self.controls += 1;
                self.false_alarms += 1;
                let what = "a correct kernel".to_owned();
                self.alarms.push(Missed { id: id.to_owned(), what, verdict: words(verdict) });
            }
        }
    }

    /// Adds the kernels of a campaign as controls. Known faults of the compiler are no false alarms.
    pub fn add_campaign(&mut self, summary: &super::Summary) {
        for (reason, count) in &summary.inconclusive {
            *self.inconclusive.entry(reason.clone()).or_default() += *count as usize;
        }
        self.controls += summary.agree as usize;
        for finding in summary.findings.iter().filter(|finding| finding.known.is_none()) {
            self.controls += 1;
            self.false_alarms += 1;
            self.alarms.push(Missed {
                id: finding.id.clone(),
                what: "a generated kernel".to_owned(),
                verdict: finding.signature.clone(),
            });
        }
    }

    /// Counts a plant that shows, as `by` says.
    fn shown(&mut self, by: &str, operator: &str, caught: bool) {
        let caught = usize::from(caught);
        let label = self.labels.entry(by.to_owned()).or_default();
        *label = (label.0 + 1, label.1 + caught);
        let counts = self.operators.entry(operator.to_owned()).or_default();
        *counts = (counts.0 + 1, counts.1 + caught);
        if by != ALONE {
            (self.plants, self.caught) = (self.plants + 1, self.caught + caught);
        }
    }

    fn add(&mut self, other: Report) {
        self.plants += other.plants;
        self.caught += other.caught;
        self.controls += other.controls;
        self.false_alarms += other.false_alarms;
        self.missed.extend(other.missed);
        self.alarms.extend(other.alarms);
        for (reason, count) in other.inconclusive {
            *self.inconclusive.entry(reason).or_default() += count;
        }
        for (label, count) in other.uncounted {
            *self.uncounted.entry(label).or_default() += count;
        }
        for (by, (plants, caught)) in other.labels {
            let counts = self.labels.entry(by).or_default();
            *counts = (counts.0 + plants, counts.1 + caught);
        }
        for (operator, (plants, caught)) in other.operators {
            let counts = self.operators.entry(operator).or_default();
            *counts = (counts.0 + plants, counts.1 + caught);
        }
    }

    /// A few lines for a person.
    pub fn text(&self) -> String {
        let percent = 100.0 * self.recall;
        let mut text = format!(
            "plants   {} of {} caught ({percent:.1} %)\ncontrols {} judged, {} false alarms\n",
            self.caught, self.plants, self.controls, self.false_alarms
        );
        for (by, (plants, caught)) in &self.labels {
            text += &format!("shown    {caught} of {plants} caught where {by} says so\n");
        }
        for (operator, (plants, caught)) in &self.operators {
            text += &format!("  {operator:<18} {caught:>4} of {plants}\n");
        }
        for (pass, found) in &self.passes {
            text += &found.line(pass);
        }
        for (what, list) in [("missed", &self.missed), ("false alarm", &self.alarms)] {
            for entry in list {
                text += &format!("{what}: {} ({}): {}\n", entry.id, entry.what, entry.verdict);
            }
        }
        for (reason, count) in &self.inconclusive {
            text += &format!("inconclusive: {count} x {reason}\n");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_device_alone_says_is_shown_and_does_not_count() {
        let mut report = Report::default();
        report.shown("a GPU", "wrong-lane", true);
        report.shown("its text", "drop-barrier", false);
        report.shown(ALONE, "wrong-lane", false);
        let mut all = Report::default();
        all.add(report);
        assert_eq!((all.plants, all.caught), (2, 1));
        assert_eq!(all.operators["wrong-lane"], (2, 1));
        let told = all.text();
        assert!(told.contains("plants   1 of 2 caught"), "{told}");
        assert!(told.contains("shown    0 of 1 caught where the device alone says so"), "{told}");
    }
}
