//! Nothing is left of one scenario in the next.

use tritonsmith::campaign::history::Examined;
use tritonsmith::generate;
use tritonsmith::testcase::scenario::Scenario;

use crate::walk::{walk, walk_shared, worker};

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
