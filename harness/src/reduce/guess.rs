//! Guesses at the smallest scenario with a fault: the launch that is wrong, alone, and after the few
//! events that most faults need.
//!
//! Trying these first saves most of the runs of a reduction.

use crate::testcase::scenario::{Event, Scenario};

/// The launch that is wrong: what a reduction is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// The event's position.
    pub event: usize,
    /// The binding to blame, where one is.
    pub binding: Option<usize>,
}

/// Smaller scenarios that may have the fault, the smallest first.
pub(super) fn guesses(scenario: &Scenario, suspect: Suspect) -> Vec<Scenario> {
    let Some(kernel) = scenario.events.get(suspect.event).and_then(Event::launched) else {
        return Vec::new();
    };
    let mut bindings: Vec<usize> =
        scenario.kernels[kernel].reads.iter().map(|read| read.binding).collect();
    bindings.retain(|binding| suspect.binding.is_none_or(|blamed| blamed == *binding));
    bindings.sort_unstable();
    bindings.dedup();
    let mut all: Vec<Scenario> =
        bindings.iter().flat_map(|b| about(scenario, suspect.event, kernel, *b)).collect();
    all.sort_by_key(|guess| guess.events.len());
    all
}

/// Guesses with one binding, and one kernel that reads it and nothing else.
fn about(scenario: &Scenario, last: usize, kernel: usize, binding: usize) -> Vec<Scenario> {
    let launch = Event::Launch { kernel: 0, thread: false };
    let before = &scenario.events[..last];
    let latest = |wanted: &dyn Fn(&Event) -> bool| before.iter().rev().find(|e| wanted(e)).cloned();
    let change = latest(&|event| match event {
        Event::Mutate { binding: at, .. } | Event::Pass { binding: at, .. } => *at == binding,
        _ => false,
    });
    let change = change.map(moved);
    let process = latest(&Event::begins).map(moved);
    let reload = latest(&|event| matches!(event, Event::Reload));
    let launches = before.iter().any(|event| event.launched() == Some(kernel));
    let first = launches.then(|| launch.clone());
    let sequences: [&[&Option<Event>]; 7] = [
        &[],
        &[&first],
        &[&change],
        &[&first, &change],
        &[&first, &reload],
        &[&first, &process, &change],
        &[&first, &change, &process],
    ];
    let mut all = Vec::new();
    for sequence in sequences {
        let events: Option<Vec<Event>> = sequence.iter().map(|event| (*event).clone()).collect();
        let Some(mut events) = events else { continue };
        events.push(launch.clone());
        all.push(only(scenario, kernel, binding, events));
    }
    all
}

/// The event when its binding is the only one, made plain.
fn moved(event: Event) -> Event {
    match event {
        Event::Mutate { mutation, version, .. } => Event::Mutate { binding: 0, mutation, version },
        Event::Pass { version, .. } => Event::Pass { binding: 0, version },
        Event::Process { .. } => Event::Process { fresh: false },
        other => other,
    }
}

fn only(scenario: &Scenario, kernel: usize, binding: usize, events: Vec<Event>) -> Scenario {
    let mut reader = scenario.kernels[kernel].clone();
    reader.reads.retain(|read| read.binding == binding);
    reader.reads.truncate(1);
    for read in &mut reader.reads {
        read.binding = 0;
    }
    Scenario {
        bindings: vec![scenario.bindings[binding].clone()],
        kernels: vec![reader],
        events,
        ..scenario.clone()
    }
}
