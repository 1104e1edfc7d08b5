//! Bundles with a compiler that is scripted and a device that is: what is packed, launched, judged and
//! kept, and that nothing is lost on the way.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use anyhow::Result;
use rusqlite::Connection;
use serde_bytes::ByteBuf;
use serde_json::Value;
use support::Builder;
use tritonsmith::campaign::bundle::{
    self, Bundled, Bundling, DEVICE, Judging, Launched, Launcher, Launchers, Launching,
};
use tritonsmith::campaign::{Compiler, Compilers, Plan, Settings, Silent, Summary, merge};
use tritonsmith::compile::{
    Artifact, BoundArgument, BoundValue, CompileFailure, Content, Control, FailureKind, Job,
    JobResult, Kernel, Launch, Stage, Target,
};
use tritonsmith::device::native::{DeviceInfo, NativeLaunch, NativeOutcome, NativeResult};
use tritonsmith::tensor::DType;
use tritonsmith::testcase::{Fill, TestCase};
use tritonsmith::toolchain::ToolchainId;

/// What becomes of a kernel is told by its length: `1 << n` elements.
const REFUSED: u32 = 5;
const ASSERTION: u32 = 6;
const KNOWN: u32 = 7;
/// What the known finding `ptxas-half-to-bf16` asks of the TTIR.
const KNOWN_TTIR: &str = "tt.fp_to_fp %0 : tensor<16xf8E4M3FN>\narith.fptosi\n";
/// And by the first element that it reads, one more than its index.
const WRONG: u64 = 1;
const TRAPS: u64 = 3;
const TRAPS_ONCE: u64 = 5;
const LACKS: u64 = 6;
/// What a device that is ill fails at.
const TOO_MUCH: u64 = 7;

/// What the hidden device does with kernels of `1 << (8 + n)` elements.
const WORDS: [&str; 6] = ["fine", "abort", "trap", "exit", "noise", "unsupported"];

