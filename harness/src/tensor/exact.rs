//! The exact domain: a float is its value, held in an `f64`, rounded to its format after each
//! operation. `Status::inexact` tells when a result had to be rounded, which a kernel that is
//! compared bit for bit must never need.

use super::float::exp2;
use super::lost::{product_is_exact, two_sum_error, unit_exponent};
use super::{Domain, FloatBinary, FloatFormat, FloatPredicate, FloatUnary, Status, zero_extend};

/// The exact domain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exact;

impl Domain for Exact {
    type Float = f64;
    const NAME: &'static str = "exact";
    const EXACT: bool = true;

    fn constant(value: f64) -> f64 {
        value
    }

    fn from_bits(format: FloatFormat, bits: u64) -> f64 {
        format.from_bits(bits)
    }

    fn to_bits(format: FloatFormat, value: f64) -> Option<u64> {
        Some(format.to_bits(value))
    }

    fn unary(op: FloatUnary, format: FloatFormat, a: &[f64], status: &mut Status) -> Vec<f64> {
        use FloatUnary::*;
        match op {
            Neg => a.iter().map(|x| -x).collect(),
            Abs => a.iter().map(|x| x.abs()).collect(),
            Floor => a.iter().map(|x| x.floor()).collect(),
            Ceil => a.iter().map(|x| x.ceil()).collect(),
            Round => a.iter().map(|x| x.round_ties_even()).collect(),
            Trunc => a.iter().map(|x| x.trunc()).collect(),
            Sqrt => rounded(format, a, status, |x| x.sqrt(), |x, r| is_root(format, x, r)),
            Rsqrt => rounded(format, a, status, |x| 1.0 / x.sqrt(), is_inverse_root),
            Exp => transcendental(format, a, status, f64::exp),
            Exp2 => transcendental(format, a, status, f64::exp2),
            Log => transcendental(format, a, status, f64::ln),
            Log2 => transcendental(format, a, status, f64::log2),
            Sin => transcendental(format, a, status, f64::sin),
            Cos => transcendental(format, a, status, f64::cos),
            Tanh => transcendental(format, a, status, f64::tanh),
            Erf => transcendental(format, a, status, erf),
        }
    }

    fn binary(
        op: FloatBinary,
        format: FloatFormat,
        a: &[f64],
        b: &[f64],
        status: &mut Status,
    ) -> Vec<f64> {
        match op {
            FloatBinary::Add => add(format, a, b, 1.0, status),
            FloatBinary::Sub => add(format, a, b, -1.0, status),
            FloatBinary::Mul => mul(format, a, b, status),
            FloatBinary::Div => div(format, a, b, status),
            FloatBinary::Rem => a.iter().zip(b).map(|(x, y)| x % y).collect(),
            _ => min_max(op, a, b, status),
        }
    }

    fn fma(format: FloatFormat, a: &[f64], b: &[f64], c: &[f64], status: &mut Status) -> Vec<f64> {
        let mut one = |((x, y), z): ((&f64, &f64), &f64)| {
            let (product, sum) = (x * y, x * y + z);
            let exact = product_is_exact(format, *x, *y, product)
                && two_sum_error(product, *z, sum) == 0.0
                && same(format.round(sum), sum);
            if exact {
                return sum;
            }
            status.inexact |= [x, y, z].iter().all(|operand| operand.is_finite());
            match format {
                FloatFormat::F32 => f64::from((*x as f32).mul_add(*y as f32, *z as f32)),
                _ => format.round(x.mul_add(*y, *z)),
            }
        };
        a.iter().zip(b).zip(c).map(&mut one).collect()
    }

    fn compare(predicate: FloatPredicate, a: &[f64], b: &[f64], _status: &mut Status) -> Vec<i64> {
        use FloatPredicate::*;
        match predicate {
            Oeq => compared(a, b, |x, y| x == y),
            Ogt => compared(a, b, |x, y| x > y),
            Oge => compared(a, b, |x, y| x >= y),
            Olt => compared(a, b, |x, y| x < y),
            Ole => compared(a, b, |x, y| x <= y),
            One => compared(a, b, |x, y| x != y && !unordered(x, y)),
            Ord => compared(a, b, |x, y| !x.is_nan() && !y.is_nan()),
            Ueq => compared(a, b, |x, y| x == y || unordered(x, y)),
            Ugt => compared(a, b, |x, y| x > y || unordered(x, y)),
            Uge => compared(a, b, |x, y| x >= y || unordered(x, y)),
            Ult => compared(a, b, |x, y| x < y || unordered(x, y)),
            Ule => compared(a, b, |x, y| x <= y || unordered(x, y)),
            Une => compared(a, b, |x, y| x != y),
            Uno => compared(a, b, |x, y| x.is_nan() || y.is_nan()),
        }
    }

