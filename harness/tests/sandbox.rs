//! What the Python of a case may reach: nothing outside of its worker, where the machine has a sandbox.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tritonsmith::compile::{Job, ModuleJob, Stage, Target, Worker, WorkerOptions, sandbox};
use tritonsmith::toolchain::{Home, Toolchain, ToolchainId};

/// Tries what a worker must not let through, and says how each attempt ended. `HOME_FOLDER` and
/// `OUTSIDE` are replaced.
const ATTEMPTS: &str = r#"
import ctypes, os, resource, socket, subprocess, tempfile, threading

LIBRARY = ctypes.CDLL(None, use_errno=True)
CLONE, KEYCTL = {"x86_64": (56, 250), "aarch64": (220, 219)}[os.uname().machine]
NEW_USER, SIGCHLD = 0x10000000, 17
PARENT = os.getppid()

def attempt(name, act):
    try:
        act()
        print(name, "done")
    except (OSError, subprocess.CalledProcessError):
        print(name, "refused")

def shell(command):
    return lambda: subprocess.run(command, shell=True, check=True, stderr=subprocess.DEVNULL)

def call(name, *arguments):
    result = getattr(LIBRARY, name)(*arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result

def child_with_namespace():
    made = call("syscall", CLONE, NEW_USER | SIGCHLD, 0, 0, 0, 0)
    if made == 0:
        os._exit(0)
    os.waitpid(made, 0)

def thread():
    made = threading.Thread(target=lambda: None)
    made.start()
    made.join()

def launch(ts):
    attempt("own: limit", lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))
    attempt("own: limit by number", lambda: resource.prlimit(os.getpid(), resource.RLIMIT_CORE))
    attempt("own: processors", lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)))
    attempt("own: child", shell("true"))
    attempt("own: thread", thread)
    # What is there already is set, so that the parent is none the worse where it is let through.
    attempt("call: limits", lambda: resource.prlimit(PARENT, resource.RLIMIT_CPU))
    attempt("call: processors", lambda: os.sched_setaffinity(PARENT, os.sched_getaffinity(PARENT)))
    attempt("call: policy", lambda: os.sched_setscheduler(
        PARENT, os.sched_getscheduler(PARENT), os.sched_getparam(PARENT)))
    attempt("call: policy's number", lambda: os.sched_setparam(PARENT, os.sched_getparam(PARENT)))
    attempt("call: priority", lambda: os.setpriority(
        os.PRIO_PROCESS, PARENT, os.getpriority(os.PRIO_PROCESS, PARENT)))
    attempt("call: memory", lambda: call("shmctl", call("shmget", 0, 1, 0o600), 0, None))
    attempt("call: semaphores", lambda: call("semctl", call("semget", 0, 1, 0o600), 0, 0))
    attempt("call: messages", lambda: call("msgctl", call("msgget", 0, 0o600), 0, None))
    attempt("call: namespace", lambda: call("unshare", 0))
    attempt("call: namespace of a child", child_with_namespace)
    attempt("call: keys", lambda: call("syscall", KEYCTL, 0, -3, 0))
    attempt("own: write", lambda: open("mine", "w").close())
    attempt("own: temporary", lambda: tempfile.NamedTemporaryFile().close())
    attempt("own: null", lambda: open(os.devnull, "w").close())
    attempt("own: pair", lambda: socket.socketpair()[0].close())
    attempt("file: write", lambda: open("OUTSIDE/written", "w").close())
    attempt("file: folder", lambda: os.mkdir("OUTSIDE/made"))
    attempt("file: truncate", lambda: os.truncate("OUTSIDE/kept", 0))
    attempt("file: child", shell("echo > OUTSIDE/by-child"))
    attempt("file: home", lambda: os.listdir("HOME_FOLDER"))
    attempt("file: link to home", lambda: os.listdir("OUTSIDE/link"))
    attempt("file: child at home", shell("ls HOME_FOLDER > /dev/null"))
    attempt("file: remove", lambda: os.unlink("OUTSIDE/victim"))
    attempt("socket: internet", lambda: socket.socket(socket.AF_INET).close())
    attempt("socket: datagrams", lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).close())
    attempt("socket: local", lambda: socket.socket(socket.AF_UNIX).close())
    attempt("socket: pair", lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
"#;

/// How many attempts those are.
const ALL: usize = 32;

/// Attempts that need more than to be let through: a network, or what containers take away.
const NEED_MORE: [&str; 4] = ["internet", "datagrams", "namespace", "keys"];

/// A user's files, beside the worker.
fn files(outside: &Path, home: &str) {
    fs::write(outside.join("kept"), "text").unwrap();
    fs::write(outside.join("victim"), "").unwrap();
    std::os::unix::fs::symlink(home, outside.join("link")).unwrap();
}

fn toolchain() -> Toolchain {
    let (home, id) = (Home::from_environment().unwrap(), ToolchainId::default());
    Toolchain::ensure(&home, &id, &mut |line: &str| eprintln!("{line}")).unwrap()
}

/// How each attempt ended, by its name, and what the worker was confined with.
fn attempts(confined: bool, outside: &Path) -> (BTreeMap<String, String>, String) {
    let options = WorkerOptions { sandbox: confined, ..WorkerOptions::default() };
    let mut worker = Worker::start(&toolchain(), options).unwrap();
    let home = std::env::var("HOME").unwrap();
    files(outside, &home);
    let source = ATTEMPTS.replace("OUTSIDE", outside.to_str().unwrap());
    let job = Job::RunModule(ModuleJob {
        source: source.replace("HOME_FOLDER", &home),
        arguments: BTreeMap::new(),
        target: Target::cuda(90),
        until: Stage::Ttir,
        want: vec![],
        dump_passes: false,
        instrument: None,
    });
    let output = worker.run(&job).unwrap().output;
    let ends = output.lines().filter_map(|line| line.rsplit_once(' '));
    let ends = ends.map(|(name, end)| (name.to_owned(), end.to_owned())).collect();
    (ends, worker.sandbox().unwrap().to_owned())
}

/// Whether the kernel says that it has it.
fn kernel_has(path: &str, word: &str) -> bool {
    fs::read_to_string(path).is_ok_and(|text| text.split([',', ' ', '\n']).any(|w| w == word))
}

#[test]
fn the_python_of_a_case_reaches_nothing_outside() {
    let outside = tempfile::tempdir().unwrap();
    let (ends, held) = attempts(true, outside.path());
    eprintln!("sandbox: {held}");
    assert_eq!(sandbox(toolchain().python()), Some(held.clone()), "what `doctor` says");
    let (files, calls) = (held.contains("landlock"), held.contains("seccomp"));
    assert!(files || !kernel_has("/sys/kernel/security/lsm", "landlock"), "{held}");
    assert!(calls || !kernel_has("/proc/sys/kernel/seccomp/actions_avail", "errno"), "{held}");
    assert_eq!(ends.len(), ALL, "{ends:?}");
    for (name, end) in &ends {
        let refused = match name.split(':').next() {
            Some("file") => files,
            Some("socket" | "call") => calls,
            _ => false,
        };
        assert_eq!(end, if refused { "refused" } else { "done" }, "{name}");
    }
    if files {
        let mut left: Vec<_> =
            fs::read_dir(&outside).unwrap().map(|e| e.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["kept", "link", "victim"]);
        assert_eq!(fs::read_to_string(outside.path().join("kept")).unwrap(), "text");
    }
}

#[test]
fn without_a_sandbox_it_may_do_all_that_the_user_may() {
    let outside = tempfile::tempdir().unwrap();
    let (ends, held) = attempts(false, outside.path());
    assert_eq!((held.as_str(), ends.len()), ("off", ALL), "{ends:?}");
    let mut sure =
        ends.iter().filter(|(name, _)| !NEED_MORE.iter().any(|word| name.contains(word)));
    assert!(sure.all(|(_, end)| end == "done"), "{ends:?}");
    assert!(outside.path().join("written").is_file() && !outside.path().join("victim").exists());
}
