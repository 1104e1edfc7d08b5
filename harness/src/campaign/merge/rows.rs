//! The database of a merged campaign.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, bail};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::order::Picked;
use super::{Merged, Source, has_table, judged, learned};
use crate::campaign::outcome::rank_of_attempt;
use crate::campaign::schema::SCHEMA;
use crate::campaign::settings::Shard;
use crate::campaign::store::sql;

/// Bits of the number of a run and of a shard in the key of a merged run.
const RUN_BITS: u32 = 24;
const SHARD_BITS: u32 = 18;

/// A judged kernel. The order decides between two judgements of one kernel, which differ only where
/// something depends on time: a fault is kept, a verdict goes before none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    rank: Reverse<usize>,
    outcome: String,
    reason: String,
    /// Its finding, and the case.
    sighting: Option<(String, String)>,
    /// Bits of the seconds, which are ordered as these are: none is negative.
    seconds: [u64; 3],
}

const SELECT: &str = "SELECT k.kernel, k.plan, k.outcome, k.reason, k.compile_s, k.evaluate_s, \
    k.device_s, s.finding, s.case_json FROM kernels k \
    LEFT JOIN sightings s ON s.kernel = k.kernel AND s.plan = k.plan";

/// Writes the merged database into `built`.
pub(super) fn merge(
    sources: &[Source],
    identity: &BTreeMap<String, String>,
    records: &BTreeMap<String, Picked>,
    built: &Path,
    out: &Path,
) -> Result<Merged> {
    let mut connection = Connection::open(built.join("campaign.sqlite"))?;
    connection.execute_batch(SCHEMA).map_err(|error| sql(error, out))?;
    let transaction = connection.transaction()?;
    for (key, value) in identity {
        let insert = "INSERT INTO meta (key, value) VALUES (?1, ?2)";
        transaction.execute(insert, params![key, value])?;
    }
    for (id, picked) in records {
        let insert = "INSERT INTO findings (id, record) VALUES (?1, ?2)";
        transaction.execute(insert, params![id, picked.json]).map_err(|error| sql(error, out))?;
    }
    for source in sources {
        runs(&transaction, source)?;
        let others = kernels(&transaction, source).map_err(|error| sql(error, out))?;
        if others && identity.contains_key("guidance") {
            bail!(
                "guided campaigns have kernels of their own, and {} has others of the same numbers: merge \
                 unguided shards",
                source.folder.display()
            );
        }
        leaks(&transaction, source)?;
        aliases(&transaction, source)?;
        judged::merge(&transaction, source)?;
        spills(&transaction, source)?;
        learned::merge(&transaction, source).map_err(|error| sql(error, out))?;
    }
    judged::settle(&transaction).map_err(|error| sql(error, out))?;
    let kernels: i64 = transaction.query_row("SELECT count(*) FROM kernels", [], |r| r.get(0))?;
    let missing = missing(&transaction)?;
    transaction.commit().map_err(|error| sql(error, out))?;
    connection.close().map_err(|(_, error)| sql(error, out))?;
    let findings = records.len() as u64;
    Ok(Merged { folder: out.to_path_buf(), kernels: kernels as u64, findings, missing })
}

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<(i64, String, Row)> {
    let outcome: String = row.get(2)?;
    let rank = Reverse(rank_of_attempt(&outcome));
    let finding: Option<String> = row.get(7)?;
    let case: Option<String> = row.get(8)?;
    let bits = |at: usize| -> rusqlite::Result<u64> { Ok(row.get::<_, f64>(at)?.to_bits()) };
    let seconds = [bits(4)?, bits(5)?, bits(6)?];
    let (sighting, reason) = (finding.zip(case), row.get(3)?);
    Ok((row.get(0)?, row.get(1)?, Row { rank, outcome, reason, sighting, seconds }))
}

