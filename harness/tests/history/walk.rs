//! Scenarios that are written here, walked by a worker and judged.

use tritonsmith::campaign::history::{Examined, examine, job, shared_job};
use tritonsmith::compile::{Job, Stage, Target, Worker, WorkerOptions};
use tritonsmith::device;
use tritonsmith::oracle::history::Ruling;
use tritonsmith::testcase::scenario::{Binding, Event, Read, Reader, SCENARIO_SCHEMA, Scenario};
use tritonsmith::toolchain::{Home, Toolchain, ToolchainId};

pub(crate) fn worker() -> Worker {
    let home = Home::from_environment().unwrap();
    let mut progress = |line: &str| eprintln!("{line}");
    let toolchain = Toolchain::ensure(&home, &ToolchainId::default(), &mut progress).unwrap();
    Worker::start(&toolchain, WorkerOptions::default()).unwrap()
}

pub(crate) fn scenario(kinds: &[&str], events: Vec<Event>) -> Scenario {
    let bindings = kinds.iter().enumerate();
    let bindings =
        bindings.map(|(at, kind)| Binding { kind: (*kind).into(), name: format!("g{at}") });
    let kernel = |binding: usize| Reader {
        name: format!("k{binding}"),
        reads: vec![Read { binding, through_helper: false }],
    };
    let scenario = Scenario {
        schema: SCENARIO_SCHEMA,
        name: "test".into(),
        permission: true,
        bindings: bindings.collect(),
        kernels: (0..kinds.len()).map(kernel).collect(),
        events,
    };
    scenario.check().unwrap();
    scenario
}

pub(crate) fn launch(kernel: usize) -> Event {
    Event::Launch { kernel, thread: false }
}

pub(crate) fn change(mutation: &str, version: u32) -> Event {
    Event::Mutate { binding: 0, mutation: mutation.into(), version }
}

pub(crate) fn walk(worker: &mut Worker, scenario: &Scenario, plant: Option<&str>) -> Examined {
    let Job::RunScenario(mut job) = job(scenario, &Target::cuda(90), Stage::Ttir) else { panic!() };
    job.plant = plant.map(str::to_owned);
    run(worker, scenario, &Job::RunScenario(job))
}

fn run(worker: &mut Worker, scenario: &Scenario, job: &Job) -> Examined {
    let result = worker.run(job).unwrap();
    let device = (device::find("ir").unwrap().open)();
    examine(scenario, &result, device.as_ref())
}

/// In a process that has walked others, where that is possible.
pub(crate) fn walk_shared(worker: &mut Worker, scenario: &Scenario) -> Examined {
    run(worker, scenario, &shared_job(scenario, &Target::cuda(90), Stage::Ttir))
}

pub(crate) fn rulings(examined: &Examined) -> Vec<Ruling> {
    let Examined::Judged(all) = examined else { panic!("{examined:?}") };
    all.iter().map(|judged| judged.ruling).collect()
}
