//! The algebraic domain: a float is an element of a prime field beside a bounded value, which takes the
//! decisions. Equal formulas have equal elements however they are ordered, so this domain sees what
//! large bounds hide; it does not see a loss of precision.
//!
//! Without these rules it lies: an operation on constants alone is done in IEEE arithmetic, because the
//! compiler folds it; conversions are the identity where they round nothing; minimum and maximum are
//! decisions and give an operand; infinities, NaN and negative zero have no element; what the compiler
//! may compute in another way (a function of a constant, a factor cut to tf32) is unknown.

use std::fmt;

use super::agreement;
use super::approx::{self, Approx};
use super::field::Element;
use super::sums;
use super::{
    Agreement, Domain, Dot, Exact, FloatBinary, FloatFormat, FloatPredicate, FloatUnary, Status,
    welford,
};

/// The algebraic domain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Algebraic;

/// A value of the algebraic domain.
#[derive(Clone, Copy, PartialEq)]
pub struct Algebra {
    near: Approx,
    /// Nothing for special values, which are exact, and for what is unknown.
    element: Option<Element>,
    /// Whether it follows from constants of the program alone.
    constant: bool,
    /// Bits of the significand of the format that it was computed in; 0 for what was loaded.
    precision: u32,
}

impl fmt::Debug for Algebra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.near)?;
        if self.element.is_none() && !self.is_special() {
            f.write_str(" (no element)")?;
        }
        Ok(())
    }
}

fn is_special(value: f64) -> bool {
    !value.is_finite() || value == 0.0 && value.is_sign_negative()
}

impl Algebra {
    fn exact(value: f64) -> Self {
        let element = (!is_special(value)).then(|| Element::of(value));
        Algebra { near: Approx::exact(value), element, constant: false, precision: 0 }
    }

    fn is_special(self) -> bool {
        self.near.is_exact() && is_special(self.near.value)
    }

    /// A result; a special value is one whatever the elements say.
    fn new(near: Approx, element: Option<Element>, format: FloatFormat) -> Self {
        let special = near.is_exact() && is_special(near.value);
        let element = if special { None } else { element };
        Algebra { near, element, constant: false, precision: format.precision() }
    }

    /// The element, that of zero for a negative zero.
    fn number(self) -> Option<Element> {
        match self.is_special() && self.near.value == 0.0 {
            true => Some(Element::of(0.0)),
            false => self.element,
        }
    }
}

/// What the compiler folds: IEEE arithmetic, rounded to the format.
fn folded(near: Approx, rounded: f64, format: FloatFormat) -> Algebra {
    let near = if near.is_exact() { Approx::exact(rounded) } else { near };
    let element = (!is_special(rounded)).then(|| Element::of(rounded));
    Algebra { constant: true, ..Algebra::new(near, element, format) }
}

fn unary(op: FloatUnary, format: FloatFormat, a: Algebra) -> Algebra {
    use FloatUnary::{Abs, Ceil, Floor, Neg, Round, Trunc};
    let near = approx::unary(op, format, a.near);
    let element = match op {
        Neg => a.element.map(Element::negated),
        Abs if a.near.low() >= 0.0 => a.element,
        Abs if a.near.high() <= 0.0 => a.element.map(Element::negated),
        Abs => None,
        // An integer that is known is a number like any other.
        Floor | Ceil | Round | Trunc => near.is_exact().then(|| Element::of(near.value)),
        _ if near.is_exact() && near.value.is_finite() => Some(Element::of(near.value)),
        // The compiler's library and the target's may differ in the last place.
        _ if a.constant => None,
        _ => a.number().map(|element| element.function(op)),
    };
    let constant = a.constant && matches!(op, Neg | Abs | Floor | Ceil | Round | Trunc);
    Algebra { constant, ..Algebra::new(near, element, format) }
}

