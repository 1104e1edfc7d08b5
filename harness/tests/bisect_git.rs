//! Bisecting the revisions of a repository, of which some do not build, through interruptions.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tritonsmith::bisect::{
    Answer, Build, Checkout, Ending, Find, GitError, Options, Outcome, Revisions, State, Step,
    Tested, Workshop, session,
};
use tritonsmith::toolchain::{Home, State as Installed, ToolchainId, list};

const REVISIONS: usize = 60;
const BROKEN: [usize; 10] = [4, 11, 17, 23, 29, 30, 31, 38, 44, 52];
const CULPRIT: usize = 41;

fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["-c", "user.name=a", "-c", "user.email=a@b"]);
    command.args(["-c", "commit.gpgsign=false", "-c", "core.autocrlf=false"]);
    let output = command.args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Revision `i` has the number in a file; the culprit changes LLVM and the source of a pass.
fn repository(folder: &Path) -> Vec<String> {
    fs::create_dir_all(folder.join("cmake")).unwrap();
    fs::create_dir_all(folder.join("lib")).unwrap();
    git(folder, &["init", "--quiet"]);
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("cmake/llvm-hash.txt", "one\n");
    write("lib/Passes.td", "def SomePass : Pass<\"some-pass\"> {}\n");
    for at in 0..REVISIONS {
        write("number", &format!("{at}\n"));
        if at == CULPRIT {
            write("cmake/llvm-hash.txt", "two\n");
            write("lib/Some.cpp", "#define GEN_PASS_DEF_SOMEPASS\n");
        }
        git(folder, &["add", "--all"]);
        git(folder, &["commit", "--quiet", "-m", &format!("revision {at}")]);
    }
    let checkout = Checkout::open(folder).unwrap();
    let back = |at: usize| checkout.commit(&format!("HEAD~{}", REVISIONS - 1 - at)).unwrap();
    (0..REVISIONS).map(back).collect()
}

/// Some revisions do not build; others leave what looks like an environment, with the number in it.
fn build() -> Build {
    let broken: Vec<String> = BROKEN.iter().map(usize::to_string).collect();
    let command = format!(
        "n=$(cat number); echo $n >>../../builds.txt
         case ' {} ' in *\" $n \"*) echo does not compile >&2; exit 1;; esac
         mkdir -p $TRITONSMITH_BUILD/venv/bin && cp number $TRITONSMITH_BUILD/venv/
         : >$TRITONSMITH_BUILD/venv/bin/python
         echo some output; echo $TRITONSMITH_BUILD/venv",
        broken.join(" ")
    );
    Build { command, limit: Duration::from_secs(60), python: None }
}

#[derive(Debug)]
#[allow(dead_code, reason = "shown where a test fails")]
enum Stop {
    Killed,
    Failed(String),
}

impl<E: std::error::Error> From<E> for Stop {
    fn from(error: E) -> Self {
        Stop::Failed(error.to_string())
    }
}

/// Searches until the end, or until so many answers are there.
fn searched(
    checkout: &Checkout,
    revisions: &Revisions,
    folder: &Path,
    until: usize,
) -> Result<Outcome, Stop> {
    let mut state = State::open(folder, "a question", &mut |_| ())?;
    let mut workshop = Workshop::open(checkout, &state, build())?;
    let options = Options { find: Find::Bug, jobs: 1, probes: 0 };
    let outcome = session(&revisions.hashes, &options, &mut state, |state, asked| {
        let mut all = Vec::new();
        for at in asked {
            let name = revisions.hashes[*at].clone();
            let built = workshop.build(&name)?;
            // As late as can be: the build is there, its answer is not.
            if state.tested().len() >= until {
                return Err(Stop::Killed);
            }
            let answer = match built.venv() {
                Ok(venv) => {
                    let number = fs::read_to_string(venv.join("number")).unwrap();
                    let bad = number.trim().parse::<usize>().unwrap() >= CULPRIT;
                    if bad { Answer::Bad } else { Answer::Good }
                }
                Err(why) => {
                    assert!(why.contains("does not compile"), "{why}");
                    Answer::Untestable(why)
                }
            };
            all.push(Tested { name, answer, seen: String::new(), runs: 1, failed: 0 });
        }
        Ok(all)
    })?;
    workshop.close()?;
    Ok(outcome)
}

fn number_of_builds(folder: &Path) -> usize {
    fs::read_to_string(folder.join("builds.txt")).unwrap().lines().count()
}