/// Copies floats.
fn copy(index: u64, log: u32) -> TestCase {
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

fn case(index: u64) -> TestCase {
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
    let arguments = case.buffers().map(|(name, address, _)| {
        let value = BoundValue::Pointer { name: name.to_owned(), address };
        BoundArgument { ty: "*fp32".into(), value }
    });
    let arguments = arguments.collect();
    let grid = [1, 1, 1];
    let launch = Launch { kernel, grid, arguments, parameters: vec![], constants: vec![] };
    JobResult { launches: vec![launch], ..JobResult::default() }
}

fn failed(kind: FailureKind, message: &str) -> JobResult {
    let failure = CompileFailure {
        kind,
        stage: "ttgir".into(),
        pass: None,
        exception: None,
        message: message.into(),
        traceback: String::new(),
        output: String::new(),
    };
    JobResult { failure: Some(failure), ..JobResult::default() }
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

struct Pool;

impl Compilers for Pool {
    fn start(&self, _: &ToolchainId) -> Result<Box<dyn Compiler>> {
        Ok(Box::new(Scripted(VecDeque::new())))
    }
}

/// A device that copies, but for some kernels; or all, if it is faithful.
#[derive(Default)]
struct Device {
    faithful: bool,
    trapped: Mutex<BTreeSet<u64>>,
    launched: AtomicU32,
    ill: bool,
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

fn settings(folder: &Path, count: u64, targets: &[u32]) -> Settings {
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

fn packed(folder: &Path, settings: &Settings, cases: &[TestCase]) -> Bundled {
    let file = folder.join("k.bundle");
    let bundling = Bundling { settings, cases, gpu: &Target::cuda(90), file: &file };
    bundle::bundle(&bundling, &case, &Pool, &Silent, &AtomicBool::new(false)).unwrap()
}

fn launched(folder: &Path, out: &str, stop_after: Option<u32>) -> Launched {
    launched_by(&Device::default(), folder, out, stop_after)
}

fn launched_by(device: &Device, folder: &Path, out: &str, stop_after: Option<u32>) -> Launched {
    let (file, out) = (folder.join("k.bundle"), folder.join(out));
    let launching = Launching { file: &file, out: &out, repeats: 3, jobs: 2 };
    let stop = AtomicBool::new(false);
    let launchers = Stops(device, stop_after.map(|after| (after, &stop)));
    bundle::launch(&launching, &launchers, &stop).unwrap()
}

fn judged(folder: &Path, results: &str, out: Option<&Path>) -> Result<Summary> {
    let (file, results) = (folder.join("k.bundle"), folder.join(results));
    let judging = Judging { file: &file, results: &results, out };
    bundle::judge(&judging, &Silent, &AtomicBool::new(false))
}

#[test]
fn everything_that_is_compiled_is_launched_and_judged() {
    let folder = tempfile::tempdir().unwrap();
    let bundled = packed(folder.path(), &settings(folder.path(), 8, &[90]), &[]);
    assert_eq!(bundled.entries, 6, "{:?}", bundled.left_out);
    assert_eq!(bundled.left_out.values().sum::<u64>(), 2);
    let found: Vec<_> = bundled.campaign.findings.iter().map(|found| found.kind.name()).collect();
    assert_eq!(found, ["assertion"]);

    let launched = launched(folder.path(), "results", None);
    let counts = &launched.counts;
    assert_eq!((counts.entries, counts.same, counts.different), (6, 2, 1), "{counts:?}");
    assert_eq!((counts.traps, counts.unsupported, counts.carried), (2, 1, 0));
    assert_eq!(counts.launches, 3 * (2 + 2 + 2 * 2 + 1), "what looks wrong is launched again");
    assert!(launched.complete && launched.is_suspicious());

    let summary = judged(folder.path(), "results", None).unwrap();
    assert_eq!((summary.kernels, summary.agree, summary.invalid), (8, 2, 1));
    assert_eq!(summary.devices, ["cuda"]);
    assert_eq!(summary.executed, ["cubin"]);
    let reasons: Vec<_> = summary.inconclusive.keys().map(String::as_str).collect();
    assert_eq!(reasons, ["did not happen again: out-of-bounds", "unsupported: clusters"]);
    let mut kinds: Vec<_> = summary.findings.iter().map(|found| found.kind.name()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["assertion", "mismatch", "out-of-bounds"]);
    let wrong = summary.findings.iter().find(|found| found.kind.name() == "mismatch").unwrap();
    assert!(wrong.detail.starts_with("out[0] holds a[1], expected a[0]"), "{}", wrong.detail);
    let place = folder.path().join("campaign/findings").join(&wrong.id);
    assert_eq!(TestCase::read(&place.join("case.json")).unwrap(), case(WRONG));
    for evidence in ["launch.json", "observed.json", "kernel.py", "verdict.md"] {
        assert!(place.join(evidence).exists(), "{evidence}");
    }
    let again = judged(folder.path(), "results", None).unwrap();
    assert_eq!((again.findings, again.kernels), (summary.findings, 8), "judging again is the same");
}

#[test]
fn a_finding_is_known_by_its_ttir() {
    for (log, known) in [(KNOWN, Some("ptxas-half-to-bf16")), (4, None)] {
        let folder = tempfile::tempdir().unwrap();
        packed(folder.path(), &settings(folder.path(), 0, &[90]), &[copy(WRONG, log)]);
        launched(folder.path(), "results", None);
        let summary = judged(folder.path(), "results", None).unwrap();
        let [found] = &summary.findings[..] else { panic!("{:?}", summary.findings) };
        assert!(found.signature.starts_with("mismatch | cubin | "), "{}", found.signature);
        assert_eq!(found.known.as_deref(), known);
    }
}

/// What a campaign holds, table by table.
fn tables<const N: usize>(folder: &Path, names: [&str; N]) -> [Vec<String>; N] {
    let connection = Connection::open(folder.join("campaign.sqlite")).unwrap();
    names.map(|name| {
        let mut statement = connection.prepare(&format!("SELECT * FROM {name}")).unwrap();
        let columns = statement.column_count();
        let cells = |row: &rusqlite::Row<'_>| {
            let cells = (0..columns).map(|at| row.get::<_, rusqlite::types::Value>(at));
            cells.collect::<rusqlite::Result<Vec<_>>>()
        };
        let rows = statement.query_map([], cells).unwrap();
        rows.map(|row| format!("{:?}", row.unwrap())).collect()
    })
}

/// Bundles of both devices: `one` is wrong of some kernels, `two` right of all.
fn two_devices() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    packed(folder.path(), &settings(folder.path(), 8, &[90]), &[]);
    launched(folder.path(), "one", None);
    let faithful = Device { faithful: true, ..Device::default() };
    assert_eq!(launched_by(&faithful, folder.path(), "two", None).counts.same, 6);
    folder
}

#[test]
fn a_second_device_stands_beside_the_first_in_whatever_order_they_are_judged() {
    let folder = two_devices();
    let of = |out: &str, results: &str| {
        judged(folder.path(), results, Some(&folder.path().join(out))).unwrap()
    };
    let first = of("forth", "one");
    let told = |summary: &Summary| -> Vec<String> {
        let told =
            summary.findings.iter().map(|found| found.classes.as_ref().unwrap().told.clone());
        told.collect()
    };
    let unknown = "reference against cuda cubin (copier), and nobody else was judged";
    assert_eq!(told(&first), [unknown, unknown]);
    let forth = of("forth", "two");
    assert_eq!((first.kernels, first.agree), (6, 2));
    assert_eq!((forth.kernels, forth.agree), (6, 2), "a finding outlives a device that is right");
    assert_eq!(forth.inconclusive, first.inconclusive);
    assert_eq!((&first.devices[..], &forth.devices[..]), (&["cuda".to_owned()][..], &both()[..]));
    let alone = "alone: cuda cubin (copier)";
    assert_eq!(told(&forth), [alone, alone]);
    for found in &forth.findings {
        let place = folder.path().join("forth/findings").join(&found.id);
        let read = |name: &str| fs::read_to_string(place.join(name)).unwrap();
        assert!(read("finding.json").contains(alone) && read("verdict.md").contains(alone));
        assert!(read("verdict.md").contains("[kernel.py](kernel.py): the kernel as a script"));
        let members = &found.classes.as_ref().unwrap().groups[0].members;
        assert_eq!(members[..], ["reference", "cuda:1 cubin (copier)"]);
    }
    of("back", "two");
    let back = of("back", "one");
    let shown = |summary: &Summary| -> Vec<_> {
        let found = summary.findings.iter();
        found.map(|found| (found.id.clone(), found.sightings, found.classes.clone())).collect()
    };
    assert_eq!(shown(&forth), shown(&back));
    let names = ["kernels", "sightings", "judgements"];
    let [forth, back] = ["forth", "back"].map(|out| tables(&folder.path().join(out), names));
    assert_eq!(forth, back);
}

fn both() -> Vec<String> {
    vec!["cuda".to_owned(), "cuda:1".to_owned()]
}

#[test]
fn judging_again_changes_nothing() {
    let folder = two_devices();
    let names = ["kernels", "sightings", "findings", "judgements", "pace"];
    let held = || tables(&folder.path().join("campaign"), names);
    for results in ["one", "two"] {
        judged(folder.path(), results, None).unwrap();
    }
    let before = held();
    for results in ["two", "one", "one"] {
        judged(folder.path(), results, None).unwrap();
    }
    assert_eq!(held(), before);
}

#[test]
fn merged_campaigns_keep_what_each_device_came_to() {
    let folder = two_devices();
    let place = |name: &str| folder.path().join(name);
    for (results, out) in [("one", "both"), ("two", "both"), ("one", "left"), ("two", "right")] {
        judged(folder.path(), results, Some(&place(out))).unwrap();
    }
    let names = ["kernels", "sightings", "judgements"];
    let wanted = tables(&place("both"), names);
    for folders in [["left", "right"], ["right", "left"]] {
        let out = place(&folders.join("-"));
        merge(&folders.map(place), &out).unwrap();
        assert_eq!(tables(&out, names), wanted);
        merge(&[place("left")], &out).unwrap();
        assert_eq!(tables(&out, names), wanted, "merging again changes nothing");
    }
}

#[test]
fn an_interrupted_launch_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    packed(folder.path(), &settings(folder.path(), 60, &[90]), &[]);
    let whole = launched(folder.path(), "whole", None);
    let stopped = launched(folder.path(), "parts", Some(20));
    assert!(!stopped.complete && stopped.counts.entries > 0, "{:?}", stopped.counts);
    assert!(!folder.path().join("parts").exists());
    let error = format!("{:#}", judged(folder.path(), "parts.part", None).unwrap_err());
    assert!(error.contains("ends too early"), "{error}");
    let rest = launched(folder.path(), "parts", None);
    assert!(rest.complete && rest.before == stopped.counts.entries);
    assert_eq!(rest.counts.entries, whole.counts.entries);
    let nothing = launched(folder.path(), "parts", None);
    assert_eq!((nothing.before, nothing.counts), (58, rest.counts));
    let summaries = ["whole", "parts"].map(|name| {
        let out = folder.path().join(format!("of-{name}"));
        let summary = judged(folder.path(), name, Some(&out)).unwrap();
        (summary.kernels, summary.agree, summary.inconclusive)
    });
    assert_eq!(summaries[0], summaries[1]);
}

#[test]
fn what_a_dying_device_failed_at_is_launched_again() {
    let folder = tempfile::tempdir().unwrap();
    packed(folder.path(), &settings(folder.path(), 8, &[90]), &[]);
    let ill = Device { ill: true, ..Device::default() };
    let first = launched_by(&ill, folder.path(), "results", None);
    assert!(first.complete && first.text().contains("launches again"), "{}", first.text());
    assert_eq!((first.counts.same, first.counts.failed), (1, 1), "{:?}", first.counts);
    let second = launched(folder.path(), "results", None);
    assert_eq!((second.before, second.counts.entries), (5, 6));
    assert_eq!((second.counts.same, second.counts.failed), (2, 0), "{:?}", second.counts);
    assert!(!second.text().contains("launches again"), "{}", second.text());
    let summary = judged(folder.path(), "results", None).unwrap();
    assert_eq!((summary.kernels, summary.agree), (8, 2));
    let reasons: Vec<_> = summary.inconclusive.keys().map(String::as_str).collect();
    assert_eq!(reasons, ["did not happen again: out-of-bounds", "unsupported: clusters"]);
}

#[test]
fn a_campaigns_folder_that_is_refused_is_called_by_no_option() {
    let folder = tempfile::tempdir().unwrap();
    let (settings, file) = (settings(folder.path(), 1, &[90]), folder.path().join("k.bundle"));
    let (gpu, stop) = (Target::cuda(90), AtomicBool::new(false));
    let bundling = Bundling { settings: &settings, cases: &[], gpu: &gpu, file: &file };
    let refused = || {
        let bundled = bundle::bundle(&bundling, &case, &Pool, &Silent, &stop);
        format!("{:#}", bundled.unwrap_err())
    };
    let campaign = folder.path().join("campaign");
    fs::write(&campaign, "a file").unwrap();
    let is_file = refused();
    fs::remove_file(&campaign).unwrap();
    fs::create_dir(&campaign).unwrap();
    fs::write(campaign.join("letter.txt"), "somebody's").unwrap();
    let is_foreign = refused();
    fs::remove_file(campaign.join("letter.txt")).unwrap();
    fs::write(campaign.join("campaign.sqlite"), "no database, but long enough to be one").unwrap();
    let is_damaged = refused();
    // `fuzz` has --out for it, `bundle` has --campaign.
    for error in [is_file, is_foreign, is_damaged] {
        assert!(error.contains("choose a") && !error.contains(" --"), "{error}");
    }
}

#[test]
fn several_targets_and_given_cases_go_into_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let two = settings(folder.path(), 1, &[90, 80]);
    let given = [copy(70, 4), copy(71, 4)];
    let bundled = packed(folder.path(), &two, &given);
    assert_eq!((bundled.entries, bundled.left_out.len()), (6, 0));
    assert_eq!(launched(folder.path(), "results", None).counts.same, 6);
    let summary = judged(folder.path(), "results", None).unwrap();
    assert_eq!((summary.kernels, summary.agree), (6, 6));
    assert_eq!(summary.executed, ["ptx", "cubin"]);
    let newer = settings(folder.path(), 1, &[100]);
    let gpu = Target::cuda(90);
    let file = folder.path().join("x");
    let refused = Bundling { settings: &newer, cases: &[], gpu: &gpu, file: &file }.check();
    assert!(refused.unwrap_err().to_string().contains("does not load on cuda:90"));
}

