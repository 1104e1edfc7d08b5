//! Each ruling: a history that must get it, and one like it that must not.

use super::*;
use crate::testcase::scenario::{Binding, Read, Reader, SCENARIO_SCHEMA};

fn scenario(kinds: &[&str], events: Vec<Event>) -> Scenario {
    let bindings = kinds.iter().enumerate();
    let bindings =
        bindings.map(|(at, kind)| Binding { kind: (*kind).into(), name: format!("g{at}") });
    let read = |binding| Read { binding, through_helper: false };
    let reads = (0..kinds.len()).map(read).collect();
    Scenario {
        schema: SCENARIO_SCHEMA,
        name: "test".into(),
        permission: true,
        bindings: bindings.collect(),
        kernels: vec![Reader { name: "k0".into(), reads }],
        events,
    }
}

const LAUNCH: Event = Event::Launch { kernel: 0, thread: false };

fn rebind(version: u32) -> Event {
    Event::Mutate { binding: 0, mutation: "rebind".into(), version }
}

fn ran(values: &[i64], compiled: bool) -> Observed {
    Observed {
        ran: Some(Ran { values: Ok(values.to_vec()), trials: vec![], broken: None, compiled }),
        ..Observed::default()
    }
}

fn raised(class: &str, message: &str) -> Observed {
    Observed { raised: Some((class.into(), message.into())), ..Observed::default() }
}

fn changed() -> Observed {
    raised("RuntimeError", "Global variable g0 has changed since we compiled this kernel")
}

fn rulings(scenario: &Scenario, observed: &[Observed]) -> Vec<Ruling> {
    scenario.check().unwrap();
    judge(scenario, observed).iter().map(|judged| judged.ruling).collect()
}

#[test]
fn old_code_is_stale_and_new_code_is_not() {
    let history = scenario(&["constexpr_int"], vec![LAUNCH, rebind(1), LAUNCH]);
    let nothing = Observed::default();
    let stale = [ran(&[1000], true), nothing.clone(), ran(&[1000], false)];
    let judged = judge(&history, &stale);
    assert_eq!(judged[1].ruling, Ruling::Stale);
    assert_eq!((judged[1].binding, judged[1].state_of), (Some(0), Some(1)));
    assert_eq!(signature(&history, &judged[1]), "stale | constexpr_int | rebind");
    let right = [ran(&[1000], true), nothing.clone(), ran(&[1001], true)];
    assert_eq!(rulings(&history, &right), [Ruling::Compiled, Ruling::Compiled]);
    let rejected = [ran(&[1000], true), nothing, changed()];
    assert_eq!(rulings(&history, &rejected), [Ruling::Compiled, Ruling::Rejected]);
}

#[test]
fn stale_code_of_an_earlier_process_says_so() {
    let process = Event::Process { fresh: false };
    let history = scenario(
        &["module_constexpr"],
        vec![
            LAUNCH,
            process,
            Event::Mutate { binding: 0, mutation: "set".into(), version: 1 },
            LAUNCH,
        ],
    );
    let nothing = Observed::default();
    let seen = [ran(&[1000], true), nothing.clone(), nothing, ran(&[1000], false)];
    let judged = judge(&history, &seen);
    assert_eq!(
        signature(&history, &judged[1]),
        "stale | module_constexpr | set | across processes"
    );
}

#[test]
fn a_rejection_is_false_only_if_nothing_had_changed() {
    let events = vec![LAUNCH, rebind(1), LAUNCH, rebind(0), LAUNCH];
    let history = scenario(&["plain_int"], events);
    let nothing = Observed::default();
    let seen = [ran(&[1000], true), nothing.clone(), changed(), nothing.clone(), changed()];
    let expected = [Ruling::Compiled, Ruling::Rejected, Ruling::FalseRejection];
    assert_eq!(rulings(&history, &seen), expected);
    // What was recorded by a launch that crashed is not known.
    let crash = raised("TypeError", "cannot copy");
    let seen = [crash, nothing.clone(), changed(), nothing, changed()];
    assert_eq!(rulings(&history, &seen)[1..], [Ruling::Rejected, Ruling::Rejected]);
}

