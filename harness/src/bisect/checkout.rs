//! Questions to a clone of a repository. Nothing in it is changed; the answers are those of `git`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Serialize;

/// Where Triton says which LLVM it is built with: a text up to June 2026, an object with `llvm_hash` since.
const LLVM: &[&str] = &["cmake/llvm-hash.txt", "cmake/llvm-info.json"];

/// Names of the branch that releases leave.
const MAIN: &[&str] = &["origin/main", "main", "origin/master", "master", "HEAD"];

/// Why a repository gives no answer.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// There is no `git`.
    #[error("git does not run: {0}; install it")]
    Missing(std::io::Error),
    /// It refused.
    #[error("git {command} failed in {path}: {reason}")]
    Failed {
        /// Its subcommand.
        command: String,
        /// Where.
        path: PathBuf,
        /// Its last line.
        reason: String,
    },
    /// The name means nothing there.
    #[error("{path} has no revision `{revision}`: fetch it, or check the name")]
    NoRevision {
        /// Which.
        revision: String,
        /// Where.
        path: PathBuf,
    },
    /// Two revisions are not on one line.
    #[error("{older} does not come before {newer}: {advice}")]
    NotBefore {
        /// What should be the older one.
        older: String,
        /// And the newer one.
        newer: String,
        /// What to do.
        advice: String,
    },
    /// It does not say which LLVM it is built with.
    #[error("{revision} does not say its LLVM: --llvm goes with revisions of Triton")]
    NoLlvm {
        /// Which revision.
        revision: String,
    },
    /// There is nothing to search.
    #[error("{older} and {newer} are built with the same LLVM, {llvm}: leave --llvm out")]
    SameLlvm {
        /// A revision.
        older: String,
        /// And the other.
        newer: String,
        /// What both are built with.
        llvm: String,
    },
    /// A file cannot be used.
    #[error("cannot use {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// One commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Commit {
    /// Its hash.
    pub hash: String,
    /// When it was committed (year-month-day).
    pub date: String,
    /// The first line of its message.
    pub title: String,
}

/// A clone.
#[derive(Clone, Debug)]
pub struct Checkout {
    path: PathBuf,
}

impl Checkout {
    /// The clone in this folder.
    ///
    /// # Errors
    /// If it is none.
    pub fn open(path: &Path) -> Result<Self, GitError> {
        let io = |source| GitError::Io { path: path.to_path_buf(), source };
        let checkout = Checkout { path: std::fs::canonicalize(path).map_err(io)? };
        checkout.git(&["rev-parse", "--git-dir"])?;
        Ok(checkout)
    }

    /// Its folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What `git` prints, without the newline at its end.
    ///
    /// # Errors
    /// If it fails.
    pub fn git(&self, arguments: &[&str]) -> Result<String, GitError> {
        let (output, ended) = self.asked(arguments)?;
        match ended {
            Ok(()) => Ok(output),
            Err(reason) => Err(GitError::Failed {
                command: arguments.first().copied().unwrap_or_default().to_owned(),
                path: self.path.clone(),
                reason,
            }),
        }
    }

