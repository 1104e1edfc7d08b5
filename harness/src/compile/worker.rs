//! One worker: a Python process inside a toolchain that answers jobs one after another.

use std::path::PathBuf;
use std::time::Duration;

use super::job::{Job, JobResult};
use crate::toolchain::Toolchain;

/// Limits of a worker.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Longest time that one job may take.
    pub time_limit: Duration,
    /// The worker is replaced between two jobs once it has answered this many.
    pub jobs_per_process: u32,
    /// The worker is replaced between two jobs once its resident memory passes this.
    pub resident_limit: u64,
    /// Address space that the process may map; past it allocations fail.
    pub address_space_limit: u64,
    /// Extra environment for the process (`TRITON_ALLOW_NON_CONSTEXPR_GLOBALS=1`, ...).
    pub environment: Vec<(String, String)>,
}

impl Default for WorkerOptions {
    fn default() -> Self {
        WorkerOptions {
            time_limit: Duration::from_secs(60),
            jobs_per_process: 2000,
            resident_limit: 2 << 30,
            address_space_limit: 16 << 30,
            environment: Vec::new(),
        }
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
    #[error("the toolchain {toolchain} does not start: {reason}")]
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
pub struct Worker {}

impl Worker {
    /// Starts a worker in `toolchain`.
    ///
    /// # Errors
    /// When the process does not start or does not answer.
    pub fn start(_toolchain: &Toolchain, _options: WorkerOptions) -> Result<Self, WorkerError> {
        Err(WorkerError::Idle)
    }

    /// Hands over a job and returns at once; answers come in the same order.
    ///
    /// # Errors
    /// When no process can be started for it.
    pub fn submit(&mut self, _job: &Job) -> Result<(), WorkerError> {
        Err(WorkerError::Idle)
    }

    /// Waits for the answer to the oldest job. A crash, an exit or a time-out of the process is an
    /// answer too; the next job gets a new process.
    ///
    /// # Errors
    /// When no job was submitted or no process can be started for the next one.
    pub fn receive(&mut self) -> Result<JobResult, WorkerError> {
        Err(WorkerError::Idle)
    }

    /// `submit` and `receive`.
    ///
    /// # Errors
    /// As those two.
    pub fn run(&mut self, job: &Job) -> Result<JobResult, WorkerError> {
        self.submit(job)?;
        self.receive()
    }
}