#[test]
fn another_kernel_may_have_recorded_the_old_value() {
    let mut history = scenario(&["helper_global"], vec![]);
    let reads = history.kernels[0].reads.clone();
    history.kernels.push(Reader { name: "k1".into(), reads });
    history.events = vec![LAUNCH, rebind(2), Event::Launch { kernel: 1, thread: false }];
    let seen = [ran(&[1000], true), Observed::default(), changed()];
    assert_eq!(rulings(&history, &seen), [Ruling::Compiled, Ruling::Rejected]);
}

#[test]
fn a_kernel_is_held_against_its_own_first_launch_too() {
    let mut history = scenario(&["constexpr_int"], vec![]);
    let reads = history.kernels[0].reads.clone();
    history.kernels.push(Reader { name: "k1".into(), reads });
    let other = Event::Launch { kernel: 1, thread: false };
    history.events = vec![LAUNCH, rebind(1), other.clone(), rebind(0), other, LAUNCH];
    let nothing = Observed::default();
    let first = [ran(&[1000], true), nothing.clone(), ran(&[1001], true), nothing];
    let seen: Vec<_> = first.into_iter().chain([changed(), changed()]).collect();
    let expected = [Ruling::Compiled, Ruling::Compiled, Ruling::Rejected, Ruling::FalseRejection];
    assert_eq!(rulings(&history, &seen), expected);
}

#[test]
fn kernels_that_take_turns_record_and_fail_on_their_own() {
    let mut events = vec![LAUNCH, rebind(1), LAUNCH, LAUNCH, rebind(0), LAUNCH];
    let seen = |last: Observed| {
        let first = [ran(&[1000], true), Observed::default(), ran(&[1001], true)];
        first.into_iter().chain([changed(), Observed::default(), last]).collect::<Vec<_>>()
    };
    let turns = scenario(&["kernel_of_same_function"], events.clone());
    assert_eq!(rulings(&turns, &seen(changed()))[3], Ruling::Rejected);
    assert_eq!(rulings(&turns, &seen(ran(&[1001], false)))[3], Ruling::Stale);
    events.truncate(1);
    events.push(LAUNCH);
    let seen = [raised("AttributeError", "no attribute"), ran(&[1000], true)];
    let one = scenario(&["constexpr_int"], events.clone());
    assert_eq!(rulings(&one, &seen), [Ruling::Crash, Ruling::PoisonedKey]);
    let turns = scenario(&["kernel_copied"], events);
    assert_eq!(rulings(&turns, &seen), [Ruling::Crash, Ruling::Compiled]);
}

#[test]
fn compiling_again_is_needless_without_a_reason() {
    let again = scenario(&["plain_int"], vec![LAUNCH, LAUNCH]);
    let seen = [ran(&[1000], true), ran(&[1000], true)];
    assert_eq!(rulings(&again, &seen), [Ruling::Compiled, Ruling::NeedlessCompile]);
    let forgotten = scenario(&["plain_int"], vec![LAUNCH, Event::Forget { kernel: 0 }, LAUNCH]);
    let seen = [ran(&[1000], true), Observed::default(), ran(&[1000], true)];
    assert_eq!(rulings(&forgotten, &seen), [Ruling::Compiled, Ruling::Compiled]);
    // 1 and True store the same and are not the same.
    let pass = Event::Pass { binding: 0, version: 2 };
    let equal = scenario(&["equal_constexpr_arguments"], vec![LAUNCH, pass, LAUNCH]);
    let seen = [ran(&[80], true), Observed::default(), ran(&[80], true)];
    assert_eq!(rulings(&equal, &seen), [Ruling::Compiled, Ruling::Compiled]);
}

#[test]
fn a_failed_launch_must_go_on_failing() {
    let history = scenario(&["lock_holder"], vec![LAUNCH, LAUNCH]);
    let crash = || raised("TypeError", "cannot pickle '_thread.lock' object");
    let seen = [crash(), ran(&[1000], true)];
    assert_eq!(rulings(&history, &seen), [Ruling::Crash, Ruling::PoisonedKey]);
    assert_eq!(rulings(&history, &[crash(), crash()]), [Ruling::Crash, Ruling::Crash]);
}

