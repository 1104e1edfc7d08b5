//! What a store is asked for: the kernels that were judged, counts of them, and the records of findings. It
//! changes nothing.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use anyhow::{Context, Result, bail};
use rusqlite::Connection;

use super::Store;
use crate::campaign::examine::Times;
use crate::campaign::merge::has_table;
use crate::report::Record;

impl Store {
    /// The kernels that were judged before, with their plans.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn done(&self) -> Result<HashSet<(u64, String)>> {
        let connection = self.connection();
        let mut statement = connection.prepare("SELECT kernel, plan FROM kernels")?;
        let rows =
            statement.query_map([], |row| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// How many scenarios came out otherwise after others in their process.
    pub(in crate::campaign) fn leaks(&self) -> Result<u64> {
        let connection = self.connection();
        let count: i64 =
            connection.query_row("SELECT count(*) FROM leaks", [], |row| row.get(0))?;
        Ok(count as u64)
    }

    /// What the faults of scenarios came out as when they were reduced, where that has another id: the
    /// findings by these ids.
    pub(in crate::campaign) fn aliases(&self) -> Result<BTreeMap<String, String>> {
        let connection = self.connection();
        let mut statement = connection.prepare("SELECT id, finding FROM aliases")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// For how many kernels the registers did not suffice.
    pub(in crate::campaign) fn spills(&self) -> Result<u64> {
        let connection = self.connection();
        let sql = "SELECT count(*) FROM (SELECT DISTINCT kernel, plan FROM spills)";
        let count: i64 = connection.query_row(sql, [], |row| row.get(0))?;
        Ok(count as u64)
    }

    /// How many kernels had each outcome, by outcome and reason.
    pub(in crate::campaign) fn outcomes(&self) -> Result<Vec<(String, String, u64)>> {
        let connection = self.connection();
        let sql = "SELECT outcome, reason, count(*) FROM kernels GROUP BY outcome, reason
                   ORDER BY outcome, reason";
        let mut statement = connection.prepare(sql)?;
        let row =
            |row: &rusqlite::Row| Ok((row.get(0)?, row.get(1)?, row.get::<_, i64>(2)? as u64));
        let rows = statement.query_map([], row)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Seconds of all runs, and of the three parts of all kernels.
    pub(in crate::campaign) fn seconds(&self) -> Result<(f64, Times)> {
        let connection = self.connection();
        let wall = connection.query_row("SELECT total(wall_s) FROM runs", [], |row| row.get(0))?;
        let sql = "SELECT total(compile_s), total(evaluate_s), total(device_s) FROM kernels";
        let times = connection.query_row(sql, [], |row| {
            Ok(Times { compile: row.get(0)?, evaluate: row.get(1)?, device: row.get(2)? })
        })?;
        Ok((wall, times))
    }

    /// Every finding, in the order of their ids, with its number of sightings.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn findings(&self) -> Result<Vec<Record>> {
        records(&self.connection())
    }
}

/// The findings, in the order of their ids, with the numbers of their sightings.
pub(in crate::campaign) fn records(connection: &Connection) -> Result<Vec<Record>> {
    // Of the results of a bundle, each device's count: its finding need not be the kernel's.
    let judged = match has_table(connection, "judgements")? {
        true => "UNION SELECT kernel, plan FROM judgements WHERE finding = id",
        false => "",
    };
    let sql = format!(
        "SELECT record, (SELECT count(*) FROM
             (SELECT kernel, plan FROM sightings WHERE finding = id {judged}))
         FROM findings ORDER BY id"
    );
    let mut statement = connection.prepare(&sql)?;
    let rows = statement
        .query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)? as u64)))?;
    rows.map(|row| {
        let (text, sightings) = row?;
        let record: Record = serde_json::from_str(&text).with_context(|| damaged(connection))?;
        Ok(Record { sightings, ..record })
    })
    .collect()
}

/// Said of a store with a record that cannot be read.
fn damaged(connection: &Connection) -> String {
    let path = connection.path().unwrap_or("the campaign's store");
    format!(
        "{path} is damaged, a finding's record is no JSON: restore it, or choose another folder"
    )
}

/// The findings of a campaign that may be running.
///
/// # Errors
/// If there is no campaign in the folder.
pub(in crate::campaign) fn read_findings(folder: &Path) -> Result<Vec<Record>> {
    let path = folder.join("campaign.sqlite");
    if !path.exists() {
        bail!("{} holds no campaign: give the folder of one", folder.display());
    }
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE;
    let connection = Connection::open_with_flags(&path, flags)?;
    records(&connection).with_context(|| format!("{} is no campaign", path.display()))
}

/// What makes it this campaign.
pub(in crate::campaign) fn meta(connection: &Connection) -> Result<BTreeMap<String, String>> {
    let mut statement = connection.prepare("SELECT key, value FROM meta")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
