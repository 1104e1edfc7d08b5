//! Compiles kernels side by side into a bundle. What does not compile, or has no reference, is judged
//! and recorded in the campaign as `fuzz` does it; the rest is judged once it was launched.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use anyhow::{Result, bail};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::builds::builds;
use super::entry::{Case, Header, Packed};
use super::expectation::Expectation;
use super::watch::Watch;
use super::write::Writer;
use crate::campaign::compiler::{Compilers, Started};
use crate::campaign::effort::Effort;
use crate::campaign::examine::{Examined, Examiner, Outcome, Times};
use crate::campaign::feed::Feed;
use crate::campaign::pool::slots;
use crate::campaign::progress::Observer;
use crate::campaign::sanitized::Sanitized;
use crate::campaign::settings::{Plan, Settings};
use crate::campaign::sink::Sink;
use crate::campaign::store::Store;
use crate::campaign::subject::{Source, Subject, guarded};
use crate::campaign::summary::Summary;
use crate::compile::{Backend, Content, Job, JobResult, Launch, Stage, Target};
use crate::evaluate::Reference;
use crate::testcase::TestCase;

/// Kernels that a slot has with its compilers, as in a campaign.
const AHEAD: usize = 2;

/// What is bundled.
#[derive(Clone, Copy, Debug)]
pub struct Bundling<'a> {
    /// The campaign: its kernels, toolchains, targets and last stage. Its device is
    /// [`super::DEVICE`].
    pub settings: &'a Settings,
    /// Cases beside the kernels that are generated.
    pub cases: &'a [TestCase],
    /// The GPU that will launch. Code for other targets goes as text, which its driver compiles.
    pub gpu: &'a Target,
    /// The bundle.
    pub file: &'a Path,
}

/// What `bundle --json` prints.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Bundled {
    pub schema: u32,
    pub file: String,
    pub bytes: u64,
    pub entries: u64,
    /// Kernels that are not in it, by reason.
    pub left_out: BTreeMap<String, u64>,
    /// The campaign as far as it is judged: what does not launch.
    pub campaign: Summary,
}

impl Bundled {
    /// A few lines for a person.
    pub fn text(&self) -> String {
        let Bundled { file, bytes, entries, .. } = self;
        let mut lines = vec![format!("{file}: {entries} compiled kernels, {bytes} bytes")];
        let out = self.left_out.iter();
        lines.extend(out.map(|(reason, count)| format!("  left out {count}: {reason}")));
        lines.push(self.campaign.text());
        lines.join("\n")
    }
}

impl Bundling<'_> {
    /// Refuses what no device launches.
    ///
    /// # Errors
    /// One line about it.
    pub fn check(&self) -> Result<()> {
        let (gpu, until) = (self.gpu, self.settings.until);
        for target in &self.settings.targets {
            let launched: &[Stage] = match target.backend() {
                Backend::Cuda => &[Stage::Cubin, Stage::Ptx],
                Backend::Xpu => &[Stage::Spv],
                Backend::Hip => bail!("nothing launches code for {target}: leave it out"),
            };
            if !launched.contains(&until) {
                let names: Vec<_> = launched.iter().map(|stage| stage.name()).collect();
                bail!("nothing launches {until} of {target}: use --until {}", names.join(" or "));
            }
            // From sm_90 on Triton compiles for one architecture alone (`sm_90a`), and older code goes
            // to newer GPUs only.
            let general = |capability: u32| capability < 90 && Some(capability) < gpu.capability();
            let loads = target.capability().is_none_or(general);
            if target != gpu && !loads {
                bail!(
                    "code for {target} does not load on {gpu}: leave it out or give another --gpu"
                );
            }
        }
        Ok(())
    }

    /// The stage whose output is carried for a target.
    fn carried(&self, target: &Target) -> Stage {
        match self.settings.until {
            Stage::Cubin if target != self.gpu => Stage::Ptx,
            until => until,
        }
    }
}

