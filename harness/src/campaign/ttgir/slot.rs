//! A slot of a campaign: has one module after another compiled, judged and recorded.

use std::collections::{HashMap, VecDeque};

use anyhow::{Context, Result};

use super::examine::{Judge, job};
use super::record::Recorder;
use crate::campaign::compiler::{Compiler, Compilers};
use crate::campaign::feed::Feed;
use crate::campaign::settings::{Plan, Settings};
use crate::campaign::subject::guarded;
use crate::testcase::ttgir::TtgirCase;
use crate::toolchain::ToolchainId;

/// Modules that a slot has with its compilers: while one is judged, the next is compiled.
const AHEAD: usize = 2;

pub(super) struct Slot<'a> {
    settings: &'a Settings,
    source: &'a (dyn Fn(u64, u32) -> TtgirCase + Sync),
    compilers: &'a dyn Compilers,
    judge: Judge<'a>,
    own: HashMap<ToolchainId, Box<dyn Compiler>>,
    flight: VecDeque<(u64, Plan, TtgirCase)>,
}

impl<'a> Slot<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        source: &'a (dyn Fn(u64, u32) -> TtgirCase + Sync),
        compilers: &'a dyn Compilers,
    ) -> Result<Self> {
        let judge = Judge::new(settings, compilers)?;
        let (own, flight) = (HashMap::new(), VecDeque::new());
        Ok(Slot { settings, source, compilers, judge, own, flight })
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
            let compiler = self.own.get_mut(&plan.toolchain).expect("invariant: it was asked");
            let result = compiler.receive()?;
            let judged = self.judge.examine(&case, &plan, &result)?;
            recorder.record(index, &plan, &case, &judged)?;
        }
    }

    fn submit(&mut self, index: u64, plan: Plan, case: TtgirCase) -> Result<()> {
        if !self.own.contains_key(&plan.toolchain) {
            let compiler = self.compilers.start(&plan.toolchain)?;
            self.own.insert(plan.toolchain.clone(), compiler);
        }
        let compiler = self.own.get_mut(&plan.toolchain).expect("invariant: it was put there");
        compiler.submit(&job(&case, &plan.target, self.settings.until))?;
        self.flight.push_back((index, plan, case));
        Ok(())
    }
}
