//! Campaigns with a compiler that is scripted: what is found, named, written and kept.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "../support/mod.rs"]
mod support;

mod code;
mod comparison;
mod findings;
mod folder;
mod scripted;
