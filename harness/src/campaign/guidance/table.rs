//! What guidance has learned, in the campaign's store: it goes on where it stopped.
//!
//! A kernel's features are written before the kernel counts as judged. If the process is killed in
//! between, it is judged once more, and has nothing new.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use rusqlite::{Connection, OpenFlags, Transaction, params};

use super::corpus::Kept;
use super::novelty::Count;
use super::weights::{Yield, Yields};
use crate::campaign::store::{Store, meta, sql};
use crate::testcase::TestCase;

/// What is known when a run begins.
pub(super) struct Known {
    pub(super) features: HashSet<u32>,
    pub(super) corpus: Vec<Kept>,
    pub(super) yields: Yields,
    pub(super) traits: HashMap<u32, Count>,
}

/// What one kernel teaches.
pub(super) struct Lesson<'a> {
    pub(super) kernel: u64,
    /// Features that were new with it.
    pub(super) fresh: &'a [u32],
    /// The case, if it is worth keeping.
    pub(super) kept: Option<&'a Kept>,
    /// The yields that changed.
    pub(super) yields: &'a [(String, Yield)],
    /// The traits of the case, which had one kernel more.
    pub(super) traits: &'a [u32],
    /// Whether nothing could be said of it.
    pub(super) vain: bool,
    /// Hashes of the cases that are not kept any longer.
    pub(super) gone: &'a [String],
}

/// Whether guidance chooses the kernels of the campaign in a folder; `None` if none has begun there.
pub fn is_guided(folder: &Path) -> Option<bool> {
    let path = folder.join("campaign.sqlite");
    if !path.exists() {
        return None;
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    let meta = meta(&Connection::open_with_flags(&path, flags).ok()?).ok()?;
    (!meta.is_empty()).then(|| meta.contains_key("guidance"))
}

impl Store {
    /// How many distinct features the IR of the kernels before `kernel` had.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn features(&self, kernel: u64) -> Result<u64> {
        let connection = self.connection();
        let kernel = i64::try_from(kernel).unwrap_or(i64::MAX);
        let sql = "SELECT count(*) FROM features WHERE kernel < ?1";
        let count: i64 = connection.query_row(sql, [kernel], |row| row.get(0))?;
        Ok(count as u64)
    }
}

/// Reads everything.
pub(super) fn load(store: &Store) -> Result<Known> {
    let connection = store.connection();
    let mut statement = connection.prepare("SELECT feature FROM features")?;
    let features = statement.query_map([], |row| row.get::<_, u32>(0))?;
    let features: HashSet<u32> = features.collect::<Result<_, _>>()?;
    let mut statement = connection.prepare("SELECT way, kernels, fresh FROM yields")?;
    let yields = statement.query_map([], |row| {
        let counts = (row.get::<_, i64>(1)?, row.get::<_, i64>(2)?);
        let counts = Yield { kernels: counts.0 as u64, fresh: counts.1 as u64 };
        Ok((row.get::<_, String>(0)?, counts))
    })?;
    let yields: Yields = yields.collect::<Result<_, _>>()?;
    let mut statement = connection.prepare("SELECT trait, kernels, vain FROM traits")?;
    let traits = statement.query_map([], |row| {
        let counts = (row.get::<_, i64>(1)?, row.get::<_, i64>(2)?);
        Ok((row.get(0)?, Count { kernels: counts.0 as u64, vain: counts.1 as u64 }))
    })?;
    let traits: HashMap<u32, Count> = traits.collect::<Result<_, _>>()?;
    Ok(Known { features, corpus: corpus(&connection)?, yields, traits })
}

/// The cases, in the order in which they came. One that this version cannot read is left alone.
fn corpus(connection: &Connection) -> Result<Vec<Kept>> {
    let sql = "SELECT hash, fresh, case_json, features FROM corpus ORDER BY kernel, hash";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    let mut cases = Vec::new();
    while let Some(row) = rows.next()? {
        let (hash, text): (String, String) = (row.get(0)?, row.get(2)?);
        let case = match TestCase::parse(&text, &hash) {
            Ok(case) => Arc::new(case),
            Err(error) => {
                log::warn!("a case of the corpus is left out: {error}");
                continue;
            }
        };
        let fresh: i64 = row.get(1)?;
        let features = unpack(&row.get::<_, Vec<u8>>(3)?);
        cases.push(Kept { hash, fresh: fresh as u64, case, features });
    }
    Ok(cases)
}

