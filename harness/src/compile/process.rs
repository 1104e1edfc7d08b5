//! The worker's process: started by a thread that outlives every worker, killed with its group.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// How long a killed or dying process may take to be gone.
const GRACE: Duration = Duration::from_secs(10);

/// A child in a process group of its own (the compiler starts assemblers). Dropping it kills them.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
}

impl Process {
    /// Starts `command` with `socket` as standard input and `capture` as output and error.
    pub(super) fn start(
        mut command: Command,
        socket: UnixStream,
        capture: &File,
    ) -> io::Result<Self> {
        command.stdin(Stdio::from(OwnedFd::from(socket)));
        command.stdout(Stdio::from(capture.try_clone()?));
        command.stderr(Stdio::from(capture.try_clone()?));
        command.process_group(0);
        Ok(Process { child: spawn(command)? })
    }

    /// The process's id.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills the group and collects the process.
    pub(super) fn kill(&mut self) {
        kill_group(self.child.id());
        let _ = self.child.wait();
    }

    /// Waits for a process that has closed its socket; kills it if it does not end by itself.
    pub(super) fn collect(&mut self) -> io::Result<ExitStatus> {
        let deadline = Instant::now() + GRACE;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait()? {
                kill_group(self.child.id()); // what it has left behind
                return Ok(status);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        self.kill();
        Ok(ExitStatus::from_raw(libc::SIGKILL))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

type Request = (Command, Sender<io::Result<Child>>);

/// Spawns on a thread that lives as long as this process. A child asks to be killed when its parent
/// dies, and Linux means the parent *thread*: a caller's short-lived thread must not be it.
fn spawn(command: Command) -> io::Result<Child> {
    static SPAWNER: OnceLock<Mutex<Sender<Request>>> = OnceLock::new();
    let spawner = SPAWNER.get_or_init(|| {
        let (sender, requests) = channel::<Request>();
        std::thread::spawn(move || {
            for (mut command, answer) in requests {
                let _ = answer.send(command.spawn());
            }
        });
        Mutex::new(sender)
    });
    let (answer, child) = channel();
    let ended = || io::Error::other("the spawning thread has ended");
    let sender = spawner.lock().map_err(|_| ended())?.clone();
    sender.send((command, answer)).map_err(|_| ended())?;
    child.recv().map_err(|_| ended())?
}

/// Sends SIGKILL to a process group.
#[allow(unsafe_code, reason = "the standard library has no call for a process group")]
pub(super) fn kill_group(leader: u32) {
    if let Ok(group) = libc::pid_t::try_from(leader) {
        // SAFETY: `kill` takes two integers and touches no memory of ours. The group is that of our
        // own child, which led it from its start; once the group is empty the call fails harmlessly.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
}
