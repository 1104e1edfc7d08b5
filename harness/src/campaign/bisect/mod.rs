//! Testers for `bisect`: whether a toolchain shows what a case shows at the bad end.
//!
//! A *symptom* is what is recognised again. It is the fault of the case and not just any: a kernel that
//! is wrong in another way says nothing about the first fault and counts as untestable.

mod ask;
mod drive;
mod kernel;
mod module;
mod origin;
mod scenario;
mod script;
mod ttgir;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Outcome;
use crate::compile::{INTERPRETER, Stage};
use crate::oracle::{Finding, FindingKind};
use crate::testcase::TestCase;
use crate::testcase::scenario::Scenario;
use crate::testcase::ttgir::TtgirCase;

pub use ask::{Asker, Wanted};
pub use drive::{over_revisions, over_toolchains};
pub use origin::find_origins;

/// What a signature ends in where a build with that sanitizer alone shows the fault.
const CONSAN: &str = " (consan)";
/// The place of a failure to read IR.
const PARSE: &str = "parse";

/// What is tried on each toolchain.
#[derive(Clone, Debug)]
pub enum Case {
    /// A kernel.
    Kernel(Box<TestCase>),
    /// A scenario.
    Scenario(Box<Scenario>),
    /// A module of TTGIR that is compiled on.
    Ttgir(Box<TtgirCase>),
    /// Passes on a module.
    Module {
        /// The module.
        text: String,
        /// The passes, in order.
        passes: Vec<String>,
    },
    /// A script that runs alone: status 0 is good, a failure of its own bad.
    Script(PathBuf),
}

/// What a fault is recognised by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symptom {
    /// Equal for the same fault.
    pub what: String,
    /// The pass that goes wrong, where it is known and part of the fault.
    pub pass: Option<String>,
    /// Whether the compiler fails, and nothing is executed.
    pub fails: bool,
    /// For people.
    pub text: String,
}

/// What one run has shown.
#[derive(Clone, Debug)]
pub enum Shown {
    /// All is well.
    Right,
    /// These faults.
    Wrong(Vec<Symptom>),
    /// The compiler does not fail; what it made could not be judged, and why.
    Survives(String),
    /// Nothing, and why.
    Cannot(String),
}

impl Symptom {
    /// What a finding is recognised by. The pass is not part of a failure to compile: it is not always
    /// known there, and of a wrong value only where it could be named. Where native code is wrong the IR
    /// before it is not known to be, so its stage is part of the fault. What fails on reading IR comes to none
    /// of the passes, and is another fault than the same words of a pass.
    pub fn of(finding: &Finding) -> Self {
        let (signature, build) = match finding.signature.strip_suffix(CONSAN) {
            Some(signature) => (signature, CONSAN),
            None => (finding.signature.as_str(), ""),
        };
        let mut parts = signature.splitn(3, " | ").skip(1);
        let (place, said) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let kind = finding.kind.name();
        let fails = finding.kind.is_compilation();
        let text = finding.signature.clone();
        let what = match place {
            PARSE if fails => format!("{kind} | {PARSE} | {said}"),
            _ if fails => format!("{kind} | {said}{build}"),
            INTERPRETER => format!("{kind} | {INTERPRETER}"),
            place if is_native(place) => format!("{kind} | {place}{build}"),
            _ => format!("{kind}{build}"),
        };
        Symptom { what, pass: finding.pass.clone().filter(|_| !fails), fails, text }
    }

    /// What the fault of a scenario is recognised by: all of its signature.
    pub fn of_scenario(signature: &str) -> Self {
        let (what, text) = (signature.to_owned(), signature.to_owned());
        Symptom { what, pass: None, fails: false, text }
    }

    /// Whether another is of the same fault.
    pub fn is(&self, other: &Symptom) -> bool {
        let same_pass = match (&self.pass, &other.pass) {
            (Some(one), Some(another)) => name(one) == name(another),
            _ => true,
        };
        self.what == other.what && same_pass
    }

    /// Whether this is recorded of native code, and the other may be the same fault in the IR that the code
    /// was made of. A bundle's results are judged without a compiler, so that no pass is named.
    pub(in crate::campaign) fn is_traced_to(&self, other: &Symptom) -> bool {
        let of_code = self.what.split_once(" | ").filter(|(_, place)| is_native(place));
        let same_kind = of_code.is_some_and(|(kind, _)| kind == other.what);
        self.pass.is_none() && other.pass.is_some() && same_kind
    }
}

