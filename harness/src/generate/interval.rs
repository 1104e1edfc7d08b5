//! Integer intervals: what is known of a number.

/// All integers from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: i128,
    pub(super) high: i128,
}

impl Interval {
    pub(super) fn new(low: i128, high: i128) -> Self {
        Interval { low, high }
    }

    pub(super) fn point(value: i128) -> Self {
        Interval { low: value, high: value }
    }

    /// Largest absolute value.
    pub(super) fn magnitude(self) -> u128 {
        self.low.unsigned_abs().max(self.high.unsigned_abs())
    }

    pub(super) fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    pub(super) fn within(self, other: Interval) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    pub(super) fn union(self, other: Interval) -> Interval {
        Interval::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// The hull of `f` at the four corners; right for functions that are monotone in each operand.
    fn corners(self, other: Interval, f: impl Fn(i128, i128) -> Option<i128>) -> Option<Interval> {
        let (a, b) = ([self.low, self.high], [other.low, other.high]);
        let mut hull: Option<Interval> = None;
        for x in a {
            for y in b {
                let point = Interval::point(f(x, y)?);
                hull = Some(hull.map_or(point, |hull| hull.union(point)));
            }
        }
        hull
    }

    pub(super) fn add(self, other: Interval) -> Option<Interval> {
        self.corners(other, i128::checked_add)
    }

    pub(super) fn sub(self, other: Interval) -> Option<Interval> {
        self.corners(other, i128::checked_sub)
    }

    pub(super) fn mul(self, other: Interval) -> Option<Interval> {
        self.corners(other, i128::checked_mul)
    }

    /// Truncating quotient; `None` if the divisor may be 0.
    pub(super) fn div(self, other: Interval) -> Option<Interval> {
        if other.contains(0) {
            return None;
        }
        self.corners(other, i128::checked_div)
    }

    /// Truncating remainder; `None` if the divisor may be 0.
    pub(super) fn rem(self, other: Interval) -> Option<Interval> {
        if other.contains(0) {
            return None;
        }
        let largest = i128::try_from(other.magnitude()).ok()? - 1;
        Some(Interval::new(self.low.max(-largest).min(0), self.high.min(largest).max(0)))
    }

    pub(super) fn shl(self, by: Interval) -> Option<Interval> {
        self.corners(by, |x, s| x.checked_mul(1i128.checked_shl(u32::try_from(s).ok()?)?))
    }

    pub(super) fn shr(self, by: Interval) -> Option<Interval> {
        self.corners(by, |x, s| Some(x >> s))
    }

    pub(super) fn min(self, other: Interval) -> Interval {
        Interval::new(self.low.min(other.low), self.high.min(other.high))
    }

    pub(super) fn max(self, other: Interval) -> Interval {
        Interval::new(self.low.max(other.low), self.high.max(other.high))
    }

    /// Bits that may be set, as an interval from 0; `None` if a number may be negative.
    pub(super) fn bits(self, other: Interval) -> Option<Interval> {
        let both = self.union(other);
        let high = u128::try_from(both.high).ok().filter(|_| both.low >= 0)?;
        Some(Interval::new(0, (high + 1).next_power_of_two() as i128 - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(a: Interval) -> impl Iterator<Item = i128> {
        a.low..=a.high
    }

    #[test]
    fn results_hold_every_value() {
        for low in -9..9 {
            for (width, other) in [(0, (1, 3)), (5, (-4, -2)), (11, (7, 7))] {
                let a = Interval::new(low, low + width);
                let b = Interval::new(other.0, other.1);
                for x in all(a) {
                    for y in all(b) {
                        assert!(a.add(b).unwrap().contains(x + y));
                        assert!(a.sub(b).unwrap().contains(x - y));
                        assert!(a.mul(b).unwrap().contains(x * y));
                        assert!(a.div(b).unwrap().contains(x / y));
                        assert!(a.rem(b).unwrap().contains(x % y), "{x} % {y}");
                        assert!(a.min(b).contains(x.min(y)) && a.max(b).contains(x.max(y)));
                        if y >= 0 {
                            assert!(a.shl(b).unwrap().contains(x << y));
                            assert!(a.shr(b).unwrap().contains(x >> y));
                        }
                        if let Some(bits) = a.bits(b) {
                            assert!(bits.contains(x | y) && bits.contains(x ^ y));
                        }
                    }
                }
            }
        }
        assert_eq!(Interval::point(1).div(Interval::new(-1, 1)), None);
        assert_eq!(Interval::new(0, 191).rem(Interval::point(192)), Some(Interval::new(0, 191)));
    }
}
