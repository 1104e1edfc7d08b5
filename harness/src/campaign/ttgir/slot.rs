//! A slot of a campaign: has one module after another compiled, judged and recorded.

use std::collections::VecDeque;

use anyhow::{Context, Result};

use super::examine::{Judge, job};
use super::record::Recorder;
use crate::campaign::compiler::{Compilers, Started};
use crate::campaign::feed::Feed;
use crate::campaign::settings::{Plan, Settings};
use crate::campaign::subject::guarded;
use crate::testcase::ttgir::TtgirCase;

/// Modules that a slot has with its compilers: while one is judged, the next is compiled.
const AHEAD: usize = 2;

pub(super) struct Slot<'a> {
    settings: &'a Settings,
    source: &'a (dyn Fn(u64, u32) -> TtgirCase + Sync),
    judge: Judge<'a>,
    own: Started<'a>,
    flight: VecDeque<(u64, Plan, TtgirCase)>,
}

impl<'a> Slot<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        source: &'a (dyn Fn(u64, u32) -> TtgirCase + Sync),
        compilers: &'a dyn Compilers,
    ) -> Result<Self> {
        let judge = Judge::new(settings, compilers)?;
        let (own, flight) = (Started::new(compilers), VecDeque::new());
        Ok(Slot { settings, source, judge, own, flight })
    }

    pub(super) fn work(mut self, feed: &Feed, recorder: &Recorder) -> Result<()> {
        loop {
            while self.flight.len() < AHEAD {
                let Some((index, plan)) = feed.next() else { break };
                let capability = plan.target.capability().context("the target is no NVIDIA GPU")?;
                match guarded(|| (self.source)(index, capability)) {
                    Ok(case) => self.submit(index, plan, case)?,
                    Err(panic) => {
                        log::error!("module {index}: the generator failed: {panic}");
                        recorder.lost(index, &plan, "the generator failed")?;
                    }
                }
            }
            let Some((index, plan, case)) = self.flight.pop_front() else { return Ok(()) };
            let result = self.own.of(&plan.toolchain)?.receive()?;
            let judged = self.judge.examine(&case, &plan, &result)?;
            recorder.record(index, &plan, &case, &judged)?;
        }
    }

    fn submit(&mut self, index: u64, plan: Plan, case: TtgirCase) -> Result<()> {
        let job = job(&case, &plan.target, self.settings.until);
        self.own.of(&plan.toolchain)?.submit(&job)?;
        self.flight.push_back((index, plan, case));
        Ok(())
    }
}