/// Takes over the kernels of a source that are new, or judged better. Whether any was judged another time:
/// no two judgements take the same time to the bit.
fn kernels(target: &Transaction<'_>, source: &Source) -> rusqlite::Result<bool> {
    let mut others = false;
    let mut all = source.connection.prepare(SELECT)?;
    let mut rows = all.query([])?;
    let one = format!("{SELECT} WHERE k.kernel = ?1 AND k.plan = ?2");
    let mut one = target.prepare(&one)?;
    while let Some(row) = rows.next()? {
        let (kernel, plan, new) = read(row)?;
        let old = one.query_row(params![kernel, plan], |row| Ok(read(row)?.2)).optional()?;
        others |= old.as_ref().is_some_and(|old| old.seconds != new.seconds);
        if old.is_none_or(|old| old < new) {
            put(target, kernel, &plan, &new)?;
        }
    }
    Ok(others)
}

fn put(target: &Transaction<'_>, kernel: i64, plan: &str, row: &Row) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO kernels
               (kernel, plan, outcome, reason, compile_s, evaluate_s, device_s)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let [compile, evaluate, device] = row.seconds.map(f64::from_bits);
    let values = params![kernel, plan, row.outcome, row.reason, compile, evaluate, device];
    target.prepare_cached(sql)?.execute(values)?;
    let sql = "DELETE FROM sightings WHERE kernel = ?1 AND plan = ?2";
    target.prepare_cached(sql)?.execute(params![kernel, plan])?;
    if let Some((finding, case)) = &row.sighting {
        let sql = "INSERT INTO sightings (finding, kernel, plan, case_json)
                   VALUES (?1, ?2, ?3, ?4)";
        target.prepare_cached(sql)?.execute(params![finding, kernel, plan, case])?;
    }
    Ok(())
}

fn leaks(target: &Transaction<'_>, source: &Source) -> Result<()> {
    if !has_table(&source.connection, "leaks")? {
        return Ok(());
    }
    let mut statement = source.connection.prepare("SELECT scenario, plan FROM leaks")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (scenario, plan): (String, String) = (row.get(0)?, row.get(1)?);
        let insert = "INSERT OR IGNORE INTO leaks (scenario, plan) VALUES (?1, ?2)";
        target.prepare_cached(insert)?.execute(params![scenario, plan])?;
    }
    Ok(())
}

/// Takes over what faults came out as. Of two findings for one fault, which shards found apart, the smaller
/// id stays.
fn aliases(target: &Transaction<'_>, source: &Source) -> Result<()> {
    if !has_table(&source.connection, "aliases")? {
        return Ok(());
    }
    let mut statement = source.connection.prepare("SELECT id, finding FROM aliases")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (id, finding): (String, String) = (row.get(0)?, row.get(1)?);
        let insert = "INSERT INTO aliases (id, finding) VALUES (?1, ?2)
                      ON CONFLICT (id) DO UPDATE SET finding = min(finding, excluded.finding)";
        target.prepare_cached(insert)?.execute(params![id, finding])?;
    }
    Ok(())
}

fn spills(target: &Transaction<'_>, source: &Source) -> Result<()> {
    if !has_table(&source.connection, "spills")? {
        return Ok(());
    }
    let mut statement = source.connection.prepare("SELECT kernel, plan, line FROM spills")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (kernel, plan, line): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let insert = "INSERT OR IGNORE INTO spills (kernel, plan, line) VALUES (?1, ?2, ?3)";
        target.prepare_cached(insert)?.execute(params![kernel, plan, line])?;
    }
    Ok(())
}

