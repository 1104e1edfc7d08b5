//! How fast one worker compiles distinct kernels: `cargo test --release --test worker_rate -- --ignored
//! --nocapture`. `TOOLCHAIN=triton==3.8.0` measures another one.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use tritonsmith::compile::{Argument, Job, ModuleJob, Stage, Target, Worker, WorkerOptions};
use tritonsmith::toolchain::{Home, Toolchain, ToolchainId};

/// A kernel of 12 statements; `seed` makes it distinct.
fn kernel(seed: usize) -> String {
    let mut body = String::new();
    for i in 0..8 {
        let (m, k) = (seed % 97 + i + 2, (seed / 97 + i) % 13 + 1);
        writeln!(body, "    x = (x * {k} + row % {m}) ^ (x // {m})").unwrap();
    }
    format!(
        r#"
import triton
import triton.language as tl


@triton.jit
def kernel(a, out, n, M: tl.constexpr, N: tl.constexpr):
    row = tl.arange(0, M)[:, None] % {modulus}
    column = tl.arange(0, N)[None, :]
    x = tl.load(a + row * N + column)
{body}    tl.store(out + tl.arange(0, M), tl.sum(x, axis=1))


def launch(ts):
    kernel[(1,)](ts.pointer("a"), ts.pointer("out"), 40, M=32, N=64, num_warps=4,
                 enable_fp_fusion=False)
"#,
        modulus = seed + 3
    )
}

fn job(seed: usize, until: Stage) -> Job {
    let pointer = |address| Argument::Pointer { dtype: "i32".into(), address };
    Job::RunModule(ModuleJob {
        source: kernel(seed),
        arguments: BTreeMap::from([
            ("a".to_owned(), pointer(0x10000)),
            ("out".to_owned(), pointer(0x20000)),
        ]),
        target: Target::cuda(90),
        until,
        want: vec![Stage::Ttir, until],
        dump_passes: false,
        instrument: None,
    })
}

#[test]
#[ignore = "a measurement: run with --ignored --nocapture"]
fn kernels_per_second() {
    let name = std::env::var("TOOLCHAIN").unwrap_or_else(|_| ToolchainId::default().to_string());
    let home = Home::from_environment().unwrap();
    let id = name.parse().unwrap();
    let toolchain = Toolchain::ensure(&home, &id, &mut |_: &str| ()).unwrap();
    for (until, count) in [(Stage::Ttir, 100), (Stage::Ttgir, 150), (Stage::Cubin, 30)] {
        let mut worker = Worker::start(&toolchain, WorkerOptions::default()).unwrap();
        assert_eq!(worker.run(&job(9_000, until)).unwrap().failure, None);
        let first = worker.run(&Job::Ping).unwrap().resident_bytes;
        let started = Instant::now();
        let mut compiling = 0.0;
        worker.submit(&job(0, until)).unwrap();
        for seed in 1..=count {
            worker.submit(&job(seed, until)).unwrap();
            let result = worker.receive().unwrap();
            assert_eq!(result.failure, None);
            compiling += result.launches[0].kernel.compile_seconds;
        }
        let seconds = started.elapsed().as_secs_f64();
        let last = worker.receive().unwrap().resident_bytes;
        println!(
            "{name} to {until}: {:.1} kernels/s, {:.0} % of it in the compiler, {:.0} KiB a kernel",
            f64::from(u32::try_from(count).unwrap()) / seconds,
            100.0 * compiling / seconds,
            (last.saturating_sub(first) / count as u64) as f64 / 1024.0
        );
    }
}
