//! Devices execute artifacts and leave observations.
//!
//! An *observation* is what one execution left: the contents of every buffer, or how it failed. It
//! says nothing about right and wrong: that is for the oracles.

use crate::tensor::Kind;

/// What one execution left.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The device that executed: `ir`, `cuda:0`.
    pub device: String,
    /// What it executed: `ttir`, `ttgir`, `cubin`.
    pub stage: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Seconds it took.
    pub seconds: f64,
}

/// How an execution ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It ran to its end.
    Finished(Vec<ObservedBuffer>),
    /// It accessed memory that it must not.
    Fault(String),
    /// The executed code has undefined behaviour on a well-defined kernel.
    Undefined(String),
    /// It did not end within its limit of steps or time.
    Timeout(String),
    /// The device cannot execute something: our limit, named by operation.
    Unsupported(String),
    /// The device itself failed.
    DeviceFailure(String),
}

/// The contents of one buffer.
#[derive(Clone, Debug)]
pub struct ObservedBuffer {
    /// The parameter that points to it.
    pub name: String,
    /// What its elements are.
    pub kind: Kind,
    /// The bit pattern of each element.
    pub bits: Vec<u64>,
    /// Elements that hold an undefined value, where the device can tell.
    pub undef: Option<Vec<bool>>,
    /// Elements that were stored to, where the device can tell.
    pub written: Option<Vec<bool>>,
}
