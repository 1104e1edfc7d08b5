//! Scenarios in a real toolchain: what is known to be right and wrong there, faults planted into its
//! runtime, and isolation.

#![allow(clippy::unwrap_used, reason = "tests")]

use rayon::prelude::*;
use tritonsmith::campaign::history::{Examined, Made, examine, job, shared_job, table};
use tritonsmith::compile::{Job, Stage, Target, Worker, WorkerOptions};
use tritonsmith::device;
use tritonsmith::generate;
use tritonsmith::oracle::history::Ruling;
use tritonsmith::report::globals::{Row, Table};
use tritonsmith::testcase::scenario::{
    Binding, Edit, Event, Read, Reader, SCENARIO_SCHEMA, Scenario,
};
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
    run(worker, scenario, &Job::RunScenario(job))
}

fn run(worker: &mut Worker, scenario: &Scenario, job: &Job) -> Examined {
    let result = worker.run(job).unwrap();
    let device = (device::find("ir").unwrap().open)();
    examine(scenario, &result, device.as_ref())
}

/// In a process that has walked others, where that is possible.
fn walk_shared(worker: &mut Worker, scenario: &Scenario) -> Examined {
    run(worker, scenario, &shared_job(scenario, &Target::cuda(90), Stage::Ttir))
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

/// What 3.9.0 does when a binding is changed between two launches, and in a new process before one.
#[test]
fn kinds_do_what_the_runtime_s_sources_say() {
    use Ruling::*;
    let mut worker = worker();
    // Kind, mutation (a version that is passed without one), here, in a new process.
    let cases = [
        ("enum_constexpr", "rebind", Rejected, Compiled),
        ("redefined_enum", "redefine_class", Rejected, Stale), // `repr` names the member only
        ("equal_constexprs", "rebind", Stale, Compiled),       // 1 == 1.0, printed otherwise
        ("zero_constexprs", "rebind", Stale, Compiled),
        ("same_text_constexprs", "rebind", Rejected, Stale),
        ("same_text_arguments", "", Stale, Stale),
        ("joined_arguments", "", Stale, Stale),
        ("constexpr_nan", "nothing", FalseRejection, FalseRejection),
        ("plain_dtype", "rebind", Rejected, Stale),
        ("dtype_argument", "", Compiled, Compiled),
        ("plain_none", "rebind", Stale, Stale), // None is not recorded
        ("closure_constexpr", "set", Stale, Compiled),
        ("nested_module_attribute", "set", Stale, Stale),
        ("same_name_in_modules", "rebind_here", Reused, Reused),
        ("function_arguments", "", Compiled, Compiled),
        ("function_argument_global", "rebind", Stale, Compiled),
        ("constexpr_function_global", "rebind", Rejected, Compiled),
        ("constexpr_function_int", "rebind", Rejected, Stale),
        ("recursive_helper", "rebind", Rejected, Compiled),
        ("alias", "rebind_origin", Reused, Reused),
        ("shadowed_by_argument", "rebind_shadowed", Reused, Reused),
        ("shadowed_by_walrus", "rebind_shadowed", FalseRejection, NeedlessCompile),
        ("conditional_local", "rebind", Stale, Stale),
        ("aggregate_method_global", "rebind", Rejected, Compiled),
        ("aggregate_default", "redefine", Stale, Stale),
        ("number_equality", "rebind_equal", Reused, Reused),
        ("file_behind", "write", Stale, Stale),
        ("constexpr_file_behind", "write", Stale, Stale),
        ("environment_behind", "set", Stale, Stale),
        ("handle_behind", "set", Stale, Stale),
        ("disk_cache", "delete_code", Compiled, Compiled),
        ("disk_cache", "empty_metadata", Rejected, Rejected),
        ("disk_cache", "read_only", Reused, Reused),
        ("debug_variable", "set", Compiled, Compiled),
        ("fp_fusion_variable", "set", Stale, Compiled), // the key in the process has no settings
        ("dot_precision_knob", "set", Stale, Compiled),
        ("dot_precision_knob", "set_without_variable", Stale, Stale),
        ("helper_in_file", "other_line", Reused, Compiled),
        ("kernel_moved", "comment", Compiled, Compiled),
        ("kernel_of_other_module", "other_module", Compiled, Compiled),
        ("kernel_of_other_module_int", "other_module", Stale, Stale),
    ];
    for (kind, mutation, here, anew) in cases {
        let done = match mutation {
            "" => Event::Pass { binding: 0, version: 1 },
            _ => change(mutation, 1),
        };
        let process = Event::Process { fresh: false };
        for (events, expected) in [
            (vec![launch(0), done.clone(), launch(0)], here),
            (vec![launch(0), process, done, launch(0)], anew),
        ] {
            let examined = walk(&mut worker, &scenario(&[kind], events), None);
            assert_eq!(rulings(&examined).last(), Some(&expected), "{kind} {mutation}");
        }
    }
}

#[test]
fn damage_races_edits_and_globals_that_come_late_are_walked() {
    use Ruling::*;
    let mut worker = worker();
    let pass = |version| Event::Pass { binding: 0, version };
    let race = Event::Race { kernel: 0 };
    let edit = |edit| Event::Edit { edit };
    let swapped = change("swap_groups", 0);
    let mut edited = vec![launch(0)];
    edited.extend(Edit::ALL.iter().flat_map(|e| [edit(*e), change("rebind", 1), launch(0)]));
    let cases: Vec<(&str, Vec<Event>, Vec<Ruling>)> = vec![
        (
            "disk_cache",
            vec![launch(0), pass(1), launch(0), swapped, launch(0), pass(0), launch(0)],
            vec![Compiled, Compiled, Stale, Stale],
        ),
        ("constexpr_int", vec![race.clone(), race], vec![Compiled, Reused]),
        ("constexpr_int", edited, vec![Compiled; 4]),
        (
            "late_global",
            vec![launch(0), change("bind", 1), launch(0), change("bind", 2), launch(0)],
            vec![Rejected, Compiled, Stale],
        ),
        // The refused launch leaves a key behind that nothing was put into.
        ("constexpr_function_call", vec![launch(0), launch(0)], vec![Refused, PoisonedKey]),
    ];
    for (kind, events, expected) in cases {
        let examined = walk(&mut worker, &scenario(&[kind], events.clone()), None);
        let seen = rulings(&examined);
        match kind {
            // Another process may have compiled it first.
            "constexpr_int" if seen.len() == 2 => assert_eq!(seen[1], Reused),
            _ => assert_eq!(seen, expected, "{kind} {events:?}"),
        }
    }
}

#[test]
fn what_a_version_lacks_is_no_finding() {
    let home = Home::from_environment().unwrap();
    let mut progress = |line: &str| eprintln!("{line}");
    let old = Toolchain::ensure(&home, &"triton==3.3.1".parse().unwrap(), &mut progress).unwrap();
    let mut worker = Worker::start(&old, WorkerOptions::default()).unwrap();
    for kind in ["constexpr_function_body", "aggregate_method"] {
        let events = vec![launch(0), change("redefine", 1), launch(0)];
        let examined = walk(&mut worker, &scenario(&[kind], events), None);
        assert!(matches!(examined, Examined::Unsupported(_)), "{kind}: {examined:?}");
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
fn arguments_at_the_bounds_of_specialization_get_code_that_fits() {
    use Ruling::*;
    let mut worker = worker();
    let pass = |version| Event::Pass { binding: 0, version };
    let run = |first, then| vec![pass(first), launch(0), pass(then), launch(0)];
    let cases = [
        ("pointer_argument", run(0, 4), Reused),
        ("pointer_argument", run(0, 1), Compiled),
        ("wide_int_argument", run(0, 1), Compiled),
        ("wide_int_argument", run(2, 5), Reused),
        ("tuple_argument", run(0, 6), Reused),
        ("mixed_argument", run(0, 1), Compiled),
        ("do_not_specialize", run(0, 1), Reused),
        ("do_not_specialize_on_alignment", run(1, 2), Reused),
        // The key tells 1 from 17, the code does not.
        ("annotated_int_argument", run(0, 2), NeedlessCompile),
        // The hash of code on disk holds what `str` makes of constants, joined by dashes.
        ("alike_constexpr_arguments", run(0, 1), Stale),
        ("joined_constexpr_arguments", run(0, 1), Stale),
    ];
    for (kind, events, last) in cases {
        let examined = walk(&mut worker, &scenario(&[kind], events.clone()), None);
        assert_eq!(rulings(&examined), [Compiled, last], "{kind} {events:?}");
    }
}

#[test]
fn wrappers_launch_what_they_say_and_not_what_is_stale() {
    use Ruling::*;
    let mut worker = worker();
    let here = |mutation: &str| vec![launch(0), change(mutation, 1), launch(0)];
    let pass = |version| Event::Pass { binding: 0, version };
    let run = |first, then| vec![pass(first), launch(0), pass(then), launch(0)];
    let process = Event::Process { fresh: false };
    let cases = [
        ("autotune_by_key", run(0, 1), vec![Compiled, Reused]),
        ("autotune_by_key", run(0, 2), vec![Compiled, Compiled]),
        ("autotune_on_disk", vec![launch(0), process, launch(0)], vec![Compiled, Reused]),
        ("autotune_pruned", run(0, 1), vec![Compiled, Compiled]),
        ("autotune_by_model", run(0, 1), vec![Compiled, Compiled]),
        ("autotune_restores", run(0, 2), vec![Compiled, Reused]),
        ("autotune_of_global", here("rebind"), vec![Compiled, Rejected]),
        ("heuristics_of_global", here("rebind"), vec![Compiled, Compiled]),
        ("heuristics_of_argument", run(1, 3), vec![Compiled, Compiled]),
        ("heuristics_under_autotune", run(0, 1), vec![Compiled, Reused]),
        ("heuristics_over_autotune", run(0, 1), vec![Compiled, Compiled]),
        ("pre_run_hook", here("arm"), vec![Compiled, Rejected]),
        ("launch_hooks", here("rebind_equal"), vec![Compiled, Reused]),
        ("launch_hooks", here("rebind"), vec![Compiled, Rejected]),
        ("compile_hook", here("arm"), vec![Compiled, Rejected]),
        ("kernel_copied", here("rebind"), vec![Compiled, Stale]),
        ("kernel_of_same_function", here("rebind"), vec![Compiled, Compiled]),
        ("warmup", vec![change("warm_and_rebind", 1), launch(0)], vec![Rejected]),
        ("warmup", here("warm"), vec![Compiled, Reused]),
        ("preload", here("preload"), vec![Compiled, Reused]),
        ("async_compile", here("rebind"), vec![Compiled, Rejected]),
    ];
    for (kind, events, expected) in cases {
        let examined = walk(&mut worker, &scenario(&[kind], events.clone()), None);
        assert_eq!(rulings(&examined), expected, "{kind} {events:?}");
    }
}

#[test]
fn planted_faults_of_wrappers_are_caught() {
    use Ruling::*;
    let mut worker = worker();
    let pass = |version| Event::Pass { binding: 0, version };
    let run = |first, then| vec![pass(first), launch(0), pass(then), launch(0)];
    let plants = [
        // The first configuration stays, whatever the key.
        ("stale_tuning", "autotune_by_key", run(0, 1), [Compiled, Stale]),
        ("stale_tuning", "autotune_pruned", run(0, 1), [Compiled, Stale]),
        // Each launch measures again.
        ("tuned_again", "autotune_by_key", run(0, 0), [Compiled, WrongValue]),
        ("not_restored", "autotune_restores", run(0, 1), [Crash, Crash]),
    ];
    for (plant, kind, events, found) in plants {
        let scenario = scenario(&[kind], events.clone());
        assert_eq!(rulings(&walk(&mut worker, &scenario, Some(plant))), found, "{plant} {kind}");
    }
}

#[test]
fn planted_faults_of_specialization_are_caught() {
    use Ruling::*;
    let mut worker = worker();
    let pass = |version| Event::Pass { binding: 0, version };
    let run = |first, then| vec![pass(first), launch(0), pass(then), launch(0)];
    let plants = [
        ("stale_alignment", "pointer_argument", run(0, 1), StaleSpecialization),
        ("stale_alignment", "int_argument", run(1, 2), StaleSpecialization),
        ("stale_alignment", "byte_pointer_argument", run(2, 0), StaleSpecialization),
        ("stale_one", "int_argument", run(0, 2), StaleSpecialization),
        ("stale_width", "wide_int_argument", run(0, 2), StaleSpecialization),
        ("stale_width", "wide_int_argument", run(2, 7), StaleSpecialization),
        ("needless_specialization", "do_not_specialize", run(0, 2), NeedlessCompile),
    ];
    for (plant, kind, events, last) in plants {
        let scenario = scenario(&[kind], events.clone());
        let found = rulings(&walk(&mut worker, &scenario, Some(plant)));
        assert_eq!(found, [Compiled, last], "{plant} {kind} {events:?}");
    }
}

/// Every fault that the worker can plant has a case above.
#[test]
fn every_plant_is_tested() {
    let plants = include_str!("../worker/tritonsmith_worker/plants.py");
    let list = plants.split("PLANTS = {").nth(1).unwrap();
    let list = list.split("in\n").nth(1).unwrap().split(')').next().unwrap();
    let names = list.trim().trim_start_matches('(').split(',').map(str::trim);
    let cases = include_str!("history.rs");
    for name in names {
        assert!(cases.contains(&format!("(\"{name}\", ")), "{name} has no case");
    }
}

/// The verdicts of the first scenarios in shared processes of one worker, and in workers of their own.
fn leaks(count: u64, fresh: impl Fn(&[Scenario]) -> Vec<Examined>) {
    let scenarios: Vec<_> = (0..count).map(|index| generate::scenario(3, index)).collect();
    let mut one = worker();
    let together: Vec<_> = scenarios.iter().map(|s| walk_shared(&mut one, s)).collect();
    let apart = fresh(&scenarios);
    let all = together.iter().zip(&apart).zip(&scenarios);
    let differing: Vec<_> = all
        .filter(|((one, other), _)| one.portable() != other.portable())
        .map(|((one, other), s)| format!("{}: {one:?}\n    {other:?}", s.name))
        .collect();
    eprintln!("{count} scenarios, {} verdicts differ", differing.len());
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn nothing_is_left_of_one_scenario_in_the_next() {
    leaks(12, |scenarios| {
        let mut other = worker();
        let mut all: Vec<_> = scenarios.iter().rev().map(|s| walk(&mut other, s, None)).collect();
        all.reverse();
        all
    });
}

/// Takes a quarter of an hour: `cargo test --release --test history -- --ignored leak --nocapture`.
#[test]
#[ignore = "starts 500 workers"]
fn five_hundred_scenarios_leak_nothing() {
    let begun = std::time::Instant::now();
    leaks(500, |scenarios| {
        let one = |(at, scenario): (usize, &Scenario)| {
            if at % 50 == 0 {
                eprintln!("{at} fresh workers after {:.0} s", begun.elapsed().as_secs_f64());
            }
            walk(&mut worker(), scenario, None)
        };
        scenarios.iter().enumerate().map(one).collect()
    });
}

/// A table of some kinds, and its scripts.
fn some_rows(kinds: &[&str]) -> (Toolchain, Made) {
    let home = Home::from_environment().unwrap();
    let id = ToolchainId::default();
    let toolchain = Toolchain::ensure(&home, &id, &mut |line: &str| eprintln!("{line}")).unwrap();
    let mut worker = Worker::start(&toolchain, WorkerOptions::default()).unwrap();
    let device = (device::find("ir").unwrap().open)();
    let kinds: Vec<_> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
    let (name, target) = (id.to_string(), Target::cuda(90));
    let made = table(&mut worker, device.as_ref(), &name, &target, &kinds).unwrap();
    (toolchain, made)
}

/// Runs each row's script in the toolchain: it fails where the row is wrong, and only there.
fn scripts_agree(kinds: &[&str]) {
    let (toolchain, made) = some_rows(kinds);
    let rows = made.table.rows.par_iter().zip(&made.scripts);
    let wrong: Vec<_> =
        rows.filter_map(|(row, script)| disagrees(&toolchain, row, script)).collect();
    eprintln!("{} scripts, {} say otherwise", made.scripts.len(), wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n----\n"));
}

/// What is wrong about the script of a row.
fn disagrees(toolchain: &Toolchain, row: &Row, (path, text): &(String, String)) -> Option<String> {
    if text.lines().count() >= 40 {
        return Some(format!("{path} is too long:\n{text}"));
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("script.py");
    std::fs::write(&file, text).unwrap();
    let output = std::process::Command::new(toolchain.python()).arg(&file).output().unwrap();
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    let has = |word: &str| said.iter().any(|text| text.lines().any(|l| l.starts_with(word)));
    let agrees = match row.wrong {
        true => has("FAIL") && !output.status.success(),
        false => has("PASS") && output.status.success(),
    };
    let [out, errors] = &said;
    (!agrees && row.outcome != "unjudged")
        .then(|| format!("{path} is {}:\n{text}\n{out}{errors}", row.outcome))
}

#[test]
fn the_scripts_of_a_table_say_what_its_rows_say() {
    scripts_agree(&["module_constexpr", "zero_constexpr_arguments", "lock_holder", "helper_body"]);
}

/// `cargo test --release --test history -- --ignored every_script --nocapture`.
#[test]
#[ignore = "starts Python for every row, some minutes"]
fn every_script_of_the_table_says_what_its_row_says() {
    scripts_agree(&[]);
}

#[test]
fn a_row_that_changed_is_a_finding() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old.json");
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
        command.args(["globals", "--kind", "module_constexpr"]).args(arguments);
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap(), output.stdout)
    };
    let place = folder.path().join("table").display().to_string();
    let (code, _, json) = run(&["--json", "--out", &place]);
    assert_eq!(code, Some(0));
    let written = std::fs::read_to_string(folder.path().join("table/table.json")).unwrap();
    let table: Table = serde_json::from_str(&written).unwrap();
    for row in &table.rows {
        assert!(folder.path().join("table").join(row.script.as_ref().unwrap()).is_file());
    }
    std::fs::write(&old, &json).unwrap();
    let old_text = old.display().to_string();
    assert_eq!(run(&["--compare", &old_text]).0, Some(0));
    let changed = String::from_utf8(json).unwrap().replacen("\"stale\"", "\"rejected\"", 1);
    std::fs::write(&old, changed).unwrap();
    let (code, told, _) = run(&["--compare", &old_text]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("changed: module_constexpr set between launches: rejected, now stale"));
}
