//! The store: one SQLite database for a campaign, in WAL mode.
//!
//! Each judged kernel is one transaction, so whatever kills the process, a kernel is either recorded
//! with its finding or not at all, and is then judged again. The database is locked for one process.

mod lock;
mod read;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use anyhow::{Context, Result, bail};
use rusqlite::{Connection, ErrorCode, params};

use super::examine::Times;
use super::judgements::Update;
use super::schema::{SCHEMA, VERSION};
use crate::report::Record;

use lock::Lock;
pub(super) use lock::lock;
pub(super) use read::{meta, read_findings, records};

/// One more kernel in a minute of a run.
const PACE: &str = "INSERT INTO pace (run, minute, kernels) VALUES (?1, ?2, 1)
    ON CONFLICT (run, minute) DO UPDATE SET kernels = kernels + 1";

/// A campaign's store.
#[derive(Debug)]
pub struct Store {
    connection: Mutex<Connection>,
    folder: PathBuf,
    run: i64,
    _lock: Lock,
}

/// One judged kernel, as it is recorded.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    pub(super) kernel: u64,
    pub(super) plan: &'a str,
    pub(super) outcome: &'a str,
    pub(super) reason: &'a str,
    pub(super) times: Times,
    /// The id of its finding, and the case.
    pub(super) sighting: Option<(&'a str, &'a str)>,
    /// The finding, the first time that it is seen.
    pub(super) first: Option<&'a Record>,
    /// Another id that its fault had before it was reduced, the first time that this is seen.
    pub(super) alias: Option<&'a str>,
    /// Seconds since this run began.
    pub(super) wall: f64,
    /// Where the results of a bundle were judged: what those of one device came to.
    pub(super) judged: Option<Update<'a>>,
}

impl<'a> Entry<'a> {
    /// A kernel of a plan with the words of its outcome, and no finding.
    pub(super) fn new(
        (kernel, plan): (u64, &'a str),
        (outcome, reason): (&'a str, &'a str),
        times: Times,
    ) -> Self {
        Entry {
            kernel,
            plan,
            outcome,
            reason,
            times,
            sighting: None,
            first: None,
            alias: None,
            wall: 0.0,
            judged: None,
        }
    }
}

/// What a campaign leaves in its folder.
const OWN: &[&str] = &["campaign", "findings", "set-aside", "report", ".lock"];

/// Refuses a folder that holds files and no campaign: they are somebody's.
pub(super) fn refuse_foreign(folder: &Path) -> Result<()> {
    if folder.exists() && !folder.is_dir() {
        bail!("{} is a file: choose a folder", folder.display());
    }
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    if folder.join("campaign.sqlite").exists() {
        return Ok(());
    }
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !OWN.iter().any(|own| name.starts_with(own)) {
            bail!(
                "{} holds {name} and no campaign: choose another folder, or an empty one",
                folder.display()
            );
        }
    }
    Ok(())
}

impl Store {
    /// Opens the store of the campaign `identity` in `folder`, and makes it if it is not there.
    ///
    /// # Errors
    /// If the folder cannot be used, holds another campaign, or is used by another process.
    pub fn open(folder: &Path, identity: &BTreeMap<String, String>) -> Result<Self> {
        let shown = folder.display();
        refuse_foreign(folder)?;
        fs::create_dir_all(folder)
            .map_err(|error| full(error, folder))
            .with_context(|| format!("cannot make {shown}: choose another folder"))?;
        let lock = lock(folder)?;
        let path = folder.join("campaign.sqlite");
        let wrong =
            || format!("{} is no campaign of this program: choose another folder", path.display());
        let connection = Connection::open(&path).with_context(wrong)?;
        connection.pragma_update(None, "journal_mode", "WAL").with_context(wrong)?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.execute_batch(SCHEMA).map_err(|e| sql(e, folder)).with_context(wrong)?;
        let store = Store {
            connection: Mutex::new(connection),
            folder: folder.to_path_buf(),
            run: 0,
            _lock: lock,
        };
        store.identify(identity)?;
        let run = store.begin()?;
        Ok(Store { run, ..store })
    }

