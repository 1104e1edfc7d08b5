//! Judges the launches of a scenario: did each run code that fits the state in force?
//!
//! Two-sided: code that ran although what it was compiled from has changed, and code that was refused
//! or compiled anew although nothing has. What was raised or stored comes from outside; this only
//! compares it with what was due.

mod assumptions;
mod launch;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::FindingKind;
use crate::evaluate::scenario::{Due, due};
use crate::globals::Support;
use crate::testcase::scenario::{Event, Scenario};

pub use assumptions::{FalseAssumption, Parameter, false_assumption};

/// What one event left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// A launch that reached the driver.
    pub ran: Option<Ran>,
    /// An exception: its class and text.
    pub raised: Option<(String, String)>,
    /// How the process ended, if it did.
    pub died: Option<String>,
}

/// A launch that reached the driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// What its code stores, or why that cannot be told.
    pub values: Result<Vec<i64>, String>,
    /// What the launches before it in the same step stored, such as the trials of an autotuner.
    pub trials: Vec<Trial>,
    /// Something that its code relies on and that this launch breaks.
    pub broken: Option<FalseAssumption>,
    /// Whether the compiler ran for it.
    pub compiled: bool,
}

/// A launch that was not the last of its step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// What its code stores.
    pub values: Vec<i64>,
    /// The constants of its code: parameter and value.
    pub constants: Vec<(String, String)>,
}

/// What became of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ruling {
    /// It was compiled for this state and is right.
    Compiled,
    /// Code that was there ran, and is right.
    Reused,
    /// It was refused because the state has changed: right.
    Rejected,
    /// The front end does not take this kind of state.
    Refused,
    /// Code of another state ran.
    Stale,
    /// Code ran that assumes of its arguments what is not true of this launch.
    StaleSpecialization,
    /// It was refused, though nothing that the kernel reads has changed.
    FalseRejection,
    /// The compiler ran, though the same state had been compiled for.
    NeedlessCompile,
    /// An exception that is no refusal.
    Crash,
    /// A launch that had failed went through in the same state.
    PoisonedKey,
    /// It ran with the value of another binding.
    CrossTalk,
    /// It stores something that no state explains.
    WrongValue,
    /// Our limit.
    Unjudged,
    /// This version of Triton lacks what it is about.
    Unsupported,
}

impl Ruling {
    /// The kind of finding that it is.
    pub fn finding(self) -> Option<FindingKind> {
        Some(match self {
            Ruling::Stale => FindingKind::Stale,
            Ruling::StaleSpecialization => FindingKind::StaleSpecialization,
            Ruling::FalseRejection => FindingKind::FalseRejection,
            Ruling::NeedlessCompile => FindingKind::NeedlessCompile,
            Ruling::Crash => FindingKind::RuntimeCrash,
            Ruling::PoisonedKey => FindingKind::PoisonedKey,
            Ruling::CrossTalk => FindingKind::CrossTalk,
            Ruling::WrongValue => FindingKind::Mismatch,
            Ruling::Compiled
            | Ruling::Reused
            | Ruling::Rejected
            | Ruling::Refused
            | Ruling::Unjudged
            | Ruling::Unsupported => return None,
        })
    }

    /// Its name in tables and findings.
    pub fn name(self) -> String {
        let text = serde_json::to_value(self).ok();
        text.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
    }
}

/// A judged launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedLaunch {
    /// The event's position.
    pub event: usize,
    /// What became of it.
    pub ruling: Ruling,
    /// The binding that is to blame, where one is.
    pub binding: Option<usize>,
    /// The event whose state it shows, for stale code.
    pub state_of: Option<usize>,
    /// In words.
    pub detail: String,
}

/// What the launches of a process showed of a binding so far.
#[derive(Clone, Copy)]
struct Attempt {
    /// Who launched; `None` if that was no launch.
    kernel: Option<usize>,
    binding: usize,
    version: Option<u32>,
    /// Whether nobody knows if this is what the runtime holds later launches against: the launch
    /// ended in an exception that is no refusal, functions were defined anew since, or the kernel
    /// is several that are launched in turns.
    unsure: bool,
}

/// The version of each binding that a kernel reads.
type Versions = Vec<Option<u32>>;

/// What is remembered of a kernel.
#[derive(Default)]
struct Past {
    /// States for which it ran; those that must share their code are one.
    ran: Vec<Versions>,
    /// The state of the last launch that ran, in this process.
    last: Option<Versions>,
    /// The state in which a launch failed, though not because the state had changed.
    crashed: Option<Versions>,
}

