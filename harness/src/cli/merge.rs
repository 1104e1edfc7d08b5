//! `merge`: makes one campaign of the shards of one.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::{Status, print};
use crate::campaign;

/// Options of `merge`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The folders of the shards; one given twice counts once
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// The merged campaign's folder; a campaign that is in it already is merged as well
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Merges. Whether there are findings is for `report` to say.
///
/// # Errors
/// If a folder holds no campaign, or one that is no shard of the same as the others.
pub(super) fn run(options: &Options) -> Result<Status> {
    let merged = campaign::merge(&options.folders, &options.out)?;
    let (kernels, findings) = (merged.kernels, merged.findings);
    print(&format!("{kernels} kernels, {findings} findings: {}", merged.folder.display()))?;
    if !merged.missing.is_empty() {
        let shards: Vec<String> = merged.missing.iter().map(ToString::to_string).collect();
        eprintln!("not in it: shards {}", shards.join(", "));
    }
    Ok(Status::Clean)
}
