//! What a toolchain does with each kind of state: a fixed set of short scenarios, one for each row.

use serde::{Deserialize, Serialize};

use super::record::{must, package};
use super::{Examined, examine, job, portable};
use crate::campaign::Compiler;
use crate::compile::{Stage, Target};
use crate::device::Device;
use crate::globals::{self, Effect, KINDS, Kind, Support, Values};
use crate::oracle::history::{JudgedLaunch, Ruling, support};
use crate::render::{self, Must};
use crate::report::globals::{Row, Table};
use crate::testcase::scenario::{Binding, Event, Read, Reader, SCENARIO_SCHEMA, Scenario};

/// Where the change happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Where {
    /// Between two launches.
    Here,
    /// In a new process, before its first launch.
    NewProcess,
    /// Between two launches, and undone before a third.
    Undone,
}

impl Where {
    fn words(self) -> &'static str {
        match self {
            Where::Here => "between launches",
            Where::NewProcess => "in a new process",
            Where::Undone => "and undone",
        }
    }
}

/// One row before it is made.
struct Probe {
    scenario: Scenario,
    kind: &'static Kind,
    done: String,
    place: Where,
    expected: &'static str,
}

/// Every row of the table, in order.
fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for kind in KINDS.iter().copied() {
        let mutations = kind.mutations.iter();
        let mut changes: Vec<(String, Effect, Event)> = mutations
            .map(|mutation| {
                let version = u32::from(mutation.effect == Effect::Changes);
                let (binding, name) = (0, mutation.name.to_owned());
                let event = Event::Mutate { binding, mutation: name.clone(), version };
                (name, mutation.effect, event)
            })
            .collect();
        if kind.is_passed() {
            let versions = 1..kind.versions();
            changes.extend(versions.map(|version| {
                let event = Event::Pass { binding: 0, version };
                let same = kind.code_of(version) == kind.code_of(0);
                let effect = if same { Effect::Shares } else { Effect::Changes };
                (format!("pass version {version}"), effect, event)
            }));
            if matches!(kind.values, Values::Listed(_)) {
                all.extend(pairs(kind));
            }
        }
        for (done, effect, event) in changes {
            if kind.absent && effect == Effect::Removes {
                continue; // There is nothing to remove yet.
            }
            for place in [Where::Here, Where::NewProcess, Where::Undone] {
                all.extend(probe(kind, &done, effect, &event, place));
            }
        }
    }
    all
}

/// Two versions one after another, of which none is the first, in every order.
fn pairs(kind: &'static Kind) -> Vec<Probe> {
    const MOST: u32 = 4;
    let launch = Event::Launch { kernel: 0, thread: false };
    let pass = |version| Event::Pass { binding: 0, version };
    let versions = || 1..kind.versions().min(MOST);
    let mut all = Vec::new();
    for (before, after) in versions().flat_map(|before| versions().map(move |v| (before, v))) {
        if before == after {
            continue;
        }
        let done = format!("pass version {after} after {before}");
        let same = kind.code_of(before) == kind.code_of(after);
        let expected = if same { "reuse" } else { "compile" };
        let events = vec![pass(before), launch.clone(), pass(after), launch.clone()];
        let scenario = alone(kind, &done, events);
        all.push(Probe { scenario, kind, done, place: Where::Here, expected });
    }
    all
}

/// A scenario with one binding and one kernel.
fn alone(kind: &Kind, done: &str, events: Vec<Event>) -> Scenario {
    Scenario {
        schema: SCENARIO_SCHEMA,
        name: format!("{}/{done}", kind.name),
        permission: kind.support == Support::Permitted,
        bindings: vec![Binding { kind: kind.name.to_owned(), name: "g0".to_owned() }],
        kernels: vec![Reader {
            name: "k0".to_owned(),
            reads: vec![Read { binding: 0, through_helper: false }],
        }],
        events,
    }
}

fn probe(
    kind: &'static Kind,
    done: &str,
    effect: Effect,
    event: &Event,
    place: Where,
) -> Option<Probe> {
    let launch = Event::Launch { kernel: 0, thread: false };
    let (mut events, change) = (vec![launch.clone()], event.clone());
    let seen = Event::Pass { binding: 0, version: 1 };
    match place {
        // Code of two states is there, so that one may be taken for the other.
        Where::Here if effect == Effect::Spoils => {
            events.extend([seen, launch.clone(), change, launch]);
        }
        Where::NewProcess if effect == Effect::Spoils => {
            let process = Event::Process { fresh: false };
            events.extend([seen, launch.clone(), change, process, launch]);
        }
        Where::Here => events.extend([change, launch]),
        Where::NewProcess => events.extend([Event::Process { fresh: false }, change, launch]),
        Where::Undone => {
            if !matches!(effect, Effect::Changes | Effect::Shares) {
                return None;
            }
            let undo = match event.clone() {
                Event::Mutate { binding, mutation, .. } => {
                    Event::Mutate { binding, mutation, version: 0 }
                }
                Event::Pass { binding, .. } => Event::Pass { binding, version: 0 },
                other => other,
            };
            events.extend([change, launch.clone(), undo, launch]);
        }
    }
    let scenario = alone(kind, done, events);
    let expected = expected(kind, effect, event, place);
    Some(Probe { scenario, kind, done: done.to_owned(), place, expected })
}

