//! What is known of each value while a kernel is generated, and what an operation makes of it.
//!
//! A float is known as an integer of an interval times a power of two. It is exact in a format if
//! the interval stays within the format's precision: so does every partial sum, in any order, if
//! the sum of magnitudes does. An operation that these facts do not prove to be well defined and
//! exact has no facts, and is not generated.

mod arith;
mod combine;
mod dot;
mod index;
mod reduce;
mod shape;

use super::interval::Interval;
use super::rounding::math;
use crate::program::ops::Op;
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
        let (lowest, highest) = match dtype {
            DType::F8E4M3 => (-6, 8),
            DType::F8E5M2 => (-14, 15),
            DType::F16 => (-10, 15),
            _ => (-30, 100),
        };
        // One bit is left unused: the exact sum test of the evaluator asks for it.
        let bits = 128 - self.range.magnitude().leading_zeros() as i32;
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

/// The facts of a value that may be used as any operand.
fn usable(known: &impl Known, value: ValueId) -> Option<Facts> {
    known.facts(value).filter(|facts| !facts.raw)
}

/// As `usable`, where every element is known.
fn defined(known: &impl Known, value: ValueId) -> Option<Facts> {
    usable(known, value).filter(|facts| facts.decides() && !facts.wild)
}

/// What is known of the result of an operation; `None` if it may be undefined or inexact. Memory
/// accesses are not decided here.
pub(super) fn transfer(known: &impl Known, op: &Op, result: &Type) -> Option<Facts> {
    if !shape::takes_its_operands(known, op) {
        return None;
    }
    match op {
        Op::Full(op) => literal(op.value)?.in_type(known, op.dtype),
        Op::Arange(op) => {
            Some(Facts::of(Interval::new(i128::from(op.start), i128::from(op.end) - 1)))
        }
        Op::Unary(op) => arith::unary(op.op, known.facts(op.value)?, result.dtype()?),
        Op::Binary(op) => arith::binary(known, op, result.dtype()?),
        Op::Compare(op) => arith::compare(known, op),
        Op::Cast(op) => arith::cast(known, op),
        Op::Downcast(op) => arith::downcast(known, op),
        Op::Where(op) => arith::select(known, op, result.dtype()?),
        Op::Fma(op) => arith::fma(known, op, result.dtype()?),
        Op::Math(op) => math(op.function, known.facts(op.value)?, known.rounds())?
            .in_type(known, result.dtype()?),
        Op::ExpandDims(op) => usable(known, op.value),
        Op::BroadcastTo(op) => usable(known, op.value),
        Op::Reshape(op) => usable(known, op.value),
        Op::Permute(op) => usable(known, op.value),
        Op::Split(op) => usable(known, op.value),
        Op::Flip(op) => usable(known, op.value),
        Op::Interleave(op) => known.facts(op.first)?.union(known.facts(op.second)?),
        Op::Join(op) => known.facts(op.first)?.union(known.facts(op.second)?),
        Op::Gather(op) => shape::gather(known, op),
        Op::Sort(op) => shape::sort(known, op.value),
        Op::TopK(op) => shape::sort(known, op.value),
        Op::Histogram(op) => shape::histogram(known, op),
        Op::Reduce(op) => reduce::reduce(known, op, result.dtype()?),
        Op::ArgReduce(op) => reduce::arg_reduce(known, op),
        Op::CumSum(op) => reduce::cumsum(known, op, result.dtype()?),
        Op::CumProd(op) => combine::product(defined(known, op.value)?, result.dtype()?),
        Op::Unordered(op) => reduce::unordered(known, op, result.dtype()?),
        Op::Clamp(op) => arith::clamp(known, op, result.dtype()?),
        Op::Hint(op) => index::hint(known, op),
        Op::Swizzle(op) => index::swizzle(known, op),
        Op::Philox(op) => index::philox(known, op, result.dtype()?),
        Op::Rand(op) => index::rand(known, op),
        Op::Combine(op) => combine::combine(known, op),
        Op::Dot(op) => dot::dot(known, op, result.dtype()?),
        Op::DotScaled(op) => dot::dot_scaled(known, op),
        Op::ProgramId(_) | Op::NumPrograms(_) => None,
        Op::AddPtr(_) | Op::Load(_) | Op::Store(_) | Op::Atomic(_) => None,
        Op::DescriptorLoad(_) | Op::DescriptorStore(_) => None,
        Op::BlockLoad(_) | Op::BlockStore(_) => None,
    }
}
