//! Hands out the kernels of a campaign, in order, without those that are done.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::kind::Kind;
use super::settings::{Plan, Settings};

/// Where a slot takes its next kernel from; `None` when it is to end what it has.
pub(super) type Supply<'a> = dyn Fn() -> Option<(u64, Plan)> + 'a;

/// The kernels that are left to do. Slots share one.
#[derive(Debug)]
pub struct Feed<'a> {
    next: Mutex<Next>,
    seed: u64,
    only: Option<Kind>,
    plans: Vec<Plan>,
    done: HashSet<(u64, String)>,
    count: Option<u64>,
    step: u64,
    started: Instant,
    time: Option<Duration>,
    stop: &'a AtomicBool,
}

#[derive(Debug)]
struct Next {
    index: u64,
    plan: usize,
}

impl<'a> Feed<'a> {
    /// What is left of a campaign in which `done` (kernel, plan) were judged before. It ends early
    /// once `stop` is set.
    pub fn new(settings: &Settings, done: HashSet<(u64, String)>, stop: &'a AtomicBool) -> Self {
        Feed {
            next: Mutex::new(Next { index: settings.shard.index, plan: 0 }),
            seed: settings.seed,
            only: None,
            plans: settings.plans(),
            done,
            count: settings.count,
            step: settings.shard.of,
            started: Instant::now(),
            time: settings.time,
            stop,
        }
    }

    /// The same without the numbers of the other kind, of a campaign over both.
    pub fn only(self, kind: Kind) -> Self {
        Feed { only: Some(kind), ..self }
    }

    /// The next kernel and where it goes through; `None` at the end.
    pub fn next(&self) -> Option<(u64, Plan)> {
        let late = || self.time.is_some_and(|time| self.started.elapsed() >= time);
        let mut next = self.next.lock().expect("invariant: no slot panics with the lock");
        loop {
            if self.stop.load(Ordering::Relaxed) || late() || self.plans.is_empty() {
                return None;
            }
            if self.count.is_some_and(|count| next.index >= count) {
                return None;
            }
            let (index, plan) = (next.index, self.plans[next.plan].clone());
            next.plan += 1;
            if next.plan == self.plans.len() {
                *next = Next { index: index + self.step, plan: 0 };
            }
            let other = self.only.is_some_and(|only| Kind::of(self.seed, index) != only);
            if !other && !self.done.contains(&(index, plan.to_string())) {
                return Some((index, plan));
            }
        }
    }

    /// Makes every slot end after what it is at.
    pub fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::{Stage, Target};
    use crate::toolchain::ToolchainId;

    fn settings(count: u64, shard: &str) -> Settings {
        let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
        Settings {
            seed: 1,
            count: Some(count),
            shard: shard.parse().unwrap(),
            ..Settings::single(&plan, &["ir".to_owned()], Stage::Ttgir)
        }
    }

    fn all(settings: &Settings, done: &[u64]) -> Vec<u64> {
        let stop = AtomicBool::new(false);
        let plan = settings.plans()[0].to_string();
        let done = done.iter().map(|index| (*index, plan.clone())).collect();
        let feed = Feed::new(settings, done, &stop);
        std::iter::from_fn(|| feed.next()).map(|(index, _)| index).collect()
    }

    #[test]
    fn shards_share_the_kernels() {
        assert_eq!(all(&settings(7, "0/1"), &[]), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(all(&settings(7, "1/3"), &[]), [1, 4]);
        assert_eq!(all(&settings(7, "0/3"), &[]), [0, 3, 6]);
    }

    #[test]
    fn what_is_done_is_left_out_and_more_can_be_added() {
        assert_eq!(all(&settings(5, "0/1"), &[0, 1, 3]), [2, 4]);
        assert_eq!(all(&settings(2, "0/1"), &[0, 1]), [0u64; 0]);
    }

    #[test]
    fn every_kernel_goes_through_every_plan_and_time_ends_it() {
        let mut settings = settings(2, "0/1");
        settings.targets.push(Target::cuda(80));
        assert_eq!(all(&settings, &[0]), [0, 1, 1]);
        settings.time = Some(Duration::ZERO);
        assert_eq!(all(&settings, &[]), [0u64; 0]);
    }
}
