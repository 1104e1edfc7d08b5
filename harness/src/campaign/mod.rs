//! Campaigns: wires everything together and owns the store.
//!
//! A *campaign* is a seed with the toolchains, targets and stages that its kernels go through. Kernel
//! `i` is a function of the seed and `i` alone, unless `guidance` chooses the kernels; what was found
//! about it is kept in a [`Store`], so a campaign goes on where it stopped, whatever stopped it. *Slots* work on it side by side, each with
//! a compiler of its own; while that compiles one kernel, the slot judges the one before.

mod ab;
pub mod bisect;
pub mod both;
pub mod bundle;
mod chain;
mod compiler;
mod contents;
mod effort;
mod examine;
mod execute;
mod failure;
mod feed;
mod folder;
mod guidance;
mod interpret;
mod judgements;
mod kind;
mod launched;
mod layer;
mod merge;
pub mod minimize;
mod name_pass;
pub mod history;
mod offline;
mod outcome;
mod pool;
mod progress;
mod recorder;
pub mod regression;
mod sanitized;
mod schema;
pub mod selftest;
mod settings;
mod sink;
mod store;
mod subject;
mod summary;
mod survey;
pub mod ttgir;

use std::sync::atomic::AtomicBool;

use anyhow::Result;

pub use ab::Change;
pub(crate) use chain::chain;
pub use compiler::{Compiler, Compilers, Installed};
pub use contents::{details, night};
pub use effort::Effort;
pub use examine::{Examined, Examiner, Outcome, Times};
pub use failure::{Failed, judge_failure};
pub use feed::Feed;
pub use folder::{
    Finding as WrittenFinding, contents, find_finding, list as findings, record_beside,
};
pub use guidance::is_guided;
pub use merge::{Merged, merge};
pub use name_pass::differs_from;
pub use progress::{Bar, Lines, Observer, Silent, observer};
pub use settings::{Plan, Settings, Shard};
pub use store::Store;
pub use subject::{Source, Subject, guarded};
pub use summary::{Summary, Tally};

/// Runs a campaign until its count or time is reached or `stop` is set, and sums it up.
///
/// # Errors
/// If the store, a finding's folder or a compiler's process fails. What was found before is kept.
pub fn run(
    settings: &Settings,
    source: &dyn Source,
    compilers: &dyn Compilers,
    observer: &dyn Observer,
    stop: &AtomicBool,
) -> Result<Summary> {
    let effort = Effort::begin();
    let store = Store::open(&settings.folder(), &settings.identity())?;
    let feed = Feed::new(settings, store.done()?, stop);
    let sink = sink::Sink::new(settings, &store, observer)?;
    let guidance = guidance::Guidance::new(settings, source, &store)?;
    pool::run(settings, &guidance, compilers, &feed, &sink)?;
    let judged = sink.close()?;
    Summary::of(settings, &store, effort.end(judged))
}
