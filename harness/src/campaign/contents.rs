//! Reads campaigns' folders for reports.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use rusqlite::Connection;

use super::both;
use super::folder;
use super::kind::Kind;
use super::merge::{connect, has_table, shard_of};
use super::store;
use super::ttgir;
use crate::generate::{Config, Numerics, from_seed};
use crate::report::{Coverage, Night, Text};

/// Kernels of a toolchain that are made again to see what they exercise; more change no share by much.
const SAMPLE: usize = 2000;

/// A campaign, which may be running, summed up.
///
/// # Errors
/// If there is none in the folder, or it cannot be read.
pub fn night(folder: &Path) -> Result<Night> {
    let path = folder.join("campaign.sqlite");
    if !path.exists() {
        bail!("{} holds no campaign: give the folder of one", folder.display());
    }
    let wrong = || format!("{} is no campaign", path.display());
    let connection = connect(&path).with_context(wrong)?;
    connection.execute_batch("BEGIN").with_context(wrong)?;
    read(&connection, folder).with_context(wrong)
}

fn read(connection: &Connection, folder: &Path) -> Result<Night> {
    let name = folder.canonicalize().ok();
    let name = name.as_deref().unwrap_or(folder).file_name().map(|n| n.to_string_lossy());
    let mut night = Night {
        name: name.map_or_else(|| folder.display().to_string(), |name| name.into_owned()),
        folder: folder.display().to_string(),
        settings: store::meta(connection)?,
        findings: store::records(connection)?,
        ..Night::default()
    };
    let mut reasons: BTreeMap<(String, String), u64> = BTreeMap::new();
    let sql = "SELECT plan, outcome, reason, count(*) FROM kernels GROUP BY plan, outcome, reason";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (plan, outcome, reason): (String, String, String) =
            (row.get(0)?, row.get(1)?, row.get(2)?);
        let count = row.get::<_, i64>(3)? as u64;
        night.plans.entry(plan).or_default().add(&outcome, count);
        if !matches!(outcome.as_str(), "agree" | "bug") {
            *reasons.entry((outcome, reason)).or_default() += count;
        }
    }
    night.unjudged = reasons.into_iter().map(|((what, why), count)| (what, why, count)).collect();
    night.unjudged.sort_by_key(|one| std::cmp::Reverse(one.2));
    times(connection, &mut night)?;
    night.coverage = coverage(connection, &night.settings)?;
    Ok(night)
}

fn times(connection: &Connection, night: &mut Night) -> Result<()> {
    let sql = "SELECT total(compile_s), total(evaluate_s), total(device_s) FROM kernels";
    night.parts_s =
        connection.query_row(sql, [], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]))?;
    // Runs of one shard came one after another, those of several side by side.
    let mut begins: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    let mut begin_of: BTreeMap<i64, u64> = BTreeMap::new();
    let mut statement = connection.prepare("SELECT id, wall_s FROM runs ORDER BY abs(id)")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (id, wall): (i64, f64) = (row.get(0)?, row.get(1)?);
        let shard = shard_of(id).map_or((1, 0), |shard| (shard.of, shard.index));
        let begin = begins.entry(shard).or_default();
        begin_of.insert(id, *begin);
        *begin += (wall / 60.0).ceil() as u64;
        night.wall_s += wall;
    }
    if has_table(connection, "leaks")? {
        let leaks: i64 = connection.query_row("SELECT count(*) FROM leaks", [], |r| r.get(0))?;
        night.leaks = leaks as u64;
    }
    if !has_table(connection, "pace")? {
        return Ok(());
    }
    let mut statement = connection.prepare("SELECT run, minute, kernels FROM pace")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (run, minute, kernels): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let begin = begin_of.get(&run).copied().unwrap_or_default();
        let minute = (begin + minute.max(0) as u64) as usize;
        if night.pace.len() <= minute {
            night.pace.resize(minute + 1, 0);
        }
        night.pace[minute] += kernels as u64;
    }
    Ok(())
}

