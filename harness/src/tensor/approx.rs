//! Arithmetic on values with a bound: the value that exact arithmetic would give, and how far any right
//! implementation may be from it. Takes and gives single values; what each operation adds to the bound
//! is in `bounds.rs`, and sums of many terms are in `sums.rs`.

use std::fmt;

use super::bounds::{self, Tolerance};
use super::lost::{product_is_exact, two_sum_error};
use super::{Domain, Exact, FloatBinary, FloatFormat, FloatPredicate, FloatUnary, Status};

/// A value and its bound.
#[derive(Clone, Copy, PartialEq)]
pub struct Approx {
    pub(super) value: f64,
    /// 0: every implementation gives this value, to the bit. Infinity: nothing is known.
    pub(super) error: f64,
}

impl fmt::Debug for Approx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.error {
            0.0 => write!(f, "{:?}", self.value),
            error if error.is_finite() => write!(f, "{:?} +- {error:.1e}", self.value),
            _ => f.write_str("an unknown value"),
        }
    }
}

/// Relative error of our own arithmetic, generously.
pub(super) const OWN: f64 = 4.0 * f64::EPSILON;

impl Approx {
    pub(super) const UNKNOWN: Approx = Approx { value: 0.0, error: f64::INFINITY };

    pub(super) fn exact(value: f64) -> Self {
        Approx { value, error: 0.0 }
    }

    pub(super) fn is_exact(self) -> bool {
        self.error == 0.0
    }

    /// What exact arithmetic would give.
    pub fn value(self) -> f64 {
        self.value
    }

    /// How far a right implementation may be from `value`; infinite where nothing is known.
    pub fn error(self) -> f64 {
        self.error
    }

    pub(super) fn is_unknown(self) -> bool {
        self.error.is_infinite()
    }

    pub(super) fn low(self) -> f64 {
        if self.is_exact() { self.value } else { self.value - self.error }
    }

    pub(super) fn high(self) -> f64 {
        if self.is_exact() { self.value } else { self.value + self.error }
    }

    pub(super) fn magnitude(self) -> f64 {
        self.value.abs() + self.error
    }

    /// A finite true value, what its operands may be off by, and what the operation adds; unknown if
    /// it may overflow.
    pub(super) fn rounded(
        value: f64,
        inherited: f64,
        tolerance: Tolerance,
        format: FloatFormat,
    ) -> Self {
        let magnitude = value.abs() + inherited;
        let added = tolerance.relative * magnitude + tolerance.absolute + OWN * magnitude;
        let error = (inherited + added) * (1.0 + OWN);
        // NaN is not below anything either.
        match magnitude + error <= format.max_finite() {
            true => Approx { value, error },
            false => Approx::UNKNOWN,
        }
    }

    /// The result where an operand is infinite or NaN: IEEE's, if the signs are certain of those
    /// operands whose sign matters.
    fn special(operands: &[Approx], value: f64, signs: bool) -> Option<Self> {
        if operands.iter().any(|a| a.is_unknown()) {
            return Some(Approx::UNKNOWN);
        }
        if operands.iter().all(|a| a.value.is_finite()) {
            return None;
        }
        let certain = |a: &Approx| !signs || a.is_exact() || a.value.abs() > a.error;
        let known = value.is_nan() && operands.iter().any(|a| a.value.is_nan())
            || operands.iter().all(certain);
        Some(if known { Approx::exact(value) } else { Approx::UNKNOWN })
    }
}

pub(super) fn add(format: FloatFormat, a: Approx, b: Approx) -> Approx {
    let sum = a.value + b.value;
    if let Some(special) = Approx::special(&[a, b], sum, false) {
        return special;
    }
    let error = a.error + b.error;
    let exact = two_sum_error(a.value, b.value, sum) == 0.0 && format.round(sum) == sum;
    if error == 0.0 && exact {
        return Approx::exact(sum);
    }
    Approx::rounded(sum, error, bounds::rounding(format), format)
}

pub(super) fn product_error(a: Approx, b: Approx) -> f64 {
    if a.is_exact() && b.is_exact() {
        return 0.0;
    }
    a.value.abs() * b.error + b.value.abs() * a.error + a.error * b.error
}

pub(super) fn mul(format: FloatFormat, a: Approx, b: Approx) -> Approx {
    let product = a.value * b.value;
    if let Some(special) = Approx::special(&[a, b], product, true) {
        return special;
    }
    // Zero times anything finite is zero; the sign is only known with that of the other.
    let zero = |x: Approx, y: Approx| x.is_exact() && x.value == 0.0 && y.value.abs() > y.error;
    if zero(a, b) || zero(b, a) {
        return Approx::exact(product);
    }
    let error = product_error(a, b);
    let exact = a.is_exact()
        && b.is_exact()
        && product_is_exact(format, a.value, b.value, product)
        && format.round(product) == product
        // A sum that it is contracted with may be finite.
        && product.is_finite()
        && (product != 0.0 || a.value == 0.0 || b.value == 0.0);
    if exact {
        return Approx::exact(product);
    }
    Approx::rounded(product, error, bounds::rounding(format), format)
}

