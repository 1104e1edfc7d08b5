//! One function: many inputs, one verdict.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use super::Settings;
use super::difference::{Difference, DifferenceKind};
use super::input::{Input, input};
use super::parameter::{Parameter, parameters, same_signature, signature};
use super::refine::{Pair, Ran, lanes};
use super::text::Text;
use crate::mlir::{
    AccessKind, Executable, Execution, ExecutionError, FalseClaim, Operation, Options, RaceKind,
    Schedules, Type, element_kind, hints,
};
use crate::tensor::{Domain, Fault, Kind};

/// What was found about a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It does the same on every input that was judged.
    Equal,
    /// It does not.
    Different,
    /// That could not be judged.
    Inconclusive,
}

/// A verdict with its reason.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FunctionReport {
    /// Name of the function.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// Why, in one line.
    pub reason: String,
    /// The numeric domain.
    pub domain: &'static str,
    /// Inputs that were judged in full.
    pub inputs: usize,
    /// Inputs on which floats were rounded: only addresses and integers were compared.
    pub rounded: usize,
    /// Accesses, results and prints that were compared, and accesses to shared memory whose barriers
    /// were checked, on the input that has most. A function without any is equal to every other.
    pub effects: usize,
    /// Inputs that do not count, by reason.
    pub discarded: BTreeMap<String, usize>,
    /// What differs.
    pub first_difference: Option<Box<Difference>>,
    /// Whether nothing but the rounding of floats stands against a verdict.
    #[serde(skip)]
    pub(super) only_rounding: bool,
}

/// What became of one input.
enum Trial {
    /// It does the same, by so many effects.
    Same(usize),
    Rounded,
    Different(Box<Difference>),
    /// It does not count: undefined before, or too long.
    Discarded(String),
    /// Our limit, before: what the function does on this input is not known.
    Limited(String),
    /// Our limit where the input counts: the function may do anything after.
    Unjudged(String),
}

/// Judges a function that both texts have.
pub(super) fn compare<D: Domain>(
    before: (&Text, &Operation),
    after: (&Text, &Operation),
    settings: &Settings,
) -> FunctionReport {
    let name = before.1.symbol().unwrap_or_default();
    match Subject::<D>::new(before, after, settings) {
        Ok(subject) => subject.judge(name),
        Err(reason) => FunctionReport::inconclusive(name, D::NAME, reason),
    }
}

impl FunctionReport {
    /// Whether an input was executed to its end, or to undefined behaviour in the text before.
    pub fn executed(&self) -> bool {
        let ended = |kind: &DifferenceKind| self.discarded.contains_key(kind.words());
        self.verdict != Verdict::Inconclusive
            || self.inputs + self.rounded > 0
            || [DifferenceKind::UndefinedBehaviour, DifferenceKind::Assertion].iter().any(ended)
    }

    /// Whether floats of many inputs were rounded and so not compared, and nothing else stands against
    /// a verdict: what a kernel does when it does something may be among them.
    pub(super) fn misses_rounded(&self) -> bool {
        self.only_rounding || self.verdict == Verdict::Equal && 4 * self.rounded > self.inputs
    }

    /// This report with the reason why another domain gave no verdict either.
    pub(super) fn or(self, other: FunctionReport) -> Self {
        let reason = format!("{}; {}: {}", self.reason, other.domain, other.reason);
        FunctionReport { reason, ..self }
    }

    pub(super) fn inconclusive(name: &str, domain: &'static str, reason: String) -> Self {
        FunctionReport {
            name: name.to_owned(),
            verdict: Verdict::Inconclusive,
            reason,
            domain,
            inputs: 0,
            rounded: 0,
            effects: 0,
            discarded: BTreeMap::new(),
            first_difference: None,
            only_rounding: false,
        }
    }
}

/// Both forms of a function, ready to run.
struct Subject<'a, D: Domain> {
    texts: (&'a Text, &'a Text),
    executables: (Executable<D>, Executable<D>),
    parameters: Vec<Parameter>,
    arguments: Vec<Kind>,
    results: Vec<Option<Kind>>,
    /// Whether the function before leaves the order of some elements open. It does not matter
    /// whether the one after does: what was executed is one of the things that it may do, so a
    /// function that was not open must not differ from it.
    order_free: bool,
    settings: &'a Settings,
}

