//! Vector clocks: what an agent (a partition of warps) knows to have happened. Takes events, says
//! whether one happened before now. Must not know memories or operations.
//!
//! An asynchronous operation is an event of its own: who issued it knows nothing of its end until a
//! wait tells.

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// An agent did it itself, at that time of its own.
    Step {
        /// Who.
        agent: usize,
        /// When.
        time: u32,
    },
    /// An asynchronous operation ended.
    Flight(usize),
}

/// What is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    times: Vec<u32>,
    /// Ended flights, as bits.
    ended: Vec<u64>,
}

impl Clock {
    /// Whether the event happened before now.
    pub(super) fn knows(&self, event: Event) -> bool {
        match event {
            Event::Step { agent, time } => self.time(agent) >= time,
            Event::Flight(flight) => {
                self.ended.get(flight / 64).is_some_and(|word| word >> (flight % 64) & 1 != 0)
            }
        }
    }

    /// The last time of an agent that is known.
    pub(super) fn time(&self, agent: usize) -> u32 {
        self.times.get(agent).copied().unwrap_or(0)
    }

    /// The agent's time goes on: what it does from now on is not known to whom it told before.
    pub(super) fn tick(&mut self, agent: usize) {
        if self.times.len() <= agent {
            self.times.resize(agent + 1, 0);
        }
        self.times[agent] += 1;
    }

    /// A flight is known to have ended.
    pub(super) fn end(&mut self, flight: usize) {
        if self.ended.len() <= flight / 64 {
            self.ended.resize(flight / 64 + 1, 0);
        }
        self.ended[flight / 64] |= 1 << (flight % 64);
    }

    /// What another knows is known too.
    pub(super) fn join(&mut self, other: &Clock) {
        if self.times.len() < other.times.len() {
            self.times.resize(other.times.len(), 0);
        }
        for (time, other) in self.times.iter_mut().zip(&other.times) {
            *time = (*time).max(*other);
        }
        if self.ended.len() < other.ended.len() {
            self.ended.resize(other.ended.len(), 0);
        }
        self.ended.iter_mut().zip(&other.ended).for_each(|(word, other)| *word |= other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_known_and_nothing_later() {
        let (mut a, mut b) = (Clock::default(), Clock::default());
        a.tick(0);
        let first = Event::Step { agent: 0, time: a.time(0) };
        assert!(a.knows(first) && !b.knows(first));
        b.join(&a);
        a.tick(0);
        let second = Event::Step { agent: 0, time: a.time(0) };
        assert!(b.knows(first) && !b.knows(second));
        a.end(70);
        assert!(a.knows(Event::Flight(70)) && !a.knows(Event::Flight(71)));
        assert!(!b.knows(Event::Flight(70)));
        b.join(&a);
        assert!(b.knows(Event::Flight(70)) && b.knows(second));
    }
}
