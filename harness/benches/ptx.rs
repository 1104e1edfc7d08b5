//! Speed of the PTX interpreter, with a bar for each number; below one of them the exit status is 1:
//! - plain arithmetic: 100 million thread-instructions a second;
//! - Triton's code for a 64x64x64 product of halves on sm_90: 200 ms;
//! - 20 generated kernels, compiled by the default toolchain for sm_80: 50 ms each in the median;
//! - the same kernels by an emulator written in numpy, in the same run: 50 times slower in the
//!   geometric mean.
//!
//! ```text
//! cargo bench --bench ptx
//! TRITONSMITH_BENCH_PTXEMU=FOLDER/ptxemu.py cargo bench --bench ptx
//! ```
//!
//! The emulator is `cases/bugs/ptxemu.py` of the folder that is shared with the project's issues ("a
//! numpy proof for sm_80", issue 8): it is not in this repository, so without its path the comparison
//! is left out, which is said. Any file does that has its `Machine(ptx, warps, shared)` with `alloc`,
//! `launch` and `read`. `TRITONSMITH_BENCH_PYTHON` is a Python that has numpy; `python3` if unset.

#![allow(missing_docs, clippy::unwrap_used)]

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdout, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use serde_json::{Value, json};
use tritonsmith::campaign::{Compiler, Compilers, Installed, Subject};
use tritonsmith::compile::{Stage, Target, WorkerOptions};
use tritonsmith::device::native::{Checks, NativeArgument, NativeLaunch, prepare_cuda};
use tritonsmith::evaluate;
use tritonsmith::generate::{Config, from_seed};
use tritonsmith::ptx::{Executable, GlobalBuffer, GlobalMemory, Options, Run, read, read_bytes};
use tritonsmith::tensor::{Exact, Memory};
use tritonsmith::toolchain::{Home, ToolchainId};

const DOT: &str = include_str!("../tests/filetests/ptx/dot_sm90.ptx");
const DRIVER: &str = include_str!("ptx_emulator.py");

/// Thread-instructions a second of plain arithmetic.
const ARITHMETIC_BAR: f64 = 100e6;
const DOT_BAR: Duration = Duration::from_millis(200);
const KERNEL_BAR: Duration = Duration::from_millis(50);
const RATIO_BAR: f64 = 50.0;

const KERNELS: usize = 20;
/// Generated kernels that are looked at to find so many.
const CANDIDATES: u64 = 400;
const SEED: u64 = 1;
/// Executions of a kernel, of which the median counts: some are needed until caches are warm again.
const REPEATS: usize = 21;
/// The same for the emulator, which takes long.
const EMULATIONS: usize = 5;

/// What compiled code has most of.
const BODY: &str = "
    add.s32 %r3, %r3, %r2;      mad.lo.s32 %r4, %r3, 5, %r1;  xor.b32 %r5, %r4, %r3;
    shl.b32 %r6, %r5, 3;        shr.u32 %r7, %r5, 7;          and.b32 %r8, %r6, 1023;
    sub.s32 %r9, %r7, %r8;      max.s32 %r10, %r9, %r3;       setp.gt.s32 %p1, %r10, %r4;
    selp.b32 %r11, %r5, %r6, %p1;                             mul.wide.u32 %rd2, %r11, 4;
    add.s64 %rd3, %rd2, %rd3;   fma.rn.f32 %r12, %r12, %r13, %r14;
    add.rn.f32 %r15, %r12, %r14; mul.rn.f32 %r15, %r15, %r13; neg.f32 %r15, %r15;
";

/// A kernel that does arithmetic.
fn arithmetic() -> String {
    let body = BODY.repeat(8);
    format!(
        ".version 8.4
        .target sm_80
        .address_size 64
        .visible .entry arithmetic(.param .u64 out)
        {{
            .reg .pred %p<3>;
            .reg .b32 %r<16>;
            .reg .b64 %rd<4>;
            mov.u32 %r1, %tid.x;
            mov.b32 %r2, 0;
            mov.b32 %r3, 17;
            mov.b32 %r12, 0f3F800000;
            mov.b32 %r13, 0f3F000000;
            mov.b32 %r14, 0f3F400000;
            mov.b32 %r15, 0f3E800000;
            mov.b64 %rd3, 0;
        LOOP:
            {body}
            add.s32 %r2, %r2, 1;
            setp.lt.s32 %p2, %r2, 200;
            @%p2 bra LOOP;
            ld.param.b64 %rd1, [out];
            st.global.b32 [%rd1], %r10;
            st.global.b32 [%rd1+4], %r15;
            ret;
        }}
        "
    )
}

/// Memory of buffers that hold zeros, and the pointers to them.
fn zeros(sizes: &[usize]) -> (Vec<Vec<u8>>, GlobalMemory) {
    let (mut arguments, mut memory) = (Vec::new(), GlobalMemory::default());
    for (at, size) in sizes.iter().enumerate() {
        let base = (at as u64 + 1) << 32;
        memory.add(GlobalBuffer::new(format!("buffer {at}"), base, vec![0; *size]));
        arguments.push(base.to_le_bytes().to_vec());
    }
    (arguments, memory)
}

