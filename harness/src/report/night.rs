//! What reports are made of: campaigns, summed up, and their findings over several of them. A *night* is
//! one campaign; of several, the last one given is the newest.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::Record;

/// A campaign, summed up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Night {
    /// The name of its folder.
    pub name: String,
    /// Its folder.
    pub folder: String,
    /// What makes it this campaign.
    pub settings: BTreeMap<String, String>,
    /// Counts of its kernels, by plan: a toolchain and a target.
    pub plans: BTreeMap<String, Counts>,
    /// Why kernels were not judged: outcome, reason, count.
    pub unjudged: Vec<(String, String, u64)>,
    /// Seconds of all its runs.
    pub wall_s: f64,
    /// Seconds of compiling, of evaluating and of executing, of all kernels.
    pub parts_s: [f64; 3],
    /// Kernels judged in each minute, those of shards that ran side by side added up.
    pub pace: Vec<u64>,
    /// Scenarios that were not kept apart: faults of this tool.
    pub leaks: u64,
    /// What its kernels exercise.
    pub coverage: Coverage,
    /// Its findings.
    pub findings: Vec<Record>,
}

/// Counts of kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Counts {
    pub agree: u64,
    pub invalid: u64,
    pub inconclusive: u64,
    pub bugs: u64,
}

impl Counts {
    /// All of them.
    pub fn kernels(&self) -> u64 {
        self.agree + self.invalid + self.inconclusive + self.bugs
    }

    /// Adds kernels of an outcome, as the store words it.
    pub fn add(&mut self, outcome: &str, count: u64) {
        *match outcome {
            "agree" => &mut self.agree,
            "invalid" => &mut self.invalid,
            "bug" => &mut self.bugs,
            // A word of another version was not judged by this one, either.
            _ => &mut self.inconclusive,
        } += count;
    }
}

/// In how many kernels the families of operations are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Why it is not told, or not of all kernels.
    pub note: Option<String>,
    /// By toolchain.
    pub toolchains: BTreeMap<String, Exercised>,
}

/// What the kernels of one toolchain exercise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exercised {
    /// Kernels that were looked at.
    pub kernels: u64,
    /// In how many of them a family is.
    pub families: BTreeMap<String, u64>,
}

impl Exercised {
    /// Adds a kernel with these features, each a family or `family.operation`.
    pub fn add(&mut self, features: &BTreeSet<String>) {
        self.kernels += 1;
        let family = |name: &String| name.split('.').next().unwrap_or_default().to_owned();
        for family in features.iter().map(family).collect::<BTreeSet<_>>() {
            *self.families.entry(family).or_default() += 1;
        }
    }
}

impl Night {
    /// Counts of all its kernels.
    pub fn counts(&self) -> Counts {
        let mut all = Counts::default();
        for counts in self.plans.values() {
            all.agree += counts.agree;
            all.invalid += counts.invalid;
            all.inconclusive += counts.inconclusive;
            all.bugs += counts.bugs;
        }
        all
    }
}

/// Where a finding stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// In a comparison of two toolchains: only the newer one shows it. Else: not known, and an earlier release
    /// is right.
    Regression,
    /// Not known, and in no night before the last one.
    New,
    /// Not known, and seen in an earlier night.
    SeenBefore,
    /// An entry of the list of known findings.
    Known,
    /// In a comparison of two toolchains: only the older one shows it.
    Fixed,
}

impl Status {
    /// All of them, what needs attention first.
    pub const ALL: [Status; 5] =
        [Status::Regression, Status::New, Status::SeenBefore, Status::Known, Status::Fixed];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Status::Regression => "regression",
            Status::New => "new",
            Status::SeenBefore => "seen before",
            Status::Known => "known",
            Status::Fixed => "fixed",
        }
    }

    /// Whether somebody has to look at it.
    pub fn is_open(self) -> bool {
        !matches!(self, Status::Known | Status::Fixed)
    }
}

/// A finding over all nights.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Of the last night that has it.
    pub record: Record,
    /// Where it stands.
    pub status: Status,
    /// How many kernels showed it in each night.
    pub sightings: Vec<u64>,
}

impl Entry {
    /// The position of the last night that has it.
    pub fn last(&self) -> usize {
        self.sightings.iter().rposition(|count| *count > 0).unwrap_or(self.sightings.len() - 1)
    }
}