    fn convert(format: FloatFormat, a: &[f64], status: &mut Status) -> Vec<f64> {
        rounded(format, a, status, |x| x, |_, _| true)
    }

    fn convert_int(
        format: FloatFormat,
        a: &[i64],
        unsigned: Option<u32>,
        status: &mut Status,
    ) -> Vec<f64> {
        let mut inexact = false;
        let mut one = |&x: &i64| {
            let wide = unsigned.map_or(i128::from(x), |bits| i128::from(zero_extend(x, bits)));
            // Round to odd first, so that rounding twice is rounding once.
            let near = if wide.unsigned_abs() > 1 << 53 && format != FloatFormat::F64 {
                let sticky = i128::from(wide & 0x7ff != 0) << 11;
                ((wide & !0x7ff) | sticky) as f64
            } else {
                wide as f64
            };
            let value = format.round(near);
            inexact |= value as i128 != wide;
            value
        };
        let result = a.iter().map(&mut one).collect();
        status.inexact |= inexact;
        result
    }

    fn to_int(a: &[f64], bits: u32, signed: bool, status: &mut Status) -> Vec<i64> {
        let (low, high) = if signed {
            (-exp2(bits as i32 - 1) - 1.0, exp2(bits as i32 - 1))
        } else {
            (-1.0, exp2(bits as i32))
        };
        // -2^63 - 1 is no f64: there the bound itself is the smallest value that fits.
        let fits = |x: f64| x < high && if signed && bits == 64 { x >= -exp2(63) } else { x > low };
        let mut one = |(index, &x): (usize, &f64)| {
            if !fits(x) {
                status.poison("float does not fit the integer type", index);
                return 0;
            }
            super::sign_extend(if signed { x as i64 } else { x as u64 as i64 }, bits)
        };
        a.iter().enumerate().map(&mut one).collect()
    }

    fn sum_is_exact(format: FloatFormat, values: &mut dyn Iterator<Item = f64>) -> bool {
        // Every partial sum is a multiple of the finest unit and no larger than the sum of
        // magnitudes, so it is exact if that sum takes no more bits than the format has.
        let (mut unit, mut total) = (i32::MAX, 0.0f64);
        for value in values {
            if !value.is_finite() {
                return false;
            }
            if value != 0.0 {
                unit = unit.min(unit_exponent(value));
                total += value.abs();
            }
        }
        // `total` itself may be rounded: ask for less than the format's last power of two.
        unit == i32::MAX
            || (total <= format.max_finite()
                && total < scale(1.0, unit.saturating_add(format.precision().min(52) as i32)))
    }
}

/// 2^exponent times value, for exponents of any size.
fn scale(value: f64, exponent: i32) -> f64 {
    value * 2f64.powi(exponent)
}

/// Whether the square of `root` is this number and not only rounded to it.
fn is_root(format: FloatFormat, x: f64, root: f64) -> bool {
    root * root == x && product_is_exact(format, root, root, x)
}

/// Two binary fractions have the product one only if both are powers of two.
fn is_inverse_root(x: f64, inverse: f64) -> bool {
    inverse * inverse * x == 1.0 && inverse.to_bits() << 12 == 0
}

/// Equal, or both NaN.
#[inline(always)]
fn same(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}

#[inline(always)]
fn unordered(x: f64, y: f64) -> bool {
    x.is_nan() || y.is_nan()
}

#[inline(always)]
fn compared(a: &[f64], b: &[f64], f: impl Fn(f64, f64) -> bool) -> Vec<i64> {
    a.iter().zip(b).map(|(&x, &y)| -i64::from(f(x, y))).collect()
}

fn rounded(
    format: FloatFormat,
    a: &[f64],
    status: &mut Status,
    f: impl Fn(f64) -> f64,
    exact: impl Fn(f64, f64) -> bool,
) -> Vec<f64> {
    let mut inexact = false;
    let one = |&x: &f64| {
        let value = f(x);
        let result = format.round(value);
        inexact |= !same(result, value) || (value.is_finite() && !exact(x, value));
        result
    };
    let result = a.iter().map(one).collect();
    status.inexact |= inexact;
    result
}

fn transcendental(
    format: FloatFormat,
    a: &[f64],
    status: &mut Status,
    f: fn(f64) -> f64,
) -> Vec<f64> {
    rounded(format, a, status, f, |_, _| false)
}

