//! Translation validation: executes a module before and after a pass and judges whether the second
//! *refines* the first.
//!
//! Takes two texts, gives one report for each function that both have. Arguments are made up: see
//! `input.rs`; what may differ and what not is in `refine.rs`. Must not know programs or test cases.

mod culprit;
mod difference;
mod effects;
mod foreign;
mod function;
mod input;
pub mod lit;
mod parameter;
mod refine;
mod settings;
mod text;
mod trial;
mod values;

use std::collections::HashSet;

use crate::mlir::{Attribute, Operation};

pub use crate::mlir::Asynchrony;
use crate::tensor::{Algebraic, Bounded, Domain, Exact};

pub use culprit::{Culprit, culprit};
pub use difference::{Difference, DifferenceKind, OpPlace, Seen, WrongLoad};
pub use foreign::foreign;
pub use function::{FunctionReport, Verdict};
pub use input::Shown;
pub use settings::Settings;
pub use text::{Text, ValidateError};

/// Judges every function of the first text: in the exact domain, and where floats are rounded in it in
/// the others, which say less. The report names the domain.
pub fn validate(before: &Text, after: &Text, settings: &Settings) -> Vec<FunctionReport> {
    let judge = |function: &Operation| {
        let name = function.symbol().unwrap_or_default();
        match after.module.function(name) {
            Some(other) if !other.regions.is_empty() => {
                judge((before, function), (after, other), settings)
            }
            _ => {
                let reason = gone(after, name).to_owned();
                FunctionReport::inconclusive(name, Exact::NAME, reason)
            }
        }
    };
    entries(before).into_iter().map(judge).collect()
}

fn gone(after: &Text, name: &str) -> &'static str {
    let mut lowered = false;
    after.module.walk(&mut |op| {
        lowered |= op.name.as_str() == "llvm.func" && op.symbol() == Some(name);
    });
    if lowered { "the function is LLVM's after it" } else { "the function is gone" }
}

/// A report for each function that [`validate`] would judge, where there is nothing to compare with.
pub fn unjudged(before: &Text, reason: &str) -> Vec<FunctionReport> {
    let report = |function: &Operation| {
        let name = function.symbol().unwrap_or_default();
        FunctionReport::inconclusive(name, Exact::NAME, reason.to_owned())
    };
    entries(before).into_iter().map(report).collect()
}

/// The functions that are judged: those with a body, without the private ones that others call,
/// which are judged through those.
pub fn entries(text: &Text) -> Vec<&Operation> {
    let mut called = HashSet::new();
    text.module.walk(&mut |op| {
        called.extend(op.attribute("callee").and_then(Attribute::as_str).map(str::to_owned));
    });
    let entry = |function: &&Operation| {
        let visibility = function.attribute("sym_visibility").and_then(Attribute::as_str);
        let private = visibility == Some("private")
            && function.symbol().is_some_and(|name| called.contains(name));
        !private && function.regions.iter().any(|region| !region.blocks.is_empty())
    };
    text.module.functions().into_iter().filter(entry).collect()
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
        (Verdict::Inconclusive, _) => {
            // What the function does with the floats may be in the inputs that none has compared.
            let open = exact.or(bounded).or(algebraic);
            FunctionReport { verdict: Verdict::Inconclusive, ..open }
        }
        _ => algebraic,
    }
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
