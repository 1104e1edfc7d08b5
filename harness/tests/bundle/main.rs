//! Bundles with a compiler that is scripted and a device that is: what is packed, launched, judged and
//! kept, and that nothing is lost on the way.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "../support/mod.rs"]
mod support;

mod devices;
mod judging;
mod launching;
mod packing;
mod scripted;