#[test]
fn the_culprit_is_found_with_few_builds_and_through_interruptions() {
    let folder = tempfile::tempdir().unwrap();
    let hashes = repository(&folder.path().join("repository"));
    let checkout = Checkout::open(&folder.path().join("repository")).unwrap();
    let revisions = Revisions::between(&checkout, &hashes[0], "HEAD").unwrap();
    assert_eq!((&revisions.hashes, &revisions.note), (&hashes, &None));

    // `../../builds.txt` of the work tree `STATE/tree`.
    let whole = folder.path().join("whole");
    fs::create_dir(&whole).unwrap();
    let outcome = searched(&checkout, &revisions, &whole.join("state"), usize::MAX).unwrap();
    let step = Step { low: CULPRIT - 1, high: CULPRIT, between: vec![] };
    assert_eq!(outcome.ending, Ending::Found(step.clone()));
    assert!(number_of_builds(&whole) <= 12, "{}", number_of_builds(&whole));

    let cut = folder.path().join("cut");
    fs::create_dir(&cut).unwrap();
    for until in 0..outcome.tested.len() {
        let stopped = searched(&checkout, &revisions, &cut.join("state"), until);
        assert!(matches!(stopped, Err(Stop::Killed)), "{stopped:?}");
    }
    // What a git that was killed leaves behind.
    let tree = Checkout::open(&cut.join("state/tree")).unwrap();
    let lock = PathBuf::from(tree.git(&["rev-parse", "--git-path", "index.lock"]).unwrap());
    fs::write(tree.path().join(lock), "").unwrap();
    let again = searched(&checkout, &revisions, &cut.join("state"), usize::MAX).unwrap();
    assert_eq!(again, outcome);
    assert_eq!(number_of_builds(&cut), number_of_builds(&whole));

    let range = revisions.range(&step, &checkout, Some("some-pass{a=1}")).unwrap();
    assert_eq!((range.kind, range.total, range.llvm_changed), ("line", Some(1), Some(true)));
    assert_eq!(range.files, ["lib/Passes.td", "lib/Some.cpp"]);
    let commits = range.commits.unwrap();
    assert_eq!((commits[0].hash.as_str(), commits.len()), (hashes[CULPRIT].as_str(), 1));
    assert_eq!(commits[0].title, format!("revision {CULPRIT}"));
    assert_eq!(range.llvm, Some(["one".to_owned(), "two".to_owned()]));
    // A change elsewhere: no commit is left out, and it is said.
    let other = Step { low: 4, high: 5, between: vec![] };
    let range = revisions.range(&other, &checkout, Some("some-pass")).unwrap();
    assert_eq!((range.commits.map(|commits| commits.len()), range.files.len()), (Some(1), 0));
    assert!(range.unfiltered.unwrap().contains("none touches lib/Passes.td"));
    assert_eq!((range.llvm_changed, range.llvm), (Some(false), None));
    let range = revisions.range(&other, &checkout, Some("no-such-pass")).unwrap();
    assert!(range.unfiltered.unwrap().contains("no source of the pass `no-such-pass`"));
    // The repository is as it was: one work tree, at its branch.
    let trees = checkout.git(&["worktree", "list", "--porcelain"]).unwrap();
    assert_eq!(trees.lines().filter(|line| line.starts_with("worktree ")).count(), 1);
}

#[test]
fn builds_that_fail_or_take_too_long_or_leave_nothing_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let hashes = repository(&folder.path().join("repository"));
    let checkout = Checkout::open(&folder.path().join("repository")).unwrap();
    let failed = |name: &str, command: &str, seconds: u64| {
        let state = State::open(&folder.path().join(name), "q", &mut |_| ()).unwrap();
        let limit = Duration::from_secs(seconds);
        let build = Build { command: command.to_owned(), limit, python: None };
        let mut workshop = Workshop::open(&checkout, &state, build).unwrap();
        workshop.build(&hashes[3]).unwrap().venv().unwrap_err()
    };
    assert!(failed("slow", "sleep 60", 1).contains("more than 1 s"));
    assert!(failed("nothing", "echo /nowhere", 60).contains("no bin/python"));
    assert!(failed("status", "echo why >&2; exit 3", 60).contains("why"));
    // One that failed is not made again; one that took too long is, and finds what it has left.
    assert!(failed("status", "echo other >&2; exit 3", 60).contains("why"));
    let slow = "touch $TRITONSMITH_BUILD/part; sleep 60";
    assert!(failed("again", slow, 1).contains("more than 1 s"));
    let quick = "[ -e $TRITONSMITH_BUILD/part ] && echo goes on >&2; exit 3";
    assert!(failed("again", quick, 60).contains("goes on"));
}

#[test]
fn revisions_that_are_no_line_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let hashes = repository(folder.path());
    let checkout = Checkout::open(folder.path()).unwrap();
    let error = Revisions::between(&checkout, "HEAD", &hashes[3]).unwrap_err();
    assert!(error.to_string().contains("exchange --good and --bad"), "{error}");
    let error = Revisions::between(&checkout, "no-such-name", "HEAD").unwrap_err();
    assert!(matches!(error, GitError::NoRevision { .. }), "{error}");
    assert!(Checkout::open(&folder.path().join("absent")).is_err());
}

