//! A compiler with a planted fault: after its own passes a toolchain runs one of them once more, and that
//! run goes wrong on the first operation of one kind. What is planted follows the kernel, so a kernel that
//! is made smaller can be asked about again.

use anyhow::{Result, bail};

use crate::campaign::{Compiler, Compilers};
use crate::compile::{
    Content, Control, Job, JobResult, Launch, ModuleJob, PassJob, PassText, Stage, Target,
};
use crate::mlir;
use crate::plant::{self, Operator};
use crate::toolchain::ToolchainId;

/// What goes wrong.
#[derive(Clone)]
pub(super) struct Fault {
    /// The pass that has it.
    pub(super) pass: &'static str,
    /// What it does.
    pub(super) operator: &'static Operator,
    /// The operation that it does it to, the first one of this name.
    pub(super) operation: String,
}

impl Fault {
    /// The text with the fault in it; none where it has no place.
    fn plant(&self, text: &str) -> Option<String> {
        let module = mlir::parse(text).ok()?;
        let edits = (self.operator.edits)(&module);
        let is_place = |edit: &&plant::Edit| plant::operation(&module, edit) == self.operation;
        plant::apply(&module, edits.iter().find(is_place)?).ok()
    }
}

/// Compilers of which one toolchain has the fault.
pub(super) struct Faulty<'a> {
    pub(super) inner: &'a dyn Compilers,
    /// The toolchain as it is.
    pub(super) sound: ToolchainId,
    /// Its name with the fault.
    pub(super) faulty: ToolchainId,
    pub(super) fault: Fault,
}

impl Compilers for Faulty<'_> {
    fn start(&self, toolchain: &ToolchainId) -> Result<Box<dyn Compiler>> {
        if *toolchain != self.faulty {
            return self.inner.start(toolchain);
        }
        let inner = self.inner.start(&self.sound)?;
        Ok(Box::new(Planted { inner, fault: self.fault.clone(), job: None }))
    }
}

/// One that has it.
struct Planted {
    inner: Box<dyn Compiler>,
    fault: Fault,
    job: Option<Job>,
}

impl Compiler for Planted {
    fn submit(&mut self, job: &Job) -> Result<()> {
        self.job = Some(job.clone());
        self.inner.submit(job)
    }

    fn receive(&mut self) -> Result<JobResult> {
        let mut result = self.inner.receive()?;
        let job = self.job.take();
        if result.failure.is_some() {
            return Ok(result);
        }
        match job {
            Some(Job::RunModule(job)) => self.module(&job, &mut result)?,
            Some(Job::RunPasses(job)) => self.passes(&job, &mut result),
            _ => {}
        }
        Ok(result)
    }

    fn control(&mut self, job: &Job) -> Result<Control> {
        self.inner.control(job)
    }
}

impl Planted {
    /// Runs the pass on what the kernel became, and plants into what comes out.
    fn module(&mut self, job: &ModuleJob, result: &mut JobResult) -> Result<()> {
        let [launch] = &mut result.launches[..] else { return Ok(()) };
        let Some(text) = launch.kernel.text(Stage::Ttgir).map(str::to_owned) else { return Ok(()) };
        let after = self.again(&text, &job.target)?;
        if job.dump_passes {
            result.passes.push(PassText { pass: self.fault.pass.to_owned(), text });
        }
        replace(launch, &after);
        Ok(())
    }

    fn again(&mut self, text: &str, target: &Target) -> Result<String> {
        let passes = vec![self.fault.pass.to_owned()];
        let job = PassJob { text: text.to_owned(), passes, target: target.clone() };
        let ran = self.inner.run(&Job::RunPasses(job))?;
        let Some(after) = ran.final_text().filter(|_| ran.failure.is_none()) else {
            bail!("{} does not run on its own output: {:?}", self.fault.pass, ran.failure)
        };
        Ok(self.fault.plant(after).unwrap_or_else(|| after.to_owned()))
    }

    fn passes(&self, job: &PassJob, result: &mut JobResult) {
        if job.passes.last().is_some_and(|pass| pass == self.fault.pass)
            && let Some(last) = result.passes.last_mut()
            && let Some(planted) = self.fault.plant(&last.text)
        {
            last.text = planted;
        }
    }
}

fn replace(launch: &mut Launch, text: &str) {
    for artifact in &mut launch.kernel.artifacts {
        if artifact.stage == Stage::Ttgir {
            artifact.content = Content::Text(text.to_owned());
        }
    }
}
