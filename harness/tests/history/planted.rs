//! Faults that are planted into the runtime: each is caught.

use tritonsmith::oracle::history::Ruling;
use tritonsmith::testcase::scenario::{Event, Scenario};

use crate::walk::{change, launch, rulings, scenario, walk, worker};

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
    let plants = include_str!("../../worker/tritonsmith_worker/plants.py");
    let list = plants.split("PLANTS = {").nth(1).unwrap();
    let list = list.split("in\n").nth(1).unwrap().split(')').next().unwrap();
    let names = list.trim().trim_start_matches('(').split(',').map(str::trim);
    let cases = include_str!("planted.rs");
    for name in names {
        assert!(cases.contains(&format!("(\"{name}\", ")), "{name} has no case");
    }
}
