//! Numeric domains: what a float *is* while a kernel is executed.
//!
//! `Exact` holds the value itself. `Bounded` (value and proven error) and `Algebraic` (an element of
//! a prime field beside a bounded value) implement the same trait, so that neither the evaluator nor
//! the interpreter knows which one it runs in.

use std::fmt::Debug;

use super::FloatFormat;

/// A unary float operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FloatUnary {
    Neg,
    Abs,
    Floor,
    Ceil,
    Round,
    Trunc,
    Sqrt,
    Rsqrt,
    Exp,
    Exp2,
    Log,
    Log2,
    Sin,
    Cos,
    Tanh,
    Erf,
}

/// A binary float operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FloatBinary {
    Add,
    Sub,
    Mul,
    Div,
    /// C's `fmod`: the sign of the dividend.
    Rem,
    /// The operand that is not NaN, if one is.
    MinNum,
    /// The operand that is not NaN, if one is.
    MaxNum,
    /// NaN if either operand is.
    Minimum,
    /// NaN if either operand is.
    Maximum,
}

/// A float comparison, named as LLVM and MLIR name them: `O` is false on NaN, `U` true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FloatPredicate {
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    Uno,
}

/// What an operation did beside giving values, as a float unit's status flags do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// A result was rounded.
    pub inexact: bool,
    /// A flag or an integer was made of floats.
    pub decided: bool,
    /// Immediate undefined behaviour, with its reason.
    pub trap: Option<&'static str>,
    /// Why some lanes are poison.
    pub poison: Option<&'static str>,
    /// Why the domain could not take a decision: a limit of ours. The lane is open too.
    pub unsure: Option<&'static str>,
    /// The lanes whose value the language leaves open (the zero that `max(-0.0, 0.0)` gives) or
    /// that are poison. The tile operations turn them into undefined lanes.
    pub open: Vec<usize>,
}

impl Status {
    /// Reports immediate undefined behaviour.
    pub fn trap(&mut self, reason: &'static str) {
        self.trap.get_or_insert(reason);
    }

    /// Reports that lane `index` is poison.
    pub fn poison(&mut self, reason: &'static str, index: usize) {
        self.poison.get_or_insert(reason);
        self.open.push(index);
    }

    /// Reports that the domain cannot decide lane `index`; gives what stands there.
    pub fn undecided(&mut self, index: usize) -> i64 {
        self.unsure.get_or_insert("a decision within the margin of rounding");
        self.open.push(index);
        0
    }

    /// Whether nothing at all was reported.
    pub fn is_clean(&self) -> bool {
        *self == Status::default()
    }
}

/// What a domain can say of two values that should be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// They are the same, as far as the domain tells values apart.
    Same,
    /// They may be, but the domain knows them only coarsely.
    Coarse,
    /// They are not.
    Differs,
    /// The domain does not know.
    Unknown,
}

/// A sum of products as a matrix instruction makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dot {
    /// Format of the sum.
    pub format: FloatFormat,
    /// The narrower format of the factors.
    pub factors: FloatFormat,
    /// Whether 32-bit factors may be cut to tf32.
    pub tf32: bool,
}

/// A numeric domain. All slices given to one call have the same length, as has the result.
pub trait Domain: Copy + Debug + Default + Send + Sync + 'static {
    /// What stands for a float.
    type Float: Copy + Debug + PartialEq + Send + Sync + 'static;

    /// The name shown in verdicts.
    const NAME: &'static str;

    /// Whether results are bit patterns, and one that was rounded says nothing.
    const EXACT: bool = false;

    /// A constant; `value` is representable in the format in which it is used.
    fn constant(value: f64) -> Self::Float;

    /// The value of a bit pattern.
    fn from_bits(format: FloatFormat, bits: u64) -> Self::Float;

    /// The bit pattern, or `None` where the domain does not know the value to the bit.
    fn to_bits(format: FloatFormat, value: Self::Float) -> Option<u64>;

    /// Applies a unary operation.
    fn unary(
        op: FloatUnary,
        format: FloatFormat,
        a: &[Self::Float],
        status: &mut Status,
    ) -> Vec<Self::Float>;

    /// Applies a binary operation.
    fn binary(
        op: FloatBinary,
        format: FloatFormat,
        a: &[Self::Float],
        b: &[Self::Float],
        status: &mut Status,
    ) -> Vec<Self::Float>;

    /// `a * b + c`, rounded once.
    fn fma(
        format: FloatFormat,
        a: &[Self::Float],
        b: &[Self::Float],
        c: &[Self::Float],
        status: &mut Status,
    ) -> Vec<Self::Float>;

    /// Compares; true is -1. A comparison that the domain cannot decide is an open lane.
    fn compare(
        predicate: FloatPredicate,
        a: &[Self::Float],
        b: &[Self::Float],
        status: &mut Status,
    ) -> Vec<i64>;

    /// Rounds values to `format`, to nearest, ties to even.
    fn convert(format: FloatFormat, a: &[Self::Float], status: &mut Status) -> Vec<Self::Float>;

    /// Converts canonical integers; `None` bits means signed, `Some(bits)` unsigned of that width.
    fn convert_int(
        format: FloatFormat,
        a: &[i64],
        unsigned: Option<u32>,
        status: &mut Status,
    ) -> Vec<Self::Float>;

    /// Truncates toward zero; a value outside the integer type is a poison lane.
    fn to_int(a: &[Self::Float], bits: u32, signed: bool, status: &mut Status) -> Vec<i64>;

    /// Whether two values of a format, of two programs that should compute one, are the same; NaNs
    /// are one value.
    fn agreement(format: FloatFormat, a: Self::Float, b: Self::Float) -> Agreement {
        let (Some(a), Some(b)) = (Self::to_bits(format, a), Self::to_bits(format, b)) else {
            return Agreement::Unknown;
        };
        let nan = |bits: u64| format.from_bits(bits).is_nan();
        if a == b || nan(a) && nan(b) { Agreement::Same } else { Agreement::Differs }
    }

    /// A constant of the program, which the compiler may compute with.
    fn literal(format: FloatFormat, bits: u64) -> Self::Float {
        Self::from_bits(format, bits)
    }

    /// `c` and the products of `a` and `b`, added as a matrix instruction adds; `None` where the domain
    /// has no rule of its own and multiplies and adds one after the other.
    fn dot(
        _dot: &Dot,
        _a: &[Self::Float],
        _b: &[Self::Float],
        _c: Self::Float,
    ) -> Option<Self::Float> {
        None
    }

    /// What is known of a sum of these terms if they may have been added in any order.
    fn any_order(
        _format: FloatFormat,
        _terms: &mut dyn Iterator<Item = Self::Float>,
        sum: Self::Float,
    ) -> Self::Float {
        sum
    }

    /// Means, sums of squared deviations and weights, merged into one of each in any order; `None`
    /// where the domain has nothing to say of all orders.
    fn moments(
        _format: FloatFormat,
        _means: &[Self::Float],
        _squares: &[Self::Float],
        _weights: &[Self::Float],
    ) -> Option<[Self::Float; 3]> {
        None
    }

    /// Whether the sum of these values is the same in every order, with every partial sum exact.
    fn sum_is_exact(format: FloatFormat, values: &mut dyn Iterator<Item = Self::Float>) -> bool;
}
