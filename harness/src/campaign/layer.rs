//! Which layer is to blame where the IR is right and what a device executes is wrong: Triton's conversion
//! to LLVM IR, LLVM, or the assembler. The kernel is compiled again with one of them not optimizing, and
//! its assembly is executed in other ways.

use anyhow::Result;

use super::compiler::Compiler;
use super::execute::Run;
use super::subject::Subject;
use crate::compile::{Backend, Job, ModuleJob, Stage, Target};
use crate::device::{self, Device};
use crate::oracle::Verdict;

/// Variables of Triton's that leave out what optimizes; read at each compilation, in every release.
const NO_LLVM: &str = "DISABLE_LLVM_OPT";
const NO_PTXAS: &str = "DISABLE_PTXAS_OPT";

/// The layer, in words. `device` executed `stage` wrong; `compiler` is a new one, which is not used
/// again: what it is told stays.
///
/// # Errors
/// If the compiler cannot be asked.
pub(super) fn blame(
    run: &Run<'_>,
    subject: &Subject,
    device: &dyn Device,
    target: &Target,
    until: Stage,
    start: &mut dyn FnMut() -> Result<Box<dyn Compiler>>,
) -> Result<String> {
    if target.backend() != Backend::Cuda {
        return Ok("the lowering: Triton, LLVM or the device's own compiler".to_owned());
    }
    if is_right(&run.judge_native(device).verdict) != Some(false) {
        return Ok("not known: it does not happen at every launch".to_owned());
    }
    let mut without = |variable: &str| -> Result<Option<bool>> {
        let mut compiler = start()?;
        let job = told(&subject.job(target, until), variable);
        let result = compiler.run(&job)?;
        let [launch] = &result.launches[..] else { return Ok(None) };
        let again = Run { launch, checks: run.checks.clone(), ..*run };
        Ok(is_right(&again.judge_native(device).verdict))
    };
    let assembled = device.stages().contains(&Stage::Cubin) && until == Stage::Cubin;
    if assembled && let Some(layer) = below_assembly(run, device, &mut without)? {
        return Ok(layer);
    }
    Ok(match without(NO_LLVM)? {
        Some(true) => "LLVM: right where it does not optimize".to_owned(),
        Some(false) => {
            "Triton's conversion to LLVM IR: wrong without LLVM's optimizations".to_owned()
        }
        None => "Triton's conversion to LLVM IR, or LLVM".to_owned(),
    })
}

/// The layer to blame where the assembly is right. `without` says whether the kernel is right if it is
/// compiled with a variable.
fn below_assembly(
    run: &Run<'_>,
    device: &dyn Device,
    without: &mut dyn FnMut(&str) -> Result<Option<bool>>,
) -> Result<Option<String>> {
    // Our own interpreter and the driver's compiler know nothing of ptxas.
    let emulated = device::open("ptx").map(|ptx| run.judge(ptx.as_ref(), Stage::Ptx.name(), ""));
    let emulated = emulated.and_then(|judged| is_right(&judged.verdict));
    let by_driver = is_right(&run.judge(device, Stage::Ptx.name(), "").verdict);
    if emulated != Some(true) && (emulated.is_some() || by_driver != Some(true)) {
        return Ok(None);
    }
    let layer = match without(NO_PTXAS)? {
        Some(true) => "ptxas: right where it does not optimize",
        _ if by_driver == Some(true) => "ptxas: right where the driver assembles",
        _ => "ptxas, the driver or the GPU: the PTX is right",
    };
    Ok(Some(layer.to_owned()))
}

fn is_right(verdict: &Verdict) -> Option<bool> {
    match verdict {
        Verdict::Agree => Some(true),
        Verdict::Bug(_) => Some(false),
        Verdict::Inconclusive(_) => None,
    }
}

/// The job in a process that has the variable.
fn told(job: &Job, variable: &str) -> Job {
    match job {
        Job::RunModule(job) => {
            let source = format!("import os\nos.environ[{variable:?}] = \"1\"\n{}", job.source);
            Job::RunModule(ModuleJob { source, ..job.clone() })
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn the_variable_is_set_before_the_module_runs() {
        let job = Job::RunModule(ModuleJob {
            source: "import triton\n".to_owned(),
            arguments: BTreeMap::new(),
            target: Target::cuda(90),
            until: Stage::Cubin,
            want: vec![],
            dump_passes: false,
            instrument: None,
        });
        let Job::RunModule(told) = told(&job, NO_LLVM) else { panic!() };
        assert_eq!(
            told.source,
            "import os\nos.environ[\"DISABLE_LLVM_OPT\"] = \"1\"\nimport triton\n"
        );
    }
}
