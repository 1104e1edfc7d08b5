//! Scenarios: a history of launches and of changes to the Python state that kernels depend on.
//!
//! Stored by name, as test cases are: kinds and mutations by the names that `globals` gives them.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::CaseError;
use crate::globals::{self, Effect, Kind, Mutation};

/// Version of the format.
pub const SCENARIO_SCHEMA: u32 = 1;

/// A history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Version of this format.
    pub schema: u32,
    /// The name, unique in its campaign: `s1-g17`.
    pub name: String,
    /// Whether globals that are no constexprs are allowed
    /// (`TRITON_ALLOW_NON_CONSTEXPR_GLOBALS`).
    pub permission: bool,
    /// The state.
    pub bindings: Vec<Binding>,
    /// The kernels that read it.
    pub kernels: Vec<Reader>,
    /// What happens, in order.
    pub events: Vec<Event>,
}

/// One piece of state, at first in version 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    /// Its kind's name.
    pub kind: String,
    /// Its name in the module.
    pub name: String,
}

/// A kernel that stores what it reads, one element after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reader {
    /// Its name.
    pub name: String,
    /// What it reads.
    pub reads: Vec<Read>,
}

/// One read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Read {
    /// The binding's position.
    pub binding: usize,
    /// Whether a helper function of the kernel reads it.
    pub through_helper: bool,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// Launches a kernel.
    Launch {
        /// Its position.
        kernel: usize,
        /// Whether in a new thread.
        thread: bool,
    },
    /// Does something to a binding that is no argument.
    Mutate {
        /// The binding's position.
        binding: usize,
        /// The mutation's name.
        mutation: String,
        /// The version that it is in afterwards, if the mutation changes it; else without meaning.
        version: u32,
    },
    /// From now on launches pass another version of an argument.
    Pass {
        /// The binding's position.
        binding: usize,
        /// The version.
        version: u32,
    },
    /// Loads the side module again, in place.
    Reload,
    /// Drops the code that the process keeps of a kernel.
    Forget {
        /// The kernel's position.
        kernel: usize,
    },
    /// Goes on in a new process with the same cache folder. The modules are as they were at first.
    Process {
        /// Whether it is started from nothing and not forked.
        fresh: bool,
    },
    /// Goes on in a new process in which the main module's text is another that means the same.
    Edit {
        /// What was done to the text.
        edit: Edit,
    },
    /// Launches a kernel in this process and two copies of it at once.
    Race {
        /// Its position.
        kernel: usize,
    },
}

/// A change of a text that changes nothing of what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// Everything stands some lines further down.
    Lines,
    /// Each kernel has a comment more.
    Comment,
    /// Each kernel has other spaces.
    Spaces,
}

impl Edit {
    /// All.
    pub const ALL: &'static [Edit] = &[Edit::Lines, Edit::Comment, Edit::Spaces];

    /// As a regular expression of Python, and what stands in place of what it matches.
    pub fn substitution(self) -> (&'static str, &'static str) {
        match self {
            Edit::Lines => (r"\A", r"\n\n\n"),
            Edit::Comment => (r"(?m)^(def k\d+\(.*)$", r"\1\n    # A comment."),
            Edit::Spaces => (r"tl\.store\(out \+ ", "tl.store(out  +  "),
        }
    }
}

impl Event {
    /// The kernel that it launches.
    pub fn launched(&self) -> Option<usize> {
        match self {
            Event::Launch { kernel, .. } | Event::Race { kernel } => Some(*kernel),
            _ => None,
        }
    }

    /// Whether it begins a process.
    pub fn begins(&self) -> bool {
        matches!(self, Event::Process { .. } | Event::Edit { .. })
    }
}

/// The module in which kernels live, and the one that it imports.
pub const MODULES: (&str, &str) = ("ts_main", "ts_side");

