//! Failures of a job, told apart by whose fault they are.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::interpret;

/// What kind of failure a job met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// Triton's frontend refused the kernel (`CompilationError` and its kin).
    Frontend,
    /// Triton's frontend failed by itself: an exception that it never raises on purpose
    /// (`AttributeError`, `KeyError`, ...) came out of its own code.
    FrontendCrash,
    /// Python raised outside any compiler stage: the module's own code, the binder, the driver, the
    /// check of globals. See [`CompileFailure::exception`].
    Runtime,
    /// The IR text could not be parsed.
    Parse,
    /// The verifier refused a module that the compiler itself made.
    Verifier,
    /// A pass reported failure.
    Pass,
    /// An assertion of the compiler failed.
    Assertion,
    /// Shared memory, registers or threads ran out: the kernel's legitimate failure.
    OutOfResources,
    /// Triton's interpreter raised an exception on a kernel.
    Interpreter,
    /// LLVM or the assembler refused what it was given.
    Backend,
    /// The compiler's process died of a signal.
    Crash {
        /// Which signal.
        signal: i32,
    },
    /// The compiler's process ended by itself.
    Exit {
        /// Its exit status.
        status: i32,
    },
    /// The time limit passed.
    Timeout,
    /// The memory limit was reached.
    MemoryLimit,
    /// The job asks for something that this toolchain does not have (a pass, a target, a stage).
    Unsupported,
    /// The worker's own code failed: our bug, never a finding.
    WorkerDefect,
}

impl FailureKind {
    /// The failure is the compiler's, provided that the kernel is valid and that the control job
    /// survives on the same toolchain.
    pub fn is_compiler_fault(self) -> bool {
        matches!(
            self,
            FailureKind::FrontendCrash
                | FailureKind::Verifier
                | FailureKind::Pass
                | FailureKind::Assertion
                | FailureKind::Interpreter
                | FailureKind::Backend
                | FailureKind::Crash { .. }
                | FailureKind::Exit { .. }
                | FailureKind::Timeout
        )
    }
}

/// Why a job did not finish.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompileFailure {
    /// Whose fault, and how.
    pub kind: FailureKind,
    /// Where: `parse`, `frontend`, a stage's name, or `runtime`.
    pub stage: String,
    /// The command-line name (else the class) of the pass that failed, if it is known.
    pub pass: Option<String>,
    /// The Python exception's class, if one was raised.
    pub exception: Option<String>,
    /// One line that says what happened: the assertion, the diagnostic or the exception's text.
    pub message: String,
    /// Python's traceback.
    pub traceback: String,
    /// Everything that was printed during the job.
    pub output: String,
}

impl CompileFailure {
    /// Whether Triton's interpreter was at work, and no compiler.
    pub fn is_interpreters(&self) -> bool {
        self.stage == interpret::STAGE
    }
}

impl fmt::Display for CompileFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} in {}", self.kind, self.stage)?;
        if let Some(pass) = &self.pass {
            write!(f, " ({pass})")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for CompileFailure {}
