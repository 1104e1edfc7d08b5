//! `selftest --reductions`: what planted compilers get wrong must become small.

use std::time::Duration;

use anyhow::Result;
use serde_json::json;

use super::selftest::{Options, source};
use super::{Status, print, print_json, select};
use crate::campaign::regression::FileCheck;
use crate::campaign::selftest::{Reduction, Reductions, reductions};
use crate::compile::WorkerOptions;
use crate::toolchain::Home;

/// What is small enough in the median: statements, and lines of MLIR.
const SMALL: (usize, usize) = (12, 30);

/// Seconds that one may take.
const LIMIT: f64 = 120.0;

/// Reduces `count` of them.
///
/// # Errors
/// If a compiler cannot be asked or there is no FileCheck.
pub(super) fn run(options: &Options, count: usize) -> Result<Status> {
    let compilers =
        select::install(std::slice::from_ref(&options.toolchain), WorkerOptions::default())?;
    let tool = FileCheck::find(&Home::from_environment()?, None)?;
    let what = Reductions {
        toolchain: options.toolchain.clone(),
        target: options.target.clone(),
        count,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        time: Duration::from_secs_f64(LIMIT / 2.0),
    };
    let mut told = |one: &Reduction| eprintln!("{}", line(one));
    let done = reductions(&what, &source, &compilers, &tool, &mut told)?;
    let statements = median(done.iter().map(|one| one.statements.1));
    let lines = median(done.iter().filter_map(|one| one.lines).map(|lines| lines.1));
    let slowest = done.iter().map(|one| one.seconds).fold(0.0, f64::max);
    let tests = done.iter().filter(|one| one.has_test).count();
    let undefined: usize = done.iter().map(|one| one.undefined.len()).sum();
    if options.json {
        print_json(&json!({
            "schema": 1,
            "reductions": done,
            "median_statements": statements,
            "median_lines": lines,
            "slowest_s": slowest,
            "tests": tests,
            "undefined": undefined,
        }))?;
    } else {
        print(&format!(
            "{} made small: in the median {statements} statements, {lines} lines of MLIR; the slowest took \
             {slowest:.0} s; {tests} tests tell right from wrong; {undefined} undefined kernels accepted",
            done.len()
        ))?;
    }
    let small = statements <= SMALL.0 && lines <= SMALL.1 && slowest <= LIMIT;
    let clean = small && done.len() == count && tests == count && undefined == 0;
    Ok(if clean { Status::Clean } else { Status::Findings })
}

fn line(one: &Reduction) -> String {
    let lines = one.lines.map_or("no module".to_owned(), |(a, b)| format!("{a} -> {b} lines"));
    let why = one.why.as_ref().map_or(String::new(), |why| format!("; {why}"));
    format!(
        "{}: {} of {} in {}: {} -> {} statements, {lines}, {:.1} s{}{why}",
        one.case,
        one.operator,
        one.operation,
        one.pass,
        one.statements.0,
        one.statements.1,
        one.seconds,
        if one.has_test { "" } else { "; no test" },
    )
}

/// The middle one, the larger where there are two; 0 of none.
fn median(values: impl Iterator<Item = usize>) -> usize {
    let mut values: Vec<usize> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or(0)
}
