//! Integer division and remainder. Most divisors are one number for a whole tile, and most are of
//! 32 bits or less: there a multiplication and a shift do it.

use super::integer::uniform;
use super::{Status, sign_extend, zero_extend};

/// `x / d` for `x <= 2^32` as `x * multiplier >> shift` (Granlund and Montgomery 1994, theorem 4.2).
#[derive(Clone, Copy)]
struct Reciprocal {
    multiplier: u64,
    shift: u32,
}

impl Reciprocal {
    /// `d` is from 1 to 2^32 - 1.
    fn new(d: u64) -> Self {
        let shift = 32 + d.next_power_of_two().trailing_zeros();
        Reciprocal { multiplier: (1u128 << shift).div_ceil(u128::from(d)) as u64, shift }
    }

    #[inline(always)]
    fn quotient(self, x: u64) -> u64 {
        ((u128::from(x) * u128::from(self.multiplier)) >> self.shift) as u64
    }
}

/// Division or remainder of signed integers, toward zero.
pub(super) fn signed(
    divide: bool,
    bits: u32,
    a: &[i64],
    b: &[i64],
    status: &mut Status,
) -> Vec<i64> {
    match uniform(b) {
        Some(d) if bits <= 32 && d != 0 && d != -1 => {
            let by = Reciprocal::new(d.unsigned_abs());
            let quotient = |x: i64| {
                let magnitude = by.quotient(x.unsigned_abs()) as i64;
                if (x < 0) == (d < 0) { magnitude } else { -magnitude }
            };
            match divide {
                true => a.iter().map(|&x| quotient(x)).collect(),
                false => a.iter().map(|&x| x - d * quotient(x)).collect(),
            }
        }
        _ => each_signed(divide, bits, a, b, status),
    }
}

fn each_signed(divide: bool, bits: u32, a: &[i64], b: &[i64], status: &mut Status) -> Vec<i64> {
    let least = sign_extend(1i64 << (bits - 1), bits);
    let mut one = |(&x, &y): (&i64, &i64)| {
        if y == 0 {
            status.trap("division by zero");
            return 0;
        }
        if x == least && y == -1 {
            status.trap("signed division overflows");
            return 0;
        }
        match (bits <= 32, divide) {
            (true, true) => i64::from(x as i32 / y as i32),
            (true, false) => i64::from(x as i32 % y as i32),
            (false, true) => x / y,
            (false, false) => x % y,
        }
    };
    a.iter().zip(b).map(&mut one).collect()
}

/// Division or remainder of unsigned integers.
pub(super) fn unsigned(
    divide: bool,
    bits: u32,
    a: &[i64],
    b: &[i64],
    status: &mut Status,
) -> Vec<i64> {
    let canonical = |result: u64| sign_extend(result as i64, bits);
    match uniform(b).map(|d| zero_extend(d, bits)) {
        Some(d) if bits <= 32 && d != 0 => {
            let by = Reciprocal::new(d);
            let one = |&x: &i64| {
                let x = zero_extend(x, bits);
                let quotient = by.quotient(x);
                canonical(if divide { quotient } else { x - d * quotient })
            };
            a.iter().map(one).collect()
        }
        _ => {
            let mut one = |(&x, &y): (&i64, &i64)| {
                let (x, y) = (zero_extend(x, bits), zero_extend(y, bits));
                if y == 0 {
                    status.trap("division by zero");
                    return 0;
                }
                canonical(if divide { x / y } else { x % y })
            };
            a.iter().zip(b).map(&mut one).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reciprocals_are_exact() {
        let edges = |bits: u32| -> Vec<i64> {
            let mut values = vec![0, 1, 2, 3, 5, 7, 100, 127, 192, 255, 641, 65537];
            values.extend((1..bits).flat_map(|n| [(1i64 << n) - 1, 1 << n, (1 << n) + 1]));
            values.extend(values.clone().into_iter().map(|value| -value));
            values.into_iter().map(|value| sign_extend(value, bits)).collect()
        };
        for bits in [8, 16, 32] {
            let values = edges(bits);
            for &d in values.iter().filter(|&&d| d != 0) {
                let divisors = vec![d; values.len()];
                for divide in [true, false] {
                    let mut status = Status::default();
                    let fast = unsigned(divide, bits, &values, &divisors, &mut status);
                    for (&x, fast) in values.iter().zip(fast) {
                        let (x, d) = (zero_extend(x, bits), zero_extend(d, bits));
                        let exact = if divide { x / d } else { x % d };
                        assert_eq!(fast, sign_extend(exact as i64, bits), "{x} {d}");
                    }
                    if d != -1 {
                        let fast = signed(divide, bits, &values, &divisors, &mut status);
                        for (&x, fast) in values.iter().zip(fast) {
                            assert_eq!(fast, if divide { x / d } else { x % d }, "{x} {d}");
                        }
                    }
                    assert!(status.is_clean());
                }
            }
        }
    }
}
