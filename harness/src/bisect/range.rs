//! What lies between the last element before a change and the first one after it: the commits, as far as a
//! clone shows them, and whether Triton took another LLVM in.

use serde::Serialize;

use super::checkout::{Checkout, Commit, GitError};

/// What lies between two elements of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Range {
    /// After this one,
    pub from: String,
    /// up to this one.
    pub to: String,
    /// `line`, or `set of suspects`.
    pub kind: &'static str,
    /// Why it is no line.
    pub why: Option<String>,
    /// The commits in it, where a clone shows them: those that touch the guilty pass, if one is named and
    /// some do; else all.
    pub commits: Option<Vec<Commit>>,
    /// The number of all commits in it.
    pub total: Option<usize>,
    /// The files that the commits were chosen by.
    pub files: Vec<String>,
    /// Why all commits are there although a pass is named.
    pub unfiltered: Option<String>,
    /// Whether the LLVM that Triton is built with changed in it.
    pub llvm_changed: Option<bool>,
    /// The revisions of LLVM before and after, where it did.
    pub llvm: Option<[String; 2]>,
}

impl Range {
    /// One of which no commits are known.
    pub(super) fn empty(from: String, to: String, kind: &'static str, why: Option<String>) -> Self {
        Range {
            from,
            to,
            kind,
            why,
            commits: None,
            total: None,
            files: Vec::new(),
            unfiltered: None,
            llvm_changed: None,
            llvm: None,
        }
    }

    /// Puts in the commits between two revisions.
    ///
    /// # Errors
    /// If the clone gives no answer.
    pub fn fill(
        &mut self,
        checkout: &Checkout,
        older: &str,
        newer: &str,
        pass: Option<&str>,
    ) -> Result<(), GitError> {
        let all = checkout.commits(older, newer, &[])?;
        self.total = Some(all.len());
        self.commits = Some(match pass {
            Some(pass) => self.touching(checkout, (older, newer), pass, all)?,
            None => all,
        });
        let llvm = [checkout.llvm(older)?, checkout.llvm(newer)?];
        self.llvm_changed = Some(llvm[0] != llvm[1]);
        self.llvm = match llvm {
            [Some(before), Some(after)] if before != after => Some([before, after]),
            _ => None,
        };
        Ok(())
    }

    /// Those of the commits that touch a pass. Where there are none all stay, and it is said.
    fn touching(
        &mut self,
        checkout: &Checkout,
        (older, newer): (&str, &str),
        pass: &str,
        all: Vec<Commit>,
    ) -> Result<Vec<Commit>, GitError> {
        let files = checkout.pass_files(pass, &[older, newer])?;
        if files.is_empty() {
            self.unfiltered = Some(format!("no source of the pass `{pass}` was found"));
            return Ok(all);
        }
        let some = checkout.commits(older, newer, &files)?;
        if some.is_empty() {
            let files = files.join(" ");
            self.unfiltered = Some(format!(
                "none touches {files}, so what changed is what the pass `{pass}` uses or is given"
            ));
            return Ok(all);
        }
        self.files = files;
        Ok(some)
    }
}
