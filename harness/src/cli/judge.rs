//! `judge`: judges the results of a bundle where it came from.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::Args;

use super::{Status, fuzz, print, print_json};
use crate::campaign::Silent;
use crate::campaign::bundle::{self, Judging};

/// Options of `judge`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The bundle
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Its results
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// The campaign's folder [default: that of the bundle]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the summary as JSON, as `fuzz` does
    #[arg(long)]
    json: bool,
}

/// Judges and records.
///
/// # Errors
/// If a file cannot be read, they do not belong together, or the campaign cannot be written.
pub(super) fn run(options: &Options) -> Result<Status> {
    let stop = Arc::new(AtomicBool::new(false));
    fuzz::catch_interrupts(stop.clone())?;
    let judging =
        Judging { file: &options.file, results: &options.results, out: options.out.as_deref() };
    let summary = bundle::judge(&judging, &Silent, &stop)?;
    if options.json {
        print_json(&summary)?;
        eprintln!("{}", summary.text());
    } else {
        print(&summary.text())?;
    }
    Ok(if summary.findings.is_empty() { Status::Clean } else { Status::Findings })
}
