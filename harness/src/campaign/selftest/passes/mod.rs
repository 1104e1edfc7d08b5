//! Plants faults into what each pass of the compiler gave, and asks translation validation about them.
//!
//! Kernels are compiled with the text before every pass. For each pass that changed a text, the two
//! texts must not be told apart (a false alarm), and a text with a planted fault must be. Which plants
//! count is decided without translation validation: by executing the whole grid on the kernel's own
//! data, and for faults of time by nothing but a proof that the plant is void (`plant::redundant`).

mod kernel;
mod label;
mod lit;
mod pair;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use rayon::prelude::*;
use serde::Serialize;

use super::{Missed, Report};
use crate::campaign::{Compilers, Source};
use crate::compile::{Job, JobResult, Stage, Target};
use crate::toolchain::ToolchainId;
use crate::validate::{Verdict, lit::bare};
use kernel::{Data, Kernel};
use label::Labeller;
use pair::{Pair, PairCounts};

/// How much is planted.
#[derive(Clone, Debug)]
pub struct Passes {
    /// The Triton build.
    pub toolchain: ToolchainId,
    /// Targets of the generated kernels; those of `corpora/passes` name their own.
    pub targets: Vec<Target>,
    /// Generated kernels.
    pub generated: u64,
    /// Kernels of `corpora/passes` whose name begins so; all of them for an empty text.
    pub corpus: String,
    /// A checkout of Triton: parts of its lit suite are taken as well.
    pub lit: Option<PathBuf>,
    /// Texts that are compared for each pass.
    pub pairs: usize,
    /// Plants that count in each of them, at most.
    pub plants: usize,
    /// Workers that compile.
    pub jobs: usize,
}

/// What was found about one pass.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PassReport {
    /// Texts that it changed and that were compared, without a plant.
    pub pairs: usize,
    /// Those that are equal.
    pub equal: usize,
    /// Those that could not be judged, by reason; nothing is planted into them.
    pub inconclusive_pairs: BTreeMap<String, usize>,
    /// Those that were called different.
    pub false_alarms: usize,
    /// Plants that count.
    pub plants: usize,
    /// Those that were called different.
    pub caught: usize,
    /// Those that were not.
    pub missed: usize,
    /// Of those, the ones that could not be judged.
    pub inconclusive: usize,
    /// Plants that do not count because nothing changes on the kernel's data, or provably at all.
    pub same: usize,
}

impl PassReport {
    /// One line for a person.
    pub(super) fn line(&self, pass: &str) -> String {
        let unjudged: usize = self.inconclusive_pairs.values().sum();
        format!(
            "  {pass:<46} plants {:>3} caught {:>3} missed {} (inconclusive {}) same {:>3}; outputs {:>2} \
             equal {:>2} different {} inconclusive {unjudged}\n",
            self.plants,
            self.caught,
            self.missed,
            self.inconclusive,
            self.same,
            self.pairs,
            self.equal,
            self.false_alarms
        )
    }
}

/// A kernel that was compiled.
struct Compiled {
    kernel: Kernel,
    result: JobResult,
}

/// Compiles, plants and judges.
///
/// # Errors
/// If the corpus is damaged or a compiler cannot be asked.
pub fn passes(what: &Passes, source: &dyn Source, compilers: &dyn Compilers) -> Result<Report> {
    let mut kernels = kernel::seeds()?;
    kernels.retain(|kernel| kernel.name.starts_with(&what.corpus));
    for index in 0..what.generated {
        let case = source.case(index);
        kernels.extend(what.targets.iter().map(|t| kernel::generated(case.clone(), t)));
    }
    if let Some(checkout) = &what.lit {
        kernels.extend(lit::kernels(checkout)?);
    }
    let compiled = compile(kernels, what, compilers)?;
    let mut report = Report { schema: 1, ..Report::default() };
    for Compiled { kernel, result } in &compiled {
        // A part of the lit suite may need what this toolchain lacks, or be there to fail.
        if let Some(failure) = result.failure.as_ref().filter(|_| !kernel.is_lit()) {
            let reason = format!("{} does not compile: {failure}", kernel.name);
            *report.inconclusive.entry(reason).or_default() += 1;
        }
    }
    let chosen = choose(&compiled, what.pairs);
    // As a campaign compares the texts of passes.
    let settings = crate::validate::Settings::FINDING;
    let judged: Vec<(String, PairCounts)> = chosen
        .into_par_iter()
        .enumerate()
        .map(|(position, (compiled, pair))| {
            let launch = compiled.result.launches.first();
            let clean = pair::reprinted(&pair.after);
            let data = &compiled.kernel.data;
            let labeller = clean.and_then(|clean| Labeller::new(data, launch, &clean));
            let judged = pair::judge(&pair, labeller.as_ref(), position, what.plants, &settings);
            (pair.pass, judged)
        })
        .collect();
    for (pass, judged) in judged {
        report.add_pair(&pass, judged);
    }
    report.recall = report.caught as f64 / report.plants.max(1) as f64;
    Ok(report)
}

/// The jobs that compile the kernels of `corpora/passes`, with the text before every pass.
///
/// # Errors
/// If the corpus is damaged.
pub fn pass_jobs() -> Result<Vec<(String, Job)>> {
    Ok(kernel::seeds()?.into_iter().map(|kernel| (kernel.name, kernel.job)).collect())
}

