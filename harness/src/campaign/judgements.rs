//! What the results of a bundle came to, device by device. A kernel's outcome is that of all devices
//! whose results were judged, whichever was judged last.

use anyhow::Result;
use rusqlite::types::Type;
use rusqlite::{Connection, Row, params};

use super::examine::Outcome;
use super::outcome;
use super::store::Store;
use crate::device::code_base;
use crate::oracle::{Class, Seen};
use crate::report::Record;

/// The columns of a judgement, in the order in which [`read`] takes them.
pub(super) const COLUMNS: &str =
    "device, machine, stage, outcome, reason, class, finding, device_s";

/// What one device's results of a kernel came to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judgement {
    /// The device's id, as it was launched: `cuda:0`.
    pub(super) device: String,
    /// What it is: two machines may both have a `cuda:0`.
    pub(super) machine: String,
    /// What it executed.
    pub(super) stage: String,
    /// The outcome's word,
    pub(super) outcome: String,
    /// and what it is counted under.
    pub(super) reason: String,
    /// With whom it agrees.
    pub(super) class: Class,
    /// The id of its finding.
    pub(super) finding: Option<String>,
    /// Seconds of the launches.
    pub(super) seconds: f64,
}

impl Judgement {
    /// What an execution came to; `finding` is the id of what was found.
    pub(super) fn new(
        seen: &Seen,
        outcome: &Outcome,
        finding: Option<String>,
        seconds: f64,
    ) -> Self {
        let (word, reason) = outcome.words();
        Judgement {
            device: seen.device.clone(),
            machine: seen.of.clone(),
            stage: seen.stage.clone(),
            outcome: word.to_owned(),
            reason: reason.to_owned(),
            class: seen.class.clone(),
            finding,
            seconds,
        }
    }

    /// Who it is of: there is one for each of a kernel.
    pub(super) fn key(&self) -> (&str, &str) {
        (&self.device, &self.machine)
    }

    /// The execution, for the classes.
    pub(super) fn seen(&self) -> Seen {
        Seen {
            device: self.device.clone(),
            stage: self.stage.clone(),
            of: self.machine.clone(),
            base: code_base(&self.device).to_owned(),
            class: self.class.clone(),
        }
    }
}

/// Puts a judgement among those of its kernel, in the place of an earlier one of the same device. `false`
/// says that it is there already and nothing changes.
pub(super) fn put(all: &mut Vec<Judgement>, own: &Judgement) -> bool {
    if all.contains(own) {
        return false;
    }
    all.retain(|old| old.key() != own.key());
    all.push(own.clone());
    all.sort_by(|one, two| one.key().cmp(&two.key()));
    true
}

/// Of a kernel's judgements, in the order of their devices, the one that is the kernel's outcome.
pub(super) fn decisive(all: &[Judgement]) -> Option<&Judgement> {
    all.iter().min_by_key(|judgement| outcome::rank(&judgement.outcome))
}

/// What is recorded with a kernel beside its outcome.
#[derive(Clone, Copy, Debug)]
pub(super) struct Update<'a> {
    pub(super) own: &'a Judgement,
    /// Findings whose classes have changed.
    pub(super) refreshed: &'a [Record],
}

impl Update<'_> {
    /// Writes it down; what was seen of the kernel before is to be recorded anew.
    pub(super) fn write(
        &self,
        connection: &Connection,
        kernel: i64,
        plan: &str,
    ) -> rusqlite::Result<()> {
        let sql = "DELETE FROM sightings WHERE kernel = ?1 AND plan = ?2";
        connection.prepare_cached(sql)?.execute(params![kernel, plan])?;
        for record in self.refreshed {
            let text = serde_json::to_string(record).expect("invariant: records are plain data");
            let sql = "UPDATE findings SET record = ?2 WHERE id = ?1";
            connection.prepare_cached(sql)?.execute(params![record.id, text])?;
        }
        write(connection, kernel, plan, self.own)
    }
}