fn div(format: FloatFormat, a: Approx, b: Approx) -> Approx {
    let quotient = a.value / b.value;
    if let Some(special) = Approx::special(&[a, b], quotient, true) {
        return special;
    }
    if b.value.abs() <= b.error {
        let by_zero = a.is_exact() && b.is_exact();
        return if by_zero { Approx::exact(quotient) } else { Approx::UNKNOWN };
    }
    let both = a.is_exact() && b.is_exact();
    if a.is_exact() && a.value == 0.0 {
        return Approx::exact(quotient);
    }
    // A power of two has an exact reciprocal; other quotients may be off though representable.
    let power_of_two = b.value.to_bits() << 12 == 0;
    let normal = quotient.is_finite() && quotient.abs() >= bounds::power(format.min_exponent());
    if both && power_of_two && normal && format.round(quotient) == quotient {
        return Approx::exact(quotient);
    }
    let least = b.value.abs() - b.error;
    let error = (a.error + quotient.abs() * b.error) / least;
    let tolerance = bounds::binary(FloatBinary::Div, format);
    Approx::rounded(quotient, error, tolerance, format)
}

fn min_max(op: FloatBinary, a: Approx, b: Approx, open: &mut bool) -> Approx {
    if a.is_unknown() || b.is_unknown() {
        return Approx::UNKNOWN;
    }
    let propagate = matches!(op, FloatBinary::Minimum | FloatBinary::Maximum);
    if a.value.is_nan() || b.value.is_nan() {
        return match (propagate, a.value.is_nan()) {
            (true, _) => Approx::exact(f64::NAN),
            (false, true) => b,
            (false, false) => a,
        };
    }
    let signs = a.value.is_sign_negative() != b.value.is_sign_negative();
    *open |= a.is_exact() && b.is_exact() && a.value == 0.0 && b.value == 0.0 && signs;
    let least = matches!(op, FloatBinary::MinNum | FloatBinary::Minimum);
    let (below, above) = if a.value < b.value { (a, b) } else { (b, a) };
    if below.high() <= above.low() {
        return if least { below } else { above };
    }
    let pick = |f: fn(f64, f64) -> f64| (f(a.low(), b.low()), f(a.high(), b.high()));
    let (low, high) = pick(if least { f64::min } else { f64::max });
    let value = if least { below.value } else { above.value };
    Approx { value, error: (high - value).max(value - low) * (1.0 + OWN) }
}

/// A function that grows, or falls, over its whole domain, or (sine, cosine) is no steeper than one.
fn function(op: FloatUnary, format: FloatFormat, a: Approx) -> Approx {
    let f = |x: f64| Exact::unary(op, FloatFormat::F64, &[x], &mut Status::default())[0];
    let value = f(a.value);
    if a.is_unknown() {
        return Approx::UNKNOWN;
    }
    // A subnormal operand may be taken for zero: an H200 gives infinity for the `rsqrt` of 2e-45.
    let flushed = format != FloatFormat::F64 && near_zero(FloatFormat::F32, a);
    // What every implementation gives to the bit.
    let zero = a.value == 0.0 && !matches!(op, FloatUnary::Cos);
    if a.is_exact() && !flushed && (!value.is_finite() || a.value.is_infinite() || zero) {
        return Approx::exact(value);
    }
    let (mut low, mut high) = match op {
        FloatUnary::Sin | FloatUnary::Cos => (value - a.error, value + a.error),
        _ => (f(a.low()), f(a.high())),
    };
    if flushed {
        (low, high) = (low.min(f(0.0)), high.max(f(0.0)));
    }
    // Outside of its domain on one side, or past where its values end.
    if !(value.is_finite() && low.is_finite() && high.is_finite()) {
        return Approx::UNKNOWN;
    }
    let inherited = (low - value).abs().max((high - value).abs());
    let tolerance = bounds::unary(op, format, a.magnitude());
    Approx::rounded(value, inherited, tolerance, format)
}

/// Whether it may be a subnormal number.
fn near_zero(format: FloatFormat, a: Approx) -> bool {
    let normal = bounds::power(format.min_exponent());
    a.low() < normal && a.high() > -normal && a.value != 0.0
}

