//! Bundles with builds of Triton's sanitizers come to what a campaign on line comes to: the same device, the
//! interpreter of PTX, launches what is in the bundle.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use anyhow::Result;
use serde_bytes::ByteBuf;
use serde_json::{Value, json};
use support::sanitizers::{Build, MESSAGE, Script, case};
use tritonsmith::campaign::bundle::{
    self, Bundling, DEVICE, Judging, Launched, Launcher, Launchers, Launching,
};
use tritonsmith::campaign::{self, Compilers, Installed, Plan, Settings, Silent, Source, Summary};
use tritonsmith::compile::{
    Artifact, BoundArgument, BoundValue, Content, Instrument, Kernel, Launch, Stage, Target,
    WorkerOptions,
};
use tritonsmith::device::native::{
    ASSERTION, Checks, DeviceInfo, NativeArgument, NativeBuffer, NativeLaunch, NativeOutcome,
    NativeResult,
};
use tritonsmith::device::{self, Cause, Execution, Native, Outcome};
use tritonsmith::generate::{Config, from_seed};
use tritonsmith::tensor::{Buffer, Exact, Kind, Memory, Tile, sign_extend};
use tritonsmith::toolchain::{Home, ToolchainId};

/// The interpreter of PTX, as a device that launches.
#[derive(Default)]
struct Emulated {
    launched: AtomicU32,
    /// The launch, from 0, that an assertion of the sanitizer stops whatever the code is.
    stopped: Option<u32>,
    /// The launch, from 0, at which the device itself fails.
    failing: Option<u32>,
}

struct Process<'a>(&'a Emulated, VecDeque<NativeResult>);

impl Launchers for Emulated {
    fn device(&self) -> &str {
        "ptx"
    }

    fn start(&self) -> Result<Box<dyn Launcher + '_>> {
        Ok(Box::new(Process(self, VecDeque::new())))
    }
}

impl Launcher for Process<'_> {
    fn info(&self) -> DeviceInfo {
        DeviceInfo::default()
    }

    fn submit(&mut self, launch: &NativeLaunch) {
        let at = self.0.launched.fetch_add(1, Ordering::Relaxed);
        let outcome = if self.0.stopped == Some(at) {
            NativeOutcome::Trap(format!("{ASSERTION}: {MESSAGE}"))
        } else if self.0.failing == Some(at) {
            NativeOutcome::DeviceFailure("it was reset".to_owned())
        } else {
            executed(launch)
        };
        self.1.push_back(NativeResult { outcome, seconds: 0.0 });
    }

    fn receive(&mut self) -> NativeResult {
        self.1.pop_front().expect("something was submitted")
    }
}

/// What the interpreter makes of a launch, in the words of a GPU's owner. What a GPU does not tell is not
/// supported here.
fn executed(launch: &NativeLaunch) -> NativeOutcome {
    let Some(compiled) = compiled(launch) else {
        return NativeOutcome::Unsupported("an argument of that kind".to_owned());
    };
    let (memory, checks) = (memory(launch), checks(launch));
    let execution = Execution {
        stage: "ptx",
        text: "",
        function: None,
        arguments: &compiled.arguments,
        grid: compiled.grid,
        memory: &memory,
        native: Some(Native { launch: &compiled, checks: &checks }),
    };
    let observation = device::open("ptx").unwrap().execute(&execution);
    match observation.outcome {
        Outcome::Finished(_) if observation.rounded => {
            NativeOutcome::Unsupported("what it rounded".to_owned())
        }
        Outcome::Finished(left) => {
            let bytes = |(before, after): (&NativeBuffer, &device::ObservedBuffer)| -> ByteBuf {
                let size = before.element_bytes as usize;
                let element = |bits: &u64| bits.to_le_bytes()[..size].to_vec();
                ByteBuf::from(after.bits.iter().flat_map(element).collect::<Vec<u8>>())
            };
            let buffers = launch.buffers.iter().zip(&left).map(bytes).collect();
            NativeOutcome::Finished { buffers, stray: None, nondeterministic: None }
        }
        Outcome::Fault(what) => NativeOutcome::Trap(what),
        Outcome::Undefined { what, cause: Cause::Assertion } => {
            NativeOutcome::Trap(format!("{ASSERTION}: {what}"))
        }
        Outcome::Timeout(_) => NativeOutcome::Timeout,
        Outcome::DeviceFailure(what) => NativeOutcome::DeviceFailure(what),
        Outcome::Undefined { what, .. }
        | Outcome::Nondeterministic(what)
        | Outcome::Unsupported(what) => NativeOutcome::Unsupported(what),
    }
}

