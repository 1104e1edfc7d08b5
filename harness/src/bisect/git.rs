//! Builds revisions of a repository, each in the one work tree that a search has for itself.
//!
//! The line is that of first parents, and the search is ours and not `git bisect`'s: its answers are kept
//! one by one, so that it goes on after a kill wherever that was. A build's output has a folder of its
//! own for each revision, so that what was built is there when it is asked about again. A build that failed
//! is kept too; one that took too long is made again by the next search, which finds its files there.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::checkout::{Checkout, GitError};
use super::limited::{Limited, limited};
use super::range::Range;
use super::search::Step;
use super::state::{State, publish};

/// The variables that a build command is told its folder and its revision by.
const FOLDER: &str = "TRITONSMITH_BUILD";
const REVISION: &str = "TRITONSMITH_REVISION";

/// Builds Triton from its sources. `setup.py` was in `python/` up to 3.3.
const DEFAULT: &str = r#"set -e
venv="$TRITONSMITH_BUILD/venv"
[ -x "$venv/bin/python" ] || "${TRITONSMITH_PYTHON:-python3}" -m venv "$venv"
"$venv/bin/python" -m pip install -q numpy setuptools wheel ninja cmake pybind11 nanobind >&2
if [ -f setup.py ]; then source=.; else source=python; fi
"$venv/bin/python" -m pip install -q --no-build-isolation "$source" >&2
echo "$venv""#;

/// The revisions of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revisions {
    /// Their hashes, the oldest first.
    pub hashes: Vec<String>,
    /// What makes it less than a line.
    pub note: Option<String>,
}

/// How revisions are built.
#[derive(Clone, Debug)]
pub struct Build {
    /// Run by `sh -c` in the work tree. Its last line tells the virtual environment, unless `python` does.
    pub command: String,
    /// How long it may take.
    pub limit: Duration,
    /// The virtual environment or its interpreter, from the work tree.
    pub python: Option<PathBuf>,
}

/// What a build has left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Built {
    /// A virtual environment.
    Ready(PathBuf),
    /// Nothing, and why.
    Failed(String),
    /// Nothing within the limit.
    TimedOut(Duration),
}

/// A work tree, and the builds of its revisions.
#[derive(Debug)]
pub struct Workshop<'a> {
    checkout: &'a Checkout,
    folder: PathBuf,
    tree: Checkout,
    build: Build,
    lock: File,
    built: usize,
}

/// The command for a checkout of Triton; none for another repository.
pub fn default_build(checkout: &Checkout) -> Option<String> {
    let listed = checkout.git(&["ls-tree", "--name-only", "HEAD", "python/triton"]).ok()?;
    (!listed.is_empty()).then(|| DEFAULT.to_owned())
}

impl Revisions {
    /// The line from `older` to `newer`, along first parents.
    ///
    /// # Errors
    /// If one is not in the history of the other.
    pub fn between(checkout: &Checkout, older: &str, newer: &str) -> Result<Self, GitError> {
        let first = checkout.commit(older)?;
        if first == checkout.commit(newer)? || !checkout.is_ancestor(older, newer)? {
            return Err(GitError::NotBefore {
                older: older.to_owned(),
                newer: newer.to_owned(),
                advice: match checkout.is_ancestor(newer, older)? {
                    true => "exchange --good and --bad, or look for the other thing with --find",
                    false => "they are on different branches: start where these leave each other",
                }
                .to_owned(),
            });
        }
        let mut hashes = checkout.first_parents(older, newer)?;
        let parent = match hashes.first() {
            Some(next) => checkout.commit(&format!("{next}^"))?,
            None => first.clone(),
        };
        let note = (parent != first).then(|| {
            format!("{older} is on a side branch: what was merged before it may be to blame too")
        });
        hashes.insert(0, first);
        Ok(Revisions { hashes, note })
    }

    /// What lies between two neighbours: one commit, or those of one merge, or what could not be built too.
    ///
    /// # Errors
    /// If the repository gives no answer.
    pub fn range(
        &self,
        step: &Step,
        checkout: &Checkout,
        pass: Option<&str>,
    ) -> Result<Range, GitError> {
        let (from, to) = (&self.hashes[step.low], &self.hashes[step.high]);
        let untestable = (!step.between.is_empty())
            .then(|| format!("{} revisions between them cannot be tested", step.between.len()));
        let why = untestable.or_else(|| self.note.clone().filter(|_| step.low == 0));
        let kind = if why.is_some() { "set of suspects" } else { "line" };
        let mut range = Range::empty(from.clone(), to.clone(), kind, why);
        range.fill(checkout, from, to, pass)?;
        Ok(range)
    }
}

