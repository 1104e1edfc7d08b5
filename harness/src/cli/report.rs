//! `report`: writes campaigns' findings down.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use super::{Status, print};
use crate::oracle::Known;
use crate::report::globals::Table;
use crate::report::{Entry, Night, Page};
use crate::{campaign, report};

/// Options of `report`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The campaign's folder; of several, the newest last
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// How
    #[arg(long, value_enum, default_value_t = Format::Md)]
    format: Format,
    /// Write it into a file, whole or not at all, and print nothing
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A table that `globals --out` has written (table.json), to show in the page; may be repeated
    #[arg(long, value_name = "FILE")]
    globals: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Markdown, for an issue or a chat
    Md,
    /// One page for a browser, which needs no network
    Html,
    /// JUnit XML
    Junit,
    /// SARIF 2.1.0
    Sarif,
}

/// Prints the report, or writes it.
///
/// # Errors
/// If there is no campaign in a folder, or the report cannot be written.
pub(super) fn run(options: Options) -> Result<Status> {
    if !options.globals.is_empty() && options.format != Format::Html {
        bail!("--globals goes with --format html: leave it out");
    }
    // One campaign as Markdown is its findings alone: nothing else is read.
    if let (Format::Md, [folder]) = (options.format, &options.folders[..]) {
        let records = campaign::findings(folder)?;
        put(&options, report::summary(&title(&options.folders), &records).trim_end())?;
        return Ok(status(records.is_empty()));
    }
    let nights = options.folders.iter().map(|folder| campaign::night(folder));
    let nights: Vec<Night> = nights.collect::<Result<_>>()?;
    let entries = report::entries(&nights);
    put(&options, write(&options, &nights, &entries)?.trim_end())?;
    Ok(status(entries.is_empty()))
}

fn status(clean: bool) -> Status {
    if clean { Status::Clean } else { Status::Findings }
}

fn title(folders: &[PathBuf]) -> String {
    let names: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
    format!("Findings in {}", names.join(", "))
}

fn write(options: &Options, nights: &[Night], entries: &[Entry]) -> Result<String> {
    let title = title(&options.folders);
    Ok(match options.format {
        Format::Md => report::nights(&title, nights, entries),
        Format::Junit => report::junit(&title, nights, entries)?,
        Format::Sarif => {
            serde_json::to_string_pretty(&report::sarif(nights, entries, &Known::list()?))?
        }
        Format::Html => {
            let tables: Vec<Table> =
                options.globals.iter().map(|path| table(path)).collect::<Result<_>>()?;
            let details =
                |entry: &Entry| campaign::details(&options.folders[entry.last()], &entry.record.id);
            let known = Known::list()?;
            let (tables, known, details) = (&tables[..], &known[..], &details);
            report::page(&Page { title, nights, entries, details, tables, known })
        }
    })
}

fn table(path: &Path) -> Result<Table> {
    let told = || format!("cannot read the table {}", path.display());
    let text = fs::read_to_string(path).with_context(told)?;
    serde_json::from_str(&text).with_context(told)
}

/// Whether a path is of what a campaign needs: all in its folder but reports.
fn holds(campaign: &Path, path: &Path) -> bool {
    let (Ok(campaign), Ok(path)) = (campaign.canonicalize(), path.canonicalize()) else {
        return false;
    };
    let Ok(inside) = path.strip_prefix(&campaign) else { return false };
    !inside.to_string_lossy().starts_with("report")
}

/// Prints a report, or puts it into the file that was asked for.
fn put(options: &Options, text: &str) -> Result<()> {
    let Some(path) = &options.out else { return print(text) };
    let told = || format!("cannot write {}", path.display());
    if let Some(own) = options.folders.iter().find(|own| holds(own, path)) {
        bail!(
            "{} is a file of the campaign {}: choose another --out",
            path.display(),
            own.display()
        );
    }
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder).with_context(told)?;
    // Beside its place, so that a reader sees the old one or the new one.
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let building = folder.join(format!(".{name}.{}", std::process::id()));
    let written =
        fs::write(&building, format!("{text}\n")).and_then(|()| fs::rename(&building, path));
    if written.is_err() {
        let _ = fs::remove_file(&building);
    }
    written.with_context(told)
}
