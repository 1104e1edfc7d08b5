//! Arithmetic of `f64`, which the processor rounds: to the nearest, ties to even. Other directions
//! are known for sums only, whose error is an `f64`.

use super::round::two_sum;
use super::{AluState, Ports};
use crate::ptx::decode::{Float, FloatOp, Rounding};

/// Below, the error of a product or quotient may be too small for an `f64`.
const ERRORS_VANISH: f64 = 1e-290;

pub(super) fn execute(
    op: &Float,
    rounding: Rounding,
    ports: &mut Ports<'_>,
    state: &mut AluState,
) -> bool {
    if op.approx {
        return approximate(op, ports, state);
    }
    let is_sum = matches!(op.op, FloatOp::Add | FloatOp::Sub);
    let known = rounding == Rounding::NearestEven || is_sum;
    if !known || op.ftz || op.saturate || op.relu {
        return false;
    }
    let inexact = match op.op {
        FloatOp::Add => map(ports, |[a, b]| add(a, b, rounding)),
        FloatOp::Sub => map(ports, |[a, b]| add(a, -b, rounding)),
        FloatOp::Mul => map(ports, |[a, b]| {
            let product = a * b;
            let vanishes = product.abs() < ERRORS_VANISH && a != 0.0 && b != 0.0;
            (product, vanishes || a.mul_add(b, -product) != 0.0)
        }),
        FloatOp::Fma => map(ports, |[a, b, c]| {
            let result = a.mul_add(b, c);
            (result, !is_exact_fma(a, b, c, result))
        }),
        FloatOp::Div => map(ports, |[a, b]| divide(a, b)),
        FloatOp::Rcp => map(ports, |[a]| divide(1.0, a)),
        FloatOp::Sqrt => map(ports, |[a]| {
            let root = a.sqrt();
            let vanishes = a.abs() < ERRORS_VANISH && a != 0.0;
            (root, vanishes || (-root).mul_add(root, a) != 0.0)
        }),
        _ => return false,
    };
    state.rounded |= inexact;
    // May be contracted with a sum.
    state.approximate |= inexact && op.op == FloatOp::Mul && op.rounding.is_none();
    true
}

/// The result, and whether it is not exact. That is asked of finite operands and of numbers only;
/// where it is not certain the answer is yes.
#[inline(always)]
fn map<const N: usize>(ports: &mut Ports<'_>, function: impl Fn([f64; N]) -> (f64, bool)) -> bool {
    ports.map_flagged(|bits: [u64; N]| {
        let operands = bits.map(f64::from_bits);
        let (result, inexact) = function(operands);
        let asked = !result.is_nan() && operands.iter().all(|operand| operand.is_finite());
        (to_bits(result), asked && (inexact || result.is_infinite()))
    })
}

/// With the canonical NaN.
#[inline(always)]
fn to_bits(value: f64) -> u64 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() }
}

#[inline(always)]
fn add(a: f64, b: f64, rounding: Rounding) -> (f64, bool) {
    let (sum, error) = two_sum(a, b);
    let overflows = sum.is_infinite() && a.is_finite() && b.is_finite();
    if rounding == Rounding::Down && sum == 0.0 && (a.is_sign_negative() || b.is_sign_negative()) {
        return (-0.0, false);
    }
    // An infinity that finite operands give is too large by something.
    let error = if overflows { -sum } else { error };
    (direct(sum, error, rounding), error != 0.0)
}

/// The neighbour on the side that is asked for, of the nearest value and what is missing to the
/// exact one.
#[inline(always)]
pub(super) fn direct(nearest: f64, error: f64, rounding: Rounding) -> f64 {
    let (below, above) = (error < 0.0, error > 0.0);
    let (down, up) = match rounding {
        Rounding::Down => (below, false),
        Rounding::Up => (false, above),
        Rounding::Zero => (below && nearest > 0.0, above && nearest < 0.0),
        _ => (false, false),
    };
    match (down, up) {
        (true, _) => nearest.next_down(),
        (_, true) => nearest.next_up(),
        _ => nearest,
    }
}

#[inline(always)]
fn divide(a: f64, b: f64) -> (f64, bool) {
    let quotient = a / b;
    let vanishes = (quotient.abs() < ERRORS_VANISH || a.abs() < ERRORS_VANISH) && a != 0.0;
    (quotient, vanishes || (-quotient).mul_add(b, a) != 0.0)
}

/// Whether `a * b + c` is this number: the product and the sum are split into what an `f64` holds
/// and the rest, and everything must cancel.
#[inline(always)]
fn is_exact_fma(a: f64, b: f64, c: f64, result: f64) -> bool {
    let product = a * b;
    let rest = a.mul_add(b, -product);
    let (sum, missing) = two_sum(product, c);
    let (small, smaller) = two_sum(missing, rest);
    let vanishes = product.abs() < ERRORS_VANISH && a != 0.0 && b != 0.0;
    !vanishes && smaller == 0.0 && (sum - result) + small == 0.0
}

/// `rcp` and `rsqrt`. With `.ftz`, the low half of the operand does not count and that of the result is
/// zero, by specification: a NaN that has its payload there is an infinity.
fn approximate(op: &Float, ports: &mut Ports<'_>, state: &mut AluState) -> bool {
    let root = match op.op {
        FloatOp::Rcp => false,
        FloatOp::Rsqrt => true,
        _ => return false,
    };
    let flush = |value: f64| {
        if op.ftz && value.is_subnormal() { 0.0f64.copysign(value) } else { value }
    };
    let kept = if op.ftz { !0xffff_ffffu64 } else { u64::MAX };
    state.approximate |= ports.map_flagged(|[bits]| {
        let value = f64::from_bits(bits & kept);
        let operand = flush(value);
        let result = 1.0 / if root { operand.sqrt() } else { operand };
        (to_bits(flush(result)) & kept, value.is_finite() && value != 0.0)
    });
    true
}
