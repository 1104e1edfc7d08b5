//! Compares two toolchains: a finding counts if the other toolchain does not show it on the same kernel.
//!
//! The first toolchain is the base. What only the second shows is a *regression*, what only the first shows
//! is *fixed*. That their IR differs is nothing: outcomes are compared, and not texts.

use anyhow::{Context, Result};

use super::bisect::Symptom;
use super::compiler::{Compilers, Started};
use super::examine::{Examined, Examiner, Outcome};
use super::settings::{Plan, Settings};
use super::subject::Subject;
use crate::oracle::Finding;

/// Why a fault is no difference.
const SAME: &str = "both toolchains show the same fault";

/// In which of two toolchains something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// In the second only.
    Regression,
    /// In the first only.
    Fixed,
}

impl Change {
    /// In one word.
    pub fn name(self) -> &'static str {
        match self {
            Change::Regression => "regression",
            Change::Fixed => "fixed",
        }
    }
}

/// Asks the other toolchain about what one has shown. It has compilers of its own: a slot's have the next
/// kernel in hand.
pub(super) struct Against<'a> {
    settings: &'a Settings,
    own: Started<'a>,
}

impl<'a> Against<'a> {
    pub(super) fn new(settings: &'a Settings, compilers: &'a dyn Compilers) -> Self {
        Against { settings, own: settings.started(compilers) }
    }

    /// What is left of a judgement once the other toolchain has been asked.
    pub(super) fn compare(
        &mut self,
        examiner: &mut Examiner<'a>,
        subject: &Subject,
        plan: &Plan,
        mut examined: Examined,
    ) -> Result<Examined> {
        let Outcome::Bug { finding, .. } = &examined.outcome else { return Ok(examined) };
        let other = self.settings.toolchains.iter().find(|id| **id != plan.toolchain);
        let toolchain = other.context("a comparison needs two toolchains")?.clone();
        let is_base = self.settings.toolchains.first() == Some(&plan.toolchain);
        let other = Plan { toolchain, target: plan.target.clone() };
        let compiler = self.own.of(&other.toolchain)?;
        let answer = compiler.run(&self.settings.first_job(subject, &other))?;
        let there = examiner.examine(subject, &other, &answer)?.outcome;
        match differs(finding, &there, answer.failure.is_none()) {
            Ok(()) => {
                let change = if is_base { Change::Fixed } else { Change::Regression };
                examined.change = Some(change);
            }
            Err(reason) => {
                examined.log.push_str(&format!("\n{reason}: {}\n", finding.signature));
                examined.outcome = Outcome::Inconclusive(reason);
            }
        }
        Ok(examined)
    }
}

/// Whether another toolchain does not show a finding; else why that is no difference. `compiled` tells
/// whether the other one got through its compiler.
fn differs(finding: &Finding, there: &Outcome, compiled: bool) -> Result<(), String> {
    match there {
        Outcome::Agree => Ok(()),
        // Its code was not executed there.
        Outcome::Bug { finding: other, .. }
            if other.kind.is_compilation() && !finding.kind.is_compilation() =>
        {
            Err(format!("the other toolchain cannot be compared with: {}", other.signature))
        }
        Outcome::Bug { finding: other, .. } => match Symptom::of(finding).is(&Symptom::of(other)) {
            true => Err(SAME.to_owned()),
            false => Ok(()),
        },
        // It does not fail to compile there, whatever its code does.
        Outcome::Inconclusive(_) if compiled && finding.kind.is_compilation() => Ok(()),
        Outcome::Inconclusive(reason) | Outcome::Invalid(reason) => {
            Err(format!("the other toolchain cannot be compared with: {reason}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::FindingKind;

    #[test]
    fn only_differences_count() {
        let finding = |kind: FindingKind, said: &str| {
            let signature = format!("{} | ttgir | {said}", kind.name());
            Finding { kind, signature, pass: None, detail: String::new() }
        };
        let crash = finding(FindingKind::Assertion, "a");
        let value = finding(FindingKind::Mismatch, "a");
        let bug = |finding: &Finding| Outcome::Bug { finding: finding.clone(), known: None };
        assert!(differs(&crash, &Outcome::Agree, true).is_ok());
        assert_eq!(differs(&crash, &bug(&crash), false), Err(SAME.to_owned()));
        assert!(differs(&crash, &bug(&finding(FindingKind::Assertion, "b")), false).is_ok());
        let open = Outcome::Inconclusive("steps".to_owned());
        assert!(differs(&crash, &open, true).is_ok());
        assert!(differs(&crash, &open, false).is_err());
        assert!(differs(&value, &open, true).unwrap_err().contains("steps"));
    }
}
