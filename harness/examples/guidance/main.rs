//! What guidance is worth: distinct features of the IR, with it and without, of the same seed.
//!
//! ```text
//! cargo run --release --example guidance -- 2000 1 FOLDER
//! ```
//!
//! Takes a count, a seed and a folder for the two campaigns, which are kept there. They take turns: the
//! guided one does an eighth of its kernels, then the other one works for as long, and on to as many kernels
//! if it has fewer, so that what else the machine does slows both alike. The rows compare the two after as
//! many kernels, the last one after the same time. The bar is 1.5.

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

/// Runs both campaigns by turns. Gives the seconds of each, and how many kernels the second one did.
fn race(
    guided: &mut Settings,
    plain: &mut Settings,
    count: u64,
    compilers: &Installed,
) -> Result<([f64; 2], u64)> {
    let (mut seconds, mut kernels, mut texts) = ([0.0; 2], 0, Vec::new());
    for turn in 1..=TURNS {
        let end = count * turn / TURNS;
        guided.count = Some(end);
        let (summary, took) = run(guided, compilers)?;
        seconds[0] += took;
        texts = vec![summary.text()];
        let left = f64::max(seconds[0] - seconds[1], 0.0);
        // First for the same time, then to the same count, which takes no time if it is reached.
        let parts = [(None, Some(Duration::from_secs_f64(left))), (Some(end), None)];
        for (count, time) in parts {
            if count.is_some_and(|count| count <= kernels) {
                continue;
            }
            (plain.count, plain.time) = (count, time);
            let (summary, took) = run(plain, compilers)?;
            seconds[1] += took;
            kernels = summary.kernels;
            texts.push(summary.text());
        }
    }
    texts.iter().for_each(|text| println!("{text}\n"));
    Ok((seconds, kernels))
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
    let [mut guided, mut plain] =
        [true, false].map(|guidance| settings(seed, count, guidance, Path::new(&folder)));
    let ([long, short], kernels) = race(&mut guided, &mut plain, count, &compilers)?;
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
    let what = format!("{count} with guidance in {long:.0} s, {kernels} without in {short:.0} s");
    row(&what, same, all[1][ROWS.len() - 1]);
    Ok(())
}
