//! Campaigns that nobody ran: stores and folders as `fuzz` leaves them, made of a few numbers.

#![allow(dead_code, clippy::unwrap_used, missing_docs, unreachable_pub)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};
use tritonsmith::campaign::Store;
use tritonsmith::oracle::FindingKind;
use tritonsmith::report::Record;

pub const PLAN: &str = "triton==3.9.0 cuda:90";

/// What makes a campaign, for shard `shard`.
pub fn identity(seed: u64, shard: &str) -> BTreeMap<String, String> {
    let entries = [
        ("seed", seed.to_string()),
        ("toolchains", "triton==3.9.0".to_owned()),
        ("targets", "cuda:90".to_owned()),
        ("devices", "ir".to_owned()),
        ("until", "ttgir".to_owned()),
        ("mode", "exact".to_owned()),
        ("scenario", "kernels".to_owned()),
        ("shard", shard.to_owned()),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// What becomes of a kernel: a function of its number alone, as in a real campaign.
pub fn outcome(kernel: u64) -> (&'static str, String) {
    match kernel.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 59 {
        0..4 => ("bug", format!("mismatch-{}", kernel % 5)),
        4..8 => ("inconclusive", format!("reason {}", kernel % 3)),
        8 => ("invalid", "not well defined".to_owned()),
        _ => ("agree", String::new()),
    }
}

pub fn record(folder: &Path, id: &str, kernel: u64) -> Record {
    let place = folder.join("findings").join(id);
    Record {
        id: id.to_owned(),
        kind: FindingKind::Mismatch,
        signature: format!("mismatch | tritongpu-pipeline | {id}"),
        pass: Some("tritongpu-pipeline".to_owned()),
        case: place.join("case.json").display().to_string(),
        known: None,
        name: format!("s1-k{kernel}"),
        detail: format!("kernel {kernel}: out[3] is <7> & \"5\" was due </script>"),
        toolchain: "triton==3.9.0".to_owned(),
        target: "cuda:90".to_owned(),
        until: "ttgir".to_owned(),
        sightings: 1,
        replay: format!("tritonsmith replay {}", place.display()),
        change: None,
        classes: None,
        origin: None,
    }
}

/// The files of a finding.
pub fn write_finding(folder: &Path, record: &Record) {
    let place = folder.join("findings").join(&record.id);
    fs::create_dir_all(&place).unwrap();
    let put = |name: &str, text: String| fs::write(place.join(name), text).unwrap();
    put("kernel.py", format!("# {}\nx = '</script><script>alert(1)</script>'\n", record.name));
    put("before.mlir", format!("module {{\n  // {}\n}}\n", record.name));
    put("after.mlir", "module {\n  // other\n}\n".to_owned());
    put("verdict.md", format!("# {}\n\n{}\n", record.id, record.replay));
    put("finding.json", serde_json::to_string_pretty(record).unwrap());
}

/// A campaign in which these kernels were judged, in this order.
pub fn campaign(folder: &Path, seed: u64, shard: &str, kernels: &[u64]) -> PathBuf {
    drop(Store::open(folder, &identity(seed, shard)).unwrap());
    let mut connection = Connection::open(folder.join("campaign.sqlite")).unwrap();
    let transaction = connection.transaction().unwrap();
    let mut aside: BTreeMap<String, usize> = BTreeMap::new();
    for kernel in kernels {
        let (outcome, reason) = outcome(*kernel);
        let seconds = *kernel as f64 / 64.0;
        let sql = "INSERT OR REPLACE INTO kernels VALUES (?1, ?2, ?3, ?4, ?5, 0.5, 0.25)";
        transaction.execute(sql, params![*kernel as i64, PLAN, outcome, reason, seconds]).unwrap();
        if outcome == "bug" {
            let record = record(folder, &reason, *kernel);
            let json = serde_json::to_string(&record).unwrap();
            let sql = "INSERT OR IGNORE INTO findings VALUES (?1, ?2)";
            if transaction.execute(sql, params![reason, json]).unwrap() == 1 {
                write_finding(folder, &record);
            }
            let sql = "INSERT OR REPLACE INTO sightings VALUES (?1, ?2, ?3, ?4)";
            let case = format!("{{\"name\": \"s{seed}-k{kernel}\"}}");
            transaction.execute(sql, params![reason, *kernel as i64, PLAN, case]).unwrap();
        }
        let kept = aside.entry(reason.clone()).or_default();
        if matches!(outcome, "inconclusive" | "invalid") && *kept < 3 {
            *kept += 1;
            let place = folder.join("set-aside");
            fs::create_dir_all(&place).unwrap();
            let name = format!("s{seed}-k{kernel}");
            fs::write(place.join(format!("{name}.json")), "{}").unwrap();
            let told = format!("{reason}\n\nagain {name}\n");
            fs::write(place.join(format!("{name}.txt")), told).unwrap();
        }
    }
    let wall = kernels.len() as f64;
    transaction.execute("UPDATE runs SET wall_s = ?1", params![wall]).unwrap();
    let sql = "INSERT INTO pace (run, minute, kernels) SELECT id, 0, ?1 FROM runs";
    transaction.execute(sql, params![kernels.len() as i64]).unwrap();
    transaction.commit().unwrap();
    folder.to_path_buf()
}