fn binary(
    op: FloatBinary,
    format: FloatFormat,
    a: Algebra,
    b: Algebra,
    open: &mut bool,
) -> Algebra {
    let near = approx::binary(op, format, a.near, b.near, open);
    let arithmetic =
        matches!(op, FloatBinary::Add | FloatBinary::Sub | FloatBinary::Mul | FloatBinary::Div);
    if a.constant && b.constant && arithmetic && a.near.value.is_finite() {
        // A constant's own value is the middle of its bound only where nothing was folded before.
        if !(a.near.is_exact() && b.near.is_exact()) {
            return Algebra::new(near, None, format);
        }
        let (x, y) = ([a.near.value], [b.near.value]);
        let rounded = Exact::binary(op, format, &x, &y, &mut Status::default())[0];
        // What follows is computed from the rounded value, on either side.
        return folded(Approx::exact(rounded), rounded, format);
    }
    let pair = a.number().zip(b.number());
    let element = match op {
        FloatBinary::Add => pair.map(|(x, y)| x.plus(y)),
        FloatBinary::Sub => pair.map(|(x, y)| x.plus(y.negated())),
        FloatBinary::Mul => pair.map(|(x, y)| x.times(y)),
        FloatBinary::Div => pair.and_then(|(x, y)| x.over(y)),
        FloatBinary::Rem => near.is_exact().then(|| Element::of(near.value)),
        _ => chosen(near, a, b),
    };
    Algebra::new(near, element, format)
}

/// Minimum and maximum give an operand; of two that may be either, none.
fn chosen(near: Approx, a: Algebra, b: Algebra) -> Option<Element> {
    if a.element == b.element {
        return a.element;
    }
    match (near == a.near, near == b.near) {
        (true, false) => a.element,
        (false, true) => b.element,
        _ => None,
    }
}

fn convert(format: FloatFormat, a: Algebra) -> Algebra {
    let near = approx::convert(format, a.near);
    let wider = matches!(format, FloatFormat::F32 | FloatFormat::F64)
        && (1..=format.precision()).contains(&a.precision);
    let element = match near.is_exact() || wider {
        true => a.element,
        false if a.constant => None,
        false => a.number().map(|element| element.hashed(256 + u64::from(format.precision()))),
    };
    Algebra { constant: a.constant && near.is_exact(), ..Algebra::new(near, element, format) }
}

fn dot(spec: &Dot, a: &[Algebra], b: &[Algebra], c: Algebra) -> Algebra {
    let near = |all: &[Algebra]| all.iter().map(|x| x.near).collect::<Vec<_>>();
    let (left, right) = (near(a), near(b));
    let cut = |x: &Approx| !x.is_exact() || (x.value as f32).to_bits() & 0x1fff != 0;
    let cut = spec.tf32 && left.iter().chain(&right).any(cut);
    let add = |sum: Option<Element>, (x, y): (&Algebra, &Algebra)| {
        Some(sum?.plus(x.number()?.times(y.number()?)))
    };
    let sum = a.iter().zip(b).fold(c.number(), add);
    let near = sums::dot(spec, &left, &right, c.near);
    Algebra::new(near, sum.filter(|_| !cut), spec.format)
}

impl Domain for Algebraic {
    type Float = Algebra;
    const NAME: &'static str = "algebraic";

    fn constant(value: f64) -> Algebra {
        Algebra::exact(value)
    }

    fn from_bits(format: FloatFormat, bits: u64) -> Algebra {
        Algebra::exact(format.from_bits(bits))
    }

    fn literal(format: FloatFormat, bits: u64) -> Algebra {
        Algebra { constant: true, ..Algebra::exact(format.from_bits(bits)) }
    }

    fn to_bits(format: FloatFormat, value: Algebra) -> Option<u64> {
        value.near.is_exact().then(|| format.to_bits(value.near.value))
    }

    fn unary(op: FloatUnary, format: FloatFormat, a: &[Algebra], _: &mut Status) -> Vec<Algebra> {
        a.iter().map(|x| unary(op, format, *x)).collect()
    }

