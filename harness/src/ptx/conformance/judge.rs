//! The interpreter against a recording, form by form.

use super::bounds::{self, Judgement};
use super::form::{Claim, Form, Misassembled, WARP};
use super::forms::Family;
use super::golden::{Left, Recording, unpack};
use super::interpret::{Executed, Interpreter};
use super::operands::{THREADS, fingerprint, format, operands};
use super::product;
use crate::ptx::decode::FloatOp;
use crate::ptx::types::Type;

/// So many differences of a form are described.
const SHOWN: usize = 3;

/// What became of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The form's text.
    pub text: String,
    /// What was found.
    pub finding: Finding,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The results were compared.
    Judged(Report),
    /// They were, and just those differ that the assembler is known to get wrong.
    Misassembled(Misassembled),
    /// The recording's device lacks it: it needs this target.
    Lacking(String),
    /// The device gave no results, and why.
    NotExecuted(String),
    /// There is no recording of it, or one of other operands: record anew.
    NotRecorded,
    /// The interpreter does not execute it, and why.
    Failed(String),
}

/// Results that were compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// As claimed.
    pub agreeing: usize,
    /// Nothing is claimed of them.
    pub open: usize,
    /// Not as claimed.
    pub differing: usize,
    /// The first of those.
    pub shown: Vec<String>,
}

/// Judges every form of a family, and names recordings of forms that the family does not have.
pub fn judge(family: &Family, recording: &Recording) -> Vec<Row> {
    let forms = (family.forms)();
    let mut rows: Vec<Row> = forms
        .iter()
        .map(|form| Row { text: form.text.clone(), finding: judge_form(form, recording) })
        .collect();
    for recorded in &recording.forms {
        if !forms.iter().any(|form| form.text == recorded.text) {
            rows.push(Row { text: recorded.text.clone(), finding: Finding::NotRecorded });
        }
    }
    rows
}

fn judge_form(form: &Form, recording: &Recording) -> Finding {
    let Some(recorded) = recording.forms.iter().find(|recorded| recorded.text == form.text) else {
        return match form.runs_on(recording.capability) {
            true => Finding::NotRecorded,
            false => Finding::Lacking(form.target_name()),
        };
    };
    let operands = operands(form);
    if recorded.operands != fingerprint(&operands) {
        return Finding::NotRecorded;
    }
    let words = match &recorded.left {
        Left::Nothing(why) => return Finding::NotExecuted(why.clone()),
        Left::Results(bytes) => unpack(form, bytes),
    };
    let Some(words) = words else { return Finding::NotRecorded };
    match compare(form, &operands, &words) {
        Ok(report) => match form.misassembled {
            Some(known) if known.results == report.differing => Finding::Misassembled(known),
            _ => Finding::Judged(report),
        },
        Err(why) => Finding::Failed(why),
    }
}

/// Compares results of a form, one thread after the other, with the interpreter's.
///
/// # Errors
/// Why the interpreter does not execute it.
pub(super) fn compare(form: &Form, operands: &[u64], words: &[u64]) -> Result<Report, String> {
    let interpreter = Interpreter::new(form)?;
    let block = form.threads as usize;
    // The interpreter's certainty is that of a whole run: so it runs no more than lies together.
    let (unit, block) = match form.claim {
        Claim::Bits | Claim::Numbers => (THREADS, block),
        Claim::Function { .. } => (1, 1),
        Claim::Product(_) => (WARP, block),
        Claim::Certain => (block, block),
    };
    let (sources, results) = (form.sources.len(), form.results.len());
    let mut report = Report::default();
    for first in (0..THREADS).step_by(unit) {
        let operands = &operands[first * sources..][..unit * sources];
        let found = &words[first * results..][..unit * results];
        let executed = interpreter.run(operands, unit, block)?;
        let judgements = judge_unit(form, operands, found, &executed);
        for (at, judgement) in judgements.into_iter().enumerate() {
            match judgement {
                Judgement::Agrees => report.agreeing += 1,
                Judgement::Open => report.open += 1,
                Judgement::Differs => {
                    report.differing += 1;
                    if report.shown.len() < SHOWN {
                        let thread = at / results;
                        let operands = &operands[thread * sources..][..sources];
                        report.shown.push(describe(
                            (first + thread, at % results),
                            operands,
                            (found[at], executed.results[at]),
                        ));
                    }
                }
            }
        }
    }
    Ok(report)
}

fn describe(
    (thread, result): (usize, usize),
    operands: &[u64],
    (device, own): (u64, u64),
) -> String {
    let operands: Vec<_> = operands.iter().map(|word| format!("{word:#x}")).collect();
    let operands = operands.join(", ");
    format!("thread {thread}, result {result} of {operands}: device {device:#x}, own {own:#x}")
}

/// A judgement of each result.
fn judge_unit(form: &Form, operands: &[u64], found: &[u64], executed: &Executed) -> Vec<Judgement> {
    let results = form.results.len();
    let exactly = |numbers: bool| -> Vec<Judgement> {
        let pairs = found.iter().zip(&executed.results).enumerate();
        let one = |(at, (device, own)): (usize, (&u64, &u64))| {
            same(form.results[at % results], *device, *own, numbers)
        };
        pairs.map(one).collect()
    };
    match &form.claim {
        Claim::Bits => exactly(false),
        Claim::Numbers => exactly(true),
        _ if !executed.approximate => exactly(form.results[0] == Type::F64),
        Claim::Certain => vec![Judgement::Open; found.len()],
        Claim::Product(product) => product::judge(product, operands, found, &executed.results),
        Claim::Function { op, ftz, full } => {
            let (device, own) = (found[0], executed.results[0]);
            vec![function((*op, *ftz, *full), form.results[0], operands, (device, own))]
        }
    }
}

/// The elements of a word, lowest first.
fn elements(ty: Type, word: u64) -> Vec<u64> {
    if !ty.is_packed() {
        return vec![word];
    }
    let half = ty.bits() / 2;
    vec![word & ((1 << half) - 1), word >> half]
}

/// Whether two words are the same; with `numbers`, a NaN is as good as another one.
fn same(ty: Type, device: u64, own: u64, numbers: bool) -> Judgement {
    let is_nan = |bits: u64| format(ty.element()).is_some_and(|of| of.from_bits(bits).is_nan());
    let pairs = elements(ty, device).into_iter().zip(elements(ty, own));
    let mut pairs = pairs.map(|(a, b)| a == b || numbers && is_nan(a) && is_nan(b));
    if pairs.all(|same| same) { Judgement::Agrees } else { Judgement::Differs }
}

/// An element of which the interpreter gives the device's bits needs no interval.
fn function(
    function: (FloatOp, bool, bool),
    ty: Type,
    operands: &[u64],
    (device, own): (u64, u64),
) -> Judgement {
    let operands: Vec<Vec<u64>> = operands.iter().map(|word| elements(ty, *word)).collect();
    let pairs = elements(ty, device).into_iter().zip(elements(ty, own)).enumerate();
    let judgements = pairs.map(|(at, (device, own))| {
        let operands: Vec<u64> = operands.iter().map(|elements| elements[at]).collect();
        match device == own {
            true => Judgement::Agrees,
            false => bounds::judge(function, ty.element(), &operands, device),
        }
    });
    let all: Vec<Judgement> = judgements.collect();
    let has = |judgement| all.contains(&judgement);
    match (has(Judgement::Differs), has(Judgement::Open)) {
        (true, _) => Judgement::Differs,
        (_, true) => Judgement::Open,
        _ => Judgement::Agrees,
    }
}

#[cfg(test)]
mod tests;
