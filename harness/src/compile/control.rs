//! The control: whether a toolchain survives a job at all, before a crash is blamed on the kernel.
//!
//! Some wheels are broken as a whole: `tokenspeed-triton==3.7.10.post20260505` dies on every module
//! that it parses. A crash counts only if a trivial module survives the same kind of job.

use std::collections::BTreeMap;

use super::interpret::{InterpretBuffer, InterpretJob};
use super::job::{Argument, IrJob, Job, ModuleJob, PassJob};
use super::scenario::{JobStep, ScenarioJob};
use super::stage::Stage;
use super::target::Target;
use super::worker::{Worker, WorkerError};

/// What the control said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// A trivial module survives: a failure of another one is its own.
    Survives,
    /// It does not: the toolchain is defective, whatever the job was. One line says how.
    ToolchainDefect(String),
}

/// Runs a trivial module through the same kind of job: same target, same passes, same last stage.
///
/// # Errors
/// When the worker cannot be asked.
pub fn control(worker: &mut Worker, job: &Job) -> Result<Control, WorkerError> {
    let result = worker.run(&trivial(job))?;
    Ok(match result.failure {
        None => Control::Survives,
        Some(failure) => Control::ToolchainDefect(failure.to_string()),
    })
}

const KERNEL: &str = "\
import triton
import triton.language as tl


@triton.jit
def control(out):
    tl.store(out, 1)


def launch(ts):
    control[(1,)](ts.pointer(\"out\"))
";

/// The job with a trivial module in place of its own.
fn trivial(job: &Job) -> Job {
    match job {
        Job::RunModule(job) => {
            Job::RunModule(ModuleJob { source: KERNEL.to_owned(), arguments: out(), ..job.clone() })
        }
        Job::RunPasses(job) => {
            let on_tiles = job.text.contains("ttg.num-warps");
            let text = module(on_tiles.then_some(&job.target));
            Job::RunPasses(PassJob { text, ..job.clone() })
        }
        Job::CompileIr(job) => {
            let text = module((job.stage >= Stage::Ttgir).then_some(&job.target));
            Job::CompileIr(IrJob { text, ..job.clone() })
        }
        Job::RunScenario(job) => Job::RunScenario(ScenarioJob {
            modules: BTreeMap::from([(job.main.clone(), KERNEL.to_owned())]),
            arguments: out(),
            steps: vec![JobStep::Code { code: "launch(ts)".to_owned(), thread: false }],
            shared: false,
            ..job.clone()
        }),
        Job::Interpret(_) => {
            let out = InterpretBuffer { dtype: "i32".to_owned(), offset: 0, bytes: vec![0; 4] };
            let buffers = BTreeMap::from([("out".to_owned(), out)]);
            let (source, scalars) = (KERNEL.to_owned(), BTreeMap::new());
            Job::Interpret(InterpretJob { source, buffers, scalars })
        }
        Job::Ping => Job::Ping,
    }
}

fn out() -> BTreeMap<String, Argument> {
    let out = Argument::Pointer { dtype: "i32".to_owned(), address: 0x10000 };
    BTreeMap::from([("out".to_owned(), out)])
}

/// A module with one function that does nothing; for TTGIR with the attributes that it must have.
fn module(target: Option<&Target>) -> String {
    let attributes = target.map_or(String::new(), |target| {
        format!(
            "attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, \
             ttg.target = \"{target}\", \"ttg.threads-per-warp\" = 32 : i32}} "
        )
    });
    format!(
        "module {attributes}{{\n  tt.func public @control() attributes {{noinline = false}} {{\n    \
         tt.return\n  }}\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_control_keeps_everything_but_the_module() {
        let job = PassJob {
            text: "module attributes {\"ttg.num-warps\" = 8 : i32} {}".into(),
            passes: vec!["cse".into()],
            target: Target::cuda(80),
        };
        let Job::RunPasses(control) = trivial(&Job::RunPasses(job.clone())) else { panic!() };
        assert_eq!((&control.passes, &control.target), (&job.passes, &job.target));
        assert!(control.text.contains("ttg.target = \"cuda:80\""));
        assert!(!module(None).contains("ttg"));
    }
}