impl<'a, D: Domain> Subject<'a, D> {
    fn new(
        before: (&'a Text, &Operation),
        after: (&'a Text, &Operation),
        settings: &'a Settings,
    ) -> Result<Self, String> {
        let signature = signature(before.1);
        if !same_signature(&signature, &super::parameter::signature(after.1)) {
            return Err("its signature changes".to_owned());
        }
        let parameters = parameters(before.1).map_err(|ty| format!("an argument of type {ty}"))?;
        let executable = |(text, op): (&Text, &Operation)| {
            Executable::new(&text.module, op.symbol())
                .map_err(|error| format!("{}: {error}", text.name))
        };
        if let Some(ty) = signature.results.iter().find(|ty| matches!(ty, Type::TensorDesc(_))) {
            return Err(format!("a result of type {ty}"));
        }
        let results = signature.results.iter().filter(|ty| **ty != Type::AsyncToken);
        let results = results.map(|ty| element_kind(ty.element())).collect();
        let executables = (executable(before)?, executable(after)?);
        let (texts, order_free) = ((before.0, after.0), executables.0.is_order_free());
        let arguments = parameters.iter().map(|parameter| parameter.kind).collect();
        Ok(Subject { texts, executables, parameters, arguments, results, order_free, settings })
    }

    fn judge(&self, name: &str) -> FunctionReport {
        let mut report = FunctionReport::inconclusive(name, D::NAME, String::new());
        let mut limits = Limits::default();
        let mut steps = self.settings.all_steps;
        for number in 0..self.settings.attempts {
            let enough = report.inputs.max(report.rounded) >= self.settings.inputs;
            if enough || (number >= self.settings.fewest as u64 && steps == 0) {
                break;
            }
            match self.trial(&input(&self.parameters, number), number, &mut steps) {
                Trial::Same(effects) => {
                    report.inputs += 1;
                    report.effects = report.effects.max(effects);
                }
                Trial::Rounded => report.rounded += 1,
                Trial::Different(difference)
                    if self.order_free && difference.kind.is_of_values() =>
                {
                    let (words, place) = (difference.kind.words(), &difference.place);
                    report.reason = format!("an order-free operation before; {words}: {place}");
                    return report;
                }
                Trial::Different(difference) => {
                    report.verdict = Verdict::Different;
                    report.reason = format!("{}: {}", difference.kind.words(), difference.place);
                    report.first_difference = Some(difference);
                    return report;
                }
                Trial::Discarded(reason) => *report.discarded.entry(reason).or_default() += 1,
                Trial::Limited(reason) => {
                    *report.discarded.entry(reason.clone()).or_default() += 1;
                    limits.before.get_or_insert(reason);
                    limits.inputs += 1;
                }
                Trial::Unjudged(reason) => {
                    *report.discarded.entry(reason.clone()).or_default() += 1;
                    limits.after.get_or_insert(reason);
                }
            }
            // Nor is rounding that the first inputs all meet left out by later ones.
            if report.inputs == 0 && report.rounded >= self.settings.fewest {
                break;
            }
            // A limit that all inputs meet is not met oftener by more of them.
            if number == 7 && limits.any() && report.inputs + report.rounded == 0 {
                break;
            }
        }
        self.conclude(&mut report, limits);
        report
    }

    /// The verdict where nothing differs.
    fn conclude(&self, report: &mut FunctionReport, limits: Limits) {
        let fewest = self.settings.fewest;
        let (domain, survive) = (report.domain, report.inputs + report.rounded);
        if let Some(reason) = limits.after {
            report.reason = reason;
        } else if let Some(reason) = limits.before.filter(|_| 4 * limits.inputs > survive) {
            // What the function does when it does something may be among these.
            report.reason = format!("not judged on {} inputs: {reason}", limits.inputs);
        } else if report.inputs >= fewest {
            report.verdict = Verdict::Equal;
            let nothing = if report.effects == 0 { ", none has an effect" } else { "" };
            report.reason = format!("equal ({domain}, {} inputs{nothing})", report.inputs);
        } else if survive >= fewest {
            report.only_rounding = true;
            report.reason = format!(
                "floats are rounded: addresses and integers are equal on {survive} inputs, only {} are {domain}",
                report.inputs
            );
        } else {
            let most = report.discarded.iter().max_by_key(|(_, count)| **count);
            let most =
                most.map_or(String::new(), |(reason, count)| format!(" ({count}: {reason})"));
            report.reason = format!("only {survive} inputs survive{most}");
        }
    }

    /// Each input tries other orders of the partitions.
    fn options(&self, input: &Input<D>, number: u64) -> Options {
        Options {
            grid: input.grid,
            program: Some(input.program),
            record: true,
            asynchrony: self.settings.asynchrony,
            schedules: Schedules { first: number * 2, count: 2 },
            ..Options::default()
        }
    }

    /// Runs one input on both sides.
    fn trial(&self, input: &Input<D>, number: u64, steps: &mut u64) -> Trial {
        let how = self.options(input, number);
        let before = match run(&self.executables.0, input, &how, self.settings.steps) {
            Ok(execution) => execution,
            Err(error) => {
                *steps = steps.saturating_sub(self.settings.steps / 4);
                return match classify(&error) {
                    None => Trial::Limited(format!("{}: {error}", self.texts.0.name)),
                    Some(DifferenceKind::Hang) => Trial::Discarded("too long".to_owned()),
                    Some(kind) => Trial::Discarded(kind.words().to_owned()),
                };
            }
        };
        if let Some(claim) = before.claims.first() {
            return Trial::Discarded(format!("a promise that does not hold, {}", claim.claim));
        }
        if before.wraps {
            return Trial::Discarded("an induction variable overflows".to_owned());
        }
        // Passes add steps, but never so many; short of this, a run may only be slow.
        let limit = before.steps.saturating_mul(32) + 1_000_000;
        let after = match run(&self.executables.1, input, &how, limit) {
            Ok(execution) => execution,
            Err(error) => {
                let text = self.texts.1;
                return match classify(&error) {
                    None => Trial::Unjudged(format!("{}: {error}", text.name)),
                    Some(_) if D::EXACT && before.decided => Trial::Rounded,
                    Some(kind) => {
                        let found = Difference::stopped(kind, &input.shown, text, &error);
                        Trial::Different(Box::new(found))
                    }
                };
            }
        };
        *steps = steps.saturating_sub(before.steps + after.steps);
        // Made of rounded floats, flags and integers may be others too.
        let decided = D::EXACT && (before.decided || after.decided);
        let different = |found| match decided {
            true => Trial::Rounded,
            false if reads_its_stores(&before) => Trial::Limited(
                "it loads what it stored, and loads and stores of a launch are in no order"
                    .to_owned(),
            ),
            false => Trial::Different(found),
        };
        if let Some((kind, error)) = loosened(&before, &after) {
            let found = Difference::stopped(kind, &input.shown, self.texts.1, &error);
            return different(Box::new(found));
        }
        let pair = Pair {
            input: &input.shown,
            before: Ran { text: self.texts.0, execution: &before },
            after: Ran { text: self.texts.1, execution: &after },
            results: &self.results,
            arguments: &self.arguments,
            open: Default::default(),
            compared: Default::default(),
        };
        // Lanes that hold nothing because of the domain are no evidence, neither way.
        let judged = pair.judge();
        if let Some(reason) = before.unsure {
            return Trial::Limited(reason.to_owned());
        }
        if let Some(reason) = after.unsure {
            return Trial::Unjudged(reason.to_owned());
        }
        if let Err(difference) = judged {
            return different(difference);
        }
        if let Some(claim) = self.false_claim(&after) {
            let found = Difference::false_claim(&input.shown, self.texts.1, claim);
            return different(Box::new(found));
        }
        match pair.too_little() {
            Some(reason) => Trial::Limited(reason.to_owned()),
            None if D::EXACT && before.inexact => Trial::Rounded,
            None => Trial::Same(effects(&before, &after)),
        }
    }

    /// A claim of the compiler that does not hold after. Hints that the text before has too are the
    /// user's: moved where they were not executed before, they need not hold. Where the arguments
    /// break promises that contradict each other, claims that follow from these say nothing.
    fn false_claim<'e>(&self, after: &'e Execution<D>) -> Option<&'e FalseClaim> {
        let users = |claim: &&FalseClaim| {
            let Some(claimed) = &claim.hints else { return false };
            let mut found = false;
            self.texts.0.module.walk(&mut |op| {
                let hints = || hints(op).is_some_and(|hints| hints == *claimed);
                found |= op.name.as_str() == claim.site.op && hints();
            });
            found
        };
        let mut claims = after.claims.iter().filter(|_| after.promises_hold);
        claims.find(|claim| !users(claim))
    }
}

