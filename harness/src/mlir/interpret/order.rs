//! In which order accesses to shared and tensor memory happen: agents with their clocks, what each
//! has in flight, and the rule that tells a race.
//!
//! Takes accesses, gives races. Must not know values or operations.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::clock::{Clock, Event};
use super::result::{Fence, FenceCount, RaceKind, Site};
use super::view::Footprint;

/// Who accesses memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum User {
    /// The threads themselves.
    Threads,
    /// `cp.async`: threads too, as far as proxies go.
    Copy,
    /// A bulk copy into shared memory.
    Bulk,
    /// A bulk copy out of shared memory.
    Store,
    /// Hopper's matrix product.
    Product,
    /// Blackwell's matrix product.
    Tensor,
}

impl User {
    /// The fence that its reads need after writes of threads.
    fn fence(self) -> Option<Fence> {
        match self {
            User::Threads | User::Copy | User::Bulk => None,
            User::Store => Some(Fence::Store),
            User::Product => Some(Fence::Product),
            User::Tensor => Some(Fence::Tensor),
        }
    }

    /// Whether its operations end in the order in which one agent issues them.
    fn in_order(self) -> bool {
        matches!(self, User::Product | User::Tensor)
    }
}

/// One access that later ones must be ordered after.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub(super) place: Footprint,
    pub(super) write: bool,
    pub(super) user: User,
    pub(super) agent: usize,
    pub(super) event: Event,
    /// A fence of the proxies came after it.
    fenced: bool,
}

/// An asynchronous product that has not been waited for.
#[derive(Clone, Debug)]
struct Product {
    flight: usize,
    done: Arc<AtomicBool>,
}

/// A partition of warps, with what it has in flight.
#[derive(Clone, Debug, Default)]
pub(super) struct Agent {
    pub(super) clock: Clock,
    /// Copies of the group that is open.
    open: Vec<usize>,
    groups: VecDeque<Vec<usize>>,
    stores: VecDeque<(usize, Site)>,
    products: VecDeque<Product>,
    /// All products of the tensor cores since the kernel began.
    tensor: Clock,
}

/// The order of a program instance.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) agents: Vec<Agent>,
    flights: usize,
}

impl Default for Order {
    fn default() -> Self {
        let mut first = Agent::default();
        first.clock.tick(0);
        Order { agents: vec![first], flights: 0 }
    }
}

impl Order {
    /// The number of a new flight.
    pub(super) fn launch(&mut self) -> Event {
        self.flights += 1;
        Event::Flight(self.flights - 1)
    }

    /// What the agent does now.
    pub(super) fn now(&self, agent: usize) -> Event {
        Event::Step { agent, time: self.agents[agent].clock.time(agent) }
    }

    /// The access, as it is looked at now.
    pub(super) fn access(
        &self,
        agent: usize,
        user: User,
        event: Event,
        place: Footprint,
        write: bool,
    ) -> Access {
        Access { place, write, user, agent, event, fenced: false }
    }

    /// What the agent tells by an arrival; what it does later is not told.
    pub(super) fn release(&mut self, agent: usize) -> Clock {
        let told = self.agents[agent].clock.clone();
        self.agents[agent].clock.tick(agent);
        told
    }

    /// The agent gets to know.
    pub(super) fn acquire(&mut self, agent: usize, told: &Clock) {
        self.agents[agent].clock.join(told);
    }

    /// What is told when the products of the tensor cores that the agent has issued are complete.
    pub(super) fn commit(&mut self, agent: usize) -> Clock {
        let mut told = self.release(agent);
        told.join(&self.agents[agent].tensor);
        told
    }

    pub(super) fn copy(&mut self, agent: usize, event: Event) {
        if let Event::Flight(flight) = event {
            self.agents[agent].open.push(flight);
        }
    }

    pub(super) fn close_group(&mut self, agent: usize) {
        let group = std::mem::take(&mut self.agents[agent].open);
        self.agents[agent].groups.push_back(group);
    }

    /// All groups of copies but the last `left` are known to have landed; gives their flights.
    pub(super) fn end_groups(&mut self, agent: usize, left: usize) -> Vec<usize> {
        let Agent { clock, groups, .. } = &mut self.agents[agent];
        let ended = groups.len().saturating_sub(left);
        let flights: Vec<usize> = groups.drain(..ended).flatten().collect();
        flights.iter().for_each(|flight| clock.end(*flight));
        flights
    }

    pub(super) fn store(&mut self, agent: usize, event: Event, site: Site) {
        if let Event::Flight(flight) = event {
            self.agents[agent].stores.push_back((flight, site));
        }
    }

    /// All bulk stores but the last `left` are known to have ended; gives their flights.
    pub(super) fn end_stores(&mut self, agent: usize, left: usize) -> Vec<usize> {
        let Agent { clock, stores, .. } = &mut self.agents[agent];
        let ended = stores.len().saturating_sub(left);
        let flights: Vec<usize> = stores.drain(..ended).map(|(flight, _)| flight).collect();
        flights.iter().for_each(|flight| clock.end(*flight));
        flights
    }

