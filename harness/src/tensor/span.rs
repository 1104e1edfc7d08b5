//! Accesses whose lanes all lie in one buffer: the usual case, for which loops are short.

use super::BufferId;

/// Where the lanes of one access lie, when all of them lie in one buffer.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The buffer.
    pub buffer: BufferId,
    pub(super) base: u64,
    pub(super) shift: u32,
}

impl Span {
    #[inline(always)]
    fn index(self, address: i64) -> usize {
        ((address as u64).wrapping_sub(self.base) >> self.shift) as usize
    }

    /// Calls `f` with the index and the lane of each element that is accessed, in order.
    #[inline(always)]
    pub fn each(self, addresses: &[i64], mask: Option<&[i64]>, mut f: impl FnMut(usize, usize)) {
        match mask {
            None => addresses
                .iter()
                .enumerate()
                .for_each(|(lane, &address)| f(self.index(address), lane)),
            Some(mask) => {
                for (lane, (&address, &flag)) in addresses.iter().zip(mask).enumerate() {
                    if flag != 0 {
                        f(self.index(address), lane);
                    }
                }
            }
        }
    }

    pub(super) fn gather<T: Copy>(
        self,
        elements: &[T],
        addresses: &[i64],
        mask: Option<&[i64]>,
        other: Option<&[T]>,
        zero: T,
    ) -> Vec<T> {
        let Some(mask) = mask else {
            return addresses.iter().map(|&address| elements[self.index(address)]).collect();
        };
        let lanes = addresses.iter().zip(mask);
        let one = |(&address, &flag): (&i64, &i64), other: T| {
            if flag != 0 { elements[self.index(address)] } else { other }
        };
        match other {
            None => lanes.map(|lane| one(lane, zero)).collect(),
            Some(other) => lanes.zip(other).map(|(lane, &other)| one(lane, other)).collect(),
        }
    }
}
