//! Kernels that Intel's compiler makes for a GPU, on Intel's OpenCL runtime for CPUs. Both are in
//! one toolchain, which is installed on first use.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use tritonsmith::compile::{
    Argument, BoundValue, Job, Launch, ModuleJob, Ocloc, Scalar, Stage, Worker, WorkerOptions,
    ocloc,
};
use tritonsmith::device::native::{
    Checks, NativeOutcome, Server, ServerOptions, observed, prepare_xpu,
};
use tritonsmith::device::{ObservedBuffer, Outcome};
use tritonsmith::tensor::{Buffer, DType, Exact, Memory, Tile};
use tritonsmith::toolchain::{Home, Toolchain};

const TOOLCHAIN: &str = "triton-xpu==3.3.0b1";
const DEVICE: &str = "opencl:intel-cpu";

fn toolchain() -> Toolchain {
    let home = Home::from_environment().unwrap();
    let mut progress = |line: &str| eprintln!("{line}");
    Toolchain::ensure(&home, &TOOLCHAIN.parse().unwrap(), &mut progress).unwrap()
}

fn server() -> Server {
    let program = Some(PathBuf::from(env!("CARGO_BIN_EXE_tritonsmith")));
    Server::start_with(DEVICE, ServerOptions { program, ..ServerOptions::default() }).unwrap()
}

/// Buffers, each a name, a type, an address and what is in it.
fn memory(buffers: &[(&str, DType, u64, Vec<i64>)]) -> Memory<Exact> {
    let mut memory = Memory::default();
    for (name, dtype, base, values) in buffers {
        let shape = [values.len()];
        let tile = match dtype.is_int() {
            true => Tile::from_ints(&shape, values.clone()),
            false => Tile::from_floats(&shape, values.iter().map(|v| *v as f64).collect()),
        };
        memory.add(Buffer::new(name, *base, dtype.kind(), &tile));
    }
    memory
}

/// The last launch of `source` with pointers to `buffers` and the number `n`.
fn compiled(
    worker: &mut Worker,
    source: &str,
    target: &str,
    buffers: &[(&str, DType, u64, Vec<i64>)],
    n: i128,
) -> Launch {
    let mut arguments = BTreeMap::from([("n".to_owned(), Argument::Scalar(Scalar::Int(n)))]);
    for (name, dtype, address, _) in buffers {
        let (dtype, address) = (dtype.triton_name().to_owned(), *address);
        arguments.insert((*name).to_owned(), Argument::Pointer { dtype, address });
    }
    let job = ModuleJob {
        source: format!("import triton\nimport triton.language as tl\n{source}"),
        arguments,
        target: target.parse().unwrap(),
        until: Stage::Spv,
        want: vec![Stage::Spv],
        dump_passes: false,
        instrument: None,
    };
    let mut result = worker.run(&Job::RunModule(job)).unwrap();
    if let Some(failure) = &result.failure {
        panic!("{failure}\n{}\n{}", failure.traceback, failure.output);
    }
    result.launches.pop().unwrap()
}

/// What the kernel leaves on `target`.
fn run(
    server: &mut Server,
    launch: &Launch,
    buffers: &[(&str, DType, u64, Vec<i64>)],
    read_only: &[&str],
) -> Outcome {
    let memory = memory(buffers);
    let read_only = read_only.iter().map(|name| (*name).to_owned()).collect();
    let checks = Checks { read_only, ..Checks::default() };
    let native = prepare_xpu(launch, &memory, &checks).unwrap();
    observed(server.launch(&native), DEVICE, "spv", &memory).outcome
}

fn floats(buffer: &ObservedBuffer) -> Vec<f32> {
    buffer.bits.iter().map(|bits| f32::from_bits(*bits as u32)).collect()
}

const ROWS: &str = r#"
@triton.jit
def rows(a, out, n, M: tl.constexpr, N: tl.constexpr):
    row = tl.arange(0, M)[:, None] % n
    tile = tl.load(a + row * N + tl.arange(0, N)[None, :])
    tl.store(out + tl.program_id(0) * M + tl.arange(0, M), tl.sum(tile, axis=1))


