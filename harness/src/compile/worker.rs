//! One worker: a Python process inside a toolchain that answers jobs one after another.

use std::collections::VecDeque;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::classify::{self, End};
use super::failure::{CompileFailure, FailureKind};
use super::folder::Folder;
use super::frames::{self, Frame, NoFrame, RawResult, Setup};
use super::job::{Job, JobResult};
use super::process::Process;
use super::{dumps, interpret, package, sandbox};
use crate::toolchain::Toolchain;

/// Importing Triton takes 0.14 s from a warm disk; a cold network disk may need a minute.
const START_LIMIT: Duration = Duration::from_secs(120);
/// The largest file that a worker may write: a runaway print must not fill the disk.
const FILE_LIMIT: u64 = 1 << 30;
/// How long an answer that is already there may take to be read.
const LATE_CALLER: Duration = Duration::from_secs(1);
/// What a worker inherits; everything else is set here or absent.
const INHERITED: &[&str] = &["PATH", "LD_LIBRARY_PATH"];

/// Limits of a worker.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Longest time that one job may take.
    pub time_limit: Duration,
    /// The worker is replaced between two jobs once it has answered this many.
    pub jobs_per_process: u32,
    /// The worker is replaced between two jobs once its resident memory passes this.
    pub resident_limit: u64,
    /// Bytes of address space that the process may map; past it allocations fail. `u64::MAX` is no
    /// limit, which builds with sanitizers need.
    pub address_space_limit: u64,
    /// Extra environment for the process (`TRITON_ALLOW_NON_CONSTEXPR_GLOBALS=1`, ...).
    pub environment: Vec<(String, String)>,
    /// Whether the process is confined, as far as the machine can ([`super::sandbox()`]).
    pub sandbox: bool,
}

impl Default for WorkerOptions {
    fn default() -> Self {
        WorkerOptions {
            time_limit: Duration::from_secs(60),
            jobs_per_process: 2000,
            resident_limit: 2 << 30,
            address_space_limit: 16 << 30,
            environment: Vec::new(),
            sandbox: true,
        }
    }
}

impl WorkerOptions {
    /// The same for a worker that interprets ([`Job::Interpret`]) and does not compile.
    #[must_use]
    pub fn interpreting(mut self) -> Self {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        self.environment.extend(interpret::ENVIRONMENT.iter().map(own));
        self
    }
}

/// Why a worker could not be asked at all. A job's failure is in its [`JobResult`] instead.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The process could not be started.
    #[error("cannot start {program}: {source}")]
    Start {
        /// The Python that was to run.
        program: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The process started but did not get as far as answering.
    #[error(
        "the toolchain {toolchain} does not start: {reason}; \
         `tritonsmith toolchain install {toolchain}` repairs it"
    )]
    Broken {
        /// Which toolchain.
        toolchain: String,
        /// The last line it printed.
        reason: String,
    },
    /// A folder or file of the worker could not be made or read.
    #[error("cannot use {path}: {source}")]
    Folder {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// `receive` without a job.
    #[error("no job was submitted")]
    Idle,
}

/// One worker. Dropping it kills its process group and removes its folder.
#[derive(Debug)]
pub struct Worker {
    toolchain: Toolchain,
    options: WorkerOptions,
    package: PathBuf,
    queue: VecDeque<Queued>,
    live: Option<Live>,
    folder: Folder, // after `live`: the process goes first
}

/// A job that has not been answered.
#[derive(Debug)]
struct Queued {
    body: Vec<u8>,
    dumps: bool,
    sent: Option<Instant>,
}

/// A running process.
#[derive(Debug)]
struct Live {
    process: Process,
    stream: UnixStream,
    sandbox: String,
    answered: u32,
    resident: u64,
}

impl Worker {
    /// Starts a worker in `toolchain`.
    ///
    /// # Errors
    /// When the process does not start or does not answer.
    pub fn start(toolchain: &Toolchain, options: WorkerOptions) -> Result<Self, WorkerError> {
        let home = toolchain.home();
        let at = |path: &Path| {
            let path = path.to_path_buf();
            move |source| WorkerError::Folder { path, source }
        };
        let packages = home.worker_packages();
        let mut worker = Worker {
            toolchain: toolchain.clone(),
            options,
            package: package::unpack(&packages).map_err(at(&packages))?,
            folder: Folder::create(&home.workers()).map_err(at(&home.workers()))?,
            queue: VecDeque::new(),
            live: None,
        };
        worker.live = Some(worker.launch()?);
        Ok(worker)
    }

