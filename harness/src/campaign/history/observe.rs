//! From a scenario to the job that walks it, and from the job's answer to what each event showed.

use std::collections::BTreeMap;

use crate::compile::{
    Argument, Job, JobStep, Launch, ScenarioJob, Stage, Start, StepResult, Target,
};
use crate::device::{Device, Execution, Outcome};
use crate::mlir::{self, Attribute};
use crate::oracle::history::{Observed, Parameter, Ran, Trial, false_assumption};
use crate::render::scenario::{Step, modules, steps};
use crate::tensor::{Buffer, DType, Memory, Tile, sign_extend};
use crate::testcase::scenario::{Event, MODULES, Scenario};

/// Where the stored values go, aligned to 16 bytes.
const OUT: u64 = 0x10000;
/// What is there before.
const UNTOUCHED: i64 = -77;

/// What a message begins with that says that a version of Triton lacks something.
const LACK: &str = "this version of Triton lacks ";

/// The modules, the main one with a check that Triton has what the kinds need.
fn checked(scenario: &Scenario) -> BTreeMap<String, String> {
    let mut modules = modules(scenario);
    let kinds = (0..scenario.bindings.len()).map(|at| scenario.kind(at));
    let checks: String = kinds
        .filter(|kind| !kind.needs.is_empty())
        .map(|kind| {
            let told = format!("{LACK}what {} needs: {}", kind.name, kind.needs);
            format!("if not ({}):\n    raise NotImplementedError({told:?})\n", kind.needs)
        })
        .collect();
    if let Some(main) = modules.get_mut(MODULES.0).filter(|_| !checks.is_empty()) {
        *main = format!("import triton\nimport triton.language as tl\n{checks}{main}");
    }
    modules
}

/// What the version of Triton lacks, if that is why a step failed.
pub(super) fn lack(results: &[StepResult]) -> Option<String> {
    let errors = results.iter().filter_map(|result| result.error.as_ref());
    let mut told = errors.filter(|error| error.exception == "NotImplementedError");
    told.find(|error| error.message.starts_with(LACK)).map(|error| error.message.clone())
}

/// Whether a scenario leaves nothing behind in a process, as far as can be told before.
pub fn is_contained(scenario: &Scenario) -> bool {
    (0..scenario.bindings.len()).all(|at| scenario.kind(at).is_contained())
}

/// The job that walks a scenario in processes of its own.
pub fn job(scenario: &Scenario, target: &Target, until: Stage) -> Job {
    Job::RunScenario(walk(scenario, target, until, false))
}

/// The job that walks it in a process that may have walked others, if it [`is_contained`].
pub fn shared_job(scenario: &Scenario, target: &Target, until: Stage) -> Job {
    Job::RunScenario(walk(scenario, target, until, is_contained(scenario)))
}

fn walk(scenario: &Scenario, target: &Target, until: Stage, shared: bool) -> ScenarioJob {
    let code = steps(scenario).into_iter().zip(&scenario.events).map(|(step, event)| match step {
        Step::Launch(kernel, arguments) => JobStep::Code {
            code: format!("{kernel}[(1,)](ts.pointer(\"out\"){arguments})"),
            thread: matches!(event, Event::Launch { thread: true, .. }),
        },
        Step::Race(kernel, arguments) => JobStep::Code {
            code: format!("ts.race(lambda: {kernel}[(1,)](ts.pointer(\"out\"){arguments}))"),
            thread: false,
        },
        Step::Code(code) => JobStep::Code { code, thread: false },
        Step::Process => {
            let fresh = matches!(event, Event::Process { fresh: true });
            let process = if fresh { Start::Fresh } else { Start::Forked };
            JobStep::Process { process, edit: None }
        }
        Step::Edit(pattern, text) => JobStep::Process {
            process: Start::Forked,
            edit: Some((pattern.to_owned(), text.to_owned())),
        },
    });
    let out = Argument::Pointer { dtype: "i32".to_owned(), address: OUT };
    let allowed = if scenario.permission { "1" } else { "0" };
    ScenarioJob {
        modules: checked(scenario),
        main: MODULES.0.to_owned(),
        arguments: BTreeMap::from([("out".to_owned(), out)]),
        steps: code.collect(),
        environment: BTreeMap::from([(
            "TRITON_ALLOW_NON_CONSTEXPR_GLOBALS".to_owned(),
            allowed.to_owned(),
        )]),
        target: target.clone(),
        until,
        want: vec![Stage::Ttir],
        shared,
        folder: None,
        plant: None,
    }
}

