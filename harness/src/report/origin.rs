//! In which release a finding came in.

use serde::{Deserialize, Serialize};

/// What was learnt of a finding by asking older releases; two fields of its record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Between which releases, as far as that is known.
    pub range: Span,
    /// Whether an earlier release is known to be right.
    pub regression: bool,
}

/// The releases between which a finding came in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// The last one that is right, where there is one such place.
    pub last_good: Option<String>,
    /// The first one that is wrong.
    pub first_bad: Option<String>,
    /// The same for a person, or why it is not known.
    pub said: String,
}

impl Origin {
    /// One of which nothing is known, and why.
    pub fn unknown(why: String) -> Self {
        let range = Span { last_good: None, first_bad: None, said: why };
        Origin { range, regression: false }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Record;
    use super::super::night::testing::record;
    use super::*;

    #[test]
    fn it_is_two_fields_of_a_record_or_none() {
        let plain = record("a", None);
        let text = serde_json::to_string(&plain).unwrap();
        assert!(!text.contains("range") && !text.contains("regression"), "{text}");
        assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), plain);
        let (good, bad) = ("triton==3.8.0".to_owned(), "triton==3.9.0".to_owned());
        let said = format!("right in {good}, wrong from {bad} on");
        let range = Span { last_good: Some(good), first_bad: Some(bad), said };
        let told = Record { origin: Some(Origin { range, regression: true }), ..plain };
        let value = serde_json::to_value(&told).unwrap();
        assert_eq!(value["range"]["last_good"], "triton==3.8.0");
        assert_eq!(value["regression"], true);
        assert_eq!(serde_json::from_value::<Record>(value).unwrap(), told);
    }
}