#[test]
fn values_of_others_and_of_nobody_are_told_apart() {
    let history = scenario(&["constexpr_int", "constexpr_int"], vec![LAUNCH]);
    assert_eq!(rulings(&history, &[ran(&[2000, 2000], true)]), [Ruling::CrossTalk]);
    assert_eq!(rulings(&history, &[ran(&[5, 2000], true)]), [Ruling::WrongValue]);
    let unread = Observed {
        ran: Some(Ran {
            values: Err("tt.x is not supported".into()),
            trials: vec![],
            broken: None,
            compiled: true,
        }),
        ..Observed::default()
    };
    assert_eq!(rulings(&history, &[unread]), [Ruling::Unjudged]);
}

#[test]
fn what_is_gone_must_not_run() {
    let delete = Event::Mutate { binding: 0, mutation: "delete".into(), version: 0 };
    let history = scenario(&["constexpr_int"], vec![LAUNCH, delete, LAUNCH]);
    let nothing = Observed::default();
    let gone = raised("NameError", "g0 is not defined");
    let seen = [ran(&[1000], true), nothing.clone(), gone];
    assert_eq!(rulings(&history, &seen), [Ruling::Compiled, Ruling::Rejected]);
    let seen = [ran(&[1000], true), nothing, ran(&[1000], false)];
    assert_eq!(rulings(&history, &seen), [Ruling::Compiled, Ruling::Stale]);
}

#[test]
fn dropping_code_does_not_drop_what_was_recorded() {
    let forget = Event::Forget { kernel: 0 };
    let history = scenario(&["plain_int"], vec![LAUNCH, rebind(1), forget, LAUNCH]);
    let nothing = Observed::default();
    let seen = [ran(&[1000], true), nothing.clone(), nothing, changed()];
    assert_eq!(rulings(&history, &seen), [Ruling::Compiled, Ruling::Rejected]);
}

#[test]
fn what_cannot_show_a_fault_is_known() {
    let may = |ruling, events| may_show(&scenario(&["constexpr_int"], events), ruling);
    assert!(!may(Ruling::Stale, vec![LAUNCH]) && !may(Ruling::Stale, vec![LAUNCH, LAUNCH]));
    // Code may be of the state at import.
    assert!(may(Ruling::Stale, vec![rebind(1), LAUNCH]));
    for ruling in [Ruling::PoisonedKey, Ruling::NeedlessCompile] {
        assert!(!may(ruling, vec![rebind(1), LAUNCH]) && may(ruling, vec![LAUNCH, LAUNCH]));
    }
    assert!(may(Ruling::Crash, vec![LAUNCH]) && may(Ruling::FalseRejection, vec![LAUNCH]));
}

#[test]
fn a_setting_of_the_process_is_a_reason_to_compile_any_kernel_but_those_that_read_it_come_back() {
    let set = |version| Event::Mutate { binding: 0, mutation: "set".into(), version };
    let mut history = scenario(&["debug_variable", "constexpr_int"], vec![]);
    let reads = vec![Read { binding: 1, through_helper: false }];
    history.kernels.push(Reader { name: "k1".into(), reads });
    let nothing = Observed::default();
    let other = Event::Launch { kernel: 1, thread: false };
    history.events = vec![other.clone(), set(1), other];
    let seen = [ran(&[2000], true), nothing.clone(), ran(&[2000], true)];
    assert_eq!(rulings(&history, &seen), [Ruling::Compiled, Ruling::Compiled]);
    history.events = vec![LAUNCH, set(1), LAUNCH, set(0), LAUNCH];
    let run = |value| ran(&[value, 2000], true);
    let seen = [run(1), nothing.clone(), run(2), nothing, run(1)];
    let expected = [Ruling::Compiled, Ruling::Compiled, Ruling::NeedlessCompile];
    assert_eq!(rulings(&history, &seen), expected);
}
