//! Integers of 1 to 64 bits in the low bits of a `u64`.

use crate::ptx::types::Type;

/// The width of an integer, and whether it is signed.
#[derive(Clone, Copy)]
pub(super) struct Width {
    bits: u32,
    signed: bool,
}

impl Width {
    /// Of one element of the type.
    pub(super) fn of(ty: Type) -> Width {
        Width { bits: ty.element().bits(), signed: ty.is_signed() }
    }

    /// Twice as wide.
    pub(super) fn doubled(self) -> Width {
        Width { bits: 2 * self.bits, signed: self.signed }
    }

    pub(super) fn bits(self) -> u32 {
        self.bits
    }

    pub(super) fn is_signed(self) -> bool {
        self.signed
    }

    #[inline(always)]
    fn spare(self) -> u32 {
        64 - self.bits
    }

    /// The low bits, sign-extended.
    #[inline(always)]
    pub(super) fn signed(self, value: u64) -> i64 {
        ((value << self.spare()) as i64) >> self.spare()
    }

    /// The low bits.
    #[inline(always)]
    pub(super) fn wrap(self, value: u64) -> u64 {
        (value << self.spare()) >> self.spare()
    }

    /// The low bits, extended by the signedness.
    #[inline(always)]
    pub(super) fn extend(self, value: u64) -> u64 {
        if self.signed { self.signed(value) as u64 } else { self.wrap(value) }
    }

    /// The number.
    #[inline(always)]
    pub(super) fn number(self, value: u64) -> i128 {
        if self.signed { i128::from(self.signed(value)) } else { i128::from(self.wrap(value)) }
    }

    /// The least number and the greatest.
    pub(super) fn range(self) -> (i128, i128) {
        if self.signed {
            (-(1i128 << (self.bits - 1)), (1i128 << (self.bits - 1)) - 1)
        } else {
            (0, (1i128 << self.bits) - 1)
        }
    }

    /// The number, or the end of the range that it lies beyond.
    #[inline(always)]
    pub(super) fn clamp(self, number: i128) -> u64 {
        let (least, greatest) = self.range();
        self.extend(number.clamp(least, greatest) as u64)
    }

    /// `a + b + carry` of unsigned numbers, and the carry out of the top.
    #[inline(always)]
    pub(super) fn add(self, a: u64, b: u64, carry: u64) -> (u64, bool) {
        let sum = u128::from(self.wrap(a)) + u128::from(self.wrap(b)) + u128::from(carry);
        (self.wrap(sum as u64), (sum >> self.bits) != 0)
    }

    /// `a - b - borrow` of unsigned numbers, and whether the top had to borrow.
    #[inline(always)]
    pub(super) fn subtract(self, a: u64, b: u64, borrow: u64) -> (u64, bool) {
        let taken = u128::from(self.wrap(b)) + u128::from(borrow);
        let left = self.wrap(a);
        (self.wrap(left.wrapping_sub(taken as u64)), u128::from(left) < taken)
    }
}
