//! Planted faults in PTX: the code of generated kernels is edited, and the `ptx` device executes it.
//!
//! A plant shows if one of these says so, asked in this order:
//! - a GPU, where its labels are recorded (`corpora/selftest/ptx.json`, by fingerprint of the text): what
//!   it left otherwise counts, and a fault of values that it left as it was does not. A fault of time that
//!   it did not see says nothing;
//! - of a fault of time the text itself: [`needed()`], if the place is executed;
//! - of a fault of values, where no GPU has looked, the device alone: what it leaves otherwise shows.
//!
//! The recall is that of the first two. That of the third is told apart: it says that nothing that changed
//! was excused, not that the device is right.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result, anyhow};

use super::corpus::{PTX_LABELS, ptx_labels};
use super::{ALONE, Label, Missed, Report, fingerprint, words};
use crate::campaign::execute::Run;
use crate::campaign::launched::checks;
use crate::campaign::{Compiler, Compilers, Plan, Source, Subject, bundle};
use crate::compile::{Artifact, Content, Launch, Stage, Target};
use crate::device::native::Checks;
use crate::device::{self, Device, ObservedBuffer, Outcome};
use crate::evaluate::Reference;
use crate::oracle::{self, Evidence, Known, Verdict, judge};
use crate::plant::ptx::{
    Edit, OPERATORS, Operator, Statement, apply, edits, needed, plain, statements, trapped,
};
use crate::toolchain::ToolchainId;

/// The device that executes PTX.
const DEVICE: &str = "ptx";

/// Plants in one kernel.
const EACH: usize = 8;

/// Every kernel begins with another operator: prime to their number.
const STRIDE: usize = 8;

/// What is planted into.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// What compiles.
    pub toolchain: ToolchainId,
    /// For which GPUs: each kernel for the next of them.
    pub targets: Vec<Target>,
    /// How many kernels are generated.
    pub kernels: u64,
    /// Kernels that are worked on side by side.
    pub jobs: usize,
}

impl Assembly {
    fn plan(&self, index: u64) -> Plan {
        let target = self.targets[(index % self.targets.len() as u64) as usize].clone();
        Plan { toolchain: self.toolchain.clone(), target }
    }
}

/// Plants, executes and judges.
///
/// # Errors
/// If a compiler cannot be asked or the corpus is damaged.
pub fn assembly(what: &Assembly, source: &dyn Source, compilers: &dyn Compilers) -> Result<Report> {
    let labels = ptx_labels()?;
    let reports = each(what, compilers, |bench, index| {
        let subject = Subject::new(source.case(index));
        let mut report = Report::default();
        if let Some(sound) = bench.sound(index, &subject, &mut report)? {
            for planted in sound.plants(index) {
                bench.plant(&sound, &planted, &labels, &mut report);
            }
        }
        Ok(report)
    })?;
    let mut report = Report { schema: 1, ..Report::default() };
    for own in reports {
        report.add(own);
    }
    report.recall = report.caught as f64 / report.plants.max(1) as f64;
    Ok(report)
}

/// Writes a bundle of every plant, for `launch`.
///
/// # Errors
/// If a compiler cannot be asked or the file cannot be written.
pub fn export_assembly(
    what: &Assembly,
    source: &dyn Source,
    compilers: &dyn Compilers,
    file: &Path,
) -> Result<()> {
    let kernels = each(what, compilers, |bench, index| {
        let subject = Subject::new(source.case(index));
        let sound = bench.sound(index, &subject, &mut Report::default())?;
        let texts = sound.map_or(vec![], |sound| {
            let launch = |planted: Planted| with_code(&sound.launch, planted.text);
            sound.plants(index).into_iter().map(launch).collect::<Vec<_>>()
        });
        Ok((what.plan(index), subject, texts))
    })?;
    let all = kernels.iter().flat_map(|(plan, subject, launches)| {
        launches.iter().map(move |launch| (plan.clone(), subject, launch.clone()))
    });
    bundle::carry(file, &what.plan(0), &all.collect::<Vec<_>>())
}

/// Writes what a GPU left of the plants in a bundle as labels into the folder of the corpus. What is
/// recorded of others stays.
///
/// # Errors
/// If a file cannot be read or written.
pub fn import_assembly(file: &Path, results: &Path, corpus: &Path) -> Result<()> {
    let path = corpus.join(PTX_LABELS);
    let mut labels: BTreeMap<String, Label> = match path.exists() {
        true => serde_json::from_str(&fs::read_to_string(&path)?)
            .with_context(|| path.display().to_string())?,
        false => BTreeMap::new(),
    };
    for (code, verdict) in bundle::brought(file, results)? {
        let label = match verdict {
            Verdict::Agree => Label::Same,
            Verdict::Bug(_) => Label::Changed,
            Verdict::Inconclusive(_) => continue,
        };
        let text = String::from_utf8(code).context("a plant that is no text")?;
        labels.insert(fingerprint(&text), label);
    }
    let text = serde_json::to_string_pretty(&labels)? + "\n";
    publish(corpus, &path, &text).with_context(|| path.display().to_string())
}

