//! Scenarios in a real toolchain: what is known to be right and wrong there, faults planted into its
//! runtime, isolation, and the table of kinds.

#![allow(clippy::unwrap_used, reason = "tests")]

mod isolation;
mod planted;
mod runtime;
mod table;
mod walk;
