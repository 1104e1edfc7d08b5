//! Scenarios in a real toolchain: what is known to be right and wrong there, faults planted into its
//! runtime, and isolation.

#![allow(clippy::unwrap_used, reason = "tests")]

use tritonsmith::campaign::history::{Examined, examine, job};
use tritonsmith::compile::{Job, Stage, Target, Worker, WorkerOptions};
use tritonsmith::device;
use tritonsmith::generate;
use tritonsmith::oracle::history::Ruling;
use tritonsmith::testcase::scenario::{Binding, Event, Read, Reader, SCENARIO_SCHEMA, Scenario};
use tritonsmith::toolchain::{Home, Toolchain, ToolchainId};

fn worker() -> Worker {
    let home = Home::from_environment().unwrap();
    let mut progress = |line: &str| eprintln!("{line}");
    let toolchain = Toolchain::ensure(&home, &ToolchainId::default(), &mut progress).unwrap();
    Worker::start(&toolchain, WorkerOptions::default()).unwrap()
}

fn scenario(kinds: &[&str], events: Vec<Event>) -> Scenario {
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

fn launch(kernel: usize) -> Event {
    Event::Launch { kernel, thread: false }
}

fn change(mutation: &str, version: u32) -> Event {
    Event::Mutate { binding: 0, mutation: mutation.into(), version }
}

fn walk(worker: &mut Worker, scenario: &Scenario, plant: Option<&str>) -> Examined {
    let Job::RunScenario(mut job) = job(scenario, &Target::cuda(90), Stage::Ttir) else { panic!() };
    job.plant = plant.map(str::to_owned);
    let result = worker.run(&Job::RunScenario(job)).unwrap();
    let device = (device::find("ir").unwrap().open)();
    examine(scenario, &result, device.as_ref())
}

fn rulings(examined: &Examined) -> Vec<Ruling> {
    let Examined::Judged(all) = examined else { panic!("{examined:?}") };
    all.iter().map(|judged| judged.ruling).collect()
}

#[test]
fn what_was_seen_by_hand_is_seen_again() {
    use Ruling::*;
    let mut worker = worker();
    let here = |mutation: &str| vec![launch(0), change(mutation, 1), launch(0)];
    let process = Event::Process { fresh: false };
    let fresh = Event::Process { fresh: true };
    let pass = Event::Pass { binding: 0, version: 1 };
    let cases: Vec<(&str, Vec<Event>, Vec<Ruling>)> = vec![
        ("constexpr_int", here("rebind"), vec![Compiled, Rejected]),
        ("constexpr_int", here("rebind_equal"), vec![Compiled, Reused]),
        ("tuple_of_constexprs", here("rebind"), vec![Compiled, Rejected]),
        ("module_constexpr", here("set"), vec![Compiled, Stale]),
        ("class_attribute", here("set"), vec![Compiled, Stale]),
        ("partial_equality", here("set"), vec![Compiled, Stale]),
        ("instance_attribute", vec![launch(0)], vec![FalseRejection]),
        ("lock_holder", vec![launch(0), launch(0)], vec![Crash, PoisonedKey]),
        ("equal_constexpr_arguments", vec![launch(0), pass, launch(0)], vec![Compiled, Stale]),
        (
            "module_constexpr",
            vec![launch(0), process, change("set", 1), launch(0)],
            vec![Compiled, Stale],
        ),
        (
            "module_constexpr",
            vec![launch(0), fresh, change("set", 1), launch(0)],
            vec![Compiled, Stale],
        ),
    ];
    for (kind, events, expected) in cases {
        let examined = walk(&mut worker, &scenario(&[kind], events.clone()), None);
        assert_eq!(rulings(&examined), expected, "{kind} {events:?}");
    }
}

#[test]
fn planted_faults_of_the_runtime_are_caught() {
    use Ruling::*;
    let mut worker = worker();
    let plain = scenario(&["constexpr_int"], vec![launch(0), launch(0)]);
    let changed = scenario(&["constexpr_int"], vec![launch(0), change("rebind", 1), launch(0)]);
    let two = scenario(&["constexpr_int", "constexpr_int"], vec![launch(0), launch(1)]);
    let plants: [(&str, &Scenario, [Ruling; 2], [Ruling; 2]); 6] = [
        ("stale", &changed, [Compiled, Rejected], [Compiled, Stale]),
        ("false_rejection", &plain, [Compiled, Reused], [FalseRejection; 2]),
        ("needless_compile", &plain, [Compiled, Reused], [Compiled, NeedlessCompile]),
        ("crash", &plain, [Compiled, Reused], [Crash, PoisonedKey]),
        ("poisoned_key", &plain, [Compiled, Reused], [Crash, PoisonedKey]),
        ("cross_talk", &two, [Compiled, Compiled], [Compiled, CrossTalk]),
    ];
    for (plant, scenario, clean, planted) in plants {
        assert_eq!(rulings(&walk(&mut worker, scenario, None)), clean, "{plant}, not planted");
        assert_eq!(rulings(&walk(&mut worker, scenario, Some(plant))), planted, "{plant}");
    }
}

#[test]
fn nothing_is_left_of_one_scenario_in_the_next() {
    let scenarios: Vec<_> = (0..12).map(|index| generate::scenario(3, index)).collect();
    let mut one = worker();
    let together: Vec<_> = scenarios.iter().map(|s| walk(&mut one, s, None)).collect();
    // In another order, in another worker.
    let mut other = worker();
    for (scenario, before) in scenarios.iter().zip(&together).rev() {
        assert_eq!(
            &without_addresses(&walk(&mut other, scenario, None)),
            &without_addresses(before)
        );
    }
}

/// Python prints objects with their addresses.
fn without_addresses(examined: &Examined) -> String {
    let text = format!("{examined:?}");
    let mut parts = text.split(" at 0x");
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        out.push_str(part.trim_start_matches(|c: char| c.is_ascii_hexdigit()));
    }
    out
}
