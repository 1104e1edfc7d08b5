//! Variants of kernels, way by way: they leave what their kernels leave, and the compiler makes
//! something else of them.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};

use tritonsmith::campaign::Subject;
use tritonsmith::compile::{Stage, Target, Worker, WorkerOptions};
use tritonsmith::evaluate::{Reference, reference};
use tritonsmith::generate::{Config, Numerics, from_seed, variant_by, variants};
use tritonsmith::testcase::TestCase;
use tritonsmith::toolchain::{Home, Toolchain, ToolchainId};

const SEED: u64 = 21;

/// Up to `count` variants made in one way, each with the number of its kernel.
fn pairs(way: &str, count: usize, config: &Config) -> Vec<(u64, TestCase)> {
    let variant = |index| Some((index, variant_by(way, SEED, index, config)?));
    (0..300).filter_map(variant).take(count).collect()
}

fn assert_same(before: &Reference, after: &Reference, name: &str) {
    assert_eq!(before.buffers.len(), after.buffers.len(), "{name}");
    for (old, new) in before.buffers.iter().zip(&after.buffers) {
        assert_eq!(old.written, new.written, "{name}: {}", old.name);
        for at in 0..old.len() {
            let place = || format!("{name}: {}[{at}]", old.name);
            assert_eq!(old.is_open(at), new.is_open(at), "{}", place());
            // Atomic sums that round do so in the order of the instances.
            let near = || !after.is_exact() && new.holds(at, old.bits(at));
            let same = old.is_open(at) || old.bits(at) == new.bits(at) || near();
            assert!(same, "{}: {:#x}, then {:#x}", place(), old.bits(at), new.bits(at));
        }
    }
}

fn compare(count: usize, least: usize, config: &Config) -> usize {
    let mut known: BTreeMap<u64, Reference> = BTreeMap::new();
    let mut compared = 0;
    for way in variants() {
        let found = pairs(way, count, config);
        assert!(found.len() >= least, "{way}: {} variants", found.len());
        compared += found.len();
        for (index, case) in found {
            case.check().unwrap_or_else(|error| panic!("{}: {error}", case.name));
            let before = known
                .entry(index)
                .or_insert_with(|| reference(&from_seed(SEED, index, config)).unwrap());
            let after = reference(&case).unwrap_or_else(|e| panic!("{}: {e}", case.name));
            assert_same(before, &after, &case.name);
        }
    }
    compared
}

#[test]
fn each_way_leaves_what_the_kernel_leaves() {
    let config = Config { variants: false, ..Config::default() };
    let compared = compare(24, 5, &config);
    assert!(compared >= 200, "{compared} pairs");
}

#[test]
fn each_way_leaves_the_same_where_floats_round() {
    let config = Config { variants: false, numerics: Numerics::Mixed, ..Config::default() };
    compare(10, 5, &config);
}

/// A line without `loc(...)`.
fn without_locations(line: &str) -> String {
    let (mut out, mut rest) = (String::new(), line);
    while let Some(at) = rest.find(" loc(") {
        out += &rest[..at];
        let tail = &rest[at + " loc(".len()..];
        let mut depth = 1;
        let closes = |(_, c): &(usize, char)| {
            depth += i32::from(*c == '(') - i32::from(*c == ')');
            depth == 0
        };
        let end = tail.char_indices().find(closes).map_or(tail.len(), |(at, _)| at + 1);
        rest = &tail[end..];
    }
    out + rest
}

/// A text without locations, with values numbered as they come: they are named after variables.
fn normalized(text: &str) -> String {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut out = String::new();
    for line in text.lines().filter(|line| !line.starts_with("#loc")) {
        let line = without_locations(line);
        let mut parts = line.split('%');
        out += parts.next().unwrap_or_default();
        for part in parts {
            let end = part.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(part.len());
            let next = numbers.len();
            let number = numbers.entry(part[..end].to_owned()).or_insert(next);
            out += &format!("%{number}{}", &part[end..]);
        }
        out.push('\n');
    }
    out
}

/// What the compiler makes of a kernel; `None` if it fails, which other tests judge.
fn ttgir(worker: &mut Worker, case: TestCase) -> Option<String> {
    let name = case.name.clone();
    let job = Subject::new(case).job(&Target::cuda(90), Stage::Ttgir);
    let result = worker.run(&job).unwrap();
    if let Some(failure) = &result.failure {
        println!("{name}: {}", failure.message.lines().next().unwrap_or_default());
        return None;
    }
    Some(normalized(result.launches[0].kernel.text(Stage::Ttgir).unwrap()))
}

/// What the compiler mostly undoes: functions are inlined, and what is loaded again in a loop is taken
/// out of it.
const UNDONE: [&str; 2] = ["function", "sink"];

/// What the compiler does of itself, such as moving invariants out of loops, gives some pairs one
/// text.
#[test]
fn the_compiler_makes_something_else_of_nearly_all() {
    let (home, id) = (Home::from_environment().unwrap(), ToolchainId::default());
    let toolchain = Toolchain::ensure(&home, &id, &mut |_: &str| ()).unwrap();
    let mut worker = Worker::start(&toolchain, WorkerOptions::default()).unwrap();
    // This release has no block pointers.
    let config =
        Config { variants: false, block_pointers: false, max_tile: 1024, ..Config::default() };
    let mut known: BTreeMap<u64, Option<String>> = BTreeMap::new();
    let (mut compared, mut differ) = (0, 0);
    let mut distinct = BTreeSet::new();
    for way in variants() {
        let (mut ours, mut others) = (0, 0);
        for (index, case) in pairs(way, 6, &config) {
            let before = known
                .entry(index)
                .or_insert_with(|| ttgir(&mut worker, from_seed(SEED, index, &config)));
            let Some(before) = before.clone() else { continue };
            let Some(after) = ttgir(&mut worker, case) else { continue };
            ours += 1;
            others += usize::from(before != after);
            distinct.insert(after);
        }
        println!("{way}: {others} of {ours} differ");
        if !UNDONE.contains(&way) {
            compared += ours;
            differ += others;
        }
    }
    println!("{differ} of {compared} differ, {} texts", distinct.len());
    assert!(compared >= 48, "{compared} pairs");
    assert!(10 * differ >= 9 * compared, "{differ} of {compared}");
}