/// Whether an address is loaded from after it was stored to.
fn reads_its_stores<D: Domain>(execution: &Execution<D>) -> bool {
    let mut stored = HashSet::new();
    execution.accesses.iter().any(|access| match access.kind {
        AccessKind::Load => lanes(access).any(|(_, address)| stored.contains(&address)),
        AccessKind::Store => {
            stored.extend(lanes(access).map(|(_, address)| address));
            false
        }
        AccessKind::Atomic => false,
    })
}

/// What is compared: accesses, results, prints, and the order of accesses to shared memory.
fn effects<D: Domain>(before: &Execution<D>, after: &Execution<D>) -> usize {
    let before =
        [&before.accesses.len(), &before.results.len(), &before.views.len(), &before.events.len()];
    before.into_iter().sum::<usize>() + after.ordered as usize
}

/// Order that the text before kept and the text after does not, though no result shows it.
fn loosened<D: Domain>(
    before: &Execution<D>,
    after: &Execution<D>,
) -> Option<(DifferenceKind, ExecutionError)> {
    let (difference, kind, reason, site) = if before.fences.lost(&after.fences) {
        let site = after.fences.first.clone().unwrap_or_default();
        (DifferenceKind::MissingFence, RaceKind::Fence, RaceKind::Fence.words(), site)
    } else {
        let site = after.pending_store.clone().filter(|_| before.pending_store.is_none())?;
        let reason = "the function ends while an asynchronous store reads shared memory";
        (DifferenceKind::Race, RaceKind::Store, reason, site)
    };
    Some((difference, ExecutionError::Race { kind, reason: reason.to_owned(), site }))
}

