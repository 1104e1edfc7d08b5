//! One function: many inputs, one verdict.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Settings;
use super::difference::{Difference, DifferenceKind};
use super::input::{BRIEF, input};
use super::parameter::{Parameter, parameters, same_signature, signature};
use super::text::Text;
use super::trial::{TOO_LONG, Trial};
use crate::mlir::{Executable, Operation, Type, element_kind};
use crate::tensor::{Domain, Kind};

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
    /// Inputs that differ, which the rounding of floats may explain.
    #[serde(skip)]
    pub(super) excused: usize,
    /// Whether nothing but the rounding of floats stands against a verdict.
    #[serde(skip)]
    pub(super) only_rounding: bool,
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
        let many = 4 * self.rounded > self.inputs || self.excused > 0;
        self.only_rounding || self.verdict == Verdict::Equal && many
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
            excused: 0,
            only_rounding: false,
        }
    }
}

/// Both forms of a function, ready to run.
pub(super) struct Subject<'a, D: Domain> {
    pub(super) texts: (&'a Text, &'a Text),
    pub(super) executables: (Executable<D>, Executable<D>),
    pub(super) parameters: Vec<Parameter>,
    pub(super) arguments: Vec<Kind>,
    pub(super) results: Vec<Option<Kind>>,
    /// Whether the function before leaves the order of some elements open. It does not matter
    /// whether the one after does: what was executed is one of the things that it may do, so a
    /// function that was not open must not differ from it.
    pub(super) order_free: bool,
    pub(super) settings: &'a Settings,
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
        let of = |function| parameters(function).map_err(|ty| format!("an argument of type {ty}"));
        let (parameters, after_all) = (of(before.1)?, of(after.1)?);
        let mut both = after_all.iter().zip(&parameters);
        if let Some((argument, _)) = both.find(|(new, old)| new.promises_more(old)) {
            return Err(format!("the text after promises more of {}", argument.name));
        }
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
            if self.is_done(&report, &limits, number, steps) {
                break;
            }
            // Where runs are too long, every other input is made of small scalars.
            let long = report.discarded.get(TOO_LONG).is_some_and(|count| *count > 1);
            let number = if long && number % 2 == 1 { number + BRIEF } else { number };
            match self.trial(&input(&self.parameters, number), number, &mut steps) {
                Trial::Different(difference) => return self.differs(report, difference),
                trial => count(trial, &mut report, &mut limits),
            }
        }
        self.conclude(&mut report, limits);
        report
    }

    /// Whether no further input is tried.
    fn is_done(&self, report: &FunctionReport, limits: &Limits, number: u64, steps: u64) -> bool {
        let Settings { inputs, fewest, .. } = *self.settings;
        // Where a few more would do for a verdict, some are tried whatever they cost.
        let few = (1..fewest).contains(&report.inputs);
        let most = if few { 3 * fewest } else { 2 * fewest } as u64;
        let costly = number >= most && steps == 0;
        // Rounding that the first inputs all meet is not left out by later ones.
        let rounds = report.inputs == 0 && report.rounded >= fewest;
        // Nor is a limit that all inputs meet met oftener by more of them.
        let limited = number == 8 && limits.any() && report.inputs + report.rounded == 0;
        report.inputs.max(report.rounded) >= inputs || costly || rounds || limited
    }

    /// The report where an input shows a difference.
    fn differs(&self, mut report: FunctionReport, difference: Box<Difference>) -> FunctionReport {
        let (words, place) = (difference.kind.words(), &difference.place);
        if self.order_free && difference.kind.is_of_values() {
            report.reason = format!("an order-free operation before; {words}: {place}");
            return report;
        }
        report.verdict = Verdict::Different;
        report.reason = format!("{words}: {place}");
        report.first_difference = Some(difference);
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
}

/// Adds what became of an input that shows no difference.
fn count(trial: Trial, report: &mut FunctionReport, limits: &mut Limits) {
    let mut discard = |reason: &str| {
        *report.discarded.entry(reason.to_owned()).or_default() += 1;
    };
    match trial {
        Trial::Same(effects) => {
            report.inputs += 1;
            report.effects = report.effects.max(effects);
        }
        Trial::Rounded => report.rounded += 1,
        Trial::Excused => {
            report.rounded += 1;
            report.excused += 1;
        }
        Trial::Discarded(reason) => discard(&reason),
        Trial::Limited(reason) => {
            discard(&reason);
            limits.before.get_or_insert(reason);
            limits.inputs += 1;
        }
        Trial::Unjudged(reason) => {
            discard(&reason);
            limits.after.get_or_insert(reason);
        }
        Trial::Different(_) => unreachable!("invariant: the caller reports it"),
    }
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
