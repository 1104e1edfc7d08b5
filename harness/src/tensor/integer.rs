//! Integer arithmetic on canonical values, as Triton and LLVM define it: wrapping, division and
//! remainder truncating toward zero.

use super::{Status, division};

/// A binary integer operation; `S` and `U` say how the operands are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum IntBinary {
    Add,
    Sub,
    Mul,
    MulHiS,
    MulHiU,
    DivS,
    DivU,
    RemS,
    RemU,
    And,
    Or,
    Xor,
    Shl,
    ShrS,
    ShrU,
    MinS,
    MaxS,
    MinU,
    MaxU,
}

/// An integer comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum IntPredicate {
    Eq,
    Ne,
    LtS,
    LeS,
    GtS,
    GeS,
    LtU,
    LeU,
    GtU,
    GeU,
}

/// The canonical form of the low `bits` of `value`.
#[inline(always)]
pub fn sign_extend(value: i64, bits: u32) -> i64 {
    let shift = 64 - bits;
    (value << shift) >> shift
}

/// The low `bits` of `value`, read unsigned.
#[inline(always)]
pub fn zero_extend(value: i64, bits: u32) -> u64 {
    (value as u64) & (u64::MAX >> (64 - bits))
}

/// Applies `op` to each pair. Lanes whose result is immediate undefined behaviour (division by
/// zero, INT_MIN / -1) are reported as `status.trap`, poison lanes (shift past the width) as
/// `status.poison`; both hold 0.
pub(super) fn binary(
    op: IntBinary,
    bits: u32,
    a: &[i64],
    b: &[i64],
    status: &mut Status,
) -> Vec<i64> {
    use IntBinary::*;
    let mask = |x: i64| zero_extend(x, bits);
    match op {
        Add => wrapping(bits, a, b, i64::wrapping_add),
        Sub => wrapping(bits, a, b, i64::wrapping_sub),
        Mul => wrapping(bits, a, b, i64::wrapping_mul),
        // These give canonical values from canonical values.
        And => each(a, b, |x, y| x & y),
        Or => each(a, b, |x, y| x | y),
        Xor => each(a, b, |x, y| x ^ y),
        MinS => each(a, b, i64::min),
        MaxS => each(a, b, i64::max),
        MinU => each(a, b, |x, y| if mask(x) <= mask(y) { x } else { y }),
        MaxU => each(a, b, |x, y| if mask(x) >= mask(y) { x } else { y }),
        MulHiS => wrapping(bits, a, b, |x, y| ((i128::from(x) * i128::from(y)) >> bits) as i64),
        MulHiU => wrapping(bits, a, b, |x, y| {
            ((u128::from(mask(x)) * u128::from(mask(y))) >> bits) as i64
        }),
        DivS | RemS => division::signed(op == DivS, bits, a, b, status),
        DivU | RemU => division::unsigned(op == DivU, bits, a, b, status),
        Shl | ShrS | ShrU => shift(op, bits, a, b, status),
    }
}

#[inline(always)]
fn each(a: &[i64], b: &[i64], f: impl Fn(i64, i64) -> i64) -> Vec<i64> {
    a.iter().zip(b).map(|(&x, &y)| f(x, y)).collect()
}

/// As `each`, brought back to canonical form. The common widths have loops of their own, which
/// the compiler can vectorize.
#[inline(always)]
fn wrapping(bits: u32, a: &[i64], b: &[i64], f: impl Fn(i64, i64) -> i64) -> Vec<i64> {
    match bits {
        64 => each(a, b, f),
        32 => each(a, b, |x, y| i64::from(f(x, y) as i32)),
        _ => each(a, b, |x, y| sign_extend(f(x, y), bits)),
    }
}

/// The value of all elements, if they are equal.
pub(super) fn uniform(values: &[i64]) -> Option<i64> {
    let first = *values.first()?;
    values.iter().all(|&value| value == first).then_some(first)
}

