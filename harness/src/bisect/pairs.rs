//! Revisions of LLVM, each built with one of two revisions of Triton, between which Triton changed its LLVM.
//!
//! LLVM's interfaces change, so no Triton builds with all of its revisions: the newer Triton is taken, or the
//! older one where that does not build. Where two neighbours are built with different Tritons, Triton may be to
//! blame as well as LLVM.

use std::fs;
use std::path::{Path, PathBuf};

use super::checkout::{Checkout, GitError};
use super::git::{Revisions, check_out, work_tree};
use super::range::Range;
use super::search::Step;
use super::shell::quoted;

/// The file in a build's folder that says which Triton it is.
const USED: &str = "triton";

/// Which of the two Tritons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Triton {
    /// That after the change.
    Newer,
    /// That before it.
    Older,
}

/// Work trees of the two revisions of Triton.
#[derive(Debug)]
pub struct Pairs<'a> {
    triton: &'a Checkout,
    newer: Checkout,
    older: Checkout,
}

impl Triton {
    fn name(self) -> &'static str {
        match self {
            Triton::Newer => "newer",
            Triton::Older => "older",
        }
    }

    /// The one that a build was made with, by its folder.
    pub fn used(build: &Path) -> Option<Self> {
        let text = fs::read_to_string(build.join(USED)).ok()?;
        [Triton::Newer, Triton::Older].into_iter().find(|triton| triton.name() == text.trim())
    }
}

impl<'a> Pairs<'a> {
    /// The revisions of LLVM from the one that `older` is built with to that of `newer`, along first parents.
    ///
    /// # Errors
    /// If Triton does not say them, or they are the same, or are on no line.
    pub fn line(
        triton: &Checkout,
        llvm: &Checkout,
        older: &str,
        newer: &str,
    ) -> Result<Revisions, GitError> {
        let of = |revision: &str| {
            let none = || GitError::NoLlvm { revision: revision.to_owned() };
            triton.llvm(revision)?.ok_or_else(none)
        };
        let (from, to) = (of(older)?, of(newer)?);
        if from == to {
            let (older, newer) = (older.to_owned(), newer.to_owned());
            return Err(GitError::SameLlvm { older, newer, llvm: to });
        }
        Revisions::between(llvm, &from, &to)
    }

    /// The work trees in the folder of a search, made if they are not there.
    ///
    /// # Errors
    /// If they cannot be made.
    pub fn open(
        triton: &'a Checkout,
        state: &Path,
        older: &str,
        newer: &str,
    ) -> Result<Self, GitError> {
        let state = fs::canonicalize(state)
            .map_err(|source| GitError::Io { path: state.to_path_buf(), source })?;
        let made = |which: Triton, revision: &str| -> Result<Checkout, GitError> {
            let tree = work_tree(triton, &state.join(format!("triton-{}", which.name())))?;
            check_out(&tree, &triton.commit(revision)?)?;
            Ok(tree)
        };
        let newer = made(Triton::Newer, newer)?;
        Ok(Pairs { triton, newer, older: made(Triton::Older, older)? })
    }

    /// The command that builds a pair, in LLVM's work tree. `build` finds Triton's in `TRITONSMITH_TRITON`,
    /// as clean as it was checked out: what was built there was built with another LLVM.
    pub fn command(&self, build: &str) -> String {
        let with = |which: Triton, tree: &Checkout| {
            let tree = quoted(&tree.path().to_string_lossy());
            format!(
                "git -C {tree} clean -fdxq && TRITONSMITH_TRITON={tree} sh -c {} && \
                 echo {} >\"$TRITONSMITH_BUILD/{USED}\"",
                quoted(build),
                which.name()
            )
        };
        let (newer, older) = (with(Triton::Newer, &self.newer), with(Triton::Older, &self.older));
        format!("{{ {newer}; }} || {{ {older}; }}")
    }

    /// What lies between two neighbours; `build` is the folder of a revision's build.
    ///
    /// # Errors
    /// If the clone gives no answer.
    pub fn range(
        &self,
        revisions: &Revisions,
        step: &Step,
        llvm: &Checkout,
        build: &dyn Fn(&str) -> PathBuf,
    ) -> Result<Range, GitError> {
        let mut range = revisions.range(step, llvm, None)?;
        let used = |at: usize| Triton::used(&build(&revisions.hashes[at]));
        if used(step.low) != used(step.high) {
            let own = "they are built with different Tritons, so Triton may be to blame too";
            range.kind = "set of suspects";
            range.why = Some(match range.why.take() {
                Some(why) => format!("{own}; {why}"),
                None => own.to_owned(),
            });
        }
        Ok(range)
    }

    /// Removes the work trees.
    ///
    /// # Errors
    /// If they cannot be removed.
    pub fn close(self) -> Result<(), GitError> {
        for tree in [&self.newer, &self.older] {
            let path = tree.path().to_string_lossy();
            self.triton.git(&["worktree", "remove", "--force", &path])?;
        }
        Ok(())
    }
}