/// Takes over the runs of a shard under keys of their own, with their pace.
fn runs(target: &Transaction<'_>, source: &Source) -> Result<()> {
    let told = || format!("the runs of {} cannot be numbered", source.folder.display());
    let mut statement = source.connection.prepare("SELECT id, wall_s FROM runs")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (id, wall): (i64, f64) = (row.get(0)?, row.get(1)?);
        let insert = "INSERT INTO runs (id, wall_s) VALUES (?1, ?2)
                      ON CONFLICT (id) DO UPDATE SET wall_s = max(wall_s, excluded.wall_s)";
        let id = code(source.shard, id).with_context(told)?;
        target.prepare_cached(insert)?.execute(params![id, wall])?;
    }
    if !has_table(&source.connection, "pace")? {
        return Ok(());
    }
    let mut statement = source.connection.prepare("SELECT run, minute, kernels FROM pace")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (run, minute, kernels): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let insert = "INSERT INTO pace (run, minute, kernels) VALUES (?1, ?2, ?3)
                      ON CONFLICT (run, minute)
                      DO UPDATE SET kernels = max(kernels, excluded.kernels)";
        let run = code(source.shard, run).with_context(told)?;
        target.prepare_cached(insert)?.execute(params![run, minute, kernels])?;
    }
    Ok(())
}

/// The key of a shard's run in a merged campaign: negative, while runs of its own count up from 1.
fn code(shard: Shard, id: i64) -> Result<i64> {
    if shard.of == 1 {
        return Ok(id);
    }
    let fits = |value: u64, bits: u32| value >> bits == 0;
    let run = u64::try_from(id).unwrap_or(u64::MAX);
    if !fits(run, RUN_BITS) || !fits(shard.of, SHARD_BITS) {
        bail!("run {id} of shard {shard} is out of range");
    }
    let key = (((shard.of << SHARD_BITS) | shard.index) << RUN_BITS) | run;
    Ok(-(key as i64))
}

/// The shard that a merged run was of; `None` of runs of the whole campaign.
pub(in crate::campaign) fn decode(key: i64) -> Option<Shard> {
    let key = u64::try_from(key.checked_neg()?).ok().filter(|key| *key > 0)? >> RUN_BITS;
    let (of, index) = (key >> SHARD_BITS, key & ((1 << SHARD_BITS) - 1));
    (index < of).then_some(Shard { index, of })
}

/// The shards that belong to those which are here, and are not.
fn missing(target: &Transaction<'_>) -> Result<Vec<Shard>> {
    let mut statement = target.prepare("SELECT id FROM runs")?;
    let ids = statement.query_map([], |row| row.get::<_, i64>(0))?;
    let mut here: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    for id in ids {
        if let Some(shard) = decode(id?) {
            here.entry(shard.of).or_default().insert(shard.index);
        }
    }
    // Where the shards of one division are all here, another division that was begun lacks nothing.
    if here.iter().any(|(of, indices)| indices.len() as u64 == *of) {
        return Ok(Vec::new());
    }
    let lacking = |(of, indices): (&u64, &BTreeSet<u64>)| -> Vec<Shard> {
        let gaps = (0..*of).filter(|index| !indices.contains(index));
        gaps.map(|index| Shard { index, of: *of }).collect()
    };
    Ok(here.iter().flat_map(lacking).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_runs_tell_their_shard() {
        let shard = Shard { index: 3, of: 8 };
        let key = code(shard, 5).unwrap();
        assert!(key < 0);
        assert_eq!(decode(key), Some(shard));
        assert_ne!(code(Shard { index: 3, of: 9 }, 5).unwrap(), key);
        assert_ne!(code(shard, 6).unwrap(), key);
        assert_eq!(code(Shard::default(), key).unwrap(), key, "a merged campaign keeps them");
        assert_eq!(decode(7), None);
        assert!(code(shard, 1 << 24).is_err());
    }

    #[test]
    fn a_fault_is_kept_and_a_verdict_goes_before_none() {
        let row = |word: &str, seconds: f64| Row {
            rank: Reverse(rank_of_attempt(word)),
            outcome: String::new(),
            reason: String::new(),
            sighting: None,
            seconds: [seconds.to_bits(), 0, 0],
        };
        assert!(row("inconclusive", 9.0) < row("agree", 1.0));
        assert!(row("agree", 9.0) < row("bug", 0.0));
        assert!(row("agree", 0.5) < row("agree", 2.0));
    }
}
