//! Integer arithmetic on canonical values, as Triton and LLVM define it: wrapping, division and
//! remainder truncating toward zero.

use super::Status;

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
    let each = |f: fn(i64, i64) -> i64| -> Vec<i64> {
        a.iter().zip(b).map(|(&x, &y)| sign_extend(f(x, y), bits)).collect()
    };
    let unsigned = |f: fn(u64, u64) -> u64| -> Vec<i64> {
        a.iter()
            .zip(b)
            .map(|(&x, &y)| sign_extend(f(zero_extend(x, bits), zero_extend(y, bits)) as i64, bits))
            .collect()
    };
    match op {
        Add => each(i64::wrapping_add),
        Sub => each(i64::wrapping_sub),
        Mul => each(i64::wrapping_mul),
        And => each(|x, y| x & y),
        Or => each(|x, y| x | y),
        Xor => each(|x, y| x ^ y),
        MinS => each(i64::min),
        MaxS => each(i64::max),
        MinU => unsigned(u64::min),
        MaxU => unsigned(u64::max),
        MulHiS => wide(a, b, |x, y| ((i128::from(x) * i128::from(y)) >> bits) as i64, bits),
        MulHiU => wide(
            a,
            b,
            |x, y| {
                ((u128::from(zero_extend(x, bits)) * u128::from(zero_extend(y, bits))) >> bits)
                    as i64
            },
            bits,
        ),
        DivS | RemS => divide_signed(op, bits, a, b, status),
        DivU | RemU => divide_unsigned(op, bits, a, b, status),
        Shl | ShrS | ShrU => shift(op, bits, a, b, status),
    }
}

fn wide(a: &[i64], b: &[i64], f: impl Fn(i64, i64) -> i64, bits: u32) -> Vec<i64> {
    a.iter().zip(b).map(|(&x, &y)| sign_extend(f(x, y), bits)).collect()
}

fn divide_signed(op: IntBinary, bits: u32, a: &[i64], b: &[i64], status: &mut Status) -> Vec<i64> {
    let least = sign_extend(1i64 << (bits - 1), bits);
    let mut one = |(x, y): (&i64, &i64)| {
        if *y == 0 {
            status.trap("division by zero");
            return 0;
        }
        if *x == least && *y == -1 {
            status.trap("signed division overflows");
            return 0;
        }
        if op == IntBinary::DivS { x / y } else { x % y }
    };
    a.iter().zip(b).map(&mut one).collect()
}

fn divide_unsigned(
    op: IntBinary,
    bits: u32,
    a: &[i64],
    b: &[i64],
    status: &mut Status,
) -> Vec<i64> {
    let mut one = |(x, y): (&i64, &i64)| {
        let (x, y) = (zero_extend(*x, bits), zero_extend(*y, bits));
        if y == 0 {
            status.trap("division by zero");
            return 0;
        }
        let result = if op == IntBinary::DivU { x / y } else { x % y };
        sign_extend(result as i64, bits)
    };
    a.iter().zip(b).map(&mut one).collect()
}

fn shift(op: IntBinary, bits: u32, a: &[i64], b: &[i64], status: &mut Status) -> Vec<i64> {
    let mut one = |(index, (x, y)): (usize, (&i64, &i64))| {
        let amount = zero_extend(*y, bits);
        if amount >= u64::from(bits) {
            status.poison("shift past the width", index);
            return 0;
        }
        match op {
            IntBinary::Shl => sign_extend(x << amount, bits),
            IntBinary::ShrS => x >> amount,
            _ => sign_extend((zero_extend(*x, bits) >> amount) as i64, bits),
        }
    };
    a.iter().zip(b).enumerate().map(&mut one).collect()
}

/// Compares each pair; true is -1.
pub(super) fn compare(predicate: IntPredicate, bits: u32, a: &[i64], b: &[i64]) -> Vec<i64> {
    use IntPredicate::*;
    let signed = |f: fn(&i64, &i64) -> bool| -> Vec<i64> {
        a.iter().zip(b).map(|(x, y)| -i64::from(f(x, y))).collect()
    };
    let unsigned = |f: fn(&u64, &u64) -> bool| -> Vec<i64> {
        a.iter()
            .zip(b)
            .map(|(&x, &y)| -i64::from(f(&zero_extend(x, bits), &zero_extend(y, bits))))
            .collect()
    };
    match predicate {
        Eq => signed(i64::eq),
        Ne => signed(i64::ne),
        LtS => signed(i64::lt),
        LeS => signed(i64::le),
        GtS => signed(i64::gt),
        GeS => signed(i64::ge),
        LtU => unsigned(u64::lt),
        LeU => unsigned(u64::le),
        GtU => unsigned(u64::gt),
        GeU => unsigned(u64::ge),
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
