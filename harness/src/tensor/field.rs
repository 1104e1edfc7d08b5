//! The prime field of 2^61 - 1 elements, in which every float but the special ones has an image.

use super::FloatUnary;
use super::random::{GAMMA, mix};

/// The prime, of which 2^61 is one more: a power of two is a rotation.
const PRIME: u64 = (1 << 61) - 1;

/// An element, below the prime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Element(u64);

impl Element {
    fn reduce(value: u128) -> Self {
        let folded = (value & u128::from(PRIME)) + (value >> 61);
        let folded = ((folded & u128::from(PRIME)) + (folded >> 61)) as u64;
        Element(if folded >= PRIME { folded - PRIME } else { folded })
    }

    /// The image of a finite value.
    pub(super) fn of(value: f64) -> Self {
        let bits = value.to_bits();
        let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
        let (mantissa, exponent) = match exponent {
            0 => (fraction, -1074),
            _ => (fraction | 1 << 52, exponent - 1075),
        };
        let magnitude = Self::reduce(u128::from(mantissa) << exponent.rem_euclid(61));
        if value < 0.0 { magnitude.negated() } else { magnitude }
    }

    pub(super) fn negated(self) -> Self {
        Element(if self.0 == 0 { 0 } else { PRIME - self.0 })
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self::reduce(u128::from(self.0) + u128::from(other.0))
    }

    pub(super) fn times(self, other: Self) -> Self {
        Self::reduce(u128::from(self.0) * u128::from(other.0))
    }

    /// The quotient; nothing divides by zero.
    pub(super) fn over(self, other: Self) -> Option<Self> {
        let (mut inverse, mut base, mut exponent) = (Element(1), other, PRIME - 2);
        while exponent > 0 {
            if exponent & 1 == 1 {
                inverse = inverse.times(base);
            }
            base = base.times(base);
            exponent >>= 1;
        }
        (other.0 != 0).then(|| self.times(inverse))
    }

    /// What stands for a function of an element: equal operands give equal results, and by chance
    /// alone do others.
    pub(super) fn hashed(self, salt: u64) -> Self {
        Self::reduce(u128::from(mix(self.0.wrapping_add(salt.wrapping_mul(GAMMA)))))
    }

    /// A function of an element.
    pub(super) fn function(self, op: FloatUnary) -> Self {
        self.hashed(op as u64 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_a_field_in_which_floats_add_and_multiply() {
        let e = Element::of;
        for (a, b) in [(3.0, 0.1), (-1e300, 7e-300), (0.333, -0.25), (1e-310, 5.0), (0.0, 2.5)] {
            assert_eq!(e(a).plus(e(b)).plus(e(b).negated()), e(a), "{a} {b}");
            assert_eq!(e(a).times(e(b)).over(e(b)), Some(e(a)), "{a} {b}");
        }
        assert_eq!(e(0.75).plus(e(0.5)), e(1.25));
        assert_eq!(e(0.75).times(e(-8.0)), e(-6.0));
        assert_eq!(e(6.0).over(e(-3.0)), Some(e(-2.0)));
        assert_eq!(e(1.0).over(e(0.0)), None);
        assert_ne!(e(1.0).function(FloatUnary::Exp), e(1.0).function(FloatUnary::Sin));
        assert_ne!(e(1.0).function(FloatUnary::Exp), e(2.0).function(FloatUnary::Exp));
    }
}
