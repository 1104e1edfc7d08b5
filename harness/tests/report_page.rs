//! Campaigns for a browser: two nights that nobody ran, with a finding of every status, and the page of them.
//! `scripts/test-report` has the ignored test write it in full size into the folder `TRITONSMITH_PAGE`, and
//! drives it.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "support/store.rs"]
mod store;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rusqlite::{Connection, params};
use tritonsmith::oracle::{FindingKind, Known};
use tritonsmith::report::{Record, Status};

/// As many of each as no two have a divisor in common: every combination occurs.
const KINDS: [FindingKind; 7] = [
    FindingKind::Mismatch,
    FindingKind::OutOfBounds,
    FindingKind::Unwritten,
    FindingKind::Race,
    FindingKind::Assertion,
    FindingKind::CompilerError,
    FindingKind::Stale,
];
const PASSES: [Option<&str>; 4] = [
    Some("tritongpu-pipeline{num-stages=3}"),
    Some("tritongpu-remove-layout-conversions"),
    Some("tritongpu-coalesce"),
    None,
];
const TOOLCHAINS: [&str; 3] = ["triton==3.8.0", "triton==3.9.0", "triton-xpu==3.3.0b1"];
const STATES: u64 = 5;

/// A kernel and IR of a usual size, and something that a pass has changed in the middle of it.
const KERNEL: &str = include_str!("../../corpora/known/pipelined-scaled-dot.py");
const BEFORE: &str = include_str!("filetests/mlir/texts/matmul_fp16_0_w4_90.ttgir.mlir");
const CHANGED: [&str; 2] = ["scf.for", "scf.forall"];

/// The finding of this number; one in five is also in the night before.
fn finding(folder: &Path, known: &[Known], at: u64) -> Record {
    let pick = |count: usize| (at % count as u64) as usize;
    let kind = KINDS[pick(KINDS.len())];
    let plain = store::record(folder, &format!("{}-{at:08x}", kind.name()), at);
    let change = match at % STATES {
        0 => Some("regression".to_owned()),
        1 => Some("fixed".to_owned()),
        _ => None,
    };
    let known = (at % STATES == 2).then(|| known[pick(known.len())].id.clone());
    let pass = PASSES[pick(PASSES.len())].map(str::to_owned);
    let toolchain = TOOLCHAINS[pick(TOOLCHAINS.len())].to_owned();
    Record { kind, pass, toolchain, change, known, ..plain }
}

fn was_there_before(at: u64) -> bool {
    at % STATES == 3
}

fn write_texts(folder: &Path, record: &Record) {
    store::write_finding(folder, record);
    let place = folder.join("findings").join(&record.id);
    let hostile = fs::read_to_string(place.join("kernel.py")).unwrap();
    let put = |name: &str, text: &str| fs::write(place.join(name), text).unwrap();
    put("kernel.py", &format!("{hostile}{KERNEL}"));
    put("before.mlir", BEFORE);
    put("after.mlir", &BEFORE.replace(CHANGED[0], CHANGED[1]));
    put("log.txt", &format!("{}: error: <unknown> & \"odd\"\n", record.name));
}

/// A campaign with these findings, and with kernels that are right or were not judged.
fn night(folder: &Path, findings: impl Iterator<Item = Record>) {
    let right = (0..400).filter(|kernel| store::outcome(*kernel).0 != "bug");
    store::campaign(folder, 1, "0/1", &right.collect::<Vec<_>>());
    let mut connection = Connection::open(folder.join("campaign.sqlite")).unwrap();
    let transaction = connection.transaction().unwrap();
    for (kernel, record) in (1000_i64..).zip(findings) {
        write_texts(folder, &record);
        let sql = "INSERT INTO kernels VALUES (?1, ?2, 'bug', ?3, 1.0, 0.5, 0.25)";
        transaction.execute(sql, params![kernel, store::PLAN, record.id]).unwrap();
        let json = serde_json::to_string(&record).unwrap();
        let sql = "INSERT INTO findings VALUES (?1, ?2)";
        transaction.execute(sql, params![record.id, json]).unwrap();
        let sql = "INSERT INTO sightings VALUES (?1, ?2, ?3, '{}')";
        transaction.execute(sql, params![record.id, kernel, store::PLAN]).unwrap();
    }
    for minute in 1..60_i64 {
        let sql = "INSERT INTO pace (run, minute, kernels) SELECT id, ?1, ?2 FROM runs";
        transaction.execute(sql, params![minute, 300 + minute % 7]).unwrap();
    }
    transaction.commit().unwrap();
}

/// The page of so many findings, and its file.
fn page(home: &Path, count: u64) -> (String, PathBuf) {
    let known = Known::list().unwrap();
    for (name, all) in [("monday", false), ("tuesday", true)] {
        let folder = home.join(name);
        let of_it = (0..count).filter(|at| all || was_there_before(*at));
        night(&folder, of_it.map(|at| finding(&folder, &known, at)));
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let table = root.join("corpora/globals/triton==3.9.0.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    command.current_dir(home).args(["report", "monday", "tuesday", "--format", "html"]);
    command.args(["--out", "report.html", "--globals"]).arg(table);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let file = home.join("report.html");
    (fs::read_to_string(&file).unwrap(), file)
}

#[test]
fn there_is_one_of_everything_to_operate() {
    let home = tempfile::tempdir().unwrap();
    let (html, _) = page(home.path(), 60);
    assert_eq!(html.matches("class=\"open\"").count(), 60);
    let states = Status::ALL.map(Status::words);
    let passes = PASSES.map(|pass| pass.map_or("not known", |p| p.split('{').next().unwrap()));
    let kinds = KINDS.map(FindingKind::name);
    for value in [&states[..], &kinds, &passes, &TOOLCHAINS].concat() {
        assert!(html.contains(&format!("<option value=\"{value}\">")), "{value}");
    }
    assert!(html.contains("rel=\"noreferrer\""), "a link to a report of Triton's");
    assert!(html.contains("[\"~\","), "a difference");
    assert!(html.contains("rows wrong</caption>"), "a table of Python state");
}

#[test]
#[ignore = "writes the page that scripts/test-report drives"]
fn two_thousand_findings_for_a_browser() {
    let home = std::env::var_os("TRITONSMITH_PAGE").expect("TRITONSMITH_PAGE names no folder");
    let (html, file) = page(Path::new(&home), 2000);
    assert_eq!(html.matches("class=\"open\"").count(), 2000);
    println!("{}: {} bytes", file.display(), html.len());
}
