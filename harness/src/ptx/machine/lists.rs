//! Accesses to a byte of shared memory of which none knows of the others: writes of the same value, or
//! reads. A byte has one [`Epoch`] for each of the two, which may be the number of a list.
//!
//! A list never changes, so that all bytes of an access have the same one.

use smallvec::SmallVec;

use super::clock::Epoch;

/// So many lists are kept before those that no byte has are dropped.
const MOST: usize = 4096;

/// How many joins are remembered: those of the bytes of an access, which few different ones went before.
const JOINS: usize = 64;

/// The lists of the writes to the shared memory of a block, or those of the reads.
#[derive(Debug)]
pub(super) struct Lists {
    all: Vec<SmallVec<[Epoch; 4]>>,
    /// What was joined, and what came of it.
    joins: [[Epoch; 3]; JOINS],
    /// Lists that were there when some had been dropped.
    needed: usize,
}

impl Default for Lists {
    fn default() -> Self {
        Lists { all: Vec::new(), joins: [[Epoch::NEVER; 3]; JOINS], needed: 0 }
    }
}

impl Lists {
    /// The accesses that an epoch stands for.
    pub(super) fn of<'a>(&'a self, epoch: &'a Epoch) -> &'a [Epoch] {
        match epoch.list() {
            Some(list) => &self.all[list as usize],
            None => std::slice::from_ref(epoch),
        }
    }

    /// What stands for those of the accesses of an epoch that are to stay, and another one; the epoch itself
    /// if that is one of them. Of equal epochs the same are to stay.
    pub(super) fn joined(
        &mut self,
        held: Epoch,
        by: Epoch,
        stays: impl Fn(&[Epoch], usize) -> bool,
    ) -> Epoch {
        let slot = held.mixed(by) % JOINS;
        let [before, other, joined] = self.joins[slot];
        if (before, other) == (held, by) {
            return joined;
        }
        let all = self.of(&held);
        if all.contains(&by) {
            return held;
        }
        let left = (0..all.len()).filter(|at| stays(all, *at)).map(|at| all[at]);
        let all: SmallVec<[Epoch; 4]> = left.chain([by]).collect();
        let joined = match all[..] {
            [only] => only,
            _ => {
                self.all.push(all);
                Epoch::several(self.all.len() as u32 - 1)
            }
        };
        self.joins[slot] = [held, by, joined];
        joined
    }

    /// Whether it is time to drop some.
    pub(super) fn are_many(&self) -> bool {
        self.all.len() > MOST + 2 * self.needed
    }

    /// Drops the lists that none of these, which are all that there are, is the number of.
    pub(super) fn keep(&mut self, epochs: &mut [Epoch]) {
        let mut before = std::mem::take(&mut self.all);
        let mut moved = vec![None; before.len()];
        for epoch in epochs {
            let Some(list) = epoch.list() else { continue };
            let list = list as usize;
            *epoch = *moved[list].get_or_insert_with(|| {
                self.all.push(std::mem::take(&mut before[list]));
                Epoch::several(self.all.len() as u32 - 1)
            });
        }
        self.joins = [[Epoch::NEVER; 3]; JOINS];
        self.needed = self.all.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_what_stays_and_the_last_access() {
        let mut lists = Lists::default();
        let at = Epoch::new;
        let two = lists.joined(at(0, 1), at(1, 1), |_, _| true);
        assert_eq!(lists.joined(at(0, 1), at(1, 1), |_, _| true), two, "bytes share it");
        let later = lists.joined(two, at(2, 2), |all, index| all[index] == at(1, 1));
        assert_eq!(lists.of(&two), [at(0, 1), at(1, 1)]);
        assert_eq!(lists.joined(two, at(0, 1), |_, _| true), two, "it is one of them");
        assert_eq!(lists.of(&later), [at(1, 1), at(2, 2)]);
        assert_eq!(lists.joined(later, at(3, 1), |_, _| false), at(3, 1));
        assert_eq!(lists.of(&at(2, 7)), [at(2, 7)]);
    }

    #[test]
    fn lists_that_no_byte_has_are_dropped() {
        let mut lists = Lists::default();
        let mut held: Vec<Epoch> = (0..2 * MOST as u32)
            .map(|time| lists.joined(Epoch::new(0, time), Epoch::new(1, time), |_, _| true))
            .collect();
        assert!(lists.are_many());
        let mut bytes = [held[3], Epoch::NEVER, held[700], held.swap_remove(3)];
        lists.keep(&mut bytes);
        assert!(!lists.are_many() && bytes[0] == bytes[3]);
        assert_eq!(lists.of(&bytes[0])[0], Epoch::new(0, 3));
        assert_eq!(lists.of(&bytes[2])[1], Epoch::new(1, 700));
        assert_eq!(bytes[1], Epoch::NEVER);
    }
}
