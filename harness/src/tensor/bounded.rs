//! The bounded domain: a float is the value that exact arithmetic would give, and a proven bound of how
//! far any right implementation may be from it (`approx.rs`, `bounds.rs`).
//!
//! A decision that depends on the margin is not taken: its lane is open, and [`Status::unsure`] says
//! that this is a limit of the domain and not of the program.

use super::agreement;
use super::approx::{self, Approx};
use super::sums;
use super::{
    Agreement, Domain, Dot, Exact, FloatBinary, FloatFormat, FloatPredicate, FloatUnary, Status,
    welford,
};

/// The bounded domain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounded;

impl Domain for Bounded {
    type Float = Approx;
    const NAME: &'static str = "bounded";

    fn constant(value: f64) -> Approx {
        Approx::exact(value)
    }

    fn from_bits(format: FloatFormat, bits: u64) -> Approx {
        Approx::exact(format.from_bits(bits))
    }

    fn to_bits(format: FloatFormat, value: Approx) -> Option<u64> {
        value.is_exact().then(|| format.to_bits(value.value))
    }

    fn unary(op: FloatUnary, format: FloatFormat, a: &[Approx], _: &mut Status) -> Vec<Approx> {
        a.iter().map(|x| approx::unary(op, format, *x)).collect()
    }

    fn binary(
        op: FloatBinary,
        format: FloatFormat,
        a: &[Approx],
        b: &[Approx],
        status: &mut Status,
    ) -> Vec<Approx> {
        let mut one = |(lane, (x, y)): (usize, (&Approx, &Approx))| {
            let mut open = false;
            let value = approx::binary(op, format, *x, *y, &mut open);
            if open {
                status.open.push(lane);
            }
            value
        };
        a.iter().zip(b).enumerate().map(&mut one).collect()
    }

    fn fma(
        format: FloatFormat,
        a: &[Approx],
        b: &[Approx],
        c: &[Approx],
        _: &mut Status,
    ) -> Vec<Approx> {
        a.iter().zip(b).zip(c).map(|((x, y), z)| approx::fma(format, *x, *y, *z)).collect()
    }

    fn compare(
        predicate: FloatPredicate,
        a: &[Approx],
        b: &[Approx],
        status: &mut Status,
    ) -> Vec<i64> {
        let mut one = |(lane, (x, y)): (usize, (&Approx, &Approx))| {
            approx::compare(predicate, *x, *y).unwrap_or_else(|| status.undecided(lane))
        };
        a.iter().zip(b).enumerate().map(&mut one).collect()
    }

    fn convert(format: FloatFormat, a: &[Approx], _: &mut Status) -> Vec<Approx> {
        a.iter().map(|x| approx::convert(format, *x)).collect()
    }

    fn convert_int(
        format: FloatFormat,
        a: &[i64],
        unsigned: Option<u32>,
        _: &mut Status,
    ) -> Vec<Approx> {
        let one = |x: &i64| {
            let mut status = Status::default();
            let value = Exact::convert_int(format, &[*x], unsigned, &mut status)[0];
            // Rounded once, wherever it is done: conversions of integers are never contracted.
            Approx::exact(value)
        };
        a.iter().map(one).collect()
    }

    fn to_int(a: &[Approx], bits: u32, signed: bool, status: &mut Status) -> Vec<i64> {
        let mut one = |(lane, x): (usize, &Approx)| match approx::to_int(*x, bits, signed) {
            Some(Ok(value)) => value,
            Some(Err(())) => {
                status.poison("float does not fit the integer type", lane);
                0
            }
            None => status.undecided(lane),
        };
        a.iter().enumerate().map(&mut one).collect()
    }

    fn sum_is_exact(format: FloatFormat, values: &mut dyn Iterator<Item = Approx>) -> bool {
        let values: Vec<Approx> = values.collect();
        let exact = values.iter().all(|x| x.is_exact());
        exact && Exact::sum_is_exact(format, &mut values.iter().map(|x| x.value))
    }

    fn agreement(format: FloatFormat, a: Approx, b: Approx) -> Agreement {
        agreement::agreement(format, a, b)
    }

    fn dot(spec: &Dot, a: &[Approx], b: &[Approx], c: Approx) -> Option<Approx> {
        Some(sums::dot(spec, a, b, c))
    }

    fn any_order(
        format: FloatFormat,
        terms: &mut dyn Iterator<Item = Approx>,
        sum: Approx,
    ) -> Approx {
        sums::any_order(format, terms, sum)
    }