/// Writes down what a kernel taught, whole or not at all.
pub(super) fn put(store: &Store, lesson: &Lesson<'_>) -> Result<()> {
    write(store, lesson).map_err(|error| sql(error, store.folder()))
}

fn write(store: &Store, lesson: &Lesson<'_>) -> rusqlite::Result<()> {
    let mut connection = store.connection();
    let transaction = connection.transaction()?;
    rows(&transaction, lesson)?;
    transaction.commit()
}

fn rows(transaction: &Transaction<'_>, lesson: &Lesson<'_>) -> rusqlite::Result<()> {
    let kernel = lesson.kernel as i64;
    let sql = "INSERT OR IGNORE INTO features (feature, kernel) VALUES (?1, ?2)";
    let mut insert = transaction.prepare_cached(sql)?;
    for feature in lesson.fresh {
        insert.execute(params![feature, kernel])?;
    }
    if let Some(kept) = lesson.kept {
        let sql = "INSERT OR IGNORE INTO corpus (hash, kernel, fresh, case_json, features)
                   VALUES (?1, ?2, ?3, ?4, ?5)";
        let (fresh, features) = (kept.fresh as i64, pack(&kept.features));
        let values = params![kept.hash, kernel, fresh, kept.case.to_json(), features];
        transaction.prepare_cached(sql)?.execute(values)?;
    }
    let sql = "INSERT OR REPLACE INTO yields (way, kernels, fresh) VALUES (?1, ?2, ?3)";
    for (way, counts) in lesson.yields {
        let values = params![way, counts.kernels as i64, counts.fresh as i64];
        transaction.prepare_cached(sql)?.execute(values)?;
    }
    let sql = "INSERT INTO traits (trait, kernels, vain) VALUES (?1, 1, ?2) ON CONFLICT (trait)
               DO UPDATE SET kernels = kernels + 1, vain = vain + excluded.vain";
    let mut count = transaction.prepare_cached(sql)?;
    for one in lesson.traits {
        count.execute(params![one, lesson.vain])?;
    }
    for hash in lesson.gone {
        transaction.prepare_cached("DELETE FROM corpus WHERE hash = ?1")?.execute([hash])?;
    }
    Ok(())
}

/// Little-endian, in order: equal sets have equal bytes.
fn pack(features: &[u32]) -> Vec<u8> {
    features.iter().flat_map(|feature| feature.to_le_bytes()).collect()
}

fn unpack(bytes: &[u8]) -> Vec<u32> {
    let number = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    bytes.chunks_exact(4).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Config, from_seed};
    use std::collections::BTreeMap;

    #[test]
    fn what_was_learned_is_there_when_the_store_is_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let identity = BTreeMap::from([("seed".to_owned(), "1".to_owned())]);
        let case = Arc::new(from_seed(1, 3, &Config::default()));
        let features = vec![7, u32::MAX];
        let kept = Kept { hash: "a".to_owned(), fresh: 2, case, features };
        let yields = [("policy.matmul".to_owned(), Yield { kernels: 4, fresh: 9 })];
        let store = Store::open(folder.path(), &identity).unwrap();
        let lesson = Lesson {
            kernel: 3,
            fresh: &[7, u32::MAX],
            kept: Some(&kept),
            yields: &yields,
            traits: &[5, u32::MAX],
            vain: true,
            gone: &[],
        };
        // Twice: a kernel that is judged again teaches the same, and has been compiled twice.
        put(&store, &lesson).unwrap();
        put(&store, &lesson).unwrap();
        drop(store);
        let store = Store::open(folder.path(), &identity).unwrap();
        let known = load(&store).unwrap();
        assert_eq!(known.features, HashSet::from([7, u32::MAX]));
        assert_eq!(known.yields, Yields::from(yields.clone()));
        let twice = Count { kernels: 2, vain: 2 };
        assert_eq!(known.traits, HashMap::from([(5, twice), (u32::MAX, twice)]));
        let [one] = &known.corpus[..] else { panic!("{:?}", known.corpus) };
        assert_eq!((&one.case, &one.features), (&kept.case, &kept.features));
        assert_eq!(store.features(u64::MAX).unwrap(), 2);
        assert_eq!(store.features(3).unwrap(), 0);
        put(&store, &Lesson { gone: &["a".to_owned()], kept: None, fresh: &[], ..lesson }).unwrap();
        assert!(load(&store).unwrap().corpus.is_empty());
    }
}
