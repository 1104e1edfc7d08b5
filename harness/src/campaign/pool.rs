//! The slots of a campaign.

use std::collections::VecDeque;
use std::sync::Arc;

use anyhow::Result;

use super::ab::Against;
use super::compiler::{Compilers, Started};
use super::examine::Examiner;
use super::feed::{Feed, Supply};
use super::guidance::Guidance;
use super::settings::{Plan, Settings};
use super::sink::Sink;
use super::subject::{Subject, guarded};

/// Kernels that a slot has with its compilers: one that is compiled and the next, which starts as
/// soon as the first is fetched, while that is judged.
const AHEAD: usize = 2;

/// Runs `work` once for each slot, side by side, until all are done. One that fails ends the feed for
/// the others.
///
/// # Errors
/// The first slot's that failed.
pub(super) fn slots(jobs: usize, feed: &Feed, work: impl Fn() -> Result<()> + Sync) -> Result<()> {
    std::thread::scope(|scope| {
        let work = || {
            let result = work();
            if result.is_err() {
                feed.end();
            }
            result
        };
        let slots: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
        let mut first = Ok(());
        for slot in slots {
            let result = slot.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a slot panicked")));
            first = first.and(result);
        }
        first
    })
}

/// Works until the feed ends.
pub(super) fn run(
    settings: &Settings,
    guidance: &Guidance<'_>,
    compilers: &dyn Compilers,
    feed: &Feed,
    sink: &Sink,
) -> Result<()> {
    slots(settings.jobs, feed, || {
        Slot::new(settings, guidance, compilers)?.work(&|| feed.next(), sink)
    })
}

/// Works on kernels.
pub(super) struct Slot<'a> {
    settings: &'a Settings,
    guidance: &'a Guidance<'a>,
    examiner: Examiner<'a>,
    /// The last kernel that was generated: the next plan takes the same.
    latest: Option<(u64, Arc<Subject>)>,
    own: Started<'a>,
    flight: VecDeque<(u64, Plan, Arc<Subject>)>,
    /// Where the other toolchain of a comparison is asked.
    against: Against<'a>,
}

impl<'a> Slot<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        guidance: &'a Guidance<'a>,
        compilers: &'a dyn Compilers,
    ) -> Result<Self> {
        let examiner = Examiner::new(settings, compilers)?;
        let (own, flight) = (settings.started(compilers), VecDeque::new());
        let against = Against::new(settings, compilers);
        Ok(Slot { settings, guidance, examiner, latest: None, own, flight, against })
    }

    /// Works until `supply` ends and what it gave is recorded.
    pub(super) fn work(&mut self, supply: &Supply<'_>, sink: &Sink) -> Result<()> {
        loop {
            while self.flight.len() < AHEAD {
                let Some((index, plan)) = supply() else { break };
                match guarded(|| self.subject(index)) {
                    Ok(subject) => self.submit(index, plan, subject)?,
                    Err(panic) => {
                        log::error!("kernel {index}: the generator failed: {panic}");
                        sink.lost(index, &plan, "the generator failed")?;
                    }
                }
            }
            let Some((index, plan, subject)) = self.flight.pop_front() else { return Ok(()) };
            let result = self.own.of(&plan.toolchain)?.receive()?;
            let examined = self.examiner.examine(&subject, &plan, &result)?;
            let examined = match self.settings.ab {
                true => self.against.compare(&mut self.examiner, &subject, &plan, examined)?,
                false => examined,
            };
            self.guidance.learn(index, &subject, &result, &examined.outcome)?;
            sink.record(index, &plan, &subject, &examined)?;
        }
    }

    fn subject(&mut self, index: u64) -> Arc<Subject> {
        if let Some((_, subject)) = self.latest.as_ref().filter(|(latest, _)| *latest == index) {
            return subject.clone();
        }
        let subject = self.guidance.subject(index);
        self.latest = Some((index, subject.clone()));
        subject
    }

    fn submit(&mut self, index: u64, plan: Plan, subject: Arc<Subject>) -> Result<()> {
        let job = self.settings.first_job(&subject, &plan);
        self.own.of(&plan.toolchain)?.submit(&job)?;
        self.flight.push_back((index, plan, subject));
        Ok(())
    }
}
