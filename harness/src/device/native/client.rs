//! The user's side of a device: starts the process that owns it, hands it launches, and replaces it
//! when it dies or hangs. A launch that is lost with its process is launched once more.

use std::collections::VecDeque;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::connection::{Connection, NoAnswer};
use super::control::ControlLaunch;
use super::frames::{self, Answer, Request};
use super::id::{DeviceId, ParseDeviceError};
use super::launch::{ASSERTION, NativeLaunch, NativeOutcome, NativeResult};
use super::owner::DeviceInfo;
use super::start::{START_LIMIT, connect, describe, explain};

/// The environment's word for the program that serves devices, where it is not this one.
pub const PROGRAM: &str = "TRITONSMITH_DEVICE_SERVER";

/// How long an answer that is already there may take to be read.
const LATE_CALLER: Duration = Duration::from_secs(1);

/// A launch is tried this often when its process dies.
const TRIES: u32 = 2;

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The program to start; `None` is this one.
    pub program: Option<PathBuf>,
    /// Time that a launch may take beside its own limit: loading, copying, comparing.
    pub slack: Duration,
    /// Seconds of processor time that a build may take; `None` for what the kind of device says.
    pub build: Option<u32>,
}

impl Default for ServerOptions {
    fn default() -> Self {
        let program = std::env::var_os(PROGRAM).map(PathBuf::from);
        ServerOptions { program, slack: Duration::from_secs(20), build: None }
    }
}

/// Why a device cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The text names no device.
    #[error(transparent)]
    Unknown(#[from] ParseDeviceError),
    /// It is not here.
    #[error("the device {device} is not here: {reason}")]
    Absent {
        /// Which one.
        device: String,
        /// What its owner said.
        reason: String,
    },
    /// Its process does not start, or dies before it answers.
    #[error("the process of the device {device} does not start: {reason}")]
    Broken {
        /// Which one.
        device: String,
        /// What happened.
        reason: String,
    },
    /// It does not survive its control.
    #[error("the device {device} does not survive a trivial launch: {reason}")]
    Unusable {
        /// Which one.
        device: String,
        /// What happened.
        reason: String,
    },
}

/// A device in a process of its own. Dropping it kills the process.
#[derive(Debug)]
pub struct Server {
    device: DeviceId,
    options: ServerOptions,
    info: DeviceInfo,
    queue: VecDeque<Queued>,
    next: u64,
    live: Option<Live>,
}

/// A launch that has not been answered.
#[derive(Debug)]
struct Queued {
    number: u64,
    frame: Arc<Vec<u8>>,
    limit: Duration,
    tries: u32,
}

#[derive(Debug)]
struct Live {
    connection: Connection,
    /// How many of the queue are with the process.
    sent: usize,
    /// When it may have begun with the first of them, or with what it is at now.
    began: Instant,
    /// Whether it has the code and the memory of the first and launches.
    ready: bool,
}

impl Live {
    fn new(connection: Connection) -> Self {
        Live { connection, sent: 0, began: Instant::now(), ready: false }
    }
}

impl Server {
    /// Starts the process of `device`: `cuda`, `cuda:1`, `ssh:HOST:cuda:0`.
    ///
    /// # Errors
    /// If the device is unknown or not here, or its process does not start.
    pub fn start(device: &str) -> Result<Self, ServerError> {
        Server::start_with(device, ServerOptions::default())
    }

    /// As [`Server::start`], with options.
    ///
    /// # Errors
    /// As there.
    pub fn start_with(device: &str, options: ServerOptions) -> Result<Self, ServerError> {
        let device: DeviceId = device.parse()?;
        let (connection, info) = connect(&device, &options)?;
        let live = Some(Live::new(connection));
        Ok(Server { device, options, info, queue: VecDeque::new(), next: 0, live })
    }

    /// What the device is.
    pub fn info(&self) -> &DeviceInfo {
        &self.info
    }

    /// Launches that have not been received.
    pub fn pending(&self) -> usize {
        self.queue.len()
    }

    /// `submit` and `receive`, where nothing is pending.
    pub fn launch(&mut self, launch: &NativeLaunch) -> NativeResult {
        self.submit(launch);
        self.receive()
    }