/// What the judged kernels exercise, by making some of them again: the store keeps their numbers only.
fn coverage(connection: &Connection, settings: &BTreeMap<String, String>) -> Result<Coverage> {
    let untold = |note: &str| Coverage { note: Some(note.to_owned()), ..Coverage::default() };
    let setting = |key: &str| settings.get(key).map_or("", String::as_str);
    match setting("scenario") {
        "kernels" | both::NAME => {}
        ttgir::NAME => return Ok(untold("modules of TTGIR name what they are made of themselves")),
        _ => return Ok(untold("scenarios of Python state have no operations to count")),
    }
    let numerics = Numerics::WORDS.iter().find(|(word, _)| *word == setting("mode"));
    let (Ok(seed), Some((_, numerics))) = (setting("seed").parse::<u64>(), numerics) else {
        return Ok(untold("the campaign is of another version of this program"));
    };
    let config = Config { numerics: *numerics, ..Config::default() };
    let mixed = setting("scenario") == both::NAME;
    let is_kernel = |index: u64| !mixed || Kind::of(seed, index) == Kind::Kernel;
    if let Some(reason) = changed(connection, seed, &config, &is_kernel)? {
        return Ok(untold(&reason));
    }
    let mut kernels: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let sql = "SELECT kernel, plan FROM kernels WHERE outcome IN ('agree', 'bug') ORDER BY kernel";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (kernel, plan): (i64, String) = (row.get(0)?, row.get(1)?);
        if !is_kernel(kernel as u64) {
            continue;
        }
        let toolchain = plan.split(' ').next().unwrap_or_default().to_owned();
        kernels.entry(toolchain).or_default().push(kernel as u64);
    }
    Ok(exercised(seed, &config, &mut kernels))
}

/// Makes an even choice of each toolchain's kernels again.
fn exercised(seed: u64, config: &Config, kernels: &mut BTreeMap<String, Vec<u64>>) -> Coverage {
    let mut coverage = Coverage::default();
    for (toolchain, all) in kernels {
        all.dedup(); // one for each target
        let step = all.len().div_ceil(SAMPLE).max(1);
        if step > 1 {
            coverage.note = Some(format!("of about {SAMPLE} kernels of each toolchain"));
        }
        let exercised = coverage.toolchains.entry(toolchain.clone()).or_default();
        for kernel in all.iter().step_by(step) {
            exercised.add(&from_seed(seed, *kernel, config).features());
        }
    }
    coverage
}

/// Why this program's generator does not make the campaign's kernels, as far as a case that was kept shows.
fn changed(
    connection: &Connection,
    seed: u64,
    config: &Config,
    is_kernel: &dyn Fn(u64) -> bool,
) -> Result<Option<String>> {
    let mut statement =
        connection.prepare("SELECT kernel, case_json FROM sightings ORDER BY kernel")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let kernel = row.get::<_, i64>(0)? as u64;
        if is_kernel(kernel) {
            let same = from_seed(seed, kernel, config).to_json() == row.get::<_, String>(1)?;
            let reason = "the generator has changed since: its kernels cannot be made again";
            return Ok((!same).then(|| reason.to_owned()));
        }
    }
    Ok(None)
}

/// Files of a finding that a report shows, in this order, each with what it is.
const SHOWN: &[(&str, &str)] = &[
    ("explain.md", "what is wrong"),
    ("kernel.py", "the kernel, as a script that runs alone"),
    ("script.py", "the scenario or the module, as a script that runs alone"),
    ("module.mlir", "the module, as TTGIR"),
    ("before.mlir", "the IR before the pass that went wrong"),
    ("after.mlir", "the IR after it"),
    ("good.mlir", "what it should be"),
    ("regression.mlir", "a lit test"),
    ("issue.md", "an issue for Triton"),
    ("log.txt", "what the compiler printed"),
];

/// The texts of a finding: of the smallest case, where it was made small.
pub fn details(campaign: &Path, id: &str) -> Vec<Text> {
    let place = folder::findings(campaign).join(id);
    let minimal = place.join("minimal");
    let small = minimal.join("explain.md").exists();
    let from = |name: &str| -> PathBuf {
        // The compiler's words are of the whole case.
        if small && name != "log.txt" { minimal.join(name) } else { place.join(name) }
    };
    let mut texts = Vec::new();
    for (name, about) in SHOWN {
        let path = from(name);
        match fs::read(&path) {
            Ok(bytes) if bytes.is_empty() => {}
            Ok(bytes) => texts.push(Text {
                name: (*name).to_owned(),
                about: (*about).to_owned(),
                path: path.display().to_string(),
                text: String::from_utf8_lossy(&bytes).into_owned(),
            }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => log::warn!("{} is not in the report: {error}", path.display()),
        }
    }
    texts
}