/// Writes a file beside its place and renames it into it.
fn publish(folder: &Path, path: &Path, text: &str) -> io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// What `work` makes of every kernel, in their order.
fn each<T: Send>(
    what: &Assembly,
    compilers: &dyn Compilers,
    work: impl Fn(&mut Bench<'_>, u64) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let (next, known) = (AtomicU64::new(0), Known::list()?);
    let worker = || -> Result<Vec<(u64, T)>> {
        let compiler = compilers.start(&what.toolchain)?;
        let device = device::open(DEVICE).context("invariant: there is the PTX device")?;
        let mut bench = Bench { what, known: &known, compiler, device };
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= what.kernels {
                return Ok(done);
            }
            done.push((index, work(&mut bench, index)?));
        }
    };
    let mut all = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..what.jobs.max(1)).map(|_| scope.spawn(worker)).collect();
        let joined = workers.into_iter().map(|worker| {
            worker.join().unwrap_or_else(|_| Err(anyhow!("a thread of ours panicked")))
        });
        joined.collect::<Result<Vec<_>>>()
    })?
    .into_iter()
    .flatten()
    .collect::<Vec<_>>();
    all.sort_by_key(|(index, _)| *index);
    Ok(all.into_iter().map(|(_, one)| one).collect())
}

/// What one thread works with.
struct Bench<'a> {
    what: &'a Assembly,
    known: &'a [Known],
    compiler: Box<dyn Compiler>,
    device: Box<dyn Device>,
}

/// A kernel whose own code is right on the device.
struct Sound<'a> {
    subject: &'a Subject,
    expected: &'a Reference,
    checks: Checks,
    launch: Launch,
    text: String,
    statements: Vec<Statement>,
    clean: Vec<ObservedBuffer>,
}

/// A plant.
struct Planted {
    operator: &'static Operator,
    at: usize,
    edit: Edit,
    text: String,
}

/// The launch with other code.
fn with_code(launch: &Launch, text: String) -> Launch {
    let mut launch = launch.clone();
    launch.kernel.artifacts = vec![Artifact { stage: Stage::Ptx, content: Content::Text(text) }];
    launch
}

