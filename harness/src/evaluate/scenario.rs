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
    /// The same with one version for all that have the same specialization.
    pub code: Vec<Option<u32>>,
    /// What they gave before other events, the latest first, with the event's position: each state
    /// once, those before the process too.
    pub before: Vec<(usize, Vec<Seen>)>,
    /// The number of the process.
    pub process: usize,
    /// Whether, since the last launch of this kernel in this process, something happened that gives
    /// a reason to compile anew though the values are the same.
    pub moved: bool,
    /// Whether what was compiled may have been damaged before, in whatever process.
    pub spoiled: bool,
}

/// What is due at each event: a launch has an entry.
pub fn due(scenario: &Scenario) -> Vec<Option<Due>> {
    let states = scenario.states();
    let (mut process, mut moved) = (0, vec![false; scenario.kernels.len()]);
    let mut spoiled = false;
    let mut all = Vec::with_capacity(states.len());
    for (at, (event, versions)) in scenario.events.iter().zip(&states).enumerate() {
        all.push(event.launched().map(|kernel| {
            let now = seen(scenario, kernel, versions);
            let read = read_versions(scenario, kernel, versions);
            Due {
                kernel,
                code: same_code(scenario, kernel, &read),
                versions: read,
                before: earlier(scenario, kernel, &states[..at], &now),
                now,
                process,
                moved: std::mem::take(&mut moved[kernel]),
                spoiled,
            }
        }));
        note_moves(scenario, event, &mut moved);
        spoiled |= spoils(scenario, event);
        process += usize::from(event.begins());
    }
    all
}

fn spoils(scenario: &Scenario, event: &Event) -> bool {
    let Event::Mutate { binding, mutation, .. } = event else { return false };
    scenario.mutation(*binding, mutation).effect == Effect::Spoils
}

/// Notes which kernels an event gives a reason to be compiled anew, though they read the same.
fn note_moves(scenario: &Scenario, event: &Event, moved: &mut [bool]) {
    let mut kernels = |binding: usize, reading: bool| {
        for (moved, kernel) in moved.iter_mut().zip(&scenario.kernels) {
            *moved |= reading == kernel.reads.iter().any(|read| read.binding == binding);
        }
    };
    match event {
        Event::Forget { kernel } => moved[*kernel] = true,
        Event::Mutate { binding, mutation, .. } => {
            let mutation = scenario.mutation(*binding, mutation);
            if mutation.effect == Effect::Moves || mutation.redefines() {
                kernels(*binding, true);
            }
            if scenario.kind(*binding).process_wide {
                kernels(*binding, false);
            }
        }
        Event::Reload => {
            (0..scenario.bindings.len())
                .filter(|binding| scenario.kind(*binding).is_reloaded())
                .for_each(|binding| kernels(binding, true));
        }
        Event::Process { .. } => moved.fill(false),
        Event::Edit { .. } => moved.fill(true),
        Event::Launch { .. } | Event::Race { .. } | Event::Pass { .. } => {}
    }
}

/// The states before `history`'s events that differ from the present one, the latest first.
fn earlier(
    scenario: &Scenario,
    kernel: usize,
    history: &[Vec<Option<u32>>],
    now: &[Seen],
) -> Vec<(usize, Vec<Seen>)> {
    let mut found: Vec<(usize, Vec<Seen>)> = Vec::new();
    for (at, versions) in history.iter().enumerate().rev() {
        let state = seen(scenario, kernel, versions);
        if state != now && !found.iter().any(|(_, known)| *known == state) {
            found.push((at, state));
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

/// Puts the first of the versions that have the same specialization for each.
fn same_code(scenario: &Scenario, kernel: usize, versions: &[Option<u32>]) -> Vec<Option<u32>> {
    let reads = scenario.kernels[kernel].reads.iter().zip(versions);
    reads.map(|(read, version)| version.map(|v| scenario.kind(read.binding).code_of(v))).collect()
}
