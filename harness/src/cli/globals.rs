//! `globals`: the table of what a toolchain does with each kind of Python state.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};

use super::{Status, print, print_json, select};
use crate::campaign::Compilers;
use crate::campaign::history::table;
use crate::compile::{Target, WorkerOptions};
use crate::device;
use crate::report::globals::Table;
use crate::toolchain::ToolchainId;

/// Options of `globals`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// A Triton build
    #[arg(long, value_name = "T", default_value_t)]
    toolchain: ToolchainId,
    /// The GPU to compile for
    #[arg(long, value_name = "GPU", default_value = "cuda:90")]
    target: Target,
    /// An earlier table (JSON): rows that have changed since are findings
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    /// How to print the table
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Print the table as JSON
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Html,
}

/// Makes the table. Its faults are no findings: `fuzz --scenario globals` looks for those.
///
/// # Errors
/// If the toolchain cannot be had, or the earlier table cannot be read.
pub(super) fn run(options: &Options) -> Result<Status> {
    let old = options.compare.as_ref().map(|path| -> Result<Table> {
        let told = || format!("cannot read the table {}", path.display());
        let text = std::fs::read_to_string(path).with_context(told)?;
        serde_json::from_str(&text).with_context(told)
    });
    let old = old.transpose()?;
    let toolchains = [options.toolchain.clone()];
    let compilers = select::install(&toolchains, WorkerOptions::default())?;
    let mut compiler = compilers.start(&options.toolchain)?;
    let device = (device::find("ir").context("no device `ir`")?.open)();
    let name = options.toolchain.to_string();
    let table = table(compiler.as_mut(), device.as_ref(), &name, &options.target)?;
    match (options.json, options.format) {
        (true, _) => print_json(&table)?,
        (false, Format::Text) => print(&table.text())?,
        (false, Format::Html) => print(&table.html())?,
    }
    let changes = old.as_ref().map(|old| table.changes(old)).unwrap_or_default();
    for (before, row) in &changes {
        let before = before.unwrap_or("not there");
        eprintln!(
            "changed: {} {} {}: {before}, now {}",
            row.kind, row.done, row.place, row.outcome
        );
    }
    Ok(if changes.is_empty() { Status::Clean } else { Status::Findings })
}
