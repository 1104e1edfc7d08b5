//! Finds where a behaviour changed.
//!
//! A **line** is what is searched: toolchains in the order of their history, or the revisions of a
//! repository. A *tester*, which is passed in, says of an element whether it is good, bad or untestable.
//! A **step** is two neighbours of which one is good and the other bad. This module knows neither kernels
//! nor oracles.

mod checkout;
mod git;
mod line;
mod limited;
mod pairs;
mod range;
mod repeat;
mod search;
mod session;
mod shell;
mod state;
mod version;

use serde::{Deserialize, Serialize};

pub use checkout::{Checkout, Commit, GitError};
pub use git::{Build, Built, Revisions, Workshop, default_build};
pub use limited::{Limited, limited};
pub use line::{Line, LineError, Order, Point, Wheel, line};
pub use pairs::{Pairs, Triton};
pub use range::Range;
pub use repeat::{Measured, Rate, decide, measure};
pub use search::{Ending, Options, Outcome, Step, bound, search};
pub use session::session;
pub use shell::quoted;
pub use state::{State, StateError, Tested};
pub use version::Version;

/// What a tester says of one element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "answer", content = "reason", rename_all = "lowercase")]
pub enum Answer {
    /// The behaviour is not there.
    Good,
    /// It is.
    Bad,
    /// That cannot be told, and why.
    Untestable(String),
}

impl Answer {
    /// In one word.
    pub fn word(&self) -> &'static str {
        match self {
            Answer::Good => "good",
            Answer::Bad => "bad",
            Answer::Untestable(_) => "untestable",
        }
    }
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Find {
    /// The first bad element after a good one.
    Bug,
    /// The first good element after a bad one.
    Fix,
}

impl Find {
    /// As the command line has it.
    pub fn name(self) -> &'static str {
        match self {
            Find::Bug => "bug",
            Find::Fix => "fix",
        }
    }

    /// Of an answer, whether it is that of the elements before the step; none where it is no answer.
    pub fn is_before(self, answer: &Answer) -> Option<bool> {
        match (answer, self) {
            (Answer::Untestable(_), _) => None,
            (Answer::Good, Find::Bug) | (Answer::Bad, Find::Fix) => Some(true),
            _ => Some(false),
        }
    }
}