    /// Where a bulk store began that nobody has waited for.
    pub(super) fn pending_store(&self) -> Option<Site> {
        self.agents.iter().find_map(|agent| Some(agent.stores.front()?.1.clone()))
    }

    /// A product in flight; gives the flag that says when its result may be used.
    pub(super) fn product(&mut self, agent: usize, event: Event) -> Option<Arc<AtomicBool>> {
        let Event::Flight(flight) = event else { return None };
        let done = Arc::new(AtomicBool::new(false));
        self.agents[agent].products.push_back(Product { flight, done: Arc::clone(&done) });
        Some(done)
    }

    /// All products but the last `left` are known to have ended; gives their flights.
    pub(super) fn end_products(&mut self, agent: usize, left: usize) -> Vec<usize> {
        let Agent { clock, products, .. } = &mut self.agents[agent];
        let ended = products.len().saturating_sub(left);
        let flights = products.drain(..ended).map(|product| {
            product.done.store(true, Ordering::Relaxed);
            clock.end(product.flight);
            product.flight
        });
        flights.collect()
    }

    pub(super) fn tensor(&mut self, agent: usize, event: Event) {
        if let Event::Flight(flight) = event {
            self.agents[agent].tensor.end(flight);
        }
    }

    /// New agents that know what `parent` knows.
    pub(super) fn fork(&mut self, parent: usize, count: usize) {
        let told = self.release(parent);
        self.agents.resize_with(self.agents.len().max(count + 1), Agent::default);
        for agent in (0..=count).filter(|agent| *agent != parent) {
            self.agents[agent].clock.join(&told);
            self.agents[agent].clock.tick(agent);
        }
    }

    /// The parent knows what the others did.
    pub(super) fn join(&mut self, parent: usize, count: usize) {
        for agent in (0..=count).filter(|agent| *agent != parent) {
            let told = self.release(agent);
            self.acquire(parent, &told);
        }
    }
}

/// The accesses to one allocation that matter to later ones.
#[derive(Clone, Debug, Default)]
pub(super) struct History(Vec<Access>);

impl History {
    /// Adds an access; fails if an earlier one may still be going on. Fences that it needed are
    /// counted: met or missing.
    pub(super) fn add(
        &mut self,
        order: &Order,
        new: Access,
        fences: &mut FenceCount,
    ) -> Result<(), (RaceKind, &'static str)> {
        let clock = &order.agents[new.agent].clock;
        let mut dropped = false;
        for old in &self.0 {
            let piped = old.user.in_order() && old.user == new.user && old.agent == new.agent;
            let known = piped || clock.knows(old.event);
            dropped |= known && covers(&new, old);
            if !(old.write || new.write) || !old.place.overlaps(&new.place) {
                continue;
            }
            if !known {
                return Err(race(old, &new));
            }
            if let Some(fence) = new.user.fence()
                && old.user == User::Threads
                && old.write
                && !new.write
            {
                fences.count(fence, old.fenced);
            }
        }
        if dropped {
            self.0.retain(|old| {
                let piped = old.user.in_order() && old.user == new.user && old.agent == new.agent;
                !((piped || clock.knows(old.event)) && covers(&new, old))
            });
        }
        self.0.push(new);
        Ok(())
    }

    /// Whether something may still be going on; the reason if so.
    pub(super) fn idle(&self, order: &Order, agent: usize) -> Result<(), (RaceKind, &'static str)> {
        let clock = &order.agents[agent].clock;
        match self.0.iter().find(|old| !clock.knows(old.event)) {
            Some(old) => {
                let (kind, _) = kind(old);
                Err((kind, "shared memory is freed while an asynchronous operation uses it"))
            }
            None => Ok(()),
        }
    }

    /// A fence of the proxies: writes that the agent knows of are seen by what comes later.
    pub(super) fn fence(&mut self, clock: &Clock) {
        for access in &mut self.0 {
            access.fenced |= clock.knows(access.event);
        }
    }
}

/// Whether what conflicts with the old access conflicts with the new one too.
fn covers(new: &Access, old: &Access) -> bool {
    (new.write || !old.write) && new.place.contains(&old.place)
}

/// What the old access was, when it is in the way.
fn kind(old: &Access) -> (RaceKind, &'static str) {
    match (old.event, old.user) {
        (Event::Step { .. }, _) => {
            (RaceKind::Partition, "two partitions use memory in no order, and one writes it")
        }
        (_, User::Copy | User::Bulk) => {
            (RaceKind::Copy, "shared memory is written while an asynchronous copy is in flight")
        }
        (_, User::Store) => {
            (RaceKind::Store, "shared memory is written while an asynchronous store reads it")
        }
        (_, User::Tensor) => {
            (RaceKind::Product, "memory is used while an asynchronous product uses it")
        }
        (_, _) => {
            (RaceKind::Product, "shared memory is written while an asynchronous product reads it")
        }
    }
}

fn race(old: &Access, new: &Access) -> (RaceKind, &'static str) {
    match (kind(old), new.write) {
        ((RaceKind::Copy, _), false) => {
            (RaceKind::Copy, "shared memory is read before an asynchronous copy has landed")
        }
        (found, _) => found,
    }
}
