//! The reference evaluator.
//!
//! It runs a test case over a numeric domain and gives what every buffer must hold afterwards, or
//! the rule of well-definedness that the case breaks.

use crate::tensor::{Domain, Kind, Tile};

/// What a buffer must hold after the launch.
#[derive(Clone, Debug)]
pub struct ExpectedBuffer<D: Domain> {
    /// The parameter that points to it.
    pub name: String,
    /// What its elements are.
    pub kind: Kind,
    /// Its contents, one dimension; undefined lanes hold values that nothing specifies, and are not
    /// compared.
    pub values: Tile<D>,
    /// One flag an element: whether the kernel stores to it.
    pub written: Vec<bool>,
}

/// What a launch must leave.
#[derive(Clone, Debug)]
pub struct Expected<D: Domain> {
    /// The buffers, in order of the parameters.
    pub buffers: Vec<ExpectedBuffer<D>>,
}
