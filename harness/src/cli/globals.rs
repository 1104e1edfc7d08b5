//! `globals`: the table of what a toolchain does with each kind of Python state.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};

use super::{Status, print, print_json, select};
use crate::campaign::Compilers;
use crate::campaign::history::{Made, table};
use crate::compile::Target;
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
    /// Make only the rows of this kind of state; may be repeated
    #[arg(long, value_name = "KIND")]
    kind: Vec<String>,
    /// Also write the table (JSON, HTML) into a folder, with a script for each row that runs alone
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How to print the table
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    workers: select::Workers,
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
    let compilers = select::install(&toolchains, options.workers.options())?;
    let mut compiler = compilers.start(&options.toolchain)?;
    let device = (device::find("ir").context("no device `ir`")?.open)();
    let name = options.toolchain.to_string();
    let (target, kinds) = (&options.target, &options.kind);
    let made = table(compiler.as_mut(), device.as_ref(), &name, target, kinds)?;
    if let Some(folder) = &options.out {
        write(folder, &made)?;
    }
    let mut table = made.table;
    table.rows.iter_mut().for_each(|row| row.script = None); // links lead nowhere from here
    match (options.json, options.format) {
        (true, _) => print_json(&table)?,
        (false, Format::Text) => print(&table.text())?,
        (false, Format::Html) => print(&table.html())?,
    }
    let old = old.map(|mut old| {
        old.rows.retain(|row| kinds.is_empty() || kinds.contains(&row.kind));
        old
    });
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

/// Writes the table and its scripts.
fn write(folder: &Path, made: &Made) -> Result<()> {
    let json = serde_json::to_string_pretty(&made.table)? + "\n";
    let pages = [("table.json".to_owned(), json), ("table.html".to_owned(), made.table.html())];
    for (path, text) in pages.iter().chain(&made.scripts) {
        let path = folder.join(path);
        let told = || format!("cannot write {}", path.display());
        std::fs::create_dir_all(path.parent().unwrap_or(folder)).with_context(told)?;
        std::fs::write(&path, text).with_context(told)?;
    }
    Ok(())
}
