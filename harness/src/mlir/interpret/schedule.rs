//! Runs the partitions of warps one at a time, in an order that a number decides.
//!
//! Each partition has a thread of its own, because what it executes is a tree of closures; what they
//! share is a baton that is handed over at waits and at chosen accesses to shared memory. So never
//! two run at once, nothing is locked, and a number gives one order whatever the machine.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::tensor::{Domain, Memory, Random};

use super::barrier::Place;
use super::machine::{Machine, Outcome};
use super::order::Order;
use super::placement::Placement;
use super::result::{Access, Event, ExecutionError, FalseClaim, FenceCount, Site};
use super::shared::Shared;
use super::tma::Descriptor;

/// What all partitions share: it moves from one to the next.
pub(super) struct Baton<D: Domain> {
    memory: Memory<D>,
    shared: Shared<D>,
    order: Order,
    fences: FenceCount,
    placement: Placement,
    descriptors: HashMap<i64, Arc<Descriptor<D>>>,
    scratch: i64,
    steps: u64,
    products: u64,
    inexact: bool,
    decided: bool,
    wraps: bool,
    unsure: Option<&'static str>,
    events: Vec<Event<D>>,
    accesses: Vec<Access<D>>,
    claims: Vec<FalseClaim>,
    schedule: Schedule,
}

/// What a partition is doing.
#[derive(Clone, Debug)]
enum State {
    Ready,
    /// Until a barrier's phase of that parity completes.
    Waiting(Place, i64, Site),
    /// Until all others are done.
    Joining,
    Done,
}

/// Who runs next.
#[derive(Clone, Debug, Default)]
pub(super) struct Schedule {
    random: Random,
    /// One access in so many may hand over; none for 0.
    every: u64,
    /// Of each partition, while there are some.
    states: Vec<State>,
    /// What stopped a partition.
    error: Option<ExecutionError>,
}

impl Schedule {
    /// The order of that number: the first hands over at waits only, others ever more often.
    pub(super) fn new(number: u64) -> Self {
        let every = [0, 8, 2, 3][(number % 4) as usize];
        Schedule { random: Random::new(number), every, ..Schedule::default() }
    }

    /// Whether partitions run.
    pub(super) fn is_split(&self) -> bool {
        !self.states.is_empty()
    }
}

/// How a partition is reached: with the baton, or with nothing when all is over.
type Message<D> = Option<Box<Baton<D>>>;

/// The ends of the partitions' channels.
pub(super) struct Mailbox<D: Domain> {
    pub(super) inbox: Receiver<Message<D>>,
    pub(super) post: Arc<[Sender<Message<D>>]>,
}

/// A mailbox for each of so many partitions.
pub(super) fn mailboxes<D: Domain>(count: usize) -> Vec<Mailbox<D>> {
    let (senders, receivers): (Vec<_>, Vec<_>) = (0..count).map(|_| channel()).unzip();
    let post: Arc<[_]> = senders.into();
    let mailbox = |inbox| Mailbox { inbox, post: Arc::clone(&post) };
    receivers.into_iter().map(mailbox).collect()
}

impl<D: Domain> Mailbox<D> {
    /// Tells all others that it is over. Those that are gone already need not know.
    pub(super) fn dismiss(&self) {
        for sender in self.post.iter() {
            let _ = sender.send(None);
        }
    }
}

/// What a partition that is no longer needed ends with; nobody sees it.
pub(super) fn dismissed() -> ExecutionError {
    ExecutionError::Malformed("a partition ended early".into())
}