    /// What it prints, and how it says that it failed.
    fn asked(&self, arguments: &[&str]) -> Result<(String, Result<(), String>), GitError> {
        let mut command = Command::new("git");
        command.arg("-C").arg(&self.path).args(arguments).stdin(Stdio::null());
        // Those of a hook or of `git bisect run`, which name another repository.
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
            command.env_remove(name);
        }
        let output = command.output().map_err(GitError::Missing)?;
        let errors = String::from_utf8_lossy(&output.stderr);
        let last = errors.lines().rev().find(|line| !line.trim().is_empty());
        let reason = last.unwrap_or("it said nothing").to_owned();
        let text = String::from_utf8_lossy(&output.stdout).trim_end().to_owned();
        Ok((text, if output.status.success() { Ok(()) } else { Err(reason) }))
    }

    /// The hash of the commit that a name means.
    ///
    /// # Errors
    /// If it means none.
    pub fn commit(&self, name: &str) -> Result<String, GitError> {
        let peeled = format!("{name}^{{commit}}");
        let (hash, ended) =
            self.asked(&["rev-parse", "--verify", "--quiet", "--end-of-options", &peeled])?;
        let none = |_| GitError::NoRevision { revision: name.to_owned(), path: self.path.clone() };
        ended.map_err(none).map(|()| hash)
    }

    /// Whether the history of `newer` has `older`.
    ///
    /// # Errors
    /// If a name means no commit.
    pub fn is_ancestor(&self, older: &str, newer: &str) -> Result<bool, GitError> {
        let (older, newer) = (self.commit(older)?, self.commit(newer)?);
        Ok(self.asked(&["merge-base", "--is-ancestor", &older, &newer])?.1.is_ok())
    }

    /// How far the branch from which a commit left the main line had come, and how far it went by itself:
    /// commits up to the merge base, and after it.
    ///
    /// # Errors
    /// If the name means no commit, or one without a common history.
    pub fn place(&self, name: &str) -> Result<(u64, u64), GitError> {
        let commit = self.commit(name)?;
        let main = MAIN.iter().find_map(|name| self.commit(name).ok());
        let main = main.unwrap_or_else(|| commit.clone());
        let base = self.git(&["merge-base", &commit, &main])?;
        let count = |range: &str| -> Result<u64, GitError> {
            Ok(self.git(&["rev-list", "--count", range])?.parse().unwrap_or(0))
        };
        Ok((count(&base)?, count(&format!("{base}..{commit}"))?))
    }

    /// The commits after `older` up to `newer` along first parents, the oldest first.
    ///
    /// # Errors
    /// If a name means no commit.
    pub fn first_parents(&self, older: &str, newer: &str) -> Result<Vec<String>, GitError> {
        let range = format!("{}..{}", self.commit(older)?, self.commit(newer)?);
        let list = self.git(&["rev-list", "--first-parent", "--reverse", &range])?;
        Ok(list.lines().map(str::to_owned).collect())
    }

    /// The commits that `newer` has and `older` has not, the newest first; only those that touch one of
    /// the files, where there are any. A change that came in over a side branch is among them even where
    /// another branch has it too, and so is a merge that made something new of its parents: with its own
    /// simplification `git log` would leave them out.
    ///
    /// # Errors
    /// If a name means no commit.
    pub fn commits(
        &self,
        older: &str,
        newer: &str,
        files: &[String],
    ) -> Result<Vec<Commit>, GitError> {
        let range = format!("{}..{}", self.commit(older)?, self.commit(newer)?);
        let mut arguments = vec!["log", "--format=%H%x09%cs%x09%s"];
        if !files.is_empty() {
            arguments.extend(["--full-history", "--simplify-merges"]);
        }
        arguments.extend([range.as_str(), "--"]);
        arguments.extend(files.iter().map(String::as_str));
        let list = self.git(&arguments)?;
        let commit = |line: &str| {
            let mut parts = line.splitn(3, '\t').map(str::to_owned);
            Some(Commit { hash: parts.next()?, date: parts.next()?, title: parts.next()? })
        };
        Ok(list.lines().filter_map(commit).collect())
    }

    /// The revision of LLVM that Triton is built with at a commit, where it says so.
    ///
    /// # Errors
    /// If the name means no commit.
    pub fn llvm(&self, name: &str) -> Result<Option<String>, GitError> {
        let commit = self.commit(name)?;
        for file in LLVM {
            let (text, ended) = self.asked(&["show", &format!("{commit}:{file}")])?;
            if ended.is_ok() {
                return Ok(llvm_of(&text));
            }
        }
        Ok(None)
    }

    /// The sources of a pass of that command-line name, at these commits. A pass is declared in a
    /// `.td` file as `def Name : Pass<"name">`, and MLIR has its source define `GEN_PASS_DEF_NAME`; where
    /// no source does (`GEN_PASS_CLASSES`), it is the one with `createNamePass`.
    ///
    /// # Errors
    /// If a name means no commit.
    pub fn pass_files(&self, pass: &str, at: &[&str]) -> Result<Vec<String>, GitError> {
        let pass = pass.split('{').next().unwrap_or(pass);
        let mut found = BTreeSet::new();
        for name in at {
            let commit = self.commit(name)?;
            let declared = format!("\"{pass}\"");
            let lines = self.grep(&["-h", "-F", "-e", &declared], &commit, &["*.td"])?;
            found.extend(self.grep(&["-l", "-F", "-e", &declared], &commit, &["*.td"])?);
            for def in lines.iter().filter_map(|line| defined(line)) {
                let sources = ["lib", "third_party", "include", ":(exclude)*.td"];
                let generated = format!("GEN_PASS_DEF_{}", def.to_uppercase());
                let mut files = self.grep(&["-l", "-w", "-e", &generated], &commit, &sources)?;
                if files.is_empty() {
                    let created = format!("create{def}Pass");
                    files = self.grep(&["-l", "-w", "-e", &created], &commit, &sources)?;
                }
                found.extend(files);
            }
        }
        Ok(found.into_iter().collect())
    }

    /// Lines or files that match; none is no failure.
    fn grep(
        &self,
        options: &[&str],
        commit: &str,
        files: &[&str],
    ) -> Result<Vec<String>, GitError> {
        let mut arguments = vec!["grep"];
        arguments.extend(options);
        arguments.extend([commit, "--"]);
        arguments.extend(files);
        let (text, _) = self.asked(&arguments)?;
        let prefix = format!("{commit}:");
        let plain = |line: &str| line.strip_prefix(&prefix).unwrap_or(line).to_owned();
        Ok(text.lines().map(plain).collect())
    }
}

/// The revision in the text of one of [`LLVM`].
fn llvm_of(text: &str) -> Option<String> {
    let text = text.trim();
    if !text.starts_with('{') {
        return (!text.is_empty()).then(|| text.to_owned());
    }
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    value.get("llvm_hash")?.as_str().map(str::to_owned)
}

/// The name in `def Name : Pass<...`, or `def Name: Pass<...`.
fn defined(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("def ")?;
    let name = rest.split([':', ' ']).next()?.trim();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_llvm_of_a_commit_is_read_from_both_files() {
        assert_eq!(llvm_of("979132a0\n").as_deref(), Some("979132a0"));
        let object = "{\n  \"llvm_hash\": \"62b7cf96\",\n  \"versions\": []\n}";
        assert_eq!(llvm_of(object).as_deref(), Some("62b7cf96"));
        assert_eq!((llvm_of("\n"), llvm_of("{}"), llvm_of("{")), (None, None, None));
    }

    #[test]
    fn passes_are_found_by_their_declaration() {
        let line = "def TritonGPUPipeline : Pass<\"tritongpu-pipeline\", \"mlir::ModuleOp\"> {";
        assert_eq!(defined(line), Some("TritonGPUPipeline"));
        assert_eq!(defined("def A: Pass<\"a\">"), Some("A"));
        assert_eq!(defined("// \"a\""), None);
    }
}
