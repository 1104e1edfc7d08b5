//! Campaigns over modules of TTGIR: does what the compiler makes of a text do what the text says?
//!
//! The text itself is executed on the IR device, which makes it the reference; the compiler goes on from
//! the text, and its assembly or binary is executed on the campaign's devices.

mod contract;
mod defined;
mod examine;
mod record;
mod slot;

use std::sync::atomic::AtomicBool;

use anyhow::Result;

use super::compiler::Compilers;
use super::effort::Effort;
use super::feed::Feed;
use super::pool;
use super::progress::Observer;
use super::settings::Settings;
use super::store::Store;
use super::summary::Summary;
use crate::testcase::ttgir::TtgirCase;

pub use contract::read;
pub(super) use examine::LAYER;
pub use examine::{Judge, Judged, job, run as execute};
use record::Recorder;
use slot::Slot;

/// What such a campaign has as its [`Settings::scenario`].
pub const NAME: &str = "ttgir";

/// Runs a campaign over the modules that `source` gives for a number and a compute capability.
///
/// # Errors
/// If the store, a finding's folder or a compiler's process fails. What was found before is kept.
pub fn run(
    settings: &Settings,
    source: &(dyn Fn(u64, u32) -> TtgirCase + Sync),
    compilers: &dyn Compilers,
    observer: &dyn Observer,
    stop: &AtomicBool,
) -> Result<Summary> {
    let effort = Effort::begin();
    let store = Store::open(&settings.folder(), &settings.identity())?;
    let feed = Feed::new(settings, store.done()?, stop);
    let recorder = Recorder::new(settings, &store, observer)?;
    pool::slots(settings.jobs, &feed, || {
        Slot::new(settings, source, compilers)?.work(&feed, &recorder)
    })?;
    let judged = recorder.close()?;
    Summary::of(settings, &store, effort.end(judged))
}
