//! What is known of each value while a kernel is generated, and what an operation makes of it.
//!
//! A float is known as an integer of an interval times a power of two. It is exact in a format if
//! the interval stays within the format's precision: so does every partial sum, in any order, if
//! the sum of magnitudes does. An operation that these facts do not prove to be well defined and
//! exact has no facts, and is not generated.

use super::interval::Interval;
use super::rounding::math;
use crate::program::ops::{Binary, BinaryOp, Dot, Op, Precision, ReduceOp, UnaryOp};
use crate::program::{Operand, Type, ValueId};
use crate::tensor::DType;

/// What is known of the elements of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Facts {
    /// Integers: the value. Floats: the value divided by 2^`exponent`.
    pub(super) range: Interval,
    /// Floats: a power of two that every value is a multiple of.
    pub(super) exponent: i32,
    /// Floats: an element may be -0.0.
    pub(super) negative_zero: bool,
    /// An element may be unspecified: such a value must only be data.
    pub(super) undef: bool,
    /// Floats: what was rounded, so that the evaluator knows it within a bound only. The interval
    /// holds it; it is no multiple of a unit, and must not decide anything.
    pub(super) inexact: bool,
    /// Floats: may be infinite or NaN; nothing is known of the rest.
    pub(super) wild: bool,
    /// A parameter: 1 is specialized to a Python number, which has no methods, so it is only ever
    /// the right operand of something.
    pub(super) raw: bool,
}

impl Facts {
    /// An integer, or a float with nothing behind the point.
    pub(super) fn of(range: Interval) -> Self {
        Facts {
            range,
            exponent: 0,
            negative_zero: false,
            undef: false,
            inexact: false,
            wild: false,
            raw: false,
        }
    }

    /// Any integer of the type.
    pub(super) fn any(dtype: DType) -> Option<Self> {
        dtype.int_range().map(|(low, high)| Facts::of(Interval::new(low, high)))
    }

    /// What is known of a value that is one or the other.
    pub(super) fn union(self, other: Facts) -> Option<Facts> {
        let (a, b, exponent) = align(self, other)?;
        Some(Facts {
            range: a.union(b),
            exponent,
            negative_zero: self.negative_zero || other.negative_zero,
            undef: self.undef || other.undef,
            inexact: self.inexact || other.inexact,
            wild: self.wild || other.wild,
            raw: false,
        })
    }

    /// Whether `self` says at least what `other` says.
    pub(super) fn implies(self, other: Facts) -> bool {
        let within = |(a, b, exponent): (Interval, Interval, i32)| {
            (exponent == other.exponent || other.inexact) && a.within(b)
        };
        (other.wild || align(self, other).is_some_and(within))
            && (other.negative_zero || other.inexact || !self.negative_zero)
            && (other.undef || !self.undef)
            && (other.inexact || !self.inexact)
            && (other.wild || !self.wild)
    }

    /// Whether a comparison with it is certain: it is neither unspecified nor rounded.
    pub(super) fn decides(self) -> bool {
        !self.undef && !self.inexact
    }

    /// Whether every value is exact in `dtype`.
    pub(super) fn fits(self, dtype: DType) -> bool {
        if self.inexact || self.wild {
            return false;
        }
        let Some(format) = dtype.format() else {
            return dtype.int_range().is_some_and(|(l, h)| self.range.within(Interval::new(l, h)));
        };
        let lowest = if dtype == DType::F16 { -10 } else { -30 };
        // One bit is left unused: the exact sum test of the evaluator asks for it.
        let bits = 128 - self.range.magnitude().leading_zeros() as i32;
        let highest = if dtype == DType::F16 { 15 } else { 100 };
        bits <= format.precision().min(52) as i32
            && self.exponent >= lowest
            && bits + self.exponent <= highest
    }

    /// What is left of it in a type, rounded if it does not fit and the kernel may round.
    pub(super) fn in_type(self, known: &impl Known, dtype: DType) -> Option<Facts> {
        if self.wild {
            // Nothing is known of the interval, so that it must not grow.
            return Some(Facts { range: Interval::new(-1, 1), exponent: 0, ..self });
        }
        if self.fits(dtype) {
            return Some(self);
        }
        self.rounded(dtype).filter(|_| known.rounds() && dtype.is_float())
    }

    fn positive_zero(self) -> bool {
        self.range.contains(0)
    }
}

/// Both ranges as multiples of the finer unit.
fn align(a: Facts, b: Facts) -> Option<(Interval, Interval, i32)> {
    let exponent = a.exponent.min(b.exponent);
    let scale = |facts: Facts| {
        let by = Interval::point(i128::from(facts.exponent - exponent));
        facts.range.shl(by)
    };
    Some((scale(a)?, scale(b)?, exponent))
}

