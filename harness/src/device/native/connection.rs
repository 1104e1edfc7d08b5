//! A running device process: its pipes, each served by a thread so that none that is full can stop
//! both ends, and how it ended.

use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::frames;

/// How long a process that has closed its output may take to be gone.
const GRACE: Duration = Duration::from_secs(10);

/// How long its last words may take to arrive: something that it started may keep the pipe.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// How much of what it printed is kept.
const TAIL: usize = 4096;

/// Dropping it kills the process and its group.
#[derive(Debug)]
pub(super) struct Connection {
    child: Child,
    requests: Sender<Arc<Vec<u8>>>,
    answers: Receiver<io::Result<Vec<u8>>>,
    printed: Arc<Mutex<Vec<u8>>>,
    listener: JoinHandle<()>,
}

/// Why no answer came.
#[derive(Debug)]
pub(super) enum NoAnswer {
    /// The deadline passed.
    Late,
    /// The process has ended.
    Ended(ExitStatus),
    /// What came is no frame.
    Nonsense(String),
}

impl Connection {
    /// Starts `command` in a process group of its own.
    pub(super) fn start(mut command: Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.process_group(0).spawn()?;
        let missing = || io::Error::other("a pipe is missing");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        let (requests, to_write) = channel();
        std::thread::spawn(move || write_all(stdin, &to_write));
        let (read, answers) = channel();
        std::thread::spawn(move || read_all(stdout, &read));
        let printed = Arc::new(Mutex::new(Vec::new()));
        let tail = printed.clone();
        let listener = std::thread::spawn(move || listen(stderr, &tail));
        Ok(Connection { child, requests, answers, printed, listener })
    }

    /// Hands a frame over and returns at once. If the process is gone, the next `receive` tells.
    pub(super) fn send(&self, frame: &Arc<Vec<u8>>) {
        let _ = self.requests.send(frame.clone());
    }

    /// The body of the next frame.
    pub(super) fn receive(&mut self, limit: Duration) -> Result<Vec<u8>, NoAnswer> {
        match self.answers.recv_timeout(limit) {
            Ok(Ok(body)) => Ok(body),
            // A frame that breaks off is the end of the process too.
            Ok(Err(error)) if error.kind() == io::ErrorKind::UnexpectedEof => Err(self.end()),
            Ok(Err(error)) => Err(NoAnswer::Nonsense(error.to_string())),
            Err(RecvTimeoutError::Timeout) => Err(NoAnswer::Late),
            Err(RecvTimeoutError::Disconnected) => Err(self.end()),
        }
    }

    /// The end of what it printed, in one line.
    pub(super) fn last_words(&self) -> String {
        let deadline = Instant::now() + LAST_WORDS;
        while !self.listener.is_finished() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
        let printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&printed);
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join("; ")
    }

    /// How the process ended; kills it if it does not by itself.
    fn end(&mut self) -> NoAnswer {
        let deadline = Instant::now() + GRACE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return NoAnswer::Ended(status),
                Ok(None) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                Ok(None) => {
                    self.kill();
                    return NoAnswer::Ended(ExitStatus::from_raw(libc::SIGKILL));
                }
                Err(error) => return NoAnswer::Nonsense(error.to_string()),
            }
        }
    }

    fn kill(&mut self) {
        kill_group(self.child.id());
        let _ = self.child.wait();
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.kill();
    }
}

fn write_all(mut to: ChildStdin, frames: &Receiver<Arc<Vec<u8>>>) {
    for frame in frames {
        if to.write_all(&frame).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

fn read_all(mut from: impl Read, bodies: &Sender<io::Result<Vec<u8>>>) {
    while let Some(body) = frames::read(&mut from).transpose() {
        let failed = body.is_err();
        if bodies.send(body).is_err() || failed {
            return;
        }
    }
}

fn listen(mut from: impl Read, tail: &Mutex<Vec<u8>>) {
    let mut part = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut part) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend(&part[..count]);
        let surplus = tail.len().saturating_sub(TAIL);
        tail.drain(..surplus);
    }
}

/// Sends SIGKILL to a process group.
#[allow(unsafe_code, reason = "the standard library has no call for a process group")]
fn kill_group(leader: u32) {
    if let Ok(group) = libc::pid_t::try_from(leader) {
        // SAFETY: `kill` takes two integers and touches no memory of ours. The group is that of our
        // own child, which led it from its start; once the group is empty the call fails harmlessly.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
}
