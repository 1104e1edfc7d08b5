//! Sums of many terms with a bound, in whatever order and grouping a device may add them.

use super::approx::{Approx, OWN, add, convert, mul, product_error};
use super::bounds::{self, Tolerance};
use super::lost::{two_sum_error, unit_exponent};
use super::{Domain, Dot, Exact, FloatFormat};

/// The sum of products of a matrix instruction, in any order and grouping.
pub(super) fn dot(dot: &Dot, a: &[Approx], b: &[Approx], c: Approx) -> Approx {
    let Dot { format, factors, tf32 } = *dot;
    let (mut sum, mut mass, mut inherited) = (c.value, c.magnitude(), c.error);
    let mut exact = c.is_exact();
    for (x, y) in a.iter().zip(b) {
        let product = x.value * y.value;
        let both = x.is_exact() && y.is_exact();
        exact &= both && two_sum_error(sum, product, sum + product) == 0.0;
        inherited += product_error(*x, *y);
        let fits = |x: &Approx| x.is_exact() && (x.value as f32).to_bits() & 0x1fff == 0;
        if tf32 && !(fits(x) && fits(y)) {
            inherited += x.magnitude() * y.magnitude() * (2.0 + bounds::TF32) * bounds::TF32;
            exact = false;
        }
        sum += product;
        mass += x.magnitude() * y.magnitude();
    }
    if !mass.is_finite() || !inherited.is_finite() {
        return special_dot(format, a, b, c);
    }
    let step = bounds::matrix_step(format, factors);
    // Multiples of one unit, and no partial sum has more bits than a step keeps.
    let kept = || {
        let unit = finest(a).saturating_add(finest(b)).min(finest(&[c]));
        unit >= format.min_exponent() && mass * step <= bounds::power(unit)
    };
    if exact && mass <= format.max_finite() && kept() {
        return Approx::exact(sum);
    }
    // A partial sum may overflow, in the order that a device has.
    if mass + inherited > format.max_finite() {
        return Approx::UNKNOWN;
    }
    let terms = a.len() as f64 + 1.0;
    let lost =
        Tolerance { relative: 0.0, absolute: step * terms * mass + terms * bounds::tiny(format) };
    let own = a.len() as f64 * OWN * mass;
    let result = Approx::rounded(sum, inherited + own, lost, format);
    convert(format, result)
}

/// The exponent of the largest power of two of which all are multiples; the greatest number if all are
/// zero.
fn finest(values: &[Approx]) -> i32 {
    let numbers = values.iter().filter(|x| x.value != 0.0);
    numbers.map(|x| unit_exponent(x.value)).min().unwrap_or(i32::MAX)
}

/// With an infinity or NaN somewhere: term by term.
fn special_dot(format: FloatFormat, a: &[Approx], b: &[Approx], c: Approx) -> Approx {
    let pairs = a.iter().zip(b);
    // The finite terms must not overflow by themselves: in some order they may give an infinity, which
    // meets the opposite one. Nor must one be too large for a double: a fused multiply-add does not round it.
    let is_finite = |(x, y): &(&Approx, &Approx)| x.value.is_finite() && y.value.is_finite();
    let products = pairs.clone().filter(is_finite).map(|(x, y)| x.magnitude() * y.magnitude());
    let addend = if c.value.is_finite() { c.magnitude() } else { 0.0 };
    let mass = addend + products.sum::<f64>();
    let sum =
        |sum, (x, y): (&Approx, &Approx)| add(FloatFormat::F64, sum, mul(FloatFormat::F64, *x, *y));
    let sum = pairs.fold(c, sum);
    // NaN is not below anything either.
    let is_certain = mass <= format.max_finite() && !sum.value.is_finite();
    if is_certain { sum } else { Approx::UNKNOWN }
}

/// A sum whose terms may have been added in any order.
pub(super) fn any_order(
    format: FloatFormat,
    terms: &mut dyn Iterator<Item = Approx>,
    sum: Approx,
) -> Approx {
    if sum.is_unknown() {
        return sum;
    }
    let terms: Vec<Approx> = terms.collect();
    if !sum.value.is_finite() {
        // The numbers among the terms must not overflow by themselves.
        let numbers = terms.iter().filter(|term| term.value.is_finite());
        let mass: f64 = numbers.map(|term| term.magnitude()).sum();
        return if mass <= format.max_finite() { sum } else { Approx::UNKNOWN };
    }
    let exact = terms.iter().all(|term| term.is_exact());
    if exact && Exact::sum_is_exact(format, &mut terms.iter().map(|term| term.value)) {
        return sum;
    }
    let count = terms.len() as f64;
    let mass: f64 = terms.iter().map(|term| term.magnitude()).sum();
    let inherited: f64 = terms.iter().map(|term| term.error).sum();
    let lost = Tolerance { relative: 0.0, absolute: count * bounds::unit(format) * 1.01 * mass };
    let wide = Approx::rounded(sum.value, inherited, lost, format);
    Approx { value: sum.value, error: sum.error.max(wide.error) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(a: [f64; 2], b: [f64; 2], factors: FloatFormat) -> Approx {
        let rule = Dot { format: FloatFormat::F32, factors, tf32: false };
        dot(&rule, &a.map(Approx::exact), &b.map(Approx::exact), Approx::exact(0.0))
    }

    #[test]
    fn finite_terms_that_may_overflow_leave_no_infinity_certain() {
        let infinite = f64::INFINITY;
        let overflows = product([infinite, -3e38], [1.0, 3e38], FloatFormat::F32);
        assert!(overflows.is_unknown(), "{overflows:?}");
        let fits = product([infinite, -3e38], [1.0, 1.0], FloatFormat::F32);
        assert_eq!((fits.value(), fits.error()), (infinite, 0.0));
        let rule = Dot { format: FloatFormat::F32, factors: FloatFormat::F32, tf32: false };
        let [a, b] = [[-3e38], [2.0]].map(|values| values.map(Approx::exact));
        assert!(dot(&rule, &a, &b, Approx::exact(infinite)).is_unknown());
    }

    #[test]
    fn multiples_of_one_unit_are_summed_exactly_as_long_as_a_step_keeps_their_bits() {
        let unit = 1.0 / 256.0;
        let sum = product([1.0, 3.0], [5.0 * unit, -7.0 * unit], FloatFormat::F16);
        assert_eq!((sum.value(), sum.error()), (-16.0 * unit, 0.0));
        assert!(product([4096.0, 1.0], [4096.0, unit], FloatFormat::F16).error() > 0.0);
        // 16 bits, of which the products of 8-bit floats keep 13.
        assert_eq!(product([128.0, 1.0], [1.0, unit], FloatFormat::F16).error(), 0.0);
        assert!(product([128.0, 1.0], [1.0, unit], FloatFormat::F8E5M2).error() > 0.0);
        assert_eq!(product([0.0, 0.0], [1.0, unit], FloatFormat::F16).error(), 0.0);
        // Products that are no normal numbers.
        let least = 2f64.powi(-75);
        assert!(product([least, 0.0], [least, 0.0], FloatFormat::F32).error() > 0.0);
    }
}