    fn moments(
        format: FloatFormat,
        means: &[Approx],
        squares: &[Approx],
        weights: &[Approx],
    ) -> Option<[Approx; 3]> {
        welford::moments(format, means, squares, weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const F32: FloatFormat = FloatFormat::F32;

    /// Numbers that follow from a seed, between -2 and 2.
    fn numbers(seed: u64) -> impl FnMut() -> f32 {
        let mut state = seed | 1;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 40) as f32 / (1 << 22) as f32) - 2.0
        }
    }

    fn one(op: FloatBinary, a: Approx, b: Approx) -> Approx {
        Bounded::binary(op, F32, &[a], &[b], &mut Status::default())[0]
    }

    fn holds(bound: Approx, value: f32) -> bool {
        (f64::from(value) - bound.value).abs() <= bound.error
    }

    #[test]
    fn every_order_and_contraction_is_inside_the_bound_and_the_bound_is_small() {
        let mut next = numbers(7);
        for _ in 0..2000 {
            let x: Vec<f32> = (0..12).map(|_| next()).collect();
            let known: Vec<Approx> = x.iter().map(|v| Bounded::constant(f64::from(*v))).collect();
            // Fused forwards, not fused backwards: one bound for both.
            let fused = (0..6).fold(0f32, |sum, i| x[2 * i].mul_add(x[2 * i + 1], sum));
            let plain = (0..6).rev().fold(0f32, |sum, i| x[2 * i] * x[2 * i + 1] + sum);
            let mut sum = Bounded::constant(0.0);
            for i in 0..6 {
                let product = one(FloatBinary::Mul, known[2 * i], known[2 * i + 1]);
                sum = one(FloatBinary::Add, sum, product);
            }
            let products: Vec<Approx> =
                (0..6).map(|i| one(FloatBinary::Mul, known[2 * i], known[2 * i + 1])).collect();
            let sum = Bounded::any_order(F32, &mut products.into_iter(), sum);
            assert!(holds(sum, fused) && holds(sum, plain), "{x:?}: {sum:?}, {fused}, {plain}");
            assert!(sum.error < 1e-5, "{sum:?}");
            let spec = Dot { format: F32, factors: FloatFormat::F16, tf32: false };
            let (a, b): (Vec<Approx>, Vec<Approx>) =
                (0..6).map(|i| (known[2 * i], known[2 * i + 1])).unzip();
            let dot = Bounded::dot(&spec, &a, &b, Bounded::constant(0.0)).unwrap();
            assert!(holds(dot, fused) && holds(dot, plain) && dot.error < 1e-4, "{dot:?}");
        }
    }

    #[test]
    fn sums_of_products_that_may_overflow_on_the_way_are_unknown() {
        let known = |values: &[f64]| -> Vec<Approx> {
            values.iter().map(|value| Bounded::constant(*value)).collect()
        };
        let is_unknown = |(format, factors), a: &[f64], b: &[f64], addend: f64| {
            let spec = Dot { format, factors, tf32: false };
            let addend = Bounded::constant(addend);
            Bounded::dot(&spec, &known(a), &known(b), addend).unwrap().is_unknown()
        };
        let bytes = (FloatFormat::F16, FloatFormat::F8E4M3);
        assert!(is_unknown(bytes, &[256.0, 256.0], &[256.0, -256.0], 0.0));
        assert!(!is_unknown(bytes, &[16.0, 16.0], &[16.0, -15.0], 0.5));
        let doubles = (FloatFormat::F64, FloatFormat::F64);
        assert!(is_unknown(doubles, &[f64::MAX], &[2.0], f64::NEG_INFINITY));
        assert!(!is_unknown(doubles, &[f64::INFINITY], &[2.0], 1.0));
    }

    #[test]
    fn functions_of_what_is_not_exact() {
        let mut next = numbers(11);
        for _ in 0..2000 {
            let (x, y) = (next(), next());
            let sum = one(
                FloatBinary::Add,
                Bounded::constant(f64::from(x)),
                Bounded::constant(f64::from(y) * 1e-3 + 1e-9),
            );
            let rounded = (f64::from(x) + f64::from(y) * 1e-3 + 1e-9) as f32;
            for (op, f) in [
                (FloatUnary::Exp, f32::exp as fn(f32) -> f32),
                (FloatUnary::Sin, f32::sin),
                (FloatUnary::Tanh, f32::tanh),
                (FloatUnary::Exp2, f32::exp2),
                (FloatUnary::Sqrt, f32::sqrt),
                (FloatUnary::Log, f32::ln),
            ] {
                let bound = Bounded::unary(op, F32, &[sum], &mut Status::default())[0];
                let value = f(rounded);
                match value.is_nan() {
                    true => assert!(bound.value.is_nan() || bound.error.is_infinite()),
                    false => assert!(holds(bound, value), "{op:?} {sum:?}: {bound:?}, {value}"),
                }
                assert!(value.is_nan() || bound.error < 2e-3, "{op:?} {sum:?}: {bound:?}");
            }
            let quotient = one(FloatBinary::Div, sum, Bounded::constant(3.0));
            assert!(holds(quotient, rounded / 3.0) && quotient.error < 1e-6, "{quotient:?}");
        }
    }

    #[test]
    fn subnormal_operands_may_be_taken_for_zero() {
        let of =
            |op, x| Bounded::unary(op, F32, &[Bounded::constant(x)], &mut Status::default())[0];
        let (tiny, small) = (2.27e-45, 2e-38);
        assert!(of(FloatUnary::Rsqrt, tiny).is_unknown() && of(FloatUnary::Log, tiny).is_unknown());
        assert!(!of(FloatUnary::Rsqrt, small).is_unknown());
        // The root of minus zero is minus zero, and that of a negative number NaN.
        assert!(
            of(FloatUnary::Sqrt, -tiny).is_unknown() && of(FloatUnary::Rsqrt, -tiny).is_unknown()
        );
        assert!(of(FloatUnary::Sqrt, -small).value.is_nan());
        let root = of(FloatUnary::Sqrt, tiny);
        assert!(holds(root, 0.0) && holds(root, 2.27e-45f32.sqrt()), "{root:?}");
        assert!(!holds(of(FloatUnary::Sqrt, small), 0.0));
    }

    #[test]
    fn decisions_inside_the_margin_are_not_taken() {
        let third = one(FloatBinary::Div, Bounded::constant(1.0), Bounded::constant(3.0));
        let near = Bounded::constant(f64::from(1f32 / 3.0));
        let mut status = Status::default();
        Bounded::compare(FloatPredicate::Olt, &[third, near], &[near, near], &mut status);
        assert_eq!((status.open.as_slice(), status.unsure.is_some()), (&[0][..], true));
        let mut status = Status::default();
        let far = Bounded::constant(0.34);
        let less = Bounded::compare(FloatPredicate::Olt, &[third], &[far], &mut status);
        assert!(less == [-1] && status.is_clean());
        let three = one(FloatBinary::Mul, third, Bounded::constant(3.0));
        Bounded::to_int(&[three], 32, true, &mut status);
        assert!(status.unsure.is_some() && status.poison.is_none());
        assert_eq!(Bounded::to_bits(F32, third), None);
        assert_eq!(Bounded::to_bits(F32, Bounded::constant(0.5)), Some(0x3f00_0000));
    }

    #[test]
    fn exact_values_stay_exact_and_special_ones_special() {
        let exact = |value: f64| Bounded::constant(value);
        assert_eq!(one(FloatBinary::Add, exact(3.0), exact(0.5)), exact(3.5));
        assert_eq!(one(FloatBinary::Div, exact(3.0), exact(4.0)), exact(0.75));
        // Representable, but the instruction may miss it.
        assert_ne!(one(FloatBinary::Div, exact(6.0), exact(3.0)), exact(2.0));
        let third = one(FloatBinary::Div, exact(1.0), exact(3.0));
        let infinite = exact(f64::INFINITY);
        assert_eq!(one(FloatBinary::Sub, third, infinite).value, f64::NEG_INFINITY);
        let zero = Bounded::unary(
            FloatUnary::Exp,
            F32,
            &[exact(f64::NEG_INFINITY)],
            &mut Status::default(),
        )[0];
        assert_eq!(zero, exact(0.0));
        assert_eq!(one(FloatBinary::MaxNum, third, exact(0.0)), third);
        let huge = one(FloatBinary::Mul, exact(3e38), one(FloatBinary::Add, third, exact(1.0)));
        assert_eq!(Bounded::agreement(F32, huge, huge), Agreement::Unknown);
    }

    #[test]
    fn what_is_too_large_for_a_double_is_unknown() {
        let of = |op, a: f64, b: f64| {
            let (a, b) = (Bounded::constant(a), Bounded::constant(b));
            Bounded::binary(op, FloatFormat::F64, &[a], &[b], &mut Status::default())[0]
        };
        let infinite = Bounded::constant(f64::INFINITY);
        assert!(of(FloatBinary::Mul, f64::MAX, 1.5).is_unknown());
        assert!(of(FloatBinary::Div, f64::MAX, 0.5).is_unknown());
        assert_eq!(of(FloatBinary::Mul, f64::INFINITY, 1.5), infinite);
        assert_eq!(of(FloatBinary::Div, 1.0, 0.0), infinite);
        assert_eq!(of(FloatBinary::Div, 1.0, 0.5), Bounded::constant(2.0));
    }

    #[test]
    fn agreement_is_within_both_bounds() {
        let third = one(FloatBinary::Div, Bounded::constant(1.0), Bounded::constant(3.0));
        let other = Bounded::constant(f64::from((1f32 / 3.0).next_up()));
        assert_eq!(Bounded::agreement(F32, third, other), Agreement::Same);
        let wrong = Bounded::constant(0.333_334);
        assert_eq!(Bounded::agreement(F32, third, wrong), Agreement::Differs);
        let narrow = |x| Bounded::convert(FloatFormat::F16, &[x], &mut Status::default())[0];
        assert_eq!(
            Bounded::agreement(FloatFormat::F16, narrow(third), narrow(wrong)),
            Agreement::Same
        );
    }
}
