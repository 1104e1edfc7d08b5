//! What a campaign needs of the compiler: the seam at which tests put a fake.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;

use anyhow::{Context, Result, bail};

use crate::compile::{self, Control, Job, JobResult, Worker, WorkerOptions};
use crate::toolchain::{Home, Progress, Toolchain, ToolchainId};

/// Answers jobs in the order in which they were submitted.
pub trait Compiler: Send {
    /// Hands over a job; it may be worked on before the answers to earlier ones are fetched.
    ///
    /// # Errors
    /// If the compiler cannot be asked.
    fn submit(&mut self, job: &Job) -> Result<()>;

    /// Waits for the oldest answer.
    ///
    /// # Errors
    /// If the compiler cannot be asked.
    fn receive(&mut self) -> Result<JobResult>;

    /// Whether a trivial module survives the same kind of job.
    ///
    /// # Errors
    /// If the compiler cannot be asked.
    fn control(&mut self, job: &Job) -> Result<Control>;

    /// Both.
    ///
    /// # Errors
    /// If the compiler cannot be asked.
    fn run(&mut self, job: &Job) -> Result<JobResult> {
        self.submit(job)?;
        self.receive()
    }
}

/// Starts compilers.
pub trait Compilers: Sync {
    /// A compiler of that toolchain.
    ///
    /// # Errors
    /// If it does not start.
    fn start(&self, toolchain: &ToolchainId) -> Result<Box<dyn Compiler>>;

    /// One that interprets ([`Job::Interpret`]) and does not compile.
    ///
    /// # Errors
    /// If there is none, or it does not start.
    fn start_interpreter(&self, toolchain: &ToolchainId) -> Result<Box<dyn Compiler>> {
        bail!("no interpreter of {toolchain}")
    }

    /// The version that the Triton in it gives, where that is known.
    fn version(&self, _toolchain: &ToolchainId) -> Option<String> {
        None
    }
}

impl Compiler for Worker {
    fn submit(&mut self, job: &Job) -> Result<()> {
        Ok(Worker::submit(self, job)?)
    }

    fn receive(&mut self) -> Result<JobResult> {
        Ok(Worker::receive(self)?)
    }

    fn control(&mut self, job: &Job) -> Result<Control> {
        Ok(compile::control(self, job)?)
    }
}

/// A compiler of each toolchain, started when it is first asked for.
pub(super) struct Started<'a> {
    /// What starts them.
    pub(super) compilers: &'a dyn Compilers,
    /// Whether they interpret and do not compile.
    interprets: bool,
    started: HashMap<ToolchainId, Box<dyn Compiler>>,
}

impl<'a> Started<'a> {
    /// Those that compile.
    pub(super) fn new(compilers: &'a dyn Compilers) -> Self {
        Started { compilers, interprets: false, started: HashMap::new() }
    }

    /// Those that interpret.
    pub(super) fn interpreters(compilers: &'a dyn Compilers) -> Self {
        Started { interprets: true, ..Started::new(compilers) }
    }

    /// The one of a toolchain.
    ///
    /// # Errors
    /// If it does not start.
    pub(super) fn of(&mut self, toolchain: &ToolchainId) -> Result<&mut Box<dyn Compiler>> {
        if !self.started.contains_key(toolchain) {
            let compiler = match self.interprets {
                true => self.compilers.start_interpreter(toolchain)?,
                false => self.compilers.start(toolchain)?,
            };
            self.started.insert(toolchain.clone(), compiler);
        }
        Ok(self.started.get_mut(toolchain).expect("invariant: it was put there"))
    }

    /// Ends the one of a toolchain: whoever asks next gets another.
    pub(super) fn remove(&mut self, toolchain: &ToolchainId) {
        self.started.remove(toolchain);
    }
}

/// Workers in installed toolchains.
#[derive(Debug)]
pub struct Installed {
    toolchains: Vec<Toolchain>,
    options: WorkerOptions,
    sandboxes: Mutex<BTreeSet<String>>,
}