    /// The folder it is in.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().expect("invariant: no one panics with the store")
    }

    /// Writes the identity into a new store, or holds it against that of an old one.
    fn identify(&self, identity: &BTreeMap<String, String>) -> Result<()> {
        let mut connection = self.connection();
        let mut wanted = identity.clone();
        wanted.insert("version".to_owned(), VERSION.to_owned());
        let found = meta(&connection)?;
        if found.is_empty() {
            let transaction = connection.transaction()?;
            for (key, value) in &wanted {
                let sql = "INSERT INTO meta (key, value) VALUES (?1, ?2)";
                transaction.execute(sql, params![key, value])?;
            }
            return transaction.commit().map_err(|error| sql(error, &self.folder));
        }
        // What an option added to it is missing without the option.
        let keys: BTreeSet<&String> = found.keys().chain(wanted.keys()).collect();
        for key in keys {
            let of = |all: &BTreeMap<String, String>| all.get(key).cloned().unwrap_or_default();
            let (old, new) = (of(&found), of(&wanted));
            if old != new {
                let [old, new] = [&old, &new].map(|value| match value.as_str() {
                    "" => "none",
                    value => value,
                });
                bail!(
                    "{} holds another campaign ({key} {old}, now {new}): choose another folder",
                    self.folder.display()
                );
            }
        }
        Ok(())
    }

    fn begin(&self) -> Result<i64> {
        let connection = self.connection();
        let begun = connection.execute("INSERT INTO runs (wall_s) VALUES (0)", []);
        begun.map_err(|error| sql(error, &self.folder))?;
        Ok(connection.last_insert_rowid())
    }

    /// Records a judged kernel, whole or not at all.
    pub(super) fn record(&self, entry: &Entry) -> Result<()> {
        self.write(entry).map_err(|error| sql(error, &self.folder))
    }

    fn write(&self, entry: &Entry) -> rusqlite::Result<()> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        let kernel = entry.kernel as i64;
        if let Some(judged) = &entry.judged {
            judged.write(&transaction, kernel, entry.plan)?;
        }
        if let Some(record) = entry.first {
            let text = serde_json::to_string(record).expect("invariant: records are plain data");
            let sql = "INSERT OR IGNORE INTO findings (id, record) VALUES (?1, ?2)";
            transaction.prepare_cached(sql)?.execute(params![record.id, text])?;
        }
        if let Some((finding, case)) = entry.sighting {
            let sql = "INSERT OR REPLACE INTO sightings (finding, kernel, plan, case_json)
                       VALUES (?1, ?2, ?3, ?4)";
            transaction.prepare_cached(sql)?.execute(params![finding, kernel, entry.plan, case])?;
        }
        if let (Some(alias), Some((finding, _))) = (entry.alias, entry.sighting) {
            let sql = "INSERT OR REPLACE INTO aliases (id, finding) VALUES (?1, ?2)";
            transaction.prepare_cached(sql)?.execute(params![alias, finding])?;
        }
        let sql = "INSERT OR REPLACE INTO kernels
                   (kernel, plan, outcome, reason, compile_s, evaluate_s, device_s)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let Times { compile, evaluate, device } = entry.times;
        let values =
            params![kernel, entry.plan, entry.outcome, entry.reason, compile, evaluate, device];
        transaction.prepare_cached(sql)?.execute(values)?;
        let sql = "UPDATE runs SET wall_s = max(wall_s, ?1) WHERE id = ?2";
        transaction.prepare_cached(sql)?.execute(params![entry.wall, self.run])?;
        let minute = (entry.wall / 60.0) as i64;
        transaction.prepare_cached(PACE)?.execute(params![self.run, minute])?;
        transaction.commit()
    }

    /// Writes down how long this run took.
    pub(super) fn end(&self, wall: f64) -> Result<()> {
        let connection = self.connection();
        let sql = "UPDATE runs SET wall_s = ?1 WHERE id = ?2";
        // A run that only found everything done takes no time of the campaign.
        connection.execute(sql, params![wall, self.run])?;
        Ok(())
    }

    /// Records that a scenario came out otherwise after others in their process.
    pub(super) fn leak(&self, scenario: &str, plan: &str) -> Result<()> {
        let connection = self.connection();
        let sql = "INSERT OR IGNORE INTO leaks (scenario, plan) VALUES (?1, ?2)";
        connection.execute(sql, params![scenario, plan])?;
        Ok(())
    }

    /// Records what the offline compiler said of registers that did not suffice for a kernel.
    pub(super) fn spilled(&self, kernel: u64, plan: &str, lines: &[String]) -> Result<()> {
        let connection = self.connection();
        let sql = "INSERT OR IGNORE INTO spills (kernel, plan, line) VALUES (?1, ?2, ?3)";
        for line in lines {
            connection.prepare_cached(sql)?.execute(params![kernel as i64, plan, line])?;
        }
        Ok(())
    }
}

/// Puts another record of a finding in the place of the one that is there. Who asks has the [`lock()`].
///
/// # Errors
/// If there is none, or it cannot be written.
pub(super) fn rewrite(folder: &Path, record: &Record) -> Result<()> {
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE;
    let connection = Connection::open_with_flags(folder.join("campaign.sqlite"), flags)?;
    let text = serde_json::to_string(record).expect("invariant: records are plain data");
    let changed = "UPDATE findings SET record = ?2 WHERE id = ?1";
    let rows = connection.execute(changed, params![record.id, text]);
    match rows.map_err(|error| sql(error, folder))? {
        1 => Ok(()),
        _ => bail!("{} has no finding {}", folder.display(), record.id),
    }
}

