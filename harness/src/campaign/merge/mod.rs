//! Merges campaign folders of shards into one, as one campaign over all of their kernels would have left.
//!
//! Of everything that two folders hold alike it takes the greater one in a fixed order, never a sum, so
//! the same shard twice counts once, and neither the order of the folders nor merging in steps matters:
//! merging is idempotent, commutative and associative. What a merged campaign has found is never lost by
//! merging more into it.

mod files;
mod judged;
mod learned;
mod order;
mod rows;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use rusqlite::{Connection, OpenFlags};

use super::settings::Shard;
use super::store::{self, full};

pub(super) use rows::decode as shard_of;

/// What merging has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The merged campaign's folder.
    pub folder: PathBuf,
    /// Kernels that are judged in it.
    pub kernels: u64,
    /// Distinct findings in it.
    pub findings: u64,
    /// Shards that were run by others and are not in it, such as `3/8`.
    pub missing: Vec<Shard>,
}

/// A campaign that is merged. It may be running: what it has recorded so far is taken.
struct Source {
    folder: PathBuf,
    connection: Connection,
    meta: BTreeMap<String, String>,
    shard: Shard,
}

/// Merges the campaigns in `folders` into `out`, which is there whole or as it was. A campaign that `out`
/// holds already is one of them.
///
/// # Errors
/// If one holds no campaign, they differ in more than their shards or are several guided ones, `out` holds
/// something else or is in use, or the disk does not take it.
pub fn merge(folders: &[PathBuf], out: &Path) -> Result<Merged> {
    if out.exists() {
        store::refuse_foreign(out)?;
    }
    let (parent, old) = beside(out)?;
    fs::create_dir_all(&parent).map_err(|error| full(error, out))?;
    restore(out, &old)?;
    store::refuse_foreign(out)?;
    let held = out.join("campaign.sqlite").exists();
    let _lock = held.then(|| store::lock(out)).transpose()?;
    let own = held.then(|| out.to_path_buf());
    let sources: Vec<Source> =
        folders.iter().chain(&own).map(|folder| open(folder)).collect::<Result<_>>()?;
    let identity = identity(&sources)?;
    let building = tempfile::Builder::new()
        .prefix(".merging-")
        .tempdir_in(&parent)
        .map_err(|error| full(error, out))?;
    // Inside, because a temporary folder is for one user's eyes only.
    let built = building.path().join("campaign");
    fs::create_dir(&built).map_err(|error| full(error, out))?;
    let records = order::records(&sources, out)?;
    let merged = rows::merge(&sources, &identity, &records, &built, out)
        .with_context(|| format!("cannot merge into {}", out.display()))?;
    files::findings(&records, &built, out)?;
    files::set_aside(&sources, &built).map_err(|error| full(error, out))?;
    // Closing a store tidies up files by name: before the name is another one's.
    drop(sources);
    publish(&built, out, &old)?;
    Ok(merged)
}

/// The folder that `out` is in, and where an earlier `out` is put for the moment of the exchange.
fn beside(out: &Path) -> Result<(PathBuf, PathBuf)> {
    let Some(name) = out.file_name() else { bail!("{} is no name of a folder", out.display()) };
    let parent = match out.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    };
    let old = parent.join(format!(".{}.before-merge", name.to_string_lossy()));
    Ok((parent, old))
}

/// Ends the exchange of a merge that was killed in it.
fn restore(out: &Path, old: &Path) -> Result<()> {
    match (old.exists(), out.exists()) {
        (true, false) => fs::rename(old, out)?,
        (true, true) => finish(old, out)?,
        (false, _) => {}
    }
    Ok(())
}

/// Opens a campaign, at one moment of it.
fn open(folder: &Path) -> Result<Source> {
    let path = folder.join("campaign.sqlite");
    if !path.exists() {
        bail!("{} holds no campaign: give the folder of one", folder.display());
    }
    let wrong = || format!("{} is no campaign of this program", path.display());
    let connection = connect(&path).with_context(wrong)?;
    connection.execute_batch("BEGIN").with_context(wrong)?;
    let meta = store::meta(&connection).with_context(wrong)?;
    let shard = meta.get("shard").map(|text| text.parse::<Shard>()).transpose()?;
    let Some(shard) = shard else {
        bail!("{} has not begun its campaign: run it first or leave it out", folder.display())
    };
    Ok(Source { folder: folder.to_path_buf(), connection, meta, shard })
}

/// A connection to a store that is there. Reading a log that another process writes needs the right to
/// write beside it; a folder in which nobody can write is read as it lies.
pub(super) fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let able = |connection: Connection| -> rusqlite::Result<Connection> {
        connection
            .query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0))?;
        Ok(connection)
    };
    let escaped = path.display().to_string();
    let escaped = escaped.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE).and_then(able).or_else(
        |first| {
            let uri = format!("file:{escaped}?immutable=1");
            Connection::open_with_flags(uri, flags).and_then(able).map_err(|_| first)
        },
    )
}

/// Whether a store has a table.
pub(super) fn has_table(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?1";
    connection.query_row(sql, [name], |row| Ok(row.get::<_, i64>(0)? > 0))
}

/// What the campaign of all shards is: they agree in everything else.
fn identity(sources: &[Source]) -> Result<BTreeMap<String, String>> {
    let Some((first, others)) = sources.split_first() else {
        bail!("give the folders of the campaigns to merge");
    };
    for other in others {
        let keys: BTreeSet<&String> = first.meta.keys().chain(other.meta.keys()).collect();
        for key in keys.into_iter().filter(|key| *key != "shard") {
            let of = |source: &Source| source.meta.get(key).cloned().unwrap_or_default();
            let (one, two) = (of(first), of(other));
            if one != two {
                bail!(
                    "{} and {} are no shards of one campaign ({key} {one} and {two}): merge them apart",
                    first.folder.display(),
                    other.folder.display()
                );
            }
        }
    }
    let mut identity = first.meta.clone();
    identity.insert("shard".to_owned(), Shard::default().to_string());
    Ok(identity)
}

/// Puts the merged campaign in its place.
fn publish(built: &Path, out: &Path, old: &Path) -> Result<()> {
    let there = out.exists();
    if there {
        fs::rename(out, old).map_err(|error| full(error, out))?;
    }
    if let Err(error) = fs::rename(built, out) {
        if there {
            fs::rename(old, out)?;
        }
        return Err(full(error, out));
    }
    if there { finish(old, out) } else { Ok(()) }
}

/// Carries over what is no part of a campaign (reports), and removes what was there before.
fn finish(old: &Path, out: &Path) -> Result<()> {
    for entry in fs::read_dir(old)? {
        let name = entry?.file_name();
        let text = name.to_string_lossy();
        let merged = text.starts_with("campaign.") || text == ".lock";
        if !merged && !out.join(&name).exists() && text != "findings" && text != "set-aside" {
            fs::rename(old.join(&name), out.join(&name))?;
        }
    }
    fs::remove_dir_all(old)?;
    Ok(())
}