    /// The toolchain that it runs in.
    pub fn toolchain(&self) -> &Toolchain {
        &self.toolchain
    }

    /// The id of the process that answers now; `None` between a crash and the next job.
    pub fn process_id(&self) -> Option<u32> {
        self.live.as_ref().map(|live| live.process.id())
    }

    /// What that process is confined with: `landlock 7, seccomp`, say, or `none`, or `off`.
    pub fn sandbox(&self) -> Option<&str> {
        self.live.as_ref().map(|live| live.sandbox.as_str())
    }

    /// Hands over a job and returns at once; answers come in the same order. One job is with the
    /// process at a time, the others wait here.
    ///
    /// # Errors
    /// When no process can be started for it.
    pub fn submit(&mut self, job: &Job) -> Result<(), WorkerError> {
        let body = serde_json::to_vec(job).expect("invariant: a job is JSON");
        self.queue.push_back(Queued { body, dumps: job.dumps_passes(), sent: None });
        if self.queue.len() == 1 { self.send_first() } else { Ok(()) }
    }

    /// Waits for the answer to the oldest job. A crash, an exit or a time-out of the process is an
    /// answer too; the next job gets a new process.
    ///
    /// # Errors
    /// When no job was submitted or no process can be started for it.
    pub fn receive(&mut self) -> Result<JobResult, WorkerError> {
        if self.queue.front().is_some_and(|job| job.sent.is_none()) {
            self.send_first()?;
        }
        let job = self.queue.pop_front().ok_or(WorkerError::Idle)?;
        let result = self.wait(&job);
        if !self.queue.is_empty() {
            // The process works on while the caller looks at this answer. If it cannot be started,
            // the next `receive` tries again and tells.
            let _ = self.send_first();
        }
        Ok(result)
    }

    /// `submit` and `receive`.
    ///
    /// # Errors
    /// As those two.
    pub fn run(&mut self, job: &Job) -> Result<JobResult, WorkerError> {
        self.submit(job)?;
        self.receive()
    }

    /// Sends the first job, in a new process if the old one is gone or used up.
    fn send_first(&mut self) -> Result<(), WorkerError> {
        let options = &self.options;
        let used_up = |live: &Live| {
            live.answered >= options.jobs_per_process || live.resident > options.resident_limit
        };
        if self.live.as_ref().is_some_and(used_up) {
            self.live = None;
        }
        for _ in 0..2 {
            let mut live = match self.live.take() {
                Some(live) => live,
                None => self.launch()?,
            };
            let cleared = self.folder.clear();
            cleared.map_err(|source| WorkerError::Folder { path: self.path(), source })?;
            let Some(job) = self.queue.front_mut() else { return Err(WorkerError::Idle) };
            if frames::write(&mut live.stream, &job.body).is_ok() {
                job.sent = Some(Instant::now());
                self.live = Some(live);
                return Ok(());
            }
        }
        Err(self.broken("it ends before it reads a job".to_owned()))
    }

