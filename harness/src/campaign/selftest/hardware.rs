//! Planted faults on a device: the TTGIR of generated kernels is edited, compiled on from there, and
//! launched. Which plants count is decided by executing the edited TTGIR, which the device never sees.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};

use super::{Missed, Report};
use crate::campaign::launched::{checks, mark};
use crate::campaign::{Compiler, Compilers, Plan, Source, Subject};
use crate::compile::{IrJob, Job, Launch, Stage};
use crate::device::native::buffers;
use crate::device::{self, Device, Execution, Native};
use crate::evaluate::{Reference, memory};
use crate::mlir;
use crate::oracle::{Evidence, Verdict, judge};
use crate::plant::{self, OPERATORS};
use crate::testcase::TestCase;

/// What is planted, and where it is launched.
#[derive(Clone, Debug)]
pub struct Hardware {
    /// What compiles, and for which GPU.
    pub plan: Plan,
    /// The device.
    pub device: String,
    /// The last stage: what the device executes.
    pub until: Stage,
    /// Plants that count.
    pub plants: usize,
    /// Kernels that are worked on side by side.
    pub jobs: usize,
}

/// Plants in one kernel, so that many kernels get some.
const EACH: usize = 2;
/// Kernels for each plant that is wanted, after which it is given up.
const KERNELS: u64 = 20;

/// Plants, compiles, launches and judges.
///
/// # Errors
/// If there is no such device or a compiler cannot be asked.
pub fn hardware(what: &Hardware, source: &dyn Source, compilers: &dyn Compilers) -> Result<Report> {
    let report = Mutex::new(Report { schema: 1, ..Report::default() });
    let (next, enough) = (AtomicU64::new(0), AtomicBool::new(false));
    let counted = AtomicUsize::new(0);
    let work = || -> Result<()> {
        let mut bench = Bench {
            what,
            compiler: compilers.start(&what.plan.toolchain)?,
            device: device::open(&what.device).context("there is no such device")?,
            ir: device::open("ir").context("invariant: there is the IR device")?,
        };
        while !enough.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= KERNELS * what.plants as u64 {
                break;
            }
            let mut own = Report::default();
            bench.kernel(index, Subject::new(source.case(index)), &mut own)?;
            let all = counted.fetch_add(own.plants, Ordering::Relaxed) + own.plants;
            enough.fetch_or(all >= what.plants, Ordering::Relaxed);
            report.lock().unwrap_or_else(PoisonError::into_inner).add(own);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..what.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| {
            worker.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a thread of ours panicked")))
        });
        joined.collect::<Result<Vec<()>>>()
    })?;
    let mut report = report.into_inner().unwrap_or_else(PoisonError::into_inner);
    report.recall = report.caught as f64 / report.plants.max(1) as f64;
    Ok(report)
}

/// What one thread works with.
struct Bench<'a> {
    what: &'a Hardware,
    compiler: Box<dyn Compiler>,
    device: Box<dyn Device>,
    ir: Box<dyn Device>,
}

/// A kernel whose own code is right on the device.
struct Sound<'a> {
    subject: &'a Subject,
    expected: &'a Reference,
    launch: Launch,
    text: String,
}