/// The address of a buffer: far from those of others.
fn address(launch: &NativeLaunch, index: u32) -> u64 {
    let misalign = launch.buffers[index as usize].misalign;
    ((u64::from(index) + 1) << 36) + u64::from(misalign)
}

/// The launch as it came from the compiler, as far as the device looks at it.
fn compiled(launch: &NativeLaunch) -> Option<Launch> {
    let blocks = launch.grid.iter().map(|size| u64::from(*size)).product::<u64>();
    let blocks = (blocks * u64::from(launch.num_ctas)).max(1);
    let (mut arguments, mut scratch) = (Vec::new(), Vec::new());
    for argument in &launch.arguments {
        let (ty, value) = match argument {
            NativeArgument::Buffer(index) => {
                let name = launch.buffers[*index as usize].name.clone();
                let address = address(launch, *index);
                ("*i8".to_owned(), BoundValue::Pointer { name, address })
            }
            NativeArgument::Bytes(bytes) => {
                let bits = bytes.iter().rev().fold(0, |bits, b| bits << 8 | i128::from(*b));
                (format!("i{}", 8 * bytes.len()), BoundValue::Int(bits))
            }
            NativeArgument::Scratch(size) => {
                scratch.push(size / blocks);
                continue;
            }
            NativeArgument::TensorMap(_) | NativeArgument::Local(_) => return None,
        };
        arguments.push(BoundArgument { ty, value });
    }
    let [global, profile] = scratch[..] else { return None };
    let metadata = json!({
        "num_warps": launch.threads / 32, "num_ctas": launch.num_ctas, "shared": launch.shared,
        "global_scratch_size": global, "profile_scratch_size": profile,
    });
    let metadata: BTreeMap<String, Value> = serde_json::from_value(metadata).unwrap();
    let text = String::from_utf8(launch.code.clone()).unwrap();
    let artifacts = vec![Artifact { stage: Stage::Ptx, content: Content::Text(text) }];
    let kernel = Kernel { name: launch.entry.clone(), artifacts, metadata, ..Kernel::default() };
    let (parameters, constants) = (vec![], vec![]);
    Some(Launch { kernel, grid: launch.grid, arguments, parameters, constants })
}

fn memory(launch: &NativeLaunch) -> Memory<Exact> {
    let mut memory = Memory::default();
    for (buffer, index) in launch.buffers.iter().zip(0..) {
        let bits = 8 * buffer.element_bytes;
        let element = |bytes: &[u8]| {
            let bits = bytes.iter().rev().fold(0u64, |bits, b| bits << 8 | u64::from(*b));
            sign_extend(bits as i64, 8 * bytes.len() as u32)
        };
        let elements = buffer.bytes.chunks(buffer.element_bytes as usize).map(element);
        let elements: Vec<i64> = elements.collect();
        let tile = Tile::from_ints(&[elements.len()], elements);
        memory.add(Buffer::new(&buffer.name, address(launch, index), Kind::Int(bits), &tile));
    }
    memory
}

fn checks(launch: &NativeLaunch) -> Checks {
    let read_only = launch.buffers.iter().filter(|buffer| buffer.read_only);
    let open = launch.buffers.iter().map(|buffer| {
        let elements = buffer.bytes.len() / buffer.element_bytes as usize;
        let flags: Vec<bool> = (0..elements).map(|at| !buffer.is_compared(at)).collect();
        (buffer.name.clone(), flags)
    });
    Checks {
        read_only: read_only.map(|buffer| buffer.name.clone()).collect(),
        open: open.collect(),
    }
}

fn settings(folder: &Path, by: Instrument, seed: u64, count: u64, device: &str) -> Settings {
    let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
    Settings {
        seed,
        count: Some(count),
        instrument: Some(by),
        out: Some(folder.join(device)),
        ..Settings::single(&plan, &[device.to_owned()], Stage::Ptx)
    }
}

/// Kernels and who compiles them.
struct Work<'a> {
    by: Instrument,
    seed: u64,
    count: u64,
    source: &'a dyn Source,
    compilers: &'a dyn Compilers,
}

