//! Judges the results of a bundle and records them in the campaign that it came from. What was *same*
//! where it was launched agrees; everything else goes to the oracles, with a reference made anew.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use rayon::prelude::*;

use super::entry::{Header, Unbuilt};
use super::evidence::{ended, evidence};
use super::launcher::{observation, prepare};
use super::ordered::{self, Ordered};
use super::read::{Entry, Reader};
use super::results::{Left, Origin, Record};
use super::sanitized;
use crate::campaign::chain;
use crate::campaign::effort::Effort;
use crate::campaign::examine::{Examined, Outcome, Times};
use crate::campaign::execute::seen;
use crate::campaign::failure;
use crate::campaign::launched::mark;
use crate::campaign::progress::Observer;
use crate::campaign::settings::{Plan, Settings};
use crate::campaign::sink::Sink;
use crate::campaign::store::Store;
use crate::campaign::subject::{Subject, guarded};
use crate::campaign::summary::Summary;
use crate::compile::{Instrument, Stage};
use crate::device::native::{NativeLaunch, NativeOutcome, NativeResult};
use crate::evaluate::Reference;
use crate::oracle::{self, Class, Evidence, Finding, Known, Seen, Verdict};
use crate::testcase::TestCase;

/// Kernels that are judged at once.
const BATCH: usize = 256;

/// What is judged.
#[derive(Clone, Copy, Debug)]
pub struct Judging<'a> {
    /// The bundle.
    pub file: &'a Path,
    /// Its results.
    pub results: &'a Path,
    /// The campaign's folder, where it is not the one that the bundle came from.
    pub out: Option<&'a Path>,
}

/// Judges results, records them and sums the campaign up.
///
/// # Errors
/// If a file cannot be read, they do not belong together, or the campaign cannot be written. What was
/// judged before is kept, and judging again changes nothing.
pub fn judge(judging: &Judging, observer: &dyn Observer, stop: &AtomicBool) -> Result<Summary> {
    let effort = Effort::begin();
    let reader = Reader::open(judging.file)?;
    let mut there = HashMap::new();
    let origin = ordered::each(judging.results, |record| {
        *there.entry(record.entry).or_insert(0) += 1;
    })?;
    let shown = judging.results.display();
    if origin.bundle != reader.header.id {
        bail!("{shown} holds results of another bundle than {}", judging.file.display());
    }
    if (there.len() as u64) < reader.header.entries {
        bail!("{shown} lacks entries of the bundle: launch it again to go on");
    }
    let records = Ordered::open(judging.results, there)?;
    let settings = campaign(&reader.header, judging)?;
    let devices = vec![origin.device.clone()];
    let launched = Settings { devices, ..settings.clone() };
    let store = Store::open(&settings.folder(), &settings.identity())?;
    let sink = Sink::new(&launched, &store, observer)?;
    let judge = Judge { origin, known: Known::list()?, instrument: reader.header.instrument };
    let executed = judge.all((judging.file, reader), records, &sink, stop)?;
    let judged = sink.close()?;
    let mut summary = Summary::of(&settings, &store, effort.end(judged))?;
    summary.devices = store.judged_devices()?;
    summary.executed = executed.iter().map(ToString::to_string).collect();
    Ok(summary)
}

/// The settings of the campaign that it goes to.
fn campaign(header: &Header, judging: &Judging) -> Result<Settings> {
    let settings = header.settings().with_context(|| judging.file.display().to_string())?;
    Ok(match judging.out {
        Some(out) => Settings { out: Some(out.to_owned()), ..settings },
        None => settings,
    })
}

/// A kernel with its results.
struct Group {
    entry: Entry,
    record: Record,
    /// Those with a sanitizer.
    builds: Vec<(Entry, Record)>,
}

/// What judging a kernel needs.
struct Judge {
    origin: Origin,
    known: Vec<Known>,
    /// The sanitizer whose builds of right kernels are judged too.
    instrument: Option<Instrument>,
}

impl Judge {
    /// Judges kernel by kernel until `stop` is set; the stages that were executed.
    fn all(
        &self,
        (file, reader): (&Path, Reader),
        mut records: Ordered,
        sink: &Sink,
        stop: &AtomicBool,
    ) -> Result<BTreeSet<Stage>> {
        let mut executed = BTreeSet::new();
        let mut batch: Vec<Group> = Vec::with_capacity(BATCH);
        for entry in reader {
            let entry = entry.with_context(|| file.display().to_string())?;
            executed.insert(entry.packed.stage()?);
            let record = records.take(entry.number)?.context("an entry has no result")?;
            if entry.packed.by.is_some() {
                let group = batch.last_mut().context("a build with a sanitizer comes first")?;
                group.builds.push((entry, record));
                continue;
            }
            // The one before is whole now.
            if stop.load(Ordering::Relaxed) {
                break;
            }
            if batch.len() == BATCH {
                self.record(&mut batch, sink)?;
            }
            batch.push(Group { entry, record, builds: Vec::new() });
        }
        self.record(&mut batch, sink)?;
        Ok(executed)
    }