def launch(ts):
    rows[(3,)](ts.pointer("a"), ts.pointer("out"), ts.scalar("n"), M=16, N=64, num_warps=4)
"#;

#[test]
#[ignore = "installs a toolchain of 1.6 GB: run with --ignored --test-threads=1"]
fn sums_of_rows_are_right_on_every_target() {
    let mut worker = Worker::start(&toolchain(), WorkerOptions::default()).unwrap();
    let mut server = server();
    assert!(server.info().driver.contains("Intel(R) OpenCL"), "{:?}", server.info());
    assert_eq!(&server.control().unwrap(), server.info());
    let values: Vec<i64> = (0..16 * 64).map(|i| i % 97).collect();
    let sum = |row: usize| values[row * 64..][..64].iter().sum::<i64>() as f32;
    let expected: Vec<f32> = (0..48).map(|i| sum(i % 16 % 12)).collect();
    // The result starts off a multiple of 16, as the compiler is told by the address.
    let buffers =
        [("a", DType::F32, 0x10000, values.clone()), ("out", DType::F32, 0x20004, vec![0; 48])];
    for target in ["xpu:pvc", "xpu:lts"] {
        let launch = compiled(&mut worker, ROWS, target, &buffers, 12);
        match run(&mut server, &launch, &buffers, &["a"]) {
            Outcome::Finished(left) => assert_eq!(floats(&left[1]), expected, "{target}"),
            other => panic!("{target}: {other:?}"),
        }
        match run(&mut server, &launch, &buffers, &["out"]) {
            Outcome::Fault(what) => assert!(what.contains("out[0], which is only read"), "{what}"),
            other => panic!("{target}: {other:?}"),
        }
        // An output that is too short.
        let short = [buffers[0].clone(), ("out", DType::F32, 0x20004, vec![0; 47])];
        match run(&mut server, &launch, &short, &["a"]) {
            Outcome::Fault(what) => assert!(what.contains("past the end of `out`"), "{what}"),
            other => panic!("{target}: {other:?}"),
        }
    }
}

#[test]
#[ignore = "installs a toolchain of 1.6 GB: run with --ignored --test-threads=1"]
fn a_matrix_product_with_a_gpus_built_ins_is_right() {
    let source = r#"
@triton.jit
def product(a, b, out, N: tl.constexpr):
    i, k = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    tl.store(out + i * N + k, tl.dot(tl.load(a + i * N + k), tl.load(b + i * N + k)))


def launch(ts):
    product[(1,)](ts.pointer("a"), ts.pointer("b"), ts.pointer("out"), N=16, num_warps=1)
"#;
    let mut worker = Worker::start(&toolchain(), WorkerOptions::default()).unwrap();
    let a: Vec<i64> = (0..256).map(|i| i * 7 % 11 - 5).collect();
    let b: Vec<i64> = (0..256).map(|i| i * 5 % 13 - 6).collect();
    let terms = |at: usize| (0..16).map(move |k| (at / 16 * 16 + k, k * 16 + at % 16));
    let element = |at| terms(at).map(|(left, right)| a[left] * b[right]).sum::<i64>();
    let expected: Vec<f32> = (0..256).map(|at| element(at) as f32).collect();
    let buffers = [
        ("a", DType::F16, 0x10000, a.clone()),
        ("b", DType::F16, 0x20000, b.clone()),
        ("out", DType::F32, 0x30000, vec![0; 256]),
    ];
    let launch = compiled(&mut worker, source, "xpu:pvc", &buffers, 0);
    let code = launch.kernel.binary(Stage::Spv).unwrap();
    let name = b"intel_sub_group_f16_f16_matrix_mad_k16";
    assert!(code.windows(name.len()).any(|bytes| bytes == name), "no matrix engine was used");
    match run(&mut server(), &launch, &buffers, &["a", "b"]) {
        Outcome::Finished(left) => assert_eq!(floats(&left[2]), expected),
        other => panic!("{other:?}"),
    }
}