impl<D: Domain> Machine<'_, D> {
    fn pack(&mut self) -> Box<Baton<D>> {
        Box::new(Baton {
            memory: std::mem::take(&mut self.memory),
            shared: std::mem::take(&mut self.shared),
            order: std::mem::take(&mut self.order),
            fences: std::mem::take(&mut self.fences),
            placement: std::mem::take(&mut self.placement),
            descriptors: std::mem::take(&mut self.descriptors),
            scratch: self.scratch,
            steps: self.steps,
            products: self.products,
            inexact: self.inexact,
            decided: self.decided,
            wraps: self.wraps,
            unsure: self.unsure,
            events: std::mem::take(&mut self.events),
            accesses: std::mem::take(&mut self.accesses),
            claims: std::mem::take(&mut self.claims),
            schedule: std::mem::take(&mut self.schedule),
        })
    }

    pub(super) fn unpack(&mut self, baton: Baton<D>) {
        self.memory = baton.memory;
        self.shared = baton.shared;
        self.order = baton.order;
        self.fences = baton.fences;
        self.placement = baton.placement;
        self.descriptors = baton.descriptors;
        self.scratch = baton.scratch;
        self.steps = baton.steps;
        self.products = baton.products;
        self.inexact = baton.inexact;
        self.decided = baton.decided;
        self.wraps = baton.wraps;
        self.unsure = baton.unsure;
        self.events = baton.events;
        self.accesses = baton.accesses;
        self.claims = baton.claims;
        self.schedule = baton.schedule;
    }

    fn send(&mut self, to: usize) {
        let baton = self.pack();
        if let Some(mailbox) = &self.mailbox {
            // A partition that is gone has dismissed all others, this one too.
            let _ = mailbox.post[to].send(Some(baton));
        }
    }

    /// Hands the baton over and waits until it comes back.
    fn hand_over(&mut self, to: usize) -> Outcome {
        if to == self.agent {
            return Ok(());
        }
        self.send(to);
        let answer = self.mailbox.as_ref().and_then(|mailbox| mailbox.inbox.recv().ok());
        let Some(baton) = answer.flatten() else { return Err(dismissed()) };
        self.unpack(*baton);
        match self.schedule.error.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn can_run(&self, agent: usize) -> bool {
        let others = || self.schedule.states.iter().enumerate().filter(|(i, _)| *i != agent);
        match &self.schedule.states[agent] {
            State::Ready => true,
            State::Waiting(place, parity, _) => {
                // One that is gone is reported by the wait itself.
                self.shared.barriers.get(place).is_none_or(|barrier| barrier.passes(*parity))
            }
            State::Joining => others().all(|(_, state)| matches!(state, State::Done)),
            State::Done => false,
        }
    }

    /// One of those that can run.
    fn next(&mut self) -> Option<usize> {
        let all = 0..self.schedule.states.len();
        let able: Vec<usize> = all.filter(|agent| self.can_run(*agent)).collect();
        match able.len() {
            0 => None,
            count => Some(able[self.schedule.random.below(count as u64) as usize]),
        }
    }

    /// A place where another partition may go on.
    pub(super) fn pause(&mut self) -> Outcome {
        if !self.schedule.is_split() || self.schedule.every == 0 {
            return Ok(());
        }
        if self.schedule.random.below(self.schedule.every) != 0 {
            return Ok(());
        }
        let next = self.next().unwrap_or(self.agent);
        self.hand_over(next)
    }

    /// Waits for a barrier; others run meanwhile.
    pub(super) fn block(&mut self, place: Place, parity: i64) -> Outcome {
        let passes = |machine: &Self| {
            machine.shared.barriers.get(&place).is_none_or(|barrier| barrier.passes(parity))
        };
        if passes(self) {
            return Ok(());
        }
        if !self.schedule.is_split() {
            return Err(self.deadlock(self.site()));
        }
        self.schedule.states[self.agent] = State::Waiting(place, parity, self.site());
        while !passes(self) {
            let Some(next) = self.next() else { return Err(self.deadlock(self.site())) };
            self.hand_over(next)?;
        }
        self.schedule.states[self.agent] = State::Ready;
        Ok(())
    }

    fn deadlock(&self, site: Site) -> ExecutionError {
        match self.executable.is_clustered() {
            true => ExecutionError::Unsupported("barriers of a cluster".into()),
            false => ExecutionError::Deadlock(site),
        }
    }

    /// Where a partition waits that can never go on.
    fn stuck(&self) -> ExecutionError {
        let waiting = self.schedule.states.iter().find_map(|state| match state {
            State::Waiting(_, _, site) => Some(site.clone()),
            _ => None,
        });
        self.deadlock(waiting.unwrap_or_else(|| self.site()))
    }

    /// Partitions begin: agent 0 is this one.
    pub(super) fn split(&mut self, partitions: usize) {
        self.schedule.states = vec![State::Ready; partitions + 1];
        self.order.fork(0, partitions);
    }

    /// Agent 0 waits for all others.
    pub(super) fn join(&mut self) -> Outcome {
        let partitions = self.schedule.states.len() - 1;
        self.schedule.states[0] = State::Joining;
        while !self.can_run(0) {
            let Some(next) = self.next() else { return Err(self.stuck()) };
            self.hand_over(next)?;
        }
        self.schedule.states.clear();
        self.order.join(0, partitions);
        Ok(())
    }

    /// A partition ends: well, or with an error that agent 0 is told.
    pub(super) fn finish(&mut self, outcome: Outcome) {
        self.schedule.states[self.agent] = State::Done;
        let next = match outcome {
            Err(error) => {
                self.schedule.error = Some(error);
                0
            }
            Ok(()) => self.next().unwrap_or_else(|| {
                self.schedule.error = Some(self.stuck());
                0
            }),
        };
        self.send(next);
    }
}
