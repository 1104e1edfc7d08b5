//! What judging costs: kernels a second of a campaign beside those of the same pool of workers when
//! it only compiles, in one run, taking turns. The bar is 0.9; below it the exit status is 1.
//!
//! `cargo bench --bench throughput`; `TRITONSMITH_BENCH_KERNELS` and `_ROUNDS` change its size.

#![allow(missing_docs)]

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use tritonsmith::campaign::{self, Compilers, Installed, Plan, Settings, Silent, Subject};
use tritonsmith::compile::{Job, Stage, Target, WorkerOptions};
use tritonsmith::generate::{Config, from_seed};
use tritonsmith::toolchain::{Home, ToolchainId};

/// The least share of the compile-only rate.
const BAR: f64 = 0.9;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn settings(seed: u64, count: u64, out: &std::path::Path) -> Settings {
    let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
    Settings {
        seed,
        count: Some(count),
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        out: Some(out.to_path_buf()),
        ..Settings::single(&plan, &["ir".to_owned()], Stage::Ttgir)
    }
}

/// Kernels a second when the same slots only compile. The jobs are made beforehand.
fn compile_only(settings: &Settings, compilers: &Installed) -> f64 {
    let count = settings.count.unwrap_or_default();
    let job = |index| {
        let subject = Subject::new(from_seed(settings.seed, index, &Config::default()));
        subject.job(&settings.targets[0], settings.until)
    };
    let jobs: Vec<Job> = (0..count).map(job).collect();
    let started = Instant::now();
    std::thread::scope(|scope| {
        for slot in 0..settings.jobs {
            let mine = jobs.iter().skip(slot).step_by(settings.jobs);
            scope.spawn(move || {
                let mut compiler = compilers.start(&settings.toolchains[0]).expect("it starts");
                let mut open = 0;
                for job in mine {
                    compiler.submit(job).expect("it takes jobs");
                    open += 1;
                    if open == 2 {
                        compiler.receive().expect("it answers");
                        open -= 1;
                    }
                }
                for _ in 0..open {
                    compiler.receive().expect("it answers");
                }
            });
        }
    });
    count as f64 / started.elapsed().as_secs_f64()
}

/// Kernels a second of the whole campaign.
fn judged(settings: &Settings, compilers: &Installed) -> f64 {
    let seed = settings.seed;
    let source = move |index: u64| from_seed(seed, index, &Config::default());
    let stop = AtomicBool::new(false);
    let started = Instant::now();
    let summary = campaign::run(settings, &source, compilers, &Silent, &stop).expect("it runs");
    let rate = summary.kernels as f64 / started.elapsed().as_secs_f64();
    println!(
        "    {} agree, {:?} inconclusive, {} findings; seconds: compile {:.1}, evaluate {:.1}, device {:.1}",
        summary.agree,
        summary.inconclusive,
        summary.findings.len(),
        summary.compile_s,
        summary.evaluate_s,
        summary.device_s
    );
    rate
}

fn main() -> ExitCode {
    let (count, rounds) =
        (number("TRITONSMITH_BENCH_KERNELS", 150), number("TRITONSMITH_BENCH_ROUNDS", 3));
    let home = Home::from_environment().expect("a home");
    let mut say = |line: &str| eprintln!("{line}");
    let ids = [ToolchainId::default()];
    let compilers = Installed::ensure(&home, &ids, WorkerOptions::default(), &mut say)
        .expect("the default toolchain");
    let (mut only, mut whole) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = settings(1000 + round, count, folder.path());
        // Which goes first changes, so that a drift of the machine is no difference between them.
        for leg in [round % 2, (round + 1) % 2] {
            if leg == 0 {
                only.push(compile_only(&settings, &compilers));
            } else {
                whole.push(judged(&settings, &compilers));
            }
        }
        let (a, b) = (only[only.len() - 1], whole[whole.len() - 1]);
        println!("round {round}: compile only {a:.1}/s, judged {b:.1}/s, ratio {:.3}", b / a);
    }
    let mean = |rates: &[f64]| rates.iter().sum::<f64>() / rates.len().max(1) as f64;
    let (a, b) = (mean(&only), mean(&whole));
    println!("compile only {a:.1}/s, judged {b:.1}/s, ratio {:.3} (bar {BAR:.3})", b / a);
    if b / a >= BAR { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
