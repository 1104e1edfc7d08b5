//! Bisecting LLVM, each revision of it with the Triton that builds with it.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use tritonsmith::bisect::{
    Answer, Build, Checkout, Ending, Find, GitError, Options, Pairs, Range, State, StateError,
    Step, Tested, Triton, Workshop, session,
};

const REVISIONS: usize = 12;
/// The newer Triton builds from this revision of LLVM on, the older one before the other.
const NEWER_FROM: usize = 5;
const OLDER_UNTIL: usize = 8;

fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["-c", "user.name=a", "-c", "user.email=a@b"]);
    command.args(["-c", "commit.gpgsign=false", "-c", "core.autocrlf=false"]);
    let output = command.args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A repository with a commit for each list of files, and the hashes of these.
fn repository(folder: &Path, commits: &[Vec<(&str, String)>]) -> (Checkout, Vec<String>) {
    fs::create_dir_all(folder.join("cmake")).unwrap();
    git(folder, &["init", "--quiet"]);
    for files in commits {
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
        git(folder, &["add", "--all"]);
        git(folder, &["commit", "--quiet", "-m", "a revision"]);
    }
    let checkout = Checkout::open(folder).unwrap();
    let back = |at: usize| checkout.commit(&format!("HEAD~{}", commits.len() - 1 - at)).unwrap();
    let hashes = (0..commits.len()).map(back).collect();
    (checkout, hashes)
}

/// LLVM's revision `i` has the number in a file; a Triton says its LLVM and what it is.
fn repositories(folder: &Path) -> (Checkout, Checkout) {
    let numbers: Vec<_> = (0..REVISIONS).map(|at| vec![("number", format!("{at}\n"))]).collect();
    let (llvm, hashes) = repository(&folder.join("llvm"), &numbers);
    let says = |hash: &str, api: &str| {
        vec![("cmake/llvm-hash.txt", format!("{hash}\n")), ("api", format!("{api}\n"))]
    };
    let commits = [says(&hashes[0], "older"), says(&hashes[REVISIONS - 1], "newer")];
    (llvm, repository(&folder.join("triton"), &commits).0)
}

#[derive(Debug)]
#[allow(dead_code, reason = "shown where a test fails")]
enum Failed {
    Git(GitError),
    State(StateError),
}

impl From<GitError> for Failed {
    fn from(error: GitError) -> Self {
        Failed::Git(error)
    }
}

impl From<StateError> for Failed {
    fn from(error: StateError) -> Self {
        Failed::State(error)
    }
}

/// Searches for the first pair that is bad, by LLVM's number and by whether the Triton is the newer one.
fn searched(folder: &Path, is_bad: impl Fn(usize, bool) -> bool) -> Result<(Step, Range), Failed> {
    let (llvm, triton) = repositories(folder);
    let revisions = Pairs::line(&triton, &llvm, "HEAD~1", "HEAD")?;
    assert_eq!(revisions.hashes.len(), REVISIONS);
    let mut state = State::open(&folder.join("state"), "a question", &mut |_| ())?;
    let pairs = Pairs::open(&triton, state.folder(), "HEAD~1", "HEAD")?;
    // What another build has left in Triton's tree must be gone.
    let command = format!(
        "n=$(cat number); t=$(cat $TRITONSMITH_TRITON/api)
         [ -e $TRITONSMITH_TRITON/left ] && exit 7; echo left >$TRITONSMITH_TRITON/left
         case $t in newer) [ $n -ge {NEWER_FROM} ] ;; *) [ $n -lt {OLDER_UNTIL} ] ;; esac || exit 1
         mkdir -p $TRITONSMITH_BUILD/venv/bin && : >$TRITONSMITH_BUILD/venv/bin/python
         cp number $TRITONSMITH_TRITON/api $TRITONSMITH_BUILD/venv/ && echo $TRITONSMITH_BUILD/venv"
    );
    let limit = Duration::from_secs(60);
    let build = Build { command: pairs.command(&command), limit, python: None };
    let mut workshop = Workshop::open(&llvm, &state, build)?;
    let options = Options { find: Find::Bug, jobs: 1, probes: 0 };
    let outcome = session(&revisions.hashes, &options, &mut state, |_, asked| {
        let mut all = Vec::new();
        for at in asked {
            let name = revisions.hashes[*at].clone();
            let venv = workshop.build(&name)?.venv().unwrap();
            let read = |file: &str| fs::read_to_string(venv.join(file)).unwrap().trim().to_owned();
            let newer = read("api") == "newer";
            let due = if newer { Triton::Newer } else { Triton::Older };
            assert_eq!(Triton::used(&workshop.folder(&name)), Some(due));
            let answer = match is_bad(read("number").parse().unwrap(), newer) {
                true => Answer::Bad,
                false => Answer::Good,
            };
            all.push(Tested { name, answer, seen: String::new(), runs: 1, failed: 0 });
        }
        Ok::<_, Failed>(all)
    })?;
    let shown = format!("{outcome:?}");
    let Ending::Found(step) = outcome.ending else { panic!("{shown}") };
    let range = pairs.range(&revisions, &step, &llvm, &|name: &str| workshop.folder(name))?;
    workshop.close()?;
    pairs.close()?;
    let trees = triton.git(&["worktree", "list", "--porcelain"])?;
    assert_eq!(trees.lines().filter(|line| line.starts_with("worktree ")).count(), 1);
    Ok((step, range))
}

#[test]
fn the_change_of_llvm_is_found_with_the_triton_that_builds() {
    let folder = tempfile::tempdir().unwrap();
    let (step, range) = searched(folder.path(), |number, _| number >= 9).unwrap();
    assert_eq!((step.low, step.high), (8, 9));
    assert_eq!((range.kind, range.total, range.why), ("line", Some(1), None));
}

#[test]
fn what_comes_with_the_other_triton_is_not_said_to_be_of_llvm() {
    let folder = tempfile::tempdir().unwrap();
    let (step, range) = searched(folder.path(), |_, newer| newer).unwrap();
    assert_eq!((step.low, step.high), (NEWER_FROM - 1, NEWER_FROM));
    assert_eq!(range.kind, "set of suspects");
    assert!(range.why.unwrap().contains("different Tritons"));
}

#[test]
fn tritons_without_two_llvms_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (llvm, triton) = repositories(folder.path());
    let error = Pairs::line(&triton, &llvm, "HEAD", "HEAD").unwrap_err();
    assert!(matches!(error, GitError::SameLlvm { .. }), "{error}");
    let error = Pairs::line(&llvm, &llvm, "HEAD~1", "HEAD").unwrap_err();
    assert!(matches!(error, GitError::NoLlvm { .. }), "{error}");
}
