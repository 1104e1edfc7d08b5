//! *Classes* of executions: of one case, those that leave the same result. The reference is in one of
//! them, or alone. They take the class of each execution, and know neither devices nor campaigns.
//!
//! That two executions agree says more if they share no code. TTIR and TTGIR on one device, and devices
//! of one *base* (whose code executes them), are one witness. Several witnesses that agree against the
//! reference are no fault of a device: what they all execute is wrong, or the reference is. It is a
//! finding like any other, because Triton's front end is part of what they all execute.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::class::Class;
use crate::compile::Stage;

/// One execution of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// What executed: `ir`, `cuda:0`.
    pub device: String,
    /// What it executed: `ttgir`.
    pub stage: String,
    /// What else tells it from others: its toolchain, its machine; may be empty.
    pub of: String,
    /// Whose code executed it.
    pub base: String,
    /// What it left.
    pub class: Class,
}

/// Executions that agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// What they left.
    pub left: Class,
    /// Their names; first `reference`, if they agree with it.
    pub members: Vec<String>,
}

/// The classes of a case with a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Classes {
    /// The classes: the reference's first, then the largest.
    pub groups: Vec<Group>,
    /// Executions that are in none, each with the reason.
    pub unjudged: Vec<(String, String)>,
    /// Who is alone, or what follows from who agrees, in words.
    pub told: String,
    /// Whether independent executions that begin with what the front end leaves agree with each other,
    /// and nobody with the reference.
    pub front_end: bool,
}

impl Seen {
    /// `ir ttgir`, `ptx`, `cuda:0 cubin (NVIDIA H200)`.
    pub fn name(&self) -> String {
        let Seen { device, stage, of, .. } = self;
        let own = if device == stage { device.clone() } else { format!("{device} {stage}") };
        if of.is_empty() { own } else { format!("{own} ({of})") }
    }
}

impl Classes {
    /// The classes of these executions; `None` if none differs from the reference.
    pub fn of(seen: &[Seen]) -> Option<Self> {
        let mut by_class: BTreeMap<&Class, Vec<&Seen>> = BTreeMap::new();
        let mut unjudged = Vec::new();
        for one in seen {
            match &one.class {
                Class::Unjudged(reason) => unjudged.push((one.name(), reason.clone())),
                class => by_class.entry(class).or_default().push(one),
            }
        }
        let right = by_class.remove(&Class::Reference).unwrap_or_default();
        let mut others: Vec<(&Class, Vec<&Seen>)> = by_class.into_iter().collect();
        if others.is_empty() {
            return None;
        }
        // Stable: of classes of one size, in the order of what they left.
        others.sort_by_key(|(_, members)| std::cmp::Reverse(members.len()));
        let reference = "reference".to_owned();
        let first = Group {
            left: Class::Reference,
            members: std::iter::once(reference).chain(right.iter().map(|one| one.name())).collect(),
        };
        let rest = others.iter().map(|(class, members)| Group {
            left: (*class).clone(),
            members: members.iter().map(|one| one.name()).collect(),
        });
        let groups = std::iter::once(first).chain(rest).collect();
        let others: Vec<Vec<&Seen>> = others.into_iter().map(|(_, members)| members).collect();
        let (told, front_end) = match (right.is_empty(), &others[..]) {
            (true, [all]) => against_the_reference(all),
            (true, _) => {
                let told = "nobody agrees with the reference, nor all others with each other";
                (told.to_owned(), false)
            }
            (false, apart) => {
                (apart.iter().map(|m| beside(m)).collect::<Vec<_>>().join("; "), false)
            }
        };
        Some(Classes { groups, unjudged, told, front_end })
    }

    /// One line for each class, and for each execution in none.
    pub fn lines(&self) -> Vec<String> {
        self.rows().into_iter().map(|(who, left)| format!("{who}: {left}")).collect()
    }

    /// The members of each class with what they left, both in words; then what is in none.
    pub fn rows(&self) -> Vec<(String, String)> {
        let groups = self.groups.iter();
        let groups = groups.map(|group| (group.members.join(", "), group.left.words()));
        let unjudged = self.unjudged.iter();
        let unjudged = unjudged.map(|(name, why)| (name.clone(), format!("not judged: {why}")));
        groups.chain(unjudged).collect()
    }
}

