//! Releases of a package, from one to another: where a known finding occurs.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

/// Some releases of a package; both ends are included, an end that is missing is open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// The package.
    pub package: String,
    /// The first version.
    #[serde(default)]
    pub from: Option<String>,
    /// The last version.
    #[serde(default)]
    pub to: Option<String>,
}

impl Range {
    /// Whether a toolchain is one of these; its id is such as `triton==3.8.0`.
    pub(super) fn holds(&self, toolchain: &str) -> bool {
        let Some((package, version)) = toolchain.split_once("==") else { return false };
        let after = |from: &String| compare(version, from) != Ordering::Less;
        let before = |to: &String| compare(version, to) != Ordering::Greater;
        package == self.package
            && self.from.as_ref().is_none_or(after)
            && self.to.as_ref().is_none_or(before)
    }
}

/// Compares the numbers in two versions: `3.7.10.post20260505` is [3, 7, 10, 20260505].
fn compare(a: &str, b: &str) -> Ordering {
    let numbers = |version: &str| -> Vec<u64> {
        version.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
    };
    numbers(a).cmp(&numbers(b))
}
