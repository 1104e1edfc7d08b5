//! What the results of bundles came to in merged campaigns: of each device one judgement stays, and a
//! kernel's outcome follows from those of all devices.

use std::cmp::Reverse;

use anyhow::Result;
use rusqlite::{Transaction, params};

use super::{Source, has_table};
use crate::campaign::judgements::{COLUMNS, Judgement, decisive, of, read, write};
use crate::campaign::outcome::rank_of_attempt;

/// A total order, in which a fault comes last and a verdict after none: the greater one stays, so which of
/// them came first does not matter.
fn order(judgement: &Judgement) -> impl Ord + use<> {
    let Judgement { outcome, reason, class, finding, stage, seconds, .. } = judgement.clone();
    let rank = Reverse(rank_of_attempt(&outcome));
    (rank, outcome, reason, class, finding, stage, seconds.to_bits())
}

/// Takes over the judgements of a source that are new, or better.
pub(super) fn merge(target: &Transaction<'_>, source: &Source) -> Result<()> {
    if !has_table(&source.connection, "judgements")? {
        return Ok(());
    }
    let sql = format!("SELECT kernel, plan, {COLUMNS} FROM judgements");
    let mut statement = source.connection.prepare(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (kernel, plan): (i64, String) = (row.get(0)?, row.get(1)?);
        let new = read(row, 2)?;
        let old = of(target, kernel, &plan)?.into_iter().find(|old| old.key() == new.key());
        if old.is_none_or(|old| order(&old) < order(&new)) {
            write(target, kernel, &plan, &new)?;
        }
    }
    Ok(())
}

/// Gives the kernels the outcomes that all of their judgements come to.
pub(super) fn settle(target: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut statement = target.prepare("SELECT DISTINCT kernel, plan FROM judgements")?;
    let kernels = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let kernels: Vec<(i64, String)> = kernels.collect::<rusqlite::Result<_>>()?;
    for (kernel, plan) in kernels {
        let all = of(target, kernel, &plan)?;
        let Some(judgement) = decisive(&all) else { continue };
        let seconds: f64 = all.iter().map(|judgement| judgement.seconds).sum();
        let sql = "UPDATE kernels SET outcome = ?3, reason = ?4, device_s = ?5
                   WHERE kernel = ?1 AND plan = ?2";
        let values = params![kernel, plan, judgement.outcome, judgement.reason, seconds];
        target.prepare_cached(sql)?.execute(values)?;
        if let Some(finding) = &judgement.finding {
            let sql = "UPDATE sightings SET finding = ?3 WHERE kernel = ?1 AND plan = ?2";
            target.prepare_cached(sql)?.execute(params![kernel, plan, finding])?;
        } else {
            let sql = "DELETE FROM sightings WHERE kernel = ?1 AND plan = ?2";
            target.prepare_cached(sql)?.execute(params![kernel, plan])?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::Class;

    #[test]
    fn a_fault_is_kept_and_a_verdict_goes_before_none() {
        let judgement = |outcome: &str, seconds| Judgement {
            device: "cuda".to_owned(),
            machine: String::new(),
            stage: "cubin".to_owned(),
            outcome: outcome.to_owned(),
            reason: String::new(),
            class: Class::Reference,
            finding: None,
            seconds,
        };
        let sorted = ["inconclusive", "agree", "bug"].map(|word| judgement(word, 0.5));
        assert!(sorted.is_sorted_by(|one, two| order(one) < order(two)));
        assert!(order(&judgement("agree", 0.5)) < order(&judgement("agree", 2.0)));
        let unknown = judgement("flaky", 0.5);
        assert!(order(&unknown) < order(&judgement("invalid", 0.5)));
        assert!(order(&unknown) != order(&judgement("inconclusive", 0.5)));
    }
}