/// Whether the place of a finding is code that a GPU executes.
fn is_native(place: &str) -> bool {
    [Stage::Ptx, Stage::Cubin, Stage::Spv].iter().any(|stage| stage.name() == place)
}

/// A pass without its options, which change between releases.
fn name(pass: &str) -> &str {
    pass.split('{').next().unwrap_or(pass)
}

/// What an outcome shows. `compiled` tells whether the compiler got through.
fn shown(outcome: Outcome, compiled: bool) -> Shown {
    match outcome {
        Outcome::Agree => Shown::Right,
        Outcome::Bug { finding, .. } => Shown::Wrong(vec![Symptom::of(&finding)]),
        // The reason of a kernel that the front end refuses is the signature of that.
        Outcome::Invalid(reason) if reason.starts_with(FindingKind::Rejected.name()) => {
            let (kind, detail) = (FindingKind::Rejected, String::new());
            let finding = Finding { kind, signature: reason, pass: None, detail };
            Shown::Wrong(vec![Symptom::of(&finding)])
        }
        Outcome::Inconclusive(reason) if compiled => Shown::Survives(reason),
        Outcome::Inconclusive(reason) | Outcome::Invalid(reason) => Shown::Cannot(reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(kind: FindingKind, signature: &str, pass: Option<&str>) -> Symptom {
        let (signature, pass) = (signature.to_owned(), pass.map(str::to_owned));
        Symptom::of(&Finding { kind, signature, pass, detail: String::new() })
    }

    #[test]
    fn faults_are_recognised() {
        let kind = FindingKind::Mismatch;
        let one = finding(kind, "mismatch | tritongpu-pipeline", Some("tritongpu-pipeline{a=1}"));
        let same = finding(kind, "mismatch | tritongpu-pipeline", Some("tritongpu-pipeline{b=1}"));
        assert!(one.is(&same) && one.is(&finding(kind, "mismatch | ttgir", None)));
        assert!(!one.is(&finding(kind, "mismatch | cse", Some("cse"))));
        assert!(!one.is(&finding(FindingKind::Hang, "hang | cse", None)));
        assert!(!one.is(&finding(kind, &format!("mismatch | {INTERPRETER}"), None)));
        let native = finding(kind, "mismatch | cubin | out[N] is N", None);
        assert!(native.is(&finding(kind, "mismatch | cubin | o[N] holds a[N]", None)));
        assert!(!native.is(&finding(kind, "mismatch | cse", Some("cse"))));
        assert!(!native.is(&finding(kind, "mismatch | cubin | out[N] is N (consan)", None)));
        let named = finding(kind, "mismatch | cse", Some("cse"));
        assert!(native.is_traced_to(&named) && !named.is_traced_to(&native));
        assert!(!native.is_traced_to(&native) && !one.is_traced_to(&named));
        assert!(!native.is_traced_to(&finding(kind, "mismatch | ttgir", None)));
        assert!(!native.is_traced_to(&finding(FindingKind::Hang, "hang | cse", Some("cse"))));
        let built = finding(kind, "mismatch | cubin | out[N] is N (consan)", None);
        assert!(!built.is_traced_to(&named));
        let race = finding(FindingKind::Race, "race | ptx (consan)", None);
        assert_eq!(race.what, "race | ptx (consan)");
        let kind = FindingKind::Assertion;
        let one = finding(kind, "assertion | cse | a == N", Some("cse"));
        assert!(one.is(&finding(kind, "assertion | ttgir | a == N", None)));
        assert!(!one.is(&finding(kind, "assertion | cse | b == N", Some("cse"))));
        let read = || finding(kind, "assertion | parse | a == N", None);
        assert!(!one.is(&read()) && !read().is(&one) && read().is(&read()));
    }

    #[test]
    fn what_is_no_verdict_is_none() {
        let reason = || "steps".to_owned();
        assert!(matches!(shown(Outcome::Inconclusive(reason()), true), Shown::Survives(_)));
        assert!(matches!(shown(Outcome::Inconclusive(reason()), false), Shown::Cannot(_)));
        assert!(matches!(shown(Outcome::Invalid(reason()), true), Shown::Cannot(_)));
        let refused = shown(Outcome::Invalid("rejected | frontend | no".to_owned()), false);
        let Shown::Wrong(symptoms) = refused else { panic!() };
        assert!(symptoms[0].fails && symptoms[0].what == "rejected | no");
    }
}
