//! What guidance is worth: distinct features of the IR, with it and without, of the same seed.
//!
//! ```text
//! cargo run --release --example guidance -- 2000 1 FOLDER
//! ```
//!
//! Takes a count, a seed and a folder for the two campaigns, which are kept there. They take turns, an eighth
//! of the kernels at a time, so that what else the machine does slows both alike. Where the one without
//! guidance was faster, it goes on until it has taken as long: the last row compares the two after the same
//! time. The bar is 1.5.

#![allow(unused_crate_dependencies)]

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tritonsmith::campaign::{self, Installed, Settings, Shard, Silent, Store, Summary};
use tritonsmith::compile::{Stage, Target, WorkerOptions};
use tritonsmith::generate::{Config, Numerics, from_seed};
use tritonsmith::toolchain::{Home, ToolchainId};

/// Kernels in the rows of the table, as parts of their count.
const ROWS: [u64; 4] = [8, 4, 2, 1];

/// Turns of each campaign.
const TURNS: u64 = 8;

fn settings(seed: u64, count: u64, guidance: bool, folder: &Path) -> Settings {
    Settings {
        seed,
        count: Some(count),
        time: None,
        toolchains: vec![ToolchainId::default()],
        targets: vec![Target::cuda(90)],
        devices: vec!["ir".into()],
        until: Stage::Ttgir,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        shard: Shard::default(),
        scenario: "kernels".to_owned(),
        ab: false,
        mode: Numerics::Exact,
        instrument: None,
        guidance,
        out: Some(folder.join(if guidance { "guided" } else { "plain" })),
    }
}

/// Runs a campaign, or goes on with it: what there is of it now, and the seconds that this took.
fn run(settings: &Settings, compilers: &Installed) -> Result<(Summary, f64)> {
    let seed = settings.seed;
    let source = move |index: u64| from_seed(seed, index, &Config::default());
    let started = Instant::now();
    let stop = AtomicBool::new(false);
    let summary = campaign::run(settings, &source, compilers, &Silent, &stop)?;
    Ok((summary, started.elapsed().as_secs_f64()))
}

/// Runs both campaigns by turns, and gives the seconds of each.
fn race(arms: &mut [Settings; 2], count: u64, compilers: &Installed) -> Result<[f64; 2]> {
    let mut seconds = [0.0; 2];
    for turn in 1..=TURNS {
        for (settings, seconds) in arms.iter_mut().zip(&mut seconds) {
            settings.count = Some(count * turn / TURNS);
            let (summary, took) = run(settings, compilers)?;
            *seconds += took;
            if turn == TURNS {
                println!("{}\n", summary.text());
            }
        }
    }
    Ok(seconds)
}

/// Distinct features of the kernels before each of these.
fn features(settings: &Settings, kernels: &[u64]) -> Result<Vec<u64>> {
    let store = Store::open(&settings.folder(), &settings.identity())?;
    kernels.iter().map(|kernel| store.features(*kernel)).collect()
}

fn main() -> Result<()> {
    let mut given = std::env::args().skip(1);
    let mut next = |what: &'static str| given.next().context(what);
    let count: u64 = next("give a count, a seed and a folder")?.parse()?;
    let seed: u64 = next("give a seed")?.parse()?;
    let folder = next("give a folder that is empty or not there")?;
    let (home, ids) = (Home::from_environment()?, [ToolchainId::default()]);
    let mut say = |line: &str| eprintln!("{line}");
    let compilers = Installed::ensure(&home, &ids, WorkerOptions::default(), &mut say)?;
    let arm = |guidance| settings(seed, count, guidance, Path::new(&folder));
    let mut arms = [arm(true), arm(false)];
    let [long, short] = race(&mut arms, count, &compilers)?;
    let [guided, mut plain] = arms;
    let mut kernels = count;
    if short < long {
        (plain.count, plain.time) = (None, Some(Duration::from_secs_f64(long - short)));
        kernels = run(&plain, &compilers)?.0.kernels;
    }
    let rows = ROWS.map(|part| count / part);
    let all = [features(&plain, &rows)?, features(&guided, &rows)?];
    println!("| kernels | features without guidance | with | ratio |\n|---|---|---|---|");
    let row = |what: &str, without: u64, with: u64| {
        println!("| {what} | {without} | {with} | {:.2} |", with as f64 / without as f64);
    };
    for (at, kernels) in rows.iter().enumerate() {
        row(&kernels.to_string(), all[0][at], all[1][at]);
    }
    let same = features(&plain, &[kernels])?[0];
    let what = format!(
        "{count} with guidance in {long:.0} s, {kernels} without in {:.0} s",
        long.max(short)
    );
    row(&what, same, all[1][ROWS.len() - 1]);
    Ok(())
}
