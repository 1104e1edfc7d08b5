//! Arithmetic, comparisons, conversions and choices, element by element.

use super::{Facts, Known, align, literal, operand, usable};
use crate::generate::interval::Interval;
use crate::program::Operand;
use crate::program::ops::{Binary, BinaryOp, Cast, Clamp, Compare, Downcast, Fma, UnaryOp, Where};
use crate::tensor::DType;

pub(super) fn unary(op: UnaryOp, a: Facts, dtype: DType) -> Option<Facts> {
    let negated = Interval::point(0).sub(a.range)?;
    let any = || Facts::any(dtype).map(|any| Facts { undef: a.undef, ..any });
    let facts = match op {
        UnaryOp::Neg => {
            let negative_zero = dtype.is_float() && a.positive_zero();
            Facts { range: negated, negative_zero, ..a }
        }
        UnaryOp::Abs if dtype.is_int() && !dtype.is_signed() => a,
        UnaryOp::Abs => {
            let low = a.range.low.max(negated.low).max(0);
            let range = Interval::new(low, a.range.magnitude() as i128);
            Facts { range, negative_zero: false, ..a }
        }
        UnaryOp::Not if dtype.is_signed() => Facts { range: negated.sub(Interval::point(1))?, ..a },
        UnaryOp::Not => return any().filter(|_| !a.raw),
    };
    (if facts.fits(dtype) { Some(facts) } else { any() }).filter(|_| !a.raw)
}

pub(super) fn binary(known: &impl Known, op: &Binary, dtype: DType) -> Option<Facts> {
    let (a, b) = (operand(known, op.left)?, operand(known, op.right)?);
    if a.raw {
        return None;
    }
    let undef = a.undef || b.undef;
    if dtype.is_float() {
        return float_binary(op.op, a, b)
            .map(|facts| Facts { raw: false, ..facts })?
            .in_type(known, dtype);
    }
    use BinaryOp::{CeilDiv, FloorDiv, Rem, Shl, Shr};
    let delicate = matches!(op.op, FloorDiv | CeilDiv | Rem | Shl | Shr);
    if delicate && undef {
        return None;
    }
    let any = Facts::any(dtype)?;
    let range = int_binary(op.op, a.range, b.range, dtype)?;
    let range = range.filter(|range| range.within(any.range)).unwrap_or(any.range);
    Some(Facts { undef, ..Facts::of(range) })
}

/// `None`: may be undefined; `Some(None)`: any value of the type.
fn int_binary(op: BinaryOp, a: Interval, b: Interval, dtype: DType) -> Option<Option<Interval>> {
    let bits = i128::from(dtype.bits());
    let (lowest, _) = dtype.int_range()?;
    let overflows = dtype.is_signed() && a.low == lowest && b.contains(-1);
    let division_is_defined = !(b.contains(0) || overflows);
    let shift_is_defined = b.within(Interval::new(0, bits - 1));
    Some(match op {
        BinaryOp::Add => a.add(b),
        BinaryOp::Sub => a.sub(b),
        BinaryOp::Mul => a.mul(b),
        BinaryOp::FloorDiv => Some(a.div(b).filter(|_| division_is_defined)?),
        BinaryOp::Rem => Some(a.rem(b).filter(|_| division_is_defined)?),
        BinaryOp::Shl if shift_is_defined => a.shl(b),
        BinaryOp::Shr if shift_is_defined => a.shr(b),
        BinaryOp::And if a.low >= 0 && b.low >= 0 => Some(Interval::new(0, a.high.min(b.high))),
        BinaryOp::And if a.low >= 0 => Some(Interval::new(0, a.high)),
        BinaryOp::And if b.low >= 0 => Some(Interval::new(0, b.high)),
        BinaryOp::And => None,
        BinaryOp::Or | BinaryOp::Xor => a.bits(b),
        BinaryOp::Min => Some(a.min(b)),
        BinaryOp::Max => Some(a.max(b)),
        BinaryOp::CeilDiv => Some(ceil_div(a, b, dtype)?),
        BinaryOp::MulHi if a.low >= 0 && b.low >= 0 => a.mul(b)?.shr(Interval::point(bits)),
        BinaryOp::MulHi => None,
        BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Div => return None,
    })
}

/// Where the sum does not wrap and the divisor is positive.
fn ceil_div(a: Interval, b: Interval, dtype: DType) -> Option<Interval> {
    let (low, high) = dtype.int_range()?;
    let sum = a.add(b.sub(Interval::point(1))?)?;
    let fits = b.low > 0 && sum.within(Interval::new(low, high));
    sum.div(b).filter(|_| fits)
}

/// Nothing is rounded, so the way to round does not matter.
pub(super) fn downcast(known: &impl Known, op: &Downcast) -> Option<Facts> {
    usable(known, op.value).filter(|facts| facts.fits(op.dtype))
}

/// Bounds that are literals; which of two zeros is taken is not specified.
pub(super) fn clamp(known: &impl Known, op: &Clamp, dtype: DType) -> Option<Facts> {
    let a = usable(known, op.value)?;
    let (low, high) = (literal(Operand::Float(op.low))?, literal(Operand::Float(op.high))?);
    let raised = float_binary(BinaryOp::Max, a, low)?;
    let clamped = float_binary(BinaryOp::Min, raised, high)?;
    // Which bound a NaN becomes is not specified: lanes that the evaluator sees.
    Facts { inexact: clamped.inexact || a.wild, ..clamped }.in_type(known, dtype)
}