    /// Starts a process and waits until it has imported Triton.
    fn launch(&self) -> Result<Live, WorkerError> {
        let at = |source| WorkerError::Start { program: self.toolchain.python().into(), source };
        let (mut stream, far) = UnixStream::pair().map_err(at)?;
        stream.set_write_timeout(Some(self.options.time_limit)).map_err(at)?;
        let _ = self.folder.clear();
        let process = Process::start(self.command(), far, self.folder.capture()).map_err(at)?;
        match frames::read(&mut stream, Instant::now() + START_LIMIT) {
            Ok(Frame::Ready(sandbox)) => {
                Ok(Live { process, stream, sandbox, answered: 0, resident: 0 })
            }
            Ok(Frame::Broken(traceback)) => Err(self.broken(last_line(&traceback))),
            Ok(_) => Err(self.broken("it speaks before it is asked".to_owned())),
            Err(NoFrame::Late) => Err(self.broken("importing Triton takes too long".to_owned())),
            Err(_) => {
                let output = self.folder.output().unwrap_or_default();
                Err(self.broken(last_line(&output)))
            }
        }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.toolchain.python());
        command.args(["-s", "-u", "-X", "faulthandler"]).arg(&self.package);
        command.arg(self.toolchain.module());
        let setup = Setup {
            parent: std::process::id(),
            address_space: self.options.address_space_limit,
            file_size: FILE_LIMIT,
            caches: self.folder.caches(),
            sandbox: self.options.sandbox.then(sandbox::private),
        };
        command.arg(serde_json::to_string(&setup).expect("invariant: the set-up is JSON"));
        command.current_dir(self.folder.path()).env_clear();
        for name in INHERITED {
            command.envs(std::env::var_os(name).map(|value| (name, value)));
        }
        command
            .env("HOME", self.folder.path())
            .env("TMPDIR", self.folder.path())
            .env("LANG", "C.UTF-8")
            .env("PYTHONHASHSEED", "0")
            .envs(self.options.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Reads frames up to the answer, or makes one up when the process fails.
    fn wait(&mut self, job: &Queued) -> JobResult {
        let started = job.sent.unwrap_or_else(Instant::now);
        // A caller that comes late must not take an answer that waits for it for a time-out.
        let deadline = (started + self.options.time_limit).max(Instant::now() + LATE_CALLER);
        let mut stage = "runtime".to_owned();
        let Some(live) = self.live.as_mut() else {
            return defect("there is no process".to_owned());
        };
        let missing = loop {
            match frames::read(&mut live.stream, deadline) {
                Ok(Frame::Stage(entered)) => stage = entered,
                Ok(Frame::Result(raw)) => {
                    live.answered += 1;
                    live.resident = raw.resident_bytes;
                    return self.answer(*raw, job.dumps);
                }
                Ok(other) => break NoFrame::Nonsense(format!("{other:?}")),
                Err(missing) => break missing,
            }
        };
        let end = end_of(&mut live.process, missing, self.options.time_limit);
        self.live = None; // kills it
        let seconds = started.elapsed().as_secs_f64();
        match end {
            Ok(end) => self.unanswered(end, &stage, job.dumps, seconds),
            Err(what) => defect(what),
        }
    }

    /// The result of a job whose process did not live to tell.
    fn unanswered(&self, end: End, stage: &str, dumped: bool, seconds: f64) -> JobResult {
        let (dumps, output) = self.output(dumped);
        let last = dumps.last().map(|dump| dump.pass.as_str());
        let failure = Some(classify::ended(end, stage, &output, last));
        JobResult { failure, passes: dumps, output, seconds, ..JobResult::default() }
    }

    fn answer(&self, raw: RawResult, dumped: bool) -> JobResult {
        let (dumps, output) = self.output(dumped);
        let last = dumps.last().map(|dump| dump.pass.clone());
        let failure = raw.failure.map(|raw| classify::raised(raw, &output, last.as_deref()));
        JobResult {
            launches: raw.launches,
            steps: raw.steps,
            buffers: raw.buffers,
            kernel: raw.kernel,
            passes: if dumped { dumps } else { raw.passes },
            failure,
            output,
            seconds: raw.seconds,
            resident_bytes: raw.resident_bytes,
        }
    }

    /// What was printed, with the IR dumps taken out.
    fn output(&self, dumped: bool) -> (Vec<super::PassText>, String) {
        let output = match self.folder.output() {
            Ok(output) => output,
            Err(error) => format!("(the output cannot be read: {error})"),
        };
        if dumped { dumps::split(&output) } else { (Vec::new(), output) }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().to_path_buf()
    }

    fn broken(&self, reason: String) -> WorkerError {
        WorkerError::Broken { toolchain: self.toolchain.id().to_string(), reason }
    }
}

/// How the process ended, or our own trouble with it.
fn end_of(process: &mut Process, missing: NoFrame, limit: Duration) -> Result<End, String> {
    match missing {
        NoFrame::Late => Ok(End::TimeLimit(limit.as_secs_f64())),
        NoFrame::Nonsense(what) => Err(what),
        NoFrame::Gone => {
            let status = process.collect().map_err(|error| error.to_string())?;
            Ok(match status.signal() {
                Some(signal) => End::Signal(signal),
                None => End::Status(status.code().unwrap_or(0)),
            })
        }
    }
}

fn defect(what: String) -> JobResult {
    let failure = CompileFailure {
        kind: FailureKind::WorkerDefect,
        stage: "runtime".to_owned(),
        pass: None,
        exception: None,
        message: what,
        traceback: String::new(),
        output: String::new(),
    };
    JobResult { failure: Some(failure), ..JobResult::default() }
}

fn last_line(text: &str) -> String {
    let line = text.lines().rev().find(|line| !line.trim().is_empty());
    line.unwrap_or("it ended without a word").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_can_move_between_threads() {
        fn assert_send<T: Send>() {}
        assert_send::<Worker>();
    }
}