    /// Hands a launch over and returns at once; results come in the same order.
    pub fn submit(&mut self, launch: &NativeLaunch) {
        let number = self.next;
        self.next += 1;
        let build = self.options.build.or(self.device.kind().build);
        let frame = frames::frame(&Request { number, build, launch });
        // What no frame can hold is sent as an empty one, which the answer then tells.
        let frame = Arc::new(frame.unwrap_or_default());
        let limit = Duration::try_from_secs_f64(launch.limit).unwrap_or(self.options.slack);
        let limit = limit + self.options.slack;
        self.queue.push_back(Queued { number, frame, limit, tries: 0 });
        self.send();
    }

    /// Waits for the result of the oldest launch. That its process dies or hangs is a result too, and
    /// the next launch gets a new process. A launch that was stopped, or that does not end, is told as
    /// that only if the device survives its control then.
    pub fn receive(&mut self) -> NativeResult {
        loop {
            let Some(first) = self.queue.front_mut() else {
                return failure("no launch was submitted".to_owned());
            };
            if first.frame.is_empty() {
                return self.conclude(unsupported("a launch of that many bytes"));
            }
            if let Err(error) = self.revive() {
                return self.conclude(failure(error.to_string()));
            }
            match self.wait() {
                Ok(result) => return result,
                Err(NoAnswer::Late) => {
                    let ready = self.live.take().is_some_and(|live| live.ready); // kills it
                    let result = match ready {
                        true => self.believed(outcome(NativeOutcome::Timeout)),
                        false => unsupported("code that the driver does not make ready in time"),
                    };
                    return self.conclude(result);
                }
                Err(NoAnswer::Nonsense(what)) => {
                    self.live = None;
                    return self.conclude(failure(what));
                }
                Err(NoAnswer::Ended(status)) => {
                    if let Some(result) = self.died(status) {
                        return self.conclude(result);
                    }
                }
            }
        }
    }

    /// Whether the device survives its control in a new process: what a crash or a time-out is held
    /// against.
    ///
    /// # Errors
    /// If it does not.
    pub fn control(&self) -> Result<DeviceInfo, ServerError> {
        let (mut connection, info) = connect(&self.device, &self.options)?;
        let control = (self.device.kind().control)();
        let answered = launch_control(&mut connection, &control);
        let survived = answered.and_then(|outcome| control.survived(&outcome));
        let unusable = |reason| ServerError::Unusable { device: self.device.to_string(), reason };
        survived.map(|()| info).map_err(unusable)
    }

    /// Starts a process if there is none, and gives it everything that waits.
    fn revive(&mut self) -> Result<(), ServerError> {
        if self.live.is_none() {
            let (connection, info) = connect(&self.device, &self.options)?;
            self.info = info;
            self.live = Some(Live::new(connection));
        }
        self.send();
        Ok(())
    }

    fn send(&mut self) {
        let Some(live) = &mut self.live else { return };
        if live.sent == 0 {
            live.began = Instant::now();
        }
        for queued in self.queue.iter().skip(live.sent) {
            if !queued.frame.is_empty() {
                live.connection.send(&queued.frame);
            }
            live.sent += 1;
        }
    }

    /// The answer to the first launch of the queue, which is with the process.
    fn wait(&mut self) -> Result<NativeResult, NoAnswer> {
        let (Some(live), Some(first)) = (&mut self.live, self.queue.front()) else {
            return Err(NoAnswer::Nonsense("there is no process".to_owned()));
        };
        loop {
            // A caller that comes late must not take an answer that waits for it for a time-out.
            let left = (live.began + first.limit).saturating_duration_since(Instant::now());
            match answer(&mut live.connection, left.max(LATE_CALLER))? {
                Answer::Ready(number) if number == first.number => {
                    (live.ready, live.began) = (true, Instant::now());
                }
                Answer::Done { number, result, last } if number == first.number => {
                    let ended = if last { self.live.take() } else { None };
                    let result = match &ended {
                        Some(live) => told(result, &live.connection),
                        None => result,
                    };
                    let result = self.believed(result);
                    return Ok(self.conclude(result));
                }
                _ => return Err(NoAnswer::Nonsense("an answer to something else".to_owned())),
            }
        }
    }