fn add(format: FloatFormat, a: &[f64], b: &[f64], sign: f64, status: &mut Status) -> Vec<f64> {
    // A loop for each common format, which the compiler can vectorize.
    match format {
        FloatFormat::F32 => add_loop(FloatFormat::F32, a, b, sign, status),
        FloatFormat::F64 => add_loop(FloatFormat::F64, a, b, sign, status),
        _ => add_loop(format, a, b, sign, status),
    }
}

#[inline(always)]
fn add_loop(format: FloatFormat, a: &[f64], b: &[f64], sign: f64, status: &mut Status) -> Vec<f64> {
    let mut inexact = false;
    let one = |(&x, &y): (&f64, &f64)| {
        let y = sign * y;
        let sum = x + y;
        let result = format.round(sum);
        // An infinite operand makes the error NaN and the sum right; an overflow makes them differ.
        inexact |= two_sum_error(x, y, sum).abs() > 0.0
            || (result != sum && !sum.is_nan())
            || (sum.is_infinite() && x.is_finite() && y.is_finite());
        result
    };
    let result = a.iter().zip(b).map(one).collect();
    status.inexact |= inexact;
    result
}

fn mul(format: FloatFormat, a: &[f64], b: &[f64], status: &mut Status) -> Vec<f64> {
    match format {
        FloatFormat::F32 => mul_loop(FloatFormat::F32, a, b, status),
        _ => mul_loop(format, a, b, status),
    }
}

#[inline(always)]
fn mul_loop(format: FloatFormat, a: &[f64], b: &[f64], status: &mut Status) -> Vec<f64> {
    let mut inexact = false;
    let one = |(&x, &y): (&f64, &f64)| {
        let product = x * y;
        let result = format.round(product);
        inexact |= !same(result, product)
            || !product_is_exact(format, x, y, product)
            || (product == 0.0 && x != 0.0 && y != 0.0)
            || (product.is_infinite() && x.is_finite() && y.is_finite());
        result
    };
    let result = a.iter().zip(b).map(one).collect();
    status.inexact |= inexact;
    result
}

fn div(format: FloatFormat, a: &[f64], b: &[f64], status: &mut Status) -> Vec<f64> {
    let mut inexact = false;
    let one = |(&x, &y): (&f64, &f64)| {
        let result = format.round(x / y);
        inexact |= result.is_finite()
            && y.is_finite()
            && (result * y != x || !product_is_exact(format, result, y, x));
        // Overflow gives an infinity, or NaN where the format has none.
        inexact |= !result.is_finite() && x.is_finite() && y.is_finite() && y != 0.0;
        result
    };
    let result = a.iter().zip(b).map(one).collect();
    status.inexact |= inexact;
    result
}

/// Which zero `min` and `max` give for zeros of both signs is left open: IEEE 754-2008 minNum, and
/// LLVM's `maxnum`, allow either.
fn min_max(op: FloatBinary, a: &[f64], b: &[f64], status: &mut Status) -> Vec<f64> {
    let least = matches!(op, FloatBinary::MinNum | FloatBinary::Minimum);
    let propagate = matches!(op, FloatBinary::Minimum | FloatBinary::Maximum);
    let mut one = |(index, (&x, &y)): (usize, (&f64, &f64))| {
        if x.is_nan() || y.is_nan() {
            return match (propagate, x.is_nan()) {
                (true, _) => f64::NAN,
                (false, true) => y,
                (false, false) => x,
            };
        }
        if x == 0.0 && y == 0.0 && x.is_sign_negative() != y.is_sign_negative() {
            status.open.push(index);
        }
        if (x < y) == least { x } else { y }
    };
    a.iter().zip(b).enumerate().map(&mut one).collect()
}

/// Abramowitz and Stegun 7.1.26 is too coarse here; the series and the continued fraction give
/// 1e-14, enough for a domain in which the result is flagged inexact anyway.
fn erf(x: f64) -> f64 {
    let z = x.abs();
    let value = if z < 3.0 {
        let (mut term, mut sum, mut n) = (z, z, 0.0);
        while term.abs() > 1e-17 * sum.abs() {
            n += 1.0;
            term *= -z * z / n;
            sum += term / (2.0 * n + 1.0);
        }
        sum * std::f64::consts::FRAC_2_SQRT_PI
    } else {
        let fraction = (1..60).rev().fold(0.0, |tail, k| f64::from(k) / 2.0 / (z + tail));
        1.0 - (-z * z).exp() / (z + fraction) / std::f64::consts::PI.sqrt()
    };
    value.copysign(x)
}

#[cfg(test)]
mod tests;
