//! Whether a result is the exact one: what rounding lost.

use super::FloatFormat;
use super::float::exp2;

/// The exponent of the lowest set bit of a finite value other than zero.
pub(super) fn unit_exponent(value: f64) -> i32 {
    let bits = value.to_bits();
    let (exponent, mantissa) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    if exponent == 0 {
        return -1074 + mantissa.trailing_zeros() as i32;
    }
    exponent - 1075 + (mantissa | 1 << 52).trailing_zeros() as i32
}

/// What `a + b` lost when it was rounded to `sum` (Knuth's TwoSum).
#[inline(always)]
pub(super) fn two_sum_error(a: f64, b: f64, sum: f64) -> f64 {
    let virtual_b = sum - a;
    (a - (sum - virtual_b)) + (b - virtual_b)
}

#[inline(always)]
pub(super) fn product_is_exact(format: FloatFormat, x: f64, y: f64, product: f64) -> bool {
    // Two significands of 24 bits make 48; only f64 itself can lose bits here.
    if format != FloatFormat::F64 || !product.is_finite() {
        return true;
    }
    // Near the subnormals the error of the product is itself lost.
    if product.abs() < exp2(-900) {
        return tiny_product_is_exact(x, y);
    }
    x.mul_add(y, -product) == 0.0
}

/// Whether the product of two finite values has few enough bits, and none below the last place.
#[cold]
fn tiny_product_is_exact(x: f64, y: f64) -> bool {
    if x == 0.0 || y == 0.0 {
        return true;
    }
    let odd = |value: f64| {
        let (bits, fraction) = (value.to_bits(), value.to_bits() & ((1 << 52) - 1));
        let mantissa = if bits >> 52 & 0x7ff == 0 { fraction } else { fraction | 1 << 52 };
        u128::from(mantissa >> mantissa.trailing_zeros())
    };
    let bits = 128 - (odd(x) * odd(y)).leading_zeros();
    bits <= 53 && unit_exponent(x) + unit_exponent(y) >= -1074
}