/// The facts of a Python number beside a value of `dtype`.
pub(super) fn literal(operand: Operand) -> Option<Facts> {
    match operand {
        Operand::Int(value) => Some(Facts::of(Interval::point(value))),
        Operand::Float(value) => {
            // Quarters are the finest that the generator writes.
            let exponent = if value.fract() == 0.0 { 0 } else { -2 };
            let scaled = if exponent == 0 { value } else { value * 4.0 };
            let exact = scaled.fract() == 0.0 && value.abs() < 1e6;
            exact.then(|| Facts { exponent, ..Facts::of(Interval::point(scaled as i128)) })
        }
        Operand::Value(_) => None,
    }
}

/// Facts by value.
pub(super) trait Known {
    /// Whether results may be rounded.
    fn rounds(&self) -> bool;
    /// What is known of a value.
    fn facts(&self, id: ValueId) -> Option<Facts>;
    /// Its type.
    fn ty(&self, id: ValueId) -> Option<Type>;
}

fn operand(known: &impl Known, operand: Operand) -> Option<Facts> {
    match operand {
        Operand::Value(id) => known.facts(id),
        other => literal(other),
    }
}

/// What is known of the result of an operation; `None` if it may be undefined or inexact. Memory
/// accesses are not decided here.
pub(super) fn transfer(known: &impl Known, op: &Op, result: &Type) -> Option<Facts> {
    match op {
        Op::Full(op) => literal(op.value)?.in_type(known, op.dtype),
        Op::Arange(op) => {
            Some(Facts::of(Interval::new(i128::from(op.start), i128::from(op.end) - 1)))
        }
        Op::Unary(op) => unary(op.op, known.facts(op.value)?, result.dtype()?),
        Op::Binary(op) => binary(known, op, result.dtype()?),
        Op::Compare(op) => {
            let (a, b) = (known.facts(op.left)?, operand(known, op.right)?);
            let flag = Facts::of(Interval::new(0, 1));
            (!a.raw).then_some(Facts { undef: !a.decides() || !b.decides(), ..flag })
        }
        Op::Cast(op) => {
            let (from, facts) = (known.ty(op.value)?.dtype()?, known.facts(op.value)?);
            cast(known, facts, from, op.dtype, op.bitcast)
        }
        Op::Where(op) => {
            let condition = known.facts(op.condition)?;
            let (a, b) = (known.facts(op.then)?, known.facts(op.otherwise)?);
            // A choice that the evaluator cannot take is data that it does not know.
            let unsure = condition.undef && known.rounds() && result.dtype()?.is_float();
            let usable = (!condition.undef || unsure) && !a.raw && !b.raw;
            let chosen = a.union(b).filter(|_| usable)?;
            Facts { inexact: chosen.inexact || unsure, ..chosen }.in_type(known, result.dtype()?)
        }
        Op::ExpandDims(op) => moved(known, op.value),
        Op::BroadcastTo(op) => moved(known, op.value),
        Op::Reshape(op) => moved(known, op.value),
        Op::Permute(op) => moved(known, op.value),
        Op::Reduce(op) => {
            let ty = known.ty(op.value)?;
            let count = op.axis.map_or(ty.numel(), |axis| ty.shape[axis]);
            reduce(known, op.op, known.facts(op.value)?, count as i128, result.dtype()?)
        }
        Op::ArgReduce(op) => {
            let ty = known.ty(op.value)?;
            let usable = known.facts(op.value).is_some_and(|a| !a.raw && !a.wild && a.decides());
            let index = Facts::of(Interval::new(0, ty.shape[op.axis] as i128 - 1));
            usable.then_some(Facts { undef: !op.tie_break_left, ..index })
        }
        Op::Fma(op) => {
            let [a, b, c] =
                [known.facts(op.left)?, known.facts(op.right)?, known.facts(op.addend)?];
            let product = float_binary(BinaryOp::Mul, a, b)?;
            let sum = float_binary(BinaryOp::Add, product, c)?;
            (!a.raw && !b.raw && !c.raw).then_some(sum)?.in_type(known, result.dtype()?)
        }
        Op::Math(op) => math(op.function, known.facts(op.value)?, known.rounds())?
            .in_type(known, result.dtype()?),
        Op::CumSum(op) => {
            let count = known.ty(op.value)?.shape[op.axis] as i128;
            let a = known.facts(op.value)?;
            let last = reduce(known, ReduceOp::Sum, a, count, result.dtype()?)?;
            last.union(Facts { undef: last.undef, ..a })
        }
        Op::Dot(op) => dot(known, op, result.dtype()?),
        Op::Join(op) => known.facts(op.first)?.union(known.facts(op.second)?),
        Op::Split(op) => moved(known, op.value),
        Op::Flip(op) => moved(known, op.value),
        Op::Sort(op) => {
            let facts = moved(known, op.value).filter(|facts| facts.decides() && !facts.wild)?;
            Some(Facts { undef: facts.negative_zero, ..facts })
        }
        Op::Gather(op) => {
            let (index, ty) = (known.facts(op.index)?, known.ty(op.value)?);
            let reach = Interval::new(0, ty.shape[op.axis] as i128 - 1);
            moved(known, op.value).filter(|_| !index.undef && index.range.within(reach))
        }
        Op::Histogram(op) => {
            let (facts, ty) = (moved(known, op.value)?, known.ty(op.value)?);
            let bins = Interval::new(0, op.bins as i128 - 1);
            let counts = Facts::of(Interval::new(0, ty.numel() as i128));
            (!facts.undef && facts.range.within(bins)).then_some(counts)
        }
        Op::ProgramId(_) | Op::NumPrograms(_) => None,
        Op::AddPtr(_) | Op::Load(_) | Op::Store(_) | Op::Atomic(_) => None,
        Op::DescriptorLoad(_) | Op::DescriptorStore(_) => None,
    }
}

