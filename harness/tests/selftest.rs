//! The bars of `selftest` on the built-in corpus: plants, recall, false alarms.

#![allow(clippy::unwrap_used, reason = "tests")]

use tritonsmith::campaign::selftest;

#[test]
fn planted_faults_are_caught_and_frozen_kernels_agree() {
    let report = selftest::run().unwrap();
    assert!(report.plants >= 300, "{}", report.text());
    assert!(report.recall >= 0.95, "{}", report.text());
    assert_eq!((report.controls, report.false_alarms), (60, 0), "{}", report.text());
    assert!(report.inconclusive.is_empty(), "{}", report.text());
}
