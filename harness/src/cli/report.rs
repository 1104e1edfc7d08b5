//! `report`: writes a campaign's findings down.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::{Status, later, print};
use crate::{campaign, report};

/// Options of `report`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The campaign's folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// How
    #[arg(long, value_name = "FORMAT", default_value = "md", value_parser = format)]
    #[allow(dead_code)]
    format: String,
}

fn format(text: &str) -> Result<String, String> {
    later::word(text, &["md"], &["html", "junit", "sarif"])
}

/// Prints the report.
///
/// # Errors
/// If there is no campaign in the folder.
pub(super) fn run(options: Options) -> Result<Status> {
    let records = campaign::findings(&options.folder)?;
    let title = format!("Findings in {}", options.folder.display());
    print(report::summary(&title, &records).trim_end())?;
    Ok(if records.is_empty() { Status::Clean } else { Status::Findings })
}
