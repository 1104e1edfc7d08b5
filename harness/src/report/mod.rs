//! Writes findings down for people and for other programs.
//!
//! A *record* is a finding with all that is needed to see it again. Each format is one file.

mod classes;
mod explain;
pub mod globals;
mod html;
mod issue;
mod junit;
mod markdown;
mod minimal;
mod night;
mod origin;
mod plain;
mod sarif;

use serde::{Deserialize, Serialize};

use crate::oracle::{Classes, Finding, FindingKind, Known};

pub use explain::explain;
pub use html::{Page, Text, page};
pub use issue::issue;
pub use junit::junit;
pub use markdown::{nights, origin, summary, verdict};
pub use minimal::{Bad, Good, Minimal, Numbers, OWN_BUILD, Reach, Side, Sides, Tried};
pub use night::{Counts, Coverage, Entry, Exercised, Night, Status, entries};
pub use origin::{Origin, Span};
pub use plain::{one_line, visible};
pub use sarif::sarif;

/// A finding, and how to see it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Its id: kind and a hash of the signature, the same in every campaign.
    pub id: String,
    /// What went wrong.
    pub kind: FindingKind,
    /// For de-duplication.
    pub signature: String,
    /// The pass that went wrong, where known.
    pub pass: Option<String>,
    /// The file of the test case.
    pub case: String,
    /// The id of the known finding that it is; `a or b` where it may be each of these.
    pub known: Option<String>,
    /// The test case's name.
    pub name: String,
    /// What was seen and what was expected.
    pub detail: String,
    /// The toolchain that it was first seen in.
    pub toolchain: String,
    /// What was compiled for.
    pub target: String,
    /// The last stage that was run.
    pub until: String,
    /// How many kernels have shown it.
    pub sightings: u64,
    /// The command that shows it again.
    pub replay: String,
    /// In a comparison of two toolchains: `regression` where only the second shows it, `fixed` where only
    /// the first does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<String>,
    /// Which executions of the case agree with each other, where it was executed and they do not all agree
    /// with the reference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<Classes>,
    /// In which release it came in, where that was looked for: the fields `range` and `regression`.
    #[serde(flatten)]
    pub origin: Option<Origin>,
}

impl Record {
    /// The finding in it.
    pub fn finding(&self) -> Finding {
        Finding {
            kind: self.kind,
            signature: self.signature.clone(),
            pass: self.pass.clone(),
            detail: self.detail.clone(),
        }
    }
}

/// The entries of the list of known findings that an id such as `a or b` names.
fn entries_of<'a>(id: &str, known: &'a [Known]) -> Vec<&'a Known> {
    id.split(" or ").filter_map(|id| known.iter().find(|known| known.id == id)).collect()
}

/// A finding without markup in its texts.
#[cfg(test)]
fn example() -> Record {
    Record {
        id: "mismatch-12ab".into(),
        kind: FindingKind::Mismatch,
        signature: "mismatch | p".into(),
        pass: Some("p".into()),
        case: "findings/mismatch-12ab/case.json".into(),
        known: None,
        name: "s1-k3".into(),
        detail: "out[3] holds a[17], expected a[3]".into(),
        toolchain: "triton==3.9.0".into(),
        target: "cuda:90".into(),
        until: "ttgir".into(),
        sightings: 2,
        replay: "tritonsmith replay findings/mismatch-12ab".into(),
        change: None,
        classes: None,
        origin: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_id_of_several_is_looked_up() {
        let list = Known::list().unwrap();
        let of =
            |id| entries_of(id, &list).iter().map(|known| known.id.as_str()).collect::<Vec<_>>();
        let both = of("triton-11305 or triton-11682-result");
        assert_eq!(both, ["triton-11305", "triton-11682-result"]);
        assert_eq!(of("triton-11305"), ["triton-11305"]);
        assert_eq!(of("a or triton-11305"), ["triton-11305"]);
        assert!(of("a").is_empty());
    }
}
