//! One kernel on its way: the case, what it must leave, and the job that compiles it.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::time::Instant;

use crate::compile::{self, Instrument, Job, ModuleJob, Scalar, Stage, Target};
use crate::device;
use crate::evaluate::{Reference, memory, reference};
use crate::program::{Param, Undefined};
use crate::render;
use crate::tensor::{DType, Exact, Memory};
use crate::testcase::{Argument, TestCase, buffer_address};

/// Where kernels come from.
pub trait Source: Sync {
    /// Kernel `index`: the same whenever and wherever it is asked for.
    fn case(&self, index: u64) -> TestCase;
}

impl<F: Fn(u64) -> TestCase + Sync> Source for F {
    fn case(&self, index: u64) -> TestCase {
        self(index)
    }
}

/// Why there is nothing to compare a kernel with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoReference {
    /// It is not well defined: the generator's fault.
    Undefined(String),
    /// The evaluator came to a limit of its own.
    Limit(String),
    /// The evaluator failed: our fault.
    Failed(String),
}

impl From<Undefined> for NoReference {
    fn from(undefined: Undefined) -> Self {
        let reason = undefined.reason.to_owned();
        match undefined.is_limit {
            true => NoReference::Limit(format!("the evaluator's {reason}")),
            false => NoReference::Undefined(reason),
        }
    }
}

/// One kernel.
#[derive(Debug)]
pub struct Subject {
    /// The case.
    pub case: TestCase,
    /// Its Python module.
    pub module: String,
    reference: OnceLock<(Result<Reference, NoReference>, f64)>,
}

impl Subject {
    /// A kernel that is not compiled yet.
    pub fn new(case: TestCase) -> Self {
        let module = render::module(&case);
        Subject { case, module, reference: OnceLock::new() }
    }

    /// Whether the order of its programs may change what it leaves, if it rounds.
    pub(super) fn has_atomics(&self) -> bool {
        self.module.contains("tl.atomic")
    }

    /// What the kernel must leave, and the seconds that took; evaluated once.
    pub fn reference(&self) -> (Result<&Reference, &NoReference>, f64) {
        let (reference, seconds) = self.reference.get_or_init(|| {
            let started = Instant::now();
            let evaluated = guarded(|| reference(&self.case));
            let reference = match evaluated {
                Ok(Ok(expected)) => Ok(expected),
                Ok(Err(undefined)) => Err(undefined.into()),
                Err(panic) => Err(NoReference::Failed(panic)),
            };
            (reference, started.elapsed().as_secs_f64())
        });
        (reference.as_ref(), *seconds)
    }

    /// The job that compiles it. What can be executed comes back as text.
    pub fn job(&self, target: &Target, until: Stage) -> Job {
        self.build(target, until, None)
    }

    /// The same of a build with a sanitizer.
    pub fn instrumented(&self, target: &Target, until: Stage, by: Instrument) -> Job {
        self.build(target, until, Some(by))
    }

    fn build(&self, target: &Target, until: Stage, instrument: Option<Instrument>) -> Job {
        let mut want = executed_stages(until);
        want.extend(native_stages(until));
        Job::RunModule(ModuleJob {
            source: self.module.clone(),
            arguments: arguments(&self.case),
            target: target.clone(),
            until,
            want,
            dump_passes: false,
            instrument,
        })
    }

    /// Its Python module for Triton's interpreter.
    pub fn interpretable(&self) -> String {
        render::interpretable(&self.case)
    }

    /// The job that interprets it.
    pub fn interpretation(&self) -> Job {
        let memory: Memory<Exact> = memory(&self.case);
        device::interpretation(self.interpretable(), &arguments(&self.case), &memory)
    }
}

/// The stages up to the last one that leave IR. What barriers are placed in is made only for itself.
pub(super) fn executed_stages(until: Stage) -> Vec<Stage> {
    let stages = [Stage::Ttir, Stage::Ttgir, Stage::TtgirAlloc].into_iter();
    let made = |stage: &Stage| match stage {
        Stage::TtgirAlloc => until == Stage::TtgirAlloc,
        stage => *stage <= until,
    };
    stages.filter(made).collect()
}

/// The stages up to the last one whose output GPUs execute. PTX comes with a cubin: a GPU of another
/// architecture can compile it.
pub(super) fn native_stages(until: Stage) -> Vec<Stage> {
    match until {
        Stage::Ptx => vec![Stage::Ptx],
        Stage::Cubin => vec![Stage::Ptx, Stage::Cubin],
        Stage::Spv => vec![Stage::Spv],
        _ => Vec::new(),
    }
}

/// What the module's `launch` asks for.
fn arguments(case: &TestCase) -> BTreeMap<String, compile::Argument> {
    let argument = |at: usize, dtype: Option<DType>, argument: &Argument| match argument {
        // The launch takes the other's.
        Argument::Same(_) => None,
        Argument::Buffer(spec) => Some(compile::Argument::Pointer {
            dtype: spec.dtype.short_name().to_owned(),
            address: buffer_address(at, spec),
        }),
        Argument::Int(value) if dtype == Some(DType::I1) => {
            Some(compile::Argument::Scalar(Scalar::Bool(*value != 0)))
        }
        Argument::Int(value) => Some(compile::Argument::Scalar(Scalar::Int(*value))),
        Argument::Float(value) => Some(compile::Argument::Scalar(Scalar::Float(*value))),
    };
    let dtype = |kind| match kind {
        crate::program::ParamKind::Scalar(dtype) => Some(dtype),
        _ => None,
    };
    let bound = case.bound();
    let named = |(at, param, a): (usize, &Param, &Argument)| {
        Some((param.name.clone(), argument(at, dtype(param.kind), a)?))
    };
    bound.filter_map(named).collect()
}

/// Runs our own code so that a panic of it costs one kernel and not the campaign.
///
/// # Errors
/// What the panic said.
pub fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panic").to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_of_ours_is_no_fault_of_the_kernel() {
        let limit = NoReference::from(Undefined::limit("step limit"));
        assert_eq!(limit, NoReference::Limit("the evaluator's step limit".to_owned()));
        let broken = NoReference::from(Undefined::at("a store leaves its buffer", "out"));
        assert_eq!(broken, NoReference::Undefined("a store leaves its buffer".to_owned()));
    }
}
