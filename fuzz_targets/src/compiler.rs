//! Checks that ask a real Triton. One worker of the default toolchain serves all of them; it dies with the
//! process, which libFuzzer ends without a word.

use std::cell::RefCell;
use std::collections::BTreeMap;

use anyhow::{Context, Result};
use tritonsmith::campaign::history::{self, Examined};
use tritonsmith::campaign::{
    Compiler, Compilers, Examiner, Installed, Outcome, Plan, Settings, Subject,
};
use tritonsmith::compile::{
    CompileFailure, FailureKind, IrJob, Job, JobResult, Stage, Target, WorkerOptions,
};
use tritonsmith::device;
use tritonsmith::mlir;
use tritonsmith::oracle::history::signature;
use tritonsmith::oracle::{Finding, Known, known};
use tritonsmith::testcase::TestCase;
use tritonsmith::testcase::scenario::Scenario;
use tritonsmith::toolchain::{Home, ToolchainId};

use crate::features;

/// A fault that was found, in words; `None` if all is well or nothing can be said.
pub type Fault = Option<String>;

struct Shared {
    compiler: Box<dyn Compiler>,
    examiner: Examiner<'static>,
    plan: Plan,
    settings: Settings,
    known: Vec<Known>,
}

thread_local! {
    static SHARED: RefCell<Option<Shared>> = const { RefCell::new(None) };
}

fn with<T>(work: impl FnOnce(&mut Shared) -> Result<T>) -> Result<T> {
    SHARED.with_borrow_mut(|shared| {
        if shared.is_none() {
            *shared = Some(Shared::start()?);
        }
        work(shared.as_mut().expect("invariant: it was just started"))
    })
}

impl Shared {
    fn start() -> Result<Self> {
        let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
        let settings = Settings::single(&plan, &["ir".to_owned()], Stage::Ttgir);
        let (home, mut say) = (Home::from_environment()?, |line: &str| eprintln!("{line}"));
        let options = WorkerOptions::default();
        let installed = Installed::ensure(&home, &settings.toolchains, options, &mut say)?;
        // They live as long as the process.
        let installed: &'static Installed = Box::leak(Box::new(installed));
        Ok(Shared {
            compiler: installed.start(&plan.toolchain)?,
            examiner: Examiner::new(&settings, installed)?,
            plan,
            settings,
            known: Known::list()?,
        })
    }
}

/// Compiles a kernel and executes its IR, as `replay` does. A known finding is none.
///
/// # Errors
/// If the compiler cannot be asked.
pub fn kernel(case: TestCase) -> Result<Fault> {
    let subject = Subject::new(case);
    if subject.reference().0.is_err() {
        return Ok(None);
    }
    with(|shared| {
        let answer = shared.compiler.run(&shared.settings.first_job(&subject, &shared.plan))?;
        observe(&answer);
        let examined = shared.examiner.examine(&subject, &shared.plan, &answer)?;
        Ok(match examined.outcome {
            Outcome::Bug { finding, known: None } => {
                Some(format!("{}: {}: {}", subject.case.name, finding.kind, finding.detail))
            }
            _ => None,
        })
    })
}

fn observe(answer: &JobResult) {
    for launch in &answer.launches {
        for stage in [Stage::Ttir, Stage::Ttgir] {
            features::observe(stage.name(), launch.kernel.text(stage).unwrap_or_default());
        }
    }
}

/// The TTIR of a kernel is read and printed; what is printed prints the same again, and Triton compiles
/// it as it does the original.
///
/// # Errors
/// If the compiler cannot be asked.
pub fn round_trip(case: TestCase) -> Result<Fault> {
    let subject = Subject::new(case);
    with(|shared| {
        let answer = shared.compiler.run(&subject.job(&shared.plan.target, Stage::Ttir))?;
        observe(&answer);
        let launch = answer.launches.first();
        let Some(text) = launch.and_then(|launch| launch.kernel.text(Stage::Ttir)) else {
            return Ok(None);
        };
        let printed = match printed_twice(text) {
            Ok(printed) => printed,
            Err(fault) => return Ok(Some(format!("{fault}:\n{text}"))),
        };
        if shared.failure(text)?.is_some() || shared.refusal(&printed)?.is_none() {
            return Ok(None);
        }
        // What does not happen again is no refusal.
        let again = shared.refusal(&printed)?;
        Ok(again.map(|why| format!("Triton refuses what was printed: {why}\n{printed}")))
    })
}

/// The text as it is printed.
fn printed_twice(text: &str) -> Result<String, String> {
    let print = |text: &str| {
        let module = mlir::parse(text).map_err(|error| format!("not read: {error}"))?;
        mlir::print(&module).map_err(|error| format!("not printed: {error}"))
    };
    let once = print(text)?;
    let twice = print(&once)?;
    if once == twice { Ok(once) } else { Err("printed otherwise the second time".to_owned()) }
}

impl Shared {
    /// Why Triton does not read a TTIR text, or fails on it. Time or memory that ran out, and what this
    /// toolchain does not have, say nothing of the text.
    fn refusal(&mut self, text: &str) -> Result<Fault> {
        let failure = self.failure(text)?.filter(|failure| {
            let kind = failure.kind;
            kind == FailureKind::Parse || kind.is_compiler_fault() && kind != FailureKind::Timeout
        });
        Ok(failure.map(|failure| failure.message))
    }

    /// Why Triton does not compile a TTIR text on, whatever the reason.
    fn failure(&mut self, text: &str) -> Result<Option<CompileFailure>> {
        let job = Job::CompileIr(IrJob {
            text: text.to_owned(),
            stage: Stage::Ttir,
            target: self.plan.target.clone(),
            until: Stage::Ttgir,
            want: vec![],
            options: BTreeMap::new(),
            dump_passes: false,
        });
        Ok(self.compiler.run(&job)?.failure)
    }
}

/// Walks a scenario of launches and changes of Python state. A known finding is none.
///
/// # Errors
/// If the compiler cannot be asked.
pub fn globals(scenario: &Scenario) -> Result<Fault> {
    with(|shared| {
        let job = history::job(scenario, &shared.plan.target, Stage::Ttir);
        let answer = shared.compiler.run(&job)?;
        let device = (device::find("ir").context("no device `ir`")?.open)();
        let examined = history::examine(scenario, &answer, device.as_ref());
        let Examined::Judged(all) = examined else { return Ok(None) };
        let toolchain = shared.plan.toolchain.to_string();
        for judged in &all {
            features::count(&judged.ruling.name());
            let Some(kind) = judged.ruling.finding() else { continue };
            let detail = format!("{}: step {}: {}", scenario.name, judged.event, judged.detail);
            let signature = signature(scenario, judged);
            let finding = Finding { kind, signature, pass: None, detail };
            if known(&shared.known, &finding, &toolchain, "").is_none() {
                return Ok(Some(format!("{}: {}", finding.kind, finding.detail)));
            }
        }
        Ok(None)
    })
}
