//! Bundles: a campaign whose kernels are compiled on one machine, launched on another one, which has
//! the GPU and nothing else, and judged on the first.
//!
//! A *bundle* is a file of compiled kernels with what is needed to launch them: the case, from which
//! the inputs are made, the code, its arguments, and which bytes it must leave. *Results* are what a
//! device made of a bundle. Both are read and written as streams; a launch that was interrupted goes
//! on where it stopped. Where results are judged, findings are those of the campaign that the bundle
//! came from.

mod builds;
mod entry;
mod evidence;
mod expectation;
mod format;
mod judge;
mod launch;
mod launcher;
mod ordered;
mod pack;
mod plain;
mod queue;
mod read;
mod ready;
mod results;
mod sanitized;
mod watch;
mod write;

pub use judge::{Judging, judge};
pub use launch::{Counts, Launched, Launching, launch};
pub use launcher::{Launcher, Launchers, Servers};
pub use pack::{Bundled, Bundling, bundle};
pub(in crate::campaign) use plain::{brought, carry};

/// What stands for the device in a campaign that is bundled: any that can launch it.
pub const DEVICE: &str = "bundle";
