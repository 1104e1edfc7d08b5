//! Smaller scenarios: fewer events, then fewer kernels, reads and bindings, then plainer ones.

use std::collections::HashSet;

use super::guess::{Suspect, guesses};
use crate::testcase::scenario::{Event, Scenario};

/// The smallest scenario found for which `fails` holds; it is asked at most `budget` times, and
/// never twice about the same.
pub fn scenario(
    start: &Scenario,
    suspect: Option<Suspect>,
    budget: usize,
    mut fails: impl FnMut(&Scenario) -> bool,
) -> Scenario {
    let mut best = start.clone();
    let mut left = budget;
    let mut asked: HashSet<String> = HashSet::new();
    let mut try_one = |candidate: Scenario, best: &mut Scenario| {
        let candidate = up_to_last_launch(candidate);
        if left == 0 || candidate.events.is_empty() || candidate.check().is_err() {
            return false;
        }
        let key = serde_json::to_string(&candidate).expect("invariant: scenarios are plain data");
        if !asked.insert(key) {
            return false;
        }
        left -= 1;
        let smaller = fails(&candidate);
        if smaller {
            *best = candidate;
        }
        smaller
    };
    let guesses = suspect.map(|suspect| guesses(start, suspect)).unwrap_or_default();
    let guessed = guesses.into_iter().any(|guess| try_one(guess, &mut best));
    if !guessed && !try_one(start.clone(), &mut best) {
        return best;
    }
    loop {
        let before = best.clone();
        fewer_events(&mut best, &mut try_one);
        for step in [fewer_kernels, fewer_reads, plainer] {
            let mut at = 0;
            while let Some(candidate) = step(&best, at) {
                // What shrank has its next part in the same place.
                if !try_one(candidate, &mut best) {
                    at += 1;
                }
            }
        }
        if best == before {
            return best;
        }
    }
}

/// What comes after the last launch shows nothing.
fn up_to_last_launch(mut scenario: Scenario) -> Scenario {
    let last = scenario.events.iter().rposition(|event| event.launched().is_some());
    scenario.events.truncate(last.map_or(0, |last| last + 1));
    scenario
}

/// Leaves out runs of events, long ones first.
fn fewer_events(best: &mut Scenario, try_one: &mut impl FnMut(Scenario, &mut Scenario) -> bool) {
    let mut length = best.events.len();
    while length > 0 {
        let mut start = 0;
        while start + length <= best.events.len() {
            let mut candidate = best.clone();
            candidate.events.drain(start..start + length);
            if !try_one(candidate, best) {
                start += 1;
            }
        }
        length /= 2;
    }
}

/// The scenario without its kernel at that position.
fn fewer_kernels(scenario: &Scenario, at: usize) -> Option<Scenario> {
    let mut smaller = scenario.clone();
    if at >= scenario.kernels.len() {
        return None;
    }
    smaller.kernels.remove(at);
    smaller.events.retain(|event| kernel_of(event) != Some(at));
    for event in &mut smaller.events {
        if let Event::Launch { kernel, .. } | Event::Forget { kernel } | Event::Race { kernel } =
            event
            && *kernel > at
        {
            *kernel -= 1;
        }
    }
    Some(smaller)
}

fn kernel_of(event: &Event) -> Option<usize> {
    match event {
        Event::Launch { kernel, .. } | Event::Forget { kernel } | Event::Race { kernel } => {
            Some(*kernel)
        }
        _ => None,
    }
}

/// The scenario without one read; a binding that nobody reads any more goes with it.
fn fewer_reads(scenario: &Scenario, at: usize) -> Option<Scenario> {
    let mut rest = at;
    for (kernel, reader) in scenario.kernels.iter().enumerate() {
        if rest < reader.reads.len() {
            let mut smaller = scenario.clone();
            smaller.kernels[kernel].reads.remove(rest);
            drop_unread(&mut smaller);
            return Some(smaller);
        }
        rest -= reader.reads.len();
    }
    None
}

