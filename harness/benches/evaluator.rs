//! How much faster the evaluator is than Triton's own interpreter, on the same kernels.
//!
//! ```text
//! cargo bench --bench evaluator [-- FOLDER]
//! ```
//! FOLDER holds case files (`*.json`); without it, 50 generated kernels of each size are used. Bars:
//! 100 times at up to 1,024 elements and grids of 8 or more, 20 times at 4,096. The interpreter runs
//! each launch once to warm up and once for the time; the evaluator repeats for 20 ms, of which the
//! median counts. The exit status is 1 below a bar.

#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;
use support::python;
use tritonsmith::evaluate::evaluate;
use tritonsmith::generate::{Config, from_seed};
use tritonsmith::tensor::Exact;
use tritonsmith::testcase::TestCase;

fn main() {
    let folder = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let sizes: [(&str, f64, Vec<TestCase>); 2] = match folder {
        Some(folder) => {
            let (small, large) =
                read(Path::new(&folder)).into_iter().partition(|case| largest(case) <= 1024);
            [("up to 1024", 100.0, small), ("above 1024", 20.0, large)]
        }
        None => [
            ("up to 1024", 100.0, generated(|size, grid| size <= 1024 && grid >= 8)),
            ("4096", 20.0, generated(|size, _| size == 4096)),
        ],
    };
    let mut enough = true;
    for (size, bar, cases) in sizes {
        if cases.is_empty() {
            println!("tiles {size}: no kernels");
            continue;
        }
        let speedup = measure(&cases);
        enough &= speedup >= bar;
        println!("tiles {size}: {} kernels, {speedup:.0}x (bar {bar}x)", cases.len());
    }
    std::process::exit(i32::from(!enough));
}

/// The first 50 kernels of seed 1 whose largest tile and grid fit.
fn generated(fits: impl Fn(usize, u32) -> bool) -> Vec<TestCase> {
    let cases = (0..).map(|index| from_seed(1, index, &Config::default()));
    cases.filter(|case| fits(largest(case), case.grid.iter().product())).take(50).collect()
}

fn read(folder: &Path) -> Vec<TestCase> {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let cases = paths.iter().map(|path| TestCase::read(path).unwrap());
    cases.filter(|case| case.grid.iter().product::<u32>() >= 8).collect()
}

fn largest(case: &TestCase) -> usize {
    case.program.check().unwrap().iter().map(|(_, ty)| ty.numel()).max().unwrap_or(0)
}

/// The geometric mean of the speed-ups.
fn measure(cases: &[TestCase]) -> f64 {
    let reference = python::interpret(cases, 1);
    let mut logarithms = Vec::new();
    let (mut ours, mut theirs) = (0.0, 0.0);
    for (case, result) in cases.iter().zip(&reference) {
        let Some(slow) = result["seconds"].as_f64() else {
            println!("{}: left out: {}", case.name, result.get("error").unwrap_or(&Value::Null));
            continue;
        };
        let fast = time(case);
        if std::env::var_os("VERBOSE").is_some() {
            println!("{}: {:.0} us, {:.1} ms", case.name, fast * 1e6, slow * 1e3);
        }
        (ours, theirs) = (ours + fast, theirs + slow);
        logarithms.push((slow / fast).ln());
    }
    println!("evaluator {:.2} ms, interpreter {:.0} ms in all", ours * 1e3, theirs * 1e3);
    (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp()
}

fn time(case: &TestCase) -> f64 {
    let (mut times, start) = (Vec::new(), Instant::now());
    while start.elapsed() < Duration::from_millis(20) {
        let now = Instant::now();
        std::hint::black_box(evaluate::<Exact>(case).unwrap());
        times.push(now.elapsed());
    }
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}