impl Bench<'_> {
    fn kernel(&mut self, index: u64, subject: Subject, report: &mut Report) -> Result<()> {
        let Some(sound) = self.sound(&subject, report)? else { return Ok(()) };
        let Ok(module) = mlir::parse(&sound.text) else { return Ok(()) };
        for turn in 0..OPERATORS.len() {
            if report.plants >= EACH {
                break;
            }
            // Each kernel begins with another operator and takes another place.
            let operator = &OPERATORS[(index as usize * 5 + turn) % OPERATORS.len()];
            let edits = (operator.edits)(&module);
            let Some(edit) = edits.get(index as usize * 7 % edits.len().max(1)) else { continue };
            let Ok(planted) = plant::apply(&module, edit) else { continue };
            let id = format!("{} {}", subject.case.name, operator.name);
            self.plant(&sound, &planted, (operator.name, id, &edit.what), report)?;
        }
        Ok(())
    }

    /// The kernel, compiled, if its TTGIR and what the device makes of it are right.
    fn sound<'s>(
        &mut self,
        subject: &'s Subject,
        report: &mut Report,
    ) -> Result<Option<Sound<'s>>> {
        let (Ok(expected), _) = subject.reference() else { return Ok(None) };
        let result = self.compiler.run(&subject.job(&self.what.plan.target, Stage::Ttgir))?;
        let [launch] = &result.launches[..] else { return Ok(None) };
        let Some(text) = launch.kernel.text(Stage::Ttgir).filter(|_| result.failure.is_none())
        else {
            return Ok(None);
        };
        let (text, launch) = (text.to_owned(), launch.clone());
        let sound = Sound { subject, expected, launch, text };
        if self.executed(&sound, &sound.text) != Verdict::Agree {
            return Ok(None);
        }
        let Some(verdict) = self.launched(&sound, &sound.text)? else { return Ok(None) };
        report.controls += 1;
        match verdict {
            Verdict::Agree => return Ok(Some(sound)),
            // Of the compiler or of ours: a campaign on this device says which.
            Verdict::Bug(finding) => {
                report.false_alarms += 1;
                let (id, what) = (subject.case.name.clone(), "no plant".to_owned());
                report.alarms.push(Missed { id, what, verdict: finding.detail });
            }
            Verdict::Inconclusive(reason) => {
                report.controls -= 1;
                *report.inconclusive.entry(reason).or_default() += 1;
            }
        }
        Ok(None)
    }

    fn plant(
        &mut self,
        sound: &Sound<'_>,
        planted: &str,
        (operator, id, what): (&str, String, &str),
        report: &mut Report,
    ) -> Result<()> {
        let launched = match self.executed(sound, planted) {
            Verdict::Bug(_) => self.launched(sound, planted)?.ok_or("the compiler refuses it"),
            Verdict::Agree => Err("same"),
            Verdict::Inconclusive(_) => Err("no label"),
        };
        let verdict = match launched {
            Ok(verdict) => verdict,
            Err(why) => {
                *report.uncounted.entry(why.to_owned()).or_default() += 1;
                return Ok(());
            }
        };
        let counts = report.operators.entry(operator.to_owned()).or_default();
        (report.plants, counts.0) = (report.plants + 1, counts.0 + 1);
        let seen = match verdict {
            Verdict::Bug(_) => {
                (report.caught, counts.1) = (report.caught + 1, counts.1 + 1);
                return Ok(());
            }
            Verdict::Agree => "agree".to_owned(),
            Verdict::Inconclusive(reason) => format!("inconclusive: {reason}"),
        };
        report.missed.push(Missed { id, what: what.to_owned(), verdict: seen });
        Ok(())
    }

    /// What the TTGIR does.
    fn executed(&self, sound: &Sound<'_>, text: &str) -> Verdict {
        sound.judge(self.ir.as_ref(), &sound.launch, Stage::Ttgir, text)
    }

    /// What the device makes of the TTGIR; none if it does not compile.
    fn launched(&mut self, sound: &Sound<'_>, text: &str) -> Result<Option<Verdict>> {
        let until = self.what.until;
        let job = IrJob {
            text: text.to_owned(),
            stage: Stage::Ttgir,
            target: self.what.plan.target.clone(),
            until,
            want: vec![until],
            options: options(&sound.subject.case),
            dump_passes: false,
        };
        let result = self.compiler.run(&Job::CompileIr(job))?;
        let Some(mut kernel) = result.kernel.filter(|_| result.failure.is_none()) else {
            return Ok(None);
        };
        // What the launcher reads is in the metadata of both halves of the way.
        for (key, value) in &sound.launch.kernel.metadata {
            kernel.metadata.entry(key.clone()).or_insert_with(|| value.clone());
        }
        let launch = Launch { kernel, ..sound.launch.clone() };
        Ok(Some(sound.judge(self.device.as_ref(), &launch, until, "")))
    }
}

/// What the text does not carry.
fn options(case: &TestCase) -> BTreeMap<String, serde_json::Value> {
    let options = &case.options;
    let mut all = BTreeMap::from([
        ("num_stages".to_owned(), options.num_stages.into()),
        ("enable_fp_fusion".to_owned(), options.enable_fp_fusion.into()),
    ]);
    if let Some(most) = options.maxnreg {
        all.insert("maxnreg".to_owned(), most.into());
    }
    all
}

impl Sound<'_> {
    fn judge(&self, device: &dyn Device, launch: &Launch, stage: Stage, text: &str) -> Verdict {
        let (memory, case) = (memory(&self.subject.case), &self.subject.case);
        let checks = checks(self.expected, self.subject.has_atomics());
        let mut observation = device.execute(&Execution {
            stage: stage.name(),
            text,
            function: Some(&launch.kernel.name),
            arguments: &launch.arguments,
            grid: launch.grid,
            memory: &memory,
            native: Some(Native { launch, checks: &checks }),
        });
        if device.is_native() {
            mark(&mut observation, self.expected, &buffers(&memory, &checks));
        }
        judge(&Evidence::Execution { case, expected: self.expected, observation: &observation })
    }
}