fn drop_unread(scenario: &mut Scenario) {
    for at in (0..scenario.bindings.len()).rev() {
        let reads = |read: &crate::testcase::scenario::Read| read.binding == at;
        if scenario.kernels.iter().any(|kernel| kernel.reads.iter().any(reads)) {
            continue;
        }
        scenario.bindings.remove(at);
        scenario.events.retain(|event| binding_of(event) != Some(at));
        let shift = |binding: &mut usize| *binding -= usize::from(*binding > at);
        for event in &mut scenario.events {
            if let Event::Mutate { binding, .. } | Event::Pass { binding, .. } = event {
                shift(binding);
            }
        }
        scenario
            .kernels
            .iter_mut()
            .flat_map(|kernel| &mut kernel.reads)
            .for_each(|read| shift(&mut read.binding));
    }
}

fn binding_of(event: &Event) -> Option<usize> {
    match event {
        Event::Mutate { binding, .. } | Event::Pass { binding, .. } => Some(*binding),
        _ => None,
    }
}

/// The scenario with one thing made plain: no helper, no thread, no permission, a lower version.
fn plainer(scenario: &Scenario, at: usize) -> Option<Scenario> {
    let mut all = Vec::new();
    for (kernel, reader) in scenario.kernels.iter().enumerate() {
        for (read, _) in reader.reads.iter().enumerate().filter(|(_, r)| r.through_helper) {
            let mut smaller = scenario.clone();
            smaller.kernels[kernel].reads[read].through_helper = false;
            all.push(smaller);
        }
    }
    for (position, event) in scenario.events.iter().enumerate() {
        let plain = match event {
            Event::Launch { kernel, thread: true } => {
                Event::Launch { kernel: *kernel, thread: false }
            }
            Event::Process { fresh: true } | Event::Edit { .. } => Event::Process { fresh: false },
            Event::Race { kernel } => Event::Launch { kernel: *kernel, thread: false },
            Event::Mutate { binding, mutation, version } if *version > 1 => {
                let (binding, mutation) = (*binding, mutation.clone());
                Event::Mutate { binding, mutation, version: 1 }
            }
            Event::Pass { binding, version } if *version > 1 => {
                Event::Pass { binding: *binding, version: 1 }
            }
            _ => continue,
        };
        let mut smaller = scenario.clone();
        smaller.events[position] = plain;
        all.push(smaller);
    }
    if scenario.permission {
        all.push(Scenario { permission: false, ..scenario.clone() });
    }
    all.into_iter().nth(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testcase::scenario::{Binding, Read, Reader, SCENARIO_SCHEMA};

    #[test]
    fn what_does_not_matter_goes() {
        let binding = |at: usize| Binding { kind: "plain_int".into(), name: format!("g{at}") };
        let read = |binding| Read { binding, through_helper: true };
        let launch = |kernel| Event::Launch { kernel, thread: true };
        let set = Event::Mutate { binding: 2, mutation: "rebind".into(), version: 3 };
        let big = Scenario {
            schema: SCENARIO_SCHEMA,
            name: "big".into(),
            permission: true,
            bindings: (0..3).map(binding).collect(),
            kernels: vec![
                Reader { name: "k0".into(), reads: vec![read(0), read(1)] },
                Reader { name: "k1".into(), reads: vec![read(1), read(2)] },
            ],
            events: vec![launch(0), launch(1), Event::Reload, set, launch(0), launch(1)],
        };
        // It needs the change of what is now binding `plain_int` g2, and a launch after it.
        let fails = |s: &Scenario| {
            let changed = s.events.iter().position(|event| match event {
                Event::Mutate { binding, .. } => s.bindings[*binding].name == "g2",
                _ => false,
            });
            changed.is_some_and(|at| {
                s.events[at..].iter().any(|event| matches!(event, Event::Launch { .. }))
            })
        };
        let small = scenario(&big, None, 1000, fails);
        assert_eq!((small.bindings.len(), small.kernels.len()), (1, 1));
        assert_eq!(small.events.len(), 2);
        assert!(!small.permission && !small.kernels[0].reads[0].through_helper);
        // The same, found by a guess, in fewer runs.
        let mut runs = 0;
        let suspect = Some(Suspect { event: 5, binding: Some(2) });
        let guessed = scenario(&big, suspect, 1000, |candidate| {
            runs += 1;
            fails(candidate)
        });
        assert_eq!((guessed.bindings.len(), guessed.events.len()), (1, 2));
        assert!(runs < 12, "{runs} runs");
    }
}
