//! Reads IR texts in bulk and holds what the printer makes of them against Triton's own reading:
//! `str_nodebug` of what we print is byte for byte `str_nodebug` of the original.
//!
//! The texts are those before every pass, and after the last one, of generated kernels and of those in
//! `corpora/passes`, for several toolchains and targets, and the parts of a checkout's lit suite.
//! `scripts/bulk-read` runs the long form; the short form is an ordinary test.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tritonsmith::campaign::{Subject, selftest};
use tritonsmith::compile::{Job, ModuleJob, Stage, Target, Worker, WorkerOptions};
use tritonsmith::generate::{Config, from_seed};
use tritonsmith::mlir;
use tritonsmith::toolchain::{Home, Toolchain, ToolchainId};
use tritonsmith::validate::lit;

const TARGETS: [u32; 4] = [80, 89, 90, 100];
const SEED: u64 = 0xb01d;

/// Triton's reader: a process that is replaced when a text kills it.
struct Reader {
    python: PathBuf,
    process: Option<(Child, ChildStdin, BufReader<ChildStdout>)>,
}

impl Reader {
    fn ask(&mut self, job: &Value) -> Option<Value> {
        let (_, input, output) = self.process.get_or_insert_with(|| {
            let script = include_str!("support/compare.py");
            let mut child = Command::new(&self.python)
                .args(["-s", "-c", script])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::inherit())
                .spawn()
                .unwrap();
            let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
            (child, input, BufReader::new(output))
        });
        let mut line = String::new();
        let sent = writeln!(input, "{job}").is_ok();
        if !sent || output.read_line(&mut line).is_err() || line.is_empty() {
            self.stop();
            return None;
        }
        Some(serde_json::from_str(&line).unwrap())
    }

    fn stop(&mut self) {
        if let Some((mut child, input, _)) = self.process.take() {
            drop(input);
            child.wait().unwrap();
        }
    }
}

/// What came of the texts of one toolchain.
#[derive(Default)]
struct Counts {
    seen: HashSet<u64>,
    same: usize,
    refused: usize,
    died: usize,
    misread: Vec<String>,
}

impl Counts {
    fn text(&mut self, reader: &mut Reader, name: &str, text: &str) {
        let mut hasher = DefaultHasher::new();
        text.trim().hash(&mut hasher);
        if !self.seen.insert(hasher.finish()) {
            return;
        }
        let printed = mlir::parse(text).map_err(|e| e.to_string());
        let printed = printed.and_then(|module| mlir::print(&module).map_err(|e| e.to_string()));
        let Some(answer) = reader.ask(&json!({"text": text, "printed": printed.as_ref().ok()}))
        else {
            // The first text may be to blame, or what we print of it.
            match reader.ask(&json!({"text": text, "printed": null})) {
                Some(_) => self.misread.push(format!("{name}: what is printed kills the reader")),
                None => self.died += 1,
            }
            return;
        };
        match answer["verdict"].as_str().unwrap() {
            "same" => self.same += 1,
            "refused" => self.refused += 1,
            verdict => {
                let error = printed.err().unwrap_or_default();
                let lines = (answer["first"].to_string(), answer["second"].to_string());
                self.misread.push(format!("{name}: {verdict} {error} {} / {}", lines.0, lines.1));
                if let Some(folder) = std::env::var_os("TRITONSMITH_BULK_KEEP") {
                    let name = format!("misread{}.mlir", self.misread.len());
                    std::fs::write(Path::new(&folder).join(name), text).unwrap();
                }
            }
        }
    }

    fn is_done(&self, wanted: usize) -> bool {
        self.same + self.misread.len() >= wanted
    }

    /// The texts of one compilation.
    fn compile(&mut self, worker: &mut Worker, reader: &mut Reader, name: &str, job: &Job) {
        let result = worker.run(job).unwrap();
        for dump in &result.passes {
            self.text(reader, &format!("{name} before {}", dump.pass), &dump.text);
        }
        for launch in &result.launches {
            for stage in [Stage::Ttir, Stage::Ttgir] {
                if let Some(text) = launch.kernel.text(stage) {
                    self.text(reader, &format!("{name} {stage}"), text);
                }
            }
        }
    }
}