fn moved(known: &impl Known, value: ValueId) -> Option<Facts> {
    known.facts(value).filter(|facts| !facts.raw)
}

fn unary(op: UnaryOp, a: Facts, dtype: DType) -> Option<Facts> {
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

fn binary(known: &impl Known, op: &Binary, dtype: DType) -> Option<Facts> {
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
    let delicate =
        matches!(op.op, BinaryOp::FloorDiv | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr);
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
        BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Div => return None,
    })
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

fn cast(known: &impl Known, a: Facts, from: DType, to: DType, bitcast: bool) -> Option<Facts> {
    if a.raw {
        return None;
    }
    let any = || Facts::any(to).map(|any| Facts { undef: !a.decides(), ..any });
    if bitcast {
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

/// A matrix unit adds in any order, so the sum of all magnitudes must stay exact.
fn dot(known: &impl Known, op: &Dot, result: DType) -> Option<Facts> {
    let (a, b) = (known.facts(op.left)?, known.facts(op.right)?);
    let zero = Facts::of(Interval::point(0));
    let acc = op.acc.map_or(Some(zero), |acc| known.facts(acc))?;
    let factors = known.ty(op.left)?;
    let inner = Interval::point(*factors.shape.last()? as i128);
    let cut = factors.dtype()? == DType::F32 && op.precision == Precision::Tf32;
    let unusable = |facts: Facts| facts.undef || facts.raw;
    let rounded = cut && !(a.fits(DType::F16) && b.fits(DType::F16));
    let open = rounded || acc.negative_zero;
    if unusable(a) || unusable(b) || unusable(acc) || open && !known.rounds() {
        return None;
    }
    let any = |flag: fn(&Facts) -> bool| [a, b, acc].iter().any(flag);
    let (wild, inexact) = (any(|facts| facts.wild), rounded || any(|facts| facts.inexact));
    let zero = Facts { wild, inexact: inexact || wild, ..zero };
    let sum = Facts { exponent: a.exponent + b.exponent, ..zero };
    let sum = Facts { range: a.range.mul(b.range)?.mul(inner)?.union(zero.range), ..sum };
    let (x, y, exponent) = align(sum, acc)?;
    let most = i128::try_from(x.magnitude().checked_add(y.magnitude())?).ok()?;
    let all = Facts { range: Interval::new(-most, most), exponent, ..zero };
    let all = all.in_type(known, result)?;
    Facts { range: x.add(y)?, exponent, inexact: all.inexact, ..zero }.in_type(known, result)
}

fn reduce(known: &impl Known, op: ReduceOp, a: Facts, count: i128, result: DType) -> Option<Facts> {
    if a.raw || a.undef {
        return None;
    }
    match op {
        ReduceOp::Sum => {
            let times = Interval::point(count);
            let facts = Facts { range: a.range.mul(times)?, ..a };
            if result.is_int() {
                return if facts.fits(result) { Some(facts) } else { Facts::any(result) };
            }
            // A sum of nothing but -0.0 is left open by the language.
            let inexact = a.inexact || a.wild;
            Facts { undef: a.negative_zero && !inexact, inexact, ..facts }.in_type(known, result)
        }
        ReduceOp::Min | ReduceOp::Max => {
            let inexact = a.inexact || a.wild;
            Facts { undef: a.negative_zero && !inexact, inexact, ..a }.in_type(known, result)
        }
        ReduceOp::XorSum => a.range.bits(a.range).map(Facts::of).or_else(|| Facts::any(result)),
    }
}