/// Compiles and writes a bundle.
///
/// # Errors
/// If it cannot be written, or as for a campaign.
pub fn bundle(
    bundling: &Bundling,
    source: &dyn Source,
    compilers: &dyn Compilers,
    observer: &dyn Observer,
    stop: &AtomicBool,
) -> Result<Bundled> {
    bundling.check()?;
    let settings = bundling.settings;
    let effort = Effort::begin();
    let store = Store::open(&settings.folder(), &settings.identity())?;
    // What is found here shows without the GPU, and in plain builds: it is replayed where it was found.
    let here = Settings { devices: vec!["ir".to_owned()], instrument: None, ..settings.clone() };
    let watch = Watch::new(observer);
    let sink = Sink::new(&here, &store, &watch)?;
    let writer = Mutex::new((Writer::new(bundling.file)?, BTreeMap::new()));
    let next = AtomicU64::new(0);
    let packing =
        Packing { bundling, source, compilers, sink: &sink, watch: &watch, writer, next, stop };
    let feed = Feed::new(settings, HashSet::new(), stop);
    slots(settings.jobs, &feed, || Slot::new(&packing).and_then(Slot::work))?;
    let (writer, left_out) =
        packing.writer.into_inner().expect("invariant: no slot panics with the lock");
    let judged = sink.close()?;
    if stop.load(Ordering::Relaxed) {
        bail!("stopped: {} was not written; give the same command again", bundling.file.display());
    }
    let header = writer.finish(header(settings, left_out))?;
    Ok(Bundled {
        schema: 1,
        file: bundling.file.display().to_string(),
        bytes: std::fs::metadata(bundling.file)?.len(),
        entries: header.entries,
        left_out: header.left_out,
        campaign: Summary::of(settings, &store, effort.end(judged))?,
    })
}

pub(super) fn header(settings: &Settings, left_out: BTreeMap<String, u64>) -> Header {
    Header {
        id: [0; 32],
        seed: settings.seed,
        count: settings.count.unwrap_or(0),
        toolchains: settings.toolchains.iter().map(ToString::to_string).collect(),
        targets: settings.targets.iter().map(ToString::to_string).collect(),
        until: settings.until.to_string(),
        mode: settings.mode.to_string(),
        instrument: settings.instrument,
        shard: settings.shard.to_string(),
        folder: settings.folder().display().to_string(),
        entries: 0,
        left_out,
    }
}

/// What the slots share.
struct Packing<'a> {
    bundling: &'a Bundling<'a>,
    source: &'a dyn Source,
    compilers: &'a dyn Compilers,
    sink: &'a Sink<'a>,
    watch: &'a Watch<'a>,
    /// And how many were left out, by reason.
    writer: Mutex<(Writer, BTreeMap<String, u64>)>,
    next: AtomicU64,
    stop: &'a AtomicBool,
}

/// One kernel for one plan.
struct Place {
    kernel: u64,
    /// The case, where it is not generated.
    given: Option<usize>,
    plan: Plan,
}

impl Packing<'_> {
    /// The next kernel and where it goes through: first those that are generated.
    fn next(&self) -> Option<Place> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let (settings, cases) = (self.bundling.settings, self.bundling.cases);
        let (plans, shard) = (settings.plans(), settings.shard);
        let count = settings.count.unwrap_or(0);
        let generated = count.saturating_sub(shard.index).div_ceil(shard.of);
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        let plan = plans[(at % plans.len() as u64) as usize].clone();
        let kernel = at / plans.len() as u64;
        if kernel < generated {
            return Some(Place { kernel: shard.index + kernel * shard.of, given: None, plan });
        }
        let given = (kernel - generated) as usize;
        let case = cases.get(given)?;
        Some(Place { kernel: number_of(case), given: Some(given), plan })
    }

    fn writer(&self) -> MutexGuard<'_, (Writer, BTreeMap<String, u64>)> {
        self.writer.lock().expect("invariant: no slot panics with the lock")
    }

    /// A kernel that is not in the bundle.
    fn leave_out(&self, outcome: &Outcome) {
        let (word, reason) = outcome.words();
        let reason = format!("{word}: {reason}");
        *self.writer().1.entry(reason).or_default() += 1;
        self.watch.done(Some(word));
    }
}

/// The number in the campaign of a case that was not generated for it: a function of the case alone,
/// apart from those of generated ones.
fn number_of(case: &TestCase) -> u64 {
    const APART: u64 = 1 << 62;
    let digest = Sha256::digest(case.to_json());
    let number = digest.iter().take(8).fold(0u64, |number, byte| number << 8 | u64::from(*byte));
    APART | number & (APART - 1)
}

struct Slot<'a> {
    packing: &'a Packing<'a>,
    examiner: Examiner<'a>,
    latest: Option<(u64, Arc<Subject>)>,
    own: Started<'a>,
    flight: VecDeque<(Place, Arc<Subject>)>,
}

impl<'a> Slot<'a> {
    fn new(packing: &'a Packing<'a>) -> Result<Self> {
        // It judges what fails: it needs no device.
        let settings = Settings { devices: Vec::new(), ..packing.bundling.settings.clone() };
        let examiner = Examiner::new(&settings, packing.compilers)?;
        let (own, flight) = (Started::new(packing.compilers), VecDeque::new());
        Ok(Slot { packing, examiner, latest: None, own, flight })
    }

