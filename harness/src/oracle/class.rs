//! The *class* of one execution: what it left, as far as that decides with which others it agrees. It
//! takes the evidence and its verdict.
//!
//! Two executions are in one class if they agree in every element that the case specifies: bit for bit,
//! with all NaNs one value. An element within its bound of the reference counts as the reference's.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::compare::{Pair, Results};
use super::{Evidence, Verdict};

/// What an execution left, as far as that decides with whom it agrees.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Class {
    /// What the reference leaves.
    Reference,
    /// Something else: a hash of it.
    Other(String),
    /// No result, but a fault: its kind.
    Stopped(String),
    /// It could not be judged, for this reason.
    Unjudged(String),
}

/// Why a text names no class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no class")]
pub struct ParseClassError(String);

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Class::Reference => f.write_str("reference"),
            Class::Other(hash) => write!(f, "other {hash}"),
            Class::Stopped(kind) => write!(f, "stopped {kind}"),
            Class::Unjudged(reason) => write!(f, "unjudged {reason}"),
        }
    }
}

impl FromStr for Class {
    type Err = ParseClassError;

    fn from_str(text: &str) -> Result<Self, ParseClassError> {
        match text.split_once(' ') {
            None if text == "reference" => Ok(Class::Reference),
            Some(("other", hash)) => Ok(Class::Other(hash.to_owned())),
            Some(("stopped", kind)) => Ok(Class::Stopped(kind.to_owned())),
            Some(("unjudged", reason)) => Ok(Class::Unjudged(reason.to_owned())),
            _ => Err(ParseClassError(text.to_owned())),
        }
    }
}

impl From<Class> for String {
    fn from(class: Class) -> String {
        class.to_string()
    }
}

impl TryFrom<String> for Class {
    type Error = ParseClassError;

    fn try_from(text: String) -> Result<Self, ParseClassError> {
        text.parse()
    }
}

impl Class {
    /// The class of an execution that was judged so.
    pub fn of(evidence: &Evidence, verdict: &Verdict) -> Self {
        match (verdict, Results::of(evidence)) {
            (Verdict::Agree, _) => Class::Reference,
            (Verdict::Inconclusive(reason), _) => Class::Unjudged(reason.clone()),
            (Verdict::Bug(_), Some(results)) => Class::Other(hash(&results)),
            (Verdict::Bug(finding), None) => Class::Stopped(finding.kind.name().to_owned()),
        }
    }

    /// What its members left, for a person.
    pub(super) fn words(&self) -> String {
        match self {
            Class::Reference => "the reference's result".to_owned(),
            Class::Other(hash) => format!("another result ({hash})"),
            Class::Stopped(kind) => kind.clone(),
            Class::Unjudged(reason) => format!("not judged: {reason}"),
        }
    }
}

/// A hash of every element that is specified.
fn hash(results: &Results) -> String {
    let mut hash = Sha256::new();
    for pair in results.pairs() {
        hash.update(pair.expected.name.as_bytes());
        for at in 0..pair.len() {
            let (kind, bits) = element(&pair, at);
            hash.update([kind]);
            hash.update(bits.to_le_bytes());
        }
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// What an element counts as: a kind, and bits.
fn element(pair: &Pair, at: usize) -> (u8, u64) {
    const OPEN: u8 = 0;
    const UNDEFINED: u8 = 1;
    const NAN: u8 = 2;
    const VALUE: u8 = 3;
    let bits = pair.observed_bits(at);
    if pair.is_open(at) {
        (OPEN, 0)
    } else if pair.is_undefined(at) {
        (UNDEFINED, 0)
    } else if pair.is_nan(bits) {
        (NAN, 0)
    } else if pair.agrees(at) {
        (VALUE, pair.expected_bits(at))
    } else {
        (VALUE, bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::judge;
    use crate::oracle::testing::Run;

    fn class(run: &Run) -> Class {
        let evidence = run.evidence();
        Class::of(&evidence, &judge(&evidence))
    }

    /// A run that leaves these bits in these elements of the result.
    fn left(mut run: Run, changes: &[(usize, u64)]) -> Run {
        for (at, bits) in changes {
            run.observed("out").bits[*at] = *bits;
        }
        run
    }

    #[test]
    fn results_are_grouped_bit_for_bit() {
        let one = class(&left(Run::default(), &[(3, 7)]));
        assert!(matches!(one, Class::Other(_)));
        assert_eq!(class(&Run::default()), Class::Reference);
        assert_eq!(class(&left(Run::default(), &[(3, 7)])), one);
        assert_ne!(class(&left(Run::default(), &[(3, 8)])), one);
        assert_ne!(class(&left(Run::default(), &[(4, 7)])), one);
    }

    #[test]
    fn one_nan_is_as_good_as_another() {
        let [quiet, other] = [0x7fc0_0000, 0xffc0_0001].map(|nan| (2, nan));
        let one = class(&left(Run::default(), &[quiet]));
        assert!(matches!(one, Class::Other(_)));
        assert_eq!(class(&left(Run::default(), &[other])), one);
    }

    #[test]
    fn what_nothing_specifies_is_left_out() {
        let open = || {
            let mut run = Run::default();
            run.open("out", 4);
            run
        };
        let one = class(&left(open(), &[(3, 7), (4, 1)]));
        assert_eq!(class(&left(open(), &[(3, 7), (4, 2)])), one);
        assert_eq!(class(&left(open(), &[(4, 2)])), Class::Reference);
    }

    #[test]
    fn within_the_bound_is_the_references_and_outside_counts_bit_for_bit() {
        let bounded = || Run::default().bounded();
        assert_eq!(class(&bounded()), Class::Reference);
        let wrong = [0x4780_0000, 0x4780_0001].map(|bits| class(&left(bounded(), &[(5, bits)])));
        assert!(matches!(wrong[0], Class::Other(_)));
        assert_ne!(wrong[0], wrong[1]);
        assert_eq!(class(&left(bounded(), &[(5, 0x4780_0000)])), wrong[0]);
    }

    #[test]
    fn classes_round_trip() {
        let all = [
            Class::Reference,
            Class::Other("00ff".into()),
            Class::Stopped("hang".into()),
            Class::Unjudged("unsupported: tt.x y".into()),
        ];
        for class in all {
            assert_eq!(class.to_string().parse::<Class>(), Ok(class.clone()));
            let json = serde_json::to_string(&class).unwrap();
            assert_eq!(serde_json::from_str::<Class>(&json).unwrap(), class);
        }
        assert!("references".parse::<Class>().is_err());
    }
}