/// A kernel, how it is launched, and its buffers.
struct Bench {
    name: &'static str,
    text: String,
    sizes: &'static [usize],
    options: Options,
}

impl Bench {
    fn arithmetic() -> Bench {
        let (name, text) = ("plain arithmetic", arithmetic());
        Bench { name, text, sizes: &[8], options: Options::default() }
    }

    fn dot() -> Bench {
        let options = Options { threads: 128, shared: 16384, ..Options::default() };
        let sizes = &[8192, 8192, 16384, 0, 0];
        Bench { name: "64x64x64 product of halves, sm_90", text: DOT.to_owned(), sizes, options }
    }

    /// The median time, and what an execution left.
    fn measure(&self, criterion: &mut Criterion) -> (Duration, Run) {
        let executable = Executable::new(&read(&self.text).unwrap(), None).unwrap();
        let (arguments, memory) = zeros(self.sizes);
        let execute = || executable.run(&arguments, memory.clone(), &self.options).unwrap();
        let threads = execute().steps * 32;
        let mut group = criterion.benchmark_group("ptx");
        group.throughput(Throughput::Elements(threads));
        group.bench_function(self.name, |b| b.iter(execute));
        group.finish();
        median(REPEATS, || {
            let started = Instant::now();
            let run = execute();
            (started.elapsed(), run)
        })
    }
}

/// The median time of some executions, and what one of them left.
fn median<T>(count: usize, mut execute: impl FnMut() -> (Duration, T)) -> (Duration, T) {
    let mut all: Vec<(Duration, T)> = (0..count).map(|_| execute()).collect();
    all.sort_by_key(|(time, _)| *time);
    all.swap_remove(count / 2)
}

/// The launches of generated kernels, each with its number.
fn launches() -> impl Iterator<Item = (u64, NativeLaunch)> {
    let home = Home::from_environment().unwrap();
    let id = ToolchainId::default();
    let mut say = |line: &str| eprintln!("{line}");
    let installed =
        Installed::ensure(&home, std::slice::from_ref(&id), WorkerOptions::default(), &mut say);
    let mut compiler: Box<dyn Compiler> = installed.unwrap().start(&id).unwrap();
    (0..CANDIDATES).filter_map(move |index| {
        let subject = Subject::new(from_seed(SEED, index, &Config::default()));
        let result = compiler.run(&subject.job(&Target::cuda(80), Stage::Ptx)).unwrap();
        let memory: Memory<Exact> = evaluate::memory(&subject.case);
        let [launch] = &result.launches[..] else { return None };
        let launch = prepare_cuda(Stage::Ptx, launch, &memory, &Checks::default()).ok()?;
        Some((index, launch))
    })
}

/// What a launch left: the contents of its buffers.
type Contents = Vec<Vec<u8>>;

/// Reads, prepares and executes a launch.
fn execute(launch: &NativeLaunch) -> Result<(Duration, Contents), String> {
    let started = Instant::now();
    let module = read_bytes(&launch.code).map_err(|error| error.message)?;
    let executable = Executable::new(&module, Some(&launch.entry)).map_err(|e| e.to_string())?;
    let base = |at: usize| ((at as u64 + 1) << 32) + u64::from(launch.buffers[at].misalign);
    let (mut arguments, mut memory) = (Vec::new(), GlobalMemory::default());
    for (at, buffer) in launch.buffers.iter().enumerate() {
        memory.add(GlobalBuffer::new(&buffer.name, base(at), buffer.bytes.clone()));
    }
    for argument in launch.arguments.iter().take(executable.parameters()) {
        arguments.push(match argument {
            NativeArgument::Buffer(index) => base(*index as usize).to_le_bytes().to_vec(),
            NativeArgument::Bytes(bytes) => bytes.clone(),
            NativeArgument::Scratch(0) => vec![0; 8],
            other => return Err(format!("{other:?}")),
        });
    }
    let options = Options {
        grid: launch.grid,
        cluster: launch.num_ctas,
        threads: launch.threads,
        shared: launch.shared,
        ..Options::default()
    };
    let run = executable.run(&arguments, memory, &options).map_err(|stop| stop.to_string())?;
    let time = started.elapsed();
    Ok((time, run.memory.buffers().iter().map(|buffer| buffer.bytes.clone()).collect()))
}

/// The emulator's process.
struct Emulator {
    child: Child,
    answers: BufReader<ChildStdout>,
}