fn shift(op: IntBinary, bits: u32, a: &[i64], b: &[i64], status: &mut Status) -> Vec<i64> {
    let one = |x: i64, amount: u64| match op {
        IntBinary::Shl => sign_extend(x << amount, bits),
        IntBinary::ShrS => x >> amount,
        _ => sign_extend((zero_extend(x, bits) >> amount) as i64, bits),
    };
    let fits = |amount: u64| amount < u64::from(bits);
    if let Some(amount) = uniform(b).map(|y| zero_extend(y, bits)).filter(|&y| fits(y)) {
        return a.iter().map(|&x| one(x, amount)).collect();
    }
    let mut checked = |(index, (&x, &y)): (usize, (&i64, &i64))| {
        let amount = zero_extend(y, bits);
        if !fits(amount) {
            status.poison("shift past the width", index);
            return 0;
        }
        one(x, amount)
    };
    a.iter().zip(b).enumerate().map(&mut checked).collect()
}

/// Compares each pair; true is -1.
pub(super) fn compare(predicate: IntPredicate, bits: u32, a: &[i64], b: &[i64]) -> Vec<i64> {
    use IntPredicate::*;
    let mask = |x: i64| zero_extend(x, bits);
    match predicate {
        Eq => each(a, b, |x, y| -i64::from(x == y)),
        Ne => each(a, b, |x, y| -i64::from(x != y)),
        LtS => each(a, b, |x, y| -i64::from(x < y)),
        LeS => each(a, b, |x, y| -i64::from(x <= y)),
        GtS => each(a, b, |x, y| -i64::from(x > y)),
        GeS => each(a, b, |x, y| -i64::from(x >= y)),
        LtU => each(a, b, |x, y| -i64::from(mask(x) < mask(y))),
        LeU => each(a, b, |x, y| -i64::from(mask(x) <= mask(y))),
        GtU => each(a, b, |x, y| -i64::from(mask(x) > mask(y))),
        GeU => each(a, b, |x, y| -i64::from(mask(x) >= mask(y))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(op: IntBinary, bits: u32, a: i64, b: i64) -> i64 {
        let mut status = Status::default();
        let result = binary(op, bits, &[a], &[b], &mut status)[0];
        assert!(status.is_clean(), "{op:?} {bits} {a} {b}");
        result
    }

    #[test]
    fn wraps_and_truncates() {
        assert_eq!(one(IntBinary::Add, 8, 127, 1), -128);
        assert_eq!(one(IntBinary::DivS, 32, -7, 2), -3);
        assert_eq!(one(IntBinary::RemS, 32, -7, 2), -1);
        assert_eq!(one(IntBinary::DivU, 8, -1, 2), 127);
        assert_eq!(one(IntBinary::ShrU, 8, -1, 1), 127);
        assert_eq!(one(IntBinary::ShrS, 8, -128, 7), -1);
        assert_eq!(one(IntBinary::Add, 1, -1, -1), 0);
        assert_eq!(one(IntBinary::MulHiU, 32, -1, -1), -2);
        assert_eq!(one(IntBinary::MaxU, 16, -1, 3), -1);
        assert_eq!(one(IntBinary::MulHiS, 64, i64::MIN, i64::MIN), 1 << 62);
    }

    #[test]
    fn undefined_lanes_are_reported() {
        for (op, a, b) in [
            (IntBinary::DivS, 1, 0),
            (IntBinary::RemU, 1, 0),
            (IntBinary::DivS, -128, -1),
            (IntBinary::Shl, 1, 8),
            (IntBinary::ShrU, 1, -1),
        ] {
            let mut status = Status::default();
            binary(op, 8, &[a], &[b], &mut status);
            assert!(!status.is_clean(), "{op:?}");
        }
    }

    #[test]
    fn unsigned_comparison_masks() {
        assert_eq!(compare(IntPredicate::LtU, 8, &[-1, 1], &[1, -1]), [0, -1]);
        assert_eq!(compare(IntPredicate::LtS, 8, &[-1, 1], &[1, -1]), [-1, 0]);
    }
}
