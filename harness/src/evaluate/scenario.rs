//! What each launch of a scenario must do: the reference model of Python's state.
//!
//! A kernel stores, for each of its reads, the integer of the version that the binding is in when
//! it is launched. Nothing here knows of caches or keys.

use crate::globals::{Effect, Place};
use crate::testcase::scenario::{Event, Scenario};

/// What one read gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// This integer is stored.
    Value(i64),
    /// There is nothing to read.
    Gone,
}

/// What a launch must do, and what it might do wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The kernel's position.
    pub kernel: usize,
    /// What each of its reads gives now.
    pub now: Vec<Seen>,
    /// The version of each binding that it reads; `None` where that is gone. Versions that give
    /// the same, such as 1 and True, are still two.
    pub versions: Vec<Option<u32>>,
    /// What they gave before other events, the latest first, with the event's position: each state
    /// once, those before the process too.
    pub before: Vec<(usize, Vec<Seen>)>,
    /// The number of the process.
    pub process: usize,
    /// Whether, since the last launch of this kernel in this process, something happened that gives
    /// a reason to compile anew though the values are the same.
    pub moved: bool,
}

/// The state in one moment.
struct State {
    /// The version of each binding; `None` once it is gone.
    versions: Vec<Option<u32>>,
    process: usize,
    /// Per kernel.
    moved: Vec<bool>,
}

/// What is due at each event: a launch has an entry.
pub fn due(scenario: &Scenario) -> Vec<Option<Due>> {
    let mut state = State {
        versions: vec![Some(0); scenario.bindings.len()],
        process: 0,
        moved: vec![false; scenario.kernels.len()],
    };
    let mut history: Vec<(usize, Vec<Option<u32>>)> = Vec::new();
    let mut all = Vec::with_capacity(scenario.events.len());
    for (at, event) in scenario.events.iter().enumerate() {
        let entry = match event {
            Event::Launch { kernel, .. } => {
                let now = seen(scenario, *kernel, &state.versions);
                let due = Due {
                    kernel: *kernel,
                    versions: read_versions(scenario, *kernel, &state.versions),
                    before: earlier(scenario, *kernel, &history, &now),
                    now,
                    process: state.process,
                    moved: std::mem::take(&mut state.moved[*kernel]),
                };
                Some(due)
            }
            _ => None,
        };
        history.push((at, state.versions.clone()));
        state.apply(scenario, event);
        all.push(entry);
    }
    all
}

/// The states before `history`'s events that differ from the present one, the latest first.
fn earlier(
    scenario: &Scenario,
    kernel: usize,
    history: &[(usize, Vec<Option<u32>>)],
    now: &[Seen],
) -> Vec<(usize, Vec<Seen>)> {
    let mut found: Vec<(usize, Vec<Seen>)> = Vec::new();
    for (at, versions) in history.iter().rev() {
        let state = seen(scenario, kernel, versions);
        if state != now && !found.iter().any(|(_, known)| *known == state) {
            found.push((*at, state));
        }
    }
    found
}

fn seen(scenario: &Scenario, kernel: usize, versions: &[Option<u32>]) -> Vec<Seen> {
    let one = |binding: usize| match versions[binding] {
        None => Seen::Gone,
        Some(version) => {
            let name = &scenario.bindings[binding].name;
            let kind = scenario.kind(binding);
            Seen::Value(Place { kind, name, number: binding as u32, version }.seen())
        }
    };
    scenario.kernels[kernel].reads.iter().map(|read| one(read.binding)).collect()
}

fn read_versions(scenario: &Scenario, kernel: usize, versions: &[Option<u32>]) -> Vec<Option<u32>> {
    scenario.kernels[kernel].reads.iter().map(|read| versions[read.binding]).collect()
}

impl State {
    fn apply(&mut self, scenario: &Scenario, event: &Event) {
        match event {
            Event::Launch { .. } => {}
            Event::Forget { kernel } => self.moved[*kernel] = true,
            Event::Pass { binding, version } => self.versions[*binding] = Some(*version),
            Event::Mutate { binding, mutation, version } => {
                let mutation = scenario.mutation(*binding, mutation);
                if mutation.redefines() {
                    self.move_readers(scenario, *binding);
                }
                match mutation.effect {
                    Effect::Changes => self.versions[*binding] = Some(*version),
                    Effect::Removes => self.versions[*binding] = None,
                    Effect::Moves => self.move_readers(scenario, *binding),
                    Effect::Keeps => {}
                }
            }
            Event::Reload => {
                for binding in 0..self.versions.len() {
                    let kind = scenario.kind(binding);
                    if !kind.side.is_empty() && !kind.survives_reload {
                        self.versions[binding] = Some(0);
                        self.move_readers(scenario, binding);
                    }
                }
            }
            Event::Process { .. } => {
                self.process += 1;
                self.moved.fill(false);
                for binding in 0..self.versions.len() {
                    if !scenario.kind(binding).is_argument() {
                        self.versions[binding] = Some(0);
                    }
                }
            }
        }
    }

    fn move_readers(&mut self, scenario: &Scenario, binding: usize) {
        for (moved, kernel) in self.moved.iter_mut().zip(&scenario.kernels) {
            *moved |= kernel.reads.iter().any(|read| read.binding == binding);
        }
    }
}