/// Limits of ours that were met.
#[derive(Default)]
struct Limits {
    before: Option<String>,
    after: Option<String>,
    /// How many inputs met one before.
    inputs: usize,
}

impl Limits {
    fn any(&self) -> bool {
        self.before.is_some() || self.after.is_some()
    }
}

fn run<D: Domain>(
    executable: &Executable<D>,
    input: &Input<D>,
    how: &Options,
    step_limit: u64,
) -> Result<Execution<D>, ExecutionError> {
    let options = Options { step_limit, ..how.clone() };
    executable.run(input.memory.clone(), &input.arguments, &options)
}

/// What a run that stopped shows; `None` for a limit of ours.
fn classify(error: &ExecutionError) -> Option<DifferenceKind> {
    match error {
        ExecutionError::Unsupported(_) | ExecutionError::Malformed(_) => None,
        ExecutionError::Fault { fault, .. } => match **fault {
            Fault::Reinterpreted { .. } => None,
            _ => Some(DifferenceKind::Fault),
        },
        ExecutionError::Undefined { .. } => Some(DifferenceKind::UndefinedBehaviour),
        ExecutionError::Race { kind, .. } => Some(match kind {
            RaceKind::Copy | RaceKind::Store | RaceKind::Product => DifferenceKind::Race,
            RaceKind::Partition => DifferenceKind::PartitionRace,
            RaceKind::Fence => DifferenceKind::MissingFence,
            RaceKind::Barrier => DifferenceKind::MissingBarrier,
            RaceKind::Overlap => DifferenceKind::Overlap,
        }),
        ExecutionError::Deadlock(_) => Some(DifferenceKind::Deadlock),
        ExecutionError::Assertion { .. } => Some(DifferenceKind::Assertion),
        ExecutionError::StepLimit(_) => Some(DifferenceKind::Hang),
    }
}