    fn work(mut self) -> Result<()> {
        loop {
            while self.flight.len() < AHEAD {
                let Some(place) = self.packing.next() else { break };
                match guarded(|| self.subject(&place)) {
                    Ok(subject) => self.submit(place, subject)?,
                    Err(panic) => self.lost(&place, &panic)?,
                }
            }
            let Some((place, subject)) = self.flight.pop_front() else { return Ok(()) };
            let result = self.own.of(&place.plan.toolchain)?.receive()?;
            self.take(&place, &subject, result)?;
        }
    }

    fn lost(&self, place: &Place, panic: &str) -> Result<()> {
        log::error!("kernel {}: the generator failed: {panic}", place.kernel);
        let reason = "the generator failed";
        self.packing.sink.lost(place.kernel, &place.plan, reason)?;
        self.packing.leave_out(&Outcome::Inconclusive(reason.to_owned()));
        Ok(())
    }

    fn subject(&mut self, place: &Place) -> Arc<Subject> {
        let kernel = place.kernel;
        if let Some((_, subject)) = self.latest.as_ref().filter(|(latest, _)| *latest == kernel) {
            return subject.clone();
        }
        let case = match place.given {
            Some(at) => self.packing.bundling.cases[at].clone(),
            None => self.packing.source.case(kernel),
        };
        let subject = Arc::new(Subject::new(case));
        self.latest = Some((kernel, subject.clone()));
        subject
    }

    fn submit(&mut self, place: Place, subject: Arc<Subject>) -> Result<()> {
        let bundling = self.packing.bundling;
        let (toolchain, target) = (&place.plan.toolchain, &place.plan.target);
        let mut job = subject.job(target, bundling.settings.until);
        if let Job::RunModule(module) = &mut job {
            module.want = vec![Stage::Ttir, bundling.carried(target)];
        }
        self.own.of(toolchain)?.submit(&job)?;
        self.flight.push_back((place, subject));
        Ok(())
    }

    /// Packs what came back, or has it judged.
    fn take(&mut self, place: &Place, subject: &Subject, result: JobResult) -> Result<()> {
        let (reference, evaluate) = subject.reference();
        let examined = match reference {
            Ok(reference) if result.failure.is_none() => {
                let times = Times { compile: result.seconds, evaluate, device: 0.0 };
                match self.pack(place, subject, &result, reference, times)? {
                    None => return Ok(()),
                    Some(reason) => {
                        let outcome = Outcome::Inconclusive(reason);
                        Examined { log: result.output, ..Examined::new(outcome, times) }
                    }
                }
            }
            _ => self.examiner.examine(subject, &place.plan, &result)?,
        };
        self.packing.sink.record(place.kernel, &place.plan, subject, &examined)?;
        self.packing.leave_out(&examined.outcome);
        Ok(())
    }

    /// Adds a compiled kernel and its builds with a sanitizer, or says why it cannot be launched.
    fn pack(
        &mut self,
        place: &Place,
        subject: &Subject,
        result: &JobResult,
        reference: &Reference,
        times: Times,
    ) -> Result<Option<String>> {
        let [launch] = &result.launches[..] else {
            return Ok(Some(format!("the module launched {} kernels", result.launches.len())));
        };
        let stage = self.packing.bundling.carried(&place.plan.target);
        let Some(code) = code(launch, stage) else {
            return Ok(Some(format!("the compiler left no {stage}")));
        };
        let plan = &place.plan;
        let mut packed = Packed::new(plan, stage, launch, times.compile)?;
        let json = serde_json::to_string(&subject.case)?;
        let (kernel, evaluate) = (place.kernel, times.evaluate);
        let expectation = Expectation::of(reference, subject.has_atomics());
        let case = Case { kernel, json, expectation, evaluate };
        let more = match self.packing.bundling.settings.instrument {
            Some(by) => {
                let of = Sanitized { subject, plan, expected: reference, by };
                builds(&mut self.examiner, &of, (launch, stage), (&case, &mut packed))?
            }
            None => Vec::new(),
        };
        // Held to the end: nothing comes between a plain build and those that belong to it.
        let mut writer = self.packing.writer();
        writer.0.add(case, code, packed)?;
        for (case, code, packed) in more {
            writer.0.add(case, &code, packed)?;
        }
        drop(writer);
        self.packing.watch.done(None);
        Ok(None)
    }
}

pub(super) fn code(launch: &Launch, stage: Stage) -> Option<&[u8]> {
    let artifact = launch.kernel.artifacts.iter().find(|artifact| artifact.stage == stage)?;
    Some(match &artifact.content {
        Content::Text(text) => text.as_bytes(),
        Content::Binary(bytes) => bytes,
    })
}