/// The findings of all nights, what needs attention first.
pub fn entries(nights: &[Night]) -> Vec<Entry> {
    let mut found: BTreeMap<&str, (usize, Vec<u64>, &Record)> = BTreeMap::new();
    for (at, night) in nights.iter().enumerate() {
        for record in &night.findings {
            let new = || (at, vec![0; nights.len()], record);
            let (_, sightings, last) = found.entry(&record.id).or_insert_with(new);
            // A finding counts once even where its sightings were judged otherwise later.
            sightings[at] = record.sightings.max(1);
            *last = record;
        }
    }
    let entry = |(first, sightings, record): (usize, Vec<u64>, &Record)| {
        let status = match (record.change.as_deref(), &record.known) {
            (Some("regression"), _) => Status::Regression,
            (Some("fixed"), _) => Status::Fixed,
            (_, Some(_)) => Status::Known,
            _ if record.origin.as_ref().is_some_and(|origin| origin.regression) => {
                Status::Regression
            }
            _ if first + 1 == nights.len() => Status::New,
            _ => Status::SeenBefore,
        };
        Entry { record: record.clone(), status, sightings }
    };
    let mut entries: Vec<Entry> = found.into_values().map(entry).collect();
    entries.sort_by(|a, b| (a.status, &a.record.id).cmp(&(b.status, &b.record.id)));
    entries
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;
    use crate::oracle::FindingKind;

    /// A finding with markup in all of its texts.
    pub(crate) fn record(id: &str, known: Option<&str>) -> Record {
        Record {
            id: id.to_owned(),
            kind: FindingKind::Mismatch,
            signature: format!("mismatch | p | <{id}>"),
            pass: Some("tritongpu-pipeline{num-stages=3}".into()),
            case: format!("reports/a/findings/{id}/case.json"),
            known: known.map(str::to_owned),
            name: "s1-k3".into(),
            detail: "out[3] is <b>7</b> & \"5\" was due </script>".into(),
            toolchain: "triton==3.9.0".into(),
            target: "cuda:90".into(),
            until: "ttgir".into(),
            sightings: 2,
            replay: format!("tritonsmith replay reports/a/findings/{id}"),
            change: None,
            classes: None,
            origin: None,
        }
    }

    /// A night with these findings.
    pub(crate) fn night(name: &str, findings: Vec<Record>) -> Night {
        let counts = Counts { agree: 90, invalid: 1, inconclusive: 4, bugs: 5 };
        Night {
            name: name.to_owned(),
            folder: format!("reports/{name}"),
            plans: BTreeMap::from([("triton==3.9.0 cuda:90".to_owned(), counts)]),
            unjudged: vec![("inconclusive".into(), "no <shared> memory".into(), 4)],
            wall_s: 60.0,
            findings,
            ..Night::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{night, record};
    use super::*;

    #[test]
    fn an_outcome_that_is_not_known_here_is_neither_a_pass_nor_a_finding() {
        let mut counts = Counts::default();
        for word in ["agree", "invalid", "inconclusive", "bug", "flaky"] {
            counts.add(word, 1);
        }
        assert_eq!(counts, Counts { agree: 1, invalid: 1, inconclusive: 2, bugs: 1 });
    }

    #[test]
    fn what_an_earlier_release_does_right_is_a_regression() {
        use super::super::{Origin, Span};
        let with = |id: &str, known: Option<&str>, regression: bool| {
            let range = Span { last_good: None, first_bad: None, said: String::new() };
            Record { origin: Some(Origin { range, regression }), ..record(id, known) }
        };
        let findings = vec![
            with("came", None, true),
            with("always", None, false),
            with("known", Some("triton-1"), true),
        ];
        let entries = entries(&[night("mon", findings)]);
        let told: Vec<_> = entries.iter().map(|e| (e.record.id.as_str(), e.status)).collect();
        let due = [Status::Regression, Status::New, Status::Known];
        assert_eq!(told, [("came", due[0]), ("always", due[1]), ("known", due[2])]);
    }

    #[test]
    fn status_tells_what_is_new_in_the_last_night() {
        let changed =
            |id: &str, change: &str| Record { change: Some(change.to_owned()), ..record(id, None) };
        let nights = [
            night("mon", vec![record("old", None), record("gone", None)]),
            night(
                "tue",
                vec![
                    record("old", None),
                    record("fresh", None),
                    record("k", Some("triton-1")),
                    changed("r", "regression"),
                    changed("f", "fixed"),
                ],
            ),
        ];
        let entries = entries(&nights);
        let told: Vec<_> =
            entries.iter().map(|e| (e.record.id.as_str(), e.status.words(), e.last())).collect();
        assert_eq!(
            told,
            [
                ("r", "regression", 1),
                ("fresh", "new", 1),
                ("gone", "seen before", 0),
                ("old", "seen before", 1),
                ("k", "known", 1),
                ("f", "fixed", 1),
            ]
        );
        assert_eq!(entries[3].sightings, [2, 2]);
    }

    #[test]
    fn a_single_night_has_nothing_before_it() {
        let entries = entries(&[night("mon", vec![record("a", None)])]);
        assert_eq!(entries[0].status, Status::New);
    }

    #[test]
    fn a_family_counts_once_for_a_kernel() {
        let mut exercised = Exercised::default();
        exercised.add(&["binary.add".to_owned(), "binary.mul".to_owned(), "dot".to_owned()].into());
        assert_eq!((exercised.kernels, exercised.families["binary"]), (1, 1));
    }
}