/// What is right for the last launch of a row.
fn expected(kind: &Kind, effect: Effect, event: &Event, place: Where) -> &'static str {
    let recorded = match event {
        Event::Mutate { mutation, .. } => {
            kind.mutations.iter().any(|one| one.name == mutation && one.records)
        }
        _ => false,
    };
    match (effect, place) {
        (_, Where::Undone) => "reuse",
        // What it has tried is there.
        (Effect::Changes, _) if kind.is_tuned() => "reuse or compile",
        (Effect::Changes, _) if recorded => "reuse, compile or reject",
        (Effect::Changes, _) => "compile or reject",
        (Effect::Keeps | Effect::Shares, _) => "reuse",
        (Effect::Moves, _) => "reuse or compile",
        (Effect::Removes, _) => "reject",
        (Effect::Spoils, _) => "reuse, compile or fail",
    }
}

/// A table, and the scripts that its rows name, by path.
#[derive(Clone, Debug)]
pub struct Made {
    /// The table.
    pub table: Table,
    /// A script for each row, by its path beside the table.
    pub scripts: Vec<(String, String)>,
}

/// Makes the table, or its rows of these kinds only.
///
/// # Errors
/// If the compiler cannot be asked, or a kind is not known.
pub fn table(
    compiler: &mut dyn Compiler,
    device: &dyn Device,
    toolchain: &str,
    target: &Target,
    kinds: &[String],
) -> anyhow::Result<Made> {
    for kind in kinds {
        anyhow::ensure!(globals::find(kind).is_some(), "there is no kind `{kind}`");
    }
    let wanted = |probe: &Probe| kinds.is_empty() || kinds.iter().any(|k| k == probe.kind.name);
    let probes: Vec<_> = probes().into_iter().filter(wanted).collect();
    let (mut rows, mut scripts) = (Vec::with_capacity(probes.len()), Vec::new());
    for probe in &probes {
        compiler.submit(&job(&probe.scenario, target, Stage::Ttir))?;
    }
    for probe in &probes {
        let result = compiler.receive()?;
        let (ruling, mut row) = row(probe, &examine(&probe.scenario, &result, device));
        let path = probe.path();
        scripts.push((path.clone(), probe.script(toolchain, ruling, &row)));
        row.script = Some(path);
        rows.push(row);
    }
    let (toolchain, target) = (toolchain.to_owned(), target.to_string());
    Ok(Made { table: Table { schema: 1, toolchain, target, rows }, scripts })
}

impl Probe {
    /// Where the row's script is, beside the table.
    fn path(&self) -> String {
        let place = match self.place {
            Where::Here => "here",
            Where::NewProcess => "process",
            Where::Undone => "undone",
        };
        let done = self.done.replace(' ', "-");
        format!("scripts/{}.{done}.{place}.py", self.kind.name)
    }

    /// The row as a script, which fails where the row is wrong.
    fn script(&self, toolchain: &str, ruling: Ruling, row: &Row) -> String {
        let must = match ruling {
            Ruling::Compiled | Ruling::Reused if self.expected == "reuse" => Must::Run,
            ruling => must(ruling),
        };
        let detail = row.detail.lines().next().unwrap_or_default();
        let about = format!("{}: {}: {detail}", row.place, row.outcome);
        render::scenario_script(&self.scenario, package(toolchain), &about, must)
    }
}

fn row(probe: &Probe, examined: &Examined) -> (Ruling, Row) {
    let last: Option<&JudgedLaunch> = match examined {
        Examined::Judged(all) => all.last(),
        _ => None,
    };
    let (outcome, detail) = match (examined, last) {
        (Examined::Invalid(reason) | Examined::Inconclusive(reason), _) => {
            (Ruling::Unjudged, reason.clone())
        }
        (Examined::Unsupported(reason), _) => (Ruling::Unsupported, reason.clone()),
        (_, Some(judged)) => (judged.ruling, judged.detail.clone()),
        (_, None) => (Ruling::Unjudged, "nothing was launched".to_owned()),
    };
    let support = last.map_or(probe.kind.support, |judged| support(&probe.scenario, judged));
    let row = Row {
        kind: probe.kind.name.to_owned(),
        done: probe.done.clone(),
        place: probe.place.words().to_owned(),
        support: support.words().to_owned(),
        expected: probe.expected.to_owned(),
        outcome: outcome.name(),
        wrong: outcome.finding().is_some(),
        detail: portable(&detail),
        script: None,
    };
    (outcome, row)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_kind_has_rows_and_every_row_a_name_of_its_own() {
        let probes = probes();
        let kinds: BTreeSet<_> = probes.iter().map(|probe| probe.kind.name).collect();
        assert_eq!(kinds.len(), KINDS.len());
        let names: BTreeSet<_> =
            probes.iter().map(|p| (p.kind.name, p.done.clone(), p.place.words())).collect();
        assert_eq!(names.len(), probes.len());
        let paths: BTreeSet<_> = probes.iter().map(Probe::path).collect();
        assert_eq!(paths.len(), probes.len());
        for probe in &probes {
            probe.scenario.check().unwrap();
        }
    }
}
