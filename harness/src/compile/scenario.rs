//! The job that walks a scenario: Python state is changed between launches, in one or more processes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::artifact::Launch;
use super::job::Argument;
use super::stage::Stage;
use super::target::Target;

/// Modules, and what to do with them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScenarioJob {
    /// Texts of the modules, by name.
    pub modules: BTreeMap<String, String>,
    /// The module in which the steps' code runs. There `ts` gives arguments, and `ts.define(text)`
    /// defines functions anew.
    pub main: String,
    /// What `ts` can be asked for, by name.
    pub arguments: BTreeMap<String, Argument>,
    /// The steps, in order.
    pub steps: Vec<JobStep>,
    /// Environment variables that are set before the first step of each process.
    pub environment: BTreeMap<String, String>,
    /// The GPU to compile for.
    pub target: Target,
    /// The last stage to run.
    pub until: Stage,
    /// The artifacts to return.
    pub want: Vec<Stage>,
    /// Whether its processes may be some that have walked other scenarios: only if what this one changes
    /// can be put back. What such processes show may depend on those others.
    #[serde(default)]
    pub shared: bool,
    /// The cache folder, which is left as it is then; without it, one of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// A fault to plant into the runtime first, to see that it is caught: a name of the worker's
    /// `plants.py`.
    #[serde(default)]
    pub plant: Option<String>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum JobStep {
    /// Ends the process and starts another, with the same cache folder and the modules as they
    /// were at first.
    Process {
        /// How it starts.
        process: Start,
        /// What is done to the main module's text from then on: a regular expression of Python, and
        /// what stands in place of what it matches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edit: Option<(String, String)>,
    },
    /// Runs Python statements.
    Code {
        /// The statements.
        code: String,
        /// Whether in a new thread.
        thread: bool,
    },
}

/// How a process starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// As a copy of one that has imported Triton and never ran the scenario's code: 20 ms.
    Forked,
    /// From nothing: a second.
    Fresh,
}

/// What one step left.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StepResult {
    /// Launches that reached the driver.
    pub launches: Vec<Launch>,
    /// What was raised.
    pub error: Option<Raised>,
    /// How the process ended, if it did in this step or before.
    pub died: Option<String>,
}

/// A Python exception.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raised {
    /// Its class.
    pub exception: String,
    /// Its text.
    pub message: String,
    /// The traceback.
    pub traceback: String,
}
