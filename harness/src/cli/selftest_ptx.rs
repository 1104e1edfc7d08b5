//! `selftest --ptx`: faults that are planted into PTX must be caught by the `ptx` device.

use std::time::Instant;

use anyhow::Result;

use super::selftest::{Options, source};
use super::{Status, print, print_json, select};
use crate::campaign::selftest::{self, Assembly};
use crate::compile::{Target, WorkerOptions};

/// The part of the plants that must be caught.
const RECALL: f64 = 0.95;

/// Plants into the code of so many kernels; or writes the plants, or takes what a GPU left of them.
///
/// # Errors
/// If a compiler cannot be asked, or a file cannot be read or written.
pub(super) fn run(options: &Options, kernels: u64) -> Result<Status> {
    if let (Some(results), Some(bundle), Some(corpus)) =
        (&options.import, &options.export, &options.corpus)
    {
        selftest::import_assembly(bundle, results, corpus)?;
        return Ok(Status::Clean);
    }
    let started = Instant::now();
    let compilers =
        select::install(std::slice::from_ref(&options.toolchain), WorkerOptions::default())?;
    let what = Assembly {
        toolchain: options.toolchain.clone(),
        targets: vec![Target::cuda(80), Target::cuda(90)],
        kernels,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
    };
    if let Some(file) = &options.export {
        selftest::export_assembly(&what, &source, &compilers, file)?;
        return Ok(Status::Clean);
    }
    let mut report = selftest::assembly(&what, &source, &compilers)?;
    report.wall_s = started.elapsed().as_secs_f64();
    if options.json {
        print_json(&report)?;
    } else {
        print(&report.text())?;
    }
    let clean = report.recall >= RECALL && report.false_alarms == 0 && report.plants > 0;
    Ok(if clean { Status::Clean } else { Status::Findings })
}