impl Work<'_> {
    fn on_line(&self, folder: &Path) -> Summary {
        let settings = settings(folder, self.by, self.seed, self.count, "ptx");
        let stop = AtomicBool::new(false);
        campaign::run(&settings, self.source, self.compilers, &Silent, &stop).unwrap()
    }

    fn bundled(&self, folder: &Path, device: &Emulated) -> (Launched, Summary) {
        let settings = settings(folder, self.by, self.seed, self.count, DEVICE);
        let (file, out) = (folder.join("k.bundle"), folder.join("results"));
        let stop = AtomicBool::new(false);
        let gpu = Target::cuda(90);
        let bundling = Bundling { settings: &settings, cases: &[], gpu: &gpu, file: &file };
        bundle::bundle(&bundling, self.source, self.compilers, &Silent, &stop).unwrap();
        let launching = Launching { file: &file, out: &out, repeats: 3, jobs: 1 };
        let launched = bundle::launch(&launching, device, &stop).unwrap();
        let judging = Judging { file: &file, results: &out, out: None };
        (launched, bundle::judge(&judging, &Silent, &stop).unwrap())
    }

    /// Both ways, which must come to the same.
    fn compared(&self) -> (Launched, Summary) {
        let folder = tempfile::tempdir().unwrap();
        let on_line = self.on_line(folder.path());
        let (launched, judged) = self.bundled(folder.path(), &Emulated::default());
        assert_eq!(judged.inconclusive, on_line.inconclusive);
        assert_eq!((judged.kernels, judged.agree), (on_line.kernels, on_line.agree));
        assert_eq!(judged.instrument, on_line.instrument);
        assert_eq!(told(&judged), told(&on_line));
        (launched, judged)
    }
}

/// Findings by id, with the options of their replay.
fn told(summary: &Summary) -> BTreeSet<(String, String, String)> {
    let options = |replay: &str| replay.split_once(" --").unwrap_or_default().1.to_owned();
    let found = summary.findings.iter();
    found.map(|one| (one.id.clone(), one.signature.clone(), options(&one.replay))).collect()
}

fn scripted(by: Instrument, builds: [Build; 3]) -> (Launched, Summary) {
    let script = Script { builds, compares: false, control: true };
    Work { by, seed: 1, count: 1, source: &case, compilers: &script }.compared()
}

#[test]
fn builds_that_are_right_agree() {
    let (launched, judged) = scripted(Instrument::Consan, [Build::Copy; 3]);
    assert_eq!((launched.counts.entries, launched.counts.same), (2, 2));
    assert_eq!((judged.kernels, judged.agree), (1, 1), "a build is no kernel of its own");
    let (launched, judged) = scripted(Instrument::Fpsan, [Build::Copy, Build::Flip, Build::Flip]);
    let counts = &launched.counts;
    assert_eq!((counts.entries, counts.same, counts.carried), (3, 1, 2), "{counts:?}");
    assert_eq!(counts.launches, 3 * (1 + 2 + 2), "what only the judge can tell is looked at twice");
    assert_eq!((judged.agree, launched.is_suspicious()), (1, false));
}

#[test]
fn what_a_build_shows_is_the_finding_of_a_campaign_on_line() {
    let (consan, fpsan) = (Instrument::Consan, Instrument::Fpsan);
    for (by, builds, signature) in [
        (consan, [Build::Copy, Build::Report, Build::Copy], "race | ptx | Buffer being accessed"),
        (consan, [Build::Copy, Build::Flip, Build::Copy], "mismatch | ptx | "),
        (consan, [Build::Copy, Build::Dies, Build::Copy], "compiler-crash | llir | "),
        (fpsan, [Build::Copy, Build::Copy, Build::Flip], "variants-differ | ptx | fpsan"),
        // The plain build is the control.
        (consan, [Build::Flip, Build::Report, Build::Copy], "mismatch | ptx | "),
        (consan, [Build::Flip, Build::Dies, Build::Copy], "mismatch | ptx | "),
    ] {
        let (_, judged) = scripted(by, builds);
        let [found] = &judged.findings[..] else { panic!("{signature}: {judged:?}") };
        assert!(found.signature.starts_with(signature), "{}", found.signature);
        let options = format!(" --device ptx --instrument {by}");
        assert!(found.replay.ends_with(&options), "{}", found.replay);
    }
}

