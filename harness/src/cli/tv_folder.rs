//! `tv` on lit tests: every module of every file below a folder, with the passes of the `RUN:` lines.
//!
//! Files are worked on side by side, each slot with a compiler of its own. A file that fails costs
//! itself only.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, bail};

use super::select::{self, Line};
use super::tv::{Entry, Failure, Options, Place, Report, read};
use super::tv_pass::target as gpu;
use super::tv_suite::{Note, RoundTrip, Suite};
use super::tv_unit::{Ending, Steps, Unit, failure};
use crate::campaign::{Compiler, Compilers, chain};
use crate::compile::Target;
use crate::toolchain::{Progress, ToolchainId};
use crate::validate::lit::{self, Part, Run};
use crate::validate::{self, FunctionReport, Text};

/// Reads the files and judges their functions.
///
/// # Errors
/// If the folder holds no MLIR, the toolchain cannot be had, or our own code fails.
pub(super) fn run(options: &Options, path: &str) -> Result<Report> {
    let files = files(Path::new(path))?;
    let toolchain = options.toolchain.clone().unwrap_or_default();
    let ids = std::slice::from_ref(&toolchain);
    let compilers = select::install(ids, options.workers.options())?;
    let jobs = std::thread::available_parallelism().map_or(1, usize::from).min(files.len());
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let stop = Arc::new(AtomicBool::new(false));
    super::fuzz::catch_interrupts(stop.clone())?;
    let done = Mutex::new((Line::default(), Vec::new()));
    let work = || -> Result<()> {
        let mut slot = Slot {
            options,
            toolchain: &toolchain,
            compiler: compilers.start(&toolchain)?,
            found: Found::default(),
        };
        while !failed.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((name, path)) = files.get(at) else { break };
            match read(&path.to_string_lossy()) {
                Ok(text) => slot.file(name, &text)?,
                Err(error) if files.len() > 1 => {
                    let (place, reason) = (place(name, None, None), chain(&error));
                    slot.found.suite.left_out.push(Note { place, reason });
                }
                Err(error) => return Err(error),
            }
            let mut done = done.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            done.1.push((at, std::mem::take(&mut slot.found)));
            let line = format!("{} of {} files, {name}", done.1.len(), files.len());
            done.0.report(&line);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let work = || work().inspect_err(|_| failed.store(true, Ordering::Relaxed));
        let slots: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        let ends = slots.into_iter().map(|slot| match slot.join() {
            Ok(end) => end,
            Err(_) => bail!("our own code failed: a thread panicked"),
        });
        ends.collect::<Result<Vec<()>>>()
    })?;
    let (mut line, mut found) = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    line.end();
    found.sort_by_key(|(at, _)| *at);
    Ok(sum(files.len(), found.into_iter().map(|(_, found)| found).collect()))
}

/// The files below a folder, or one file, with the names that they are told by.
fn files(path: &Path) -> Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    if path.is_dir() {
        let below = lit::files(path);
        found = below.with_context(|| format!("cannot read {}", path.display()))?;
    } else {
        found.push(path.to_owned());
    }
    found.sort();
    if found.is_empty() {
        bail!("{} holds no .mlir file", path.display());
    }
    let name = |file: &PathBuf| {
        let short = file.strip_prefix(path).ok().filter(|short| short.file_name().is_some());
        short.unwrap_or(file).display().to_string()
    };
    Ok(found.into_iter().map(|file| (name(&file), file)).collect())
}

/// What was found in a file.
#[derive(Default)]
struct Found {
    suite: Suite,
    functions: Vec<Entry>,
    failures: Vec<Failure>,
}

fn sum(files: usize, found: Vec<Found>) -> Report {
    let mut report = Report::new(Vec::new());
    let mut suite = Suite { files, stopped: files - found.len(), ..Suite::default() };
    for found in found {
        report.functions.extend(found.functions);
        found.failures.into_iter().for_each(|failure| report.fail(failure));
        let Suite { parts, accepted, unread, refused, left_out, round_trip, steps, .. } =
            found.suite;
        suite.parts += parts;
        suite.accepted += accepted;
        suite.unread.extend(unread);
        suite.refused.extend(refused);
        suite.left_out.extend(left_out);
        suite.round_trip.extend(round_trip);
        suite.steps.extend(steps);
    }
    suite.count(&report.functions);
    report.suite = Some(Box::new(suite));
    report
}