impl Emulator {
    /// `None` if nobody says where it is.
    fn start() -> Option<Emulator> {
        let path = std::env::var_os("TRITONSMITH_BENCH_PTXEMU")?;
        let python = std::env::var_os("TRITONSMITH_BENCH_PYTHON");
        let mut child = Command::new(python.unwrap_or_else(|| "python3".into()))
            .args(["-c", DRIVER])
            .arg(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        Some(Emulator { child, answers })
    }

    fn execute(&mut self, launch: &NativeLaunch) -> Result<(Duration, Contents), String> {
        let arguments = launch.arguments.iter().map(|argument| match argument {
            NativeArgument::Buffer(index) => Ok(json!(["buffer", index])),
            NativeArgument::Bytes(bytes) if bytes.len() <= 8 => {
                let mut whole = [0; 8];
                whole[..bytes.len()].copy_from_slice(bytes);
                Ok(json!(["value", u64::from_le_bytes(whole)]))
            }
            NativeArgument::Scratch(0) => Ok(json!(["value", 0])),
            other => Err(format!("{other:?}")),
        });
        let arguments: Vec<Value> = arguments.collect::<Result<_, _>>()?;
        let buffers =
            launch.buffers.iter().map(|buffer| json!([hex(&buffer.bytes), buffer.misalign]));
        let request = json!({
            "ptx": String::from_utf8_lossy(&launch.code),
            "warps": launch.threads / 32,
            "shared": launch.shared,
            "grid": launch.grid,
            "arguments": arguments,
            "buffers": buffers.collect::<Vec<_>>(),
        });
        let input = self.child.stdin.as_mut().unwrap();
        writeln!(input, "{request}").and_then(|()| input.flush()).unwrap();
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        let Some(seconds) = answer["seconds"].as_f64() else {
            return Err(answer["error"].as_str().unwrap_or("no answer").to_owned());
        };
        let contents = answer["buffers"].as_array().unwrap().iter();
        let contents = contents.map(|text| bytes(text.as_str().unwrap())).collect();
        Ok((Duration::from_secs_f64(seconds), contents))
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        // How it ends is nothing to us.
        let _ = self.child.wait();
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

fn bytes(hex: &str) -> Vec<u8> {
    let pairs = (0..hex.len()).step_by(2);
    pairs.map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

/// The times of generated kernels by the interpreter and, if it is there, by the emulator. Kernels
/// that one of them cannot execute, or that they do not agree on, are said and left out.
fn generated(emulator: &mut Option<Emulator>) -> Vec<(Duration, Option<Duration>)> {
    let mut times = Vec::new();
    for (index, launch) in launches() {
        let measured = execute(&launch).and_then(|(_, contents)| {
            let theirs = emulator.as_mut().map(|emulator| emulator.execute(&launch)).transpose()?;
            if theirs.as_ref().is_some_and(|(_, left)| *left != contents) {
                return Err("the emulator has other results".to_owned());
            }
            let (ours, _) = median(REPEATS, || execute(&launch).unwrap());
            let theirs = emulator.as_mut().map(|emulator| {
                median(EMULATIONS, || emulator.execute(&launch).expect("it executed it before")).0
            });
            Ok((ours, theirs))
        });
        match measured {
            Ok((ours, theirs)) => {
                println!("kernel {index}: {ours:.2?}, the emulator {theirs:.2?}");
                times.push((ours, theirs));
            }
            Err(reason) => println!("kernel {index} is left out: {reason}"),
        }
        if times.len() == KERNELS {
            break;
        }
    }
    assert_eq!(times.len(), KERNELS, "there are not enough kernels");
    times
}

/// Says a number, and whether it reaches its bar.
fn is_reached(what: &str, is_reached: bool) -> bool {
    println!("{what}: {}", if is_reached { "reached" } else { "MISSED" });
    is_reached
}

fn main() -> ExitCode {
    let criterion = Criterion::default().measurement_time(Duration::from_secs(3)).sample_size(20);
    let mut criterion = criterion.configure_from_args();
    let (time, run) = Bench::arithmetic().measure(&mut criterion);
    let rate = (run.steps * 32) as f64 / time.as_secs_f64();
    let (dot, _) = Bench::dot().measure(&mut criterion);
    let mut emulator = Emulator::start();
    let mut times = generated(&mut emulator);
    criterion.final_summary();

    let bar = ARITHMETIC_BAR / 1e6;
    let what = format!("{:.0} million thread-instructions a second (bar {bar:.0})", rate / 1e6);
    let mut all = is_reached(&what, rate >= ARITHMETIC_BAR);
    let what = format!("{dot:.2?} for the product (bar {DOT_BAR:?})");
    all &= is_reached(&what, dot <= DOT_BAR);
    times.sort_unstable();
    let (middle, most) = (times[KERNELS / 2].0, times[KERNELS - 1].0);
    let what =
        format!("{middle:.2?} for a generated kernel, {most:.2?} at most (bar {KERNEL_BAR:?})");
    all &= is_reached(&what, middle <= KERNEL_BAR);
    let ratios = times.iter().filter_map(|(ours, theirs)| {
        theirs.map(|theirs| theirs.as_secs_f64() / ours.as_secs_f64())
    });
    let logarithms: Vec<f64> = ratios.map(f64::ln).collect();
    if logarithms.is_empty() {
        println!("no comparison: TRITONSMITH_BENCH_PTXEMU names no emulator");
    } else {
        let ratio = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
        let what = format!("{ratio:.1} times as fast as the emulator (bar {RATIO_BAR:.0})");
        all &= is_reached(&what, ratio >= RATIO_BAR);
    }
    if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
