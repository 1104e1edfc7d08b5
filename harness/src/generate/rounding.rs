//! What is known of floats in kernels that round: an interval that holds them, widened outward to a
//! few bits, so that they neither overflow nor leave the domain of a function.

use super::facts::Facts;
use super::interval::Interval;
use crate::program::ops::Function;
use crate::tensor::DType;

/// Bits that are kept of an interval's ends.
const BITS: u32 = 24;
/// Largest operand of `exp`, and of `sin`, whose bounds were measured up to 100.
const STEEP: f64 = 10.0;
const PERIODIC: f64 = 100.0;

impl Facts {
    /// The value may be off by what rounding loses.
    pub(super) fn rounded(self, dtype: DType) -> Option<Facts> {
        let facts = Facts { inexact: true, negative_zero: false, ..self };
        if self.wild {
            return Some(facts);
        }
        let facts = facts.coarse();
        let bits = 128 - facts.range.magnitude().leading_zeros() as i32;
        let highest = if dtype == DType::F16 { 15 } else { 100 };
        (bits + facts.exponent <= highest).then_some(facts)
    }

    /// The same or a wider interval of fewer bits.
    fn coarse(self) -> Facts {
        let bits = 128 - self.range.magnitude().leading_zeros();
        let shift = bits.saturating_sub(BITS);
        if shift == 0 {
            return self;
        }
        let (unit, range) = (1i128 << shift, self.range);
        let range = Interval::new(range.low.div_euclid(unit), -(-range.high).div_euclid(unit));
        Facts { range, exponent: self.exponent + shift as i32, ..self }
    }

    /// The ends of the interval.
    pub(super) fn ends(self) -> (f64, f64) {
        let unit = 2f64.powi(self.exponent);
        (self.range.low as f64 * unit, self.range.high as f64 * unit)
    }

    /// Rounded values between these ends, in 2^-16.
    fn between(self, low: f64, high: f64) -> Facts {
        let end = |x: f64| (x * 65536.0) as i128;
        let range = Interval::new(end(low) - 1, end(high) + 1);
        Facts { range, exponent: -16, inexact: true, negative_zero: false, ..self }
    }
}

/// What a function gives; `None` where the operand may be outside its domain, or the result too large.
/// Special operands are taken by every function.
pub(super) fn math(function: Function, a: Facts, rounds: bool) -> Option<Facts> {
    if matches!(function, Function::Floor | Function::Ceil) {
        return integral(function, a);
    }
    if !rounds || a.raw {
        return None;
    }
    if a.wild {
        return Some(Facts { inexact: true, ..a });
    }
    let (low, high) = a.ends();
    let (domain, f): (bool, fn(f64) -> f64) = match function {
        Function::Exp => (high <= STEEP, f64::exp),
        Function::Exp2 => (high <= STEEP, f64::exp2),
        Function::Log => (low >= 0.25, f64::ln),
        Function::Log2 => (low >= 0.25, f64::log2),
        Function::Sqrt | Function::SqrtRn => (low >= 0.0, f64::sqrt),
        Function::Rsqrt => (low >= 0.25, |x| 1.0 / x.sqrt()),
        Function::Sin | Function::Cos => (low.abs().max(high.abs()) <= PERIODIC, |_| 1.0),
        Function::Erf => (true, |_| 1.0),
        Function::Sigmoid => (low >= -STEEP, |_| 1.0),
        Function::Floor | Function::Ceil => unreachable!("decided above"),
    };
    if !domain {
        return None;
    }
    Some(match function {
        Function::Sin | Function::Cos | Function::Erf => a.between(-1.0, 1.0),
        Function::Sigmoid => a.between(0.0, 1.0),
        Function::Exp | Function::Exp2 => a.between(0.0, f(high)),
        Function::Rsqrt => a.between(0.0, f(low)),
        // Growing functions, with room for what they may be off by.
        _ => a.between(f(low) - 0.001, f(high) + 0.001),
    })
}

/// `floor` and `ceil`: exact of what is exact.
fn integral(function: Function, a: Facts) -> Option<Facts> {
    if a.raw || a.wild || a.exponent >= 0 {
        return (!a.raw).then_some(a);
    }
    let unit = 1i128.checked_shl(a.exponent.unsigned_abs()).filter(|unit| *unit > 0)?;
    let floor = |x: i128| x.div_euclid(unit);
    let ceil = |x: i128| -(-x).div_euclid(unit);
    let ends = |f: &dyn Fn(i128) -> i128| Interval::new(f(a.range.low), f(a.range.high));
    // A value between -1 and 0 is rounded up to -0.0.
    let (range, negative_zero) = match function {
        Function::Floor => (ends(&floor), a.negative_zero),
        _ => (ends(&ceil), a.negative_zero || a.range.low < 0 && a.range.high > -unit),
    };
    Some(Facts { range, exponent: 0, negative_zero: negative_zero && !a.inexact, ..a })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(low: i128, high: i128, exponent: i32) -> Facts {
        Facts { exponent, ..Facts::of(Interval::new(low, high)) }
    }

    #[test]
    fn fewer_bits_hold_as_much() {
        let coarse = facts(-1_000_000_007, 1_000_000_009, -3).rounded(DType::F32).unwrap();
        let (low, high) = coarse.ends();
        assert!(low <= -1_000_000_007.0 / 8.0 && high >= 1_000_000_009.0 / 8.0, "{coarse:?}");
        assert!(coarse.range.magnitude() <= 1 << BITS && coarse.inexact);
        assert_eq!(facts(0, 1 << 17, 0).rounded(DType::F16), None);
    }

    #[test]
    fn functions_hold_what_they_give() {
        for function in Function::ALL {
            let a = facts(1, 9, 0);
            let (low, high) = math(function, a, true).unwrap().ends();
            for x in [1f64, 2.5, 4.0, 9.0] {
                let value = match function {
                    Function::Exp => x.exp(),
                    Function::Exp2 => x.exp2(),
                    Function::Log => x.ln(),
                    Function::Log2 => x.log2(),
                    Function::Sin => x.sin(),
                    Function::Cos => x.cos(),
                    Function::Sqrt | Function::SqrtRn => x.sqrt(),
                    Function::Rsqrt => 1.0 / x.sqrt(),
                    Function::Erf => 0.99,
                    Function::Floor => x.floor(),
                    Function::Ceil => x.ceil(),
                    Function::Sigmoid => 1.0 / (1.0 + (-x).exp()),
                };
                assert!(low <= value && value <= high, "{function:?} {x}: {low} {high}");
            }
        }
        assert_eq!(math(Function::Log, facts(0, 9, 0), true), None);
        assert_eq!(math(Function::Exp, facts(0, 99, 0), true), None);
        assert_eq!(math(Function::Exp, facts(0, 9, 0), false), None);
    }

    #[test]
    fn integers_above_and_below() {
        let floor = math(Function::Floor, facts(-5, 5, -1), false).unwrap();
        assert_eq!((floor.range, floor.negative_zero), (Interval::new(-3, 2), false));
        let ceil = math(Function::Ceil, facts(-5, 5, -1), false).unwrap();
        assert_eq!((ceil.range, ceil.negative_zero), (Interval::new(-2, 3), true));
        let above = math(Function::Ceil, facts(-5, -3, -1), false).unwrap();
        assert_eq!((above.range, above.negative_zero), (Interval::new(-2, -1), false));
    }
}