impl<'a> Workshop<'a> {
    /// The work tree of a search, made if it is not there.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn open(checkout: &'a Checkout, state: &State, build: Build) -> Result<Self, GitError> {
        let folder = fs::canonicalize(state.folder()).map_err(at(state.folder()))?;
        let tree = work_tree(checkout, &folder.join("tree"))?;
        let lock = state.lock().try_clone().map_err(at(&folder))?;
        Ok(Workshop { checkout, folder, tree, build, lock, built: 0 })
    }

    /// Builds that were made, the failed ones too, and not found made.
    pub fn built(&self) -> usize {
        self.built
    }

    /// The folder of a revision's build.
    pub fn folder(&self, revision: &str) -> PathBuf {
        self.folder.join("builds").join(revision)
    }

    /// Has a revision built, unless its folder holds what that leaves. The work tree is at that revision
    /// then. A build that fails is no error.
    ///
    /// # Errors
    /// If the work tree or a file cannot be used.
    pub fn build(&mut self, revision: &str) -> Result<Built, GitError> {
        let revision = self.checkout.commit(revision)?;
        let folder = self.folder(&revision);
        let record = folder.join("build.json");
        let before = fs::read_to_string(&record).ok();
        match before.and_then(|text| serde_json::from_str::<Built>(&text).ok()) {
            Some(Built::Failed(why)) => return Ok(Built::Failed(why)),
            // What was built in the tree is gone since.
            Some(Built::Ready(venv)) if venv.starts_with(&folder) && is_venv(&venv) => {
                return Ok(Built::Ready(venv));
            }
            _ => {}
        }
        check_out(&self.tree, &revision)?;
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        let built = self.run(&revision, &folder)?;
        self.built += 1;
        if matches!(built, Built::TimedOut(_)) {
            return Ok(built);
        }
        let text = serde_json::to_string(&built).expect("invariant: it is plain data");
        publish(&folder, &record, &text).map_err(at(&record))?;
        Ok(built)
    }

    /// Removes the work tree; the builds stay.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn close(self) -> Result<(), GitError> {
        let tree = self.tree.path().to_string_lossy().into_owned();
        self.checkout.git(&["worktree", "remove", "--force", &tree]).map(drop)
    }

    fn run(&self, revision: &str, folder: &Path) -> Result<Built, GitError> {
        let (out, log) = (folder.join("build.out"), folder.join("build.log"));
        let file = |path: &Path| File::create(path).map_err(at(path));
        let lock = self.lock.try_clone().map_err(at(folder))?;
        let mut command = Command::new("sh");
        command.arg("-c").arg(&self.build.command).current_dir(self.tree.path());
        command.env(FOLDER, folder).env(REVISION, revision);
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
            command.env_remove(name);
        }
        // While a build lives, nobody else may have the state: it holds the lock, as its input.
        command.stdin(Stdio::from(lock));
        let ended = limited(&mut command, self.build.limit, file(&out)?, file(&log)?);
        let status = match ended.map_err(at(folder))? {
            Limited::Ended(status) => status,
            Limited::TimedOut => return Ok(Built::TimedOut(self.build.limit)),
        };
        if !status.success() {
            return Ok(Built::Failed(format!("the build failed: {}", last_line(&log, &out))));
        }
        let told = match &self.build.python {
            Some(path) => path.clone(),
            None => PathBuf::from(last_line(&out, &out)),
        };
        let path = self.tree.path().join(told);
        // An interpreter stands for its environment. It is a link, which must not be followed.
        let venv = match path.parent() {
            Some(bin) if is_interpreter(&path) => bin.parent().unwrap_or(bin),
            _ => path.as_path(),
        };
        Ok(match is_venv(venv) {
            true => Built::Ready(venv.to_path_buf()),
            false => Built::Failed(format!(
                "the build left no bin/python in {}: its last line, or --python, must tell where",
                venv.display()
            )),
        })
    }
}

/// The work tree of a repository at this place, made if it is not there.
pub(super) fn work_tree(checkout: &Checkout, path: &Path) -> Result<Checkout, GitError> {
    if let Some(tree) = Checkout::open(path).ok().filter(is_root) {
        return Ok(tree);
    }
    if path.exists() {
        fs::remove_dir_all(path).map_err(at(path))?;
    }
    let shown = path.to_string_lossy();
    checkout.git(&["worktree", "add", "--detach", "--force", &shown, "HEAD"])?;
    Checkout::open(path)
}

/// Brings a work tree to a revision.
pub(super) fn check_out(tree: &Checkout, revision: &str) -> Result<(), GitError> {
    // A killed git leaves its lock behind; nobody else works here.
    let lock = tree.git(&["rev-parse", "--git-path", "index.lock"])?;
    let _ = fs::remove_file(tree.path().join(lock));
    tree.git(&["checkout", "--quiet", "--force", "--detach", revision])?;
    // Ignored files stay: they are what makes the next build quick.
    tree.git(&["clean", "-fdq"]).map(drop)
}

impl Built {
    /// The virtual environment, or why there is none.
    ///
    /// # Errors
    /// Where there is none.
    pub fn venv(self) -> Result<PathBuf, String> {
        match self {
            Built::Ready(venv) => Ok(venv),
            Built::Failed(why) => Err(why),
            Built::TimedOut(limit) => {
                Err(format!("the build took more than {} s", limit.as_secs()))
            }
        }
    }
}

fn is_interpreter(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("python") && path.parent().is_some_and(|folder| folder.ends_with("bin"))
}

fn is_venv(path: &Path) -> bool {
    path.join("bin").join("python").exists()
}

/// Whether a folder is a work tree of its own, and not just inside of one.
fn is_root(tree: &Checkout) -> bool {
    let top = tree.git(&["rev-parse", "--show-toplevel"]).ok().map(PathBuf::from);
    top.and_then(|top| fs::canonicalize(top).ok()).is_some_and(|top| top == tree.path())
}

/// The last line that says something, of the first file that has one.
fn last_line(first: &Path, second: &Path) -> String {
    let texts = [first, second].map(|path| fs::read(path).unwrap_or_default());
    let last = texts.iter().find_map(|text| {
        let text = String::from_utf8_lossy(text);
        text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned)
    });
    last.unwrap_or_else(|| "it said nothing".to_owned())
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> GitError + use<> {
    let path = path.to_path_buf();
    move |source| GitError::Io { path, source }
}