/// Compiles all kernels, several side by side; in the order of the kernels.
fn compile(
    kernels: Vec<Kernel>,
    what: &Passes,
    compilers: &dyn Compilers,
) -> Result<Vec<Compiled>> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<(usize, JobResult)>> {
        let mut compiler = compilers.start(&what.toolchain)?;
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(kernel) = kernels.get(at) else { return Ok(done) };
            done.push((at, compiler.run(&kernel.job)?));
        }
    };
    let mut results: Vec<(usize, JobResult)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..what.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| {
            worker.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a compiling thread panicked")))
        });
        joined.collect::<Result<Vec<_>>>().map(|all| all.into_iter().flatten().collect())
    })?;
    results.sort_by_key(|(at, _)| *at);
    let results = results.into_iter().map(|(_, result)| result);
    let compiled = kernels.into_iter().zip(results);
    Ok(compiled.map(|(kernel, result)| Compiled { kernel, result }).collect())
}

/// Up to `count` texts that each pass changed, from as many kernels as possible. Two texts that other
/// kernels gave as well are taken once.
fn choose(compiled: &[Compiled], count: usize) -> Vec<(&Compiled, Pair)> {
    let mut of_pass: BTreeMap<String, Vec<Vec<(&Compiled, Pair)>>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for compiled in compiled {
        let mut own: BTreeMap<String, Vec<(&Compiled, Pair)>> = BTreeMap::new();
        for pair in changed(compiled) {
            if seen.insert(super::fingerprint(&format!("{}{}", pair.before, pair.after))) {
                own.entry(pair.pass.clone()).or_default().push((compiled, pair));
            }
        }
        for (pass, pairs) in own {
            of_pass.entry(pass).or_default().push(pairs);
        }
    }
    // The lit suite adds to the passes that kernels go through, and brings no other ones.
    of_pass.retain(|_, kernels| kernels.iter().flatten().any(|(c, _)| !c.kernel.is_lit()));
    let mut chosen = Vec::new();
    for mut kernels in of_pass.into_values() {
        let mut taken = 0;
        // Kernels of the corpus, generated ones and those of the lit suite in turn.
        let mut kinds: [Vec<_>; 3] = Default::default();
        for pairs in kernels.drain(..) {
            let kind = pairs.first().map_or(0, |(compiled, _)| match compiled.kernel.data {
                Data::Buffers(_) => 0,
                Data::Case(_) => 1,
                Data::Lit => 2,
            });
            kinds[kind].push(pairs);
        }
        let [corpus, generated, lit] = kinds;
        let mut queues = interleave(interleave(corpus, lit), generated);
        while taken < count && queues.iter().any(|pairs| !pairs.is_empty()) {
            for pairs in queues.iter_mut().filter(|pairs| !pairs.is_empty()) {
                if taken < count {
                    chosen.push(pairs.remove(0));
                    taken += 1;
                }
            }
        }
    }
    chosen
}

fn interleave<T>(a: Vec<T>, b: Vec<T>) -> Vec<T> {
    let (mut a, mut b, mut all) = (a.into_iter(), b.into_iter(), Vec::new());
    loop {
        let (x, y) = (a.next(), b.next());
        if x.is_none() && y.is_none() {
            return all;
        }
        all.extend(x);
        all.extend(y);
    }
}

/// The passes that changed the kernel's text.
fn changed(compiled: &Compiled) -> Vec<Pair> {
    let result = &compiled.result;
    if let Job::RunPasses(job) = &compiled.kernel.job {
        let after = result.final_text().filter(|after| after.trim() != job.text.trim());
        let pair = after.map(|after| Pair {
            pass: bare(&job.passes[0]).to_owned(),
            name: compiled.kernel.name.clone(),
            before: job.text.clone(),
            after: after.to_owned(),
        });
        return pair.filter(|_| result.failure.is_none()).into_iter().collect();
    }
    let last = result.launches.first().and_then(|launch| launch.kernel.text(Stage::Ttgir));
    let Some(last) = last.filter(|_| result.launches.len() == 1) else { return Vec::new() };
    let texts = result.passes.iter().map(|dump| dump.text.as_str()).chain([last]);
    let texts: Vec<&str> = texts.collect();
    let mut pairs = Vec::new();
    for (at, dump) in result.passes.iter().enumerate() {
        if texts[at].trim() == texts[at + 1].trim() {
            continue;
        }
        let pass = bare(&dump.pass).to_owned();
        let name = format!("{}#{at}", compiled.kernel.name);
        let (before, after) = (texts[at].to_owned(), texts[at + 1].to_owned());
        pairs.push(Pair { pass, name, before, after });
    }
    pairs
}

impl Report {
    fn add_pair(&mut self, pass: &str, judged: PairCounts) {
        let entry = self.passes.entry(pass.to_owned()).or_default();
        entry.pairs += 1;
        match judged.control {
            Some((Verdict::Equal, _)) => {
                entry.equal += 1;
                self.controls += 1;
            }
            Some((Verdict::Different, reason)) => {
                entry.false_alarms += 1;
                self.controls += 1;
                self.false_alarms += 1;
                let what = "the output of a pass".to_owned();
                self.alarms.push(Missed { id: pass.to_owned(), what, verdict: reason });
            }
            Some((Verdict::Inconclusive, reason)) => {
                *entry.inconclusive_pairs.entry(reason.clone()).or_default() += 1;
                *self.inconclusive.entry(reason).or_default() += 1;
            }
            None => {}
        }
        entry.plants += judged.plants;
        entry.caught += judged.caught;
        entry.missed += judged.missed.len();
        entry.inconclusive += judged.inconclusive;
        entry.same += judged.same.len();
        self.plants += judged.plants;
        self.caught += judged.caught;
        self.missed.extend(judged.missed);
        self.same.extend(judged.same);
        for (why, count) in judged.uncounted {
            *self.uncounted.entry(why).or_default() += count;
        }
        for (operator, (plants, caught)) in judged.operators {
            let counts = self.operators.entry(operator.to_owned()).or_default();
            *counts = (counts.0 + plants, counts.1 + caught);
        }
    }
}