    /// Judges a batch side by side and records it in order.
    fn record(&self, batch: &mut Vec<Group>, sink: &Sink) -> Result<()> {
        let groups = std::mem::take(batch).into_par_iter();
        let judged: Vec<_> = groups.map(|group| self.judge(&group)).collect::<Result<_>>()?;
        for (kernel, plan, subject, examined) in judged {
            sink.judged(kernel, &plan, &subject, &examined)?;
        }
        Ok(())
    }

    fn judge(&self, group: &Group) -> Result<(u64, Plan, Subject, Examined)> {
        let Group { entry, record, .. } = group;
        let number = entry.number;
        let plan = entry.packed.plan()?;
        let case = entry.case.parse().with_context(|| format!("entry {number}"))?;
        let subject = Subject::new(case);
        let (compile, evaluate) = (entry.packed.compile, entry.case.evaluate);
        let builds = group.builds.iter().map(|(_, record)| record.seconds);
        let device = record.seconds + builds.sum::<f64>();
        let times = Times { compile, evaluate, device };
        let plain = match &record.left {
            Left::Same => Looked::not(Outcome::Agree),
            Left::Unable(reason) => Looked::not(Outcome::Inconclusive(reason.clone())),
            Left::Other(results) | Left::Twice(results) => {
                let found = looked(&subject, || self.examine(entry, &subject, &plan, results));
                Looked { log: self.told(results), ..found }
            }
        };
        let class = class(&plain.outcome, plain.found.clone());
        let whole = match self.instrument {
            Some(by) if plain.outcome == Outcome::Agree => {
                looked(&subject, || self.sanitized(by, group, &subject, &plan))
            }
            _ => plain,
        };
        let mut examined = Examined::new(whole.outcome, times);
        (examined.texts, examined.log) = (whole.texts, whole.log);
        examined.seen.push(self.seen(&entry.packed.stage, class));
        Ok((entry.case.kernel, plan, subject, examined))
    }

    /// The verdict on a kernel's builds with a sanitizer, where its plain build is right.
    fn sanitized(&self, by: Instrument, group: &Group, subject: &Subject, plan: &Plan) -> Looked {
        let Group { entry, builds, .. } = group;
        if let Some(Unbuilt { outcome, log }) = entry.packed.unbuilt.as_deref() {
            return Looked { log: log.clone(), ..Looked::not(outcome.clone()) };
        }
        if sanitized::is_right(by, builds) {
            return Looked::not(Outcome::Agree);
        }
        let expected = match subject.reference().0 {
            Ok(expected) => expected,
            Err(none) => return Looked::not(Outcome::without(none, &subject.case.name)),
        };
        let (verdict, texts) = sanitized::verdict(by, &self.origin.device, expected, builds);
        let outcome = failure::conclude(verdict, &self.known, &plan.toolchain, &entry.packed.ttir);
        let told = builds.iter().map(|(_, record)| self.told(record.left.results()));
        let log = told.collect::<Vec<_>>().join("\n");
        Looked { outcome, found: None, texts, log }
    }

    /// The verdict on what came back, and the evidence.
    fn examine(
        &self,
        entry: &Entry,
        subject: &Subject,
        plan: &Plan,
        results: &[NativeResult],
    ) -> Looked {
        let expected = match subject.reference().0 {
            Ok(expected) => expected,
            Err(none) => return Looked::not(Outcome::without(none, &subject.case.name)),
        };
        let launch = match prepare(entry) {
            Ok(launch) => launch,
            Err(error) => return Looked::not(Outcome::Inconclusive(chain(&error))),
        };
        let device = &self.origin.device;
        let (verdict, found) = verdict(device, entry, (&subject.case, expected), &launch, results);
        let ir = &entry.packed.ttir;
        let outcome = failure::conclude(verdict, &self.known, &plan.toolchain, ir);
        let texts = evidence(entry, &launch, results);
        Looked { outcome, found, texts, log: String::new() }
    }

    /// The execution, for the classes.
    fn seen(&self, stage: &str, class: Class) -> Seen {
        let Origin { device, info, .. } = &self.origin;
        Seen { of: info.name.clone(), ..seen(device, stage, class) }
    }

    /// For the log: where it was launched, and how that ended.
    fn told(&self, results: &[NativeResult]) -> String {
        let Origin { device, info, repeats, .. } = &self.origin;
        let mut lines = vec![format!(
            "launched {repeats} times by {device}: {} {}, {}",
            info.name, info.capability, info.driver
        )];
        lines.extend(results.iter().map(|result| ended(&result.outcome)));
        lines.join("\n")
    }
}

