//! What `tv` says of a folder of lit tests.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use super::Status;
use super::tv::{Entry, Failure, Place, line};
use crate::validate::{Verdict, lit};

/// Everything but the functions with their whole pass lists, which are those of the report.
#[derive(Debug, Default, Serialize)]
pub(super) struct Suite {
    /// Files that were found.
    pub(super) files: usize,
    /// Those that were not looked at, since somebody stopped it.
    pub(super) stopped: usize,
    /// Modules in them.
    pub(super) parts: usize,
    /// Those that the toolchain's parser accepts.
    pub(super) accepted: usize,
    /// Of these those that are not understood here, and why.
    pub(super) unread: Vec<Note>,
    /// Those that it refuses, and why.
    pub(super) refused: Vec<Note>,
    /// `RUN:` lines that cannot be run, and why.
    pub(super) left_out: Vec<Note>,
    /// The functions as written against what the toolchain reads and prints.
    pub(super) round_trip: Vec<RoundTrip>,
    /// Each pass of each list: the functions before it against those after it.
    pub(super) steps: Vec<Entry>,
    /// Verdicts by pass.
    pub(super) passes: BTreeMap<String, Tally>,
    /// Why functions were not judged.
    pub(super) reasons: BTreeMap<String, usize>,
}

/// Something about a place.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Note {
    #[serde(flatten)]
    pub(super) place: Place,
    pub(super) reason: String,
}

/// A function that was read and printed.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RoundTrip {
    #[serde(flatten)]
    pub(super) entry: Entry,
    /// An operation in it that only one backend or one chip has.
    pub(super) foreign: Option<String>,
    /// Whether an input was executed, to the end or to undefined behaviour.
    pub(super) executes: bool,
}

/// How often a pass met which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Tally {
    pub(super) functions: usize,
    pub(super) equal: usize,
    pub(super) different: usize,
    pub(super) inconclusive: usize,
}

impl Tally {
    fn add(&mut self, verdict: Verdict) {
        self.functions += 1;
        *match verdict {
            Verdict::Equal => &mut self.equal,
            Verdict::Different => &mut self.different,
            Verdict::Inconclusive => &mut self.inconclusive,
        } += 1;
    }
}

impl Suite {
    /// Counts what was found.
    pub(super) fn count(&mut self, functions: &[Entry]) {
        for step in &self.steps {
            let pass = step.place.as_ref().and_then(|place| place.pass.as_deref());
            let name = lit::bare(pass.unwrap_or_default());
            self.passes.entry(name.to_owned()).or_default().add(step.report.verdict);
        }
        let open = functions.iter().filter(|f| f.report.verdict == Verdict::Inconclusive);
        for function in open {
            *self.reasons.entry(general(&function.report.reason)).or_default() += 1;
        }
    }

    /// Many verdicts make one: findings, nothing found, or nothing judged.
    pub(super) fn status(&self, functions: &[Entry], failures: &[Failure]) -> Status {
        let all = || functions.iter().chain(&self.steps).map(|entry| entry.report.verdict);
        let trips = || self.round_trip.iter().map(|trip| trip.entry.report.verdict);
        let bug = failures.iter().any(|failure| failure.verdict == "bug");
        if bug || all().chain(trips()).any(|verdict| verdict == Verdict::Different) {
            Status::Findings
        } else if self.stopped == 0 && all().any(|verdict| verdict == Verdict::Equal) {
            Status::Clean
        } else {
            Status::Inconclusive
        }
    }

    /// For a person: differences and failures in full, everything else counted.
    pub(super) fn lines(&self, functions: &[Entry], failures: &[Failure]) -> Vec<String> {
        let trips = self.round_trip.iter().map(|trip| &trip.entry);
        let all = functions.iter().chain(&self.steps).chain(trips);
        let different = all.filter(|entry| entry.report.verdict == Verdict::Different);
        let mut lines: Vec<String> = different.map(line).collect();
        lines.extend(failures.iter().map(Failure::line));
        let note = |what: &str, note: &Note| format!("{what}: {}: {}", note.place, note.reason);
        lines.extend(self.unread.iter().map(|unread| note("not read", unread)));
        lines.push(format!(
            "{} files, {} modules, {} that the toolchain reads, {} of them read here",
            self.files,
            self.parts,
            self.accepted,
            self.accepted - self.unread.len()
        ));
        if self.stopped > 0 {
            lines.push(format!("stopped: {} files were not looked at", self.stopped));
        }
        let own = self.round_trip.iter().filter(|trip| trip.foreign.is_none());
        let (count, executed) = own.fold((0, 0), |(count, executed), trip| {
            (count + 1, executed + usize::from(trip.executes))
        });
        lines.push(format!(
            "{} functions, {count} without operations of one backend, {executed} of these execute",
            self.round_trip.len()
        ));
        lines.extend(self.left_out.iter().map(|left| note("left out", left)));
        let mut refused: BTreeMap<String, usize> = BTreeMap::new();
        for note in &self.refused {
            *refused.entry(general(&note.reason)).or_default() += 1;
        }
        lines.extend(counted("modules that the toolchain does not read, since", &refused));
        let what = "functions with the passes of a RUN line, not judged because";
        lines.extend(counted(what, &self.reasons));
        lines.push("  equal  different  inconclusive  pass".to_owned());
        let row = |name: &str, tally: &Tally| {
            let Tally { equal, different, inconclusive, .. } = tally;
            format!("{equal:7}  {different:9}  {inconclusive:12}  {name}")
        };
        lines.extend(self.passes.iter().map(|(name, tally)| row(name, tally)));
        let mut whole = Tally::default();
        functions.iter().for_each(|entry| whole.add(entry.report.verdict));
        lines.push(row("(whole lists)", &whole));
        lines
    }
}

/// Reasons with their counts, the most frequent first, below what they are reasons of.
fn counted(what: &str, reasons: &BTreeMap<String, usize>) -> Vec<String> {
    let mut all: Vec<_> = reasons.iter().collect();
    all.sort_by_key(|(reason, count)| (Reverse(**count), reason.as_str()));
    let head = (!all.is_empty()).then(|| what.to_owned());
    let lines = all.iter().map(|(reason, count)| format!("{count:7} {reason}"));
    head.into_iter().chain(lines).collect()
}

/// A reason without what is of one function only: names of files, places, numbers.
fn general(reason: &str) -> String {
    let reason = match reason.split_once(": ") {
        Some((place, rest)) if place.contains(".mlir") => rest,
        _ => reason,
    };
    let mut general = String::new();
    for c in reason.chars() {
        match c {
            '0'..='9' if general.ends_with('N') => {}
            '0'..='9' => general.push('N'),
            c => general.push(c),
        }
    }
    general.chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_told_without_what_is_of_one_function() {
        assert_eq!(general("a/b.mlir after x: tt.foo is not supported"), "tt.foo is not supported");
        assert_eq!(general("only 3 inputs survive (64: x)"), "only N inputs survive (N: x)");
    }
}