/// An error of the database; a full disk gets the line that says what to do.
pub(super) fn sql(error: rusqlite::Error, folder: &Path) -> anyhow::Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => no_space(folder),
        _ => anyhow::Error::new(error).context(format!("cannot write to {}", folder.display())),
    }
}

/// An error of a file; a full disk gets the line that says what to do.
pub(super) fn full(error: std::io::Error, folder: &Path) -> anyhow::Error {
    match error.kind() {
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => no_space(folder),
        _ => anyhow::Error::new(error),
    }
}

fn no_space(folder: &Path) -> anyhow::Error {
    anyhow::anyhow!(
        "the disk is full at {}: free some space and give the same command to go on",
        folder.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity() -> BTreeMap<String, String> {
        BTreeMap::from([("seed".to_owned(), "1".to_owned())])
    }

    fn entry(kernel: u64) -> Entry<'static> {
        let times = Times { compile: 1.0, evaluate: 0.5, device: 0.25 };
        let plan = "triton==3.9.0 cuda:90";
        Entry { wall: 2.0, ..Entry::new((kernel, plan), ("agree", ""), times) }
    }

    #[test]
    fn what_was_recorded_is_there_when_it_is_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path(), &identity()).unwrap();
        store.record(&entry(0)).unwrap();
        store.record(&entry(2)).unwrap();
        store.record(&entry(2)).unwrap();
        drop(store);
        let store = Store::open(folder.path(), &identity()).unwrap();
        let mut done: Vec<_> = store.done().unwrap().into_iter().map(|(at, _)| at).collect();
        done.sort_unstable();
        assert_eq!(done, [0, 2]);
        assert_eq!(store.outcomes().unwrap(), [("agree".to_owned(), String::new(), 2)]);
        let (wall, times) = store.seconds().unwrap();
        assert_eq!((wall, times.compile), (2.0, 2.0));
    }

    #[test]
    fn what_a_fault_came_out_as_is_there_when_it_is_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path(), &identity()).unwrap();
        let found = "INSERT INTO findings VALUES ('stale-small', '{}')";
        store.connection().execute(found, []).unwrap();
        let sighting = Some(("stale-small", "{}"));
        store.record(&Entry { sighting, alias: Some("stale-big"), ..entry(0) }).unwrap();
        store.record(&Entry { sighting, ..entry(1) }).unwrap();
        drop(store);
        let store = Store::open(folder.path(), &identity()).unwrap();
        let due = BTreeMap::from([("stale-big".to_owned(), "stale-small".to_owned())]);
        assert_eq!(store.aliases().unwrap(), due);
    }

    #[test]
    fn spills_are_counted_by_kernel() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path(), &identity()).unwrap();
        assert_eq!(store.spills().unwrap(), 0);
        let lines = ["one".to_owned(), "two".to_owned()];
        store.spilled(1, "plan", &lines).unwrap();
        store.spilled(1, "plan", &lines).unwrap();
        store.spilled(2, "plan", &lines[..1]).unwrap();
        assert_eq!(store.spills().unwrap(), 2);
    }

    #[test]
    fn another_campaign_and_another_process_are_kept_out() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path(), &identity()).unwrap();
        let error = Store::open(folder.path(), &identity()).unwrap_err().to_string();
        assert!(error.contains("another tritonsmith works on"), "{error}");
        drop(store);
        let other = BTreeMap::from([("seed".to_owned(), "2".to_owned())]);
        let error = Store::open(folder.path(), &other).unwrap_err().to_string();
        assert!(error.contains("another campaign (seed 1, now 2)"), "{error}");
        let mut more = identity();
        more.insert("instrument".to_owned(), "consan".to_owned());
        let error = Store::open(folder.path(), &more).unwrap_err().to_string();
        assert!(error.contains("(instrument none, now consan)"), "{error}");
        fs::write(folder.path().join("campaign.sqlite"), "x".repeat(9000)).unwrap();
        let error = Store::open(folder.path(), &identity()).unwrap_err().to_string();
        assert!(error.contains("is no campaign of this program"), "{error}");
    }

    #[test]
    fn a_damaged_record_is_told_with_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path(), &identity()).unwrap();
        let sql = "INSERT INTO findings (id, record) VALUES ('mismatch-1', '{')";
        store.connection().execute(sql, []).unwrap();
        let error = store.findings().unwrap_err().to_string();
        assert!(
            error.contains("campaign.sqlite is damaged") && error.contains("restore it"),
            "{error}"
        );
    }

    #[test]
    fn a_full_disk_is_one_clear_line_and_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path(), &identity()).unwrap();
        store.record(&entry(0)).unwrap();
        let pages: i64 =
            store.connection().query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        store.connection().pragma_update(None, "max_page_count", pages).unwrap();
        let reason = "r".repeat(1 << 16);
        let error = store.record(&Entry { reason: &reason, ..entry(1) }).unwrap_err().to_string();
        assert!(error.contains("the disk is full at"), "{error}");
        assert_eq!(store.done().unwrap().len(), 1);
    }
}