#[test]
#[ignore = "installs a toolchain of 1.6 GB: run with --ignored --test-threads=1"]
fn what_cannot_run_is_told_and_the_next_launch_runs() {
    let source = r#"
@triton.jit
def far(out, n):
    tl.store(out + n, 1.0)


def launch(ts):
    far[(1,)](ts.pointer("out"), ts.scalar("n"), num_warps=1)
"#;
    let mut worker = Worker::start(&toolchain(), WorkerOptions::default()).unwrap();
    let mut server = server();
    let buffers = [("out", DType::F32, 0x10000, vec![0; 4])];
    let wild = compiled(&mut worker, source, "xpu:pvc", &buffers, 1 << 45);
    match run(&mut server, &wild, &buffers, &[]) {
        Outcome::Fault(what) => println!("{what}"),
        other => panic!("{other:?}"),
    }
    let tame = compiled(&mut worker, source, "xpu:pvc", &buffers, 3);
    match run(&mut server, &tame, &buffers, &[]) {
        Outcome::Finished(left) => assert_eq!(floats(&left[0]), [0.0, 0.0, 0.0, 1.0]),
        other => panic!("{other:?}"),
    }
    let mut native = prepare_xpu(&tame, &memory(&buffers), &Checks::default()).unwrap();
    native.threads = 1 << 20;
    let large = server.launch(&native).outcome;
    assert!(matches!(large, NativeOutcome::Unsupported(_)), "{large:?}");
    native.threads = 32;
    native.code.truncate(40);
    let broken = server.launch(&native).outcome;
    assert!(matches!(broken, NativeOutcome::DeviceFailure(_)), "{broken:?}");
}

#[test]
#[ignore = "installs a toolchain of 1.6 GB: run with --ignored --test-threads=1"]
fn intels_offline_compiler_takes_what_the_worker_makes() {
    let mut worker = Worker::start(&toolchain(), WorkerOptions::default()).unwrap();
    let buffers =
        [("a", DType::F32, 0x10000, vec![0; 1024]), ("out", DType::F32, 0x20000, vec![0; 48])];
    let launch = compiled(&mut worker, ROWS, "xpu:pvc", &buffers, 12);
    let BoundValue::Int(12) = launch.arguments[2].value else { panic!("{:?}", launch.arguments) };
    let code = launch.kernel.binary(Stage::Spv).unwrap();
    match ocloc(code, "pvc", "", Duration::from_secs(120)).unwrap() {
        Ocloc::Absent => eprintln!("skipped: `ocloc` is not installed"),
        Ocloc::Compiled { spills } => assert!(spills.is_empty(), "{spills:?}"),
        failed => panic!("{failed:?}"),
    }
    let garbage = ocloc(b"no module at all", "pvc", "", Duration::from_secs(120)).unwrap();
    assert!(matches!(garbage, Ocloc::Absent | Ocloc::Failed { .. }), "{garbage:?}");
}

#[test]
#[ignore = "300 kernels through Intel's compiler take minutes: run with --ignored --test-threads=1"]
fn three_hundred_kernels_agree() {
    toolchain();
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tritonsmith"))
        .args(["fuzz", "--count", "300", "--seed", "7", "--mode", "exact", "--json"])
        .args(["--toolchain", TOOLCHAIN, "--target", "xpu:pvc", "--device", DEVICE])
        .arg("--out")
        .arg(folder.path().join("campaign"))
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let summary: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}\n{errors}", output.status));
    println!("{summary:#}");
    let count = |key: &str| summary[key].as_u64().unwrap();
    assert_eq!(count("kernels"), 300);
    // What the compiler refuses or dies of is judged; no value that it leaves is wrong.
    let findings = summary["findings"].as_array().unwrap();
    for finding in findings {
        let compiling = ["assertion", "compiler-error"].map(Value::from).contains(&finding["kind"]);
        assert!(compiling && !finding["known"].is_null(), "{finding:#}");
    }
    let found: u64 = findings.iter().map(|finding| finding["sightings"].as_u64().unwrap()).sum();
    // The rest uses what this Triton or a CPU lacks, or builds for too long.
    let judged = count("agree") + found;
    assert!(judged >= 255, "{judged} of 300 are judged: {summary:#}");
}