/// Rounds to an integer: known where both ends of the interval give one.
fn integral(op: FloatUnary, format: FloatFormat, a: Approx) -> Approx {
    let f = |x: f64| Exact::unary(op, FloatFormat::F64, &[x], &mut Status::default())[0];
    if a.is_unknown() {
        return Approx::UNKNOWN;
    }
    let (mut low, mut high, value) = (f(a.low()), f(a.high()), f(a.value));
    // The device's library flushes subnormal operands: an H200 gives -0.0 for the floor of -1e-45.
    let flushed = format == FloatFormat::F32 && near_zero(format, a);
    if flushed {
        (low, high) = (low.min(0.0), high.max(0.0));
    }
    let signs = low.is_sign_negative() == high.is_sign_negative();
    match low == high && signs || a.is_exact() && !flushed {
        true => Approx::exact(value),
        // Not zero where only the sign of a zero is open.
        false => Approx { value, error: (value - low).max(high - value).max(f64::MIN_POSITIVE) },
    }
}

pub(super) fn unary(op: FloatUnary, format: FloatFormat, a: Approx) -> Approx {
    use FloatUnary::{Abs, Ceil, Floor, Neg, Round, Trunc};
    match op {
        Neg => Approx { value: -a.value, ..a },
        Abs if a.is_exact() || a.value.abs() >= a.error => Approx { value: a.value.abs(), ..a },
        Abs => Approx { value: a.value.abs(), error: a.error },
        Floor | Ceil | Round | Trunc => integral(op, format, a),
        _ => function(op, format, a),
    }
}

pub(super) fn binary(
    op: FloatBinary,
    format: FloatFormat,
    a: Approx,
    b: Approx,
    open: &mut bool,
) -> Approx {
    match op {
        FloatBinary::Add => add(format, a, b),
        FloatBinary::Sub => add(format, a, Approx { value: -b.value, ..b }),
        FloatBinary::Mul => mul(format, a, b),
        FloatBinary::Div => div(format, a, b),
        FloatBinary::Rem if a.is_exact() && b.is_exact() => Approx::exact(a.value % b.value),
        FloatBinary::Rem => Approx::UNKNOWN,
        _ => min_max(op, a, b, open),
    }
}

/// `a * b + c`, rounded once or twice.
pub(super) fn fma(format: FloatFormat, a: Approx, b: Approx, c: Approx) -> Approx {
    let product = mul(format, a, b);
    add(format, product, c)
}

pub(super) fn convert(format: FloatFormat, a: Approx) -> Approx {
    if a.is_unknown() || a.value.is_nan() {
        return a;
    }
    let rounded = format.round(a.value);
    if a.is_exact() && (rounded == a.value || a.value.is_infinite()) {
        return Approx::exact(rounded);
    }
    Approx::rounded(a.value, a.error, bounds::rounding(format), format)
}

/// Compares intervals; `None` where they overlap.
pub(super) fn compare(predicate: FloatPredicate, a: Approx, b: Approx) -> Option<i64> {
    use FloatPredicate::{Oeq, Oge, Ogt, Ole, Olt, One, Ord, Ueq, Uge, Ugt, Ule, Ult, Une, Uno};
    if a.is_unknown() || b.is_unknown() {
        return None;
    }
    let whole = |x: f64, y: f64| Exact::compare(predicate, &[x], &[y], &mut Status::default())[0];
    if a.is_exact() && b.is_exact() || a.value.is_nan() || b.value.is_nan() {
        return Some(whole(a.value, b.value));
    }
    let (below, above) = (a.high() < b.low(), a.low() > b.high());
    match predicate {
        Ord | Uno => Some(whole(a.value, b.value)),
        _ if below || above => Some(whole(a.value, b.value)),
        Olt | Ult | Oge | Uge if a.low() >= b.high() => {
            Some(-i64::from(matches!(predicate, Oge | Uge)))
        }
        Ogt | Ugt | Ole | Ule if a.high() <= b.low() => {
            Some(-i64::from(matches!(predicate, Ole | Ule)))
        }
        Oeq | Ueq | One | Une | Olt | Ult | Oge | Uge | Ogt | Ugt | Ole | Ule => None,
    }
}

/// Truncates toward zero; `None` where the interval decides nothing.
pub(super) fn to_int(a: Approx, bits: u32, signed: bool) -> Option<Result<i64, ()>> {
    if a.is_unknown() {
        return None;
    }
    let end = |x: f64| {
        let mut status = Status::default();
        let value = Exact::to_int(&[x], bits, signed, &mut status)[0];
        if status.open.is_empty() { Ok(value) } else { Err(()) }
    };
    let (low, high) = (end(a.low()), end(a.high()));
    (low == high).then_some(low)
}