    /// Takes the first launch off the queue.
    fn conclude(&mut self, result: NativeResult) -> NativeResult {
        self.queue.pop_front();
        if let Some(live) = &mut self.live {
            live.sent = live.sent.saturating_sub(1);
            (live.began, live.ready) = (Instant::now(), false);
        }
        result
    }

    /// What a result is worth: that the device stopped the launch, or that it did not end, says
    /// something of the kernel only if the device can be used still.
    fn believed(&self, result: NativeResult) -> NativeResult {
        let how = match &result.outcome {
            NativeOutcome::Trap(what) => what.as_str(),
            NativeOutcome::Timeout => "a time-out",
            _ => return result,
        };
        match self.control() {
            Ok(_) => result,
            Err(error) => failure(format!("{how}; then {error}")),
        }
    }

    /// What it means that the process ended; nothing yet if its launch is tried again.
    fn died(&mut self, status: ExitStatus) -> Option<NativeResult> {
        let live = self.live.take();
        let ready = live.as_ref().is_some_and(|live| live.ready);
        let words = live.map(|live| live.connection.last_words()).unwrap_or_default();
        if let Some(first) = self.queue.front_mut() {
            first.tries += 1;
            if first.tries < TRIES {
                return None;
            }
        }
        Some(self.ended(status, &words, ready))
    }

    /// What it means that the process ended, again and again; `ready` if that was during a launch.
    fn ended(&self, status: ExitStatus, words: &str, ready: bool) -> NativeResult {
        // Of other signals someone else is the cause: memory ran out, or a person.
        const CRASHES: [i32; 6] =
            [libc::SIGABRT, libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGTRAP];
        let how = describe(status, words);
        match status.signal() {
            Some(signal) if CRASHES.contains(&signal) => {
                if ready || self.device.kind().is_the_targets {
                    return self.believed(outcome(NativeOutcome::Trap(how)));
                }
                failure(format!("before the launch {how}"))
            }
            _ => failure(how),
        }
    }
}

/// The next answer.
fn answer(connection: &mut Connection, limit: Duration) -> Result<Answer, NoAnswer> {
    let body = connection.receive(limit)?;
    frames::decode(&body).map_err(|error| NoAnswer::Nonsense(error.to_string()))
}

/// How a device's control ends; why not, where no answer comes.
fn launch_control(
    connection: &mut Connection,
    control: &ControlLaunch,
) -> Result<NativeOutcome, String> {
    let request = Request { number: 0, build: None, launch: &control.launch };
    let frame = frames::frame(&request).map_err(|error| error.to_string())?;
    connection.send(&Arc::new(frame));
    loop {
        match answer(connection, START_LIMIT) {
            Ok(Answer::Ready(_)) => {}
            Ok(Answer::Done { result, .. }) => return Ok(result.outcome),
            Err(why) => return Err(explain(&why, connection)),
        }
    }
}

/// The result with what the process, which ends, has printed of an assertion: a line for each thread, of
/// which the last one is taken.
fn told(result: NativeResult, connection: &Connection) -> NativeResult {
    if result.outcome != NativeOutcome::Trap(ASSERTION.to_owned()) {
        return result;
    }
    let words = connection.last_words();
    let last = words.rsplit("; ").find(|line| line.contains("Assertion `"));
    let Some(last) = last else { return result };
    NativeResult { outcome: NativeOutcome::Trap(format!("{ASSERTION}: {last}")), ..result }
}

fn outcome(outcome: NativeOutcome) -> NativeResult {
    NativeResult { outcome, seconds: 0.0 }
}

fn failure(what: String) -> NativeResult {
    outcome(NativeOutcome::DeviceFailure(what))
}

fn unsupported(what: &str) -> NativeResult {
    outcome(NativeOutcome::Unsupported(what.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_can_move_between_threads() {
        fn assert_send<T: Send>() {}
        assert_send::<Server>();
    }
}