/// What works on one file after the other.
struct Slot<'a> {
    options: &'a Options,
    toolchain: &'a ToolchainId,
    compiler: Box<dyn Compiler>,
    found: Found,
}

impl Slot<'_> {
    fn file(&mut self, name: &str, text: &str) -> Result<()> {
        let runs = match self.options.passes.as_slice() {
            [] => lit::runs(text),
            passes => vec![Run {
                line: 1,
                passes: Ok(passes.to_vec()),
                split: true,
                verifies: false,
                section: None,
            }],
        };
        for run in &runs {
            if let Err(reason) = &run.passes {
                let place = Place { line: run.line, ..place(name, None, None) };
                self.found.suite.left_out.push(Note { place, reason: reason.clone() });
            }
        }
        let mut sections: Vec<_> = runs.iter().map(|run| run.section.as_deref()).collect();
        sections.sort_unstable();
        sections.dedup();
        if sections.is_empty() {
            sections.push(None);
        }
        for section in sections {
            let content = section.map(|section| lit::section(text, section));
            let Some(content) = content.unwrap_or_else(|| Some(text.to_owned())) else {
                let reason = format!("there is no section {}", section.unwrap_or_default());
                let place = place(name, None, None);
                self.found.suite.left_out.push(Note { place, reason });
                continue;
            };
            let own = |run: &&Run| run.section.as_deref() == section;
            let runs: Vec<&Run> = runs.iter().filter(own).collect();
            let split = runs.is_empty() || runs.iter().any(|run| run.split);
            let parts = lit::parts(&content, split);
            let full = parts.iter().filter(|part| parts.len() == 1 || !part.is_empty());
            full.into_iter().try_for_each(|part| self.part(name, part, &runs))?;
        }
        Ok(())
    }

    fn part(&mut self, file: &str, part: &Part, runs: &[&Run]) -> Result<()> {
        self.found.suite.parts += 1;
        let given = runs.iter().filter_map(|run| run.passes.as_ref().ok());
        let target = chip(self.options, &part.text, given.flatten());
        let asynchrony = self.options.asynchrony;
        let unit = Unit { file, part, passes: &[], target: target.clone(), asynchrony };
        let before = unit.before();
        let accepted = self.round_trip(&unit, before.as_ref().ok())?;
        let before = match (before, accepted) {
            (Ok(before), None) => before,
            (Ok(before), Some(reason)) => {
                let reports = validate::unjudged(&before, &reason);
                self.found.functions.extend(entries(reports, &place(file, Some(part), None)));
                return Ok(());
            }
            (Err(error), None) => {
                let reason = chain(&error);
                let place = place(file, Some(part), None);
                self.found.suite.unread.push(Note { place, reason });
                return Ok(());
            }
            (Err(_), Some(_)) => return Ok(()),
        };
        for run in runs {
            let unit = |passes| Unit { file, part, passes, target: target.clone(), asynchrony };
            match &run.passes {
                Err(reason) => self.unjudged(&before, reason, file, part),
                Ok(_) if run.verifies && part.expects_error() => {
                    self.unjudged(&before, "the test expects an error", file, part);
                }
                // No passes: that is what the round trip has judged.
                Ok(passes) if passes.is_empty() => {}
                Ok(passes) => self.passes(&unit(passes), &before)?,
            }
        }
        Ok(())
    }

    fn unjudged(&mut self, before: &Text, reason: &str, file: &str, part: &Part) {
        let reports = validate::unjudged(before, reason);
        self.found.functions.extend(entries(reports, &place(file, Some(part), None)));
    }

    /// Has the toolchain read and print a module; gives its reason where it does not.
    fn round_trip(&mut self, unit: &Unit<'_>, before: Option<&Text>) -> Result<Option<String>> {
        let place = place(unit.file, Some(unit.part), None);
        let empty = Text::parse(unit.file, "module {}").context("an empty module is not read")?;
        let judged = unit.judge(self.compiler.as_mut(), before.unwrap_or(&empty), Steps::Blamed);
        let judged = judged?;
        if let Ending::Failed(how) = &judged.ending {
            self.failed(unit, how)?;
        }
        if let Some(reason) = judged.reason() {
            self.found.suite.refused.push(Note { place, reason: reason.clone() });
            return Ok(Some(reason));
        }
        self.found.suite.accepted += 1;
        let Some(before) = before else { return Ok(None) };
        for report in judged.functions {
            let function = before.module.function(&report.name);
            let foreign = function.and_then(validate::foreign);
            let executes = report.executed();
            let entry = Entry { report, place: Some(place.clone()) };
            self.found.suite.round_trip.push(RoundTrip { entry, foreign, executes });
        }
        Ok(None)
    }

    /// Runs a list of passes.
    fn passes(&mut self, unit: &Unit<'_>, before: &Text) -> Result<()> {
        let judged = unit.judge(self.compiler.as_mut(), before, Steps::Each)?;
        if let Ending::Failed(how) = &judged.ending {
            self.failed(unit, how)?;
        }
        let place = place(unit.file, Some(unit.part), Some(unit.passes));
        if let ([pass], Ending::Done) = (unit.passes, &judged.ending) {
            let place = Place { pass: Some(pass.clone()), ..place.clone() };
            self.found.suite.steps.extend(entries(judged.functions.clone(), &place));
        }
        for step in judged.steps {
            let place = Place { pass: Some(step.pass), ..place.clone() };
            self.found.suite.steps.extend(entries(step.functions, &place));
        }
        self.found.functions.extend(entries(judged.functions, &place));
        Ok(())
    }

    fn failed(&mut self, unit: &Unit<'_>, how: &crate::compile::CompileFailure) -> Result<()> {
        let mut failure = failure(self.compiler.as_mut(), unit, how, self.toolchain)?;
        failure.place = Some(place(unit.file, Some(unit.part), Some(unit.passes)));
        self.found.failures.push(failure);
        Ok(())
    }
}

