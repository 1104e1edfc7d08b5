//! What a campaign has come to.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::Serialize;

use super::both;
use super::effort::Effort;
use super::kind::Kind;
use super::settings::Settings;
use super::store::Store;
use super::subject::{executed_stages, native_stages};
use crate::compile::{INTERPRETER, Stage};
use crate::device;
use crate::report::{Counts, Record, one_line};

/// How far a campaign has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Kernels that are done; those of a bundle that is packed have no outcome yet.
    pub kernels: u64,
    /// Those that have one.
    pub outcomes: Counts,
}

impl Tally {
    /// That of all runs so far.
    pub(super) fn of(store: &Store) -> Result<Self> {
        let mut tally = Tally::default();
        for (outcome, _, count) in store.outcomes()? {
            tally.add(&outcome, count);
        }
        Ok(tally)
    }

    pub(super) fn add(&mut self, outcome: &str, count: u64) {
        self.kernels += count;
        self.outcomes.add(outcome, count);
    }
}

/// The document of `fuzz --json`. All runs of the campaign count.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Summary {
    pub schema: u32,
    pub kernels: u64,
    /// Those of them that are scenarios of Python state.
    pub scenarios: u64,
    pub valid: u64,
    pub invalid: u64,
    pub agree: u64,
    pub inconclusive: BTreeMap<String, u64>,
    pub findings: Vec<Record>,
    pub wall_s: f64,
    pub compile_s: f64,
    pub evaluate_s: f64,
    pub device_s: f64,
    pub kernels_per_s: f64,
    /// Processor seconds of the last run, compilers included.
    pub cpu_s: f64,
    /// Kernels of the last run for each processor second: what one core does.
    pub kernels_per_cpu_s: f64,
    pub toolchains: Vec<String>,
    pub devices: Vec<String>,
    pub targets: Vec<String>,
    pub until: String,
    pub seed: u64,
    pub shard: String,
    pub out: String,
    /// The stages whose output was executed; what comes after them was compiled and no more.
    pub executed: Vec<String>,
    /// Why kernels were invalid.
    pub invalid_reasons: BTreeMap<String, u64>,
    /// Scenarios that came out otherwise after others in their process: faults of this tool. They were
    /// judged by what they did alone.
    pub leaks: u64,
    /// What the compilers' processes were confined with; empty if it is not known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sandbox: String,
    /// Kernels for which Intel's offline compiler had too few registers. Their code is right, and slow.
    pub spills: u64,
    /// The sanitizer whose builds were judged too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instrument: Option<String>,
    /// Distinct features of the IR that the kernels were compiled to: what guidance looks for.
    pub features: u64,
    /// Whether guidance chose the kernels.
    pub guidance: bool,
}

/// Stages that some device of the campaign executes.
fn executed(settings: &Settings) -> Vec<String> {
    let devices: Vec<_> = settings.devices.iter().filter_map(|name| device::open(name)).collect();
    let text = devices.iter().filter(|device| !device.is_native());
    let able: Vec<Stage> = text.flat_map(|device| device.stages().to_vec()).collect();
    let made = executed_stages(settings.until).into_iter();
    let made = made.filter(|stage| able.contains(stage)).map(|stage| stage.to_string());
    let native = native_stages(settings.until).into_iter().rev();
    let native = native.filter(|stage| {
        devices.iter().any(|device| device.is_native() && device.stages().contains(stage))
    });
    let native = native.take(1).map(|stage| stage.to_string());
    let interpreted = settings.interprets().then(|| INTERPRETER.to_owned());
    made.chain(native).chain(interpreted).collect()
}

/// How many of the test cases that were judged are scenarios: none, all, or those whose numbers say so.
fn scenarios(settings: &Settings, store: &Store, judged: u64) -> Result<u64> {
    let is_one = |index: u64| Kind::of(settings.seed, index) == Kind::Scenario;
    Ok(match settings.scenario.as_str() {
        both::NAME => store.done()?.iter().filter(|(index, _)| is_one(*index)).count() as u64,
        word if word.starts_with("globals") => judged,
        _ => 0,
    })
}

/// What became of the kernels.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcomes {
    counts: Counts,
    /// Why they were not judged, and why they were invalid.
    inconclusive: BTreeMap<String, u64>,
    invalid: BTreeMap<String, u64>,
}

impl Outcomes {
    fn add(&mut self, outcome: &str, reason: String, count: u64) {
        self.counts.add(outcome, count);
        let (reasons, reason) = match outcome {
            "agree" | "bug" => return,
            "invalid" => (&mut self.invalid, reason),
            "inconclusive" => (&mut self.inconclusive, reason),
            word => (&mut self.inconclusive, format!("unknown outcome {word}: {reason}")),
        };
        reasons.insert(reason, count);
    }
}

impl Summary {
    /// Sums up what the store holds.
    pub(super) fn of(settings: &Settings, store: &Store, effort: Effort) -> Result<Self> {
        let mut outcomes = Outcomes::default();
        for (outcome, reason, count) in store.outcomes()? {
            outcomes.add(&outcome, reason, count);
        }
        let Outcomes { counts, inconclusive, invalid } = outcomes;
        let kernels = counts.kernels();
        let (wall_s, times) = store.seconds()?;
        let rate = if wall_s > 0.0 { kernels as f64 / wall_s } else { 0.0 };
        Ok(Summary {
            schema: 1,
            kernels,
            scenarios: scenarios(settings, store, kernels)?,
            valid: kernels - counts.invalid,
            invalid: counts.invalid,
            agree: counts.agree,
            inconclusive,
            findings: store.findings()?,
            wall_s,
            compile_s: times.compile,
            evaluate_s: times.evaluate,
            device_s: times.device,
            kernels_per_s: rate,
            cpu_s: effort.cpu_s,
            kernels_per_cpu_s: effort.per_core(),
            toolchains: settings.toolchains.iter().map(ToString::to_string).collect(),
            devices: settings.devices.clone(),
            targets: settings.targets.iter().map(ToString::to_string).collect(),
            until: settings.until.to_string(),
            seed: settings.seed,
            shard: settings.shard.to_string(),
            out: store.folder().display().to_string(),
            executed: executed(settings),
            invalid_reasons: invalid,
            leaks: store.leaks()?,
            sandbox: String::new(),
            spills: store.spills()?,
            instrument: settings.instrument.map(|instrument| instrument.to_string()),
            features: store.features(u64::MAX)?,
            guidance: settings.guidance,
        })
    }

