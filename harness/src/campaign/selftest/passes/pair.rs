//! One pass on one kernel: the text before it, the text after it, and faults planted into that.

use std::collections::BTreeMap;

use super::super::{Label, Missed};
use super::label::Labeller;
use crate::mlir::{self, Module};
use crate::plant::{self, Edit, LOWERED, OF_TIME, OPERATORS, Operator};
use crate::validate::{self, Settings, Text, Verdict};

/// A pass that changed a text.
pub(super) struct Pair {
    /// The pass's command-line name, without options.
    pub(super) pass: String,
    /// The kernel that it ran on, and where in the pipeline.
    pub(super) name: String,
    pub(super) before: String,
    pub(super) after: String,
}

/// What is counted.
#[derive(Default)]
pub(super) struct PairCounts {
    /// Whether the pair without a plant is equal, different or cannot be told, and why.
    pub(super) control: Option<(Verdict, String)>,
    /// Plants that count, by operator: all, and those that were caught.
    pub(super) operators: BTreeMap<&'static str, (usize, usize)>,
    pub(super) plants: usize,
    pub(super) caught: usize,
    /// Of those that were not caught, those that could not be judged.
    pub(super) inconclusive: usize,
    /// Plants that do not count, by reason.
    pub(super) uncounted: BTreeMap<String, usize>,
    pub(super) missed: Vec<Missed>,
    /// Plants whose execution on the kernel's own data shows nothing.
    pub(super) same: Vec<Missed>,
}

/// Compares the pair as it is, and with up to `count` plants that count.
pub(super) fn judge(
    pair: &Pair,
    labeller: Option<&Labeller<'_>>,
    position: usize,
    count: usize,
    settings: &Settings,
) -> PairCounts {
    let mut judged = PairCounts::default();
    let texts = (Text::parse("before", &pair.before), Text::parse("after", &pair.after));
    let (before, after) = match texts {
        (Ok(before), Ok(after)) => (before, after),
        (Err(error), _) | (_, Err(error)) => {
            judged.control = Some((Verdict::Inconclusive, error.to_string()));
            return judged;
        }
    };
    let (verdict, reason) = compared(&before, &after, settings);
    judged.control = Some((verdict, reason));
    if verdict != Verdict::Equal {
        return judged;
    }
    for (operator, edit) in order(&after.module, position) {
        if judged.plants >= count || judged.uncounted.values().sum::<usize>() >= 2 * count {
            break;
        }
        plant_one(pair, labeller, &before, &after.module, (operator, &edit), settings, &mut judged);
    }
    judged
}

fn plant_one(
    pair: &Pair,
    labeller: Option<&Labeller<'_>>,
    before: &Text,
    module: &Module,
    (operator, edit): (&'static Operator, &Edit),
    settings: &Settings,
    judged: &mut PairCounts,
) {
    let mut skip = |why: &str| *judged.uncounted.entry(why.to_owned()).or_default() += 1;
    let Ok(text) = plant::apply(module, edit) else {
        return skip("the edit does not fit");
    };
    let told = |verdict: &str| Missed {
        id: format!("{}/{}/{}@{}", pair.pass, pair.name, operator.name, edit.at),
        what: edit.what.clone(),
        verdict: verdict.to_owned(),
    };
    match effect(labeller, module, &text, (operator, edit)) {
        Effect::Shows => {}
        Effect::None(how) => {
            skip(how);
            judged.same.push(told(how));
            return;
        }
        Effect::Unknown => return skip("no label"),
    }
    let (verdict, reason) = match Text::parse("planted", &text) {
        Ok(planted) => compared(before, &planted, settings),
        Err(error) => (Verdict::Inconclusive, error.to_string()),
    };
    let counts = judged.operators.entry(operator.name).or_default();
    judged.plants += 1;
    counts.0 += 1;
    if verdict == Verdict::Different {
        judged.caught += 1;
        counts.1 += 1;
        return;
    }
    judged.inconclusive += usize::from(verdict == Verdict::Inconclusive);
    judged.missed.push(told(&format!("{verdict:?}: {reason}").to_lowercase()));
}

/// What a plant changes.
enum Effect {
    /// Something that can be seen.
    Shows,
    /// Nothing, and how that is known.
    None(&'static str),
    /// Nobody says.
    Unknown,
}

/// What the plant that made `text` changes. Those of time have no label: [`OF_TIME`] says why.
fn effect(
    labeller: Option<&Labeller<'_>>,
    module: &Module,
    text: &str,
    (operator, edit): (&'static Operator, &Edit),
) -> Effect {
    if let Some(proof) = plant::redundant(module, edit) {
        return Effect::None(proof);
    }
    if OF_TIME.contains(&operator.name) {
        return Effect::Shows;
    }
    match labeller.and_then(|labeller| labeller.label(text)) {
        Some(label) if label.counts() => Effect::Shows,
        Some(Label::Same) => Effect::None("same"),
        _ => Effect::Unknown,
    }
}

/// The verdict on two texts, and the reason of the first function that it is of.
fn compared(before: &Text, after: &Text, settings: &Settings) -> (Verdict, String) {
    let reports = validate::validate(before, after, settings);
    let verdict = validate::overall(&reports);
    let reason = reports.iter().find(|report| report.verdict == verdict);
    (verdict, reason.map_or_else(String::new, |report| report.reason.clone()))
}

/// Edits in the order in which they are planted: one of each operator in turn, those on buffers,
/// copies and barriers first; where to begin depends on the position, so that pairs differ.
fn order(module: &Module, position: usize) -> Vec<(&'static Operator, Edit)> {
    let turn = |operators: &'static [Operator]| {
        let start = position * 5 % operators.len();
        let mut lists: Vec<(&'static Operator, Vec<Edit>)> = operators[start..]
            .iter()
            .chain(&operators[..start])
            .map(|operator| (operator, (operator.edits)(module)))
            .collect();
        let mut all = Vec::new();
        while lists.iter().any(|(_, edits)| !edits.is_empty()) {
            for (operator, edits) in lists.iter_mut().filter(|(_, edits)| !edits.is_empty()) {
                let at = (position * 7 + all.len() * 3) % edits.len();
                all.push((*operator, edits.remove(at)));
            }
        }
        all
    };
    let (lowered, plain) = (turn(LOWERED), turn(OPERATORS));
    let (mut lowered, mut plain) = (lowered.into_iter(), plain.into_iter());
    let mut all = Vec::new();
    loop {
        let (a, b) = (lowered.next(), plain.next());
        if a.is_none() && b.is_none() {
            return all;
        }
        all.extend(a);
        all.extend(b);
    }
}

/// The text without a plant, as a plant's text is printed: a labeller must not see our printer as a
/// difference.
pub(super) fn reprinted(text: &str) -> Option<String> {
    mlir::print(&mlir::parse(text).ok()?).ok()
}
