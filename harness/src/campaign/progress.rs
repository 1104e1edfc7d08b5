//! Shows how a campaign goes: a bar on a terminal, plain lines otherwise, always on standard error.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::settings::Settings;
use super::summary::Tally;
use crate::report::{self, Record, one_line};

/// Is told what happens. Calls come from one slot at a time.
pub trait Observer: Sync {
    /// A kernel was judged; the counts are those of the campaign.
    fn kernel(&self, tally: &Tally, findings: usize);

    /// Something was found for the first time.
    fn finding(&self, record: &Record);

    /// The run is over.
    fn end(&self) {}
}

/// Shows nothing.
#[derive(Debug)]
pub struct Silent;

impl Observer for Silent {
    fn kernel(&self, _: &Tally, _: usize) {}

    fn finding(&self, _: &Record) {}
}

/// A bar if standard error is a terminal, lines otherwise.
pub fn observer(settings: &Settings) -> Box<dyn Observer> {
    if std::io::stderr().is_terminal() {
        Box::new(Bar::new(settings))
    } else {
        Box::new(Lines::default())
    }
}

/// A progress bar.
#[derive(Debug)]
pub struct Bar {
    bar: ProgressBar,
    started: Instant,
    first: Mutex<Option<u64>>,
}

impl Bar {
    /// For a campaign with these settings.
    pub fn new(settings: &Settings) -> Self {
        let share = |count: u64| {
            let shard = settings.shard;
            count.saturating_sub(shard.index).div_ceil(shard.of) * settings.plans().len() as u64
        };
        let length = settings.count.map(share);
        let target = ProgressDrawTarget::stderr_with_hz(5);
        let bar = ProgressBar::with_draw_target(length, target);
        let template = match length {
            Some(_) => "{elapsed_precise} {wide_bar} {pos}/{len} {msg}",
            None => "{elapsed_precise} {spinner} {pos} {msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Bar { bar, started: Instant::now(), first: Mutex::new(None) }
    }
}

impl Observer for Bar {
    fn kernel(&self, tally: &Tally, findings: usize) {
        // What an earlier run has judged is done, but does not count for the rate.
        let first = {
            let mut first = self.first.lock().expect("invariant: nothing panics here");
            *first.get_or_insert(tally.kernels.saturating_sub(1))
        };
        let rate = (tally.kernels - first) as f64 / self.started.elapsed().as_secs_f64().max(0.001);
        self.bar.set_position(tally.kernels);
        self.bar.set_message(format!("{rate:.1}/s {}", counts(tally, findings)));
    }

    fn finding(&self, record: &Record) {
        self.bar.println(line(record));
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// A line every ten seconds, and one for each finding.
#[derive(Debug, Default)]
pub struct Lines {
    last: Mutex<Option<(Instant, u64)>>,
}

impl Observer for Lines {
    fn kernel(&self, tally: &Tally, findings: usize) {
        const EVERY: Duration = Duration::from_secs(10);
        let mut last = self.last.lock().expect("invariant: nothing panics here");
        let (since, before) = *last.get_or_insert((Instant::now(), tally.kernels));
        if since.elapsed() >= EVERY {
            let rate = (tally.kernels - before) as f64 / since.elapsed().as_secs_f64();
            eprintln!("{} kernels, {rate:.1}/s, {}", tally.kernels, counts(tally, findings));
            *last = Some((Instant::now(), tally.kernels));
        }
    }

    fn finding(&self, record: &Record) {
        eprintln!("{}", line(record));
    }
}

fn counts(tally: &Tally, findings: usize) -> String {
    let report::Counts { agree, invalid, inconclusive, .. } = tally.outcomes;
    format!("agree {agree} inconclusive {inconclusive} invalid {invalid} findings {findings}")
}

fn line(record: &Record) -> String {
    let known = record.known.as_ref().map_or(String::new(), |id| format!(" (known: {id})"));
    one_line(&format!("found {}{known}: {}", record.id, record.detail))
}