/// What the events showed, or which event of ours did not do what it should.
///
/// # Errors
/// If an event that is no launch failed: then the model of the state is wrong.
pub fn observe(
    scenario: &Scenario,
    results: &[StepResult],
    device: &dyn Device,
) -> Result<Vec<Observed>, String> {
    let mut all = Vec::with_capacity(scenario.events.len());
    for (at, (event, result)) in scenario.events.iter().zip(results).enumerate() {
        let Some(kernel) = event.launched() else {
            if let Some(error) = &result.error {
                let line = error.message.lines().next().unwrap_or_default();
                return Err(format!("step {at} failed: {}: {line}", error.exception));
            }
            all.push(Observed::default());
            continue;
        };
        let reads = scenario.kernels[kernel].reads.len();
        let raised = result.error.as_ref().map(|e| (e.exception.clone(), e.message.clone()));
        let ran = ran(&result.launches, reads, device);
        all.push(Observed { ran, raised, died: result.died.clone() });
    }
    Ok(all)
}

/// What the launches of a step did; several where a wrapper tries configurations.
fn ran(launches: &[Launch], reads: usize, device: &dyn Device) -> Option<Ran> {
    let (last, before) = launches.split_last()?;
    let trial = |launch: &Launch| {
        let constants = launch.constants.iter();
        let constants = constants.map(|one| (one.name.clone(), one.assumed.clone())).collect();
        Some(Trial { values: values(launch, reads, device).ok()?, constants })
    };
    let broken =
        |launch| parameters(launch).and_then(|parameters| false_assumption(&parameters, launch));
    Some(Ran {
        values: values(last, reads, device),
        trials: before.iter().filter_map(trial).collect(),
        broken: launches.iter().find_map(broken),
        compiled: launches.iter().any(|launch| !launch.kernel.cached),
    })
}

/// Executes what was launched.
fn values(launch: &Launch, reads: usize, device: &dyn Device) -> Result<Vec<i64>, String> {
    let text = launch.kernel.text(Stage::Ttir).ok_or("the compiler left no TTIR")?;
    let mut memory = Memory::default();
    let before = Tile::splat_int(&[reads], UNTOUCHED);
    memory.add(Buffer::new("out", OUT, DType::I32.kind(), &before));
    let observation = device.execute(&Execution {
        stage: "ttir",
        text,
        function: None,
        arguments: &launch.arguments,
        grid: launch.grid,
        memory: &memory,
        native: None,
    });
    match observation.outcome {
        Outcome::Finished(buffers) => {
            let buffer = buffers.first().ok_or("no buffer came back")?;
            if buffer.undef.as_ref().is_some_and(|undef| undef.contains(&true)) {
                return Err("an undefined value is stored".to_owned());
            }
            Ok(buffer.bits.iter().map(|bits| sign_extend(*bits as i64, 32)).collect())
        }
        Outcome::Fault(text)
        | Outcome::Undefined { what: text, .. }
        | Outcome::Nondeterministic(text)
        | Outcome::Timeout(text)
        | Outcome::Unsupported(text)
        | Outcome::DeviceFailure(text) => Err(text),
    }
}

/// The parameters of what was compiled, if its text can be read.
fn parameters(launch: &Launch) -> Option<Vec<Parameter>> {
    let module = mlir::parse(launch.kernel.text(Stage::Ttir)?).ok()?;
    let function = module.function(&launch.kernel.name).or(module.functions().first().copied())?;
    let Some(Attribute::Type(mlir::Type::Function(ty))) = function.attribute("function_type")
    else {
        return None;
    };
    let all = match function.attribute("arg_attrs") {
        Some(Attribute::Array(all)) => all.as_slice(),
        _ => &[],
    };
    let divisibility = |at: usize| {
        let Attribute::Dictionary(entries) = all.get(at)? else { return None };
        let (_, found) = entries.iter().find(|(name, _)| &**name == "tt.divisibility")?;
        let Attribute::Integer(divisor, _) = found else { return None };
        Some(*divisor)
    };
    let inputs = ty.inputs.iter().enumerate();
    let parameter = |(at, ty): (usize, &mlir::Type)| Parameter {
        ty: ty.to_string(),
        divisibility: divisibility(at).unwrap_or(1),
    };
    Some(inputs.map(parameter).collect())
}