/// What follows if all that was executed agrees, and differs from the reference; and whether the front
/// end is to blame.
fn against_the_reference(all: &[&Seen]) -> (String, bool) {
    let bases: BTreeSet<&str> = all.iter().map(|one| one.base.as_str()).collect();
    // What is no stage of the compiler is what the front end reads: Triton's interpreter runs it.
    let is_early =
        |one: &&Seen| one.stage.parse::<Stage>().ok().is_none_or(|stage| stage == Stage::Ttir);
    if let [one] = all {
        return (format!("reference against {}, and nobody else was judged", one.name()), false);
    }
    let (told, front_end) = match (bases.len(), all.iter().any(is_early)) {
        (1, _) => ("reference alone, against executions that share code", false),
        (_, true) => {
            ("reference alone, all others agree: the front end (or the reference) is wrong", true)
        }
        (_, false) => (
            "reference alone, all others agree: what they all execute (or the reference) is wrong",
            false,
        ),
    };
    (told.to_owned(), front_end)
}

/// What is said of a class while others agree with the reference.
fn beside(members: &[&Seen]) -> String {
    let names: Vec<String> = members.iter().map(|one| one.name()).collect();
    let devices: BTreeSet<(&str, &str)> =
        members.iter().map(|one| (one.device.as_str(), one.of.as_str())).collect();
    match devices.len() {
        1 => format!("alone: {}", names.join(" and ")),
        _ => format!("apart from the reference, and agreeing: {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(device: &str, stage: &str, base: &str, class: &Class) -> Seen {
        Seen {
            device: device.into(),
            stage: stage.into(),
            of: String::new(),
            base: base.into(),
            class: class.clone(),
        }
    }

    #[test]
    fn the_one_that_differs_is_alone() {
        let wrong = Class::Other("1".into());
        let right = seen("ir", "ttir", "own", &Class::Reference);
        let unable = seen("ptx", "ptx", "own", &Class::Unjudged("steps".into()));
        let all = [right.clone(), seen("cuda", "cubin", "NVIDIA", &wrong), unable];
        let classes = Classes::of(&all).unwrap();
        assert_eq!((classes.told.as_str(), classes.front_end), ("alone: cuda cubin", false));
        assert_eq!(classes.groups[0].members, ["reference", "ir ttir"]);
        assert_eq!(classes.lines()[2], "ptx: not judged: steps");
        assert_eq!(Classes::of(&all[..1]), None, "nothing differs");
        let ttgir = seen("ir", "ttgir", "own", &wrong);
        let several = [right, ttgir, seen("cuda", "cubin", "NVIDIA", &wrong)];
        let told = Classes::of(&several).unwrap().told;
        assert_eq!(told, "apart from the reference, and agreeing: ir ttgir, cuda cubin");
    }

    #[test]
    fn a_reference_that_is_alone_is_told_by_who_is_against_it() {
        let wrong = Class::Other("1".into());
        let of = |all: &[Seen]| {
            let classes = Classes::of(all).unwrap();
            assert_eq!(classes.groups[0].members, ["reference"]);
            (classes.told, classes.front_end)
        };
        let (ttir, ttgir) = (seen("ir", "ttir", "own", &wrong), seen("ir", "ttgir", "own", &wrong));
        let (ptx, cuda) =
            (seen("ptx", "ptx", "own", &wrong), seen("cuda", "cubin", "NVIDIA", &wrong));
        let all = of(&[ttir.clone(), ttgir.clone(), cuda.clone()]);
        assert!(all.0.contains("the front end (or the reference)") && all.1, "{all:?}");
        let shared = of(&[ttir.clone(), ttgir, ptx.clone()]);
        assert!(shared.0.contains("that share code") && !shared.1, "{shared:?}");
        let late = of(&[ptx, cuda]);
        assert!(late.0.contains("what they all execute") && !late.1, "{late:?}");
        let one = of(std::slice::from_ref(&ttir));
        assert_eq!(
            one,
            ("reference against ir ttir, and nobody else was judged".to_owned(), false)
        );
        let other = seen("cuda", "cubin", "NVIDIA", &Class::Stopped("hang".into()));
        assert!(of(&[ttir, other]).0.contains("nor all others"));
    }
}
