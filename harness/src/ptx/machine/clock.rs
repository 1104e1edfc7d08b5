//! Vector clocks: what of the past each warp knows to be done.
//!
//! An *agent* is whatever accesses shared memory on its own: a warp, its asynchronous copies, its
//! bulk stores, the products of its warp group, the tensor loads of a block. An *epoch* is a point
//! in an agent's time. One access happens before another if the second one's warp knows its epoch.

/// A point in the time of an agent, with what kind of access it stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Epoch(u64);

const SEVERAL: u64 = 1 << 63;
const ATOMIC: u64 = 1 << 62;
const PROXY: u64 = 1 << 61;
const AGENT: u32 = 32;

impl Epoch {
    /// No access yet.
    pub(super) const NEVER: Epoch = Epoch(0);

    pub(super) fn new(agent: usize, time: u32) -> Self {
        // One more, so that no epoch is 0.
        Epoch((agent as u64 + 1) << AGENT | u64::from(time))
    }

    /// The epoch of an atomic operation.
    pub(super) fn atomic(self) -> Self {
        Epoch(self.0 | ATOMIC)
    }

    /// The epoch of an access through the asynchronous proxy.
    pub(super) fn through_proxy(self) -> Self {
        Epoch(self.0 | PROXY)
    }

    /// No epoch, but the number of a list of them, where one stands for the last reader.
    pub(super) fn several(list: u32) -> Self {
        Epoch(SEVERAL | u64::from(list))
    }

    /// The list that it is the number of.
    pub(super) fn list(self) -> Option<u32> {
        (self.0 & SEVERAL != 0).then_some(self.0 as u32)
    }

    pub(super) fn is_atomic(self) -> bool {
        self.0 & ATOMIC != 0
    }

    pub(super) fn is_through_proxy(self) -> bool {
        self.0 & PROXY != 0
    }

    pub(super) fn agent(self) -> usize {
        (((self.0 & !(ATOMIC | PROXY)) >> AGENT) as usize).wrapping_sub(1)
    }

    fn time(self) -> u32 {
        self.0 as u32
    }

    /// A number that differs for most pairs.
    pub(super) fn mixed(self, other: Epoch) -> usize {
        let both = self.0 ^ other.0.rotate_left(29);
        (both.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as usize
    }
}

/// What a warp, or a barrier, knows of every agent.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    /// Up to when each agent's accesses are done.
    pub(super) seen: Vec<u32>,
    /// Up to when they are visible to the asynchronous proxy too.
    pub(super) fenced: Vec<u32>,
}

impl Clock {
    pub(super) fn new(agents: usize) -> Self {
        Clock { seen: vec![0; agents], fenced: vec![0; agents] }
    }

    /// Learns what another one knows. One that has learned nothing yet may be empty.
    pub(super) fn join(&mut self, other: &Clock) {
        if self.seen.is_empty() {
            self.clone_from(other);
            return;
        }
        let all = self.seen.iter_mut().zip(&other.seen);
        for (own, other) in all.chain(self.fenced.iter_mut().zip(&other.fenced)) {
            *own = (*own).max(*other);
        }
    }

    /// Keeps only what another one knows too.
    pub(super) fn meet(&mut self, other: &Clock) {
        let all = self.seen.iter_mut().zip(&other.seen);
        for (own, other) in all.chain(self.fenced.iter_mut().zip(&other.fenced)) {
            *own = (*own).min(*other);
        }
    }

    pub(super) fn knows(&self, epoch: Epoch) -> bool {
        epoch == Epoch::NEVER || self.seen[epoch.agent()] >= epoch.time()
    }

    /// Whether the asynchronous proxy sees an access.
    pub(super) fn is_fenced(&self, epoch: Epoch) -> bool {
        epoch == Epoch::NEVER
            || epoch.is_through_proxy()
            || self.fenced[epoch.agent()] >= epoch.time()
    }

    /// `fence.proxy.async`
    pub(super) fn fence(&mut self) {
        self.fenced.clone_from(&self.seen);
    }

    pub(super) fn learn(&mut self, agent: usize, time: u32) {
        self.seen[agent] = self.seen[agent].max(time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_joined_is_known_and_what_is_fenced_is_seen_by_the_proxy() {
        let (mut a, mut b) = (Clock::new(2), Clock::new(2));
        a.learn(0, 3);
        let epoch = Epoch::new(0, 3);
        assert!(a.knows(epoch) && !b.knows(epoch));
        b.join(&a);
        assert!(b.knows(epoch) && !b.is_fenced(epoch) && b.is_fenced(epoch.through_proxy()));
        b.fence();
        assert!(b.is_fenced(epoch) && b.knows(epoch.atomic()));
        assert_eq!((epoch.atomic().agent(), epoch.agent()), (0, 0));
        assert_eq!((Epoch::several(7).list(), epoch.list()), (Some(7), None));
        b.meet(&Clock::new(2));
        assert!(!b.knows(epoch));
    }
}
