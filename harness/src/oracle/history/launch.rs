//! One launch: the rules, in order.

use super::{Attempt, JudgedLaunch, Observed, Past, Ran, Ruling, Trial};
use crate::evaluate::scenario::{Due, Seen};
use crate::globals::Place;
use crate::testcase::scenario::Scenario;

/// A launch with what was due.
pub(super) struct Launch<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) event: usize,
    pub(super) due: &'a Due,
    pub(super) past: &'a Past,
    /// What all launches of this process showed so far.
    pub(super) attempts: &'a [Attempt],
}

impl Launch<'_> {
    pub(super) fn judge(&self, seen: &Observed) -> JudgedLaunch {
        match (&seen.died, &seen.raised, &seen.ran) {
            (Some(how), ..) => self.ruling(Ruling::Unjudged, None, how.clone()),
            (None, Some((class, message)), _) if self.due.spoiled => {
                let detail = format!("what was compiled is damaged: {class}: {}", first(message));
                self.ruling(Ruling::Rejected, None, detail)
            }
            (None, Some((class, message)), _) => self.raised(class, message),
            (None, None, Some(ran)) => self.ran(ran),
            (None, None, None) => {
                self.ruling(Ruling::Unjudged, None, "nothing was launched".to_owned())
            }
        }
    }

    fn ruling(&self, ruling: Ruling, binding: Option<usize>, detail: String) -> JudgedLaunch {
        JudgedLaunch { event: self.event, ruling, binding, state_of: None, detail }
    }

    /// The binding of a read; the only one where none is to blame alone.
    fn only_binding(&self) -> Option<usize> {
        let reads = &self.scenario.kernels[self.due.kernel].reads;
        let first = reads.first()?.binding;
        reads.iter().all(|read| read.binding == first).then_some(first)
    }

    fn raised(&self, class: &str, message: &str) -> JudgedLaunch {
        let detail = format!("{class}: {}", first(message));
        let gone = self.due.now.contains(&Seen::Gone);
        let last = self.past.last.as_ref();
        let unchanged = last == Some(&self.due.versions);
        let refused = class == "CompilationError"
            || class == "UnsupportedLanguageConstruct"
            || message.starts_with("Unsupported function referenced");
        if gone || (refused && !unchanged) {
            let ruling = if gone { Ruling::Rejected } else { Ruling::Refused };
            return self.ruling(ruling, None, detail);
        }
        if class == "RuntimeError" && message.contains("has changed") {
            return match self.as_recorded() {
                true => self.ruling(Ruling::FalseRejection, self.changed_by(message), detail),
                false => self.ruling(Ruling::Rejected, None, detail),
            };
        }
        let ruling = if refused { Ruling::FalseRejection } else { Ruling::Crash };
        self.ruling(ruling, self.only_binding(), detail)
    }

    /// Whether everything that the kernel reads is as it was when this process first launched it, and
    /// when it first launched any that reads the same: a runtime may hold a launch against either, as
    /// it is the kernel that reads it or a helper that others call too. Where nobody knows what was
    /// recorded, all launches must have seen the same.
    fn as_recorded(&self) -> bool {
        let reads = self.scenario.kernels[self.due.kernel].reads.iter().zip(&self.due.versions);
        reads.into_iter().all(|(read, now)| {
            let mut all = self.attempts.iter().filter(|a| a.binding == read.binding);
            match self.attempts.iter().any(|attempt| attempt.unsure) {
                true => all.all(|attempt| attempt.version == *now),
                false => {
                    let own = all.clone().find(|attempt| attempt.kernel == Some(self.due.kernel));
                    let firsts = [all.next(), own];
                    firsts.into_iter().flatten().all(|first| first.version == *now)
                }
            }
        })
    }

    /// The binding that a refusal names.
    fn changed_by(&self, message: &str) -> Option<usize> {
        let reads = &self.scenario.kernels[self.due.kernel].reads;
        let named = |binding: &usize| message.contains(&self.scenario.bindings[*binding].name);
        reads.iter().map(|read| read.binding).find(named).or_else(|| self.only_binding())
    }

    fn ran(&self, ran: &Ran) -> JudgedLaunch {
        if let Some(broken) = &ran.broken {
            let reads = &self.scenario.kernels[self.due.kernel].reads;
            let named = |at: &usize| self.scenario.bindings[*at].name == broken.parameter;
            let binding = reads.iter().map(|read| read.binding).find(named);
            let binding = binding.or_else(|| self.only_binding());
            let detail = format!("{} ({})", broken.detail, broken.what);
            return self.ruling(Ruling::StaleSpecialization, binding, detail);
        }
        let values = match &ran.values {
            Ok(values) if values.len() == self.due.now.len() => values,
            Ok(_) => return self.ruling(Ruling::Unjudged, None, "another number of values".into()),
            Err(reason) if self.due.spoiled => {
                let detail = format!("what was compiled is damaged: {}", first(reason));
                return self.ruling(Ruling::Rejected, None, detail);
            }
            Err(reason) => return self.ruling(Ruling::Unjudged, None, reason.clone()),
        };
        if let Some(judged) = ran.trials.iter().find_map(|trial| self.trial(trial, ran)) {
            return judged;
        }
        let right = |(value, due): (&i64, &Seen)| Seen::Value(*value) == *due;
        let Some(wrong) = values.iter().zip(&self.due.now).position(|pair| !right(pair)) else {
            return self.right(ran.compiled);
        };
        self.wrong(wrong, values[wrong])
    }

    /// A trial must store what the last launch must, but for what is tried; and that must be other
    /// values for other constants.
    fn trial(&self, trial: &Trial, ran: &Ran) -> Option<JudgedLaunch> {
        let reads = &self.scenario.kernels[self.due.kernel].reads;
        for (at, (value, due)) in trial.values.iter().zip(&self.due.now).enumerate() {
            let binding = reads[at].binding;
            if !self.scenario.kind(binding).is_tuned() {
                if Seen::Value(*value) != *due {
                    return Some(self.wrong(at, *value));
                }
                continue;
            }
            let alike = |other: &&Trial| {
                other.values.get(at) == Some(value) && other.constants != trial.constants
            };
            if ran.trials.iter().any(|other| alike(&other)) {
                let detail = format!("two configurations store {value}");
                return Some(self.ruling(Ruling::CrossTalk, Some(binding), detail));
            }
        }
        None
    }

    fn right(&self, compiled: bool) -> JudgedLaunch {
        if self.past.crashed.as_ref() == Some(&self.due.versions) {
            let detail = "a launch that had failed went through in the same state".to_owned();
            return self.ruling(Ruling::PoisonedKey, self.only_binding(), detail);
        }
        match compiled {
            true if self.past.ran.contains(&self.due.code) && !self.due.spoiled => {
                let same = self.due.code == self.due.versions;
                let what = if same { "state" } else { "specialization" };
                let detail = format!("this {what} had been compiled for");
                self.ruling(Ruling::NeedlessCompile, self.only_binding(), detail)
            }
            true => self.ruling(Ruling::Compiled, None, "compiled, and right".to_owned()),
            false => self.ruling(Ruling::Reused, None, "reused, and right".to_owned()),
        }
    }

    fn wrong(&self, read: usize, value: i64) -> JudgedLaunch {
        let binding = self.scenario.kernels[self.due.kernel].reads[read].binding;
        let name = &self.scenario.bindings[binding].name;
        let now = match self.due.now[read] {
            Seen::Value(now) => format!("which is {now} now"),
            Seen::Gone => "which is gone".to_owned(),
        };
        let older = self.due.before.iter().find(|(_, state)| state[read] == Seen::Value(value));
        if let Some((event, _)) = older {
            let detail = format!("stores {value} for {name}, {now}: the value of step {event}");
            let mut judged = self.ruling(Ruling::Stale, Some(binding), detail);
            judged.state_of = Some(*event);
            return judged;
        }
        let mut others = self.scenario.kernels.iter().flat_map(|kernel| &kernel.reads);
        let other = others.find(|read| {
            let kind = self.scenario.kind(read.binding);
            let place = |version| Place { kind, name, number: read.binding as u32, version };
            read.binding != binding && (0..kind.versions()).any(|v| place(v).seen() == value)
        });
        if let Some(other) = other {
            let theirs = &self.scenario.bindings[other.binding].name;
            let detail = format!("stores {value} for {name}, {now}: a value of {theirs}");
            return self.ruling(Ruling::CrossTalk, Some(binding), detail);
        }
        let detail = format!("stores {value} for {name}, {now}: no state explains it");
        self.ruling(Ruling::WrongValue, Some(binding), detail)
    }
}

/// The first line that says something.
fn first(message: &str) -> &str {
    message.lines().find(|line| !line.trim().is_empty()).unwrap_or("").trim()
}
