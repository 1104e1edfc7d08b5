//! A compiler and a device that are scripted by the case, and bundles that go through both.

use std::collections::{BTreeSet, VecDeque};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use anyhow::Result;
use serde_bytes::ByteBuf;
use serde_json::Value;
use tritonsmith::campaign::bundle::{
    Bundled, Bundling, DEVICE, Judging, Launched, Launcher, Launchers, Launching,
};
use tritonsmith::campaign::{Compiler, Compilers, Plan, Settings, Silent, Summary, bundle};
use tritonsmith::compile::{
    Artifact, Content, Control, FailureKind, Job, JobResult, Kernel, Launch, Stage, Target,
};
use tritonsmith::device::native::{DeviceInfo, NativeLaunch, NativeOutcome, NativeResult};
use tritonsmith::tensor::DType;
use tritonsmith::testcase::{Fill, TestCase};
use tritonsmith::toolchain::ToolchainId;

use crate::support::Builder;
use crate::support::scripted::{self, pointers};

/// What becomes of a kernel is told by its length: `1 << n` elements.
const REFUSED: u32 = 5;
const ASSERTION: u32 = 6;
pub(crate) const KNOWN: u32 = 7;
/// What the known finding `ptxas-half-to-bf16` asks of the TTIR.
const KNOWN_TTIR: &str = "tt.fp_to_fp %0 : tensor<16xf8E4M3FN>\narith.fptosi\n";
/// And by the first element that it reads, one more than its index.
pub(crate) const WRONG: u64 = 1;
const TRAPS: u64 = 3;
const TRAPS_ONCE: u64 = 5;
const LACKS: u64 = 6;
/// What a device that is ill fails at.
const TOO_MUCH: u64 = 7;

/// What the hidden device does with kernels of `1 << (8 + n)` elements.
const WORDS: [&str; 6] = ["fine", "abort", "trap", "exit", "noise", "unsupported"];

/// Copies floats.
pub(crate) fn copy(index: u64, log: u32) -> TestCase {
    let length = 1 << log;
    let mut builder = Builder::new();
    let ramp = Fill::Ramp { low: 1 + index as i64, stride: 3, modulus: 100_003, scale: 0 };
    let a = builder.pointer("a", DType::F32, length, ramp);
    let out = builder.pointer("out", DType::F32, length, Fill::Unwritten);
    let index_of = builder.arange(length);
    let value = builder.load(a, index_of);
    builder.store(out, index_of, value);
    builder.case(&format!("s1-k{index}"), [1, 1, 1])
}

pub(crate) fn case(index: u64) -> TestCase {
    copy(
        index,
        match index {
            2 => REFUSED,
            4 => ASSERTION,
            _ => 4,
        },
    )
}

struct Scripted(VecDeque<JobResult>);

fn compiled(job: &Job) -> JobResult {
    let Job::RunModule(module) = job else { panic!() };
    let length = (2..16).find(|log| module.source.contains(&format!("arange(0, {})", 1 << log)));
    let length: u32 = length.unwrap();
    if length == REFUSED {
        return failed(FailureKind::Frontend, "at 1:2: no");
    }
    if length == ASSERTION {
        return failed(FailureKind::Assertion, "a.cpp:1: f: Assertion `n == 4' failed.");
    }
    let artifact = |stage: &Stage| {
        let content = match stage {
            Stage::Ttir if length == KNOWN => Content::Text(KNOWN_TTIR.to_owned()),
            stage if stage.is_binary() => Content::Binary(vec![7; 100]),
            _ => Content::Text(format!(".target {}", module.target)),
        };
        Artifact { stage: *stage, content }
    };
    let word = length.checked_sub(8).and_then(|at| WORDS.get(at as usize)).unwrap_or(&"kernel");
    let metadata = [("num_warps", 4), ("num_ctas", 1), ("shared", 0)];
    let kernel = Kernel {
        name: (*word).to_owned(),
        artifacts: module.want.iter().map(artifact).collect(),
        metadata: metadata.map(|(key, value)| (key.to_owned(), Value::from(value))).into(),
        ..Kernel::default()
    };
    let case = case(0);
    let arguments = pointers(&case);
    let grid = [1, 1, 1];
    let launch = Launch { kernel, grid, arguments, parameters: vec![], constants: vec![] };
    JobResult { launches: vec![launch], ..JobResult::default() }
}

fn failed(kind: FailureKind, message: &str) -> JobResult {
    scripted::failed(scripted::failure(kind, "ttgir", message))
}

impl Compiler for Scripted {
    fn submit(&mut self, job: &Job) -> Result<()> {
        self.0.push_back(compiled(job));
        Ok(())
    }

    fn receive(&mut self) -> Result<JobResult> {
        Ok(self.0.pop_front().expect("something was submitted"))
    }