#[test]
fn results_of_another_bundle_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    packed(folder.path(), &settings(folder.path(), 1, &[90]), &[]);
    launched(folder.path(), "results", None);
    packed(folder.path(), &settings(folder.path(), 2, &[90]), &[]);
    let error = judged(folder.path(), "results", None).unwrap_err().to_string();
    assert!(error.contains("results of another bundle"), "{error}");
}

fn tritonsmith(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tritonsmith"));
    let output = command.args(arguments).env_remove("RUST_LOG").output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_device_that_misbehaves_costs_only_what_it_misbehaves_at() {
    let folder = tempfile::tempdir().unwrap();
    let cases: Vec<_> = (0..30u32).map(|at| copy(u64::from(at), 8 + at % 6)).collect();
    assert_eq!(packed(folder.path(), &settings(folder.path(), 0, &[90]), &cases).entries, 30);
    let file = folder.path().join("k.bundle");
    let file = file.to_str().unwrap();
    let (status, printed, told) =
        tritonsmith(&["launch", file, "--device", "faulty", "--repeats", "1", "--json"]);
    assert_eq!(status, Some(1), "{told}");
    let summary: Value = serde_json::from_str(&printed).unwrap();
    for (key, count) in [
        ("entries", 30),
        ("traps", 10),
        ("failed", 5),
        ("unsupported", 5),
        // It stores nothing.
        ("different", 10),
        ("same", 0),
    ] {
        assert_eq!(summary[key], count, "{key}: {summary}");
    }
    assert!(fs::metadata(format!("{file}.results")).is_ok());
}

#[test]
fn what_is_no_bundle_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("k.bundle");
    fs::write(&file, "something else").unwrap();
    let (status, _, told) = tritonsmith(&["launch", file.to_str().unwrap(), "--device", "faulty"]);
    assert_eq!((status, told.lines().count()), (Some(2), 1), "{told}");
    assert!(told.contains("it holds no bundle of tritonsmith"), "{told}");
    let (status, _, told) = tritonsmith(&["launch", file.to_str().unwrap(), "--device", "tpu"]);
    assert_eq!((status, told.lines().count()), (Some(2), 1), "{told}");
}
