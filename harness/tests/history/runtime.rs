//! What the runtime does right and wrong, as it was seen by hand or follows from its sources.

use tritonsmith::campaign::history::Examined;
use tritonsmith::compile::{Worker, WorkerOptions};
use tritonsmith::oracle::history::Ruling;
use tritonsmith::testcase::scenario::{Edit, Event};
use tritonsmith::toolchain::{Home, Toolchain};

use crate::walk::{change, launch, rulings, scenario, walk, worker};

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