impl Scenario {
    /// The kind of a binding.
    ///
    /// # Panics
    /// If the scenario was not checked.
    pub fn kind(&self, binding: usize) -> &'static Kind {
        globals::find(&self.bindings[binding].kind).expect("invariant: a checked scenario")
    }

    /// A mutation of a binding.
    ///
    /// # Panics
    /// If the scenario was not checked.
    pub fn mutation(&self, binding: usize, name: &str) -> &'static Mutation {
        let found = self.kind(binding).mutations.iter().find(|mutation| mutation.name == name);
        found.expect("invariant: a checked scenario")
    }

    /// Reads a stored scenario.
    ///
    /// # Errors
    /// If it cannot be read or is not well formed.
    pub fn read(path: &Path) -> Result<Self, CaseError> {
        let shown = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|source| CaseError::Io { path: shown.clone(), source })?;
        let malformed = |reason: String| CaseError::Malformed { path: shown.clone(), reason };
        let scenario: Scenario =
            serde_json::from_str(&text).map_err(|error| malformed(error.to_string()))?;
        scenario.check().map_err(malformed)?;
        Ok(scenario)
    }

    /// Whether every name and position means something.
    ///
    /// # Errors
    /// One line that says what does not.
    pub fn check(&self) -> Result<(), String> {
        if self.schema != SCENARIO_SCHEMA {
            return Err(format!("schema {} is not {SCENARIO_SCHEMA}", self.schema));
        }
        let mut names: Vec<&str> = self.bindings.iter().map(|b| b.name.as_str()).collect();
        names.extend(self.kernels.iter().map(|kernel| kernel.name.as_str()));
        if let Some(name) = names.iter().find(|name| !is_identifier(name)) {
            return Err(format!("`{name}` is no name"));
        }
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("two things are called {}", pair[0]));
        }
        if let Some(binding) = self.bindings.iter().find(|b| globals::find(&b.kind).is_none()) {
            return Err(format!("unknown kind {}", binding.kind));
        }
        let mut reads = self.kernels.iter().flat_map(|kernel| &kernel.reads);
        if reads.any(|read| read.binding >= self.bindings.len()) {
            return Err("a kernel reads a binding that is not there".to_owned());
        }
        if self.kernels.iter().any(|kernel| kernel.reads.is_empty()) {
            return Err("a kernel reads nothing".to_owned());
        }
        self.events.iter().try_for_each(|event| self.check_event(event))
    }

    fn check_event(&self, event: &Event) -> Result<(), String> {
        let kind = |binding: usize| {
            let binding = self.bindings.get(binding).ok_or("a binding that is not there")?;
            globals::find(&binding.kind).ok_or("an unknown kind")
        };
        match event {
            Event::Launch { kernel, .. } | Event::Forget { kernel } | Event::Race { kernel } => {
                match self.kernels.get(*kernel) {
                    Some(_) => Ok(()),
                    None => Err("a kernel that is not there is launched".to_owned()),
                }
            }
            Event::Mutate { binding, mutation, .. } => {
                let kind = kind(*binding)?;
                match kind.mutations.iter().any(|known| known.name == mutation) {
                    true => Ok(()),
                    false => Err(format!("{} has no mutation {mutation}", kind.name)),
                }
            }
            Event::Pass { binding, .. } => match kind(*binding)?.is_passed() {
                true => Ok(()),
                false => Err(format!("binding {binding} is not passed")),
            },
            Event::Reload | Event::Process { .. } | Event::Edit { .. } => Ok(()),
        }
    }

    /// The version of each binding before each event; `None` while it is gone. This is all that
    /// events do to Python's state.
    pub fn states(&self) -> Vec<Vec<Option<u32>>> {
        let mut now: Vec<_> = (0..self.bindings.len()).map(|at| self.kind(at).first()).collect();
        let mut states = Vec::with_capacity(self.events.len());
        for event in &self.events {
            states.push(now.clone());
            self.apply(event, &mut now);
        }
        states
    }

    fn apply(&self, event: &Event, now: &mut [Option<u32>]) {
        match event {
            Event::Launch { .. } | Event::Forget { .. } | Event::Race { .. } => {}
            Event::Pass { binding, version } => now[*binding] = Some(*version),
            Event::Mutate { binding, mutation, version } => {
                match self.mutation(*binding, mutation).effect {
                    Effect::Changes | Effect::Shares => now[*binding] = Some(*version),
                    Effect::Removes => now[*binding] = None,
                    Effect::Keeps | Effect::Moves | Effect::Spoils => {}
                }
            }
            Event::Reload => {
                for (binding, version) in now.iter_mut().enumerate() {
                    if self.kind(binding).is_reloaded() {
                        *version = Some(0);
                    }
                }
            }
            Event::Process { .. } | Event::Edit { .. } => {
                for (binding, version) in now.iter_mut().enumerate() {
                    if !self.kind(binding).is_passed() {
                        *version = self.kind(binding).first();
                    }
                }
            }
        }
    }
}

fn is_identifier(name: &str) -> bool {
    let head = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(head) && name.chars().all(|c| head(c) || c.is_ascii_digit())
}