    fn binary(
        op: FloatBinary,
        format: FloatFormat,
        a: &[Algebra],
        b: &[Algebra],
        status: &mut Status,
    ) -> Vec<Algebra> {
        let mut one = |(lane, (x, y)): (usize, (&Algebra, &Algebra))| {
            let mut open = false;
            let value = binary(op, format, *x, *y, &mut open);
            if open {
                status.open.push(lane);
            }
            value
        };
        a.iter().zip(b).enumerate().map(&mut one).collect()
    }

    fn fma(
        format: FloatFormat,
        a: &[Algebra],
        b: &[Algebra],
        c: &[Algebra],
        _: &mut Status,
    ) -> Vec<Algebra> {
        let one = |((x, y), z): ((&Algebra, &Algebra), &Algebra)| {
            let near = approx::fma(format, x.near, y.near, z.near);
            // Contracted constants are folded by some and not by others.
            let constant = x.constant && y.constant && !near.is_exact();
            let element = || Some(x.number()?.times(y.number()?).plus(z.number()?));
            Algebra::new(near, if constant { None } else { element() }, format)
        };
        a.iter().zip(b).zip(c).map(one).collect()
    }

    fn compare(
        predicate: FloatPredicate,
        a: &[Algebra],
        b: &[Algebra],
        status: &mut Status,
    ) -> Vec<i64> {
        let mut one = |(lane, (x, y)): (usize, (&Algebra, &Algebra))| {
            approx::compare(predicate, x.near, y.near).unwrap_or_else(|| status.undecided(lane))
        };
        a.iter().zip(b).enumerate().map(&mut one).collect()
    }

    fn convert(format: FloatFormat, a: &[Algebra], _: &mut Status) -> Vec<Algebra> {
        a.iter().map(|x| convert(format, *x)).collect()
    }

    fn convert_int(
        format: FloatFormat,
        a: &[i64],
        unsigned: Option<u32>,
        _: &mut Status,
    ) -> Vec<Algebra> {
        let values = Exact::convert_int(format, a, unsigned, &mut Status::default());
        values.into_iter().map(Algebra::exact).collect()
    }

    fn to_int(a: &[Algebra], bits: u32, signed: bool, status: &mut Status) -> Vec<i64> {
        let mut one = |(lane, x): (usize, &Algebra)| match approx::to_int(x.near, bits, signed) {
            Some(Ok(value)) => value,
            Some(Err(())) => {
                status.poison("float does not fit the integer type", lane);
                0
            }
            None => status.undecided(lane),
        };
        a.iter().enumerate().map(&mut one).collect()
    }

    fn sum_is_exact(format: FloatFormat, values: &mut dyn Iterator<Item = Algebra>) -> bool {
        let values: Vec<Algebra> = values.collect();
        let exact = values.iter().all(|x| x.near.is_exact());
        exact && Exact::sum_is_exact(format, &mut values.iter().map(|x| x.near.value))
    }

    fn agreement(format: FloatFormat, a: Algebra, b: Algebra) -> Agreement {
        let near = agreement::agreement(format, a.near, b.near);
        match (a.element, b.element) {
            _ if near == Agreement::Differs => Agreement::Differs,
            (Some(x), Some(y)) if x == y => Agreement::Same,
            // Special values are compared to the bit above.
            (None, None) if a.is_special() && b.is_special() => Agreement::Same,
            // Other elements are no proof: there are identities that the field does not know.
            _ => Agreement::Unknown,
        }
    }

    fn dot(spec: &Dot, a: &[Algebra], b: &[Algebra], c: Algebra) -> Option<Algebra> {
        Some(dot(spec, a, b, c))
    }

    fn any_order(
        format: FloatFormat,
        terms: &mut dyn Iterator<Item = Algebra>,
        sum: Algebra,
    ) -> Algebra {
        let near = sums::any_order(format, &mut terms.map(|term| term.near), sum.near);
        Algebra { near, ..sum }
    }

