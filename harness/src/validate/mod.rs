//! Translation validation: executes a module before and after a pass and judges whether the second
//! *refines* the first.
//!
//! Takes two texts, gives one report for each function that both have. Arguments are made up: see
//! `input.rs`; what may differ and what not is in `refine.rs`. Must not know programs or test cases.

mod culprit;
mod difference;
mod effects;
mod function;
mod input;
mod parameter;
mod refine;
mod text;

use crate::mlir::{Attribute, Operation};
use crate::tensor::{Algebraic, Bounded, Domain, Exact};

pub use culprit::{Culprit, culprit};
pub use difference::{Difference, DifferenceKind, OpPlace, Seen, WrongLoad};
pub use function::{FunctionReport, Verdict};
pub use input::Shown;
pub use text::{Text, ValidateError};

/// How much is tried.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Inputs to judge.
    pub inputs: usize,
    /// Inputs to try.
    pub attempts: u64,
    /// Fewer judged inputs than this are no verdict.
    pub fewest: usize,
    /// Operations that one run may execute.
    pub steps: u64,
    /// Operations after which no further input is tried.
    pub all_steps: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { inputs: 64, attempts: 192, fewest: 8, steps: 20_000, all_steps: 1_000_000 }
    }
}

/// Judges every function of the first text: in the exact domain, and where floats are rounded in it in
/// the others, which say less. The report names the domain.
pub fn validate(before: &Text, after: &Text, settings: &Settings) -> Vec<FunctionReport> {
    let judge = |function: &Operation| {
        let name = function.symbol().unwrap_or_default();
        match after.module.function(name) {
            Some(other) if !other.regions.is_empty() => {
                judge((before, function), (after, other), settings)
            }
            _ => FunctionReport::inconclusive(name, Exact::NAME, "the function is gone".to_owned()),
        }
    };
    let functions = before.module.functions();
    functions.into_iter().filter(|function| is_entry(function)).map(judge).collect()
}

/// The domains in turn. A difference in any is one; what is left open in one the next may decide.
fn judge(
    before: (&Text, &Operation),
    after: (&Text, &Operation),
    settings: &Settings,
) -> FunctionReport {
    let exact = function::compare::<Exact>(before, after, settings);
    if !exact.misses_rounded() {
        return exact;
    }
    let bounded = function::compare::<Bounded>(before, after, settings);
    if bounded.verdict != Verdict::Inconclusive {
        return bounded;
    }
    let algebraic = function::compare::<Algebraic>(before, after, settings);
    match (algebraic.verdict, exact.verdict) {
        (Verdict::Inconclusive, Verdict::Equal) => exact,
        (Verdict::Inconclusive, _) => exact.or(bounded).or(algebraic),
        _ => algebraic,
    }
}

/// Private functions are judged through those that call them.
fn is_entry(function: &Operation) -> bool {
    let visibility = function.attribute("sym_visibility").and_then(Attribute::as_str);
    visibility != Some("private") && function.regions.iter().any(|region| !region.blocks.is_empty())
}

/// The worst of several verdicts: a difference outweighs what could not be judged, and nothing to
/// judge is no verdict.
pub fn overall(reports: &[FunctionReport]) -> Verdict {
    let has = |verdict| reports.iter().any(|report| report.verdict == verdict);
    if has(Verdict::Different) {
        Verdict::Different
    } else if reports.is_empty() || has(Verdict::Inconclusive) {
        Verdict::Inconclusive
    } else {
        Verdict::Equal
    }
}
