//! The script of a finding, which runs alone.

use crate::testcase::TestCase;

/// What a buffer must hold after the launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The parameter that points to it.
    pub name: String,
    /// The bit pattern of each element.
    pub bits: Vec<u64>,
    /// Which elements are compared; the others hold unspecified values.
    pub compared: Vec<bool>,
}

/// A script that launches the kernel and compares what it leaves.
pub fn standalone(case: &TestCase, _expected: &[Contents]) -> String {
    super::module(case)
}
