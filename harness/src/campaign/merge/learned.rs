//! What guidance has learned in merged campaigns: the features of all, and their corpora in one. It is made
//! smaller by the campaign that goes on with it, not here, so that no order of merging matters.

use rusqlite::{Transaction, params};

use super::{Source, has_table};

/// Takes over what a source has learned. Of what two have learned of one thing the smaller number of the
/// kernel stays, and the greater of everything else.
pub(super) fn merge(target: &Transaction<'_>, source: &Source) -> rusqlite::Result<()> {
    if !has_table(&source.connection, "corpus")? {
        return Ok(());
    }
    features(target, source)?;
    corpus(target, source)?;
    yields(target, source)?;
    traits(target, source)
}

fn features(target: &Transaction<'_>, source: &Source) -> rusqlite::Result<()> {
    let mut statement = source.connection.prepare("SELECT feature, kernel FROM features")?;
    let mut rows = statement.query([])?;
    let mut insert = target.prepare_cached(
        "INSERT INTO features (feature, kernel) VALUES (?1, ?2)
         ON CONFLICT (feature) DO UPDATE SET kernel = min(kernel, excluded.kernel)",
    )?;
    while let Some(row) = rows.next()? {
        insert.execute(params![row.get::<_, i64>(0)?, row.get::<_, i64>(1)?])?;
    }
    Ok(())
}

fn corpus(target: &Transaction<'_>, source: &Source) -> rusqlite::Result<()> {
    let select = "SELECT hash, kernel, fresh, case_json, features FROM corpus";
    let mut statement = source.connection.prepare(select)?;
    let mut rows = statement.query([])?;
    let mut insert = target.prepare_cached(
        "INSERT INTO corpus (hash, kernel, fresh, case_json, features) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (hash) DO UPDATE SET
             kernel = min(kernel, excluded.kernel), fresh = max(fresh, excluded.fresh),
             case_json = max(case_json, excluded.case_json),
             features = max(features, excluded.features)",
    )?;
    while let Some(row) = rows.next()? {
        let (hash, case): (String, String) = (row.get(0)?, row.get(3)?);
        let (kernel, fresh): (i64, i64) = (row.get(1)?, row.get(2)?);
        insert.execute(params![hash, kernel, fresh, case, row.get::<_, Vec<u8>>(4)?])?;
    }
    Ok(())
}

fn yields(target: &Transaction<'_>, source: &Source) -> rusqlite::Result<()> {
    let mut statement = source.connection.prepare("SELECT way, kernels, fresh FROM yields")?;
    let mut rows = statement.query([])?;
    let mut insert = target.prepare_cached(
        "INSERT INTO yields (way, kernels, fresh) VALUES (?1, ?2, ?3)
         ON CONFLICT (way) DO UPDATE SET
             kernels = max(kernels, excluded.kernels), fresh = max(fresh, excluded.fresh)",
    )?;
    while let Some(row) = rows.next()? {
        let way: String = row.get(0)?;
        insert.execute(params![way, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?])?;
    }
    Ok(())
}

fn traits(target: &Transaction<'_>, source: &Source) -> rusqlite::Result<()> {
    // A campaign of an earlier version lacks them.
    if !has_table(&source.connection, "traits")? {
        return Ok(());
    }
    let mut statement = source.connection.prepare("SELECT trait, kernels, vain FROM traits")?;
    let mut rows = statement.query([])?;
    let mut insert = target.prepare_cached(
        "INSERT INTO traits (trait, kernels, vain) VALUES (?1, ?2, ?3)
         ON CONFLICT (trait) DO UPDATE SET
             kernels = max(kernels, excluded.kernels), vain = max(vain, excluded.vain)",
    )?;
    while let Some(row) = rows.next()? {
        let (kernels, vain): (i64, i64) = (row.get(1)?, row.get(2)?);
        insert.execute(params![row.get::<_, i64>(0)?, kernels, vain])?;
    }
    Ok(())
}
