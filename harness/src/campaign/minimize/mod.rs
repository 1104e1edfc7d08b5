//! From a finding to what a maintainer takes: the smallest kernel, the smallest module for the pass that
//! goes wrong, and the texts about them.
//!
//! The searches are those of `reduce`; here are the predicates, which ask real compilers, several at
//! once.

mod elsewhere;
mod kernel;
mod module;
mod output;
mod run;
mod ttgir;

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

pub use kernel::{Kernels, Smaller};
pub(super) use module::compare;
pub use module::{Modules, PassOutcome, Wrong};
pub use run::{Done, Request, Start, minimize};
pub use ttgir::{TtgirRequest, minimize_ttgir};

use crate::campaign::chain;
use crate::reduce::{self, Budget, Candidate, Journal, Search};

/// How the names of journals begin.
const JOURNAL: &str = ".journal-";

/// What a reduction may cost.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Compilers that work side by side.
    pub jobs: usize,
    /// Candidates that are asked about.
    pub attempts: usize,
    /// Wall-clock time.
    pub time: Duration,
}

impl Effort {
    fn budget(self) -> Budget {
        Budget { attempts: self.attempts, time: self.time }
    }
}

/// The search for the smallest candidate, which goes on where the journal in `folder` ends.
fn search<'a, T: Candidate>(
    start: T,
    effort: Effort,
    journal: &Path,
    ask: impl FnMut(&[T]) -> Vec<Option<bool>> + 'a,
) -> Result<Search<'a, T>> {
    let shown = journal.display();
    let journal = Journal::open(journal).with_context(|| format!("cannot write {shown}"))?;
    Ok(Search::new(start, effort.jobs, effort.budget(), journal, ask))
}

/// An answer of a predicate; none where our own code failed.
fn told(asked: Result<Result<bool>, String>) -> Option<bool> {
    let why = match asked {
        Ok(Ok(answer)) => return Some(answer),
        Ok(Err(error)) => chain(&error),
        Err(panic) => format!("our own code failed: {panic}"),
    };
    log::warn!("a candidate cannot be judged: {why}");
    None
}

/// Removes the journals of a folder, once all that they led to is written.
fn forget(folder: &Path) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with(JOURNAL) {
            std::fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// The file of a journal: answers are true of one question only.
fn journal(folder: &Path, question: &[&str]) -> std::path::PathBuf {
    let version = env!("CARGO_PKG_VERSION");
    let name = reduce::hash(&format!("{version}\n{}", question.join("\n")));
    folder.join(format!("{JOURNAL}{name}.jsonl"))
}