fn float_binary(op: BinaryOp, a: Facts, b: Facts) -> Option<Facts> {
    let (x, y, exponent) = align(a, b)?;
    let facts = |range| Facts { range, exponent, ..a };
    let mut result = match op {
        BinaryOp::Add => facts(x.add(y)?),
        BinaryOp::Sub => facts(x.sub(y)?),
        BinaryOp::Mul => {
            Facts { range: a.range.mul(b.range)?, exponent: a.exponent + b.exponent, ..a }
        }
        BinaryOp::Min => facts(x.min(y)),
        BinaryOp::Max => facts(x.max(y)),
        BinaryOp::Div => return divide(a, b),
        _ => return None,
    };
    let any_negative = a.range.low < 0 || b.range.low < 0 || a.negative_zero || b.negative_zero;
    result.negative_zero = match op {
        BinaryOp::Add => a.negative_zero && b.negative_zero,
        BinaryOp::Sub => a.negative_zero,
        BinaryOp::Mul => (a.positive_zero() || b.positive_zero()) && any_negative,
        _ => a.negative_zero || b.negative_zero,
    };
    let open = matches!(op, BinaryOp::Min | BinaryOp::Max)
        && (a.negative_zero && b.positive_zero() || b.negative_zero && a.positive_zero());
    result.wild = a.wild || b.wild;
    let chosen = matches!(op, BinaryOp::Min | BinaryOp::Max);
    result.inexact = a.inexact || b.inexact || result.wild && !chosen;
    // Which of two zeros is the smaller one is not specified: lanes that the evaluator sees.
    result.inexact |= open && result.wild;
    result.undef = a.undef || b.undef || open && !result.inexact;
    Some(result)
}

/// By a power of two, which is all that is exact.
fn divide(a: Facts, b: Facts) -> Option<Facts> {
    let divisor = b.range.low;
    if a.inexact || b.inexact || a.wild || b.wild || b.range.low != b.range.high {
        return quotient(a, b);
    }
    let is_power = divisor > 0 && divisor.count_ones() == 1;
    if !is_power {
        return quotient(a, b);
    }
    let shift = divisor.trailing_zeros() as i32 + b.exponent;
    Some(Facts { exponent: a.exponent - shift, undef: a.undef || b.undef, ..a })
}

/// Of which only an interval is known; never by what may be zero.
fn quotient(a: Facts, b: Facts) -> Option<Facts> {
    let known = Facts { inexact: true, undef: a.undef || b.undef, negative_zero: false, ..a };
    if a.wild || b.wild {
        return Some(Facts { wild: true, ..known });
    }
    // 20 more bits than the operands have.
    let scaled = a.range.shl(Interval::point(20))?;
    let range = scaled.div(b.range)?;
    let range = Interval::new(range.low - 1, range.high + 1);
    Some(Facts { range, exponent: a.exponent - b.exponent - 20, ..known })
}

pub(super) fn compare(known: &impl Known, op: &Compare) -> Option<Facts> {
    let (a, b) = (known.facts(op.left)?, operand(known, op.right)?);
    let flag = Facts::of(Interval::new(0, 1));
    (!a.raw).then_some(Facts { undef: !a.decides() || !b.decides(), ..flag })
}

pub(super) fn select(known: &impl Known, op: &Where, dtype: DType) -> Option<Facts> {
    let condition = known.facts(op.condition)?;
    let (a, b) = (known.facts(op.then)?, known.facts(op.otherwise)?);
    // A choice that the evaluator cannot take is data that it does not know.
    let unsure = condition.undef && known.rounds() && dtype.is_float();
    let usable = (!condition.undef || unsure) && !a.raw && !b.raw;
    let chosen = a.union(b).filter(|_| usable)?;
    Facts { inexact: chosen.inexact || unsure, ..chosen }.in_type(known, dtype)
}

pub(super) fn fma(known: &impl Known, op: &Fma, dtype: DType) -> Option<Facts> {
    let [a, b, c] = [known.facts(op.left)?, known.facts(op.right)?, known.facts(op.addend)?];
    let product = float_binary(BinaryOp::Mul, a, b)?;
    let sum = float_binary(BinaryOp::Add, product, c)?;
    (!a.raw && !b.raw && !c.raw).then_some(sum)?.in_type(known, dtype)
}

pub(super) fn cast(known: &impl Known, op: &Cast) -> Option<Facts> {
    let (from, to, a) = (known.ty(op.value)?.dtype()?, op.dtype, known.facts(op.value)?);
    if a.raw {
        return None;
    }
    if !op.bitcast && (from.is_fp8() || to.is_fp8()) {
        // `tt.fp_to_fp` rounds in ways of its own, and knows these three beside them.
        let beside = if to.is_fp8() { from } else { to };
        let fits = matches!(beside, DType::F16 | DType::BF16 | DType::F32) && !a.undef;
        return Some(a).filter(|a| fits && (a.fits(to) || from.is_fp8()));
    }
    let any = || Facts::any(to).map(|any| Facts { undef: !a.decides(), ..any });
    if op.bitcast {
        // Bits as a float may be a NaN or anything, and those of a NaN are not specified.
        return if to.is_int() && !a.wild { any() } else { None };
    }
    if to == DType::I1 {
        return any();
    }
    match (from.is_float(), to.is_float()) {
        (false, false) => {
            if a.fits(to) {
                Some(a)
            } else {
                any()
            }
        }
        (_, true) => a.in_type(known, to),
        (true, false) if a.wild => None,
        (true, false) => {
            let unit = Interval::point(i128::from(a.exponent.unsigned_abs()));
            let one = Interval::point(1).shl(unit)?;
            let range = if a.exponent < 0 { a.range.div(one)? } else { a.range.mul(one)? };
            if a.inexact {
                let range = Interval::new(range.low - 1, range.high + 1);
                let facts = Facts { undef: true, ..Facts::of(range) };
                return facts.fits(to).then_some(facts);
            }
            Facts::of(range).in_type(known, to).filter(|_| !a.undef)
        }
    }
}