    /// A few lines for a person.
    pub fn text(&self) -> String {
        let mut lines = vec![self.counts()];
        lines.extend(self.work());
        lines.extend(reasons("inconclusive", &self.inconclusive));
        lines.extend(reasons("invalid", &self.invalid_reasons));
        lines.extend(self.notes());
        lines.extend(self.findings.iter().flat_map(told));
        lines.push(format!("everything is in {}", self.out));
        // What compilers say may hold line ends, and what moves a terminal's cursor.
        lines.iter().map(|line| one_line(line)).collect::<Vec<_>>().join("\n")
    }

    fn counts(&self) -> String {
        let undecided: u64 = self.inconclusive.values().sum();
        format!(
            "{} kernels in {:.1} s ({:.1} a second): {} agree, {} inconclusive, {} invalid, {} \
             findings",
            self.kernels,
            self.wall_s,
            self.kernels_per_s,
            self.agree,
            undecided,
            self.invalid,
            self.findings.len()
        )
    }

    /// What was done to judge the kernels, and what was not.
    fn work(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if (1..self.kernels).contains(&self.scenarios) {
            lines.push(format!("  {} of them are scenarios of Python state", self.scenarios));
        }
        if self.cpu_s > 0.0 {
            let (cpu, rate) = (self.cpu_s, self.kernels_per_cpu_s);
            lines.push(format!("  {cpu:.1} s of processor time: {rate:.1} a second per core"));
        }
        if self.features > 0 {
            let chosen = if self.guidance { "guided" } else { "not guided" };
            lines.push(format!("  {} features of the IR, {chosen}", self.features));
        }
        let compiled = self.executed.iter().any(|stage| stage != INTERPRETER);
        if compiled && !self.executed.contains(&self.until) {
            let executed = self.executed.join(" and ");
            let until = &self.until;
            lines.push(format!("  compiled up to {until}; executed and compared: {executed} only"));
        }
        lines
    }

    /// What is worth knowing beside the verdicts.
    fn notes(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.leaks > 0 {
            let leaks = self.leaks;
            lines.push(format!("  a fault of this tool: {leaks} scenarios were not kept apart"));
        }
        if !self.sandbox.is_empty() {
            lines.push(format!("  sandbox of the compilers: {}", self.sandbox));
        }
        if self.spills > 0 {
            let spills = self.spills;
            lines.push(format!("  ocloc: too few registers for {spills} kernels"));
        }
        lines
    }
}

/// A line for each reason, the most frequent first.
fn reasons(what: &str, counts: &BTreeMap<String, u64>) -> Vec<String> {
    let mut sorted: Vec<_> = counts.iter().collect();
    sorted.sort_by_key(|(reason, count)| (std::cmp::Reverse(**count), (*reason).clone()));
    sorted.into_iter().map(|(reason, count)| format!("  {what} {count} {reason}")).collect()
}

/// What there is to tell of a finding.
fn told(record: &Record) -> Vec<String> {
    let known = record.known.as_ref().map_or(String::new(), |id| format!(" (known: {id})"));
    let times =
        if record.sightings == 1 { "once".into() } else { format!("{} times", record.sightings) };
    let change = record.change.as_ref().map_or(String::new(), |word| format!(" ({word})"));
    let (id, signature) = (&record.id, &record.signature);
    let mut lines = vec![
        format!("{id}{change}{known}, seen {times}: {signature}"),
        format!("  {}", record.detail),
    ];
    lines.extend(record.classes.as_ref().map(|classes| format!("  {}", classes.told)));
    if let Some(origin) = &record.origin {
        let word = if origin.regression { "regression: " } else { "" };
        lines.push(format!("  {word}{}", origin.range.said));
    }
    lines.push(format!("  {}", record.replay));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_kept_of_what_was_not_judged() {
        let mut outcomes = Outcomes::default();
        for (at, word) in ["agree", "invalid", "inconclusive", "bug", "flaky"].iter().enumerate() {
            outcomes.add(word, format!("r{at}"), at as u64 + 1);
        }
        let reasons = |all: &[(&str, u64)]| -> BTreeMap<String, u64> {
            all.iter().map(|(reason, count)| ((*reason).to_owned(), *count)).collect()
        };
        assert_eq!(outcomes.inconclusive, reasons(&[("r2", 3), ("unknown outcome flaky: r4", 5)]));
        assert_eq!(outcomes.invalid, reasons(&[("r1", 2)]));
        let due = Counts { agree: 1, invalid: 2, inconclusive: 8, bugs: 4 };
        assert_eq!(outcomes.counts, due);
    }

    #[test]
    fn the_most_frequent_reason_is_told_first() {
        let counts = BTreeMap::from([("a", 1), ("b", 3), ("c", 3)]);
        let counts = counts.into_iter().map(|(reason, count)| (reason.to_owned(), count));
        let lines = reasons("invalid", &counts.collect());
        assert_eq!(lines, ["  invalid 3 b", "  invalid 3 c", "  invalid 1 a"]);
    }
}