#[test]
fn what_was_not_checked_is_told() {
    let (consan, fpsan) = (Instrument::Consan, Instrument::Fpsan);
    for (by, build, reason) in [
        (consan, Build::Stray, "consan: the build was stopped"),
        (fpsan, Build::Report, "fpsan: the build was stopped"),
        (fpsan, Build::Plain, "fpsan: the kernel was not instrumented"),
        (consan, Build::Lacks, "consan: "),
    ] {
        let (_, judged) = scripted(by, [Build::Copy, build, build]);
        assert!(judged.findings.is_empty() && judged.agree == 0, "{judged:?}");
        let told = judged.inconclusive.keys().next().unwrap();
        assert!(told.starts_with(reason), "{told}");
    }
    let script = Script { builds: [Build::Copy; 3], compares: true, control: true };
    let work = Work { by: fpsan, seed: 1, count: 1, source: &case, compilers: &script };
    let (launched, judged) = work.compared();
    assert_eq!((launched.counts.entries, judged.agree), (1, 0));
    assert!(judged.inconclusive.contains_key("fpsan: a comparison of floats"), "{judged:?}");
}

#[test]
fn a_report_that_is_seen_once_is_no_finding() {
    let folder = tempfile::tempdir().unwrap();
    let script = Script { builds: [Build::Copy; 3], compares: false, control: true };
    let by = Instrument::Consan;
    let work = Work { by, seed: 1, count: 1, source: &case, compilers: &script };
    // The plain build is launched first.
    let device = Emulated { stopped: Some(1), ..Emulated::default() };
    let (launched, judged) = work.bundled(folder.path(), &device);
    assert_eq!((launched.counts.same, launched.counts.traps), (1, 1));
    assert!(judged.findings.is_empty() && judged.agree == 0, "{judged:?}");
    let reason = "consan: did not happen again: race";
    assert!(judged.inconclusive.contains_key(reason), "{judged:?}");
}

#[test]
fn a_launch_that_the_device_fails_at_is_no_look() {
    let (by, signature) = (Instrument::Consan, "race | ptx | Buffer being accessed");
    let builds = [Build::Copy, Build::Report, Build::Copy];
    let script = Script { builds, compares: false, control: true };
    let work = Work { by, seed: 1, count: 1, source: &case, compilers: &script };
    let bundled = |failing: u32| {
        let folder = tempfile::tempdir().unwrap();
        work.bundled(folder.path(), &Emulated { failing: Some(failing), ..Emulated::default() })
    };
    // At its first launch: two more are looked at.
    let (launched, judged) = bundled(1);
    assert_eq!((launched.counts.traps, launched.counts.failed), (1, 0));
    let [found] = &judged.findings[..] else { panic!("{judged:?}") };
    assert!(found.signature.starts_with(signature), "{}", found.signature);
    // At its second: nobody looked again.
    let (_, judged) = bundled(2);
    assert!(judged.findings.is_empty() && judged.agree == 0, "{judged:?}");
    let reason = "consan: the device failed when a finding was looked at again";
    assert!(judged.inconclusive.contains_key(reason), "{judged:?}");
}

#[test]
fn sanitizers_that_cannot_work_are_refused() {
    for (options, told) in [
        (["--instrument", "consan", "--target", "cuda:80"], "needs cuda:90"),
        (["--instrument", "fpsan", "--toolchain", "triton==3.8.0"], "needs Triton 3.9"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
        command.args(["bundle", "--count", "1", "--out", "k.bundle"]).args(options);
        let output = command.env_remove("RUST_LOG").output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        assert!(said.contains(told), "{said}");
    }
}

#[test]
fn kernels_of_a_real_compiler_come_to_the_same() {
    let (home, ids) = (Home::from_environment().unwrap(), [ToolchainId::default()]);
    let mut progress = |line: &str| eprintln!("{line}");
    let options = WorkerOptions::default();
    let installed = Installed::ensure(&home, &ids, options, &mut progress).unwrap();
    let config = Config::default();
    let source = |index: u64| from_seed(3, index, &config);
    for by in Instrument::ALL {
        let work = Work { by, seed: 3, count: 3, source: &source, compilers: &installed };
        let (launched, judged) = work.compared();
        assert!(judged.agree > 0 && launched.counts.entries > 3, "{judged:?}");
    }
}