/// What came of judging what came back.
struct Looked {
    outcome: Outcome,
    /// What the first wrong result is.
    found: Option<Class>,
    texts: Vec<(String, String)>,
    log: String,
}

impl Looked {
    /// Nothing was compared, for the reason in the outcome.
    fn not(outcome: Outcome) -> Self {
        Looked { outcome, found: None, texts: Vec::new(), log: String::new() }
    }
}

/// What came of a look; that we fail at it costs that kernel only.
fn looked(subject: &Subject, look: impl FnOnce() -> Looked) -> Looked {
    guarded(look).unwrap_or_else(|panic| {
        log::error!("{}: judging failed: {panic}", subject.case.name);
        Looked::not(Outcome::Inconclusive("judging failed".to_owned()))
    })
}

/// The class of a launch with that outcome, of which `found` is the first wrong result.
fn class(outcome: &Outcome, found: Option<Class>) -> Class {
    match outcome {
        Outcome::Agree => Class::Reference,
        Outcome::Invalid(reason) | Outcome::Inconclusive(reason) => Class::Unjudged(reason.clone()),
        Outcome::Bug { finding, .. } => {
            found.unwrap_or_else(|| Class::Stopped(finding.kind.name().to_owned()))
        }
    }
}

/// The verdict on what came back of the launch of an entry, and the class of the first wrong result.
pub(super) fn verdict(
    device: &str,
    entry: &Entry,
    (case, expected): (&TestCase, &Reference),
    launch: &NativeLaunch,
    results: &[NativeResult],
) -> (Verdict, Option<Class>) {
    let judge = |result: &NativeResult| {
        let mut observation = observation(device, entry, case, result);
        mark(&mut observation, expected, &launch.buffers);
        let evidence = Evidence::Execution { case, expected, observation: &observation };
        let verdict = oracle::judge(&evidence);
        let class = Class::of(&evidence, &verdict);
        (verdict, class)
    };
    let (verdicts, classes): (Vec<Verdict>, Vec<Class>) = results.iter().map(judge).unzip();
    let wrong = verdicts.iter().position(|verdict| matches!(verdict, Verdict::Bug(_)));
    (combined(&verdicts, results), wrong.map(|at| classes[at].clone()))
}

/// One verdict of those on a first and a second look.
fn combined(verdicts: &[Verdict], results: &[NativeResult]) -> Verdict {
    match verdicts {
        [] => Verdict::Inconclusive("nothing came back".to_owned()),
        [Verdict::Bug(finding), Verdict::Agree | Verdict::Inconclusive(_)] => {
            // What was stored was seen; that a launch was stopped may have been another's doing.
            match results.first().map(|result| &result.outcome) {
                Some(NativeOutcome::Finished { .. }) => {
                    let detail = format!("{}; not so in a second look", finding.detail);
                    Verdict::Bug(Finding { detail, ..finding.clone() }.in_no_pass())
                }
                _ => Verdict::Inconclusive(format!("did not happen again: {}", finding.kind)),
            }
        }
        // No pass can be blamed: nothing is known of the stages before.
        [Verdict::Bug(finding), ..] => Verdict::Bug(finding.clone().in_no_pass()),
        [.., Verdict::Bug(finding)] => match results.last().map(|result| &result.outcome) {
            Some(NativeOutcome::Finished { .. }) => Verdict::Bug(finding.clone().in_no_pass()),
            _ => Verdict::Inconclusive(format!("happened once: {}", finding.kind)),
        },
        [.., last] => last.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::FindingKind;

    fn result(outcome: NativeOutcome) -> NativeResult {
        NativeResult { outcome, seconds: 0.0 }
    }

    fn finished() -> NativeOutcome {
        NativeOutcome::Finished { buffers: vec![], stray: None, nondeterministic: None }
    }

    #[test]
    fn what_was_stored_counts_and_a_trap_must_happen_again() {
        let detail = "out[3] is 1, expected 2; on a".to_owned();
        let finding = Finding::new(FindingKind::Mismatch, None, "cubin", "", detail);
        let bug = || Verdict::Bug(finding.clone());
        let wrong = [result(finished()), result(finished())];
        let Verdict::Bug(found) = combined(&[bug(), Verdict::Agree], &wrong) else { panic!() };
        assert!(found.detail.ends_with("not so in a second look"));
        assert_eq!(found.signature, "mismatch | cubin | out[N] is N, expected N");
        let trap = [result(NativeOutcome::Trap("x".into())), result(finished())];
        let verdict = combined(&[bug(), Verdict::Agree], &trap);
        assert_eq!(verdict, Verdict::Inconclusive("did not happen again: mismatch".into()));
        assert!(matches!(combined(&[bug(), bug()], &trap), Verdict::Bug(_)));
        let failed = Verdict::Inconclusive("device failure".into());
        assert_eq!(combined(&[failed, Verdict::Agree], &wrong), Verdict::Agree);
    }
}