/// Writes a judgement in the place of an earlier one of the same device.
pub(super) fn write(
    connection: &Connection,
    kernel: i64,
    plan: &str,
    judgement: &Judgement,
) -> rusqlite::Result<()> {
    let sql = format!(
        "INSERT OR REPLACE INTO judgements (kernel, plan, {COLUMNS})
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
    );
    let Judgement { device, machine, stage, outcome, reason, class, finding, seconds } = judgement;
    let class = class.to_string();
    let values =
        params![kernel, plan, device, machine, stage, outcome, reason, class, finding, seconds];
    connection.prepare_cached(&sql)?.execute(values)?;
    Ok(())
}

/// A judgement from [`COLUMNS`], the first of which is column `from`.
pub(super) fn read(row: &Row<'_>, from: usize) -> rusqlite::Result<Judgement> {
    let class: String = row.get(from + 5)?;
    let class = class.parse::<Class>().map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(from + 5, Type::Text, Box::new(error))
    })?;
    Ok(Judgement {
        device: row.get(from)?,
        machine: row.get(from + 1)?,
        stage: row.get(from + 2)?,
        outcome: row.get(from + 3)?,
        reason: row.get(from + 4)?,
        class,
        finding: row.get(from + 6)?,
        seconds: row.get(from + 7)?,
    })
}

/// The judgements of a kernel, in the order of their devices.
pub(super) fn of(
    connection: &Connection,
    kernel: i64,
    plan: &str,
) -> rusqlite::Result<Vec<Judgement>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM judgements WHERE kernel = ?1 AND plan = ?2
         ORDER BY device, machine"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map(params![kernel, plan], |row| read(row, 0))?;
    rows.collect()
}

impl Store {
    /// The judgements of a kernel, in the order of their devices.
    pub(super) fn judgements(&self, kernel: u64, plan: &str) -> Result<Vec<Judgement>> {
        Ok(of(&self.connection(), kernel as i64, plan)?)
    }

    /// The devices whose results were judged.
    pub(super) fn judged_devices(&self) -> Result<Vec<String>> {
        let connection = self.connection();
        let sql = "SELECT DISTINCT device FROM judgements ORDER BY device";
        let mut statement = connection.prepare(sql)?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judgement(device: &str, outcome: &str) -> Judgement {
        Judgement {
            device: device.to_owned(),
            machine: String::new(),
            stage: "cubin".to_owned(),
            outcome: outcome.to_owned(),
            reason: String::new(),
            class: Class::Other("1".to_owned()),
            finding: None,
            seconds: 0.5,
        }
    }

    #[test]
    fn devices_stand_beside_each_other_in_whatever_order_they_are_judged() {
        let (one, two) = (judgement("a", "bug"), judgement("b", "agree"));
        let [mut there, mut back] = [Vec::new(), Vec::new()];
        assert!(put(&mut there, &one) && put(&mut there, &two) && !put(&mut there, &one));
        assert!(put(&mut back, &two) && put(&mut back, &one));
        assert_eq!(there, back);
        assert_eq!(decisive(&there), Some(&one));
        let again = judgement("a", "inconclusive");
        assert!(put(&mut there, &again));
        assert_eq!((there.len(), decisive(&there)), (2, Some(&again)));
        let unknown = judgement("a", "flaky");
        assert!(put(&mut there, &unknown));
        assert_eq!(decisive(&there), Some(&unknown), "what it means is not known here: no pass");
        let elsewhere = Judgement { machine: "x".to_owned(), ..two };
        assert!(put(&mut there, &elsewhere));
        assert_eq!(there.len(), 3, "a device of that name on another machine is another one");
    }

    #[test]
    fn what_is_written_is_read() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(crate::campaign::schema::SCHEMA).unwrap();
        let finding = Some("mismatch-1".to_owned());
        let one = Judgement { finding, ..judgement("cuda", "bug") };
        write(&connection, 3, "p", &one).unwrap();
        write(&connection, 3, "p", &judgement("cuda", "agree")).unwrap();
        write(&connection, 3, "p", &one).unwrap();
        write(&connection, 4, "p", &judgement("cuda", "agree")).unwrap();
        assert_eq!(of(&connection, 3, "p").unwrap(), [one]);
    }
}