/// The clone may be a fork's, with upstream's commits merged into it.
///   TRITONSMITH_CHECKOUT=DIR cargo test --release --test bisect_git -- --ignored commits_of_a_pass
#[test]
#[ignore = "needs a clone of Triton with its history"]
fn commits_of_a_pass_are_in_its_range() {
    let path = std::env::var_os("TRITONSMITH_CHECKOUT").expect("TRITONSMITH_CHECKOUT is a clone");
    let checkout = Checkout::open(Path::new(&path)).unwrap();
    let last_before = |day: &str| {
        let before = format!("--before={day}");
        checkout.git(&["rev-list", "-1", "--first-parent", &before, "HEAD"]).unwrap()
    };
    let (older, newer) = (last_before("2026-03-01"), last_before("2026-07-01"));
    let revisions = Revisions::between(&checkout, &older, &newer).unwrap();
    let step = Step { low: 0, high: revisions.hashes.len() - 1, between: vec![] };
    let pass = Some("tritongpu-remove-layout-conversions");
    let range = revisions.range(&step, &checkout, pass).unwrap();
    assert!(range.unfiltered.is_none() && range.files.iter().any(|file| file.ends_with(".cpp")));
    let (commits, total) = (range.commits.unwrap(), range.total.unwrap());
    assert!(commits.len() * 10 < total, "{} of {total}", commits.len());
    // The file that names it has another name and form since June 2026.
    assert!(range.llvm.is_some());
    for number in ["(#9511)", "(#10646)"] {
        assert!(commits.iter().any(|commit| commit.title.ends_with(number)), "{number}");
    }
}

/// Folders of two installed toolchains.
fn installed() -> Option<(PathBuf, PathBuf)> {
    let home = Home::from_environment().unwrap();
    let ready = list(&home).unwrap();
    let find = |name: &str| {
        let id: ToolchainId = name.parse().unwrap();
        let found = ready.iter().find(|one| one.id == id && one.state == Installed::Ready);
        found.map(|one| home.toolchains().join(one.id.to_string()))
    };
    Some((find("triton==3.8.0")?, find("triton==3.9.0")?))
}

#[test]
fn the_command_goes_on_after_it_was_killed() {
    let Some((good, bad)) = installed() else {
        eprintln!("skipped: triton==3.8.0 and triton==3.9.0 are not installed");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let hashes = repository(&folder.path().join("repository"));
    let script = "import sys, triton\nbad = triton.__version__.startswith('3.9')\n\
                  print('FAIL' if bad else 'PASS')\nsys.exit(bad)\n";
    fs::write(folder.path().join("case.py"), script).unwrap();
    let broken: Vec<String> = BROKEN.iter().map(usize::to_string).collect();
    let build = format!(
        "n=$(cat number); case ' {} ' in *\" $n \"*) exit 1;; esac
         ln -sfn \"$(if [ $n -ge {CULPRIT} ]; then echo '{}'; else echo '{}'; fi)\" \
         $TRITONSMITH_BUILD/venv && echo $TRITONSMITH_BUILD/venv",
        broken.join(" "),
        bad.display(),
        good.display()
    );
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
        command.current_dir(folder.path()).args(["bisect", "case.py", "--git", "repository"]);
        command.args(["--good", &hashes[0], "--bad", "HEAD", "--build", &build]);
        command.args(["--state", "state", "--json"]);
        command
    };
    let mut first = command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let started = Instant::now();
    let state = folder.path().join("state/state.json");
    while started.elapsed() < Duration::from_secs(60) {
        let text = fs::read_to_string(&state).unwrap_or_default();
        if text.matches("\"name\"").count() >= 2 {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let output = command().output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["last_good"], hashes[CULPRIT - 1].as_str());
    assert_eq!(told["first_bad"], hashes[CULPRIT].as_str());
    assert_eq!(told["range"]["llvm_changed"], true);
    assert!(told["tested"].as_array().unwrap().len() <= 12, "{told}");
}

#[test]
fn the_script_for_git_bisect_maps_the_status() {
    let folder = tempfile::tempdir().unwrap();
    let fake = folder.path().join("tritonsmith");
    let text = "#!/bin/sh\necho \"$*\" >\"$TOLD\"\nexit $STATUS\n";
    fs::write(&fake, text).unwrap();
    fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/bisect.sh");
    let told = folder.path().join("told");
    let status = |status: &str, find: &str| {
        let mut command = Command::new("sh");
        command
            .env("TOLD", &told)
            .env_remove("EXPECT")
            .arg(&script)
            .args(["case.json", "/venv"])
            .env("STATUS", status)
            .env("FIND", find);
        command.env("TRITONSMITH", &fake).status().unwrap().code().unwrap()
    };
    assert_eq!(["0", "1", "2", "3"].map(|code| status(code, "bug")), [0, 1, 125, 125]);
    assert_eq!(["0", "1", "2", "3"].map(|code| status(code, "fix")), [1, 0, 125, 125]);
    // Another fault than that of the case must not count.
    let told = fs::read_to_string(&told).unwrap();
    assert_eq!(told.trim(), "replay case.json --toolchain path:/venv --expect recorded");
}