/// Judges every launch.
pub fn judge(scenario: &Scenario, observed: &[Observed]) -> Vec<JudgedLaunch> {
    let mut past: BTreeMap<usize, Past> = BTreeMap::new();
    let (mut process, mut moved) = (0, false);
    let mut attempts: Vec<Attempt> = Vec::new();
    let states = scenario.states();
    let mut all = Vec::new();
    for (event, due) in due(scenario).iter().enumerate() {
        let Some(due) = due else {
            if scenario.events[event].begins() {
                attempts.clear();
            }
            note_recording(scenario, event, &states, &mut attempts);
            continue;
        };
        let Some(seen) = observed.get(event) else { continue };
        if due.process != process {
            process = due.process;
            for past in past.values_mut() {
                *past = Past { ran: std::mem::take(&mut past.ran), ..Past::default() };
                if moved {
                    past.ran.clear();
                }
            }
        }
        let past = past.entry(due.kernel).or_default();
        if due.moved {
            moved = true;
            *past = Past::default();
            attempts.iter_mut().for_each(|attempt| attempt.unsure = true);
        }
        let launch = launch::Launch { scenario, event, due, past, attempts: &attempts };
        let judged = launch.judge(seen);
        let several = is_several(scenario, due.kernel);
        let unsure = judged.ruling == Ruling::Crash || several;
        let reads = scenario.kernels[due.kernel].reads.iter().zip(&due.versions);
        let attempt = reads.map(|(read, version)| Attempt {
            kernel: Some(due.kernel),
            binding: read.binding,
            version: *version,
            unsure,
        });
        attempts.extend(attempt);
        remember(past, due, &judged);
        if several {
            past.crashed = None; // the next launch is another kernel's
        }
        all.push(judged);
    }
    all
}

/// Notes what the runtime may have recorded at an event that is no launch: nobody knows which of the
/// state before it and the state after it.
fn note_recording(scenario: &Scenario, event: usize, states: &[Versions], all: &mut Vec<Attempt>) {
    let Event::Mutate { binding, mutation, .. } = &scenario.events[event] else { return };
    if !scenario.mutation(*binding, mutation).records {
        return;
    }
    for state in states[event..].iter().take(2) {
        let attempt = |(binding, version): (usize, &Option<u32>)| Attempt {
            kernel: None,
            binding,
            version: *version,
            unsure: true,
        };
        all.extend(state.iter().enumerate().map(attempt));
    }
}

/// Whether a kernel is several of the runtime's, launched in turns.
fn is_several(scenario: &Scenario, kernel: usize) -> bool {
    scenario.kernels[kernel].reads.iter().any(|read| scenario.kind(read.binding).several)
}

fn remember(past: &mut Past, due: &Due, judged: &JudgedLaunch) {
    match judged.ruling {
        Ruling::Crash | Ruling::Refused => past.crashed = Some(due.versions.clone()),
        Ruling::Compiled | Ruling::Reused | Ruling::NeedlessCompile => {
            past.crashed = None;
            past.last = Some(due.versions.clone());
            past.ran.push(due.code.clone());
        }
        _ => {}
    }
}

/// Whether any launch of a scenario could come to this ruling. A reduction need not walk what cannot
/// show its fault.
pub fn may_show(scenario: &Scenario, ruling: Ruling) -> bool {
    let launches: Vec<Due> = due(scenario).into_iter().flatten().collect();
    match ruling {
        // There is another state to show.
        Ruling::Stale => launches.iter().any(|due| !due.before.is_empty()),
        // There is an earlier launch, which was compiled for or failed.
        Ruling::NeedlessCompile | Ruling::PoisonedKey => launches.len() > 1,
        _ => true,
    }
}

/// Whether Triton promises to support what a launch relies on: the least of what its kernel reads
/// and of what was done to that.
pub fn support(scenario: &Scenario, judged: &JudgedLaunch) -> Support {
    let Some(kernel) = scenario.events[judged.event].launched() else {
        return Support::Promised;
    };
    let reads = &scenario.kernels[kernel].reads;
    let read = |binding: usize| reads.iter().any(|read| read.binding == binding);
    let kinds = reads.iter().map(|read| scenario.kind(read.binding).support);
    let done = scenario.events[..judged.event].iter().map(|event| match event {
        Event::Mutate { binding, mutation, .. }
            if read(*binding) && scenario.mutation(*binding, mutation).redefines() =>
        {
            Support::Unspecified
        }
        _ => Support::Promised,
    });
    kinds.chain(done).max().unwrap_or(Support::Promised)
}

/// What makes two findings the same: the ruling, the kind and, where that matters, what was done to
/// it.
pub fn signature(scenario: &Scenario, judged: &JudgedLaunch) -> String {
    let mut parts = vec![judged.ruling.name()];
    if let Some(binding) = judged.binding {
        parts.push(scenario.bindings[binding].kind.clone());
    }
    if let (Some(binding), Ruling::Stale | Ruling::NeedlessCompile) =
        (judged.binding, judged.ruling)
    {
        let events = scenario.events[..judged.event].iter().rev();
        let mutation = events.filter_map(|event| match event {
            Event::Mutate { binding: at, mutation, .. } if *at == binding => Some(mutation.clone()),
            Event::Pass { binding: at, .. } if *at == binding => Some("pass".to_owned()),
            _ => None,
        });
        parts.extend(mutation.take(1));
    }
    if crosses_process(scenario, judged) {
        parts.push("across processes".to_owned());
    }
    parts.join(" | ")
}

/// Whether the state that stale code shows belongs to an earlier process.
pub fn crosses_process(scenario: &Scenario, judged: &JudgedLaunch) -> bool {
    let since = judged.state_of.unwrap_or(judged.event);
    // A binding changed after the process began says nothing: what counts is that no launch of
    // this process could have compiled the code.
    let start = scenario.events[..judged.event].iter().rposition(Event::begins);
    let Some(start) = start else { return false };
    let Some(kernel) = scenario.events[judged.event].launched() else { return false };
    let launched = |event: &Event| event.launched() == Some(kernel);
    let here = scenario.events[start..judged.event].iter().any(launched);
    judged.ruling == Ruling::Stale && (since < start || !here)
}