    /// Quotients of weights that are constants are folded by some and not by others, so that only what
    /// is exact has an element.
    fn moments(
        format: FloatFormat,
        means: &[Algebra],
        squares: &[Algebra],
        weights: &[Algebra],
    ) -> Option<[Algebra; 3]> {
        let near = |all: &[Algebra]| all.iter().map(|x| x.near).collect::<Vec<_>>();
        let known = welford::moments(format, &near(means), &near(squares), &near(weights))?;
        let known = known.map(|near| {
            let exact = near.is_exact() && near.value.is_finite();
            Algebra::new(near, exact.then(|| Element::of(near.value)), format)
        });
        Some(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const F32: FloatFormat = FloatFormat::F32;

    fn one(op: FloatBinary, a: Algebra, b: Algebra) -> Algebra {
        Algebraic::binary(op, F32, &[a], &[b], &mut Status::default())[0]
    }

    fn literal(value: f32) -> Algebra {
        Algebraic::literal(F32, u64::from(value.to_bits()))
    }

    fn loaded(value: f32) -> Algebra {
        Algebraic::constant(f64::from(value))
    }

    #[test]
    fn equal_formulas_are_the_same_whatever_their_order() {
        use FloatBinary::{Add, Div, Mul, Sub};
        let (a, b, c) = (loaded(0.1), loaded(0.7), loaded(-3.3));
        let left = one(Mul, one(Add, a, b), c);
        let right = one(Add, one(Mul, c, b), one(Mul, a, c));
        assert_eq!(Algebraic::agreement(F32, left, right), Agreement::Same);
        let other = one(Add, one(Mul, c, b), one(Mul, a, b));
        assert_eq!(Algebraic::agreement(F32, left, other), Agreement::Differs);
        let back = one(Div, one(Mul, a, b), b);
        assert_eq!(Algebraic::agreement(F32, back, a), Agreement::Same);
        assert_eq!(Algebraic::agreement(F32, one(Sub, a, a), loaded(0.0)), Agreement::Same);
        let exp = |x| Algebraic::unary(FloatUnary::Exp, F32, &[x], &mut Status::default())[0];
        assert_eq!(
            Algebraic::agreement(F32, exp(one(Add, a, b)), exp(one(Add, b, a))),
            Agreement::Same
        );
        // Near enough for the bounds, but another formula: no proof of either.
        let near = one(Add, a, loaded(0.700_000_05));
        let sum = one(Add, a, b);
        assert_eq!(Algebraic::agreement(F32, sum, near), Agreement::Unknown);
    }

    #[test]
    fn constants_are_folded_and_special_values_are_symbols() {
        let folded = one(FloatBinary::Mul, literal(0.1), literal(0.2));
        let written = literal(0.1f32 * 0.2f32);
        assert_eq!(Algebraic::agreement(F32, folded, written), Agreement::Same);
        let run = one(FloatBinary::Mul, loaded(0.1), literal(0.2));
        assert_eq!(Algebraic::agreement(F32, run, written), Agreement::Unknown);
        let zero = one(FloatBinary::Mul, loaded(-1.0), loaded(0.0));
        assert_eq!(Algebraic::agreement(F32, zero, loaded(0.0)), Agreement::Differs);
        let infinite = loaded(f32::NEG_INFINITY);
        assert_eq!(
            Algebraic::agreement(F32, one(FloatBinary::Add, infinite, run), infinite),
            Agreement::Same
        );
        let most = one(FloatBinary::MaxNum, run, loaded(-2.0));
        assert_eq!(Algebraic::agreement(F32, most, run), Agreement::Same);
    }

    #[test]
    fn conversions_that_round_are_functions() {
        let convert = |format, x| Algebraic::convert(format, &[x], &mut Status::default())[0];
        let sum = one(FloatBinary::Add, loaded(0.1), loaded(0.7));
        let half = convert(FloatFormat::F16, sum);
        assert_eq!(Algebraic::agreement(FloatFormat::F16, half, sum), Agreement::Unknown);
        assert_eq!(convert(F32, half).element, half.element);
        let small = loaded(0.5);
        assert_eq!(convert(F32, convert(FloatFormat::F16, small)).element, small.element);
    }
}