impl Bench<'_> {
    /// The kernel, compiled, if what the device makes of it is right.
    fn sound<'s>(
        &mut self,
        index: u64,
        subject: &'s Subject,
        report: &mut Report,
    ) -> Result<Option<Sound<'s>>> {
        let (Ok(expected), _) = subject.reference() else { return Ok(None) };
        let target = self.what.plan(index).target;
        let result = self.compiler.run(&subject.job(&target, Stage::Ptx))?;
        let [launch] = &result.launches[..] else { return Ok(None) };
        let Some(text) = launch.kernel.text(Stage::Ptx).filter(|_| result.failure.is_none()) else {
            return Ok(None);
        };
        let text = plain(text);
        let (checks, statements) = (checks(expected, subject.has_atomics()), statements(&text));
        let ir = launch.kernel.text(Stage::Ttir).unwrap_or_default();
        let (launch, clean) = (launch.clone(), Vec::new());
        let mut sound = Sound { subject, expected, checks, launch, text, statements, clean };
        let (verdict, outcome) = sound.execute(self.device.as_ref(), &sound.text);
        if let Verdict::Bug(finding) = &verdict {
            let toolchain = self.what.toolchain.to_string();
            if oracle::known(self.known, finding, &toolchain, ir).is_some() {
                *report.uncounted.entry("the compiler's known fault".to_owned()).or_default() += 1;
                return Ok(None);
            }
        }
        report.control(&format!("{} {target}", subject.case.name), &verdict);
        match (verdict, outcome) {
            (Verdict::Agree, Outcome::Finished(buffers)) => {
                sound.clean = buffers;
                Ok(Some(sound))
            }
            _ => Ok(None),
        }
    }

    fn plant(
        &self,
        sound: &Sound<'_>,
        planted: &Planted,
        labels: &BTreeMap<String, Label>,
        report: &mut Report,
    ) {
        let (verdict, outcome) = sound.execute(self.device.as_ref(), &planted.text);
        let label = labels.get(&fingerprint(&planted.text)).copied();
        let by = match self.by(sound, planted, label, &outcome) {
            Ok(by) => by,
            Err(why) => {
                *report.uncounted.entry(why.to_owned()).or_default() += 1;
                return;
            }
        };
        let (name, caught) = (planted.operator.name, matches!(verdict, Verdict::Bug(_)));
        report.shown(by, name, caught);
        if !caught {
            let line = sound.text[..sound.statements[planted.at].span.start].lines().count();
            report.missed.push(Missed {
                id: format!("{} {name}", sound.subject.case.name),
                what: format!("line {line}: {}; {by} says that it shows", planted.edit.what),
                verdict: words(&verdict),
            });
        }
    }

    /// Who says that a plant must show; or why nobody does.
    fn by(
        &self,
        sound: &Sound<'_>,
        planted: &Planted,
        label: Option<Label>,
        outcome: &Outcome,
    ) -> Result<&'static str, &'static str> {
        let Planted { operator, at, .. } = planted;
        match (label, operator.is_of_time) {
            (Some(Label::Changed | Label::Fault), _) => Ok("a GPU"),
            (Some(Label::Rejected), _) => Err("rejected"),
            (Some(Label::Same), false) => Err("same"),
            (_, true) => {
                let warps = sound.launch.kernel.metadata_int("num_warps").unwrap_or(1) as u32;
                match needed(&sound.statements, *at, operator.name, warps) {
                    Some(_) if self.is_reached(sound, *at) => Ok("its text"),
                    Some(_) => Err("not executed"),
                    None => Err("no label"),
                }
            }
            (None, false) => match differs(sound, outcome) {
                Some(true) => Ok(ALONE),
                Some(false) => Err("same"),
                None => Err("no label"),
            },
        }
    }

    /// Whether an instruction is ever executed: then it ends with the trap.
    fn is_reached(&self, sound: &Sound<'_>, at: usize) -> bool {
        let text = trapped(&sound.text, &sound.statements[at]);
        let (_, outcome) = sound.execute(self.device.as_ref(), &text);
        matches!(outcome, Outcome::Undefined { .. } | Outcome::Fault(_))
    }
}

impl Sound<'_> {
    /// Plants: one of each of some operators that find something, others for each kernel.
    fn plants(&self, index: u64) -> Vec<Planted> {
        let turns = (0..OPERATORS.len()).map(|turn| index as usize * STRIDE + turn);
        let plant = |turn: usize| {
            let operator = &OPERATORS[turn % OPERATORS.len()];
            let mut found = edits(operator, &self.statements);
            let chosen = (index as usize * 7).checked_rem(found.len())?;
            let (at, edit) = found.swap_remove(chosen);
            let text = apply(&self.text, &self.statements[at], &edit.text);
            Some(Planted { operator, at, edit, text })
        };
        turns.filter_map(plant).take(EACH).collect()
    }

    /// What the device makes of code.
    fn execute(&self, device: &dyn Device, text: &str) -> (Verdict, Outcome) {
        let (case, expected) = (&self.subject.case, self.expected);
        let launch = with_code(&self.launch, text.to_owned());
        let run = Run { case, expected, launch: &launch, checks: self.checks.clone() };
        match run.observe(device, Stage::Ptx.name(), "") {
            Ok(observation) => {
                let verdict =
                    judge(&Evidence::Execution { case, expected, observation: &observation });
                (verdict, observation.outcome)
            }
            Err(reason) => (Verdict::Inconclusive(reason.clone()), Outcome::DeviceFailure(reason)),
        }
    }
}

/// Whether it ended otherwise than without a plant, or left another value where one is specified; none if
/// it could not be executed.
fn differs(sound: &Sound<'_>, outcome: &Outcome) -> Option<bool> {
    let buffers = match outcome {
        Outcome::Finished(buffers) => buffers,
        Outcome::Unsupported(_) | Outcome::DeviceFailure(_) => return None,
        _ => return Some(true),
    };
    let other = |(old, new): (&ObservedBuffer, &ObservedBuffer)| {
        let expected = sound.expected.buffers.iter().find(|expected| expected.name == old.name);
        let is_open = |at: usize| expected.is_some_and(|expected| expected.is_open(at));
        let mut values = old.bits.iter().zip(&new.bits).enumerate();
        old.bits.len() != new.bits.len()
            || values.any(|(at, (old, new))| old != new && !is_open(at))
    };
    let clean = &sound.clean;
    Some(clean.len() != buffers.len() || clean.iter().zip(buffers).any(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_take_the_place_of_older_ones() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(PTX_LABELS);
        for text in ["{}\n", "{\n}\n"] {
            publish(folder.path(), &path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