    fn control(&mut self, _: &Job) -> Result<Control> {
        Ok(Control::Survives)
    }
}

pub(crate) struct Pool;

impl Compilers for Pool {
    fn start(&self, _: &ToolchainId) -> Result<Box<dyn Compiler>> {
        Ok(Box::new(Scripted(VecDeque::new())))
    }
}

/// A device that copies, but for some kernels; or all, if it is faithful.
#[derive(Default)]
pub(crate) struct Device {
    pub(crate) faithful: bool,
    pub(crate) trapped: Mutex<BTreeSet<u64>>,
    pub(crate) launched: AtomicU32,
    pub(crate) ill: bool,
}

struct Process<'a> {
    device: &'a Device,
    results: VecDeque<NativeResult>,
    /// Asks to stop after so many launches.
    stop: Option<(u32, &'a AtomicBool)>,
}

impl Launcher for Process<'_> {
    fn info(&self) -> DeviceInfo {
        DeviceInfo { name: "copier".into(), ..DeviceInfo::default() }
    }

    fn submit(&mut self, launch: &NativeLaunch) {
        let a = &launch.buffers[0].bytes;
        let index = f32::from_le_bytes(a[..4].try_into().unwrap()) as u64 - 1;
        let first = || self.device.trapped.lock().unwrap().insert(index);
        let trap = || NativeOutcome::Trap("illegal address".into());
        let left = |out: Vec<u8>| {
            let buffers = vec![ByteBuf::from(a.clone()), ByteBuf::from(out)];
            NativeOutcome::Finished { buffers, stray: None, nondeterministic: None }
        };
        let outcome = match index {
            _ if self.device.faithful => left(a.clone()),
            WRONG => left([&a[4..8], &a[..4], &a[8..]].concat()),
            TRAPS => trap(),
            TRAPS_ONCE if first() => trap(),
            LACKS => NativeOutcome::Unsupported("clusters".into()),
            TOO_MUCH if self.device.ill => NativeOutcome::DeviceFailure("it is gone".into()),
            _ => left(a.clone()),
        };
        assert!(launch.buffers[0].read_only && !launch.buffers[1].read_only);
        self.results.push_back(NativeResult { outcome, seconds: 0.5 });
        let launched = 1 + self.device.launched.fetch_add(1, Ordering::Relaxed);
        if let Some((after, stop)) = self.stop
            && launched >= after
        {
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn receive(&mut self) -> NativeResult {
        self.results.pop_front().expect("something was submitted")
    }
}

struct Stops<'a>(&'a Device, Option<(u32, &'a AtomicBool)>);

impl Launchers for Stops<'_> {
    fn device(&self) -> &str {
        if self.0.faithful { "cuda:1" } else { "cuda" }
    }

    fn start(&self) -> Result<Box<dyn Launcher + '_>> {
        let Stops(device, stop) = *self;
        Ok(Box::new(Process { device, results: VecDeque::new(), stop }))
    }
}

pub(crate) fn settings(folder: &Path, count: u64, targets: &[u32]) -> Settings {
    let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(targets[0]) };
    Settings {
        seed: 1,
        count: Some(count),
        targets: targets.iter().map(|capability| Target::cuda(*capability)).collect(),
        jobs: 2,
        out: Some(folder.join("campaign")),
        ..Settings::single(&plan, &[DEVICE.to_owned()], Stage::Cubin)
    }
}

pub(crate) fn packed(folder: &Path, settings: &Settings, cases: &[TestCase]) -> Bundled {
    let file = folder.join("k.bundle");
    let bundling = Bundling { settings, cases, gpu: &Target::cuda(90), file: &file };
    bundle::bundle(&bundling, &case, &Pool, &Silent, &AtomicBool::new(false)).unwrap()
}

pub(crate) fn launched(folder: &Path, out: &str, stop_after: Option<u32>) -> Launched {
    launched_by(&Device::default(), folder, out, stop_after)
}

pub(crate) fn launched_by(
    device: &Device,
    folder: &Path,
    out: &str,
    stop_after: Option<u32>,
) -> Launched {
    let (file, out) = (folder.join("k.bundle"), folder.join(out));
    let launching = Launching { file: &file, out: &out, repeats: 3, jobs: 2 };
    let stop = AtomicBool::new(false);
    let launchers = Stops(device, stop_after.map(|after| (after, &stop)));
    bundle::launch(&launching, &launchers, &stop).unwrap()
}

pub(crate) fn judged(folder: &Path, results: &str, out: Option<&Path>) -> Result<Summary> {
    let (file, results) = (folder.join("k.bundle"), folder.join(results));
    let judging = Judging { file: &file, results: &results, out };
    bundle::judge(&judging, &Silent, &AtomicBool::new(false))
}
