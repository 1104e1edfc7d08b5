//! From a finding to what a maintainer takes: the smallest kernel, the smallest module for the pass that
//! goes wrong, and the texts about them.
//!
//! The searches are those of `reduce`; here are the predicates, which ask real compilers, several at
//! once.

mod kernel;
mod module;
mod output;
mod run;

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

pub use kernel::{Kernels, Smaller};
pub use module::{Judged, Modules, Wrong};
pub use run::{Done, Request, Start, minimize};

use crate::reduce::{Budget, Candidate, Journal, Search};

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
    ask: impl FnMut(&[T]) -> Vec<bool> + 'a,
) -> Result<Search<'a, T>> {
    let shown = journal.display();
    let journal = Journal::open(journal).with_context(|| format!("cannot write {shown}"))?;
    Ok(Search::new(start, effort.jobs, effort.budget(), journal, ask))
}

/// The file of a journal: answers are true of one question only.
fn journal(folder: &Path, question: &[&str]) -> std::path::PathBuf {
    use sha2::{Digest, Sha256};
    let digest = Sha256::digest(question.join("\n").as_bytes());
    let name: String = digest[..6].iter().map(|byte| format!("{byte:02x}")).collect();
    folder.join(format!(".journal-{name}.jsonl"))
}