fn place(file: &str, part: Option<&Part>, passes: Option<&[String]>) -> Place {
    Place {
        file: Some(file.to_owned()),
        part: part.map_or(0, |part| part.number),
        line: part.map_or(1, |part| part.line + 1),
        passes: passes.map(|passes| passes.join(" ")),
        pass: None,
    }
}

fn entries(reports: Vec<FunctionReport>, place: &Place) -> Vec<Entry> {
    let entry = |report| Entry { report, place: Some(place.clone()) };
    reports.into_iter().map(entry).collect()
}

/// The GPU for a text: that of the command line, of the module, of the passes, of its dialects.
fn chip<'p>(options: &Options, text: &str, passes: impl Iterator<Item = &'p String>) -> Target {
    let named = options.target.is_some() || text.contains("ttg.target = ");
    let amd = || text.contains("amdg.").then(|| "hip:gfx950".parse().ok()).flatten();
    let guessed = (!named).then(|| target_of_passes(passes).or_else(amd)).flatten();
    guessed.unwrap_or_else(|| gpu(options, text))
}

/// The GPU that options of passes name: `target=cuda:80`, `gfx-arch=gfx950`, `compute-capability=90`.
fn target_of_passes<'p>(passes: impl Iterator<Item = &'p String>) -> Option<Target> {
    let mut found = passes.filter_map(|pass| {
        let options = pass.split_once('{')?.1.trim_end_matches('}');
        options.split_whitespace().find_map(|option| match option.split_once('=')? {
            ("target", target) => target.parse().ok(),
            ("gfx-arch" | "arch", arch) => format!("hip:{arch}").parse().ok(),
            ("compute-capability", capability) => format!("cuda:{capability}").parse().ok(),
            _ => None,
        })
    });
    found.next()
}
