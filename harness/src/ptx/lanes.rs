//! The values of one register in the lanes of a warp, and sets of lanes as bit masks.

/// Lanes of a warp.
pub(super) const WARP: usize = 32;

/// The bits of one register in each lane. A predicate is 0 or 1.
pub(super) type Lanes = [u64; WARP];

/// The mask of all lanes.
pub(super) const ALL: u32 = u32::MAX;

/// The lanes of a mask, lowest first.
pub(super) fn lanes_of(mask: u32) -> impl Iterator<Item = usize> {
    let mut left = mask;
    std::iter::from_fn(move || {
        let lane = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (lane < 32).then_some(lane as usize)
    })
}

/// The lanes in which the lowest bit is set: what a predicate selects.
pub(super) fn mask_of(lanes: &Lanes) -> u32 {
    lanes.iter().enumerate().fold(0, |mask, (lane, bits)| mask | ((*bits as u32 & 1) << lane))
}

/// Whether something holds for the values of all lanes of a mask. It must not panic for those of
/// others.
pub(super) fn every(lanes: &Lanes, mask: u32, test: impl Fn(u64) -> bool) -> bool {
    lanes.iter().enumerate().fold(true, |all, (lane, bits)| {
        let is_absent = (mask >> lane) & 1 == 0;
        all & (test(*bits) | is_absent)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_and_lanes_are_each_others_inverse() {
        assert_eq!(lanes_of(0).count(), 0);
        assert_eq!(lanes_of(0x8000_0005).collect::<Vec<_>>(), [0, 2, 31]);
        assert_eq!(lanes_of(ALL).count(), WARP);
        let mut lanes = [0; WARP];
        for lane in lanes_of(0x8000_0005) {
            lanes[lane] = 1;
        }
        assert_eq!(mask_of(&lanes), 0x8000_0005);
        assert!(every(&lanes, 0x8000_0005, |bits| bits == 1));
        assert!(every(&lanes, 2, |bits| bits == 0) && !every(&lanes, ALL, |bits| bits == 0));
    }
}