impl Installed {
    /// Installs what is not there yet.
    ///
    /// # Errors
    /// If a toolchain cannot be had.
    pub fn ensure(
        home: &Home,
        ids: &[ToolchainId],
        options: WorkerOptions,
        progress: &mut dyn Progress,
    ) -> Result<Self> {
        let mut toolchains = Vec::new();
        for id in ids {
            toolchains.push(Toolchain::ensure(home, id, progress)?);
        }
        Ok(Installed { toolchains, options, sandboxes: Mutex::default() })
    }

    /// What the workers that were started are confined with; empty if there were none.
    pub fn sandbox(&self) -> String {
        let seen = self.sandboxes.lock().expect("invariant: nothing panics here");
        seen.iter().map(String::as_str).collect::<Vec<_>>().join("; ")
    }

    fn worker(&self, id: &ToolchainId, options: WorkerOptions) -> Result<Box<dyn Compiler>> {
        let found = self.toolchains.iter().find(|toolchain| toolchain.id() == id);
        let found = found.with_context(|| format!("{id} was not installed"))?;
        let worker = Worker::start(found, options)?;
        let held = worker.sandbox().unwrap_or("none").to_owned();
        let mut seen = self.sandboxes.lock().expect("invariant: nothing panics here");
        let whole = held == "off" || (held.contains("landlock") && held.contains("seccomp"));
        if seen.insert(held.clone()) && !whole {
            log::warn!(
                "workers are confined by {held} only: run what you trust (`doctor` says more)"
            );
        }
        Ok(Box::new(worker))
    }
}

impl Compilers for Installed {
    fn start(&self, toolchain: &ToolchainId) -> Result<Box<dyn Compiler>> {
        self.worker(toolchain, self.options.clone())
    }

    fn start_interpreter(&self, toolchain: &ToolchainId) -> Result<Box<dyn Compiler>> {
        self.worker(toolchain, self.options.clone().interpreting())
    }

    fn version(&self, toolchain: &ToolchainId) -> Option<String> {
        let found = self.toolchains.iter().find(|one| one.id() == toolchain)?;
        Some(format!("{} {}", found.module(), found.version()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Silent;

    impl Compiler for Silent {
        fn submit(&mut self, _: &Job) -> Result<()> {
            bail!("it is only started")
        }

        fn receive(&mut self) -> Result<JobResult> {
            bail!("it is only started")
        }

        fn control(&mut self, _: &Job) -> Result<Control> {
            bail!("it is only started")
        }
    }

    #[derive(Default)]
    struct Counted(Mutex<Vec<String>>);

    impl Compilers for Counted {
        fn start(&self, toolchain: &ToolchainId) -> Result<Box<dyn Compiler>> {
            self.0.lock().unwrap().push(toolchain.to_string());
            Ok(Box::new(Silent))
        }

        fn start_interpreter(&self, toolchain: &ToolchainId) -> Result<Box<dyn Compiler>> {
            self.0.lock().unwrap().push(format!("interpreter of {toolchain}"));
            Ok(Box::new(Silent))
        }
    }

    #[test]
    fn one_compiler_of_each_toolchain_is_started() {
        let ids: [ToolchainId; 2] =
            ["triton==3.5.0", "triton==3.6.0"].map(|id| id.parse().unwrap());
        let counted = Counted::default();
        let mut started = Started::new(&counted);
        for id in [&ids[0], &ids[1], &ids[0]] {
            started.of(id).unwrap();
        }
        Started::interpreters(&counted).of(&ids[0]).unwrap();
        let [one, other] = ids.map(|id| id.to_string());
        let interpreter = format!("interpreter of {one}");
        assert_eq!(*counted.0.lock().unwrap(), [one, other, interpreter]);
    }

    #[test]
    fn one_that_was_removed_is_started_again() {
        let ids: [ToolchainId; 2] =
            ["triton==3.5.0", "triton==3.6.0"].map(|id| id.parse().unwrap());
        let counted = Counted::default();
        let mut started = Started::new(&counted);
        for id in &ids {
            started.of(id).unwrap();
        }
        started.remove(&ids[0]);
        for id in &ids {
            started.of(id).unwrap();
        }
        let [one, other] = ids.map(|id| id.to_string());
        assert_eq!(*counted.0.lock().unwrap(), [one.clone(), other, one]);
    }
}