/// The same kernel for another target.
fn retarget(job: Job, target: &Target) -> Job {
    match job {
        Job::RunModule(job) => {
            Job::RunModule(ModuleJob { target: target.clone(), dump_passes: true, ..job })
        }
        other => other,
    }
}

/// Reads `wanted` different texts that this toolchain makes, and the parts of a lit suite.
fn read(id: &ToolchainId, wanted: usize, lit: &[(String, String)]) -> Counts {
    let home = Home::from_environment().unwrap();
    let toolchain = Toolchain::ensure(&home, id, &mut |line: &str| eprintln!("{line}")).unwrap();
    let patient = WorkerOptions { time_limit: Duration::from_secs(600), ..Default::default() };
    let mut reader = Reader { python: toolchain.python().to_path_buf(), process: None };
    let mut worker = Worker::start(&toolchain, patient).unwrap();
    let mut counts = Counts::default();
    for (name, text) in lit {
        counts.text(&mut reader, name, text);
    }
    let targets = TARGETS.map(Target::cuda);
    if wanted > 1000 {
        // With the kernels that the generator does not make: products, pipelines, descriptors.
        for (name, job) in selftest::pass_jobs().unwrap() {
            for target in &targets {
                let job = retarget(job.clone(), target);
                counts.compile(&mut worker, &mut reader, &format!("{name} {target}"), &job);
            }
        }
    }
    let mut index = 0;
    while !counts.is_done(wanted) && index < 5_000 {
        let subject = Subject::new(from_seed(SEED, index, &Config::default()));
        for target in &targets {
            let job = retarget(subject.job(target, Stage::Ttgir), target);
            counts.compile(&mut worker, &mut reader, &format!("{index} {target}"), &job);
        }
        index += 1;
    }
    reader.stop();
    counts
}

/// The parts of the lit suite of a checkout.
fn lit_parts(checkout: &Path) -> Vec<(String, String)> {
    let files = lit::files(&checkout.join("test")).unwrap();
    assert!(!files.is_empty(), "{} has no lit tests", checkout.display());
    let mut parts = Vec::new();
    for path in files {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        let name = path.strip_prefix(checkout).unwrap().display().to_string();
        let found = lit::parts(&text, true).into_iter();
        parts.extend(found.map(|part| (format!("{name}#{}", part.number), part.text)));
    }
    parts
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

#[test]
fn what_is_printed_is_what_triton_read() {
    let counts = read(&ToolchainId::default(), 150, &[]);
    assert!(counts.misread.is_empty(), "{:#?}", counts.misread);
    assert!(counts.same >= 150 && counts.refused + counts.died == 0, "{}", counts.same);
}

#[test]
#[ignore = "takes many minutes and four toolchains; scripts/bulk-read runs it"]
fn twenty_thousand_texts() {
    let started = Instant::now();
    let wanted: usize = variable("TRITONSMITH_BULK_COUNT").map_or(20_000, |n| n.parse().unwrap());
    let named = variable("TRITONSMITH_BULK_TOOLCHAINS").unwrap();
    let ids: Vec<ToolchainId> = named.split_whitespace().map(|id| id.parse().unwrap()).collect();
    assert!(!ids.is_empty(), "name a toolchain");
    let lit = variable("TRITONSMITH_LIT_CHECKOUT").map(|path| lit_parts(Path::new(&path)));
    let (lit, each) = (lit.unwrap_or_default(), wanted.div_ceil(ids.len()));
    let (next, all) = (Mutex::new(ids.into_iter()), Mutex::new(Vec::new()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let Some(id) = next.lock().unwrap().next() else { return };
                    let counts = read(&id, each, &lit);
                    println!(
                        "{id}: {} texts read as Triton does, {} misread; {} that it refuses, {} that \
                         kill it",
                        counts.same,
                        counts.misread.len(),
                        counts.refused,
                        counts.died
                    );
                    all.lock().unwrap().push(counts);
                }
            });
        }
    });
    let all = all.into_inner().unwrap();
    let same: usize = all.iter().map(|counts| counts.same).sum();
    let misread: Vec<&String> = all.iter().flat_map(|counts| &counts.misread).collect();
    let seconds = started.elapsed().as_secs_f64();
    println!("{same} texts, {} misread, {seconds:.0} s", misread.len());
    misread.iter().for_each(|text| println!("misread: {text}"));
    assert!(misread.is_empty() && same >= wanted, "{same} texts, {} misread", misread.len());
}
