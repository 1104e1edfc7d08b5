//! Compilation: module text or IR text in, artifacts and launches out.
//!
//! A **job** is one request to a **worker**, a long-lived Python process inside a toolchain. The
//! answer is a [`JobResult`]: what was compiled and launched, or a [`CompileFailure`] that keeps
//! the compiler's fault, the kernel's legitimate failure and our own defect apart. This module
//! knows nothing of programs, numbers or verdicts; it must never see `program` or `mlir`.

mod artifact;
mod base64;
mod classify;
mod control;
mod dumps;
mod failure;
mod folder;
mod frames;
mod instrument;
mod interpret;
mod job;
mod ocloc;
mod package;
mod process;
mod sandbox;
mod scenario;
mod stage;
mod target;
mod worker;

pub use artifact::{
    Artifact, BoundArgument, BoundConstant, BoundValue, Content, Kernel, Launch, PassText,
};
pub use control::{Control, control};
pub use failure::{CompileFailure, FailureKind};
pub use instrument::{Instrument, ParseInstrumentError};
pub use interpret::{InterpretBuffer, InterpretJob, InterpretedBuffer, STAGE as INTERPRETER};
pub use job::{Argument, IrJob, Job, JobResult, ModuleJob, PassJob, Scalar};
pub use ocloc::{Ocloc, find_ocloc, ocloc};
pub use sandbox::sandbox;
pub use scenario::{JobStep, Raised, ScenarioJob, Start, StepResult};
pub use stage::{ParseStageError, Stage};
pub use target::{Backend, ParseTargetError, Target};
pub use worker::{Worker, WorkerError, WorkerOptions};
